package shopvrb

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/figure"
	"mereo/gen/loop"
)

// askedList are all figures of a kind of questions.
func askedList(k askedKind) figure.List[askedScene] {
	f := newAskedFigures(k)
	return slices.Concat(f.counts(), f.usage(), f.typeShares(), f.balance(), f.distinct(), f.wording())
}

// Damaged questions make the figures fail that are about what is damaged, and no other.
func TestQuestionFiguresOfDamage(t *testing.T) {
	root := t.TempDir()
	items := writeScenes(t, root, 30)
	a := testAsker(t, root, false)
	if _, err := a.AskBlock(t.Context(), items, root); err != nil {
		t.Fatal(err)
	}
	read := func(k kind) (out [][]*QuestionRecord) {
		for _, item := range items {
			q, err := readQuestions(root, k.file("train", item.Index))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, q)
		}
		return out
	}
	name := func(text string) string { return "visual questions" + text }
	const uneven = ": templates whose most frequent answer exceeds the next by more than one question and 10 %"
	for _, c := range []struct {
		name   string
		change func(scenes [][]*QuestionRecord)
		want   []string
	}{
		{"nothing", func([][]*QuestionRecord) {}, nil},
		{"a question less", func(scenes [][]*QuestionRecord) { scenes[3] = scenes[3][1:] }, []string{"scenes with 20 visual questions"}},
		{"the same text", func(scenes [][]*QuestionRecord) {
			for _, q := range scenes[3] {
				q.Question = "Is there a thing?"
			}
		}, []string{name(" with different texts")}},
		{"long programs", func(scenes [][]*QuestionRecord) {
			for _, list := range scenes {
				for _, q := range list {
					q.Program = append(make([]QuestionNode, 10), q.Program...)
					for i := range q.Program {
						q.Program[i].Inputs = nil
					}
				}
			}
		}, []string{name(": calls of a program, mean")}},
		{"what is asked for is said", func(scenes [][]*QuestionRecord) {
			scenes[0][0].Program = []QuestionNode{
				{Function: "scene"}, {Function: "filter_color", Inputs: []int{0}}, {Function: "filter_name", Inputs: []int{1}},
				{Function: "unique", Inputs: []int{2}}, {Function: "query_color", Inputs: []int{3}},
			}
		}, []string{name(" that say what they ask for")}},
		{"all yes", func(scenes [][]*QuestionRecord) {
			for _, list := range scenes {
				for _, q := range list {
					if q.Answer == "no" {
						q.Answer = "yes"
					}
				}
			}
		}, []string{
			name(uneven), name(" for existence and comparisons that are answered with yes"),
			name(" of type exist with the most frequent answer"), name(" of type compare number with the most frequent answer"),
			name(" of type compare attribute with the most frequent answer"),
		}},
		{"one file alone", func(scenes [][]*QuestionRecord) {
			for _, list := range scenes {
				for _, q := range list {
					q.TemplateFilename = "comparison.json"
				}
			}
		}, []string{
			name(" of comparison"), name(" of same_relate"), name(" of single_or"),
			name(" that say what they ask for"), // one template does as published, but not one of this file
		}},
	} {
		tally := askedList(a.kinds[visual])
		scenes := read(visual)
		if c.change != nil {
			c.change(scenes)
		}
		for i, q := range scenes {
			tally.Add(askedScene{i, q})
		}
		if got := outOf(rowsOf(t, tally)); !slices.Equal(got, append([]string{}, c.want...)) {
			t.Errorf("%s: fails %q, want %q", c.name, got, c.want)
		}
	}
	tally := askedList(a.kinds[textual])
	for i, q := range read(textual) {
		tally.Add(askedScene{index: i, questions: q})
	}
	if got := outOf(rowsOf(t, tally)); len(got) > 0 {
		t.Errorf("textual: fails %q, want nothing", got)
	}
}

// plainPeriod is a period in which each family of some is asked so often about each scene, with answers in turn.
func plainPeriod(tally figure.List[askedScene], templates []*template, number, scenes int, often func(family int) int) {
	asked := map[int]int{}
	for i := range scenes {
		var list []*QuestionRecord
		for family := range templates {
			if n := often(family); n > 0 && i%n == 0 {
				list = append(list, &QuestionRecord{
					QuestionFamilyIndex: family, Answer: fmt.Sprint(asked[family] % 2), Question: fmt.Sprint(number, i, family),
					TemplateFilename: templates[family].File, Program: []QuestionNode{{Function: "exist"}},
				})
				asked[family]++
			}
		}
		tally.Add(askedScene{index: number*period + i, questions: list})
	}
}

func TestTemplatesOfAPeriod(t *testing.T) {
	const used, even = "visual questions: templates used in a period", "visual questions: templates used about equally often in a period"
	kind := askedKind{visual, grammarOf(t, visual), 20}
	figureOf := func(list []gen.Figure, begin string) *gen.Figure {
		i := slices.IndexFunc(list, func(f gen.Figure) bool { return strings.HasPrefix(f.Name, begin) })
		if i < 0 {
			return nil
		}
		return &list[i]
	}
	for _, c := range []struct {
		name           string
		scenes         int
		often          func(family int) int
		isUsed, isEven bool
	}{
		{"all equally", period, func(int) int { return 5 }, true, true},
		{"145 of them", period, func(f int) int { return map[bool]int{true: 5}[f < 145] }, true, true},
		{"144 of them", period, func(f int) int { return map[bool]int{true: 5}[f < 144] }, false, true},
		{"a quarter of them often", period, func(f int) int { return map[bool]int{true: 2, false: 10}[f%4 == 0] }, true, false},
	} {
		tally := askedList(kind)
		plainPeriod(tally, kind.grammar.Templates, 0, period, func(int) int { return 5 })
		plainPeriod(tally, kind.grammar.Templates, 1, c.scenes, c.often)
		rows := rowsOf(t, tally)
		if f := figureOf(rows, used); f == nil || f.Pass != c.isUsed {
			t.Errorf("%s: %+v, want pass %v", c.name, f, c.isUsed)
		}
		if f := figureOf(rows, even); f == nil || f.Pass != c.isEven {
			t.Errorf("%s: %+v, want pass %v", c.name, f, c.isEven)
		}
	}
	tally := askedList(kind)
	plainPeriod(tally, kind.grammar.Templates, 0, period-1, func(int) int { return 5 })
	if f := figureOf(rowsOf(t, tally), used); f != nil {
		t.Errorf("a period that is not whole: %+v, want no figure", f)
	}
}

func TestTemplateTypesAreThoseOfTheirFiles(t *testing.T) {
	for kind, want := range map[kind][5]int{visual: {30, 18, 8, 28, 74}, textual: {43, 21, 36, 21, 74}} {
		var got [5]int
		for _, of := range grammarOf(t, kind).Templates {
			got[slices.Index(questionTypes, templateType(of))]++
		}
		if got != want {
			t.Errorf("%s: %v templates of %q, want %v", kind, got, questionTypes, want)
		}
	}
}

// What two splits share counts once, as a share of the larger one.
func TestOverlap(t *testing.T) {
	s := setOf(t, func(c *Config) { c.Textual = 0 })
	root := t.TempDir()
	for split, n := range map[string]int{"train": 4, "val": 3} {
		if _, err := loop.Run(t.Context(), s, gen.Job{Root: root, Seed: 4, Split: split}, n, loop.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	job := gen.Job{Root: root, Seed: 4, Split: "val"}
	tally := newAskedFigures(askedKind{kind: visual})
	for i := range 4 {
		asked, err := readQuestions(root, visual.file("train", i))
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range asked[:5] {
			tally.questions++
			tally.texts.Add(q.Question)
		}
	}
	questions := 80 // of the larger split
	got, err := tally.overlaps(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	want := gen.Figure{
		Name: "visual questions that are in train, too", Target: fmt.Sprintf("at most %.2f %%", 1.5+figure.Chance(1.5, questions)),
		Value: fmt.Sprintf("%.2f %% of %d", 2000/float64(questions), questions),
	}
	if len(got) != 1 || got[0] != want.ByChance() {
		t.Errorf("got %+v, want %+v", got, want)
	}
	// Whole figures of a small dataset, which has nothing but its size against it.
	job.Count = 3
	figures, err := s.Figures(t.Context(), job, &gen.Counts{})
	if err != nil {
		t.Fatal(err)
	}
	if out := outOf(figures); len(out) > 0 || len(figures) < 30 {
		t.Errorf("of %d figures these fail: %q", len(figures), out)
	}
}

func TestMostBeside(t *testing.T) {
	for second, want := range map[int]int{0: 1, 1: 2, 9: 10, 10: 11, 19: 20, 20: 22, 25: 27, 100: 110} {
		if got := mostBeside(second); got != want {
			t.Errorf("beside %d: %d, want %d", second, got, want)
		}
	}
}

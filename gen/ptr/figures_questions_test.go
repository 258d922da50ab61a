package ptr

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/judge"
)

// questionSet makes records and asks about them.
func questionSet(t *testing.T, templates string, n int) (*Set, gen.Job, []gen.Item) {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Physical = 0.1 // they take longer
	s, err := New(cfg, nil, templates)
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 4, Split: "train", Count: n}
	return s, job, askedItems(t, s, job, n)
}

// figuresOf are those of questions, by name.
func figuresOf(t *testing.T, s *Set, job gen.Job, items []gen.Item) map[string]gen.Figure {
	t.Helper()
	list := newAskedFigures(s).list(context.Background(), job)
	for _, item := range items {
		asked, err := s.askedAbout(job, item.Index)
		if err != nil {
			t.Fatal(err)
		}
		list.Add(asked)
	}
	figures, err := list.Rows()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]gen.Figure{}
	for _, f := range figures {
		out[f.Name] = f
	}
	return out
}

// TestQuestionFigures measures what is asked about a few scenes, then spoils some of it.
func TestQuestionFigures(t *testing.T) {
	s, job, items := questionSet(t, "", 60)
	good := figuresOf(t, s, job, items)
	for name, f := range good {
		if !f.Pass {
			t.Errorf("%s: got %s, want %s", name, f.Value, f.Target)
		}
	}
	for _, name := range []string{"uniform guesses, concept query-part", "most frequent answers, all", "words alone, relation spatial"} {
		if _, ok := good[name]; !ok {
			t.Errorf("no figure %q", name)
		}
	}

	complete := 0
	for index := range items {
		if len(questionsOf(t, job, index)) == 10 {
			complete++
		}
	}
	putQuestions(t, job, 0, questionsOf(t, job, 0)[1:])
	bad := figuresOf(t, s, job, items)
	for n, f := range map[int]gen.Figure{complete: good["scenes with 10 questions"], complete - 1: bad["scenes with 10 questions"]} {
		if want := fmt.Sprintf("%.1f %% of 60", 100*float64(n)/60); f.Value != want {
			t.Errorf("scenes with all questions, with and without one of them: got %s, want %s", f.Value, want)
		}
	}
}

// TestQuestionFiguresOfOtherTemplates: what is published is about the built-in templates.
func TestQuestionFiguresOfOtherTemplates(t *testing.T) {
	folder := t.TempDir()
	family := `[{
		"labels": {"type1": "concept", "type2": "guess"},
		"program": ["filter_object_exist(scene, <S>, <P>, <CT>, <CL>)"],
		"text": ["could there be a <G> somewhere?"]
	}]`
	if err := os.WriteFile(filepath.Join(folder, "own.json"), []byte(family), 0o666); err != nil {
		t.Fatal(err)
	}
	s, job, items := questionSet(t, folder, 12)
	figures := figuresOf(t, s, job, items)
	for name, f := range figures {
		if strings.HasPrefix(name, "uniform guesses") || strings.HasPrefix(name, "most frequent") || strings.Contains(name, "even families") {
			t.Errorf("%s is measured, but the templates are others", name)
		}
		if !f.Pass {
			t.Errorf("%s: got %s, want %s", name, f.Value, f.Target)
		}
	}
	all, err := s.Figures(context.Background(), job, &gen.Counts{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all[len(all)-len(figures):] {
		if f != figures[f.Name] {
			t.Errorf("among all figures: %+v, want %+v", f, figures[f.Name])
		}
	}
	tables, err := s.Tables(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	rows := tables[0].Rows
	if last := rows[len(rows)-1]; last[0] != "concept guess" || rows[0][0] != kinds[0] {
		t.Errorf("rows are %q, want those of the published table first and the other one behind", rows)
	}
	for _, row := range rows {
		if len(row) != len(tables[0].Head) {
			t.Errorf("row %q has other columns than %q", row, tables[0].Head)
		}
	}
	if last := rows[len(rows)-1]; last[2] != "50.0" {
		t.Errorf("uniform guesses of yes or no: %s %%, want 50.0", last[2])
	}
}

// TestFiguresWithoutQuestions: scenes that nobody asked about have no figures of questions, and no tables.
func TestFiguresWithoutQuestions(t *testing.T) {
	s := smallSet(t, nil)
	job := gen.Job{Root: t.TempDir(), Seed: 4, Split: "train", Count: 2}
	makeItems(t, s, job, job.Count)
	figures, err := s.Figures(context.Background(), job, &gen.Counts{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures {
		if strings.Contains(f.Name, "question") {
			t.Errorf("figure %+v without questions", f)
		}
	}
	if tables, err := s.Tables(context.Background(), job); err != nil || tables != nil {
		t.Errorf("tables %v, %v; want none", tables, err)
	}
}

func TestBalancingFigures(t *testing.T) {
	const family = "zero_hop.json:0"
	for _, c := range []struct {
		name          string
		answer        ask.Type
		counts        []int
		first, median bool // pass
	}{
		{"even", ask.TypeInteger, []int{8, 8, 8, 8, 8, 8, 8, 8, 8, 8}, true, true},
		{"one more than 1.1 times the second", ask.TypeBool, []int{12, 10}, true, true},
		{"two more", ask.TypeBool, []int{13, 10}, false, true},
		{"capped at 8", ask.TypeInteger, []int{8, 8}, true, true},
		{"above 8 while most answers are missing", ask.TypeInteger, []int{9, 9}, true, false},
		// The upper of two medians is 6: up to 10 are fine.
		{"1.5 times the upper median and 1", ask.TypeInteger, []int{10, 10, 6, 6, 6, 5, 5, 5, 5, 5}, true, true},
		{"more than that", ask.TypeInteger, []int{11, 11, 6, 6, 6, 5, 5, 5, 5, 5}, true, false},
	} {
		counts := newAskedFigures(nil)
		counts.families[family] = familyKind{"concept count-object", c.answer}
		for i, n := range c.counts {
			for range n {
				counts.block(3).Add(family, fmt.Sprint(i))
			}
		}
		counts.block(4).Add(family, "1")
		figures := counts.balancing(builtin(t).Library)
		if len(figures) != 2 || figures[0].Pass != c.first || figures[1].Pass != c.median {
			t.Errorf("%s: %+v, want %v and %v", c.name, figures, c.first, c.median)
		}
	}
}

// evenTallies has n questions of each of the even families, half of them with the answer yes, half with no.
func evenTallies(n int) *askedFigures {
	t := newAskedFigures(nil)
	for file, families := range evenFamilies {
		for _, i := range families {
			family := fmt.Sprintf("%s.json:%d", file, i)
			t.block(0)[family] = map[string]int{"yes": n - n/2, "no": n / 2}
			t.questions += n
		}
	}
	return t
}

func TestSchedulingFigures(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*askedFigures)
		want   [3]bool // pass
	}{
		{"even", func(*askedFigures) {}, [3]bool{true, true, true}},
		{"15 % more", func(t *askedFigures) { t.block(0)["analogy.json:4"]["yes"] += 60 }, [3]bool{true, true, true}},
		{"above 15 % more", func(t *askedFigures) {
			t.block(1).Add("analogy.json:4", "yes")
			t.block(0)["analogy.json:4"]["yes"] += 60
		}, [3]bool{false, true, true}},
		{"a family is missing", func(t *askedFigures) { delete(t.block(0), "same_relate.json:3") }, [3]bool{false, true, true}},
		{"one_hop:1", func(t *askedFigures) { t.block(0).Add("one_hop.json:1", "yes") }, [3]bool{true, true, false}},
		{"nothing in a relation", func(t *askedFigures) { t.block(0).Add("one_hop.json:0", "0") }, [3]bool{true, false, true}},
	} {
		tallies := evenTallies(400)
		c.change(tallies)
		var got [3]bool
		figures := tallies.scheduling(false)
		for i, f := range figures {
			got[i] = f.Pass
		}
		if got != c.want {
			t.Errorf("%s: %+v, want %v", c.name, figures, c.want)
		}
	}
	tallies := evenTallies(400)
	tallies.block(0).Add("one_hop.json:1", "no")
	if figures := tallies.scheduling(true); len(figures) != 2 {
		t.Errorf("with one_hop:1 on request: %+v, want nothing about it", figures)
	}
}

func TestGuessingFigures(t *testing.T) {
	grammar := builtin(t)
	tallies := evenTallies(400)
	find := func(name string) gen.Figure {
		for _, f := range tallies.guessing(grammar) {
			if f.Name == name {
				return f
			}
		}
		t.Fatalf("no figure %q", name)
		return gen.Figure{}
	}
	for _, c := range []struct {
		name, target, value string
		pass                bool
	}{
		{"uniform guesses, concept exist-object", "50.0 to 50.0 %", "50.00 % of 400", true},
		{"uniform guesses, concept query-part", "8.6 to 9.2 %", "8.88 % of 800", true},           // (1/8 + 1/19) / 2
		{"uniform guesses, relation same-attribute", "33.0 to 38.0 %", "50.00 % of 2400", false}, // only those that ask yes or no
		{"most frequent answers, concept query-part", "10.0 to 14.0 %", "50.00 % of 800", false},
		{"most frequent answers, concept exist-object", "50.0 to 54.0 %", "50.00 % of 400", true},
	} {
		if got, want := find(c.name), (gen.Figure{Name: c.name, Target: c.target, Value: c.value, Pass: c.pass}.ByChance()); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}

	// Of few questions chance may do more, except where it can do nothing.
	tallies.questions = publishedQuestions - 1
	for name, want := range map[string]string{
		"most frequent answers, concept query-part": "5.4 to 18.6 %", // 4 sqrt(0.12 0.88 / 800)
		"uniform guesses, concept query-part":       "8.1 to 9.7 %",  // 4 (1/8 - 1/19) / 2 / sqrt(800)
		"uniform guesses, concept exist-object":     "50.0 to 50.0 %",
	} {
		if got := find(name).Target; got != want {
			t.Errorf("%s: target is %s, want %s", name, got, want)
		}
	}
}

// TestSampledPictures: pictures are spread evenly and counted, so that folds are even whatever their distance is.
func TestSampledPictures(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Questions = 1000 // the most; so 60 pictures are enough
	s, err := New(cfg, boxSource{500}, "")
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Split: "train", Count: 200}
	for i := range job.Count {
		if err := os.MkdirAll(filepath.Join(job.Root, "train/questions"), 0o777); err != nil {
			t.Fatal(err)
		}
		putQuestions(t, job, i, []numbered[Node]{{0, Question[Node]{ImageIndex: i, Question: "is it?", Answer: true, Program: []Node{{Type: "exist"}}, TemplateFilename: "a.json", Type1: "x", Type2: "y"}}})
	}
	questions, err := judge.Spread(t.Context(), job.Count, cfg.Questions, s.told(job))
	if err != nil {
		t.Fatal(err)
	}
	want := judge.Told{Text: "is it?", Family: "a.json:0", Kind: "x y", Answer: "yes", Choices: 2}
	if len(questions) != 60 {
		t.Fatalf("%d questions, want 60", len(questions))
	}
	for i, q := range questions {
		if want.Picture = i; q != want {
			t.Errorf("question %d is %+v, want %+v", i, q, want)
		}
	}
	if rows := judge.Probe(questions); rows[0].Words != 100 {
		t.Errorf("the only answer is found in %g %%, want 100: folds lack questions to learn from", rows[0].Words)
	}
}

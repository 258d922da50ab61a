package qlevr

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/figure"
	"mereo/gen/judge"
)

// countedQuestion is a question about a scene.
type countedQuestion struct {
	*QuestionRecord
	groups  []judge.Group // as in scores
	numbers string        // of the last node; empty for none
}

// askedFigures are those of questions that are made from templates, perImage about each image.
type askedFigures struct {
	templates templateTable
	labels    LabelTable
	perImage  int

	questions int
	room      figure.Room // none where there are as many questions as tolerances are published for
	// What blocks show, in which answers are balanced: how many there are, their templates and templates with numbers, those of them whose
	// answers are uneven, and the templates that were used once.
	blocks                  int
	balanced, balancedWith  [2]int // those that are uneven, and all
	once                    int
	apart, fewest, mostUsed int                     // the largest difference between families of a block, and how often these were asked
	trained, held           map[string]AnswerRecord // in even blocks by family, in odd ones by template
}

// publishedQuestions is how many the tolerances of shares are meant for.
const publishedQuestions = 10_000

func newAskedFigures(templates []Template, perImage int) *askedFigures {
	t := &askedFigures{
		templates: newTemplateTable(templates), labels: labelsOf(templates), perImage: perImage, apart: -1,
		trained: map[string]AnswerRecord{}, held: map[string]AnswerRecord{},
	}
	t.room = figure.Below(publishedQuestions, &t.questions)
	return t
}

// of are the questions about an image. Errors name the question by its place among them.
func (t *askedFigures) of(asked []QuestionRecord) (out []*countedQuestion, err error) {
	for i := range asked {
		q := &asked[i]
		template, err := t.templates.of(q)
		var numbers string
		if err == nil {
			numbers, err = q.numbersKey(template)
		}
		if err != nil {
			return nil, fmt.Errorf("qlevr: question %d of picture %d: %w", i, q.ImageIndex, err)
		}
		out = append(out, &countedQuestion{q, groupsOf(q, t.labels[q.Template.String()]), numbers})
	}
	return out, nil
}

// questionBlock are the answers of a block.
type questionBlock struct{ *BalanceRecord }

func (b *questionBlock) add(q *countedQuestion) {
	if b.BalanceRecord == nil {
		b.BalanceRecord = newBalanceRecord()
	}
	b.count(q.QuestionRecord, q.numbers)
}

// endBlock counts what is known of a block when it is over. Even ones train who guesses, odd ones are held out.
func (t *askedFigures) endBlock(number int, b *questionBlock) {
	t.blocks++
	uneven := func(c AnswerRecord, balanced *[2]int) {
		if balanced[1]++; c.True-c.False > 1 || c.False-c.True > 1 {
			balanced[0]++
		}
	}
	for _, answers := range b.Numerical {
		for _, c := range answers {
			uneven(c, &t.balancedWith)
		}
	}
	families := map[string]int{}
	for _, template := range t.templates {
		families[template.name().FamilyKey()] = 0
	}
	for name, c := range b.Templates {
		uneven(c, &t.balanced)
		family := t.templates[name].name().FamilyKey()
		if families[family] += c.Total; c.Total == 1 {
			t.once++
		}
		if number%2 == 0 {
			t.trained[family] = t.trained[family].plus(c)
		} else {
			t.held[name] = t.held[name].plus(c)
		}
	}
	used := slices.Sorted(maps.Values(families))
	if low, high := used[0], used[len(used)-1]; high-low > t.apart {
		t.apart, t.fewest, t.mostUsed = high-low, low, high
	}
}

// plus are the answers of both.
func (c AnswerRecord) plus(more AnswerRecord) AnswerRecord {
	return AnswerRecord{c.True + more.True, c.False + more.False, c.Total + more.Total}
}

// familiesApart is how much more often the most used family of a block may be asked than the least used one.
const familiesApart = 3

// list is the table, over the questions of each image; empty when nothing was asked. Shares may miss their target by the published
// tolerance; of fewer questions than that is meant for, by four standard deviations more.
func (t *askedFigures) list() figure.List[[]*countedQuestion] {
	known := func(name string, balanced *[2]int) figure.Figure[*countedQuestion] {
		return figure.Known[*countedQuestion](name, figure.None, func() (n, of int) { return balanced[0], balanced[1] })
	}
	questions := figure.List[*countedQuestion]{
		figure.Sum(&t.questions, func(*countedQuestion) int { return 1 }),
		figure.PerBlock(func(q *countedQuestion) int { return q.ImageIndex / gen.BlockSize },
			func(q *countedQuestion, b *questionBlock) { b.add(q) }, t.endBlock),
		figure.Of("answers that are yes", t.shareOfYes, figure.Is(func(q *countedQuestion) bool { return q.Answer })),
		known("templates and blocks with more than one yes or no too many", &t.balanced),
		known("templates with numbers and blocks with more than one yes or no too many", &t.balancedWith),
		figure.Counted[*countedQuestion](nil, func() []gen.Figure {
			return []gen.Figure{figure.Row("questions of the most used family of a block",
				fmt.Sprintf("at most %d more than of the least used", familiesApart), t.apart <= familiesApart, "%d to %d", t.fewest, t.mostUsed)}
		}),
		t.shares(),
		figure.Counted[*countedQuestion](nil, t.guessing),
	}
	return figure.List[[]*countedQuestion]{
		figure.If(&t.questions, figure.List[[]*countedQuestion]{
			figure.Of(fmt.Sprintf("images with %d questions", t.perImage), func(name string, full, images int) gen.Figure {
				return figure.Row(name, fmt.Sprintf("all %d", images), full == images, "%d", full)
			}, figure.Is(func(asked []*countedQuestion) bool { return len(asked) == t.perImage })),
			figure.Each(slices.Clone[[]*countedQuestion], append(questions, t.wording()...)),
		}),
	}
}

// shareOfYes wants half, off by chance and because a template's first answer is not balanced: by half of the questions of templates that
// were used once, unless there are as many as tolerances are published for.
func (t *askedFigures) shareOfYes(name string, yes, of int) gen.Figure {
	off := 1.0
	if t.questions < publishedQuestions {
		off += 50 * float64(t.once) / float64(t.questions)
	}
	return figure.Share(50, off, t.room)(name, yes, of)
}

// shares are those of files, of numbers of quantifiers and of labels. There are none until every family had two turns: which
// come first in a turn is not left to chance alone, so that shares are off in the middle of the first ones.
func (t *askedFigures) shares() figure.Figure[*countedQuestion] {
	groups := map[judge.Group]int{}
	return figure.Counted(func(q *countedQuestion) {
		for _, g := range q.groups {
			groups[g]++
		}
	}, func() (out []gen.Figure) {
		if t.questions < 2*maxQuestions {
			return nil
		}
		share := func(name string, percent, off float64, group, of string) {
			out = append(out, figure.Share(percent, off, t.room)("questions "+name+of, groups[judge.Group{Group: group, Name: of}], t.questions))
		}
		for _, f := range planeTemplateFiles {
			share("of ", 100.0/11, 1, groupPlanes, f)
		}
		for i, want := range []float64{19.7, 37.1, 34.4, 8.9} {
			share("with quantifiers: ", want, 1.5, groupQuantifiers, fmt.Sprint(i+1))
		}
		for _, s := range labelShares {
			for _, name := range s.names {
				share("with ", s.percent, 1.5, s.group, name)
			}
		}
		return out
	})
}

// labelShares are the published shares of quantifiers and types, in percent of all questions.
var labelShares = []struct {
	group   string
	percent float64
	names   []string
}{
	{groupQuantifier, 31.8, []string{"each"}},
	{groupQuantifier, 18.0, []string{"at_least_number", "most"}},
	{groupQuantifier, 16.5, []string{"between", "exactly_number"}},
	{groupQuantifier, 13.6, []string{"at_most_number"}},
	{groupQuantifier, 12.1, []string{"no"}},
	{groupQuantifier, 9.1, []string{"not_between", "not_exactly_number", "total"}},
	{groupQuantifier, 8.2, []string{"some"}},
	{groupQuantifier, 6.6, []string{"all", "more_than_fractions", "some_but_not_all"}},
	{groupQuantifier, 4.9, []string{
		"all_but_at_most", "all_but_at_least", "more_than_number", "fewer_than_fractions", "at_least_fractions",
	}},
	{groupQuantifier, 3.3, []string{"not_all", "fewer_than_number", "at_most_fractions", "more_A_than_B", "fewer_A_than_B", "equal_A_and_B"}},
	{groupQuantifier, 1.6, []string{"no_except", "every_except"}},
	{groupType, 32.8, []string{"existence1"}},
	{groupType, 29.5, []string{"existence2"}},
	{groupType, 3.7, []string{"compare_attr_size", "compare_attr_color", "compare_attr_material", "compare_attr_shape"}},
	{groupType, 13.1, []string{"compare_size"}},
	{groupType, 9.8, []string{"compare_integer"}},
	{groupType, 34.4, []string{"spatial_relationship"}},
}

const (
	labelQuestions = 500 // that a label must have for guessing to be told from chance
	guessingApart  = 1.5 // percent that the more frequent answer may be off 50
)

// guessing is how far answers can be guessed from the family. With one block there is nothing to hold out, since inside a block answers are
// balanced.
func (t *askedFigures) guessing() (out []gen.Figure) {
	if t.blocks < 2 {
		return nil
	}
	right, count := map[string]int{}, map[string]int{}
	for name, c := range t.held {
		guessed := c.False
		if of := t.trained[t.templates[name].name().FamilyKey()]; of.True > of.False {
			guessed = c.True
		}
		for _, label := range t.labels[name].Quantifiers {
			right[label] += guessed
			count[label] += c.Total
		}
	}
	for _, label := range QuantifierLabels {
		if count[label] >= labelQuestions {
			out = append(out, figure.Share(50, guessingApart, t.room)("guessed from the family, "+label, right[label], count[label]))
		}
	}
	return out
}

// wording holds texts against what they should be.
func (t *askedFigures) wording() figure.List[*countedQuestion] {
	texts := judge.Texts{}
	words := func(q *countedQuestion) []float64 { return figure.One(len(strings.Fields(q.Question))) }
	return figure.List[*countedQuestion]{
		figure.Counted(func(q *countedQuestion) { texts.Add(q.Question) }, func() []gen.Figure {
			return []gen.Figure{figure.Least(99.9, "%.2f", "%.2f", t.room)("questions whose text is the only one of its kind", len(texts), t.questions)}
		}),
		figure.Seen(words, func(words *figure.Values) gen.Figure {
			room := 0.0
			if t.questions < publishedQuestions {
				room = 4 * math.Sqrt(words.Variance()/float64(words.N))
			}
			return figure.Within("mean number of words", 28-room, 33+room, "%.1f", "%.1[1]f")(words)
		}),
		figure.Seen(words, figure.Span("numbers of words", "8 to 60", "%.0f", 8, 60)),
	}
}

// overlapFigures hold what splits share against what they may: 0.15 % of the later one's questions.
func overlapFigures(overlaps []judge.Overlap) (out []gen.Figure) {
	for _, o := range overlaps {
		most := figure.Most(0.15, 2, figure.Below(publishedQuestions, &o.Questions))
		for _, s := range o.Shared {
			out = append(out, most(fmt.Sprintf("questions of %s that are in %s", o.Split, s.With), s.Questions, o.Questions))
		}
	}
	return out
}

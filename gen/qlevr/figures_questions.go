package qlevr

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/figure"
	"mereo/gen/judge"
)

// ranQuestion is a question about a scene, and what running it a second time gives.
type ranQuestion struct {
	*QuestionRecord
	groups   []judge.Group // as in scores
	numbers  []ask.Value   // of the last node
	repeated bool          // one of its family was asked about the image before
	wrong    bool          // the program gives another answer
	undrawn  bool          // a number is never drawn
	outputs  bool          // a node gives another output
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
	apart, fewest, mostUsed int         // the largest difference between families of a block, and how often these were asked
	trained, held           answerTable // in even blocks by family, in odd ones by template
}

// publishedQuestions is how many the tolerances of shares are meant for.
const publishedQuestions = 10_000

func newAskedFigures(templates []Template, perImage int) *askedFigures {
	t := &askedFigures{templates: newTemplateTable(templates), labels: labelsOf(templates), perImage: perImage, apart: -1}
	t.room = figure.Below(publishedQuestions, &t.questions)
	return t
}

// run runs the questions about an image. Errors name the question by its place among them.
func (t *askedFigures) run(s *Scene, asked []QuestionRecord) (out []*ranQuestion, err error) {
	if err := secondSceneFault(s); err != nil {
		return nil, fmt.Errorf("qlevr: scene %d: %w", s.ImageIndex, err)
	}
	seen := map[string]bool{}
	for i := range asked {
		q := &asked[i]
		r, err := t.templates.run(s, q)
		if err != nil {
			return nil, fmt.Errorf("qlevr: scene %d: question %d: %w", s.ImageIndex, i, err)
		}
		family := q.Template.FamilyKey()
		x := &ranQuestion{QuestionRecord: q, groups: groupsOf(q, t.labels[q.Template.String()]), numbers: r.numbers, repeated: seen[family]}
		seen[family] = true
		if x.wrong = r.rejected >= 0 || r.answer != q.Answer; !x.wrong {
			x.undrawn = r.numbersFault(s) >= 0
			for i, n := range q.Program {
				x.outputs = x.outputs || !n.Output.same(r.outputs[i])
			}
		}
		out = append(out, x)
	}
	return out, nil
}

// answerTable are answers, no and yes, by a key.
type answerTable map[string]*[2]int

func (a *answerTable) add(key string, no, yes int) {
	if *a == nil {
		*a = answerTable{}
	}
	if (*a)[key] == nil {
		(*a)[key] = &[2]int{}
	}
	(*a)[key][0] += no
	(*a)[key][1] += yes
}

// questionBlock are the answers of a block by the template's name, and by the name and the numbers of the last node.
type questionBlock struct{ templates, numbers answerTable }

func (t *askedFigures) count(q *ranQuestion, b *questionBlock) {
	no, yes := 1, 0
	if q.Answer {
		no, yes = 0, 1
	}
	name := q.Template.String()
	b.templates.add(name, no, yes)
	if len(q.numbers) > 0 {
		b.numbers.add(name+" "+numbersKey(q.numbers), no, yes)
	}
}

// endBlock counts what is known of a block when it is over. Even ones train who guesses, odd ones are held out.
func (t *askedFigures) endBlock(number int, b *questionBlock) {
	t.blocks++
	for _, of := range []struct {
		answers  answerTable
		balanced *[2]int
	}{{b.templates, &t.balanced}, {b.numbers, &t.balancedWith}} {
		for _, c := range of.answers {
			if of.balanced[1]++; c[0]-c[1] > 1 || c[1]-c[0] > 1 {
				of.balanced[0]++
			}
		}
	}
	families := map[string]int{}
	for _, template := range t.templates {
		families[template.name().FamilyKey()] = 0
	}
	for name, c := range b.templates {
		family := t.templates[name].name().FamilyKey()
		if families[family] += c[0] + c[1]; c[0]+c[1] == 1 {
			t.once++
		}
		if number%2 == 0 {
			t.trained.add(family, c[0], c[1])
		} else {
			t.held.add(name, c[0], c[1])
		}
	}
	used := slices.Sorted(maps.Values(families))
	if low, high := used[0], used[len(used)-1]; high-low > t.apart {
		t.apart, t.fewest, t.mostUsed = high-low, low, high
	}
}

// numbersKey is the key of numbers in tables: each with a comma behind it.
func numbersKey(numbers []ask.Value) string {
	var b strings.Builder
	for _, n := range numbers {
		if f, ok := n.(secondFraction); ok {
			fmt.Fprintf(&b, "%d/%d,", f.over, f.under)
		} else {
			fmt.Fprintf(&b, "%d,", n)
		}
	}
	return b.String()
}

// same tells whether two outputs have the same ids, in whatever order.
func (o NodeOutput) same(other NodeOutput) bool {
	sorted := func(ids []int) []int { return slices.Sorted(slices.Values(ids)) }
	return o.Form == other.Form && o.Value == other.Value && slices.Equal(sorted(o.First), sorted(other.First)) &&
		slices.Equal(sorted(o.Second), sorted(other.Second))
}

// familiesApart is how much more often the most used family of a block may be asked than the least used one.
const familiesApart = 3

// list is the table, over the questions of each image; empty when nothing was asked. Shares may miss their target by the published
// tolerance; of fewer questions than that is meant for, by four standard deviations more.
func (t *askedFigures) list() figure.List[[]*ranQuestion] {
	none := func(name string, is func(q *ranQuestion) bool) figure.Figure[*ranQuestion] {
		return figure.Of(name, figure.None, figure.Is(is))
	}
	known := func(name string, balanced *[2]int) figure.Figure[*ranQuestion] {
		return figure.Known[*ranQuestion](name, figure.None, func() (n, of int) { return balanced[0], balanced[1] })
	}
	questions := figure.List[*ranQuestion]{
		figure.Sum(&t.questions, func(*ranQuestion) int { return 1 }),
		figure.PerBlock(func(q *ranQuestion) int { return q.ImageIndex / gen.BlockSize }, t.count, t.endBlock),
		none("questions that repeat a family of their image", func(q *ranQuestion) bool { return q.repeated }),
		figure.Of("answers that are yes", t.shareOfYes, figure.Is(func(q *ranQuestion) bool { return q.Answer })),
		known("templates and blocks with more than one yes or no too many", &t.balanced),
		known("templates with numbers and blocks with more than one yes or no too many", &t.balancedWith),
		figure.Counted[*ranQuestion](nil, func() []gen.Figure {
			return []gen.Figure{figure.Row("questions of the most used family of a block",
				fmt.Sprintf("at most %d more than of the least used", familiesApart), t.apart <= familiesApart, "%d to %d", t.fewest, t.mostUsed)}
		}),
		t.shares(),
		figure.Counted[*ranQuestion](nil, t.guessing),
	}
	return figure.List[[]*ranQuestion]{
		figure.If(&t.questions, figure.List[[]*ranQuestion]{
			figure.Of(fmt.Sprintf("images with %d questions", t.perImage), func(name string, full, images int) gen.Figure {
				return figure.Row(name, fmt.Sprintf("all %d", images), full == images, "%d", full)
			}, figure.Is(func(asked []*ranQuestion) bool { return len(asked) == t.perImage })),
			figure.Each(slices.Clone[[]*ranQuestion], append(questions, t.wording()...)),
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
func (t *askedFigures) shares() figure.Figure[*ranQuestion] {
	groups := map[judge.Group]int{}
	return figure.Counted(func(q *ranQuestion) {
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
		guess := 0
		if of := t.trained[t.templates[name].name().FamilyKey()]; of != nil && of[1] > of[0] {
			guess = 1
		}
		for _, label := range t.labels[name].Quantifiers {
			right[label] += c[guess]
			count[label] += c[0] + c[1]
		}
	}
	for _, label := range QuantifierLabels {
		if count[label] >= labelQuestions {
			out = append(out, figure.Share(50, guessingApart, t.room)("guessed from the family, "+label, right[label], count[label]))
		}
	}
	return out
}

// badFraction tells whether a fraction is not between 0 and 1, not in lowest terms, or of too many parts.
func badFraction(f secondFraction) bool {
	return f.over < 1 || f.over >= f.under || f.under > 62 || !f.lowest()
}

// wording holds texts, numbers and answers against what they should be.
func (t *askedFigures) wording() figure.List[*ranQuestion] {
	none := func(name string, is func(q *ranQuestion) bool) figure.Figure[*ranQuestion] {
		return figure.Of(name, figure.None, figure.Is(is))
	}
	texts := judge.Texts{}
	words := func(q *ranQuestion) []float64 { return figure.One(len(strings.Fields(q.Question))) }
	return figure.List[*ranQuestion]{
		figure.Counted(func(q *ranQuestion) { texts.Add(q.Question) }, func() []gen.Figure {
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
		figure.Of("fractions not between 0 and 1, not in lowest terms, or of more than 62 parts", figure.None, func(q *ranQuestion) (n, of int) {
			for _, number := range q.numbers {
				if f, ok := number.(secondFraction); ok {
					if of++; badFraction(f) {
						n++
					}
				}
			}
			return n, of
		}),
		none("questions with a number that gives the answer away", func(q *ranQuestion) bool { return q.undrawn }),
		none("questions whose program gives another answer", func(q *ranQuestion) bool { return q.wrong }),
		none("questions whose program gives other outputs", func(q *ranQuestion) bool { return q.outputs }),
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

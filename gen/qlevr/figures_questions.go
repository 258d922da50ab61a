package qlevr

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/judge"
)

// questionTallies adds up what the figures of questions are made of. All are integers, so the order of adding is free.
type questionTallies struct {
	templates templateTable
	labels    LabelTable
	perImage  int // questions that an image shall have

	images, full int // images, and those with as many questions as they shall have
	repeated     int // questions of a family that their image has had
	questions    int
	yes          int
	groups       map[[2]string]int // questions by group and name, as in scores
	words        int
	squares      int64 // of the numbers of words
	shortest     int   // words
	longest      int
	texts        judge.Texts
	fractions    int // fractions, and those that are not in lowest terms between 0 and 1 with a denominator up to 62
	badFractions int
	undrawn      int // questions with a number that is never drawn
	wrong        int // questions whose program gives another answer
	outputs      int // questions of the others with a node that gives another output
	blocks       map[int]*questionBlock
}

// questionBlock are the answers, no and yes, of the questions of a block, in which they are balanced.
type questionBlock struct {
	questions int
	templates map[string]*[2]int // by the template's name
	numbers   map[string]*[2]int // by the name and the numbers of the last node
}

// newQuestionTallies begins to count questions that are made from templates, perImage about each image.
func newQuestionTallies(templates []Template, perImage int) *questionTallies {
	return &questionTallies{
		templates: newTemplateTable(templates), labels: labelsOf(templates), perImage: perImage,
		groups: map[[2]string]int{}, texts: judge.Texts{}, shortest: math.MaxInt, blocks: map[int]*questionBlock{},
	}
}

func (t *questionTallies) block(n int) *questionBlock {
	if t.blocks[n] == nil {
		t.blocks[n] = &questionBlock{templates: map[string]*[2]int{}, numbers: map[string]*[2]int{}}
	}
	return t.blocks[n]
}

// countAnswers adds answers to those under a key.
func countAnswers(m map[string]*[2]int, key string, no, yes int) {
	if m[key] == nil {
		m[key] = &[2]int{}
	}
	m[key][0] += no
	m[key][1] += yes
}

func (t *questionTallies) merge(o *questionTallies) {
	t.images += o.images
	t.full += o.full
	t.repeated += o.repeated
	t.questions += o.questions
	t.yes += o.yes
	for key, n := range o.groups {
		t.groups[key] += n
	}
	t.words += o.words
	t.squares += o.squares
	t.shortest, t.longest = min(t.shortest, o.shortest), max(t.longest, o.longest)
	maps.Copy(t.texts, o.texts)
	t.fractions += o.fractions
	t.badFractions += o.badFractions
	t.undrawn += o.undrawn
	t.wrong += o.wrong
	t.outputs += o.outputs
	for n, from := range o.blocks {
		to := t.block(n)
		to.questions += from.questions
		for key, c := range from.templates {
			countAnswers(to.templates, key, c[0], c[1])
		}
		for key, c := range from.numbers {
			countAnswers(to.numbers, key, c[0], c[1])
		}
	}
}

// add adds what the questions about one image show. Errors name the question by its place among them.
func (t *questionTallies) add(s *Scene, asked []QuestionRecord) error {
	if err := secondSceneFault(s); err != nil {
		return fmt.Errorf("qlevr: scene %d: %w", s.ImageIndex, err)
	}
	t.images++
	if len(asked) == t.perImage {
		t.full++
	}
	seen := map[string]bool{}
	for i := range asked {
		family := asked[i].Template.FamilyKey()
		if seen[family] {
			t.repeated++
		}
		seen[family] = true
		if err := t.addQuestion(s, &asked[i]); err != nil {
			return fmt.Errorf("qlevr: scene %d: question %d: %w", s.ImageIndex, i, err)
		}
	}
	return nil
}

func (t *questionTallies) addQuestion(s *Scene, q *QuestionRecord) error {
	r, err := t.templates.run(s, q)
	if err != nil {
		return err
	}
	t.questions++
	no, yes := 1, 0
	if q.Answer {
		no, yes = 0, 1
	}
	t.yes += yes
	for _, g := range groupsOf(q, t.labels[q.Template.String()]) {
		t.groups[[2]string{g.Group, g.Name}]++
	}
	words := len(strings.Fields(q.Question))
	t.words += words
	t.squares += int64(words) * int64(words)
	t.shortest, t.longest = min(t.shortest, words), max(t.longest, words)
	t.texts.Add(q.Question)

	b := t.block(q.ImageIndex / gen.BlockSize)
	b.questions++
	countAnswers(b.templates, q.Template.String(), no, yes)
	if len(r.numbers) > 0 {
		countAnswers(b.numbers, q.Template.String()+" "+numbersKey(r.numbers), no, yes)
	}

	for _, n := range r.numbers {
		if f, ok := n.(secondFraction); ok {
			t.fractions++
			if f.over < 1 || f.over >= f.under || f.under > 62 || !f.lowest() {
				t.badFractions++
			}
		}
	}
	switch {
	case r.rejected >= 0 || r.answer != q.Answer:
		t.wrong++
		return nil
	case r.numbersFault(s) >= 0:
		t.undrawn++
	}
	for i, n := range q.Program {
		if !n.Output.same(r.outputs[i]) {
			t.outputs++
			break
		}
	}
	return nil
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

// publishedQuestions is how many the tolerances of shares are meant for.
const publishedQuestions = 10_000

// figures makes the table, empty when nothing was asked. Shares may miss their target by the published tolerance; of fewer
// questions than that is meant for, by four standard deviations more.
func (t *questionTallies) figures() []gen.Figure {
	if t.questions == 0 {
		return nil
	}
	out := []gen.Figure{
		{
			Name: fmt.Sprintf("images with %d questions", t.perImage), Target: fmt.Sprintf("all %d", t.images),
			Value: fmt.Sprint(t.full), Pass: t.full == t.images,
		},
		questionsNone("questions that repeat a family of their image", t.repeated, t.questions),
		t.share("answers that are yes", 50, 1+t.unbalanced(), t.yes),
	}
	out = append(out, t.balancing()...)
	out = append(out, t.scheduling())
	out = append(out, t.shares()...)
	out = append(out, t.guessing()...)
	return append(out, t.wording()...)
}

// shares are those of files, of numbers of quantifiers and of labels. There are none until every family had two turns: which
// come first in a turn is not left to chance alone, so that shares are off in the middle of the first ones.
func (t *questionTallies) shares() (out []gen.Figure) {
	if t.questions < 2*maxQuestions {
		return nil
	}
	for _, f := range planeTemplateFiles {
		out = append(out, t.share("questions of "+f, 100.0/11, 1, t.groups[[2]string{groupPlanes, f}]))
	}
	for i, want := range []float64{19.7, 37.1, 34.4, 8.9} {
		n := fmt.Sprint(i + 1)
		out = append(out, t.share("questions with quantifiers: "+n, want, 1.5, t.groups[[2]string{groupQuantifiers, n}]))
	}
	for _, s := range labelShares {
		out = append(out, t.share("questions with "+s.name, s.percent, 1.5, t.groups[[2]string{s.group, s.name}]))
	}
	return out
}

// labelShare is the share of questions with a label.
type labelShare struct {
	group, name string
	percent     float64 // of all questions
}

// labelShares are the published shares of quantifiers and types.
var labelShares = func() []labelShare {
	var out []labelShare
	add := func(group string, percent float64, names ...string) {
		for _, name := range names {
			out = append(out, labelShare{group, name, percent})
		}
	}
	add(groupQuantifier, 31.8, "each")
	add(groupQuantifier, 18.0, "at_least_number", "most")
	add(groupQuantifier, 16.5, "between", "exactly_number")
	add(groupQuantifier, 13.6, "at_most_number")
	add(groupQuantifier, 12.1, "no")
	add(groupQuantifier, 9.1, "not_between", "not_exactly_number", "total")
	add(groupQuantifier, 8.2, "some")
	add(groupQuantifier, 6.6, "all", "more_than_fractions", "some_but_not_all")
	add(groupQuantifier, 4.9, "all_but_at_most", "all_but_at_least", "more_than_number", "fewer_than_fractions",
		"at_least_fractions")
	add(groupQuantifier, 3.3, "not_all", "fewer_than_number", "at_most_fractions", "more_A_than_B", "fewer_A_than_B",
		"equal_A_and_B")
	add(groupQuantifier, 1.6, "no_except", "every_except")
	add(groupType, 32.8, "existence1")
	add(groupType, 29.5, "existence2")
	add(groupType, 3.7, "compare_attr_size", "compare_attr_color", "compare_attr_material", "compare_attr_shape")
	add(groupType, 13.1, "compare_size")
	add(groupType, 9.8, "compare_integer")
	add(groupType, 34.4, "spatial_relationship")
	return out
}()

// chance is how far a share of n, in percent, may be off by chance: nothing when there are as many questions as tolerances are
// published for.
func (t *questionTallies) chance(percent float64, n int) float64 {
	if t.questions >= publishedQuestions {
		return 0
	}
	p := percent / 100
	return 400 * math.Sqrt(p*(1-p)/float64(max(n, 1)))
}

// questionsNone is a figure that counts what must not be.
func questionsNone(name string, n, of int) gen.Figure {
	return gen.Figure{Name: name, Target: "0", Value: fmt.Sprintf("%d of %d", n, of), Pass: n == 0}
}

// unbalanced is how far the share of an answer, in percent, may be off because a template's first answer is not balanced: half
// of the questions of templates that were used once; nothing when there are as many as tolerances are published for.
func (t *questionTallies) unbalanced() float64 {
	if t.questions >= publishedQuestions {
		return 0
	}
	once := 0
	for _, b := range t.blocks {
		for _, c := range b.templates {
			if c[0]+c[1] == 1 {
				once++
			}
		}
	}
	return 50 * float64(once) / float64(t.questions)
}

// share is a figure of n of all questions.
func (t *questionTallies) share(name string, percent, tolerance float64, n int) gen.Figure {
	tolerance += t.chance(percent, t.questions)
	got := 100 * float64(n) / float64(t.questions)
	return gen.Figure{
		Name: name, Target: fmt.Sprintf("%.1f %% +- %.1f", percent, tolerance),
		Value: fmt.Sprintf("%.1f %% of %d", got, t.questions), Pass: math.Abs(got-percent) <= tolerance,
	}.ByChance()
}

// balancing is how even the answers of templates, and of templates with the same numbers, are in a block.
func (t *questionTallies) balancing() []gen.Figure {
	uneven := func(of func(b *questionBlock) map[string]*[2]int) (uneven, all int) {
		for _, b := range t.blocks {
			for _, c := range of(b) {
				all++
				if c[0]-c[1] > 1 || c[1]-c[0] > 1 {
					uneven++
				}
			}
		}
		return uneven, all
	}
	templates, allTemplates := uneven(func(b *questionBlock) map[string]*[2]int { return b.templates })
	numbers, allNumbers := uneven(func(b *questionBlock) map[string]*[2]int { return b.numbers })
	return []gen.Figure{
		questionsNone("templates and blocks with more than one yes or no too many", templates, allTemplates),
		questionsNone("templates with numbers and blocks with more than one yes or no too many", numbers, allNumbers),
	}
}

// families adds up the answers of blocks by family; those that were not asked are there, too.
func (t *questionTallies) families(keep func(block int) bool) map[string]*[2]int {
	out := map[string]*[2]int{}
	for _, template := range t.templates {
		countAnswers(out, template.name().FamilyKey(), 0, 0)
	}
	for n, b := range t.blocks {
		if !keep(n) {
			continue
		}
		for name, c := range b.templates {
			countAnswers(out, t.templates[name].name().FamilyKey(), c[0], c[1])
		}
	}
	return out
}

// familiesApart is how much more often the most used family of a block may be asked than the least used one.
const familiesApart = 3

// scheduling is how evenly families are asked.
func (t *questionTallies) scheduling() gen.Figure {
	apart, least, most := -1, 0, 0
	for _, n := range slices.Sorted(maps.Keys(t.blocks)) {
		low, high := math.MaxInt, 0
		for _, c := range t.families(func(block int) bool { return block == n }) {
			low, high = min(low, c[0]+c[1]), max(high, c[0]+c[1])
		}
		if high-low > apart {
			apart, least, most = high-low, low, high
		}
	}
	return gen.Figure{
		Name:   "questions of the most used family of a block",
		Target: fmt.Sprintf("at most %d more than of the least used", familiesApart),
		Value:  fmt.Sprintf("%d to %d", least, most), Pass: apart <= familiesApart,
	}
}

const (
	labelQuestions = 500 // that a label must have for guessing to be told from chance
	guessingApart  = 1.5 // percent that the more frequent answer may be off 50
)

// guessing is how far answers can be guessed from the family: even blocks train, odd ones are held out. With one block there is
// nothing to hold out, since inside a block answers are balanced.
func (t *questionTallies) guessing() []gen.Figure {
	if len(t.blocks) < 2 {
		return nil
	}
	trained := t.families(func(block int) bool { return block%2 == 0 })
	right, count := map[string]int{}, map[string]int{}
	for n, b := range t.blocks {
		if n%2 == 0 {
			continue
		}
		for name, c := range b.templates {
			guess := 0
			if of := trained[t.templates[name].name().FamilyKey()]; of != nil && of[1] > of[0] {
				guess = 1
			}
			for _, label := range t.labels[name].Quantifiers {
				right[label] += c[guess]
				count[label] += c[0] + c[1]
			}
		}
	}
	var out []gen.Figure
	for _, label := range QuantifierLabels {
		if count[label] < labelQuestions {
			continue
		}
		got := 100 * float64(right[label]) / float64(count[label])
		tolerance := guessingApart + t.chance(50, count[label])
		out = append(out, gen.Figure{
			Name: "guessed from the family, " + label, Target: fmt.Sprintf("50.0 %% +- %.1f", tolerance),
			Value: fmt.Sprintf("%.1f %% of %d", got, count[label]), Pass: math.Abs(got-50) <= tolerance,
		}.ByChance())
	}
	return out
}

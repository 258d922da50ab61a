package shopvrb

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

// askedScene are the questions of a kind about a scene, and what their check found.
type askedScene struct {
	questions []*QuestionRecord
	faults    []gen.Problem
}

// readAsked reads and checks the questions of a kind about a scene, whose record is given.
func readAsked(c *checker, k askedKind, index int, record []byte) (askedScene, error) {
	name := k.file(c.job.Split, index)
	questions, err := readQuestions(c.job.Root, name)
	if err != nil {
		return askedScene{}, err
	}
	if slices.Contains(questions, nil) {
		return askedScene{}, fmt.Errorf("shopvrb: %s: a question is null; ask the questions again", name)
	}
	q := questionChecker{c.job.Root, k, c.cfg.RawQuestions}
	return askedScene{questions, q.check(c.job.Split, index, record)}, nil
}

// questionTallies adds up what the figures of a kind of questions are made of. Scenes come in order.
type questionTallies struct {
	askedKind
	scenes, full int // scenes, and those with as many questions as they shall have
	questions    int
	faults       map[string]int // what the checks found, by rule
	files, types map[string]int // questions
	answers      map[string]map[string]int
	yes, yesOrNo int
	calls        int // of programs
	least, most  int // calls of a program
	leaks        int
	queries      int
	texts        judge.Texts

	current periodTallies
	// Of whole periods: how many, the fewest templates that were used, and the least share of these, in percent, that were used
	// about as often as others.
	periods, used int
	even          float64
	unbalanced    int // templates and periods whose most frequent answer is too frequent
	templatesUsed int // templates and periods
}

// periodTallies are the answers of a period, by family.
type periodTallies struct {
	number, scenes int
	answers        map[int]map[string]int
}

func newQuestionTallies(k askedKind) *questionTallies {
	return &questionTallies{
		askedKind: k, faults: map[string]int{}, files: map[string]int{}, types: map[string]int{}, answers: map[string]map[string]int{},
		least: math.MaxInt, texts: judge.Texts{}, used: math.MaxInt, even: 100,
		current: periodTallies{answers: map[int]map[string]int{}},
	}
}

// add adds the questions about a scene.
func (t *questionTallies) add(index int, asked askedScene) {
	if n := index / period; n != t.current.number {
		t.endPeriod()
		t.current.number = n
	}
	t.scenes++
	t.current.scenes++
	if len(asked.questions) == t.perScene {
		t.full++
	}
	for _, p := range asked.faults {
		t.faults[p.Rule]++
	}
	for _, q := range asked.questions {
		t.addQuestion(q)
	}
}

// yesAndNo are the types of questions that are answered with yes or no.
var yesAndNo = []string{"exist", "compare number", "compare attribute"}

func (t *questionTallies) addQuestion(q *QuestionRecord) {
	t.questions++
	answer := fmt.Sprint(q.Answer)
	t.texts.Add(q.Question)
	t.files[ask.Base(q.TemplateFilename)]++
	if t.current.answers[q.QuestionFamilyIndex] == nil {
		t.current.answers[q.QuestionFamilyIndex] = map[string]int{}
	}
	t.current.answers[q.QuestionFamilyIndex][answer]++
	n := len(q.Program)
	t.calls += n
	t.least, t.most = min(t.least, n), max(t.most, n)
	if n == 0 {
		return
	}
	kind := questionType(q.Program[n-1].Function)
	t.types[kind]++
	tally(t.answers, kind, answer, 1)
	if slices.Contains(yesAndNo, kind) {
		t.yesOrNo++
		if answer == "yes" || answer == "true" {
			t.yes++
		}
	}
	if kind == "query attribute" {
		t.queries++
		if leaks(q) {
			t.leaks++
		}
	}
}

// leaks tells whether a question for a property says it of the thing that is asked about. One template does so as published.
func leaks(q *QuestionRecord) bool {
	last := q.Program[len(q.Program)-1]
	filter := "filter_" + strings.TrimPrefix(last.Function, "query_")
	if q.TemplateFilename == "zero_hop.json" && q.QuestionInFamilyIndex == 7 {
		return false
	}
	for n := last; len(n.Inputs) == 1 && n.Inputs[0] >= 0 && n.Inputs[0] < len(q.Program); {
		n = q.Program[n.Inputs[0]]
		if n.Function == filter {
			return true
		}
		if n.Function != "unique" && !strings.HasPrefix(n.Function, "filter_") {
			break
		}
	}
	return false
}

// evenUse is by which factor a template may be used more or less often than the mean of those that are used.
const evenUse = 1.5

// endPeriod counts what is known of a period when it is over. Templates are looked at in whole periods alone.
func (t *questionTallies) endPeriod() {
	p := &t.current
	used, even, all := len(p.answers), 0, 0
	sums := make([]int, 0, used)
	for _, answers := range p.answers {
		sum, first, second := 0, 0, 0
		for _, n := range answers {
			sum += n
			if n > first {
				first, n = n, first
			}
			second = max(second, n)
		}
		if first > mostBeside(second) {
			t.unbalanced++
		}
		sums = append(sums, sum)
		all += sum
	}
	t.templatesUsed += used
	if p.scenes == period && used > 0 {
		mean := float64(all) / float64(used)
		for _, n := range sums {
			if x := float64(n); x <= evenUse*mean && x*evenUse >= mean {
				even++
			}
		}
		t.periods++
		t.used = min(t.used, used)
		t.even = min(t.even, 100*float64(even)/float64(used))
	}
	t.current = periodTallies{answers: map[int]map[string]int{}}
}

// mostBeside is how often the most frequent answer may be given when the next is given second times: once or 10 % more often.
func mostBeside(second int) int { return second + max(1, second/10) }

// name is a figure's name for the kind.
func (t *questionTallies) name(format string, args ...any) string {
	return t.kind.String() + " questions" + fmt.Sprintf(format, args...)
}

// correctness is about answers and templates.
func (t *questionTallies) correctness() []gen.Figure {
	return []gen.Figure{
		none(t.name(" whose program gives another answer"), t.faults["question-answer"], t.questions),
		none(t.name(" whose program is not one of their template"), t.faults["question-program"], t.questions),
	}
}

// Of the visual templates so many are used in each period, and so many percent of those about equally often.
const (
	usedTemplates = 145
	evenTemplates = 85
)

// usage is about how many questions there are, and of which templates.
func (t *questionTallies) usage() []gen.Figure {
	out := []gen.Figure{
		leastShare(fmt.Sprintf("scenes with %d %s questions", t.perScene, t.kind), t.full, t.scenes, 99),
	}
	if t.kind != visual {
		return out
	}
	all := len(t.grammar.Templates)
	if t.periods > 0 {
		least := usedTemplates * all / mostVisual
		out = append(out,
			gen.Figure{
				Name: t.name(": templates used in a period of %d scenes", period), Target: fmt.Sprintf("at least %d of %d", least, all),
				Value: fmt.Sprint(t.used), Pass: t.used >= least,
			},
			gen.Figure{
				Name:   t.name(": templates used about equally often in a period, within a factor of 1.5"),
				Target: fmt.Sprintf("at least %d %%", evenTemplates), Value: fmt.Sprintf("%.1f %%", t.even), Pass: t.even >= evenTemplates,
			})
	}
	templates := map[string]int{}
	for _, of := range t.grammar.Templates {
		templates[ask.Base(of.File)]++
	}
	for _, file := range slices.Sorted(maps.Keys(templates)) {
		want := 100 * float64(templates[file]) / float64(all)
		out = append(out, share(t.name(" of %s", file), t.files[file], t.questions, want, 2+byChance(want, t.questions, t.ofAPeriod())))
	}
	return out
}

// ofAPeriod tells whether there are as many questions as a period has, which tolerances are meant for.
func (t *questionTallies) ofAPeriod() bool { return t.scenes >= period }

// typeShares are the shares of types of questions: those of the templates.
func (t *questionTallies) typeShares() (out []gen.Figure) {
	templates := map[string]int{}
	for _, of := range t.grammar.Templates {
		templates[templateType(of)]++
	}
	for _, kind := range questionTypes {
		want := 100 * float64(templates[kind]) / float64(len(t.grammar.Templates))
		out = append(out, share(t.name(" of type %s", kind), t.types[kind], t.questions, want, 3+byChance(want, t.questions, t.ofAPeriod())))
	}
	return out
}

// templateType is the type of a template's questions.
func templateType(t *template) string {
	last := t.Nodes[len(t.Nodes)-1].Type
	for _, end := range endings {
		if end.function != "" && strings.HasSuffix(last, "filter"+end.suffix) {
			last = end.function
		}
	}
	return questionType(last)
}

// balancedQuestions is how many visual questions the bounds of the share of yes are meant for.
const balancedQuestions = 10_000

// mostOfAType is the largest share, in percent, that an answer may have of a type of questions.
const mostOfAType = 60

// balance is how evenly answers are given.
func (t *questionTallies) balance() []gen.Figure {
	out := []gen.Figure{
		none(t.name(": templates whose most frequent answer exceeds the next by more than one question and 10 %%"),
			t.unbalanced, t.templatesUsed),
	}
	if t.kind == visual {
		off := 5 + byChance(50, t.yesOrNo, t.questions >= balancedQuestions)
		out = append(out, share(t.name(" for existence and comparisons that are answered with yes"), t.yes, t.yesOrNo, 50, off))
	}
	for _, kind := range questionTypes {
		most, answer := 0, ""
		for _, a := range slices.Sorted(maps.Keys(t.answers[kind])) {
			if n := t.answers[kind][a]; n > most {
				most, answer = n, a
			}
		}
		of := t.types[kind]
		limit := mostOfAType + byChance(mostOfAType, of, t.ofAPeriod())
		got := percent(most, of)
		out = append(out, gen.Figure{
			Name: t.name(" of type %s with the most frequent answer", kind), Target: fmt.Sprintf("at most %.1f %%", limit),
			Value: fmt.Sprintf("%.1f %% of %d: %s", got, of, answer), Pass: got <= limit,
		}.ByChance())
	}
	return out
}

// distinctTexts is how many percent of the texts are different.
var distinctTexts = [...]float64{visual: 97, textual: 94}

// distinct is how many texts are different.
func (t *questionTallies) distinct() []gen.Figure {
	return []gen.Figure{leastShare(t.name(" with different texts"), len(t.texts), t.questions, distinctTexts[t.kind])}
}

// wording is about programs and texts.
func (t *questionTallies) wording() (out []gen.Figure) {
	if t.kind == visual {
		mean := float64(t.calls) / float64(t.questions)
		length := within(t.name(": calls of a program, mean"), mean, 11, 14.5, "%.1f")
		length.Value += fmt.Sprintf(", %d to %d", t.least, t.most)
		out = append(out, length)
	}
	return append(out,
		none(t.name(" with a slot, a bracket, a wrong space, article or plural"), t.faults["question-text"], t.questions),
		none(t.name(" that say what they ask for"), t.leaks, t.queries))
}

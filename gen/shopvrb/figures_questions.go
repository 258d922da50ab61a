package shopvrb

import (
	"context"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/figure"
	"mereo/gen/judge"
	"mereo/gen/record"
)

// askedScene are the questions of a kind about a scene.
type askedScene struct {
	index     int
	questions []*QuestionRecord
}

// readAsked reads the questions of a kind about a scene.
func readAsked(c *split, k askedKind, index int) (askedScene, error) {
	name := k.file(c.job.Split, index)
	questions, err := readQuestions(c.job.Root, name)
	if err == nil && slices.Contains(questions, nil) {
		err = fmt.Errorf("shopvrb: %s: a question is null; ask the questions again", name)
	}
	return askedScene{index, questions}, err
}

// askedFigures are those of a kind of questions, in groups. The others are held against what counts adds up.
type askedFigures struct {
	askedKind
	scenes, questions int
	ofAPeriod         figure.Room // none where there are as many scenes as a period has, which tolerances are meant for
	texts             judge.Texts
	// What periods show: families and periods, those of them whose most frequent answer is too frequent; of whole periods the fewest
	// templates that were used, and the least share of these, in percent, that were used about as often as others.
	used, unbalanced, fewest int
	leastEven                float64
}

func newAskedFigures(k askedKind) *askedFigures {
	t := &askedFigures{askedKind: k, texts: judge.Texts{}, fewest: math.MaxInt, leastEven: 100}
	t.ofAPeriod = figure.Below(period, &t.scenes)
	return t
}

// name is a figure's name for the kind.
func (t *askedFigures) name(rest string) string { return t.kind.String() + " questions" + rest }

func questionsOf(x askedScene) []*QuestionRecord { return x.questions }

// counts is how many there are, and what periods show.
func (t *askedFigures) counts() figure.List[askedScene] {
	return figure.List[askedScene]{
		figure.Sum(&t.scenes, func(askedScene) int { return 1 }),
		figure.Sum(&t.questions, func(x askedScene) int { return len(x.questions) }),
		figure.PerBlock(func(x askedScene) int { return x.index / period }, func(x askedScene, p *periodCounts) { p.add(x) }, t.endPeriod),
	}
}

// usage is about how many questions there are, and of which templates.
func (t *askedFigures) usage() figure.List[askedScene] {
	out := figure.List[askedScene]{
		figure.Of(fmt.Sprintf("scenes with %d %s questions", t.perScene, t.kind), figure.Least(99, "%g", "%.2f", figure.Exactly),
			figure.Is(func(x askedScene) bool { return len(x.questions) == t.perScene })),
	}
	if t.kind != visual {
		return out
	}
	templates := map[string]int{}
	for _, of := range t.grammar.Templates {
		templates[ask.Base(of.File)]++
	}
	return append(out, figure.Counted[askedScene](nil, t.templatesUsed), t.shares(" of %s", slices.Sorted(maps.Keys(templates)), templates, 2,
		func(q *QuestionRecord) string { return ask.Base(q.TemplateFilename) }))
}

// shares are those of questions of each of some words, as many as there are templates.
func (t *askedFigures) shares(rest string, words []string, templates map[string]int, off float64, of func(q *QuestionRecord) string) figure.Figure[askedScene] {
	return figure.Shares(t.name(rest), words, func(i int) figure.Judge {
		return figure.Share(100*float64(templates[words[i]])/float64(len(t.grammar.Templates)), off, t.ofAPeriod)
	}, func(x askedScene, tally *figure.Tally) {
		for _, q := range x.questions {
			tally.Add(of(q))
		}
	})
}

// typeShares are the shares of types of questions: those of the templates.
func (t *askedFigures) typeShares() figure.List[askedScene] {
	templates := map[string]int{}
	for _, of := range t.grammar.Templates {
		templates[templateType(of)]++
	}
	return figure.List[askedScene]{t.shares(" of type %s", questionTypes, templates, 3, (*QuestionRecord).kind)}
}

// kind is the type of the question; empty without a program.
func (q *QuestionRecord) kind() string {
	if len(q.Program) == 0 {
		return ""
	}
	return questionType(q.Program[len(q.Program)-1].Function)
}

// templateType is the type of a template's questions.
func templateType(t *template) string {
	last := t.Nodes[len(t.Nodes)-1].Type
	for _, end := range closed.Endings {
		if end.Function != "" && strings.HasSuffix(last, "filter"+end.Suffix) {
			last = end.Function
		}
	}
	return questionType(last)
}

// periodCounts are the answers of a period by family.
type periodCounts struct {
	scenes  int
	answers map[int]map[string]int
}

func (p *periodCounts) add(x askedScene) {
	if p.answers == nil {
		p.answers = map[int]map[string]int{}
	}
	p.scenes++
	for _, q := range x.questions {
		if p.answers[q.QuestionFamilyIndex] == nil {
			p.answers[q.QuestionFamilyIndex] = map[string]int{}
		}
		p.answers[q.QuestionFamilyIndex][fmt.Sprint(q.Answer)]++
	}
}

// endPeriod counts what is known of a period when it is over. How evenly templates are used is looked at in whole periods alone.
func (t *askedFigures) endPeriod(_ int, p *periodCounts) {
	var sums []float64
	all, even, used := 0.0, 0, len(p.answers)
	for _, answers := range p.answers {
		counts := append([]int{0}, slices.Sorted(maps.Values(answers))...)
		if n := len(counts); counts[n-1] > mostBeside(counts[n-2]) {
			t.unbalanced++
		}
		sum := 0.0
		for _, n := range counts {
			sum += float64(n)
		}
		all, sums = all+sum, append(sums, sum)
	}
	t.used += used
	if p.scenes != period || used == 0 {
		return
	}
	mean := all / float64(used)
	for _, n := range sums {
		if n <= evenUse*mean && n*evenUse >= mean {
			even++
		}
	}
	t.fewest, t.leastEven = min(t.fewest, used), min(t.leastEven, 100*float64(even)/float64(used))
}

// Of the visual templates so many are used in each period, and so many percent of those about equally often: by no more than a factor
// more or less often than the mean of those that are used.
const (
	usedTemplates = 145
	evenTemplates = 85
	evenUse       = 1.5
)

// templatesUsed tells how many templates are used in a whole period, and how many of these about equally often.
func (t *askedFigures) templatesUsed() []gen.Figure {
	if t.fewest == math.MaxInt {
		return nil
	}
	all := len(t.grammar.Templates)
	want := usedTemplates * all / mostVisual
	return []gen.Figure{
		figure.Row(t.name(fmt.Sprintf(": templates used in a period of %d scenes", period)),
			fmt.Sprintf("at least %d of %d", want, all), t.fewest >= want, "%d", t.fewest),
		figure.Row(t.name(": templates used about equally often in a period, within a factor of 1.5"),
			fmt.Sprintf("at least %d %%", evenTemplates), t.leastEven >= evenTemplates, "%.1f %%", t.leastEven),
	}
}

// mostBeside is how often the most frequent answer may be given when the next is given second times: once or 10 % more often.
func mostBeside(second int) int { return second + max(1, second/10) }

// yesAndNo are the types of questions that are answered with yes or no.
var yesAndNo = []string{"exist", "compare number", "compare attribute"}

// balancedQuestions is how many visual questions the bounds of the share of yes are meant for.
const balancedQuestions = 10_000

// mostOfAType is the largest share, in percent, that an answer may have of a type of questions.
const mostOfAType = 60

// balance is how evenly answers are given.
func (t *askedFigures) balance() figure.List[askedScene] {
	out := figure.List[askedScene]{
		figure.Known[askedScene](t.name(": templates whose most frequent answer exceeds the next by more than one question and 10 %"), figure.None,
			func() (n, of int) { return t.unbalanced, t.used }),
	}
	var questions figure.List[*QuestionRecord]
	if t.kind == visual {
		questions = append(questions, figure.Of(t.name(" for existence and comparisons that are answered with yes"),
			figure.Share(50, 5, figure.Below(balancedQuestions, &t.questions)), func(q *QuestionRecord) (yes, of int) {
				if !slices.Contains(yesAndNo, q.kind()) {
					return 0, 0
				}
				if answer := fmt.Sprint(q.Answer); answer == "yes" || answer == "true" {
					yes++
				}
				return yes, 1
			}))
	}
	for _, kind := range questionTypes {
		questions = append(questions, figure.Words(func(q *QuestionRecord, answers *figure.Tally) {
			if q.kind() == kind {
				answers.Add(fmt.Sprint(q.Answer))
			}
		}, func(answers *figure.Tally) []gen.Figure {
			most := ""
			for _, a := range slices.Sorted(maps.Keys(answers.Words)) {
				if answers.Words[a] > answers.Words[most] {
					most = a
				}
			}
			name := t.name(" of type " + kind + " with the most frequent answer")
			row := figure.Most(mostOfAType, 1, t.ofAPeriod)(name, answers.Words[most], answers.All)
			row.Value += ": " + most
			return []gen.Figure{row}
		}))
	}
	return append(out, figure.Each(questionsOf, questions))
}

// distinctTexts is how many percent of the texts are different.
var distinctTexts = [...]float64{visual: 97, textual: 94}

// distinct is how many texts are different.
func (t *askedFigures) distinct() figure.List[askedScene] {
	return figure.List[askedScene]{figure.Each(questionsOf, figure.List[*QuestionRecord]{
		figure.Counted(func(q *QuestionRecord) { t.texts.Add(q.Question) }, func() []gen.Figure {
			least := figure.Least(distinctTexts[t.kind], "%g", "%.2f", figure.Exactly)
			return []gen.Figure{least(t.name(" with different texts"), len(t.texts), t.questions)}
		}),
	})}
}

// overlapQuestions is how many questions of the larger of two splits mostOverlap is meant for, the largest share of them, in percent,
// that both may have.
const (
	mostOverlap      = 1.5
	overlapQuestions = 30_000
)

// overlaps are the texts that other complete splits of the folder have, too, as shares of the questions of the larger split.
func (t *askedFigures) overlaps(ctx context.Context, job gen.Job) (out []gen.Figure, err error) {
	splits, _, err := gen.Splits(job.Root)
	if err != nil {
		return nil, err
	}
	for _, split := range splits {
		if split == job.Split {
			continue
		}
		questions, texts, err := readTexts(ctx, filepath.Join(job.Root, strings.ReplaceAll(questionFile(t.kind), "{split}", split)))
		if err != nil {
			return nil, err
		}
		larger := max(1, t.questions, questions)
		most := figure.Most(mostOverlap, 2, figure.Below(overlapQuestions, &larger))
		out = append(out, most(t.name(" that are in "+split+", too"), t.texts.Shared(texts), larger))
	}
	return out, nil
}

// readTexts counts the questions of a file.
func readTexts(ctx context.Context, name string) (questions int, texts judge.Texts, err error) {
	texts = judge.Texts{}
	err = judge.Stored(ctx, name, "questions", "question", func(_ int, entry jsontext.Value) error {
		var q struct {
			Question string `json:"question"`
		}
		if err := record.Read(entry, &q, record.Part|record.Item); err != nil {
			return err
		}
		texts.Add(q.Question)
		questions++
		return nil
	})
	return questions, texts, err
}

// wording is about programs and texts.
func (t *askedFigures) wording() figure.List[askedScene] {
	var out figure.List[askedScene]
	if t.kind == visual {
		out = append(out, figure.Each(questionsOf, figure.List[*QuestionRecord]{
			figure.Seen(func(q *QuestionRecord) []float64 { return figure.One(len(q.Program)) }, func(calls *figure.Values) gen.Figure {
				row := figure.Within(t.name(": calls of a program, mean"), 11, 14.5, "%.1f", "%.1[1]f")(calls)
				row.Value += fmt.Sprintf(", %g to %g", calls.Low, calls.High)
				return row
			}),
		}))
	}
	queries := func(x askedScene) []*QuestionRecord {
		return slices.DeleteFunc(slices.Clone(x.questions), func(q *QuestionRecord) bool { return q.kind() != "query attribute" })
	}
	return append(out, figure.Of(t.name(" that say what they ask for"), figure.None, figure.Among(queries, leaks)))
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

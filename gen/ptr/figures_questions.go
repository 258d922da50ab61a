package ptr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/figure"
	"mereo/gen/judge"
)

// familyKind is what all questions of a family share.
type familyKind struct {
	kind   string   // type1 and type2
	answer ask.Type // of the answer
}

// readQuestions reads the question file of a picture; nil where there is none.
func readQuestions(job gen.Job, index int) ([]storedQuestion, error) {
	name := questionPath(job.Split, index)
	data, err := job.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var file storedQuestions
	if err == nil {
		err = json.Unmarshal(data, &file)
	}
	if err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", name, err)
	}
	return file.Questions, nil
}

// askedQuestion is a question of a block.
type askedQuestion struct {
	*storedQuestion
	block  int
	answer ask.Type // of the answer
}

// askedAbout are the questions about a scene.
func (s *Set) askedAbout(job gen.Job, index int) (out []*askedQuestion, err error) {
	questions, err := readQuestions(job, index)
	for i := range questions {
		q := &questions[i]
		program, err := s.grammar.Library.ParseProgram(q.Program)
		if err == nil {
			q.word, err = answerWord(q.Answer)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: question %d: %w", questionPath(job.Split, index), i, err)
		}
		answer, _ := s.grammar.Library.AnswerType(program[len(program)-1].Function)
		out = append(out, &askedQuestion{q, index / gen.BlockSize, answer})
	}
	return out, err
}

const (
	publishedQuestions = 10_000 // that the published tolerances of shares are meant for
	publishedPerScene  = 10     // that nearly all scenes have; there may not be enough families for more
)

// wordsAbove is how many points the language-only probe may be above the most frequent answer.
const wordsAbove = 12.0

// askedFigures are those of a split's questions, from what all of them together show.
type askedFigures struct {
	*Set
	questions, colors int
	room              figure.Room // none where there are as many questions as tolerances are published for
	families          map[string]familyKind
	blocks            map[int]judge.Counts // answers by the number of the block
}

func newAskedFigures(s *Set) *askedFigures {
	t := &askedFigures{Set: s, families: map[string]familyKind{}, blocks: map[int]judge.Counts{}}
	t.room = figure.Below(publishedQuestions, &t.questions)
	return t
}

func (t *askedFigures) block(n int) judge.Counts {
	if t.blocks[n] == nil {
		t.blocks[n] = judge.Counts{}
	}
	return t.blocks[n]
}

// count counts a question with its family.
func (t *askedFigures) count(q *askedQuestion) {
	t.questions++
	if q.Type2 == typeGeometric && q.answer == typeColor {
		t.colors++
	}
	t.families[q.family()] = familyKind{q.kind(), q.answer}
	t.block(q.block).Add(q.family(), q.word)
}

// list makes the table, over the questions of each scene; empty when none were asked. Shares may miss their target by
// the published tolerance; of fewer questions than those are meant for, by four standard deviations more. What is
// published for the built-in templates is left out where others are in use.
func (t *askedFigures) list(ctx context.Context, job gen.Job) figure.List[[]*askedQuestion] {
	perScene := t.cfg.Questions
	list := figure.List[[]*askedQuestion]{{Add: func(asked []*askedQuestion) {
		for _, q := range asked {
			t.count(q)
		}
	}}}
	if perScene <= publishedPerScene {
		list = append(list, figure.Of(fmt.Sprintf("scenes with %d questions", perScene), figure.Least(97, "%.1f", "%.1f", t.room),
			figure.Is(func(asked []*askedQuestion) bool { return len(asked) == perScene })))
	}
	rows := func(rows func() []gen.Figure) { list = append(list, figure.Counted[[]*askedQuestion](nil, rows)) }
	if t.builtin {
		rows(func() []gen.Figure { return t.scheduling(t.cfg.RelationExist) })
	}
	rows(func() []gen.Figure { return t.balancing(t.grammar.Library) })
	if t.builtin && !t.cfg.RelationExist {
		rows(func() []gen.Figure { return t.guessing(t.grammar) })
	}
	list = append(list, figure.Figure[[]*askedQuestion]{Rows: func() ([]gen.Figure, error) { return t.wordsAlone(ctx, job) }})
	return figure.List[[]*askedQuestion]{figure.If(&t.questions, list)}
}

// wordsAlone is how well answers are guessed from words.
func (t *askedFigures) wordsAlone(ctx context.Context, job gen.Job) (out []gen.Figure, err error) {
	questions, err := judge.Spread(ctx, job.Count, t.cfg.Questions, t.told(job))
	if err != nil {
		return nil, err
	}
	for _, r := range judge.InOrder(judge.Probe(questions), kinds) {
		most := r.Frequency + wordsAbove + t.room(r.Frequency, r.Count)
		target := fmt.Sprintf("at most %.0f points above %.1f %%", most-r.Frequency, r.Frequency)
		out = append(out, figure.Row("words alone, "+r.Kind, target, r.Words <= most, "%.1f %% of %d", r.Words, r.Count).ByChance())
	}
	return out, nil
}

// evenFamilies are those that have enough answers on any scene to be asked equally often: the most used at most evenPercent
// percent of the least used.
var evenFamilies = map[string][]int{
	"zero_hop": {0, 1, 2, 3, 4, 5}, "one_hop": {0, 2, 3, 4, 5}, "same_relate": {0, 2, 3}, "comparison": {0, 1, 2},
	"arithmetic": {0, 1, 2, 3, 4, 5}, "analogy": {2, 3, 4},
}

const evenPercent = 115

// evenFamily tells whether a family of a template's name is one of evenFamilies.
func evenFamily(t *ask.Template[*known]) bool {
	return slices.Contains(evenFamilies[strings.TrimSuffix(t.File, ".json")], t.Index)
}

// answers adds up the blocks.
func (t *askedFigures) answers() judge.Counts {
	out := judge.Counts{}
	for _, block := range t.blocks {
		for family, counts := range block {
			for answer, n := range counts {
				out.Add(family, answer)
				out[family][answer] += n - 1
			}
		}
	}
	return out
}

func totalOf(counts map[string]int) int {
	n := 0
	for _, k := range counts {
		n += k
	}
	return n
}

// scheduling is how often the built-in families are asked, one_hop:1 only where relationExist is set.
func (t *askedFigures) scheduling(relationExist bool) []gen.Figure {
	answers := t.answers()
	least, most := math.MaxInt, 0
	for file, families := range evenFamilies {
		for _, i := range families {
			n := totalOf(answers[fmt.Sprintf("%s.json:%d", file, i)])
			least, most = min(least, n), max(most, n)
		}
	}
	limit := evenPercent * least / 100
	if t.questions < publishedQuestions {
		limit += 2 // with few questions of each family, one more is a large share
	}
	out := []gen.Figure{
		figure.Row("questions of the most used of the even families", fmt.Sprintf("at most %d, 1.15 times the least used", limit),
			most <= limit, "%d to %d", least, most).ByChance(),
		figure.None("questions of one_hop:0 with answer 0", answers["one_hop.json:0"]["0"], totalOf(answers["one_hop.json:0"])),
	}
	if !relationExist {
		out = append(out, figure.None("questions of one_hop:1", totalOf(answers["one_hop.json:1"]), t.questions))
	}
	return out
}

// balancing is how even the answers of a family are in a block.
func (t *askedFigures) balancing(l *ask.Library[*known]) []gen.Figure {
	first, median, all := 0, 0, 0
	for _, answers := range t.blocks {
		for family, counts := range answers {
			domain := len(l.Domain(t.families[family].answer))
			if domain < 2 {
				continue
			}
			sorted := slices.Sorted(maps.Values(counts))
			sorted = append(make([]int, max(0, domain-len(sorted))), sorted...)
			n := len(sorted)
			all++
			if k := sorted[n-1]; 10*k > 11*sorted[n-2]+10 {
				first++
			}
			if k := sorted[n-1]; 2*k > max(16, 3*sorted[n/2]+2) {
				median++
			}
		}
	}
	out := []gen.Figure{
		figure.None("families and blocks with an answer above 1.1 times the second, and 1", first, all),
		figure.None("families and blocks with an answer above 8 and 1.5 times the median, and 1", median, all),
	}

	// With that many answers a color is missing by chance only where it is four standard deviations too rare.
	colors := map[string]bool{}
	for family, counts := range t.answers() {
		if f := t.families[family]; f.answer == typeColor && strings.HasSuffix(f.kind, " "+typeGeometric) {
			for word := range counts {
				colors[word] = true
			}
		}
	}
	if n := len(l.Domain(typeColor)); t.colors > 16*(n-1) {
		out = append(out, figure.Row("colors among the answers about lines and planes", fmt.Sprint(n), len(colors) == n,
			"%d in %d answers", len(colors), t.colors))
	}
	return out
}

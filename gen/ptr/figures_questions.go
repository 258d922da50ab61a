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
	var file struct {
		Questions []storedQuestion `json:"questions"`
	}
	if err == nil {
		err = json.Unmarshal(data, &file)
	}
	for i := 0; err == nil && i < len(file.Questions); i++ {
		q := &file.Questions[i]
		q.word, err = answerWord(q.Answer)
	}
	if err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", name, err)
	}
	return file.Questions, nil
}

// ranQuestion is a question about a scene, and what its program does there.
type ranQuestion struct {
	*storedQuestion
	block      int
	physical   bool     // the scene
	answer     ask.Type // of the answer
	repeated   bool     // one of its family was asked about the scene before
	wrong      bool     // the program gives another answer
	outside    bool     // the answer is out of its domain
	told       bool     // the question names the color that is its answer
	relates    int      // relate nodes whose result is to be there
	empty      int      // those of them without a result
	references int      // unique nodes and filters by category
	ambiguous  int      // those of them that mean several objects or change nothing
}

// runQuestions runs the questions about a scene, whose file has the bytes data.
func (s *Set) runQuestions(job gen.Job, index int, data []byte) (out []*ranQuestion, err error) {
	questions, err := readQuestions(job, index)
	if questions == nil || err != nil {
		return nil, err
	}
	scene, _, err := parseKnown(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filesOf(job.Split, index).scene, err)
	}
	seen := map[string]bool{}
	for i := range questions {
		q, err := runQuestion(s.grammar.Library, scene, &questions[i])
		if err != nil {
			return nil, fmt.Errorf("%s: question %d: %w", questionPath(job.Split, index), i, err)
		}
		q.block, q.repeated = index/gen.BlockSize, seen[q.family()]
		seen[q.family()] = true
		out = append(out, q)
	}
	return out, nil
}

func runQuestion(l *ask.Library[*known], scene *known, q *storedQuestion) (*ranQuestion, error) {
	program, err := l.ParseProgram(q.Program)
	if err != nil {
		return nil, err
	}
	var nodes []Node
	if err := json.Unmarshal(q.Program, &nodes); err != nil {
		return nil, err
	}
	last := program[len(program)-1].Function
	out := &ranQuestion{storedQuestion: q, physical: scene.physics, ambiguous: len(ambiguities(nodes))}
	out.answer, _ = l.AnswerType(last)
	out.wrong = l.Answer(scene, program) != wholeNumber(q.Answer)
	out.outside = !slices.Contains(l.Domain(out.answer), wholeNumber(q.Answer))
	out.told = slices.ContainsFunc(program, func(n ask.Node) bool {
		return slices.ContainsFunc(n.Side, func(v ask.Value) bool {
			part, isPart := v.(partColor)
			whole, isWhole := v.(paint)
			return isPart && part.Color == q.Answer || isWhole && whole.Name == q.Answer
		})
	})
	for _, n := range nodes {
		switch {
		case n.Type == "relate" && last != "exist": // one that has no object may be asked for
			out.relates++
			if list, ok := n.Output.([]any); !ok || len(list) == 0 {
				out.empty++
			}
		case n.Type == "unique" || n.Type == "filter_object-category":
			out.references++
		}
	}
	return out, nil
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
func (t *askedFigures) count(q *ranQuestion) {
	t.questions++
	t.families[q.family()] = familyKind{q.kind(), q.answer}
	t.block(q.block).Add(q.family(), q.word)
}

// list makes the table, over the questions of each scene; empty when none were asked. Shares may miss their target by
// the published tolerance; of fewer questions than those are meant for, by four standard deviations more. What is
// published for the built-in templates is left out where others are in use.
func (t *askedFigures) list(ctx context.Context, job gen.Job) figure.List[[]*ranQuestion] {
	type list = figure.List[[]*ranQuestion]
	perScene := t.cfg.Questions
	// none wants that nothing of some questions, of all for nil, is so.
	none := func(name string, is func(q *ranQuestion) bool) figure.Figure[*ranQuestion] {
		return figure.Of(name, figure.None, figure.Is(is))
	}
	all := figure.List[*ranQuestion]{
		{Add: t.count},
		none("questions whose program gives another answer", func(q *ranQuestion) bool { return q.wrong }),
	}
	single := figure.List[*ranQuestion]{
		none("questions that repeat a family of their scene", func(q *ranQuestion) bool { return q.repeated }),
		none("questions about lines and planes of physical scenes", func(q *ranQuestion) bool { return q.physical && q.Type2 == typeGeometric }),
		none("questions about physics of static scenes", func(q *ranQuestion) bool { return !q.physical && q.Type1 == typePhysics }),
		none("answers out of their domain", func(q *ranQuestion) bool { return q.outside }),
		figure.Of("relations that no object is in", figure.None, func(q *ranQuestion) (n, of int) { return q.empty, q.relates }),
		figure.Of("references to one of several objects, or by a category that all have", figure.None,
			func(q *ranQuestion) (n, of int) { return q.ambiguous, q.references }),
		figure.Of("colours of lines and planes that the question names", figure.None, func(q *ranQuestion) (n, of int) {
			if q.Type2 != typeGeometric || q.answer != typeColor {
				return 0, 0
			}
			t.colors++
			return figure.Is(func(q *ranQuestion) bool { return q.told })(q)
		}),
	}
	rows := func(rows func() []gen.Figure) { single = append(single, figure.Counted[*ranQuestion](nil, rows)) }
	if t.builtin {
		rows(func() []gen.Figure { return t.scheduling(t.cfg.RelationExist) })
	}
	rows(func() []gen.Figure { return t.balancing(t.grammar.Library) })
	if t.builtin && !t.cfg.RelationExist {
		rows(func() []gen.Figure { return t.guessing(t.grammar) })
	}
	scenes := list{figure.Each(slices.Clone[[]*ranQuestion], all)}
	if perScene <= publishedPerScene {
		scenes = append(scenes, figure.Of(fmt.Sprintf("scenes with %d questions", perScene), figure.Least(97, "%.1f", "%.1f", t.room),
			figure.Is(func(asked []*ranQuestion) bool { return len(asked) == perScene })))
	}
	return list{figure.If(&t.questions, append(scenes, figure.Each(slices.Clone[[]*ranQuestion], single),
		figure.Figure[[]*ranQuestion]{Rows: func() ([]gen.Figure, error) { return t.wordsAlone(ctx, job) }}))}
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
		out = append(out, figure.Row("colours among the answers about lines and planes", fmt.Sprint(n), len(colors) == n,
			"%d in %d answers", len(colors), t.colors))
	}
	return out
}

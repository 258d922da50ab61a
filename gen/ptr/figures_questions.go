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
	"mereo/gen/judge"
)

// questionTallies adds up what the figures of questions are made of. All are integers, so the order of adding is free.
type questionTallies struct {
	scenes, asked, full int // scenes, those with a question file, and those with as many questions as shall be asked
	questions           int
	repeated            int // questions of a family that the scene has had
	linesOfPhysical     int // questions about lines and planes of physical scenes
	physicsOfStatic     int // questions about physics of static scenes
	wrong               int // questions whose program gives another answer
	outside             int // answers out of their domain
	relates, empty      int // relate nodes, and those without a result
	colors, told        int // colors of lines and planes as answers, and those of them that the question names
	references          int // unique nodes and filters by category
	ambiguous           int // those of them that mean several objects or change nothing
	families            map[string]familyKind
	blocks              map[int]judge.Counts // by the number of the block
}

// familyKind is what all questions of a family share.
type familyKind struct {
	kind   string   // type1 and type2
	answer ask.Type // of the answer
}

func newQuestionTallies() questionTallies {
	return questionTallies{families: map[string]familyKind{}, blocks: map[int]judge.Counts{}}
}

func (t *questionTallies) merge(o *questionTallies) {
	t.scenes += o.scenes
	t.asked += o.asked
	t.full += o.full
	t.questions += o.questions
	t.repeated += o.repeated
	t.linesOfPhysical += o.linesOfPhysical
	t.physicsOfStatic += o.physicsOfStatic
	t.wrong += o.wrong
	t.outside += o.outside
	t.relates += o.relates
	t.empty += o.empty
	t.colors += o.colors
	t.told += o.told
	t.references += o.references
	t.ambiguous += o.ambiguous
	maps.Copy(t.families, o.families)
	for block, counts := range o.blocks {
		addAll(t.block(block), counts)
	}
}

func (t *questionTallies) block(n int) judge.Counts {
	if t.blocks[n] == nil {
		t.blocks[n] = judge.Counts{}
	}
	return t.blocks[n]
}

// addAll adds up counts.
func addAll(to, more judge.Counts) {
	for family, counts := range more {
		for answer, n := range counts {
			to.Add(family, answer)
			to[family][answer] += n - 1
		}
	}
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

// addQuestions adds what the question file of a scene shows, whose file has the bytes data.
func (s *Set) addQuestions(t *questionTallies, job gen.Job, index int, data []byte) error {
	questions, err := readQuestions(job, index)
	t.scenes++
	if questions == nil || err != nil {
		return err
	}
	t.asked++
	if len(questions) == s.cfg.Questions {
		t.full++
	}
	scene, _, err := parseKnown(data)
	if err != nil {
		return fmt.Errorf("%s: %w", filesOf(job.Split, index).scene, err)
	}
	seen := map[string]bool{}
	for i := range questions {
		q := &questions[i]
		if seen[q.family()] {
			t.repeated++
		}
		seen[q.family()] = true
		if err := t.addQuestion(s.grammar.Library, index/gen.BlockSize, scene, q); err != nil {
			return fmt.Errorf("%s: question %d: %w", questionPath(job.Split, index), i, err)
		}
	}
	return nil
}

func (t *questionTallies) addQuestion(l *ask.Library[*known], block int, scene *known, q *storedQuestion) error {
	program, err := l.ParseProgram(q.Program)
	if err != nil {
		return err
	}
	var nodes []Node
	if err := json.Unmarshal(q.Program, &nodes); err != nil {
		return err
	}
	t.questions++
	if scene.physics && q.Type2 == typeGeometric {
		t.linesOfPhysical++
	}
	if !scene.physics && q.Type1 == typePhysics {
		t.physicsOfStatic++
	}

	// Answers.
	answer, _ := l.AnswerType(program[len(program)-1].Function)
	t.families[q.family()] = familyKind{q.kind(), answer}
	t.block(block).Add(q.family(), q.word)
	if l.Answer(scene, program) != wholeNumber(q.Answer) {
		t.wrong++
	}
	if !slices.Contains(l.Domain(answer), wholeNumber(q.Answer)) {
		t.outside++
	}
	if q.Type2 == typeGeometric && answer == typeColor {
		t.colors++
		if slices.ContainsFunc(program, func(n ask.Node) bool {
			return slices.ContainsFunc(n.Side, func(v ask.Value) bool {
				part, isPart := v.(partColor)
				whole, isWhole := v.(paint)
				return isPart && part.Color == q.Answer || isWhole && whole.Name == q.Answer
			})
		}) {
			t.told++
		}
	}

	// Nodes.
	for _, n := range nodes {
		switch n.Type {
		case "relate":
			if program[len(program)-1].Function == "exist" {
				continue // one that has no object may be asked for
			}
			t.relates++
			if list, ok := n.Output.([]any); !ok || len(list) == 0 {
				t.empty++
			}
		case "unique", "filter_object-category":
			t.references++
		}
	}
	t.ambiguous += len(ambiguities(nodes))
	return nil
}

const (
	publishedQuestions = 10_000 // that the published tolerances of shares are meant for
	publishedPerScene  = 10     // that nearly all scenes have; there may not be enough families for more
)

// wordsAbove is how many points the language-only probe may be above the most frequent answer.
const wordsAbove = 12.0

// questionFigures makes the table of a split's questions, empty when none were asked. Shares may miss their target by
// the published tolerance; of fewer questions than those are meant for, by four standard deviations more. What is
// published for the built-in templates is left out where others are in use.
func (s *Set) questionFigures(ctx context.Context, job gen.Job, t *questionTallies) ([]gen.Figure, error) {
	if t.questions == 0 {
		return nil, nil
	}
	questions, err := judge.Spread(ctx, job.Count, s.cfg.Questions, s.told(job))
	if err != nil {
		return nil, err
	}
	out := t.asking(s.cfg.Questions)
	if s.builtin {
		out = append(out, t.scheduling(s.cfg.RelationExist)...)
	}
	out = append(out, t.balancing(s.grammar.Library)...)
	if s.builtin && !s.cfg.RelationExist {
		out = append(out, t.guessing(s.grammar)...)
	}
	for _, r := range judge.InOrder(judge.Probe(questions), kinds) {
		most := r.Frequency + wordsAbove + t.chance(r.Frequency, r.Count)
		out = append(out, gen.Figure{
			Name:   "words alone, " + r.Kind,
			Target: fmt.Sprintf("at most %.0f points above %.1f %%", most-r.Frequency, r.Frequency),
			Value:  fmt.Sprintf("%.1f %% of %d", r.Words, r.Count), Pass: r.Words <= most,
		}.ByChance())
	}
	return out, nil
}

// chance is how far a share of n, in percent, may be off by chance: nothing when there are as many questions as
// tolerances are published for.
func (t *questionTallies) chance(percent float64, n int) float64 {
	if t.questions >= publishedQuestions {
		return 0
	}
	p := min(max(percent/100, 0), 1)
	return 400 * math.Sqrt(p*(1-p)/float64(max(n, 1)))
}

// none is a figure that counts what must not be.
func none(name string, n, of int) gen.Figure {
	return gen.Figure{Name: name, Target: "0", Value: fmt.Sprintf("%d of %d", n, of), Pass: n == 0}
}

// asking holds single questions against their scenes.
func (t *questionTallies) asking(perScene int) []gen.Figure {
	out := []gen.Figure{none("questions whose program gives another answer", t.wrong, t.questions)}
	if perScene <= publishedPerScene {
		least := 97 - t.chance(97, t.scenes)
		full := 100 * float64(t.full) / float64(t.scenes)
		out = append(out, gen.Figure{
			Name:   fmt.Sprintf("scenes with %d questions", perScene),
			Target: fmt.Sprintf("at least %.1f %%", least),
			Value:  fmt.Sprintf("%.1f %% of %d", full, t.scenes), Pass: full >= least,
		}.ByChance())
	}
	return append(out,
		none("questions that repeat a family of their scene", t.repeated, t.questions),
		none("questions about lines and planes of physical scenes", t.linesOfPhysical, t.questions),
		none("questions about physics of static scenes", t.physicsOfStatic, t.questions),
		none("answers out of their domain", t.outside, t.questions),
		none("relations that no object is in", t.empty, t.relates),
		none("references to one of several objects, or by a category that all have", t.ambiguous, t.references),
		none("colours of lines and planes that the question names", t.told, t.colors),
	)
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
func (t *questionTallies) answers() judge.Counts {
	out := judge.Counts{}
	for _, counts := range t.blocks {
		addAll(out, counts)
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
func (t *questionTallies) scheduling(relationExist bool) []gen.Figure {
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
		gen.Figure{
			Name:   "questions of the most used of the even families",
			Target: fmt.Sprintf("at most %d, 1.15 times the least used", limit),
			Value:  fmt.Sprintf("%d to %d", least, most), Pass: most <= limit,
		}.ByChance(),
		none("questions of one_hop:0 with answer 0", answers["one_hop.json:0"]["0"], totalOf(answers["one_hop.json:0"])),
	}
	if !relationExist {
		out = append(out, none("questions of one_hop:1", totalOf(answers["one_hop.json:1"]), t.questions))
	}
	return out
}

// balancing is how even the answers of a family are in a block.
func (t *questionTallies) balancing(l *ask.Library[*known]) []gen.Figure {
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
		none("families and blocks with an answer above 1.1 times the second, and 1", first, all),
		none("families and blocks with an answer above 8 and 1.5 times the median, and 1", median, all),
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
		out = append(out, gen.Figure{
			Name: "colours among the answers about lines and planes", Target: fmt.Sprint(n),
			Value: fmt.Sprintf("%d in %d answers", len(colors), t.colors), Pass: len(colors) == n,
		})
	}
	return out
}

package judge

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/internal/ordered"
)

// The language-only probe: how well can answers be guessed from the words of a question, without a picture? Where it
// does much better than the most frequent answer of the family, the words give the answer away.
//
// The probe is multinomial logistic regression on the single words and the pairs of neighboring words of the text,
// one model for each family. The family can be read off any text, and what a word says about the answer depends on
// it: "legs" points to four after "how many" and to nothing after "what color is". A linear model over several
// families has no products of that kind, and comes out weaker or no better even where a family has only 250
// questions.

// Told is what the probe sees of a question.
type Told struct {
	Text    string
	Family  string
	Kind    string // names the row
	Answer  string // in the form that is compared
	Picture int    // number of the picture, in order
	Choices int    // how many answers are possible, for the table
}

// ProbeRow holds accuracies in percent.
type ProbeRow struct {
	Kind      string
	Count     int     // questions
	Frequency float64 // of the most frequent answer of the family, ties by text
	Words     float64 // of the probe, on pictures that it did not learn from
}

const (
	// MostProbed bounds the questions that the probe is made with.
	MostProbed = 60_000
	// probeFolds is how many parts pictures are divided into; each is answered by models that learnt from the others. A part
	// is a run of pictures: answers are balanced inside blocks, and what was learnt from a part of a block points the wrong
	// way in the rest of it. Questions of one picture stay together, since they are about the same things.
	probeFolds = 5

	probeEpochs = 10
	probeStep   = 0.1  // first step of a weight; a larger one fits noise, a smaller one needs more epochs
	probeShrink = 0.01 // pull of weights to zero, in the gradient of each question
)

// Probe answers the questions of each fifth of the pictures with models that learnt from the others. Rows are in the order of their
// names. It has the same bits on every processor.
func Probe(questions []Told) []ProbeRow {
	counts := Counts{}
	for _, q := range questions {
		counts.Add(q.Family, q.Answer)
	}
	best := counts.Best()
	var rows []ProbeRow
	row := func(name string) *ProbeRow {
		i, ok := slices.BinarySearchFunc(rows, name, func(r ProbeRow, name string) int { return strings.Compare(r.Kind, name) })
		if !ok {
			rows = slices.Insert(rows, i, ProbeRow{Kind: name})
		}
		return &rows[i]
	}
	models := learn(questions, true)
	for _, q := range questions {
		r := row(q.Kind)
		r.Count++
		if best[q.Family] == q.Answer {
			r.Frequency++
		}
		if models.answer(q) == q.Answer {
			r.Words++
		}
	}
	for i, r := range rows {
		rows[i].Frequency = 100 * r.Frequency / float64(r.Count)
		rows[i].Words = 100 * r.Words / float64(r.Count)
	}
	return rows
}

// Counts are the numbers of answers by family.
type Counts map[string]map[string]int

// Add counts an answer.
func (c Counts) Add(family, answer string) {
	if c[family] == nil {
		c[family] = map[string]int{}
	}
	c[family][answer]++
}

// Best maps families to their most frequent answers, of equally frequent ones the first by text.
func (c Counts) Best() map[string]string {
	out := map[string]string{}
	for family, counts := range c {
		best := ""
		for answer, n := range counts {
			if n > counts[best] || n == counts[best] && answer < best {
				best = answer
			}
		}
		out[family] = best
	}
	return out
}

// wordModels are models by family; several where each fold of the pictures has its own.
type wordModels struct {
	folds []map[string]*wordModel
	of    func(picture int) int
}

// learn learns from questions, apart for the pictures of each fold from all others where folded.
func learn(questions []Told, folded bool) *wordModels {
	m := &wordModels{folds: make([]map[string]*wordModel, 1), of: func(int) int { return 0 }}
	if folded {
		m.folds, m.of = make([]map[string]*wordModel, probeFolds), folding(questions)
	}
	var learning sync.WaitGroup
	for fold := range m.folds {
		learning.Go(func() {
			families := map[string][]Told{}
			for _, q := range questions {
				if !folded || m.of(q.Picture) != fold {
					families[q.Family] = append(families[q.Family], q)
				}
			}
			m.folds[fold] = map[string]*wordModel{}
			for family, qs := range families {
				m.folds[fold][family] = learnWords(qs)
			}
		})
	}
	learning.Wait()
	return m
}

// answer is that of a question; a family that nothing was learned of has none.
func (m *wordModels) answer(q Told) string {
	if of := m.folds[m.of(q.Picture)][q.Family]; of != nil {
		return of.guess(q.Text)
	}
	return ""
}

// folding divides the range of pictures into equal runs; pictures beyond it are in the first or last.
func folding(questions []Told) func(picture int) int {
	if len(questions) == 0 {
		return func(int) int { return 0 }
	}
	first, last := questions[0].Picture, questions[0].Picture
	for _, q := range questions {
		first, last = min(first, q.Picture), max(last, q.Picture)
	}
	return func(picture int) int {
		return min(max((picture-first)*probeFolds/(last-first+1), 0), probeFolds-1)
	}
}

// Guess is the table of the statistics page of how well questions are answered without a picture: those of pictures that are evenly
// spread over a split of so many, so many that MostProbed questions or fewer are asked about them. read reads those of an index. Rows
// are in the order of kinds, others behind.
func Guess(ctx context.Context, pictures, perPicture int, kinds []string, read func(index int) ([]Told, error)) ([]gen.Table, error) {
	questions, err := Spread(ctx, pictures, perPicture, read)
	if err != nil || len(questions) == 0 {
		return nil, err
	}
	t := gen.Table{
		Title: "What can be guessed from the words alone",
		Note: "Answers in percent that are right without a look at the picture: drawn uniformly from those possible; the " +
			"most frequent one of the question's family; and that of a classifier which knows words and pairs of words, asked " +
			"about pictures that it did not learn from. Of a large split only some pictures, evenly spread, are used.",
		Head: []string{"questions about", "number", "uniform", "most frequent", "from words"},
	}
	for _, r := range InOrder(Probe(questions), kinds) {
		t.Rows = append(t.Rows, []string{
			r.Kind, strconv.Itoa(r.Count), fmt.Sprintf("%.1f", expected(questions, r.Kind)), fmt.Sprintf("%.1f", r.Frequency),
			fmt.Sprintf("%.1f", r.Words),
		})
	}
	return []gen.Table{t}, nil
}

// Spread reads the questions that Guess is about. Pictures are counted from 0.
func Spread(ctx context.Context, pictures, perPicture int, read func(index int) ([]Told, error)) (out []Told, err error) {
	n := min(pictures, MostProbed/max(1, perPicture))
	err = ordered.Do(ctx, n, func(picture int) ([]Told, error) {
		return read(picture * pictures / n)
	}, func(picture int, questions []Told) error {
		for _, q := range questions {
			q.Picture = picture
			out = append(out, q)
		}
		return nil
	})
	return out, err
}

// InOrder sorts rows by their kinds, others behind.
func InOrder(rows []ProbeRow, kinds []string) []ProbeRow {
	rank := func(r ProbeRow) int { return slices.Index(append(slices.Clone(kinds), r.Kind), r.Kind) }
	slices.SortStableFunc(rows, func(a, b ProbeRow) int { return rank(a) - rank(b) })
	return rows
}

// expected is how many answers of a kind a uniform draw has right, in percent. It is summed up in whole shares.
func expected(questions []Told, kind string) float64 {
	counts, whole := map[int]int{}, 1 // by Choices; whole can be divided by all of them
	n := 0
	for _, q := range questions {
		if q.Kind == kind && q.Choices > 0 {
			counts[q.Choices]++
			n++
		}
	}
	for choices := range counts {
		a, b := whole, choices
		for b != 0 {
			a, b = b, a%b
		}
		whole *= choices / a
	}
	sum := 0
	for choices, k := range counts {
		sum += k * (whole / choices)
	}
	return 100 * float64(sum) / float64(whole*max(1, n))
}

// wordModel is multinomial logistic regression on the presence of features.
type wordModel struct {
	answers []string // sorted
	feature map[string]int
	weights [][]float64 // by feature and answer
}

// features of a text are a constant, its words and its pairs of neighboring words.
func features(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	out := append([]string{""}, words...)
	for i := 1; i < len(words); i++ {
		out = append(out, words[i-1]+" "+words[i])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// learnWords fits a model by stochastic gradient descent, weights of a feature stepping by the rule of Duchi, Hazan
// and Singer 2011, "Adaptive Subgradient Methods for Online Learning and Stochastic Optimization" (AdaGrad), with the
// squares of all answers' gradients in one sum: a feature seen rarely keeps its long steps.
func learnWords(questions []Told) *wordModel {
	m := &wordModel{feature: map[string]int{}}
	for _, q := range questions {
		m.answers = append(m.answers, q.Answer)
	}
	slices.Sort(m.answers)
	m.answers = slices.Compact(m.answers)

	present, right := make([][]int, len(questions)), make([]int, len(questions))
	for i, q := range questions {
		right[i], _ = slices.BinarySearch(m.answers, q.Answer)
		for _, name := range features(q.Text) {
			f, ok := m.feature[name]
			if !ok {
				f = len(m.weights)
				m.feature[name] = f
				m.weights = append(m.weights, make([]float64, len(m.answers)))
			}
			present[i] = append(present[i], f)
		}
	}

	squares := make([]float64, len(m.weights)) // sums over all questions so far
	gradient := make([]float64, len(m.answers))
	for range probeEpochs {
		for i := range questions {
			m.score(present[i], gradient)
			softmax(gradient)
			gradient[right[i]]--
			square := 0.0
			for _, g := range gradient {
				square += float64(g * g)
			}
			if square == 0 {
				continue
			}
			for _, f := range present[i] {
				squares[f] += square
				step := probeStep / math.Sqrt(squares[f])
				for a, w := range m.weights[f] {
					m.weights[f][a] = w - float64(step*(gradient[a]+float64(probeShrink*w)))
				}
			}
		}
	}
	return m
}

// score sums the weights of features by answer.
func (m *wordModel) score(present []int, scores []float64) {
	clear(scores)
	for _, f := range present {
		for a, w := range m.weights[f] {
			scores[a] += w
		}
	}
}

// guess is the most probable answer, of equally probable ones the first by text.
func (m *wordModel) guess(text string) string {
	var present []int
	for _, name := range features(text) {
		if f, ok := m.feature[name]; ok {
			present = append(present, f)
		}
	}
	scores := make([]float64, len(m.answers))
	m.score(present, scores)
	best := 0
	for a, s := range scores {
		if s > scores[best] {
			best = a
		}
	}
	return m.answers[best]
}

// softmax makes scores probabilities.
func softmax(scores []float64) {
	top, sum := slices.Max(scores), 0.0
	for i, s := range scores {
		scores[i] = geom.Exp(s - top)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
}

package ptr

import (
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"mereo/engine/geom"
)

// The language-only probe: how well can answers be guessed from the words of a question, without a picture? Where it
// does much better than the most frequent answer of the family, the words give the answer away.
//
// The probe is multinomial logistic regression on the single words and the pairs of neighboring words of the text,
// one model for each family. The family can be read off any text, and what a word says about the answer depends on
// it: "legs" points to four after "how many" and to nothing after "what color is". A linear model over several
// families has no products of that kind, and comes out weaker or no better even where a family has only 250
// questions.

// probeQuestion is what the probe sees of a question.
type probeQuestion struct {
	text    string
	family  string
	type2   string // names the row; two sub-types are called spatial and two geometric, so put type1 before it
	answer  string // as answerWord gives it
	picture int    // number of the picture, in order
}

// probeRow holds accuracies in percent.
type probeRow struct {
	Type2     string
	Count     int     // questions
	Frequency float64 // of the most frequent answer of the family, ties by text
	Words     float64 // of the probe, on pictures that it did not learn from
}

const (
	// probeMost bounds the questions that the probe is made with.
	probeMost = 60_000
	// probeFolds is how many parts pictures are divided into; each is answered by models that learnt from the others. A part
	// is a run of pictures: answers are balanced inside blocks, and what was learnt from a part of a block points the wrong
	// way in the rest of it. Questions of one picture stay together, since they are about the same things.
	probeFolds = 5

	probeEpochs = 10
	probeStep   = 0.1  // first step of a weight; a larger one fits noise, a smaller one needs more epochs
	probeShrink = 0.01 // pull of weights to zero, in the gradient of each question
)

// languageProbe answers the questions of each fifth of the pictures with models that learnt from the others. Rows are in the
// order of their names. It has the same bits on every processor.
func languageProbe(questions []probeQuestion) []probeRow {
	counts := answerCounts{}
	for _, q := range questions {
		counts.add(q.family, q.answer)
	}
	best := counts.best()
	var rows []probeRow
	row := func(name string) *probeRow {
		i, ok := slices.BinarySearchFunc(rows, name, func(r probeRow, name string) int { return strings.Compare(r.Type2, name) })
		if !ok {
			rows = slices.Insert(rows, i, probeRow{Type2: name})
		}
		return &rows[i]
	}
	right := make([]bool, len(questions)) // of the probe
	var folds sync.WaitGroup
	foldOf := folding(questions)
	for fold := range probeFolds {
		folds.Go(func() { answerFold(questions, foldOf, fold, right) })
	}
	folds.Wait()
	for i, q := range questions {
		r := row(q.type2)
		r.Count++
		if best[q.family] == q.answer {
			r.Frequency++
		}
		if right[i] {
			r.Words++
		}
	}
	for i, r := range rows {
		rows[i].Frequency = 100 * r.Frequency / float64(r.Count)
		rows[i].Words = 100 * r.Words / float64(r.Count)
	}
	return rows
}

// folding divides the range of pictures into equal runs.
func folding(questions []probeQuestion) func(picture int) int {
	if len(questions) == 0 {
		return nil
	}
	first, last := questions[0].picture, questions[0].picture
	for _, q := range questions {
		first, last = min(first, q.picture), max(last, q.picture)
	}
	return func(picture int) int { return (picture - first) * probeFolds / (last - first + 1) }
}

// answerFold learns from all pictures but those of a fold and notes which questions about these it answers rightly.
func answerFold(questions []probeQuestion, foldOf func(picture int) int, fold int, right []bool) {
	families := map[string][]probeQuestion{}
	for _, q := range questions {
		if foldOf(q.picture) != fold {
			families[q.family] = append(families[q.family], q)
		}
	}
	models := map[string]*wordModel{}
	for family, qs := range families {
		models[family] = learnWords(qs)
	}
	for i, q := range questions {
		if m := models[q.family]; m != nil && foldOf(q.picture) == fold {
			right[i] = m.guess(q.text) == q.answer
		}
	}
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
func learnWords(questions []probeQuestion) *wordModel {
	m := &wordModel{feature: map[string]int{}}
	for _, q := range questions {
		m.answers = append(m.answers, q.answer)
	}
	slices.Sort(m.answers)
	m.answers = slices.Compact(m.answers)

	present, right := make([][]int, len(questions)), make([]int, len(questions))
	for i, q := range questions {
		right[i], _ = slices.BinarySearch(m.answers, q.answer)
		for _, name := range features(q.text) {
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

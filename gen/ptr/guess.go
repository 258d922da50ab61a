package ptr

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/figure"
	"mereo/gen/judge"
)

// told are the questions about a picture as the words-only probe sees them, none where there is no file.
func (s *Set) told(job gen.Job) func(index int) ([]judge.Told, error) {
	answers := answerDomains()
	return func(index int) (out []judge.Told, err error) {
		questions, err := readQuestions(job, index)
		if err != nil {
			return nil, err
		}
		for i := range questions {
			q := &questions[i]
			possible, err := answers(q)
			if err != nil {
				return nil, fmt.Errorf("%s: question %d: %w", questionPath(job.Split, index), i, err)
			}
			out = append(out, judge.Told{Text: q.Question, Family: q.family(), Kind: q.kind(), Answer: q.word, Choices: len(possible)})
		}
		return out, nil
	}
}

// kind names a sub-type with its type, since two sub-types are called spatial and two geometric.
func (q *storedQuestion) kind() string { return q.Type1 + " " + q.Type2 }

// kinds are the published sub-types with their types, in the order of the published table.
var kinds = func() (out []string) {
	for _, s := range published[:subTypes] {
		out = append(out, s.Name)
	}
	return out
}()

// Tables shows how well questions are answered without a picture.
func (s *Set) Tables(ctx context.Context, job gen.Job) ([]gen.Table, error) {
	if s.cfg.Questions == 0 {
		return nil, nil
	}
	return judge.Guess(ctx, job.Count, s.cfg.Questions, kinds, s.told(job))
}

// guessable are the published accuracies in percent of who sees no picture, lowest and highest: of a uniform draw from
// the answers and of the most frequent answer of the family. 0 to 0 where none is published.
var guessable = []struct {
	kind           string
	chance, common [2]float64
}{
	{"concept query-object", [2]float64{20, 20}, [2]float64{26, 32}},
	{"concept exist-object", [2]float64{50, 50}, [2]float64{50, 54}},
	{"concept count-object", [2]float64{10, 10}, [2]float64{18, 22}},
	{"concept query-part", [2]float64{8.6, 9.2}, [2]float64{10, 14}},
	{"concept count-part", [2]float64{10, 10}, [2]float64{18, 22}},
	{"relation spatial", [2]float64{11.2, 12}, [2]float64{16.5, 20.5}},
	{"relation geometric", [2]float64{27, 42}, [2]float64{}},
	{"relation same-attribute", [2]float64{33, 38}, [2]float64{36, 42}},
	{"analogy spatial", [2]float64{25.7, 27.7}, [2]float64{31, 35}},
	{"analogy geometric", [2]float64{10, 12.5}, [2]float64{}},
	{"arithmetic compare-integer", [2]float64{50, 50}, [2]float64{50, 54}},
	{"arithmetic sum-minus", [2]float64{10, 10}, [2]float64{18, 22}},
	{"physics stability", [2]float64{37, 46}, [2]float64{}},
	{"physics possible-change", [2]float64{37, 45}, [2]float64{}},
	{"all", [2]float64{}, [2]float64{31.5, 35.5}},
}

// guesses is how often those are right who see no picture.
type guesses struct {
	n, common int
	chance    float64 // sum of the questions' chances of a uniform draw, in percent
	lo, hi    float64 // least and largest chance in a family
}

// guessing holds questions against what can be guessed of the published ones.
func (t *askedFigures) guessing(g *ask.Grammar[*known]) []gen.Figure {
	byKind, all := map[string]*guesses{}, &guesses{}
	byKind["all"] = all
	answers := t.answers()
	for _, family := range g.Templates {
		kind := family.Labels[labelType1] + " " + family.Labels[labelType2]
		each := 100 / float64(len(g.Library.Domain(family.Answer)))
		k := byKind[kind]
		if k == nil {
			k = &guesses{lo: each, hi: each}
			byKind[kind] = k
		}
		k.lo, k.hi = min(k.lo, each), max(k.hi, each)
		counts := answers[fmt.Sprintf("%s:%d", family.File, family.Index)]
		for _, k := range []*guesses{k, all} {
			n := totalOf(counts)
			k.n += n
			k.chance += float64(float64(n) * each)
			k.common += slices.Max(append(slices.Collect(maps.Values(counts)), 0))
		}
	}
	var out []gen.Figure
	within := func(name string, bounds [2]float64, off, got float64, n int) {
		lo, hi := max(0, bounds[0]-off), min(100, bounds[1]+off)
		fine := got > lo-1e-9 && got < hi+1e-9 // the shares themselves are rounded
		out = append(out, figure.Row(name, fmt.Sprintf("%.1f to %.1f %%", lo, hi), fine, "%.2f %% of %d", got, n).ByChance())
	}
	for _, published := range guessable {
		k := byKind[published.kind]
		if k == nil || k.n == 0 || published.chance == [2]float64{} {
			continue
		}
		off := 0.0
		if t.questions < publishedQuestions {
			off = 4 * (k.hi - k.lo) / 2 / math.Sqrt(float64(k.n)) // half of the range bounds the standard deviation
		}
		within("uniform guesses, "+published.kind, published.chance, off, k.chance/float64(k.n), k.n)
	}
	for _, published := range guessable {
		k := byKind[published.kind]
		if k == nil || k.n == 0 || published.common == [2]float64{} {
			continue
		}
		if physical := byKind["physics stability"]; k == all && (physical == nil || physical.n == 0) {
			continue // the published mix has questions about physics
		}
		off := t.room((published.common[0]+published.common[1])/2, k.n)
		within("most frequent answers, "+published.kind, published.common, off, 100*float64(k.common)/float64(k.n), k.n)
	}
	return out
}

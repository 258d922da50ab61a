package ptr

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"mereo/gen"
	"mereo/gen/ask"
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
			if err == nil {
				q.word, err = answerWord(q.Answer)
			}
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
		out = append(out, s.name)
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
	physical := byKind["physics stability"]
	without := physical == nil || physical.n == 0 // physics, which the published mix has
	var out []gen.Figure
	for _, uniform := range []bool{true, false} {
		for _, p := range published {
			name, bounds, k := "most frequent answers, ", p.common, byKind[p.name]
			if uniform {
				name, bounds = "uniform guesses, ", p.chance
			}
			if k == nil || k.n == 0 || bounds == [2]float64{} || k == all && without {
				continue
			}
			off, got := t.room((bounds[0]+bounds[1])/2, k.n), 100*float64(k.common)/float64(k.n)
			if uniform {
				off, got = 0, k.chance/float64(k.n)
				if t.questions < publishedQuestions {
					off = 4 * (k.hi - k.lo) / 2 / math.Sqrt(float64(k.n)) // half of the range bounds the standard deviation
				}
			}
			lo, hi := max(0, bounds[0]-off), min(100, bounds[1]+off)
			out = append(out, gen.Figure{
				Name: name + p.name, Target: fmt.Sprintf("%.1f to %.1f %%", lo, hi), Value: fmt.Sprintf("%.2f %% of %d", got, k.n),
				Pass: got > lo-1e-9 && got < hi+1e-9, // the shares themselves are rounded
			}.ByChance())
		}
	}
	return out
}

package trance

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"

	"mereo/gen"
)

// tables shows how often sequences of pairs occur in a split, as the published table does.
func tables(ctx context.Context, cfg Config, job gen.Job) ([]gen.Table, error) {
	grams := newNgrams(len(cfg.pairs()))
	err := EachRecord(ctx, filepath.Join(job.Root, job.Split, dataName), func(r *Record) error {
		var pairs []Pair
		for _, step := range r.Reference {
			pairs = append(pairs, step.Pair)
		}
		grams.addAll(pairs)
		return nil
	})
	if err != nil {
		return nil, err
	}
	t := gen.Table{
		Title: "How often pairs and sequences of pairs occur",
		Note: "A pair is an attribute and one of its values. Sequences are pairs of steps in a row, wherever they stand in a " +
			"sample; those that never occur count as 0.",
		Head: []string{"pairs", "options", "min", "max", "median", "mean", "std"},
	}
	number := func(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	for order := 1; order <= maxSequence; order++ {
		s := grams.spread(order)
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(order), strconv.Itoa(s.possible), strconv.Itoa(s.min), strconv.Itoa(s.max), number(s.median, 1),
			number(s.mean, 4), number(s.std, 4),
		})
	}
	guessed, err := guesses(ctx, job)
	if err != nil {
		return nil, err
	}
	return []gen.Table{t, guessed}, nil
}

// guessedSamples is about how many samples are guessed, evenly spread.
const guessedSamples = 10_000

// guesses is a table of what steps score that are chosen without a look at the pictures.
func guesses(ctx context.Context, job gen.Job) (gen.Table, error) {
	t := gen.Table{
		Title: "What can be guessed without a picture",
		Note: "Answers in percent that lead to the last state, and that break no rule on the way, too, and the distance from the " +
			"last state for each step of the references, as \"mereo eval\" scores them. Random: as many steps as the reference " +
			"has, drawn uniformly. Frequent: the most frequent object and pair, as often. Empty: no step. Of a large split only some " +
			"samples, evenly spread, are used.",
		Head: []string{"answer", "samples", "reached", "right", "distance"},
	}
	apart := 1 + job.Count/guessedSamples
	each := func(do func(r *Record)) error {
		at := 0
		return EachRecord(ctx, filepath.Join(job.Root, job.Split, dataName), func(r *Record) error {
			if at++; (at-1)%apart == 0 {
				do(r)
			}
			return nil
		})
	}
	var objects [ObjectCount]int
	var pairs [PairCount]int
	if err := each(func(r *Record) {
		for _, step := range r.Reference {
			objects[step.Object]++
			pairs[step.Pair]++
		}
	}); err != nil {
		return t, err
	}
	common := Step{slices.Index(objects[:], slices.Max(objects[:])), Pair(slices.Index(pairs[:], slices.Max(pairs[:])))}
	answers := []struct {
		name                     string
		answer                   func(r *Record) []Step
		reached, right, distance int
		steps                    int
	}{
		{name: "random", answer: baseline(BaselineRandom, job.Seed)},
		{name: "frequent", answer: func(r *Record) []Step { return slices.Repeat([]Step{common}, len(r.Reference)) }},
		{name: "empty", answer: func(*Record) []Step { return nil }},
	}
	samples := 0
	if err := each(func(r *Record) {
		samples++
		for i := range answers {
			a := &answers[i]
			j := r.Judge(a.answer(r))
			if j.Loose {
				a.reached++
			}
			if j.Correct {
				a.right++
			}
			a.distance, a.steps = a.distance+j.Distance, a.steps+j.ReferenceSteps
		}
	}); err != nil {
		return t, err
	}
	percent := func(n int) string { return strconv.FormatFloat(100*float64(n)/float64(max(1, samples)), 'f', 2, 64) }
	for _, a := range answers {
		t.Rows = append(t.Rows, []string{
			a.name, strconv.Itoa(samples), percent(a.reached), percent(a.right),
			strconv.FormatFloat(float64(a.distance)/float64(max(1, a.steps)), 'f', 3, 64),
		})
	}
	return t, nil
}

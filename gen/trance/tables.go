package trance

import (
	"context"
	"path/filepath"
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
	return []gen.Table{t}, nil
}

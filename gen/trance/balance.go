package trance

import (
	"cmp"
	"slices"

	"mereo/scenes/rng"
)

// tolerance keeps options that were chosen most often possible.
const tolerance = 0.1

// Option is something to choose, and how often it was chosen. Keys give options their order.
type Option struct{ Key, Count int }

// Chance is an option's share of the next draw.
type Chance struct {
	Key         int
	Probability float64
}

// Chances are the shares of options in the next draw: the less often one was chosen, the larger. Of more than top options,
// unless top is 0, only those chosen least often are kept; only then those for which exclude, if not nil, is true leave. The
// result is in the order of keys, and empty when nothing is left.
func Chances(options []Option, exclude func(key int) bool, tolerance float64, top int) []Chance {
	kept := slices.Clone(options)
	slices.SortFunc(kept, func(a, b Option) int { return cmp.Or(a.Count-b.Count, a.Key-b.Key) })
	if top > 0 {
		kept = kept[:min(top, len(kept))]
	}
	if exclude != nil {
		kept = slices.DeleteFunc(kept, func(o Option) bool { return exclude(o.Key) })
	}
	most := 0
	for _, o := range kept {
		most = max(most, o.Count)
	}
	slices.SortFunc(kept, func(a, b Option) int { return a.Key - b.Key })
	out, sum := make([]Chance, len(kept)), 0.0
	for i, o := range kept {
		out[i] = Chance{o.Key, float64(most-o.Count) + tolerance}
		sum += out[i].Probability
	}
	for i := range out {
		out[i].Probability /= sum
	}
	return out
}

// choose draws one of the options, or says that none is left.
func choose(options []Option, exclude func(key int) bool, top int, s *rng.Stream) (key int, ok bool) {
	chances := Chances(options, exclude, tolerance, top)
	if len(chances) == 0 {
		return 0, false
	}
	weights := make([]float64, len(chances))
	for i, c := range chances {
		weights[i] = c.Probability
	}
	return chances[s.Pick(weights)].Key, true
}

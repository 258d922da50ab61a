package trance

import (
	"slices"
	"testing"

	"mereo/scenes/rng"
)

// dealt counts the sequences of the first n samples.
func dealt(pairs []Pair, n int) (*ngrams, [][]Pair) {
	g := newNgrams(len(pairs))
	var all [][]Pair
	s := rng.Named("deal")
	for r := 0; len(all) < n; r++ {
		round := newRound(pairs, r, s)
		for i := range maxSequence * len(pairs) {
			walk := round.walk(i)
			all = append(all, walk)
			g.addAll(walk)
			if len(all) == n {
				break
			}
		}
	}
	return g, all
}

// TestDealtEvenly: the acceptance figures of sequences at 3,000 samples, and that pairs are even after every sample.
func TestDealtEvenly(t *testing.T) {
	g, all := dealt(alphabetical[:], 3000)
	t.Log(g.spread(1), g.spread(2), g.spread(3), g.spread(4))
	if s := g.spread(2); s.seen != 1089 || s.max > 6 || s.std > 0.8 {
		t.Errorf("sequences of two: %+v, want all seen, at most 6 times, deviation at most 0.8", s)
	}
	if s := g.spread(3); s.seen < 2200 || s.max > 2 {
		t.Errorf("sequences of three: %+v, want at least 2200 seen, at most twice", s)
	}
	if s := g.spread(4); s.max != 1 {
		t.Errorf("sequences of four: %+v, want none twice", s)
	}
	var used [PairCount]int
	var lengths [maxSequence]int
	for i, walk := range all {
		for _, p := range walk {
			used[p]++
		}
		lengths[len(walk)-1]++
		if d := slices.Max(used[:]) - slices.Min(used[:]); d > imbalanceBound {
			t.Errorf("after %d samples pairs differ by %d, want at most %d", i+1, d, imbalanceBound)
		}
		if d := slices.Max(lengths[:]) - slices.Min(lengths[:]); d > 1 {
			t.Errorf("after %d samples lengths differ by %d, want at most 1", i+1, d)
		}
	}
}

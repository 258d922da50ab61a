package trance

import (
	"cmp"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

func sameShares(t *testing.T, id string, keys []int, probabilities []float64, none bool, wantKeys []int, want []float64) {
	t.Helper()
	if none != (len(keys) == 0) || !slices.Equal(keys, wantKeys) {
		t.Errorf("%s: options are %v, want none %v, %v", id, keys, none, wantKeys)
		return
	}
	for i, p := range probabilities {
		if !near(p, want[i]) {
			t.Errorf("%s: option %d has %g, want %g", id, keys[i], p, want[i])
		}
	}
}

func TestVectorsSampling(t *testing.T) {
	for _, c := range load[struct {
		ID        string
		Freq      [][2]any
		Exclude   []any
		Tolerance float64
		Top       int
		Expect    struct {
			None bool
			Keys []any
			Prob []float64
		}
	}](t, "sampling.json") {
		// Keys are numbers or words; what counts is their order.
		var all []any
		for _, f := range c.Freq {
			all = append(all, f[0])
		}
		slices.SortFunc(all, func(a, b any) int {
			if x, ok := a.(float64); ok {
				return cmp.Compare(x, b.(float64))
			}
			return cmp.Compare(a.(string), b.(string))
		})
		rank := func(k any) int { return slices.Index(all, k) }
		var options []option
		for _, f := range c.Freq {
			options = append(options, option{rank(f[0]), int(f[1].(float64))})
		}
		var keys []int
		for _, k := range c.Expect.Keys {
			keys = append(keys, rank(k))
		}
		got, shares := optionShares(options, func(k int) bool { return slices.Contains(c.Exclude, all[k]) }, c.Tolerance, c.Top)
		sameShares(t, c.ID, got, shares, c.Expect.None, keys, c.Expect.Prob)
	}
}

func TestVectorsSamplerState(t *testing.T) {
	for _, c := range load[struct {
		ID       string
		Valid    jsontext.Value `json:"valid_pairs"`
		Recorded [][][]any
		Removed  []int
		Prefix   []Pair
		Tried    []Pair
		Expect   struct {
			Scores []int
			Top    int
			None   bool
			Keys   []Pair
			Prob   []float64
		}
	}](t, "sampler_state.json") {
		valid := alphabetical[:]
		if string(c.Valid) != `"all"` {
			valid = nil
			if err := json.Unmarshal(c.Valid, &valid); err != nil {
				t.Fatal(err)
			}
		}
		g := newReferenceGrams(len(valid))
		var samples [][]Pair
		for _, sample := range c.Recorded {
			var pairs []Pair
			for _, step := range sample {
				var p Pair
				if err := p.UnmarshalText([]byte(step[1].(string))); err != nil {
					t.Fatal(err)
				}
				pairs = append(pairs, p)
			}
			samples = append(samples, pairs)
			g.addAll(pairs, 1)
		}
		for _, i := range c.Removed {
			g.addAll(samples[i], -1)
		}
		g.addAll(c.Prefix, 1)
		scores := g.scores(c.Prefix)
		var options []option
		for rank, p := range valid {
			same(t, c.ID, "score of "+p.String(), scores[p], c.Expect.Scores[rank])
			options = append(options, option{rank, scores[p]})
		}
		var keys []int
		for _, p := range c.Expect.Keys {
			keys = append(keys, slices.Index(valid, p))
		}
		out := func(k int) bool { return slices.Contains(c.Tried, valid[k]) }
		got, shares := optionShares(options, out, tolerance, c.Expect.Top)
		sameShares(t, c.ID, got, shares, c.Expect.None, keys, c.Expect.Prob)
	}
}

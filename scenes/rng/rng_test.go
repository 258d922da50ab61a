package rng

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// The sequences are part of every data set. A failure here means that all data moved: undo the change, or give the new
// sequence a new purpose.
func TestFrozenSequences(t *testing.T) {
	key := Key{Seed: 1, Set: "ptr", Split: "train", Index: 42, Attempt: 3}
	var got []string
	s := At(key, "placement")
	for range 3 {
		got = append(got, fmt.Sprintf("%#016x", s.Uint64()))
	}
	got = append(got,
		fmt.Sprintf("%.17g", s.Float64()), fmt.Sprintf("%.17g", s.Uniform(-2, 5)), fmt.Sprint(s.IntN(1000), s.IntN(7)),
		fmt.Sprint(s.Bool(0.5), s.Sign()), fmt.Sprint(s.Pick([]float64{1, 2, 3})), fmt.Sprint(s.Perm(6)), Choose(s, []string{"a", "b", "c"}))
	got = append(got, fmt.Sprintf("%#016x", Named("furniture/Chair/dining/7").Uint64()), fmt.Sprintf("%#016x", At(Key{}, "").Uint64()))
	want := []string{
		"0x9ac6c8a067ceb94a", "0xbd0645fc4daf7cda", "0x74039cc473ff4d13", "0.20246178221575273", "3.9643570484051027", "555 3", "false 1", "2",
		"[2 4 3 0 5 1]", "c", "0x126082ed59eb3172", "0xe22e7ed739f71e23",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// Every part of the key, and nothing else, chooses the stream.
func TestStreamsAreNamedByTheirPlace(t *testing.T) {
	base := Key{Seed: 1, Set: "ptr", Split: "train", Index: 2, Attempt: 3}
	first := func(k Key, purpose string) uint64 { return At(k, purpose).Uint64() }
	seen := map[uint64]string{first(base, "camera"): "base"}
	for _, c := range []struct {
		name    string
		change  func(k *Key)
		purpose string
	}{
		{"seed", func(k *Key) { k.Seed = 2 }, "camera"},
		{"seed 0", func(k *Key) { k.Seed = 0 }, "camera"},
		{"set", func(k *Key) { k.Set = "qlevr" }, "camera"},
		{"split", func(k *Key) { k.Split = "val" }, "camera"},
		{"index", func(k *Key) { k.Index = 3 }, "camera"},
		{"attempt", func(k *Key) { k.Attempt = 4 }, "camera"},
		{"index and attempt exchanged", func(k *Key) { k.Index, k.Attempt = 3, 2 }, "camera"},
		{"purpose", func(k *Key) {}, "placement"},
	} {
		k := base
		c.change(&k)
		v := first(k, c.purpose)
		if other, ok := seen[v]; ok {
			t.Errorf("%s: the stream begins like that of %s", c.name, other)
		}
		seen[v] = c.name
		if again := first(k, c.purpose); again != v {
			t.Errorf("%s: two streams of one place begin with %#x and %#x", c.name, v, again)
		}
	}
}

// A draw more for one purpose moves no other, and streams of neighboring places are not correlated.
func TestPurposesAreIndependent(t *testing.T) {
	const n = 20_000
	for _, pair := range []struct {
		name string
		a, b *Stream
	}{
		{"two purposes", At(Key{Index: 1}, "placement"), At(Key{Index: 1}, "camera")},
		{"two indices", At(Key{Index: 1}, "camera"), At(Key{Index: 2}, "camera")},
		{"two seeds", At(Key{Seed: 1}, "camera"), At(Key{Seed: 2}, "camera")},
	} {
		sum := 0.0
		for range n {
			sum += (pair.a.Float64() - 0.5) * (pair.b.Float64() - 0.5) * 12
		}
		// The mean of n products of variance 1: five sigma.
		if r := sum / n; math.Abs(r) > 5/math.Sqrt(n) {
			t.Errorf("%s: correlation is %.4f, want 0 within %.4f", pair.name, r, 5/math.Sqrt(n))
		}
	}
	alone := At(Key{Index: 9}, "camera").Uint64()
	busy := At(Key{Index: 9}, "placement")
	for range 100 {
		busy.Uint64()
	}
	if got := At(Key{Index: 9}, "camera").Uint64(); got != alone {
		t.Errorf("draws for placement moved the camera from %#x to %#x", alone, got)
	}
}

// chiSquared is the sum of (got-want)^2/want.
func chiSquared(counts []int, want func(i int) float64) float64 {
	sum := 0.0
	for i, c := range counts {
		d := float64(c) - want(i)
		sum += d * d / want(i)
	}
	return sum
}

// limit is the value that chi-squared of k degrees of freedom passes once in about 10^5 (Wilson and Hilferty 1931).
func limit(k int) float64 {
	v := 2 / (9 * float64(k))
	return float64(k) * math.Pow(1-v+4.265*math.Sqrt(v), 3)
}

func TestIntNIsUniform(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 100} {
		s, counts := Named(fmt.Sprint("uniform ", n)), make([]int, n)
		for range 1000 * n {
			counts[s.IntN(n)]++
		}
		if n == 1 {
			continue // what counts is that it did not panic
		}
		if got := chiSquared(counts, func(int) float64 { return 1000 }); got > limit(n-1) {
			t.Errorf("IntN(%d): chi-squared is %.1f, want at most %.1f: %v", n, got, limit(n-1), counts)
		}
	}
	// Without rejection the products that round to a number would be 3, 3, 2, 3, 3, 2 ... of 8 for this n.
	s, counts := Named("large"), make([]int, 3)
	for range 30_000 {
		counts[s.IntN(3<<61)%3]++
	}
	if got := chiSquared(counts, func(int) float64 { return 10_000 }); got > limit(2) {
		t.Errorf("IntN(3*2^61) modulo 3: chi-squared is %.1f, want at most %.1f: %v", got, limit(2), counts)
	}
}

func TestFloatsAreUniform(t *testing.T) {
	s, counts := Named("floats"), make([]int, 50)
	for range 50_000 {
		x := s.Uniform(-3, 2)
		if x < -3 || x >= 2 {
			t.Fatalf("Uniform(-3, 2) gave %v", x)
		}
		counts[int((x+3)*10)]++
	}
	if got := chiSquared(counts, func(int) float64 { return 1000 }); got > limit(49) {
		t.Errorf("Uniform: chi-squared is %.1f, want at most %.1f", got, limit(49))
	}
}

func TestShares(t *testing.T) {
	const n = 60_000
	weights := []float64{0, 1, 2, 0, 3, 0}
	s, counts, heads, plus := Named("shares"), make([]int, 6), 0, 0
	for range n {
		counts[s.Pick(weights)]++
		if s.Bool(0.3) {
			heads++
		}
		if s.Sign() > 0 {
			plus++
		}
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Pick of weight 1", float64(counts[1]), n / 6}, {"Pick of weight 2", float64(counts[2]), n / 3}, {"Pick of weight 3", float64(counts[4]), n / 2},
		{"Pick of weight 0", float64(counts[0] + counts[3] + counts[5]), 0}, {"Bool", float64(heads), 0.3 * n}, {"Sign", float64(plus), n / 2},
	} {
		if p := c.want / n; math.Abs(c.got-c.want) > 5*math.Sqrt(n*p*(1-p)) {
			t.Errorf("%s: %g of %d, want %g", c.name, c.got, n, c.want)
		}
	}
	if s.Bool(0) || !s.Bool(1) {
		t.Error("Bool(0) is true or Bool(1) is false")
	}
}

func TestPermIsUniform(t *testing.T) {
	s, counts := Named("permutations"), map[string]int{}
	const each = 500
	for range 24 * each {
		p := s.Perm(4)
		if sorted := slices.Sorted(slices.Values(p)); !slices.Equal(sorted, []int{0, 1, 2, 3}) {
			t.Fatalf("%v is no permutation", p)
		}
		counts[fmt.Sprint(p)]++
	}
	var all []int
	for _, c := range counts {
		all = append(all, c)
	}
	if got := chiSquared(all, func(int) float64 { return each }); len(all) != 24 || got > limit(23) {
		t.Errorf("%d of 24 orders of four, chi-squared is %.1f, want at most %.1f", len(all), got, limit(23))
	}
	if p := s.Perm(0); len(p) != 0 {
		t.Errorf("Perm(0) is %v", p)
	}
}

func TestPanicsNameTheValue(t *testing.T) {
	s := Named("panics")
	for _, c := range []struct {
		call func()
		want string
	}{
		{func() { s.IntN(0) }, "rng: IntN(0)"},
		{func() { s.IntN(-4) }, "rng: IntN(-4)"},
		{func() { s.Pick([]float64{0, 0}) }, "rng: Pick from [0 0]"},
		{func() { s.Pick([]float64{1, math.NaN()}) }, "rng: Pick from [1 NaN]"},
		{func() { Choose(s, []int{}) }, "rng: IntN(0)"},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("got panic %v, want %q", got, c.want)
				}
			}()
			c.call()
		}()
	}
}

func BenchmarkAt(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		At(Key{Seed: 1, Set: "ptr", Split: "train", Index: i}, "placement")
	}
}

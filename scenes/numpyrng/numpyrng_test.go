package numpyrng

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"testing"
)

// What NumPy's own manual prints for these seeds.
func TestKnownStreams(t *testing.T) {
	g := New(12345)
	if got, want := g.Float64(), 0.22733602246716966; got != want {
		t.Errorf("seed 12345: random() is %v, want %v", got, want)
	}
	for _, c := range []struct {
		seed uint64
		want []int
	}{
		{12345, []int{6, 2, 7}},
		{42, []int{0, 7, 6, 4, 4, 8, 0, 6, 2, 0}},
	} {
		g, got := New(c.seed), []int{}
		for range c.want {
			got = append(got, g.Integers(0, 10))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("seed %d: integers(0, 10) are %v, want %v", c.seed, got, c.want)
		}
	}
}

func TestBigSeedsContinueSmallOnes(t *testing.T) {
	for _, seed := range []uint64{0, 1, 1<<32 - 1, 1 << 32, 1<<64 - 1} {
		if a, b := New(seed), NewBig(new(big.Int).SetUint64(seed)); *a != *b {
			t.Errorf("seed %d: New and NewBig are %v and %v", seed, *a, *b)
		}
	}
	long := new(big.Int).Lsh(big.NewInt(1), 128) // a fifth word
	if *NewBig(long) == *New(0) {
		t.Error("seed 2^128 gives the stream of seed 0")
	}
}

// The state of n steps is a polynomial of the first one; math/big computes it from the definition.
func TestStepsAgainstBigIntegers(t *testing.T) {
	whole := func(u Uint128) *big.Int {
		v := new(big.Int).SetUint64(u.Hi)
		return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(u.Lo))
	}
	g := New(7)
	first, increment := g.State()
	state, modulus := whole(first), new(big.Int).Lsh(big.NewInt(1), 128)
	multiplier, _ := new(big.Int).SetString("2360ed051fc65da44385df649fccf645", 16)
	for i := range 1000 {
		got := g.Uint64()
		state.Mul(state, multiplier).Add(state, whole(increment)).Mod(state, modulus)
		lo := new(big.Int).And(state, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
		hi := new(big.Int).Rsh(state, 64).Uint64()
		if want := bits.RotateLeft64(hi^lo, -int(hi>>58)); got != want {
			t.Fatalf("output %d is %#x, want %#x", i, got, want)
		}
	}
}

func TestHalvesOutliveOtherDraws(t *testing.T) {
	a, b := New(3), New(3)
	first := a.Uint64()
	if got, want := b.Uint32(), uint32(first); got != want {
		t.Errorf("the first half is %#x, want the low one %#x", got, want)
	}
	if got, want := b.Float64(), float64(a.Uint64()>>11)/(1<<53); got != want {
		t.Errorf("a double between the halves is %v, want %v", got, want)
	}
	if got, want := b.Uint32(), uint32(first>>32); got != want {
		t.Errorf("the second half is %#x, want the high one %#x", got, want)
	}
}

func TestRangesOfEverySize(t *testing.T) {
	g := New(11)
	before := *g
	if got := g.Integers(-4, -3); got != -4 || *g != before {
		t.Errorf("Integers(-4, -3) is %d and the stream moved: %v, want -4 and a stream that stays", got, *g != before)
	}
	for _, r := range [][2]int{
		{0, 2}, {-3, 4}, {0, 1<<32 - 1}, {5, 5 + 1<<32}, {0, 1<<32 + 1}, {-5, 3 << 61}, {math.MinInt, math.MaxInt},
	} {
		width := new(big.Int).Sub(big.NewInt(int64(r[1])), big.NewInt(int64(r[0])))
		var low, high int
		const n = 2000
		for range n {
			v := g.Integers(r[0], r[1])
			if v < r[0] || v >= r[1] {
				t.Fatalf("Integers(%d, %d) is %d", r[0], r[1], v)
			}
			offset := new(big.Int).Sub(big.NewInt(int64(v)), big.NewInt(int64(r[0])))
			if offset.Lsh(offset, 1).Cmp(width) < 0 {
				low++
			} else {
				high++
			}
		}
		// Half of 2000 within five sigma, and one seventh for the three or four of seven numbers.
		if d := math.Abs(float64(low - high)); d > 5*math.Sqrt(n)+n/7 {
			t.Errorf("Integers(%d, %d): %d in the lower half, %d in the upper", r[0], r[1], low, high)
		}
	}
}

// Sizes on both sides of every change of method.
func TestChoiceWithoutReplacementIsDistinct(t *testing.T) {
	g := New(5)
	for _, c := range []struct{ n, k int }{
		{1, 1}, {9, 0}, {9, 9}, {64, 64}, {65, 65}, {500, 20}, {10000, 5000}, {10001, 200}, {10001, 201}, {20000, 20000},
	} {
		prefix := []int{-1, -2}
		got, err := g.Choice(slices.Clone(prefix), c.n, c.k, false)
		if err != nil {
			t.Fatalf("%d of %d: %v", c.k, c.n, err)
		}
		if !slices.Equal(got[:2], prefix) {
			t.Errorf("%d of %d: what was there became %v", c.k, c.n, got[:2])
		}
		if got = got[2:]; len(got) != c.k {
			t.Fatalf("%d of %d: got %d numbers", c.k, c.n, len(got))
		}
		slices.Sort(got)
		if len(slices.Compact(got)) != c.k || c.k > 0 && (got[0] < 0 || got[c.k-1] >= c.n) {
			t.Errorf("%d of %d: not distinct numbers below %d", c.k, c.n, c.n)
		}
	}
}

// All 12 ordered pairs out of four numbers are equally likely.
func TestChoiceOrdersAreUniform(t *testing.T) {
	const n = 12_000
	g, counts := New(1), map[[2]int]int{}
	for range n {
		p, err := g.Choice(nil, 4, 2, false)
		if err != nil {
			t.Fatal(err)
		}
		counts[[2]int(p)]++
	}
	for a := range 4 {
		for b := range 4 {
			got, want := counts[[2]int{a, b}], n/12
			if a == b {
				want = 0
			}
			if d := float64(got - want); math.Abs(d) > 5*math.Sqrt(float64(want)) {
				t.Errorf("pair %d %d: %d times, want %d", a, b, got, want)
			}
		}
	}
}

func TestChoiceRefuses(t *testing.T) {
	for _, c := range []struct {
		n, k    int
		replace bool
		want    string
	}{
		{10, 11, false, "numpyrng: cannot choose 11 distinct numbers among 10"},
		{0, 1, true, "numpyrng: cannot choose among 0 numbers, need at least 1"},
		{5, -1, true, "numpyrng: cannot choose -1 numbers, need at least 0"},
	} {
		g := New(0)
		if _, err := g.Choice(nil, c.n, c.k, c.replace); err == nil || err.Error() != c.want {
			t.Errorf("%d of %d: error %v, want %q", c.k, c.n, err, c.want)
		}
		if *g != *New(0) {
			t.Errorf("%d of %d: the stream moved", c.k, c.n)
		}
	}
	if got, err := New(0).Choice(nil, 0, 0, true); err != nil || len(got) != 0 {
		t.Errorf("none of none: %v, %v", got, err)
	}
}

func TestPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"empty range":   func() { New(0).Integers(3, 3) },
		"negative seed": func() { NewBig(big.NewInt(-1)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func BenchmarkUint64(b *testing.B) {
	g := New(1)
	for b.Loop() {
		g.Uint64()
	}
}

func BenchmarkChoiceWithoutReplacement(b *testing.B) {
	g, dst := New(1), make([]int, 0, 8)
	for b.Loop() {
		dst, _ = g.Choice(dst[:0], 9, 8, false)
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New(1)
	}
}

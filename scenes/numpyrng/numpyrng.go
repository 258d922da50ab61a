// Package numpyrng is NumPy's default_rng, bit for bit: data sets made by Python programs can be made again in Go.
//
// A Generator is PCG64 (XSL-RR) seeded as numpy.random.SeedSequence does it. The streams are those of NumPy 1.17 and later,
// which keeps them. Sets that begin here take their numbers from scenes/rng instead, where every decision has a stream of
// its own: in this package, as in NumPy, the order of the draws is part of the data.
package numpyrng

import (
	"fmt"
	"math/big"
	"math/bits"
)

// The multiplier of the 128-bit step (O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
// Algorithms for Random Number Generation", pcg_engines: setseq_xsl_rr_128_64).
const (
	multiplierHi = 0x2360ed051fc65da4
	multiplierLo = 0x4385df649fccf645
)

// Uint128 is Hi*2^64 + Lo.
type Uint128 struct{ Hi, Lo uint64 }

// Generator is one stream of random numbers. It holds no pointers: a copy is a snapshot from which the stream goes on as it
// did from the original. It must not be used by two goroutines at once.
type Generator struct {
	state, increment Uint128

	// half is the unused high half of a 64-bit output. Only 32-bit draws leave it and take it.
	half    uint32
	hasHalf bool
}

// New returns the generator that default_rng(seed) returns.
func New(seed uint64) *Generator {
	return fromWords(expand([]uint32{uint32(seed), uint32(seed >> 32)}))
}

// NewBig is New for seeds of any size. It panics for a negative one, which NumPy refuses, too.
func NewBig(seed *big.Int) *Generator { return fromWords(SeedWords(seed)) }

// fromWords begins a stream: the increment is the odd number 2q+1, the state makes one step before and one after the seed is
// added (numpy/random/src/pcg64, pcg_setseq_128_srandom).
func fromWords(w [4]uint64) *Generator {
	g := &Generator{increment: Uint128{Hi: w[2]<<1 | w[3]>>63, Lo: w[3]<<1 | 1}}
	g.step()
	var carry uint64
	g.state.Lo, carry = bits.Add64(g.state.Lo, w[1], 0)
	g.state.Hi, _ = bits.Add64(g.state.Hi, w[0], carry)
	g.step()
	return g
}

// State returns what bit_generator.state calls state and inc.
func (g *Generator) State() (state, increment Uint128) { return g.state, g.increment }

// step is state = state*multiplier + increment mod 2^128.
func (g *Generator) step() {
	hi, lo := bits.Mul64(g.state.Lo, multiplierLo)
	hi += g.state.Hi*multiplierLo + g.state.Lo*multiplierHi
	var carry uint64
	g.state.Lo, carry = bits.Add64(lo, g.increment.Lo, 0)
	g.state.Hi, _ = bits.Add64(hi, g.increment.Hi, carry)
}

// Uint64 is uniform over all 64-bit numbers.
func (g *Generator) Uint64() uint64 {
	g.step()
	return bits.RotateLeft64(g.state.Hi^g.state.Lo, -int(g.state.Hi>>58))
}

// Uint32 is uniform over all 32-bit numbers. Two calls share one output of 64 bits, low half first, whatever other draws lie
// between them.
func (g *Generator) Uint32() uint32 {
	if g.hasHalf {
		g.hasHalf = false
		return g.half
	}
	v := g.Uint64()
	g.half, g.hasHalf = uint32(v>>32), true
	return uint32(v)
}

// Float64 is uniform in [0, 1), a multiple of 2^-53.
func (g *Generator) Float64() float64 { return float64(g.Uint64()>>11) * (1.0 / (1 << 53)) }

// Uniform is uniform in [lo, hi). Bounds that are products are rounded first: where this is inlined they could be fused.
func (g *Generator) Uniform(lo, hi float64) float64 {
	lo, hi = float64(lo), float64(hi)
	return lo + float64((hi-lo)*g.Float64())
}

// Integers is uniform in [lo, hi). A range of one number draws nothing. It panics for an empty range.
func (g *Generator) Integers(lo, hi int) int {
	if lo >= hi {
		panic(fmt.Sprintf("numpyrng: Integers(%d, %d): the range is empty", lo, hi))
	}
	return lo + int(g.bounded(uint64(hi)-1-uint64(lo)))
}

// bounded is uniform in [0, last] by Lemire 2019, "Fast Random Integer Generation in an Interval", with 32-bit draws where
// they are enough.
func (g *Generator) bounded(last uint64) uint64 {
	switch {
	case last == 0:
		return 0
	case last < 1<<32-1:
		n := uint32(last) + 1
		m := uint64(g.Uint32()) * uint64(n)
		if uint32(m) < n {
			for biased := -n % n; uint32(m) < biased; {
				m = uint64(g.Uint32()) * uint64(n)
			}
		}
		return m >> 32
	case last == 1<<32-1:
		return uint64(g.Uint32())
	case last == 1<<64-1:
		return g.Uint64()
	}
	n := last + 1
	hi, lo := bits.Mul64(g.Uint64(), n)
	if lo < n {
		for biased := -n % n; lo < biased; {
			hi, lo = bits.Mul64(g.Uint64(), n)
		}
	}
	return hi
}

// Choice appends k of the numbers 0 to n-1 to dst: independent ones with replacement, distinct ones in random order without.
// It is an error to ask for more distinct numbers than there are; then nothing has been drawn. Up to n = 64 nothing is
// allocated but what dst needs.
func (g *Generator) Choice(dst []int, n, k int, replace bool) ([]int, error) {
	switch {
	case k < 0:
		return dst, fmt.Errorf("numpyrng: cannot choose %d numbers, need at least 0", k)
	case k > 0 && n < 1:
		return dst, fmt.Errorf("numpyrng: cannot choose among %d numbers, need at least 1", n)
	case k > n && !replace:
		return dst, fmt.Errorf("numpyrng: cannot choose %d distinct numbers among %d", k, n)
	}
	first := len(dst)
	switch {
	case replace:
		for range k {
			dst = append(dst, int(g.bounded(uint64(n-1))))
		}
		return dst, nil
	case n > tailShuffleAbove && k > n/tailShuffleShare:
		return g.tail(dst, n, k), nil
	case n <= 64:
		var taken uint64
		for j := n - k; j < n; j++ {
			v := int(g.bounded(uint64(j)))
			if taken>>v&1 != 0 {
				v = j
			}
			taken |= 1 << v
			dst = append(dst, v)
		}
	default:
		taken := make(map[int]bool, k)
		for j := n - k; j < n; j++ {
			v := int(g.bounded(uint64(j)))
			if taken[v] {
				v = j
			}
			taken[v] = true
			dst = append(dst, v)
		}
	}
	g.shuffle(dst[first:], 1)
	return dst, nil
}

// Above this number of candidates, more than one of so many are chosen by shuffling all of them and not by Floyd's
// algorithm (Bentley and Floyd 1987, "A sample of brilliance"). The numbers are NumPy's (Generator.choice); other ones would
// give other streams.
const (
	tailShuffleAbove = 10000
	tailShuffleShare = 50
)

// tail appends the last k numbers of a shuffle of 0..n-1 that has only been done for them.
func (g *Generator) tail(dst []int, n, k int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	g.shuffle(all, max(n-k, 1))
	return append(dst, all[n-k:]...)
}

// shuffle brings the entries from first on into random order, with partners from the whole (Fisher and Yates, downwards).
func (g *Generator) shuffle(p []int, first int) {
	for i := len(p) - 1; i >= first; i-- {
		j := g.bounded(uint64(i))
		p[i], p[j] = p[j], p[i]
	}
}

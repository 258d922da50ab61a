// Package rng gives every decision its own stream of random numbers, named by its place.
//
// A stream is a function of (seed, set, split, index, attempt, purpose) and of nothing else, so scenes can be made in
// any order, on any machine, and a draw added for one purpose never moves another.
package rng

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Key says which scene, and which try at it.
type Key struct {
	Seed    uint64
	Set     string
	Split   string
	Index   int
	Attempt int
}

// Stream is a sequence of random numbers. The sequences are frozen: PCG-DXSM seeded with SHA-256 of the place.
type Stream struct{ src *rand.PCG }

// At returns the stream of one purpose at one place.
func At(k Key, purpose string) *Stream {
	return Named(fmt.Sprintf("%d/%s/%s/%d/%d/%s", k.Seed, k.Set, k.Split, k.Index, k.Attempt, purpose))
}

// Named returns the stream of a name, for what depends on no scene (a furniture model, a texture).
func Named(name string) *Stream {
	h := sha256.Sum256([]byte(name))
	return &Stream{rand.NewPCG(binary.LittleEndian.Uint64(h[:8]), binary.LittleEndian.Uint64(h[8:16]))}
}

// Uint64 is uniform over all 64-bit numbers.
func (s *Stream) Uint64() uint64 { return s.src.Uint64() }

// Float64 is uniform in [0, 1), a multiple of 2^-53.
func (s *Stream) Float64() float64 { return float64(s.Uint64()>>11) * (1.0 / (1 << 53)) }

// Uniform is uniform in [lo, hi). Bounds that are products are rounded first: where this is inlined they could be fused.
func (s *Stream) Uniform(lo, hi float64) float64 {
	lo, hi = float64(lo), float64(hi)
	return lo + float64((hi-lo)*s.Float64())
}

// IntN is uniform in [0, n). It panics for n < 1.
func (s *Stream) IntN(n int) int {
	if n < 1 {
		panic(fmt.Sprintf("rng: IntN(%d)", n))
	}
	// Lemire 2019, "Fast Random Integer Generation in an Interval": reject the biased low part.
	u := uint64(n)
	for {
		hi, lo := bits.Mul64(s.Uint64(), u)
		if lo >= u || lo >= -u%u {
			return int(hi)
		}
	}
}

// Bool is true with probability p.
func (s *Stream) Bool(p float64) bool { return s.Float64() < p }

// Sign is +1 or -1.
func (s *Stream) Sign() float64 {
	if s.Uint64()>>63 == 0 {
		return 1
	}
	return -1
}

// Pick draws an index with probability weights[i]/sum. It panics when no weight is positive.
func (s *Stream) Pick(weights []float64) int {
	var sum float64
	for _, w := range weights {
		sum += w
	}
	if !(sum > 0) {
		panic(fmt.Sprintf("rng: Pick from %v", weights))
	}
	x, last := float64(s.Float64()*sum), 0
	for i, w := range weights {
		if w > 0 {
			if x < w {
				return i
			}
			x -= w
			last = i
		}
	}
	return last
}

// Perm is a uniform permutation of 0..n-1.
func (s *Stream) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := s.IntN(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}

// Choose returns a uniform element. It panics on an empty slice.
func Choose[T any](s *Stream, from []T) T { return from[s.IntN(len(from))] }

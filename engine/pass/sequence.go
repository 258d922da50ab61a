package pass

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"
)

// points returns n points of the unit square in an order in which the first 1, 2, 4, 8 ... are well spread: the first two
// dimensions of Sobol's sequence, shuffled and scrambled. The same arguments give the same points; other purposes give
// points that have nothing to do with them.
func points(n int, seed, purpose uint64) [][2]float64 {
	r := rand.New(rand.NewPCG(seed, purpose))
	order, first, second := r.Uint32(), r.Uint32(), r.Uint32()
	p := make([][2]float64, n)
	for i := range p {
		k := scramble(uint32(i), order)
		p[i] = [2]float64{unit(bits.Reverse32(k) ^ first), unit(sobol(k) ^ second)}
	}
	return p
}

// evenPoints are points moved to the middles of the n strips of the square that they lie in, across and along. Of a power of two each strip
// has one, so that the steps in shadows of lamps are all of one size.
func evenPoints(n int, seed, purpose uint64) [][2]float64 {
	p := points(n, seed, purpose)
	for i := range p {
		for k, x := range p[i] {
			p[i][k] = (math.Floor(x*float64(n)) + 0.5) / float64(n)
		}
	}
	return p
}

// middle is the one point that stands best for all.
func middle(int, uint64, uint64) [][2]float64 { return [][2]float64{{0.5, 0.5}} }

// sobol is the second dimension of Sobol's sequence; the first one is the index with its bits reversed. Sobol 1967, "On the
// Distribution of Points in a Cube and the Approximate Evaluation of Integrals".
func sobol(i uint32) (x uint32) {
	for v := uint32(1 << 31); i != 0; i, v = i>>1, v^v>>1 {
		if i&1 == 1 {
			x ^= v
		}
	}
	return x
}

// scramble flips each bit depending on those above it. Burley 2020, "Practical Hash-based Owen Scrambling", listing 3.
func scramble(x, seed uint32) uint32 {
	x = bits.Reverse32(x) + seed
	x ^= x * 0x6c50b47c
	x ^= x * 0xb82f1e52
	x ^= x * 0xc7afe638
	x ^= x * 0x8d22f6e6
	return bits.Reverse32(x)
}

// unit is x / 2^32.
func unit(x uint32) float64 { return float64(x) / (1 << 32) }

// filterWidth is the whole width of the pixel filter, in pixels: the Blackman-Harris window of the reference pictures. What Cycles
// calls a width of 1.5 is half of it.
const filterWidth = 3.0

var filterCDF = sync.OnceValue(func() []float64 {
	// Harris 1978, "On the Use of Windows for Harmonic Analysis with the Discrete Fourier Transform", 4-term, -92 dB.
	const n = 1024
	cdf := make([]float64, n+1)
	for i := range n {
		x := 2 * math.Pi * (float64(i) + 0.5) / n
		cdf[i+1] = cdf[i] + 0.35875 - 0.48829*math.Cos(x) + 0.14128*math.Cos(2*x) - 0.01168*math.Cos(3*x)
	}
	for i := range cdf {
		cdf[i] /= cdf[n]
	}
	cdf[n] = 1
	return cdf
})

// PixelOffsets places the sample of each sub-frame inside its pixel: pixels from the center, distributed as the filter. A single one
// lies in the middle.
func PixelOffsets(n int, seed uint64) [][2]float64 {
	if n == 1 {
		return [][2]float64{{0, 0}}
	}
	p := points(n, seed, 1)
	for i := range p {
		p[i] = [2]float64{filterOffset(p[i][0]), filterOffset(p[i][1])}
	}
	return p
}

// filterOffset maps a uniform number to an offset from the pixel's center, in pixels, distributed as the filter.
func filterOffset(u float64) float64 {
	cdf := filterCDF()
	lo, hi := 0, len(cdf)-1
	for hi-lo > 1 {
		if m := (lo + hi) / 2; cdf[m] <= u {
			lo = m
		} else {
			hi = m
		}
	}
	t := (u - cdf[lo]) / (cdf[hi] - cdf[lo])
	return ((float64(lo)+t)/float64(len(cdf)-1) - 0.5) * filterWidth
}

package pass

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"
)

// points returns n well-spread points of the unit square, in an order of their own: the Hammersley set with both
// coordinates shifted and its order shuffled. The same arguments give the same points.
func points(n int, seed, purpose uint64) [][2]float64 {
	r := rand.New(rand.NewPCG(seed, purpose))
	shift := [2]float64{r.Float64(), r.Float64()}
	p := make([][2]float64, n)
	for i := range p {
		v := float64(bits.Reverse32(uint32(i))) / (1 << 32)
		p[i] = [2]float64{frac((float64(i)+0.5)/float64(n) + shift[0]), frac(v + 0.5/float64(n) + shift[1])}
	}
	r.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

func frac(x float64) float64 { return x - math.Floor(x) }

// filterWidth is the whole width of the pixel filter, in pixels: the Blackman-Harris window of the reference pictures.
const filterWidth = 1.5

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

// PixelOffsets places the sample of each sub-frame inside its pixel: pixels from the centre, distributed as the filter.
func PixelOffsets(n int, seed uint64) [][2]float64 {
	p := points(n, seed, 1)
	for i := range p {
		p[i] = [2]float64{filterOffset(p[i][0]), filterOffset(p[i][1])}
	}
	return p
}

// filterOffset maps a uniform number to an offset from the pixel's centre, in pixels, distributed as the filter.
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

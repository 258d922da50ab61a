package judge

import (
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// normal is the quantile of the standard normal distribution that 95 % are between, with its negative.
const normal = 1.959963984540054

// wilson is the interval of Wilson 1927, "Probable Inference, the Law of Succession, and Statistical Inference", of a share.
func wilson(right, of float64) (low, high float64) {
	p, z := right/of, normal*normal/of
	middle := (p + z/2) / (1 + z)
	off := math.Sqrt(float64(p*(1-p))*z+float64(z*z)/4) / (1 + z)
	return max(0, middle-off), min(1, middle+off)
}

// Bounds of how often a bootstrap draws: as often as mostDraws values allow.
const (
	mostResamples  = 1000
	leastResamples = 100
	mostDraws      = 20_000_000
)

// bootstrap is the percentile interval of a ratio of sums over samples.
func bootstrap(s *rng.Stream, values []Value) (low, high float64) {
	return resample(s, len(values), func(i int) (a, b Value) { return values[i], Value{} })
}

// paired is that of the difference of two ratios over the same samples, the second less the first.
func paired(s *rng.Stream, first, second []Value) (low, high float64) {
	return resample(s, len(first), func(i int) (a, b Value) { return second[i], first[i] })
}

// resample draws n samples with replacement many times, and returns the bounds of 95 % of the differences between the ratios a and b;
// a ratio of nothing is 0.
func resample(s *rng.Stream, n int, of func(i int) (a, b Value)) (low, high float64) {
	out := make([]float64, min(mostResamples, max(leastResamples, mostDraws/max(1, n))))
	for k := range out {
		var a, b Value
		for range n {
			x, y := of(s.IntN(n))
			a.Add(x)
			b.Add(y)
		}
		out[k] = a.ratio() - b.ratio()
	}
	slices.Sort(out)
	cut := len(out) / 40
	return out[cut], out[len(out)-1-cut]
}

func (v Value) ratio() float64 {
	if v.Of == 0 {
		return 0
	}
	return v.Sum / v.Of
}

// mcnemar is the probability that of the samples where one of two sources alone is right the shares are as uneven or more by chance:
// the exact two-sided test of McNemar 1947, "Note on the Sampling Error of the Difference Between Correlated Proportions".
func mcnemar(first, second int) float64 {
	n, k := first+second, min(first, second)
	if first == second {
		return 1
	}
	// The logarithm of the probability of k, then those of fewer by their ratios.
	at := -float64(n) * geom.Log(2)
	for i := 1; i <= k; i++ {
		at += geom.Log(float64(n-k+i) / float64(i))
	}
	sum, term := 0.0, 1.0
	for i := k; i >= 0; i-- {
		sum += term
		term *= float64(i) / float64(n-i+1)
	}
	return min(1, 2*geom.Exp(at+geom.Log(sum)))
}

// compare holds the second source against the first, by column.
func (b *Board) compare(shown Row, r *row) map[string]*Comparison {
	out := map[string]*Comparison{}
	for c, column := range b.columns {
		one, two := r.sums[0][c], r.sums[1][c]
		if one.Of == 0 || two.Of == 0 {
			continue
		}
		scale := column.scale()
		got := &Comparison{Difference: scale * (two.ratio() - one.ratio())}
		if column.Share {
			p := mcnemar(r.better[c][0], r.better[c][1])
			got.P, got.OnlyFirst, got.OnlySecond = &p, &r.better[c][0], &r.better[c][1]
		} else {
			low, high := paired(rng.Named(b.stream(shown)), r.values[0][c], r.values[1][c])
			low, high = scale*low, scale*high
			got.Low, got.High = &low, &high
		}
		out[column.Name] = got
	}
	return out
}

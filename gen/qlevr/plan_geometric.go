package qlevr

import "mereo/scenes/rng"

// geometricDistribution tells how often something fails before it happens for the first time, where it happens with the same
// probability every time: by one draw what many draws of yes or no would tell.
type geometricDistribution struct {
	misses [15]float64 // misses[i] is the probability of failing 2^i times in a row
}

// newGeometricDistribution takes the probability of success, 0 to 1.
func newGeometricDistribution(probability float64) (d geometricDistribution) {
	miss := 1 - probability
	for i := range d.misses {
		d.misses[i] = miss
		miss = float64(miss * miss)
	}
	return d
}

// draw returns the number of failures before a success, at most 2^15 - 1. It is the largest k with (1-p)^k >= u for u uniform
// in (0, 1] (Devroye 1986, "Non-Uniform Random Variate Generation", X.2), found bit by bit: the logarithm, which would give it
// at once, has other last bits on other processors.
func (d *geometricDistribution) draw(random *rng.Stream) int {
	u := 1 - random.Float64()
	first := 0 // the highest bit that may be set; most numbers are small
	for first+1 < len(d.misses) && d.misses[first+1] >= u {
		first++
	}
	k, miss := 0, 1.0
	for i := first; i >= 0; i-- {
		if m := float64(miss * d.misses[i]); m >= u {
			miss = m
			k += 1 << i
		}
	}
	return k
}

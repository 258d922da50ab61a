package qlevr

import (
	"fmt"
	"math"
	"testing"

	"mereo/scenes/rng"
)

// probabilities are those of the numbers of a mixture; what is missing to 1 is the draw from an empty span.
func (m *numberMixture) probabilities() map[int]float64 {
	all := map[int]float64{}
	for _, s := range m.spans[:m.count] {
		for n := s.lo; n <= s.hi; n++ {
			all[n] += 1 / float64(m.count) / float64(s.hi-s.lo+1)
		}
	}
	return all
}

// support is all that can be drawn, with probabilities; what is missing to 1 is the draw that fails.
func (d *numberDraw) support() map[quantity]float64 {
	all := map[quantity]float64{}
	switch {
	case d.quantifier.takesNumber():
		for n, p := range d.first.probabilities() {
			all[quantity{uint8(n)}] += p
		}
	case d.quantifier.takesTwo():
		for a, pa := range d.first.probabilities() {
			// The second is drawn until it fits, or fails.
			good, failed := map[int]float64{}, 1.0
			for b, pb := range d.second.probabilities() {
				failed -= pb
				if d.goodPair(a, b) {
					good[b] = pb
				}
			}
			sum := failed
			for _, pb := range good {
				sum += pb
			}
			for b, pb := range good {
				all[quantity{uint8(min(a, b)), uint8(max(a, b))}] += pa * pb / sum
			}
		}
	case d.quantifier.takesFraction():
		s := d.fraction.denominators()
		for denominator := s.lo; denominator <= s.hi; denominator++ {
			m := d.fraction.numerators(denominator)
			for n, p := range m.probabilities() {
				all[reducedFraction(n, denominator)] += p / float64(s.hi-s.lo+1)
			}
		}
	}
	return all
}

// Draws are as often as their support says.
func TestNumbersAreDrawnAsDescribed(t *testing.T) {
	for _, c := range []struct {
		name       string
		quantifier quantifier
		num, total int
		bounds     numberBounds
	}{
		{"exactly", quantifierExactly, 3, 7, freeBounds},
		{"exactly, no more than there are", quantifierExactly, 6, 6, numberBounds{least: 1, inside: true, maxLeft: -1, minRight: -1}},
		{"exactly, at least 2", quantifierExactly, 5, 12, numberBounds{least: 2, maxLeft: -1, minRight: -1}},
		{"more than", quantifierMoreThan, 2, 9, freeBounds},
		{"at least", quantifierAtLeast, 7, 12, freeBounds},
		{"all but at most", quantifierAllButAtMost, 2, 6, freeBounds},
		{"between", quantifierBetween, 3, 8, freeBounds},
		{"between, the first at most 4", quantifierBetween, 3, 8, numberBounds{least: 1, maxLeft: 4, minRight: -1}},
		{"between, the first at least 5", quantifierBetween, 6, 9, numberBounds{least: 1, maxLeft: -1, minRight: 5}},
		{"a fraction near all", quantifierMoreThanFraction, 4, 4, freeBounds},
		{"a fraction of few", quantifierMoreThanFraction, 2, 5, freeBounds},
		{"a fraction of many", quantifierMoreThanFraction, 5, 9, freeBounds},
	} {
		d, ok := c.quantifier.numberDraw(c.num, c.total, c.bounds)
		if !ok {
			t.Fatalf("%s: nothing can be drawn", c.name)
		}
		const n = 40_000
		counts, stream, failed := map[quantity]int{}, rng.Named(c.name), 0
		for range n {
			with, ok := d.draw(stream)
			if !ok {
				failed++
				continue
			}
			counts[with]++
		}
		sum, cells, left := 0.0, 0, 1.0
		for with, p := range d.support() {
			left -= p
			cells++
			sum += (float64(counts[with]) - n*p) * (float64(counts[with]) - n*p) / (n * p)
			delete(counts, with)
		}
		if len(counts) > 0 {
			t.Errorf("%s: draws %v, which its support has not", c.name, counts)
		}
		if math.Abs(left-float64(failed)/n) > 0.01 {
			t.Errorf("%s: %d of %d draws fail, want a share of %g", c.name, failed, n, left)
		}
		if limit := engineChiSquaredLimit(cells - 1); sum > limit {
			t.Errorf("%s: chi-squared of %d numbers is %.1f, want at most %.1f", c.name, cells, sum, limit)
		}
	}
}

// engineChiSquaredLimit is the value that chi-squared of k degrees of freedom passes once in about 10^5 (Wilson and Hilferty
// 1931, The Distribution of Chi-Square).
func engineChiSquaredLimit(k int) float64 {
	v := 2 / (9 * float64(k))
	return float64(k) * math.Pow(1-v+4.265*math.Sqrt(v), 3)
}

// A given number is allowed just when it can be drawn.
func TestAllowedNumbersAreThoseOfTheSupport(t *testing.T) {
	for _, q := range []quantifier{quantifierExactly, quantifierMoreThan, quantifierFewerThan, quantifierAllButAtLeast,
		quantifierBetween, quantifierAtLeastFraction} {
		for _, size := range [][2]int{{1, 1}, {1, 5}, {3, 5}, {4, 4}, {2, 11}, {9, 12}} {
			d, ok := q.numberDraw(size[0], size[1], freeBounds)
			if !ok {
				continue
			}
			support := d.support()
			for a := range uint8(20) {
				for b := range uint8(20) {
					if q.takesNumber() && b > 0 {
						continue
					}
					with := quantity{a, b}
					if got, want := d.allows(with), support[with] > 0; got != want {
						t.Errorf("%s of %v: %v is allowed: %t, want %t", fmt.Sprint(q), size, with, got, want)
					}
				}
			}
		}
	}
}

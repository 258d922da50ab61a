package qlevr

import (
	"math"
	"slices"
	"testing"

	"mereo/scenes/rng"
)

// TestPlanHopeful looks for places that proposals skip although an object fits there.
func TestPlanHopeful(t *testing.T) {
	possible, proposed := 0, 0
	for i := range 10 {
		p := drawPlan(planKey(i))
		s := samplerOf(p.objects[:len(p.objects)-i])
		r := deskRegion(p.planes)
		if i%2 == 0 {
			r = planeRegion(&p.planes[0].outline)
		}
		for _, shape := range planeShapes {
			for _, size := range objectSizes {
				f := formOf(shape, size)
				gotX, gotY := s.hopeful(f, &r)
				for _, c := range []struct {
					got    planCoordinates
					lo, hi float64
					forms  []outlineSpan
					others []outlineSpan
				}{{gotX, r.lo.x, r.hi.x, f.spansX, s.spansX}, {gotY, r.lo.y, r.hi.y, f.spansY, s.spansY}} {
					got := c.got.list(nil)
					proposed += len(got)
					for v := int(c.lo); v <= int(c.hi); v++ {
						fits := func(form outlineSpan) bool {
							m := form.moved(v)
							return m.lo >= c.lo && m.hi <= c.hi && clearOfAll(c.others, m)
						}
						if slices.ContainsFunc(c.forms, fits) {
							possible++
							if !slices.Contains(got, int16(v)) {
								t.Errorf("plan %d: %d is skipped, but a %s %s may be there", i, v, size, shape)
							}
						}
					}
					if len(got) > 0 && (int(got[0]) < int(c.lo) || int(got[len(got)-1]) > int(c.hi)) {
						t.Errorf("plan %d: proposals from %d to %d, want %v to %v", i, got[0], got[len(got)-1], c.lo, c.hi)
					}
				}
			}
		}
	}
	// For a circle and one object they are the same; turns that suit different objects make the difference.
	if possible == 0 || proposed > 2*possible {
		t.Errorf("%d coordinates are proposed where %d are possible: short cuts that are none", proposed, possible)
	}
}

func TestPlanCoordinates(t *testing.T) {
	var c planCoordinates
	c.add(-3, 130)
	c.add(399, 500)
	c.remove(1, 127)
	c.remove(7, 6)
	c.remove(129, 129)
	if got, want := c.list(nil), []int16{0, 128, 130, 399, 400}; !slices.Equal(got, want) {
		t.Errorf("the coordinates are %v, want %v", got, want)
	}
}

// TestGeometricDistribution compares with the geometric distribution: P(k) = p (1-p)^k, mean (1-p)/p, variance (1-p)/p^2.
func TestGeometricDistribution(t *testing.T) {
	random := rng.Named("waiting")
	for _, c := range []struct {
		p    float64
		want int
	}{{1, 0}, {0, 1<<15 - 1}} {
		w := newGeometricDistribution(c.p)
		for range 100 {
			if got := w.draw(random); got != c.want {
				t.Fatalf("with probability %v it fails %d times, want %d", c.p, got, c.want)
			}
		}
	}
	const n = 20000
	for _, p := range []float64{0.9, 0.5, 0.1, 0.003} {
		w := newGeometricDistribution(p)
		var counts [4]int
		sum := 0.0
		for range n {
			k := w.draw(random)
			if sum += float64(k); k < len(counts) {
				counts[k]++
			}
		}
		if mean, want := sum/n, (1-p)/p; math.Abs(mean-want) > 4*math.Sqrt((1-p)/(p*p*n)) {
			t.Errorf("with probability %v it fails %v times in the mean, want %v", p, mean, want)
		}
		share := p
		for k, got := range counts {
			if math.Abs(float64(got)/n-share) > 4*math.Sqrt(share*(1-share)/n) {
				t.Errorf("with probability %v it fails %d times in %d of %d, want a share of %v", p, k, got, n, share)
			}
			share *= 1 - p
		}
	}
}

package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// rail is the hull of a long tube of n sides, points rounded to a micrometer as models store them, bent a little so that its
// faces are flat to the hull's tolerance only.
func rail(t *testing.T, rng *rand.Rand, n int) *Shape {
	t.Helper()
	var points []geom.Vec3
	for i := range n {
		s, c := math.Sincos(2*math.Pi*float64(i)/float64(n) + 0.2*rng.Float64())
		for k := range 4 {
			micro := func(x float64) float64 { return math.Round((x+4e-6*rng.NormFloat64())*1e6) / 1e6 }
			points = append(points, geom.V(micro(0.02*c), micro(0.03*s), micro(-0.4+0.8*float64(k)/3)))
		}
	}
	s, err := NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Rails that lie almost along each other have edges that are almost parallel. Where they overlap there must be a patch: no pair
// of their edges may pass for an axis that keeps them apart.
func TestRoundedRailsTouch(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	overlaps := 0
	for i := range 12000 {
		a, b := rail(t, rng, 4+rng.IntN(4)), rail(t, rng, 4+rng.IntN(4))
		tilt := func() float64 { return 0.004 * rng.NormFloat64() }
		ta := geom.Transform{M: rotation(rng)}
		tb := ta.Mul(geom.Transform{
			M: geom.RotX(tilt()).Mul(geom.RotY(tilt())).Mul(geom.RotZ(math.Pi / 2 * float64(rng.IntN(4)))),
			T: geom.V(0.04*rng.NormFloat64(), 0.04*rng.NormFloat64(), 0.3*rng.NormFloat64()),
		})
		m := touch(a, ta, b, tb, speculative)
		switch d, _, _ := Distance(a, ta, b, tb); {
		case d == 0 && m.count == 0:
			t.Errorf("pair %d: no patch where they overlap", i)
		case d > speculative && m.count > 0:
			t.Errorf("pair %d: a patch where they are %g m apart", i, d)
		case d == 0:
			overlaps++
		}
	}
	if overlaps < 3000 {
		t.Errorf("only %d pairs overlap", overlaps)
	}
}

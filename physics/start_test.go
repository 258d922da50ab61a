package physics_test

import (
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
)

// A box on a rough slope stands until its center of mass is over its lower edge: until the slope is its width over its height.
func TestAccuracyTipping(t *testing.T) {
	for _, c := range []struct{ halfWidth, halfHeight, inside float64 }{
		{0.3, 0.1, 0.001}, {0.1, 0.1, 0.001}, {0.1, 0.3, 0.001}, {0.01, 0.02, 0.002}, {0.05, 0.5, 0.004}, {0.005, 0.1, 0.08},
	} {
		tips := func(share float64) bool {
			angle := math.Atan(share * c.halfWidth / c.halfHeight)
			s := surface(slope(angle, c.halfHeight, fixture.Box(geom.V(c.halfWidth, c.halfWidth, c.halfHeight))), 4, 0)
			w, ids := s.Build()
			up := geom.V(math.Sin(angle), 0, math.Cos(angle))
			for range seconds(5) {
				w.Step(fixture.Dt)
				if w.Pose(ids[1]).Rotation.Rotate(geom.V(0, 0, 1)).Dot(up) < math.Cos(0.05) {
					return true
				}
			}
			return false
		}
		if tips(1 - c.inside) {
			t.Errorf("box of %g x %g m tips at %g of the limit", 2*c.halfWidth, 2*c.halfHeight, 1-c.inside)
		}
		if !tips(1.001) {
			t.Errorf("box of %g x %g m stands at 1.001 of the limit", 2*c.halfWidth, 2*c.halfHeight)
		}
	}
}

// Blocks that stick out over those below by half their length over 1, 2, 3, ..., from the top, are about to fall. Four of them stand a
// little inside of that.
func TestAccuracyOverhang(t *testing.T) {
	const n, share, half, halfHeight = 4, 0.98, 0.1, 0.02
	s := fixture.Floor()
	x := 0.0
	for k := range n {
		s.Add(fixture.Box(geom.V(half, 0.05, halfHeight)), fixture.At(x, 0, halfHeight*float64(2*k+1)))
		x += share * half / float64(n-k-1)
	}
	w, ids := surface(s, 0.5, 0).Build()
	for range seconds(5) {
		w.Step(fixture.Dt)
	}
	if z, want := w.Center(ids[n]).Z, halfHeight*(2*n-1); z < want-0.002 {
		t.Errorf("the highest block fell from %g to %g m", want, z)
	}
}

// Small things stack, too. They lean by a part of their width, since contacts give way by micrometers whatever the size.
func TestStackOfMillimeters(t *testing.T) {
	for _, half := range []float64{0.001, 0.003, 0.01} {
		s := fixture.Floor()
		const n = 5
		for k := range n {
			s.Add(fixture.Box(geom.V(half, half, half)), fixture.At(0, 0, half*float64(2*k+1)))
		}
		s.World.NoSleep = true
		w, ids := s.Build()
		for range seconds(10) {
			w.Step(fixture.Dt)
		}
		if at, want := w.Center(ids[n]), half*(2*n-1); math.Abs(at.Z/want-1) > 0.02 || math.Hypot(at.X, at.Y) > 0.5*half {
			t.Errorf("boxes of %g m: the highest is at %v, want 0, 0, %g", 2*half, at, want)
		}
	}
}

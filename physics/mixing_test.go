package physics

import (
	"math"
	"testing"

	"mereo/engine/geom"
)

// A box slides v^2/(2 µ g) far, and a ball rises to e^2 of the height it was dropped from, with the µ and e of the two surfaces.
func TestMixing(t *testing.T) {
	const a, b, g = 0.9, 0.4, 9.81
	for _, c := range []struct {
		mix                   Mixing
		friction, restitution float64
	}{
		{MixDefault, a * b, a}, {MixProduct, a * b, a * b}, {MixMinimum, b, b}, {MixMaximum, a, a},
		{MixGeometricMean, 0.6, 0.6}, {MixAverage, 0.65, 0.65},
	} {
		w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -g), FrictionMixing: c.mix, RestitutionMixing: c.mix, NoSleep: true})
		floor := shaped(t)(NewBox(geom.V(50, 50, 1)))
		addBody(t, w, BodyDef{Type: Static, Pose: Pose{Position: geom.V(0, 0, -1)}, Colliders: []Collider{{Shape: floor, Friction: a, Restitution: a}}})
		flat := shaped(t)(NewBox(geom.V(0.3, 0.3, 0.05)))
		slider := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(0, 5, 0.05)}, Velocity: geom.V(3, 0, 0), Colliders: []Collider{{Shape: flat, Density: 500, Friction: b, Restitution: b}}})
		round := shaped(t)(NewSphere(0.1))
		ball := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(0, 0, 1.1)}, Colliders: []Collider{{Shape: round, Density: 500, Friction: b, Restitution: b}}})
		top, bounced := 0.0, false
		for range 480 {
			w.Step(1. / 240)
			v := w.Velocity(ball).Z
			if v > 0 {
				bounced = true
				top = max(top, w.Center(ball).Z-0.1)
			} else if bounced && v < -0.5 {
				break
			}
		}
		for range 480 {
			w.Step(1. / 240)
		}
		if want := c.restitution * c.restitution; math.Abs(top-want) > 0.01 {
			t.Errorf("mixing %d: the ball rises to %.4f m, want %.4f", c.mix, top, want)
		}
		if got, want := w.Center(slider).X, 9/(2*c.friction*g); math.Abs(got-want) > 0.01*want {
			t.Errorf("mixing %d: the box slides %.4f m, want %.4f", c.mix, got, want)
		}
	}
	if _, err := NewWorld(WorldDef{FrictionMixing: MixAverage + 1}); err == nil || err.Error() != "physics: mixing is 6 and 0, want 5 at most" {
		t.Errorf("an unknown mixing: got %v", err)
	}
}

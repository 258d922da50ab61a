package physics

import (
	"math"
	"testing"

	"mereo/engine/geom"
)

// What falls does not sleep, however slowly it falls; it comes down at the time of g t^2/2.
func TestNothingSleepsInTheAir(t *testing.T) {
	for _, g := range []float64{9.81, 0.02, 0.002, 0.0002} {
		w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -g)})
		ground(t, w, 0.5)
		id := boxAt(t, w, geom.V(0.05, 0.05, 0.05), geom.V(0, 0, 0.15), 0.5)
		lands := math.Sqrt(2 * 0.1 / g)
		for s := 0.0; s < 0.95*lands; s += 1.0 / 240 {
			if w.Step(1.0 / 240); !w.Awake(id) {
				t.Fatalf("g %g: it sleeps at %g m", g, w.Center(id).Z)
			}
		}
		if z, want := w.Center(id).Z, 0.15-0.1*0.95*0.95; math.Abs(z-want) > 0.003 {
			t.Errorf("g %g: it is at %g m, want %g", g, z, want)
		}
		for s := 0.0; s < lands+60 && w.Awake(id); s += 1.0 / 240 {
			w.Step(1.0 / 240)
		}
		if z := w.Center(id).Z; math.Abs(z-0.05) > 1e-3 || w.Awake(id) {
			t.Errorf("g %g: it ends at %g m, awake: %t", g, z, w.Awake(id))
		}
	}
}

// A free body that is slow goes on.
func TestSlowBodyGoesOn(t *testing.T) {
	w := newWorld(t, WorldDef{})
	s := shaped(t)(NewSphere(0.1))
	id := addBody(t, w, BodyDef{Velocity: geom.V(0.0005, 0, 0), Colliders: []Collider{{Shape: s, Density: 1000}}})
	still := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(0, 1, 0)}, Colliders: []Collider{{Shape: s, Density: 1000}}})
	for range 2400 {
		w.Step(1.0 / 240)
	}
	if x := w.Center(id).X; math.Abs(x-0.005) > 1e-9 {
		t.Errorf("after 10 s it is at %g m, want 0.005", x)
	}
	if w.Awake(still) {
		t.Error("what does not move at all is awake")
	}
}

// A pendulum upside down falls by cosh(t sqrt(3g/2l)), from however near the balance.
func TestInvertedPendulumFalls(t *testing.T) {
	rod := shaped(t)(NewBox(geom.V(0.02, 0.02, 0.5)))
	for _, angle := range []float64{1e-2, 1e-3, 1e-4} {
		w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
		anchor := addBody(t, w, BodyDef{Type: Static, Colliders: []Collider{{Shape: shaped(t)(NewSphere(0.01))}}})
		sin, cos := geom.SinCos(angle / 2)
		q := geom.Quat{W: cos, Y: sin}
		id := addBody(t, w, BodyDef{Pose: Pose{Position: q.Rotate(geom.V(0, 0, 0.5)), Rotation: q}, Colliders: []Collider{{Shape: rod, Density: 1000}}})
		facingY := geom.Quat{W: math.Sqrt2 / 2, X: -math.Sqrt2 / 2}
		def := JointDef{Kind: Hinge, A: anchor, B: id, AFrame: Pose{Rotation: facingY}, BFrame: Pose{Position: geom.V(0, 0, -0.5), Rotation: facingY}}
		if _, err := w.AddJoint(def); err != nil {
			t.Fatal(err)
		}
		for range 240 * 20 {
			w.Step(1.0 / 240)
			if w.Center(id).Z < 0 {
				break
			}
		}
		if z := w.Center(id).Z; z > 0 {
			t.Errorf("from %g rad: it still stands, its middle at %g m", angle, z)
		}
	}
}

package physics

import (
	"testing"

	"mereo/engine/geom"
)

// A box of up to 10,000 times the mass of what is below it stands on one light box or two, without falling or creeping: it sinks in by
// at most 3 mm, 10 mm at 10,000 times.
func TestHeavyBoxStandsOnLightOnes(t *testing.T) {
	for _, ratio := range []float64{10, 1000, 10000} {
		for light := 1; light <= 2 && ratio*float64(light) <= 10000; light++ {
			most := 0.003
			if ratio > 1000 {
				most = 0.01
			}
			w := earth(t)
			ground(t, w, 0.5)
			var ids []BodyID
			box := shaped(t)(NewBox(geom.V(0.1, 0.1, 0.1)))
			for i := range light + 1 {
				density := 500.0
				if i == light {
					density *= ratio
				}
				ids = append(ids, addBody(t, w, BodyDef{Pose: placed(0, 0, 0.1+0.2*float64(i)), Colliders: []Collider{{Shape: box, Density: density, Friction: 0.5}}}))
			}
			run(w, 20, nil)
			for i, id := range ids {
				if off := w.Center(id).Sub(geom.V(0, 0, 0.1+0.2*float64(i))).Len(); off > most {
					t.Errorf("mass ratio %g on %d boxes: box %d is %.2g m off after 20 s, want at most %g", ratio, light, i, off, most)
				}
			}
			// The floor bears the weight of all, not that of the inertia in use.
			weight, borne := 0.0, geom.Vec3{}
			for _, id := range ids {
				weight += w.Mass(id).Mass * gravity
			}
			for c := range w.Contacts() {
				if w.bodies[c.A.Body.index].typ == Static || w.bodies[c.B.Body.index].typ == Static {
					for _, p := range c.Points {
						borne = borne.AddScaled(p.Force, c.Normal)
					}
				}
			}
			if share := abs(borne.Z) / weight; share < 0.99 || share > 1.01 {
				t.Errorf("mass ratio %g on %d boxes: the floor bears %.4f of the weight, want 1", ratio, light, share)
			}
		}
	}
}

// A plate that is stuck between the plates of a clamp of the same mass falls with it as everything falls, though they press on each other
// with many times their weight.
func TestStuckBodiesFallFreely(t *testing.T) {
	w := earth(t)
	jaw := shaped(t)(NewBox(geom.V(0.02, 0.2, 0.2)))
	clamp := addBody(t, w, BodyDef{Pose: placed(0, 0, 0), Colliders: []Collider{
		{Shape: jaw, Pose: placed(-0.1, 0, 0), Density: 500, Friction: 0.5}, {Shape: jaw, Pose: placed(0.1, 0, 0), Density: 500, Friction: 0.5},
	}})
	plate := addBody(t, w, BodyDef{Pose: placed(0, 0, 0), Colliders: []Collider{
		{Shape: shaped(t)(NewBox(geom.V(0.11, 0.1, 0.1))), Density: 6.4 / 0.0088, Friction: 0.5},
	}})
	for range 60 {
		if w.Step(1.0/60)&NotFinite != 0 {
			t.Fatal("a body overflowed")
		}
	}
	for _, id := range []BodyID{clamp, plate} {
		if fallen, want := -w.Center(id).Z, 0.5*gravity; abs(fallen-want) > 0.01*want {
			t.Errorf("fell by %.4g m in 1 s, want %.4g", fallen, want)
		}
	}
}

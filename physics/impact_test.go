package physics

import (
	"fmt"
	"math"
	"testing"

	"mereo/engine/geom"
)

// A spinning ball that bounces gets the tangential impulse of friction from the whole of the normal one, mu (1+e) m v, as long as it
// slips.
func TestSpinOfABounce(t *testing.T) {
	const radius, spin, speed = 0.1, 300.0, 3.0
	ball := shaped(t)(NewSphere(radius))
	for _, hz := range []float64{60, 240} {
		for _, e := range []float64{0.2, 0.5, 1} {
			for _, mu := range []float64{0.1, 0.4} {
				w := newWorld(t, WorldDef{})
				s := shaped(t)(NewBox(geom.V(5, 5, 1)))
				addBody(t, w, BodyDef{Type: Static, Pose: Pose{Position: geom.V(0, 0, -1)}, Colliders: []Collider{{Shape: s, Friction: 1}}})
				id := addBody(t, w, BodyDef{
					Pose: Pose{Position: geom.V(0, 0, 0.2)}, Velocity: geom.V(0, 0, -speed), AngularVelocity: geom.V(0, spin, 0),
					Colliders: []Collider{{Shape: ball, Density: 1000, Friction: mu, Restitution: e}},
				})
				for range int(0.2 * hz) {
					w.Step(1 / hz)
					if w.Velocity(id).Z >= 0 {
						break
					}
				}
				want := geom.V(mu*(1+e)*speed, 0, e*speed)
				if got := w.Velocity(id); got.Sub(want).Len() > 1e-6 {
					t.Errorf("%g Hz, e %g, mu %g: it leaves with %v m/s, want %v", hz, e, mu, got, want)
				}
				if got, want := w.AngularVelocity(id).Y, spin-mu*(1+e)*speed*radius/(0.4*radius*radius); math.Abs(got-want) > 1e-6 {
					t.Errorf("%g Hz, e %g, mu %g: it turns by %g rad/s, want %g", hz, e, mu, got, want)
				}
			}
		}
	}
}

// Tumbling bodies never gain energy by bouncing.
func TestBouncesGainNoEnergy(t *testing.T) {
	shapes := map[string]*Shape{
		"box": shaped(t)(NewBox(geom.V(0.1, 0.15, 0.25))), "plate": shaped(t)(NewBox(geom.V(0.2, 0.2, 0.02))),
		"cylinder": shaped(t)(NewCylinder(0.05, 0.2)), "capsule": shaped(t)(NewCapsule(0.2, 0.05)),
	}
	for name, shape := range shapes {
		for _, hz := range []float64{60, 240} {
			for _, e := range []float64{0.5, 0.9, 1} {
				for _, mu := range []float64{0, 0.3, 1} {
					t.Run(fmt.Sprintf("%s, %g Hz, e %g, mu %g", name, hz, e, mu), func(t *testing.T) {
						w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
						ground(t, w, 1)
						addBody(t, w, BodyDef{
							Pose: Pose{Position: geom.V(0, 0, 1)}, Velocity: geom.V(1, 0, -2), AngularVelocity: geom.V(3, 5, 1),
							Colliders: []Collider{{Shape: shape, Density: 1000, Friction: mu, Restitution: e}},
						})
						first := energy(w)
						most := first
						for range int(10 * hz) {
							w.Step(1 / hz)
							most = max(most, energy(w))
						}
						if most > 1.01*first {
							t.Errorf("its energy grew to %.3f of what it was", most/first)
						}
					})
				}
			}
		}
	}
}

// A blow runs through a row of balls that touch: the last one leaves with the speed of the first, the others rest.
func TestCradle(t *testing.T) {
	ball := shaped(t)(NewSphere(0.1))
	for _, gap := range []float64{0, 1e-4, 0.01} {
		for _, hz := range []float64{60, 240} {
			for _, direction := range []float64{1, -1} {
				w := newWorld(t, WorldDef{})
				var balls []BodyID
				for i := range 5 {
					x := float64(i) * (0.2 + gap)
					def := BodyDef{Colliders: []Collider{{Shape: ball, Density: 1000, Restitution: 1}}}
					if i == 0 {
						x -= 0.3
						def.Velocity = geom.V(direction*2, 0, 0)
					}
					def.Pose.Position = geom.V(direction*x, 0, 0)
					balls = append(balls, addBody(t, w, def))
				}
				for range int(hz) {
					w.Step(1 / hz)
				}
				for i, id := range balls {
					want := 0.0
					if i == 4 {
						want = 2 * direction
					}
					if v := w.Velocity(id).X; math.Abs(v-want) > 1e-6 {
						t.Errorf("gaps of %g m, %g Hz: ball %d moves at %g m/s, want %g", gap, hz, i, v, want)
					}
				}
			}
		}
	}
}

// A box that lands flat bounces off flat, also one that is made of pieces.
func TestFlatBounce(t *testing.T) {
	leg, top := shaped(t)(NewBox(geom.V(0.05, 0.05, 0.2))), shaped(t)(NewBox(geom.V(0.4, 0.3, 0.02)))
	var table []Collider
	for _, x := range []float64{-0.35, 0.35} {
		for _, y := range []float64{-0.25, 0.25} {
			table = append(table, Collider{Shape: leg, Pose: Pose{Position: geom.V(x, y, 0.2)}, Density: 500, Friction: 0.5, Restitution: 0.8})
		}
	}
	table = append(table, Collider{Shape: top, Pose: Pose{Position: geom.V(0, 0, 0.42)}, Density: 500, Friction: 0.5, Restitution: 0.8})
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	ground(t, w, 1)
	id := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(0, 0, 0.5)}, Colliders: table})
	rise := 0.0
	for i := range 240 {
		w.Step(1.0 / 240)
		if w.Velocity(id).Z > 0 {
			rise = max(rise, w.Pose(id).Position.Z)
		}
		if spin := w.AngularVelocity(id).Len(); spin > 1e-6 {
			t.Fatalf("step %d: it turns by %g rad/s", i, spin)
		}
	}
	if want := 0.64 * 0.5; math.Abs(rise-want) > 1e-3*0.5 {
		t.Errorf("it rises to %g m, want %g", rise, want)
	}
}

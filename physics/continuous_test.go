package physics

import (
	"fmt"
	"math"
	"testing"

	"mereo/engine/geom"
)

// launches are the ways in which a body gets its speed.
var launches = map[string]func(t *testing.T, w *World, shape *Shape, at geom.Vec3, v geom.Vec3, dt float64) BodyID{
	"added with its velocity": func(t *testing.T, w *World, shape *Shape, at, v geom.Vec3, _ float64) BodyID {
		return addBody(t, w, BodyDef{Pose: Pose{Position: at}, Velocity: v, Colliders: []Collider{{Shape: shape, Density: 1000}}})
	},
	"velocity set": func(t *testing.T, w *World, shape *Shape, at, v geom.Vec3, _ float64) BodyID {
		id := addBody(t, w, BodyDef{Pose: Pose{Position: at}, Colliders: []Collider{{Shape: shape, Density: 1000}}})
		w.Step(1e-6)
		w.SetVelocity(id, v, geom.Vec3{})
		return id
	},
	"struck": func(t *testing.T, w *World, shape *Shape, at, v geom.Vec3, _ float64) BodyID {
		id := addBody(t, w, BodyDef{Pose: Pose{Position: at}, Colliders: []Collider{{Shape: shape, Density: 1000}}})
		w.Step(1e-6)
		w.ApplyImpulse(id, v.Scale(w.Mass(id).Mass), at)
		return id
	},
	"pushed for a step": func(t *testing.T, w *World, shape *Shape, at, v geom.Vec3, dt float64) BodyID {
		id := addBody(t, w, BodyDef{Pose: Pose{Position: at}, Colliders: []Collider{{Shape: shape, Density: 1000}}})
		w.Step(1e-6)
		w.ApplyForce(id, v.Scale(w.Mass(id).Mass/dt), at)
		return id
	},
}

// Nothing that is fast passes through a plate of 1 mm, whatever gave it its speed, whatever the step.
func TestNothingTunnels(t *testing.T) {
	ball, cube := shaped(t)(NewSphere(0.02)), shaped(t)(NewBox(geom.V(0.02, 0.02, 0.02)))
	rod, cone := shaped(t)(NewCylinder(0.1, 0.01)), shaped(t)(NewHull([]geom.Vec3{{X: 0.02}, {X: -0.02, Y: 0.02}, {X: -0.02, Y: -0.02}, {Z: 0.03}}))
	plate := shaped(t)(NewBox(geom.V(0.0005, 1, 1)))
	sheet := shaped(t)(NewTriMesh([]geom.Vec3{{Y: -1, Z: -1}, {Y: -1, Z: 1}, {Y: 1, Z: -1}, {Y: 1, Z: 1}}, [][3]uint32{{0, 1, 2}, {2, 1, 3}}))
	for wall, s := range map[string]*Shape{"plate": plate, "mesh": sheet} {
		for what, shape := range map[string]*Shape{"ball": ball, "cube": cube, "rod": rod, "hull": cone} {
			for how, launch := range launches {
				for _, hz := range []float64{60, 240} {
					for _, speed := range []float64{20, 50, 100, 450} {
						for _, away := range []float64{0.06, 0.3, 1.7} {
							w := newWorld(t, WorldDef{})
							addBody(t, w, BodyDef{Type: Static, Colliders: []Collider{{Shape: s}}})
							id := launch(t, w, shape, geom.V(-away, 0.013, 0.02), geom.V(speed, 0.1*speed, 0), 1/hz)
							for range int(2*hz/speed) + 5 {
								w.Step(1 / hz)
							}
							if x := w.Center(id).X; x > 0 {
								t.Fatalf("%s, %s %s, %g m/s, %g Hz, from %g m: it is %g m behind the wall", wall, what, how, speed, hz, away, x)
							}
						}
					}
				}
			}
		}
	}
}

// A spinning rod does not pass through a post: their axes never meet.
func TestSpinningRodMeetsPost(t *testing.T) {
	rod, post := shaped(t)(NewCapsule(1, 0.02)), shaped(t)(NewCylinder(1, 0.01))
	alongX := Pose{Rotation: geom.Quat{W: math.Sqrt2 / 2, Y: math.Sqrt2 / 2}}
	for _, hz := range []float64{60, 240} {
		for _, spin := range []float64{5, 20, 50, 120, 180} {
			for _, ahead := range []float64{0.1, 0.5, 1.3} { // of the post, radians
				t.Run(fmt.Sprintf("%g rad/s, %g Hz, %g rad", spin, hz, ahead), func(t *testing.T) {
					w := newWorld(t, WorldDef{})
					sin, cos := geom.SinCos(ahead)
					at := Pose{Position: geom.V(0.8*cos, 0.8*sin, 0)}
					addBody(t, w, BodyDef{Type: Static, Pose: at, Colliders: []Collider{{Shape: post}}})
					id := addBody(t, w, BodyDef{AngularVelocity: geom.V(0, 0, spin), Colliders: []Collider{{Shape: rod, Pose: alongX, Density: 1000}}})
					for range int(2*hz/spin) + 4 {
						w.Step(1 / hz)
						if d := Penetration(rod, w.Pose(id).Transform().Mul(alongX.Transform()), post, at.Transform()); d >= 0.03 {
							t.Fatalf("it is %g m inside of the post", d)
						}
					}
					if s := w.AngularVelocity(id).Z; s > 0.9*spin {
						t.Errorf("it still turns by %g rad/s, so that it never met the post", s)
					}
				})
			}
		}
	}
}

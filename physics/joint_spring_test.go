package physics

import (
	"math"
	"testing"

	"mereo/engine/geom"
)

// What a joint with a spring k and a damper c carries, m being its mass or its inertia about the hinge, follows
//
//	x = x0 e^(-c t/2m) (cos(w t) + c/(2 m w) sin(w t)),  w^2 = k/m - (c/2m)^2,
//
// and x0 + v0 m/c (1 - e^(-c t/m)) without a spring, but for half a sub-step that it is late by, which does not grow. The angle counts
// from 0, wherever the limits are.
func TestJointSpring(t *testing.T) {
	const inertia, mass, start = 0.5, 2.0, 0.8
	for _, hz := range rates {
		for _, kind := range []JointKind{Hinge, Slider} {
			for _, c := range []struct{ stiffness, damping, speed float64 }{
				{50, 0, 0}, {50, 1, 0}, {20, 0.1, 0}, {0, 0.5, 2},
			} {
				w := newWorld(t, WorldDef{NoSleep: true})
				m, axis := mass, geom.V(0, 0, 1)
				def := JointDef{Kind: kind, A: anchorBody(t, w), Stiffness: c.stiffness, Damping: c.damping}
				body := BodyDef{Mass: &MassProperties{Mass: mass, Inertia: geom.Mat3{X: geom.V(0.3, 0, 0), Y: geom.V(0, 0.4, 0), Z: geom.V(0, 0, inertia)}}}
				if kind == Hinge {
					m = inertia
					def.Limited, def.Lower, def.Upper = true, -1.5, 4
					if c.stiffness > 0 {
						body.Pose.Rotation = geom.AxisAngle(axis, start).Quat()
					}
					body.AngularVelocity = axis.Scale(c.speed)
				} else if body.Velocity = axis.Scale(c.speed); c.stiffness > 0 {
					body.Pose.Position = axis.Scale(start)
				}
				def.B = addBody(t, w, body)
				id := addJoint(t, w, def)
				at := func() float64 {
					if kind == Hinge {
						return w.JointAngle(id)
					}
					return w.JointTranslation(id)
				}
				decay := c.damping / (2 * m)
				rate := math.Sqrt(math.Abs(c.stiffness/m - decay*decay))
				worst := 0.0
				for step := range int(4 * hz) {
					w.Step(1 / hz)
					time := float64(step+1) / hz
					want := start * math.Exp(-decay*time) * (math.Cos(rate*time) + decay/rate*math.Sin(rate*time))
					if c.stiffness == 0 {
						want = c.speed / (2 * decay) * (1 - math.Exp(-2*decay*time))
					}
					worst = max(worst, math.Abs(at()-want))
				}
				t.Logf("joint %d, k %g, c %g, %g Hz: off by %.2g", kind, c.stiffness, c.damping, hz, worst)
				if bound := 0.6 / (4 * hz) * (start*math.Sqrt(c.stiffness/m) + c.speed); !(worst <= bound) {
					t.Errorf("joint %d, k %g, c %g, %g Hz: off by %.3g of %g, want %.3g at most", kind, c.stiffness, c.damping, hz, worst, start, bound)
				}
			}
		}
	}
}

// A weight on a spring hangs m g/k low and sleeps there, one on a spring or a damper that is far too stiff for the sub-steps does not
// tremble, and two bodies on a hinge that nothing holds keep their angular momentum.
func TestJointSpringRests(t *testing.T) {
	const mass = 2.0
	for _, c := range [][2]float64{{100, 20}, {1e9, 0}, {100, 1e9}, {1e9, 1e9}} {
		w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -9.81)})
		body := addBody(t, w, BodyDef{Mass: solidBox(mass, geom.V(0.1, 0.1, 0.1))})
		id := addJoint(t, w, JointDef{Kind: Slider, A: anchorBody(t, w), B: body, Stiffness: c[0], Damping: c[1]})
		for range 2400 {
			w.Step(1. / 240)
		}
		want := -mass * 9.81 / c[0]
		if c[1] == 1e9 {
			want = 0 // it creeps by m g t/c
		}
		if got := w.JointTranslation(id); math.Abs(got-want) > 1e-4 || w.Awake(body) {
			t.Errorf("k %g, c %g: hangs at %g, want %g; awake: %t", c[0], c[1], got, want, w.Awake(body))
		}
	}

	w := newWorld(t, WorldDef{NoSleep: true})
	a := addBody(t, w, BodyDef{Mass: solidBox(1, geom.V(0.1, 0.2, 0.3)), AngularVelocity: geom.V(0.2, 0, 3)})
	b := addBody(t, w, BodyDef{Mass: solidBox(3, geom.V(0.2, 0.2, 0.3))})
	addJoint(t, w, JointDef{Kind: Hinge, A: a, B: b, Stiffness: 3, Damping: 0.02})
	momentum := func() (l geom.Vec3) {
		for _, id := range []BodyID{a, b} {
			m, q := w.Mass(id), w.Pose(id).Rotation
			l = l.Add(q.Rotate(m.Inertia.MulVec(q.Conj().Rotate(w.AngularVelocity(id))))).Add(w.Center(id).Cross(w.Velocity(id).Scale(m.Mass)))
		}
		return l
	}
	begun := momentum()
	for range 480 {
		w.Step(1. / 240)
	}
	if l := momentum(); l.Sub(begun).Len() > 1e-6*begun.Len() {
		t.Errorf("angular momentum %v becomes %v", begun, l)
	}
	turn := w.AngularVelocity(b).Sub(w.AngularVelocity(a)).Z
	if turn == -3 || w.AngularVelocity(b).Z == 0 {
		t.Errorf("the spring does nothing: %g rad/s", turn)
	}

	for _, c := range []struct {
		def  JointDef
		want string
	}{
		{JointDef{Kind: Hinge, A: a, B: b, Stiffness: -1}, "physics: joint: stiffness and damping are -1 and 0, want 0 or more"},
		{JointDef{Kind: Slider, A: a, B: b, Damping: math.Inf(1)}, "physics: joint: stiffness and damping are 0 and +Inf, want 0 or more"},
		{JointDef{Kind: Ball, A: a, B: b, Damping: 1}, "physics: joint: only hinges and sliders have stiffness and damping"},
	} {
		if _, err := w.AddJoint(c.def); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// A chain of bodies of masses 10, 1, 100 and 1 with springs and dampers in its hinges swings out, and its energy never grows, whatever the
// springs and dampers are.
func TestChainOfSprings(t *testing.T) {
	for _, hz := range rates {
		for _, c := range [][2]float64{{0, 0.1}, {5, 0.2}, {0, 100}, {500, 20}} {
			w := earth(t)
			last := anchorBody(t, w)
			var bodies []BodyID
			var joints []JointID
			for i, mass := range []float64{10, 1, 100, 1} {
				b := addBody(t, w, BodyDef{Mass: solidBox(mass, geom.V(0.2, 0.02, 0.02)), Pose: Pose{Position: geom.V(0.2+0.4*float64(i), 0, 0)}})
				def := JointDef{Kind: Hinge, A: last, B: b, AFrame: Pose{Rotation: facing(geom.V(0, 1, 0))}, Stiffness: c[0], Damping: c[1]}
				if def.BFrame = (Pose{Position: geom.V(-0.2, 0, 0), Rotation: def.AFrame.Rotation}); i > 0 {
					def.AFrame.Position.X = 0.2
				}
				joints, bodies, last = append(joints, addJoint(t, w, def)), append(bodies, b), b
			}
			energy := func() (e float64) {
				for k, id := range bodies {
					m, q := w.Mass(id), w.Pose(id).Rotation
					spin := q.Conj().Rotate(w.AngularVelocity(id))
					e += m.Mass*(0.5*w.Velocity(id).Len2()+9.81*w.Center(id).Z) + 0.5*spin.Dot(m.Inertia.MulVec(spin))
					a := w.JointAngle(joints[k])
					e += 0.5 * c[0] * a * a
				}
				return e
			}
			begun, most := energy(), math.Inf(-1)
			fall := 9.81 * (10*0.2 + 1*0.6 + 100*1 + 1*1.4)
			for range int(4 * hz) {
				w.Step(1 / hz)
				most = max(most, energy())
			}
			t.Logf("%g Hz, k %g, c %g: energy at most %.2g of the fall above the start, at the end %.3f", hz, c[0], c[1], (most-begun)/fall, (energy()-begun)/fall)
			if most > begun+0.002*fall || energy() > begun-1e-4*fall {
				t.Errorf("%g Hz, k %g, c %g: energy rises by %.4g J and ends %.4g J lower, of %.4g", hz, c[0], c[1], most-begun, begun-energy(), fall)
			}
		}
	}
}

package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// rates are the steps per second that motion on joints is compared at with closed forms.
var rates = []float64{240, 60}

// elliptic is the complete elliptic integral of the first kind of modulus k, by the arithmetic-geometric mean. Abramowitz and Stegun 1964,
// "Handbook of Mathematical Functions", 17.6.3.
func elliptic(k float64) float64 {
	a, g := 1.0, math.Sqrt(1-k*k)
	for range 8 {
		a, g = (a+g)/2, math.Sqrt(a*g)
	}
	return math.Pi / (2 * a)
}

// pendulum is a rod of 1 m and 2 kg that hangs at one end of a joint in the origin and is turned about y.
func pendulum(t testing.TB, kind JointKind, angle float64) (*World, BodyID, JointID) {
	w := earth(t)
	const d = 0.5
	q := geom.AxisAngle(geom.V(0, 1, 0), angle).Quat()
	body := addBody(t, w, BodyDef{Mass: solidBox(2, geom.V(0.02, 0.02, d)), Pose: Pose{q.Rotate(geom.V(0, 0, -d)), q}})
	y := facing(geom.V(0, 1, 0))
	return w, body, addJoint(t, w, JointDef{Kind: kind, A: anchorBody(t, w), B: body,
		AFrame: Pose{Rotation: y}, BFrame: Pose{Position: geom.V(0, 0, d), Rotation: y}})
}

// period steps w until value has crossed 0 upwards n+1 times, and returns the mean of the n periods between, seconds.
func period(w *World, dt float64, n int, value func() float64) float64 {
	var first, last float64
	was := value()
	for i, crossings := 0, 0; crossings <= n; i++ {
		w.Step(dt)
		now := value()
		if was < 0 && now >= 0 {
			last = (float64(i) + was/(was-now)) * dt
			if crossings == 0 {
				first = last
			}
			crossings++
		}
		was = now
	}
	return (last - first) / float64(n)
}

// A pendulum of any amplitude a swings with the period 4 sqrt(I/(m g d)) K(sin(a/2)), I being about the pivot.
func TestPendulumOfAnyAmplitude(t *testing.T) {
	for _, hz := range rates {
		for _, amplitude := range []float64{0.1, 1, 3} {
			for _, kind := range []JointKind{Hinge, Ball} {
				w, body, _ := pendulum(t, kind, amplitude)
				got := period(w, 1/hz, 5, func() float64 { return w.Center(body).X })
				m := w.Mass(body)
				want := 4 * math.Sqrt((m.Inertia.Y.Y+m.Mass*0.25)/(m.Mass*gravity*0.5)) * elliptic(math.Sin(amplitude/2))
				t.Logf("%g Hz, %g rad, kind %d: period off by %.2g", hz, amplitude, kind, got/want-1)
				if most := 1e-4 * 60 * 60 / hz / hz; math.Abs(got/want-1) > most {
					t.Errorf("%g Hz, %g rad, kind %d: period %.5f s, want %.5f s within a share of %.2g", hz, amplitude, kind, got, want, most)
				}
			}
		}
	}
}

// A chain of ten links carries a ball of as much as 10,000 links.
func TestChainCarriesAHeavyBall(t *testing.T) {
	for _, ratio := range []float64{1, 1000, 10000} {
		w := earth(t)
		link := geom.V(0.02, 0.02, 0.05)
		def := JointDef{Kind: Ball, A: anchorBody(t, w), BFrame: placed(0, 0, 0.05)}
		for i := range 10 {
			def.B = addBody(t, w, BodyDef{Mass: solidBox(1, link), Pose: placed(0, 0, -0.05-0.1*float64(i))})
			addJoint(t, w, def)
			def.A, def.AFrame.Position = def.B, geom.V(0, 0, -0.05)
		}
		const radius = 0.2
		i := 0.4 * ratio * radius * radius
		ball := addBody(t, w, BodyDef{Mass: &MassProperties{Mass: ratio, Inertia: diagonal(i, i, i)}, Pose: placed(0, 0, -1-radius), Velocity: geom.V(2, 0, 0)})
		def.B, def.BFrame.Position = ball, geom.V(0, 0, radius)
		addJoint(t, w, def)
		worst := 0.0
		run(w, 10, func(float64) {
			worst = max(worst, w.Pose(ball).Transform().Point(geom.V(0, 0, radius)).Len()-1)
		})
		t.Logf("a ball of %g links: stretched by %.2g", ratio, worst)
		if worst > 0.001 {
			t.Errorf("a ball of %g links stretches the chain by a share of %.2g, want at most 0.001", ratio, worst)
		}
	}
}

// Pendulum and double pendulum keep their energy for 20 s, as shares of the energy of a fall by their length.
func TestPendulumsKeepEnergy(t *testing.T) {
	y := facing(geom.V(0, 1, 0))
	for _, hz := range rates {
		for n, most := range map[int]float64{1: 1e-4, 2: 1e-3} {
			most *= 240 * 240 / hz / hz
			w := earth(t)
			def := JointDef{Kind: Hinge, A: anchorBody(t, w), AFrame: Pose{Rotation: y}, BFrame: Pose{geom.V(-0.25, 0, 0), y}}
			for i := range n {
				def.B = addBody(t, w, BodyDef{Mass: solidBox(1, geom.V(0.25, 0.02, 0.02)), Pose: placed(0.25+0.5*float64(i), 0, 0)})
				addJoint(t, w, def)
				def.A, def.AFrame.Position = def.B, geom.V(0.25, 0, 0)
			}
			scale := gravity * 0.5 * float64(n*n)
			off := 0.0
			for range int(20 * hz) {
				w.Step(1 / hz)
				off = max(off, math.Abs(energy(w))/scale)
			}
			t.Logf("%g Hz, %d rods: energy off by %.2g", hz, n, off)
			if off > most {
				t.Errorf("%g Hz, %d rods: energy off by %.2g, want at most %.2g", hz, n, off, most)
			}
		}
	}
}

// momenta returns momentum and angular momentum about the origin, kg m/s and kg m2/s.
func momenta(w *World) (p, l geom.Vec3) {
	for i := range w.bodies {
		b, m := &w.bodies[i], &w.motions[i]
		if !b.alive || b.typ != Dynamic {
			continue
		}
		q := m.v.Scale(b.mass.Mass)
		p = p.Add(q)
		l = l.Add(m.center.Cross(q)).Add(m.rot.Rotate(b.inertia.MulVec(m.rot.Conj().Rotate(m.w))))
	}
	return p, l
}

// Five bodies on joints of all kinds, of 0.1 to 10 kg, that nothing pulls keep momentum and angular momentum.
func TestJointedBodiesKeepMomentum(t *testing.T) {
	for _, hz := range rates {
		for i := range uint64(10) {
			r := rand.New(rand.NewPCG(30, i))
			w := newWorld(t, WorldDef{NoSleep: true})
			var last BodyID
			for n := range 5 {
				half := geom.V(0.1+0.2*r.Float64(), 0.1+0.2*r.Float64(), 0.1+0.2*r.Float64())
				b := addBody(t, w, BodyDef{Mass: solidBox(math.Pow(10, 2*r.Float64()-1), half), Pose: placed(float64(n), 0, 0),
					Velocity: randomVec(r).Scale(0.3), AngularVelocity: randomVec(r)})
				if q := randomTurn(r); n > 0 {
					addJoint(t, w, JointDef{Kind: jointKinds[(n+int(i))%4], A: last, B: b, AFrame: Pose{geom.V(0.5, 0, 0), q}, BFrame: Pose{geom.V(-0.5, 0, 0), q}})
				}
				last = b
			}
			p0, l0 := momenta(w)
			off := 0.0
			for range int(5 * hz) {
				w.Step(1 / hz)
				p, l := momenta(w)
				off = max(off, p.Sub(p0).Len()/p0.Len(), l.Sub(l0).Len()/l0.Len())
			}
			if off > 1e-9 {
				t.Errorf("%g Hz, draw %d: momentum or angular momentum off by a share of %.2g, want 0", hz, i, off)
			}
		}
	}
}

// A top on a ball joint at a distance d from its center of mass, its axis level, goes round at m g d/(I w) if begun so: exactly the steady
// precession of a level axis, for which m g d = I w p.
func TestGyroscopePrecesses(t *testing.T) {
	for _, hz := range rates {
		w := earth(t)
		const mass, radius, d, spin = 2.0, 0.1, 0.15, 100.0
		axial, across := mass*radius*radius/2, mass*radius*radius/4
		rate := mass * gravity * d / (axial * spin)
		body := addBody(t, w, BodyDef{Mass: &MassProperties{Mass: mass, Inertia: diagonal(axial, across, across)}, Pose: placed(d, 0, 0),
			Velocity: geom.V(0, rate*d, 0), AngularVelocity: geom.V(spin, 0, rate)})
		addJoint(t, w, JointDef{Kind: Ball, A: anchorBody(t, w), B: body, BFrame: placed(-d, 0, 0)})
		got := 2 * math.Pi / period(w, 1/hz, 3, func() float64 { return w.Center(body).Y })
		most := 0.0
		for range int(hz) {
			w.Step(1 / hz)
			most = max(most, math.Abs(w.Center(body).Z))
		}
		t.Logf("%g Hz: rate off by %.2g, nods by %.2g m", hz, got/rate-1, most)
		if off := 1e-4 * 240 * 240 / hz / hz; math.Abs(got/rate-1) > off || most > d*off*10 {
			t.Errorf("%g Hz: precesses at %.6f rad/s and nods by %.2g m, want %.6f within %.2g and little", hz, got, most, rate, off)
		}
	}
}

// A conical pendulum, a rod at an angle a from the vertical, goes round at a rate p with p^2 = m g d/((I1 - I3) cos a), I1 being about the
// pivot.
func TestConicalPendulum(t *testing.T) {
	for _, hz := range rates {
		for _, angle := range []float64{0.3, 1, 1.4} {
			w, body, _ := pendulum(t, Ball, -angle)
			m := w.Mass(body)
			axial := m.Inertia.Z.Z
			rate := math.Sqrt(m.Mass * gravity * 0.5 / ((m.Inertia.X.X + m.Mass*0.25 - axial) * math.Cos(angle)))
			turn := geom.V(0, 0, rate)
			w.SetVelocity(body, turn.Cross(w.Center(body)), turn)
			high := w.Center(body).Z
			got := 2 * math.Pi / period(w, 1/hz, 5, func() float64 { return w.Center(body).Y })
			rise := math.Abs(w.Center(body).Z - high)
			t.Logf("%g Hz, %g rad: rate off by %.2g, height by %.2g m", hz, angle, got/rate-1, rise)
			if off := 5e-5 * 240 * 240 / hz / hz; math.Abs(got/rate-1) > off || rise > off {
				t.Errorf("%g Hz, %g rad: goes round at %.6f rad/s and rises %.2g m, want %.6f within %.2g and 0", hz, angle, got, rise, rate, off)
			}
		}
	}
}

// A weight on a slider whose spring is a force -k x swings at sqrt(k/m).
func TestSliderWithSpring(t *testing.T) {
	for _, hz := range rates {
		w := newWorld(t, WorldDef{NoSleep: true})
		const mass, rate = 3.0, 5.0
		axis := geom.V(0.6, 0, 0.8)
		body := addBody(t, w, BodyDef{Mass: solidBox(mass, geom.V(0.1, 0.2, 0.3)), Velocity: axis})
		id := addJoint(t, w, JointDef{Kind: Slider, A: anchorBody(t, w), B: body, AFrame: Pose{Rotation: facing(axis)}, BFrame: Pose{Rotation: facing(axis)}})
		got := period(w, 1/hz, 5, func() float64 {
			x := w.JointTranslation(id)
			w.ApplyForce(body, axis.Scale(-mass*rate*rate*x), w.Center(body))
			return x
		})
		t.Logf("%g Hz: period off by %.2g", hz, got*rate/(2*math.Pi)-1)
		if off := 1e-4 * 240 * 240 / hz / hz; math.Abs(got*rate/(2*math.Pi)-1) > off {
			t.Errorf("%g Hz: period %.5f s, want %.5f s within a share of %.2g", hz, got, 2*math.Pi/rate, off)
		}
	}
}

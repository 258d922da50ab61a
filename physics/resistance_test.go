package physics_test

import (
	"fmt"
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
)

// resisting gives every dynamic body rolling and spinning friction.
func resisting(s fixture.Setup, rolling, spinning float64) fixture.Setup {
	for i := range s.Bodies {
		for k := range s.Bodies[i].Colliders {
			if c := &s.Bodies[i].Colliders[k]; s.Bodies[i].Type == physics.Dynamic {
				c.RollingFriction, c.SpinningFriction = rolling, spinning
			}
		}
	}
	return s
}

// onSide is a can on its side with its axis along y on a slope that leans by angle down along x, turned by heading about the slope's
// normal.
func onSide(s fixture.Setup, angle, heading float64) fixture.Setup {
	across := fixture.Turned(fixture.At(0, 0, 0), geom.V(1, 0, 0), math.Pi/2).Rotation
	turned := fixture.Turned(fixture.At(0, 0, 0), geom.V(0, 0, 1), heading).Rotation
	lean := fixture.Turned(fixture.At(0, 0, 0), geom.V(0, 1, 0), angle).Rotation
	s.Bodies[1].Pose.Rotation = lean.Mul(turned).Mul(across)
	return s
}

// A body of radius r and inertia j m r^2 that rolls is stopped by the torque c m g: with the friction f, m dv/dt = -f and
// j m r^2 dw/dt = f r - c m g, and as v = w r, dv/dt = -c g/(r (1 + j)). It comes v^2/(2 a) far, along the way it went, and then sleeps.
func TestAccuracyRollingFriction(t *testing.T) {
	const radius, rolling, speed = 0.1, 0.004, 1.5
	for _, hz := range []float64{240, 60} {
		worst, aside := 0.0, 0.0
		for n := range 12 {
			heading := float64(n) * math.Pi / 6
			for _, c := range []struct {
				name  string
				shape *physics.Shape
				j     float64
			}{
				{"ball", fixture.Sphere(radius), 2. / 5},
				{"can", fixture.Cylinder(0.15, radius), 1. / 2},
			} {
				s := fixture.Floor()
				s.Add(c.shape, fixture.At(0, 0, radius))
				s = resisting(surface(s, 0.9, 0), rolling, 0)
				if c.name == "can" {
					s = onSide(s, 0, heading)
				}
				b := &s.Bodies[1]
				way, across := geom.V(math.Cos(heading), math.Sin(heading), 0), geom.V(-math.Sin(heading), math.Cos(heading), 0)
				b.Velocity, b.AngularVelocity = way.Scale(speed), across.Scale(speed/radius)
				w, ids := s.Build()
				last := energy(w, ids[1])
				for range int(8 * hz) {
					w.Step(1 / hz)
					now := energy(w, ids[1])
					if now > last+1e-6 {
						t.Fatalf("%s, %g Hz, heading %g: the energy grows from %.8g to %.8g J", c.name, hz, heading, last, now)
					}
					last = now
				}
				path := w.Center(ids[1])
				want := speed * speed * radius * (1 + c.j) / (2 * rolling * g)
				worst, aside = max(worst, off(path.Dot(way), want)), max(aside, math.Abs(path.Dot(across)))
				if w.Awake(ids[1]) {
					t.Errorf("%s, %g Hz, heading %g: is awake with %v and %v", c.name, hz, heading, w.Velocity(ids[1]), w.AngularVelocity(ids[1]))
				}
			}
		}
		t.Logf("rolling friction on a level floor, %g Hz: off by %.2g, %.2g m aside", hz, worst, aside)
		if worst > 0.002 || aside > 1e-3 {
			t.Errorf("%g Hz: the way is off by %.4f and %.6f m aside", hz, worst, aside)
		}
	}
}

// A ball and a can stay on a slope of which the tangent is at most c/r, and roll down steeper ones.
func TestAccuracyRollingSlope(t *testing.T) {
	const radius, rolling = 0.05, 0.01
	for _, hz := range []float64{240, 60} {
		for name, shape := range map[string]*physics.Shape{"ball": fixture.Sphere(radius), "can": fixture.Cylinder(0.08, radius)} {
			for _, share := range []float64{0.5, 0.99, 1.01} {
				angle := math.Atan(share * rolling / radius)
				s := resisting(surface(slope(angle, radius, shape), 0.9, 0), rolling, 0)
				if name == "can" {
					s = onSide(s, angle, 0)
				}
				s.World.NoSleep = true
				w, ids := s.Build()
				begun := w.Center(ids[1])
				var settled geom.Vec3
				for step := range int(10 * hz) {
					if w.Step(1 / hz); step == int(hz) {
						settled = w.Center(ids[1])
					}
				}
				path, creep := w.Center(ids[1]).Sub(begun).Len(), w.Center(ids[1]).Sub(settled).Len()
				if t.Logf("%s at %g of its slope, %g Hz: %.2g m in 10 s, %.2g m after the first", name, share, hz, path, creep); share < 1 {
					if path > 2e-4 || creep > 1e-7 {
						t.Errorf("%s, %g Hz: moves by %.2g m at %g of the slope that holds it, creeps by %.2g m", name, hz, path, share, creep)
					}
					continue
				}
				// What is left accelerates it by g (sin - c/r cos)/(1 + j).
				j := map[string]float64{"ball": 2. / 5, "can": 1. / 2}[name]
				within(t, name+": path", path, g*math.Cos(angle)*(share-1)*rolling/radius/(1+j)*50, 0.08)
			}
		}
	}
}

// A ball that turns about the vertical with w stops after w I/(c m g).
func TestAccuracySpinningFriction(t *testing.T) {
	const radius, spinning, spin = 0.1, 0.002, 10.0
	for _, hz := range []float64{240, 60} {
		s := fixture.Floor()
		s.Add(fixture.Sphere(radius), fixture.At(0, 0, radius))
		s = resisting(surface(s, 0.5, 0), 0, spinning)
		s.Bodies[1].AngularVelocity = geom.V(0, 0, spin)
		w, ids := s.Build()
		m := w.Mass(ids[1])
		want := spin * m.Inertia.Z.Z / (spinning * m.Mass * g)
		for step := range int(10 * hz) {
			w.Step(1 / hz)
			now := w.AngularVelocity(ids[1]).Z
			if at := float64(step+1) / hz; math.Abs(now-spin*max(0, 1-at/want)) > 0.002*spin {
				t.Fatalf("%g Hz: turns with %.4f rad/s after %.3f s, want %.4f", hz, now, at, spin*max(0, 1-at/want))
			}
		}
		if w.Awake(ids[1]) || w.Center(ids[1]).Sub(geom.V(0, 0, radius)).Len() > 1e-4 {
			t.Errorf("%g Hz: ends at %v, awake: %t", hz, w.Center(ids[1]), w.Awake(ids[1]))
		}
	}
}

// A coin that rolls on its rim and one that goes round on it come to rest, and their energy never grows.
func TestCoinComesToRest(t *testing.T) {
	for _, hz := range []float64{240, 60} {
		for _, tilt := range []float64{math.Pi / 2, 1.3, 0.8, 0.3} {
			s, i := disc(0.05, 0.005, tilt)
			if s.Bodies[i].Velocity = geom.V(0, 0.5, 0); tilt < 1.2 {
				s, i, _ = spinningDisc(0.05, 0.005, tilt)
			} else {
				s.Bodies[i].AngularVelocity = geom.V(-math.Sin(tilt), 0, -math.Cos(tilt)).Scale(0.5 / 0.05)
			}
			w, ids := resisting(s, 0.0005, 0.0002).Build()
			begun := energy(w, ids[i])
			most, steps := 0.0, 0
			for ; steps < int(30*hz) && w.Awake(ids[i]); steps++ {
				w.Step(1 / hz)
				most = max(most, energy(w, ids[i])/begun)
			}
			t.Logf("coin leaning by %.2g, %g Hz: asleep after %.2f s at height %.4f, energy at most %.6f", tilt, hz, float64(steps)/hz, w.Center(ids[i]).Z, most)
			if w.Awake(ids[i]) {
				t.Errorf("coin leaning by %g, %g Hz: is awake with %v and %v", tilt, hz, w.Velocity(ids[i]), w.AngularVelocity(ids[i]))
			}
			if most > 1.001 {
				t.Errorf("coin leaning by %g, %g Hz: the energy grows to %.5f of what it was", tilt, hz, most)
			}
		}
	}
}

// Two balls press on each other, one of them with both frictions: the pair's torques cancel, so that what angular momentum they have stays.
func TestResistanceKeepsMomentum(t *testing.T) {
	s := fixture.Setup{}
	for _, x := range []float64{-0.1, 0.1} {
		i := s.Add(fixture.Sphere(0.1), fixture.At(x, 0, 0))
		s.Bodies[i].AngularVelocity = geom.V(math.Copysign(3, x), 2*x, 5-30*x)
	}
	s = surface(s, 0, 0)
	s.Bodies[0].Colliders[0].RollingFriction, s.Bodies[0].Colliders[0].SpinningFriction = 0.01, 0.02
	w, ids := s.Build()
	momentum := func() (l, linear geom.Vec3) {
		for _, id := range ids {
			m := w.Mass(id)
			p := w.Velocity(id).Scale(m.Mass)
			linear = linear.Add(p)
			l = l.Add(w.Center(id).Cross(p)).AddScaled(m.Inertia.X.X, w.AngularVelocity(id))
		}
		return l, linear
	}
	begun, _ := momentum()
	spin := w.AngularVelocity(ids[1]).Sub(w.AngularVelocity(ids[0])).Len()
	for range 120 {
		between := w.Center(ids[1]).Sub(w.Center(ids[0])).Unit()
		w.ApplyForce(ids[0], between.Scale(20), w.Center(ids[0]))
		w.ApplyForce(ids[1], between.Scale(-20), w.Center(ids[1]))
		w.Step(1. / 240)
	}
	l, p := momentum()
	if l.Sub(begun).Len() > 1e-12*begun.Len() || p.Len() > 1e-9 {
		t.Errorf("angular momentum %v becomes %v, momentum 0 becomes %v", begun, l, p)
	}
	if now := w.AngularVelocity(ids[1]).Sub(w.AngularVelocity(ids[0])).Len(); now > 0.7*spin {
		t.Errorf("turn against each other with %.4f rad/s, at first %.4f", now, spin)
	}
}

// Copies of what is rolled and held go on to the last bit, and what is wrong is refused.
func TestResistanceCopies(t *testing.T) {
	s := resisting(surface(slope(0.05, 0.1, fixture.Sphere(0.1)), 0.8, 0), 0.01, 0.01)
	i := s.Add(fixture.Cylinder(0.02, 0.1), fixture.Turned(fixture.At(0, 1, 0.2), geom.V(1, 0, 0), 1))
	s = resisting(s, 0.01, 0.01)
	s.World.NoSleep = true
	w, ids := s.Build()
	for step := range 240 {
		w.Step(fixture.Dt)
		if step%40 != 20 {
			continue
		}
		restored, err := physics.Restore(w.Save())
		if err != nil {
			t.Fatal(err)
		}
		for name, k := range map[string]*physics.World{"clone": w.Clone(), "restored": restored} {
			other := w.Clone()
			for range 20 {
				k.Step(fixture.Dt)
				other.Step(fixture.Dt)
			}
			if k.Hash() != other.Hash() {
				t.Errorf("%s after %d steps goes another way", name, step+1)
			}
		}
	}
	if v := w.Velocity(ids[i]).Len(); v > 10 {
		t.Errorf("the can moves at %v m/s", v)
	}
	for _, c := range [][2]float64{{-1, 0}, {0, math.Inf(1)}, {math.NaN(), 0}} {
		_, err := w.AddBody(physics.BodyDef{Colliders: []physics.Collider{{Shape: fixture.Sphere(1), Density: 1, RollingFriction: c[0], SpinningFriction: c[1]}}})
		want := fmt.Sprintf("physics: collider 0: rolling and spinning friction are %g and %g, want 0 or more", c[0], c[1])
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Two balls on one axle that roll side by side, each with half of the weight, are stopped by the mean of their coefficients, whether these
// are equal, so that both contacts are one patch, or not.
func TestRollingFrictionOfPatches(t *testing.T) {
	const radius, rolling, speed = 0.1, 0.004, 1.0
	for _, share := range []float64{1, 1.5, 2} {
		s := fixture.Floor()
		i := s.Add(fixture.Sphere(radius), fixture.At(0, 0, radius))
		s = surface(s, 0.9, 0)
		b := &s.Bodies[i]
		b.Velocity, b.AngularVelocity = geom.V(speed, 0, 0), geom.V(0, speed/radius, 0)
		b.Colliders = append(b.Colliders, b.Colliders[0])
		b.Colliders[0].Pose, b.Colliders[1].Pose = fixture.At(0, 0.2, 0), fixture.At(0, -0.2, 0)
		b.Colliders[0].RollingFriction, b.Colliders[1].RollingFriction = share*rolling, (2-share)*rolling
		w, ids := s.Build()
		for range seconds(8) {
			w.Step(fixture.Dt)
		}
		within(t, fmt.Sprintf("way with %g of the friction on one ball", share/2), w.Center(ids[i]).X, speed*speed*radius*1.4/(2*rolling*g), 2e-3)
	}
}

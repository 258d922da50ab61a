package physics_test

import (
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
)

// energy is that of body i above the height 0, J.
func energy(w *physics.World, id physics.BodyID) float64 {
	m := w.Mass(id)
	v, spin := w.Velocity(id), w.Pose(id).Rotation.Conj().Rotate(w.AngularVelocity(id))
	return m.Mass*(0.5*v.Len2()+g*w.Center(id).Z) + 0.5*spin.Dot(m.Inertia.MulVec(spin))
}

// disc is a disc on a rough floor that leans by tilt: its axis is turned by that from the vertical about y, and it stands on its rim
// at +x of the axis.
func disc(radius, half, tilt float64) (fixture.Setup, int) {
	s := fixture.Floor()
	sin, cos := math.Sin(tilt), math.Cos(tilt)
	i := s.Add(fixture.Cylinder(half, radius), fixture.Turned(fixture.At(0, 0, float64(radius*sin)+float64(half*cos)), geom.V(0, 1, 0), tilt))
	return surface(s, 1, 0), i
}

// spinningDisc is a disc that rolls steadily while its center rests, and the rate at which it goes round.
//
// With the axis u, the direction d down the disc, the vertical z = u cos a - d sin a and the point of contact at p = r d - h u from the
// center, it turns at w = -W sin(a)/r p, since neither the center nor the point of contact move, and goes round at W. The momentum
// L = -I1 W sin(a) d + I3 W sin(a) h/r u goes round, too: W z x L = p x m g z, hence
//
//	W^2 sin a (I1 cos a - I3 h/r sin a) = m g (r cos a - h sin a),
//
// for thin discs W^2 = 4 g/(r sin a).
func spinningDisc(radius, half, tilt float64) (fixture.Setup, int, float64) {
	s, i := disc(radius, half, tilt)
	sin, cos := math.Sin(tilt), math.Cos(tilt)
	i1, i3 := radius*radius/4+half*half/3, radius*radius/2 // over the mass
	rate := math.Sqrt(g * (radius*cos - half*sin) / (sin * (i1*cos - i3*half/radius*sin)))
	u, d := geom.V(sin, 0, cos), geom.V(cos, 0, -sin)
	s.Bodies[i].AngularVelocity = d.Scale(radius).AddScaled(-half, u).Scale(-rate * sin / radius)
	return s, i, rate
}

// Euler's disk neither gains nor loses energy, and goes round as it should.
func TestAccuracyDisk(t *testing.T) {
	for _, hz := range []float64{240, 60} {
		least, most, worst := 1.0, 1.0, 0.0
		for _, size := range [][2]float64{{0.0375, 0.003}, {0.2, 0.02}} {
			for _, tilt := range []float64{0.8, 0.5, 0.2, 0.1} {
				const time = 5.0
				s, i, rate := spinningDisc(size[0], size[1], tilt)
				w, ids := s.Build()
				start, heading := energy(w, ids[i]), headingOf(w, ids[i])
				for range int(time * hz) {
					w.Step(1 / hz)
					heading.follow()
					e := energy(w, ids[i]) / start
					least, most = min(least, e), max(most, e)
				}
				worst = max(worst, off(heading.turned, rate*time))
			}
		}
		if !(least >= 0.99) || !(most <= 1.001) {
			t.Errorf("%g Hz: energy goes from %.4f to %.4f of what it was, want 0.99 to 1.001", hz, least, most)
		}
		if want := 0.003 * (240 / hz) * (240 / hz); !(worst <= want) {
			t.Errorf("%g Hz: goes round at a rate off by %.2g, at most %.2g", hz, worst, want)
		}
		t.Logf("disc on its rim, %g Hz: energy %.4f to %.4f, rate off by %.4f", hz, least, most, worst)
	}
}

// heading is where a body's axis z leads to over the floor, rad.
type heading struct {
	w            *physics.World
	id           physics.BodyID
	turned, last float64
}

func headingOf(w *physics.World, id physics.BodyID) *heading {
	h := &heading{w: w, id: id}
	h.follow()
	h.turned = 0
	return h
}

func (h *heading) axis() geom.Vec3 { return h.w.Pose(h.id).Rotation.Rotate(geom.V(0, 0, 1)) }

func (h *heading) follow() {
	u := h.axis()
	now := math.Atan2(u.Y, u.X)
	h.turned += math.Remainder(now-h.last, 2*math.Pi)
	h.last = now
}

// A coin rolls on in its circle.
//
// It goes round at the rate W, turning by wu about its axis u and by wd = -W sin a about the direction d down the disc; see spinningDisc.
// Its center moves at v = -(r wu + h wd) along u x d, and the floor pushes with m W (r wu + h wd) towards the middle of the circle, so
// that the momentum L = I1 wd d + I3 wu u changes at the rate
//
//	W (I1 wd cos a + I3 wu sin a) = m g (h sin a - r cos a) - m W (r wu + h wd) (r sin a + h cos a).
func TestAccuracyCoin(t *testing.T) {
	const radius, half, tilt, rate, time = 0.1, 0.01, 1.3, 1.5, 10.0
	for _, hz := range []float64{240, 60} {
		s, i := disc(radius, half, tilt)
		sin, cos := math.Sin(tilt), math.Cos(tilt)
		i1, i3 := radius*radius/4+half*half/3, radius*radius/2 // over the mass
		high := radius*sin + half*cos
		wd := -rate * sin
		wu := (g*(half*sin-radius*cos) - rate*(i1*wd*cos) - rate*half*wd*high) / (rate * (i3*sin + radius*high))
		u, d := geom.V(sin, 0, cos), geom.V(cos, 0, -sin)
		speed := -(radius*wu + half*wd)
		s.Bodies[i].Velocity, s.Bodies[i].AngularVelocity = u.Cross(d).Scale(speed), u.Scale(wu).AddScaled(wd, d)
		w, ids := s.Build()
		start, first := energy(w, ids[i]), w.Center(ids[i])
		// The velocity turns by W, so the middle of the circle is at z x v/W from the center.
		middle := first.Add(geom.V(0, 0, 1).Cross(s.Bodies[i].Velocity).Scale(1 / rate))
		worst, way := 0.0, 0.0
		for n := 1; n <= int(time*hz); n++ {
			w.Step(1 / hz)
			worst = max(worst, math.Abs(energy(w, ids[i])/start-1))
			sin, cos := math.Sincos(rate * float64(n) / hz)
			from := first.Sub(middle)
			want := middle.Add(geom.V(cos*from.X-sin*from.Y, sin*from.X+cos*from.Y, from.Z))
			way = max(way, want.Sub(w.Center(ids[i])).Len())
		}
		share := (240 / hz) * (240 / hz)
		if !(worst <= 1e-4*share) || !(way <= 5e-4*share) {
			t.Errorf("%g Hz: energy off by %.2g, at most %.2g; center by %.2g m, at most %.2g", hz, worst, 1e-4*share, way, 5e-4*share)
		}
		t.Logf("coin in a circle of %.2f m, %g Hz, %g s: energy off by %.5f, center by %.5f m", speed/rate, hz, time, worst, way)
	}
}

// A top on its tip goes round slowly, and loses nothing.
//
// With the inertia I1 about the tip, across the axis, I3 about the axis, the spin w3 and the center of mass at l from the tip it goes
// round steadily at the rate W with m g l = W (I3 w3 - I1 W cos a).
func TestAccuracyTop(t *testing.T) {
	const spin, tilt, time = 150.0, 0.3, 5.0
	var points []geom.Vec3
	const sides = 24
	for k := range sides {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / sides)
		points = append(points, geom.V(0.04*cos, 0.04*sin, 0.05))
	}
	for _, hz := range []float64{240, 60} {
		s := fixture.Floor()
		i := s.Add(fixture.Hull(append(points, geom.Vec3{})), fixture.Turned(fixture.At(0, 0, 0), geom.V(0, 1, 0), tilt))
		s = surface(s, 1, 0)
		probe, probeIDs := s.Build()
		m := probe.Mass(probeIDs[i])
		l := m.Center.Z
		i1, i3 := m.Inertia.X.X+m.Mass*l*l, m.Inertia.Z.Z
		a, b, c := i1*math.Cos(tilt), -i3*spin, m.Mass*g*l
		rate := (-b - math.Sqrt(b*b-4*a*c)) / (2 * a)
		sin, cos := math.Sin(tilt), math.Cos(tilt)
		u, side := geom.V(sin, 0, cos), geom.V(cos, 0, -sin)
		turn := u.Scale(spin).AddScaled(-rate*sin, side)
		s.Bodies[i].AngularVelocity = turn
		s.Bodies[i].Velocity = turn.Cross(u.Scale(l))
		w, ids := s.Build()
		start, heading := energy(w, ids[i]), headingOf(w, ids[i])
		worst, lean := 0.0, 0.0
		for range int(time * hz) {
			w.Step(1 / hz)
			heading.follow()
			worst = max(worst, math.Abs(energy(w, ids[i])/start-1))
			lean = max(lean, math.Abs(math.Acos(heading.axis().Z)-tilt))
		}
		share := (240 / hz) * (240 / hz)
		around := off(heading.turned, rate*time)
		if !(worst <= 3e-4*share) || !(around <= 1e-3*share) || !(lean <= 5e-3*share) {
			t.Errorf("%g Hz: energy off by %.2g, rate by %.2g, tilt by %.2g rad, at most %.2g, %.2g, %.2g", hz, worst, around, lean,
				3e-4*share, 1e-3*share, 5e-3*share)
		}
		t.Logf("top of %g rad/s, %g Hz: energy off by %.5f, rate by %.5f, tilt by %.4f rad", spin, hz, worst, around, lean)
	}
}

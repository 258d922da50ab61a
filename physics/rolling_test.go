package physics_test

import (
	"fmt"
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/physics"
	"mereo/physics/fixture"
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
		for _, size := range [][2]float64{{0.0375, 0.003}, {0.2, 0.02}} {
			for _, tilt := range []float64{0.8, 0.5, 0.2, 0.1} {
				t.Run(fmt.Sprint(hz, "Hz ", size[0], "m ", tilt), func(t *testing.T) {
					s, i, rate := spinningDisc(size[0], size[1], tilt)
					w, ids := s.Build()
					start, half := energy(w, ids[i]), 0.0
					axis := func() geom.Vec3 { return w.Pose(ids[i]).Rotation.Rotate(geom.V(0, 0, 1)) }
					turned, last := 0.0, math.Atan2(axis().Y, axis().X)
					least, most := 1.0, 1.0
					const time = 5
					for n := range int(time * hz) {
						w.Step(1 / hz)
						a := math.Atan2(axis().Y, axis().X)
						turned += math.Remainder(a-last, 2*math.Pi)
						last = a
						e := energy(w, ids[i]) / start
						least, most = min(least, e), max(most, e)
						if n == int(hz)-1 {
							half = turned
						}
					}
					t.Logf("energy %.4f to %.4f; rate in 1 s %.4f, 5 s %.4f of %.4f rad/s; tilt %.4f, center %.3v", least, most, half/rate, turned/rate/time, rate, math.Acos(axis().Z), w.Center(ids[i]))
				})
			}
		}
	}
}

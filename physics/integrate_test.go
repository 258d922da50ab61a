package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// The principal frame makes an inertia diagonal, with its moments in order.
func TestPrincipal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 200 {
		want := geom.V(1, 1+r.Float64(), 0)
		want.Z = want.Y + r.Float64()*want.X*0.9
		if n%4 == 0 {
			want.Y = want.X
		}
		q := geom.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
		d := geom.Mat3{X: geom.V(want.X, 0, 0), Y: geom.V(0, want.Y, 0), Z: geom.V(0, 0, want.Z)}
		m := q.Mat3()
		inertia := rotatedSym(&d, &m)
		axes, moments := principal(&inertia)
		if moments.Sub(want).Len() > 1e-12 {
			t.Errorf("matrix %d: moments are %v, want %v", n, moments, want)
		}
		a := axes.Mat3()
		diagonal := geom.Mat3{X: geom.V(moments.X, 0, 0), Y: geom.V(0, moments.Y, 0), Z: geom.V(0, 0, moments.Z)}
		if back := rotatedSym(&diagonal, &a); back.X.Sub(inertia.X).Len()+back.Y.Sub(inertia.Y).Len()+back.Z.Sub(inertia.Z).Len() > 1e-12 {
			t.Errorf("matrix %d: moments along axes give %v, want %v", n, back, inertia)
		}
	}
}

// A free top keeps energy and momentum however fast it spins, and its axis goes round the momentum at |L|/I1.
func TestFastTop(t *testing.T) {
	disc := shaped(t)(NewCylinder(0.01, 0.1))
	for _, hz := range []float64{60, 240} {
		for _, spin := range []float64{20, 150, 1000} {
			w := newWorld(t, WorldDef{})
			id := addBody(t, w, BodyDef{AngularVelocity: geom.V(0.3*spin, 0, spin), Colliders: []Collider{{Shape: disc, Density: 1000}}})
			m := w.Mass(id).Inertia
			momentum := geom.V(m.X.X*0.3*spin, 0, m.Z.Z*spin)
			before := energy(w)
			for range int(hz) {
				if f := w.Step(1 / hz); f&SpeedLimited != 0 {
					t.Fatalf("%g Hz, %g rad/s: it was slowed down", hz, spin)
				}
			}
			if e := energy(w)/before - 1; math.Abs(e) > 1e-9 {
				t.Errorf("%g Hz, %g rad/s: energy is off by %g", hz, spin, e)
			}
			// The axis after a second: turned about the momentum by |L|/I1 radians.
			u := momentum.Scale(1 / momentum.Len())
			want := geom.AxisAngle(u, momentum.Len()/m.X.X).MulVec(geom.V(0, 0, 1))
			if got := w.Pose(id).Rotation.Rotate(geom.V(0, 0, 1)); got.Sub(want).Len() > 1e-3 {
				t.Errorf("%g Hz, %g rad/s: the axis is %v, want %v", hz, spin, got, want)
			}
		}
	}
}

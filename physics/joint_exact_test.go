package physics

import (
	"math"
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
				if most := 0.002 * 60 * 60 / hz / hz; math.Abs(got/want-1) > most {
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

package physics_test

import (
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
)

// The tests of this file hold the engine to closed-form answers, at the fixtures' step of 1/240 s and four sub-steps.
// Each logs the figure that docs/physics.md has: go test ./physics -run Accuracy -v.

const g = 9.81

// seconds is how many steps make that time.
func seconds(s float64) int { return int(math.Round(s / fixture.Dt)) }

// surface changes friction and restitution of every collider of a setup, so that two surfaces have this coefficient.
func surface(s fixture.Setup, friction, restitution float64) fixture.Setup {
	for i := range s.Bodies {
		for j := range s.Bodies[i].Colliders {
			c := &s.Bodies[i].Colliders[j]
			c.Friction, c.Restitution = math.Sqrt(friction), restitution
		}
	}
	return s
}

// within fails when got is farther from want than the share.
func within(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	if e := math.Abs(got-want) / math.Abs(want); !(e <= share) {
		t.Errorf("%s: got %.6g, want %.6g: off by %.3g %%, at most %.3g %%", what, got, want, 100*e, 100*share)
	}
}

func off(got, want float64) float64 { return math.Abs(got-want) / math.Abs(want) }

// An elastic ball returns to the height it was dropped from; one of restitution e to e^2 of it.
func TestAccuracyBounce(t *testing.T) {
	worst := 0.0
	for _, height := range []float64{0.3, 1, 2.7, 5} {
		for _, restitution := range []float64{1, 0.5} {
			s := fixture.Floor()
			ball := s.Add(fixture.Sphere(0.1), fixture.At(0, 0, 0.1+height))
			w, ids := surface(s, 0.25, restitution).Build()
			peak, hit := 0.0, false
			for range seconds(4 * math.Sqrt(2*height/g)) {
				w.Step(fixture.Dt)
				up := w.Velocity(ids[ball]).Z > 0
				if hit = hit || up; hit {
					peak = max(peak, w.Center(ids[ball]).Z-0.1)
					if !up {
						break
					}
				}
			}
			want := height * restitution * restitution
			e := math.Abs(peak-want) / height
			worst = max(worst, e)
			if !(e <= 1e-3) {
				t.Errorf("from %g m with restitution %g: rises to %.5f m, want %.5f: off by %.2g per meter, at most 1e-3",
					height, restitution, peak, want, e)
			}
		}
	}
	t.Logf("height after a bounce: off by at most %.1e m per meter of fall", worst)
}

// A thrown body is on its parabola.
func TestAccuracyBallistic(t *testing.T) {
	s := fixture.Earth()
	i := s.Add(fixture.Box(geom.V(0.1, 0.2, 0.3)), fixture.At(0, 0, 0))
	v := geom.V(3, -2, 9)
	s.Bodies[i].Velocity, s.Bodies[i].AngularVelocity = v, geom.V(1, 2, 3)
	w, ids := s.Build()
	worst := 0.0
	for n := 1; n <= seconds(2); n++ {
		w.Step(fixture.Dt)
		at := float64(n) * fixture.Dt
		want := v.Scale(at).Add(geom.V(0, 0, -g*at*at/2))
		worst = max(worst, w.Center(ids[i]).Sub(want).Len())
	}
	if !(worst <= 1e-9) {
		t.Errorf("off by %.4g m within 2 s, at most 1e-9", worst)
	}
	t.Logf("ballistic path of 2 s: off by at most %.0e m", worst)
}

// With damping c, a body without gravity has the speed v*exp(-c*t).
func TestAccuracyDamping(t *testing.T) {
	const c, v, spin, time = 0.8, 4.0, 3.0, 3.0
	s := fixture.Setup{}
	i := s.Add(fixture.Sphere(0.1), fixture.At(0, 0, 0))
	s.Bodies[i].LinearDamping, s.Bodies[i].AngularDamping = c, 2*c
	s.Bodies[i].Velocity, s.Bodies[i].AngularVelocity = geom.V(v, 0, 0), geom.V(0, spin, 0)
	w, ids := s.Build()
	for range seconds(time) {
		w.Step(fixture.Dt)
	}
	path := w.Center(ids[i]).X
	within(t, "speed", w.Velocity(ids[i]).X, v*math.Exp(-c*time), 2e-3)
	within(t, "spin", w.AngularVelocity(ids[i]).Y, spin*math.Exp(-2*c*time), 5e-3)
	within(t, "path", path, v/c*(1-math.Exp(-c*time)), 2e-3)
	t.Logf("damped path: off by %.3f %%", 100*off(path, v/c*(1-math.Exp(-c*time))))
}

// slide gives a box on the floor a velocity and returns how far it comes.
func slide(friction float64, v geom.Vec3) geom.Vec3 {
	s := fixture.Floor()
	box := s.Add(fixture.Box(geom.V(0.2, 0.2, 0.05)), fixture.At(0, 0, 0.05))
	s = surface(s, friction, 0)
	s.Bodies[box].Velocity = v
	w, ids := s.Build()
	for range seconds(v.Len()/(friction*g) + 0.5) {
		w.Step(fixture.Dt)
	}
	return w.Center(ids[box]).Sub(s.Bodies[box].Pose.Position)
}

// A sliding box comes v^2/(2*mu*g) far.
func TestAccuracySliding(t *testing.T) {
	worst := 0.0
	for _, friction := range []float64{0.1, 0.25, 0.5, 0.8} {
		for _, v := range []float64{1, 3} {
			got, want := slide(friction, geom.V(v, 0, 0)).Len(), v*v/(2*friction*g)
			within(t, "sliding distance", got, want, 5e-3)
			worst = max(worst, off(got, want))
		}
	}
	t.Logf("sliding distance: off by at most %.2f %%", 100*worst)
}

// Friction is a cone: a box comes equally far whatever its heading, and straight.
func TestAccuracyHeadings(t *testing.T) {
	least, most, bend := math.Inf(1), 0.0, 0.0
	for k := range 12 {
		a := float64(k) * math.Pi / 6
		dir := geom.V(math.Cos(a), math.Sin(a), 0)
		path := slide(0.3, dir.Scale(2))
		least, most = min(least, path.Len()), max(most, path.Len())
		bend = max(bend, path.Cross(dir).Len()/path.Len())
	}
	if spread := most/least - 1; !(spread <= 0.01) || !(bend <= 0.01) {
		t.Errorf("distances from %.5f to %.5f m, sideways %.2g of it, want within 1 %%", least, most, bend)
	}
	t.Logf("sliding distance in 12 headings: within %.3f %%, %.3f %% sideways", 100*(most/least-1), 100*bend)
}

// A box that is pushed harder than friction holds moves with F/m - mu*g, at 45 degrees as along an axis; one that is
// pushed less hard stays.
func TestAccuracyPush(t *testing.T) {
	push := func(share, angle float64) (path, want float64) {
		const friction = 0.4
		s := fixture.Floor()
		box := s.Add(fixture.Box(geom.V(0.3, 0.3, 0.05)), fixture.At(0, 0, 0.05))
		w, ids := surface(s, friction, 0).Build()
		m := w.Mass(ids[box]).Mass
		force := geom.V(math.Cos(angle), math.Sin(angle), 0).Scale(share * friction * m * g)
		for range seconds(1) {
			at := w.Center(ids[box])
			w.ApplyForce(ids[box], force, geom.V(at.X, at.Y, 0)) // at the floor: it does not tip
			w.Step(fixture.Dt)
		}
		return w.Center(ids[box]).Sub(geom.V(0, 0, 0.05)).Len(), (share - 1) * friction * g / 2
	}
	along, want := push(1.5, 0)
	across, _ := push(1.5, math.Pi/4)
	within(t, "push along x", along, want, 0.01)
	within(t, "push at 45 degrees", across, along, 0.01)
	for _, angle := range []float64{0, math.Pi / 4} {
		if stays, _ := push(0.97, angle); stays > 2e-3 {
			t.Errorf("pushed with 0.97 of what friction holds at %g rad, the box slid %.4f m", angle, stays)
		}
	}
	t.Logf("pushed box: off by %.2f %%, at 45 degrees %.2f %% from that along x", 100*off(along, want), 100*off(across, along))
}

// slope is a floor tilted about y, down along x, and a body on it; z is the height of its center over the floor.
func slope(angle, z float64, shape *physics.Shape) fixture.Setup {
	s := fixture.Earth()
	tilted := fixture.Turned(fixture.At(0, 0, 0), geom.V(0, 1, 0), angle)
	floor := tilted
	floor.Position = tilted.Rotation.Rotate(geom.V(0, 0, -0.5))
	s.Fix(fixture.Box(geom.V(20, 20, 0.5)), floor)
	on := tilted
	on.Position = tilted.Rotation.Rotate(geom.V(0, 0, z))
	s.Add(shape, on)
	return s
}

// A box begins to slide at the friction angle.
func TestAccuracyIncline(t *testing.T) {
	worst := 0.0
	for _, friction := range []float64{0.15, 0.3, 0.6} {
		lo, hi := 0.0, 1.2
		for hi-lo > 1e-4 {
			angle := (lo + hi) / 2
			w, ids := surface(slope(angle, 0.05, fixture.Box(geom.V(0.3, 0.2, 0.05))), friction, 0).Build()
			begun := w.Center(ids[1])
			for range seconds(2) {
				w.Step(fixture.Dt)
			}
			// At 0.05 degrees above the angle it comes more than 1.5 cm far.
			if w.Center(ids[1]).Sub(begun).Len() > 0.01 {
				hi = angle
			} else {
				lo = angle
			}
		}
		e := math.Abs(hi-math.Atan(friction)) * 180 / math.Pi
		worst = max(worst, e)
		if e > 0.2 {
			t.Errorf("coefficient %g: slides from %.3f degrees on, want %.3f", friction, hi*180/math.Pi, math.Atan(friction)*180/math.Pi)
		}
	}
	t.Logf("angle at which a box begins to slide: off by at most %.3f degrees", worst)
}

// Round bodies roll down a slope with g*sin(a)/(1 + I/(m*r^2)), without slip.
func TestAccuracyRolling(t *testing.T) {
	const angle, radius, time = 0.25, 0.1, 2.0
	for _, c := range []struct {
		name  string
		shape *physics.Shape
		share float64
	}{
		{"sphere", fixture.Sphere(radius), 5. / 7},
		{"cylinder", fixture.Cylinder(0.15, radius), 2. / 3},
	} {
		s := surface(slope(angle, radius, c.shape), 0.6, 0)
		if c.name == "cylinder" { // its axis across the slope
			q := &s.Bodies[1].Pose.Rotation
			*q = q.Mul(fixture.Turned(fixture.At(0, 0, 0), geom.V(1, 0, 0), math.Pi/2).Rotation)
		}
		w, ids := s.Build()
		begun := w.Center(ids[1])
		for range seconds(time) {
			w.Step(fixture.Dt)
		}
		path, want := w.Center(ids[1]).Sub(begun).Len(), c.share*g*math.Sin(angle)*time*time/2
		within(t, c.name+": path", path, want, 5e-3)
		slip := w.Velocity(ids[1]).Len() - radius*w.AngularVelocity(ids[1]).Len()
		if math.Abs(slip) > 5e-3*w.Velocity(ids[1]).Len() {
			t.Errorf("%s: slips with %.4f m/s at %.3f m/s", c.name, slip, w.Velocity(ids[1]).Len())
		}
		t.Logf("%s rolling down a slope: off by %.2f %%", c.name, 100*off(path, want))
	}
}

// A free body keeps its angular momentum, and flips over and over about its middle axis.
func TestAccuracyTumbling(t *testing.T) {
	w, ids := fixture.Tumbler().Build()
	momentum := func() geom.Vec3 {
		r := w.Pose(ids[0]).Transform().M
		i := w.Mass(ids[0]).Inertia
		return r.MulVec(i.MulVec(r.Transpose().MulVec(w.AngularVelocity(ids[0]))))
	}
	energy := func() float64 { return momentum().Dot(w.AngularVelocity(ids[0])) / 2 }
	l0, e0 := momentum(), energy()
	length, direction, power, flips, side := 0.0, 0.0, 0.0, 0, 1.0
	for range seconds(60) {
		w.Step(fixture.Dt)
		l := momentum()
		length = max(length, math.Abs(l.Len()/l0.Len()-1))
		direction = max(direction, l.Unit().Sub(l0.Unit()).Len())
		power = max(power, math.Abs(energy()/e0-1))
		// The body's y axis, which begins along the momentum.
		if y := w.Pose(ids[0]).Transform().M.Y.Dot(l0.Unit()); y*side < -0.9 {
			flips++
			side = -side
		}
	}
	if !(length <= 1e-3) || !(direction <= 1e-2) {
		t.Errorf("angular momentum changed by %.2g in length and %.2g in direction, want at most 1e-3 and 1e-2", length, direction)
	}
	if flips < 5 {
		t.Errorf("flipped %d times in 60 s, want at least 5", flips)
	}
	t.Logf("free tumbling for 60 s: |L| within %.1e, its direction within %.1e, energy within %.1e, %d flips", length, direction, power, flips)
}

// stand steps a world and returns how far the dynamic body that moved most is from its start, and when all were asleep
// (seconds; infinite for never).
func stand(s fixture.Setup, time float64) (most, asleep float64) {
	w, ids := s.Build()
	asleep = math.Inf(1)
	for n := 1; n <= seconds(time); n++ {
		if w.Step(fixture.Dt)&physics.NotSettled != 0 {
			asleep = math.Inf(1)
		} else if math.IsInf(asleep, 1) {
			asleep = float64(n) * fixture.Dt
		}
	}
	for _, i := range s.Dynamic() {
		most = max(most, w.Pose(ids[i]).Position.Sub(s.Bodies[i].Pose.Position).Len())
	}
	return most, asleep
}

// What stands, stands for a minute, and falls asleep. Kept awake it stands as well: sleep does not hide a creep.
func TestAccuracyStanding(t *testing.T) {
	for _, c := range []struct {
		name  string
		setup fixture.Setup
		most  float64 // meters
	}{
		{"stack of 15 boxes", fixture.Stack(15), 0.01},
		{"brick wall of 10 rows", fixture.BrickWall(10), 0.01},
		{"stack of 1, 10 and 100 parts of mass", fixture.HeavyOnLight(3), 0.01},
		{"house of cards, 3 stories", fixture.CardHouse(3), 0.02},
	} {
		most, asleep := stand(c.setup, 60)
		if most > c.most {
			t.Errorf("%s: a body moved %.4f m, at most %g", c.name, most, c.most)
		}
		if asleep > 10 {
			t.Errorf("%s: all asleep after %.1f s, want at most 10", c.name, asleep)
		}
		c.setup.World.NoSleep = true
		awake, _ := stand(c.setup, 60)
		if awake > c.most {
			t.Errorf("%s: kept awake, a body moved %.4f m, at most %g", c.name, awake, c.most)
		}
		t.Logf("%s: asleep after %.1f s, moved by at most %.2f mm in 60 s, kept awake %.2f mm", c.name, asleep, 1000*most, 1000*awake)
	}
}

// One body of each kind, on the level and on a slope that friction holds it on, stays where it is though it is kept
// awake.
func TestAccuracyStill(t *testing.T) {
	moved, turned := 0.0, 0.0
	for _, c := range []struct {
		name  string
		shape *physics.Shape
		z     float64
	}{
		{"box", fixture.Box(geom.V(0.06, 0.06, 0.15)), 0.15},
		{"plate", fixture.Box(geom.V(0.3, 0.2, 0.02)), 0.02},
		{"cylinder", fixture.Cylinder(0.15, 0.06), 0.15},
		{"disc", fixture.Cylinder(0.02, 0.2), 0.02},
	} {
		for _, angle := range []float64{0, 0.2, 0.35} { // tan 0.35 is 0.365
			s := surface(slope(angle, c.z, c.shape), 0.4, 0)
			s.World.NoSleep = true
			w, ids := s.Build()
			step := func(n int) {
				for range n {
					w.Step(fixture.Dt)
				}
			}
			step(seconds(1)) // the load comes on
			begun, rot := w.Center(ids[1]), w.Pose(ids[1]).Rotation
			step(seconds(20))
			q := w.Pose(ids[1]).Rotation.Mul(rot.Conj())
			m, a := w.Center(ids[1]).Sub(begun).Len(), 2*geom.V(q.X, q.Y, q.Z).Len()
			moved, turned = max(moved, m), max(turned, a)
			if !(m <= 5e-4) || !(a <= 5e-3) {
				t.Errorf("%s on a slope of %g rad: moved %.2g m and turned %.2g rad in 20 s, want at most 5e-4 and 5e-3", c.name, angle, m, a)
			}
		}
	}
	t.Logf("at rest on slopes for 20 s, kept awake: moved by at most %.1g m, turned by %.1g rad", moved, turned)
}

// Dominoes fall one after the other.
func TestAccuracyDominoes(t *testing.T) {
	const n = 20
	s := fixture.Dominoes(n)
	w, ids := s.Build()
	fallen := make([]float64, n)
	for step := 1; step <= seconds(8); step++ {
		w.Step(fixture.Dt)
		for i := range n {
			up := w.Pose(ids[1+i]).Rotation.Rotate(geom.V(0, 0, 1)).Z
			if fallen[i] == 0 && up < math.Cos(0.5) {
				fallen[i] = float64(step) * fixture.Dt
			}
		}
	}
	for i := range n {
		if fallen[i] == 0 || i > 0 && fallen[i] <= fallen[i-1] {
			t.Fatalf("domino %d fell at %.3f s; all: %.3f", i, fallen[i], fallen)
		}
	}
	// Away from the ends the wave runs with one speed.
	steady := (fallen[n-3] - fallen[n/2]) / float64(n-3-n/2)
	t.Logf("%d dominoes fall in order, one every %.0f ms", n, 1000*steady)
}

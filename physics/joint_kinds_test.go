package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// A rod that swings by little: T = 2 pi sqrt(I/(m g d)) (1 + a^2/16) with I about the pivot.
func TestPendulumPeriod(t *testing.T) {
	for _, kind := range []JointKind{Hinge, Ball} {
		w := earth(t)
		rod := geom.V(0.02, 0.02, 0.5)
		const amplitude, d = 0.2, 0.5
		q := geom.AxisAngle(geom.V(0, 1, 0), amplitude).Quat()
		body := addBody(t, w, BodyDef{Mass: solidBox(2, rod), Pose: Pose{q.Rotate(geom.V(0, 0, -d)), q}})
		y := facing(geom.V(0, 1, 0))
		joint := addJoint(t, w, JointDef{Kind: kind, A: anchorBody(t, w), B: body,
			AFrame: Pose{Rotation: y}, BFrame: Pose{Position: geom.V(0, 0, d), Rotation: y}})

		// Time ten periods between crossings of the lowest point.
		var first, last float64
		crossings := 0
		x := w.Center(body).X
		for i := 0; crossings < 21; i++ {
			w.Step(jointDt)
			now := w.Center(body).X
			if x < 0 != (now < 0) {
				last = (float64(i) + x/(x-now)) * jointDt
				if crossings == 0 {
					first = last
				}
				crossings++
			}
			x = now
		}
		inertia := w.Mass(body).Inertia.Y.Y + 2*d*d
		want := 2 * math.Pi * math.Sqrt(inertia/(2*gravity*d)) * (1 + amplitude*amplitude/16)
		if got := (last - first) / 10; math.Abs(got/want-1) > 0.002 {
			t.Errorf("kind %d: period %.5f s, want %.5f s within 0.2 %%", kind, got, want)
		}
		if way, angle := gap(w, joint); way > 1e-4 || angle > 1e-6 {
			t.Errorf("kind %d: the joint is %g m, %g rad apart", kind, way, angle)
		}
	}
}

// A door swings against both stops and stays between them; held by a stop it needs the torque of its weight.
func TestHingeLimits(t *testing.T) {
	for _, c := range []struct{ lower, upper float64 }{{-0.5, 0.7}, {0, 0}, {0.2, 5}, {-math.Pi, math.Pi}, {3, 3.3}} {
		w := newWorld(t, WorldDef{Gravity: geom.V(0, -gravity, 0), NoSleep: true})
		half := geom.V(0.4, 0.02, 1)
		middle := (c.lower + c.upper) / 2
		q := geom.RotZ(middle).Quat()
		door := addBody(t, w, BodyDef{Mass: solidBox(20, half), Pose: Pose{q.Rotate(geom.V(0.4, 0, 0)), q}})
		id := addJoint(t, w, JointDef{Kind: Hinge, A: anchorBody(t, w), B: door, BFrame: placed(-0.4, 0, 0),
			Limited: true, Lower: c.lower, Upper: c.upper})
		if got := w.JointAngle(id); math.Abs(got-middle) > 1e-9 {
			t.Errorf("limits %v: angle %g at first, want %g", c, got, middle)
		}
		low, high := math.Inf(1), math.Inf(-1)
		for i := range 4 {
			w.SetVelocity(door, geom.Vec3{}, geom.V(0, 0, 3-6*float64(i%2)))
			run(w, 2.5, func(float64) {
				a := w.JointAngle(id)
				low, high = min(low, a), max(high, a)
			})
		}
		if low < c.lower-0.01 || high > c.upper+0.01 {
			t.Errorf("limits %v: angle from %g to %g", c, low, high)
		}
	}

	w := earth(t)
	flap := addBody(t, w, BodyDef{Mass: solidBox(3, geom.V(0.5, 0.3, 0.01)), Pose: placed(0.5, 0, 0)})
	y := facing(geom.V(0, 1, 0))
	id := addJoint(t, w, JointDef{Kind: Hinge, A: anchorBody(t, w), B: flap, AFrame: Pose{Rotation: y},
		BFrame: Pose{geom.V(-0.5, 0, 0), y}, Limited: true, Lower: -1, Upper: 0})
	run(w, 5, nil)
	if got := w.JointAngle(id); math.Abs(got) > 1e-3 {
		t.Errorf("a flap on its stop hangs at %g rad, want 0", got)
	}
	if f, want := w.JointForce(id), geom.V(0, 0, 3*gravity); f.Sub(want).Len() > 1e-3*want.Z {
		t.Errorf("a flap on its stop is held by %v N, want %v", f, want)
	}
	if l, want := w.JointTorque(id), geom.V(0, -3*gravity*0.5, 0); l.Sub(want).Len() > 1e-3*-want.Y {
		t.Errorf("a flap on its stop is held by %v N m, want %v", l, want)
	}
}

// A hinge may turn on and on; its angle jumps from pi to -pi.
func TestHingeTurnsOn(t *testing.T) {
	w := newWorld(t, WorldDef{NoSleep: true})
	wheel := addBody(t, w, BodyDef{Mass: solidBox(1, geom.V(0.1, 0.1, 0.02)), AngularVelocity: geom.V(0, 0, 5)})
	id := addJoint(t, w, JointDef{Kind: Hinge, A: anchorBody(t, w), B: wheel})
	run(w, 4, func(now float64) {
		want := math.Remainder(5*now, 2*math.Pi)
		if d := math.Remainder(w.JointAngle(id)-want, 2*math.Pi); math.Abs(d) > 1e-4 {
			t.Fatalf("after %g s: angle %g, want %g", now, w.JointAngle(id), want)
		}
	})
}

// Motor of 2 N m: the door, 1/3 m L^2 about its hinge, gains speed evenly, keeps the speed it was set to, and is
// braked.
func TestHingeMotor(t *testing.T) {
	w := newWorld(t, WorldDef{})
	const mass, length, torque, speed = 6, 0.8, 2.0, 3.0
	door := addBody(t, w, BodyDef{Mass: solidBox(mass, geom.V(length/2, 0.001, 1)), Pose: placed(length/2, 0, 0)})
	id := addJoint(t, w, JointDef{Kind: Hinge, A: anchorBody(t, w), B: door, BFrame: placed(-length/2, 0, 0),
		MotorSpeed: speed, MotorMax: torque})
	rate := torque / (mass * length * length / 3)
	run(w, 3, func(now float64) {
		want := min(speed, rate*now)
		if got := w.AngularVelocity(door).Z; math.Abs(got-want) > 3e-4*speed {
			t.Fatalf("after %g s: turns at %g rad/s, want %g", now, got, want)
		}
		if l := w.JointTorque(id).Z; want < speed && math.Abs(l-torque) > 1e-9 || math.Abs(l) > torque+1e-9 {
			t.Fatalf("after %g s: motor has %g N m, want %g", now, l, torque)
		}
	})
	setMotor(t, w, id, 0, 2*torque)
	braked := 0.0
	run(w, 3, func(now float64) {
		if w.AngularVelocity(door).Z > 1e-3 {
			braked = now
		}
	})
	if want := speed / (2 * rate); math.Abs(braked-want) > 2*jointDt {
		t.Errorf("the brake takes %g s, want %g s", braked, want)
	}
	setMotor(t, w, id, speed, torque)
	w.Step(jointDt)
	setMotor(t, w, id, speed, 0)
	was := w.AngularVelocity(door).Z
	run(w, 1, nil)
	if got := w.AngularVelocity(door).Z; math.Abs(got-was) > 1e-6 {
		t.Errorf("without a motor the speed goes from %g to %g rad/s, want it kept", was, got)
	}
	if err := w.SetJointMotor(id, math.NaN(), 1); err == nil {
		t.Error("a motor of speed NaN is taken")
	}
}

// A weight on an oblique rail falls evenly, stops at the end of the rail, and a lift carries it up.
func TestSlider(t *testing.T) {
	w := earth(t)
	along := geom.V(0.6, 0, 0.8)
	at := geom.V(1, 2, 3)
	const mass = 4.0
	weight := addBody(t, w, BodyDef{Mass: solidBox(mass, geom.V(0.1, 0.2, 0.3)), Pose: Pose{Position: at}})
	id := addJoint(t, w, JointDef{Kind: Slider, A: anchorBody(t, w), B: weight, AFrame: Pose{at, facing(along)},
		BFrame: Pose{Rotation: facing(along)}, Limited: true, Lower: -2, Upper: 0.5})
	off := 0.0
	run(w, 5, func(now float64) {
		want := max(-2, -0.5*gravity*0.8*now*now)
		if got := w.JointTranslation(id); math.Abs(got-want) > 0.005 {
			t.Fatalf("after %g s: at %g m on the rail, want %g", now, got, want)
		}
		way, angle := gap(w, id)
		off = max(off, way, angle)
	})
	if off > 1e-5 {
		t.Errorf("leaves the rail by %g m or rad, want 0", off)
	}
	if got := w.JointTranslation(id); math.Abs(got+2) > 1e-4 {
		t.Errorf("rests at %g m, want -2", got)
	}
	if f := w.JointForce(id); f.Sub(geom.V(0, 0, mass*gravity)).Len() > 1e-3 {
		t.Errorf("held by %v N, want the weight of %g", f, mass*gravity)
	}

	setMotor(t, w, id, 0.5, 2*mass*gravity)
	run(w, 2, nil)
	if v := w.Velocity(weight).Dot(along); math.Abs(v-0.5) > 1e-6 {
		t.Errorf("lift runs at %g m/s, want 0.5", v)
	}
	run(w, 5, nil)
	if got := w.JointTranslation(id); math.Abs(got-0.5) > 1e-3 {
		t.Errorf("lift stops at %g m, want 0.5", got)
	}
	setMotor(t, w, id, 0.5, 0.5*mass*gravity*0.8)
	run(w, 0.25, nil)
	if got, want := w.Velocity(weight).Dot(along), -0.25*0.5*gravity*0.8; math.Abs(got-want) > 0.01 {
		t.Errorf("a lift with half the strength it needs runs at %g m/s, want %g, half of free fall", got, want)
	}
}

// A rod on a ball joint falls over and leans on its cone; on the way it spins freely.
func TestBallConeLimit(t *testing.T) {
	for i := range uint64(8) {
		r := rand.New(rand.NewPCG(21, i))
		w := earth(t)
		const cone = 0.6
		rod := addBody(t, w, BodyDef{Mass: solidBox(1, geom.V(0.02, 0.02, 0.5)), Pose: placed(0, 0, 0.5),
			AngularVelocity: geom.V(r.NormFloat64(), r.NormFloat64(), 2)})
		id := addJoint(t, w, JointDef{Kind: Ball, A: anchorBody(t, w), B: rod, BFrame: placed(0, 0, -0.5),
			Limited: true, Upper: cone})
		most := 0.0
		run(w, 10, func(float64) {
			most = max(most, w.JointAngle(id))
			if way, _ := gap(w, id); way > 1e-3 {
				t.Fatalf("draw %d: the ball leaves its socket by %g m", i, way)
			}
		})
		if most > cone+0.01 || most < cone-0.01 {
			t.Errorf("draw %d: leans by up to %g rad, want %g", i, most, cone)
		}
		if spin := w.AngularVelocity(rod).Dot(w.Pose(rod).Rotation.Rotate(geom.V(0, 0, 1))); math.Abs(spin-2) > 0.3 {
			t.Errorf("draw %d: spins at %g rad/s, want about 2", i, spin)
		}
	}
}

// Friction of 0.5 N m in a ball joint: a ball that spins about any axis is braked evenly, and then holds a small load.
func TestBallFriction(t *testing.T) {
	for i := range uint64(8) {
		r := rand.New(rand.NewPCG(22, i))
		w := newWorld(t, WorldDef{NoSleep: true})
		n := randomVec(r).Unit()
		const inertia, friction, speed = 0.2, 0.5, 3.0
		m := &MassProperties{Mass: 1, Inertia: diagonal(inertia, inertia, inertia)}
		ball := addBody(t, w, BodyDef{Mass: m, AngularVelocity: n.Scale(speed)})
		addJoint(t, w, JointDef{Kind: Ball, A: anchorBody(t, w), B: ball, MotorMax: friction})
		run(w, 2, func(now float64) {
			want := n.Scale(max(0, speed-friction/inertia*now))
			if got := w.AngularVelocity(ball); got.Sub(want).Len() > 1e-6 {
				t.Fatalf("draw %d, after %g s: turns at %v, want %v", i, now, got, want)
			}
		})
		at := w.Pose(ball).Rotation
		run(w, 1, func(float64) { w.ApplyForce(ball, geom.V(0, 0, 1), w.Center(ball).Add(geom.V(0.45, 0, 0))) })
		if q := at.Conj().Mul(w.Pose(ball).Rotation); 1-math.Abs(q.W) > 1e-12 {
			t.Errorf("draw %d: a torque of 0.45 N m turns the ball", i)
		}
	}
}

// A joint of 2 Hz is a spring: a weight put on it swings at 2 Hz and comes to rest g/(2 pi 2)^2 lower.
func TestSoftJointIsASpring(t *testing.T) {
	const hertz, mass = 2.0, 7.0
	give := gravity / (4 * math.Pi * math.Pi * hertz * hertz)
	for _, damping := range []float64{0, 1} {
		w := earth(t)
		body := addBody(t, w, BodyDef{Mass: solidBox(mass, geom.V(0.1, 0.1, 0.1))})
		id := addJoint(t, w, JointDef{Kind: Fixed, A: anchorBody(t, w), B: body, Hertz: hertz, DampingRatio: damping})
		var turns []float64 // when it turned upwards
		low, was := 0.0, 0.0
		run(w, 4, func(now float64) {
			low = min(low, w.Center(body).Z)
			v := w.Velocity(body).Z
			if was < 0 && v >= 0 {
				turns = append(turns, now+jointDt*(was/(was-v)-1))
			}
			was = v
		})
		if damping == 0 {
			if low > -1.9*give || low < -2*give {
				t.Errorf("falls to %g m, want to almost %g", low, -2*give)
			}
			if got := 7 / (turns[7] - turns[0]); math.Abs(got-hertz) > 0.001*hertz {
				t.Errorf("swings at %g Hz, want %g", got, hertz)
			}
			continue
		}
		if low < -1.01*give {
			t.Errorf("falls to %g m with critical damping, want no more than %g", low, -give)
		}
		if got := w.Center(body).Z; math.Abs(got+give) > 1e-6 {
			t.Errorf("comes to rest at %g m, want %g", got, -give)
		}
		if f := w.JointForce(id); math.Abs(f.Z-mass*gravity) > 1e-6 {
			t.Errorf("spring has %v N, want %g", f, mass*gravity)
		}
	}
}

// cart has a box on four wheels, each on a hinge across.
func cart(t testing.TB, w *World, motor JointDef) (body BodyID, wheels []BodyID, joints []JointID) {
	t.Helper()
	const radius = 0.1
	y := facing(geom.V(0, 1, 0))
	wheel := shaped(t)(NewCylinder(0.03, radius))
	box := shaped(t)(NewBox(geom.V(0.4, 0.2, 0.05)))
	body = addBody(t, w, BodyDef{Pose: placed(0, 0, radius), Colliders: []Collider{{Shape: box, Density: 100}}})
	for i := range 4 {
		at := geom.V(0.3*float64(2*(i&1)-1), 0.25*float64(i&2-1), 0)
		id := addBody(t, w, BodyDef{Pose: Pose{Position: geom.V(at.X, at.Y, radius)},
			Colliders: []Collider{{Shape: wheel, Pose: Pose{Rotation: y}, Density: 1000, Friction: 1}}})
		def := motor
		def.Kind, def.A, def.B, def.AFrame, def.BFrame = Hinge, body, id, Pose{at, y}, Pose{Rotation: y}
		wheels, joints = append(wheels, id), append(joints, addJoint(t, w, def))
	}
	return body, wheels, joints
}

// A cart rolls down a slope at g sin(a) (M + 4m) / (M + 4m + 4I/r^2): its wheels, cylinders of I = m r^2/2, turn too.
func TestCartRollsDown(t *testing.T) {
	slope := 0.15
	w := newWorld(t, WorldDef{Gravity: geom.V(gravity*math.Sin(slope), 0, -gravity*math.Cos(slope))})
	ground(t, w, 1)
	body, wheels, joints := cart(t, w, JointDef{})
	sum := w.Mass(body).Mass + 4*w.Mass(wheels[0]).Mass
	want := gravity * math.Sin(slope) * sum / (sum + 4*w.Mass(wheels[0]).Mass/2)
	run(w, 0.5, nil)
	before := w.Velocity(body).X
	run(w, 1.5, nil)
	if got := (w.Velocity(body).X - before) / 1.5; math.Abs(got/want-1) > 0.005 {
		t.Errorf("the cart gains %g m/s2, want %g", got, want)
	}
	for i, id := range wheels {
		if got, want := w.AngularVelocity(id).Y*0.1, w.Velocity(body).X; math.Abs(got/want-1) > 0.005 {
			t.Errorf("wheel %d turns as for %g m/s, the cart has %g", i, got, want)
		}
		if way, angle := gap(w, joints[i]); way > 1e-3 || angle > 1e-3 {
			t.Errorf("wheel %d is %g m, %g rad off", i, way, angle)
		}
	}
	if d := w.Center(body); math.Abs(d.Y) > 1e-3 || math.Abs(d.Z-0.1) > 1e-3 {
		t.Errorf("the cart is at %v, want it straight on", d)
	}
}

// With its brakes on a cart stays on a slope and falls asleep; with motors it drives up.
func TestCartBrakesAndDrives(t *testing.T) {
	slope := 0.15
	w := newWorld(t, WorldDef{Gravity: geom.V(gravity*math.Sin(slope), 0, -gravity*math.Cos(slope))})
	ground(t, w, 1)
	body, _, joints := cart(t, w, JointDef{MotorMax: 100})
	run(w, 3, nil)
	if x := w.Center(body).X; math.Abs(x) > 1e-3 || w.Awake(body) {
		t.Errorf("a cart with brakes rolled %g m and is awake: %t, want it to sleep where it was", x, w.Awake(body))
	}
	for _, id := range joints {
		setMotor(t, w, id, -5, 100)
	}
	run(w, 2, nil)
	if got := w.Velocity(body).X; math.Abs(got+0.5) > 0.01 {
		t.Errorf("a cart driven at 5 rad/s on wheels of 0.1 m has %g m/s, want -0.5", got)
	}
}

package physics

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"mereo/engine/geom"
)

// joints are tested with bodies that have a mass and no shape.
const jointDt = 1.0 / 240

// run steps for some seconds and calls f, which may be nil, after each step with the time.
func run(w *World, seconds float64, f func(now float64)) {
	for i := range int(math.Round(seconds / jointDt)) {
		w.Step(jointDt)
		if f != nil {
			f(float64(i+1) * jointDt)
		}
	}
}

func placed(x, y, z float64) Pose { return Pose{Position: geom.V(x, y, z)} }

// solidBox is the mass of a box of half lengths h.
func solidBox(mass float64, h geom.Vec3) *MassProperties {
	s := h.Mul(h).Scale(mass / 3)
	return &MassProperties{Mass: mass, Inertia: diagonal(s.Y+s.Z, s.X+s.Z, s.X+s.Y)}
}

func earth(t testing.TB) *World {
	return newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity), NoSleep: true})
}

// anchorBody is static and lies in the origin.
func anchorBody(t testing.TB, w *World) BodyID { return addBody(t, w, BodyDef{Type: Static}) }

func addJoint(t testing.TB, w *World, def JointDef) JointID {
	t.Helper()
	id, err := w.AddJoint(def)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func setMotor(t testing.TB, w *World, id JointID, speed, most float64) {
	t.Helper()
	if err := w.SetJointMotor(id, speed, most); err != nil {
		t.Fatal(err)
	}
}

// gap is how far apart a joint's frames are in the directions that it holds: meters and radians.
func gap(w *World, id JointID) (way, angle float64) {
	j := w.joints.must(id)
	a, b := j.frames(w)
	d := b.origin.Sub(a.origin)
	q := a.q.Conj().Mul(b.q)
	angle = 2 * geom.Vec3{X: q.X, Y: q.Y, Z: q.Z}.Len()
	switch j.def.Kind {
	case Hinge:
		angle, _ = swing(&a, &b)
	case Ball:
		angle = 0
	case Slider:
		d = d.AddScaled(-d.Dot(a.axes.Z), a.axes.Z)
	}
	return d.Len(), angle
}

// energy is kinetic and potential, J.
func energy(w *World) float64 {
	e := 0.0
	for i := range w.bodies {
		b, m := &w.bodies[i], &w.motions[i]
		if !b.alive || b.typ != Dynamic {
			continue
		}
		local := m.rot.Conj().Rotate(m.w)
		e += 0.5*b.mass.Mass*m.v.Len2() + 0.5*local.Dot(b.inertia.MulVec(local)) - b.mass.Mass*m.center.Dot(w.gravity)
	}
	return e
}

// facing turns the z axis of a frame into direction z.
func facing(z geom.Vec3) geom.Quat {
	t, b := geom.Basis(z)
	return geom.Mat3{X: t, Y: b, Z: z}.Quat()
}

func TestAddJointRefuses(t *testing.T) {
	w := earth(t)
	still, also := anchorBody(t, w), anchorBody(t, w)
	body := addBody(t, w, BodyDef{Mass: solidBox(1, geom.V(1, 1, 1))})
	gone := addBody(t, w, BodyDef{Mass: solidBox(1, geom.V(1, 1, 1))})
	w.RemoveBody(gone)
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name string
		def  JointDef
		want string
	}{
		{"kind", JointDef{Kind: 9, A: still, B: body}, "kind is 9, want Fixed, Hinge, Slider or Ball"},
		{"no body", JointDef{B: body}, "body A (0, generation 0) is not in this world"},
		{"removed body", JointDef{A: body, B: gone}, "body B (4, generation 1) is not in this world"},
		{"same", JointDef{A: body, B: body}, "A and B are the same body"},
		{"static", JointDef{A: still, B: also}, "neither body is dynamic"},
		{"frame on A", JointDef{A: still, B: body, AFrame: placed(nan, 0, 0)}, "frame on A: position is {NaN 0 0}, want finite numbers"},
		{"frame on B", JointDef{A: still, B: body, BFrame: Pose{Rotation: geom.Quat{X: 3}}}, "frame on B: rotation has length 3, want 1"},
		{"order", JointDef{Kind: Slider, A: still, B: body, Limited: true, Lower: 2, Upper: 1}, "limits are 2 to 1, want the lower one first"},
		{"limit", JointDef{Kind: Hinge, A: still, B: body, Limited: true, Lower: nan}, "limits are NaN to 0, want the lower one first"},
		{"full turn", JointDef{Kind: Hinge, A: still, B: body, Limited: true, Lower: -4, Upper: 4}, "limits are -4 to 4, want at most a full turn between -2*pi and 2*pi"},
		{"endless hinge", JointDef{Kind: Hinge, A: still, B: body, Limited: true, Upper: inf}, "limits are 0 to +Inf, want at most a full turn between -2*pi and 2*pi"},
		{"many turns", JointDef{Kind: Hinge, A: still, B: body, Limited: true, Lower: 7, Upper: 8}, "limits are 7 to 8, want at most a full turn between -2*pi and 2*pi"},
		{"infinitely high", JointDef{Kind: Slider, A: still, B: body, Limited: true, Lower: inf, Upper: inf}, "limits are +Inf to +Inf, want the lower one first"},
		{"cone", JointDef{Kind: Ball, A: still, B: body, Limited: true, Upper: 4}, "limits are 0 to 4, want 0 to at most pi"},
		{"cone's lower end", JointDef{Kind: Ball, A: still, B: body, Limited: true, Lower: 0.1, Upper: 1}, "limits are 0.1 to 1, want 0 to at most pi"},
		{"fixed limits", JointDef{A: still, B: body, Limited: true}, "a fixed joint has no limits"},
		{"fixed motor", JointDef{A: still, B: body, MotorMax: 1}, "a fixed joint has no motor"},
		{"ball motor", JointDef{Kind: Ball, A: still, B: body, MotorSpeed: 1, MotorMax: 1}, "motor of a ball joint has speed 1, want 0"},
		{"motor", JointDef{Kind: Hinge, A: still, B: body, MotorSpeed: inf}, "motor has speed +Inf and at most 0, want a finite speed and 0 or more"},
		{"motor's strength", JointDef{Kind: Hinge, A: still, B: body, MotorMax: -1}, "motor has speed 0 and at most -1, want a finite speed and 0 or more"},
		{"spring", JointDef{A: still, B: body, Hertz: -1}, "spring has -1 Hz and damping ratio 0, want 0 or more"},
		{"damping", JointDef{A: still, B: body, Hertz: 1, DampingRatio: inf}, "spring has 1 Hz and damping ratio +Inf, want 0 or more"},
	} {
		_, err := w.AddJoint(c.def)
		if want := "physics: joint: " + c.want; err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %q", c.name, err, want)
		}
	}
	if len(w.joints.list) > 1 {
		t.Error("a refused joint was added")
	}
}

// Two rods on each other, let go from the side, move wildly: energy does not grow and hardly falls, joints stay closed.
func TestDoublePendulumKeepsEnergy(t *testing.T) {
	for _, kind := range []JointKind{Hinge, Ball} {
		w := earth(t)
		rod := geom.V(0.25, 0.02, 0.02)
		y := facing(geom.V(0, 1, 0))
		def := JointDef{Kind: kind, A: anchorBody(t, w), AFrame: Pose{Rotation: y}, BFrame: Pose{geom.V(-0.25, 0, 0), y}}
		var joints []JointID
		for i := range 2 {
			def.B = addBody(t, w, BodyDef{Mass: solidBox(1, rod), Pose: placed(0.25+0.5*float64(i), 0, 0)})
			joints = append(joints, addJoint(t, w, def))
			def.A, def.AFrame.Position = def.B, geom.V(0.25, 0, 0)
		}
		scale := 2 * gravity * 1 // fall of both by their length
		high, low, worst := 0.0, 0.0, 0.0
		run(w, 20, func(float64) {
			e := energy(w) / scale
			high, low = max(high, e), min(low, e)
			for _, id := range joints {
				way, angle := gap(w, id)
				worst = max(worst, way, angle)
			}
		})
		if high > 0.002 || low < -0.02 {
			t.Errorf("kind %d: energy moves from %.4f to %.4f of the fall, want within -0.02 and 0.002", kind, low, high)
		}
		if worst > 1e-3 {
			t.Errorf("kind %d: a joint opens by %g m or rad, want at most 0.001", kind, worst)
		}
	}
}

// Bodies that were hit in all directions stay together, whatever holds them.
func TestJointsStayClosed(t *testing.T) {
	for i := range uint64(40) {
		r := rand.New(rand.NewPCG(20, i))
		w := newWorld(t, WorldDef{NoSleep: true})
		kind := jointKinds[i%4]
		half := geom.V(0.1+0.4*r.Float64(), 0.1+0.4*r.Float64(), 0.1+0.4*r.Float64())
		a := addBody(t, w, BodyDef{Mass: solidBox(1, half), Velocity: randomVec(r), AngularVelocity: randomVec(r)})
		mass := math.Exp(r.NormFloat64())
		b := addBody(t, w, BodyDef{Mass: solidBox(mass, half), Velocity: randomVec(r), AngularVelocity: randomVec(r)})
		def := JointDef{Kind: kind, A: a, B: b}
		def.AFrame, def.BFrame = Pose{half, randomTurn(r)}, Pose{randomVec(r).Scale(0.3), randomTurn(r)}
		// B's frame where A's is; q and -q are the same rotation.
		q := def.AFrame.Rotation.Mul(def.BFrame.Rotation.Conj())
		if i%8 < 4 {
			q = geom.Quat{W: -q.W, X: -q.X, Y: -q.Y, Z: -q.Z}
		}
		if err := w.SetPose(b, Pose{half.Sub(q.Rotate(def.BFrame.Position)), q}); err != nil {
			t.Fatal(err)
		}
		id := addJoint(t, w, def)
		momentum := func() geom.Vec3 {
			return w.Velocity(a).Scale(w.Mass(a).Mass).Add(w.Velocity(b).Scale(w.Mass(b).Mass))
		}
		p := momentum()
		w.Step(jointDt)
		e := energy(w)
		worst := 0.0
		run(w, 5, func(float64) {
			way, angle := gap(w, id)
			worst = max(worst, way, angle)
		})
		if worst > 1e-3 {
			t.Errorf("draw %d: joint of kind %d opens by %g m or rad, want at most 0.001", i, kind, worst)
		}
		if got := momentum().Sub(p).Len(); got > 1e-9 {
			t.Errorf("draw %d: momentum changes by %g, want 0", i, got)
		}
		if got := energy(w) / e; got > 1.002 || got < 0.99 {
			t.Errorf("draw %d: joint of kind %d leaves %g of the energy after 5 s, want 0.99 to 1.002", i, kind, got)
		}
	}
}

// Five bars fixed to each other and to a wall: hanging they keep their lengths, standing out they hardly sag, and the
// wall bears their weight and its torque.
func TestFixedChain(t *testing.T) {
	for _, c := range []struct {
		name string
		dir  geom.Vec3
		sag  float64
	}{{"hanging", geom.V(0, 0, -1), 2e-4}, {"standing out", geom.V(1, 0, 0), 0.01}} {
		w := earth(t)
		q := facing(c.dir)
		const half, mass = 0.2, 3.0
		def := JointDef{Kind: Fixed, A: anchorBody(t, w), AFrame: Pose{Rotation: q}, BFrame: placed(0, 0, -half)}
		var first JointID
		var last BodyID
		for i := range 5 {
			at := Pose{c.dir.Scale(half * float64(2*i+1)), q}
			last = addBody(t, w, BodyDef{Mass: solidBox(mass, geom.V(0.05, 0.05, half)), Pose: at})
			def.B = last
			id := addJoint(t, w, def)
			if i == 0 {
				first = id
			}
			def.A, def.AFrame = last, placed(0, 0, half)
		}
		at := w.Center(last)
		run(w, 20, nil)
		settled := w.Center(last)
		run(w, 10, nil)
		now := w.Center(last)
		if got := now.Sub(at).Len(); got > c.sag {
			t.Errorf("%s: the end of the chain went %g m, want at most %g", c.name, got, c.sag)
		}
		if got := now.Sub(settled).Len(); got > 1e-6 {
			t.Errorf("%s: the end of the chain drifts by %g m in 10 s, want 0", c.name, got)
		}
		if f, want := w.JointForce(first), geom.V(0, 0, 5*mass*gravity); f.Sub(want).Len() > 1e-3*want.Z {
			t.Errorf("%s: wall bears %v N, want %v", c.name, f, want)
		}
		torque := c.dir.Scale(5 * half).Cross(geom.V(0, 0, 5*mass*gravity))
		if l := w.JointTorque(first); l.Sub(torque).Len() > 1e-3*5*mass*gravity {
			t.Errorf("%s: wall bears %v N m, want %v", c.name, l, torque)
		}
	}
}

// Joints that start apart come together and stay so.
func TestJointPullsTogether(t *testing.T) {
	for _, kind := range jointKinds {
		w := newWorld(t, WorldDef{NoSleep: true})
		a := addBody(t, w, BodyDef{Mass: solidBox(1, geom.V(0.1, 0.2, 0.3))})
		off := Pose{geom.V(0.3, 0.2, 0.1), geom.AxisAngle(geom.V(0.6, 0.8, 0), 2.5).Quat()}
		b := addBody(t, w, BodyDef{Mass: solidBox(1, geom.V(0.1, 0.2, 0.3)), Pose: off})
		id := addJoint(t, w, JointDef{Kind: kind, A: a, B: b, AFrame: placed(0.1, 0, 0), BFrame: placed(-0.1, 0, 0)})
		run(w, 1, nil)
		if way, angle := gap(w, id); way > 1e-3 || angle > 1e-3 {
			t.Errorf("kind %d: %g m and %g rad apart after a second, want 0", kind, way, angle)
		}
	}
}

// Joined bodies rest and wake together, and a joint goes with its body.
func TestJointsSleepAndGo(t *testing.T) {
	w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
	top := anchorBody(t, w)
	def := JointDef{Kind: Ball, A: top, BFrame: placed(0, 0, 0.5)}
	var bodies []BodyID
	var joints []JointID
	for i := range 3 {
		b := addBody(t, w, BodyDef{Mass: solidBox(1, geom.V(0.1, 0.1, 0.5)), Pose: placed(0, 0, -0.5-float64(i))})
		def.B = b
		bodies, joints = append(bodies, b), append(joints, addJoint(t, w, def))
		def.A, def.AFrame.Position = b, geom.V(0, 0, -0.5)
	}
	flags := NotSettled
	for i := 0; i < 2400 && flags&NotSettled != 0; i++ {
		flags = w.Step(jointDt)
	}
	if flags&NotSettled != 0 {
		t.Fatal("a hanging chain does not come to rest")
	}
	if f := w.JointForce(joints[1]); math.Abs(f.Z-2*gravity) > 1e-2 {
		t.Errorf("asleep, the second joint bears %g N, want %g", f.Z, 2*gravity)
	}
	w.ApplyImpulse(bodies[2], geom.V(0.1, 0, 0), w.Center(bodies[2]))
	w.Step(jointDt)
	for i, b := range bodies {
		if !w.Awake(b) {
			t.Errorf("body %d sleeps on when the chain is hit", i)
		}
	}

	joined := func(a, b BodyID) bool { return w.joints.between(int32(a.index), int32(b.index)) }
	if !joined(bodies[0], bodies[1]) || !joined(bodies[1], bodies[0]) || joined(bodies[0], bodies[2]) {
		t.Error("between: want it for neighbors of the chain only")
	}
	w.RemoveBody(bodies[1])
	if joined(bodies[0], bodies[1]) || !joined(bodies[0], top) {
		t.Error("between: want the joints of a removed body gone, and the others kept")
	}
	w.RemoveJoint(joints[1]) // went with its body
	again := addJoint(t, w, JointDef{Kind: Fixed, A: bodies[0], B: bodies[2], Collide: true})
	if again == joints[1] || again == joints[2] {
		t.Error("a new joint has the name of an old one")
	}
	if joined(bodies[0], bodies[2]) {
		t.Error("between: want nothing from a joint that lets its bodies touch")
	}
	w.RemoveJoint(again)
	w.RemoveJoint(again)
	run(w, 0.5, nil)
	if z := w.Center(bodies[2]).Z; z > -3 {
		t.Errorf("the end of the chain is at %g m half a second after it was cut off, want it to fall", z)
	}
	defer func() {
		if got, _ := recover().(string); !strings.HasPrefix(got, "physics: joint 3 (generation 1) is not in this world") {
			t.Errorf("angle of a removed joint: got panic %q", got)
		}
	}()
	w.JointAngle(joints[2])
}

// What a joint holds by a force it holds by twice the impulse in sub-steps that are twice as long.
func TestJointImpulsesFollowTheStep(t *testing.T) {
	w := earth(t)
	y := facing(geom.V(0, 1, 0))
	body := addBody(t, w, BodyDef{Mass: solidBox(3, geom.V(0.1, 0.1, 0.1))})
	id := addJoint(t, w, JointDef{Kind: Hinge, A: anchorBody(t, w), B: body, AFrame: Pose{Rotation: y},
		BFrame: Pose{geom.V(0.2, 0, 0), y}, Limited: true})
	run(w, 1, nil)
	j := w.joints.must(id)
	was := j.impulses()
	j.prepare(w, 2*j.h)
	now := j.impulses()
	if was.u.Z <= 0 || now.u.Sub(was.u.Scale(2)).Len() > 1e-12 || was.jB.Len() == 0 || now.jB.Sub(was.jB.Scale(2)).Len() > 1e-9 {
		t.Errorf("impulses %v and %v became %v and %v, want twice as much", was.u, was.jB, now.u, now.jB)
	}
}

// Bodies that are joined do not touch each other unless the joint says so, and do again when it is gone.
func TestJoinedBodiesDoNotTouch(t *testing.T) {
	w := newWorld(t, WorldDef{NoSleep: true})
	a := boxAt(t, w, geom.V(1, 1, 1), geom.V(0, 0, 0), 0.5)
	b := boxAt(t, w, geom.V(1, 1, 1), geom.V(1.999, 0, 0), 0.5)
	count := func() (n int) {
		w.Step(jointDt)
		for range w.Contacts() {
			n++
		}
		return n
	}
	if got := count(); got != 1 {
		t.Fatalf("two boxes have %d contacts, want 1", got)
	}
	def := JointDef{A: a, B: b, AFrame: placed(1, 0, 0), BFrame: placed(-0.999, 0, 0)}
	first, second := addJoint(t, w, def), addJoint(t, w, def)
	if got := count(); got != 0 {
		t.Errorf("joined boxes have %d contacts, want 0", got)
	}
	w.RemoveJoint(first)
	if got := count(); got != 0 {
		t.Errorf("boxes that are still joined have %d contacts, want 0", got)
	}
	w.RemoveJoint(second)
	if got := count(); got != 1 {
		t.Errorf("boxes have %d contacts when their joints are gone, want 1", got)
	}
	def.Collide = true
	addJoint(t, w, def)
	if got := count(); got != 1 {
		t.Errorf("boxes whose joint lets them touch have %d contacts, want 1", got)
	}
}

// A load on a crane that others move follows it, whichever of the two is A.
func TestJointFollowsKinematicBody(t *testing.T) {
	for _, loadFirst := range []bool{false, true} {
		w := newWorld(t, WorldDef{Gravity: geom.V(0, 0, -gravity)})
		crane := addBody(t, w, BodyDef{Type: Kinematic})
		load := addBody(t, w, BodyDef{Mass: solidBox(5, geom.V(0.2, 0.2, 0.2)), Pose: placed(0, 0, -1)})
		def := JointDef{Kind: Fixed, A: crane, B: load, AFrame: placed(0, 0, -1)}
		if loadFirst {
			def.A, def.B, def.AFrame, def.BFrame = load, crane, Pose{}, def.AFrame
		}
		id := addJoint(t, w, def)
		run(w, 2, nil)
		if w.Awake(load) {
			t.Fatal("load on a crane at rest stays awake")
		}
		w.SetVelocity(crane, geom.V(0, 0, 0.5), geom.V(0, 0, 1))
		run(w, 2, nil)
		if way, angle := gap(w, id); way > 1e-3 || angle > 1e-3 {
			t.Errorf("load is %g m, %g rad off the crane", way, angle)
		}
		if got, want := w.Center(load).Z, w.Center(crane).Z-1; math.Abs(got-want) > 1e-3 || want < -0.1 {
			t.Errorf("load is at %g m, want %g", got, want)
		}
	}
}

// A static body holds a load at the frame on it, wherever it lies and is put.
func TestJointOnPlacedStaticBody(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 0))
	w := earth(t)
	wall := addBody(t, w, BodyDef{Type: Static, Pose: Pose{geom.V(1, 2, 3), randomTurn(r)}})
	frame := Pose{randomVec(r), randomTurn(r)}
	where := func() Pose {
		p := w.Pose(wall)
		return Pose{p.Transform().Point(frame.Position), p.Rotation.Mul(frame.Rotation)}
	}
	load := addBody(t, w, BodyDef{Mass: solidBox(5, geom.V(0.1, 0.2, 0.3)), Pose: where()})
	addJoint(t, w, JointDef{A: wall, B: load, AFrame: frame})
	for range 2 {
		run(w, 1, nil)
		got, want := w.Pose(load), where()
		q := got.Rotation.Conj().Mul(want.Rotation)
		if got.Position.Sub(want.Position).Len() > 1e-4 || 1-math.Abs(q.W) > 1e-8 {
			t.Errorf("load is at %v, want %v", got, want)
		}
		q = geom.AxisAngle(geom.V(0, 0, 1), 0.2).Quat().Mul(w.Pose(wall).Rotation)
		if err := w.SetPose(wall, Pose{geom.V(1.1, 2, 2.9), q}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestJointsDoNotAllocate(t *testing.T) {
	w := earth(t)
	a := anchorBody(t, w)
	for i, kind := range jointKinds {
		b := addBody(t, w, BodyDef{Mass: solidBox(1, geom.V(0.1, 0.2, 0.3)), Pose: placed(float64(i), 0, 0)})
		def := JointDef{Kind: kind, A: a, B: b, AFrame: placed(float64(i), 0, 0.1), BFrame: placed(0, 0, 0.1)}
		if kind != Fixed {
			def.Limited, def.Upper, def.MotorMax = true, 1, 0.1
		}
		addJoint(t, w, def)
	}
	w.Step(jointDt)
	if n := testing.AllocsPerRun(20, func() { w.Step(jointDt) }); n != 0 {
		t.Errorf("a step with joints allocates %g times, want 0", n)
	}
}

// One step of a chain of 100 bars.
func BenchmarkJoints(b *testing.B) {
	for i, name := range []string{"fixed", "hinge", "slider", "ball"} {
		b.Run(name, func(b *testing.B) {
			w := earth(b)
			def := JointDef{Kind: jointKinds[i], A: anchorBody(b, w), BFrame: placed(0, 0, 0.5), Limited: i > 0, Upper: 1}
			for k := range 100 {
				def.B = addBody(b, w, BodyDef{Mass: solidBox(1, geom.V(0.1, 0.1, 0.5)), Pose: placed(0, 0, -0.5-float64(k))})
				addJoint(b, w, def)
				def.A, def.AFrame.Position = def.B, geom.V(0, 0, -0.5)
			}
			for b.Loop() {
				w.Step(jointDt)
			}
		})
	}
}

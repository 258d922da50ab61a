package robots_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/physics"
	"mereo/physics/robots"
	"mereo/physics/scenario"
)

// at steps a world up to a time.
func (w *world) at(seconds float64) {
	for range int(math.Round(seconds / w.s.Dt)) {
		w.Step(w.s.Dt)
	}
}

// A rod of 1 m swings about its end: T = 2 pi sqrt(2 l / 3 g) (1 + a^2/16) for a small amplitude a.
func TestPendulum(t *testing.T) {
	const a = 0.1
	w := build(t, robots.Options{Start: map[string]float64{"hinge": a}}, "pendulum.urdf", `<robot name="pendulum">
		<link name="world"/>
		<link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value="3"/><inertia ixx="0.25" iyy="0.25" izz="0.0001"/></inertial></link>
		<joint name="hinge" type="continuous"><parent link="world"/><child link="rod"/><axis xyz="0 1 0"/></joint></robot>`)
	rod := w.body(t, "rod")
	x := func() float64 { return w.Center(rod).X }
	var crossings []float64
	for step := 1; len(crossings) < 9; step++ {
		before := x()
		w.Step(w.s.Dt)
		if after := x(); before*after < 0 {
			crossings = append(crossings, (float64(step)+before/(before-after))*w.s.Dt)
		}
		if step > 10_000 {
			t.Fatal("it does not swing")
		}
	}
	about(t, "period", (crossings[8]-crossings[0])/4, 2*math.Pi*math.Sqrt(2./(3*9.81))*(1+a*a/16), 2e-3)
}

// A drawer on a slope of 30 degrees slides by g t^2 sin(30)/2 until its limit stops it, through what it stands in.
func TestDrawer(t *testing.T) {
	text := `<robot name="cabinet">
		<link name="body"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
		<link name="drawer"><collision><geometry><box size="0.9 0.9 0.3"/></geometry></collision></link>
		<joint name="slide" type="prismatic"><origin rpy="0 0.5235987755982988 0"/><parent link="body"/><child link="drawer"/><axis xyz="1 0 0"/>
		<limit lower="0" upper="0.4" effort="0" velocity="0"/></joint></robot>`
	w := build(t, robots.Options{}, "cabinet.urdf", text)
	drawer := w.body(t, "drawer")
	along := geom.V(math.Cos(math.Pi/6), 0, -math.Sin(math.Pi/6))
	w.at(0.25)
	about(t, "way after 0.25 s", w.Pose(drawer).Position.Dot(along), 9.81*0.5*0.25*0.25/2, 2e-3)
	w.at(1)
	near(t, "end", w.Pose(drawer).Position, along.Scale(0.4), 1e-3)

	// Friction of more than its weight's share down the slope holds it.
	m := 0.9 * 0.9 * 0.3 * 1000
	for _, c := range []struct {
		share float64
		stays bool
	}{{1.01, true}, {0.9, false}} {
		effort := m * 9.81 * 0.5 * c.share
		held := strings.Replace(text, `effort="0"`, `effort="`+fmtG(effort)+`"`, 1)
		w := build(t, robots.Options{Hold: true}, "cabinet.urdf", held)
		w.at(0.5)
		if way := w.Pose(w.body(t, "drawer")).Position.Len(); (way < 1e-3) != c.stays {
			t.Errorf("held by %g N it goes %g m", effort, way)
		}
	}
}

// A trapdoor falls to its limit of 70 degrees and stays there.
func TestDoor(t *testing.T) {
	w := build(t, robots.Options{}, "door.urdf", `<robot name="door"><link name="frame"/>
		<link name="leaf"><collision><origin xyz="0.4 0 0"/><geometry><box size="0.8 0.6 0.03"/></geometry></collision></link>
		<joint name="hinge" type="revolute"><origin xyz="0 0 2"/><parent link="frame"/><child link="leaf"/><axis xyz="0 1 0"/>
		<limit lower="-0.2" upper="1.2217304763960306" effort="0" velocity="0"/></joint></robot>`)
	leaf := w.body(t, "leaf")
	w.at(3)
	a := 70 * math.Pi / 180
	near(t, "center", w.Center(leaf), geom.V(0.4*math.Cos(a), 0, 2-0.4*math.Sin(a)), 2e-3)
}

const double = `<mujoco model="double">
	<compiler angle="radian"/><option timestep="0.004" gravity="0 0 -9"/>
	<default><joint axis="0 1 0"/><geom type="capsule" size="0.03"/><default class="second"><joint frictionloss="0.01"/></default></default>
	<worldbody><light pos="0 0 3"/><geom type="plane" size="0 0 1" pos="0 0 -5"/>
	<body name="upper" pos="0 0 1"><joint name="shoulder" range="-3 3"/><geom fromto="0 0 0 0.5 0 0"/>
	<body name="lower" pos="0.5 0 0" childclass="second"><joint name="elbow" ref="0.3" range="-1.5 2"/><geom fromto="0 0 0 0.4 0 0"/></body></body></worldbody></mujoco>`

// A double pendulum moves as the one that is made by hand.
func TestDoublePendulum(t *testing.T) {
	w := build(t, robots.Options{}, "double.xml", double)
	if len(w.s.Joints) != 2 || w.s.Dt != 0.004 || w.s.Gravity != geom.V(0, 0, -9) || w.notes != "" || w.s.Name != "double" {
		t.Fatalf("got %+v, %q", w.s, w.notes)
	}
	hand, err := physics.NewWorld(physics.WorldDef{Gravity: geom.V(0, 0, -9)})
	if err != nil {
		t.Fatal(err)
	}
	half := math.Sqrt2 / 2
	alongX := geom.Quat{W: half, Y: half}  // z to x
	aboutY := geom.Quat{W: half, X: -half} // z to y
	add := func(at geom.Vec3, length float64) physics.BodyID {
		s, err := physics.NewCapsule(length/2, 0.03)
		if err != nil {
			t.Fatal(err)
		}
		id, err := hand.AddBody(physics.BodyDef{Pose: physics.Pose{Position: at}, Colliders: []physics.Collider{{
			Shape: s, Density: 1000, Friction: 1, Pose: physics.Pose{Position: geom.V(length/2, 0, 0), Rotation: alongX},
		}}})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	fixed, err := hand.AddBody(physics.BodyDef{Type: physics.Static})
	if err != nil {
		t.Fatal(err)
	}
	upper, lower := add(geom.V(0, 0, 1), 0.5), add(geom.V(0.5, 0, 1), 0.4)
	for _, def := range []physics.JointDef{
		{A: fixed, B: upper, AFrame: physics.Pose{Position: geom.V(0, 0, 1)}, Lower: -3, Upper: 3},
		{A: upper, B: lower, AFrame: physics.Pose{Position: geom.V(0.5, 0, 0)}, Lower: -1.8, Upper: 1.7, MotorMax: 0.01},
	} {
		def.Kind, def.AFrame.Rotation, def.BFrame.Rotation, def.Limited = physics.Hinge, aboutY, aboutY, true
		if _, err := hand.AddJoint(def); err != nil {
			t.Fatal(err)
		}
	}
	for range 500 {
		w.Step(0.004)
		hand.Step(0.004)
	}
	near(t, "upper", w.Center(w.body(t, "upper")), hand.Center(upper), 1e-9)
	near(t, "lower", w.Center(w.body(t, "lower")), hand.Center(lower), 1e-9)
	if moved := hand.Center(lower).Sub(geom.V(0.7, 0, 1)).Len(); moved < 0.1 {
		t.Errorf("it moved by %g m", moved)
	}
}

// Two balls on a rail above each other: they meet, but for what keeps them apart.
func TestWhatTouches(t *testing.T) {
	for _, c := range []struct {
		name, upper, lower, contact string
		meet                        bool
	}{
		{"as they are", "", "", "", true},
		{"excluded", "", "", `<exclude body1="upper" body2="lower"/>`, false},
		{"bits of one", `contype="2" conaffinity="0"`, `contype="0" conaffinity="2"`, "", true},
		{"no bits", `contype="2" conaffinity="0"`, `contype="2" conaffinity="4"`, "", false},
		{"nothing", `contype="0" conaffinity="0"`, "", "", false},
	} {
		w := build(t, robots.Options{}, "balls.xml", `<mujoco><contact>`+c.contact+`</contact><worldbody><geom type="plane" size="1 1 1" contype="7" conaffinity="7"/>
			<body name="lower" pos="0 0 .1"><joint type="slide" range="0 9"/><geom size=".1" `+c.lower+`/></body>
			<body name="upper" pos="0 0 1"><joint type="slide"/><geom size=".1" mass="1" `+c.upper+`/></body></worldbody></mujoco>`)
		w.at(1.5)
		z := w.Center(w.body(t, "upper")).Z
		want := 0.1
		if c.meet {
			want = 0.3
		}
		if c.name == "nothing" { // not even the floor
			want = 1 - 9.81*1.5*1.5/2
		}
		about(t, c.name, z, want, 0.01*max(1, math.Abs(want)))
	}
	// Links of URDF touch each other on demand only. The plate hangs on the second link, and the ball falls onto it.
	text := `<robot name="r"><link name="world"/>
		<link name="plate"><collision><geometry><box size="1 1 0.1"/></geometry></collision></link>
		<link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
		<joint name="a" type="prismatic"><parent link="world"/><child link="plate"/><axis xyz="0 0 1"/><limit lower="0" upper="1"/></joint>
		<joint name="b" type="floating"><origin xyz="0 0 1"/><parent link="world"/><child link="ball"/></joint></robot>`
	for _, self := range []bool{false, true} {
		w := build(t, robots.Options{SelfCollision: self}, "r.urdf", text)
		w.at(1.5)
		if z := w.Center(w.body(t, "ball")).Z; (z > 0) != self {
			t.Errorf("self collision %v: the ball is at %g", self, z)
		}
	}
}

// A chair that is let go stands on a floor below its lowest point.
func TestFreeBase(t *testing.T) {
	s, _, err := load(t, robots.Options{FreeBase: true}, "chair.urdf", `<robot name="chair"><link name="seat">
		<collision><origin xyz="0 0 3"/><geometry><mesh filename="l.obj" scale="0.1 0.1 0.1"/></geometry></collision></link></robot>`, "l.obj", prismOBJ)
	if err != nil {
		t.Fatal(err)
	}
	result, err := s.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Bodies) != 1 || result.Bodies[0].Verdict != scenario.Rests || result.Bodies[0].Moved > 1e-3 {
		t.Errorf("got %+v", result.Bodies)
	}
}

func fmtG(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// An L stands with a ball in its corner, where its hull would be.
func TestConcave(t *testing.T) {
	w := build(t, robots.Options{FreeBase: true, SelfCollision: true}, "l.urdf", `<robot name="l"><link name="l"><collision>
		<origin rpy="1.5707963267948966 0 0"/><geometry><mesh filename="l.obj"/></geometry></collision></link>
		<link name="ball"><collision><geometry><sphere radius="0.4"/></geometry></collision></link>
		<joint name="j" type="floating"><origin xyz="1.5 -0.5 1.6"/><parent link="l"/><child link="ball"/></joint></robot>`, "l.obj", prismOBJ)
	if n := len(w.s.Bodies[0].Def.Colliders); n < 2 {
		t.Fatalf("%d hulls, want 2 or more", n)
	}
	w.at(2)
	if p := w.Center(w.body(t, "ball")); math.Abs(p.Z-1.4) > 0.03 {
		t.Errorf("the ball lies at %v, want 1.4 m high", p)
	}
}

// Of two surfaces in MJCF the larger friction counts, and rolling and spinning friction do from condim 6 and 4 on: on a plane that leans by
// gravity's 0.5 m/s2 in 10, a ball of 20 mm stays with a coefficient of more than 1 mm.
func TestContactFriction(t *testing.T) {
	w := build(t, robots.Options{}, "balls.xml", `<mujoco><option gravity="0.5 0 -10" timestep="0.004"/>
		<default><geom type="sphere" size="0.02"/></default>
		<worldbody><geom type="plane" size="20 20 1" friction="0.04"/>
		<body name="stays" pos="0 0 0.02"><freejoint/><geom condim="6" friction="0.7 0.003 0.0012"/></body>
		<body name="rolls" pos="0 1 0.02"><freejoint/><geom condim="4" friction="0.7 0.003 0.0012"/></body>
		<body name="plain" pos="0 2 0.02"><freejoint/><geom condim="3" friction="0.7 0.003 0.0012"/></body>
		<body name="usual" pos="0 3 0.02"><freejoint/><geom condim="6"/></body>
		<body name="box" pos="0 4 0.02"><freejoint/><geom type="box" size="0.02 0.02 0.02" friction="0.06"/></body>
		<body name="ice" pos="0 5 0.02"><freejoint/><geom type="box" size="0.02 0.02 0.02" friction="0.01"/></body></worldbody></mujoco>`)
	want := map[string][3]float64{
		"stays": {0.7, 0.0012, 0.003}, "rolls": {0.7, 0, 0.003}, "plain": {0.7, 0, 0}, "usual": {1, 0.0001, 0.005}, "box": {0.06, 0, 0}, "ice": {0.01, 0, 0},
	}
	for _, b := range w.s.Bodies {
		c := b.Def.Colliders[0]
		if got, ok := want[b.Name]; ok && got != [3]float64{c.Friction, c.RollingFriction, c.SpinningFriction} {
			t.Errorf("%s has friction %g, %g and %g, want %v", b.Name, c.Friction, c.RollingFriction, c.SpinningFriction, got)
		}
	}
	w.at(2)
	// What is left of 0.5 m/s2: rolling, 5/7 (1 - c/r 10/0.5) of it; sliding, 1 - µ 10/0.5.
	for name, share := range map[string]float64{"stays": 0, "rolls": 5. / 7, "plain": 5. / 7, "usual": 5. / 7 * 0.9, "box": 0, "ice": 0.2} {
		if got, want := w.Center(w.body(t, name)).X, share*0.5*2*2/2; math.Abs(got-want) > 1e-4+0.01*want {
			t.Errorf("%s comes %.4f m far, want %.4f", name, got, want)
		}
	}
}

// A flywheel in MJCF swings on its joint's spring at sqrt(k/I), from ref, where the spring is at rest, and another one, of which the spring
// is at rest elsewhere, says so.
func TestJointSpring(t *testing.T) {
	const text = `<mujoco><compiler angle="radian"/><option gravity="0 0 0" timestep="0.002"/><worldbody><body name="wheel">
		<joint name="hinge" stiffness="20" damping="0.4" ref="0.3" springref="SPRINGREF"/><inertial pos="0 0 0" mass="1" diaginertia="0.3 0.3 0.5"/></body></worldbody></mujoco>`
	w := build(t, robots.Options{Start: map[string]float64{"hinge": 0.8}}, "wheel.xml", strings.Replace(text, "SPRINGREF", "0.3", 1))
	var hinge physics.JointID
	for id := range w.Joints() {
		hinge = id
	}
	w.at(1)
	// I x'' = -k x - c x', from 0.5 rad.
	decay := 0.4 / (2 * 0.5)
	rate := math.Sqrt(20/0.5 - decay*decay)
	about(t, "angle", w.JointAngle(hinge), 0.5*math.Exp(-decay)*(math.Cos(rate)+decay/rate*math.Sin(rate)), 2e-3)
	if w.notes != "" {
		t.Errorf("notes %q", w.notes)
	}
	w = build(t, robots.Options{}, "wheel.xml", strings.Replace(text, "SPRINGREF", "0.5", 1))
	if d := w.s.Joints[0].Def; d.Stiffness != 0 || d.Damping != 0.4 || w.notes != "left out: springs whose springref is not ref" {
		t.Errorf("got %+v, %q", d, w.notes)
	}
}

package robots_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/physics"
	"mereo/physics/robots"
	"mereo/physics/scenario"
)

// load reads the first of files, given as name and text in turns.
func load(t testing.TB, o robots.Options, files ...string) (*scenario.Scenario, []string, error) {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	return robots.Load(root, files[0], o)
}

// world is a scenario that has been built, with the names of its bodies and joints.
type world struct {
	*physics.World
	s     *scenario.Scenario
	ids   []physics.BodyID
	notes string
}

func build(t testing.TB, o robots.Options, files ...string) *world {
	t.Helper()
	s, notes, err := load(t, o, files...)
	if err != nil {
		t.Fatal(err)
	}
	w, ids, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return &world{w, s, ids, strings.Join(notes, "; ")}
}

func (w *world) body(t testing.TB, name string) physics.BodyID {
	t.Helper()
	for i, b := range w.s.Bodies {
		if b.Name == name {
			return w.ids[i]
		}
	}
	t.Fatalf("no body is called %s", name)
	return physics.BodyID{}
}

func near(t testing.TB, what string, got, want geom.Vec3, within float64) {
	t.Helper()
	if !(got.Sub(want).Len() <= within) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func about(t testing.TB, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

const inertial = `<inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>`

const arm = `<?xml version="1.0"?>
<robot name="arm">
 <link name="base"/>
 <link name="l1">` + inertial + `</link>
 <link name="l2">` + inertial + `</link>
 <link name="l3">` + inertial + `</link>
 <link name="tool"><collision><geometry><sphere radius="0.01"/></geometry></collision></link>
 <joint name="j3" type="continuous"><origin xyz="0.4 0 0"/><parent link="l2"/><child link="l3"/><axis xyz="0 0 -2"/></joint>
 <joint name="j1" type="revolute"><origin xyz="0 0 0.3" rpy="0 0 1.5707963267948966"/><parent link="base"/><child link="l1"/>
  <axis xyz="0 0 1"/><limit lower="-1" upper="2" effort="5" velocity="1"/></joint>
 <joint name="j2" type="revolute"><origin xyz="0.5 0 0" rpy="1.5707963267948966 0 0"/><parent link="l1"/><child link="l2"/>
  <axis xyz="0 0 1"/><limit lower="-3" upper="0.5" effort="0" velocity="1"/><dynamics friction="0.25" damping="0.5"/></joint>
 <joint name="weld" type="fixed"><origin xyz="0.2 0 0"/><parent link="l3"/><child link="tool"/></joint>
</robot>`

// The first joint turns about z, the others about a level axis, the last one the other way.
func TestPoses(t *testing.T) {
	for _, q := range [][3]float64{{0, 0, 0}, {0.4, -0.7, 1.9}, {-1, 0.5, -8}} {
		w := build(t, robots.Options{Hold: true, Start: map[string]float64{"j1": q[0], "j2": q[1], "j3": q[2]}}, "arm.urdf", arm)
		sin, cos := math.Sincos(math.Pi/2 + q[0])
		out, up := geom.V(cos, sin, 0), geom.V(0, 0, 1)
		at := func(p geom.Vec3, length, angle float64) geom.Vec3 {
			return p.AddScaled(length*math.Cos(angle), out).AddScaled(length*math.Sin(angle), up)
		}
		p1 := geom.V(0, 0, 0.3)
		p2 := p1.AddScaled(0.5, out)
		p3 := at(p2, 0.4, q[1])
		for name, want := range map[string]geom.Vec3{"l1": p1, "l2": p2, "l3": p3} {
			near(t, name, w.Pose(w.body(t, name)).Position, want, 1e-14)
		}
		tool := w.s.Bodies[3].Def.Colliders[0].Pose.Position
		near(t, "tool", w.Pose(w.body(t, "l3")).Transform().Point(tool), at(p3, 0.2, q[1]-q[2]), 1e-14)
		if x := w.Pose(w.body(t, "l2")).Rotation.Rotate(geom.V(1, 0, 0)); x.Sub(at(geom.Vec3{}, 1, q[1])).Len() > 1e-14 {
			t.Errorf("x of l2 is %v", x)
		}
		// The engine measures the same values, and limits and brakes are those of the file.
		for i, j := range w.s.Joints {
			def := j.Def
			def.A, def.B = w.body(t, j.A), w.body(t, j.B)
			def.Limited = false
			id, err := w.AddJoint(def)
			if err != nil {
				t.Fatal(err)
			}
			want := math.Remainder(q[i], 2*math.Pi)
			about(t, j.Name, w.JointAngle(id), want, 1e-13)
		}
		if d := w.s.Joints[0].Def; !d.Limited || d.Lower != -1 || d.Upper != 2 || d.MotorMax != 5 || d.MotorSpeed != 0 {
			t.Errorf("j1 is %+v", d)
		}
		if d := w.s.Joints[1].Def; d.Lower != -3 || d.Upper != 0.5 || d.MotorMax != 0.25 || d.Damping != 0.5 || w.s.Joints[2].Def.Limited {
			t.Errorf("j2 is %+v", d)
		}
	}
	if w := build(t, robots.Options{}, "arm.urdf", arm); w.s.Joints[0].Def.MotorMax != 0 || w.notes != "" {
		t.Errorf("loose: %+v, %q", w.s.Joints[0].Def, w.notes)
	}
}

// Roll, pitch and yaw are about fixed axes; what MJCF has for a rotation is all the same one.
func TestRotations(t *testing.T) {
	r, p, y := 0.3, -0.5, 1.1
	sr, cr := math.Sincos(r)
	sp, cp := math.Sincos(p)
	sy, cy := math.Sincos(y)
	x := geom.V(cy*cp, sy*cp, -sp)
	yAxis := geom.V(cy*sp*sr-sy*cr, sy*sp*sr+cy*cr, cp*sr)
	z := x.Cross(yAxis)
	check := func(name string, got geom.Quat) {
		t.Helper()
		near(t, name+": x", got.Rotate(geom.V(1, 0, 0)), x, 1e-14)
		near(t, name+": y", got.Rotate(geom.V(0, 1, 0)), yAxis, 1e-14)
	}
	w := build(t, robots.Options{}, "r.urdf", fmt.Sprintf(`<robot name="r"><link name="a"><collision>
		<origin rpy="%g %g %g"/><geometry><box size="1 1 1"/></geometry></collision></link></robot>`, r, p, y))
	rot := w.s.Bodies[0].Def.Colliders[0].Pose.Rotation
	check("rpy", rot)
	half := math.Acos(rot.W)
	axis := geom.V(rot.X, rot.Y, rot.Z).Unit()
	for _, c := range []struct{ compiler, turn string }{
		{`angle="radian" eulerseq="XYZ"`, fmt.Sprintf(`euler="%.17g %.17g %.17g"`, r, p, y)},
		{`angle="radian" eulerseq="zyx"`, fmt.Sprintf(`euler="%.17g %.17g %.17g"`, y, p, r)},
		{`eulerseq="zyx"`, fmt.Sprintf(`euler="%.17g %.17g %.17g"`, y*180/math.Pi, p*180/math.Pi, r*180/math.Pi)},
		{``, fmt.Sprintf(`quat="%.17g %.17g %.17g %.17g"`, -2*rot.W, -2*rot.X, -2*rot.Y, -2*rot.Z)},
		{``, fmt.Sprintf(`axisangle="%.17g %.17g %.17g %.17g"`, 3*axis.X, 3*axis.Y, 3*axis.Z, 360/math.Pi*half)},
		{``, fmt.Sprintf(`xyaxes="%.17g %.17g %.17g %.17g %.17g %.17g"`, 2*x.X, 2*x.Y, 2*x.Z, yAxis.X+x.X, yAxis.Y+x.Y, yAxis.Z+x.Z)},
	} {
		w := build(t, robots.Options{}, "r.xml", `<mujoco><compiler `+c.compiler+`/><worldbody><body `+c.turn+`>
			<geom type="box" size="1 1 1"/></body></worldbody></mujoco>`)
		check(c.compiler+" "+c.turn, w.s.Bodies[0].Def.Pose.Rotation)
	}
	w = build(t, robots.Options{}, "r.xml", fmt.Sprintf(`<mujoco><worldbody><geom type="box" size="1 1 1" zaxis="%g %g %g"/></worldbody></mujoco>`, z.X, z.Y, z.Z))
	near(t, "zaxis", w.s.Bodies[0].Def.Colliders[0].Pose.Rotation.Rotate(geom.V(0, 0, 1)), z, 1e-6)
}

// cubeOBJ is a cube of side 2 about (3, 0, 0), and prism one of the volume 3 that is not convex: an L of three unit cubes.
const cubeOBJ = `v 2 -1 -1
v 4 -1 -1
v 4 1 -1
v 2 1 -1
v 2 -1 1
v 4 -1 1
v 4 1 1
v 2 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 1 5 8 4
`

const prismOBJ = `v 0 0 0
v 2 0 0
v 2 1 0
v 1 1 0
v 1 2 0
v 0 2 0
v 0 0 1
v 2 0 1
v 2 1 1
v 1 1 1
v 1 2 1
v 0 2 1
f 4 3 2
f 4 2 1
f 4 1 6
f 4 6 5
f 10 8 9
f 10 7 8
f 10 12 7
f 10 11 12
f 1 2 8 7
f 2 3 9 8
f 3 4 10 9
f 4 5 11 10
f 5 6 12 11
f 6 1 7 12
`

func TestMasses(t *testing.T) {
	mass := func(link string, files ...string) physics.MassProperties {
		t.Helper()
		w := build(t, robots.Options{Density: 500, FreeBase: true},
			append([]string{"m.urdf", `<robot name="m"><link name="a">` + link + `</link></robot>`}, files...)...)
		return w.Mass(w.body(t, "a"))
	}
	// A frame that is turned by a quarter about z changes x and y.
	m := mass(`<inertial><origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><mass value="2"/>
		<inertia ixx="1" iyy="2" izz="2.5" ixy="0.1" ixz="0.2" iyz="0.3"/></inertial>`)
	near(t, "center", m.Center, geom.V(1, 2, 3), 0)
	near(t, "inertia", geom.V(m.Inertia.X.X, m.Inertia.Y.Y, m.Inertia.Z.Z), geom.V(2, 1, 2.5), 1e-15)
	near(t, "products", geom.V(m.Inertia.X.Y, m.Inertia.X.Z, m.Inertia.Y.Z), geom.V(-0.1, -0.3, 0.2), 1e-15)

	// Shapes of 500 kg/m3; a mesh at half its size, mirrored; one that is not convex has its own volume, not its hull's.
	shape := func(s string) string {
		return `<collision><origin xyz="0 0 1"/><geometry>` + s + `</geometry></collision>`
	}
	m = mass(shape(`<cylinder radius="0.5" length="2"/>`))
	about(t, "cylinder", m.Mass, 500*math.Pi*0.25*2, 1e-12)
	about(t, "cylinder's inertia", m.Inertia.Z.Z, m.Mass*0.25/2, 1e-12)
	m = mass(shape(`<capsule radius="0.5" length="2"/>`))
	about(t, "capsule", m.Mass, 500*(math.Pi*0.25*2+4./3*math.Pi*0.125), 1e-12)
	m = mass(shape(`<mesh filename="package://some/sub/c.obj" scale="-0.5 0.5 0.5"/>`), "sub/c.obj", cubeOBJ)
	about(t, "cube", m.Mass, 500, 1e-11)
	near(t, "cube's center", m.Center, geom.V(-1.5, 0, 1), 1e-14)
	near(t, "cube's inertia", geom.V(m.Inertia.X.X, m.Inertia.Y.Y, m.Inertia.Z.Z), geom.V(500./6, 500./6, 500./6), 1e-11)
	m = mass(shape(`<mesh filename="p.obj"/>`), "p.obj", prismOBJ)
	about(t, "prism", m.Mass, 1500, 1e-10)
	near(t, "prism's center", m.Center, geom.V(5./6, 5./6, 1.5), 1e-14)
	about(t, "prism's inertia", m.Inertia.Z.Z, 500*(3./6+4./3), 1e-9)

	// Two links of 1 kg, 1 m to either side of the first one, which has 3 kg: all one body.
	ball := `<inertial><mass value="%g"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>`
	w := build(t, robots.Options{FreeBase: true}, "w.urdf", `<robot name="w">
		<link name="left">`+fmt.Sprintf(ball, 1.)+`</link><link name="mid">`+fmt.Sprintf(ball, 3.)+`</link><link name="right">`+fmt.Sprintf(ball, 1.)+`</link>
		<joint name="a" type="fixed"><origin xyz="0 1 0" rpy="1 2 3"/><parent link="mid"/><child link="left"/></joint>
		<joint name="b" type="fixed"><origin xyz="0 -1 0"/><parent link="mid"/><child link="right"/></joint></robot>`)
	m = w.Mass(w.body(t, "mid"))
	about(t, "three", m.Mass, 5, 1e-14)
	near(t, "three's inertia", geom.V(m.Inertia.X.X, m.Inertia.Y.Y, m.Inertia.Z.Z), geom.V(2.3, 0.3, 2.3), 1e-14)
	if len(w.s.Bodies) != 2 { // and the floor
		t.Errorf("%d bodies", len(w.s.Bodies))
	}

	// MJCF: densities and masses of shapes, mass of what touches nothing, a class that says how heavy.
	w = build(t, robots.Options{}, "m.xml", `<mujoco><default><geom density="200"/><default class="heavy"><geom mass="7"/></default></default>
		<asset><mesh name="tetra" vertex="0 0 0 6 0 0 0 1 0 0 0 1"/></asset>
		<worldbody><body name="a"><freejoint/><geom type="box" size=".5 .5 .5"/><geom class="heavy" size=".1"/>
		<geom type="capsule" size=".1" fromto="0 0 0 0 0 -1" density="0"/><geom type="mesh" mesh="tetra" contype="0" conaffinity="0"/>
		<geom type="ellipsoid" size="1 2 3" mass="2"/></body></worldbody></mujoco>`)
	about(t, "MJCF", w.Mass(w.body(t, "a")).Mass, 200+7+200+2, 1e-9)
	if n := len(w.s.Bodies[0].Def.Colliders); n != 4 {
		t.Errorf("%d colliders, want 4", n)
	}
	w = build(t, robots.Options{}, "m.xml", `<mujoco><worldbody><body name="a"><freejoint/><geom type="ellipsoid" size="1 2 3" mass="5"/></body></worldbody></mujoco>`)
	i := w.Mass(w.body(t, "a")).Inertia
	near(t, "ellipsoid", geom.V(i.X.X, i.Y.Y, i.Z.Z), geom.V(13, 10, 5), 1e-12)
	w = build(t, robots.Options{}, "m.xml", `<mujoco><worldbody><body name="a"><freejoint/>
		<inertial pos="0 1 0" mass="3" fullinertia="1 2 2.5 0.1 0.2 0.3"/><geom size="1"/></body></worldbody></mujoco>`)
	if m := w.Mass(w.body(t, "a")); m.Mass != 3 || m.Inertia.X != geom.V(1, 0.1, 0.2) || m.Inertia.Y.Z != 0.3 {
		t.Errorf("fullinertia: %+v", m)
	}
}

// What a body weighs is the same whether bodies stand between its joints or not, and so is how it falls: free along z, as
// the plane of its joints is upright.
func TestJointsInARow(t *testing.T) {
	const want = 2.0
	for name, text := range map[string]string{
		"p.xml": `<mujoco><worldbody><body name="a"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>
			<geom type="box" size=".1 .1 .1" mass="2"/></body></worldbody></mujoco>`,
		"p.urdf": `<robot name="p"><link name="base"/><link name="a"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
			<joint name="j" type="planar"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/></joint></robot>`,
		"q.urdf": `<robot name="p"><link name="base"/><link name="x"/><link name="a"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
			<joint name="i" type="prismatic"><parent link="base"/><child link="x"/><axis xyz="0 0 1"/><limit lower="-99" upper="99" effort="0" velocity="0"/></joint>
			<joint name="j" type="continuous"><parent link="x"/><child link="a"/><axis xyz="0 1 0"/></joint></robot>`,
	} {
		w := build(t, robots.Options{}, name, text)
		sum := 0.0
		for _, id := range w.ids {
			sum += w.Mass(id).Mass
		}
		about(t, name, sum, want, 1e-12)
		dt := w.s.Dt
		steps := int(math.Round(1 / dt))
		for range steps {
			w.Step(dt)
		}
		near(t, name, w.Pose(w.body(t, "a")).Position, geom.V(0, 0, -9.81/2), 0.01)
		if !strings.Contains(w.notes, "a twentieth") {
			t.Errorf("notes are %q", w.notes)
		}
	}
}

// What is written reads back and moves the same.
func TestWritten(t *testing.T) {
	for name, text := range map[string]string{"arm.urdf": arm, "double.xml": double} {
		s, _, err := load(t, robots.Options{}, name, text)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := s.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		hash := func(s *scenario.Scenario) uint64 {
			w, _, err := s.Build()
			if err != nil {
				t.Fatal(err)
			}
			for range 50 {
				w.Step(s.Dt)
			}
			return w.Hash()
		}
		for again, err := range scenario.Load("again.json", &b) {
			if err != nil {
				t.Fatal(err)
			}
			if a, b := hash(s), hash(again); a != b {
				t.Errorf("%s: %x as read, %x as written", name, a, b)
			}
		}
	}
}

package robots_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mereo/internal/bound"
	"mereo/physics/robots"
)

func urdfWith(inside string) string { return `<robot name="r"><link name="a"/>` + inside + `</robot>` }

func meshOf(file string) string {
	return `<robot name="r"><link name="a"><collision><geometry><mesh filename="` + file + `"/></geometry></collision></link></robot>`
}

func worldWith(inside string) string {
	return `<mujoco><worldbody>` + inside + `</worldbody></mujoco>`
}

// What is wrong gets a sentence with its place.
func TestFaults(t *testing.T) {
	const jointTo = `<joint name="j" type="revolute"><parent link="a"/><child link="b"/>`
	deep := strings.Repeat("<body>", 300) + strings.Repeat("</body>", 300)
	for _, c := range []struct{ name, file, text, want string }{
		{"empty", "r.urdf", ``, `r.urdf: has 0 outer elements, want one`},
		{"another", "r.urdf", `<svg/>`, `r.urdf:1: <svg>: want <robot> (URDF) or <mujoco> (MJCF)`},
		{"not closed", "r.urdf", "<robot>\n<link name='a'>\n</robot>", `r.urdf:3: XML syntax error on line 3: element <link> closed by </robot>`},
		{"entities", "r.urdf", "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n<robot name='&b;'/>",
			`r.urdf:2: XML syntax error on line 2: invalid character entity &b;`},
		{"depth", "r.xml", worldWith(deep), `r.xml:1: <body>: is one of more than 1000000 elements or in more than 256 others`},
		{"macro", "r.urdf", `<robot xmlns:xacro="http://ros.org/wiki/xacro"><xacro:macro/></robot>`,
			`r.urdf:1: <macro>: is a macro of xacro; "xacro FILE" writes the file without`},
		{"encoding", "r.urdf", `<?xml version="1.0" encoding="utf-16"?><robot/>`,
			`r.urdf:1: xml: opening charset "utf-16": encoding is "utf-16", want UTF-8`},
		{"no links", "r.urdf", `<robot name="r"/>`, `r.urdf:1: <robot> "r": has no link that is no child of another`},
		{"link twice", "r.urdf", urdfWith("\n<link name='a'/>"), `r.urdf:2: <link> "a": is there twice`},
		{"two roots", "r.urdf", urdfWith(`<link name="b"/>`), `r.urdf:1: <link> "b": and "a" hang on nothing, want one root`},
		{"ring", "r.urdf", urdfWith(`<link name="b"/><link name="c"/><joint name="i" type="fixed"><parent link="b"/><child link="c"/></joint>
			<joint name="j" type="fixed"><parent link="c"/><child link="b"/></joint>`),
			`r.urdf:1: <robot> "r": has 3 links, of which 1 hang together: the others are a ring`},
		{"two parents", "r.urdf", urdfWith(`<link name="b"/>` + jointTo + `</joint><joint name="k" type="fixed"><parent link="a"/><child link="b"/></joint>`),
			`r.urdf:1: <joint> "k": leads to "b", as an earlier joint does`},
		{"no such link", "r.urdf", urdfWith(jointTo + `</joint>`), `r.urdf:1: <joint> "j": <child> is "b", want the name of a link`},
		{"no limit", "r.urdf", urdfWith(`<link name="b"/>` + jointTo + `</joint>`), `r.urdf:1: <joint> "j": <limit> is missing`},
		{"no axis", "r.urdf", urdfWith(`<link name="b"/>` + jointTo + `<axis xyz="0 0 0"/><limit/></joint>`),
			`r.urdf:1: <joint> "j": has the axis {0 0 0}, want a direction`},
		{"type", "r.urdf", urdfWith(`<link name="b"/><joint name="j" type="screw"><parent link="a"/><child link="b"/></joint>`),
			`r.urdf:1: <joint> "j": type is "screw", want revolute, continuous, prismatic, fixed, floating or planar`},
		{"number", "r.urdf", strings.Replace(meshOf("x"), "<geometry>", `<origin xyz="0 0 nan"/><geometry>`, 1),
			`r.urdf:1: <origin>: xyz has "nan", want a number`},
		{"numbers", "r.urdf", strings.Replace(meshOf("x"), "<geometry>", `<origin xyz="0 0"/><geometry>`, 1), `r.urdf:1: <origin>: xyz has 2 numbers, want 3`},
		{"size", "r.urdf", `<robot name="r"><link name="a"><collision><geometry><box size="1 0 1"/></geometry></collision></link></robot>`,
			`r.urdf:1: <box>: physics: box: half extent along y is 0 m, want 1e-06 to 1e+06`},
		{"nothing", "r.urdf", urdfWith(``), `r: has nothing that moves or is touched`},
		{"no such mesh", "r.urdf", meshOf("b.obj"), `r.urdf:1: <mesh>: b.obj: no such file or directory`},
		{"outside", "r.urdf", meshOf("../b.obj"), `r.urdf:1: <mesh>: ../b.obj: leads out of the folder`},
		{"absolute", "r.urdf", meshOf("/etc/passwd.obj"), `r.urdf:1: <mesh>: /etc/passwd.obj: leads out of the folder`},
		{"package outside", "r.urdf", meshOf("package://../../b.obj"), `r.urdf:1: <mesh>: ../../b.obj: leads out of the folder`},
		{"link outside", "r.urdf", meshOf("link.obj"), `r.urdf:1: <mesh>: link.obj: leads out of the folder`},
		{"pipe", "r.urdf", meshOf("pipe.obj"), `r.urdf:1: <mesh>: pipe.obj: is a pipe, want a file`},
		{"folder", "r.urdf", meshOf("sub.obj"), `r.urdf:1: <mesh>: sub.obj: is a folder, want a file`},
		{"kind of mesh", "r.urdf", meshOf("a.ply"), `r.urdf:1: <mesh>: the mesh a.ply ends in ".ply", want .obj or .stl`},
		{"bad mesh", "r.urdf", meshOf("bad.obj"), `r.urdf:1: <mesh>: bad.obj: line 1: vertex coordinate is "x", want a finite number`},
		{"start", "r.urdf", strings.Replace(arm, "j1", "k1", 1), `arm: no joint is called j1`},

		{"includes itself", "r.xml", `<mujoco><include file="r.xml"/></mujoco>`, `r.xml:1: <include>: r.xml is included for the second time, or after 100 others`},
		{"no world", "r.xml", `<mujoco/>`, `r.xml:1: <mujoco>: <worldbody> is missing`},
		{"class", "r.xml", worldWith(`<geom class="c"/>`), `r.xml:1: <geom>: class "c" is unknown`},
		{"class of its own", "r.xml", `<mujoco><default><default><geom/></default></default></mujoco>`, `r.xml:1: <default>: class is "", want a name of its own`},
		{"global", "r.xml", `<mujoco><compiler coordinate="global"/></mujoco>`, `r.xml:1: <compiler>: coordinate is "global", want "local"`},
		{"eulerseq", "r.xml", `<mujoco><compiler eulerseq="xy"/></mujoco>`, `r.xml:1: <compiler>: eulerseq is "xy", want three of x, y, z, X, Y and Z`},
		{"timestep", "r.xml", `<mujoco><option timestep="0"/></mujoco>`, `r.xml:1: <option>: timestep is 0, want more than 0`},
		{"small steps", "r.xml", `<mujoco><option timestep="1e-20"/><worldbody><geom size="1"/></worldbody></mujoco>`, `r: 3 s in steps of 1e-20 s are 3e+20 steps, want 1 to 10000000`},
		{"sizes", "r.xml", worldWith(`<geom type="box" size="1 1"/>`), `r.xml:1: <geom>: size has 2 numbers, want more for a box`},
		{"quat", "r.xml", worldWith(`<body quat="0 0 0 0"/>`), `r.xml:1: <body>: quat is 0`},
		{"free below", "r.xml", worldWith(`<body><body name="b"><freejoint/></body></body>`), `r.xml:1: <body> "b": has a free joint, which only bodies in the world have`},
		{"world moves", "r.xml", worldWith(`<joint/>`), `r.xml:1: <joint>: is in the world, which does not move`},
		{"mesh", "r.xml", worldWith(`<geom type="mesh" mesh="m"/>`), `r.xml:1: <geom>: mesh "m" is not among the <asset>s`},
		{"inertia", "r.xml", worldWith(`<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 -1 1"/></body>`),
			`r.xml:1: <inertial>: has an inertia that no solid has: {{1 0 0} {0 0 0} {0 0 1}}`},
		{"range", "r.xml", worldWith(`<body><joint name="j" range="2 1"/><geom size="1"/></body>`), `r.xml:1: <joint> "j": has limits 0.03490658503988659 to 0.017453292519943295, want the lower one first`},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"bad.obj": "v x 0 0", "elsewhere/x": ""} {
			_ = os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777)
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		outside := filepath.Join(t.TempDir(), "outside.obj")
		if err := os.WriteFile(outside, []byte(cubeOBJ), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{
			os.Symlink(outside, filepath.Join(dir, "link.obj")), os.Mkdir(filepath.Join(dir, "sub.obj"), 0o777),
			syscall.Mkfifo(filepath.Join(dir, "pipe.obj"), 0o666),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		o := robots.Options{}
		if c.name == "start" {
			o.Start = map[string]float64{"j1": 0}
		}
		if _, _, err := robots.Load(root, c.file, o); err == nil || err.Error() != "robots: "+c.want {
			t.Errorf("%s: got %v\nwant robots: %s", c.name, err, c.want)
		}
		root.Close()
	}
}

// Files that ask for much take no more time and memory than what is in them.
func TestLargeFiles(t *testing.T) {
	var kinds strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&kinds, "<k%d/>", i)
	}
	many := func(n int, text string) string { return strings.Repeat(text, n) }
	for name, text := range map[string]string{
		"names.xml":   worldWith(many(5000, `<body name="a"><freejoint/><geom size="1" contype="0" conaffinity="0"/></body>`)),
		"kinds.xml":   `<mujoco>` + kinds.String() + `<worldbody><geom size="1"/></worldbody></mujoco>`,
		"classes.xml": `<mujoco><default>` + many(20_000, `<geom size="1"/>`) + `</default><worldbody>` + many(20_000, `<geom/>`) + `</worldbody></mujoco>`,
		"groups.xml": `<mujoco><contact>` + many(2000, `<exclude body1="body1" body2="body2"/>`) + `</contact><worldbody>` +
			many(2000, `<body><freejoint/><geom size="1" contype="0" conaffinity="0"/></body>`) + `</worldbody></mujoco>`,
	} {
		if _, _, err := load(t, robots.Options{}, name, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A large mesh with one triangle, named at one scale after another, is read each time.
func TestMemoryIsBounded(t *testing.T) {
	var links strings.Builder
	for i := range 100 {
		fmt.Fprintf(&links, `<collision><geometry><mesh filename="large.obj" scale="1 1 %d"/></geometry></collision>`, i+1)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"r.urdf":    `<robot name="r"><link name="a">` + links.String() + `</link></robot>`,
		"x.urdf":    `<robot name="r">` + strings.Repeat("<a/>", 120_000) + `</robot>`,
		"large.obj": strings.Repeat("#\n", 500_000) + "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, want := range map[string]string{"r.urdf": "robots: r.urdf:1: <mesh>: large.obj: ", "x.urdf": "robots: x.urdf: "} {
		want += "takes more than 16MB of memory, the bound that --max-memory sets"
		if _, _, err := robots.Load(root, name, robots.Options{MaxMemory: bound.Least}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// No file makes a panic, or a scenario that cannot be built.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(arm))
	f.Add([]byte(double))
	f.Add([]byte(meshOf("c.obj")))
	f.Add([]byte(worldWith(`<body euler="1 2 3"><joint type="ball" range="0 1"/><joint type="slide" axis="1 0 0"/><geom type="ellipsoid" size="1 2 3"/></body>`)))
	f.Add([]byte(`<mujoco><default class="main"><default class="a"><geom type="cylinder" fromto="0 0 0 1 0 0" size=".1"/><motor gear="2"/></default></default>
		<worldbody><frame pos="1 0 0"><body childclass="a"><freejoint/><geom/></body></frame></worldbody>
		<contact><exclude body1="body1" body2="world"/></contact><actuator><position joint="j" forcerange="-1 1"/></actuator></mujoco>`))
	dir := f.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "c.obj"), []byte(cubeOBJ), 0o666); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), "fuzz.urdf")
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		root, err := os.OpenRoot(filepath.Dir(name))
		if err != nil {
			t.Fatal(err)
		}
		defer root.Close()
		s, _, err := robots.Load(root, "fuzz.urdf", robots.Options{FreeBase: len(data)%2 == 0})
		if err != nil {
			return
		}
		w, _, err := s.Build()
		if err != nil {
			return // a sentence of the engine's, as of masses
		}
		for range 3 {
			w.Step(s.Dt)
		}
	})
}

package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"mereo/gen/write"
	"mereo/internal/gltest"
)

// topple is a box that falls over a ledge, and one that stands.
const topple = `{"name": "topple", "gravity": [0, 0, -9.81], "dt": 0.0041666666666666667, "steps": 120, "bodies": [
 {"name": "ground", "fixed": true, "pos": [0, 0, 0], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.7,
  "shapes": [{"type": "box", "half": [1, 1, 0.5], "pos": [0, 0, -0.5]}]},
 {"name": "left", "pos": [-0.3, 0, 0.1], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.7,
  "shapes": [{"type": "box", "half": [0.1, 0.1, 0.1]}]},
 {"name": "right", "pos": [1.04, 0, 0.1], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.7,
  "shapes": [{"type": "box", "half": [0.1, 0.1, 0.1]}]}],
 "expected": [{"name": "left", "verdict": "rests"}, {"name": "right", "verdict": "moves"}]}`

// scenarioFile writes a file of scenarios into a folder of the test.
func scenarioFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "s.json")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// simulated decodes what was printed.
func simulated(t *testing.T, out string) []simulateLine {
	t.Helper()
	var lines []simulateLine
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	for d.More() {
		var l simulateLine
		if err := d.Decode(&l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}

func TestSimulate(t *testing.T) {
	file := scenarioFile(t, topple)
	code, out, stderr := mereo(t, "simulate", file)
	if code != 0 || stderr != "1 scenario, 2 of 2 verdicts as expected\n" {
		t.Fatalf("exit %d, %q", code, stderr)
	}
	l := simulated(t, out)
	if len(l) != 2 || l[0].Body != "left" || l[0].Verdict != "rests" || l[1].Body != "right" || l[1].Verdict != "moves" {
		t.Fatalf("got %s", out)
	}
	if l[0].Scenario != "topple" || math.Abs(l[0].Mass-4) > 1e-9 || l[0].ComStart != [3]float64{-0.3, 0, 0.1} || l[0].Expected != "rests" ||
		l[0].Moved > 1e-3 || l[1].Turned < 0.5 || l[1].Quaternion[0] < 0 || l[1].Position[2] > -0.05 {
		t.Errorf("got %s", out)
	}
	if again := func() string { _, out, _ := mereo(t, "simulate", file); return out }(); again != out {
		t.Errorf("another run prints\n%s, not\n%s", again, out)
	}

	// The same from standard input.
	var o, e bytes.Buffer
	if code := run(t.Context(), []string{"simulate", "-"}, console{in: strings.NewReader(topple), out: &o, err: &e}); code != 0 || o.String() != out {
		t.Errorf("standard input: exit %d, %s%s", code, o.String(), e.String())
	}

	// A verdict that is not as expected is told, and is no failure.
	other := strings.Replace(strings.Replace(topple, `"verdict": "rests"`, `"verdict": "moves"`, 1), "topple", "other", 1)
	code, _, stderr = mereo(t, "simulate", scenarioFile(t, "["+topple+","+other+"]"))
	if code != 0 || stderr != "2 scenarios, 3 of 4 verdicts as expected\n" {
		t.Errorf("exit %d, %q", code, stderr)
	}
	code, out, stderr = mereo(t, "simulate", scenarioFile(t, "["+topple+","+other+"]"), "--scenario", "other")
	if l := simulated(t, out); code != 0 || len(l) != 2 || l[0].Scenario != "other" || stderr != "1 scenario, 1 of 2 verdicts as expected\n" {
		t.Errorf("one of two: exit %d, %s%s", code, out, stderr)
	}
}

// What a user meets, word for word.
func TestSimulateErrors(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	good := strings.Replace(topple, "topple", "good", 1)
	bad := strings.Replace(topple, `0.1, 0.1, 0.1]}]}],`, `0.1, 0.1, -0.2]}]}],`, 1)
	ok := file("ok.json", topple)
	list := file("list.json", "["+bad+",\n"+good+"]")
	broken := file("broken.json", "[{\"name\": \"x\",\n]")
	large := file("large.json", topple+strings.Repeat(" ", 2_000_000))
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.urdf"), 0o666); err != nil {
		t.Fatal(err)
	}
	help := "\nrun \"mereo help\" or add --help to a command\n"
	wrong := "mereo: DIR/list.json: scenario topple: bodies[2].shapes[0].half[2] is -0.2, want more than 0\n"
	for _, c := range []struct {
		args  string
		code  int
		want  string
		lines int // of bodies
	}{
		{"simulate", 2, "mereo: simulate: 0 arguments, want at least 1: FILE" + help, 0},
		{"simulate " + ok + " --size 640", 2, "mereo: simulate: --size is \"640\", want WIDTHxHEIGHT of 16 to 8192 pixels" + help, 0},
		{"simulate " + ok + " --fps 0", 2, "mereo: simulate: --fps is 0, want more than 0 and at most 1000" + help, 0},
		{"simulate " + ok + " --sub-frames 0", 2, "mereo: simulate: --sub-frames is 0, want 1 to 1024" + help, 0},
		{"simulate DIR/none.json", 1, "mereo: simulate: DIR/none.json: no such file or directory\n", 0},
		{"simulate " + broken, 1, "mereo: DIR/broken.json:2: invalid character ']' looking for beginning of object key string\n", 0},
		{"simulate " + ok + " --scenario x", 1, "mereo: DIR/ok.json: no scenario is called x\n", 0},
		{"simulate /dev/zero", 1, "mereo: simulate: /dev/zero: is a device, want a file\n", 0},
		{"simulate DIR/pipe.urdf", 1, "mereo: simulate: DIR/pipe.urdf: is a pipe, want a file\n", 0},
		{"simulate " + large + " --max-memory 16MB", 1, "mereo: DIR/large.json: takes more than 16MB of memory, the bound that --max-memory sets\n", 0},
		{"simulate " + ok + " --max-memory lots", 2, "mereo: simulate: --max-memory is \"lots\", want a size of at least 16MB, such as 512MB or 2GB" + help, 0},
		{"simulate " + list, 1, wrong, 0},
		{"simulate " + list + " --keep-going", 1, wrong + "1 scenario, 2 of 2 verdicts as expected\n", 2},
		{"simulate " + broken + " DIR/none.json " + ok + " --keep-going", 1,
			"mereo: DIR/broken.json:2: invalid character ']' looking for beginning of object key string\n" +
				"mereo: simulate: DIR/none.json: no such file or directory\n1 scenario, 2 of 2 verdicts as expected\n", 2},
	} {
		code, out, stderr := mereo(t, strings.Fields(strings.ReplaceAll(c.args, "DIR", dir))...)
		if got := strings.ReplaceAll(stderr, dir, "DIR"); code != c.code || got != c.want || len(simulated(t, out)) != c.lines {
			t.Errorf("mereo %s: exit %d, want %d\n got %q\nwant %q\nstdout %q", c.args, code, c.code, got, c.want, out)
		}
	}
}

func TestSimulateFrames(t *testing.T) {
	gltest.Renderer(t)
	dir := filepath.Join(t.TempDir(), "film")
	code, _, stderr := mereo(t, "simulate", scenarioFile(t, strings.Replace(topple, "topple", "a/b", 1)), "--gpu", "software",
		"--frames", dir, "--fps", "6", "--size", "96x64", "--sub-frames", "1")
	if code != 0 || stderr != "1 scenario, 2 of 2 verdicts as expected, 4 pictures\n" {
		t.Fatalf("exit %d, %q", code, stderr)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 4 {
		t.Fatalf("%v, %v, want 4 files", entries, err)
	}
	first, err := write.ReadRGB(dir, "a_b-0001.png", 96, 64)
	if err != nil {
		t.Fatal(err)
	}
	last, err := write.ReadRGB(dir, "a_b-0004.png", 96, 64)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(first, last) {
		t.Error("nothing moved in the pictures")
	}
	// The standing box is blue, the falling one red, both as in the contact sheets, and in every picture.
	for name, rgb := range map[string][]uint8{"first": first, "last": last} {
		var blue, red int
		for i := 0; i < len(rgb); i += 3 {
			switch r, b := int(rgb[i]), int(rgb[i+2]); {
			case b > r+40:
				blue++
			case r > b+40:
				red++
			}
		}
		if blue < 50 || red < 50 {
			t.Errorf("the %s picture has %d blue and %d red pixels, want at least 50 of each", name, blue, red)
		}
	}
}

// One section of the measurements alone; the one of furniture takes a moment.
func TestBenchSections(t *testing.T) {
	code, _, stderr := mereo(t, "bench", "--only", "speed")
	want := "mereo: bench: --only is \"speed\", want furniture, records, pictures, questions, elements, physics, fidelity\nrun \"mereo help\" or add --help to a command\n"
	if code != 2 || stderr != want {
		t.Errorf("exit %d, %q, want 2, %q", code, stderr, want)
	}
	code, out, stderr := mereo(t, "bench", "--only", "furniture")
	var report benchReport
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 || len(report.Figures) != 1 || report.Figures[0].Value <= 0 {
		t.Errorf("exit %d, %v, %s%s", code, err, out, stderr)
	}
}

// drawerURDF has a drawer that rolls out, a mesh, and things that cannot be had.
const drawerURDF = `<robot name="cabinet"><link name="body"><collision><geometry><mesh filename="package://cabinet/meshes/wall.obj"/></geometry></collision></link>
 <link name="drawer"><collision><geometry><box size="0.5 0.3 0.1"/></geometry></collision></link>
 <joint name="rail" type="prismatic"><origin rpy="0 0.2 0"/><parent link="body"/><child link="drawer"/><axis xyz="1 0 0"/>
 <limit lower="0" upper="0.4" effort="900" velocity="1"/><dynamics damping="3"/></joint><transmission/></robot>`

const wallOBJ = "v -1 0 0\nv -1 1 0\nv -1 1 1\nv -1 0 1\nf 1 2 3 4\n"

// URDF and MJCF run as scenarios do, and can be written as such.
func TestSimulateRobots(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"urdf/cabinet.urdf": drawerURDF, "meshes/wall.obj": wallOBJ} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "urdf/cabinet.urdf")
	code, out, stderr := mereo(t, "simulate", file, "--folder", dir)
	if want := "mereo: " + file + ": left out: <transmission>\n1 scenario\n"; code != 0 || stderr != want {
		t.Fatalf("exit %d, %q, want %q", code, stderr, want)
	}
	l := simulated(t, out)
	if len(l) != 1 || l[0].Scenario != "cabinet" || l[0].Body != "drawer" || math.Abs(l[0].Mass-15) > 1e-9 || math.Abs(l[0].Moved-0.4) > 1e-3 {
		t.Errorf("got %s", out)
	}

	// Half open, of other wood, for a moment; held, it stays.
	code, out, stderr = mereo(t, "simulate", file, "--folder", dir, "--joint", "rail=0.2", "--density", "500", "--seconds", "0.05", "--hold")
	l = simulated(t, out)
	if code != 0 || len(l) != 1 || math.Abs(l[0].Mass-7.5) > 1e-9 || math.Abs(l[0].ComStart[0]-0.2*math.Cos(0.2)) > 1e-9 || l[0].Verdict != "rests" {
		t.Errorf("exit %d, %s%s", code, out, stderr)
	}

	// What is written runs the same.
	code, text, _ := mereo(t, "simulate", file, "--folder", dir, "--print-scenario")
	if code != 0 {
		t.Fatalf("exit %d", code)
	}
	_, first, _ := mereo(t, "simulate", file, "--folder", dir)
	if code, again, stderr := mereo(t, "simulate", scenarioFile(t, text)); code != 0 || again != first {
		t.Errorf("exit %d, %s%swant %s", code, again, stderr, first)
	}
	if code, text, _ = mereo(t, "simulate", scenarioFile(t, topple), file, "--folder", dir, "--print-scenario"); code != 0 {
		t.Fatalf("exit %d", code)
	}
	if code, _, stderr := mereo(t, "simulate", scenarioFile(t, text)); code != 0 || stderr != "2 scenarios, 2 of 2 verdicts as expected\n" {
		t.Errorf("a list: exit %d, %s", code, stderr)
	}

	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{file}, "mereo: robots: cabinet.urdf:1: <mesh>: cabinet/meshes/wall.obj: no such file or directory\n"},
		{[]string{file, "--folder", filepath.Join(dir, "meshes")}, "mereo: " + file + " is not in the folder " + filepath.Join(dir, "meshes") + "\n"},
		{[]string{file, "--folder", dir, "--joint", "rail=1"}, "mereo: robots: urdf/cabinet.urdf:3: <joint> \"rail\": is to start at 1, want 0 to 0.4\n"},
		{[]string{file, "--folder", dir, "--joint", "=1"}, "mereo: simulate: --joint is \"=1\", want NAME=VALUE\n"},
		{[]string{file, "--density", "0"}, "mereo: simulate: --density is 0, want more than 0\n"},
	} {
		if code, _, stderr := mereo(t, append([]string{"simulate"}, c.args...)...); code == 0 || !strings.HasPrefix(stderr, c.want) {
			t.Errorf("%q: exit %d, %q, want %q", c.args, code, stderr, c.want)
		}
	}
}

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/write"
)

// bouncing is a ball that falls by 1 m through a gate onto the ground and rises again, and a box that stands.
const bouncing = `{"name": "a/b", "gravity": [0, 0, -9.81], "dt": 0.004, "steps": 200, "bodies": [
 {"name": "ground", "fixed": true, "pos": [0, 0, -1], "quat": [1, 0, 0, 0], "friction": 0.5,
  "shapes": [{"type": "box", "half": [5, 5, 1]}, {"type": "box", "half": [0.5, 0.5, 0.1], "pos": [0, 0, 1.5], "sensor": true}]},
 {"name": "ball", "pos": [0, 0, 1.1], "quat": [1, 0, 0, 0], "density": 1000, "friction": 0.5, "restitution": 0.5,
  "shapes": [{"type": "sphere", "radius": 0.1}]},
 {"name": "box", "pos": [2, 0, 0.1], "quat": [1, 0, 0, 0], "density": 1000, "friction": 0.5, "shapes": [{"type": "box", "half": [0.1, 0.1, 0.1]}]}]}`

// jsonLines decodes the first line of a file into head and returns the others.
func jsonLines[T any](t *testing.T, name string, head any) (out []T) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(head); err != nil {
		t.Fatal(err)
	}
	for d.More() {
		var v T
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	if n := bytes.Count(text, []byte("\n")); n != len(out)+1 {
		t.Errorf("%s has %d lines and %d records", name, n, len(out)+1)
	}
	return out
}

// array reads the float64 of an NPY file of a shape.
func array(t *testing.T, name string, shape ...int) (out []float64) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head := write.NPYHeader("<f8", shape)
	if !bytes.HasPrefix(data, head) {
		t.Fatalf("%s begins with %q, want %q", name, data[:len(head)], head)
	}
	for data = data[len(head):]; len(data) > 0; data = data[8:] {
		out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(data)))
	}
	n := 1
	for _, d := range shape {
		n *= d
	}
	if len(out) != n {
		t.Fatalf("%s has %d numbers, want %d", name, len(out), n)
	}
	return out
}

// Frames are where mechanics has the ball, impulses what it says, and both forms of them the same.
func TestSimulateRecord(t *testing.T) {
	file := scenarioFile(t, bouncing)
	const g, dt, fall, e, mass = 9.81, 0.004, 1.0, 0.5, 1000 * 4 * math.Pi / 3 * 0.001
	hit, speed := math.Sqrt(2*fall/g), math.Sqrt(2*fall*g)
	for _, fps := range []float64{0, 25} {
		dir := t.TempDir()
		args := []string{"simulate", file, "--record", dir, "--format", "jsonl,npy"}
		frames, period := 201, dt
		if fps > 0 {
			args = append(args, "--fps", fmt.Sprint(fps))
			frames, period = 21, 1/fps
		}
		code, _, stderr := mereo(t, args...)
		if code != 0 || stderr != "1 scenario, 3 files\n" {
			t.Fatalf("exit %d, %q", code, stderr)
		}
		var head, same recordHeader
		lines := jsonLines[frameLine](t, filepath.Join(dir, "a_b.jsonl"), &head)
		events := jsonLines[eventLine](t, filepath.Join(dir, "a_b-events.jsonl"), &same)
		if fmt.Sprint(head) != fmt.Sprint(same) || head.Scenario != "a/b" || head.Dt != dt || head.Frames != frames || head.FrameSeconds != period ||
			len(head.Bodies) != 3 || head.Bodies[0].Type != "fixed" || head.Bodies[1].Name != "ball" || math.Abs(head.Bodies[1].Mass-mass) > 1e-9 {
			t.Errorf("the header is %+v", head)
		}
		if len(lines) != frames {
			t.Fatalf("%d frames, want %d", len(lines), frames)
		}
		numbers := array(t, filepath.Join(dir, "a_b.npy"), frames, 3, 13)

		var got, weight float64
		for k, f := range lines {
			if f.Frame != k || math.Abs(f.Time-float64(k)*period) > 1e-9 || f.Step != int(math.Round(f.Time/dt)) {
				t.Fatalf("frame %d: %+v", k, f)
			}
			for i := range head.Bodies {
				p, q, v, a := f.Position[i], f.Quaternion[i], f.Velocity[i], f.AngularVelocity[i]
				row := append(append(append(p[:], q[:]...), v[:]...), a[:]...)
				if fmt.Sprint(row) != fmt.Sprint(numbers[(k*3+i)*13:][:13]) {
					t.Fatalf("frame %d, body %d: %v in lines, %v in the array", k, i, row, numbers[(k*3+i)*13:][:13])
				}
			}
			if f.Time < hit {
				if want := 1.1 - 0.5*g*f.Time*f.Time; math.Abs(f.Position[1][2]-want) > 1e-9 || math.Abs(f.Velocity[1][2]+g*f.Time) > 1e-9 {
					t.Fatalf("frame %d: the ball is at %g m with %g m/s", k, f.Position[1][2], f.Velocity[1][2])
				}
			}
			for _, c := range f.Contacts {
				if c.A != "ground" || c.Normal != [3]float64{0, 0, 1} {
					t.Errorf("frame %d: %+v", k, c)
				}
				if c.B == "ball" {
					got += c.Impulse[2]
				} else {
					weight += c.Impulse[2]
				}
			}
		}
		const early = mass * g * 2 * dt / 4 // the blow comes when the sub-step begins in which the ball arrives
		if want := mass * (1 + e) * speed; math.Abs(got-want) > early {
			t.Errorf("the impulses on the ball are %g N s, want %g", got, want)
		}
		if want := 1000 * 0.008 * g * 0.8; math.Abs(weight-want) > 1e-3*want {
			t.Errorf("the impulses on the box are %g N s, want %g", weight, want)
		}

		var kinds []string
		last := 0.0
		for _, ev := range events {
			kinds = append(kinds, ev.Kind+" "+ev.B)
			if ev.Time < last || float64(ev.Frame)*period < ev.Time-1e-9 || float64(ev.Frame-1)*period > ev.Time {
				t.Errorf("out of order, or in a wrong frame: %+v after %g s", ev, last)
			}
			last = ev.Time
			if ev.Kind == "impact" && (math.Abs(ev.Time-hit) > 1e-5 || math.Abs(*ev.Speed-speed) > 1e-4 ||
				math.Abs(ev.Impulse[2]-mass*(1+e)*speed) > early || ev.A != "ground" || *ev.ShapeA != 0) {
				t.Errorf("the impact is %+v", ev)
			}
		}
		want := "contact_begin box, sensor_enter ball, sensor_leave ball, contact_begin ball, impact ball, contact_end ball"
		if got := strings.Join(kinds, ", "); !strings.HasPrefix(got, want) {
			t.Errorf("events are %s, want %s", got, want)
		}
	}
}

// Nothing is there of a scenario that cannot be run, and two scenarios do not share a file.
func TestSimulateRecordErrors(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	code, _, stderr := mereo(t, "simulate", scenarioFile(t, bouncing), "--record", dir, "--format", "csv")
	if code != 2 || !strings.HasPrefix(stderr, "mereo: simulate: --format is \"csv\", want jsonl, npy or both, with a comma\n") {
		t.Errorf("exit %d, %s", code, stderr)
	}
	heavy := strings.Replace(bouncing, `"density": 1000`, `"density": 1e308`, 1)
	code, _, stderr = mereo(t, "simulate", scenarioFile(t, strings.Replace(heavy, "0.1}]", "1000}]", 1)), "--record", dir)
	if code != 1 || !strings.Contains(stderr, "scenario a/b: bodies[1]: physics: ") || strings.Contains(stderr, "jsonl") {
		t.Errorf("exit %d, %s", code, stderr)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		t.Errorf("%v is left", entries)
	}
	code, _, stderr = mereo(t, "simulate", scenarioFile(t, "["+bouncing+","+strings.Replace(bouncing, "a/b", "a_b", 1)+"]"), "--record", dir)
	if code != 1 || stderr != "mereo: simulate: scenario a_b: records called a_b are those of another scenario\n" {
		t.Errorf("exit %d, %s", code, stderr)
	}
}

// Bodies that lie side by side without pressing have a place and a normal, too: the balls of a cradle at rest.
func TestSimulateRecordWithoutPressure(t *testing.T) {
	dir := t.TempDir()
	if code, _, stderr := mereo(t, "simulate", "../../physics/scenario/testdata/films.json", "--scenario", "cradle", "--record", dir); code != 0 {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	var head recordHeader
	slack := 0
	for _, f := range jsonLines[frameLine](t, filepath.Join(dir, "cradle.jsonl"), &head) {
		for _, c := range f.Contacts {
			if c.Pressure == 0 {
				slack++
				if n := c.Normal; math.Abs(n[0]) < 0.9 || math.Abs(c.Position[0]) > 0.3 {
					t.Fatalf("%s and %s touch at %v with the normal %v", c.A, c.B, c.Position, n)
				}
			}
		}
	}
	if slack < 100 {
		t.Errorf("%d contacts without pressure, want 100 or more", slack)
	}
}

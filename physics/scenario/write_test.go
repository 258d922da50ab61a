package scenario_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/vectors"
	"mereo/physics"
	"mereo/physics/scenario"
)

// rich has a key of every kind but shapes, of which shapes.json has all.
const rich = `{"name": "rich \"{[,", "family": "f", "gravity": [0, 0.1, -9.81], "dt": 0.004, "steps": 30, "bodies": [
  {"name": "ground", "fixed": true, "pos": [0, 0, -0.5], "quat": [1, 0, 0, 0], "density": 1, "friction": 1, "category": 2,
   "shapes": [{"type": "box", "half": [2, 2, 0.5]}, {"type": "box", "half": [1, 1, 1], "pos": [0, 0, 3], "sensor": true, "category": 4}]},
  {"name": "belt", "kinematic": true, "pos": [0, 1, 0.1], "quat": [1, 0, 0, 0], "friction": 1, "velocity": [0.1, 0, 0],
   "angular_velocity": [0, 0, 0.5], "shapes": [{"type": "box", "half": [0.5, 0.1, 0.1], "mask": 5}]},
  {"name": "a", "pos": [0, 0, 1], "quat": [0.6, 0.8, 0, 0], "density": 500, "friction": 0.5, "linear_damping": 0.1, "angular_damping": 0.2,
   "restitution": 0.25, "mask": 7, "shapes": [{"type": "sphere", "radius": 0.1},
     {"type": "sphere", "radius": 0.05, "pos": [0.3, 0, 0], "density": 100, "friction": 0, "restitution": 1, "mask": 4294967295}]},
  {"name": "b", "pos": [0.3, 0, 1], "quat": [0.6, 0.8, 0, 0], "friction": 0.5,
   "mass": {"mass": 2.5, "center": [0.01, 0, 0], "inertia": [0.1, 0.11, 0.12, 0.001, 0.002, 0.003]}, "shapes": []},
  {"name": "c", "pos": [0.3, 1, 1], "quat": [0.6, 0.8, 0, 0], "friction": 0.5, "density": 900,
   "mass": {"mass": 2.5, "inertia": [0.1, 0.11, 0.12]}, "shapes": [{"type": "capsule", "radius": 0.07, "half_height": 0.13}]}],
 "joints": [
  {"kind": "hinge", "a": "a", "b": "b", "a_frame": {"pos": [0.15, 0, 0], "quat": [0.8, 0, 0.6, 0]}, "limits": [-1, 0.5], "motor": {"speed": 2, "max": 0.1}, "stiffness": 2.5, "damping": 0.75},
  {"name": "rail", "kind": "slider", "a": "b", "b": "c", "b_frame": {"pos": [0, -0.5, 0]}, "limits": [null, 0.5], "spring": {"hertz": 2, "damping_ratio": 0.3}},
  {"kind": "ball", "a": "c", "b": "ground", "limits": [0, 2], "collide": true},
  {"kind": "fixed", "a": "belt", "b": "a", "collide": true}],
 "expected": [{"name": "a", "verdict": "moves", "mass": 2.5, "com_start": [0, 0, 1]}]}`

// again writes scenarios and reads them.
func again(t *testing.T, s *scenario.Scenario) *scenario.Scenario {
	t.Helper()
	var text bytes.Buffer
	if err := s.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	list, errs := load(text.String())
	if len(list) != 1 || len(errs) > 0 {
		t.Fatalf("%s: %d scenarios, %v\n%s", s.Name, len(list), errs, text.String())
	}
	var second bytes.Buffer
	if err := list[0].WriteJSON(&second); err != nil {
		t.Fatal(err)
	}
	if second.String() != text.String() {
		t.Errorf("written twice:\n%s\n%s", text.String(), second.String())
	}
	return list[0]
}

// end is the world after some steps.
func end(t *testing.T, s *scenario.Scenario, steps int) uint64 {
	t.Helper()
	s.Steps = steps
	var h uint64
	_, err := s.Run(func(step int, w *physics.World, _ []physics.BodyID) error {
		h = w.Hash()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// What is written moves as what was read, bit for bit.
func TestWriteJSON(t *testing.T) {
	pushed := fmt.Sprintf(floating, "", `{"body": "ball", "force": [0, 3, 0], "torque": [0, 0, 1], "at": [0, 0.1, 0], "local": true, "from": 0.01, "until": 0.1},
		{"body": "ball", "impulse": [1, 0, 0], "from": 0.05}, {"body": "ball", "force": [0, 0, 0]}`)
	texts := []string{drop, rich, pushed}
	data, err := os.ReadFile(filepath.Join("testdata", "shapes.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(texts, string(data)) {
		list, errs := load(text)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, s := range list {
			if a, b := end(t, s, 30), end(t, again(t, s), 30); a != b {
				t.Errorf("%s: %x as read, %x as written", s.Name, a, b)
			}
		}
	}
	var text bytes.Buffer
	list, _ := load(rich)
	if err := list[0].WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), "\n"); n != 1+5+4+1 {
		t.Errorf("%d lines:\n%s", n, text.String())
	}
}

// Rolling and spinning friction of bodies and shapes and the rules of mixing are what the file says, written and read again, and act: a
// ball stops after v^2/(2 a), a = c g/(r 7/5), and a box slides v^2/(2 µ g) far, with the smaller µ.
func TestSurfaceKeys(t *testing.T) {
	list, errs := load(`{"name": "keys", "gravity": [0, 0, -10], "friction_mixing": "minimum", "restitution_mixing": "average", "dt": 0.004, "steps": 2000, "bodies": [
	  {"name": "ground", "fixed": true, "pos": [0, 0, -0.5], "quat": [1, 0, 0, 0], "friction": 1, "rolling_friction": 0.001,
	   "shapes": [{"type": "box", "half": [20, 20, 0.5]}]},
	  {"name": "ball", "pos": [0, 0, 0.1], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.9, "rolling_friction": 0.004, "spinning_friction": 0.002,
	   "velocity": [1, 0, 0], "angular_velocity": [0, 10, 0],
	   "shapes": [{"type": "sphere", "radius": 0.1}, {"type": "sphere", "radius": 0.001, "rolling_friction": 0, "spinning_friction": 0.5}]},
	  {"name": "box", "pos": [0, 3, 0.05], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.25, "velocity": [1, 0, 0],
	   "shapes": [{"type": "box", "half": [0.1, 0.1, 0.05]}]}]}`)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, s := range []*scenario.Scenario{list[0], again(t, list[0])} {
		c := s.Bodies[1].Def.Colliders
		if s.FrictionMixing != physics.MixMinimum || s.RestitutionMixing != physics.MixAverage || c[0].RollingFriction != 0.004 ||
			c[0].SpinningFriction != 0.002 || c[1].RollingFriction != 0 || c[1].SpinningFriction != 0.5 {
			t.Errorf("got %d, %d and %+v", s.FrictionMixing, s.RestitutionMixing, c)
		}
		out, err := s.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []float64{1 * 0.1 * 7 / 5 / (2 * 0.004 * 10), 1 / (2 * 0.25 * 10)} {
			if got := out.Bodies[i].CenterEnd.X; math.Abs(got-want) > 0.005*want {
				t.Errorf("%s comes %.4f m far, want %.4f", out.Bodies[i].Name, got, want)
			}
		}
		if out.Flags != 0 {
			t.Errorf("flags are %d at the end", out.Flags)
		}
	}
	for i, name := range []string{"", "product", "minimum", "maximum", "geometric_mean", "average"} {
		list[0].FrictionMixing, list[0].RestitutionMixing = physics.Mixing(i), physics.Mixing(i)
		var text bytes.Buffer
		if err := list[0].WriteJSON(&text); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf(`"friction_mixing":%q,"restitution_mixing":%q`, name, name); name != "" && !strings.Contains(text.String(), want) {
			t.Errorf("%s is not in %s", want, text.String())
		}
		if s := again(t, list[0]); int(s.FrictionMixing) != i || int(s.RestitutionMixing) != i {
			t.Errorf("mixing %d is read as %d and %d", i, s.FrictionMixing, s.RestitutionMixing)
		}
	}
	list[0].FrictionMixing = physics.MixAverage + 1
	if err := list[0].WriteJSON(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "mixing is 6 and 5, want 5 at most") {
		t.Errorf("an unknown mixing: got %v", err)
	}
}

// The same of all conformance vectors.
func TestVectorsWrite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(vectors.Dir(t, "physics"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for s, err := range scenario.Load(filepath.Base(name), f) {
			if err != nil {
				t.Fatal(err)
			}
			if a, b := end(t, s, 5), end(t, again(t, s), 5); a != b {
				t.Errorf("%s: %x as read, %x as written", s.Name, a, b)
			}
		}
		f.Close()
	}
}

// A frame on B that is missing is where the one on A is when the bodies stand as they are.
func TestJointFrame(t *testing.T) {
	list, errs := load(rich)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	s := list[0]
	a, b := s.Bodies[2].Def.Pose.Transform(), s.Bodies[3].Def.Pose.Transform()
	j := s.Joints[0]
	onA, onB := a.Mul(j.Def.AFrame.Transform()), b.Mul(j.Def.BFrame.Transform())
	if j.Name != "joint0" || j.A != "a" || j.B != "b" || onA.T.Sub(onB.T).Len() > 1e-15 || onA.M.X.Sub(onB.M.X).Len() > 1e-15 || onA.M.Z.Sub(onB.M.Z).Len() > 1e-15 {
		t.Errorf("got %+v: %v and %v", j, onA, onB)
	}
	if d := s.Joints[1].Def; !math.IsInf(d.Lower, -1) || d.Upper != 0.5 || d.Hertz != 2 || d.DampingRatio != 0.3 || d.Kind != physics.Slider {
		t.Errorf("the rail is %+v", d)
	}
	if d := again(t, s).Joints[0].Def; d.Stiffness != 2.5 || d.Damping != 0.75 {
		t.Errorf("the hinge is %+v", d)
	}
}

// Hulls made from Go are not balanced about their origin; what is written says so.
func TestWriteMass(t *testing.T) {
	hull, err := physics.NewHull([]geom.Vec3{{}, {X: 1}, {Y: 1}, {Z: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, mass := range []*physics.MassProperties{nil, {Mass: 2, Center: geom.V(0.1, 0, 0), Inertia: geom.Identity3}} {
		s := &scenario.Scenario{Name: "hull", Dt: 0.01, Steps: 1, Bodies: []scenario.Body{{Name: "h", Def: physics.BodyDef{
			Colliders: []physics.Collider{{Shape: hull, Density: 600}}, Mass: mass}}}}
		w, ids, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		w2, ids2, err := again(t, s).Build()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprint(w2.Mass(ids2[0])), fmt.Sprint(w.Mass(ids[0])); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

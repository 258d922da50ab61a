package scenario_test

import (
	"bytes"
	"errors"
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

// drop is a scenario of one ball above the ground.
const drop = `{"name": "drop", "gravity": [0, 0, -9.81], "dt": 0.01, "steps": 20, "bodies": [
  {"name": "ground", "fixed": true, "pos": [0, 0, -0.5], "quat": [1, 0, 0, 0], "density": 1, "friction": 1,
   "shapes": [{"type": "box", "half": [2, 2, 0.5]}]},
  {"name": "ball", "pos": [0, 0, 1], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.5, "shapes": [{"type": "sphere", "radius": 0.1}]}],
 "expected": [{"name": "ball", "verdict": "moves", "mass": 2.094395, "com_start": [0, 0, 1]}]}`

// load returns all scenarios and errors of a text.
func load(text string) (out []*scenario.Scenario, errs []error) {
	for s, err := range scenario.Load("f.json", strings.NewReader(text)) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out = append(out, s)
	}
	return out, errs
}

func TestLoad(t *testing.T) {
	list, errs := load(drop)
	if len(list) != 1 || len(errs) > 0 {
		t.Fatalf("got %d scenarios and %v, want one", len(list), errs)
	}
	s := list[0]
	if s.Name != "drop" || s.Family != "" || s.Gravity != geom.V(0, 0, -9.81) || s.Dt != 0.01 || s.Steps != 20 || len(s.Bodies) != 2 {
		t.Errorf("got %+v", s)
	}
	ground, ball := s.Bodies[0], s.Bodies[1]
	if ground.Name != "ground" || ground.Def.Type != physics.Static || ground.Def.Pose.Position != geom.V(0, 0, -0.5) ||
		ground.Def.Colliders[0].Shape.Bounds() != (geom.AABB{Min: geom.V(-2, -2, -0.5), Max: geom.V(2, 2, 0.5)}) {
		t.Errorf("the ground is %+v", ground)
	}
	c := ball.Def.Colliders[0]
	if ball.Name != "ball" || ball.Def.Type != physics.Dynamic || c.Density != 500 || c.Friction != 0.5 || c.Restitution != 0 || c.Shape.Kind() != "sphere" {
		t.Errorf("the ball is %+v", ball)
	}
	e := s.Expected[0]
	if e.Name != "ball" || e.Verdict != scenario.Moves || *e.Mass != 2.094395 || *e.Center != geom.V(0, 0, 1) {
		t.Errorf("expected is %+v", e)
	}

	// Everything that may be there: all kinds of shapes, velocities, families.
	data, err := os.ReadFile(filepath.Join("testdata", "shapes.json"))
	if err != nil {
		t.Fatal(err)
	}
	list, errs = load(string(data))
	if len(list) != 1 || len(errs) > 0 {
		t.Fatalf("shapes.json: %d scenarios, %v", len(list), errs)
	}
	kinds := map[string]bool{}
	for _, b := range list[0].Bodies {
		for _, c := range b.Def.Colliders {
			kinds[c.Shape.Kind()] = true
		}
		if b.Name == "pill" && (b.Def.Velocity != geom.V(0.5, 0, 1) || b.Def.AngularVelocity != geom.V(0, 4, 0)) {
			t.Errorf("the pill's velocity is %v and %v", b.Def.Velocity, b.Def.AngularVelocity)
		}
	}
	if len(kinds) != 6 || list[0].Family != "example" {
		t.Errorf("kinds %v, family %q", kinds, list[0].Family)
	}
}

// What a user meets, word for word.
func TestErrors(t *testing.T) {
	ball := `"radius": 0.1`
	for _, c := range []struct{ old, new, want string }{
		{`"name": "drop", `, ``, `f.json: name is missing`},
		{`"name": "drop"`, `"name": 3`, `f.json: name is a number, want a text`},
		{`"name": "drop"`, `"name": ""`, `f.json: name is empty`},
		{`"dt": 0.01, `, ``, `dt is missing`},
		{`"dt": 0.01`, `"dt": 0`, `dt is 0, want more than 0`},
		{`"dt": 0.01`, `"dt": 0.01, "dt": 0.02`, `dt is there twice`},
		{`"dt": 0.01`, `"dt": 1e999`, `dt is 1e999, want at most 1.79769e+308`},
		{`"steps": 20`, `"steps": 2.5`, `steps is 2.5, want a whole number from 1 to 10000000`},
		{`"steps": 20`, `"steps": 0`, `steps is 0, want a whole number from 1 to 10000000`},
		{`"steps": 20`, `"steps": 20, "step": 3`, `step is unknown, want name, family, gravity, friction_mixing, restitution_mixing, dt, steps, bodies, joints, forces or expected`},
		{`"gravity": [0, 0, -9.81]`, `"gravity": -9.81`, `gravity is a number, want a list`},
		{`"gravity": [0, 0, -9.81]`, `"gravity": [0, -9.81]`, `gravity has 2 values, want 3`},
		{`"gravity": [0, 0, -9.81]`, `"gravity": [0, 0, "down"]`, `gravity[2] is a text, want a number`},
		{`"bodies": [`, `"bodies": [7, `, `bodies[0] is a number, want an object`},
		{`"fixed": true`, `"fixed": 1`, `bodies[0].fixed is a number, want true or false`},
		{`"fixed": true`, `"fixed": true, "velocity": [1, 0, 0]`, `bodies[0].velocity is there, but a fixed body stays where it is`},
		{`"friction": 1,`, `"friction": -1,`, `bodies[0].friction is -1, want at least 0`},
		{`"friction": 1,`, ``, `bodies[0].friction is missing`},
		{`"friction": 1,`, `"friction": 1, "rolling_friction": -0.1,`, `bodies[0].rolling_friction is -0.1, want at least 0`},
		{`"friction": 1,`, `"friction": 1, "spinning_friction": "some",`, `bodies[0].spinning_friction is a text, want a number`},
		{`"dt": 0.01`, `"dt": 0.01, "friction_mixing": "mean"`,
			`friction_mixing is "mean", want product, minimum, maximum, geometric_mean or average`},
		{`"dt": 0.01`, `"dt": 0.01, "restitution_mixing": 2`, `restitution_mixing is a number, want a text`},
		{`"friction": 1,`, `"friction": 1, "restitution": 1.5,`, `bodies[0].restitution is 1.5, want at most 1`},
		{`"friction": 1,`, `"friction": 1, "color": "red",`,
			`bodies[0].color is unknown, want name, fixed, kinematic, pos, quat, mass, density, friction, rolling_friction, spinning_friction, restitution, category, mask, sensor, velocity, angular_velocity, linear_damping, angular_damping or shapes`},
		{`[2, 2, 0.5]`, `[2, 2, -0.2]`, `bodies[0].shapes[0].half[2] is -0.2, want more than 0`},
		{`"half": [2, 2, 0.5]`, `"half": [2, 2, 0.5], "radius": 1`, `bodies[0].shapes[0].radius is unknown, want type, pos, quat, half, density, friction, rolling_friction, spinning_friction, restitution, category, mask or sensor`},
		{`"type": "box", `, ``, `bodies[0].shapes[0].type is missing`},
		{`"name": "ball", `, `"name": "ground", `, `bodies[1].name is "ground", as that of an earlier body`},
		{`"density": 500`, `"density": 0`, `bodies[1].density is 0, want more than 0`},
		{`"density": 500`, `"density": null`, `bodies[1].density is null, want a number`},
		{`[{"type": "sphere", "radius": 0.1}]`, `[]`, `bodies[1].shapes is empty`},
		{`"type": "sphere"`, `"type": "cone"`, `bodies[1].shapes[0].type is "cone", want box, sphere, cylinder, capsule, hull, mesh or heights`},
		{ball, `"radius": 0`, `bodies[1].shapes[0].radius is 0, want more than 0`},
		{ball, `"radius": 0.1, "quat": [1, 0, 0, 0.1]`, `bodies[1].shapes[0].quat has length 1.00499, want 1`},
		{ball, `"radius": 0.1, "quat": [0, 0, 0, 0]`, `bodies[1].shapes[0].quat has length 0, want 1`},
		{`{"type": "sphere", "radius": 0.1}`, `{"type": "cylinder", "radius": 0.1}`, `bodies[1].shapes[0].half_height is missing`},
		{`{"type": "sphere", "radius": 0.1}`, `{"type": "mesh", "vertices": [], "triangles": []}`,
			`bodies[1].shapes[0]: physics: mesh has 0 triangles, want 1 to 715827882`},
		{`{"type": "sphere", "radius": 0.1}`, `{"type": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]],
			"triangles": [[0, 1, 2], [1, 3, 2], [0, 1, 3], [0, 3, 2]]}`,
			`bodies[1].shapes[0]: decompose: mesh is open and encloses nothing`},
		{`{"type": "sphere", "radius": 0.1}`, `{"type": "heights", "spacing": [1, 1], "heights": [[0, 1], [0]]}`,
			`bodies[1].shapes[0].heights[1] has 1 heights, want 2 as the first row`},
		{`{"type": "sphere", "radius": 0.1}`, `{"type": "heights", "spacing": [1, 1], "heights": [[0, 1]]}`,
			`bodies[1].shapes[0]: physics: height field has 2 by 1 points, want 2 or more each and at most 357913941 cells`},
		{`{"type": "sphere", "radius": 0.1}`, `{"type": "heights", "spacing": [1, 1], "heights": [[0, 1], [0, 1]]}`,
			`bodies[1].shapes[0]: decompose: mesh has 2 triangles, want 4 to 200000`},
		{`{"type": "sphere", "radius": 0.1}`, `{"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}`,
			`bodies[1].shapes[0]: physics: hull has 3 points, need at least 4`},
		{`{"type": "sphere", "radius": 0.1}`, `{"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "volume": 0.17}`,
			`bodies[1].shapes[0].volume is 0.17, want that of the points, 0.166667`},
		{`{"name": "ball", "verdict"`, `{"name": "bell", "verdict"`, `expected[0].name is "bell", want each dynamic body's at most once`},
		{`"verdict": "moves"`, `"verdict": "flies"`, `expected[0].verdict is "flies", want moves or rests`},
		{`"mass": 2.094395`, `"mass": -2`, `expected[0].mass is -2, want more than 0`},
	} {
		text := strings.Replace(drop, c.old, c.new, 1)
		if text == drop {
			t.Errorf("%q is not in the text", c.old)
		}
		want := c.want
		if !strings.HasPrefix(want, "f.json") {
			want = "f.json: scenario drop: " + want
		}
		list, errs := load(text)
		if len(list) != 0 || len(errs) != 1 || errs[0].Error() != want {
			t.Errorf("with %s:\n got %v\nwant %s", c.new, errs, want)
		}
	}
}

// A quaternion that is a little off is meant as a unit one.
func TestQuaternionIsNormalized(t *testing.T) {
	list, errs := load(strings.Replace(drop, `"pos": [0, 0, 1], "quat": [1, 0, 0, 0]`, `"pos": [0, 0, 1], "quat": [0.7074, 0.7074, 0, 0]`, 1))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if q := list[0].Bodies[1].Def.Pose.Rotation; math.Abs(q.Len()-1) > 1e-15 || math.Abs(q.W-math.Sqrt(0.5)) > 1e-12 {
		t.Errorf("got %v of length %g", q, q.Len())
	}
}

// A wrong scenario does not take the others of its list with it; text that is no JSON does.
func TestLists(t *testing.T) {
	renamed := func(name string) string { return strings.Replace(drop, `"drop"`, `"`+name+`"`, 1) }
	wrong := strings.Replace(renamed("wrong"), `"radius": 0.1`, `"radius": -1`, 1)
	list, errs := load("[" + renamed("a") + "," + wrong + ", 5, " + renamed("a") + "," + renamed("b") + "]")
	var names []string
	for _, s := range list {
		names = append(names, s.Name)
	}
	if got, want := fmt.Sprint(names), "[a b]"; got != want {
		t.Errorf("got the scenarios %s, want %s", got, want)
	}
	want := []string{
		"f.json: scenario wrong: bodies[1].shapes[0].radius is -1, want more than 0",
		"f.json: scenarios[2] is a number, want an object",
		"f.json: scenario a: name is that of an earlier scenario",
	}
	if got := errors.Join(errs...); got == nil || got.Error() != strings.Join(want, "\n") {
		t.Errorf("got the errors\n%v\nwant\n%s", got, strings.Join(want, "\n"))
	}
	for text, want := range map[string]string{
		"":                     "f.json:1: unexpected end of JSON input",
		"[\n" + drop + ",":     "f.json:6: unexpected end of JSON input",
		"[\n" + drop + "\nxy]": "f.json:7: invalid character 'x' after array element",
		drop + "\n" + drop:     "f.json:6: invalid character '{' after top-level value",
		`{"name": NaN}`:        "f.json:1: invalid character 'N' looking for beginning of value",
		"7":                    "f.json: is a number, want an object",
	} {
		list, errs := load(text)
		if len(list) != 0 || len(errs) != 1 || errs[0].Error() != want {
			t.Errorf("%.20q...: got %d scenarios and %v, want %s", text, len(list), errs, want)
		}
	}
	if list, errs := load("[]"); len(list) > 0 || len(errs) > 0 {
		t.Errorf("an empty list: %v, %v", list, errs)
	}
}

func TestRun(t *testing.T) {
	list, errs := load(drop)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var heights []float64
	r, err := list[0].Run(func(step int, w *physics.World, ids []physics.BodyID) error {
		if step != len(heights) || len(ids) != 2 {
			t.Fatalf("step %d after %d, %d bodies", step, len(heights), len(ids))
		}
		heights = append(heights, w.Center(ids[1]).Z)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// A free fall of 0.2 s is 0.196 m.
	if len(heights) != 21 || heights[0] != 1 || len(r.Bodies) != 1 || r.Flags != physics.NotSettled {
		t.Fatalf("%d heights, %+v", len(heights), r)
	}
	o := r.Bodies[0]
	if o.Name != "ball" || o.Verdict != scenario.Moves || o.Expected != scenario.Moves || o.CenterStart != geom.V(0, 0, 1) ||
		math.Abs(o.Moved-0.1962) > 0.01 || o.Turned != 0 || o.CenterEnd.Z != heights[20] || math.Abs(o.Mass-2.094395) > 1e-6 {
		t.Errorf("got %+v", o)
	}

	stop := errors.New("enough")
	steps := 0
	if _, err := list[0].Run(func(step int, _ *physics.World, _ []physics.BodyID) error {
		if steps = step; step == 3 {
			return stop
		}
		return nil
	}); err != stop || steps != 3 {
		t.Errorf("got %v after step %d, want %v after 3", err, steps, stop)
	}
}

// A body that only turns moves from 0.05 rad on, and W of its pose is not negative.
func TestVerdictOfTurning(t *testing.T) {
	for _, c := range []struct {
		rate float64 // rad/s, for 0.2 s
		want scenario.Verdict
	}{{0.24, scenario.Rests}, {0.26, scenario.Moves}, {20, scenario.Moves}} {
		text := strings.Replace(drop, `"gravity": [0, 0, -9.81]`, `"gravity": [0, 0, 0]`, 1)
		text = strings.Replace(text, `"radius": 0.1}]`, fmt.Sprintf(`"radius": 0.1}], "angular_velocity": [0, 0, %g]`, c.rate), 1)
		list, errs := load(text)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		r, err := list[0].Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		angle := 0.2 * c.rate
		if angle > math.Pi {
			angle = 2*math.Pi - angle
		}
		if o := r.Bodies[0]; o.Verdict != c.want || math.Abs(o.Turned-angle) > 1e-6 || o.Moved != 0 || o.Pose.Rotation.W < 0 {
			t.Errorf("at %g rad/s: got %+v, want %s and turned by %g", c.rate, o, c.want, angle)
		}
	}
}

// What a world refuses is told with file, scenario and body.
func TestBuildErrors(t *testing.T) {
	list, errs := load(strings.Replace(strings.Replace(drop, `"radius": 0.1`, `"radius": 1000`, 1), "500", "1e300", 1))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if _, _, err := list[0].Build(); err == nil || !strings.HasPrefix(err.Error(), "f.json: scenario drop: bodies[1]: physics: ") {
		t.Errorf("got %v, want an error about bodies[1]", err)
	}
}

// What would take all memory or for ever is refused with a sentence.
func TestLimits(t *testing.T) {
	many := func(n int, item string) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	ball := `{"pos": [0, 0, 1], "quat": [1, 0, 0, 0], "density": 500, "friction": 0.5, "shapes": [{"type": "sphere", "radius": 0.1}]}`
	for _, c := range []struct{ old, new, want string }{
		{`"bodies": [`, `"bodies": [` + many(100_001, "0") + `,`, `bodies has more than 100000 values, want no more`},
		{`{"type": "sphere", "radius": 0.1}`, many(200_001, "0"), `bodies[1].shapes has more than 200000 values, want no more`},
		{`{"type": "sphere", "radius": 0.1}`, `{"type": "hull", "points": [` + many(1_000_001, "0") + `]}`,
			`bodies[1].shapes[0].points has more than 1000000 values, want no more`},
		{`"steps": 20, "bodies": [`, `"steps": 9000000, "bodies": [` + many(600, ball) + ",", `steps is 9000000, want at most 8305647 with 602 shapes`},
	} {
		list, errs := load(strings.Replace(drop, c.old, c.new, 1))
		if len(list) != 0 || len(errs) != 1 || errs[0].Error() != "f.json: scenario drop: "+c.want {
			t.Errorf("got %d scenarios and %.200v, want %s", len(list), errs, c.want)
		}
	}
	list, errs := load(strings.Replace(drop, `"bodies": [`, `"bodies": [`+many(640, ball)+",", 1))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	want := "f.json: scenario drop: step 1: more than 200000 pairs of shapes are near each other, want no more"
	if _, err := list[0].Run(nil); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Whatever the text is, it gives scenarios or errors; what loads can be built or says why not.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(drop))
	f.Add([]byte("[" + drop + "]"))
	f.Add([]byte(`[{"name": "x", "bodies": [{"shapes": [{"type": "hull", "points": [[1e300, 0, 0]]}]}]}]`))
	if data, err := os.ReadFile(filepath.Join("testdata", "shapes.json")); err == nil {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for s, err := range scenario.Load("f.json", bytes.NewReader(text)) {
			if (s == nil) == (err == nil) {
				t.Fatalf("got %v and %v, want one of them", s, err)
			}
			if err == nil {
				s.Build()
			} else if !strings.HasPrefix(err.Error(), "f.json") {
				t.Errorf("%v does not name the file", err)
			}
		}
	})
}

// All conformance vectors are well-formed.
func TestVectorsLoad(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(vectors.Dir(t, "physics"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, err := range scenario.Load(filepath.Base(name), f) {
			if err != nil {
				t.Error(err)
			}
			n++
		}
		f.Close()
		if n < 10 && vectors.Public() {
			t.Errorf("%s has %d scenarios", name, n)
		}
	}
}

package ptr

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/show"
)

// factsCount is how many samples the tests of facts look at, static and physical ones.
const factsCount = 60

// TestFactsAreTheRecord: the facts of all things of a sample are data, equal what the record says, and are the same read and made
// again. Cameras put every object where its label says.
func TestFactsAreTheRecord(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical, c.Randomize.Textures, c.Randomize.Lights = 0.4, 0.5, 0.5 })
	job := gen.Job{Root: t.TempDir(), Seed: 5, Split: "train"}
	items := makeItems(t, s, job, factsCount)
	askBlock(t, s, job, items, job.Root)
	r, err := s.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	kinds, moves, supported, questions := map[bool]int{}, 0, 0, 0
	for i := range factsCount {
		read, err := r.Sample(i)
		if err != nil {
			t.Fatal(err)
		}
		page := read.Page()
		m, err := r.Make(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		sameFacts(t, fmt.Sprint("sample ", i), m.Page(), page)
		f := filesOf("train", i)
		record, err := ParseRecord(readAll(t, job.Root, f.scene))
		if err != nil {
			t.Fatal(err)
		}
		if err := page.Facts.Check(); err != nil {
			t.Error(err)
		}
		kinds[record.Physics]++
		want := func(what string, f show.Facts, key string, value any) {
			t.Helper()
			if !reflect.DeepEqual(f[key], value) {
				t.Errorf("sample %d, %s: %s is %v (%T), want %v (%T)", i, what, key, f[key], f[key], value, value)
			}
		}
		want("page", page.Facts, "physical", record.Physics)
		want("page", page.Facts, "object_count", len(record.Objects))
		want("page", page.Facts, "attempts_rejected", record.Mereo.Attempt)
		want("page", page.Facts, "seed", "5")
		for k, l := range record.Mereo.Lamps {
			lamp := page.Facts["lamps"].([]show.Facts)[k]
			want("lamp", lamp, "power_w", l.PowerW)
			want("lamp", lamp, "position_m", l.Location)
			want("lamp", lamp, "temperature_k", l.Kelvins)
		}
		want("floor", page.Facts["floor"].(show.Facts), "tile_turn_rad", record.Mereo.FloorPaint.Turn)
		for k := range record.Objects {
			o, e := &record.Objects[k], &page.Entities[k]
			if err := e.Facts.Check(); err != nil {
				t.Error(err)
			}
			objectFactsAre(t, want, record, k, e)
			cameraSees(t, i, record, o)
			if o.Simulation != nil {
				moves += len(o.Simulation.Moves)
				if o.Simulation.Supporter != nil {
					supported++
				}
			}
			for n := range o.Parts {
				p, part := &o.Parts[n], &e.Entities[n]
				if err := part.Facts.Check(); err != nil {
					t.Error(err)
				}
				want(part.Key, part.Facts, "name", p.Name)
				want(part.Key, part.Facts, "label", p.Label)
				want(part.Key, part.Facts, "mesh", p.Mesh)
				want(part.Key, part.Facts, "color", p.Color)
				want(part.Key, part.Facts, "visible_px", p.Pixels)
				want(part.Key, part.Facts, "alone_px", p.PixelsAlone)
				want(part.Key, part.Facts, "roughness", p.Finish.Roughness)
				if v, ok := o.LineGeo[p.Name]; ok && valid(v) {
					want(part.Key, part.Facts, "line", v)
				} else {
					want(part.Key, part.Facts, "line", nil)
				}
			}
		}
		var stored storedQuestions
		if err := json.Unmarshal(readAll(t, job.Root, questionPath("train", i)), &stored); err != nil {
			t.Fatal(err)
		}
		if len(stored.Questions) != len(page.Questions) {
			t.Fatalf("sample %d: %d questions, want %d", i, len(page.Questions), len(stored.Questions))
		}
		for k, q := range stored.Questions {
			questions++
			facts := page.Questions[k].Facts
			if err := facts.Check(); err != nil {
				t.Error(err)
			}
			want("question", facts, "type", q.Type1+" "+q.Type2)
			want("question", facts, "type1", q.Type1)
			want("question", facts, "type2", q.Type2)
			want("question", facts, "family", q.QuestionFamilyIndex)
			want("question", facts, "file", strings.TrimSuffix(q.TemplateFilename, ".json"))
		}
	}
	if kinds[true] < 10 || kinds[false] < 10 || moves == 0 || supported == 0 || questions == 0 {
		t.Errorf("%v scenes by physical, %d moves, %d supporters, %d questions: too few of some", kinds, moves, supported, questions)
	}
}

// objectFactsAre compares the facts of object k with its record.
func objectFactsAre(t *testing.T, want func(string, show.Facts, string, any), r *Record, k int, e *show.Entity) {
	t.Helper()
	o, f := &r.Objects[k], e.Facts
	pixels := 0
	for _, p := range o.Parts {
		pixels += p.Pixels
	}
	want(e.Key, f, "category", strings.ToLower(o.Category))
	want(e.Key, f, "partnet_id", o.PartnetID)
	want(e.Key, f, "position_m", o.Coords)
	want(e.Key, f, "scale", o.Scale)
	want(e.Key, f, "visible_px", pixels)
	want(e.Key, f, "origin_px", []int{o.PixelCoords.X, o.PixelCoords.Y})
	want(e.Key, f, "question_types", o.QuestionType)
	for name, of := range map[string]map[string]Color{"part_color": o.PartColor, "visible_part_color": o.PartColorOccluded} {
		colors := show.Facts{}
		for part, c := range of {
			colors[strings.ReplaceAll(part, " ", "_")] = c.Name
		}
		want(e.Key, f, name, colors)
	}
	for name, of := range map[string]map[string]int{"part_count": o.PartCount, "visible_part_count": o.PartCountOccluded} {
		counts := show.Facts{}
		for part, n := range of {
			counts[strings.ReplaceAll(part, " ", "_")] = n
		}
		want(e.Key, f, name, counts)
	}
	for name, of := range map[string]map[string][3]float64{"lines": o.LineGeo, "planes": o.PlaneGeo} {
		units := show.Facts{}
		for part, v := range of {
			if math.Abs(vec3(v).Len()-1) < 1e-3 {
				units[strings.ReplaceAll(part, " ", "_")] = v
			}
		}
		want(e.Key, f, name, units)
	}

	// Turned by its quaternion, the model's box has the outline of the plan.
	q := f["rotation_wxyz"].([4]float64)
	turn := geom.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]}.Mat3()
	if own := o.Rotation.worldFromModel(); turn.X.Sub(own.X).Len()+turn.Y.Sub(own.Y).Len() > 1e-9 {
		t.Errorf("%s: rotation_wxyz is %v, want that of %v", e.Key, q, o.Rotation)
	}
	if size := vec3(f["size_m"].([3]float64)); !(size.X > 0 && size.Y > 0 && size.Z > 0 && size.Len() < 2*categoryOf(o.Category).radius+1e-9) {
		t.Errorf("%s: size_m is %v, want positive, a diagonal below %g", e.Key, size, 2*categoryOf(o.Category).radius)
	}
	if !r.Physics {
		want(e.Key, f, "yaw_rad", o.Rotation.Yaw)
		want(e.Key, f, "stable", nil)
		return
	}
	s := o.Simulation
	want(e.Key, f, "euler_xyz_rad", *o.Rotation.Euler)
	want(e.Key, f, "put", s.Mode)
	want(e.Key, f, "mass_kg", 25.0)
	want(e.Key, f, "friction", 0.5)
	want(e.Key, f, "stable", o.Stability == "yes")
	want(e.Key, f, "change", s.Change)
	want(e.Key, f, "threshold", 0.1)
	want(e.Key, f, "margin", s.Margin)
	want(e.Key, f, "end_position_m", s.EndCoords)
	if s.Supporter != nil {
		want(e.Key, f, "supporter", fmt.Sprintf("object %d", *s.Supporter+1))
	} else {
		want(e.Key, f, "supporter", nil)
	}
	if o.PossibleChange == nil {
		want(e.Key, f, "moves", nil)
		return
	}
	want(e.Key, f, "possible_change", o.PossibleChange.Directions)
	var moves []show.Facts
	for _, m := range s.Moves {
		moves = append(moves, show.Facts{"direction": m.Direction, "distance_m": m.Distance, "outcome": m.Outcome})
	}
	want(e.Key, f, "moves", moves)
}

// cameraSees: K (R X + t) of an object's origin is where pixel_coords says.
func cameraSees(t *testing.T, sample int, r *Record, o *Object) {
	t.Helper()
	c := &r.Camera
	mul := func(m [3][3]float64, v [3]float64) (out [3]float64) {
		for i := range 3 {
			out[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
		}
		return out
	}
	at := mul(c.R, o.Coords)
	for i := range 3 {
		at[i] += c.T[i]
	}
	px := mul(c.K, at)
	x, y := px[0]/px[2], px[1]/px[2]
	if math.Abs(x-float64(o.PixelCoords.X)) > 0.5+1e-6 || math.Abs(y-float64(o.PixelCoords.Y)) > 0.5+1e-6 || math.Abs(px[2]-o.PixelCoords.ViewZ) > 1e-9 {
		t.Errorf("sample %d: K (R X + t) is (%g, %g) at %g m, pixel_coords %+v", sample, x, y, px[2], o.PixelCoords)
	}
}

// sameFacts compares what a page keeps from the browser: facts, states and cameras.
func sameFacts(t testing.TB, what string, got, want *show.Page) {
	t.Helper()
	same := func(name string, a, b any) {
		t.Helper()
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %s is %v, want %v", what, name, a, b)
		}
	}
	same("page", got.Facts, want.Facts)
	for i := range want.Pictures {
		same("camera", got.Pictures[i].Camera, want.Pictures[i].Camera)
	}
	var walk func(a, b []show.Entity)
	walk = func(a, b []show.Entity) {
		if len(a) != len(b) {
			t.Fatalf("%s: %d entities, want %d", what, len(a), len(b))
		}
		for i := range b {
			same(b[i].Key, a[i].Facts, b[i].Facts)
			same(b[i].Key+" states", a[i].States, b[i].States)
			walk(a[i].Entities, b[i].Entities)
		}
	}
	walk(got.Entities, want.Entities)
	for i := range want.Questions {
		same("question", got.Questions[i].Facts, want.Questions[i].Facts)
	}
}

// TestShowRefusesNumbersOfNothing: a scene file that names a floor or a supporter that is not there is an error, in one sentence.
func TestShowRefusesNumbersOfNothing(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical = 1 })
	job := gen.Job{Root: t.TempDir(), Seed: 5, Split: "train"}
	makeItems(t, s, job, 1)
	name := filesOf("train", 0).scene
	data := readAll(t, job.Root, name)
	for old, c := range map[string]struct{ with, want string }{
		`"wall": `:        {`"wall": 1`, "picture of floor or wall is 1"},
		`"simulation": {`: {`"simulation": {"supporter": 7,`, "ptr: object 0 stands on object 7, want 0 to 2"},
		`"K": [`:          {`"Q": [`, `Q is an unknown key`},
	} {
		text := strings.Replace(string(data), old, c.with, 1)
		if text == string(data) {
			t.Fatalf("the scene file does not say %s", old)
		}
		if err := os.WriteFile(job.Path(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := s.Show(job)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Sample(0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.with, err, c.want)
		}
	}
}

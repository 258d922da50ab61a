package shopvrb

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mereo/assets/kitchen"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/scenes/annot"
)

// storedScene reads a record without the package's reader.
func storedScene(t *testing.T, root, path string) (out map[string]any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// asStored is a fact as JSON has it.
func asStored(t *testing.T, v any) (out any) {
	t.Helper()
	if err := json.Unmarshal([]byte(asText(t, v)), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// copied are facts that have the same name and value in records: of things, of what is under their own key, and of the whole scene.
var (
	copied = map[string]string{
		"category": "name", "shape": "shape", "size": "size", "material": "material", "color": "color", "weight": "weight",
		"movability": "movability", "picking": "picking", "powering": "powering", "disassembly": "disassembly",
		"attribute": "attribute", "position_m": "3d_coords", "rotation_deg": "rotation",
	}
	copiedExtra = map[string]string{
		"model": "instance", "scale": "scale", "rotation_wxyz": "pose", "middle_m": "middle",
	}
)

// Facts of things, parts and scenes are what the record says, in all modes; what the record does not say is left out.
func TestFactsAreThoseOfTheRecord(t *testing.T) {
	for name, c := range map[string]struct {
		n      int
		change func(c *Config)
	}{
		"upright":      {100, nil},
		"as published": {5, (*Config).AsPublished},
		"opened":       {10, func(c *Config) { c.Articulate = true }},
		"dropped":      {20, func(c *Config) { c.Drop, c.Articulate = true, true }},
	} {
		t.Run(name, func(t *testing.T) {
			s := setOf(t, func(cfg *Config) {
				if cfg.Visual, cfg.Textual = 1, 1; c.change != nil {
					c.change(cfg)
				}
			})
			job := gen.Job{Root: t.TempDir(), Seed: 5, Split: "train"}
			makeSamples(t, s, job, show.IDs(c.n)...)
			r, err := s.Show(job)
			if err != nil {
				t.Fatal(err)
			}
			for _, index := range show.IDs(c.n) {
				stored := storedScene(t, job.Root, filesOf(job.Split, index).record)
				p := sampleOf(t, r, index).Page()
				factsAreStored(t, s.cfg, p, stored)
				projectsAsStored(t, p.Pictures[0].Camera, stored)
			}
		})
	}
}

func factsAreStored(t *testing.T, cfg Config, p *show.Page, stored map[string]any) {
	t.Helper()
	same := func(where string, f show.Facts, key string, want any) {
		t.Helper()
		got, ok := f[key]
		if ok != (want != nil) || ok && !reflect.DeepEqual(asStored(t, got), want) {
			t.Errorf("%s, %s: fact %s is %v, want %v", p.Title, where, key, got, want)
		}
	}
	scene, _ := stored["mereo"].(map[string]any)
	lamps, _ := scene["lamps"].(map[string]any)
	if err := p.Facts.Check(); err != nil {
		t.Errorf("%s: %v", p.Title, err)
	}
	things := stored["objects"].([]any)
	same("scene", p.Facts, "objects", float64(len(things)))
	same("scene", p.Facts, "dropped", cfg.Drop)
	same("scene", p.Facts, "ground", scene["ground"])
	same("scene", p.Facts, "camera_position_m", scene["camera"])
	for _, lamp := range []string{"key", "back", "fill"} {
		same("scene", p.Facts, lamp+"_lamp_position_m", lamps[lamp])
	}
	if len(p.Entities) != len(things) {
		t.Fatalf("%s: %d things, want %d", p.Title, len(p.Entities), len(things))
	}
	for i := range p.Entities {
		e, o := &p.Entities[i], things[i].(map[string]any)
		f := e.Facts
		if err := f.Check(); err != nil {
			t.Errorf("%s, %s: %v", p.Title, e.Key, err)
		}
		extra, _ := o["mereo"].(map[string]any)
		for fact, key := range copied {
			same(e.Key, f, fact, o[key])
		}
		for fact, key := range copiedExtra {
			same(e.Key, f, fact, extra[key])
		}
		if d, ok := extra["description"]; ok && d != -1.0 {
			same(e.Key, f, "description", d)
		} else {
			same(e.Key, f, "description", nil)
		}
		if got, want := f["rotation_rad"].(float64), o["rotation"].(float64)*math.Pi/180; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s, %s: rotation_rad is %g, want %g", p.Title, e.Key, got, want)
		}
		same(e.Key, f, "visible_px", storedArea(t, o["mask"].(map[string]any)))
		if cfg.Drop {
			same(e.Key, f, "mass_kg", map[string]any{"light": 0.15, "medium-weight": 0.5, "heavy": 2.0}[o["weight"].(string)])
			same(e.Key, f, "friction", 0.7)
		} else {
			same(e.Key, f, "mass_kg", nil)
			same(e.Key, f, "lies", nil)
		}
		jointsAreStored(t, p.Title, e, extra)
	}
	for i := range p.Questions {
		q := &p.Questions[i]
		if err := q.Facts.Check(); err != nil || len(q.Facts) != 5 {
			t.Errorf("%s: question %d has facts %v, %v", p.Title, i, q.Facts, err)
		}
	}
}

// storedArea counts the pixels of a mask.
func storedArea(t *testing.T, mask map[string]any) float64 {
	t.Helper()
	size := mask["size"].([]any)
	m := Mask{Size: [2]int{int(size[0].(float64)), int(size[1].(float64))}, Counts: mask["counts"].(string)}
	rle, err := m.RLE()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for k := 1; k < len(rle.Counts); k += 2 {
		n += rle.Counts[k]
	}
	return float64(n)
}

// jointsAreStored compares how far parts are open, of things and of the parts themselves, with the record.
func jointsAreStored(t *testing.T, title string, e *show.Entity, extra map[string]any) {
	t.Helper()
	stored, _ := extra["joints"].(map[string]any)
	joints, _ := e.Facts["joints"].([]show.Facts)
	if len(joints) != len(stored) {
		t.Errorf("%s, %s: joints are %v, want %v", title, e.Key, joints, stored)
	}
	scale, _ := extra["scale"].(float64)
	value := func(f show.Facts) (x float64, ok bool) {
		if x, ok = f["opened_rad"].(float64); !ok {
			if x, ok = f["opened_m"].(float64); ok {
				x /= scale
			}
		}
		return x, ok
	}
	near := func(x float64, of any) bool { return math.Abs(x-of.(float64)) <= 1e-12 }
	for _, j := range joints {
		if x, ok := value(j); !ok || stored[j["part"].(string)] == nil || !near(x, stored[j["part"].(string)]) {
			t.Errorf("%s, %s: joint %v, want one of %v", title, e.Key, j, stored)
		}
	}
	names, _ := extra["parts"].([]any)
	if len(e.Entities) != len(names) {
		t.Errorf("%s, %s: %d parts, want %q", title, e.Key, len(e.Entities), names)
	}
	for k := range e.Entities {
		p := &e.Entities[k]
		if err := p.Facts.Check(); err != nil || p.Facts["name"] != names[k] || p.Facts["category"] != p.Class {
			t.Errorf("%s, %s: part %d has facts %v, %v; want the name %q and class %q", title, e.Key, k, p.Facts, err, names[k], p.Class)
		}
		if x, ok := value(p.Facts); ok != (stored[p.Name] != nil) || ok && !near(x, stored[p.Name]) {
			t.Errorf("%s, %s: part %s is open by %v, want %v", title, e.Key, p.Name, x, stored[p.Name])
		}
	}
}

// projectsAsStored looks whether K (R X + t) of each thing's place is the pixel that the record tells, and the camera the record's.
func projectsAsStored(t *testing.T, c *annot.Camera, stored map[string]any) {
	t.Helper()
	if c == nil {
		t.Fatal("the picture has no camera")
	}
	if scene, ok := stored["mereo"].(map[string]any); ok && !reflect.DeepEqual(asStored(t, c), scene["calibration"]) {
		t.Errorf("the camera is %+v, the record has %v", c, scene["calibration"])
	}
	for i, o := range stored["objects"].([]any) {
		at := asNumbers(o.(map[string]any)["3d_coords"])
		want := asNumbers(o.(map[string]any)["pixel_coords"])
		var in, out [3]float64
		for k := range in {
			in[k] = c.R[k][0]*at[0] + c.R[k][1]*at[1] + c.R[k][2]*at[2] + c.T[k]
		}
		for k := range out {
			out[k] = c.K[k][0]*in[0] + c.K[k][1]*in[1] + c.K[k][2]*in[2]
		}
		x, y := out[0]/out[2], out[1]/out[2]
		if math.Abs(x-want[0]) > 0.5+1e-9 || math.Abs(y-want[1]) > 0.5+1e-9 || math.Abs(out[2]-want[2]) > 1e-9 {
			t.Errorf("object %d: the camera sees it at (%g, %g) at a depth of %g, want %v", i, x, y, out[2], want)
		}
	}
}

func asNumbers(list any) (out []float64) {
	for _, v := range list.([]any) {
		out = append(out, v.(float64))
	}
	return out
}

// What slides is told as a length at the thing's scale, what turns as an angle.
func TestFactsOfJointsHaveUnits(t *testing.T) {
	found := map[string]bool{}
	for index := range shownCount {
		p := madeOf(t, shownSet(t, func(c *Config) { c.Drop, c.Articulate = true, true }), index)
		for i := range p.sampled.objects {
			o := &p.sampled.objects[i]
			m, err := kitchen.Get(kitchen.Training, o.in.name)
			if err != nil {
				t.Fatal(err)
			}
			for k, part := range m.Parts {
				x, ok := o.joints[part.Name]
				if !ok {
					continue
				}
				key, want := "opened_rad", x
				if part.Joint.Slides {
					key, want = "opened_m", x*o.scale
				}
				found[key] = true
				if got := p.Page().Entities[i].Entities[k].Facts[key]; got != want {
					t.Errorf("%s %s: %s is %v, want %g", o.in.name, part.Name, key, got, want)
				}
			}
		}
	}
	if len(found) != 2 {
		t.Errorf("only %v occur, want slides and hinges", found)
	}
}

// What is seen of things and parts is counted in the label pictures.
func TestFactsCountPixels(t *testing.T) {
	r := shownSet(t, nil)
	for index := range shownCount {
		l, err := r.Labels(index, 0)
		if err != nil {
			t.Fatal(err)
		}
		count := func(ids []uint16, id int) (n int) {
			for _, v := range ids {
				if int(v) == id {
					n++
				}
			}
			return n
		}
		for _, e := range sampleOf(t, r, index).Page().Entities {
			if got, want := e.Facts["visible_px"], count(l.Object, e.ID); got != want {
				t.Errorf("%d, %s: %v pixels, want %d", index, e.Key, got, want)
			}
			for _, part := range e.Entities {
				if got, want := part.Facts["visible_px"], count(l.Part, part.ID); got != want {
					t.Errorf("%d, %s: %v pixels, want %d", index, part.Key, got, want)
				}
			}
		}
	}
}

// Facts of questions are what question files say of them, visual ones first.
func TestFactsOfQuestionsAreThoseOfTheirFiles(t *testing.T) {
	r := shownSet(t, nil)
	for index := range shownCount {
		f := filesOf("train", index)
		asked := sampleOf(t, r, index).Page().Questions
		for kind, file := range map[string]string{"visual": f.visual, "textual": f.textual} {
			data, err := r.job.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			var stored []map[string]any
			if err := json.Unmarshal(data, &stored); err != nil {
				t.Fatal(err)
			}
			of := slices.DeleteFunc(slices.Clone(asked), func(q show.Question) bool { return q.Facts["kind"] != kind })
			if len(of) != len(stored) || len(stored) == 0 {
				t.Fatalf("%d: %d %s questions, want %d", index, len(of), kind, len(stored))
			}
			for i, q := range of {
				for fact, key := range map[string]string{
					"family": "question_family_index", "template_file": "template_filename", "template": "question_in_family_index",
				} {
					if got, want := asStored(t, q.Facts[fact]), stored[i][key]; got != want {
						t.Errorf("%d, %s question %d: %s is %v, want %v", index, kind, i, fact, got, want)
					}
				}
				if !slices.Contains(q.Rows, show.Row{Name: "type", Value: q.Facts["type"].(string)}) {
					t.Errorf("%d, %s question %d: is of type %v, people are told %v", index, kind, i, q.Facts["type"], q.Rows)
				}
			}
		}
	}
}

// The program of docs/shopvrb.md that uses the calibration finds the pixels that records tell.
func TestDocumentedProjection(t *testing.T) {
	const python = "/usr/bin/python3"
	if _, err := os.Stat(python); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	data, err := os.ReadFile("../../docs/shopvrb.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(data), "\n### The camera\n")
	_, program, _ = strings.Cut(program, "```python\n")
	program, _, _ = strings.Cut(program, "```")
	s := setOf(t, func(c *Config) { c.Visual, c.Textual, c.Width, c.Height = 1, 1, 320, 200 })
	job := gen.Job{Root: t.TempDir(), Seed: 1, Split: "val", Count: 2}
	makeSamples(t, s, job, 0, 1)
	if _, err := s.assemble(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, "-c", program, job.Root, job.Split).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := regexp.MustCompile(`(?m)^[a-z ]+ (-?\d+) (-?\d+) \d\.\d\d m \[(-?\d+), (-?\d+)\]$`).FindAllStringSubmatch(string(out), -1)
	if n := strings.Count(string(out), "\n"); len(lines) != n || n < 6 {
		t.Errorf("the program prints\n%s", out)
	}
	for _, l := range lines {
		if l[1] != l[3] || l[2] != l[4] {
			t.Errorf("the program finds (%s, %s), the record has (%s, %s)", l[1], l[2], l[3], l[4])
		}
	}
}

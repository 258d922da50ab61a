package trance

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/gltest"
	"mereo/scenes/shoot"
)

// shownCount is how many samples the datasets of these tests have: enough for every kind of step.
const shownCount = 24

// shownDataset makes a dataset without pictures and opens it.
func shownDataset(t testing.TB, cfg Config) *shownSplit {
	t.Helper()
	return shownSamples(t, cfg, shownCount)
}

// shownSamples makes one of some samples.
func shownSamples(t testing.TB, cfg Config, count int) *shownSplit {
	t.Helper()
	set, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "test"}
	if _, err := loop.Run(t.Context(), set, job, count, loop.Options{}); err != nil {
		t.Fatal(err)
	}
	return opened(t, set, job)
}

// shownSplit is a split as people see it, with its reader of records.
type shownSplit struct {
	show.Reader
	*reader
}

func opened(t testing.TB, set *Set, job gen.Job) *shownSplit {
	t.Helper()
	r, err := set.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	return &shownSplit{r, r.Tester().(*reader)}
}

// planOf is the plan of a sample.
func planOf(s show.Sample) *generatedSample { return world.TakeOf[*generatedSample](s).Plan }

func pageOf(t *testing.T, r show.Reader, index int) *show.Page {
	t.Helper()
	s, err := r.Sample(index)
	if err != nil {
		t.Fatal(err)
	}
	return s.Page()
}

func madeAgain(t testing.TB, r show.Reader, index int) show.Editable {
	t.Helper()
	m, err := r.Make(t.Context(), index)
	if err != nil {
		t.Fatal(err)
	}
	return m.Editor()
}

// rows are those of a name.
func rows(list []show.Row, name string) (out []string) {
	for _, row := range list {
		if row.Name == name {
			out = append(out, row.Value)
		}
	}
	return out
}

// What is on disk and what the seed gives are told alike, with a dataset and without.
func TestPageOfDiskAndSeed(t *testing.T) {
	for _, between := range []bool{false, true} {
		cfg := DefaultConfig()
		cfg.Between = between
		r := shownDataset(t, cfg)
		for index := range shownCount {
			want := pageOf(t, r, index)
			if got := madeAgain(t, r, index).Page(); !reflect.DeepEqual(got, want) {
				t.Errorf("sample %d: made again it is\n%+v, on disk\n%+v", index, got, want)
			}
		}
		set, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		alone := opened(t, set, gen.Job{Seed: 7, Split: "test"})
		if got, want := madeAgain(t, alone, 3).Page(), pageOf(t, r, 3); !reflect.DeepEqual(got, want) {
			t.Errorf("without a dataset sample 3 is\n%+v, want\n%+v", got, want)
		}
		_, err = alone.Sample(3)
		if want := "trance: test/info/TRANCE_standard_000003.json: there is no dataset: file does not exist"; fmt.Sprint(err) != want ||
			!errors.Is(err, fs.ErrNotExist) {
			t.Errorf("sample without a dataset: %v, want %s", err, want)
		}
	}
}

// The page tells what the record says.
func TestPageTellsTheRecord(t *testing.T) {
	r := shownDataset(t, DefaultConfig())
	for index := range shownCount {
		m, err := r.readSample(index)
		if err != nil {
			t.Fatal(err)
		}
		page := pageOf(t, r, index)
		if want := fmt.Sprintf("test/%d", index); page.Title != want {
			t.Errorf("the title is %q, want %q", page.Title, want)
		}
		var names []string
		for _, p := range page.Pictures {
			names = append(names, p.Name)
			if p.Path != "" || p.Width != 320 || p.Height != 240 {
				t.Errorf("sample %d: picture %+v, want 320 x 240 without a path", index, p)
			}
		}
		if want := []string{"initial", "final, center camera", "final, left camera", "final, right camera"}; !slices.Equal(names, want) {
			t.Errorf("sample %d: pictures are %q, want %q", index, names, want)
		}
		for k := range m.steps {
			if got := rows(page.Rows, fmt.Sprintf("step %d", k+1)); len(got) != 1 || got[0] != m.stepWords(k) {
				t.Errorf("sample %d: step %d is %q, want %q", index, k, got, m.stepWords(k))
			}
		}
		if len(page.Entities) != 2+ObjectCount {
			t.Fatalf("sample %d: %d entities, want 2 areas and %d objects", index, len(page.Entities), ObjectCount)
		}
		cameras := []cameraID{cameraCenter, cameraCenter, cameraLeft, cameraRight}
		for i, e := range page.Entities[2:] {
			o := &m.states[0][i]
			if e.Key != fmt.Sprintf("object %d", i) || e.ID != i+1 || !strings.HasPrefix(e.Name, fmt.Sprintf("%d: ", i)) {
				t.Errorf("sample %d: entity %q with id %d is called %q", index, e.Key, e.ID, e.Name)
			}
			if at := *e.At; math.Abs(at[0]-Unit*float64(o.Position.X)) > 1e-12 || math.Abs(at[1]-Unit*float64(o.Position.Y)) > 1e-12 {
				t.Errorf("sample %d: object %d is at %v, want %v of %g m", index, i, at, o.Position, Unit)
			}
			for p, c := range cameras {
				stage := min(p, 1) * len(m.steps)
				if pixels, box := m.pixels[stage][c][i], e.Boxes[p]; pixels > 0 != (box != show.Rect{}) ||
					float64(pixels) > (box.X1-box.X0)*(box.Y1-box.Y0) {
					t.Errorf("sample %d: object %d has %d pixels in picture %d and the box %+v", index, i, pixels, p, box)
				}
			}
		}
		n := 0
		for _, lists := range m.graph(cameraCenter, &m.states[0]) {
			for _, list := range lists {
				n += len(list)
			}
		}
		if page.Step != Unit {
			t.Errorf("sample %d: objects can be moved by %g m, want %g", index, page.Step, Unit)
		}
		if len(page.Relations) != n {
			t.Errorf("sample %d: %d relations, want %d", index, len(page.Relations), n)
		}
	}
}

// Steps, objects and what became of them in words.
func TestWords(t *testing.T) {
	first := far()
	first[0].Position, first[5].Position = Point{-10, 0}, Point{30, 10}
	m := &generatedSample{sceneSetup: *atBases()}
	m.steps = []Step{
		{0, pair(t, "position.front-left.2")}, {5, pair(t, "position.front.2")}, {1, pair(t, "shape.cylinder")},
		{1, pair(t, "color.cyan")}, {2, pair(t, "position.right.1")},
	}
	m.rotations[3] = math.Pi / 2
	m.states, m.pixels = []State{first}, []pixelCounts{{}}
	m.replay(DefaultConfig(), m)
	for k, want := range []string{
		"0: small gray rubber cube moves front-left by 2 steps, from (-10, 0) to (-30, -20), out of the visible area; also accepted: " +
			"front.2, front-right.2",
		"5: small gray rubber cube moves front by 2 steps, from (30, 10) to (10, 10), into the visible area",
		"1: small gray rubber cube becomes a cylinder",
		"1: small gray rubber cylinder becomes cyan",
		"2: small gray rubber cube moves right by 1 step, from (0, 0) to (0, 10)",
	} {
		if got := m.stepWords(k); got != want {
			t.Errorf("step %d is %q, want %q", k, got, want)
		}
	}
	e := m.entity(0)
	if got := rows(e.Rows, "final area"); !slices.Equal(got, []string{"invisible"}) {
		t.Errorf("the final area is %q, want invisible", got)
	}
	if got := rows(m.entity(3).Rows, "rotation"); !slices.Equal(got, []string{"90°"}) {
		t.Errorf("the rotation is %q, want 90°", got)
	}
	// The circle of a small object has 0.3 m; object 0 is turned by nothing, so its corners are 0.3/sqrt(2) m along the axes.
	for _, corner := range e.Plan {
		if dx, dy := math.Abs(corner[0]+1.5), math.Abs(corner[1]); len(e.Plan) != 4 || math.Abs(dx-0.2121320344) > 1e-9 || math.Abs(dy-0.2121320344) > 1e-9 {
			t.Errorf("the outline of a small cube at (-1.5, 0) is %v", e.Plan)
		}
	}
}

func TestFacets(t *testing.T) {
	r := shownDataset(t, DefaultConfig())
	for index := range shownCount {
		got, err := r.Facets(index)
		if err != nil {
			t.Fatal(err)
		}
		m, err := r.readSample(index)
		if err != nil {
			t.Fatal(err)
		}
		want := show.Facets{"steps": {fmt.Sprint(len(m.steps))}, "visible objects": {fmt.Sprint(m.states[0].visible())}}
		add := func(name, value string) {
			if !slices.Contains(want[name], value) {
				want[name] = append(want[name], value)
			}
		}
		for k, s := range m.steps {
			add("changed attribute", s.Pair.Attribute().String())
			if m.types[k] != noMove {
				add("move", m.types[k].String())
			}
		}
		for i := range m.states[0] {
			if o := &m.states[0][i]; o.Position.Visible() {
				for _, a := range wordAttributes {
					add(a.String(), o.Value(a))
				}
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("sample %d: %v, want %v", index, got, want)
		}
		for name := range got {
			if !slices.Contains(r.FacetNames(), name) {
				t.Errorf("facet %q is not among %q", name, r.FacetNames())
			}
		}
	}
}

func BenchmarkFacets(b *testing.B) {
	r := shownDataset(b, DefaultConfig())
	for i := 0; b.Loop(); i++ {
		if _, err := r.Facets(i % shownCount); err != nil {
			b.Fatal(err)
		}
	}
}

// Damaged records are told with file and place, and nothing falls over.
func TestDamagedRecords(t *testing.T) {
	r := shownDataset(t, DefaultConfig())
	file := filepath.Join(r.job.Root, "test", "info", "TRANCE_standard_000005.json")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const name = "trance: test/info/TRANCE_standard_000005.json: "
	for _, c := range []struct{ old, new, sample, facets string }{
		{`"idx":5`, `"idx":6`, name + "idx is 6, want 5", ""},
		{`"states":[`, `"states":[7,`, "", name + "line 1, column 20: states[0] is 7, want a group of keys"},
		{`"shape":"`, `"shape":"x`, "", ""},
	} {
		if err := os.WriteFile(file, []byte(strings.Replace(string(good), c.old, c.new, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := r.Sample(5)
		if err == nil || c.sample != "" && err.Error() != c.sample || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%s: sample: %v, want %s", c.new, err, c.sample)
		}
		_, err = r.Facets(5)
		if c.facets != "" && fmt.Sprint(err) != c.facets {
			t.Errorf("%s: facets: %v, want %s", c.new, err, c.facets)
		}
	}
	for n := range good {
		if n%97 != 0 {
			continue
		}
		if err := os.WriteFile(file, good[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Sample(5); err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Fatalf("%d bytes of a record: %v, want an error that names the file", n, err)
		}
	}
	_, err = r.Sample(shownCount)
	if want := "trance: test/info/TRANCE_standard_000024.json: no such file or directory"; fmt.Sprint(err) != want || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no sample: %v, want %s", err, want)
	}
	_, err = r.Make(t.Context(), -1)
	if want := "trance: test/-1: the index is negative, want 0 or more"; fmt.Sprint(err) != want {
		t.Errorf("made: %v, want %s", err, want)
	}
	s, err := r.Sample(0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Run(show.Program{{Function: "count"}})
	if want := "trance: there are no questions and no programs to run"; fmt.Sprint(err) != want {
		t.Errorf("run: %v, want %s", err, want)
	}
}

// Stored labels are those that are counted, and so are the labels of what is made again.
func TestLabels(t *testing.T) {
	cfg := DefaultConfig()
	r := shownDataset(t, cfg)
	if got, err := r.Labels(0, 0); got != nil || err != nil {
		t.Errorf("labels of a dataset without any: %v, %v", got, err)
	}
	cfg.IDs = true
	set, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	r = opened(t, set, r.job)
	if got, err := r.Labels(0, 0); got != nil || err != nil {
		t.Errorf("labels of a dataset without pictures: %v, %v", got, err)
	}
	m := madeAgain(t, r, 0)
	from := planOf(m)
	c := newCounter(&from.sceneSetup)
	for _, p := range cfg.pictures("test", 0, len(from.steps)) {
		if p.kind == idPicture {
			var rgb []uint8
			for _, id := range c.ids(&from.states[p.stage], p.camera) {
				rgb = append(rgb, idPalette[id][:]...)
			}
			if _, err := write.RGBA(r.job.Root, p.path, publishedWidth, publishedHeight, rgb); err != nil {
				t.Fatal(err)
			}
		}
	}
	for p := range m.Page().Pictures {
		stored, err := r.Labels(0, p)
		if err != nil {
			t.Fatal(err)
		}
		got := m.Labels(p)
		if !slices.Equal(stored.Object, got.Object) || slices.Max(got.Object) == 0 {
			t.Errorf("picture %d: stored ids are not those of what is made again", p)
		}
		scene := m.Views()[p].Scene
		for k, id := range got.Object {
			// An object stands nearer than the floor and its far side; the surface is where the label says.
			if z := float64(got.ViewZ[k]); id > 0 {
				o := scene.Objects[id-1]
				ray := scene.Camera.Ray(float64(k%320)+0.5, float64(k/320)+0.5)
				axis := scene.Camera.WorldFromCamera.Dir(geom.V(0, 0, -1)).Unit()
				at := ray.Origin.AddScaled(z/ray.Dir.Dot(axis), ray.Dir)
				if d := at.Sub(o.WorldFromObject.T).Len(); d > 1.7*o.WorldFromObject.T.Z {
					t.Fatalf("picture %d: pixel %d of object %d is %g m from its centre", p, k, id, d)
				}
			}
			n := got.Normal[3*k : 3*k+3]
			length := math.Sqrt(float64(n[0]*n[0] + n[1]*n[1] + n[2]*n[2]))
			if got.ViewZ[k] > 0 && math.Abs(length-1) > 1e-3 {
				t.Fatalf("picture %d: the normal of pixel %d has length %g", p, k, length)
			}
		}
	}
	_, err = r.Labels(0, 9)
	if want := "trance: test/0: there is no picture 9, want 0 to 3"; fmt.Sprint(err) != want {
		t.Errorf("picture 9: %v, want %s", err, want)
	}
}

// Views are drawn as the maker draws them, byte for byte.
func TestViewsAreThePictures(t *testing.T) {
	r := gltest.Renderer(t)
	cfg := DefaultConfig()
	cfg.SubFrames, cfg.TracedSubFrames, cfg.Between = 1, 1, true
	cfg.Realism.Sensor = frame.Sensor{FullWell: 5000}
	cfg.Randomize.Textures, cfg.Randomize.Lights = 1, 1
	set, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "test", Pictures: true} // sample 0 has two steps
	if _, err := loop.Run(t.Context(), set, job, 1, loop.Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	m := madeAgain(t, opened(t, set, job), 0)
	if n := len(m.Views()); n < 7 {
		t.Errorf("%d views, want some of a state between", n)
	}
	for p, v := range m.Views() {
		v.Options.ColorOnly = true
		im, err := shoot.Shoot(r, v.Scene, v.Options)
		if err != nil {
			t.Fatal(err)
		}
		got, err := write.RGBA(t.TempDir(), "picture.png", publishedWidth, publishedHeight, im.RGB)
		if err != nil {
			t.Fatal(err)
		}
		path := m.Page().Pictures[p].Path
		want, err := write.Sum(job.Root, path)
		if err != nil {
			t.Fatal(err)
		}
		if got.SHA256 != want.SHA256 {
			t.Errorf("view %d is not %s", p, path)
		}
	}
}

// Readers and what they return serve several goroutines at once.
func TestManyLookAtOnce(t *testing.T) {
	r := shownDataset(t, DefaultConfig())
	want := madeAgain(t, r, 3).Page()
	m := madeAgain(t, r, 3)
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() {
			if s, err := r.Sample(3); err != nil || !reflect.DeepEqual(s.Page(), want) {
				t.Errorf("sample: %v, or another page", err)
			}
			if again, err := r.Make(t.Context(), 3); err != nil || !reflect.DeepEqual(again.Page(), want) {
				t.Errorf("made: %v, or another page", err)
			}
			move := show.Edit{Kind: show.EditMove, Entity: objectKey(n), X: 0.15 * float64(n)}
			if _, _, err := m.Edit(t.Context(), []show.Edit{move}); err != nil || len(m.Views()) != 4 || m.Labels(0) == nil {
				t.Errorf("changed: %v", err)
			}
			if _, err := r.Task("view", "anna", 3); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if !reflect.DeepEqual(m.Page(), want) {
		t.Error("changes changed the sample itself")
	}
}

package ptr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/internal/gltest"
	"mereo/scenes/annot"
	"mereo/scenes/shoot"
)

// shownCount is how many samples the split of these tests has, static and physical ones.
const shownCount = 12

var shownFolder string

func TestMain(m *testing.M) {
	code := m.Run()
	if shownFolder != "" {
		os.RemoveAll(shownFolder)
	}
	os.Exit(code)
}

// makeShown makes a split of procedural furniture with questions and without pictures, once for all tests.
var makeShown = sync.OnceValues(func() (show.Reader, error) {
	cfg := DefaultConfig()
	cfg.Physical = 0.4
	s, err := New(cfg, nil, "")
	if err != nil {
		return nil, err
	}
	if shownFolder, err = os.MkdirTemp("", "ptr-show"); err != nil {
		return nil, err
	}
	job := gen.Job{Root: shownFolder, Seed: 3, Split: "train"}
	m, err := s.NewMaker(context.Background(), job)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	var items []gen.Item
	for i := range shownCount {
		item, err := m.Make(context.Background(), i)
		if err != nil {
			return nil, err
		}
		items = append(items, *item)
	}
	a, err := s.NewAsker(context.Background(), job)
	if err != nil {
		return nil, err
	}
	if _, err := a.AskBlock(context.Background(), items, job.Root); err != nil {
		return nil, err
	}
	return s.Show(job)
})

func openShown(t testing.TB) show.Reader {
	t.Helper()
	r, err := makeShown()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func shownOf(t testing.TB, index int) show.Sample {
	t.Helper()
	s, err := openShown(t).Sample(index)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// madeOf are the samples of the split, made once.
func madeOf(t testing.TB, index int) show.Made {
	t.Helper()
	m, err := madeOnce[index]()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var madeOnce = func() (all []func() (show.Made, error)) {
	for i := range shownCount {
		all = append(all, sync.OnceValues(func() (show.Made, error) {
			r, err := makeShown()
			if err != nil {
				return nil, err
			}
			return r.Make(context.Background(), i)
		}))
	}
	return all
}()

func pageText(t testing.TB, p *show.Page) string {
	t.Helper()
	data, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// samePage compares pages and prints the first line that differs.
func samePage(t testing.TB, what string, got, want *show.Page) {
	t.Helper()
	if differs := record.Diff([]byte(pageText(t, got)), []byte(pageText(t, want))); differs != "" {
		t.Errorf("%s: %s", what, differs)
	}
}

// What is read and what is made again are told alike, and again alike.
func TestShowMadeIsWhatIsRead(t *testing.T) {
	physical := 0
	for i := range shownCount {
		m := madeOf(t, i)
		samePage(t, fmt.Sprint("made ", i), m.Page(), shownOf(t, i).Page())
		sameFacts(t, fmt.Sprint("made ", i), m.Page(), shownOf(t, i).Page())
		if m.Physics() != nil {
			physical++
		}
		if ok := m.Physics() != nil; ok != (m.Page().Rows[0].Value == "physical: things may fall") {
			t.Errorf("sample %d can be let go: %v, its page says %q", i, ok, m.Page().Rows[0].Value)
		}
	}
	if physical == 0 || physical == shownCount {
		t.Errorf("%d of %d samples are physical, want some", physical, shownCount)
	}
	again, err := openShown(t).Make(context.Background(), 1)
	if err != nil {
		t.Fatal(err)
	}
	samePage(t, "made again", again.Page(), madeOf(t, 1).Page())
}

// Boxes and ids of the page are those of the label pictures.
func TestShowLabelsFitThePage(t *testing.T) {
	for i := range shownCount {
		m := madeOf(t, i)
		l := m.Labels(0)
		if len(l.ViewZ) != l.Width*l.Height || len(l.Normal) != 3*l.Width*l.Height {
			t.Fatalf("sample %d: %d depths, %d normals of %d x %d pixels", i, len(l.ViewZ), len(l.Normal), l.Width, l.Height)
		}
		check := func(e *show.Entity, ids []uint16) {
			tally := annot.Whole(l.Width, l.Height, ids).Tally(1000)
			if got, want := e.Boxes[0], show.BoxOf(tally.Boxes[e.ID-1]); got != want {
				t.Errorf("sample %d, %s: box %v, the picture has %v", i, e.Key, got, want)
			}
		}
		for k := range m.Page().Entities {
			e := &m.Page().Entities[k]
			check(e, l.Object)
			for n := range e.Entities {
				check(&e.Entities[n], l.Part)
			}
		}
	}
}

// An outline from above holds the place of its object and lies on the plan, and the plan is inside of the room.
func TestShowPlan(t *testing.T) {
	for i := range shownCount {
		p := shownOf(t, i).Page()
		for _, e := range p.Entities {
			if len(e.Plan) < 3 {
				t.Fatalf("sample %d, %s: outline of %d points", i, e.Key, len(e.Plan))
			}
			for n, a := range e.Plan {
				b := e.Plan[(n+1)%len(e.Plan)]
				if turn := (b[0]-a[0])*(e.At[1]-a[1]) - (b[1]-a[1])*(e.At[0]-a[0]); !(turn > 0) {
					t.Errorf("sample %d, %s: its place %v is outside of the outline at %v", i, e.Key, *e.At, a)
				}
				if a[0] < p.Plan.X0-1e-6 || a[0] > p.Plan.X1+1e-6 || a[1] < p.Plan.Y0 || a[1] > p.Plan.Y1+1e-6 {
					t.Errorf("sample %d, %s: %v is outside of the plan %v", i, e.Key, a, *p.Plan)
				}
			}
		}
	}
}

// What the page says of an object is what its record says.
func TestShowPage(t *testing.T) {
	p := shownOf(t, 0).Page()
	data, err := os.ReadFile(filepath.Join(shownFolder, filesOf("train", 0).scene))
	if err != nil {
		t.Fatal(err)
	}
	r, err := ParseRecord(data)
	if err != nil {
		t.Fatal(err)
	}
	want := []show.Picture{{Name: "picture", Width: 800, Height: 600, Camera: &r.Camera}}
	if p.Title != "train/0" || !reflect.DeepEqual(p.Pictures, want) {
		t.Errorf("title %q, pictures %+v, want %+v", p.Title, p.Pictures, want)
	}
	relations := 0
	for _, list := range slices.Concat(r.Relationships.Left, r.Relationships.Right, r.Relationships.Front, r.Relationships.Behind) {
		relations += len(list)
	}
	if len(p.Relations) != relations {
		t.Errorf("%d relations, want %d", len(p.Relations), relations)
	}
	for i := range r.Objects {
		o, e := &r.Objects[i], &p.Entities[i]
		if e.Key != fmt.Sprint("object ", i+1) || e.ID != i+1 || *e.At != o.Coords || e.Kind != "object" {
			t.Errorf("object %d is %+v", i, e)
		}
		for _, j := range r.Relationships.Left[i] {
			if want := (show.Relation{Name: "left", From: show.Key("object", j+1), To: e.Key}); !slices.Contains(p.Relations, want) {
				t.Errorf("no relation %+v", want)
			}
		}
		for k, part := range o.Parts {
			if got := e.Entities[k]; got.Key != fmt.Sprint("part ", part.ID) || got.ID != part.ID || got.Rows[0].Value != part.Color {
				t.Errorf("part %d of object %d is %+v", k, i, got)
			}
		}
	}
	names := map[string]bool{}
	for _, e := range p.Entities {
		if names[e.Name] {
			t.Errorf("two objects are called %q", e.Name)
		}
		names[e.Name] = true
	}
	// Reflectances as a screen shows them: 87/255 is 158 of 255 in sRGB.
	if got := screenColor("gray"); got != "#9e9e9e" {
		t.Errorf("gray is %s, want #9e9e9e", got)
	}
}

// Facets are what the page says.
func TestShowFacets(t *testing.T) {
	r := openShown(t)
	for i := range shownCount {
		got, err := r.Facets(i)
		if err != nil {
			t.Fatal(err)
		}
		p := shownOf(t, i).Page()
		want := show.Facets{"objects": {fmt.Sprint(len(p.Entities))}, "physical": {"no"}}
		if strings.HasPrefix(p.Rows[0].Value, "physical") {
			want["physical"] = []string{"yes"}
		}
		for _, e := range p.Entities {
			want["category"] = append(want["category"], strings.ToUpper(e.Rows[0].Value[:1])+e.Rows[0].Value[1:])
			for _, part := range strings.Split(e.Rows[2].Value, ", ") {
				want["color"] = append(want["color"], strings.Fields(part)[0])
			}
		}
		for _, q := range p.Questions {
			want["answer"] = append(want["answer"], q.Answer)
			want["question type"] = append(want["question type"], q.Rows[0].Value)
		}
		for _, name := range r.FacetNames() {
			slices.Sort(got[name])
			slices.Sort(want[name])
			if want[name] = slices.Compact(want[name]); !slices.Equal(got[name], want[name]) {
				t.Errorf("sample %d, %s: got %q, want %q", i, name, got[name], want[name])
			}
		}
		if len(got) > len(r.FacetNames()) {
			t.Errorf("sample %d has facets without names: %v", i, got)
		}
	}
	for _, f := range []func(int) error{
		func(i int) error { _, err := r.Facets(i); return err },
		func(i int) error { _, err := r.Sample(i); return err },
	} {
		if err := f(shownCount); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a sample that is not there: got %v, want fs.ErrNotExist", err)
		}
	}
}

// Without a dataset samples can be made, and have no questions; what the dataset stores of pictures can be read.
func TestShowWithAndWithoutPictures(t *testing.T) {
	s := smallSet(t, func(c *Config) { c.Physical = 0 })
	r, err := s.Show(gen.Job{Seed: 3, Split: "train"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Make(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if p := m.Page(); len(p.Questions) != 0 || len(p.Entities) == 0 {
		t.Errorf("%d questions about %d objects, want none about some", len(p.Questions), len(p.Entities))
	}
	if l, err := openShown(t).Labels(0, 0); l != nil || err != nil {
		t.Errorf("labels of a dataset without pictures: %v, %v, want none", l, err)
	}

	job := gen.Job{Root: t.TempDir(), Seed: 3, Split: "train", Pictures: true}
	makeItems(t, s, job, 1)
	if r, err = s.Show(job); err != nil {
		t.Fatal(err)
	}
	got, err := r.Labels(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := m.Labels(0)
	if !slices.Equal(got.Object, want.Object) || !slices.Equal(got.Part, want.Part) || !slices.Equal(got.ViewZ, want.ViewZ) || got.Normal != nil {
		t.Error("the stored labels are not those of the scene")
	}
	read, err := r.Sample(0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := read.Page().Pictures[0].Path, "train/images/PTR_train_000000.png"; got != want {
		t.Errorf("the picture is %q, want %q", got, want)
	}
	if _, err := r.Labels(0, 1); err == nil || err.Error() != "ptr: train/0: there is no picture 1, want 0 to 0" {
		t.Errorf("labels of another picture: %v", err)
	}
	f := filesOf("train", 0)
	if _, err := write.Gray16(job.Root, f.ids, 2, 1, []uint16{0, 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Labels(0, 0); !errors.Is(err, write.ErrSize) {
		t.Errorf("labels of another size: %v", err)
	}
	got.Part[5] = 999
	if _, err := write.Gray16(job.Root, f.ids, 320, 240, got.Part); err != nil {
		t.Fatal(err)
	}
	parts := 0
	for _, e := range read.Page().Entities {
		parts += len(e.Entities)
	}
	wrong := fmt.Sprintf("ptr: train/ids/PTR_train_000000.png: part 999 at pixel (5, 0), want %d at most", parts)
	if _, err := r.Labels(0, 0); err == nil || err.Error() != wrong {
		t.Errorf("labels with a strange part: %v, want %s", err, wrong)
	}
}

// A view is drawn to the bytes of the dataset's picture.
func TestShowViewIsThePicture(t *testing.T) {
	gltest.Renderer(t)
	cfg := DefaultConfig()
	cfg.Width, cfg.Height, cfg.Quality, cfg.Physical = 160, 120, frame.Draft, 0
	s, err := New(cfg, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 4, Split: "val", Pictures: true}
	makeItems(t, s, job, 1)
	want, err := write.ReadRGB(job.Root, filesOf("val", 0).image, cfg.Width, cfg.Height)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	m, err := r.Make(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := shoot.Open("")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	v := m.Views()[0]
	im, err := p.Shoot(v.Scene, v.Options)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(im.RGB, want) {
		t.Error("the view is drawn otherwise than the picture")
	}

	// What was deleted leaves nothing, and its ids stay free.
	changed, _, err := m.Editor().Edit(context.Background(), []show.Edit{{Kind: show.EditDelete, Entity: "object 1"}})
	if err != nil {
		t.Fatal(err)
	}
	v = changed.Views()[0]
	if im, err = p.Shoot(v.Scene, v.Options); err != nil {
		t.Fatal(err)
	}
	if slices.Contains(im.Object, 1) || !slices.Contains(im.Object, 2) || slices.Equal(im.RGB, want) {
		t.Error("object 1 is still drawn, or object 2 is not")
	}
}

func BenchmarkShowSample(b *testing.B) {
	r := openShown(b)
	for i := range b.N {
		if _, err := r.Sample(i % shownCount); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkShowFacets(b *testing.B) {
	r := openShown(b)
	for i := range b.N {
		if _, err := r.Facets(i % shownCount); err != nil {
			b.Fatal(err)
		}
	}
}

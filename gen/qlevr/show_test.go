package qlevr

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

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
)

// shownSplit is a split as it is shown, with what it is of.
type shownSplit struct {
	show.Reader
	set       *Set
	templates templateTable
}

// shownSample and madeSample are samples as they are shown, with what they are of.
type shownSample struct {
	show.Sample
	*sample
	page *show.Page
}

type madeSample struct {
	show.Made
	*sample
	page *show.Page
}

func (m *madeSample) Edit(ctx context.Context, edits []show.Edit) (show.Made, []string, error) {
	return m.Editor().Edit(ctx, edits)
}

// shownDataset makes n samples without pictures of solids, with questions, and opens them.
func shownDataset(t testing.TB, n int, change func(c *Config)) (*shownSplit, gen.Job) {
	t.Helper()
	s := setOf(t, change)
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val"}
	askSamples(t, s, job, makeSamples(t, s, job, n), job.Root)
	return shownOf(t, s, job), job
}

func shownOf(t testing.TB, s *Set, job gen.Job) *shownSplit {
	t.Helper()
	r, err := s.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	return &shownSplit{r, s, newTemplateTable(s.cfg.templates())}
}

func shownAt(t testing.TB, r show.Reader, index int) *shownSample {
	t.Helper()
	s, err := r.Sample(index)
	if err != nil {
		t.Fatal(err)
	}
	return &shownSample{s, world.TakeOf[*sample](s).Plan, s.Page()}
}

func madeAt(t testing.TB, r show.Reader, index int) *madeSample {
	t.Helper()
	m, err := r.Make(context.Background(), index)
	if err != nil {
		t.Fatal(err)
	}
	return madeOf(m)
}

func madeOf(m show.Made) *madeSample { return &madeSample{m, world.TakeOf[*sample](m).Plan, m.Page()} }

// genJobVal has no dataset.
var genJobVal = gen.Job{Seed: 7, Split: "val"}

// The languages and the kinds of pictures.
var shownConfigs = []struct {
	name   string
	change func(c *Config)
}{
	{"English", nil},
	{"German", func(c *Config) { c.Locale = "de" }},
	{"drawings", func(c *Config) { c.Dimension = 2 }},
	{"published", func(c *Config) { c.Published = AsPublished }},
}

// Every program, run as it is shown, gives the stored answer and the stored planes and objects, and the text of its own values
// is the stored one, to the letter.
func TestShownProgramsGiveTheStoredAnswers(t *testing.T) {
	for _, c := range shownConfigs {
		t.Run(c.name, func(t *testing.T) {
			const samples = 30
			r, _ := shownDataset(t, samples, c.change)
			questions, templates := 0, map[string]bool{}
			for index := range samples {
				s := shownAt(t, r, index)
				for i, q := range s.page.Questions {
					questions++
					templates[s.questions[i].instance.Template.File] = true
					trace, err := s.Run(q.Program)
					if err != nil || trace.Fault != "" || trace.Answer != q.Answer || len(trace.Results) != len(q.Program) {
						t.Errorf("%d, question %d: %+v, %v, want the answer %s", index, i, trace, err, q.Answer)
						continue
					}
					if text := s.Reword(i, q.Program); text != q.Text {
						t.Errorf("%d, question %d: its own values say\n%q, want\n%q", index, i, text, q.Text)
					}
					checkStoredOutputs(t, s, s.questions[i], trace)
				}
			}
			if questions != samples*r.set.cfg.Questions || len(templates) != len(planeTemplateFiles) {
				t.Errorf("%d questions from %d files of templates, want %d from %d", questions, len(templates), samples*r.set.cfg.Questions,
					len(planeTemplateFiles))
			}
		})
	}
}

// checkStoredOutputs compares what calls that choose things light up with what the question file has at their node.
func checkStoredOutputs(t *testing.T, s *shownSample, q *shownQuestion, trace *show.Trace) {
	t.Helper()
	for node, calls := range q.at {
		call := calls[len(calls)-1]
		out, yields := &q.record.Program[node].Output, secondLibrary.Function(q.program[call].Function).Out
		if out.Form != OutputSets || yields != secondTypePlanes && yields != secondTypeObjects {
			continue
		}
		var want []string
		if yields == secondTypeObjects {
			for _, o := range out.Second {
				want = append(want, s.objectKey(o))
			}
		} else {
			for _, p := range out.First {
				want = append(want, planeKey(p))
			}
		}
		if got := trace.Results[call].Entities; !slices.Equal(got, want) {
			t.Errorf("%d: call %d of %s lights %q up, want %q", s.index, call, q.record.Question, got, want)
		}
	}
}

// What is shown of the files and of the seed is the same but for the paths.
func TestShownFilesAndSeedAgree(t *testing.T) {
	for _, c := range shownConfigs {
		t.Run(c.name, func(t *testing.T) {
			r, _ := shownDataset(t, 3, c.change)
			for index := range 3 {
				read, made := *shownAt(t, r, index).Page(), *madeAt(t, r, index).Page()
				if len(read.Entities) < 2 || len(read.Questions) != 10 || len(read.Relations) < 100 {
					t.Fatalf("page %+v shows too little", read)
				}
				if !reflect.DeepEqual(read, made) {
					t.Errorf("sample %d differs: %s", index, record.Differs(read, made))
				}
			}
		})
	}
}

func TestShownPage(t *testing.T) {
	r, job := shownDataset(t, 2, nil)
	files := r.set.cfg.filesOf("val", 1)
	for _, name := range []string{files.picture, files.drawing} {
		path := filepath.Join(job.Root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := shownAt(t, r, 1)
	p := s.Page()
	if p.Title != "val/1" || *p.Plan != (show.Rect{X0: -0.5, Y0: -0.5, X1: 4.5, Y1: 4.5}) {
		t.Errorf("title %q and plan %v", p.Title, *p.Plan)
	}
	if cam := p.Pictures[0].Camera; cam == nil || *cam != s.record.Mereo.Camera {
		t.Errorf("the camera is %+v, want that of the record", cam)
	}
	want := []show.Picture{{Name: "picture", Path: files.picture, Width: 960, Height: 720, Camera: p.Pictures[0].Camera},
		{Name: "drawing of the plan", Path: files.drawing, Width: 640, Height: 480, Drawing: true}}
	if !slices.Equal(p.Pictures, want) {
		t.Errorf("pictures %+v, want %+v", p.Pictures, want)
	}
	keys, objects := map[string]bool{}, 0
	for i, plane := range p.Entities {
		record := &s.record.Planes[i]
		if plane.ID != i+1 || plane.Channel != show.ChannelRegion || len(plane.Entities) != len(record.Objects) {
			t.Errorf("plane %d is %+v, want id %d and %d objects", i, plane, i+1, len(record.Objects))
		}
		keys[plane.Key] = true
		for k, o := range plane.Entities {
			objects++
			keys[o.Key] = true
			number := record.Objects[k]
			if o.Key != s.objectKey(number) || o.ID != number+1 || o.Channel != show.ChannelObject || o.Kind != "object" {
				t.Errorf("object %d of plane %d is %+v", number, i, o)
			}
			if len(o.Plan) < 3 || o.At == nil || len(o.Color) != 7 {
				t.Errorf("%s: outline %v, place %v, color %q", o.Key, o.Plan, o.At, o.Color)
			}
		}
	}
	if objects != len(s.record.Objects) || len(keys) != objects+len(p.Entities) {
		t.Errorf("%d objects and %d keys, want %d and %d", objects, len(keys), len(s.record.Objects), objects+len(p.Entities))
	}
	desk := p.Entities[len(p.Entities)-1]
	if desk.Name != "white desk" || desk.Color != "#ffffff" || desk.Edits != nil || *desk.At != [3]float64{2, 2, 0} {
		t.Errorf("the desk is %+v", desk)
	}
	for _, relation := range p.Relations {
		if !keys[relation.From] || !keys[relation.To] || !slices.Contains(directions, relation.Name) {
			t.Fatalf("relation %+v names what is not there", relation)
		}
	}
	from, to := s.record.ObjectRelations.Left[0][0], 0
	if left := (show.Relation{Name: "left", From: s.objectKey(from), To: s.objectKey(to)}); !slices.Contains(p.Relations, left) {
		t.Errorf("relation %+v is missing", left)
	} else if a, b := s.record.Objects[from].Center[0], s.record.Objects[to].Center[0]; a >= b {
		t.Errorf("%s is left of %s, but seen at %g and %g", left.From, left.To, a, b)
	}
	if _, err := json.Marshal(p); err != nil {
		t.Error(err)
	}
}

// Boxes are those of the label files where there are such. The published ones, which are others, are told in words.
func TestShownBoxes(t *testing.T) {
	r, job := shownDataset(t, 1, nil)
	files := r.set.cfg.filesOf("val", 0)
	drawn := *shownAt(t, r, 0).Page()
	write16 := func(name string, ids []uint16) {
		t.Helper()
		if _, err := write.Gray16(job.Root, name, publishedOptics.width, publishedOptics.height, ids); err != nil {
			t.Fatal(err)
		}
	}
	l := madeAt(t, r, 0).Labels(0)
	write16(files.ids, l.Object)
	write16(files.planes, l.Region)
	s := shownAt(t, r, 0)
	if !reflect.DeepEqual(*s.Page(), drawn) {
		t.Errorf("with label files the page is another one: %s", record.Differs(*s.Page(), drawn))
	}
	differ := 0
	check := func(e *show.Entity, published Box, how string) {
		t.Helper()
		row := show.Row{Name: "box as published", Value: fmt.Sprintf("x %g to %g, y %g to %g, %s, hidden or not", published.Left,
			published.Left+published.Width, published.Top, published.Top+published.Height, how)}
		same := e.Boxes[0] == show.Rect{X0: published.Left, Y0: published.Top, X1: published.Left + published.Width, Y1: published.Top + published.Height}
		if slices.Contains(e.Rows, row) == same {
			t.Errorf("%s is seen in %v and has the rows %v, want among them, or not: %v", e.Key, e.Boxes[0], e.Rows, row)
		}
		if !same {
			differ++
		}
	}
	for i := range drawn.Entities {
		e := &drawn.Entities[i]
		how := "of its corners"
		if s.record.Planes[i].Shape == "circle" {
			how = "of four points of its edge"
		}
		check(e, s.record.Planes[i].Box, how)
		for k, o := range s.record.Planes[i].Objects {
			check(&e.Entities[k], s.record.Objects[o].Box, "rounded, of its whole outline")
		}
	}
	if differ == 0 {
		t.Error("all published boxes are those of the pixels, so nothing was tested")
	}

	moved := slices.Clone(l.Object)
	for i, id := range moved {
		if id == 1 {
			moved[i] = 0
		}
	}
	moved[3*publishedOptics.width+5] = 1
	write16(files.ids, moved)
	for _, plane := range shownAt(t, r, 0).Page().Entities {
		for _, o := range plane.Entities {
			if want := (show.Rect{X0: 5, Y0: 3, X1: 6, Y1: 4}); o.Key == "object 1" && o.Boxes[0] != want {
				t.Errorf("its only pixel is in %v, and its box is %v", want, o.Boxes[0])
			}
		}
	}
	moved[7] = 99
	write16(files.ids, moved)
	want := fmt.Sprintf("qlevr: %s: object 99 at pixel (7, 0), want %d at most; make it again", files.ids, len(s.record.Objects))
	if _, err := r.Sample(0); err == nil || err.Error() != want {
		t.Errorf("an object that is none: %v, want %s", err, want)
	}
}

// The template of a question is told in words, once.
func TestShownTemplates(t *testing.T) {
	for _, c := range []struct {
		template Template
		want     string
	}{
		{Template{File: "each_at_most.json", Family: 20, Variant: []int{0, 2}}, "each_at_most, family 20, variant 0 2"},
		{Template{File: "all.json", Family: 7}, "all, family 7"},
	} {
		if got := c.template.words(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	r, _ := shownDataset(t, 1, nil)
	s := shownAt(t, r, 0)
	for i, q := range s.page.Questions {
		var names []string
		for _, row := range q.Rows {
			names = append(names, row.Name)
			if strings.ContainsAny(row.Value, "()'") {
				t.Errorf("question %d: %s is %q", i, row.Name, row.Value)
			}
		}
		if want := []string{"type", "quantifiers", "template"}; !slices.Equal(names, want) || q.Rows[2].Value != s.questions[i].instance.Template.words() {
			t.Errorf("question %d has the rows %v, want %q", i, q.Rows, want)
		}
	}
}

// Every function that templates call is described, and each can be called.
func TestShownFunctions(t *testing.T) {
	r := shownOf(t, setOf(t, nil), gen.Job{Split: "val"})
	list := r.Functions()
	names := map[string]bool{}
	for _, f := range list {
		names[f.Name] = true
		if f.Out == "" || slices.Contains(f.In, "") || !strings.HasSuffix(f.Help, ".") || strings.Contains(f.Help, "  ") {
			t.Errorf("%+v lacks types or a sentence", f)
		}
		if _, err := show.ReadProgram(secondLibrary, show.Program{{Function: f.Name, Inputs: []int{9}}}); err == nil {
			t.Errorf("%s takes anything", f.Name)
		}
	}
	for _, tm := range templates() {
		for i := range tm.Nodes {
			if n := &tm.Nodes[i]; n.Kind == "object" && strings.Contains(n.Type, "filter") && !names[n.Type] {
				t.Fatalf("%s is not described", n.Type)
			}
		}
	}
	if len(list) != len(names) || len(list) < 60 {
		t.Errorf("%d functions with %d names, want 60 or more", len(list), len(names))
	}
}

func TestShownFacets(t *testing.T) {
	r, job := shownDataset(t, 3, nil)
	for index := range 3 {
		f, err := r.Facets(index)
		if err != nil {
			t.Fatal(err)
		}
		s := shownAt(t, r, index)
		for _, o := range s.record.Objects {
			if !slices.Contains(f["shape"], o.Shape) || !slices.Contains(f["color"], o.Color) || !slices.Contains(f["material"], o.Material) {
				t.Errorf("sample %d: %v lacks %+v", index, f, o)
			}
		}
		for _, q := range s.questions {
			tm := q.instance.Template
			if !slices.Contains(f["answer"], yesOrNo(q.record.Answer)) || !slices.Contains(f["question type"], tm.Types[0]) ||
				len(tm.Quantifiers) > 0 && !slices.Contains(f["quantifier"], tm.Quantifiers[0]) {
				t.Errorf("sample %d: %v lacks question %s", index, f, tm.name())
			}
		}
		for name, values := range f {
			if !slices.Contains(r.FacetNames(), name) {
				t.Errorf("facet %q is not announced", name)
			}
			if slices.Sort(values); len(slices.Compact(slices.Clone(values))) != len(values) {
				t.Errorf("facet %s has a value twice: %q", name, values)
			}
		}
	}
	// A file that somebody has laid out anew says the same.
	name := filepath.Join(job.Root, r.set.cfg.filesOf("val", 2).record3D)
	before, _ := r.Facets(2)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append([]byte(" "), data...), 0o666); err != nil {
		t.Fatal(err)
	}
	if after, err := r.Facets(2); err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("facets of a file with a space: %v, %v, want %v", after, err, before)
	}
}

// Everything may be asked of one reader and one sample at once, with the answers that it gives alone.
func TestShownAtOnce(t *testing.T) {
	r, _ := shownDataset(t, 2, nil)
	look := func(s *shownSample, m *madeSample) (out []any) {
		f, err := r.Facets(1)
		if err != nil {
			t.Error(err)
		}
		read, err := r.Sample(1)
		if err != nil {
			t.Error(err)
		}
		again, err := r.Make(context.Background(), 1)
		if err != nil {
			t.Error(err)
		}
		changed, warnings, err := m.Edit(context.Background(), []show.Edit{{Kind: show.EditDelete, Entity: "object 1"}})
		if err != nil {
			t.Error(err)
		}
		out = append(out, f["objects"], read.Page(), again.Page(), changed.Page(), warnings, r.Functions())
		for i, q := range s.page.Questions {
			trace, err := s.Run(q.Program)
			out = append(out, trace, err, s.Reword(i, q.Program))
		}
		return out
	}
	s, m := shownAt(t, r, 1), madeAt(t, r, 1)
	want := look(s, m)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if got := look(s, m); !reflect.DeepEqual(got, want) {
				t.Error("what is seen at once is not what is seen alone")
			}
		})
	}
	all.Wait()
}

func TestShownMessages(t *testing.T) {
	r, job := shownDataset(t, 1, nil)
	files := r.set.cfg.filesOf("val", 0)
	if _, err := r.Sample(5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("sample 5: %v, want that it does not exist", err)
	}
	if _, err := r.Facets(5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("facets of 5: %v, want that it does not exist", err)
	}
	empty := shownOf(t, r.set, gen.Job{Seed: 7, Split: "val"})
	if _, err := empty.Sample(0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("sample without a dataset: %v, want that it does not exist", err)
	}
	if m := madeAt(t, empty, 0); len(m.page.Questions) != 0 || len(m.page.Entities) == 0 {
		t.Errorf("made without a dataset: %+v", m.page)
	}
	if l, err := r.Labels(0, 0); l != nil || err != nil {
		t.Errorf("labels of a sample without pictures: %v, %v", l, err)
	}
	for _, c := range []struct{ name, content, want string }{
		{files.questions, `[{"question_index":0}`, `"mereo ask" makes it again`},
		{files.record3D, `{"image_index":0}`, "qlevr: " + files.record3D + ": there are no planes, want at least the desk; make it again"},
		{files.record2D, `{"planes":[]}`, "qlevr: " + files.record2D + ": planes are missing, want the desk at least; make it again"},
	} {
		if err := os.WriteFile(filepath.Join(job.Root, c.name), []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Sample(0); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

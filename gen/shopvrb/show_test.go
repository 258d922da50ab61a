package shopvrb

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/scenes/annot"
)

// shownCount is how many samples these tests look at.
const shownCount = 3

// shownSets are made once for all tests, by their configurations, below one folder. Nobody changes their files.
var shownSets = struct {
	sync.Mutex
	root string
	made map[string]*shownReader
}{made: map[string]*shownReader{}}

// shownReader reads a split.
type shownReader struct {
	show.Reader
	job gen.Job
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shownSets.root != "" {
		os.RemoveAll(shownSets.root)
	}
	os.Exit(code)
}

// shownSet reads a set with records, questions and label pictures of its first samples.
func shownSet(t testing.TB, change func(c *Config)) *shownReader {
	t.Helper()
	all := &shownSets
	all.Lock()
	defer all.Unlock()
	s := setOf(t, change)
	key := fmt.Sprintf("%+v", s.cfg)
	if r, ok := all.made[key]; ok {
		return r
	}
	if all.root == "" {
		var err error
		if all.root, err = os.MkdirTemp("", "shopvrb-show"); err != nil {
			t.Fatal(err)
		}
	}
	job := gen.Job{Root: filepath.Join(all.root, strconv.Itoa(len(all.made))), Seed: 1, Split: "train"}
	all.made[key] = &shownReader{makeShown(t, s, job), job}
	return all.made[key]
}

func makeShown(t testing.TB, s *Set, job gen.Job) show.Reader {
	t.Helper()
	makeSamples(t, s, job, 0, 1, 2)
	for index := range shownCount {
		sampled, err := s.sampler(job).Sample(index)
		if err != nil {
			t.Fatal(err)
		}
		f, b := filesOf(job.Split, index), labelsOf(sceneOf(&sampled.plan))
		for _, step := range []func() (write.File, error){
			func() (write.File, error) { return write.Gray16(job.Root, f.ids, b.Width, b.Height, b.Object) },
			func() (write.File, error) { return write.Gray16(job.Root, f.parts, b.Width, b.Height, b.Part) },
			func() (write.File, error) { return write.NPY(job.Root, f.depth, []int{b.Height, b.Width}, b.ViewZ) },
		} {
			if _, err := step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	r, err := s.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sampleOf(t testing.TB, r show.Reader, index int) show.Sample {
	t.Helper()
	s, err := r.Sample(index)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func madeOf(t testing.TB, r show.Reader, index int) *showMade {
	t.Helper()
	m, err := r.Make(t.Context(), index)
	if err != nil {
		t.Fatal(err)
	}
	return m.Physics().(*showMade)
}

// The programs of all stored questions give the stored answers, whether they are asked about the files or about what is made again;
// both tell the same.
func TestShownSamplesAgreeWithTheirFiles(t *testing.T) {
	for name, change := range map[string]func(c *Config){
		"upright": nil, "raw": func(c *Config) { c.RawQuestions = true }, "dropped": func(c *Config) { c.Drop, c.Articulate = true, true },
	} {
		r := shownSet(t, change)
		for index := range 2 {
			s, m := sampleOf(t, r, index), madeOf(t, r, index)
			if !reflect.DeepEqual(s.Page(), m.Page()) {
				t.Errorf("%s, %d: pages differ: %s", name, index, record.Diff([]byte(asText(t, m.Page())), []byte(asText(t, s.Page()))))
			}
			if n := len(s.Page().Questions); n != 30 {
				t.Errorf("%s, %d: %d questions, want 30", name, index, n)
			}
			for _, sample := range []show.Sample{s, m} {
				for i, q := range sample.Page().Questions {
					trace, err := sample.Run(q.Program)
					if err != nil {
						t.Fatalf("%s, %d: question %d: %v", name, index, i, err)
					}
					if trace.Answer != q.Answer || trace.Fault != "" || len(trace.Results) != len(q.Program) {
						t.Errorf("%s, %d: question %d: %+v, want the answer %q and %d results", name, index, i, trace, q.Answer, len(q.Program))
					}
					if q.Choices != nil && !slices.Contains(q.Choices, q.Answer) {
						t.Errorf("%s, %d: question %d: %q is not among the choices %q", name, index, i, q.Answer, q.Choices)
					}
					if got := sample.Reword(i, q.Program); got != q.Text {
						t.Errorf("%s, %d: question %d in its own words is %q, want %q", name, index, i, got, q.Text)
					}
				}
			}
			stored, err := r.Labels(index, 0)
			if err != nil {
				t.Fatal(err)
			}
			drawn := m.Labels(0)
			if !reflect.DeepEqual(stored.Object, drawn.Object) || !reflect.DeepEqual(stored.Part, drawn.Part) ||
				!reflect.DeepEqual(stored.ViewZ, drawn.ViewZ) || len(drawn.Normal) != 3*len(drawn.Object) {
				t.Errorf("%s, %d: labels of the files and of what is made again differ", name, index)
			}
		}
	}
}

func asText(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// boxIn is where an id is seen.
func boxIn(width int, ids []uint16, id int) annot.Box {
	return annot.Whole(width, len(ids)/width, ids).Tally(int(slices.Max(ids))).Boxes[id-1]
}

// Things and parts have the boxes of their ids, and outlines that go around their places.
func TestShownEntitiesAreThoseOfTheLabels(t *testing.T) {
	r := shownSet(t, nil)
	m := madeOf(t, r, 2)
	p, l := m.Page(), m.Labels(0)
	parts := 0
	for _, e := range p.Entities {
		if want := boxIn(l.Width, l.Object, e.ID); e.Channel != show.ChannelObject || e.Boxes[0] != show.BoxOf(want) {
			t.Errorf("%s: box %v, want %v", e.Key, e.Boxes, want)
		}
		var x0, x1 = e.Plan[0][0], e.Plan[0][0]
		for k, a := range e.Plan {
			b := e.Plan[(k+1)%len(e.Plan)]
			if cross(a, b, e.Plan[(k+2)%len(e.Plan)]) <= 0 {
				t.Errorf("%s: the outline is not convex and counter-clockwise", e.Key)
			}
			x0, x1 = min(x0, a[0]), max(x1, a[0])
		}
		if e.At[0] < x0-0.5 || e.At[0] > x1+0.5 {
			t.Errorf("%s: the outline from x = %g to %g is not at x = %g", e.Key, x0, x1, e.At[0])
		}
		for _, part := range e.Entities {
			parts++
			if want := boxIn(l.Width, l.Part, part.ID); part.ID != parts || part.Boxes[0] != show.BoxOf(want) {
				t.Errorf("%s: id %d with box %v, want %d with %v", part.Key, part.ID, part.Boxes, parts, want)
			}
		}
	}
	if len(p.Relations) != 2*len(p.Entities)*(len(p.Entities)-1) {
		t.Errorf("%d relations of %d things, want each pair four times", len(p.Relations), len(p.Entities))
	}
	if got := asText(t, p.Entities[0].Rows); got == "" {
		t.Error(got)
	}
}

// Answers that are lists are told as people write lists, whether the dataset has them released or raw.
func TestShownLists(t *testing.T) {
	for _, c := range []struct {
		stored any
		want   string
	}{
		{"['high temperature resistant', 'dishwasher safe']", "high temperature resistant, dishwasher safe"},
		{[]any{"sharp", "rotating"}, "sharp, rotating"}, {`["cook's tool"]`, "cook's tool"}, {"[]", "none"}, {[]any{}, "none"},
		{"red", "red"}, {3.0, "3"}, {true, "yes"},
	} {
		if got := storedAnswer(c.stored); got != c.want {
			t.Errorf("%v is told as %q, want %q", c.stored, got, c.want)
		}
	}
	lists := 0
	for _, raw := range []bool{false, true} {
		r := shownSet(t, func(c *Config) { c.RawQuestions = raw })
		for index := range 2 {
			sample := sampleOf(t, r, index)
			s := world.TakeOf[*scene](sample).Plan
			for i, q := range sample.Page().Questions {
				outputs := newLibrary().RunPlain(s.plain, s.questions[i].program)
				if items, ok := listed(outputs[len(outputs)-1]); ok {
					lists++
					if want := strings.Join(items, ", "); q.Answer != want {
						t.Errorf("the answer is %q, want %q", q.Answer, want)
					}
				}
			}
		}
	}
	if lists == 0 {
		t.Error("no answer is a list, so nothing was tested")
	}
}

// What was dropped tells the point that relations are found by, beside the origin of its model.
func TestShownMiddle(t *testing.T) {
	r := shownSet(t, func(c *Config) { c.Drop = true })
	s := sampleOf(t, r, 0)
	for i, e := range s.Page().Entities {
		o := &world.TakeOf[*scene](s).Plan.record.Objects[i]
		for _, want := range []show.Row{
			{Name: "position", Value: show.Triple(o.Position) + ", of its model's origin"},
			{Name: "middle", Value: show.Triple(*o.place()) + ", by which relations are found"},
		} {
			if !slices.Contains(e.Rows, want) {
				t.Errorf("%s has the rows %v, want %v", e.Key, e.Rows, want)
			}
		}
	}
}

// Without a dataset samples are made, and there is nothing to read.
func TestShowWithoutADataset(t *testing.T) {
	s := setOf(t, nil)
	r, err := s.Show(gen.Job{Seed: 1, Split: "val"})
	if err != nil {
		t.Fatal(err)
	}
	m := madeOf(t, r, 4)
	if n := len(m.Page().Entities); n < 3 || len(m.Page().Questions) != 0 || m.Page().Title != "val/4" {
		t.Errorf("%q with %d things and %d questions, want val/4 with 3 or more and none", m.Page().Title, n, len(m.Page().Questions))
	}
	if _, err := r.Sample(4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading gives %v, want fs.ErrNotExist", err)
	}
	if _, err := r.Facets(4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("facets give %v, want fs.ErrNotExist", err)
	}
	if _, err := r.Labels(4, 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("labels give %v, want fs.ErrNotExist", err)
	}
}

// Published records tell neither models nor parts.
func TestShownPublishedRecords(t *testing.T) {
	s := setOf(t, func(c *Config) { c.AsPublished() })
	job := gen.Job{Root: t.TempDir(), Seed: 1, Split: "train"}
	makeSamples(t, s, job, 0)
	r, err := s.Show(job)
	if err != nil {
		t.Fatal(err)
	}
	p := sampleOf(t, r, 0).Page()
	for _, e := range p.Entities {
		if e.Plan != nil || e.Entities != nil || e.Edits != nil || e.Boxes[0].X1 == 0 || e.At == nil {
			t.Errorf("%+v: has what no file tells, or lacks box or place", e)
		}
	}
	if made := madeOf(t, r, 0).Page(); len(made.Entities) != len(p.Entities) || made.Entities[0].Plan == nil {
		t.Error("what is made again lacks outlines")
	}
}

func TestShownProgramsAreChecked(t *testing.T) {
	r := shownSet(t, nil)
	s := sampleOf(t, r, 0)
	call := func(function string, inputs []int, side ...string) show.Call {
		return show.Call{Function: function, Inputs: inputs, Side: side}
	}
	scene := call("scene", nil)
	for _, c := range []struct {
		program show.Program
		want    string
	}{
		{nil, "ask: program has no node"},
		{show.Program{call("sceen", nil)}, "ask: program: node 0 (sceen) is no function of shopvrb"},
		{show.Program{scene, call("filter_color", []int{0})}, "ask: program: node 1 (filter_color) has 0 side inputs, want 1"},
		{show.Program{scene, call("filter_size", []int{0}, "huge")},
			`ask: program: node 1 (filter_size) side input 0 is "huge", want one of ["small" "large" "medium-sized"]`},
		{show.Program{scene, call("relate", []int{0}, "above")},
			`ask: program: node 1 (relate) side input 0 is "above", want one of ["left" "right" "behind" "front"]`},
		{show.Program{scene, call("unique", []int{1})}, "ask: program: node 1 (unique) input 0 is node 1, want an earlier one"},
		{show.Program{scene, call("query_color", []int{0})}, "ask: program: node 1 (query_color) input 0 is a ObjectSet, want a Object"},
	} {
		if _, err := s.Run(c.program); err == nil || err.Error() != c.want {
			t.Errorf("%v: got %v, want %q", c.program, err, c.want)
		}
	}
	n := len(s.Page().Entities)
	trace, err := s.Run(show.Program{scene, call("unique", []int{0})})
	want := fmt.Sprintf("Call 1 (unique) gives nothing: it needs exactly one object and has %d objects.", n)
	if err != nil || trace.Fault != want || trace.Answer != "" || len(trace.Results) != 1 {
		t.Errorf("got %+v, %v, want the fault %q", trace, err, want)
	}
	trace, err = s.Run(show.Program{scene})
	if err != nil || len(trace.Results[0].Entities) != n || trace.Answer != fmt.Sprintf("%d objects", n) {
		t.Errorf("got %+v, %v, want all %d objects", trace, err, n)
	}
}

// All functions that questions use are told, with options for what they take.
func TestShownFunctions(t *testing.T) {
	r := shownSet(t, nil)
	functions := map[string]show.Function{}
	for _, f := range r.Functions() {
		if _, twice := functions[f.Name]; twice || f.Help == "" || f.Help[len(f.Help)-1] != '.' || f.Out == "" {
			t.Errorf("%+v: is told twice or badly", f)
		}
		functions[f.Name] = f
	}
	for index := range 3 {
		for _, q := range sampleOf(t, r, index).Page().Questions {
			for _, c := range q.Program {
				f, ok := functions[c.Function]
				if !ok || len(f.In) != len(c.Inputs) || len(f.Side) != len(c.Side) {
					t.Fatalf("%+v does not fit %+v", c, f)
				}
				for k, word := range c.Side {
					if !slices.Contains(f.Side[k].Options, word) {
						t.Errorf("%+v: %q is not among %q", c, word, f.Side[k].Options)
					}
				}
			}
		}
	}
}

func TestReplaceWord(t *testing.T) {
	for _, c := range []struct{ text, old, value, want string }{
		{"How many red mugs are there?", "red", "blue", "How many blue mugs are there?"},
		{"How many red mugs are there?", "mug", "knife", "How many red knives are there?"},
		{"Are there any big knives?", "large", "small", "Are there any tiny knives?"},
		{"Are there any large knives?", "large", "small", "Are there any small knives?"},
		{"What is to the left of the pan?", "left", "behind", "What is behind the pan?"},
		{"What is left of the pan?", "left", "front", "What is in front of the pan?"},
		{"Is there a metallic metal pan?", "metal", "plastic", "Is there a metallic plastic pan?"},
		{"Is a tumbler behind the wine glass?", "glass", "mug", "Is a mug behind the wine glass?"},
		{"Is a tumbler behind the tumbler?", "glass", "mug", ""},
		{"How many things are there?", "mug", "pot", ""},
		{"How many pairs of scissors are there?", "scissors", "wine glass", "How many wine glasses are there?"},
		{"Is the wine glass left of the mug?", "wine glass", "scissors", "Is the pair of scissors left of the mug?"},
		{"Is there a heavy pan?", "heavy", "light", "Is there a lightweight pan?"},
	} {
		got := lexiconOf(newVocabulary(), false).Reword(c.text, map[string]string{c.old: c.value}, func(from, to string) bool { return true })
		if got != c.want {
			t.Errorf("%q with %q for %q is %q, want %q", c.text, c.value, c.old, got, c.want)
		}
	}
}

// A question with another value says that value, has the answer that the program has, and is empty where it cannot be said.
func TestReword(t *testing.T) {
	r := shownSet(t, nil)
	said, unsaid := 0, 0
	for index := range shownCount {
		s := sampleOf(t, r, index)
		for i, q := range s.Page().Questions {
			for k, c := range q.Program {
				if c.Function != "filter_color" {
					continue
				}
				p := slices.Clone(q.Program)
				p[k].Side = []string{"purple"}
				if c.Side[0] == "purple" {
					p[k].Side = []string{"gray"}
				}
				text := s.Reword(i, p)
				if text == "" {
					unsaid++
					continue
				}
				said++
				if fault := textFault(text); fault != "" || !strings.Contains(text, p[k].Side[0]) || text == q.Text {
					t.Errorf("%q became %q (%s), want one that says %s", q.Text, text, fault, p[k].Side[0])
				}
				p[k].Function = "filter_size"
				if got := s.Reword(i, p); got != "" {
					t.Errorf("another function gives %q, want nothing", got)
				}
			}
		}
	}
	if said < 10 || unsaid > said/2 {
		t.Errorf("%d colors were said and %d not, want at least 10, and most", said, unsaid)
	}
}

// What light decoding finds is what whole decoding finds.
func TestFacets(t *testing.T) {
	for _, raw := range []bool{false, true} {
		r := shownSet(t, func(c *Config) { c.RawQuestions = raw })
		for index := range 3 {
			got, err := r.Facets(index)
			if err != nil {
				t.Fatal(err)
			}
			sample := sampleOf(t, r, index)
			s := world.TakeOf[*scene](sample).Plan
			want := show.Facets{"objects": {fmt.Sprint(len(s.record.Objects))}, "ground": {s.record.Extra.Ground}}
			for _, o := range s.record.Objects {
				want.Add("category", o.Name)
				want.Add("color", o.Color)
				want.Add("material", o.Material)
				want.Add("size", o.Size)
			}
			for _, q := range sample.Page().Questions {
				want.Add("question type", questionType(q.Program[len(q.Program)-1].Function))
				if q.Choices != nil {
					want.Add("answer", q.Answer)
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("raw %v, %d: facets are %v, want %v", raw, index, got, want)
			}
			for name := range got {
				if !slices.Contains(r.FacetNames(), name) {
					t.Errorf("%s is not among the names", name)
				}
			}
		}
	}
}

func BenchmarkShowFacets(b *testing.B) {
	r := shownSet(b, nil)
	for b.Loop() {
		if _, err := r.Facets(0); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkShowSample(b *testing.B) {
	r := shownSet(b, nil)
	for b.Loop() {
		if _, err := r.Sample(0); err != nil {
			b.Fatal(err)
		}
	}
}

// Files of other samples and damaged ones are told.
func TestShownFilesAreChecked(t *testing.T) {
	job := gen.Job{Root: t.TempDir(), Seed: 1, Split: "train"}
	r := makeShown(t, setOf(t, nil), job)
	f0, f1 := filesOf("train", 0), filesOf("train", 1)
	data, err := os.ReadFile(filepath.Join(job.Root, f0.record))
	if err != nil {
		t.Fatal(err)
	}
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(job.Root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(got error, want string) {
		t.Helper()
		if got == nil || got.Error() != want {
			t.Errorf("got %v, want %q", got, want)
		}
	}
	put(f1.record, string(data))
	_, err = r.Sample(1)
	expect(err, "shopvrb: scenes/train/SHOP_VRB_train_000001.json is scene 0 of split train, want scene 1 of split train")
	put(f1.record, "{}")
	_, err = r.Facets(1)
	expect(err, "shopvrb: scenes/train/SHOP_VRB_train_000001.json: line 1, column 1: objects is missing; generate the scene again")
	put(f0.visual, "[null]")
	_, err = r.Sample(0)
	expect(err, "shopvrb: questions/train/SHOP_VRB_train_000000.json: question 0 is null; ask the questions again")
	_, err = r.Labels(0, 1)
	expect(err, "shopvrb: train/0: there is no picture 1, want 0 to 0")
}

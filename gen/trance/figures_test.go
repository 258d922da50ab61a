package trance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/scenes/rng"
)

// measure writes records and measures them.
func measure(t *testing.T, cfg Config, samples []*generatedSample, damage func(i int, record map[string]any)) []gen.Figure {
	t.Helper()
	job, made := putRecords(t, cfg, samples, damage)
	out, err := figures(t.Context(), cfg, job, made)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func putRecords(t *testing.T, cfg Config, samples []*generatedSample, damage func(i int, record map[string]any)) (gen.Job, *gen.Counts) {
	t.Helper()
	job := gen.Job{Root: t.TempDir(), Seed: 1, Split: "val", Count: len(samples)}
	if err := os.MkdirAll(filepath.Join(job.Root, "val/info"), 0o777); err != nil {
		t.Fatal(err)
	}
	var made gen.Counts
	for i, m := range samples {
		data := cfg.infoRecord(i, m).encode()
		if damage != nil {
			var record map[string]any
			if err := json.Unmarshal(data, &record); err != nil {
				t.Fatal(err)
			}
			damage(i, record)
			var err error
			if data, err = json.Marshal(record); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(job.Root, cfg.infoPath(job.Split, i)), data, 0o666); err != nil {
			t.Fatal(err)
		}
		made.Add(&gen.Item{Rejects: m.refusals, Tally: map[string]map[string]int{"tries": {"steps": m.trials}}})
	}
	return job, &made
}

// TestFiguresOfReference: what the published generator makes passes, many samples and few. So the figures are those that the
// published numbers are about.
func TestFiguresOfReference(t *testing.T) {
	answers := []string{ // of which nothing is known where objects are only moved
		"their steps in any order: right", "no steps: distance", "no steps: distance for each step", "no steps: right",
		"no steps: last state reached", "random steps: distance", "random steps: distance for each step", "random steps: right",
		"random steps: overlap", "random steps: out of the plane", "steps in reverse: right",
		"steps in reverse: last state reached",
	}
	three := []string{"sequences of 3 pairs that occurred before", "sequences of 3 pairs, most frequent"}
	for _, c := range []struct {
		problem string
		samples int
		without []string // figures
	}{
		{ProblemStandard, 3000, []string{"sequences of 3 pairs, standard deviation"}},
		{ProblemStandard, 100, []string{
			"steps with each pair", "sequences of 2 pairs that occur", "sequences of 3 pairs, standard deviation",
			"their steps in any order: right",
		}},
		{ProblemStandard, 1, []string{
			"steps with each pair", "sequences of 2 pairs that occur", "sequences of 3 pairs, standard deviation",
			"their steps in any order: right", "no steps: distance", "no steps: distance for each step",
			"random steps: distance", "random steps: distance for each step", "options of a move out",
		}},
		{ProblemPosition, 800, append(append(answers, three...), "sequences of 2 pairs, most frequent")},
	} {
		t.Run(fmt.Sprint(c.problem, c.samples), func(t *testing.T) {
			cfg := DefaultConfig()
			cfg.Problem = c.problem
			var got []string
			for _, f := range measure(t, cfg, referenceSamples(cfg, c.samples), nil) {
				if !f.Pass {
					t.Errorf("%s: got %s, want %s", f.Name, f.Value, f.Target)
				}
				t.Logf("%-70s %-60s %s", f.Name, f.Target, f.Value)
				got = append(got, f.Name)
			}
			want := slices.DeleteFunc(slices.Clone(figureNames), func(n string) bool { return slices.Contains(c.without, n) })
			if !slices.Equal(got, want) {
				t.Errorf("figures are\n%q, want\n%q", got, want)
			}
		})
	}
}

// figureNames are all figures of records, in their order.
var figureNames = []string{
	figForm, figSteps, "samples of each number of steps", "samples of each number of visible objects", "steps of each object",
	"moves of each type", "steps with each pair",
	"sequences of 2 pairs that occur", "sequences of 2 pairs, most frequent", "sequences of 2 pairs, standard deviation",
	"sequences of 3 pairs that occurred before", "sequences of 3 pairs, most frequent",
	"sequences of 3 pairs, standard deviation", "sequences of 4 pairs, most frequent",
	"objects at first, color.gray", "objects at first, color.red", "objects at first, color.blue",
	"objects at first, color.green", "objects at first, color.brown", "objects at first, color.purple",
	"objects at first, color.cyan", "objects at first, color.yellow", "objects at first, material.rubber",
	"objects at first, material.metal", "objects at first, material.glass", "objects at first, shape.cube",
	"objects at first, shape.sphere", "objects at first, shape.cylinder", "objects at first, size.large",
	"objects at first, size.medium", "objects at first, size.small",
	"samples that the order of their steps can spoil", "their steps in any order: right",
	"samples whose last state depends on the order of their steps",
	"no steps: distance", "no steps: distance for each step", "no steps: right", "no steps: last state reached",
	"random steps: distance", "random steps: distance for each step", "random steps: right", "random steps: overlap",
	"random steps: out of the plane", "steps in reverse: right", "steps in reverse: last state reached",
	figClose, "options of a move out", figGivenUp,
	"steps that could not be done", figVanish,
}

// TestFiguresOfFloor: the floor is looked at in pictures, where no object hides it.
func TestFiguresOfFloor(t *testing.T) {
	const name = "level of the floor in the middle of first pictures"
	cfg := DefaultConfig()
	samples := referenceSamples(cfg, 60)
	job, made := putRecords(t, cfg, samples, nil)
	job.Pictures = true
	for _, c := range []struct {
		level, object int
		pass          bool
	}{{160, 0, true}, {139, 255, false}, {186, 0, false}} {
		for i, m := range samples {
			level := c.level
			if newCounter(&m.sceneSetup).ids(&m.states[0], cameraCenter)[120*publishedWidth+160] > 0 {
				level = c.object
			}
			p := cfg.pictures(job.Split, i, len(m.steps))[0]
			rgb := bytes.Repeat([]byte{byte(level)}, 3*publishedWidth*publishedHeight)
			if _, err := write.RGBA(job.Root, p.path, publishedWidth, publishedHeight, rgb); err != nil {
				t.Fatal(err)
			}
		}
		got, err := figures(t.Context(), cfg, job, made)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(got, func(f gen.Figure) bool { return f.Name == name })
		if i < 0 || got[i].Pass != c.pass || !strings.HasPrefix(got[i].Value, fmt.Sprint(c.level, " of ")) {
			t.Errorf("level %d: figures are %+v, want one of it that passes: %v", c.level, got, c.pass)
		}
	}
}

// failing are the names of the figures that do not pass.
func failing(figures []gen.Figure) (names []string) {
	for _, f := range figures {
		if !f.Pass {
			names = append(names, f.Name)
		}
	}
	return names
}

// TestFiguresHowever: figures do not depend on how many processors measure.
func TestFiguresHowever(t *testing.T) {
	cfg := DefaultConfig()
	job, made := putRecords(t, cfg, referenceSamples(cfg, 60), nil)
	one := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(one)
	var want []gen.Figure
	for workers := 1; workers <= 4; workers++ {
		runtime.GOMAXPROCS(workers)
		got, err := figures(t.Context(), cfg, job, made)
		if err != nil {
			t.Fatal(err)
		}
		if workers == 1 {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("figures of %d processors: %+v, of one %+v", workers, got, want)
		}
	}
}

// TestFiguresOfUnreadable: records that are no JSON are of another form; those that are not there are an error that names
// the first.
func TestFiguresOfUnreadable(t *testing.T) {
	cfg := DefaultConfig()
	job, made := putRecords(t, cfg, referenceSamples(cfg, 3), nil)
	name := cfg.infoPath(job.Split, 1)
	path := filepath.Join(job.Root, name)
	for _, text := range []string{`{"states": [`, `{"states": 1}`, ``} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := figures(t.Context(), cfg, job, made)
		if failed := failing(got); err != nil || len(failed) == 0 || failed[0] != figForm {
			t.Errorf("%q: figures %q fail (%v), want %q", text, failed, err, figForm)
		}
	}
	for _, i := range []int{2, 1} { // the first one counts
		if err := os.Remove(filepath.Join(job.Root, cfg.infoPath(job.Split, i))); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		_, err := figures(t.Context(), cfg, job, made)
		if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "\n") {
			t.Errorf("error is %v, want one that names %s", err, name)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := figures(ended, cfg, job, made); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
	job.Count = 0
	if got, err := figures(t.Context(), cfg, job, &gen.Counts{}); err != nil || len(got) != 1 || !got[0].Pass {
		t.Errorf("no samples: %+v, %v; want one figure that passes", got, err)
	}
}

// TestTables counts by hand: two samples, with red, blue and red.
func TestTables(t *testing.T) {
	cfg := DefaultConfig()
	var samples []*generatedSample
	for _, words := range [][]string{{"red", "blue"}, {"red"}} {
		m := &generatedSample{
			sceneSetup: newSceneSetup(publishedLens, rng.Named("trance/tables")),
			states:     make([]State, 1+len(words)), pixels: make([]pixelCounts, 1+len(words)), types: make([]moveType, len(words)),
		}
		for _, word := range words {
			m.steps = append(m.steps, Step{0, pairOf(Color, slices.Index(values[Color], word))})
		}
		samples = append(samples, m)
	}
	job, _ := putRecords(t, cfg, samples, nil)
	if _, err := cfg.assemble(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	got, err := tables(t.Context(), cfg, job)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"1", "33", "0", "2", "0.0", "0.0909", "0.3785"}, // 3/33; sqrt(5/33 - (3/33)^2)
		{"2", "1089", "0", "1", "0.0", "0.0009", "0.0303"},
		{"3", "35937", "0", "0", "0.0", "0.0000", "0.0000"},
		{"4", "1185921", "0", "0", "0.0", "0.0000", "0.0000"},
	}
	if len(got) != 2 || !reflect.DeepEqual(got[0].Rows, want) || !reflect.DeepEqual(got[1].Rows[2], []string{"empty", "2", "100.00", "100.00", "0.000"}) {
		t.Errorf("tables are %+v, want rows %v", got, want)
	}
	for _, row := range got[0].Rows {
		if len(row) != len(got[0].Head) {
			t.Errorf("row %q has other columns than %q", row, got[0].Head)
		}
	}
}

// An object is counted that is seen at first from the center and hidden at last, unless a step changed it, and none that left.
func TestVanish(t *testing.T) {
	m := &generatedSample{sceneSetup: sceneSetup{lens: publishedLens}, states: make([]State, 2), pixels: make([]pixelCounts, 2)}
	for i := range ObjectCount {
		m.pixels[0][cameraCenter][i], m.pixels[1][cameraCenter][i] = enoughPixels, enoughPixels
	}
	m.steps = []Step{{2, pairOf(Color, 1)}}
	m.pixels[1][cameraCenter][1] = enoughPixels - 1 // hidden
	m.pixels[1][cameraCenter][2] = 0                // and changed
	m.pixels[0][cameraCenter][3] = 0                // hidden at first
	m.pixels[1][cameraCenter][4] = 0
	m.states[1][4].Position = Point{X: 39} // out of the visible area
	if n, of := (&observation{generatedSample: m}).vanish(); n != 1 || of != ObjectCount-2 {
		t.Errorf("%d of %d, want 1 of %d", n, of, ObjectCount-2)
	}
}

package trance

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/scenes/rng"
)

// measure writes records and measures them.
func measure(t *testing.T, cfg Config, samples []*Made, damage func(i int, record map[string]any)) []gen.Figure {
	t.Helper()
	job, items := putRecords(t, cfg, samples, damage)
	out, err := figures(t.Context(), cfg, job, items)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func putRecords(t *testing.T, cfg Config, samples []*Made, damage func(i int, record map[string]any)) (gen.Job, []gen.Item) {
	t.Helper()
	job := gen.Job{Root: t.TempDir(), Seed: 1, Split: "val"}
	if err := os.MkdirAll(filepath.Join(job.Root, "val/info"), 0o777); err != nil {
		t.Fatal(err)
	}
	var items []gen.Item
	for i, m := range samples {
		data, err := cfg.infoRecord(i, m).encode()
		if err != nil {
			t.Fatal(err)
		}
		if damage != nil {
			var record map[string]any
			if err := json.Unmarshal(data, &record); err != nil {
				t.Fatal(err)
			}
			damage(i, record)
			if data, err = json.Marshal(record); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(job.Root, cfg.infoPath(job.Split, i)), data, 0o666); err != nil {
			t.Fatal(err)
		}
		items = append(items, gen.Item{
			Index: i, Attempt: m.Attempt, Rejects: m.Refusals, Tally: map[string]map[string]int{"tries": {"steps": m.Tries}},
		})
	}
	return job, items
}

// TestFiguresOfReference: what the published generator makes passes, many samples and few. So the figures are those that the
// published numbers are about.
func TestFiguresOfReference(t *testing.T) {
	for _, c := range []struct {
		problem       string
		samples, want int // want figures
	}{
		{ProblemStandard, 3000, 53},
		{ProblemStandard, 100, 50}, // too few steps for each pair, for all sequences of two, and samples that the order spoils
		{ProblemStandard, 1, 45},   // no means, no move out
		{ProblemPosition, 800, 39}, // nothing is known of answers
	} {
		t.Run(fmt.Sprint(c.problem, c.samples), func(t *testing.T) {
			cfg := DefaultConfig()
			cfg.Problem = c.problem
			got := measure(t, cfg, made(cfg, c.samples), nil)
			for _, f := range got {
				if !f.Pass {
					t.Errorf("%s: got %s, want %s", f.Name, f.Value, f.Target)
				}
				t.Logf("%-70s %-60s %s", f.Name, f.Target, f.Value)
			}
			if len(got) != c.want {
				t.Errorf("%d figures, want %d", len(got), c.want)
			}
		})
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
	job, items := putRecords(t, cfg, made(cfg, 60), nil)
	one := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(one)
	var want []gen.Figure
	for workers := 1; workers <= 4; workers++ {
		runtime.GOMAXPROCS(workers)
		got, err := figures(t.Context(), cfg, job, items)
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

// TestFiguresOfUnreadable: records that are not there, or no JSON, are errors that name them.
func TestFiguresOfUnreadable(t *testing.T) {
	cfg := DefaultConfig()
	job, items := putRecords(t, cfg, made(cfg, 3), nil)
	name := cfg.infoPath(job.Split, 1)
	path := filepath.Join(job.Root, name)
	for _, damage := range []func() error{
		func() error { return os.WriteFile(path, []byte(`{"states": [`), 0o666) },
		func() error { return os.WriteFile(path, []byte(`{"states": 1}`), 0o666) },
		func() error { return os.Remove(path) },
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		if _, err := figures(t.Context(), cfg, job, items); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error is %v, want one that names %s", err, name)
		}
	}
	if got, err := figures(t.Context(), cfg, job, nil); err != nil || len(got) != 1 || !got[0].Pass {
		t.Errorf("no samples: %+v, %v; want one figure that passes", got, err)
	}
}

// TestTables counts by hand: two samples, with red, blue and red.
func TestTables(t *testing.T) {
	cfg := DefaultConfig()
	var samples []*Made
	for _, words := range [][]string{{"red", "blue"}, {"red"}} {
		m := &Made{
			Setup:  newSetup(rng.Named("trance/tables")),
			States: make([]State, 1+len(words)), Pixels: make([]Pixels, 1+len(words)), Types: make([]MoveType, len(words)),
		}
		for _, word := range words {
			m.Steps = append(m.Steps, Step{0, PairOf(Color, slices.Index(values[Color], word))})
		}
		samples = append(samples, m)
	}
	job, items := putRecords(t, cfg, samples, nil)
	got, err := tables(t.Context(), cfg, job, items)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"1", "33", "0", "2", "0.0", "0.0909", "0.3785"}, // 3/33; sqrt(5/33 - (3/33)^2)
		{"2", "1089", "0", "1", "0.0", "0.0009", "0.0303"},
		{"3", "35937", "0", "0", "0.0", "0.0000", "0.0000"},
		{"4", "1185921", "0", "0", "0.0", "0.0000", "0.0000"},
	}
	if len(got) != 1 || !reflect.DeepEqual(got[0].Rows, want) {
		t.Errorf("tables are %+v, want rows %v", got, want)
	}
	for _, row := range got[0].Rows {
		if len(row) != len(got[0].Head) {
			t.Errorf("row %q has other columns than %q", row, got[0].Head)
		}
	}
}

// TestMeans: a mean of what is divided by its number of steps, and how far off it may be.
func TestMeans(t *testing.T) {
	var m moments
	m.add(2, 2) // 1
	m.add(2, 6) // 3
	m.add(3, 6) // 2
	m.add(1, 6) // 6
	mean, deviation, n := m.mean(perStep)
	if want := math.Sqrt(14.0 / 4 / 3); mean != 3 || math.Abs(deviation-want) > 1e-12 || n != 4 { // squares sum up to 50
		t.Errorf("mean %g, error %g of %d, want 3, %g, 4", mean, deviation, n, want)
	}
	if got := []int{perOrder(1), perOrder(2), perOrder(3), perOrder(4)}; !slices.Equal(got, []int{1, 2, 6, 24}) {
		t.Errorf("orders of 1 to 4 steps: %v", got)
	}
}

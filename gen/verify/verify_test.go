package verify

import (
	"fmt"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/internal/dots"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestVerify(t *testing.T) {
	root := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(root), 40, loop.Options{})
	r, err := Dataset(t.Context(), dots.Set{Side: 5}, root, Options{Remake: 0.5, Figures: true})
	if err != nil {
		t.Fatal(err)
	}
	// 80 files of samples, 1 of a block, 1 joined, and dataset.json, sheet.png, stats.html, README.md.
	if !r.Pass() || r.Samples != 40 || r.Files != 86 || len(r.Figures) != 1 {
		t.Errorf("report is %+v, want 40 samples and 86 files without problems", r)
	}
	if r.Remade < 10 || r.Remade > 30 {
		t.Errorf("%d of 40 samples made again, want about half", r.Remade)
	}

	for _, c := range []struct {
		name, file, content string // no content: removed
		want                []string
	}{
		{"a sample's picture is gone", "train/images/dots_train_000004.png", "", []string{"train/images/dots_train_000004.png checksum"}},
		{"a record says something else", "train/records/000007.json", `{"X":9}`, []string{"train/records/000007.json checksum", "train/records/000007.json inside"}},
		{"a record is no JSON", "train/records/000008.json", `{`, []string{"train/records/000008.json checksum", "train/records/000008.json readable"}},
		{"a joined file is other", "train/records.json", `[]`, []string{"train/records.json checksum"}},
		{"the statistics page is gone", "stats.html", "", []string{"stats.html checksum"}},
		{"the manifest is gone", "manifest.json", "", []string{"manifest.json complete"}},
	} {
		name := filepath.Join(root, c.file)
		old, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if c.content == "" {
			err = os.Remove(name)
		} else {
			err = os.WriteFile(name, []byte(c.content), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := Dataset(t.Context(), dots.Set{Side: 5}, root, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range r.Problems {
			got = append(got, p.File+" "+p.Rule)
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) || r.Pass() {
			t.Errorf("%s: problems are %q, want %q", c.name, got, c.want)
		}
		if err := os.WriteFile(name, old, 0o666); err != nil {
			t.Fatal(err)
		}
	}

	if err := os.Remove(filepath.Join(root, "train/blocks/0000.json")); err != nil {
		t.Fatal(err)
	}
	r, err = Dataset(t.Context(), dots.Set{Side: 5}, root, Options{})
	if err != nil || r.Pass() || r.Problems[0].Rule != "complete" {
		t.Errorf("without a block: %+v, %v", r, err)
	}
	if _, err := Dataset(t.Context(), dots.Set{Side: 5}, t.TempDir(), Options{}); err == nil || !strings.Contains(err.Error(), "no dataset is there") {
		t.Errorf("an empty folder: %v", err)
	}
}

// Of a split so small that chance chooses few, ten samples are made again.
func TestVerifyMakesTenAgain(t *testing.T) {
	root := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(root), 30, loop.Options{})
	for share, want := range map[float64]int{0: 0, 1e-9: 10, 1: 30} {
		r, err := Dataset(t.Context(), dots.Set{Side: 5}, root, Options{Remake: share})
		if err != nil || r.Remade < want || share != 1e-9 && r.Remade > want || r.Remade > 2*want {
			t.Errorf("share %g: %d made again, %v, want %d", share, r.Remade, err, want)
		}
	}
}

// What rests on chance is not judged by a handful of samples.
func TestFiguresByChance(t *testing.T) {
	f := gen.Figure{Name: "share"}.ByChance()
	f.Judge(12)
	if want := "12 of at least 500 samples"; f.NotJudged != want {
		t.Errorf("of 12 samples the figure says %q, want %q", f.NotJudged, want)
	}
	if r := (Report{Figures: []Figures{{"train", []gen.Figure{f}}}}); !r.Pass() {
		t.Error("a figure that is not judged fails the report")
	}
	f = gen.Figure{Name: "share"}.ByChance()
	f.Judge(500)
	exact := gen.Figure{Name: "faults"}
	exact.Judge(1)
	for _, g := range []gen.Figure{f, exact} {
		if r := (Report{Figures: []Figures{{"train", []gen.Figure{g}}}}); g.NotJudged != "" || r.Pass() {
			t.Errorf("%s is out and passes: %q", g.Name, g.NotJudged)
		}
	}
}

// A single sample is no split, and nothing is wrong with it; a split without its plan is damaged.
func TestVerifyWithoutSplit(t *testing.T) {
	root := t.TempDir()
	if _, err := loop.One(t.Context(), dots.Set{Side: 5}, dots.Train(root), 0); err != nil {
		t.Fatal(err)
	}
	r, err := Dataset(t.Context(), dots.Set{Side: 5}, root, Options{})
	if err != nil || !r.Pass() || !strings.Contains(r.Note, "no split was begun") {
		t.Errorf("a single sample: %+v, %v, want a note and no problem", r, err)
	}
	root = t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(root), 2, loop.Options{})
	for _, name := range []string{gen.PlanPath("train"), gen.ManifestFile} {
		if err := os.Remove(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	if r, err = Dataset(t.Context(), dots.Set{Side: 5}, root, Options{}); err != nil || r.Pass() || r.Note != "" {
		t.Errorf("a split without its plan: %+v, %v, want problems", r, err)
	}
}

func mustRun(t *testing.T, set gen.Set, job gen.Job, count int, opt loop.Options) {
	t.Helper()
	if _, err := loop.Run(t.Context(), set, job, count, opt); err != nil {
		t.Fatal(err)
	}
}

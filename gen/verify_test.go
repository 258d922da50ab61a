package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestVerify(t *testing.T) {
	root := t.TempDir()
	mustRun(t, dots{Side: 5}, train(root), 40, Options{})
	r, err := Verify(t.Context(), dots{Side: 5}, root, VerifyOptions{Remake: 0.5, Figures: true})
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
		r, err := Verify(t.Context(), dots{Side: 5}, root, VerifyOptions{})
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
	r, err = Verify(t.Context(), dots{Side: 5}, root, VerifyOptions{})
	if err != nil || r.Pass() || r.Problems[0].Rule != "complete" {
		t.Errorf("without a block: %+v, %v", r, err)
	}
	if _, err := Verify(t.Context(), dots{Side: 5}, t.TempDir(), VerifyOptions{}); err == nil || !strings.Contains(err.Error(), "no dataset is there") {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestMergeRefuses(t *testing.T) {
	a, b, other := t.TempDir(), t.TempDir(), t.TempDir()
	mustRun(t, dots{Side: 5}, train(a), 1010, Options{Part: Part{1, 2}})
	mustRun(t, dots{Side: 5}, train(b), 1010, Options{Part: Part{2, 2}})
	mustRun(t, dots{Side: 7}, train(other), 20, Options{})
	out := filepath.Join(t.TempDir(), "out")
	_, err := Merge(t.Context(), dots{Side: 5}, out, []string{a, other})
	if got, want := fmt.Sprint(err), fmt.Sprintf("gen: merge: %s holds another configuration: side is 5, asked for 7 (in %s)", a, other); got != want {
		t.Errorf("error is %q, want %q", got, want)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a refused merge wrote something")
	}
	if err := os.WriteFile(filepath.Join(b, "train/records/001005.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = Merge(t.Context(), dots{Side: 5}, out, []string{a, b})
	if got, want := fmt.Sprint(err), "train/records/001005.json: 3 bytes"; !strings.Contains(strings.Replace(got, "2 bytes", "3 bytes", 1), want) {
		t.Errorf("error is %q, want it to name the damaged file", got)
	}
	left, err := Merge(t.Context(), dots{Side: 5}, out, []string{a})
	if err != nil || left["train"] != 1 {
		t.Errorf("merging one half: %v, %v, want one block left", left, err)
	}
}

// The page and the card ask for nothing from elsewhere, and name only files that are there.
func TestPagesAreOffline(t *testing.T) {
	root := t.TempDir()
	mustRun(t, dots{Side: 5}, train(root), 40, Options{})
	page, err := os.ReadFile(filepath.Join(root, statsName))
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(string(page), -1)
	if len(links) < 3*shownSamples {
		t.Errorf("%d links in the page, want at least %d", len(links), 3*shownSamples)
	}
	for _, l := range links {
		if id, ok := strings.CutPrefix(l[1], "#"); ok {
			if n := strings.Count(string(page), ` id="`+id+`"`); n != 1 {
				t.Errorf("%d places are called %q, which a link names", n, id)
			}
			continue
		}
		if _, err := os.Stat(filepath.Join(root, l[1])); err != nil {
			t.Errorf("link %q: %v", l[1], err)
		}
	}
	if n := strings.Count(string(page), "<figure>"); n != 1 {
		t.Errorf("%d charts, want 1 of colors", n)
	}
	if strings.Contains(string(page), "<script") {
		t.Error("the page has a script")
	}
	if i := strings.Index(string(page), "://"); i >= 0 {
		t.Errorf("the page names an address: %s", page[max(0, i-30):i+30])
	}
	card, err := os.ReadFile(filepath.Join(root, cardName))
	if err != nil {
		t.Fatal(err)
	}
	if want := "mereo generate dots --out DIR --config dataset.json --seed 0 --split train --count 40\n"; !strings.Contains(string(card), want) {
		t.Errorf("the card does not say %q:\n%s", want, card)
	}
}

// Of a split so small that chance chooses few, ten samples are made again.
func TestVerifyMakesTenAgain(t *testing.T) {
	root := t.TempDir()
	mustRun(t, dots{Side: 5}, train(root), 30, Options{})
	for share, want := range map[float64]int{0: 0, 1e-9: 10, 1: 30} {
		r, err := Verify(t.Context(), dots{Side: 5}, root, VerifyOptions{Remake: share})
		if err != nil || r.Remade < want || share != 1e-9 && r.Remade > want || r.Remade > 2*want {
			t.Errorf("share %g: %d made again, %v, want %d", share, r.Remade, err, want)
		}
	}
}

// What rests on chance is not judged by a handful of samples.
func TestFiguresByChance(t *testing.T) {
	f := Figure{Name: "share"}.ByChance()
	f.Judge(12)
	if want := "12 of at least 500 samples"; f.NotJudged != want {
		t.Errorf("of 12 samples the figure says %q, want %q", f.NotJudged, want)
	}
	if r := (Report{Figures: []Figures{{"train", []Figure{f}}}}); !r.Pass() {
		t.Error("a figure that is not judged fails the report")
	}
	f = Figure{Name: "share"}.ByChance()
	f.Judge(500)
	exact := Figure{Name: "faults"}
	exact.Judge(1)
	for _, g := range []Figure{f, exact} {
		if r := (Report{Figures: []Figures{{"train", []Figure{g}}}}); g.NotJudged != "" || r.Pass() {
			t.Errorf("%s is out and passes: %q", g.Name, g.NotJudged)
		}
	}
}

// A single sample is no split, and nothing is wrong with it; a split without its plan is damaged.
func TestVerifyWithoutSplit(t *testing.T) {
	root := t.TempDir()
	if _, err := One(t.Context(), dots{Side: 5}, train(root), 0); err != nil {
		t.Fatal(err)
	}
	r, err := Verify(t.Context(), dots{Side: 5}, root, VerifyOptions{})
	if err != nil || !r.Pass() || !strings.Contains(r.Note, "no split was begun") {
		t.Errorf("a single sample: %+v, %v, want a note and no problem", r, err)
	}
	root = t.TempDir()
	mustRun(t, dots{Side: 5}, train(root), 2, Options{})
	for _, name := range []string{PlanPath("train"), ManifestFile} {
		if err := os.Remove(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	if r, err = Verify(t.Context(), dots{Side: 5}, root, VerifyOptions{}); err != nil || r.Pass() || r.Note != "" {
		t.Errorf("a split without its plan: %+v, %v, want problems", r, err)
	}
}

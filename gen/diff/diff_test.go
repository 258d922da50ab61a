package diff

import (
	"encoding/json"
	"fmt"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/internal/dots"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/write"
)

// Diff tells the first difference of each kind, in their order, and what is only the driver's name.
func TestDiff(t *testing.T) {
	set := dots.Set{Side: 5, Words: "what"}
	make := func(set gen.Set, seed uint64, count int) string {
		root := t.TempDir()
		mustRun(t, set, gen.Job{Root: root, Split: "train", Seed: seed, Pictures: true}, count, loop.Options{})
		return root
	}
	a := make(set, 0, 20)
	diff := func(a, b string) *Report {
		t.Helper()
		r, err := Folders(t.Context(), a, b, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	told := func(r *Report) (out []string) {
		for _, d := range r.Differences {
			out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %d %s", d.Kind, strings.TrimSuffix(d.File+"/"+d.Place, "/"), d.Files, d.What)))
		}
		return out
	}
	if r := diff(a, make(set, 0, 20)); !r.Equal() || r.A != r.B || r.Samples != 20 {
		t.Errorf("the same dataset: %+v", r)
	}
	m, err := gen.ReadManifest(a)
	if err != nil {
		t.Fatal(err)
	}
	if r := diff(a, a); r.A != m.Sums {
		t.Errorf("diff names the dataset %+v, the manifest %+v", r.A, m.Sums)
	}
	chalk := set
	chalk.Driver = "chalk"
	if r := diff(a, make(chalk, 0, 20)); r.Equal() || !r.OnlyDriver() || fmt.Sprint(r.Drivers) != "[pen and paper chalk]" || r.A != r.B {
		t.Errorf("another driver: %+v", r)
	}
	r := diff(a, make(set, 1, 20))
	if got := told(r); len(got) < 4 || got[0] != "identity dataset.json/seed 1" || !strings.HasPrefix(got[1], "files train/") ||
		!strings.HasPrefix(got[2], "labels train/records/000") || !strings.HasPrefix(got[3], "pixels train/images/") {
		t.Errorf("another seed: %q", got)
	}
	if got := told(diff(a, make(set, 0, 21))); len(got) < 1 || !strings.HasPrefix(got[0], "files train/blocks/plan.json ") {
		t.Errorf("another number of samples: %q", got)
	}

	b := make(set, 0, 20)
	scene, picture := "train/records/000003.json", "train/images/dots_train_000004.png"
	var at dots.Record
	data := dots.Read(t, b, scene)
	if err := json.Unmarshal([]byte(data), &at); err != nil {
		t.Fatal(err)
	}
	at.X += 3
	if _, err := write.JSON(b, scene, at); err != nil {
		t.Fatal(err)
	}
	im, err := write.ReadPicture(b, picture)
	if err != nil {
		t.Fatal(err)
	}
	width, height := im.Bounds().Dx(), im.Bounds().Dy()
	rgb, err := write.ReadRGB(b, picture, width, height)
	if err != nil {
		t.Fatal(err)
	}
	rgb[3*7+1], rgb[3*9+2] = 100, 127 // from 120
	if _, err := write.RGB(b, picture, width, height, rgb); err != nil {
		t.Fatal(err)
	}
	r = diff(a, b)
	want := []string{"files " + scene + " 2", "labels " + scene + "/X 1", "pixels " + picture + " 1 colors"}
	sorted := []string{"files " + picture + " 2", want[1], want[2]}
	if got := told(r); fmt.Sprint(got) != fmt.Sprint(want) && fmt.Sprint(got) != fmt.Sprint(sorted) {
		t.Errorf("a record and a picture: %q, want %q", got, want)
	}
	p := r.Differences[2]
	if p.Values < 1 || p.Values > 2 || p.Of != 25 || p.Largest < 7 || !strings.HasPrefix(p.Detail, "pixel ") {
		t.Errorf("pixels: %+v", p)
	}
	if want := fmt.Sprintf("%d in A, %d in B", at.X-3, at.X); r.Differences[1].Detail != want {
		t.Errorf("label: %q, want %q", r.Differences[1].Detail, want)
	}

	// What is joined is compared as well, and files that only one has.
	c := make(set, 0, 20)
	dots.Put(t, c, "train/records.json", "[]")
	if got := told(diff(a, c)); fmt.Sprint(got) != "[files train/records.json 1]" {
		t.Errorf("a joined file: %q", got)
	}
	if err := os.Remove(filepath.Join(c, gen.ManifestFile)); err != nil {
		t.Fatal(err)
	}
	if got := told(diff(a, c)); fmt.Sprint(got) != "[files manifest.json 1]" {
		t.Errorf("no manifest: %q", got)
	}
	if _, err := Folders(t.Context(), a, t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "no dataset is there") {
		t.Errorf("no dataset: %v", err)
	}
}

func mustRun(t *testing.T, set gen.Set, job gen.Job, count int, opt loop.Options) {
	t.Helper()
	if _, err := loop.Run(t.Context(), set, job, count, opt); err != nil {
		t.Fatal(err)
	}
}

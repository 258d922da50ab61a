package qlevr

import (
	"bytes"
	"context"
	"image"
	"image/color"
	_ "image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/record"
	"mereo/internal/gltest"
)

// setOf is the set of a configuration that differs from the default one.
func setOf(t testing.TB, change func(c *Config)) *Set {
	t.Helper()
	cfg := DefaultConfig()
	if change != nil {
		change(&cfg)
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// makeSamples makes the samples 0 to n-1.
func makeSamples(t testing.TB, s *Set, job gen.Job, n int) (items []gen.Item) {
	t.Helper()
	m, err := s.NewMaker(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for i := range n {
		item, err := m.Make(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		item.Renderer = m.Renderer() // as the loop does
		items = append(items, *item)
	}
	return items
}

// askSamples asks about samples and writes below out.
func askSamples(t testing.TB, s *Set, job gen.Job, items []gen.Item, out string) *gen.Asked {
	t.Helper()
	a, err := s.NewAsker(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := a.AskBlock(context.Background(), items, out)
	if err != nil {
		t.Fatal(err)
	}
	return asked
}

// problemsOf checks a sample.
func problemsOf(t testing.TB, s *Set, job gen.Job, item gen.Item, remake bool) []gen.Problem {
	t.Helper()
	c, err := s.NewChecker(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p, err := c.Check(context.Background(), item, remake)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// filesBelow are the paths of all files below a folder, in order.
func filesBelow(t testing.TB, root string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(root, path)
			out = append(out, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The files of sample 1 of split val, as they are published; ids, planes, depths and the records of single samples are ours.
var (
	recordFiles  = []string{"2d_scene/val/scenes/2d_val_000001.json", "3d_scene/val/scenes/3d_val_000001.json"}
	drawingFiles = []string{
		"2d_scene/val/full_images/2d_full_val_000001.png", "2d_scene/val/images/2d_val_000001.png",
		"2d_scene/val/images_materials/blender_val_000001.png",
	}
	pictureFiles = []string{
		"3d_scene/val/depths/3d_val_000001.npy", "3d_scene/val/ids/3d_val_000001.png",
		"3d_scene/val/images/3d_val_000001.png", "3d_scene/val/planes/3d_val_000001.png",
	}
)

const (
	flatQuestions  = "2d_scene/val/questions/2d_val_000001.json"
	solidQuestions = "3d_scene/val/questions/3d_val_000001.json"
)

// A sample has the files that it should have, says so, and nothing is wrong with it, whatever is switched on.
func TestDatasetIsCoherent(t *testing.T) {
	for _, c := range []struct {
		name     string
		change   func(c *Config)
		pictures bool
		files    []string // of a sample beside its questions
		asked    string   // of sample 1
	}{
		{"records", nil, false, recordFiles, solidQuestions},
		{"drawings", func(c *Config) { c.Dimension = 2 }, true, slices.Concat(recordFiles, drawingFiles), flatQuestions},
		{"German", func(c *Config) { c.Locale = "de" }, false, recordFiles, solidQuestions},
		{"published", func(c *Config) { c.Published = AsPublished }, false, recordFiles, solidQuestions},
		{"three questions", func(c *Config) { c.Questions = 3 }, false, recordFiles, solidQuestions},
		{"no questions", func(c *Config) { c.Questions = 0 }, false, recordFiles, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := setOf(t, c.change)
			job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: c.pictures}
			checkSamples(t, s, job, c.files, c.asked)
		})
	}
}

// checkSamples makes and asks two samples and expects the files of sample 1, as many of sample 0, and no problems.
func checkSamples(t *testing.T, s *Set, job gen.Job, files []string, asked string) {
	t.Helper()
	items := makeSamples(t, s, job, 2)
	if asked != "" {
		a := askSamples(t, s, job, items, job.Root)
		if want := 2 * s.cfg.Questions; a.Count != want || a.Files[1].Path != asked || a.Files[1].Check(job.Root) != nil {
			t.Errorf("%d questions, those of sample 1 in %+v, want %d and %s", a.Count, a.Files[1], want, asked)
		}
		files = append(slices.Clone(files), asked)
	} else if a, err := s.NewAsker(context.Background(), job); a != nil || err != nil {
		t.Errorf("no questions are wanted, but the asker is %v, %v", a, err)
	}
	var got []string
	for _, f := range items[1].Files {
		if err := f.Check(job.Root); err != nil {
			t.Error(err)
		}
		got = append(got, f.Path)
	}
	if asked != "" {
		got = append(got, asked)
	}
	slices.Sort(got)
	slices.Sort(files)
	if !slices.Equal(got, files) {
		t.Errorf("sample 1 has the files\n%q, want\n%q", got, files)
	}
	if there := filesBelow(t, job.Root); len(there) != 2*len(files) {
		t.Errorf("two samples left %d files, want %d: %q", len(there), 2*len(files), there)
	}
	for _, item := range items {
		for _, p := range problemsOf(t, s, job, item, true) {
			t.Errorf("sample %d: %+v", item.Index, p)
		}
	}
}

// Samples with pictures by the real renderer, and damage to their labels.
func TestDatasetRendered(t *testing.T) {
	gltest.Renderer(t)
	s := setOf(t, func(c *Config) { c.SubFrames, c.Quality = 1, frame.Draft })
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "val", Pictures: true, GPU: os.Getenv("MEREO_TEST_GPU")}
	checkSamples(t, s, job, slices.Concat(recordFiles, drawingFiles, pictureFiles), solidQuestions)
	if t.Failed() {
		return
	}
	for name, want := range map[string]image.Config{
		drawingFiles[0]: {ColorModel: color.NRGBAModel, Width: 640, Height: 480},
		drawingFiles[1]: {ColorModel: color.NRGBAModel, Width: 369, Height: 369},
		drawingFiles[2]: {ColorModel: color.NRGBAModel, Width: 369, Height: 369},
		pictureFiles[2]: {ColorModel: color.NRGBAModel, Width: 960, Height: 720},
		pictureFiles[1]: {ColorModel: color.Gray16Model, Width: 960, Height: 720},
		pictureFiles[3]: {ColorModel: color.Gray16Model, Width: 960, Height: 720},
	} {
		data, err := os.ReadFile(filepath.Join(job.Root, name))
		if err != nil {
			t.Fatal(err)
		}
		if got, kind, err := image.DecodeConfig(bytes.NewReader(data)); err != nil || kind != "png" || got != want {
			t.Errorf("%s is %s %+v (%v), want png %+v", name, kind, got, err, want)
		}
	}

	// Records do not depend on pictures.
	bare := gen.Job{Root: t.TempDir(), Seed: job.Seed, Split: job.Split}
	makeSamples(t, s, bare, 2)
	for _, name := range recordFiles {
		with, err := os.ReadFile(filepath.Join(job.Root, name))
		without, err2 := os.ReadFile(filepath.Join(bare.Root, name))
		if err != nil || err2 != nil || !bytes.Equal(with, without) {
			t.Errorf("%s differs with pictures and without (%v, %v): %s", name, err, err2, record.Diff(with, without))
		}
	}
	labelDamage(t, s, job)
}

// readFileAs reads a JSON file of a dataset.
func readFileAs[T any](t testing.TB, job gen.Job, name string) (v T) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(job.Root, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Read(data, &v, record.Part); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

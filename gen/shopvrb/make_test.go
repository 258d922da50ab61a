package shopvrb

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/internal/gltest"
)

// Masks of records come from things drawn one by one, ids from the whole scene with its table: they must be the same.
func TestLabelsAreThoseOfTheRecord(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	dropped := DefaultSceneConfig()
	dropped.Drop = true
	for _, c := range []struct {
		cfg   SceneConfig
		split string
		n     int
	}{{DefaultSceneConfig(), "train", 25}, {DefaultSceneConfig(), benchmarkSplit, 25}, {dropped, "train", 6}} {
		s, split := newSampler(c.cfg, 3, c.split), c.split
		for index := range c.n {
			m, err := s.Sample(index)
			if err != nil {
				t.Fatal(err)
			}
			labels := labelsOf(sceneOf(&m.plan))
			if !slices.Equal(labels.Object, m.seen.Object) || !slices.Equal(labels.Part, m.seen.Part) {
				t.Errorf("%s/%d, drop %v: ids of the scene are not those of the things", split, index, c.cfg.Drop)
			}
			for at, id := range labels.Object {
				if (id == 0) != (labels.Part[at] == 0) {
					t.Fatalf("%s/%d: pixel %d has object %d and part %d", split, index, at, id, labels.Part[at])
				}
				if id != 0 && labels.ViewZ[at] != m.seen.ViewZ[at] {
					t.Fatalf("%s/%d: pixel %d has depth %g, its thing alone %g", split, index, at, labels.ViewZ[at], m.seen.ViewZ[at])
				}
			}
		}
	}
}

// A sample has all its files with and without pictures, and its scene file is the same.
func TestSceneFilesDoNotDependOnPictures(t *testing.T) {
	gltest.Renderer(t)
	cfg := DefaultConfig()
	cfg.SubFrames = 1
	set, err := New(cfg, Sources{})
	if err != nil {
		t.Fatal(err)
	}
	var records [][]byte
	for _, pictures := range []bool{false, true} {
		job := gen.Job{Root: t.TempDir(), Seed: 2, Split: "val", Pictures: pictures, GPU: "software"}
		m, err := set.NewMaker(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		item, err := m.Make(t.Context(), 3)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Close(); err != nil {
			t.Fatal(err)
		}
		f := filesOf("val", 3)
		want := []string{f.record}
		if pictures {
			want = []string{f.picture, f.ids, f.parts, f.depth, f.record}
			if rgb, err := write.ReadRGB(job.Root, f.picture, 640, 480); err != nil || slices.Max(rgb) < 100 {
				t.Errorf("the picture: %v, at most %d bright", err, slices.Max(append(rgb, 0)))
			}
		}
		var got []string
		for _, file := range item.Files {
			got = append(got, file.Path)
		}
		if !slices.Equal(got, want) {
			t.Errorf("pictures %v: files are %q, want %q", pictures, got, want)
		}
		data, err := os.ReadFile(filepath.Join(job.Root, f.record))
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, data)
	}
	if string(records[0]) != string(records[1]) {
		t.Error("the scene file is another one with pictures")
	}
}

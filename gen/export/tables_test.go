package export

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/ptr"
	"mereo/gen/qlevr"
	"mereo/gen/show"
	"mereo/gen/syndacate"
	"mereo/gen/trance"
	"mereo/internal/gltest"
)

// tableSet is a small dataset.
type tableSet struct {
	set   show.Set
	root  string
	split string
}

// generated makes samples of a set.
func generated(t *testing.T, set show.Set, count int, splits ...string) tableSet {
	t.Helper()
	root := t.TempDir()
	for _, split := range splits {
		job := gen.Job{Root: root, Seed: 7, Split: split, Pictures: true}
		if _, err := loop.Run(t.Context(), set, job, count, loop.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	return tableSet{set, root, splits[0]}
}

// plans are drawings with questions, regions and objects, without a renderer.
func plans(t *testing.T, count int, splits ...string) tableSet {
	t.Helper()
	cfg := qlevr.DefaultConfig()
	cfg.Dimension, cfg.Questions = 2, 3
	set, err := qlevr.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return generated(t, set, count, splits...)
}

// films are of several pictures each, that have no files, and have neither ids nor questions.
func films(t *testing.T, count int) tableSet {
	t.Helper()
	return generated(t, syndacate.Set{}, count, "vindacate_aFdFfTh64o1s7t3u4w64")
}

// roomScenes are pictures with parts.
func roomScenes(t *testing.T, count int) tableSet {
	t.Helper()
	gltest.Renderer(t)
	cfg := ptr.DefaultConfig()
	cfg.Width, cfg.Height, cfg.Quality = 160, 120, frame.Draft
	set, err := ptr.New(cfg, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return generated(t, set, count, "train")
}

// export writes a dataset in a format.
func (s tableSet) export(t *testing.T, format string) string {
	t.Helper()
	out := t.TempDir()
	if _, err := Run(t.Context(), s.set, s.root, Options{Format: format, Out: out}); err != nil {
		t.Fatal(err)
	}
	return out
}

// samples are read as formats get them.
func (s tableSet) samples(t *testing.T, w wants) (out []*Sample) {
	t.Helper()
	d, err := openDataset(s.set, s.root, []string{s.split})
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.splits[0].Samples {
		sample, err := d.read(t.Context(), s.split, i, w, nil)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, sample)
	}
	return out
}

// asJSON is a value as its JSON says it.
func asJSON(t *testing.T, v any) any {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// contents are the files below a folder by their paths, which begin with a slash.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		out[name[len(dir):]] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// moves are samples whose files join them in lines.
func moves(t *testing.T) tableSet {
	t.Helper()
	set, err := trance.New(trance.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if _, err := loop.Run(t.Context(), set, gen.Job{Root: root, Seed: 7, Split: "train"}, 3, loop.Options{}); err != nil {
		t.Fatal(err)
	}
	return tableSet{set, root, "train"}
}

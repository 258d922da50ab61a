package loop

import (
	"context"
	"errors"
	"mereo/gen"
	"mereo/internal/dots"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Blocks made in a scratch folder are those that are made in place, through stops, growth and damage, and nothing is left there.
func TestScratch(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	const count = 1034
	want := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(want), count, Options{})
	empty := func(t *testing.T, dir string) {
		t.Helper()
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("the scratch folder has %v, %v; want nothing", left, err)
		}
	}

	t.Run("two parts", func(t *testing.T) {
		got, scratch := t.TempDir(), t.TempDir()
		last, total := 0, 0
		r := mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Part: Part{2, 2}, Scratch: scratch,
			Progress: func(done, of int) { last, total = done, of }})
		if r.Made != 34 || r.Finished || r.Left != 1 || last != 34 || total != 34 {
			t.Errorf("second half: %+v, progress %d of %d, want 34 made and one block left", r, last, total)
		}
		r = mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Scratch: scratch,
			Progress: func(done, of int) { last, total = done, of }})
		if r.Made != 1000 || r.Kept != 34 || !r.Finished || last != count || total != count {
			t.Errorf("all: %+v, progress %d of %d, want 1000 made, 34 kept and finished", r, last, total)
		}
		dots.SameTree(t, got, want)
		empty(t, scratch)
	})
	t.Run("stopped", func(t *testing.T) {
		got, scratch := t.TempDir(), t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		_, err := Run(ctx, dots.Set{Side: 5}, dots.Train(got), count, Options{Workers: 2, Scratch: scratch, Progress: func(done, _ int) {
			if done == 200 {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("stopped: %v, want context.Canceled", err)
		}
		if files, err := filepath.Glob(filepath.Join(got, "train/*/*")); err != nil || len(files) != 1 || filepath.Base(files[0]) != "plan.json" {
			t.Errorf("before a block is finished the dataset's folder has %v, %v, want the plan alone", files, err)
		}
		r := mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Scratch: scratch})
		if r.Kept < 200 || r.Kept > 210 {
			t.Errorf("kept %d, want the 200 or some more that the scratch folder had", r.Kept)
		}
		dots.SameTree(t, got, want)
		empty(t, scratch)
	})
	t.Run("begun in place and grown", func(t *testing.T) {
		got, scratch := t.TempDir(), t.TempDir()
		if _, err := Run(t.Context(), dots.Set{Side: 5, Fail: []int{250}}, dots.Train(got), 300, Options{}); err == nil {
			t.Fatal("a sample should have failed")
		}
		mustRun(t, dots.Set{Side: 5}, dots.Train(got), 300, Options{Scratch: scratch})
		mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Scratch: scratch})
		dots.SameTree(t, got, want)
		empty(t, scratch)
		if err := os.WriteFile(filepath.Join(got, "train/records/000003.json"), []byte("{}"), 0o666); err != nil {
			t.Fatal(err)
		}
		if r := mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Scratch: scratch}); r.Made != 1 || r.Kept != count-1 {
			t.Errorf("a file was damaged: made %d and kept %d, want 1 and the others", r.Made, r.Kept)
		}
		dots.SameTree(t, got, want)
	})
	t.Run("busy", func(t *testing.T) {
		got, scratch := t.TempDir(), t.TempDir()
		mustRun(t, dots.Set{Side: 5}, dots.Train(got), count, Options{Part: Part{2, 2}})
		other, err := lockBlock(dots.Train(got), gen.BlockPlan{Number: 0, Samples: gen.BlockSize, Stride: 1})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(t.Context(), dots.Set{Side: 5}, dots.Train(got), count, Options{Scratch: scratch})
		if !errors.Is(err, errBusy) || !strings.HasSuffix(err.Error(), "or make other blocks with --blocks") || r.Made != 0 || r.Finished {
			t.Errorf("with block 0 locked: %+v, %v; want that it is being made", r, err)
		}
		other.close()
		empty(t, scratch)
	})
	t.Run("impossible", func(t *testing.T) {
		got, file := t.TempDir(), filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Run(t.Context(), dots.Set{Side: 5}, dots.Train(got), count, Options{Scratch: file})
		if err == nil || !strings.HasPrefix(err.Error(), "gen: scratch folder: ") || !strings.HasSuffix(err.Error(), "not a directory") {
			t.Errorf("a file as the scratch folder: %v", err)
		}
	})
}

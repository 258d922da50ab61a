package export_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"mereo/gen/export"
)

// together are all formats that read samples, each with all of its channels.
func together(t *testing.T) (all []export.Options) {
	t.Helper()
	parent := t.TempDir()
	for _, name := range export.Names() {
		o := export.Options{Format: name, Out: filepath.Join(parent, name), Workers: 3}
		for _, c := range []string{export.Depth, export.Normals, export.Amodal} {
			if export.Check(name, []string{c}) == nil {
				o.Channels = append(o.Channels, c)
			}
		}
		if !slices.Contains([]string{"kubric", "clevrer", "video"}, name) { // which take films alone
			all = append(all, o)
		}
	}
	return all
}

// One pass writes what a run for each format writes, and reads each sample once.
func TestOnePass(t *testing.T) {
	root := toys(t, map[string]int{"test": 2, "train": 7})
	var reads atomic.Int64
	set := toy{plan: true, reads: &reads}
	all := together(t)
	results, err := export.RunAll(t.Context(), set, root, all)
	if err != nil {
		t.Fatal(err)
	}
	// Beside the pass, NS-VQA collects its words, Croissant reads the first sample of each split, and BOP asks for the first picture.
	if n := reads.Load(); n > 9+9+3 {
		t.Errorf("%d samples were read, want each of 9 once and its words", n)
	}
	for k, o := range all {
		alone := o
		alone.Out = ""
		sameTree(t, o.Format, files(t, o.Out), files(t, exported(t, set, root, alone)))
		if r := results[k]; r.Samples != 9 || r.Kept != 0 {
			t.Errorf("%s: %+v, want 9 samples", o.Format, r)
		}
	}
	reads.Store(0)
	results, err = export.RunAll(t.Context(), set, root, all)
	if err != nil {
		t.Fatal(err)
	}
	for k, r := range results {
		if r.Kept != r.Shards {
			t.Errorf("%s again: %+v, want all shards kept", all[k].Format, r)
		}
	}
	// One that lacks a file is written again alone.
	damaged := filepath.Join(all[0].Out, "annotations", "instances_train.json")
	want := files(t, all[0].Out)
	if err := os.Truncate(damaged, 100); err != nil {
		t.Fatal(err)
	}
	results, err = export.RunAll(t.Context(), set, root, all)
	if err != nil || results[0].Kept != 1 || results[1].Kept != results[1].Shards {
		t.Errorf("%+v, %v, want one split of coco written again", results, err)
	}
	sameTree(t, "mended", files(t, all[0].Out), want)
}

// The memory of a pass does not grow with the samples: no format runs ahead of another.
func TestOnePassFails(t *testing.T) {
	root := toys(t, map[string]int{"train": 7})
	all := together(t)
	set := toy{broken: 4}
	_, err := export.RunAll(t.Context(), set, root, slices.DeleteFunc(all, func(o export.Options) bool { return o.Format == "nsvqa" }))
	if want := "export: toy: train/4 is broken"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	// A format that cannot write does not make the others hang.
	if err := os.WriteFile(filepath.Join(all[0].Out, ".parts", "train", "x"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(all[0].Out, ".parts", "train")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(all[0].Out, ".parts", "train"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := export.RunAll(t.Context(), toy{}, root, all[:3]); err == nil || !strings.Contains(err.Error(), "train, block") {
		t.Errorf("got %v, want an error that names the block", err)
	}
	twice := []export.Options{{Format: "coco", Out: "a/b"}, {Format: "webdataset", Out: "a/./b"}}
	if _, err := export.RunAll(t.Context(), toy{}, root, twice); err == nil || err.Error() != "export: two exports go to a/./b, want a folder for each" {
		t.Errorf("two into one folder: %v", err)
	}
}

// A split that was stopped goes on behind its last whole block, wherever it was stopped, and gives the same bytes.
func TestExportGoesOnWithinSplit(t *testing.T) {
	root := toys(t, map[string]int{"train": 11})
	for _, format := range []string{"coco", "hdf5", "nsvqa"} {
		var want map[string]string
		for _, at := range []int{-1, 0, 1, 3, 4, 7, 10} {
			var reads atomic.Int64
			o := export.Options{Format: format, Out: t.TempDir(), Workers: 2}
			set := toy{reads: &reads}
			if at >= 0 {
				ctx, cancel := context.WithCancel(t.Context())
				o.Progress = func(done, _ int) {
					if done == at {
						cancel()
					}
				}
				if _, err := export.RunAll(ctx, set, root, []export.Options{o}); !errors.Is(err, context.Canceled) {
					t.Fatalf("%s stopped at %d: %v", format, at, err)
				}
				cancel()
				o.Progress = nil
				reads.Store(0)
			}
			exported(t, set, root, o)
			got := files(t, o.Out)
			if at < 0 {
				want = got
				continue
			}
			sameTree(t, format+" stopped", got, want)
			n := int(reads.Load())
			if format == "nsvqa" {
				n -= 11 // for its words
			}
			if left := 11 - max(at-1, 0)/toyBlock*toyBlock; n != left {
				t.Errorf("%s stopped at %d: %d samples were read again, want those of the blocks that were not whole, %d", format, at, n, left)
			}
		}
	}
}

// Parts of a dataset that has grown since are used where their blocks are the same.
func TestPartsOfGrownDataset(t *testing.T) {
	for _, format := range []string{"coco", "hdf5"} {
		root := toys(t, map[string]int{"train": 8})
		o := export.Options{Format: format, Out: t.TempDir(), Workers: 2}
		stopped(t, root, o, 7)
		grow(t, root, map[string]int{"train": 11})
		var reads atomic.Int64
		exported(t, toy{reads: &reads}, root, o)
		if n := reads.Load(); n != 5 {
			t.Errorf("%s: %d samples were read, want the 5 of blocks that are new", format, n)
		}
		sameTree(t, format, files(t, o.Out), files(t, exported(t, toy{}, root, export.Options{Format: format})))
	}
}

// A run that is killed at any moment goes on and gives the same bytes.
func TestKilledExport(t *testing.T) {
	if at := os.Getenv("MEREO_TEST_EXPORT"); at != "" {
		killedExport(t, at)
		return
	}
	root := toys(t, map[string]int{"train": 11})
	for _, format := range []string{"coco", "hdf5", "nsvqa"} {
		want := files(t, exported(t, toy{}, root, export.Options{Format: format}))
		out := filepath.Join(t.TempDir(), "out")
		for _, at := range []string{"1", "5", ".parts/train/000002", "11", ".parts/train/000003", "*/.*train*.part", ".train.h5.part"} {
			c := exec.Command(os.Args[0], "-test.run=^TestKilledExport$")
			c.Env = append(os.Environ(), "MEREO_TEST_EXPORT="+strings.Join([]string{format, root, out, at}, "\n"))
			text, err := c.CombinedOutput()
			var status *exec.ExitError
			if !errors.As(err, &status) || status.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
				t.Fatalf("%s at %s: %v\n%s", format, at, err, text)
			}
		}
		exported(t, toy{}, root, export.Options{Format: format, Out: out})
		sameTree(t, format+" killed seven times", files(t, out), want)
	}
}

// killedExport kills its own process: after so many samples, when a file that is matched by a pattern appears, or at last.
func killedExport(t *testing.T, order string) {
	words := strings.Split(order, "\n")
	o := export.Options{Format: words[0], Out: words[2], Workers: 2}
	kill := func() { syscall.Kill(os.Getpid(), syscall.SIGKILL) }
	if at, err := strconv.Atoi(words[3]); err == nil {
		o.Progress = func(done, _ int) {
			if done == at {
				kill()
			}
		}
	} else {
		go func() {
			for {
				if names, _ := filepath.Glob(filepath.Join(o.Out, words[3])); len(names) > 0 {
					kill()
				}
			}
		}()
	}
	exported(t, toy{}, words[1], o)
	kill()
}

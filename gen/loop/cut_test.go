package loop

import (
	"bytes"
	"mereo/gen"
	"mereo/internal/dots"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/write"
)

// cutFiles leaves files as a power cut may: without their end, empty, with zero bytes.
func cutFiles(t *testing.T, root string, how func(data []byte) []byte, names ...string) {
	t.Helper()
	for _, name := range names {
		dots.Write(t, root, name, string(how([]byte(dots.Read(t, root, name)))))
	}
}

var cuts = map[string]func(data []byte) []byte{
	"half":             func(data []byte) []byte { return data[:len(data)/2] },
	"empty":            func([]byte) []byte { return nil },
	"zero bytes":       func(data []byte) []byte { return make([]byte, len(data)) },
	"ends in zeros":    func(data []byte) []byte { return append(data[:len(data)/2:len(data)/2], make([]byte, 5)...) },
	"a page is zeroed": func(data []byte) []byte { copy(data[len(data)/3:], make([]byte, len(data)/3)); return data },
}

// What a power cut leaves of files that describe samples is no reason to stop: the same command makes them again.
func TestCutFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	want := t.TempDir()
	mustRun(t, dots.Asks("a"), dots.Records(want), 40, Options{})
	for name, how := range cuts {
		for _, files := range [][]string{
			{gen.DatasetFile}, {gen.PlanPath("train")}, {gen.BlockPath("train", 0)}, {gen.ManifestFile},
			{gen.PlanPath("train"), gen.BlockPath("train", 0)}, {gen.DatasetFile, gen.PlanPath("train"), gen.BlockPath("train", 0), gen.ManifestFile},
		} {
			got := t.TempDir()
			mustRun(t, dots.Asks("a"), dots.Records(got), 40, Options{})
			cutFiles(t, got, how, files...)
			if r := mustRun(t, dots.Asks("a"), dots.Records(got), 40, Options{}); !r.Finished {
				t.Errorf("%s, %s: not finished", files, name)
			}
			dots.SameTree(t, got, want)
		}
	}
}

// A run that was stopped before a block was finished, and lost dataset.json, is known again by its plan.
func TestCutIdentity(t *testing.T) {
	want := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(want), 300, Options{})
	root, _, _ := halfMade(t)
	cutFiles(t, root, cuts["empty"], gen.DatasetFile)
	other := dots.Train(root)
	other.Seed++
	_, err := Run(t.Context(), dots.Set{Side: 5}, other, 300, Options{})
	if err == nil || !strings.HasSuffix(err.Error(), "dataset.json: nothing says that what is there is of the dataset asked for; "+"the file is damaged; begin the same dataset in an empty folder and copy the file from there") {
		t.Errorf("another seed: %v", err)
	}
	if r := mustRun(t, dots.Set{Side: 5}, dots.Train(root), 300, Options{}); r.Kept != 200 {
		t.Errorf("%d samples kept, want 200", r.Kept)
	}
	dots.SameTree(t, root, want)

	// What is left of the file, a manifest or samples without a plan may say that it is another one.
	for name, change := range map[string]func(root string){
		"what is left": func(root string) {
			dots.Write(t, root, gen.DatasetFile, strings.Replace(dots.Read(t, root, gen.DatasetFile), "dots", "dashes", 1)[:60])
		},
		"no plan": func(root string) {
			cutFiles(t, root, cuts["empty"], gen.DatasetFile, gen.PlanPath("train"))
			if err := os.Remove(filepath.Join(root, gen.ManifestFile)); err != nil {
				t.Fatal(err)
			}
		},
		"the manifest": func(root string) {
			cutFiles(t, root, cuts["zero bytes"], gen.DatasetFile)
			dots.Write(t, root, gen.ManifestFile, strings.Replace(dots.Read(t, root, gen.ManifestFile), `"seed": 0`, `"seed": 7`, 1))
		},
	} {
		root := t.TempDir()
		mustRun(t, dots.Set{Side: 5}, dots.Train(root), 12, Options{})
		change(root)
		before := dots.Checksums(t, root)
		if _, err := Run(t.Context(), dots.Set{Side: 5}, dots.Train(root), 12, Options{}); err == nil || !strings.Contains(err.Error(), gen.DatasetFile) {
			t.Errorf("%s: error is %v", name, err)
		}
		if dots.Checksums(t, root) != before {
			t.Errorf("%s: something was written", name)
		}
	}
}

// Samples that only a journal names may have lost their files; asking does not take them for finished.
func TestAskAfterCut(t *testing.T) {
	root := t.TempDir()
	if _, err := Run(t.Context(), dots.Set{Side: 5, Words: "a", Asking: failOnce(0, os.ErrClosed)}, dots.Records(root), 40, Options{}); err == nil {
		t.Fatal("no error")
	}
	cutFiles(t, root, cuts["empty"], dots.RecordPath("train", 7))
	if r := mustAsk(t, dots.Asks("a"), root); len(r.Incomplete) != 1 || r.Samples != 0 {
		t.Errorf("%d samples asked about, incomplete %v; want the block to be incomplete", r.Samples, r.Incomplete)
	}
}

// A block of another part that is cut off is missing, and not an end.
func TestCutBlockOfAnotherPart(t *testing.T) {
	root, want := t.TempDir(), t.TempDir()
	for _, dir := range []string{root, want} {
		mustRun(t, dots.Set{Side: 5}, dots.Records(dir), 1005, Options{})
	}
	cutFiles(t, root, cuts["half"], gen.BlockPath("train", 1))
	if r := mustRun(t, dots.Set{Side: 5}, dots.Records(root), 1005, Options{Part: Part{1, 2}}); r.Finished || r.Left != 1 {
		t.Errorf("%+v, want one block left", r)
	}
	mustRun(t, dots.Set{Side: 5}, dots.Records(root), 1005, Options{Part: Part{2, 2}})
	dots.SameTree(t, root, want)
}

// A scratch folder in which a run was stopped while it removed a finished block is no reason to refuse the block when it grows.
func TestScratchHalfRemoved(t *testing.T) {
	root, scratch, want := t.TempDir(), t.TempDir(), t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Records(want), 20, Options{})
	mustRun(t, dots.Set{Side: 5}, dots.Records(root), 10, Options{Scratch: scratch})
	aside, err := asideFolder(scratch, dots.Records(root), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(aside+"-gone", "train"), 0o777); err != nil {
		t.Fatal(err)
	}
	mustRun(t, dots.Set{Side: 5}, dots.Records(root), 20, Options{Scratch: scratch})
	dots.SameTree(t, root, want)
	if left, err := os.ReadDir(scratch); err != nil || len(left) != 0 {
		t.Errorf("%v left in the scratch folder, %v", left, err)
	}
}

func TestCut(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "\x00\x00": true, "{": true, `{"a": "b`: true, "{}\x00": true, "{\x00}": true, "{}\n": false, "{}": false, "x": false, `{"a" 1}`: false,
	} {
		if got := write.Cut([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if !write.Cut(bytes.Repeat([]byte(" "), 5)) {
		t.Error("spaces are a file without its end")
	}
}

package loop

import (
	"mereo/gen"
	"mereo/internal/dots"
	"os"
	"path/filepath"
	"testing"
)

// What is no dataset, and what is one no more, is told in a sentence with a cure.
func TestBrokenFolders(t *testing.T) {
	root := t.TempDir()
	mustRun(t, dots.Set{Side: 5}, dots.Train(root), 20, Options{})
	name := filepath.Join(root, "train", "records.json")
	want := "gen: " + name + " is a file, want a dataset's folder"
	if _, err := gen.ReadIdentity(name); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}

	if err := os.WriteFile(filepath.Join(root, "train", "blocks", "0000.json"), []byte(`{"split": "train"; }`), 0o666); err != nil {
		t.Fatal(err)
	}
	want = "gen: train/blocks/0000.json: line 1, column 18: is no JSON: invalid character ';' after object value (expecting ',' or '}'); remove the file and run the same command again"
	if _, err := Run(t.Context(), dots.Set{Side: 5}, dots.Train(root), 20, Options{}); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
	if err := os.Remove(filepath.Join(root, "train", "blocks", "0000.json")); err != nil {
		t.Fatal(err)
	}
	if r := mustRun(t, dots.Set{Side: 5}, dots.Train(root), 20, Options{}); r.Made != 20 || !r.Finished {
		t.Errorf("%+v, want 20 made again", r)
	}
}

package trance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A fault in a sample is named by the sample's line when others have been read since, and stops the work.
func TestPackStopsAtFault(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	root := many(t, 200, noise(9, 7, 0))
	missing := packedNames(5)[0]["Camera_Center"]
	if err := os.Remove(filepath.Join(root, "train/image", missing)); err != nil {
		t.Fatal(err)
	}
	last := 0
	err := DefaultConfig().Pack(t.Context(), root, []string{"train"}, func(done, _ int) { last = done })
	want := fmt.Sprintf("trance: %s/train/data.jsonl:6: train/image/%s: no such file or directory", root, missing)
	if err == nil || err.Error() != want || last != 5 {
		t.Errorf("after %d samples the error is %v\nwant, after 5, %s", last, err, want)
	}
	noPackedFile(t, root)
}

// What cannot be packed is named, and leaves no file behind.
func TestPackErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, root string)
		splits []string
		want   string // ROOT stands for the folder
	}{
		{"no split", nil, nil, "trance: ROOT: no split is named, want those to be packed into data.h5"},
		{"missing split", nil, []string{"train", "test"}, "trance: ROOT/test/data.jsonl is not there; make the split test first"},
		{"split twice", nil, []string{"val", "val"}, `trance: ROOT/val/data.jsonl: hdf5: group / has two members named "val"`},
		{"missing picture", func(t *testing.T, root string) {
			if err := os.Remove(filepath.Join(root, "train/image/img_000007-fin.C.png")); err != nil {
				t.Fatal(err)
			}
		}, []string{"train"},
			"trance: ROOT/train/data.jsonl:2: train/image/img_000007-fin.C.png: no such file or directory"},
		{"no picture", func(t *testing.T, root string) {
			if err := os.WriteFile(filepath.Join(root, "train/image/img_000007-fin.C.png"), []byte("not a picture"), 0o666); err != nil {
				t.Fatal(err)
			}
		}, []string{"train"},
			"trance: ROOT/train/data.jsonl:2: train/image/img_000007-fin.C.png: png: invalid format: not a PNG file"},
		{"huge picture", func(t *testing.T, root string) {
			if err := os.WriteFile(filepath.Join(root, "train/image/img_000007-fin.C.png"), hugePNG(t), 0o666); err != nil {
				t.Fatal(err)
			}
		}, []string{"train"},
			"trance: ROOT/train/data.jsonl:2: train/image/img_000007-fin.C.png: is 65535 x 65535, want at most 4096 a side"},
		{"no val", edit(`"val":`, `"target":`), []string{"train"},
			"trance: ROOT/train/data.jsonl:1: transformations[0]: has no val or no options, which the published loaders read"},
		{"no images", edit(`"images":{"Camera_Center":"img_000000-init.C.png"}`, `"images":{}`), []string{"train"},
			"trance: ROOT/train/data.jsonl:1: states[0].images: is empty, want the pictures' names by camera"},
		{"a path", edit("img_000000-init.C.png", "../img_000000-init.C.png"), []string{"train"},
			"trance: ROOT/train/data.jsonl:1: states[0].images: Camera_Center: " +
				`is "../img_000000-init.C.png", want the name of a file in the folder image`},
		{"idx twice", edit(`"idx":7`, `"idx":12`), []string{"train"},
			`trance: ROOT/train/data.jsonl:3: hdf5: group /train/data/ has two members named "12"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := packable(t)
			if c.damage != nil {
				c.damage(t, root)
			}
			err := DefaultConfig().Pack(t.Context(), root, c.splits, nil)
			if want := strings.ReplaceAll(c.want, "ROOT", root); err == nil || err.Error() != want {
				t.Errorf("error is %v\nwant     %s", err, want)
			}
			noPackedFile(t, root)
		})
	}
}

// edit replaces text in train/data.jsonl where it is first.
func edit(from, to string) func(t *testing.T, root string) {
	return func(t *testing.T, root string) {
		name := filepath.Join(root, "train/data.jsonl")
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte(from)) {
			t.Fatalf("%s has no %s", name, from)
		}
		if err := os.WriteFile(name, bytes.Replace(data, []byte(from), []byte(to), 1), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func noPackedFile(t *testing.T, root string) {
	t.Helper()
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			t.Errorf("%s is left behind", e.Name())
		}
	}
}

func TestPackStops(t *testing.T) {
	root := packable(t)
	ctx, stop := context.WithCancel(t.Context())
	err := DefaultConfig().Pack(ctx, root, []string{"train", "val"}, func(done, _ int) {
		if done == 3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
	noPackedFile(t, root)
}

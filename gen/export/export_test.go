package export_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/export"
)

// all are the formats that are tested with toys, with every channel.
var all = []export.Options{
	{Format: "coco", Channels: []string{export.Amodal}},
	{Format: "webdataset", Channels: []string{export.Depth, export.Normals}},
	{Format: "gltf"}, {Format: "bop"}, {Format: "ply", Channels: []string{export.Normals}},
}

// An export has the same bytes with any number of workers, and wherever it was stopped.
func TestExportIsRepeatable(t *testing.T) {
	root := toys(t, map[string]int{"test": 4, "train": 8})
	for _, o := range all {
		o.Workers = 1
		want := files(t, exported(t, toy{}, root, o))
		if len(want) < 5 || want["export.json"] == "" || want[".export.journal"] != "" {
			t.Fatalf("%s: %d files, want an export", o.Format, len(want))
		}
		o.Workers = 5
		sameTree(t, o.Format+" by 5 workers", files(t, exported(t, toy{}, root, o)), want)
		o.Workers = 2
		for _, at := range []int{0, 3, 6, 11} {
			o.Out = t.TempDir()
			stopped(t, root, o, at)
			exported(t, toy{}, root, o)
			sameTree(t, o.Format+" stopped", files(t, o.Out), want)
		}
		// A line of the journal that was torn, and a file that lost its end.
		o.Out = t.TempDir()
		stopped(t, root, o, 11)
		journal := filepath.Join(o.Out, ".export.journal")
		data, err := os.ReadFile(journal)
		if err != nil || strings.Count(string(data), "\n") < 2 {
			t.Fatalf("%s: the journal is %q (%v), want a head and a shard", o.Format, data, err)
		}
		if err := os.WriteFile(journal, append(data, data[len(data)-100:len(data)-20]...), 0o666); err != nil {
			t.Fatal(err)
		}
		damage(t, o.Out, want)
		exported(t, toy{}, root, o)
		sameTree(t, o.Format+" torn", files(t, o.Out), want)
		// So does a finished one.
		damage(t, o.Out, want)
		exported(t, toy{}, root, o)
		sameTree(t, o.Format+" mended", files(t, o.Out), want)
	}
}

// stopped exports until so many samples are done.
func stopped(t *testing.T, root string, o export.Options, at int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Progress = func(done, _ int) {
		if done == at {
			cancel()
		}
	}
	if _, err := export.Run(ctx, toy{}, root, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("%s stopped at %d: got %v, want %v", o.Format, at, err, context.Canceled)
	}
	if _, err := os.Stat(filepath.Join(o.Out, "export.json")); err == nil {
		t.Fatalf("%s stopped at %d: export.json is there", o.Format, at)
	}
}

// damage cuts the first file of the train split that an export has written, or its annotations.
func damage(t *testing.T, out string, of map[string]string) {
	t.Helper()
	for _, path := range slices.Sorted(maps.Keys(of)) {
		text := of[path]
		name := filepath.Join(out, path)
		if _, err := os.Stat(name); err == nil && (strings.HasSuffix(path, ".tar") || strings.HasSuffix(path, ".glb") || strings.HasSuffix(path, ".ply") ||
			strings.HasSuffix(path, "scene_gt.json") || strings.HasPrefix(path, "annotations/")) {
			if err := os.WriteFile(name, []byte(text[:len(text)/2]), 0o666); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatal("nothing to damage")
}

// A dataset that has grown is exported where it has, as if it had been so from the start.
func TestExportOfGrownDataset(t *testing.T) {
	for _, c := range []struct {
		options export.Options
		kept    int // of the shards that were there
	}{{all[0], 1}, {all[1], 4}, {all[2], 4}, {all[3], 4}} {
		o := c.options
		root := toys(t, map[string]int{"test": 5, "train": 6})
		o.Out = exported(t, toy{}, root, o)
		grow(t, root, map[string]int{"test": 5, "train": 8})
		stopped(t, root, o, 12) // in the last block
		r, err := export.Run(t.Context(), toy{}, root, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Samples != 13 || r.Kept != c.kept {
			t.Errorf("%s: %+v, want 13 samples and %d shards that were there", o.Format, r, c.kept)
		}
		fresh := o
		fresh.Out = ""
		sameTree(t, o.Format+" grown", files(t, o.Out), files(t, exported(t, toy{}, root, fresh)))
		if r, err := export.Run(t.Context(), toy{}, root, o); err != nil || r.Kept != r.Shards {
			t.Errorf("%s again: %+v, %v, want all shards kept", o.Format, r, err)
		}
	}
}

// Shards that build on those before them are written again when these change: models are numbered through all splits.
func TestModelsOfGrownDataset(t *testing.T) {
	root := toys(t, map[string]int{"a": 1, "b": 4})
	o := export.Options{Format: "bop"}
	o.Out = exported(t, toy{}, root, o)
	grow(t, root, map[string]int{"a": 5, "b": 4})
	r, err := export.Run(t.Context(), toy{}, root, o)
	if err != nil || r.Kept != 0 {
		t.Errorf("%+v, %v, want no shard kept", r, err)
	}
	fresh := o
	fresh.Out = ""
	sameTree(t, "bop", files(t, o.Out), files(t, exported(t, toy{}, root, fresh)))
}

// What a user meets, word for word.
func TestWrongExport(t *testing.T) {
	root := toys(t, map[string]int{"test": 1, "train": 4})
	other := exported(t, toy{}, root, export.Options{Format: "webdataset", Splits: []string{"train"}})
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "letter.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	for _, c := range []struct {
		set  toy
		root string
		o    export.Options
		want string
	}{
		{toy{}, root, export.Options{Format: "voc"}, `export: no format "voc", want one of ` + strings.Join(export.Names(), ", ")},
		{toy{}, root, export.Options{Format: "coco", Channels: []string{"normals"}}, `export: coco has no place for "normals", want amodal`},
		{toy{}, root, export.Options{Format: "webdataset", Channels: []string{"amodal"}}, `export: webdataset has no place for "amodal", want one of depth, normals, flow, backward_flow, coordinates`},
		{toy{}, root, export.Options{Format: "gltf", Channels: []string{"depth"}}, `export: gltf has no place for "depth" nor for other label pictures; ask for none`},
		{toy{}, root, export.Options{Format: "coco", Splits: []string{"val"}}, `export: ROOT has no complete split "val", want one of test, train`},
		{toy{}, empty, export.Options{Format: "coco"}, `export: EMPTY has no manifest.json, so no split is complete; generate the rest first`},
		{toy{}, root, export.Options{Format: "coco", Out: foreign}, `export: FOREIGN is not empty and holds no export; want another folder`},
		{toy{}, root, export.Options{Format: "coco", Out: other}, `export: OTHER holds an export of something else (webdataset of toy, seed 7, by mereo VERSION, ` +
			`channels [], splits ["train"]); want another folder`},
		{toy{}, root, export.Options{Format: "webdataset", Out: other}, `export: OTHER holds an export of something else (webdataset of toy, seed 7, by mereo VERSION, ` +
			`channels [], splits ["train"]); want another folder`},
		{toy{flat: true}, root, export.Options{Format: "gltf"}, `export: samples of this dataset (toy) have no 3D scene, so they cannot be exported as gltf; want another format`},
		{toy{flat: true}, root, export.Options{Format: "bop"}, `export: samples of this dataset (toy) have no 3D scene, so they cannot be exported as bop; want another format`},
		{toy{bent: true}, root, export.Options{Format: "bop"}, `export: test/0: the picture "before" is bent by a lens (k1 -0.1, k2 0, k3 0, p1 0, p2 0), which BOP has no words for; want pictures without distortion`},
		{toy{moved: true}, root, export.Options{Format: "gltf"}, `export: test/0 comes out otherwise when it is made again: object 2 is at another place; ` +
			`want the version (mereo ` + gen.Version + `) and the models that the dataset was made with`},
	} {
		out := c.o.Out
		if out == "" {
			c.o.Out = filepath.Join(t.TempDir(), "out")
		}
		_, err := export.Run(t.Context(), c.set, c.root, c.o)
		got := "nothing"
		if err != nil {
			got = strings.NewReplacer(root, "ROOT", empty, "EMPTY", foreign, "FOREIGN", other, "OTHER").Replace(err.Error())
		}
		got = version.ReplaceAllString(got, "by mereo VERSION,")
		if got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
		if left, _ := os.ReadDir(c.o.Out); out == "" && len(left) > 0 && !c.set.bent && !c.set.moved {
			t.Errorf("%s: %v is left behind", c.want, left)
		}
	}
}

// A folder is written by one process at a time.
func TestExportTwiceAtOnce(t *testing.T) {
	root := toys(t, map[string]int{"train": 4})
	o := export.Options{Format: "coco", Out: t.TempDir()}
	tried := false
	o.Progress = func(done, _ int) {
		if done != 1 || tried {
			return
		}
		tried = true
		again := export.Options{Format: "coco", Out: o.Out}
		if _, err := export.Run(t.Context(), toy{}, root, again); err == nil || err.Error() != "export: another process writes to "+o.Out+"; wait for it" {
			t.Errorf("the second: %v", err)
		}
	}
	exported(t, toy{}, root, o)
	if !tried {
		t.Error("nothing was tried")
	}
}

var version = regexp.MustCompile(`by mereo [0-9.]+,`)

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/syndacate"
	"mereo/gen/write/npz"
)

// runExport runs "mereo export ..." and returns what it prints and its exit code.
func runExport(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), append([]string{"export"}, args...), console{in: strings.NewReader(""), out: &o, err: &e})
	return o.String(), e.String(), code
}

func TestExport(t *testing.T) {
	task, err := syndacate.TaskByName("PartsToCharsSmall")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	parts, objects := make([]float32, 400*25*6), make([]float32, 400*25*18)
	parts[200*25*6] = 0.5
	_, err = npz.Write(dir, task.File(), []npz.Array{
		{Key: "part_poses", Shape: []int{400, 25, 6}, Data: parts}, {Key: "object_poses", Shape: []int{400, 25, 18}, Data: objects},
	})
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.npz")
	got, errs, code := runExport(t, dir, "--task", "PartsToChars", "--small", "--to", "npz", "--out", out)
	want := out + ": test of PartsToCharsSmall, 200 elements\n" + out + ": train of PartsToCharsSmall, 200 elements\n"
	if got != want || errs != "" || code != exitOK {
		t.Fatalf("prints %q, %q and exits %d; want %q and 0", got, errs, code, want)
	}
	r, err := npz.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	x, err := r.Read("x_train")
	if err != nil || x.Data.([]float32)[0] != 0.5 {
		t.Errorf("x_train begins with %v, %v; want 0.5", x.Data, err)
	}
}

// A dataset is exported into its own folder, and not again.
func TestExportDataset(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "letters")
	mustMereo(t, "", "generate", "syndacate", "--task", "ImToParts", "--count", "100", "--out", dir)
	out := filepath.Join(dir, "exports", "coco")
	for _, want := range []string{
		out + ": 100 samples as coco in 1 shard, 0 of them there already\n", out + ": 100 samples as coco in 1 shard, 1 of them there already\n",
	} {
		if got, errs, code := runExport(t, dir, "--to", "coco"); got != want || code != exitOK {
			t.Fatalf("prints %q, %q and exits %d; want %q and 0", got, errs, code, want)
		}
	}
	m, err := gen.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	split := m.Splits[0].Split
	var instances struct {
		Images []struct {
			Name string `json:"file_name"`
		}
		Annotations []struct{ BBox [4]float64 }
	}
	data, err := os.ReadFile(filepath.Join(out, "annotations", "instances_"+split+".json"))
	if err == nil {
		err = json.Unmarshal(data, &instances)
	}
	if err != nil || len(instances.Images) != 100 || len(instances.Annotations) < 100 {
		t.Fatalf("%d images and %d annotations, %v", len(instances.Images), len(instances.Annotations), err)
	}
	for _, i := range instances.Images {
		if _, err := os.Stat(filepath.Join(out, split, i.Name)); err != nil {
			t.Error(err)
		}
	}
	// Several formats are written in one pass, below --out.
	parent := t.TempDir()
	want := filepath.Join(parent, "coco") + ": 100 samples as coco in 1 shard, 0 of them there already\n" +
		filepath.Join(parent, "webdataset") + ": 100 samples as webdataset in 1 shard, 0 of them there already\n"
	if got, errs, code := runExport(t, dir, "--to", "coco,webdataset", "--out", parent); got != want || code != exitOK {
		t.Errorf("prints %q, %q and exits %d; want %q", got, errs, code, want)
	}
	if a, b := tree(t, out), tree(t, filepath.Join(parent, "coco")); a != b {
		t.Error("the pass for two formats gives another coco")
	}
	// What is in the dataset's folder beside its own files does not trouble those who check it.
	mustMereo(t, "", "verify", dir)
	got, errs, code := runExport(t, dir, "--to", "bop")
	if want := "mereo: export: samples of this dataset (syndacate) have no 3D scene, so they cannot be exported as bop; want another format\n"; errs != want || code != exitFailure {
		t.Errorf("prints %q, %q and exits %d; want %q", got, errs, code, want)
	}
	got, errs, code = runExport(t, dir, "--to", "coco", "--split", "val")
	if want := "mereo: export: " + dir + ` has no complete split "val", want ` + split + "\n"; errs != want || code != exitFailure {
		t.Errorf("prints %q, %q and exits %d; want %q", got, errs, code, want)
	}
}

func TestExportWrongUse(t *testing.T) {
	dir := t.TempDir()
	formats := strings.Join(export.Names(), ", ")
	for _, c := range []struct {
		args string
		want string
		code int
	}{
		{"", "export: 0 arguments, want 1: DIR", exitUsage},
		{"DIR", "export: --to is missing, want one of " + formats, exitUsage},
		{"DIR --to voc", `export: no format "voc", want one of ` + formats, exitUsage},
		{"DIR --to coco --with depth", `export: coco has no place for "depth", want amodal`, exitUsage},
		{"DIR --to webdataset --with amodal", `export: webdataset has no place for "amodal", want one of depth, normals`, exitUsage},
		{"DIR --to gltf --with depth", `export: gltf has no place for "depth" nor for other label pictures; ask for none`, exitUsage},
		{"DIR --to coco --colliders", "export: --colliders is for gltf, not for coco; leave it out", exitUsage},
		{"DIR --to coco,coco", "export: coco is named twice", exitUsage},
		{"DIR --to coco,voc", `export: no format "voc", want one of ` + formats, exitUsage},
		{"DIR --to coco,bop --with depth", `export: none of coco, bop has a place for "depth"; ask for another channel`, exitUsage},
		{"DIR --task Words --to npz,hdf5", `export: --to is "npz,hdf5", want one of npz, hdf5, webdataset with --task`, exitUsage},
		{"DIR --to coco --workers 0", "export: --workers is 0, want at least 1", exitUsage},
		{"DIR --to coco --small", "export: --small, --float and --count are for tasks; name one with --task", exitUsage},
		{"DIR --to coco", "gen: DIR: no dataset is there: dataset.json is missing", exitFailure},
		{"DIR --task Words --to coco", `export: --to is "coco", want one of npz, hdf5, webdataset with --task`, exitUsage},
		{"DIR --task Words --to npz", "export: --out is missing", exitUsage},
		{"DIR --task Words --to npz --out DIR/a --split train", "export: --split and --with are for datasets, not for tasks; leave them out", exitUsage},
		{"DIR --task Word --to npz --out DIR/a", `syndacate: no task "Word", there are ImToParts, `, exitUsage},
		{"DIR --task Words --to npz --out DIR/a", "syndacate: DIR/words_h100n70000o3s0u10w100.npz is not there, task Words is read " +
			`from it; "mereo generate syndacate --out DIR --task Words" makes it`, exitFailure},
	} {
		_, errs, code := runExport(t, strings.Fields(strings.ReplaceAll(c.args, "DIR", dir))...)
		if got := strings.ReplaceAll(errs, dir, "DIR"); !strings.HasPrefix(got, "mereo: "+c.want) || code != c.code {
			t.Errorf("%s: prints %q and exits %d, want %q and %d", c.args, got, code, c.want, c.code)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%v is left behind", left)
	}
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/syndacate"
	"mereo/gen/write/npz"
)

// runExport runs "mereo export ..." and returns what it prints and its exit code.
func runExport(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), append([]string{"export"}, args...), console{strings.NewReader(""), &o, &e})
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

func TestExportWrongUse(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args string
		want string
		code int
	}{
		{"", "export: 0 arguments, want 1: DIR", exitUsage},
		{"DIR", "export: --task is missing", exitUsage},
		{"DIR --task Words", "export: --to is missing, want one of npz, hdf5, webdataset", exitUsage},
		{"DIR --task Words --to coco", `export: --to is "coco", want one of npz, hdf5, webdataset`, exitUsage},
		{"DIR --task Words --to npz", "export: --out is missing", exitUsage},
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

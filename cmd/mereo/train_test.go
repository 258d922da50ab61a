package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/syndacate"
	"mereo/gen/write/npz"
)

// smallParts writes the file of PartsToClassSmall with lines that tell nothing, and returns its folder.
func smallParts(t *testing.T) string {
	t.Helper()
	task, err := syndacate.TaskByName("PartsToClassSmall")
	if err != nil {
		t.Fatal(err)
	}
	const n = 400
	parts, objects := make([]float32, n*9*6), make([]float32, n*18)
	for i := range n {
		parts[i*9*6] = float32(i%7) / 7
		objects[i*18+i%10] = 1
	}
	dir := t.TempDir()
	if _, err := npz.Write(dir, task.File(), []npz.Array{
		{Key: "part_poses", Shape: []int{n, 9, 6}, Data: parts},
		{Key: "object_poses", Shape: []int{n, 1, 18}, Data: objects},
	}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTrain(t *testing.T) {
	data, out := smallParts(t), filepath.Join(t.TempDir(), "run")
	arguments := []string{
		"train", "syndacate", "--task", "PartsToClassSmall", "--model", "mlp", "--depth", "0", "--width", "4", "--steps", "3",
		"--data", data, "--out", out,
	}
	code, first, stderr := mereo(t, arguments...)
	want := "PartsToClassSmall mlp, 270 parameters, 3 steps: accuracy 0."
	if code != 0 || !strings.HasPrefix(first, want) {
		t.Fatalf("exit %d, prints %q, want %q...; %s", code, first, want, stderr)
	}
	for _, name := range []string{"weights.npz", "predictions.npz", "result.json", "report.html", "checkpoint.npz"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
	// The same command finds everything done.
	if code, again, stderr := mereo(t, arguments...); code != 0 || again != first {
		t.Errorf("again: exit %d, prints %q, want %q; %s", code, again, first, stderr)
	}
}

func TestTrainErrors(t *testing.T) {
	data := smallParts(t)
	for _, c := range []struct {
		arguments string
		code      int
		want      string
	}{
		{"train", 2, "train: which set? want syndacate or features"},
		{"train clevr", 2, `train: no set "clevr", want syndacate or features`},
		{"train syndacate --model mlp --data D --out O", 2, "train syndacate: --task is missing"},
		{"train syndacate --task PartsToClass --model mlp --data D --out O --steps 3 --epochs 2", 2,
			"train syndacate: --steps and --epochs exclude each other"},
		{"train syndacate --task Parts --model mlp --data D --out O", 2,
			`train syndacate: syndacate: no task "Parts", there are ImToParts, `},
		{"train syndacate --task PartsToClass --model vgg --data D --out O", 2,
			`train syndacate: models: no model "vgg", there are cnn, `},
		{"train syndacate --task ImToParts --model mlp --data D --out O", 2,
			"train syndacate: models: model mlp does not fit task ImToParts; those that do are cnn, mereoformer\n"},
		{"train syndacate --task PartsToClass --model mlp --data D/x.npz --out O", 2,
			"but task PartsToClass is read from a file named syndacate_aFfTh100n70000o1p4rTs1u10w100.npz\n"},
		{"train syndacate --task PartsToCharsSmall --model mlp --data D --out O", 1, "is not there"},
		{"train features --data D", 2, "train features: --checkpoint is missing"},
		{"train features --data D --checkpoint D/none.npz", 1, "none.npz"},
	} {
		arguments := strings.Fields(strings.NewReplacer(" D", " "+data, " O", " "+t.TempDir()).Replace(c.arguments))
		if code, _, stderr := mereo(t, arguments...); code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d, says %q, want exit %d, %q", c.arguments, code, stderr, c.code, c.want)
		}
	}
}

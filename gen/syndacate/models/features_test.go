package models

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"mereo/gen/syndacate"
	"mereo/gen/write/npz"
	"mereo/scenes/rng"
)

// Features are those before the network's head, of every picture in order: with the head they give the network's output.
func TestFeatures(t *testing.T) {
	out, data := t.TempDir(), t.TempDir()
	task := taskByName(t, "ImToPartsSmall")
	pictures := make([]uint8, 400*100*100)
	objects := make([]float32, 400*18)
	s := rng.Named("pictures")
	for i := range 400 {
		for range 30 {
			pictures[i*10000+s.IntN(10000)] = uint8(s.IntN(256))
		}
		objects[i*18+(i/7)%10] = 1
	}
	if _, err := npz.Write(data, task.File(), []npz.Array{
		{Key: "images", Shape: []int{400, 1, 100, 100}, Data: pictures},
		{Key: "object_poses", Shape: []int{400, 1, 18}, Data: objects},
	}); err != nil {
		t.Fatal(err)
	}
	run, err := newTraining(Config{Task: task.Name, Model: "cnn", Depth: -1, Steps: 1}, randomData(t, task.Name, 2), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range run.model.list {
		if len(p.Data) == 1 {
			p.Data[0] = 0.5 // so that residual layers count
		}
		for i := range p.Data {
			if i%32 != 0 {
				p.Data[i] = 0 // which saves time
			}
		}
	}
	if err := run.save(out); err != nil {
		t.Fatal(err)
	}
	name, err := Features(context.Background(), filepath.Join(out, checkpointName), data, out, true, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if name != "PreTrainedPartsToClassSmall.npz" {
		t.Errorf("the file is %s", name)
	}
	arrays, err := npz.ReadAll(filepath.Join(out, name), npz.MaxWhole)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, a := range arrays {
		keys = append(keys, a.Key)
	}
	if want := []string{"x_train", "t_train", "n_train", "x_test", "t_test", "n_test"}; !slices.Equal(keys, want) {
		t.Fatalf("keys are %v, want %v", keys, want)
	}
	if n := arrays[2].Data.([]int64); len(arrays[2].Shape) != 0 || n[0] != 200 {
		t.Errorf("n_train is %v of shape %v, want 200", n, arrays[2].Shape)
	}
	// Training elements come after the 200 for testing.
	for _, c := range []struct{ array, element, in int }{{0, 0, 200}, {0, 137, 337}, {3, 0, 0}, {3, 199, 199}} {
		x := arrays[c.array].Data.([]float32)[c.element*64*9*9 : (c.element+1)*64*9*9]
		y := run.model.head(&tape{}, input(x, 1, 64, 9, 9))
		picture := input(syndacate.AppendFloats(nil, pictures[c.in*10000:(c.in+1)*10000]), 1, 1, 100, 100)
		for i, want := range run.model.forward(&tape{}, picture).data {
			if math.Abs(float64(y.data[i]-want)) > 1e-5 {
				t.Fatalf("%s[%d]: output %d is %v, want %v", arrays[c.array].Key, c.element, i, y.data[i], want)
			}
		}
		if got, want := arrays[c.array+1].Data.([]int64)[c.element], int64((c.in/7)%10); got != want {
			t.Errorf("%s[%d] is %d, want %d", arrays[c.array+1].Key, c.element, got, want)
		}
	}
	read, err := ReadData(t.Context(), taskByName(t, "PreTrainedPartsToClassSmall"), out)
	if err != nil {
		t.Fatal(err)
	}
	if read.Train.N != 200 || !slices.Equal(read.Train.X.Floats, arrays[0].Data.([]float32)) {
		t.Error("what is read for training is not what was written")
	}
}

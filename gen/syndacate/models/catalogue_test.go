package models

import (
	"slices"
	"testing"

	"mereo/gen/syndacate"
)

func taskByName(t testing.TB, name string) syndacate.Task {
	t.Helper()
	task, err := syndacate.TaskByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// Models take what their task has and give as many numbers as its loss compares.
func TestOutputs(t *testing.T) {
	for _, c := range []struct {
		task, model string
		want        []int
	}{
		{"ImToClass", "cnn", []int{1, 10}}, {"ImToParts", "cnn", []int{1, 81, 6}}, {"Words", "cnn", []int{1, 81, 18}},
		{"ImToSingleChar", "cnn", []int{1, 18}}, {"PreTrainedPartsToClass", "cnn", []int{1, 10}},
		{"ImToClass", "capsnet", []int{1, 10}}, {"PreTrainedPartsToClass", "capsnet", []int{1, 10}},
		{"ImToClass", "mereoformer", []int{1, 10}}, {"ImToParts", "mereoformer", []int{1, 144, 6}},
		{"PartsToChars", "settransformer", []int{1, 25, 18}}, {"PartsToSingleChar", "settransformer", []int{1, 18}},
		{"Parts2eToClassNf", "settransformer", []int{1, 10}}, {"PartsToChars", "deepsettoset", []int{1, 25, 18}},
		{"PartsToChars", "mlp", []int{1, 25, 18}}, {"PartsToSingleChar", "mlp", []int{1, 18}}, {"PartsToClass", "mlp", []int{1, 10}},
		{"PartsToChars", "mlp-elementwise", []int{1, 25, 18}},
	} {
		m, _, err := New(Config{Task: c.task, Model: c.model, Depth: -1})
		if err != nil {
			t.Fatal(err)
		}
		x := make([]float32, size(m.In))
		for i := range x {
			x[i] = float32(i%5) / 4
		}
		y := m.forward(&tape{}, input(x, append([]int{1}, m.In...)...))
		if !slices.Equal(y.shape, c.want) {
			t.Errorf("%s %s: output has shape %v, want %v", c.task, c.model, y.shape, c.want)
		}
		for _, v := range y.data {
			if c.model == "capsnet" && !(v > 0 && v < 1) {
				t.Errorf("%s: a capsule of length %v, want one between 0 and 1", c.task, v)
			}
		}
	}
}

// The counts are those of the published models.
func TestParameterCounts(t *testing.T) {
	for _, c := range []struct {
		task, model string
		width       int
		depth       int // of the first count
		want        []int
	}{
		{"ImToClass", "cnn", 0, -1, []int{283406}},
		{"ImToParts", "cnn", 0, -1, []int{283146}},
		{"PreTrainedPartsToClass", "cnn", 0, -1, []int{161037}},
		{"ImToClass", "capsnet", 0, -1, []int{6815744}},
		{"PreTrainedPartsToClass", "capsnet", 0, -1, []int{8122112}},
		{"PartsToChars", "settransformer", 64, 0, []int{1618, 34836, 68054, 101272, 134490, 167708}},
		{"PartsToChars", "settransformer", 128, 0, []int{3218, 135188, 267158, 399128, 531098, 663068}},
		{"PartsToChars", "deepsettoset", 0, 0, []int{3218, 23418, 43618, 63818, 84018, 104218}},
		{"PartsToChars", "mlp", 0, 0, []int{60550, 100851, 141152, 181453, 221754, 262055}},
		{"PartsToChars", "mlp-elementwise", 0, 0, []int{2518, 42819, 83120, 123421, 163722, 204023}},
		{"PartsToClass", "settransformer", 0, 5, []int{167298}},
		{"PartsToClass", "mlp", 0, 5, []int{208015}},
		{"ImToClass", "mereoformer", 0, -1, []int{204822}},
	} {
		for i, want := range c.want {
			config := Config{Task: c.task, Model: c.model, Width: c.width, Depth: c.depth + i}
			m, _, err := New(config)
			if err != nil {
				t.Fatal(err)
			}
			if m.Count() != want {
				t.Errorf("%+v: %d parameters, want %d", config, m.Count(), want)
			}
		}
	}
}

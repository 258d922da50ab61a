package models

import (
	"fmt"
	"testing"

	"mereo/scenes/rng"
)

// randomData is n training and n test elements of a task with random numbers.
func randomData(t testing.TB, task string, n int) *Data {
	t.Helper()
	d := &Data{Task: taskByName(t, task)}
	s := rng.Named("models test " + task)
	for _, split := range []*Split{&d.Train, &d.Test} {
		*split = Split{N: n, X: Elements{Shape: d.Task.XShape()}, T: Elements{Shape: d.Task.TShape()}}
		for range n * size(split.X.Shape) {
			split.X.Floats = append(split.X.Floats, float32(s.Uniform(-1, 1)))
		}
		if isClass(d.Task) {
			for range n {
				split.Classes = append(split.Classes, int64(s.IntN(classes)))
			}
			continue
		}
		for range n * size(split.T.Shape) {
			split.T.Floats = append(split.T.Floats, float32(s.Uniform(-1, 1)))
		}
	}
	return d
}

// BenchmarkStep is one step on a batch of 100, but 10 for capsnet.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		task, model string
		depth, n    int
	}{
		{"PartsToClass", "settransformer", 5, 100}, {"PartsToClass", "mlp", 5, 100}, {"PartsToChars", "settransformer", 5, 100},
		{"PartsToChars", "deepsettoset", 5, 100}, {"ImToClass", "cnn", -1, 100}, {"ImToParts", "cnn", -1, 100},
		{"PreTrainedPartsToClass", "cnn", -1, 100}, {"ImToClass", "capsnet", -1, 10}, {"ImToClass", "mereoformer", -1, 10},
	} {
		b.Run(fmt.Sprintf("%s/%s/%d", c.task, c.model, c.n), func(b *testing.B) {
			config := Config{Task: c.task, Model: c.model, Depth: c.depth, Steps: 1 << 30}
			t, err := newTraining(config, randomData(b, c.task, c.n), Options{})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				t.takeStep()
			}
		})
	}
}

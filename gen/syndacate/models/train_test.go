package models

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tinyConfig is of a run that takes a second.
var tinyConfig = Config{
	Task: "PartsToClass", Model: "settransformer", Depth: 1, Width: 8, TrainSamples: 230, Steps: 11, Seed: 3,
}

func TestAdam(t *testing.T) {
	p := &Parameter{Data: []float32{2}}
	m := moments{make([]float32, 1), make([]float32, 1)}
	m.update(p, [][]float32{{0.2}, {0.3}}, 1, 0.01) // the first step has the length of the rate
	if got := p.Data[0]; math.Abs(float64(got)-1.99) > 1e-6 {
		t.Errorf("after a step: %v, want 1.99", got)
	}
	// First moment 0.9*0.05 - 0.1*0.1 = 0.035, second 0.999*0.00025 + 0.001*0.01 = 0.00025975; corrected by 0.19 and
	// 0.001999, the step is 0.01 * 0.184211 / sqrt(0.129940).
	m.update(p, [][]float32{{-0.1}}, 2, 0.01)
	if got := p.Data[0]; math.Abs(float64(got)-(1.99-0.00511028)) > 1e-6 {
		t.Errorf("after two steps: %v, want 1.984890", got)
	}
}

func TestCosineRate(t *testing.T) {
	for _, c := range []struct {
		step int
		want float64
	}{{0, 1e-3}, {25, 1e-5 + 9.9e-4*(1+math.Sqrt2/2)/2}, {50, 5.05e-4}, {100, 1e-5}} {
		if got := cosineRate(c.step, 100); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("rate at %d of 100 is %v, want %v", c.step, got, c.want)
		}
	}
}

// First weights have the published distributions.
func TestFirstWeights(t *testing.T) {
	sets, _, err := New(Config{Task: "PartsToClass", Model: "settransformer", Depth: 2, Width: 64})
	if err != nil {
		t.Fatal(err)
	}
	pictures, _, err := New(Config{Task: "ImToClass", Model: "cnn", Depth: -1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		m         *Model
		name      string
		deviation float64
		bound     float64 // of uniform ones
	}{
		{sets, "layers.0.w_io", 1 / math.Sqrt(6), 0}, {sets, "layers.1.q.w_io", 1 / math.Sqrt(64*math.Sqrt(8)), 0},
		{sets, "layers.1.v.w_io", 0.125, 0}, {sets, "layers.2.f2.w_io", 1 / math.Sqrt(128), 0},
		{pictures, "layers.2.weight", 0.025 / math.Sqrt(3), 0.025}, {pictures, "layers.1.conv_1.weight", 0.2 / math.Sqrt(3), 0.2},
	} {
		p := c.m.named(c.name)
		mean, square, largest := 0.0, 0.0, 0.0
		for _, v := range p.Data {
			mean += float64(v) / float64(len(p.Data))
			square += float64(v) * float64(v) / float64(len(p.Data))
			largest = max(largest, math.Abs(float64(v)))
		}
		// Five standard errors of the mean; the deviation of a deviation is below 0.71 of that relative to it.
		error5 := 5 / math.Sqrt(float64(len(p.Data)))
		if got := math.Sqrt(square); math.Abs(got/c.deviation-1) > error5 || math.Abs(mean) > error5*c.deviation {
			t.Errorf("%s: mean %.4f, deviation %.4f, want 0, %.4f", c.name, mean, got, c.deviation)
		}
		if c.bound > 0 && (largest >= c.bound || largest < 0.98*c.bound) {
			t.Errorf("%s: largest is %v, want just below %v", c.name, largest, c.bound)
		}
	}
	for _, name := range []string{"layers.1.rezero_scale", "layers.2.scale", "layers.0.b_o"} {
		if p := sets.named(name); p.Data[0] != 0 {
			t.Errorf("%s is %v, want 0", name, p.Data[0])
		}
	}
}

// A run gives the same files for any number of workers, and after it was interrupted or killed.
func TestResume(t *testing.T) {
	data := randomData(t, tinyConfig.Task, 300)
	train := func(ctx context.Context, out string, o Options) (*Result, error) {
		t.Helper()
		o.CheckpointEvery = 4
		return Train(ctx, tinyConfig, data, out, o)
	}
	whole, interrupted, killed := t.TempDir(), t.TempDir(), t.TempDir()
	result, err := train(context.Background(), whole, Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if result.Last().Step != 11 || len(result.Measurements) != 2 {
		t.Errorf("measurements are %v, want two, the last after 11 steps", result.Measurements)
	}

	ctx, cancel := context.WithCancel(context.Background())
	_, err = train(ctx, interrupted, Options{Workers: 3, Progress: func(done, total int) {
		switch done {
		case 5: // what a killed run would leave now is the checkpoint after step 4
			text, err := os.ReadFile(filepath.Join(interrupted, checkpointName))
			if err != nil {
				t.Error(err)
			}
			if err := os.WriteFile(filepath.Join(killed, checkpointName), text, 0o666); err != nil {
				t.Error(err)
			}
		case 6:
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted run: %v", err)
	}
	for _, out := range []string{interrupted, killed} {
		if _, err := train(context.Background(), out, Options{Workers: 2}); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{checkpointName, weightsName, predictionsName, resultName, reportName} {
			got, err := os.ReadFile(filepath.Join(out, name))
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(whole, name))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s of a run that was stopped differs from that of a whole one", name)
			}
		}
	}

	other := tinyConfig
	other.Seed++
	_, err = Train(context.Background(), other, data, whole, Options{})
	if err == nil || !strings.Contains(err.Error(), "choose another folder") {
		t.Errorf("a checkpoint of another run: %v", err)
	}
}

// In epochs, metrics are taken before each and at the end, and the rate falls once in each.
func TestEpochs(t *testing.T) {
	c := tinyConfig
	c.Steps, c.Epochs = 0, 2
	run, err := newTraining(c, randomData(t, c.Task, 300), Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for step, want := range []float64{1e-3, 1e-3, 1e-3, 5.05e-4, 5.05e-4, 5.05e-4} {
		if err := run.measureAt(context.Background(), step); err != nil {
			t.Fatal(err)
		}
		if got := run.rate(); math.Abs(got-want) > 1e-12 {
			t.Errorf("rate at step %d is %v, want %v", step, got, want)
		}
		batch := run.batch()
		if want := []int{100, 100, 30}[step%3]; len(batch) != want {
			t.Errorf("batch %d has %d elements, want %d", step, len(batch), want)
		}
		for _, e := range batch {
			if step < 3 && seen[e] {
				t.Errorf("element %d comes twice in an epoch", e)
			}
			if step >= 3 && !seen[e] {
				t.Errorf("element %d is not of the subset", e)
			}
			seen[e] = true
		}
		run.takeStep()
	}
	if err := run.measureAt(context.Background(), 6); err != nil {
		t.Fatal(err)
	}
	if m := run.result.Measurements; len(m) != 3 || m[0].Step != 0 || m[1].Step != 3 || m[2].Step != 6 {
		t.Errorf("measured at %v, want steps 0, 3 and 6", m)
	}
}

// A network learns: random labels by heart.
func TestLearns(t *testing.T) {
	c := Config{Task: "PartsToClass", Model: "mlp", Depth: 1, Width: 48, Steps: 250}
	result, err := Train(context.Background(), c, randomData(t, c.Task, 40), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if first, last := result.Measurements[0], result.Last(); first.Train > 0.5 || last.Train < 0.95 {
		t.Errorf("accuracy went from %.2f to %.2f, want less than 0.5 to more than 0.95", first.Train, last.Train)
	}
}

func TestConfigErrors(t *testing.T) {
	data := randomData(t, "PartsToClass", 20)
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Task: "PartsToClass", Model: "resnet", Steps: 1},
			`models: no model "resnet", there are cnn, capsnet, mereoformer, settransformer, deepsettoset, mlp, mlp-elementwise`},
		{Config{Task: "PartsToClass", Model: "cnn", Steps: 1},
			"models: model cnn does not fit task PartsToClass; those that do are settransformer, mlp"},
		{Config{Task: "PartsToClass", Model: "settransformer", Width: 60, Steps: 1},
			"models: width is 60, want a multiple of the 8 heads of model settransformer"},
		{Config{Task: "ImToClass", Model: "cnn", Depth: 3, Steps: 1}, "models: depth is 3, but model cnn has no depth to choose"},
		{Config{Task: "PartsToClass", Model: "mlp"}, "models: 0 steps and 0 epochs, want one of them above 0"},
		{Config{Task: "PartsToClass", Model: "mlp", Steps: 1, TrainSamples: 21}, "models: 21 training samples, want 0 (all) to 20"},
	} {
		if _, err := newTraining(c.config, data, Options{}); err == nil || err.Error() != c.want {
			t.Errorf("error is %v, want %s", err, c.want)
		}
	}
	_, _, err := New(Config{Task: "PartsToWords", Model: "mlp"})
	if err == nil || !strings.Contains(err.Error(), `no task "PartsToWords", there are ImToParts,`) {
		t.Errorf("unknown task: %v", err)
	}
}

// A run on numbers that are not finite ends with a sentence.
func TestNotFinite(t *testing.T) {
	data := randomData(t, "PartsToClass", 20)
	data.Train.X.Floats[7] = float32(math.Inf(1))
	_, err := Train(context.Background(), Config{Task: "PartsToClass", Model: "mlp", Steps: 3}, data, t.TempDir(), Options{})
	want := "models: loss is NaN at step 1 of task PartsToClass; look for numbers in the data that are not finite"
	if err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

func TestLoadErrors(t *testing.T) {
	m := newMLP(2, 3, 0, 4, false, nil)
	m.Name = "mlp"
	state := m.State()
	if err := m.Load(state); err != nil {
		t.Fatal(err)
	}
	short := state[0]
	short.Shape = []int{4, 2}
	if err := m.Load(state[1:]); err == nil || err.Error() != "models: mlp: parameter layers.0.w_io is missing" {
		t.Errorf("a missing parameter: %v", err)
	}
	state[0] = short
	if err := m.Load(state); err == nil || err.Error() != "models: mlp: layers.0.w_io has shape [4 2], want [2 4]" {
		t.Errorf("a wrong shape: %v", err)
	}
	state[0].Key = "layers.9.w_io"
	if err := m.Load(state); err == nil || err.Error() != "models: mlp has no parameter layers.9.w_io" {
		t.Errorf("an unknown parameter: %v", err)
	}
}

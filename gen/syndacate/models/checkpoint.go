package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"mereo/gen/write"
	"mereo/gen/write/npz"
	"mereo/internal/strict"
)

// Names of files in a run's folder.
const (
	checkpointName  = "checkpoint.npz"
	weightsName     = "weights.npz"
	resultName      = "result.json"
	reportName      = "report.html"
	predictionsName = "predictions.npz"
)

// Prefixes and keys of what a checkpoint holds beside the model's State.
const (
	firstMoment, secondMoment = "adam_first.", "adam_second."

	configKey, stepKey, lossesKey                      = "config", "step", "losses"
	measuredStepKey, measuredTrainKey, measuredTestKey = "measured_step", "measured_train", "measured_test"
)

// save writes checkpoint.npz: the state of the model under the published names, Adam's moments, the configuration as JSON,
// the number of steps taken, the loss of each and all measurements. From there, training goes on as if it had never stopped.
func (t *training) save(out string) error {
	config, err := json.Marshal(t.config)
	if err != nil {
		return fmt.Errorf("models: %w", err)
	}
	arrays := t.model.State()
	for i, p := range t.model.list {
		arrays = append(arrays,
			npz.Array{Key: firstMoment + p.Name, Shape: p.Shape, Data: t.moments[i].first},
			npz.Array{Key: secondMoment + p.Name, Shape: p.Shape, Data: t.moments[i].second})
	}
	var steps []int64
	var train, test []float64
	for _, m := range t.result.Measurements {
		steps, train, test = append(steps, int64(m.Step)), append(train, m.Train), append(test, m.Test)
	}
	n := []int{len(steps)}
	arrays = append(arrays,
		npz.Array{Key: configKey, Shape: []int{len(config)}, Data: config},
		npz.Array{Key: stepKey, Data: []int64{int64(t.step)}},
		npz.Array{Key: lossesKey, Shape: []int{len(t.result.losses)}, Data: t.result.losses},
		npz.Array{Key: measuredStepKey, Shape: n, Data: steps},
		npz.Array{Key: measuredTrainKey, Shape: n, Data: train},
		npz.Array{Key: measuredTestKey, Shape: n, Data: test})
	_, err = npz.Write(out, checkpointName, arrays)
	return err
}

// checkpoint is a file that save has written.
type checkpoint struct {
	path   string
	config Config
	arrays []npz.Array
}

// maxCheckpoint is far more than the largest model and its moments have.
const maxCheckpoint = 512 << 20

func readCheckpoint(path string) (*checkpoint, error) {
	arrays, err := npz.ReadAll(path, maxCheckpoint)
	if err != nil {
		return nil, err
	}
	c := &checkpoint{path: path, arrays: arrays}
	text, err := numbers[uint8](c, configKey)
	if err != nil {
		return nil, err
	}
	if err := strict.JSON(text, &c.config); err != nil {
		return nil, fmt.Errorf("models: %s: %s: %w", path, configKey, err)
	}
	return c, nil
}

// numbers are those of an array of a checkpoint.
func numbers[T any](c *checkpoint, key string) ([]T, error) {
	i := slices.IndexFunc(c.arrays, func(a npz.Array) bool { return a.Key == key })
	if i < 0 {
		return nil, fmt.Errorf("models: %s: %s is missing, want a file that mereo train has written", c.path, key)
	}
	data, ok := c.arrays[i].Data.([]T)
	if !ok {
		return nil, fmt.Errorf("models: %s: %s is of type %T, want %T", c.path, key, c.arrays[i].Data, data)
	}
	return data, nil
}

// state are the arrays of the model's State.
func (c *checkpoint) state() []npz.Array {
	other := []string{configKey, stepKey, lossesKey, measuredStepKey, measuredTrainKey, measuredTestKey}
	var state []npz.Array
	for _, a := range c.arrays {
		if !slices.Contains(other, a.Key) && !strings.HasPrefix(a.Key, firstMoment) && !strings.HasPrefix(a.Key, secondMoment) {
			state = append(state, a)
		}
	}
	return state
}

func (c *checkpoint) copyMoment(to []float32, key string) error {
	from, err := numbers[float32](c, key)
	if err == nil && len(from) != len(to) {
		err = fmt.Errorf("models: %s: %s has %d numbers, want %d", c.path, key, len(from), len(to))
	}
	copy(to, from)
	return err
}

// resume takes the state of the checkpoint in folder out, if there is one.
func (t *training) resume(out string) error {
	c, err := readCheckpoint(filepath.Join(out, checkpointName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if c.config != t.config {
		have, _ := json.Marshal(c.config)
		want, _ := json.Marshal(t.config)
		return fmt.Errorf("models: %s is of a run with %s, not %s; choose another folder or remove it", c.path, have, want)
	}
	if err := t.model.Load(c.state()); err != nil {
		return fmt.Errorf("%w (%s)", err, c.path)
	}
	for i, p := range t.model.list {
		if err := errors.Join(
			c.copyMoment(t.moments[i].first, firstMoment+p.Name), c.copyMoment(t.moments[i].second, secondMoment+p.Name),
		); err != nil {
			return err
		}
	}
	step, errStep := numbers[int64](c, stepKey)
	losses, errLosses := numbers[float32](c, lossesKey)
	steps, errSteps := numbers[int64](c, measuredStepKey)
	train, errTrain := numbers[float64](c, measuredTrainKey)
	test, errTest := numbers[float64](c, measuredTestKey)
	if err := errors.Join(errStep, errLosses, errSteps, errTrain, errTest); err != nil {
		return err
	}
	if len(step) != 1 || step[0] < 0 || int(step[0]) > t.totalSteps() || len(losses) != int(step[0]) ||
		len(steps) != len(train) || len(steps) != len(test) {
		return fmt.Errorf("models: %s: step is %v with %d losses, want one number for all of at most %d steps",
			c.path, step, len(losses), t.totalSteps())
	}
	t.step, t.result.losses = int(step[0]), losses
	for i, s := range steps {
		t.result.Measurements = append(t.result.Measurements, Measurement{int(s), train[i], test[i]})
	}
	return nil
}

// finish writes what a finished run leaves: the checkpoint, weights.npz with the published names alone, predictions.npz with
// the outputs y_test for the test split, result.json and report.html.
func (t *training) finish(ctx context.Context, out string) error {
	if err := t.save(out); err != nil {
		return err
	}
	if _, err := npz.Write(out, weightsName, t.model.State()); err != nil {
		return err
	}
	if err := t.predict(ctx, out); err != nil {
		return err
	}
	if _, err := write.JSON(out, resultName, t.result); err != nil {
		return err
	}
	return t.result.report(out)
}

// predict writes the outputs for the test split in the order of the file.
func (t *training) predict(ctx context.Context, out string) error {
	_, err := write.Stream(out, predictionsName, func(w io.Writer) error {
		file := npz.NewWriter(w)
		begun := false
		err := t.outputs(ctx, t.data.Test.X, t.data.Test.N, t.model.forward, func(y []float32, shape []int) error {
			if !begun {
				begun = true
				if err := file.Begin("y_test", y, append([]int{t.data.Test.N}, shape...)); err != nil {
					return err
				}
			}
			return file.Append(y)
		})
		if err != nil {
			return err
		}
		return file.Close()
	})
	return err
}

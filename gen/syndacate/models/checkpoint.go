package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/gen/write/npz"
)

// Names of files in a run's folder.
const (
	checkpointName  = "checkpoint.npz"
	weightsName     = "weights.npz"
	resultName      = "result.json"
	reportName      = "report.html"
	predictionsName = "predictions.npz"
)

// Prefixes of the keys of Adam's moments.
const firstMoment, secondMoment = "adam_first.", "adam_second."

// progress is what a checkpoint holds beside the model's State and the moments.
type progress struct {
	config      []uint8 // JSON
	step        []int64 // one number
	losses      []float32
	measured    []int64 // steps of measurements
	train, test []float64
}

// arrays are pointers to the numbers under their keys.
func (p *progress) arrays() []npz.Array {
	return []npz.Array{
		{Key: "config", Data: &p.config}, {Key: "step", Data: &p.step}, {Key: "losses", Data: &p.losses},
		{Key: "measured_step", Data: &p.measured}, {Key: "measured_train", Data: &p.train}, {Key: "measured_test", Data: &p.test},
	}
}

// save writes checkpoint.npz: the state of the model under the published names, Adam's moments, the configuration as JSON,
// the number of steps taken, the loss of each and all measurements. From there, training goes on as if it had never stopped.
func (t *training) save(out string) error {
	p := progress{step: []int64{int64(t.step)}, losses: t.result.losses}
	var err error
	if p.config, err = json.Marshal(t.config); err != nil {
		return fmt.Errorf("models: %w", err)
	}
	for _, m := range t.result.Measurements {
		p.measured, p.train, p.test = append(p.measured, int64(m.Step)), append(p.train, m.Train), append(p.test, m.Test)
	}
	arrays := append(t.model.State(), t.momentArrays()...)
	for _, a := range p.arrays() {
		numbers := reflect.ValueOf(a.Data).Elem()
		arrays = append(arrays, npz.Array{Key: a.Key, Shape: []int{numbers.Len()}, Data: numbers.Interface()})
	}
	_, err = npz.Write(out, checkpointName, arrays)
	return err
}

// momentArrays are Adam's moments under the keys of a checkpoint.
func (t *training) momentArrays() (arrays []npz.Array) {
	for i, p := range t.model.list {
		arrays = append(arrays, npz.Array{Key: firstMoment + p.Name, Shape: p.Shape, Data: t.moments[i].first},
			npz.Array{Key: secondMoment + p.Name, Shape: p.Shape, Data: t.moments[i].second})
	}
	return arrays
}

// checkpoint is a file that save has written.
type checkpoint struct {
	path   string
	config Config
	progress
	others []npz.Array // the model's state and moments
}

// maxCheckpoint is far more than the largest model and its moments have.
const maxCheckpoint = 512 << 20

func readCheckpoint(path string) (*checkpoint, error) {
	arrays, err := npz.ReadAll(path, maxCheckpoint)
	if err != nil {
		return nil, err
	}
	c := &checkpoint{path: path, others: arrays}
	for _, want := range c.progress.arrays() {
		i := slices.IndexFunc(c.others, func(a npz.Array) bool { return a.Key == want.Key })
		if i < 0 {
			return nil, fmt.Errorf("models: %s: %s is missing, want a file that mereo train has written", path, want.Key)
		}
		numbers, got := reflect.ValueOf(want.Data).Elem(), reflect.ValueOf(c.others[i].Data)
		if got.Type() != numbers.Type() {
			return nil, fmt.Errorf("models: %s: %s is of type %s, want %s", path, want.Key, got.Type(), numbers.Type())
		}
		numbers.Set(got)
		c.others = slices.Delete(c.others, i, i+1)
	}
	if err := record.Read(c.progress.config, &c.config, record.Lacking); err != nil {
		return nil, fmt.Errorf("models: %s: config: %w", path, err)
	}
	return c, nil
}

// load sets the model's parameters, and the moments that are given from arrays under their keys.
func (c *checkpoint) load(m *Model, moments []npz.Array) error {
	var state []npz.Array
	given := map[string]any{}
	for _, a := range c.others {
		if strings.HasPrefix(a.Key, firstMoment) || strings.HasPrefix(a.Key, secondMoment) {
			given[a.Key] = a.Data
		} else {
			state = append(state, a)
		}
	}
	if err := m.Load(state); err != nil {
		return fmt.Errorf("%w (%s)", err, c.path)
	}
	for _, to := range moments {
		from, ok := given[to.Key].([]float32)
		if n := copy(to.Data.([]float32), from); !ok || n != len(from) || n != size(to.Shape) {
			return fmt.Errorf("models: %s: %s is %T of %d numbers, want []float32 of %d", c.path, to.Key, given[to.Key], len(from), size(to.Shape))
		}
	}
	return nil
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
	if err := c.load(t.model, t.momentArrays()); err != nil {
		return err
	}
	if len(c.step) != 1 || c.step[0] < 0 || int(c.step[0]) > t.totalSteps() || len(c.losses) != int(c.step[0]) ||
		len(c.measured) != len(c.train) || len(c.measured) != len(c.test) {
		return fmt.Errorf("models: %s: step is %v with %d losses, want one number for all of at most %d steps",
			c.path, c.step, len(c.losses), t.totalSteps())
	}
	t.step, t.result.losses = int(c.step[0]), c.losses
	for i, s := range c.measured {
		t.result.Measurements = append(t.result.Measurements, Measurement{int(s), c.train[i], c.test[i]})
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

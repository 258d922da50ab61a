package models

import (
	"context"
	"fmt"
	"io"
	"slices"

	"mereo/gen/syndacate"
	"mereo/gen/write"
	"mereo/gen/write/npz"
)

// featureShape is that of an element of the task that learns from features.
var featureShape = []int{64, 9, 9}

// Features writes the file of PreTrainedPartsToClass, or of its small variant, to folder out: for every picture of ImToClass
// in folder data, in the order of the file, what the convolutional network of a checkpoint makes of it before its head, and
// the class. It returns the name of the file.
func Features(ctx context.Context, path, data, out string, small bool, o Options) (string, error) {
	c, err := readCheckpoint(path)
	if err != nil {
		return "", err
	}
	if c.config.Model != "cnn" || c.config.Width != featureShape[0] {
		return "", fmt.Errorf("models: %s is of model %s, width %d, want cnn, width %d, trained on ImToParts",
			path, c.config.Model, c.config.Width, featureShape[0])
	}
	model, _, err := New(c.config)
	if err != nil {
		return "", fmt.Errorf("models: %s: %w", path, err)
	}
	if err := c.load(model, nil); err != nil {
		return "", err
	}
	to, err := syndacate.TaskByName("PreTrainedPartsToClass")
	if err != nil {
		return "", err
	}
	from, err := syndacate.TaskByName("ImToClass")
	if err != nil {
		return "", err
	}
	if small {
		from, to = from.Small(), to.Small()
	}
	if !slices.Equal(model.In, from.XShape()) {
		return "", fmt.Errorf("models: %s takes inputs of shape %v, want %v; train it on ImToParts", path, model.In, from.XShape())
	}
	run := newRunner(model, o.Workers)
	_, err = write.Stream(out, to.File(), func(w io.Writer) error {
		file := npz.NewWriter(w)
		done := 0
		for _, split := range []string{"train", "test"} {
			if err := run.splitFeatures(ctx, file, from, data, split, func(n int) {
				done += n
				if o.Progress != nil {
					o.Progress(done, from.Splits()[1].End)
				}
			}); err != nil {
				return err
			}
		}
		return file.Close()
	})
	return to.File(), err
}

// splitFeatures appends x, t and n of a split.
func (r runner) splitFeatures(
	ctx context.Context, file *npz.Writer, task syndacate.Task, data, split string, progress func(n int),
) error {
	of, err := task.Split(split)
	if err != nil {
		return err
	}
	n := of.End - of.First
	var labels []int64
	if err := task.Read(ctx, data, split, func(p syndacate.Piece) error {
		if p.First == of.First {
			if err := file.Begin("x_"+split, []float32{}, append([]int{n}, featureShape...)); err != nil {
				return err
			}
		}
		labels = append(labels, p.T.Data.([]int64)...)
		pictures := Elements{Shape: p.X.Shape[1:], Bytes: p.X.Data.([]uint8)}
		if err := r.outputs(ctx, pictures, p.X.Shape[0], r.model.body, func(y []float32, shape []int) error {
			must(slices.Equal(shape, featureShape), "features have shape %v, want %v", shape, featureShape)
			return file.Append(y)
		}); err != nil {
			return err
		}
		progress(p.X.Shape[0])
		return nil
	}); err != nil {
		return err
	}
	if err := file.Begin("t_"+split, labels, []int{n}); err != nil {
		return err
	}
	if err := file.Append(labels); err != nil {
		return err
	}
	if err := file.Begin("n_"+split, []int64{}, nil); err != nil {
		return err
	}
	return file.Append([]int64{int64(n)})
}

package models

import (
	"context"
	"slices"

	"mereo/gen/syndacate"
)

// Elements are tensors of one shape, one for each element.
type Elements struct {
	Shape  []int
	Bytes  []uint8   // pictures, whose values count 1/255 each; or
	Floats []float32 // numbers
}

// input is the elements of the given numbers as a batch, in the tape's memory.
func (e Elements) input(t *tape, elements []int) *value {
	n := size(e.Shape)
	x := t.floats(n * len(elements))[:0]
	for _, i := range elements {
		if e.Bytes != nil {
			x = syndacate.AppendFloats(x, e.Bytes[i*n:(i+1)*n])
		} else {
			x = append(x, e.Floats[i*n:(i+1)*n]...)
		}
	}
	return input(x, append([]int{len(elements)}, e.Shape...)...)
}

// Split is one of the two parts of a task's elements: inputs, and classes or targets.
type Split struct {
	N       int
	X       Elements
	Classes []int64  // of tasks whose answer is a class
	T       Elements // of all others
}

// target is that of the elements of the given numbers, in the tape's memory.
func (s *Split) target(t *tape, elements []int) target {
	if s.Classes != nil {
		classes := make([]int64, len(elements))
		for i, e := range elements {
			classes[i] = s.Classes[e]
		}
		return target{classes: classes}
	}
	return target{rows: s.T.input(t, elements).data}
}

// Data is what a task's models learn from and are judged by.
type Data struct {
	Task        syndacate.Task
	Train, Test Split
}

// ReadData reads a task's file in folder dir. Pictures stay bytes: a full set of them takes 700 MB.
func ReadData(ctx context.Context, task syndacate.Task, dir string) (*Data, error) {
	d := &Data{Task: task}
	if err := d.Train.read(ctx, task, dir, "train"); err != nil {
		return nil, err
	}
	if err := d.Test.read(ctx, task, dir, "test"); err != nil {
		return nil, err
	}
	return d, nil
}

func (s *Split) read(ctx context.Context, task syndacate.Task, dir, name string) error {
	of, err := task.Split(name)
	if err != nil {
		return err
	}
	s.N = of.End - of.First
	s.X.Shape, s.T.Shape = task.XShape(), task.TShape()
	return task.Read(ctx, dir, name, func(p syndacate.Piece) error {
		left := of.End - p.First
		switch data := p.X.Data.(type) {
		case []uint8:
			s.X.Bytes = append(slices.Grow(s.X.Bytes, left*size(s.X.Shape)), data...)
		case []float32:
			s.X.Floats = append(slices.Grow(s.X.Floats, left*size(s.X.Shape)), data...)
		}
		switch data := p.T.Data.(type) {
		case []int64:
			s.Classes = append(s.Classes, data...)
		case []float32:
			s.T.Floats = append(slices.Grow(s.T.Floats, left*size(s.T.Shape)), data...)
		}
		return nil
	})
}

package syndacate

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"mereo/gen/write"
	"mereo/gen/write/hdf5"
	"mereo/gen/write/npz"
)

// ExportFormats are the formats that Export writes.
var ExportFormats = []string{"npz", "hdf5", "webdataset"}

// ExportOptions say what Export writes where.
type ExportOptions struct {
	Data   string // folder with the task's file
	Task   Task
	Format string // one of ExportFormats
	Out    string // the file, or the folder of shards
	Float  bool   // pictures as float32 from 0 to 1 instead of bytes from 0 to 255
}

// Export writes x and t of a task, as the published loaders give them, for readers of other formats. Elements keep their
// order: in the task's file those for testing come first.
//
//	npz, hdf5    the arrays x_test, t_test, x_train and t_train, in this order
//	webdataset   Out/test/000000.tar, Out/train/000000.tar and so on, described with shards
//
// A file appears when it is complete. The same data give the same bytes.
func Export(ctx context.Context, o ExportOptions) error {
	if source := filepath.Join(o.Data, o.Task.File()); sameFile(o.Out, source) {
		return fmt.Errorf("syndacate: %s is the task's own file; want another place to write to", o.Out)
	}
	for _, split := range o.Task.Splits() { // before anything is written
		if err := o.Task.read(ctx, o.Data, split.Name, true, true, nil); err != nil {
			return err
		}
	}
	switch o.Format {
	case "npz":
		dir, name := filepath.Split(o.Out)
		_, err := write.Commit(dir, name, nil, func(w io.Writer) error {
			out := npz.NewWriter(w)
			if err := o.arrays(ctx, out); err != nil {
				return err
			}
			return out.Close()
		})
		return err
	case "hdf5":
		return hdf5.Create(o.Out, func(w *hdf5.Writer) error {
			out := &hdf5Export{group: w.Root}
			if err := o.arrays(ctx, out); err != nil {
				return err
			}
			return out.end()
		})
	case "webdataset":
		return o.shards(ctx)
	}
	return fmt.Errorf("syndacate: no format %q, want one of %s", o.Format, strings.Join(ExportFormats, ", "))
}

// sameFile tells whether two paths lead to one file that is there.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// arrayExport takes arrays one after the other, each in pieces.
type arrayExport interface {
	// Begin begins an array; sample is a slice of the type of its elements.
	Begin(key string, sample any, shape []int) error
	Append(data any) error
}

// arrays writes the four arrays.
func (o ExportOptions) arrays(ctx context.Context, out arrayExport) error {
	for _, split := range o.Task.Splits() {
		for _, name := range []string{"x", "t"} {
			err := o.each(ctx, split.Name, name == "x", name == "t", func(p Piece) error {
				a := p.X
				if name == "t" {
					a = p.T
				}
				if p.First == split.First {
					shape := append([]int{split.End - split.First}, a.Shape[1:]...)
					if err := out.Begin(name+"_"+split.Name, a.Data, shape); err != nil {
						return err
					}
				}
				return out.Append(a.Data)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// each calls do with a split's elements in order, some at a time: x, t or both.
func (o ExportOptions) each(ctx context.Context, split string, x, t bool, do func(p Piece) error) error {
	var floats []float32
	return o.Task.read(ctx, o.Data, split, x, t, func(p Piece) error {
		if pixels, ok := p.X.Data.([]uint8); ok && o.Float {
			floats = AppendFloats(floats[:0], pixels)
			p.X.Data = floats
		}
		return do(p)
	})
}

// hdf5Export writes arrays into a group.
type hdf5Export struct {
	group *hdf5.Group
	array *hdf5.Array // that was begun; nil for none
	bytes []byte
}

// Begin ends the array before.
func (e *hdf5Export) Begin(key string, sample any, shape []int) error {
	if err := e.end(); err != nil {
		return err
	}
	kind := hdf5.Float32
	switch sample.(type) {
	case []uint8:
		kind = hdf5.Uint8
	case []int64:
		kind = hdf5.Int64
	}
	var err error
	e.array, err = e.group.Array(key, kind, shape)
	return err
}

// Append adds elements.
func (e *hdf5Export) Append(data any) (err error) {
	if e.bytes, err = binary.Append(e.bytes[:0], binary.LittleEndian, data); err != nil {
		return fmt.Errorf("syndacate: %w", err)
	}
	_, err = e.array.Write(e.bytes)
	return err
}

func (e *hdf5Export) end() error {
	if e.array == nil {
		return nil
	}
	return e.array.Close()
}

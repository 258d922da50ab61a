package syndacate

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"mereo/gen/write/npz"
)

// Piece is x and t of some elements of a task, one after the other. The first length of an array is the number of elements, the others
// are XShape and TShape of the task; numbers are float32, but pictures are bytes that count 1/255 each (see AppendFloats) and classes
// int64.
type Piece struct {
	First int // element of the file
	X, T  npz.Array
}

// pieceElements is how many elements a piece has, but for the last one of a split.
const pieceElements = 1000

// Read calls do with the elements of the split of that name, from the first to the last. They are read from the task's file, which is in
// folder dir under its standard name, and must have the arrays of the task in exactly the task's shapes. Arrays are valid until do
// returns.
func (t Task) Read(ctx context.Context, dir, split string, do func(p Piece) error) error {
	return t.read(ctx, dir, split, true, true, do)
}

// read reads x, t or both. Without do it finds out whether they can be read.
func (t Task) read(ctx context.Context, dir, split string, x, target bool, do func(p Piece) error) error {
	of, err := t.Split(split)
	if err != nil {
		return err
	}
	file, err := t.openFile(filepath.Join(dir, t.File()))
	if err != nil {
		return err
	}
	defer file.Close()
	var p Piece
	var tensors []*tensor
	for _, a := range []struct {
		wanted bool
		loader Loader
		name   string
		to     *npz.Array
	}{{x, t.X, "x", &p.X}, {target, t.T, "t", &p.T}} {
		if a.wanted {
			in, err := t.tensor(file, of, a.loader, a.name)
			if err != nil {
				return err
			}
			defer in.rows.Close()
			in.to = a.to
			tensors = append(tensors, in)
		}
	}
	for p.First = of.First; do != nil && p.First < of.End; p.First += pieceElements {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, in := range tensors {
			if *in.to, err = in.next(min(pieceElements, of.End-p.First)); err != nil {
				return file.failed(err)
			}
		}
		if err := do(p); err != nil {
			return err
		}
	}
	return nil
}

// maker says what makes the task's file.
func (t Task) maker(dir string) string {
	if t.hasFeatures() {
		return `"mereo train features" makes it with a trained ImToParts network`
	}
	if small := t.Small(); small.Name != t.Name {
		if _, err := os.Stat(filepath.Join(dir, small.File())); err == nil {
			return fmt.Sprintf("the file of 400 elements is there, for task %s: add --small", small.Name)
		}
	}
	return fmt.Sprintf(`"mereo generate syndacate --out %s --task %s" makes it`, dir, t.Name)
}

// AppendFloats appends the values of a tensor: bytes of pictures divided by 255, numbers as they are.
func AppendFloats(dst []float32, data any) []float32 {
	switch data := data.(type) {
	case []float32:
		return append(dst, data...)
	case []uint8:
		for _, v := range data {
			dst = append(dst, float32(v)/255)
		}
		return dst
	}
	panic(fmt.Sprintf("syndacate: a tensor of %T has no values, want []float32 or []uint8", data))
}

// tensor is x or t on the way from the file.
type tensor struct {
	name   string
	loader Loader
	shape  []int // of an element
	stored []int // of an element's array in the file
	rows   *npz.Rows
	raw    reflect.Value // room for a piece as it is stored
	to     *npz.Array    // of the piece
}

// storedArray is the key of the array that a loader reads, with what it must be, and the first element of the split in it.
func (t Task) storedArray(split TaskSplit, l Loader, name string) (key string, want wanted, first int) {
	n := t.Splits()[1].End
	first = split.First
	key, want.types = keyObjects, "float32"
	switch {
	case t.hasFeatures():
		n, first = split.End-split.First, 0
		key = name + "_" + split.Name
	case l == ImageLoader:
		key, want.types = keyImages, "uint8"
	case l == PartLoader || l == OneEndLoader || l == BothEndsLoader:
		key = keyParts
	}
	want.shape = []any{n}
	if t.hasFeatures() && l == ClassLoader {
		want.types = "int64"
		return key, want, first
	}
	for _, n := range t.stored(l) {
		want.shape = append(want.shape, n)
	}
	return key, want, first
}

// tensor begins to read x or t.
func (t Task) tensor(file *arrayFile, split TaskSplit, l Loader, name string) (*tensor, error) {
	key, want, first := t.storedArray(split, l, name)
	a, _, err := file.look(key, want)
	if err != nil {
		return nil, err
	}
	in := &tensor{name: name, loader: l, shape: t.shape(l), stored: a.Shape[1:]}
	room := min(pieceElements, split.End-split.First) * product(in.stored)
	in.raw = reflect.MakeSlice(reflect.TypeOf(a.Data), room, room)
	in.rows, err = file.rows(key, first)
	return in, err
}

// next reads n elements, which must be there.
func (t *tensor) next(n int) (npz.Array, error) {
	a := npz.Array{Key: t.name, Shape: append([]int{n}, t.shape...), Data: t.raw.Slice(0, n*product(t.stored)).Interface()}
	if got, err := t.rows.Read(a.Data); err != nil || got != n {
		return a, cmp.Or(err, io.ErrUnexpectedEOF)
	}
	rows, _ := a.Data.([]float32)
	switch {
	case t.loader == OneEndLoader || t.loader == BothEndsLoader:
		a.Data = firstColumns(rows, t.stored[1], t.shape[1])
	case t.loader == ClassLoader && rows != nil:
		a.Data = bestClasses(Batch{n, t.stored[0], t.stored[1], rows}, len(charClasses))
	}
	return a, nil
}

// firstColumns keeps the first columns of rows, in the same memory.
func firstColumns(data []float32, width, keep int) []float32 {
	out := data[:0]
	for row := range slices.Chunk(data, width) {
		out = append(out, row[:keep]...)
	}
	return out
}

// bestClass is the index of the first of the largest numbers.
func bestClass(scores []float32) int64 {
	best := 0
	for i, v := range scores {
		if v > scores[best] {
			best = i
		}
	}
	return int64(best)
}

// product is how many numbers an array of that shape has.
func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// shapeOf is a shape of numbers or names as numpy prints it.
func shapeOf[T any](shape []T) string {
	var text []string
	for _, n := range shape {
		text = append(text, fmt.Sprint(n))
	}
	if len(shape) == 1 {
		text = append(text, "")
	}
	return "(" + strings.TrimSuffix(strings.Join(text, ", "), " ") + ")"
}

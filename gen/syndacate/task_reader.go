package syndacate

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mereo/gen/write/npz"
)

// TaskReader reads x and t of a split of a task, from the first element to the last. It is not for several goroutines at once.
type TaskReader struct {
	Task  Task
	Split TaskSplit

	file *arrayFile
	x, t *tensor
	left int
}

// Open opens the split of that name in the task's file, which is in folder dir under its standard name. The file must have the
// arrays of the task in exactly the task's shapes.
func (t Task) Open(dir, split string) (*TaskReader, error) { return t.open(dir, split, true, true) }

// open opens x, t or both.
func (t Task) open(dir, split string, x, target bool) (_ *TaskReader, err error) {
	r := &TaskReader{Task: t}
	if r.Split, err = t.Split(split); err != nil {
		return nil, err
	}
	r.left = r.Split.End - r.Split.First
	if r.file, err = t.openFile(filepath.Join(dir, t.File())); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			r.Close()
		}
	}()
	if x {
		if r.x, err = r.tensor(t.X, "x"); err != nil {
			return nil, err
		}
	}
	if target {
		if r.t, err = r.tensor(t.T, "t"); err != nil {
			return nil, err
		}
	}
	return r, nil
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

// Len is how many elements were not read.
func (r *TaskReader) Len() int { return r.left }

// Next returns x and t of the next n elements, or of all that are left when they are fewer, and io.EOF when there are none.
// The first length is the number of elements, the others are XShape and TShape of the task; numbers are float32, but pictures
// are bytes that count 1/255 each (see AppendFloats) and classes int64. What is returned is valid until the next call.
func (r *TaskReader) Next(n int) (x, t npz.Array, err error) {
	if r.left == 0 {
		return x, t, io.EOF
	}
	n = min(n, r.left)
	r.left -= n
	if r.x != nil {
		x, err = r.x.next(n)
	}
	if r.t != nil && err == nil {
		t, err = r.t.next(n)
	}
	if err != nil {
		err = r.file.failed(err)
	}
	return x, t, err
}

// Close ends reading, at any element.
func (r *TaskReader) Close() error {
	var errs []error
	for _, t := range []*tensor{r.x, r.t} {
		if t != nil {
			errs = append(errs, t.rows.Close())
		}
	}
	return errors.Join(append(errs, r.file.Close())...)
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
	raw    any // elements as they are stored
	out    any // what the loader makes of them; nil when it takes them as they are
}

// storedArray is the key of the array that a loader reads, with what it must be, and the first element of the split in it.
func (r *TaskReader) storedArray(l Loader, name string) (key string, want wanted, first int) {
	n := r.Task.Splits()[1].End
	first = r.Split.First
	key, want.types = keyObjects, "float32"
	switch {
	case r.Task.hasFeatures():
		n, first = r.Split.End-r.Split.First, 0
		key = name + "_" + r.Split.Name
	case l == ImageLoader:
		key, want.types = keyImages, "uint8"
	case l == PartLoader || l == OneEndLoader || l == BothEndsLoader:
		key = keyParts
	}
	want.shape = []any{n}
	if r.Task.hasFeatures() && l == ClassLoader {
		want.types = "int64"
		return key, want, first
	}
	for _, n := range r.Task.stored(l) {
		want.shape = append(want.shape, n)
	}
	return key, want, first
}

// tensor begins to read x or t.
func (r *TaskReader) tensor(l Loader, name string) (*tensor, error) {
	key, want, first := r.storedArray(l, name)
	a, _, err := r.file.look(key, want)
	if err != nil {
		return nil, err
	}
	t := &tensor{name: name, loader: l, shape: r.Task.shape(l), stored: a.Shape[1:]}
	t.rows, err = r.file.rows(key, first)
	return t, err
}

// next reads n elements, which must be there.
func (t *tensor) next(n int) (npz.Array, error) {
	size := n * product(t.stored)
	shape := append([]int{n}, t.shape...)
	switch {
	case t.loader == ImageLoader:
		raw := resized[uint8](&t.raw, size)
		return npz.Array{Key: t.name, Shape: shape, Data: raw}, t.read(raw, n)
	case t.loader == ClassLoader && len(t.stored) == 0:
		raw := resized[int64](&t.raw, size)
		return npz.Array{Key: t.name, Shape: shape, Data: raw}, t.read(raw, n)
	}
	raw := resized[float32](&t.raw, size)
	if err := t.read(raw, n); err != nil {
		return npz.Array{}, err
	}
	a := npz.Array{Key: t.name, Shape: shape, Data: raw}
	switch t.loader {
	case OneEndLoader, BothEndsLoader:
		a.Data = firstColumns(raw, t.stored[1], t.shape[1])
	case ClassLoader:
		classes := resized[int64](&t.out, n)
		object := product(t.stored)
		for i := range classes {
			classes[i] = bestClass(raw[i*object:][:10])
		}
		a.Data = classes
	}
	return a, nil
}

func (t *tensor) read(data any, n int) error {
	got, err := t.rows.Read(data)
	if err == nil && got != n {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// resized returns n elements of the memory that store keeps between calls.
func resized[E any](store *any, n int) []E {
	s, _ := (*store).([]E)
	if cap(s) < n {
		s = make([]E, n)
		*store = s
	}
	return s[:n]
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

package syndacate

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"mereo/gen/write/npz"
)

// arrayFile is a file of arrays, open. What it is read for stands in errors, unless it is empty.
type arrayFile struct {
	*npz.Reader
	path, what string
}

func openArrays(path, what string) (*arrayFile, error) {
	f := &arrayFile{path: path, what: what}
	var err error
	if f.Reader, err = npz.Open(path); err != nil {
		return nil, f.failed(err)
	}
	return f, nil
}

// failed is an error in reading.
func (f *arrayFile) failed(err error) error {
	if f.what != "" {
		err = fmt.Errorf("%s: %w", f.what, err)
	}
	return fmt.Errorf("syndacate: %w", err)
}

// openFile opens a task's file.
func (t Task) openFile(path string) (*arrayFile, error) {
	f, err := openArrays(path, "task "+t.Name)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("syndacate: %s is not there, task %s is read from it; %s", path, t.Name, t.maker(filepath.Dir(path)))
	}
	return f, err
}

// wanted is a kind of array.
type wanted struct {
	types string // of its numbers: names with " or " between them, or integers
	// shape has a number for each axis, or a name: some for any number above 0, or maybe for 0, too.
	shape []any
	says  string // goes on behind the shape in errors
}

type some string

type maybe string

// Types of numbers.
const (
	floats   = "float32 or float64"
	integers = "integers"
)

func numberType(a npz.Array) string { return strings.TrimPrefix(fmt.Sprintf("%T", a.Data), "[]") }

func (w wanted) fits(a npz.Array) bool {
	types := strings.Split(w.types, " or ")
	if w.types == integers {
		types = []string{"int64", "int32", "uint8"}
	}
	return slices.Contains(types, numberType(a)) && slices.EqualFunc(a.Shape, w.shape, func(got int, want any) bool {
		if n, ok := want.(int); ok {
			return got == n
		}
		_, empty := want.(maybe)
		return got > 0 || empty
	})
}

// String is such as "float32 (N, 9, 6)".
func (w wanted) String() string { return strings.TrimSpace(w.types+" "+shapeOf(w.shape)) + w.says }

// wrong is the error about an array of another kind.
func (f *arrayFile) wrong(a npz.Array, wants ...wanted) error {
	var text []string
	for _, w := range wants {
		text = append(text, w.String())
	}
	return fmt.Errorf("syndacate: %s: %s is %s %s, want %s", f.path, a.Key, numberType(a), shapeOf(a.Shape), strings.Join(text, ", or "))
}

// look is an array without its numbers, and tells which of the kinds that are wanted it is.
func (f *arrayFile) look(key string, wants ...wanted) (a npz.Array, which int, err error) {
	if a, err = f.Look(key); err != nil {
		return a, 0, f.failed(err)
	}
	if which = slices.IndexFunc(wants, func(w wanted) bool { return w.fits(a) }); which < 0 {
		err = f.wrong(a, wants...)
	}
	return a, which, err
}

// read is look with the numbers.
func (f *arrayFile) read(key string, wants ...wanted) (a npz.Array, which int, err error) {
	if a, which, err = f.look(key, wants...); err != nil {
		return a, which, err
	}
	if a, err = f.Read(key); err != nil {
		err = f.failed(err)
	}
	return a, which, err
}

// rows reads an array that look has seen, from an element on.
func (f *arrayFile) rows(key string, first int) (*npz.Rows, error) {
	rows, err := f.Rows(key)
	if err != nil {
		return nil, f.failed(err)
	}
	if err := rows.Skip(first); err != nil {
		rows.Close()
		return nil, f.failed(err)
	}
	return rows, nil
}

// readWhole fills data.
func readWhole(rows *npz.Rows, data any) error {
	_, err := rows.Read(data)
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// sets reads floating point numbers, with the array's shape.
func (f *arrayFile) sets(key string, wants ...wanted) (Batch, []int, error) {
	a, _, err := f.read(key, wants...)
	if err != nil {
		return Batch{}, nil, err
	}
	b, err := f.batch(a)
	return b, a.Shape, err
}

// batch is an array of floating point numbers as sets of rows: the last axis is a row's, the one before it, unless it is the first, a
// set's. The numbers must be finite.
func (f *arrayFile) batch(a npz.Array) (Batch, error) {
	data, ok := a.Data.([]float32)
	if double, isDouble := a.Data.([]float64); !ok && isDouble {
		data = converted[float32](double)
	}
	last := len(a.Shape) - 1
	b := Batch{product(a.Shape[:max(last-1, 1)]), 1, a.Shape[last], data}
	if last > 1 {
		b.Rows = a.Shape[last-1]
	}
	return b, checkFinite(f.path, a.Key, b, 0)
}

// predictionKey is the array of the split, or else y.
func (f *arrayFile) predictionKey(split string) (string, error) {
	for _, key := range []string{"y_" + split, "y"} {
		if slices.Contains(f.Keys(), key) {
			return key, nil
		}
	}
	return "", fmt.Errorf("syndacate: %s has no array y_%s or y, there are %s", f.path, split, f.Names())
}

// int64s are integers.
func int64s(data any) []int64 {
	switch d := data.(type) {
	case []int64:
		return d
	case []int32:
		return converted[int64](d)
	}
	return converted[int64](data.([]uint8))
}

func converted[To, From float32 | float64 | int64 | int32 | uint8](data []From) []To {
	out := make([]To, len(data))
	for i, v := range data {
		out[i] = To(v)
	}
	return out
}

// checkFinite finds the first number that is NaN or infinite. The first set is of an element of that number.
func checkFinite(path, key string, b Batch, first int) error {
	for i, v := range b.Data {
		if v-v != 0 {
			row := i / b.Width
			return fmt.Errorf("syndacate: %s: %s is %g in column %d of row %d of element %d, want finite numbers", path, key, v,
				i%b.Width, row%b.Rows, first+row/b.Rows)
		}
	}
	return nil
}

// checkClasses finds the first label that is no class.
func checkClasses(path, key string, labels []int64, classes int) error {
	for i, v := range labels {
		if v < 0 || v >= int64(classes) {
			return fmt.Errorf("syndacate: %s: %s is %d in element %d, want 0 to %d", path, key, v, i, classes-1)
		}
	}
	return nil
}

package syndacate

import (
	"context"
	"slices"
	"strings"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
	"mereo/internal/ordered"
)

// column is an array of a file: what each element has in it.
type column struct {
	key   string
	empty any   // a number where nothing is put; its type is the array's
	shape []int // of what an element has
	upTo  int   // only so many elements of the file, the first, have a row; 0 for all
}

// table is the arrays of some elements, in the order of files. Rows of different elements may be written at once.
type table struct {
	arrays []npz.Array
	n      int // elements

	// lines are those of pictures in the order of painting, by the key of the pictures and element: where they are not nil and pictures
	// are painted lines, one picture an element. Lines made again from part_poses would be those of single precision.
	lines map[string][][]glyph.Line
}

// columnsOf are the columns of a source; without pictures without those of images.
func columnsOf(src source, pictures bool) []column {
	return slices.DeleteFunc(src.columns(), func(c column) bool { return !pictures && strings.Contains(c.key, keyImages) })
}

// rows is how many of the elements first to first+n-1 have a row.
func (c *column) rows(first, n int) int {
	if c.upTo > 0 {
		return min(max(c.upTo-first, 0), n)
	}
	return n
}

// array is one of rows in which nothing is put.
func (c *column) array(rows int) npz.Array {
	a := npz.Array{Key: c.key, Shape: append([]int{rows}, c.shape...)}
	switch size := product(a.Shape); empty := c.empty.(type) {
	case uint8:
		a.Data = make([]uint8, size)
	case float32:
		a.Data = make([]float32, size)
	case int32:
		a.Data = slices.Repeat([]int32{empty}, size)
	}
	return a
}

// newTable is a table for elements first to first+n-1 in which nothing is put.
func newTable(columns []column, first, n int) *table {
	t := &table{n: n}
	for _, c := range columns {
		t.arrays = append(t.arrays, c.array(c.rows(first, n)))
	}
	return t
}

// array is the array of a key, nil where there is none.
func (t *table) array(key string) *npz.Array {
	i := slices.IndexFunc(t.arrays, func(a npz.Array) bool { return a.Key == key })
	if i < 0 {
		return nil
	}
	return &t.arrays[i]
}

// row is what element i has in an array, nil where the array is not there.
func row[T any](t *table, key string, i int) []T {
	a := t.array(key)
	if a == nil {
		return nil
	}
	return tiled(a.Data.([]T), i, product(a.Shape[1:]))
}

// each puts the elements one after the other.
func (t *table) each(ctx context.Context, put func(i int) error) error {
	for i := range t.n {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := put(i); err != nil {
			return err
		}
	}
	return nil
}

// eachAtOnce puts the elements on all processors.
func (t *table) eachAtOnce(ctx context.Context, put func(i int) error) error {
	return ordered.Do(ctx, t.n, func(i int) (struct{}, error) { return struct{}{}, put(i) }, func(int, struct{}) error { return nil })
}

// elements makes the elements first to first+n-1 of a source: one array for each key of the file, in the file's order. Rows are
// elements; an array may have fewer rows where some elements have none. Without pictures the arrays of images are left out.
func elements(ctx context.Context, src source, first, n int, pictures bool) ([]npz.Array, error) {
	t := newTable(columnsOf(src, pictures), first, n)
	err := src.fill(ctx, t, first)
	return t.arrays, err
}

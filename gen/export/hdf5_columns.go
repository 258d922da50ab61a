package export

import (
	"encoding/binary"
	"reflect"

	"mereo/gen/write/hdf5"
)

// columns are arrays of a group that grow together. The first error stays.
type columns struct {
	group  *hdf5.Group
	order  []string
	arrays map[string]*hdf5.Array
	texts  map[string]*hdf5.Strings
	bytes  []byte
	err    error
}

func newColumns(g *hdf5.Group) *columns {
	return &columns{group: g, arrays: map[string]*hdf5.Array{}, texts: map[string]*hdf5.Strings{}}
}

// numbers begins a column whose rows have the given lengths, none for single numbers.
func (c *columns) numbers(name string, kind hdf5.Type, row ...int) {
	if c.err == nil {
		c.order = append(c.order, name)
		c.arrays[name], c.err = c.group.Growing(name, kind, row)
	}
}

// hdf5Kinds are the types of numbers in rows.
var hdf5Kinds = map[reflect.Kind]hdf5.Type{
	reflect.Uint8: hdf5.Uint8, reflect.Uint16: hdf5.Uint16, reflect.Int64: hdf5.Int64, reflect.Float32: hdf5.Float32, reflect.Float64: hdf5.Float64,
}

// rowsLike begins a column for each field of a row that has a name in its tag: of numbers, arrays of numbers, or strings.
func (c *columns) rowsLike(row any) {
	for _, f := range reflect.VisibleFields(reflect.TypeOf(row)) {
		name, of, lengths := f.Tag.Get("h5"), f.Type, []int{}
		for ; of.Kind() == reflect.Array; of = of.Elem() {
			lengths = append(lengths, of.Len())
		}
		switch {
		case name == "" || c.err != nil:
		case of.Kind() == reflect.String:
			c.order = append(c.order, name)
			c.texts[name], c.err = c.group.Strings(name)
		default:
			c.numbers(name, hdf5Kinds[of.Kind()], lengths...)
		}
	}
}

// row appends a row of those for which rowsLike began columns.
func (c *columns) row(row any) {
	value := reflect.ValueOf(row)
	for _, f := range reflect.VisibleFields(value.Type()) {
		if name := f.Tag.Get("h5"); name != "" {
			c.put(name, value.FieldByIndex(f.Index).Interface())
		}
	}
}

// put appends numbers of the column's type, or a string.
func (c *columns) put(name string, values any) {
	if c.err != nil {
		return
	}
	if text, ok := values.(string); ok {
		c.err = c.texts[name].Add(text)
	} else if c.bytes, c.err = binary.Append(c.bytes[:0], binary.LittleEndian, values); c.err == nil {
		_, c.err = c.arrays[name].Write(c.bytes)
	}
}

// close closes the columns and their group.
func (c *columns) close() error {
	if err := c.finish(); err != nil {
		return err
	}
	return c.group.Close()
}

// finish closes the columns.
func (c *columns) finish() error {
	for _, name := range c.order {
		if c.err != nil {
			break
		}
		if a := c.arrays[name]; a != nil {
			c.err = a.Close()
		} else {
			c.err = c.texts[name].Close()
		}
	}
	return c.err
}

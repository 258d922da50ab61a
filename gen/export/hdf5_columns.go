package export

import (
	"encoding/binary"

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

// strings begins a column of strings.
func (c *columns) strings(name string) {
	if c.err == nil {
		c.order = append(c.order, name)
		c.texts[name], c.err = c.group.Strings(name)
	}
}

// put appends numbers of the column's type.
func (c *columns) put(name string, values any) {
	if c.err != nil {
		return
	}
	if c.bytes, c.err = binary.Append(c.bytes[:0], binary.LittleEndian, values); c.err == nil {
		_, c.err = c.arrays[name].Write(c.bytes)
	}
}

// text appends a string.
func (c *columns) text(name, text string) {
	if c.err == nil {
		c.err = c.texts[name].Add(text)
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

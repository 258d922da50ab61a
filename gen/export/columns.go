package export

import (
	"fmt"
	"strings"

	"github.com/parquet-go/parquet-go"

	"mereo/internal/strict"
)

// column is a column of a table, or a field inside one. Everything that says what a table has is made of it: the Parquet schema, the
// hubFeatures of Hugging Face, the fields of Croissant.
type column struct {
	name  string
	kind  columnKind
	of    []column // fields of a structure; the one element of a list
	about string   // for people, no full stop
}

// columnKind is a kind of values. Any value may be null.
type columnKind int

const (
	columnText    columnKind = iota // string
	columnInteger                   // int, 32 bits
	columnNumber                    // float64
	columnPicture                   // *Picture: a structure of bytes and path
	columnStruct                    // []any, in the order of its fields
	columnList                      // []any
)

func structureOf(fields ...column) column { return column{kind: columnStruct, of: fields} }

func listOf(element column) column { return column{kind: columnList, of: []column{element}} }

// as is a column of c's values.
func (c column) as(name, about string) column {
	c.name, c.about = name, about
	return c
}

// plain are kinds of single values: what Hugging Face and Croissant call them.
var plain = map[columnKind]struct{ hub, croissant string }{
	columnText: {"string", "sc:Text"}, columnInteger: {"int32", "sc:Integer"}, columnNumber: {"float64", "sc:Float"},
}

// pictureFields are how Parquet has a picture.
var pictureFields = []string{"bytes", "path"}

// orderedGroup is a group whose fields keep their order; those of the library are sorted by name.
type orderedGroup struct {
	parquet.Group
	names []string
}

func (o orderedGroup) Fields() []parquet.Field {
	var out []parquet.Field
	for _, name := range o.names {
		for _, f := range o.Group.Fields() {
			if f.Name() == name {
				out = append(out, f)
			}
		}
	}
	return out
}

// parquetGroup is a structure of Parquet.
func parquetGroup(fields []column) parquet.Node {
	o := orderedGroup{Group: parquet.Group{}}
	for _, f := range fields {
		o.names = append(o.names, f.name)
		o.Group[f.name] = f.parquetNode()
	}
	return o
}

// parquetNode is the column in a Parquet schema. All is optional, on all levels: Hugging Face takes a column for what its features say only
// if that is so. Nothing is compressed: pictures are already, beside them the rest is small, and some compressors give other bytes on
// other processors.
func (c column) parquetNode() parquet.Node {
	var n parquet.Node
	switch c.kind {
	case columnText:
		n = parquet.Encoded(parquet.String(), &parquet.RLEDictionary)
	case columnInteger:
		n = parquet.Int(32)
	case columnNumber:
		n = parquet.Leaf(parquet.DoubleType)
	case columnPicture:
		n = orderedGroup{parquet.Group{
			"bytes": parquet.Optional(parquet.Encoded(parquet.Leaf(parquet.ByteArrayType), &parquet.Plain)),
			"path":  parquet.Optional(parquet.Encoded(parquet.String(), &parquet.Plain)),
		}, pictureFields}
	case columnStruct:
		n = parquetGroup(c.of)
	case columnList:
		n = parquet.List(c.of[0].parquetNode())
	}
	return parquet.Optional(n)
}

// leaves counts the columns of a Parquet file that c is.
func (c column) leaves() int {
	switch c.kind {
	case columnPicture:
		return len(pictureFields)
	case columnStruct, columnList:
		n := 0
		for _, f := range c.of {
			n += f.leaves()
		}
		return n
	}
	return 1
}

// shredder takes rows apart: Melnik et al. 2010, "Dremel: Interactive Analysis of Web-Scale Datasets", section 4. For each column of
// the file it has the values of a row.
type shredder [][]parquet.Value

// put adds a value of column c, whose first leaf is number leaf. Rep is the level of the innermost list in which the value is not the
// first element, def how many levels above are not null, depth in how many lists c lies.
func (s shredder) put(c column, v any, leaf, rep, def, depth int) {
	add := func(leaf int, v parquet.Value, def int) { s[leaf] = append(s[leaf], v.Level(rep, def, leaf)) }
	if v == nil {
		for i := range c.leaves() {
			add(leaf+i, parquet.NullValue(), def)
		}
		return
	}
	switch c.kind {
	case columnText, columnNumber:
		add(leaf, parquet.ValueOf(v), def+1)
	case columnInteger:
		add(leaf, parquet.ValueOf(int32(v.(int))), def+1)
	case columnPicture:
		p := v.(*Picture)
		add(leaf, parquet.ValueOf(p.Data), def+2)
		add(leaf+1, parquet.ValueOf(p.Path), def+2)
	case columnStruct:
		for i, value := range v.([]any) {
			s.put(c.of[i], value, leaf, rep, def+1, depth)
			leaf += c.of[i].leaves()
		}
	case columnList:
		values := v.([]any)
		if len(values) == 0 {
			s.put(c.of[0], nil, leaf, rep, def+1, depth+1)
		}
		for i, value := range values {
			if i > 0 {
				rep = depth + 1
			}
			s.put(c.of[0], value, leaf, rep, def+2, depth+1)
		}
	}
}

// shred is a row of Parquet, from the values of columns.
func shred(columns []column, values []any) parquet.Row {
	all := structureOf(columns...)
	s := make(shredder, all.leaves())
	s.put(all, values, 0, 0, -1, 0) // the row itself is no level
	var row parquet.Row
	for _, leaf := range s {
		row = append(row, leaf...)
	}
	return row
}

// hubFeatures are columns in the JSON that Hugging Face's library keeps in Parquet files. Lists are in brackets, which all of its versions
// read.
func hubFeatures(columns []column) string {
	var out []string
	for _, c := range columns {
		out = append(out, fmt.Sprintf("%q:%s", c.name, c.hubFeature()))
	}
	return "{" + strings.Join(out, ",") + "}"
}

func (c column) hubFeature() string {
	switch c.kind {
	case columnPicture:
		return `{"_type":"Image"}`
	case columnStruct:
		return hubFeatures(c.of)
	case columnList:
		return "[" + c.of[0].hubFeature() + "]"
	}
	return fmt.Sprintf(`{"dtype":%q,"_type":"Value"}`, plain[c.kind].hub)
}

// hubCard are columns as a dataset card lists them.
func hubCard(columns []column) (out []strict.Map) {
	for _, c := range columns {
		key, value := c.hubCard()
		out = append(out, strict.Map{"name", c.name, key, value})
	}
	return out
}

func (c column) hubCard() (key string, value any) {
	switch c.kind {
	case columnPicture:
		return "dtype", "image"
	case columnStruct:
		return "struct", hubCard(c.of)
	case columnText, columnInteger, columnNumber:
		return "dtype", plain[c.kind].hub
	}
	// A list of what has a name of its own is short: "list: string", or the fields of its structures.
	if key, value = c.of[0].hubCard(); key == "dtype" || key == "struct" {
		return "list", value
	}
	return "list", strict.Map{key, value}
}

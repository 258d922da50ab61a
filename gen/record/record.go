// Package record writes and reads records: JSON whose form is declared once, as a Go type with json tags.
//
// The keys of a struct are its tags, in the order of the fields; embedded structs have theirs among them. A struct whose tags are 0, 1,
// 2 ... is a list of its fields: [x, y, depth]. Keys with omitempty or omitzero are left out where there is nothing to say, as in
// encoding/json; nil lists and maps are written as empty ones. What a type cannot declare it says by methods: see Appender and Parser.
//
// For every type functions are put together once that write and read it without looking at types again.
package record

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// Style is how JSON is written.
type Style uint8

const (
	Compact  Style = iota // without spaces, numbers as in JavaScript
	Python                // as Python's json.dumps writes: spaces behind commas and colons, and floats with a point or an exponent
	Indented              // as Compact, but each value in a line of its own, indented by two spaces, and an end of line
)

// Appender is a type that writes itself, in the styles Compact and Python.
type Appender interface {
	AppendJSON(b []byte, s Style) []byte
}

// Parser is a type that reads itself. Errors continue a sentence that begins with the place of the value: "is 7, want a word".
type Parser interface {
	ParseJSON(r *Reader) error
}

// form is how a type is written and read. Values are where the pointers show.
type form struct {
	append func(b []byte, p unsafe.Pointer, s Style) []byte
	parse  func(r *Reader, p unsafe.Pointer) bool
	list   bool // of fields
	fields []field
	byName map[string]int
	must   uint64 // fields that are not left out
}

// field is a key of a struct.
type field struct {
	name   string
	member string                       // as it is written, with its colon
	keys   [2]string                    // by Style, with the comma before it
	offset uintptr                      // in the struct, or in what an embedded pointer shows
	via    *embedded                    // nil but for fields of embedded pointers
	omit   func(at unsafe.Pointer) bool // nil where it is always written
	form   *form
}

// embedded is a pointer to a struct whose keys lie among those of another.
type embedded struct {
	offset uintptr
	of     reflect.Type
}

// forms are those of types, once they are complete.
var forms sync.Map

// formOf is the form of a type.
func formOf(t reflect.Type) *form {
	if f, ok := forms.Load(t); ok {
		return f.(*form)
	}
	c := compiler{}
	out := c.of(t)
	for t, f := range c {
		forms.LoadOrStore(t, f)
	}
	return out
}

// compiler holds the forms that are being made, which may contain themselves.
type compiler map[reflect.Type]*form

func (c compiler) of(t reflect.Type) *form {
	if f, ok := forms.Load(t); ok {
		return f.(*form)
	}
	if f := c[t]; f != nil {
		return f
	}
	f := &form{}
	c[t] = f
	c.kind(t, f)
	if p := reflect.PointerTo(t); !f.list && t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
		c.methods(t, p, f)
	}
	return f
}

// kind fills in the form that follows from what a type is.
func (c compiler) kind(t reflect.Type, f *form) {
	switch k := t.Kind(); k {
	case reflect.Bool:
		f.append, f.parse = appendBool, parseBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		f.integer(t)
	case reflect.Float32, reflect.Float64:
		f.number(t)
	case reflect.String:
		f.append, f.parse = appendString, parseString
	case reflect.Struct:
		c.collect(t, f, 0, nil)
		f.structure(t)
	case reflect.Slice:
		f.slice(t, c.of(t.Elem()))
	case reflect.Array:
		f.array(t, c.of(t.Elem()))
	case reflect.Map:
		f.mapping(t, c.of(t.Elem()))
	case reflect.Pointer:
		f.pointer(t, c.of(t.Elem()))
	case reflect.Interface:
		f.dynamic(t)
	default:
		panic(fmt.Sprintf("record: %s has no form", t))
	}
}

// methods lets a type write and read itself where it can.
func (c compiler) methods(t, p reflect.Type, f *form) {
	at := func(p unsafe.Pointer) any { return reflect.NewAt(t, p).Interface() }
	switch {
	case p.Implements(reflect.TypeFor[Appender]()):
		f.append = func(b []byte, p unsafe.Pointer, s Style) []byte { return at(p).(Appender).AppendJSON(b, s) }
	case p.Implements(reflect.TypeFor[json.Marshaler]()):
		f.append = func(b []byte, p unsafe.Pointer, s Style) []byte {
			data, err := at(p).(json.Marshaler).MarshalJSON()
			return appendFormatted(b, data, s, err)
		}
	case p.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		f.append = func(b []byte, p unsafe.Pointer, _ Style) []byte {
			text, err := at(p).(encoding.TextMarshaler).MarshalText()
			return AppendText(b, string(must(text, err)))
		}
	}
	switch {
	case p.Implements(reflect.TypeFor[Parser]()):
		f.parse = func(r *Reader, p unsafe.Pointer) bool {
			from := r.begin()
			return r.told(from, at(p).(Parser).ParseJSON(r))
		}
	case p.Implements(reflect.TypeFor[json.Unmarshaler]()):
		f.parse = func(r *Reader, p unsafe.Pointer) bool {
			from := r.begin()
			raw, ok := r.raw()
			return ok && r.told(from, at(p).(json.Unmarshaler).UnmarshalJSON(raw))
		}
	case p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		f.parse = func(r *Reader, p unsafe.Pointer) bool {
			from := r.begin()
			text, ok := r.text("a text")
			return ok && r.told(from, at(p).(encoding.TextUnmarshaler).UnmarshalText([]byte(text)))
		}
	}
}

// collect appends the keys of a struct to a form's.
func (c compiler) collect(t reflect.Type, f *form, offset uintptr, via *embedded) {
	for i := range t.NumField() {
		of := t.Field(i)
		name, options, _ := strings.Cut(of.Tag.Get("json"), ",")
		switch {
		case of.Anonymous && name == "" && of.Type.Kind() == reflect.Struct:
			c.collect(of.Type, f, offset+of.Offset, via)
			continue
		case of.Anonymous && name == "" && of.Type.Kind() == reflect.Pointer:
			c.collect(of.Type.Elem(), f, 0, &embedded{offset + of.Offset, of.Type.Elem()})
			continue
		case !of.IsExported() || name == "-":
			continue
		case name == "":
			name = of.Name
		}
		member := string(AppendText(nil, name)) + ":"
		one := field{name: name, member: member, offset: offset + of.Offset, via: via, form: c.of(of.Type)}
		one.keys = [2]string{"," + member, ", " + member + " "}
		if options != "" {
			one.omit = omitted(of.Type, options)
		} else if via == nil {
			f.must |= 1 << len(f.fields)
		}
		f.list = name == strconv.Itoa(len(f.fields)) && (f.list || len(f.fields) == 0)
		f.fields = append(f.fields, one)
	}
	if len(f.fields) > 64 {
		panic(fmt.Sprintf("record: %s has more than 64 keys", t))
	}
}

// omitted tells whether there is nothing to say of a value.
func omitted(t reflect.Type, options string) func(at unsafe.Pointer) bool {
	none := reflect.Value.IsZero
	switch k := t.Kind(); {
	case options != "omitempty" && options != "omitzero":
		panic(fmt.Sprintf("record: a tag has %q, want omitempty or omitzero", options))
	case options == "omitempty" && k == reflect.Struct:
		return nil
	case options == "omitempty" && (k == reflect.Slice || k == reflect.Map):
		none = func(v reflect.Value) bool { return v.Len() == 0 }
	case reflect.PointerTo(t).Implements(reflect.TypeFor[interface{ IsZero() bool }]()):
		none = func(v reflect.Value) bool { return v.Addr().Interface().(interface{ IsZero() bool }).IsZero() }
	}
	return func(at unsafe.Pointer) bool { return none(reflect.NewAt(t, at).Elem()) }
}

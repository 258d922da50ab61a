// Package strict reads YAML and JSON of which nothing may be unknown, and says in plain words where it is something else.
package strict

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"
)

// MaxYAML is how many bytes of YAML are read. The reader takes some 200 times as much memory.
const MaxYAML = 1 << 20

// maxExpanded bounds what aliases make of the text, in values and bytes of texts.
const maxExpanded = 4 * MaxYAML

// YAML reads YAML, or JSON written by hand, on top of defaults, which are what nothing but white space and comments leaves and what keys
// without a value have. The first unknown or repeated key or value that is not of the wanted type is an error with line, column and key.
// Lists and maps replace those of defaults.
func YAML[C any](data []byte, defaults C) (C, error) {
	root, err := document(data)
	if err != nil || root == nil {
		return defaults, err
	}
	c := defaults
	if err := new(reader).value("", root, reflect.ValueOf(&c).Elem()); err != nil {
		return defaults, err
	}
	return c, nil
}

// Found is where a value is that was looked for.
type Found struct {
	Place       // of the value, or of what surrounds it where the text does not have it
	Name  Place // of the key itself; the same in lists
	Given bool  // the text has a value
}

// Located is YAML that also finds values by their keys, such as "things[3].look". Its sentences about unknown keys say which there are. Texts
// without quotes must be such as YAMLToJSON keeps: not 0x10, which is 16 there.
func Located[C any](data []byte, defaults C) (c C, find func(key string) Found, err error) {
	r := &reader{places: map[string]located{}}
	find = func(key string) Found {
		for within := key; ; within = within[:max(0, strings.LastIndexAny(within, ".["))] {
			if p, ok := r.places[within]; ok || within == "" {
				f := Found{Place: Place{max(p.line, 1), max(p.column, 1), key}, Given: p.given && within == key}
				if f.Name = f.Place; p.nameLine > 0 && within == key {
					f.Name.Line, f.Name.Column = p.nameLine, p.nameColumn
				}
				return f
			}
		}
	}
	root, err := document(data)
	if err != nil || root == nil {
		return defaults, find, err
	}
	c = defaults
	if err := r.value("", root, reflect.ValueOf(&c).Elem()); err != nil {
		return defaults, find, err
	}
	return c, find, nil
}

// document parses the only document of data; nil where there is none. The parser bounds the depth to 10,000.
func document(data []byte) (*yaml.Node, error) {
	if len(data) > MaxYAML {
		return nil, fmt.Errorf("has %d bytes, want %d at most", len(data), MaxYAML)
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	switch err := d.Decode(&first); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, noYAML(err)
	}
	switch err := d.Decode(&second); {
	case err == nil:
		return nil, fault(&second, "is a second document, want one")
	case !errors.Is(err, io.EOF):
		return nil, noYAML(err)
	}
	return first.Content[0], nil
}

// noYAML is what the parser says, whose sentences begin with "yaml: line 3: ".
func noYAML(err error) error {
	what := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(what, "line "); ok {
		if line, why, ok := strings.Cut(rest, ": "); ok {
			switch {
			case strings.Contains(why, "did not find expected key"):
				why += "; from there on a line is indented otherwise than those beside it"
			case strings.Contains(why, "cannot start any token"):
				why += "; lines are indented with blanks, and what begins with @, ` or % is put in quotes"
			}
			return fmt.Errorf("line %s: is no YAML: %s", line, why)
		}
	}
	return errors.New("is no YAML: " + what)
}

func fault(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("line %d, column %d: %s", n.Line, n.Column, strings.TrimSpace(fmt.Sprintf(format, args...)))
}

// reader fills values from a tree.
type reader struct {
	expanded int
	places   map[string]located // of all values by their keys; nil where nobody asks
}

// located is where a value and its key are. What is not given is null.
type located struct {
	line, column, nameLine, nameColumn int
	given                              bool
}

// maxPlaces bounds the places that are remembered. A text without aliases has no more values: each but the first takes two bytes.
const maxPlaces = MaxYAML/2 + 1

// follow is the node that an alias stands for. It counts what is visited.
func (r *reader) follow(n *yaml.Node) (*yaml.Node, error) {
	at := n
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if r.expanded += 1 + len(n.Value); r.expanded > maxExpanded {
		return nil, fault(at, "aliases make more than %d values of the text", maxExpanded)
	}
	return n, nil
}

// value fills v, the value of a key, from n.
func (r *reader) value(key string, n *yaml.Node, v reflect.Value) error {
	at := n
	n, err := r.follow(n)
	if err != nil {
		return err
	}
	null := n.ShortTag() == "!!null"
	if r.places != nil {
		p := r.places[key] // its name is known
		p.line, p.column, p.given = at.Line, at.Column, !null
		if r.places[key] = p; len(r.places) > maxPlaces {
			return fault(at, "aliases make more than %d values of the text", maxPlaces)
		}
	}
	if null {
		return nil
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	if p, ok := v.Addr().Interface().(Parser); ok {
		return p.ParseYAML(Node{r, n, key})
	}
	switch k := v.Kind(); {
	case n.Kind == yaml.ScalarNode:
		if r.places != nil && k == reflect.String && !spelled(n) {
			return notSpelled(key, n)
		}
		return scalar(key, n, v)
	case n.Kind == yaml.MappingNode && k == reflect.Struct:
		return r.keys(key, n, func(at, of *yaml.Node, name, path string) error {
			field := member(v, name)
			if !field.IsValid() {
				return fault(at, "%s is an unknown key%s", path, r.possible(v))
			}
			return r.value(path, of, field)
		})
	case n.Kind == yaml.MappingNode && k == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		return r.keys(key, n, func(_, of *yaml.Node, name, path string) error {
			value := reflect.New(v.Type().Elem()).Elem()
			err := r.value(path, of, value)
			v.SetMapIndex(reflect.ValueOf(name), value)
			return err
		})
	case n.Kind == yaml.SequenceNode && (k == reflect.Slice || k == reflect.Array):
		if k == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
		} else if v.Len() != len(n.Content) {
			return fault(n, "%s has %d values, want %d", key, len(n.Content), v.Len())
		}
		for i, one := range n.Content {
			if err := r.value(fmt.Sprintf("%s[%d]", key, i), one, v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	case n.Kind == yaml.MappingNode:
		return fault(n, "%s is a group of keys, want %s", key, kindOf(v.Type()))
	}
	return fault(n, "%s is a list, want %s", key, kindOf(v.Type()))
}

// keys goes through the keys of n, whose path is key, at their nodes.
func (r *reader) keys(key string, n *yaml.Node, do func(at, value *yaml.Node, name, path string) error) error {
	first := map[string]*yaml.Node{}
	for i := 0; i < len(n.Content); i += 2 {
		at := n.Content[i]
		name, err := r.follow(at)
		switch {
		case err != nil:
			return err
		case name.Kind != yaml.ScalarNode:
			return fault(at, "%s has a key that is no word", key)
		}
		path := strings.TrimPrefix(key+"."+brief([]byte(name.Value)), ".")
		if before := first[name.Value]; before != nil {
			return fault(at, "%s is there twice, first in line %d", path, before.Line)
		}
		first[name.Value] = at
		if r.places != nil {
			r.places[path] = located{nameLine: at.Line, nameColumn: at.Column, line: at.Line, column: at.Column}
		}
		if err := do(at, n.Content[i+1], name.Value, path); err != nil {
			return err
		}
	}
	return nil
}

// member is the field of v that a key stands for; the zero Value for none.
func member(v reflect.Value, key string) reflect.Value {
	for f := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(f).Tag.Get("yaml"), ",")
		if options == "inline" {
			if of := member(v.Field(f), key); of.IsValid() {
				return of
			}
		} else if name == key && isKey(name) {
			return v.Field(f)
		}
	}
	return reflect.Value{}
}

// isKey tells whether the name in a field's tag is a key: no name is for fields that are read otherwise, - for those that are not read.
func isKey(name string) bool { return name != "" && name != "-" }

// Keys are the keys of a struct that a pointer shows, in the order of its fields.
func Keys(v any) []string { return keysOf(reflect.TypeOf(v).Elem()) }

func keysOf(t reflect.Type) (out []string) {
	for f := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(f).Tag.Get("yaml"), ",")
		if options == "inline" {
			out = append(out, keysOf(t.Field(f).Type)...)
		} else if isKey(name) {
			out = append(out, name)
		}
	}
	return out
}

// possible ends the sentence about an unknown key of v. Only Located has such an end: the sentences of YAML are followed by that of a page
// that lists the keys.
func (r *reader) possible(v reflect.Value) string {
	if r.places == nil {
		return ""
	}
	return ", want " + strings.Join(keysOf(v.Type()), ", ")
}

// scalar fills v from a word, a number or a text.
func scalar(key string, n *yaml.Node, v reflect.Value) error {
	if t, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if err := t.UnmarshalText([]byte(n.Value)); err != nil {
			return fault(n, "%s", strings.TrimPrefix(strings.TrimPrefix(err.Error(), "frame: "), "vary: "))
		}
		return nil
	}
	if v.Kind() == reflect.String {
		v.SetString(n.Value)
		return nil
	}
	of, err := decoded(key, n)
	if err != nil {
		return err
	}
	want := kindOf(v.Type())
	switch of := of.(type) {
	case bool:
		if v.Kind() == reflect.Bool {
			v.SetBool(of)
			return nil
		}
	case int, int64, uint64, float64:
		number, at := reflect.ValueOf(of), float64(0)
		if at = number.Convert(reflect.TypeFor[float64]()).Float(); v.CanFloat() {
			v.SetFloat(at)
			return nil
		}
		if (v.CanInt() || v.CanUint()) && at == math.Trunc(at) {
			const exact = 1 << 53 // up to here every whole number is a float64
			whole := math.Abs(at) <= exact
			if whole && v.CanInt() && !v.OverflowInt(int64(at)) {
				v.SetInt(int64(at))
				return nil
			}
			if whole && v.CanUint() && at >= 0 && !v.OverflowUint(uint64(at)) {
				v.SetUint(uint64(at))
				return nil
			}
			want = rangeOf(v.Type())
		}
	}
	is := brief([]byte(n.Value))
	if _, text := of.(string); text && n.Value == "" {
		is = "an empty text"
	} else if text && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
		is += " as a text"
	}
	return fault(n, "%s is %s, want %s", key, is, want)
}

// notSpelled is the fault of a text that JSON would spell otherwise.
func notSpelled(key string, n *yaml.Node) error {
	return fault(n, "%s is %s, which has other spellings, want it in quotes", key, brief([]byte(n.Value)))
}

// decoded is what a word, a number or a text stands for. A tag such as !!int may not fit.
func decoded(key string, n *yaml.Node) (of any, err error) {
	if err := n.Decode(&of); err != nil {
		return nil, fault(n, "%s is no YAML: %s", key, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	return of, nil
}

// kindOf names what values of a type look like.
func kindOf(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch k := t.Kind(); {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return "a word"
	case k >= reflect.Int && k <= reflect.Uintptr:
		return "a whole number"
	case k == reflect.Float32 || k == reflect.Float64:
		return "a number"
	case k == reflect.Bool:
		return "true or false"
	case k == reflect.String:
		return "a text"
	case k == reflect.Slice || k == reflect.Array:
		return "a list"
	}
	return "a group of keys"
}

// brief is a value without its end where it is long.
func brief(v []byte) string {
	const longest = 40
	if len(v) > longest {
		return string(v[:longest]) + "..."
	}
	return string(v)
}

// rangeOf names the numbers that a type has.
func rangeOf(t reflect.Type) string {
	switch k := t.Kind(); {
	case k >= reflect.Int && k <= reflect.Int64:
		limit := uint64(1) << (t.Bits() - 1)
		return fmt.Sprintf("a whole number from -%d to %d", limit, limit-1)
	case k >= reflect.Uint && k <= reflect.Uintptr:
		return fmt.Sprintf("a whole number from 0 to %d", ^uint64(0)>>(64-t.Bits()))
	}
	return fmt.Sprintf("a number of %d bits", t.Bits())
}

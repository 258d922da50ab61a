package strict

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Parser is a type that reads itself: what has several forms, or keys that are names. It is not asked about keys without a value.
type Parser interface{ ParseYAML(n Node) error }

// Node is a value of a text, for a Parser.
type Node struct {
	r   *reader
	n   *yaml.Node
	key string
}

// Place is where a value is in its text.
type Place struct {
	Line, Column int
	Key          string // things[3].look
}

// Fault is a sentence about the value: format continues one that begins with the key.
func (p Place) Fault(format string, args ...any) error {
	return fmt.Errorf("line %d, column %d: %s", p.Line, p.Column, strings.TrimSpace(p.Key+" "+fmt.Sprintf(format, args...)))
}

// Place is where the value is.
func (n Node) Place() Place { return Place{n.n.Line, n.n.Column, n.key} }

// Fault is Place.Fault.
func (n Node) Fault(format string, args ...any) error { return n.Place().Fault(format, args...) }

// Text is a word, a number or a text as it is written; not ok for lists, groups of keys and nothing.
func (n Node) Text() (text string, ok bool) {
	if n.n.Kind != yaml.ScalarNode || n.n.ShortTag() == "!!null" {
		return "", false
	}
	return n.n.Value, true
}

// Word is a Text that YAMLToJSON keeps. want says what is wanted.
func (n Node) Word(want string) (string, error) {
	text, ok := n.Text()
	switch {
	case !ok:
		return "", n.Fault("is %s, want %s", n.is(), want)
	case text == "":
		return "", n.Fault("is an empty text, want %s", want)
	case !spelled(n.n):
		return "", notSpelled(n.key, n.n)
	}
	return text, nil
}

// List tells whether the value is a list.
func (n Node) List() bool { return n.n.Kind == yaml.SequenceNode }

// Read fills what a pointer shows from the value.
func (n Node) Read(v any) error { return n.r.value(n.key, n.n, reflect.ValueOf(v).Elem()) }

// Keys goes through a group of keys in their order. Anything else is an error, and want says what is wanted.
func (n Node) Keys(want string, do func(name string, at Place, value Node) error) error {
	if n.n.Kind != yaml.MappingNode {
		return n.Fault("is %s, want %s", n.is(), want)
	}
	return n.r.keys(n.key, n.n, func(at, value *yaml.Node, name, path string) error {
		followed, err := n.r.follow(value)
		if err != nil {
			return err
		}
		return do(name, Place{at.Line, at.Column, path}, Node{n.r, followed, path})
	})
}

// Items goes through a list. Anything else is an error, and want says what is wanted.
func (n Node) Items(want string, do func(value Node) error) error {
	if n.n.Kind != yaml.SequenceNode {
		return n.Fault("is %s, want %s", n.is(), want)
	}
	for i, one := range n.n.Content {
		followed, err := n.r.follow(one)
		if err == nil {
			err = do(Node{n.r, followed, fmt.Sprintf("%s[%d]", n.key, i)})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Unknown is the fault of a key that a Parser does not have beside those of the struct that a pointer shows.
func (p Place) Unknown(v any, others ...string) error {
	return p.Fault("is an unknown key, want %s", strings.Join(slices.Concat(others, Keys(v)), ", "))
}

// Fields fills the struct that a pointer shows from a group of keys, and hands on keys that it does not have.
func (n Node) Fields(v any, want string, other func(name string, at Place, value Node) error) error {
	of := reflect.ValueOf(v).Elem()
	return n.Keys(want, func(name string, at Place, value Node) error {
		if field := member(of, name); field.IsValid() {
			return n.r.value(at.Key, value.n, field)
		}
		return other(name, at, value)
	})
}

// is names what the value is.
func (n Node) is() string {
	switch n.n.Kind {
	case yaml.MappingNode:
		return "a group of keys"
	case yaml.SequenceNode:
		return "a list"
	}
	if n.n.ShortTag() == "!!null" {
		return "nothing"
	}
	return brief([]byte(n.n.Value))
}

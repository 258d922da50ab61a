package show

import (
	"fmt"
	"strings"
)

// Attribute is something that is known of a thing, said once: people read it in a Row, programs among Facts.
type Attribute struct {
	Name  string // of the row; empty for what only programs are told
	Key   string // of the fact; empty for what only people are told
	Value any    // of the fact; nil for what is not known, of which programs are not told
	Text  string // the row's value; if empty, Value in words. A row without any words is left out.
}

// Attributes are those of a thing, in the order of its rows.
type Attributes []Attribute

// Rows are what people read.
func (list Attributes) Rows() (rows []Row) {
	for i := range list {
		a := &list[i]
		if text := a.words(); a.Name != "" && text != "" {
			rows = append(rows, Row{Name: a.Name, Value: text})
		}
	}
	return rows
}

// Facts are what programs read.
func (list Attributes) Facts() Facts {
	facts := Facts{}
	for _, a := range list {
		if a.Key != "" && a.Value != nil {
			facts[a.Key] = a.Value
		}
	}
	return facts
}

// words are what people read of an attribute.
func (a *Attribute) words() string {
	if a.Text != "" || a.Value == nil {
		return a.Text
	}
	switch v := a.Value.(type) {
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	case [3]float64:
		return Triple(v)
	case []string:
		return strings.Join(v, ", ")
	}
	return fmt.Sprint(a.Value)
}

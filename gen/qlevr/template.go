package qlevr

import "mereo/gen/record"

// Template is one concrete program of a question, without values in its slots.
type Template struct {
	File        string   // "each_no.json"
	Family      int      // 0 to 60, the same in every file
	Variant     []int    // what further tells programs of a family apart; see the published ids
	Quantifiers []string // labels: of the planes, then of the objects
	Types       []string // labels
	Nodes       []TemplateNode
	Constraints []Constraint
}

// TemplateNode is one step of a program. It works on what the step before it leaves.
type TemplateNode struct {
	Type   string
	Kind   string   // "scene", "plane" or "object"
	Inputs []int    // nodes that it or its constraints refer to
	Slots  []string // "<C>", and the single letters of what query_attribute_most asks for
}

// Constraint is a condition on the values of slots. Params are slots, or numbers of nodes and then the letter of an attribute or
// a size.
type Constraint struct {
	Type  string
	Nodes []int
	Words []string
}

// Value is what fills a slot: a word, or nothing where the attribute is not mentioned.
type Value struct {
	Word string
	Said bool
}

// AppendJSON writes null or the word.
func (v *Value) AppendJSON(b []byte, _ record.Style) []byte {
	if !v.Said {
		return append(b, "null"...)
	}
	return record.AppendText(b, v.Word)
}

// MarshalJSON writes null or the word.
func (v Value) MarshalJSON() ([]byte, error) { return record.JSON(&v), nil }

// ParseJSON reads null or a word.
func (v *Value) ParseJSON(r *record.Reader) error {
	*v = Value{}
	if r.Has("null") {
		return nil
	}
	v.Said = true
	return r.Value(&v.Word)
}

// Instance is a template whose slots are filled.
type Instance struct {
	Template *Template
	Vals     [][]Value // for each node the values of its slots

	// CountsReference tells that an object from which directions go is itself of the key of those that are counted, so that
	// these are the others, whether or not its own words say so: "the wooden cube" may be one of the large objects. Question
	// files do not hold it; only wordings need it.
	CountsReference bool
}

package trance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// storedRecord is a line of data.jsonl, of this program or as published: what is judged by it.
type storedRecord struct {
	Idx    *int `json:"idx"`
	States []struct {
		Objects []storedObject    `json:"objects"`
		Images  map[string]string `json:"images"` // names by camera
	} `json:"states"`
	Transformations []storedStep `json:"transformations"`
}

// storedObject is an object in a released record.
type storedObject struct {
	Color    string `json:"color"`
	Material string `json:"material"`
	Shape    string `json:"shape"`
	Size     string `json:"size"`
	Position *Point `json:"position"`
}

// object is the object that was written down. Errors begin with the key.
func (s *storedObject) object() (Object, error) {
	switch {
	case s.Position == nil:
		return Object{}, errors.New("position is missing")
	case !s.Position.Valid():
		return Object{}, fmt.Errorf("position is [%d, %d], want %d to %d", s.Position.X, s.Position.Y, -planeHalf, planeHalf)
	}
	return newObject([...]string{s.Color, s.Material, s.Shape, s.Size}, *s.Position)
}

// storedStep is a step of the reference. Records of the published generator say target for val.
type storedStep struct {
	Object  *int             `json:"obj_idx"`
	Attr    string           `json:"attr"`
	Val     jsontext.Value   `json:"val"`
	Target  jsontext.Value   `json:"target"`
	Options []jsontext.Value `json:"options"`
}

// Record is a sample as it lies in data.jsonl.
type Record struct {
	Idx int
	Sample
	// Options are for each step the pairs that are accepted in the place of the reference's.
	Options [][]Pair
}

// record checks a line.
func (r *storedRecord) record() (*Record, error) {
	if r.Idx == nil {
		return nil, errors.New("idx is missing")
	}
	if n := len(r.States); n < 2 {
		return nil, fmt.Errorf("states: has %d, want the first and the last", n)
	}
	if n := len(r.Transformations); n < 1 || n > maxSequence {
		return nil, fmt.Errorf("transformations: has %d, want 1 to %d", n, maxSequence)
	}
	out := &Record{Idx: *r.Idx}
	for i, into := range []*State{&out.Initial, &out.Final} {
		at := i * (len(r.States) - 1)
		objects := r.States[at].Objects
		if len(objects) != ObjectCount {
			return nil, fmt.Errorf("states[%d].objects: has %d, want %d", at, len(objects), ObjectCount)
		}
		for k := range objects {
			var err error
			if into[k], err = objects[k].object(); err != nil {
				return nil, fmt.Errorf("states[%d].objects[%d].%w", at, k, err)
			}
		}
	}
	for i := range r.Transformations {
		step, options, err := r.Transformations[i].step()
		if err != nil {
			return nil, fmt.Errorf("transformations[%d].%w", i, err)
		}
		out.Reference = append(out.Reference, step)
		out.Options = append(out.Options, options)
	}
	return out, nil
}

// step checks a step of the reference and says which pairs are accepted, its own first. Errors begin with the key.
func (t *storedStep) step() (s Step, options []Pair, err error) {
	switch {
	case t.Object == nil:
		return s, nil, errors.New("obj_idx is missing")
	case *t.Object < 0 || *t.Object >= ObjectCount:
		return s, nil, fmt.Errorf("obj_idx is %d, want 0 to %d", *t.Object, ObjectCount-1)
	case !slices.Contains(attributeNames[:], t.Attr):
		return s, nil, fmt.Errorf("attr is %q, want one of %q", t.Attr, attributeNames)
	}
	value := t.Val
	if value == nil {
		value = t.Target
	}
	p, err := readPair(t.Attr, value)
	if err != nil {
		return s, nil, fmt.Errorf("val %w", err)
	}
	options = []Pair{p}
	for k, raw := range t.Options {
		o, err := readPair(t.Attr, raw)
		if err != nil {
			return s, nil, fmt.Errorf("options[%d] %w", k, err)
		}
		if !slices.Contains(options, o) {
			options = append(options, o)
		}
	}
	return Step{*t.Object, p}, options, nil
}

// readPair reads a value as records have it: a word, or [direction, steps]. Errors begin with "is".
func readPair(attribute string, value jsontext.Value) (Pair, error) {
	a := slices.Index(attributeNames[:], attribute)
	switch {
	case a < 0:
		return 0, fmt.Errorf("is of %q, want one of %q", attribute, attributeNames)
	case Attribute(a) == Position:
		return readMove(value)
	}
	var word *string
	if json.Unmarshal(value, &word) == nil && word != nil {
		if i := slices.Index(values[a], *word); i >= 0 {
			return pairOf(Attribute(a), i), nil
		}
	}
	return 0, fmt.Errorf("is %s, want one of %q", excerpt(value), values[a])
}

// readMove reads [direction, steps].
func readMove(value jsontext.Value) (Pair, error) {
	var list []jsontext.Value
	var direction *string
	var steps *int
	if json.Unmarshal(value, &list) == nil && len(list) == 2 && json.Unmarshal(list[0], &direction) == nil &&
		json.Unmarshal(list[1], &steps) == nil && direction != nil && steps != nil && *steps >= 1 && *steps <= maxSteps {
		if d := slices.Index(directionNames[:], *direction); d >= 0 {
			return Move{Direction(d), *steps}.Pair(), nil
		}
	}
	return 0, fmt.Errorf(`is %s, want a direction and 1 or 2 steps such as ["behind", 1]`, excerpt(value))
}

// excerpt is a JSON value for error messages, without its end where it is long.
func excerpt(value jsontext.Value) string {
	switch {
	case value == nil:
		return "missing"
	case len(value) > 60:
		return string(value[:60]) + "..."
	}
	return string(value)
}

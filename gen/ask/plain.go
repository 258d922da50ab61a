package ask

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-json-experiment/json" // three times as fast as encoding/json on scene files
)

// Plain is a scene as its record tells it: JSON values under the record's own names. The second meanings of functions read it. They
// share nothing with the first ones but the values that both yield, and prefer the obvious to the fast.
//
// Of the values that Value names, Plain's functions yield a set as []Object, ascending, never nil.
type Plain struct {
	Objects       []any
	Relationships map[string]any // lists by name and object
	Motion        any            // of a film, else nil
}

// ReadPlain reads a record with "objects", null where there are none, and "relationships".
func ReadPlain(record []byte) (*Plain, error) {
	var file map[string]any
	if err := json.Unmarshal(record, &file); err != nil {
		return nil, fmt.Errorf("record is not a JSON object: %w", err)
	}
	objects, ok := file["objects"].([]any)
	if _, there := file["objects"]; !ok && !(there && file["objects"] == nil) {
		return nil, fmt.Errorf("objects of the record are %s, want a list", JSONText(file["objects"]))
	}
	relationships, ok := file["relationships"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("relationships of the record are %s, want lists by name", JSONText(file["relationships"]))
	}
	return &Plain{objects, relationships, file["motion"]}, nil
}

// All are all objects.
func (s *Plain) All() []Object {
	all := []Object{}
	for o := range s.Objects {
		all = append(all, Object(o))
	}
	return all
}

// Others are all objects but one.
func (s *Plain) Others(than Object) []Object {
	return Keep(s.All(), func(o Object) bool { return o != than })
}

// Related are the objects in a relation to o.
func (s *Plain) Related(relation string, o Object) []Object {
	set := []Object{}
	for _, v := range At[[]any](s.Relationships, relation, int(o)) {
		set = append(set, Object(Whole(v)))
	}
	slices.Sort(set)
	return set
}

// Keep is the part of a set that passes a test.
func Keep(set []Object, test func(o Object) bool) []Object {
	kept := []Object{}
	for _, o := range set {
		if test(o) {
			kept = append(kept, o)
		}
	}
	return kept
}

// Nothing is what a function may yield in place of Invalid to tell people why: a phrase as for fmt.Sprintf, with a %s for each argument,
// a string or another value, of which the words are those in which results are told.
type Nothing struct {
	Phrase string
	Args   []Value
}

// Because is a *Nothing.
func Because(phrase string, args ...Value) Value { return &Nothing{phrase, args} }

// missing is the panic by which a function ends that needs what is not there.
type missing struct{ why Value }

// Missing ends the function that calls it, whose result is Because of a phrase.
func Missing(phrase string, args ...Value) { panic(missing{Because(phrase, args...)}) }

// At walks from v along keys of maps (strings) and indices of lists (ints) to a value of type T. Where it is not there, or is
// something else, the function that asks for it ends, and its result is Invalid.
func At[T any](v any, path ...any) T {
	for _, step := range path {
		ok := false
		switch step := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v, ok = m[step]
		case int:
			list, _ := v.([]any)
			if ok = 0 <= step && step < len(list); ok {
				v = list[step]
			}
		}
		if !ok {
			panic(missing{Invalid})
		}
	}
	t, ok := v.(T)
	if !ok {
		panic(missing{Invalid})
	}
	return t
}

// Whole is a JSON number as an int; see At for what is none.
func Whole(v any) int {
	f := At[float64](v)
	if f != math.Floor(f) || math.Abs(f) > math.MaxInt32 {
		panic(missing{Invalid})
	}
	return int(f)
}

// RunPlain is Run by the second meanings of functions.
func (l *Library[S]) RunPlain(s *Plain, p Program) []Value {
	outputs, _ := l.TellPlain(s, p)
	return outputs
}

// TellPlain is Tell by the second meanings of functions.
func (l *Library[S]) TellPlain(s *Plain, p Program) (outputs []Value, why *Nothing) {
	return l.run(p, func(f *Function[S], in, side []Value) Value { return f.callPlain(s, in, side) })
}

// CallPlain is the second meaning of one call, Invalid also where it needs what the scene does not tell.
func (f *Function[S]) CallPlain(s *Plain, in, side []Value) Value {
	out := f.callPlain(s, in, side)
	if _, ok := out.(*Nothing); ok {
		return Invalid
	}
	return out
}

func (f *Function[S]) callPlain(s *Plain, in, side []Value) (out Value) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case missing:
			out = r.why
		default:
			panic(r)
		}
	}()
	return f.Plain(s, in, side)
}

// AsJSON is a value as it is after being written and read.
func AsJSON(v any) (out any) {
	data, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	if err != nil {
		panic(fmt.Sprintf("ask: %v is no JSON value: %v", v, err))
	}
	return out
}

// JSONText is the beginning of a value as JSON, for messages.
func JSONText(v any) string {
	data, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic(fmt.Sprintf("ask: %v is no JSON value: %v", v, err))
	}
	return fmt.Sprintf("%.80s", data)
}

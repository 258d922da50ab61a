package ask

import "testing"

func TestReadPlainRefuses(t *testing.T) {
	for record, want := range map[string]string{
		`{}`:                                  "objects of the record are null, want a list",
		`{"objects": 3}`:                      "objects of the record are 3, want a list",
		`{"objects": []}`:                     "relationships of the record are null, want lists by name",
		`{"objects": [], "relationships": 1}`: "relationships of the record are 1, want lists by name",
	} {
		if _, err := ReadPlain([]byte(record)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", record, err, want)
		}
	}
	if _, err := ReadPlain([]byte(`[]`)); err == nil {
		t.Error("a list is read as a record")
	}
	if s, err := ReadPlain([]byte(`{"objects": null, "relationships": {}}`)); err != nil || len(s.All()) != 0 {
		t.Errorf("no objects: got %v, %v", s, err)
	}
}

// A function that needs what is not there, or something else, yields Invalid; another panic is none of a function's business.
func TestPlainCallsGiveUp(t *testing.T) {
	s := &Plain{Objects: []any{map[string]any{"size": 1.5}}, Relationships: map[string]any{"left": []any{[]any{}}}}
	for name, plain := range map[string]func() Value{
		"a missing key":         func() Value { return At[string](s.Objects, 0, "color") },
		"an object too many":    func() Value { return At[any](s.Objects, 1) },
		"another type":          func() Value { return At[string](s.Objects, 0, "size") },
		"no whole number":       func() Value { return Whole(At[any](s.Objects, 0, "size")) },
		"a relation":            func() Value { return s.Related("right", 0) },
		"a phrase":              func() Value { return Because("there is nothing") },
		"a phrase from below":   func() Value { Missing("there is nothing"); return 1 },
		"a number in its place": func() Value { return At[any](s.Objects, "color") },
	} {
		f := Function[row]{Name: name, Plain: func(*Plain, []Value, []Value) Value { return plain() }}
		if got := f.CallPlain(s, nil, nil); got != Invalid {
			t.Errorf("%s: got %v, want Invalid", name, got)
		}
	}
	f := Function[row]{Plain: func(*Plain, []Value, []Value) Value { panic("a mistake") }}
	defer func() {
		if recover() != "a mistake" {
			t.Error("a mistake in a function is no panic")
		}
	}()
	f.CallPlain(s, nil, nil)
}

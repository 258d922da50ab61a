package show_test

import (
	"reflect"
	"testing"

	"mereo/gen/show"
)

// One declaration gives rows and facts; what has no name is in no row, what has no key or value among no facts.
func TestAttributes(t *testing.T) {
	list := show.Attributes{
		{Name: "color", Key: "color", Value: "red"},
		{Name: "position", Key: "position_m", Value: [3]float64{1, -0.001, 2}},
		{Name: "open", Key: "open", Value: true},
		{Name: "words", Key: "words", Value: []string{"a", "b"}},
		{Name: "visible objects", Key: "visible_objects", Value: 3, Text: "3 of 10"},
		{Key: "visible_px", Value: 120},
		{Name: "unit", Text: "10 cm"},
		{Name: "unknown", Key: "unknown"},
	}
	rows := []show.Row{
		{Name: "color", Value: "red"}, {Name: "position", Value: "(1.00, 0.00, 2.00)"}, {Name: "open", Value: "yes"}, {Name: "words", Value: "a, b"},
		{Name: "visible objects", Value: "3 of 10"}, {Name: "unit", Value: "10 cm"},
	}
	if got := list.Rows(); !reflect.DeepEqual(got, rows) {
		t.Errorf("rows are %v, want %v", got, rows)
	}
	facts := show.Facts{
		"color": "red", "position_m": [3]float64{1, -0.001, 2}, "open": true, "words": []string{"a", "b"}, "visible_objects": 3, "visible_px": 120,
	}
	if got := list.Facts(); !reflect.DeepEqual(got, facts) {
		t.Errorf("facts are %v, want %v", got, facts)
	}
	if err := list.Facts().Check(); err != nil {
		t.Error(err)
	}
}

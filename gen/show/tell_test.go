package show_test

import (
	"reflect"
	"strings"
	"testing"

	"mereo/engine/material"
	"mereo/gen/show"
)

func TestWords(t *testing.T) {
	for _, c := range [][2]string{
		{show.Key("object", 3), "object 3"},
		{show.Hex([3]uint8{0, 10, 255}), "#000aff"},
		{show.HexOf(material.RGB{0, 0.21586, 1}), "#0080ff"},
		{show.Triple([3]float64{-0.001, 1.006, -20}), "(0.00, 1.01, -20.00)"},
		{show.Count(0, "plane"), "no planes"},
		{show.Count(1, "plane"), "1 plane"},
		{show.Count(2, "plane"), "2 planes"},
		{show.Cut("ähnlich"), "ähnlich"},
		{show.Cut(strings.Repeat("ä", 60)), strings.Repeat("ä", 60)},
		{show.Cut(strings.Repeat("ä", 61)), strings.Repeat("ä", 60) + "…"},
		{show.Sentence("only %d of them", 3), "Only 3 of them."},
	} {
		if c[0] != c[1] {
			t.Errorf("got %q, want %q", c[0], c[1])
		}
	}
}

func TestRelate(t *testing.T) {
	got := show.Relate("left", [][]int{{1, 2}, nil, {1}}, func(i int) string { return show.Key("object", i+1) })
	want := []show.Relation{{"left", "object 2", "object 1"}, {"left", "object 3", "object 1"}, {"left", "object 2", "object 3"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSameCalls(t *testing.T) {
	program := func(function string, input int, side ...string) show.Program {
		return show.Program{{Function: "scene"}, {Function: function, Inputs: []int{input}, Side: side}}
	}
	p := program("filter", 0, "red")
	for _, c := range []struct {
		q    show.Program
		want bool
	}{
		{program("filter", 0, "blue"), true}, {program("filter", 1, "red"), false}, {program("filter", 0), false},
		{program("same", 0, "red"), false}, {p[:1], false},
	} {
		if got := p.SameCalls(c.q); got != c.want {
			t.Errorf("%v and %v: got %v, want %v", p, c.q, got, c.want)
		}
	}
}

package ptr

import (
	"slices"

	"mereo/gen/ask"
)

// Reasons not to ask an instance.
const (
	rejectHemmed  = "move not clear"
	rejectTold    = "words tell the answer"
	rejectNoPlace = "objects lie in no relation"
	rejectUnknown = "part of unknown color"
	rejectRailed  = "aprons without a direction"
	rejectMixed   = "a bar along a board"
)

// accept gives a reason not to ask an instance where a careful reader would hesitate:
//
//   - of a move that the answer depends on nobody sees where it ends;
//   - there is nothing to see in the question (is there a thing? does the bed share its color with any bed?), or no relation
//     that an analogy could be about;
//   - a part is named that everybody sees on an object, but that is only counted there (the leg bars of beds), so that the
//     program does not find it;
//   - straight or flat parts are looked for of an object that has others in one mesh with its top, seat or back;
//   - a bar would be parallel to a board, as the upright legs of a table are to any door.
func accept(in *ask.Instance[*known]) string {
	k := in.Scene
	for _, n := range in.Program {
		input := func(i int) ask.Value { return in.Outputs[n.Inputs[i]] }
		switch n.Function {
		case "query_change":
			if slices.Contains(k.objects[input(0).(ask.Object)].hemmed, n.Side[0].(string)) {
				return rejectHemmed
			}
		case "query_direction":
			if len(k.objects[input(0).(ask.Object)].hemmed) > 0 {
				return rejectHemmed
			}
		case "exist", "count":
			if told(in.Program, n.Inputs[0]) {
				return rejectTold
			}
		case "query_positional-analogy-category", "query_positional-analogy-count", "query_positional-analogy-exist":
			if input(0) == bearing(0) {
				return rejectNoPlace
			}
		case "filter_part-category":
			for o := range input(0).(ask.Set).All() {
				if k.objects[o].unpainted(n.Side[0].(string)) {
					return rejectUnknown
				}
			}
		case parallel:
			if r := input(0).(geometricRelation); r.A != r.B {
				return rejectMixed
			}
		case "query_geometric-analogy-count", "query_geometric-analogy-color":
			r := input(0).(geometricRelation)
			if r.A != r.B && r.Relation == parallel {
				return rejectMixed
			}
			if k.objects[input(2).(ask.Object)].rails(r.B, r.Relation, input(1).(geometry)) {
				return rejectRailed
			}
		default:
			relation, kind, ok := partSearch(n.Function)
			if !ok {
				break
			}
			g := input(1).(geometry)
			if g.Kind != kind && relation == parallel {
				return rejectMixed
			}
			if k.objects[input(0).(ask.Object)].rails(kind, relation, g) {
				return rejectRailed
			}
		}
	}
	return ""
}

// topic is what two numbers of parts that are held against each other are of, in whichever order they are named: who has more wheels
// than the table has legs is not asked again as whose legs are fewer. Nil for what asks for something else.
func topic(in *ask.Instance[*known]) any {
	last := in.Program[len(in.Program)-1]
	way, ok := map[string]string{
		"equal_integer": "equal", "equal_part-count": "equal", "greater_than": "more", "less_than": "more",
		"minus_more": "minus", "minus_less": "minus", "sum": "sum",
	}[last.Function]
	if !ok {
		return nil
	}
	type counted struct {
		object ask.Object
		part   string
	}
	var of [2]counted
	for i, from := range last.Inputs {
		n := in.Program[from]
		if n.Function != "query_part-count" {
			return nil
		}
		of[i] = counted{in.Outputs[n.Inputs[0]].(ask.Object), n.Side[0].(string)}
	}
	if of[1].object < of[0].object {
		of[0], of[1] = of[1], of[0]
	}
	return struct {
		way string
		of  [2]counted
	}{way, of}
}

// told tells whether the words alone say whether a set has members: it is the whole scene, or it is looked for beside an
// object (the bed) that is the only one with a description, among those with that description again (any bed).
func told(p ask.Program, set int) bool {
	again, from := p.Filters(set)
	origin := p[from]
	if origin.Function == "scene" {
		return len(again) == 0
	}
	if len(origin.Inputs) != 1 || p[origin.Inputs[0]].Function != "unique" {
		return false
	}
	only, from := p.Filters(p[origin.Inputs[0]].Inputs[0])
	return p[from].Function == "scene" && !slices.ContainsFunc(only, func(f ask.Node) bool {
		return !slices.ContainsFunc(again, func(g ask.Node) bool { return g.Function == f.Function && slices.Equal(g.Side, f.Side) })
	})
}

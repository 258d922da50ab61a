package qlevr

import (
	"slices"
	"strconv"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// secondPlaneFunctions choose planes. What they yield has all objects of the planes.
func secondPlaneFunctions() []secondFunction {
	filter := func(name, help string) secondFunction {
		return secondFunction{
			Name: name, In: secondPlanes, Side: secondPlaneKeyTypes, Out: secondTypePlanes, Help: help,
			Eval: func(s *Scene, in, side []ask.Value) ask.Value {
				k := secondPlaneKeyOf(side)
				found := secondWhere(in[0].(secondState).planes, func(p ask.Object) bool { return k.fits(&s.Planes[p]) })
				if !strings.Contains(name, "all") && !found.Empty() && k.namesDesk() {
					return ask.Because("the desk is named, want another plane")
				}
				if fault := wordsFault(name, found.Len(), "plane", planeWords(k), k == secondPlaneKey{}); fault != nil {
					return fault
				}
				return secondOnPlanes(s, found)
			},
		}
	}
	return []secondFunction{
		{
			Name: "scene", Out: secondTypePlanes, Help: "All planes, the desk among them, with all objects.",
			Eval: func(s *Scene, in, side []ask.Value) ask.Value { return secondOnPlanes(s, ask.AllOf(len(s.Planes))) },
		},
		filter("plane filter_all", "The planes that match, at least one; the desk may be one of them."),
		filter("plane filter_all_valid", "The planes that match, at least one; the desk may be one of them, and a value must be said."),
		filter("plane filter_multiple", "The planes that match, at least two; the desk must not be named."),
		filter("plane filter_unique", "The only plane that matches; the desk must not be named."),
		{
			Name: "different_attribute", In: secondPlanes, Side: []ask.Type{secondTypePlaneOdd}, Out: secondTypePlanes,
			Help: "The only plane whose value of the attribute no other plane has, among more than two planes beside the desk.",
			Eval: func(s *Scene, in, side []ask.Value) ask.Value {
				planes, attribute := in[0].(secondState).planes, side[0].(string)
				if planes.Len() <= 3 {
					return ask.Because("these are %s with the desk, want more than 3 to tell one from the others", show.Count(planes.Len(), "plane"))
				}
				p, ok := secondOddPlane(s, planes, attribute)
				if !ok {
					return ask.Because("no plane, or more than one, has a %s that no other has, want one", secondAttributeName(attribute))
				}
				return secondOnPlanes(s, ask.SetOf(p))
			},
		},
		{
			Name: "plane relate_filter", In: secondPlanes, Side: append([]ask.Type{secondTypeDirection}, secondPlaneKeyTypes...),
			Out: secondTypePlanes, Help: "The planes that match and lie in a direction from the one plane given; " +
				"some that match lie in the opposite direction, too.",
			Eval: func(s *Scene, in, side []ask.Value) ask.Value {
				planes, direction, k := in[0].(secondState).planes, side[0].(string), secondPlaneKeyOf(side[1:])
				from, ok := planes.Only()
				if !ok {
					return ask.Because("the direction goes from %s, want one", show.Count(planes.Len(), "plane"))
				}
				if int(from) == len(s.Planes)-1 {
					return ask.Because("the direction goes from the desk, want another plane")
				}
				towards := func(direction string) ask.Set {
					return secondWhere(secondRelated(&s.PlaneRelations, direction, from), func(p ask.Object) bool {
						return k.fits(&s.Planes[p])
					})
				}
				found := towards(direction)
				if found.Empty() {
					return ask.Because("there is no %s in the direction %s", planeWords(k), strconv.Quote(direction))
				}
				// A direction says nothing where there are no such planes on the other side.
				if !slices.ContainsFunc(secondOpposites[direction], func(d string) bool { return !towards(d).Empty() }) {
					return ask.Because("there is no %s in the direction opposite to %s, so the direction would say nothing",
						planeWords(k), strconv.Quote(direction))
				}
				return secondOnPlanes(s, found)
			},
		},
	}
}

// secondOddPlane is the plane beside the desk whose value of an attribute no other has, if there is just one such plane.
func secondOddPlane(s *Scene, planes ask.Set, attribute string) (ask.Object, bool) {
	var odd []ask.Object
	desk := ask.Object(len(s.Planes) - 1)
	for p := range planes.All() {
		others := secondWhere(planes, func(o ask.Object) bool {
			return o != p && o != desk && secondPlaneValue(s, o, attribute) == secondPlaneValue(s, p, attribute)
		})
		if p != desk && others.Empty() {
			odd = append(odd, p)
		}
	}
	if len(odd) != 1 {
		return 0, false
	}
	return odd[0], true
}

// secondCounting is how a plane is chosen by the number of things on it: by that number and by those that are asked for.
type secondCounting struct {
	name    string
	numbers int
	help    string // behind "plane" and "each"
	chosen  func(count int, numbers []int) bool
}

var secondCountings = []secondCounting{
	{"contain_each_", 1, "with exactly so many matching objects on it", func(c int, n []int) bool { return c == n[0] }},
	{"contain_each_at_least_", 1, "with so many matching objects or more on it", func(c int, n []int) bool { return c >= n[0] }},
	{"contain_each_at_most_", 1, "with so many matching objects or fewer on it", func(c int, n []int) bool { return c <= n[0] }},
	{"contain_between_", 2, "with a number of matching objects on it that lies between the two, which are at least 2 apart",
		func(c int, n []int) bool { return n[0] <= c && c <= n[1] }},
	{"not_contain_each_", 1, "with another number of matching objects on it", func(c int, n []int) bool { return c != n[0] }},
	{"not_contain_between_", 2,
		"with a number of matching objects on it that does not lie between the two, which are at least 2 apart",
		func(c int, n []int) bool { return c < n[0] || n[1] < c }},
	{"not_contain_any_", 0, "with no matching object on it", func(c int, n []int) bool { return c == 0 }},
}

// secondCountingFunctions choose planes by what lies on them. A choice of all planes is none.
func secondCountingFunctions() []secondFunction {
	of := func(name string, numbers int, help string,
		choose func(s *Scene, from ask.Set, numbers []int, k secondObjectKey) ask.Set) secondFunction {
		return secondFunction{
			Name: name, In: secondPlanes, Out: secondTypePlanes, Help: help,
			Side: append(slices.Repeat([]ask.Type{secondTypeNumber}, numbers), secondObjectKeyTypes...),
			Eval: func(s *Scene, in, side []ask.Value) ask.Value {
				from, k := in[0].(secondState).planes, secondObjectKeyOf(side[numbers:])
				wanted := secondNumbers(side[:numbers])
				if numbers == 2 && wanted[0]+2 > wanted[1] {
					return ask.Because("the numbers are %s and %s, want the second greater by 2 or more",
						strconv.Itoa(wanted[0]), strconv.Itoa(wanted[1]))
				}
				found := choose(s, from, wanted, k)
				n, of := found.Len(), from.Len()
				if strings.Contains(name, "_unique_") && (n != 1 || of == 1) ||
					strings.Contains(name, "_multiple_") && (n < 2 || n == of) {
					return countingFault(s, name, from, found, k)
				}
				state := secondOnPlanes(s, found)
				state.key = k
				return state
			},
		}
	}
	var out []secondFunction
	for _, c := range secondCountings {
		choose := func(s *Scene, from ask.Set, numbers []int, k secondObjectKey) ask.Set {
			return secondWhere(from, func(p ask.Object) bool { return c.chosen(secondCount(s, p, k), numbers) })
		}
		out = append(out, of(c.name+"unique_filter", c.numbers, "The only plane "+c.help+".", choose),
			of(c.name+"multiple_filter", c.numbers, "The planes, several but not all, each "+c.help+".", choose))
	}
	return append(out, of("contain_total_multiple_filter", 1,
		"The planes, several but not all, that together have so many matching objects, as no other planes have.", secondTogether))
}

// countingFault says why a number of objects chooses no planes.
func countingFault(s *Scene, name string, planes, found ask.Set, k secondObjectKey) ask.Value {
	if name == "contain_total_multiple_filter" {
		return ask.Because("there is not just one choice of several of the %s, but not all, that has so many in total (%s)",
			show.Count(planes.Len(), "plane"), objectWords(k))
	}
	var each []string
	for p := range planes.All() {
		each = append(each, strconv.Itoa(secondCount(s, p, k)))
	}
	want := "one of several"
	if strings.Contains(name, "_multiple_") {
		want = "several but not all"
	}
	return ask.Because("the planes have %s such objects (%s), which chooses %s of %s, want %s", strings.Join(each, ", "), objectWords(k),
		strconv.Itoa(found.Len()), strconv.Itoa(planes.Len()), want)
}

// secondNumbers are side inputs that are numbers.
func secondNumbers(side []ask.Value) (out []int) {
	for _, n := range side {
		out = append(out, n.(int))
	}
	return out
}

// secondTogether are the planes that together have a number of things of a key, if no others have as many; else none.
func secondTogether(s *Scene, from ask.Set, numbers []int, k secondObjectKey) ask.Set {
	planes := slices.Collect(from.All())
	var found []ask.Set
	for choice := range 1 << len(planes) {
		var set ask.Set
		sum := 0
		for i, p := range planes {
			if choice>>i&1 == 1 {
				set = set.With(p)
				sum += secondCount(s, p, k)
			}
		}
		if sum == numbers[0] && sum > 0 {
			found = append(found, set)
		}
	}
	if len(found) != 1 {
		return ask.Set{}
	}
	return found[0]
}

// secondCount is the number of things of a key on a plane.
func secondCount(s *Scene, plane ask.Object, k secondObjectKey) int {
	n := 0
	for _, o := range s.Planes[plane].Objects {
		if k.fits(&s.Objects[o]) {
			n++
		}
	}
	return n
}

// secondOnPlanes are planes with all their objects.
func secondOnPlanes(s *Scene, planes ask.Set) secondState {
	state := secondState{planes: planes}
	for p := range planes.All() {
		for _, o := range s.Planes[p].Objects {
			state.objects = state.objects.With(ask.Object(o))
		}
	}
	return state
}

// secondWhere is the part of a set of planes or objects that a condition keeps.
func secondWhere(set ask.Set, keep func(ask.Object) bool) ask.Set {
	var out ask.Set
	for o := range set.All() {
		if keep(o) {
			out = out.With(o)
		}
	}
	return out
}

// fits tells whether a plane has all values that the key names. No word stands for the desk's empty material.
func (k secondPlaneKey) fits(p *Plane) bool {
	return secondSays(k[0], p.Color) && secondSays(k[1], p.Material) && secondSays(k[2], p.Shape)
}

func (k secondPlaneKey) namesDesk() bool { return k[0].Word == deskColor || k[2].Word == deskShape }

func (k secondObjectKey) fits(o *Object) bool {
	return secondSays(k[0], o.Size) && secondSays(k[1], o.Color) && secondSays(k[2], o.Material) && secondSays(k[3], o.Shape)
}

func secondSays(v Value, word string) bool { return !v.Said || v.Word == word && word != "" }

// secondPlaneValue is a plane's value of the attribute of a slot.
func secondPlaneValue(s *Scene, plane ask.Object, attribute string) string {
	p := &s.Planes[plane]
	switch attribute {
	case "PC":
		return p.Color
	case "PM":
		return p.Material
	}
	return p.Shape
}

// secondOpposites are the directions that are not a direction's.
var secondOpposites = map[string][]string{
	"left": {"right"}, "right": {"left"}, "behind": {"front"}, "front": {"behind"},
	"behind left": {"front left", "behind right"}, "front left": {"behind left", "front right"},
	"behind right": {"behind left", "front right"}, "front right": {"front left", "behind right"},
}

// secondRelation are the lists of one of the four directions.
func secondRelation(r *Relations, direction string) [][]int {
	switch direction {
	case "behind":
		return r.Behind
	case "front":
		return r.Front
	case "left":
		return r.Left
	}
	return r.Right
}

// secondRelated are the things in a direction, "left" or "behind left", from another.
func secondRelated(r *Relations, direction string, from ask.Object) ask.Set {
	var out ask.Set
	for i, d := range strings.Fields(direction) {
		var here ask.Set
		for _, o := range secondRelation(r, d)[from] {
			here = here.With(ask.Object(o))
		}
		if i == 0 {
			out = here
		} else {
			out = out.And(here)
		}
	}
	return out
}

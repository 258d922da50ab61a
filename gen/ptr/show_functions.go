package ptr

import (
	"fmt"
	"strconv"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// help is a sentence about each function, in the order in which people see them.
var help = []struct{ name, text string }{
	{"scene", "All objects of the scene."},
	{"filter_object-category", "Keeps the objects of a category; it must not keep all of them."},
	{"filter_part-category", "Keeps the objects that show a part."},
	{"filter_part-count", "Keeps the objects that show a part so many times."},
	{"filter_color", "Keeps the objects that show a part in a color."},
	{"filter_stability", "Keeps the objects that stay where they are."},
	{"filter_unstability", "Keeps the objects that do not stay where they are."},
	{"unique", "The object of a set that has only one."},
	{"relate", "The objects left of, right of, behind or in front of an object."},
	{"same_object-category", "The other objects of the same category."},
	{"same_part-color", "The other objects whose part has the same color."},
	{"same_part-count", "The other objects that show as many of a part."},
	{"union", "The objects of either set."},
	{"intersect", "The objects of both sets."},
	{"count", "How many objects are in a set."},
	{"exist", "Whether there is an object in a set."},
	{"query_object-category", "The category of an object."},
	{"query_part-color", "The color of a part of an object."},
	{"query_part-count", "How many of a part an object shows."},
	{"query_part-category", "The part of an object that has a color."},
	{"query_stability", "Whether an object stays where it is."},
	{"query_unstability", "Whether an object does not stay where it is."},
	{"query_change", "Whether an unstable object would stay after a move in a direction."},
	{"query_direction", "The only direction in which a move makes an unstable object stay."},
	{"equal_object", "Whether two objects are the same one."},
	{"equal_object-category", "Whether two categories are equal."},
	{"equal_part-category", "Whether two parts have the same name."},
	{"equal_part-color", "Whether two colors are equal."},
	{"equal_part-count", "Whether two numbers of parts are equal."},
	{"equal_integer", "Whether two numbers are equal."},
	{"less_than", "Whether the first number is less than the second."},
	{"greater_than", "Whether the first number is greater than the second."},
	{"sum", "The sum of two numbers."},
	{"minus_more", "The first number less the second."},
	{"minus_less", "The second number less the first."},
	{"query_part-geometry", "The straight or flat part of an object that has a color, as a line or a plane."},
	{"count_parallel_line", "How many straight parts of an object are parallel to a line or plane."},
	{"count_parallel_plane", "How many flat parts of an object are parallel to a line or plane."},
	{"count_perpendicular_line", "How many straight parts of an object are at right angles to a line or plane."},
	{"count_perpendicular_plane", "How many flat parts of an object are at right angles to a line or plane."},
	{"exist_parallel_line", "Whether an object has straight parts parallel to a line or plane."},
	{"exist_parallel_plane", "Whether an object has flat parts parallel to a line or plane."},
	{"exist_perpendicular_line", "Whether an object has straight parts at right angles to a line or plane."},
	{"exist_perpendicular_plane", "Whether an object has flat parts at right angles to a line or plane."},
	{"query_parallel_line_color", "The color of an object's only straight part parallel to a line or plane."},
	{"query_parallel_plane_color", "The color of an object's only flat part parallel to a line or plane."},
	{"query_perpendicular_line_color", "The color of an object's only straight part at right angles to a line or plane."},
	{"query_perpendicular_plane_color", "The color of an object's only flat part at right angles to a line or plane."},
	{"parallel", "Whether a relation of two parts is that they are parallel."},
	{"perpendicular", "Whether a relation of two parts is that they are at right angles."},
	{"query_geometric-relation", "How two lines or planes lie to each other."},
	{"query_geometric-analogy-count", "How many parts of an object lie to a line or plane as a relation says."},
	{"query_geometric-analogy-color", "The color of the only part of an object that lies to a line or plane as a relation says."},
	{"query_positional-relation", "In which directions the second object lies from the first."},
	{"query_positional-analogy-count", "How many objects lie in these directions from an object."},
	{"query_positional-analogy-exist", "Whether an object lies in these directions from an object."},
	{"query_positional-analogy-category", "The category of the only object that lies in these directions from an object."},
}

// Functions are those of help.
func (r *reader) Functions() []show.Function {
	l := r.set.grammar.Library
	var out []show.Function
	for _, h := range help {
		out = append(out, show.FunctionOf(l, h.name, h.text, func(t ask.Type) []string { return sideOptions(l, t) }))
	}
	return out
}

// mostParts is the largest number of a part that can be chosen.
const mostParts = 12

// sideOptions are the values of a side input.
func sideOptions(l *ask.Library[*known], t ask.Type) []string {
	var out []string
	switch t {
	case typePaint:
		return colorNames
	case typeCategory:
		return append(append(out, askedCategories...), ask.Thing)
	case typePartColor:
		for _, part := range partNames {
			for _, color := range colorNames {
				out = append(out, sideText(partColor{part, color}))
			}
		}
		return out
	case typePartNumber:
		for _, part := range partNames {
			for n := 1; n <= mostParts; n++ {
				out = append(out, sideText(partNumber{part, n}))
			}
		}
		return out
	}
	for _, v := range l.Domain(t) {
		out = append(out, sideText(v))
	}
	return out
}

// nothing says why a call with these inputs yields nothing.
func (s *shown) nothing(n ask.Node, in []ask.Value) string {
	side := ""
	if len(n.Side) > 0 {
		side = sideText(n.Side[0])
	}
	var o *knownObject
	name := ""
	for _, v := range in {
		if i, ok := v.(ask.Object); ok {
			o, name = &s.known.objects[i], "the "+s.name(i)
		}
	}
	_, kind, search := partSearch(n.Function)
	switch n.Function {
	case "filter_object-category":
		if in[0].(ask.Set).Empty() {
			return "there is no object to choose from"
		}
		return fmt.Sprintf("every object here is a %s, so the filter says nothing", strings.ToLower(side))
	case "filter_stability", "filter_unstability", "query_stability", "query_unstability":
		return "the objects of this scene are not judged"
	case "unique":
		return fmt.Sprintf("it needs exactly one object and has %s", s.say(in[0]))
	case "query_direction":
		return fmt.Sprintf("%s has %d directions that help, not one", name, len(o.changes))
	case "same_part-color", "query_part-color":
		return fmt.Sprintf("%s shows no %s whose color is known", name, side)
	case "same_part-count", "query_part-count":
		if n, ok := o.count[side]; ok && n > 9 {
			return fmt.Sprintf("%s has %d, and answers go up to 9", name, n)
		}
		return fmt.Sprintf("%s shows no %s whose number is known", name, side)
	case "query_part-category":
		var parts []string
		for _, p := range o.parts {
			if o.color[p].Name == side {
				parts = append(parts, p)
			}
		}
		switch {
		case len(parts) == 0:
			return fmt.Sprintf("%s shows no %s part that has a name", name, side)
		case len(parts) == 1:
			return fmt.Sprintf("%s has other %s pieces than the %s", name, side, parts[0])
		}
		return fmt.Sprintf("%s has several %s parts: %s", name, side, strings.Join(parts, ", "))
	case "query_part-geometry":
		switch parts := s.colored(in[0].(ask.Object), n.Side[0].(paint)); len(parts) {
		case 0:
			return fmt.Sprintf("%s shows no %s part that has a name", name, side)
		case 1:
			return fmt.Sprintf("the %s of %s is neither straight nor flat", parts[0], name)
		default:
			return fmt.Sprintf("%s has several %s parts: %s", name, side, strings.Join(parts, ", "))
		}
	case "query_geometric-relation":
		return "the two are neither parallel nor at right angles"
	case "query_positional-analogy-category":
		return "not exactly one object lies there"
	case "query_geometric-analogy-count", "query_geometric-analogy-color":
		r, g := in[0].(geometricRelation), in[1].(geometry)
		switch {
		case g.Kind != r.A:
			return fmt.Sprintf("the relation begins at a %s and the part is a %s", r.A, g.Kind)
		case !o.geometry:
			return fmt.Sprintf("not all lines of %s are known", name)
		}
		return s.notOne(n, name)
	case "count", "sum", "minus_more", "minus_less":
		return "the result is no number from 0 to 9"
	}
	if search {
		g := in[1].(geometry)
		switch {
		case o.category == cartsLack || kind == kindLine && o.category == fridgeLack:
			return fmt.Sprintf("%s has no %ss in the labels", name, kind)
		case !o.geometry:
			return fmt.Sprintf("not all lines of %s are known", name)
		case g.Object == int(in[0].(ask.Object)):
			return fmt.Sprintf("the %s is one of %s itself", g.Kind, name)
		case g.Object != ofRoom && !s.known.objects[g.Object].geometry:
			return fmt.Sprintf("not all lines of the %s are known", s.name(ask.Object(g.Object)))
		}
		return s.notOne(n, name)
	}
	return "it has no answer for " + strconv.Quote(side)
}

// notOne is for calls that look for parts and ask for a color or a number.
func (s *shown) notOne(n ask.Node, name string) string {
	if strings.HasSuffix(n.Function, "color") {
		return fmt.Sprintf("not exactly one visible kind of part of %s lies so", name)
	}
	return fmt.Sprintf("more than 9 parts of %s lie so", name)
}

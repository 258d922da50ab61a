package ptr

import (
	"fmt"
	"strconv"
	"strings"

	"mereo/gen/ask"
)

// nothing says why a call with these inputs yields nothing.
func (s *shown) nothing(n ask.Node, in []ask.Value) string {
	side := ""
	if len(n.Side) > 0 {
		side = s.library.Type(s.library.Function(n.Function).Side[0]).Said(n.Side[0])
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
		if len(in[0].([]ask.Object)) == 0 {
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

package shopvrb_test

import (
	"fmt"
	"strings"
)

// The notation of the tables of templates, which is that of the published description.
// "g2: N/S -Z" is a group of seven slots with a choice of name or shape and an empty size; "!P/D" one of eleven slots of which
// exactly one of two is filled.
const (
	plain = "N/S"
	build = "!P/D/K" // powering, disassembly or picking
	label = "!A"
)

// row is one template: "scene, filter_count(0; g1) | g1: N/S | -" and its number of phrasings.
type row struct {
	program string
	texts   int
}

// chain collects the nodes of a template, numbering groups and relations as they come.
type chain struct {
	calls             []string
	groups, relations int
}

// call adds a node and returns its number.
func (c *chain) call(format string, args ...any) int {
	c.calls = append(c.calls, fmt.Sprintf(format, args...))
	return len(c.calls) - 1
}

// filter starts from the scene.
func (c *chain) filter(kind string) int {
	scene := c.call("scene")
	c.groups++
	return c.call("filter%s(%d; g%d)", kind, scene, c.groups)
}

func (c *chain) relate(kind string, from int) int {
	c.relations++
	c.groups++
	return c.call("relate_filter%s(%d; R%d, g%d)", kind, from, c.relations, c.groups)
}

// things is filter, or relate from a unique thing.
func (c *chain) things(related bool, kind string) int {
	if related {
		return c.relate(kind, c.filter("_unique"))
	}
	return c.filter(kind)
}

// row closes the template; differing are the nodes whose outputs may not be equal.
func (c *chain) row(texts int, groups []string, differing ...int) row {
	for i, g := range groups {
		groups[i] = fmt.Sprintf("g%d: %s", i+1, g)
	}
	neq := "-"
	if len(differing) == 2 {
		neq = fmt.Sprintf("(%d,%d)", differing[0], differing[1])
	}
	return row{strings.Join(c.calls, ", ") + " | " + strings.Join(groups, ", ") + " | " + neq, texts}
}

var (
	letters = map[string]string{
		"size": "Z", "weight": "W", "color": "C", "material": "M", "movability": "V", "shape": "S", "name": "N",
	}
	looks   = []string{"size", "color", "material", "shape", "name", "weight", "movability"}
	hopping = []string{"size", "color", "material", "shape", "weight", "movability", "name"}
	uses    = []string{"powering", "disassembly", "picking"}
	written = append(uses[:3:3], "attribute")
)

// without is a group of seven slots in which those of attributes are empty.
func without(attributes ...string) string {
	choice, rest := plain, ""
	for _, x := range attributes {
		if x == "shape" || x == "name" {
			choice = ""
		}
		rest += " -" + letters[x]
	}
	return strings.TrimSpace(choice + rest)
}

// hop asks for end, "_count", "_exist" or an attribute, at the end of so many relations.
func hop(relations int, end string, texts int, groups ...string) row {
	kind := "_unique"
	if end[0] == '_' {
		kind = end
	}
	var c chain
	var at int
	for i := range relations + 1 {
		k := "_unique"
		if i == relations {
			k = kind
		}
		if i == 0 {
			at = c.filter(k)
		} else {
			at = c.relate(k, at)
		}
	}
	if end[0] != '_' {
		c.call("query_%s(%d)", end, at)
	}
	for len(groups) < relations+1 {
		groups = append([]string{plain}, groups...)
	}
	return c.row(texts, groups)
}

// compare asks whether two things, each reached by a relation or not, have the same attribute.
func compare(x string, first, second bool, texts int, groups ...string) row {
	var c chain
	a := c.things(first, "_unique")
	q := c.call("query_%s(%d)", x, a)
	b := c.things(second, "_unique")
	c.call("equal_%s(%d,%d)", x, q, c.call("query_%s(%d)", x, b))
	return c.row(texts, groups, a, b)
}

// compareLate is compare of two things of the scene, with both queries at the end.
func compareLate(x string, texts int, group string) row {
	var c chain
	a := c.filter("_unique")
	b := c.filter("_unique")
	q := c.call("query_%s(%d)", x, a)
	c.call("equal_%s(%d,%d)", x, q, c.call("query_%s(%d)", x, b))
	return c.row(texts, []string{group, group}, a, b)
}

// compareCounts compares the numbers of things of one and of another group.
func compareCounts(op string, first, second bool, texts int, groups ...string) row {
	var c chain
	a := c.things(first, "_count")
	b := c.things(second, "_count")
	c.call("%s(%d,%d)", op, a, b)
	switch {
	case first && second:
		return c.row(texts, groups, 1, 4)
	case first:
		return c.row(texts, groups)
	}
	return c.row(texts, groups, a, b)
}

// same asks about the things that share an attribute with one thing: end is "", "_count" or "_exist" of those of a group, or an
// attribute of the only one.
func same(x, end string, texts int, groups ...string) row {
	var c chain
	s := c.call("same_%s(%d)", x, c.filter("_unique"))
	switch {
	case len(groups) == 1:
		c.call("%s(%d)", end[1:], s)
	case end[0] == '_':
		c.call("filter%s(%d; g2)", end, s)
	default:
		c.call("query_%s(%d)", end, c.call("filter_unique(%d; g2)", s))
	}
	return c.row(texts, groups)
}

// both asks about what is in relation to two things at once.
func both(end string, texts int, group string) row {
	var c chain
	a := c.call("relate(%d; R1)", c.filter("_unique"))
	b := c.call("relate(%d; R2)", c.filter("_unique"))
	i := c.call("intersect(%d,%d)", a, b)
	if end == "_count" {
		c.call("filter_count(%d; g3)", i)
		return c.row(texts, []string{plain, plain, group})
	}
	c.call("query_%s(%d)", end, c.call("filter_unique(%d; g3)", i))
	return c.row(texts, []string{plain, plain, group}, a, b)
}

// either counts what is in one of two sets, each of the whole scene or in relation to a thing.
func either(first, second bool, texts int, groups ...string) row {
	var c chain
	a := c.things(first, "")
	b := c.things(second, "")
	c.call("count(%d)", c.call("union(%d,%d)", a, b))
	if first || second {
		return c.row(texts, groups)
	}
	return c.row(texts, groups, a, b)
}

// eitherWith counts those of the two sets that have one value of attribute x.
func eitherWith(x string, texts int, group string) row {
	var c chain
	a := c.filter("")
	b := c.filter("")
	c.call("count(%d)", c.call("filter_%s(%d; %s3)", x, c.call("union(%d,%d)", a, b), letters[x]))
	return c.row(texts, []string{group, group}, a, b)
}

// eitherScenesFirst is eitherWith with both scene nodes in front.
func eitherScenesFirst(x string, texts int, group string) row {
	c := chain{calls: []string{"scene", "scene", "filter(0; g1)", "filter(1; g2)", "union(2,3)"}}
	c.call("count(%d)", c.call("filter_%s(4; %s3)", x, letters[x]))
	return c.row(texts, []string{group, group}, 2, 3)
}

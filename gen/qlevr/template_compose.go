package qlevr

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// templates are the 1,760 programs in the order of file name, family and variants. They are made once; callers must not change
// them.
func templates() []Template { return correctedTemplates() }

// publishedTemplates are templates with the operands of family 56 as they were published: in each_at_most, each_between and
// each_exactly (variant 0) and in total "at least N" counts the objects that the sentence names second.
func publishedTemplates() []Template { return originalTemplates() }

var (
	correctedTemplates = sync.OnceValue(func() []Template {
		return composeTemplates(slices.Concat(familyChanges, operandChanges))
	})
	originalTemplates = sync.OnceValue(func() []Template { return composeTemplates(familyChanges) })
)

// templateAttributes are the variants of the families that compare an attribute.
var templateAttributes = []struct{ letter, name string }{{"Z", "size"}, {"C", "color"}, {"M", "material"}, {"S", "shape"}}

// composeTemplates puts every family behind every plane phrase.
func composeTemplates(changes []familyChange) []Template {
	var out []Template
	for first := 0; first < len(planePhrases); {
		end := first
		for end < len(planePhrases) && planePhrases[end].file == planePhrases[first].file {
			end++
		}
		for family := range objectFamilies {
			for _, plane := range planePhrases[first:end] {
				if !strings.Contains(objectFamilies[family].types, "_A") {
					out = append(out, composeTemplate(plane, family, noVariant, changes))
					continue
				}
				for attribute := range templateAttributes {
					out = append(out, composeTemplate(plane, family, attribute, changes))
				}
			}
		}
		first = end
	}
	return out
}

func composeTemplate(plane planePhrase, family, attribute int, changes []familyChange) Template {
	f := objectFamilies[family]
	t := Template{File: plane.file, Family: family, Quantifiers: strings.Fields(plane.quantifiers + " " + f.quantifiers)}
	c := templateComposer{template: &t}
	if plane.variant != noVariant {
		t.Variant = append(t.Variant, plane.variant)
	}
	types := f.types
	if attribute != noVariant {
		t.Variant = append(t.Variant, attribute)
		c.attribute = templateAttributes[attribute].letter
		types = strings.ReplaceAll(types, "_A", "_"+templateAttributes[attribute].name)
	}
	t.Types = strings.Fields(types)

	phrase := plane.nodes
	if phrase == "" {
		phrase = f.allPlane + "(PC PM PS sp)"
	}
	t.Nodes = []TemplateNode{{Type: "scene", Kind: "scene", Inputs: []int{}, Slots: []string{}}}
	c.addNodes(phrase, "plane")
	c.plane = len(t.Nodes) - 1
	c.addNodes(f.nodes, "object")
	c.addConstraints(f.constraints)
	for _, change := range changes {
		if change.concerns(plane, family, c.attribute) {
			c.change(change.change)
		}
	}
	return t
}

// templateComposer adds to a template what the tables say.
type templateComposer struct {
	template  *Template
	attribute string // letter, "" without one
	plane     int    // the node P
}

func (c *templateComposer) addNodes(table, kind string) {
	for _, step := range splitSteps(table) {
		name, references, words := splitStep(step)
		n := TemplateNode{Type: name, Kind: kind, Inputs: []int{len(c.template.Nodes) - 1}, Slots: c.words(words)}
		if name == "scene" {
			n.Kind, n.Inputs = "scene", []int{}
		} else if references != nil {
			n.Inputs = c.nodes(references)
		}
		c.template.Nodes = append(c.template.Nodes, n)
	}
}

func (c *templateComposer) addConstraints(table string) {
	for _, step := range splitSteps(table) {
		name, references, words := splitStep(step)
		c.template.Constraints = append(c.template.Constraints, Constraint{name, c.nodes(references), c.words(words)})
	}
}

func (c *templateComposer) change(table string) {
	for _, step := range splitSteps(table) {
		name, references, words := splitStep(step)
		name, nodeType, _ := strings.Cut(name, "=")
		if len(name) > 1 {
			c.addConstraints(step)
			continue
		}
		n := &c.template.Nodes[c.node(name)]
		if nodeType != "" {
			n.Type = nodeType
		}
		if references != nil {
			n.Inputs = c.nodes(references)
		}
		if words != nil {
			n.Slots = c.words(words)
		}
	}
}

// node is the number of the node with a small name.
func (c *templateComposer) node(name string) int {
	firstFilter := func() int {
		i := slices.IndexFunc(c.template.Nodes[c.plane+1:], func(n TemplateNode) bool { return strings.HasPrefix(n.Type, "filter") })
		if i < 0 {
			panic(fmt.Sprintf("qlevr: a table of templates names the node %s of family %d, which filters no objects",
				name, c.template.Family))
		}
		return c.plane + 1 + i
	}
	switch {
	case name == "P":
		return c.plane
	case name == "Q":
		return len(c.template.Nodes) - 1
	case name == "X":
		return firstFilter()
	case name == "Y":
		return firstFilter() + 1
	case len(name) == 1 && name >= "a" && name <= "e":
		return c.plane + 1 + int(name[0]-'a')
	}
	panic(fmt.Sprintf("qlevr: a table of templates names the node %q, want P, Q, X, Y or a to e", name))
}

func (c *templateComposer) nodes(names []string) []int {
	out := make([]int, len(names))
	for i, name := range names {
		out[i] = c.node(name)
	}
	return out
}

// words writes slots as they are published.
func (c *templateComposer) words(names []string) []string {
	out := []string{}
	for _, name := range names {
		if bare, ok := strings.CutPrefix(name, `"`); ok {
			bare = strings.TrimSuffix(bare, `"`)
			if bare == "A" {
				bare = c.attribute
			}
			out = append(out, bare)
		} else if number, ok := strings.CutPrefix(name, "k"); ok {
			for _, a := range templateAttributes {
				out = append(out, "<"+a.letter+number+">")
			}
		} else if number, ok := strings.CutPrefix(name, "A"); ok {
			out = append(out, "<"+c.attribute+number+">")
		} else {
			out = append(out, "<"+name+">")
		}
	}
	return out
}

// splitSteps splits at the spaces that are not in parentheses.
func splitSteps(table string) []string {
	depth := 0
	return strings.FieldsFunc(table, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return r == ' ' && depth == 0
	})
}

// splitStep takes name[reference,reference](word word) apart. What is not written is nil.
func splitStep(step string) (name string, references, words []string) {
	if name, list, ok := strings.Cut(strings.TrimSuffix(step, ")"), "("); ok {
		step, words = name, strings.Fields(list)
	}
	if name, list, ok := strings.Cut(strings.TrimSuffix(step, "]"), "["); ok {
		step, references = name, strings.Split(list, ",")
	}
	return step, references, words
}

// concerns tells whether a change is for a program.
func (change familyChange) concerns(plane planePhrase, family int, attribute string) bool {
	if change.attribute != "" && change.attribute != attribute {
		return false
	}
	for _, span := range strings.Fields(change.families) {
		low, high, ok := strings.Cut(span, "-")
		if !ok {
			high = low
		}
		first, err := strconv.Atoi(low)
		last, err2 := strconv.Atoi(high)
		if err != nil || err2 != nil {
			panic(fmt.Sprintf("qlevr: a table of templates names the families %q, want a number or two with a hyphen", span))
		}
		if family < first || family > last {
			continue
		}
		for _, name := range strings.Fields(change.files) {
			file, variant, one := strings.Cut(name, "/")
			if plane.file == file+".json" && (!one || variant == strconv.Itoa(plane.variant)) {
				return true
			}
		}
	}
	return false
}

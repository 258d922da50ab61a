package qlevr

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// compiledProgram is a template as the engine runs it.
type compiledProgram struct {
	template *Template
	nodes    []compiledNode
	planes   int // a scene of fewer planes, the desk included, has no such question
}

// compiledNode is a node of a program.
type compiledNode struct {
	// run works on what the node before has left. It returns false if there is no such question.
	run func(*attempt, *compiledNode, *nodeResult) bool
	// again is the same for a reader, to whom nodes before have left other things, with the values of the slots in the result.
	again func(*reader, *compiledNode, *nodeResult) bool
	// candidate is what stands at a place of the node's table, and whether it is allowed. Nodes without a table have none.
	candidate func(*attempt, *compiledNode, int) (keyCandidate, bool)
	output    outputKind

	index       int
	inputs      []int
	slots       []string
	constraints []compiledConstraint
	references  []int // the nodes to whose keys its table is bound
	remembered  bool  // its table depends on no more than those, the planes and the thing of reference

	size        sizeTest // how many things its key must pick out
	valid       bool     // its key says something
	unlimited   bool     // of relations: nothing may lie in the direction
	desk        bool     // of plane filters: the desk may be named
	counting    countingKind
	attribute   attribute     // that is looked up
	quantifiers [2]quantifier // left and right where there are two
	missing     bool          // of whether: it leaves the objects that are not on the planes
	order       int           // of comparing numbers: -1 fewer, 0 as many, 1 more
	larger      bool          // of comparing sizes: the left are larger, else smaller
	planes      int           // that a scene must have
	operands    int           // inputs that it needs

	pairs func(*attempt, *compiledNode, keyedSet) // of exceptions: finds the pairs of a key
}

// nodeTypes are the node types of each kind, from their words.
var nodeTypes = map[string]map[string]compiledNode{
	"scene":  {"scene": {run: (*attempt).takeScene, again: (*reader).everything}},
	"plane":  mergedNodes(planeFilterNodes, countingNodes()),
	"object": mergedNodes(objectFilterNodes(), relationNodes(), quantifierNodes(), exceptionNodes),
}

func mergedNodes(lists ...map[string]compiledNode) map[string]compiledNode {
	all := map[string]compiledNode{}
	for _, l := range lists {
		maps.Copy(all, l)
	}
	return all
}

// compileOptions say how templates are read.
type compileOptions struct {
	// Published keeps to the published programs of family 56 where a counting phrase bounds them: they compare the sets in the
	// order of the nodes though the sentence names them in the other, so that answers do not fit their sentences.
	Published bool
}

// compileProgram compiles a template.
func compileProgram(t *Template, options compileOptions) (*compiledProgram, error) {
	p := &compiledProgram{template: t, nodes: make([]compiledNode, len(t.Nodes)), planes: 1}
	fail := func(i int, format string, args ...any) error {
		return fmt.Errorf("qlevr: %s family %d: node %d: %s", t.File, t.Family, i, fmt.Sprintf(format, args...))
	}
	if len(t.Nodes) == 0 {
		return nil, fmt.Errorf("qlevr: %s family %d has no nodes", t.File, t.Family)
	}
	for i, source := range t.Nodes {
		n, ok := nodeTypes[source.Kind][source.Type]
		if !ok {
			n, ok = sizeComparison(source.Type)
		}
		if !ok {
			return nil, fail(i, "no type %q of kind %q", source.Type, source.Kind)
		}
		n.index, n.inputs, n.slots = i, source.Inputs, source.Slots
		for _, input := range n.inputs {
			if input < 0 || input >= i {
				return nil, fail(i, "input %d, want a node before it", input)
			}
		}
		if len(n.inputs) < n.operands {
			return nil, fail(i, "%q has %d inputs, want %d", source.Type, len(n.inputs), n.operands)
		}
		if n.output == wordOutput {
			a, ok := slotAttribute(strings.Join(n.slots, ""))
			if !ok {
				return nil, fail(i, "slots %q, want one attribute", n.slots)
			}
			n.attribute = a
		}
		if source.Kind == "object" && n.candidate != nil {
			for _, c := range t.Constraints {
				compiled, applies, err := compileConstraint(c, &n, t.Nodes)
				if err != nil {
					return nil, fail(i, "%v", err)
				}
				if applies {
					n.constraints = append(n.constraints, compiled)
				}
			}
		}
		n.findReferences()
		if n.output == sizesOutput && !options.Published && exchanged(t.Nodes[n.inputs[0]], t.Nodes[n.inputs[1]]) {
			n.inputs = []int{n.inputs[1], n.inputs[0]}
		}
		p.planes = max(p.planes, n.planes)
		p.nodes[i] = n
	}
	return p, nil
}

// findReferences finds what the table of a node depends on.
func (n *compiledNode) findReferences() {
	if n.pairs != nil {
		n.references = n.inputs[:1]
	}
	n.remembered = true
	for _, c := range n.constraints {
		switch c.kind {
		case constraintEqual, constraintNotKey, constraintNotNarrower, constraintNotWider:
			if !slices.Contains(n.references, c.other) {
				n.references = append(n.references, c.other)
			}
		case constraintUnique, constraintApart, constraintRelationNotKey, constraintRelationNotNarrower, constraintRelationNotWider:
			n.remembered = false
		}
	}
	if len(n.references) > tagReferences {
		n.references, n.remembered = nil, false
	}
}

// exchanged reports whether a sentence names the left of two object filters second.
func exchanged(left, right TemplateNode) bool {
	second := func(n TemplateNode) bool { return len(n.Slots) > 0 && strings.HasSuffix(n.Slots[0], "2>") }
	return second(left) && !second(right)
}

// slotMeaning is what a slot stands for.
type slotMeaning uint8

const (
	suffixSlot    slotMeaning = iota // grammar, <so>
	attributeSlot                    // <C>, <ZP>
	directionSlot                    // <OR>
	numberSlot                       // <OC>, <OCP2>
	fractionSlot                     // <OP>
)

// slotKind reads the name of a slot.
func slotKind(slot string) (slotMeaning, attribute) {
	switch name := strings.TrimPrefix(slot, "<"); {
	case strings.HasPrefix(name, "OC"):
		return numberSlot, 0
	case strings.HasPrefix(name, "OP"):
		return fractionSlot, 0
	case strings.HasPrefix(name, "OR"), strings.HasPrefix(name, "PR"):
		return directionSlot, 0
	}
	a, ok := slotAttribute(slot)
	if !ok {
		return suffixSlot, 0
	}
	return attributeSlot, a
}

// slotAttribute is the attribute of a slot: <C>, <PC2> and C are of the color.
func slotAttribute(slot string) (attribute, bool) {
	name := strings.TrimPrefix(strings.TrimPrefix(slot, "<"), "P")
	if name == "" {
		return 0, false
	}
	a := strings.IndexByte(attributeLetters, name[0])
	return attribute(a), a >= 0
}

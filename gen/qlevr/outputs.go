package qlevr

import (
	"math/bits"
	"strconv"
	"strings"
)

// outputKind is the form of what a question file says of a node's result.
type outputKind uint8

const (
	stateOutput outputKind = iota // planes and objects
	wordOutput                    // the value of an attribute
	emptyOutput                   // {}
	sizesOutput                   // the objects counted on the left and on the right
)

// outputs are what the nodes of an accepted program left.
func (a *attempt) outputs() []NodeOutput {
	all := make([]NodeOutput, len(a.nodes))
	for i := range a.nodes {
		n, r := &a.nodes[i], &a.results[i]
		switch o := &all[i]; n.output {
		case wordOutput:
			*o = NodeOutput{Form: OutputValue, Value: attributeValue(n.attribute, int(r.value)).Word}
		case sizesOutput:
			*o = NodeOutput{Form: OutputPair, First: setNumbers(r.objects), Second: setNumbers(r.other)}
		case stateOutput:
			*o = NodeOutput{Form: OutputSets, First: setNumbers(r.planes), Second: setNumbers(r.objects)}
		}
	}
	return all
}

// setNumbers are the numbers in a set, ascending.
func setNumbers(set uint64) []int {
	out := make([]int, 0, setSize(set))
	for ; set != 0; set &= set - 1 {
		out = append(out, bits.TrailingZeros64(set))
	}
	return out
}

// values are the values of the slots of an accepted program. A fraction is written as 2/3.
func (a *attempt) values() [][]Value {
	all := make([][]Value, len(a.nodes))
	for i := range a.nodes {
		all[i] = []Value{}
		if n := &a.nodes[i]; n.output != wordOutput {
			all[i] = a.nodeValues(n, &a.results[i])
		}
	}
	return all
}

// nodeValues are the values of a node's slots.
func (a *attempt) nodeValues(n *compiledNode, r *nodeResult) []Value {
	values := make([]Value, len(n.slots))
	var numbers, attributes int
	for i, slot := range n.slots {
		switch kind, which := slotKind(slot); kind {
		case directionSlot:
			values[i] = saidValue(directionWords[r.direction])
		case numberSlot, fractionSlot:
			values[i] = saidValue(n.quantityWord(r, numbers))
			numbers++
		case attributeSlot:
			if attributes < int(attributeCount) {
				values[i] = r.key.word(which)
			} else {
				values[i] = r.second.word(which)
			}
			attributes++
		default:
			values[i] = saidValue(a.suffix(n, r, slot))
		}
	}
	if n.pairs != nil {
		if excepted := &values[shapeAttribute]; !excepted.Said {
			*excepted = exceptedForms[r.forms&exceptedObject/exceptedObject]
		}
		if r.forms&predicateObject != 0 {
			values[attributeCount+shapeAttribute] = predicateForm
		}
	}
	return values
}

// quantityWord is the value of the slot for the number at a place, or for the fraction.
func (n *compiledNode) quantityWord(r *nodeResult, place int) string {
	if n.counting != notCounting {
		return strconv.Itoa(int([...]uint8{r.low, r.high}[place]))
	}
	side := 0
	if place >= n.quantifiers[0].slots() {
		side, place = 1, place-n.quantifiers[0].slots()
	}
	with := r.quantities[side]
	if n.quantifiers[side].takesFraction() {
		return strconv.Itoa(int(with[0])) + "/" + strconv.Itoa(int(with[1]))
	}
	return strconv.Itoa(int(with[place]))
}

// suffix is the grammar in a slot: what goes with one thing or with several.
func (a *attempt) suffix(n *compiledNode, r *nodeResult, slot string) string {
	name := strings.Trim(slot, "<>")
	noun := r.second.value(shapeAttribute) != 0 || r.forms&predicateObject != 0 // what an exception says of the others
	var many bool
	switch {
	case name == "pg":
		if r.key == 0 {
			return "geometric"
		}
		return ""
	case name == "st":
		return "object"
	case name == "se":
		if noun {
			return "a"
		}
		return ""
	case name == "sn":
		many = noun
	case name == "sp":
		many = manyThings.passes(r.planes)
	case n.pairs != nil:
		many = manyThings.passes(a.scene.on[r.planes] & a.scene.named(r.key))
	case n.counting != notCounting:
		many = max(r.low, r.high) > 1
	case strings.HasSuffix(name, "2"):
		many = n.greatestNumber(r, 1) > 1
	default:
		many = n.greatestNumber(r, 0) > 1
	}
	one, several := "", "s"
	switch name[:2] {
	case "sa":
		one, several = "is", "are"
	case "sh":
		one, several = "has", "have"
	}
	if many {
		return several
	}
	return one
}

// greatestNumber is the number of a quantifier, the greater of two.
func (n *compiledNode) greatestNumber(r *nodeResult, side int) uint8 {
	if n.quantifiers[side].takesTwo() {
		return r.quantities[side][1]
	}
	return r.quantities[side][0]
}

package qlevr

import (
	"fmt"
	"slices"
)

// constraintKind is what a constraint asks of a candidate; the words are those of the files.
type constraintKind uint8

const (
	constraintNotNull constraintKind = iota
	constraintNull
	constraintBothSizes
	constraintNotAllNull
	constraintEqual
	constraintNotKey
	constraintUnique
	constraintNotNarrower
	constraintNotWider
	constraintRelationNotKey
	constraintRelationNotNarrower
	constraintRelationNotWider
	constraintApart
)

// compiledConstraint is a constraint as one node has to meet it.
type compiledConstraint struct {
	kind   constraintKind
	fields packedKey // the attributes concerned
	ignore packedKey // the attributes of the other key that do not count
	size   int       // the other key must have this size for the constraint to matter, 0 for any
	other  int       // the node whose key is looked at
	last   int       // of relations: the node whose objects are compared with those of same
	same   int
}

// compileConstraint makes of a constraint what it asks of a node, if anything.
func compileConstraint(c Constraint, n *compiledNode, nodes []TemplateNode) (_ compiledConstraint, applies bool, err error) {
	var compiled compiledConstraint
	var positions int
	for i, slot := range n.slots {
		if kind, a := slotKind(slot); kind == attributeSlot && slices.Contains(c.Words, slot) {
			compiled.fields |= attributeField[a]
			positions += i
		}
	}
	own := compiled.fields != 0
	switch c.Type {
	case "NOT_NULL":
		compiled.kind = constraintNotNull
		return compiled, own, nil
	case "NULL":
		compiled.kind = constraintNull
		return compiled, own, nil
	case "BOTH_SIZE_BUT_NULL":
		compiled.kind = constraintBothSizes
		return compiled, compiled.fields&attributeField[sizeAttribute] != 0, nil
	case "NOT_ALL_NULL":
		// The published engine takes the size alone, which has position 0, for no slot at all.
		compiled.kind = constraintNotAllNull
		return compiled, positions > 0, nil
	case "EQ":
		compiled.kind = constraintEqual
		for _, input := range n.inputs {
			for _, slot := range nodes[input].Slots {
				if slices.Contains(c.Words, slot) {
					compiled.other = input
					return compiled, own, nil
				}
			}
		}
		return compiled, false, nil
	}
	if len(c.Nodes) != 2 {
		return compiled, false, fmt.Errorf("constraint %s has the nodes %d, want two", c.Type, c.Nodes)
	}
	if len(n.inputs) == 0 {
		return compiled, false, nil
	}
	first, second := c.Nodes[0] == n.index, c.Nodes[1] == n.index
	greater := n.index == max(c.Nodes[0], c.Nodes[1])
	compiled.other = n.inputs[0]
	compiled.last = n.inputs[len(n.inputs)-1]
	narrower := func(narrower, wider constraintKind) constraintKind {
		if first {
			return narrower
		}
		return wider
	}
	switch c.Type {
	case "UNQ_EQ":
		compiled.kind = constraintUnique
		return compiled, second, nil
	case "OUT_NEQ":
		compiled.kind = constraintNotKey
		return compiled, second, nil
	case "NOT_SAME":
		compiled.kind = constraintApart
		return compiled, second, nil
	case "NOT_CONTAIN", "ATTR_NOT_CONTAIN", "SIZE_NOT_CONTAIN":
		compiled.kind = narrower(constraintNotNarrower, constraintNotWider)
		if c.Type == "NOT_CONTAIN" {
			return compiled, greater, nil
		}
		compiled.other = compiled.last
		if len(c.Words) != 1 {
			return compiled, false, fmt.Errorf("constraint %s has the words %q, want one", c.Type, c.Words)
		}
		if c.Type == "ATTR_NOT_CONTAIN" {
			a, ok := slotAttribute(c.Words[0])
			if !ok {
				return compiled, false, fmt.Errorf("constraint %s has %q, want one of %q", c.Type, c.Words[0], attributeLetters)
			}
			compiled.ignore = attributeField[a]
			return compiled, greater, nil
		}
		compiled.ignore = attributeField[sizeAttribute]
		compiled.size = slices.Index(objectSizes, c.Words[0]) + 1
		if compiled.size == 0 {
			return compiled, false, fmt.Errorf("constraint %s has %q, want one of %q", c.Type, c.Words[0], objectSizes)
		}
		return compiled, greater, nil
	case "R_OUT_NEQ", "R_NOT_CONTAIN":
		if len(n.inputs) < 3 {
			return compiled, false, nil
		}
		compiled.same, compiled.other = n.inputs[0], n.inputs[1]
		if c.Type == "R_OUT_NEQ" {
			compiled.kind = constraintRelationNotKey
			return compiled, second, nil
		}
		compiled.kind = narrower(constraintRelationNotNarrower, constraintRelationNotWider)
		return compiled, greater, nil
	}
	return compiled, false, fmt.Errorf("no constraint %q", c.Type)
}

// meets reports whether a candidate meets all constraints. They hold in order: one may ask which candidates the ones before it
// have left.
func (a *attempt) meets(constraints []compiledConstraint, k keyCandidate) bool {
	for i := range constraints {
		if !a.meetsOne(constraints, i, k) {
			return false
		}
	}
	return true
}

func (a *attempt) meetsOne(constraints []compiledConstraint, i int, k keyCandidate) bool {
	c := &constraints[i]
	switch c.kind {
	case constraintNotNull:
		return c.fields&^k.key.mentioned() == 0
	case constraintNull:
		return k.key&c.fields == 0
	case constraintNotAllNull:
		return k.key&c.fields != 0
	case constraintBothSizes:
		if k.key.value(sizeAttribute) != 0 {
			return false
		}
		for _, size := range [...]int{largeSize, smallSize} {
			sized := k
			sized.key = k.key.with(sizeAttribute, size)
			sized.set = a.scene.named(sized.key) & k.set
			if sized.set == 0 || !a.meets(constraints[:i], sized) {
				return false
			}
		}
		return true
	}
	other := &a.results[c.other]
	key := other.key &^ c.ignore
	switch c.kind {
	case constraintEqual:
		return (k.key^key)&c.fields == 0
	case constraintUnique:
		return k.set != other.objects || k.key == key
	case constraintNotKey:
		return k.key != key
	case constraintApart:
		return k.set&other.objects == 0
	case constraintNotNarrower:
		return c.size != 0 && other.key.value(sizeAttribute) != c.size || !k.key.contains(key)
	case constraintNotWider:
		return c.size != 0 && other.key.value(sizeAttribute) != c.size || !key.contains(k.key)
	}
	if a.results[c.same].objects != a.results[c.last].objects {
		return true
	}
	switch c.kind {
	case constraintRelationNotKey:
		return k.key != key || k.direction != other.direction
	case constraintRelationNotNarrower:
		return !(directionCovers(k.direction, other.direction) && key.contains(k.key))
	default:
		return !(directionCovers(other.direction, k.direction) && k.key.contains(key))
	}
}

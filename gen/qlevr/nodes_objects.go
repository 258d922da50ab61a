package qlevr

import "cmp"

// objectFilterNodes are the nodes that pick objects by what they look like, ask what most of them have in common, and compare
// how many they are.
func objectFilterNodes() map[string]compiledNode {
	nodes := map[string]compiledNode{
		"query_attribute_most": {run: (*attempt).findMajority, again: (*reader).findMajority, output: wordOutput, operands: 1},
		"more_A_than_B":        {run: (*attempt).compareCounts, again: (*reader).compareCounts, output: emptyOutput, operands: 2, order: 1},
		"fewer_A_than_B":       {run: (*attempt).compareCounts, again: (*reader).compareCounts, output: emptyOutput, operands: 2, order: -1},
		"equal_A_and_B":        {run: (*attempt).compareCounts, again: (*reader).compareCounts, output: emptyOutput, operands: 2, order: 0},
	}
	for name, size := range map[string]sizeTest{"filter": anySize, "filter_unique": oneThing, "filter_multiple": manyThings} {
		n := compiledNode{
			run: (*attempt).filterObjects, again: (*reader).filterObjects, candidate: (*attempt).objectCandidate, size: size,
		}
		nodes[name] = n
		n.valid = true
		nodes[name+"_valid"] = n
	}
	return nodes
}

func (a *attempt) filterObjects(n *compiledNode, r *nodeResult) bool {
	keys := a.scene.keysOnSet(a.planes)
	from, to := keys.from, keys.to
	switch n.size {
	case oneThing:
		from = keys.one
	case manyThings:
		to = keys.one
	}
	a.entries = a.scene.keysOnStore[from:to]
	c, ok := a.choose(n, len(a.entries), 0)
	r.keyCandidate, r.objects = c, c.set
	return ok
}

func (a *attempt) objectCandidate(n *compiledNode, at int) (keyCandidate, bool) {
	k := &a.entries[at]
	c := keyCandidate{set: k.set, key: k.key}
	return c, !(n.valid && c.key == 0) && a.meets(n.constraints, c)
}

// findMajority finds the value of an attribute that more than half of the objects have.
func (a *attempt) findMajority(n *compiledNode, r *nodeResult) bool {
	of := a.results[n.inputs[0]].objects
	for code, have := range a.scene.values[n.attribute] {
		if 2*setSize(have&of) > setSize(of) {
			r.value = uint8(code)
			return true
		}
	}
	return false
}

// compareCounts compares the numbers of two sets of objects.
func (a *attempt) compareCounts(n *compiledNode, _ *nodeResult) bool {
	left, right := a.results[n.inputs[0]].objects, a.results[n.inputs[1]].objects
	a.answer = cmp.Compare(setSize(left), setSize(right)) == n.order
	return true
}

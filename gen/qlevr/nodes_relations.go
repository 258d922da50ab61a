package qlevr

import "math/bits"

// relationNodes are the nodes that pick objects by where they lie from another.
func relationNodes() map[string]compiledNode {
	nodes := map[string]compiledNode{}
	for name, size := range map[string]sizeTest{"relate_filter": anySize, "relate_filter_multiple": manyThings} {
		n := compiledNode{
			run: (*attempt).relateObjects, again: (*reader).relateObjects, candidate: (*attempt).objectRelationCandidate, size: size,
		}
		nodes[name] = n
		n.valid = true
		nodes[name+"_valid"] = n
		n.unlimited = true
		nodes[name+"_valid_unlimited"] = n
	}
	return nodes
}

// relateObjects leaves objects in a direction from a single one. The direction must tell something: objects of the same key lie
// the other way, too, or, where it is unlimited, some objects do.
func (a *attempt) relateObjects(n *compiledNode, r *nodeResult) bool {
	if !oneThing.passes(a.objects) {
		return false
	}
	x, from := a.scene, bits.TrailingZeros64(a.objects)
	on, keys := x.on[a.planes], x.keysOnSet(a.planes)
	a.dropped = 0
	for d := range a.toward {
		a.toward[d] = x.objectsToward[d][from] & on
		if n.unlimited && a.toward[d] == 0 {
			a.dropped |= 1 << d
			for _, o := range directionOpposites[d] {
				a.dropped |= 1 << o
			}
		}
	}
	// Two opposite directions share no object, so a key needs twice as many.
	to := keys.to
	switch {
	case !n.unlimited && n.size == manyThings:
		to = keys.two
	case !n.unlimited || n.size == manyThings:
		to = keys.one
	}
	a.entries = x.keysOnStore[keys.from:to]
	c, ok := a.choose(n, len(a.entries)*len(a.toward), packedKey(from))
	if !ok {
		return false
	}
	r.keyCandidate, r.objects = c, c.set
	r.reference, r.other = a.objects, a.toward[c.direction]
	// What is asked later needs the number of all objects in the direction, which the published engine finds in its table.
	all := keyCandidate{set: r.other, direction: c.direction}
	return n.valid || a.meets(n.constraints, all)
}

func (a *attempt) objectRelationCandidate(n *compiledNode, at int) (keyCandidate, bool) {
	d, k := uint8(at%len(a.toward)), &a.entries[at/len(a.toward)]
	c := keyCandidate{set: k.set & a.toward[d], key: k.key, direction: d}
	switch {
	case n.valid && c.key == 0:
		return c, false
	case n.unlimited:
		if a.dropped>>d&1 != 0 || n.size == manyThings && !manyThings.passes(c.set) {
			return c, false
		}
	case !n.size.passes(c.set) || !a.liesOpposite(d, k.set, n.size):
		return c, false
	}
	return c, a.meets(n.constraints, c)
}

// quantifyRelated compares how many objects of a key lie in the direction with how many of it there are, the thing of reference
// not counted.
func (a *attempt) quantifyRelated(n *compiledNode, r *nodeResult) bool {
	relation := &a.results[n.inputs[len(n.inputs)-1]]
	r.objects = a.scene.on[a.planes] & a.scene.named(relation.key) &^ relation.reference
	num, total := setSize(relation.objects), setSize(r.objects)
	if total == 0 {
		return false
	}
	upper, bounds := total, freeBounds
	if q := n.quantifiers[0]; q.countsThings() {
		upper = min(setSize(relation.other), total)
		if len(n.inputs) == 3 {
			plane, reference := &a.results[n.inputs[0]], &a.results[n.inputs[1]]
			number, bounded := a.nodes[n.inputs[0]].planeNumber(plane)
			if bounded && relation.key.contains(plane.key) {
				// The thing of reference is one of those that the number of the planes counts, when its key is.
				number--
				if reference.key.contains(plane.key) {
					number--
				}
				upper = bounds.limit(q, upper, number)
			}
		}
	}
	return a.quantify(n, r, num, total, upper, bounds)
}

// countsReference tells whether an object from which directions go is of the key of those that lie there.
func (a *attempt) countsReference() bool {
	for i := range a.nodes {
		if r := &a.results[i]; r.reference&a.scene.named(r.key) != 0 {
			return true
		}
	}
	return false
}

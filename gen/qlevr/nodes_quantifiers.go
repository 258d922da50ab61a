package qlevr

// quantifierNodes are the nodes that answer with a quantifier, from their words. Those about sizes are read by sizeComparison.
func quantifierNodes() map[string]compiledNode {
	nodes := map[string]compiledNode{}
	for i, words := range quantifierWords {
		q := quantifier(i)
		if q == noQuantifier {
			continue
		}
		n := compiledNode{run: (*attempt).quantifyOnPlanes, again: (*reader).quantifyOnPlanes, operands: 2, quantifiers: [2]quantifier{q}}
		switch q {
		case quantifierAll, quantifierMost, quantifierSomeButNotAll, quantifierAllButAtMost, quantifierAllButAtLeast:
			n.missing = true
		default:
			n.missing = q.takesFraction()
		}
		nodes["whether_"+words.node] = n
		n.run, n.again, n.operands = (*attempt).quantifyRelated, (*reader).quantifyRelated, 1
		nodes[q.relateNode()] = n
		if words.alike != "" {
			nodes["exist_"+words.alike] = compiledNode{
				run: (*attempt).quantifyAlike, again: (*reader).quantifyAlike, operands: 2, quantifiers: [2]quantifier{q},
			}
		}
	}
	return nodes
}

// countsThings reports whether numbers are drawn that are compared with how many things are as described.
func (q quantifier) countsThings() bool {
	return q.takesTwo() || q >= quantifierExactly && q <= quantifierAtLeast
}

// limit keeps what is drawn from exceeding a number that the question has already given for the same objects. It returns the
// bound of the draw.
func (b *numberBounds) limit(q quantifier, upper, number int) int {
	b.inside = true
	if q.takesTwo() {
		b.maxLeft = max(0, min(upper, number))
		return upper
	}
	return min(upper, number)
}

// quantify answers with the only quantifier of a node for num of total things. The bound of what is drawn, upper, may be less
// than the total.
func (a *attempt) quantify(n *compiledNode, r *nodeResult, num, total, upper int, bounds numberBounds) bool {
	draw, ok := n.quantifiers[0].numberDraw(num, upper, bounds)
	if !ok || !a.takeQuantity(n, r, 0, &draw) {
		return false
	}
	a.answer = n.quantifiers[0].holds(num, total, r.quantities[0])
	return true
}

// takeQuantity draws what a quantifier compares with.
func (a *attempt) takeQuantity(n *compiledNode, r *nodeResult, side int, draw *numberDraw) (ok bool) {
	switch {
	case draw.quantifier.slots() == 0:
		return true
	case a.taker != nil:
		r.quantities[side], ok = a.taker.quantity(a, n, side, *draw)
		return ok
	}
	a.drawn = true
	r.quantities[side], ok = draw.draw(a.stream)
	return ok
}

// quantifyAlike compares how many of some objects have the value that most of others have with how many there are.
func (a *attempt) quantifyAlike(n *compiledNode, r *nodeResult) bool {
	value, of := a.results[n.inputs[0]].value, &a.results[n.inputs[1]]
	r.objects = of.objects & a.scene.values[a.nodes[n.inputs[0]].attribute][value]
	num, total := setSize(r.objects), setSize(of.objects)
	q := n.quantifiers[0]
	if num == 0 && q != quantifierSome {
		return false
	}
	upper, bounds := total, freeBounds
	if len(n.inputs) == 3 {
		plane := &a.results[n.inputs[2]]
		if number, bounded := a.nodes[n.inputs[2]].planeNumber(plane); bounded && of.key.contains(plane.key) {
			upper = bounds.limit(q, upper, number)
		}
	}
	return a.quantify(n, r, num, total, upper, bounds)
}

// quantifyOnPlanes compares how many of all objects of a key lie on the planes with how many there are.
func (a *attempt) quantifyOnPlanes(n *compiledNode, r *nodeResult) bool {
	planes, filter := &a.results[n.inputs[0]], &a.results[n.inputs[1]]
	all, on := a.scene.named(filter.key), a.scene.on[planes.planes]
	num, total := setSize(all&on), setSize(all)
	r.planes, r.objects = planes.planes, all&on
	if n.missing {
		r.objects = all &^ on
	}
	upper, bounds := total, freeBounds
	if q := n.quantifiers[0]; q.countsThings() {
		upper = min(setSize(on), total)
		node := &a.nodes[n.inputs[0]]
		number, bounded := node.planeNumber(planes)
		if bounded && (node.counting == countingExactly || node.counting == countingTogether) {
			switch {
			case planes.key.contains(filter.key):
				bounds.least, bounds.minRight = number, number
				if q.takesTwo() {
					bounds.least = 1
				}
			case filter.key.contains(planes.key):
				upper = bounds.limit(q, upper, number)
			}
		}
	}
	return a.quantify(n, r, num, total, upper, bounds)
}

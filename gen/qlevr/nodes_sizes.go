package qlevr

import "strings"

// sizeComparison reads the type of a node that compares sizes: atLeastNum_smaller_exact.
func sizeComparison(name string) (compiledNode, bool) {
	n := compiledNode{run: (*attempt).compareSizes, again: (*reader).compareSizes, output: sizesOutput, operands: 2}
	left, right, larger := strings.Cut(name, "_larger_")
	if !larger {
		left, right, _ = strings.Cut(name, "_smaller_")
	}
	n.larger, n.quantifiers = larger, [2]quantifier{sizeQuantifier(left), sizeQuantifier(right)}
	return n, n.quantifiers[0] != noQuantifier && n.quantifiers[1] != noQuantifier
}

// compareSizes asks whether so many of the left are larger, or smaller, than so many of the right. There are two sizes, so
// these are the large ones of the left and the small ones of the right, or the other way round.
func (a *attempt) compareSizes(n *compiledNode, r *nodeResult) bool {
	left, right := a.results[n.inputs[0]].objects, a.results[n.inputs[1]].objects
	sizes := a.scene.values[sizeAttribute]
	if n.larger {
		r.objects, r.other = left&sizes[largeSize], right&sizes[smallSize]
	} else {
		r.objects, r.other = left&sizes[smallSize], right&sizes[largeSize]
	}
	a.answer = true
	var draws [2]numberDraw
	sides := [2]struct{ num, total int }{{setSize(r.objects), setSize(left)}, {setSize(r.other), setSize(right)}}
	for i, side := range sides {
		var ok bool
		if draws[i], ok = n.quantifiers[i].numberDraw(side.num, side.total, freeBounds); !ok {
			return false
		}
	}
	for i, side := range sides {
		if !a.takeQuantity(n, r, i, &draws[i]) {
			return false
		}
		a.answer = a.answer && n.quantifiers[i].holds(side.num, side.total, r.quantities[i])
	}
	return true
}

package qlevr

import (
	"cmp"
	"math/bits"
	"slices"
)

// reader answers a question once more as somebody would who sees the objects otherwise than the labels have them. Planes, places and
// sizes are seen as they are. Nothing is drawn, so that no tables are made: what a key names is looked for. The second meaning of programs
// says the same, but asking would take half as long again with it.
type reader struct {
	scene *sceneIndex
	names []packedKey // of the objects, as they are seen

	nodes           []compiledNode
	drawn, results  []nodeResult
	planes, objects uint64 // what the node before left
	answer          bool
}

// answers gives the answer of a question that was drawn, by what its nodes left where it was. It is not ok where the words do not fit:
// nothing, or more than one thing, is "the green cube".
func (b *reader) answers(nodes []compiledNode, drawn []nodeResult) (answer, ok bool) {
	b.nodes, b.drawn = nodes, drawn
	b.results = slices.Grow(b.results[:0], len(nodes))[:len(nodes)]
	b.planes, b.objects = b.scene.everyPlane, b.scene.everyObject
	for i := range nodes {
		n, r := &nodes[i], &b.results[i]
		*r = drawn[i]
		r.planes, r.objects = b.planes, b.objects
		if !n.again(b, n, r) {
			return false, false
		}
		b.planes, b.objects = r.planes, r.objects
	}
	return b.answer, true
}

// named are the objects that a key names.
func (b *reader) named(k packedKey) (set uint64) {
	mentioned := k.mentioned()
	for i, name := range b.names {
		if (name^k)&mentioned == 0 {
			set |= 1 << i
		}
	}
	return set
}

// valued are the objects with a value of an attribute.
func (b *reader) valued(a attribute, code int) uint64 { return b.named(packedKey(0).with(a, code)) }

func (b *reader) everything(_ *compiledNode, r *nodeResult) bool {
	r.planes, r.objects = b.scene.everyPlane, b.scene.everyObject
	return true
}

// samePlanes are those that were found by what planes look like and where they lie.
func (b *reader) samePlanes(n *compiledNode, r *nodeResult) bool {
	r.planes = b.drawn[n.index].planes
	r.objects = b.scene.on[r.planes]
	return true
}

// countOnPlanes finds planes by counts. The words may fit all of them.
func (b *reader) countOnPlanes(n *compiledNode, r *nodeResult) bool {
	objects := b.named(r.key)
	if n.counting == countingTogether {
		r.planes = b.together(objects, int(r.low))
	} else {
		r.planes = 0
		for rest := b.planes; rest != 0; rest &= rest - 1 {
			p := uint64(1) << bits.TrailingZeros64(rest)
			if n.counting.fits(setSize(b.scene.on[p]&objects), int(r.low), int(r.high)) {
				r.planes |= p
			}
		}
	}
	r.objects = b.scene.on[r.planes]
	return n.size.passes(r.planes)
}

// fits tells whether a number of things on a plane is as a counting phrase with these numbers says.
func (k countingKind) fits(count, low, high int) bool {
	switch k {
	case countingExactly:
		return count == low
	case countingAtLeast:
		return count >= low
	case countingAtMost:
		return count <= low
	case countingBetween:
		return low <= count && count <= high
	case countingNotExactly:
		return count != low
	case countingNotBetween:
		return count < low || high < count
	}
	return count == 0
}

// together is the only choice of planes on which so many of some objects lie; none where there is not just one.
func (b *reader) together(objects uint64, wanted int) (found uint64) {
	for set := b.planes; set != 0; set = (set - 1) & b.planes {
		if setSize(b.scene.on[set]&objects) != wanted {
			continue
		}
		if found != 0 {
			return 0
		}
		found = set
	}
	return found
}

func (b *reader) filterObjects(n *compiledNode, r *nodeResult) bool {
	r.objects = b.scene.on[b.planes] & b.named(r.key)
	return n.size != oneThing || oneThing.passes(r.objects)
}

// relateObjects needs somebody to lie there where the words speak of several.
func (b *reader) relateObjects(n *compiledNode, r *nodeResult) bool {
	if !oneThing.passes(b.objects) {
		return false
	}
	r.reference = b.objects
	r.other = b.scene.objectsToward[r.direction][bits.TrailingZeros64(b.objects)] & b.scene.on[b.planes]
	r.objects = r.other & b.named(r.key)
	return n.unlimited || r.objects != 0
}

func (b *reader) findMajority(n *compiledNode, r *nodeResult) bool {
	of := b.results[n.inputs[0]].objects
	for code := range attributeWords[n.attribute] {
		if 2*setSize(b.valued(n.attribute, 1+code)&of) > setSize(of) {
			r.value = uint8(1 + code)
			return true
		}
	}
	return false
}

func (b *reader) compareCounts(n *compiledNode, _ *nodeResult) bool {
	left, right := b.results[n.inputs[0]].objects, b.results[n.inputs[1]].objects
	b.answer = cmp.Compare(setSize(left), setSize(right)) == n.order
	return true
}

func (b *reader) compareSizes(n *compiledNode, r *nodeResult) bool {
	first, second := largeSize, smallSize
	if !n.larger {
		first, second = second, first
	}
	b.answer = true
	for i, size := range [...]int{first, second} {
		of := b.results[n.inputs[i]].objects
		if of == 0 {
			return false
		}
		b.answer = b.answer && n.quantifiers[i].holds(setSize(of&b.valued(sizeAttribute, size)), setSize(of), r.quantities[i])
	}
	return true
}

// quantify counts some of all.
func (b *reader) quantify(n *compiledNode, r *nodeResult, some, all uint64) bool {
	b.answer = n.quantifiers[0].holds(setSize(some), setSize(all), r.quantities[0])
	return all != 0
}

func (b *reader) quantifyAlike(n *compiledNode, r *nodeResult) bool {
	of := b.results[n.inputs[1]].objects
	value := int(b.results[n.inputs[0]].value)
	return b.quantify(n, r, of&b.valued(b.nodes[n.inputs[0]].attribute, value), of)
}

func (b *reader) quantifyOnPlanes(n *compiledNode, r *nodeResult) bool {
	all := b.named(b.results[n.inputs[1]].key)
	return b.quantify(n, r, all&b.scene.on[b.results[n.inputs[0]].planes], all)
}

func (b *reader) quantifyRelated(n *compiledNode, r *nodeResult) bool {
	relation := &b.results[n.inputs[len(n.inputs)-1]]
	all := b.scene.on[b.planes] & b.named(relation.key) &^ relation.reference
	return b.quantify(n, r, relation.objects, all)
}

// chooseException needs something that is excepted.
func (b *reader) chooseException(_ *compiledNode, r *nodeResult) bool {
	r.objects = 0
	return b.scene.on[b.planes]&b.named(r.key) != 0
}

func (b *reader) noneExcept(n *compiledNode, _ *nodeResult) bool {
	_, excepted, predicate := b.exceptionSets(n)
	b.answer = excepted == predicate
	return true
}

func (b *reader) everyExcept(n *compiledNode, _ *nodeResult) bool {
	on, excepted, predicate := b.exceptionSets(n)
	b.answer = on&^predicate == excepted
	return true
}

func (b *reader) exceptionSets(n *compiledNode) (on, excepted, predicate uint64) {
	r := &b.results[n.inputs[0]]
	on = b.scene.on[b.planes]
	return on, on & b.named(r.key), on & b.named(r.second)
}

package qlevr

// exceptionNodes are the nodes of "no object but ..." and "every object but ...".
var exceptionNodes = map[string]compiledNode{
	"attributes_subset_no_except": {
		run: (*attempt).chooseException, again: (*reader).chooseException, operands: 1, pairs: (*attempt).noExceptPairs,
	},
	"attributes_subset_every_except": {
		run: (*attempt).chooseException, again: (*reader).chooseException, operands: 1, pairs: (*attempt).everyExceptPairs,
	},
	"no_except":    {run: (*attempt).noneExcept, again: (*reader).noneExcept, operands: 1},
	"every_except": {run: (*attempt).everyExcept, again: (*reader).everyExcept, operands: 1},
}

// exceptionPair is what is excepted, and what is said of the other objects.
type exceptionPair struct{ excepted, predicate packedKey }

// The words that can stand for no shape, as bits of nodeResult.forms.
const (
	exceptedObject  = 1 << iota // "object" for the excepted, not "one"
	predicateObject             // "object" for the predicate, not nothing
)

var (
	exceptedForms = [2]Value{saidValue("one"), saidValue("object")}
	predicateForm = saidValue("object")
)

// chooseException draws a key of two or more values that a part of it would do for, evenly, then one of the pairs that can be
// made of it, evenly.
func (a *attempt) chooseException(n *compiledNode, r *nodeResult) bool {
	keys := a.scene.exceptionKeys(a.planes)
	r.objects = 0
	if a.taker != nil {
		return a.taker.exception(a, n, r, keys)
	}
	if len(keys) == 0 {
		return false
	}
	a.drawn = true
	k := keys[a.stream.IntN(len(keys))]
	tag := a.tableTag(n, k.key)
	pairs, ok := a.pairs.get(tag)
	if !ok {
		n.pairs(a, n, k)
		pairs = a.exceptions
		a.pairs.put(tag, pairs)
	}
	if len(pairs) == 0 {
		return false
	}
	pair := pairs[a.stream.IntN(len(pairs))]
	r.key, r.second = pair.excepted, pair.predicate
	if r.key&attributeField[shapeAttribute] == 0 && a.stream.Bool(0.5) {
		r.forms |= exceptedObject
	}
	if r.second&attributeField[shapeAttribute] == 0 && a.stream.Bool(0.5) {
		r.forms |= predicateObject
	}
	return true
}

// exceptionKeys are the keys of two or more values that name some of the objects on the planes, not all, and just those that a
// part of the key names.
func (x *sceneIndex) exceptionKeys(planes uint64) []keyedSet {
	part := &x.exceptions[planes]
	if !part.made {
		part.made, part.from = true, int32(len(x.exceptionsStore))
		on, keys := x.on[planes], x.keysOnSet(planes)
		for _, k := range x.keysOnStore[keys.from:keys.to] {
			if k.set == on {
				continue
			}
			for _, fields := range attributeUnions {
				if properPart(k.key, fields) && x.named(k.key&fields)&on == k.set {
					x.exceptionsStore = append(x.exceptionsStore, k)
					break
				}
			}
		}
		part.to = int32(len(x.exceptionsStore))
	}
	return x.exceptionsStore[part.from:part.to]
}

// properPart reports whether a key mentions all of some attributes and others besides.
func properPart(k, fields packedKey) bool {
	mentioned := k.mentioned()
	return fields != 0 && fields != mentioned && fields&^mentioned == 0
}

// noExceptPairs finds the pairs of a key: a part of it that names the same objects, and the rest of it.
func (a *attempt) noExceptPairs(n *compiledNode, k keyedSet) {
	on := a.scene.on[a.planes]
	plane, counted := &a.results[n.inputs[0]], &a.nodes[n.inputs[0]]
	bounded := counted.counting != notCounting && counted.counting != countingNotExactly
	a.exceptions = a.exceptions[:0]
	for _, fields := range attributeUnions {
		excepted := k.key & fields
		if !properPart(k.key, fields) || a.scene.named(excepted)&on != k.set {
			continue
		}
		predicate := k.key &^ fields
		if bounded && plane.key.contains(predicate) {
			rest := plane.key &^ predicate.mentioned()
			if !rest.contains(excepted) && !excepted.contains(rest) {
				continue
			}
		}
		a.exceptions = append(a.exceptions, exceptionPair{excepted, predicate})
	}
}

// everyExceptPairs finds the pairs of a key: a part of it that names the same objects, and other values of the attributes that
// the part leaves out.
func (a *attempt) everyExceptPairs(_ *compiledNode, k keyedSet) {
	on, keys := a.scene.on[a.planes], a.scene.keysOnSet(a.planes)
	a.exceptions = a.exceptions[:0]
	for _, fields := range attributeUnions {
		excepted := k.key & fields
		if !properPart(k.key, fields) || a.scene.named(excepted)&on != k.set {
			continue
		}
		rest := k.key &^ fields
		mentioned := rest.mentioned()
		for _, other := range a.scene.keysOnStore[keys.from:keys.to] {
			if other.key != rest && other.key.mentioned() == mentioned {
				a.exceptions = append(a.exceptions, exceptionPair{excepted, other.key})
			}
		}
	}
}

// exceptionSets are the objects on the planes that an exception and its predicate name.
func (a *attempt) exceptionSets(n *compiledNode) (on, excepted, predicate uint64) {
	r := &a.results[n.inputs[0]]
	on = a.scene.on[a.planes]
	return on, on & a.scene.named(r.key), on & a.scene.named(r.second)
}

// noneExcept is true when the predicate is true of the excepted objects and of no others.
func (a *attempt) noneExcept(n *compiledNode, r *nodeResult) bool {
	_, excepted, predicate := a.exceptionSets(n)
	a.answer, r.objects = excepted == predicate, predicate&^excepted
	return true
}

// everyExcept is true when the predicate is true of all objects but the excepted.
func (a *attempt) everyExcept(n *compiledNode, r *nodeResult) bool {
	on, excepted, predicate := a.exceptionSets(n)
	a.answer, r.objects = on&^predicate == excepted, on&^predicate&^excepted
	return true
}

package qlevr

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"mereo/scenes/rng"
)

// attempt runs programs in a scene: it draws the values of the slots. A program is run until a node
// refuses; then there is no question. What a node refuses depends on the values before it, so the whole program is drawn again
// and never only its end, which would favor values before it that allow little.
type attempt struct {
	scene  *sceneIndex
	stream *rng.Stream
	given  [][]Value // values that are there already
	taker  taker     // takes values where they would be drawn; nil but in tests
	fault  error     // of given values that are too few for their slots
	drawn  bool      // something was drawn; what was refused before that will always be

	nodes           []compiledNode
	results         []nodeResult
	planes, objects uint64 // what the node before left
	answer          bool

	// Of the table of the node at hand:
	entries    []keyedSet     // keys, with what they name of what is there
	table      []keyCandidate // a table that is the same for all questions
	toward     [8]uint64      // what lies in each direction from the thing of reference
	dropped    uint8          // directions that are not asked about, bits
	passing    []int32        // places in the table, while they are counted
	exceptions []exceptionPair

	// What tries of the same program need again:
	choices tableCache[int32]         // places of allowed keys
	pairs   tableCache[exceptionPair] // exceptions of a key
}

// taker takes values that are given if they could be drawn.
type taker interface {
	key(a *attempt, n *compiledNode, places int) (keyCandidate, bool)
	exception(a *attempt, n *compiledNode, r *nodeResult, keys []keyedSet) bool
	quantity(a *attempt, n *compiledNode, side int, draw numberDraw) (quantity, bool)
}

// nodeResult is what a node leaves.
type nodeResult struct {
	planes, objects uint64
	other           uint64 // relations: all that lies in the direction; sizes: what is counted on the right
	reference       uint64 // relations: the object from which they go
	keyCandidate
	second     packedKey   // exceptions: the predicate
	quantities [2]quantity // of the left and of the right quantifier
	value      uint8       // code of the attribute's value that was found
	forms      uint8       // exceptions: which words stand for no shape, bits
}

// keyCandidate is a key that a node may take, with the planes or objects that it picks out.
type keyCandidate struct {
	set       uint64
	key       packedKey
	direction uint8 // relations: place in directionWords
	low, high uint8 // counting planes: their number, or the limits of it
}

// begin forgets what was remembered for another program or scene.
func (a *attempt) begin() {
	a.choices.forget()
	a.pairs.forget()
}

// run runs a program and returns the number of the node that refused, or -1. Before the first run of a program in a scene
// stands begin.
func (a *attempt) run(p *compiledProgram) int {
	a.nodes, a.drawn, a.fault = p.nodes, false, nil
	a.planes, a.objects = a.scene.everyPlane, a.scene.everyObject
	for i := range p.nodes {
		n, r := &p.nodes[i], &a.results[i]
		*r = nodeResult{planes: a.planes, objects: a.objects}
		if !n.run(a, n, r) {
			return i
		}
		a.planes, a.objects = r.planes, r.objects
	}
	return -1
}

// blindPicks is how often a place in a table is drawn in the hope that its key is allowed, before all are looked at.
const blindPicks = 8

// choose takes one of the allowed keys of a table with a number of places, each as likely as the others, or the given one. The
// key is what the table is about besides the planes and the keys of other nodes.
func (a *attempt) choose(n *compiledNode, places int, about packedKey) (keyCandidate, bool) {
	if a.taker != nil {
		return a.taker.key(a, n, places)
	}
	tag := a.tableTag(n, about)
	passing, ok := []int32(nil), false
	if n.remembered {
		passing, ok = a.choices.get(tag)
	}
	if !ok {
		for i := 0; i < blindPicks && places > 0; i++ {
			if c, ok := n.candidate(a, n, a.stream.IntN(places)); ok {
				a.drawn = true
				return c, true
			}
		}
		passing = a.findPassing(n, places)
		if n.remembered {
			a.choices.put(tag, passing)
		}
	}
	if len(passing) == 0 {
		return keyCandidate{}, false
	}
	a.drawn = true
	return n.candidate(a, n, int(passing[a.stream.IntN(len(passing))]))
}

// findPassing finds the places of a table whose keys are allowed. The list is good until the next call.
func (a *attempt) findPassing(n *compiledNode, places int) []int32 {
	a.passing = a.passing[:0]
	for i := range places {
		if _, ok := n.candidate(a, n, i); ok {
			a.passing = append(a.passing, int32(i))
		}
	}
	return a.passing
}

// givenValues are the values of a node.
func (a *attempt) givenValues(n *compiledNode) []Value {
	if n.index < len(a.given) && len(a.given[n.index]) >= len(n.slots) {
		return a.given[n.index]
	}
	a.fault = fmt.Errorf("qlevr: node %d has too few values, want %d for the slots %q", n.index, len(n.slots), n.slots)
	return make([]Value, len(n.slots))
}

// givenKey reads the key of a node; false if there are no such words.
func (a *attempt) givenKey(n *compiledNode) (keyCandidate, bool) {
	var c keyCandidate
	values := a.givenValues(n)
	known := a.fault == nil
	for i, slot := range n.slots {
		word := values[i].Word
		switch kind, which := slotKind(slot); kind {
		case numberSlot:
			number, err := strconv.ParseUint(word, 10, 8)
			c.low, c.high = c.high, uint8(number)
			known = known && err == nil
		case directionSlot:
			at := -1
			for d := range directionWords {
				if directionWords[d] == word {
					at = d
				}
			}
			c.direction = uint8(at)
			known = known && at >= 0
		case attributeSlot:
			if values[i].Said {
				field := packAttribute(which, word)
				c.key |= field
				known = known && field != 0
			}
		}
	}
	if n.counting.oneNumber() {
		c.low, c.high = c.high, 0
	}
	return c, known
}

// givenQuantity reads what a quantifier of a node compares with; false if it cannot be read.
func (a *attempt) givenQuantity(n *compiledNode, side int) (quantity, bool) {
	values := a.givenValues(n)
	var words []string
	for i, slot := range n.slots {
		if kind, _ := slotKind(slot); kind == numberSlot || kind == fractionSlot {
			words = append(words, values[i].Word)
		}
	}
	if side == 1 {
		words = words[min(len(words), n.quantifiers[0].slots()):]
	}
	var text string
	switch q := n.quantifiers[side]; {
	case q.takesTwo() && len(words) >= 2:
		text = words[0] + "/" + words[1]
	case q.takesFraction() && len(words) >= 1:
		text = words[0]
	case len(words) >= 1:
		text = words[0] + "/0"
	}
	first, second, _ := strings.Cut(text, "/")
	x, err := strconv.ParseUint(first, 10, 8)
	y, errSecond := strconv.ParseUint(second, 10, 8)
	return quantity{uint8(x), uint8(y)}, a.fault == nil && err == nil && errSecond == nil
}

// setSize is the number of things in a set.
func setSize(set uint64) int { return bits.OnesCount64(set) }

// sizeTest is how many things a key must pick out.
type sizeTest uint8

const (
	anySize sizeTest = iota
	oneThing
	manyThings
)

// passes is the test for a set; an empty one passes none.
func (t sizeTest) passes(set uint64) bool {
	switch t {
	case oneThing:
		return set != 0 && set&(set-1) == 0
	case manyThings:
		return set&(set-1) != 0
	}
	return set != 0
}

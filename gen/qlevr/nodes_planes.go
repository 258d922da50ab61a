package qlevr

import "math/bits"

// planeFilterNodes are the nodes that pick planes by what they look like and where they lie.
var planeFilterNodes = map[string]compiledNode{
	"filter_all":          {run: (*attempt).filterPlanes, again: (*reader).samePlanes, candidate: (*attempt).planeCandidate, desk: true},
	"filter_all_valid":    {run: (*attempt).filterPlanes, again: (*reader).samePlanes, candidate: (*attempt).planeCandidate, desk: true, valid: true},
	"filter_multiple":     {run: (*attempt).filterPlanes, again: (*reader).samePlanes, candidate: (*attempt).planeCandidate, size: manyThings},
	"filter_unique":       {run: (*attempt).filterPlanes, again: (*reader).samePlanes, candidate: (*attempt).planeCandidate, size: oneThing},
	"relate_filter":       {run: (*attempt).relatePlanes, again: (*reader).samePlanes, candidate: (*attempt).planeRelationCandidate, planes: 4},
	"different_attribute": {run: (*attempt).findDifferentPlane, again: (*reader).samePlanes, output: wordOutput, planes: 4},
}

// takeScene leaves all planes and objects.
func (a *attempt) takeScene(_ *compiledNode, r *nodeResult) bool {
	r.planes, r.objects = a.scene.everyPlane, a.scene.everyObject
	return true
}

// leavePlanes leaves the planes that a key picks out, and all objects on them.
func (a *attempt) leavePlanes(r *nodeResult, c keyCandidate) {
	r.keyCandidate, r.planes, r.objects = c, c.set, a.scene.on[c.set]
}

func (a *attempt) filterPlanes(n *compiledNode, r *nodeResult) bool {
	c, ok := a.choose(n, len(a.scene.planeKeys), 0)
	if ok {
		a.leavePlanes(r, c)
	}
	return ok
}

func (a *attempt) planeCandidate(n *compiledNode, at int) (keyCandidate, bool) {
	k := &a.scene.planeKeys[at]
	c := keyCandidate{set: k.set & a.planes, key: k.key}
	return c, n.size.passes(c.set) && !(n.valid && c.key == 0) && (n.desk || !c.key.namesDesk())
}

// findDifferentPlane leaves the only plane that has a value of an attribute for itself, if exactly one has.
func (a *attempt) findDifferentPlane(n *compiledNode, r *nodeResult) bool {
	if setSize(a.planes) < 4 {
		return false
	}
	alone := uint64(0)
	for _, k := range a.scene.planeKeys {
		if k.key == 0 || k.key&^attributeField[n.attribute] != 0 || k.key.namesDesk() {
			continue
		}
		if set := k.set & a.planes; oneThing.passes(set) {
			if alone != 0 {
				return false
			}
			alone, r.key = set, k.key
		}
	}
	r.value = uint8(r.key.value(n.attribute))
	r.planes, r.objects = alone, a.scene.on[alone]
	return alone != 0
}

// relatePlanes leaves planes in a direction from a single one. The direction must tell something: planes of the same key lie
// the other way, too.
func (a *attempt) relatePlanes(n *compiledNode, r *nodeResult) bool {
	if !oneThing.passes(a.planes) || a.planes == a.scene.desk {
		return false
	}
	from := bits.TrailingZeros64(a.planes)
	for d := range a.toward {
		a.toward[d] = a.scene.planesToward[d][from]
	}
	a.entries = a.scene.planeKeys
	c, ok := a.choose(n, len(a.entries)*len(a.toward), 0)
	if ok {
		a.leavePlanes(r, c)
	}
	return ok
}

func (a *attempt) planeRelationCandidate(_ *compiledNode, at int) (keyCandidate, bool) {
	d, k := uint8(at%len(a.toward)), &a.entries[at/len(a.toward)]
	c := keyCandidate{set: k.set & a.toward[d], key: k.key, direction: d}
	return c, c.set != 0 && a.liesOpposite(d, k.set, anySize)
}

// liesOpposite reports whether enough of a set lies in an opposite direction.
func (a *attempt) liesOpposite(d uint8, set uint64, enough sizeTest) bool {
	for _, o := range directionOpposites[d] {
		if enough.passes(set & a.toward[o]) {
			return true
		}
	}
	return false
}

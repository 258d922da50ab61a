package physics

import "math"

// allow sets what is missing of category and mask.
func (c *collider) allow() {
	if c.category == 0 {
		c.category = 1
	}
	if c.mask == 0 {
		c.mask = math.MaxUint32
	}
}

// meet reports whether two colliders may touch, or one may feel the other.
func (w *World) meet(a, b *collider) bool {
	if a.body == b.body || a.category&b.mask == 0 || b.category&a.mask == 0 {
		return false
	}
	ta, tb := w.bodies[a.body].typ, w.bodies[b.body].typ
	switch {
	case a.sensor && b.sensor || ta == Static && tb == Static:
		return false
	case !a.sensor && !b.sensor && ta != Dynamic && tb != Dynamic:
		return false
	}
	return !w.joints.between(a.body, b.body)
}

// limitPairs drops new pairs beyond WorldDef.MaxPairs.
func (w *World) limitPairs() {
	if most := max(0, w.maxPairs-len(w.sorted)); w.maxPairs > 0 && len(w.fresh) > most {
		w.fresh = w.fresh[:most]
		w.flags |= PairsLimited
	}
}

package physics

import "mereo/engine/geom"

// nearBox is what decides of most pairs of colliders that they do not touch in a step: a box around a collider as it is now, and how
// far from it contacts of the step may lie. It fills a cache line.
type nearBox struct {
	box   geom.AABB // world
	pad   float64   // meters: half of speculative, and how far the body gets
	moved bool      // as of the collider, while pairs are looked for
}

// far reports whether the boxes of two colliders are too far from each other for a contact.
func (w *World) far(a, b int32) bool {
	p, q := &w.nearby[a], &w.nearby[b]
	return !boxesWithin(&p.box, &q.box, p.pad+q.pad)
}

// boxesWithin reports whether two boxes are no farther from each other than pad along each axis.
func boxesWithin(a, b *geom.AABB, pad float64) bool {
	return !(a.Min.X-b.Max.X > pad || b.Min.X-a.Max.X > pad ||
		a.Min.Y-b.Max.Y > pad || b.Min.Y-a.Max.Y > pad ||
		a.Min.Z-b.Max.Z > pad || b.Min.Z-a.Max.Z > pad)
}

// setNear notes the box of a collider.
func (w *World) setNear(i int32, low, high geom.Vec3) {
	if more := len(w.colliders) - len(w.nearby); more > 0 {
		w.nearby = append(w.nearby, make([]nearBox, more)...)
	}
	n := &w.nearby[i]
	n.box.Min, n.box.Max = low, high
}

// padBody notes how far the colliders of a body may get in a step.
func (w *World) padBody(i int32, dt float64) {
	pad := 0.5*speculative + w.maxMotion(i, dt)
	for _, c := range w.bodies[i].colliders {
		w.nearby[c].pad = pad
	}
}

// padBodies does so for the bodies that move, and for all where steps became longer or shorter.
func (w *World) padBodies(dt float64) {
	w.listBodies()
	if dt != w.padStep {
		w.padStep = dt
		for i := range w.bodies {
			if w.bodies[i].alive {
				w.padBody(int32(i), dt)
			}
		}
		return
	}
	for _, i := range w.awake {
		w.padBody(i, dt)
	}
}

// sortedPair is what is looked up of a contact in every step.
type sortedPair struct {
	pair
	touching bool // its manifold has points
}

// dropContacts removes the contacts for which drop returns true.
func (w *World) dropContacts(drop func(*contact) bool) {
	w.dropSorted(func(_ *sortedPair, i int32) bool { return drop(w.contact(i)) })
}

// dropSorted is dropContacts for those who look at pairs first.
func (w *World) dropSorted(drop func(p *sortedPair, contact int32) bool) {
	kept := 0
	for n, i := range w.sorted {
		if drop(&w.pairs[n], i) {
			w.freeList = append(w.freeList, i)
			continue
		}
		if kept != n {
			w.sorted[kept], w.pairs[kept] = i, w.pairs[n]
		}
		kept++
	}
	w.sorted, w.pairs = w.sorted[:kept], w.pairs[:kept]
}

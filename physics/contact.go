package physics

import (
	"iter"
	"math"
	"slices"

	"mereo/engine/geom"
)

const (
	// speculative is how near, in meters, surfaces at rest become a contact. Those that move become one when the step may
	// bring them together. Contacts at a distance stop nothing, they only keep bodies from passing through each other.
	speculative = 0.005
	// fatMargin is by how much, in meters, the boxes in the trees are larger than the colliders, so that a body that
	// stays about where it is does not move in them.
	fatMargin = 0.04
)

// pair names two colliders, a < b, and a triangle where one of them is a mesh.
type pair struct{ a, b, triangle int32 }

func comparePairs(p, q pair) int {
	switch {
	case p.a != q.a:
		return int(p.a - q.a)
	case p.b != q.b:
		return int(p.b - q.b)
	}
	return int(p.triangle - q.triangle)
}

// contact is a pair of colliders whose fat boxes overlap.
type contact struct {
	pair
	bodyA, bodyB int32
	friction     float64
	restitution  float64
	rolling      float64 // and spinning: friction, meters
	spinning     float64
	sensor       bool  // one of them is a sensor; the manifold stays empty
	corners      uint8 // bits of the points that stand for the others of their patch
	cache        pairCache
	// What held the bodies apart in the last sub-step, for each point of the manifold: along the normal (N s) and across
	// it (N s, world).
	normalImpulse  [maxPoints]float64
	manifold       manifold
	tangentImpulse [maxPoints]geom.Vec3
	torque         geom.Vec3 // of rolling and spinning friction on B, N m s, world
}

// contactSet keeps contacts sorted by pair. The order in which they are solved thus depends on nothing but which pairs
// there are, so that things far away, asleep or not, change no bit of what goes on here.
type contactSet struct {
	pages    []*[contactPage]contact
	freeList []int32
	sorted   []int32      // contacts in order
	pairs    []sortedPair // of sorted
	merged   []int32      // the next sorted, while it is made
	paired   []sortedPair // of merged
	nearby   []nearBox    // of colliders
	padStep  float64      // seconds
	fresh    []pair
	hits     []int32
	tris     []int32
	movedNow []int32 // colliders whose fat boxes are new
	old      manifold
}

// contactPage is how many contacts are allocated at once; they never move.
const contactPage = 128

func (s *contactSet) contact(i int32) *contact { return &s.pages[i/contactPage][i%contactPage] }

// newContact returns the index of a zero contact.
func (s *contactSet) newContact() int32 {
	if len(s.freeList) == 0 {
		base := int32(len(s.pages) * contactPage)
		s.pages = append(s.pages, new([contactPage]contact))
		for i := int32(contactPage) - 1; i >= 0; i-- {
			s.freeList = append(s.freeList, base+i)
		}
	}
	i := s.freeList[len(s.freeList)-1]
	s.freeList = s.freeList[:len(s.freeList)-1]
	*s.contact(i) = contact{}
	return i
}

// placeColliders makes the colliders of a body follow its center of mass and axes, at. Where the box of one leaves that in the
// tree, the tree gets a new one that reaches some steps ahead: velocity and the angular speed say how far it may go in a time dt.
func (w *World) placeColliders(b *body, at *geom.Transform, velocity geom.Vec3, spin, dt float64) {
	var last *collider
	ahead := velocity.Scale(dt)
	for _, i := range b.colliders {
		c := &w.colliders[i]
		t := &c.worldFromShape
		switch {
		case last != nil && c.centerFromShape.M == last.centerFromShape.M: // most bodies are made of pieces in one frame
			t.M = last.worldFromShape.M
		case c.centerFromShape.M == geom.Identity3:
			t.M = at.M
		default:
			t.M = at.M.Mul(c.centerFromShape.M)
		}
		t.T = mulVec(&at.M, c.centerFromShape.T).Add(at.T)
		w.trackCollider(c, i, ahead, float64(min(spin*dt, 2)*c.maxExtent)) // a chord is shorter than the diameter
		last = c
	}
}

// trackCollider brings the tree up to date with a collider that goes ahead in a step, and of which turning moves no point farther than
// swing.
func (w *World) trackCollider(c *collider, index int32, ahead geom.Vec3, swing float64) {
	center, half := middleOf(&c.shape.bounds, &c.worldFromShape)
	low, high := center.Sub(half), center.Add(half)
	w.setNear(index, low, high)
	near := speculative + swing
	pad := geom.Vec3{X: near, Y: near, Z: near}
	low, high = low.Sub(pad), high.Add(pad)
	if c.node >= 0 && within(low, high, ahead, &c.fat) {
		return
	}
	more := ahead.Scale(4)
	pad = geom.Vec3{X: fatMargin, Y: fatMargin, Z: fatMargin}
	c.fat = geom.AABB{Min: low.Min(low.Add(more)).Sub(pad), Max: high.Max(high.Add(more)).Add(pad)}
	if c.node < 0 {
		c.node = w.trees[c.tree].insert(c.fat, index)
	} else {
		w.trees[c.tree].move(c.node, c.fat)
	}
	if !c.moved {
		c.moved = true
		w.movedNow = append(w.movedNow, index)
	}
}

// within reports whether the box from low to high lies inside b, now and moved by d.
func within(low, high, d geom.Vec3, b *geom.AABB) bool {
	return low.X >= b.Min.X && low.X+d.X >= b.Min.X && high.X <= b.Max.X && high.X+d.X <= b.Max.X &&
		low.Y >= b.Min.Y && low.Y+d.Y >= b.Min.Y && high.Y <= b.Max.Y && high.Y+d.Y <= b.Max.Y &&
		low.Z >= b.Min.Z && low.Z+d.Z >= b.Min.Z && high.Z <= b.Max.Z && high.Z+d.Z <= b.Max.Z
}

// boxOf is the box of a moved box.
func boxOf(b *geom.AABB, t *geom.Transform) geom.AABB {
	c, h := middleOf(b, t)
	return geom.AABB{Min: c.Sub(h), Max: c.Add(h)}
}

// middleOf is the center of boxOf, and half of its sides.
func middleOf(b *geom.AABB, t *geom.Transform) (center, half geom.Vec3) {
	center = mulVec(&t.M, b.Min.Add(b.Max).Scale(0.5)).Add(t.T)
	h := b.Max.Sub(b.Min).Scale(0.5)
	return center, geom.Vec3{
		X: abs(t.M.X.X*h.X) + abs(t.M.Y.X*h.Y) + abs(t.M.Z.X*h.Z),
		Y: abs(t.M.X.Y*h.X) + abs(t.M.Y.Y*h.Y) + abs(t.M.Z.Y*h.Z),
		Z: abs(t.M.X.Z*h.X) + abs(t.M.Y.Z*h.Y) + abs(t.M.Z.Z*h.Z),
	}
}

// abs rounds its argument, so that no product in it is fused with a sum around it.
func abs(x float64) float64 { return math.Abs(float64(x)) }

// broadPhase turns the overlaps of new fat boxes into contacts, and drops the contacts whose boxes parted.
func (w *World) broadPhase() {
	if len(w.movedNow) == 0 {
		return
	}

	// Old pairs that parted.
	for _, i := range w.movedNow {
		w.nearby[i].moved = true
	}
	w.dropSorted(func(p *sortedPair, _ int32) bool {
		if !w.nearby[p.a].moved && !w.nearby[p.b].moved {
			return false
		}
		if p.triangle >= 0 {
			return !w.triangleOverlaps(p.pair)
		}
		return !overlap(&w.colliders[p.a].fat, &w.colliders[p.b].fat)
	})

	// New ones.
	w.fresh = w.fresh[:0]
	for _, i := range w.movedNow {
		c := &w.colliders[i]
		if c.node < 0 {
			continue // removed since
		}
		if w.maxPairs > 0 && len(w.fresh) > 2*w.maxPairs {
			break // each may be there twice
		}
		first := 0
		if c.tree == 0 {
			first = 1 // static bodies do not touch each other
		}
		for t := first; t < 2; t++ {
			w.hits = w.trees[t].query(&c.fat, w.hits[:0])
			for _, k := range w.hits {
				w.addPair(i, k)
			}
		}
	}
	for _, i := range w.movedNow {
		w.colliders[i].moved, w.nearby[i].moved = false, false
	}
	w.movedNow = w.movedNow[:0]
	slices.SortFunc(w.fresh, comparePairs)
	w.fresh = slices.Compact(w.fresh)
	w.limitPairs()

	// Merge them into the sorted list.
	w.merged, w.paired = w.merged[:0], w.paired[:0]
	k := 0
	for _, p := range w.fresh {
		first := k
		for k < len(w.pairs) && comparePairs(w.pairs[k].pair, p) < 0 {
			k++
		}
		w.merged, w.paired = append(w.merged, w.sorted[first:k]...), append(w.paired, w.pairs[first:k]...)
		if k < len(w.pairs) && w.pairs[k].pair == p {
			continue
		}
		i := w.newContact()
		c := w.contact(i)
		a, b := &w.colliders[p.a], &w.colliders[p.b]
		c.pair, c.bodyA, c.bodyB = p, a.body, b.body
		c.friction = w.friction.of(a.friction, b.friction)
		c.restitution = w.rebound.of(a.restitution, b.restitution)
		c.rolling, c.spinning = max(a.rolling, b.rolling), max(a.spinning, b.spinning)
		c.sensor = a.sensor || b.sensor
		w.merged, w.paired = append(w.merged, i), append(w.paired, sortedPair{pair: p})
	}
	w.merged, w.paired = append(w.merged, w.sorted[k:]...), append(w.paired, w.pairs[k:]...)
	w.sorted, w.merged = w.merged, w.sorted
	w.pairs, w.paired = w.paired, w.pairs
}

// addPair notes two colliders that may touch, or every triangle of a mesh that the other may touch.
func (w *World) addPair(i, k int32) {
	a, b := min(i, k), max(i, k)
	ca, cb := &w.colliders[a], &w.colliders[b]
	if !w.meet(ca, cb) {
		return
	}
	mesh, solid := ca, cb
	if cb.shape.kind == kindTriMesh {
		mesh, solid = cb, ca
	}
	if mesh.shape.kind != kindTriMesh {
		w.fresh = append(w.fresh, pair{a, b, -1})
		return
	}
	meshFromWorld := mesh.worldFromShape.RigidInverse()
	box := boxOf(&solid.fat, &meshFromWorld)
	w.tris = mesh.shape.mesh.query(box, w.tris[:0])
	for _, t := range w.tris {
		w.fresh = append(w.fresh, pair{a, b, t})
	}
}

// triangleOverlaps reports whether a triangle's box still overlaps the fat box of the other collider.
func (w *World) triangleOverlaps(p pair) bool {
	mesh, solid := &w.colliders[p.a], &w.colliders[p.b]
	if solid.shape.kind == kindTriMesh {
		mesh, solid = solid, mesh
	}
	meshFromWorld := mesh.worldFromShape.RigidInverse()
	return mesh.shape.mesh.box(p.triangle).Overlaps(boxOf(&solid.fat, &meshFromWorld))
}

// narrowPhase computes where the bodies that are awake touch others, and wakes what they touch.
func (w *World) narrowPhase(dt float64) {
	w.padBodies(dt)
	for n, i := range w.sorted {
		p := &w.pairs[n]
		apart := w.far(p.a, p.b)
		if apart && !p.touching {
			continue
		}
		c := w.contact(i)
		a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
		if c.sensor || !a.active() && !b.active() {
			continue
		}
		if apart {
			c.manifold.count, p.touching = 0, false
			continue
		}
		w.updateManifold(c)
		if p.touching = c.manifold.count > 0; p.touching {
			if a.asleep && w.wakesOthers(c.bodyB) {
				w.wake(c.bodyA)
			}
			if b.asleep && w.wakesOthers(c.bodyA) {
				w.wake(c.bodyB)
			}
		}
	}
}

// active reports whether the body may move by itself.
func (b *body) active() bool { return b.typ != Static && !b.asleep }

// wakesOthers reports whether a body wakes those it touches.
func (w *World) wakesOthers(i int32) bool {
	m := &w.motions[i]
	return w.bodies[i].typ == Dynamic || m.v != geom.Vec3{} || m.w != geom.Vec3{}
}

// updateManifold computes the manifold anew and hands the impulses of the points that are still there on to it.
func (w *World) updateManifold(c *contact) {
	a, b := &w.colliders[c.a], &w.colliders[c.b]
	margin := w.nearby[c.a].pad + w.nearby[c.b].pad
	m := &c.manifold
	old := &w.old
	old.count = m.count
	for k := range m.count {
		old.points[k].id = m.points[k].id
	}
	m.count = 0
	w.collidePair(m, c, &a.worldFromShape, &b.worldFromShape, margin, &c.cache)
	if m.count == 0 || m.samePoints(old) {
		return
	}
	var normal [maxPoints]float64
	var tangent [maxPoints]geom.Vec3
	corners := uint8(0)
	for k := range m.count {
		for j := range old.count {
			if old.points[j].id == m.points[k].id {
				normal[k], tangent[k] = c.normalImpulse[j], c.tangentImpulse[j]
				corners |= c.corners >> j & 1 << k
				old.points[j].id = ^uint32(0) // each is handed on once
				break
			}
		}
	}
	c.normalImpulse, c.tangentImpulse, c.corners = normal, tangent, corners
}

// collidePair computes the manifold of a contact whose colliders lie at worldFromA and worldFromB.
func (w *World) collidePair(m *manifold, c *contact, worldFromA, worldFromB *geom.Transform, margin float64, cache *pairCache) {
	a, b := w.colliders[c.a].shape, w.colliders[c.b].shape
	if c.triangle < 0 {
		collide(m, a, worldFromA, b, worldFromB, margin, cache)
	} else if a.kind == kindTriMesh {
		collideTriangle(m, a, int(c.triangle), worldFromA, b, worldFromB, margin, cache)
	} else {
		collideTriangle(m, b, int(c.triangle), worldFromB, a, worldFromA, margin, cache)
		m.normal = m.normal.Neg()
	}
}

// maxPredictedTurn is by how much, in radians, a body may turn in a step for speculative contacts, which take paths for straight. What
// turns farther is stopped by solveContinuous.
const maxPredictedTurn = 0.25

// maxMotion bounds how far any point of a body gets in a step, meters, as far as speculative contacts reach.
func (w *World) maxMotion(i int32, dt float64) float64 {
	b := &w.bodies[i]
	if b.typ == Static {
		return 0
	}
	m := &w.motions[i]
	return float64(dt*w.ahead(i, dt).Len()) + float64(b.maxExtent*min(float64(dt*m.w.Len()), maxPredictedTurn))
}

// Contact is a pair of colliders that touch.
type Contact struct {
	A, B   ShapeRef
	Normal geom.Vec3 // unit, from A to B
	Points []ContactPoint
}

// ContactPoint is one point of a contact.
type ContactPoint struct {
	Position   geom.Vec3 // world, midway between the surfaces
	Separation float64   // meters; negative where the shapes overlap
	Force      float64   // along the normal in the last sub-step, N
	Friction   geom.Vec3 // on B in the last sub-step, N
}

// Contacts goes through all pairs of colliders that were within a few millimeters of each other when the last step began,
// in a fixed order. Points is overwritten by the next pair.
func (w *World) Contacts() iter.Seq[Contact] {
	return func(yield func(Contact) bool) {
		var points [maxPoints]ContactPoint
		for _, i := range w.sorted {
			c := w.contact(i)
			m := &c.manifold
			if m.count == 0 {
				continue
			}
			for k := range m.count {
				points[k] = ContactPoint{m.points[k].at, m.points[k].separation, 0, geom.Vec3{}}
				if w.lastH > 0 {
					points[k].Force = c.normalImpulse[k] / w.lastH
					points[k].Friction = c.tangentImpulse[k].Scale(1 / w.lastH)
				}
			}
			a, b := &w.colliders[c.a], &w.colliders[c.b]
			out := Contact{ShapeRef{w.id(a.body), a.number}, ShapeRef{w.id(b.body), b.number}, m.normal, points[:m.count]}
			if !yield(out) {
				return
			}
		}
	}
}

package physics

import (
	"math"
	"slices"

	"mereo/engine/geom"
)

// Bodies are often made of several colliders, and most of their contacts with another body lie in one plane: the legs of a table on
// the floor, the triangles of a mesh below a box. These contacts are one patch, and of its points those that carry nothing that others
// cannot carry are left out.

const (
	// alike is the least cosine between normals of one patch: less than a rounding of contacts with one plane.
	alike = 1 - 1e-12
	// aside and above are how far, in meters, a point that is left out may lie outside of the corners that stay, and deeper than the
	// surface between them.
	aside = 1e-5
	above = 1e-5
	// stay is by how much more, as a factor of areas and squared distances, points count that were corners in the step before, so that
	// the same ones are taken in every step.
	stay = 1.05
	// fewPoints is how many points are never too many.
	fewPoints = 4
)

// patch is a list of contacts that become one constraint.
type patch struct {
	a, b    int32 // motions as of the constraint
	flipped bool
	first   int32 // in World.touching
	last    int32
	older   int32 // the patch of b before this one, or -1
}

// touching is a contact of a patch.
type touching struct{ contact, next int32 }

// listPatches lists the contacts that touch and of which one side is awake, those that have two bodies, a normal and a surface in
// common as one patch, in the order of their first contacts.
func (w *World) listPatches() {
	w.patches, w.touching = w.patches[:0], w.touching[:0]
	if n := len(w.bodies) - len(w.newest); n > 0 {
		w.newest = append(w.newest, make([]int32, n)...)
	}
	for n, i := range w.sorted {
		if !w.pairs[n].touching {
			continue
		}
		c := w.contact(i)
		a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
		if (a.typ != Dynamic || a.asleep) && (b.typ != Dynamic || b.asleep) {
			continue
		}
		at, t := len(w.patches), int32(len(w.touching))
		w.touching = append(w.touching, touching{i, -1})
		w.patches = slices.Grow(w.patches, 1)[:at+1]
		p := &w.patches[at]
		p.a, p.b, p.flipped, p.first, p.last, p.older = a.motion, b.motion, false, t, t, -1
		if p.b == 0 {
			p.a, p.b, p.flipped = 0, p.a, true
		}
		if len(a.colliders) > 1 || len(b.colliders) > 1 || c.triangle >= 0 {
			if n := w.newest[p.b]; int(n) < at && w.patches[n].b == p.b {
				p.older = n
			}
			if w.joinPatch(p, c) {
				w.patches = w.patches[:at]
				continue
			}
			w.newest[p.b] = int32(at)
		}
	}
}

// joinPatch adds a contact to an older patch to which it belongs, and reports whether there is one.
func (w *World) joinPatch(p *patch, c *contact) bool {
	if c.restitution > 0 {
		return false
	}
	for n := p.older; n >= 0; n = w.patches[n].older {
		o := &w.patches[n]
		if o.a != p.a || o.flipped != p.flipped {
			continue
		}
		d := w.contact(w.touching[o.first].contact)
		if d.bodyA == c.bodyA && d.friction == c.friction && d.rolling == c.rolling && d.spinning == c.spinning && d.restitution == 0 && d.manifold.normal.Dot(c.manifold.normal) >= alike {
			w.touching[o.last].next, o.last = p.first, p.first
			return true
		}
	}
	return false
}

// gatherPoints lists the points of a patch. ratio is that of this step's sub-step to the last one's.
func (w *World) gatherPoints(p *patch, ratio float64) {
	sign := ratio
	if p.flipped {
		sign = -ratio
	}
	w.candidates = w.candidates[:0]
	for t := p.first; t >= 0; t = w.touching[t].next {
		i := w.touching[t].contact
		c := w.contact(i)
		m := &c.manifold
		n := len(w.candidates)
		w.candidates = slices.Grow(w.candidates, m.count)[:n+m.count]
		for j := range m.count {
			p, q := &m.points[j], &w.candidates[n+j]
			q.at, q.separation = p.at, p.separation
			q.impulse, q.friction = float64(c.normalImpulse[j]*ratio), c.tangentImpulse[j].Scale(sign)
			q.contact, q.index = i, int8(j)
			q.corner, q.wasCorner = false, c.corners&(1<<j) != 0
		}
	}
}

// prunePatch leaves out the points that lie within the quadrilateral of four others, and no deeper than the surface between these: whatever
// they would carry, the four can carry. Impulses of points that are left out go to the three around them, which changes neither their
// force nor their torque.
func (w *World) prunePatch(k *constraint) {
	cs := w.candidates
	if len(cs) <= fewPoints {
		return
	}
	var middle geom.Vec3
	for i := range cs {
		c := &cs[i]
		c.x, c.y = c.at.Sub(cs[0].at).Dot(k.t1), c.at.Sub(cs[0].at).Dot(k.t2)
		middle.X += c.x
		middle.Y += c.y
	}
	middle = middle.Scale(1 / float64(len(cs)))

	// Four corners: the farthest from the middle, the farthest from that, and the farthest on both sides of the line between.
	farthest := func(x, y float64) int {
		best, far := 0, -1.0
		for i := range cs {
			c := &cs[i]
			dx, dy := c.x-x, c.y-y
			if d := c.count(float64(dx*dx) + float64(dy*dy)); d > far {
				best, far = i, d
			}
		}
		return best
	}
	i0 := farthest(middle.X, middle.Y)
	p := &cs[i0]
	i1 := farthest(p.x, p.y)
	q := &cs[i1]
	ex, ey := q.x-p.x, q.y-p.y
	size2 := float64(ex*ex) + float64(ey*ey)
	if !(size2 > 0) {
		return
	}
	side := [2]int{-1, -1} // left and right of the line
	least := float64(aside * math.Sqrt(size2))
	far := [2]float64{least, least}
	for i := range cs {
		c := &cs[i]
		dx, dy := c.x-p.x, c.y-p.y
		c.along, c.across = (float64(ex*dx)+float64(ey*dy))/size2, float64(ex*dy)-float64(ey*dx)
		s := 0
		if c.across < 0 {
			s = 1
		}
		if d := c.count(abs(c.across)); d > far[s] {
			side[s], far[s] = i, d
		}
	}

	// Mark what stays, and hand over what the others carried.
	slack := float64(aside / math.Sqrt(size2))
	for i := range cs {
		c := &cs[i]
		if c.corner = i == i0 || i == i1 || i == side[0] || i == side[1]; c.corner {
			continue
		}
		s, share := 0, 0.0
		if c.across < 0 {
			s = 1
		}
		r := p
		if side[s] >= 0 {
			r = &cs[side[s]]
			share = c.across / r.across
		}
		shareQ := c.along - float64(share*r.along)
		shareP := 1 - share - shareQ
		between := float64(shareP*p.separation) + float64(shareQ*q.separation) + float64(share*r.separation)
		if share < -slack || shareP < -slack || shareQ < -slack || c.separation < between-above {
			c.corner = true
			continue
		}
		if c.impulse != 0 || c.friction != (geom.Vec3{}) {
			p.take(c, shareP)
			q.take(c, shareQ)
			r.take(c, share)
		}
	}

	// Leave those out.
	kept := 0
	for i := range cs {
		if !cs[i].corner {
			continue
		}
		if kept != i {
			cs[kept] = cs[i]
		}
		kept++
	}
	w.candidates = cs[:kept]
}

// count is how much a measure of the point counts.
func (c *candidate) count(x float64) float64 {
	if c.wasCorner {
		return float64(stay * x)
	}
	return x
}

// take adds a share of the impulses of another point.
func (c *candidate) take(o *candidate, share float64) {
	c.impulse = max(c.impulse+float64(share*o.impulse), 0)
	c.friction = c.friction.AddScaled(share, o.friction)
}

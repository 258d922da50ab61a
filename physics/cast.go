package physics

import "mereo/engine/geom"

// CastHit is where a shape that moves meets a collider.
type CastHit struct {
	Shape  ShapeRef
	T      float64   // the share of the way at which they meet
	Point  geom.Vec3 // where they meet, world
	Normal geom.Vec3 // unit, of the surface, world, against the shape
}

const (
	// castNear is the distance, meters, from which a shape is taken to go on straight to what it meets. The direction between the nearest
	// points is known to seven digits there: the way that is left turns it by as much, nearer by rounding would.
	castNear = 1e-7
	// castShort is the share of a step that is left out because Distance may be too large by half of it; half of castNear is left out, too.
	castShort = 2e-5
	// castLooks bounds the search. Surfaces that meet head on take five or so, those that graze each other one for each bit.
	castLooks = 60
)

// CastShape moves a convex shape by along, meters, without turning it, and returns the first collider that it meets. What it overlaps at
// the start it meets at T = 0, with the normal against the way. Triangle meshes are met from both sides. Of colliders that are met at the
// same T the first in the order of Bodies is returned. A shape that goes nowhere, or a way that is not finite, meets nothing.
func (w *World) CastShape(s *Shape, worldFromShape Pose, along geom.Vec3) (CastHit, bool) {
	if s.kind == kindTriMesh || !along.IsFinite() || along == (geom.Vec3{}) {
		return CastHit{}, false
	}
	t := worldFromShape.rigid()
	box := boxOf(&s.bounds, &t)
	middle, half := box.Min.Add(box.Max).Scale(0.5), box.Max.Sub(box.Min).Scale(0.5)
	swept := geom.AABB{Min: box.Min.Min(box.Min.Add(along)), Max: box.Max.Max(box.Max.Add(along))}
	slabs := newSlabs(geom.Ray{Origin: middle, Dir: along})
	cast := shapeCast{shape: s, from: t, along: along}
	best, hit := int32(-1), CastHit{T: 1}
	for _, i := range w.near(&swept) {
		c := &w.colliders[i]
		// The middle of the box meets the collider's box when that is grown by half of the shape's.
		if _, ok := slabs.enter(&geom.AABB{Min: c.fat.Min.Sub(half), Max: c.fat.Max.Add(half)}, hit.T); !ok {
			continue
		}
		h, ok := cast.collider(w, c, &swept)
		if !ok || h.T > hit.T || h.T == hit.T && best >= 0 && compareRefs(w.ref(i), w.ref(best)) > 0 {
			continue
		}
		best, hit = i, h
	}
	if best < 0 {
		return CastHit{}, false
	}
	hit.Shape = w.ref(best)
	return hit, true
}

// shapeCast is a shape on a straight way.
type shapeCast struct {
	shape *Shape
	from  geom.Transform
	along geom.Vec3
}

// collider returns where the shape meets a collider: of a mesh the first of its triangles.
func (s *shapeCast) collider(w *World, c *collider, swept *geom.AABB) (hit CastHit, found bool) {
	if c.shape.kind != kindTriMesh {
		return s.convex(c.shape, &c.worldFromShape, 1)
	}
	m := c.shape.mesh
	meshFromWorld := c.worldFromShape.RigidInverse()
	w.tris = m.query(boxOf(swept, &meshFromWorld), w.tris[:0])
	hit.T = 1
	for _, i := range w.tris {
		p, q, r := m.corners(int(i))
		corners := [3]geom.Vec3{p, q, r}
		h := hull{vertices: corners[:], center: p}
		if at, ok := s.convex(&Shape{kind: kindHull, hull: &h}, &c.worldFromShape, hit.T); ok && (!found || at.T < hit.T) {
			hit, found = at, true
		}
	}
	return hit, found
}

// convex returns where the shape meets a convex one, at a share of the way of at most maxT.
//
// The distance of two convex shapes is a convex function of the way, so that Newton's method comes to its first zero from before it and
// never passes it; the derivative is that of the direction between the nearest points.
func (s *shapeCast) convex(b *Shape, worldFromB *geom.Transform, maxT float64) (CastHit, bool) {
	t, n := 0.0, s.along.Unit()
	for range castLooks {
		at := s.from
		at.T = at.T.AddScaled(t, s.along)
		d, onA, onB := Distance(s.shape, at, b, *worldFromB)
		if d == 0 {
			return CastHit{T: t, Point: onB, Normal: n.Neg()}, t <= maxT
		}
		n = onB.Sub(onA).Scale(1 / d)
		approach := s.along.Dot(n)
		if !(approach > 0) {
			return CastHit{}, false
		}
		near := d <= castNear
		if !near {
			d -= float64(castShort*d) + castNear/2
		}
		if t += d / approach; !(t <= maxT) {
			return CastHit{}, false
		}
		if near {
			return CastHit{T: t, Point: onB, Normal: n.Neg()}, true
		}
	}
	return CastHit{}, false
}

package physics

import "mereo/engine/geom"

// meshSide tells on which side of a triangle of a mesh a body belongs. A mesh is a surface and no solid: what overlaps a triangle is pushed
// to its front if it belongs there, however deep it is, and left alone if not. The zero side is not known yet.
type meshSide uint8

const (
	sideUnknown meshSide = iota
	sideFront
	sideBack
)

// decideSide finds on which side second belongs. It belongs to the front if its center is there, and stays there while it overlaps the
// triangle or is near: so it does not fall through the surface when others push it down. Of what is found with its center behind
// the triangle already, see belongsInFront. touched is whether it was near the triangle in the last step.
func (sp *shapePair) decideSide(center geom.Vec3, touched bool) meshSide {
	switch front := &sp.tri.planes[0]; {
	case front.n.Dot(center) >= front.d:
		return sideFront
	case sp.cache.side == sideUnknown && sp.belongsInFront(), sp.cache.side == sideFront && touched:
		return sideFront
	}
	return sideBack
}

// belongsInFront reports whether second, which was created with its center behind the triangle, belongs to the front nevertheless: it
// reaches through the plane of the triangle, and no surface near it faces the other way, to the back of which it may belong as well.
func (sp *shapePair) belongsInFront() bool {
	m, front := sp.tri.mesh, &sp.tri.planes[0]
	if !sp.reachesThrough(front) {
		return false
	}
	for _, k := range m.query(boxOf(&sp.second.bounds, &sp.firstFromSecond), nil) {
		n := m.normals[k]
		if n.Dot(front.n) < -allowSine && sp.reachesThrough(&plane{n, n.Dot(m.vertices[m.triangles[k][0]])}) {
			return false
		}
	}
	return true
}

// reachesThrough reports whether second has parts in front of a plane.
func (sp *shapePair) reachesThrough(p *plane) bool {
	d := mulTransposed(&sp.firstFromSecond.M, p.n)
	return p.n.Dot(sp.firstFromSecond.T)+sp.second.supportValue(d) > p.d
}

// keepInFront puts bodies whose center of mass went through a triangle that they touch, from front to back, back to where it did, and
// takes the speed into the triangle from them. Bodies that overlap others push harder than a surface holds.
func (w *World) keepInFront() {
	for i := range w.constraints {
		k := &w.constraints[i]
		if w.motions[k.b].moved.Dot(k.normal) >= 0 {
			continue
		}
		last := int32(-1)
		for _, from := range w.sources[k.firstPoint : k.firstPoint+k.count] {
			if c := w.contact(from.contact); c.triangle >= 0 && from.contact != last {
				w.keepAbove(c, k.b)
			}
			last = from.contact
		}
	}
}

// onSurface is how far behind a triangle, in meters, a center may be by rounding to count as in front.
const onSurface = 1e-6

// keepAbove does so for a body that touches a triangle.
func (w *World) keepAbove(c *contact, body int32) {
	b, m := &w.bodies[body], &w.motions[body]
	mesh := &w.colliders[c.a]
	if mesh.shape.kind != kindTriMesh {
		mesh = &w.colliders[c.b]
	}
	meshFromWorld := mesh.worldFromShape.RigidInverse()
	from, to := mapPoint(&meshFromWorld, b.pose.Transform().Point(b.center)), mapPoint(&meshFromWorld, m.center)
	tm := mesh.shape.mesh
	n, at := tm.normals[c.triangle], tm.vertices[tm.triangles[c.triangle][0]]
	from = from.AddScaled(onSurface, n)
	if n.Dot(from.Sub(at)) < 0 || n.Dot(to.Sub(at)) >= 0 {
		return
	}
	if t, n, ok := tm.rayCast(geom.Ray{Origin: from, Dir: to.Sub(from)}, 1); ok && n.Dot(to.Sub(from)) < 0 {
		m.center = mapPoint(&mesh.worldFromShape, from.Lerp(to, 0.999*t)) // not behind by rounding
		up := mulVec(&mesh.worldFromShape.M, n)
		m.v = m.v.AddScaled(-min(0, m.v.Dot(up)), up)
	}
}

package physics

import (
	"math"

	"mereo/engine/geom"
)

// triangle is a triangle of a mesh, made to look like a hull: its front is face 0, its edges have half-edges 0, 2 and 4.
// Only its front pushes, and only what belongs there: see meshSide.
//
// A triangle pushes along the normals that the surface has there: that of its front, and, where the surface bends away at
// an edge, those between the front and the neighbor's. So that a body slides over inner edges without catching, flat and
// concave edges have no normals of their own. Faces 1 to 3 stand for the last normals of the edges; their planes hold no
// polygon. What is best separated along one of them is left to the neighbor.
type triangle struct {
	shape    Shape
	hull     hull
	vertices [3]geom.Vec3
	planes   [4]plane
	faces    [4]uint16
	edges    [6]halfEdge
	beyond   [3]geom.Vec3 // n is past the last normal of edge k where n.beyond[k] > 0
	active   [3]bool      // edge k has normals of its own
	mesh     *triMesh
	index    int
}

// allowSine is the sine of the angle by which a normal may leave those of the surface.
const allowSine = 1e-6

// allows reports whether the triangle may push along the unit vector n: whether the surface around the part of the triangle
// that lies farthest along n, its front, an edge or a vertex, does not rise above it.
func (t *triangle) allows(n geom.Vec3) bool {
	// rise[k] is the sine between edge k and the plane across n: its sign says which end is higher.
	var rise [3]float64
	for k := range 3 {
		d := t.vertices[following[k]].Sub(t.vertices[k])
		if rise[k] = d.Dot(n) / d.Len(); math.Abs(rise[k]) <= allowSine {
			rise[k] = 0
		}
	}
	for k := range 3 {
		switch {
		case rise[k] == 0 && rise[following[k]] == 0:
			return n.Dot(t.planes[0].n) > 0
		case rise[k] == 0 && rise[following[k]] < 0:
			return t.active[k] && n.Dot(t.beyond[k]) <= allowSine
		case rise[k] < 0 && rise[following[following[k]]] > 0:
			return t.peak(k, n)
		}
	}
	return false
}

// peak reports whether no edge of the surface rises along n from corner k.
func (t *triangle) peak(k int, n geom.Vec3) bool {
	v := t.vertices[k]
	for turn := range 2 {
		tri, corner := t.index, k
		for range maxFan {
			if tri, corner = t.mesh.around(tri, corner, turn); tri < 0 {
				break
			}
			for _, w := range t.mesh.triangles[tri] {
				d := t.mesh.vertices[w].Sub(v)
				if d.Dot(n) > float64(allowSine*d.Len()) {
					return false
				}
			}
			if tri == t.index {
				return true
			}
		}
	}
	return true
}

// load makes t triangle number index of the mesh.
func (t *triangle) load(m *triMesh, index int) {
	t.mesh, t.index = m, index
	a, b, c := m.corners(index)
	t.vertices = [3]geom.Vec3{a, b, c}
	n := m.normals[index]
	t.planes[0] = plane{n, n.Dot(a)}
	for k := range 3 {
		p, q := t.vertices[k], t.vertices[(k+1)%3]
		out := q.Sub(p).Cross(n).Unit()
		last := n
		t.active[k] = false
		switch neighbor := m.neighbors[index][k]; {
		case neighbor < 0:
			last, t.active[k] = out, true
		case m.bends[index][k] == convex:
			last, t.active[k] = m.normals[neighbor], true
			if last.Dot(n) < -0.999 { // the other side of a sheet
				last = out
			}
		}
		t.planes[k+1] = plane{last, last.Dot(p)}
		// A quarter turn past last, about the edge.
		t.beyond[k] = q.Sub(p).Cross(last).Unit()
		t.edges[2*k] = halfEdge{next: uint16(2 * ((k + 1) % 3)), origin: uint16(k), face: 0}
		t.edges[2*k+1] = halfEdge{next: uint16(2*k + 1), origin: uint16((k + 1) % 3), face: uint16(k + 1)}
	}
	t.faces = [4]uint16{0, 1, 3, 5}
}

// nearestOnTriangle is the point of a triangle nearest to p. Ericson 2005, "Real-Time Collision Detection", 5.1.5.
func nearestOnTriangle(v *[3]geom.Vec3, p geom.Vec3) geom.Vec3 {
	a, b, c := v[0], v[1], v[2]
	ab, ac := b.Sub(a), c.Sub(a)
	ap, bp, cp := p.Sub(a), p.Sub(b), p.Sub(c)
	d1, d2, d3, d4, d5, d6 := ab.Dot(ap), ac.Dot(ap), ab.Dot(bp), ac.Dot(bp), ab.Dot(cp), ac.Dot(cp)
	vc := float64(d1*d4) - float64(d3*d2)
	vb := float64(d5*d2) - float64(d1*d6)
	va := float64(d3*d6) - float64(d5*d4)
	switch {
	case d1 <= 0 && d2 <= 0:
		return a
	case d3 >= 0 && d4 <= d3:
		return b
	case d6 >= 0 && d5 <= d6:
		return c
	case vc <= 0 && d1 >= 0 && d3 <= 0:
		return a.AddScaled(d1/(d1-d3), ab)
	case vb <= 0 && d2 >= 0 && d6 <= 0:
		return a.AddScaled(d2/(d2-d6), ac)
	case va <= 0 && d4-d3 >= 0 && d5-d6 >= 0:
		return b.AddScaled((d4-d3)/((d4-d3)+(d5-d6)), c.Sub(b))
	}
	sum := va + vb + vc
	return a.AddScaled(vb/sum, ab).AddScaled(vc/sum, ac)
}

// maxFan bounds how many triangles around a corner are looked at.
const maxFan = 24

// separatedFromFan reports whether the shapes are better separated than best, with all triangles that share a corner with this one
// taken for one, along the normal of one of these or of a face or cap of second.
func (sp *shapePair) separatedFromFan(best float64) bool {
	t := sp.tri
	var fan [3 * maxFan]int32
	n := 0
	for k := range 3 {
		from := n
		for turn := range 2 {
			tri, corner := t.index, k
			for n-from < maxFan {
				if tri, corner = t.mesh.around(tri, corner, turn); tri < 0 || tri == t.index {
					break
				}
				fan[n] = int32(tri)
				n++
			}
			if tri == t.index {
				break // once around
			}
		}
	}
	least := best + preferBy(best)
	front := &t.planes[0].n
	for _, tri := range fan[:n] {
		if d := &t.mesh.normals[tri]; d.Dot(*front) < 1-allowSine && sp.clears(*d, fan[:n], least) {
			return true
		}
	}
	if sp.second.hull == nil {
		if sp.second.kind != kindCylinder {
			return false
		}
		u := sp.firstFromSecond.M.Z
		return sp.clears(u, fan[:n], least) && sp.leadsOut(u, fan[:n]) ||
			sp.clears(u.Neg(), fan[:n], least) && sp.leadsOut(u.Neg(), fan[:n])
	}
	for i := range sp.second.hull.planes {
		d := mulVec(&sp.firstFromSecond.M, sp.second.hull.planes[i].n).Neg()
		if sp.clears(d, fan[:n], least) && sp.leadsOut(d, fan[:n]) {
			return true
		}
	}
	return false
}

// leadsOut reports whether the unit vector n points to the front of the triangle or of one of a fan, and not along or
// through the surface.
func (sp *shapePair) leadsOut(n geom.Vec3, fan []int32) bool {
	const out = 0.3 // the cosine of 73 degrees
	if n.Dot(sp.tri.planes[0].n) > out {
		return true
	}
	for _, tri := range fan {
		if n.Dot(sp.tri.mesh.normals[tri]) > out {
			return true
		}
	}
	return false
}

// clears reports whether second is separated along n by more than least from the triangle and those of a fan.
func (sp *shapePair) clears(n geom.Vec3, fan []int32, least float64) bool {
	t := sp.tri
	d := mulTransposed(&sp.firstFromSecond.M, n).Neg()
	low := n.Dot(sp.firstFromSecond.T) - sp.second.supportValue(d) - least
	for i := range t.vertices {
		if n.Dot(t.vertices[i]) >= low {
			return false
		}
	}
	for _, tri := range fan {
		for _, v := range t.mesh.triangles[tri] {
			if n.Dot(t.mesh.vertices[v]) >= low {
				return false
			}
		}
	}
	return true
}

// around is the next triangle around a corner of one, across the edge that begins there or, with turn 1, the one that
// ends there, and the number of that corner in it. It is -1 past the border of the surface.
func (m *triMesh) around(tri, corner, turn int) (next, nextCorner int) {
	v := m.triangles[tri][corner]
	next = int(m.neighbors[tri][(corner+2*turn)%3])
	if next < 0 {
		return -1, 0
	}
	for k, w := range m.triangles[next] {
		if w == v {
			return next, k
		}
	}
	return -1, 0
}

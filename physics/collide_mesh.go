package physics

import (
	"math"

	"mereo/engine/geom"
)

// triangle is a triangle of a mesh, made to look like a hull: its front is face 0, its edges have half-edges 0, 2 and 4.
// Only its front pushes: bodies whose centre is behind it pass.
//
// A triangle pushes along the normals that the surface has there: that of its front, and, where the surface bends away at
// an edge, those between the front and the neighbour's. So that a body slides over inner edges without catching, flat and
// concave edges have no normals of their own. Faces 1 to 3 stand for the last normals of the edges; their planes hold no
// polygon. What is best separated along one of them is left to the neighbour.
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
		d := t.vertices[next[k]].Sub(t.vertices[k])
		if rise[k] = d.Dot(n) / d.Len(); math.Abs(rise[k]) <= allowSine {
			rise[k] = 0
		}
	}
	for k := range 3 {
		switch {
		case rise[k] == 0 && rise[next[k]] == 0:
			return n.Dot(t.planes[0].n) > 0
		case rise[k] == 0 && rise[next[k]] < 0:
			return t.active[k] && n.Dot(t.beyond[k]) <= allowSine
		case rise[k] < 0 && rise[next[next[k]]] > 0:
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
		switch neighbour := m.neighbours[index][k]; {
		case neighbour < 0:
			last, t.active[k] = out, true
		case m.bends[index][k] == convex:
			last, t.active[k] = m.normals[neighbour], true
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

// collideTriangle computes the patch in which triangle tri of the mesh a and the convex shape b touch or are nearer than
// margin. It leaves count 0 when they are farther apart, or when b is behind the triangle, or where another triangle of
// the mesh pushes b. See collide.
func collideTriangle(m *manifold, a *Shape, tri int, worldFromA *geom.Transform, b *Shape, worldFromB *geom.Transform,
	margin float64, cache *pairCache) {
	m.count = 0
	e := encounter{
		m: m, second: b, worldFromFirst: worldFromA, worldFromSecond: worldFromB, margin: margin, cache: cache,
	}
	if cache.kind == cacheApart && e.stillApart() {
		return
	}
	e.relate()
	var t triangle
	t.load(a.mesh, tri)
	t.hull = hull{
		vertices: t.vertices[:], planes: t.planes[:], faces: t.faces[:], edges: t.edges[:],
		center: t.vertices[0].Add(t.vertices[1]).Add(t.vertices[2]).Scale(1. / 3),
	}
	t.shape = Shape{kind: kindHull, hull: &t.hull}
	e.first, e.tri = &t.shape, &t
	center := e.firstFromSecond.T
	if b.kind == kindHull {
		center = mapPoint(&e.firstFromSecond, b.hull.center)
	}
	if t.planes[0].n.Dot(center) < t.planes[0].d {
		cache.kind = cacheNothing
		return
	}
	switch b.kind {
	case kindSphere:
		e.triangleSphere()
	case kindCapsule, kindCylinder:
		e.triangleRod()
	case kindBox, kindHull:
		e.trianglePoly()
	default:
		panic("physics: collideTriangle is given two triangle meshes")
	}
}

// triangleSphere tests a triangle against a sphere.
func (e *encounter) triangleSphere() {
	t, r := e.tri, e.second.radius
	c := e.firstFromSecond.T
	p := nearestOnTriangle(&t.vertices, c)
	n := c.Sub(p)
	d := n.Len()
	if d < gjkTooNear {
		n, d = t.planes[0].n, 0
	} else {
		n = n.Scale(1 / d)
	}
	if d-r > e.margin {
		e.apart(n, n.Dot(p))
		return
	}
	e.cache.kind = cacheNothing
	if t.allows(n) {
		e.single(n, p.AddScaled(float64(0.5*(d-r)), n), d-r, 0)
	}
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

// bestOfEdges is the largest separation along the last normals of the edges, -Inf where no edge has normals.
func (e *encounter) bestOfEdges() (separation float64, edge int) {
	separation = math.Inf(-1)
	for k, active := range e.tri.active {
		if active {
			if s := e.above(&e.tri.planes[k+1]); s > separation {
				separation, edge = s, k
			}
		}
	}
	return separation, edge
}

// above is how far second lies above a plane in first's frame.
func (e *encounter) above(p *plane) float64 {
	d := mulTransposed(&e.firstFromSecond.M, p.n).Neg()
	return p.n.Dot(e.firstFromSecond.T) - p.d - e.second.reach(d)
}

// trianglePoly tests a triangle against a box or hull.
func (e *encounter) trianglePoly() {
	if e.reuse() {
		return
	}
	t := e.tri
	x := axes{sepB: math.Inf(-1), sepE: math.Inf(-1)}
	x.sepA = e.above(&t.planes[0])
	if x.sepA > e.margin {
		e.apart(t.planes[0].n, t.planes[0].d)
		return
	}
	last, edge := e.bestOfEdges()
	if last > e.margin {
		e.apart(t.planes[edge+1].n, t.planes[edge+1].d)
		return
	}
	h := e.second.hull
	var corners [3]geom.Vec3
	for i := range corners {
		corners[i] = mapPoint(&e.secondFromFirst, t.vertices[i])
	}
	for i := range h.planes {
		p := &h.planes[i]
		s := min(p.n.Dot(corners[0]), p.n.Dot(corners[1]), p.n.Dot(corners[2])) - p.d
		if s <= x.sepB {
			continue
		}
		n := mulVec(&e.firstFromSecond.M, p.n).Neg()
		if s > e.margin {
			e.apart(n, e.first.reach(n))
			return
		}
		if t.allows(n) {
			x.sepB, x.faceB = s, i
		}
	}
	if e.second.kind == kindBox {
		e.edgesBoxHull(&x, e.second, &t.hull, &e.firstFromSecond, false)
		x.edgeA, x.edgeB = x.edgeB, x.edgeA
	} else {
		e.edgesHullHull(&x)
	}
	if e.yields(x.best(), last) {
		return
	}
	e.resolveTriangle(&x)
}

// yields ends the test of a triangle that shall not push although second overlaps its front: best is the separation along
// the best axis that it may push along, last that along the best last normal of an edge.
//
// Where last is better, second is beside the triangle, before the neighbour. So it is where second is better separated, along
// any axis, from the triangle and all that share a vertex with it: then it is them that push. On flat ground this happens
// to none, since second would have to leave all the neighbours, too.
func (e *encounter) yields(best, last float64) bool {
	if last <= best+prefer(best) && (best > 0 || !e.beside(best)) {
		return false
	}
	e.m.count = 0
	e.remember(cacheLeft, 0, 0)
	return true
}

// maxFan bounds how many triangles around a corner are looked at.
const maxFan = 24

// beside reports whether the shapes are better separated than best, with all triangles that share a corner with this one
// taken for one, along the normal of one of these or of a face or cap of second.
func (e *encounter) beside(best float64) bool {
	t := e.tri
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
	least := best + prefer(best)
	front := &t.planes[0].n
	for _, tri := range fan[:n] {
		if d := &t.mesh.normals[tri]; d.Dot(*front) < 1-allowSine && e.clears(*d, fan[:n], least) {
			return true
		}
	}
	if e.second.hull == nil {
		if e.second.kind != kindCylinder {
			return false
		}
		u := e.firstFromSecond.M.Z
		return e.clears(u, fan[:n], least) && e.leadsOut(u, fan[:n]) ||
			e.clears(u.Neg(), fan[:n], least) && e.leadsOut(u.Neg(), fan[:n])
	}
	for i := range e.second.hull.planes {
		d := mulVec(&e.firstFromSecond.M, e.second.hull.planes[i].n).Neg()
		if e.clears(d, fan[:n], least) && e.leadsOut(d, fan[:n]) {
			return true
		}
	}
	return false
}

// leadsOut reports whether the unit vector n points to the front of the triangle or of one of a fan, and not along or
// through the surface.
func (e *encounter) leadsOut(n geom.Vec3, fan []int32) bool {
	const out = 0.3 // the cosine of 73 degrees
	if n.Dot(e.tri.planes[0].n) > out {
		return true
	}
	for _, tri := range fan {
		if n.Dot(e.tri.mesh.normals[tri]) > out {
			return true
		}
	}
	return false
}

// clears reports whether second is separated along n by more than least from the triangle and those of a fan.
func (e *encounter) clears(n geom.Vec3, fan []int32, least float64) bool {
	t := e.tri
	d := mulTransposed(&e.firstFromSecond.M, n).Neg()
	low := n.Dot(e.firstFromSecond.T) - e.second.reach(d) - least
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

// resolveTriangle makes the manifold from the axes. See resolve.
func (e *encounter) resolveTriangle(x *axes) {
	best := x.best()
	if best > e.margin {
		n := x.normal(e)
		e.apart(n, e.first.reach(n))
		return
	}
	slack := realised
	if best <= 0 {
		slack = 2 * prefer(best)
	}
	faces := max(x.sepA, x.sepB)
	if x.sepE > faces+prefer(faces) && e.edges(x) {
		e.remember(cacheEdges, x.edgeA, x.edgeB)
		return
	}
	least := best - 2*prefer(best)
	if x.sepB > x.sepA+prefer(x.sepA) && x.sepB >= least && e.faceOfSecond(x.faceB, 0, x.sepB) <= best+slack {
		e.remember(cacheFaceSecond, 0, x.faceB)
		return
	}
	if best <= 0 && x.sepA < least {
		e.m.count = 0
		e.remember(cacheLeft, 0, 0)
		return
	}
	low := e.faceOfFirst(0, -1, x.sepA)
	if low <= best+slack {
		e.remember(cacheFaceFirst, 0, e.held)
		return
	}
	e.rest(best)
}

// rest ends the test of a triangle where the features of the best axis do not face each other: shapes that are apart have
// the patch of their nearest points, where the triangle may push along them. Otherwise the part of second that is over the
// triangle counts, which the manifold holds.
func (e *encounter) rest(best float64) {
	if best <= 0 {
		e.remember(cacheFaceFirst, 0, e.held)
		return
	}
	e.cache.kind = cacheNothing
	front := *e.m
	if !e.gjkPoint(0) || e.m.count > 0 && !e.tri.allows(e.localNormal()) {
		*e.m = front
	}
}

// localNormal is the normal of the manifold from first to second, in first's frame.
func (e *encounter) localNormal() geom.Vec3 {
	n := mulTransposed(&e.worldFromFirst.M, e.m.normal)
	if e.flipped {
		n = n.Neg()
	}
	return n
}

// around is the next triangle around a corner of one, across the edge that begins there or, with turn 1, the one that
// ends there, and the number of that corner in it. It is -1 past the border of the surface.
func (m *triMesh) around(tri, corner, turn int) (next, nextCorner int) {
	v := m.triangles[tri][corner]
	next = int(m.neighbours[tri][(corner+2*turn)%3])
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

// triangleRod tests a triangle against a capsule or cylinder.
func (e *encounter) triangleRod() {
	k := e.second.rod(&e.firstFromSecond)
	if e.reuseRod(&k) {
		return
	}
	t := e.tri
	front := &t.planes[0]
	face := rodSearch{axisFace, front.n, front.n.Dot(k.c) - front.d - k.reach(front.n), 0}
	if face.sep > e.margin {
		e.apart(face.n, front.d)
		return
	}
	last, edge := e.bestOfEdges()
	if last > e.margin {
		e.apart(t.planes[edge+1].n, t.planes[edge+1].d)
		return
	}
	caps := rodSearch{sep: math.Inf(-1)}
	if k.flat {
		low, high := e.first.span(k.u)
		at := k.u.Dot(k.c)
		n, s, item := k.u, at-k.h-high, 0
		if low-at-k.h > s {
			n, s, item = k.u.Neg(), low-at-k.h, 1
		}
		if s > e.margin {
			e.apart(n, e.first.reach(n))
			return
		}
		if t.allows(n) {
			caps.offer(axisCap, n, s, item)
		}
	}
	flats := face
	if caps.sep > face.sep+prefer(face.sep) {
		flats = caps
	}
	free := rodSearch{sep: max(face.sep, caps.sep)}
	e.searchEdges(&k, &flats, &free)
	if k.flat {
		e.searchVertices(&k, &free)
	}
	if e.yields(free.sep, last) {
		return
	}
	e.resolveRod(&k, &face, &caps, &free)
}

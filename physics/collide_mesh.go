package physics

import (
	"math"

	"mereo/engine/geom"
)

// collideTriangle computes the patch in which triangle tri of the mesh a and the convex shape b touch or are nearer than
// margin. It leaves count 0 when they are farther apart, or when b belongs behind the triangle, or where another triangle of
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
	t.shape = Shape{kind: kindHull, hull: &t.hull, bounds: geom.Bounds(t.vertices[:])}
	e.first, e.tri = &t.shape, &t
	center := e.firstFromSecond.T
	if b.kind == kindHull {
		center = mapPoint(&e.firstFromSecond, b.hull.center)
	}
	if cache.side = e.decideSide(center, cache.kind != cacheApart); cache.side == sideBack {
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
	if front := &t.planes[0]; n.Dot(front.n) < -1+allowSine { // the center is behind
		e.single(front.n, p.AddScaled(float64(-0.5*(d+r)), front.n), -d-r, 0)
	} else if t.allows(n) {
		e.single(n, p.AddScaled(float64(0.5*(d-r)), n), d-r, 0)
	}
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

// resolveTriangle makes the manifold from the axes. See resolve.
func (e *encounter) resolveTriangle(x *axes) {
	best := x.best()
	if best > e.margin {
		n := x.normal(e)
		e.apart(n, e.first.reach(n))
		return
	}
	ok := goodAs(best, best)
	if x.sepA >= ok.least && ok.has(e.faceOfFirst(0, -1, best)) {
		e.remember(cacheFaceFirst, 0, e.held)
		return
	}
	if x.sepB >= ok.least && ok.has(e.faceOfSecond(x.faceB, 0, best)) {
		e.remember(cacheFaceSecond, 0, x.faceB)
		return
	}
	if x.sepE >= ok.least && e.edges(x) {
		e.remember(cacheEdges, x.edgeA, x.edgeB)
		return
	}
	if best <= 0 && x.sepA < ok.least {
		e.m.count = 0
		e.remember(cacheLeft, 0, 0)
		return
	}
	e.faceOfFirst(0, -1, x.sepA)
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

package physics

import (
	"math"

	"mereo/engine/geom"
)

// collideTriangle computes the manifold of triangle tri of the mesh a and the convex shape b where they touch or are nearer than
// margin. It leaves count 0 when they are farther apart, or when b belongs behind the triangle, or where another triangle of
// the mesh pushes b. See collide.
func collideTriangle(m *manifold, a *Shape, tri int, worldFromA *geom.Transform, b *Shape, worldFromB *geom.Transform,
	margin float64, cache *pairCache) {
	m.count = 0
	e := shapePair{
		m: m, second: b, worldFromFirst: worldFromA, worldFromSecond: worldFromB, margin: margin, cache: cache,
	}
	if cache.kind == cacheSeparated && e.stillSeparated() {
		return
	}
	e.computeTransforms()
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
	if cache.side = e.decideSide(center, cache.kind != cacheSeparated); cache.side == sideBack {
		cache.kind = cacheNothing
		return
	}
	switch b.kind {
	case kindSphere:
		e.triangleSphere()
	case kindCapsule, kindCylinder:
		e.triangleCylinder()
	case kindBox, kindHull:
		e.trianglePoly()
	default:
		panic("physics: collideTriangle is given two triangle meshes")
	}
}

// triangleSphere tests a triangle against a sphere.
func (sp *shapePair) triangleSphere() {
	t, r := sp.tri, sp.second.radius
	c := sp.firstFromSecond.T
	p := nearestOnTriangle(&t.vertices, c)
	n := c.Sub(p)
	d := n.Len()
	if d < gjkTooNear {
		n, d = t.planes[0].n, 0
	} else {
		n = n.Scale(1 / d)
	}
	if d-r > sp.margin {
		sp.cacheSeparation(n, n.Dot(p))
		return
	}
	sp.cache.kind = cacheNothing
	if front := &t.planes[0]; n.Dot(front.n) < -1+allowSine { // the center is behind
		sp.setPoint(front.n, p.AddScaled(float64(-0.5*(d+r)), front.n), -d-r, 0)
	} else if t.allows(n) {
		sp.setPoint(n, p.AddScaled(float64(0.5*(d-r)), n), d-r, 0)
	}
}

// bestOfEdges is the largest separation along the last normals of the edges, -Inf where no edge has normals.
func (sp *shapePair) bestOfEdges() (separation float64, edge int) {
	separation = math.Inf(-1)
	for k, active := range sp.tri.active {
		if active {
			if s := sp.separationFrom(&sp.tri.planes[k+1]); s > separation {
				separation, edge = s, k
			}
		}
	}
	return separation, edge
}

// separationFrom is how far second lies above a plane in first's frame.
func (sp *shapePair) separationFrom(p *plane) float64 {
	d := mulTransposed(&sp.firstFromSecond.M, p.n).Neg()
	return p.n.Dot(sp.firstFromSecond.T) - p.d - sp.second.supportValue(d)
}

// trianglePoly tests a triangle against a box or hull.
func (sp *shapePair) trianglePoly() {
	if sp.reuseCache() {
		return
	}
	t := sp.tri
	x := axes{sepB: math.Inf(-1), sepE: math.Inf(-1)}
	x.sepA = sp.separationFrom(&t.planes[0])
	if x.sepA > sp.margin {
		sp.cacheSeparation(t.planes[0].n, t.planes[0].d)
		return
	}
	last, edge := sp.bestOfEdges()
	if last > sp.margin {
		sp.cacheSeparation(t.planes[edge+1].n, t.planes[edge+1].d)
		return
	}
	h := sp.second.hull
	var corners [3]geom.Vec3
	for i := range corners {
		corners[i] = mapPoint(&sp.secondFromFirst, t.vertices[i])
	}
	for i := range h.planes {
		p := &h.planes[i]
		s := min(p.n.Dot(corners[0]), p.n.Dot(corners[1]), p.n.Dot(corners[2])) - p.d
		if s <= x.sepB {
			continue
		}
		n := mulVec(&sp.firstFromSecond.M, p.n).Neg()
		if s > sp.margin {
			sp.cacheSeparation(n, sp.first.supportValue(n))
			return
		}
		if t.allows(n) {
			x.sepB, x.faceB = s, i
		}
	}
	if sp.second.kind == kindBox {
		sp.edgesBoxHull(&x, sp.second, &t.hull, &sp.firstFromSecond, false)
		x.edgeA, x.edgeB = x.edgeB, x.edgeA
	} else {
		sp.edgesHullHull(&x)
	}
	if sp.leaveToNeighbor(x.best(), last) {
		return
	}
	sp.resolveTriangle(&x)
}

// leaveToNeighbor ends the test of a triangle that shall not push although second overlaps its front: best is the separation along
// the best axis that it may push along, last that along the best last normal of an edge.
//
// Where last is better, second is beside the triangle, before the neighbor. So it is where second is better separated, along
// any axis, from the triangle and all that share a vertex with it: then it is them that push. On flat ground this happens
// to none, since second would have to leave all the neighbors, too.
func (sp *shapePair) leaveToNeighbor(best, last float64) bool {
	if last <= best+preferBy(best) && (best > 0 || !sp.separatedFromFan(best)) {
		return false
	}
	sp.m.count = 0
	sp.cacheFeatures(cacheNeighbor, 0, 0)
	return true
}

// resolveTriangle makes the manifold from the axes. See resolve.
func (sp *shapePair) resolveTriangle(x *axes) {
	best := x.best()
	if best > sp.margin {
		n := x.normal(sp)
		sp.cacheSeparation(n, sp.first.supportValue(n))
		return
	}
	ok := acceptable(best, best)
	if x.sepA >= ok.least && ok.has(sp.faceContactFirst(0, -1, best)) {
		sp.cacheFeatures(cacheFaceFirst, 0, sp.incident)
		return
	}
	if x.sepB >= ok.least && ok.has(sp.faceContactSecond(x.faceB, 0, best)) {
		sp.cacheFeatures(cacheFaceSecond, 0, x.faceB)
		return
	}
	if x.sepE >= ok.least && sp.edgeContact(x) {
		sp.cacheFeatures(cacheEdges, x.edgeA, x.edgeB)
		return
	}
	if best <= 0 && x.sepA < ok.least {
		sp.m.count = 0
		sp.cacheFeatures(cacheNeighbor, 0, 0)
		return
	}
	sp.faceContactFirst(0, -1, x.sepA)
	sp.resolveRest(best)
}

// resolveRest ends the test of a triangle where the features of the best axis do not face each other: shapes that are apart have
// the manifold of their nearest points, where the triangle may push along them. Otherwise the part of second that is over the
// triangle counts, which the manifold has already.
func (sp *shapePair) resolveRest(best float64) {
	if best <= 0 {
		sp.cacheFeatures(cacheFaceFirst, 0, sp.incident)
		return
	}
	sp.cache.kind = cacheNothing
	front := *sp.m
	if !sp.gjkPoint(0) || sp.m.count > 0 && !sp.tri.allows(sp.localNormal()) {
		*sp.m = front
	}
}

// localNormal is the normal of the manifold from first to second, in first's frame.
func (sp *shapePair) localNormal() geom.Vec3 {
	n := mulTransposed(&sp.worldFromFirst.M, sp.m.normal)
	if sp.flipped {
		n = n.Neg()
	}
	return n
}

// triangleCylinder tests a triangle against a capsule or cylinder.
func (sp *shapePair) triangleCylinder() {
	k := sp.second.cylinder(&sp.firstFromSecond)
	if sp.reuseCylinder(&k) {
		return
	}
	t := sp.tri
	front := &t.planes[0]
	face := axisSearch{axisFace, front.n, front.n.Dot(k.c) - front.d - k.support(front.n), 0}
	if face.sep > sp.margin {
		sp.cacheSeparation(face.n, front.d)
		return
	}
	last, edge := sp.bestOfEdges()
	if last > sp.margin {
		sp.cacheSeparation(t.planes[edge+1].n, t.planes[edge+1].d)
		return
	}
	caps := axisSearch{sep: math.Inf(-1)}
	if k.flat {
		low, high := sp.first.span(k.u)
		at := k.u.Dot(k.c)
		n, s, item := k.u, at-k.h-high, 0
		if low-at-k.h > s {
			n, s, item = k.u.Neg(), low-at-k.h, 1
		}
		if s > sp.margin {
			sp.cacheSeparation(n, sp.first.supportValue(n))
			return
		}
		if t.allows(n) {
			caps.offer(axisCap, n, s, item)
		}
	}
	flats := face
	if caps.sep > face.sep+preferBy(face.sep) {
		flats = caps
	}
	free := axisSearch{sep: max(face.sep, caps.sep)}
	sp.searchEdges(&k, &flats, &free)
	if k.flat {
		sp.searchVertices(&k, &free)
	}
	if sp.leaveToNeighbor(free.sep, last) {
		return
	}
	sp.resolveCylinder(&k, &face, &caps, &free)
}

package physics

import (
	"math"

	"mereo/engine/geom"
)

// axes is what a search for separating axes between two polyhedra found: the best face of each, and the best pair of
// edges. Separations are in meters, -Inf where there is none.
type axes struct {
	faceA, faceB int
	sepA, sepB   float64
	edgeA, edgeB int // half the number of a half-edge
	sepE         float64
	normalE      geom.Vec3 // from first to second, in first's frame
}

// best is the separation along the best axis.
func (x *axes) best() float64 { return max(x.sepA, x.sepB, x.sepE) }

// normal is the best axis, from first to second, in first's frame.
func (x *axes) normal(e *shapePair) geom.Vec3 {
	switch x.best() {
	case x.sepA:
		return e.first.hull.planes[x.faceA].n
	case x.sepB:
		return mulVec(&e.firstFromSecond.M, e.second.hull.planes[x.faceB].n).Neg()
	}
	return x.normalE
}

// interval is what counts as the separation of the best axis.
type interval struct{ least, most float64 }

// acceptable returns what counts as best. Where the shapes, or their cores, are apart, it is no larger than best, since then the
// distance must be exact; apart is how far they are, negative where they overlap.
func acceptable(best, apart float64) interval {
	slack := featureTolerance
	if apart <= 0 {
		slack = 2 * preferBy(best)
	}
	return interval{best - 2*preferBy(best), best + slack}
}

func (i interval) has(x float64) bool { return i.least <= x && x <= i.most }

// resolve makes the manifold from the axes. The axis along which the shapes are least deep, or farthest apart, decides;
// faces are preferred to edges, and faces of first to those of second. The nearest points lie along an axis where its
// features face each other. Where those of the best axis do not, shapes that are apart are left to gjk.
func (sp *shapePair) resolve(x *axes) {
	best := x.best()
	if best > sp.margin {
		n := x.normal(sp)
		sp.cacheSeparation(n, sp.first.supportValue(n))
		return
	}

	ok := acceptable(best, best)
	second := x.sepB > x.sepA+preferBy(x.sepA)
	for range 2 {
		if second {
			if x.sepB >= ok.least && ok.has(sp.faceContactSecond(x.faceB, -1, best)) {
				sp.cacheFeatures(cacheFaceSecond, sp.incident, x.faceB)
				return
			}
		} else if x.sepA >= ok.least && ok.has(sp.faceContactFirst(x.faceA, -1, best)) {
			sp.cacheFeatures(cacheFaceFirst, x.faceA, sp.incident)
			return
		}
		second = !second
	}
	if x.sepE >= ok.least && sp.edgeContact(x) {
		sp.cacheFeatures(cacheEdges, x.edgeA, x.edgeB)
		return
	}

	sp.cache.kind = cacheNothing
	if sp.gjkPoint(0) {
		return
	}
	n := x.normal(sp)
	p := mapPoint(&sp.firstFromSecond, sp.second.support(mulTransposed(&sp.firstFromSecond.M, n).Neg()))
	sp.setPoint(n, p.AddScaled(-0.5*best, n), best, 0)
}

// reuseCache makes the manifold from the features of the cache. It reports whether they still hold.
func (sp *shapePair) reuseCache() bool {
	if !sp.unmoved() {
		return sp.tri == nil && sp.updateCached()
	}
	c := sp.cache
	switch c.kind {
	case cacheFaceFirst:
		sp.faceContactFirst(int(c.featureA), int(c.featureB), math.Inf(1))
	case cacheFaceSecond:
		sp.faceContactSecond(int(c.featureB), int(c.featureA), math.Inf(1))
	case cacheEdges:
		sp.edgeContact(&axes{edgeA: int(c.featureA), edgeB: int(c.featureB)})
	}
	// A triangle may have nothing over its front.
	return sp.m.count > 0 || sp.tri != nil && c.kind != cacheEdges
}

// updateCached makes the manifold of polyhedra that moved since the last search from the features that it found, if they face each other
// still. It reports whether they do.
//
// Let the points p and q of first and second face each other along n, q = p + s*n. Along any axis m the separation is at most
// m.(q-p) = s*(n.m): where s >= 0 none is better than n, and else none by more than 2*|s|. So an overlap that is no deeper than
// eps is as good as what remember allows.
func (sp *shapePair) updateCached() bool {
	c := sp.cache
	eps := 2 * math.Sqrt(float64(c.maxMove2))
	switch c.kind {
	case cacheFaceFirst:
		p := &sp.first.hull.planes[c.featureA]
		s := faceSeparation(p, sp.second, &sp.firstFromSecond, math.Inf(-1))
		if s > sp.margin {
			sp.cacheSeparation(p.n, p.d)
			return true
		}
		if s >= -eps && sp.faceContactFirst(int(c.featureA), -1, s) <= s+featureTolerance {
			sp.cacheFeatures(cacheFaceFirst, int(c.featureA), sp.incident)
			return true
		}
	case cacheFaceSecond:
		p := &sp.second.hull.planes[c.featureB]
		s := faceSeparation(p, sp.first, &sp.secondFromFirst, math.Inf(-1))
		if s > sp.margin {
			n := mulVec(&sp.firstFromSecond.M, p.n).Neg()
			sp.cacheSeparation(n, sp.first.supportValue(n))
			return true
		}
		if s >= -eps && sp.faceContactSecond(int(c.featureB), -1, s) <= s+featureTolerance {
			sp.cacheFeatures(cacheFaceSecond, sp.incident, int(c.featureB))
			return true
		}
	case cacheEdges:
		x := axes{edgeA: int(c.featureA), edgeB: int(c.featureB)}
		if sp.edgeContact(&x) && sp.m.count > 0 {
			// The edges, and not what lies behind them, must be what is nearest.
			n, s := mulTransposed(&sp.firstFromSecond.M, sp.localNormal()).Neg(), sp.m.points[0].separation
			if s >= -eps && sp.between(n) >= s-featureTolerance {
				sp.cacheFeatures(cacheEdges, x.edgeA, x.edgeB)
				return true
			}
		}
	}
	sp.m.count = 0
	return false
}

// edgeContact makes the manifold one point, where two edges cross. It reports whether they do; the manifold is empty where they
// do not, or are farther apart than the margin.
func (sp *shapePair) edgeContact(x *axes) bool {
	sp.m.count = 0
	a, a1 := sp.first.edgeEnds(x.edgeA)
	b, b1 := sp.second.edgeEnds(x.edgeB)
	b, b1 = mapPoint(&sp.firstFromSecond, b), mapPoint(&sp.firstFromSecond, b1)
	u, v := a1.Sub(a), b1.Sub(b)
	n := u.Cross(v)
	area2 := n.Len2()
	uu, vv := u.Len2(), v.Len2()
	if area2 <= float64(parallel2*uu*vv) {
		return false
	}
	n = n.Scale(1 / math.Sqrt(area2))
	out := a.Sub(sp.first.hull.center)
	if sp.tri != nil { // flat: normals of an edge lie between the front and what is past the edge
		front := sp.tri.planes[0].n
		out = u.Cross(front).AddScaled(float64(1e-3*math.Sqrt(uu)), front)
	}
	if n.Dot(out) < 0 {
		n = n.Neg()
	}

	// The nearest points a + s*u and b + t*v of the lines.
	d := b.Sub(a)
	uv := u.Dot(v)
	du, dv := d.Dot(u), d.Dot(v)
	s := (float64(du*vv) - float64(dv*uv)) / area2
	t := (float64(du*uv) - float64(dv*uu)) / area2
	su, sv := featureTolerance/math.Sqrt(uu), featureTolerance/math.Sqrt(vv)
	if s < -su || s > 1+su || t < -sv || t > 1+sv {
		return false
	}
	at := a.AddScaled(s, u).Add(b.AddScaled(t, v)).Scale(0.5)
	sp.setPoint(n, at, n.Dot(d), uint32(x.edgeA)<<16|uint32(x.edgeB)&0xffff|edgeID)
	return true
}

const (
	// edgeID marks the ids of points where edges cross.
	edgeID = 1 << 31
	// parallel2 is the squared sine of the angle, 0.06 degrees, below which edges count as parallel. Between parallel
	// edges the normal of a face is always at least as good an axis.
	parallel2 = 1e-6
)

// polyPoly tests a box or hull against another one.
func (sp *shapePair) polyPoly() {
	if sp.reuseCache() {
		return
	}
	var x axes
	x.sepE = math.Inf(-1)
	x.faceA, x.sepA = bestFace(sp.first.hull, sp.second, &sp.firstFromSecond)
	if x.sepA > sp.margin {
		p := &sp.first.hull.planes[x.faceA]
		sp.cacheSeparation(p.n, p.d)
		return
	}
	x.faceB, x.sepB = bestFace(sp.second.hull, sp.first, &sp.secondFromFirst)
	if x.sepB > sp.margin {
		x.sepA = math.Inf(-1)
		sp.resolve(&x)
		return
	}
	switch {
	case sp.first.kind == kindBox:
		sp.edgesBoxHull(&x, sp.first, sp.second.hull, &sp.secondFromFirst, true)
		x.normalE = mulVec(&sp.firstFromSecond.M, x.normalE).Neg()
	case sp.second.kind == kindBox:
		sp.edgesBoxHull(&x, sp.second, sp.first.hull, &sp.firstFromSecond, false)
		x.edgeA, x.edgeB = x.edgeB, x.edgeA
	default:
		sp.edgesHullHull(&x)
	}
	sp.resolve(&x)
}

// bestFace returns the face of h along whose normal s lies farthest out, and how far.
func bestFace(h *hull, s *Shape, hullFromShape *geom.Transform) (face int, separation float64) {
	center := hullFromShape.T
	if s.kind != kindBox {
		center = mapPoint(hullFromShape, s.hull.center)
	}
	// The plane that is farthest below the center of s is likely the answer. A plane that has the center not more above it
	// than that cannot be better.
	high := math.Inf(-1)
	for i := range h.planes {
		p := &h.planes[i]
		if d := p.n.Dot(center) - p.d; d > high {
			face, high = i, d
		}
	}
	separation = faceSeparation(&h.planes[face], s, hullFromShape, math.Inf(-1))
	for i := range h.planes {
		p := &h.planes[i]
		if i == face || p.n.Dot(center)-p.d <= separation {
			continue
		}
		if d := faceSeparation(p, s, hullFromShape, separation); d > separation {
			face, separation = i, d
		}
	}
	return face, separation
}

// faceSeparation is how far the whole of s lies above p, or any number below stop where that is below stop.
func faceSeparation(p *plane, s *Shape, hullFromShape *geom.Transform, stop float64) float64 {
	m := &hullFromShape.M
	d := mulTransposed(m, p.n)
	above := p.n.Dot(hullFromShape.T) - p.d
	if s.kind == kindBox {
		return above - float64(s.half.X*math.Abs(d.X)) - float64(s.half.Y*math.Abs(d.Y)) - float64(s.half.Z*math.Abs(d.Z))
	}
	return above + lowest(s.hull.vertices, d, stop-above)
}

package physics

import (
	"math"

	"mereo/engine/geom"
)

// resolveCylinder makes the manifold from the best axes of a polyhedron and a cylinder: among the normals of faces, the axis of the
// cylinder, and all. See resolve.
func (sp *shapePair) resolveCylinder(k *cylinder, face, caps, free *axisSearch) {
	best := max(face.sep, caps.sep, free.sep)
	if best > sp.margin {
		sp.cacheSeparation(free.n, sp.first.supportValue(free.n))
		return
	}
	apart := best
	if !k.flat {
		apart += k.r // the nearest points of the axis count
	}
	ok := acceptable(best, apart)
	second := caps.sep > face.sep+preferBy(face.sep)
	for range 2 {
		if second {
			if caps.sep >= ok.least && ok.has(sp.capContact(k, caps.item, -1, best)) {
				sp.cacheFeatures(cacheFaceSecond, sp.incident, caps.item)
				return
			}
		} else if face.sep >= ok.least && ok.has(sp.cylinderOnFace(k, face.item)) {
			sp.cacheFeatures(cacheFaceFirst, face.item, 0)
			return
		}
		second = !second
	}
	sp.m.count = 0
	sp.cache.kind = cacheNothing
	if free.kind != axisNone && free.sep >= ok.least && sp.cylinderPoints(k, free) {
		return
	}
	if sp.tri != nil {
		if apart <= 0 && face.sep < ok.least {
			sp.cacheFeatures(cacheNeighbor, 0, 0)
			return
		}
		sp.cylinderOnFace(k, face.item)
		sp.resolveRest(apart)
		return
	}
	if sp.gjkCylinder(k) {
		return
	}
	n := free.n
	if free.kind == axisNone {
		n = face.n
		if caps.sep > face.sep {
			n = caps.n
		}
	}
	sp.setPoint(n, sp.cylinderSupport(n).AddScaled(float64(-0.5*best), n), best, 0)
}

// reuseCylinder makes the manifold from the features of the cache. It reports whether they still hold.
func (sp *shapePair) reuseCylinder(k *cylinder) bool {
	if !sp.unmoved() {
		return sp.tri == nil && sp.updateCachedCylinder(k)
	}
	c := sp.cache
	switch c.kind {
	case cacheFaceFirst:
		sp.cylinderOnFace(k, int(c.featureA))
	case cacheFaceSecond:
		sp.capContact(k, int(c.featureB), int(c.featureA), math.Inf(1))
	}
	// A triangle may have nothing over its front.
	return sp.m.count > 0 || sp.tri != nil
}

// updateCachedCylinder is updateCached for a polyhedron and a cylinder.
func (sp *shapePair) updateCachedCylinder(k *cylinder) bool {
	c := sp.cache
	eps := 2 * math.Sqrt(float64(c.maxMove2))
	switch c.kind {
	case cacheFaceFirst:
		p := &sp.first.hull.planes[c.featureA]
		s := p.n.Dot(k.c) - p.d - k.support(p.n)
		if s > sp.margin {
			sp.cacheSeparation(p.n, p.d)
			return true
		}
		if s >= -eps && sp.cylinderOnFace(k, int(c.featureA)) <= s+featureTolerance {
			sp.cacheFeatures(cacheFaceFirst, int(c.featureA), 0)
			return true
		}
	case cacheFaceSecond:
		n := k.u
		if c.featureB == 1 {
			n = n.Neg()
		}
		reach := sp.first.supportValue(n)
		s := n.Dot(k.c) - k.h - reach
		if s > sp.margin {
			sp.cacheSeparation(n, reach)
			return true
		}
		if s >= -eps && sp.capContact(k, int(c.featureB), -1, s) <= s+featureTolerance {
			sp.cacheFeatures(cacheFaceSecond, sp.incident, int(c.featureB))
			return true
		}
	}
	sp.m.count = 0
	return false
}

// cylinderSupport is the point of second, in first's frame, that lies farthest against n.
func (sp *shapePair) cylinderSupport(n geom.Vec3) geom.Vec3 {
	d := mulTransposed(&sp.firstFromSecond.M, n).Neg()
	p := sp.second.support(d).AddScaled(sp.second.convexRadius(), d)
	return mapPoint(&sp.firstFromSecond, p)
}

// gjkCylinder makes the manifold the nearest points of shapes that are apart, or two points where the cylinder lies along an edge.
func (sp *shapePair) gjkCylinder(k *cylinder) bool {
	if !sp.gjkPoint(0) {
		return false
	}
	if sp.m.count == 0 {
		return true
	}
	sp.alongEdge(k, sp.localNormal(), -1, sp.m.points[0].separation)
	return true
}

// cylinderOnFace makes the manifold from a face of first and what of the cylinder faces it: a cap, or the line of the side that is
// nearest. It returns the separation of the nearest point, +Inf where there is none over the face.
func (sp *shapePair) cylinderOnFace(k *cylinder, face int) float64 {
	p := &sp.first.hull.planes[face]
	along := p.n.Dot(k.u)
	if k.flat && math.Abs(along) > cos45 {
		return sp.capOnFace(p.n, face)
	}

	off := p.n.Scale(-k.r)
	if k.flat {
		off = k.rimDirection(p.n).Scale(-k.r)
	}
	from := k.c.Add(off).AddScaled(-k.h, k.u)
	to := k.c.Add(off).AddScaled(k.h, k.u)
	t0, t1, in, out, ok := clipSegment(sp.first.hull, face, from, to)
	sp.m.count = 0
	if !ok {
		return math.Inf(1)
	}
	z0, z1 := p.n.Dot(from)-p.d, p.n.Dot(to)-p.d
	s0, s1 := z0+float64(t0*(z1-z0)), z0+float64(t1*(z1-z0))
	low := min(s0, s1)
	if low > sp.margin {
		return low
	}
	sp.setNormal(p.n)
	if s0 <= sp.margin {
		sp.add(from.Lerp(to, t0).AddScaled(float64(-0.5*s0), p.n), s0, in)
	}
	if s1 <= sp.margin && float64((t1-t0)*k.h) > 1e-6 {
		sp.add(from.Lerp(to, t1).AddScaled(float64(-0.5*s1), p.n), s1, out)
	}
	return low
}

// clipSegment returns the part of a segment that lies within the sides of a face, and names for its ends.
func clipSegment(h *hull, face int, from, to geom.Vec3) (t0, t1 float64, in, out uint32, ok bool) {
	n := h.planes[face].n
	t1, in, out = 1, 1, 2
	start := h.faces[face]
	a := h.vertices[h.edges[start].origin]
	for i := start; ; {
		next := h.edges[i].next
		b := h.vertices[h.edges[next].origin]
		side := b.Sub(a).Cross(n)
		d0, d1 := side.Dot(from.Sub(a)), side.Dot(to.Sub(a))
		switch {
		case d0 > 0 && d1 > 0:
			return 0, 0, 0, 0, false
		case d0 > 0:
			if t := d0 / (d0 - d1); t > t0 {
				t0, in = t, 0x10000|uint32(i)
			}
		case d1 > 0:
			if t := d0 / (d0 - d1); t < t1 {
				t1, out = t, 0x20000|uint32(i)
			}
		}
		if i, a = next, b; i == start {
			return t0, t1, in, out, t0 <= t1
		}
	}
}

// cylinderPoints makes the manifold from an axis that is not that of a face or cap. It reports whether its features face each
// other.
func (sp *shapePair) cylinderPoints(k *cylinder, b *axisSearch) bool {
	h := sp.first.hull
	n, s := b.n, b.sep
	switch b.kind {
	case axisRadial:
		v := h.vertices[b.item]
		if n.Dot(v) < sp.first.supportValue(n)-featureTolerance {
			return false
		}
		if !sp.alongEdge(k, n, -1, s) {
			sp.setPoint(n, v.AddScaled(float64(0.5*s), n), s, vertexID|uint32(b.item))
		}
		return true
	case axisRim:
		if sp.alongEdge(k, n, b.item, s) {
			return true
		}
		p, v := edgeOf(h, b.item)
		tip := k.c.AddScaled(math.Copysign(k.h, -n.Dot(k.u)), k.u).AddScaled(-k.r, k.rimDirection(n))
		vv := v.Len2()
		t := tip.Sub(p).Dot(v) / vv
		apart := tip.Sub(p.AddScaled(t, v))
		if slack := featureTolerance / math.Sqrt(vv); t < -slack || t > 1+slack || apart.AddScaled(-s, n).Len() > featureTolerance {
			return false
		}
		sp.setPoint(n, tip.AddScaled(float64(-0.5*s), n), s, edgeID|uint32(b.item))
		return true
	}
	if sp.alongEdge(k, n, b.item, s) {
		return true
	}
	p, v := edgeOf(h, b.item)
	// The nearest points p + t*v and c + z*u of the lines.
	d := k.c.Sub(p)
	vv, uv := v.Len2(), v.Dot(k.u)
	det := vv - float64(uv*uv)
	if det < float64(1e-12*vv) {
		return false
	}
	du, dv := d.Dot(k.u), d.Dot(v)
	t := (dv - float64(uv*du)) / det
	z := (float64(uv*dv) - float64(vv*du)) / det
	if slack := featureTolerance / math.Sqrt(vv); t < -slack || t > 1+slack || math.Abs(z) > k.h+featureTolerance {
		return false
	}
	sp.setPoint(n, p.AddScaled(t, v).AddScaled(float64(0.5*s), n), s, edgeID|uint32(b.item))
	return true
}

// vertexID marks the ids of points where a vertex meets a side.
const vertexID = 1 << 30

// edgeOf returns an end and the vector along an edge.
func edgeOf(h *hull, i int) (p, v geom.Vec3) {
	p = h.vertices[h.edges[2*i].origin]
	return p, h.vertices[h.edges[2*i+1].origin].Sub(p)
}

// alongEdge makes the manifold two points where the cylinder lies along an edge that is highest along n: along the given edge,
// or any where that is negative. It reports whether it does, and leaves the manifold alone where it does not; sep is the
// separation along n.
func (sp *shapePair) alongEdge(k *cylinder, n geom.Vec3, edge int, sep float64) bool {
	slant := n.Dot(k.u)
	if math.Abs(slant) > alongSine {
		return false
	}
	r := k.r
	if k.flat {
		r *= math.Sqrt(1 - float64(slant*slant))
	}
	h := sp.first.hull
	from, to := edge, edge+1
	high := math.Inf(-1)
	if edge < 0 {
		from, to = 0, len(h.edges)/2
		high = sp.first.supportValue(n)
	}
	for i := from; i < to; i++ {
		p, v := edgeOf(h, i)
		vv, uv := v.Len2(), v.Dot(k.u)
		if vv-float64(uv*uv) > float64(alongSine*alongSine*vv) {
			continue
		}
		if top := n.Dot(p) + max(0, n.Dot(v)); top < high-featureTolerance {
			continue
		}
		// Where the edge and the cylinder are side by side, as heights over the center of the cylinder.
		z0, z1 := p.Sub(k.c).Dot(k.u), p.Add(v).Sub(k.c).Dot(k.u)
		low, high := max(-k.h, min(z0, z1)), min(k.h, max(z0, z1))
		if high-low < float64(alongSine*min(k.h, math.Abs(z1-z0))) {
			continue
		}
		on := [2]geom.Vec3{p.AddScaled((low-z0)/(z1-z0), v), p.AddScaled((high-z0)/(z1-z0), v)}
		s := [2]float64{
			n.Dot(k.c.AddScaled(low, k.u).Sub(on[0])) - r, n.Dot(k.c.AddScaled(high, k.u).Sub(on[1])) - r,
		}
		if min(s[0], s[1]) > min(sep+preferBy(sep), sp.margin) {
			continue
		}
		sp.m.count = 0
		sp.setNormal(n)
		for j := range on {
			if s[j] <= sp.margin {
				sp.add(on[j].AddScaled(float64(0.5*s[j]), n), s[j], edgeID|uint32(2*i+j))
			}
		}
		return true
	}
	return false
}

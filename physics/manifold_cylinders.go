package physics

import (
	"math"

	"mereo/engine/geom"
)

// resolveCylinders makes the manifold from the best axes of a cylinder and another one, or a capsule: among the axes of cylinders, and all
// others. See resolve.
func (sp *shapePair) resolveCylinders(p *cylinderPair, caps, free *axisSearch) {
	best, n := caps.sep, caps.n
	if free.sep > best {
		best, n = free.sep, free.n
	}
	if best > sp.margin {
		sp.cacheSeparation(n, sp.first.supportValue(n))
		return
	}
	apart := best
	if !p.b.flat {
		apart += p.b.r // the nearest points of the axis count
	}
	ok := acceptable(best, apart)
	if sp.cylindersAlong(p, caps, free, ok) {
		return
	}
	if free.sep >= ok.least && sp.cylindersPoints(p, free.n, free.sep) {
		sp.cacheRoundAxis(free.n)
		return
	}
	sp.cache.kind = cacheNothing
	if sp.gjkPoint(0) {
		return
	}
	sp.setPoint(n, sp.cylinderSupport(n).AddScaled(float64(-0.5*best), n), best, 0)
}

// cylindersAlong makes the manifold along free, if that is better than caps, or else along caps. It reports whether the axis
// is good enough and its features face each other.
func (sp *shapePair) cylindersAlong(p *cylinderPair, caps, free *axisSearch, ok interval) bool {
	if caps.sep >= ok.least && ok.has(sp.capContactOf(caps.item)) {
		sp.cacheFeatures(cacheFaceFirst, caps.item, 0)
		return true
	}
	sp.m.count = 0
	if free.sep > caps.sep+preferBy(caps.sep) && sp.cylindersPoints(p, free.n, free.sep) {
		sp.cacheRoundAxis(free.n)
		return true
	}
	return false
}

// cacheRoundAxis notes an axis along which features of cylinders face each other.
func (sp *shapePair) cacheRoundAxis(n geom.Vec3) {
	sp.cacheFeatures(cacheAxis, 0, 0)
	sp.cache.start = [3]float32{float32(n.X), float32(n.Y), float32(n.Z)}
}

// axis is about the axis of cacheAxis.
func (c *pairCache) axis() geom.Vec3 {
	return geom.Vec3{X: float64(c.start[0]), Y: float64(c.start[1]), Z: float64(c.start[2])}
}

// reuseCylinders makes the manifold from the cap of the cache, or from the axis near that of the cache. It reports whether they still hold.
func (sp *shapePair) reuseCylinders(p *cylinderPair) bool {
	if !sp.unmoved() {
		return false
	}
	if sp.cache.kind == cacheAxis {
		n, s := p.ascend(sp.cache.axis(), sp.margin)
		return s <= sp.margin && sp.cylindersPoints(p, n, s)
	}
	sp.capContactOf(int(sp.cache.featureA))
	return sp.m.count > 0
}

// capContactOf makes the manifold from a cap of the first or second cylinder, 0 or 1, and what of the other faces it. It returns the
// separation of the nearest point, +Inf where there is none over the cap.
func (sp *shapePair) capContactOf(item int) float64 {
	sp.m.count = 0
	if item == 0 {
		return sp.cylinderOnCap()
	}
	r := sp.reversed()
	return r.cylinderOnCap()
}

// cylinderOnCap makes the manifold from the cap of first that faces second and what of second faces it.
func (sp *shapePair) cylinderOnCap() float64 {
	k := sp.second.cylinder(&sp.firstFromSecond)
	n := geom.Vec3{Z: math.Copysign(1, k.c.Z)}
	if k.flat && math.Abs(k.u.Z) > cos45 {
		return sp.capOnCap(&k, n)
	}

	// The line of the side that is nearest, clipped to the circle: a*t^2 + 2*b*t + c <= 0.
	off := k.roundOffset(n)
	from := k.c.Sub(off).AddScaled(-k.h, k.u)
	to := k.c.Sub(off).AddScaled(k.h, k.u)
	if !k.flat {
		off = geom.Vec3{}
	}
	d := to.Sub(from)
	r := sp.first.radius
	a := float64(d.X*d.X) + float64(d.Y*d.Y)
	b := float64(from.X*d.X) + float64(from.Y*d.Y)
	c := float64(from.X*from.X) + float64(from.Y*from.Y) - float64(r*r)
	t0, t1, in, out := 0.0, 1.0, uint32(1), uint32(2)
	if a < 1e-20 {
		if c > 0 {
			return math.Inf(1)
		}
	} else {
		root := float64(b*b) - float64(a*c)
		if root < 0 {
			return math.Inf(1)
		}
		root = math.Sqrt(root)
		if t := (-b - root) / a; t > 0 {
			t0, in = t, 3
		}
		if t := (root - b) / a; t < 1 {
			t1, out = t, 4
		}
		if t0 > t1 {
			return math.Inf(1)
		}
	}
	z0, z1 := n.Dot(from.Lerp(to, t0))-sp.first.halfHeight, n.Dot(from.Lerp(to, t1))-sp.first.halfHeight
	low := min(z0, z1)
	if low > sp.margin {
		return low
	}
	sp.setNormal(n)
	if z0 <= sp.margin {
		sp.add(from.Lerp(to, t0).AddScaled(float64(-0.5*z0), n), z0, in)
	}
	if z1 <= sp.margin && float64((t1-t0)*k.h) > 1e-6 {
		sp.add(from.Lerp(to, t1).AddScaled(float64(-0.5*z1), n), z1, out)
	}
	return low
}

// capOnCap makes the manifold from the cap of first in the direction n, its axis or the opposite, and the cap of second
// that faces it. It returns the separation of the nearest point, +Inf where the caps do not overlap along n.
//
// The lowest points of both rims and the corners where they cross are exact.
func (sp *shapePair) capOnCap(k *cylinder, n geom.Vec3) float64 {
	r1, r2 := sp.first.radius, k.r
	z := float64(n.Z * sp.first.halfHeight)
	down := k.u.Scale(math.Copysign(1, -k.u.Dot(n))) // out of second's cap
	q := k.c.AddScaled(k.h, down)
	scale := -1 / down.Dot(n)

	var points [maxCapPoints]clipPoint
	count := 0
	var rim [rimSlots][2]float64

	// Points of second's rim over first's cap.
	m := &sp.firstFromSecond.M
	back := mulTransposed(m, n)
	id := slots(&rim, r2, back.X, back.Y)
	for i := range rim {
		p := q.AddScaled(rim[i][0], m.X).AddScaled(rim[i][1], m.Y)
		if float64(p.X*p.X)+float64(p.Y*p.Y) <= float64(r1*r1)+1e-12 {
			points[count].set(p.X, p.Y, n.Dot(p)-sp.first.halfHeight, 0, uint16(id)+uint16(i))
			count++
		}
	}

	// Points of first's rim under second's cap. The separation above (x, y) is that of q plus the slope.
	gx, gy := down.X*scale, down.Y*scale
	above := func(x, y float64) float64 {
		return n.Dot(q) - sp.first.halfHeight + float64(gx*(x-q.X)) + float64(gy*(y-q.Y))
	}
	id = slots(&rim, r1, gx, gy)
	for i := range rim {
		x, y := rim[i][0], rim[i][1]
		s := above(x, y)
		p := geom.Vec3{X: x, Y: y, Z: z}.AddScaled(s, n)
		if p.Sub(q).Len2() <= float64(r2*r2)+1e-12 {
			points[count].set(x, y, s, 1, uint16(id)+uint16(i))
			count++
		}
	}

	// Where the rims cross.
	d2 := float64(q.X*q.X) + float64(q.Y*q.Y)
	if d := math.Sqrt(d2); d > math.Abs(r1-r2) && d < r1+r2 {
		a := (d2 + float64(r1*r1) - float64(r2*r2)) / (2 * d)
		b := math.Sqrt(max(0, float64(r1*r1)-float64(a*a)))
		x, y := q.X/d, q.Y/d
		for i, b := range [2]float64{b, -b} {
			px, py := float64(a*x)-float64(b*y), float64(a*y)+float64(b*x)
			// Turn the point about the axis until it is under the rim, by Newton's method.
			var miss float64
			for range 5 {
				s := above(px, py)
				d := geom.Vec3{X: px, Y: py, Z: z}.AddScaled(s, n).Sub(q)
				v := geom.Vec3{X: -py, Y: px}.AddScaled(float64(gy*px)-float64(gx*py), n)
				miss = d.Len2() - float64(r2*r2)
				turn := -miss / (2 * d.Dot(v))
				px, py = px-float64(turn*py), py+float64(turn*px)
				l := r1 / math.Sqrt(float64(px*px)+float64(py*py))
				px, py = px*l, py*l
			}
			if math.Abs(miss) < 1e-9 {
				points[count].set(px, py, above(px, py), 2, uint16(i))
				count++
			}
		}
	}

	kept, low := clipAbove(points[:count], sp.margin)
	kept = kept[:pruneSpread(kept)]
	if len(kept) == 0 {
		return low
	}
	sp.setNormal(n)
	for i := range kept {
		p := &kept[i]
		sp.add(geom.Vec3{X: p.x, Y: p.y, Z: z}.AddScaled(float64(0.5*p.z), n), p.z, p.id())
	}
	return low
}

// cylindersPoints makes the manifold from an axis that is not that of a cap. It reports whether its features face each other.
func (sp *shapePair) cylindersPoints(p *cylinderPair, n geom.Vec3, s float64) bool {
	a, b := &p.a, &p.b
	sp.m.count = 0
	alongA, alongB := n.Dot(a.u), n.Dot(b.u)
	freeA, freeB := math.Abs(alongA) < alongSine, math.Abs(alongB) < alongSine
	d := b.c.Sub(a.c).Sub(a.roundOffset(n)).Sub(b.roundOffset(n))
	uv := a.u.Dot(b.u)

	// Side by side.
	if det := 1 - float64(uv*uv); freeA && freeB && det < alongSine*alongSine {
		at := d.Dot(a.u)
		low, high := max(-a.h, at-float64(b.h*math.Abs(uv))), min(a.h, at+float64(b.h*math.Abs(uv)))
		if high-low > float64(alongSine*min(a.h, b.h)) {
			from := d.AddScaled(-low, a.u).AddScaled((low-at)/uv, b.u)
			to := d.AddScaled(-high, a.u).AddScaled((high-at)/uv, b.u)
			s0, s1 := n.Dot(from), n.Dot(to)
			if min(s0, s1) <= s+preferBy(s) && passes(from.AddScaled(-s0, n), to.AddScaled(-s1, n)) {
				sp.setNormal(n)
				if s0 <= sp.margin {
					sp.add(a.roundOffset(n).AddScaled(low, a.u).AddScaled(float64(0.5*s0), n), s0, 8)
				}
				if s1 <= sp.margin {
					sp.add(a.roundOffset(n).AddScaled(high, a.u).AddScaled(float64(0.5*s1), n), s1, 9)
				}
				return sp.m.count > 0
			}
		}
	}

	// One point of each: of the side, where its line comes nearest to the other point or line, or of the rim or end.
	const level = 1e-7
	freeA, freeB = math.Abs(alongA) < level, math.Abs(alongB) < level
	x, y := math.Copysign(a.h, alongA), math.Copysign(b.h, -alongB)
	switch {
	case freeA && freeB:
		det := 1 - float64(uv*uv)
		if det < parallel2 {
			return false
		}
		du, dv := d.Dot(a.u), d.Dot(b.u)
		x, y = (du-float64(uv*dv))/det, (float64(uv*du)-dv)/det
	case freeA:
		x = d.AddScaled(y, b.u).Dot(a.u)
	case freeB:
		y = d.AddScaled(-x, a.u).Dot(b.u) * -1
	}
	if math.Abs(x) > a.h+featureTolerance || math.Abs(y) > b.h+featureTolerance {
		return false
	}
	to := d.AddScaled(-x, a.u).AddScaled(y, b.u)
	if to.AddScaled(-to.Dot(n), n).Len() > featureTolerance+float64(0.01*math.Abs(s)) {
		return false
	}
	on := a.roundOffset(n).AddScaled(x, a.u)
	sp.setPoint(n, on.AddScaled(float64(0.5*s), n), s, 16)
	return true
}

// passes reports whether the segment from p to q passes the origin.
func passes(p, q geom.Vec3) bool {
	v := q.Sub(p)
	t := 0.0
	if l := v.Len2(); l > 0 {
		t = max(0, min(1, -p.Dot(v)/l))
	}
	return p.AddScaled(t, v).Len() <= featureTolerance
}

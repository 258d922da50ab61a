package physics

import (
	"math"

	"mereo/engine/geom"
)

// cylinderCylinder tests a cylinder against a capsule or cylinder.
//
// The separation along n is n.c - reach1(n) - reach2(n), a closed form. Of shapes that overlap, its largest value lies at
// the axis of a cylinder; across both axes, where side meets side; across one axis, where the side of one meets the
// other's rim or end; or between two rims. The first two are closed forms, and the others are found by ascent. Shapes that are
// apart are left to gjk where their nearest points lie elsewhere.
func (sp *shapePair) cylinderCylinder() {
	p := cylinderPair{
		a: cylinder{u: geom.Vec3{Z: 1}, h: sp.first.halfHeight, r: sp.first.radius, flat: true},
		b: sp.second.cylinder(&sp.firstFromSecond),
	}
	if sp.reuseCylinders(&p) {
		return
	}
	caps := axisSearch{sep: math.Inf(-1)}
	up := geom.Vec3{Z: math.Copysign(1, p.b.c.Z)}
	caps.offer(axisCap, up, p.separation(up), 0)
	if p.b.flat {
		n := p.b.u.Scale(math.Copysign(1, p.b.c.Dot(p.b.u)))
		if s := p.separation(n); s > caps.sep+preferBy(caps.sep) {
			caps.offer(axisCap, n, s, 1)
		}
	}
	if caps.sep > sp.margin {
		sp.cacheSeparation(caps.n, sp.first.supportValue(caps.n))
		return
	}
	free := axisSearch{sep: math.Inf(-1)}
	side := p.acrossBoth()
	free.offer(axisSide, side, p.separation(side), 0)
	if free.sep > sp.margin {
		sp.cacheSeparation(free.n, sp.first.supportValue(free.n))
		return
	}

	// What hardly overlaps, as things that rest on each other, and has its nearest points there, needs no better answer.
	shallow := float64(-0.02 * min(p.a.r, p.b.r))
	if best := max(caps.sep, free.sep); best >= shallow && sp.cylindersAlong(&p, &caps, &free, acceptable(best, math.Inf(1))) {
		return
	}
	start := p.b.c
	switch {
	case sp.cache.kind == cacheSeparated:
		start = sp.cache.vector
	case sp.cache.kind == cacheAxis:
		start = sp.cache.axis()
	case free.sep > caps.sep:
		start = free.n
	}
	sp.ascend(&p, &free, start)
	if best := max(caps.sep, free.sep); best > sp.margin ||
		best >= shallow && sp.cylindersAlong(&p, &caps, &free, acceptable(best, math.Inf(1))) {
		if best > sp.margin {
			sp.cacheSeparation(free.n, sp.first.supportValue(free.n))
		}
		return
	}
	tiltA, tiltB := across(p.b.u, p.a.u), across(p.a.u, p.b.u)
	for _, n := range [...]geom.Vec3{
		p.b.c, p.beside(p.a.u), p.beside(p.b.u), tiltA, tiltA.Neg(), tiltB, tiltB.Neg(), side,
	} {
		sp.ascend(&p, &free, n)
	}
	sp.resolveCylinders(&p, &caps, &free)
}

// ascend offers the best direction near n.
func (sp *shapePair) ascend(p *cylinderPair, best *axisSearch, n geom.Vec3) {
	if n.Len2() == 0 {
		return
	}
	n, s := p.ascend(n, sp.margin)
	best.offer(axisRim, n, s, 0)
}

// across is the part of v across the unit vector u.
func across(v, u geom.Vec3) geom.Vec3 { return v.AddScaled(-v.Dot(u), u) }

// acrossBoth is the unit vector across both axes, or across the one where they are parallel, towards the second cylinder.
func (p *cylinderPair) acrossBoth() geom.Vec3 {
	n := p.a.u.Cross(p.b.u)
	if n.Len2() < parallel2 {
		n = across(p.b.c, p.a.u)
	}
	if n.Len2() == 0 {
		return geom.Vec3{X: 1}
	}
	if n.Dot(p.b.c) < 0 {
		n = n.Neg()
	}
	return n.Unit()
}

// beside is a direction beside u, an axis of one of the cylinders, which is a kink: both turned towards the second cylinder.
func (p *cylinderPair) beside(u geom.Vec3) geom.Vec3 {
	return u.Scale(math.Copysign(1, p.b.c.Dot(u))).AddScaled(0.1, across(p.b.c, u).Unit())
}

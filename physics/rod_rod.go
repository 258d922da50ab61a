package physics

import (
	"math"

	"mereo/engine/geom"
)

// rodRod tests a cylinder against a capsule or cylinder.
//
// The separation along n is n.c - reach1(n) - reach2(n), a closed form. Of shapes that overlap, its largest value lies at
// the axis of a cylinder; across both axes, where side meets side; across one axis, where the side of one meets the
// other's rim or end; or between two rims. The first two are closed forms, and the others are climbed to. Shapes that are
// apart are left to gjk where their nearest points lie elsewhere.
func (e *encounter) rodRod() {
	p := rodPair{
		a: rod{u: geom.Vec3{Z: 1}, h: e.first.halfHeight, r: e.first.radius, flat: true},
		b: e.second.rod(&e.firstFromSecond),
	}
	if e.reuseRodRod(&p) {
		return
	}
	caps := rodSearch{sep: math.Inf(-1)}
	up := geom.Vec3{Z: math.Copysign(1, p.b.c.Z)}
	caps.offer(axisCap, up, p.separation(up), 0)
	if p.b.flat {
		n := p.b.u.Scale(math.Copysign(1, p.b.c.Dot(p.b.u)))
		if s := p.separation(n); s > caps.sep+prefer(caps.sep) {
			caps.offer(axisCap, n, s, 1)
		}
	}
	if caps.sep > e.margin {
		e.apart(caps.n, e.first.reach(caps.n))
		return
	}
	free := rodSearch{sep: math.Inf(-1)}
	side := p.acrossBoth()
	free.offer(axisSide, side, p.separation(side), 0)
	if free.sep > e.margin {
		e.apart(free.n, e.first.reach(free.n))
		return
	}

	// What hardly overlaps, as things that rest on each other, and has its nearest points there, needs no better answer.
	shallow := float64(-0.02 * min(p.a.r, p.b.r))
	if best := max(caps.sep, free.sep); best >= shallow && e.rodRodAlong(&p, &caps, &free, goodAs(best, math.Inf(1))) {
		return
	}
	start := p.b.c
	switch {
	case e.cache.kind == cacheApart:
		start = e.cache.vector
	case e.cache.kind == cacheAxis:
		start = e.cache.axis()
	case free.sep > caps.sep:
		start = free.n
	}
	e.climb(&p, &free, start)
	if best := max(caps.sep, free.sep); best > e.margin ||
		best >= shallow && e.rodRodAlong(&p, &caps, &free, goodAs(best, math.Inf(1))) {
		if best > e.margin {
			e.apart(free.n, e.first.reach(free.n))
		}
		return
	}
	tiltA, tiltB := across(p.b.u, p.a.u), across(p.a.u, p.b.u)
	for _, n := range [...]geom.Vec3{
		p.b.c, p.beside(p.a.u), p.beside(p.b.u), tiltA, tiltA.Neg(), tiltB, tiltB.Neg(), side,
	} {
		e.climb(&p, &free, n)
	}
	e.resolveRodRod(&p, &caps, &free)
}

// climb offers the best direction near n.
func (e *encounter) climb(p *rodPair, best *rodSearch, n geom.Vec3) {
	if n.Len2() == 0 {
		return
	}
	n, s := p.climb(n, e.margin)
	best.offer(axisRim, n, s, 0)
}

// across is the part of v across the unit vector u.
func across(v, u geom.Vec3) geom.Vec3 { return v.AddScaled(-v.Dot(u), u) }

// acrossBoth is the unit vector across both axes, or across the one where they are parallel, towards the second rod.
func (p *rodPair) acrossBoth() geom.Vec3 {
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

// beside is a direction beside u, an axis of one of the rods, which is a kink: both turned towards the second rod.
func (p *rodPair) beside(u geom.Vec3) geom.Vec3 {
	return u.Scale(math.Copysign(1, p.b.c.Dot(u))).AddScaled(0.1, across(p.b.c, u).Unit())
}

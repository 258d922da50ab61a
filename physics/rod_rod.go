package physics

import (
	"math"

	"mereo/engine/geom"
)

// rodRod tests a cylinder against a capsule or cylinder.
//
// The separation along n is n.c - reach1(n) - reach2(n), a closed form. Of shapes that overlap, its largest value lies at
// the axis of a cylinder; across one axis, where the side of one meets the other's side, end or rim; or between two rims.
// The second is searched on the two circles of directions across an axis, the third from the best of all these by
// Newton's method. Shapes that are apart are left to gjk where their nearest points lie elsewhere.
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
	p.acrossBoth(&free)
	if free.sep > e.margin {
		e.apart(free.n, e.first.reach(free.n))
		return
	}
	// What hardly overlaps, as things that rest on each other, and has its nearest points there, needs no better answer.
	best := max(caps.sep, free.sep)
	if best >= float64(-0.02*min(p.a.r, p.b.r)) && e.rodRodAlong(&p, &caps, &free, goodAs(best, math.Inf(1))) {
		return
	}
	p.acrossOne(&free, p.a.u)
	p.acrossOne(&free, p.b.u)
	if p.b.flat {
		p.climb(&free, free.n)
		p.climb(&free, p.b.c)
		p.climb(&free, p.beside(p.a.u))
		p.climb(&free, p.beside(p.b.u))
	}
	e.resolveRodRod(&p, &caps, &free)
}

// rodPair is two rods, in the frame of the first.
type rodPair struct{ a, b rod }

func (p *rodPair) separation(n geom.Vec3) float64 { return n.Dot(p.b.c) - p.a.reach(n) - p.b.reach(n) }

// acrossBoth offers the direction across both axes, or across the one where they are parallel.
func (p *rodPair) acrossBoth(best *rodSearch) {
	n := p.a.u.Cross(p.b.u)
	if n.Len2() < parallel2 {
		n = p.b.c.AddScaled(-p.b.c.Dot(p.a.u), p.a.u)
	}
	if n.Len2() == 0 {
		return
	}
	n = n.Unit()
	if n.Dot(p.b.c) < 0 {
		n = n.Neg()
	}
	best.offer(axisSide, n, p.separation(n), 0)
}

// acrossOne offers the best direction across u, the axis of one of the rods.
func (p *rodPair) acrossOne(best *rodSearch, u geom.Vec3) {
	// The directions cos*q + sin*s. Where the other axis has a part across u, q is along it: the separation has a kink
	// across both axes, and is smooth between.
	q := p.a.u.Add(p.b.u)
	q = q.AddScaled(-q.Dot(u), u)
	if q.Len2() < parallel2 {
		q, _ = geom.Basis(u)
	}
	q = q.Unit()
	s := u.Cross(q)
	const parts = 4 // of each half between the kinks
	for i := range 2 * parts {
		n1 := onCircle(q, s, i, parts)
		n2 := onCircle(q, s, i+1, parts)
		best.offer(axisRim, n1, p.separation(n1), 0)
		p.searchArc(best, n1, n2)
	}
}

// onCircle returns direction i of 2*parts on the circle from -s over q to s and back, without the trigonometry: the
// parts need not be equal.
func onCircle(q, s geom.Vec3, i, parts int) geom.Vec3 {
	if i %= 2 * parts; i >= parts {
		q, s, i = q.Neg(), s.Neg(), i-parts
	}
	t := 2*float64(i)/float64(parts) - 1
	return q.Scale(1-math.Abs(t)).AddScaled(t, s).Unit()
}

// searchArc offers the direction between n1 and n2 with the largest separation, where it is inside.
func (p *rodPair) searchArc(best *rodSearch, n1, n2 geom.Vec3) {
	across := n1.Cross(n2)
	middle := n1.Add(n2)
	sideA, sideB := math.Copysign(1, middle.Dot(p.a.u)), math.Copysign(1, middle.Dot(p.b.u))
	glo := across.Cross(n1).Dot(p.between(n1, sideA, sideB))
	ghi := across.Cross(n2).Dot(p.between(n2, sideA, sideB))
	if glo <= 0 || ghi >= 0 {
		return
	}
	lo, hi := 0.0, 1.0
	var n geom.Vec3
	for range maxPeak {
		t := (float64(lo*ghi) - float64(hi*glo)) / (ghi - glo)
		n = n1.Lerp(n2, t).Unit()
		g := across.Cross(n).Dot(p.between(n, sideA, sideB))
		if math.Abs(g) < flatSlope || hi-lo < 1e-12 {
			break
		}
		if g > 0 {
			lo, glo, ghi = t, g, 0.5*ghi
		} else {
			hi, ghi, glo = t, g, 0.5*glo
		}
	}
	best.offer(axisRim, n, p.separation(n), 0)
}

// between leads from the point of the first rod that lies farthest along n to that of the second that lies farthest
// against it. sideA and sideB say on which half of the rods these are.
func (p *rodPair) between(n geom.Vec3, sideA, sideB float64) geom.Vec3 {
	return p.b.c.AddScaled(float64(-sideA*p.a.h), p.a.u).AddScaled(float64(-sideB*p.b.h), p.b.u).
		Sub(p.a.round(n)).Sub(p.b.round(n))
}

// round is the part of the rod's farthest point along n that its radius makes.
func (k *rod) round(n geom.Vec3) geom.Vec3 {
	if k.flat {
		return k.rim(n).Scale(k.r)
	}
	return n.Scale(k.r)
}

// beside is a direction beside u, an axis of one of the rods, which is a kink: both turned towards the second rod.
func (p *rodPair) beside(u geom.Vec3) geom.Vec3 {
	along := p.b.c.Dot(u)
	return u.Scale(math.Copysign(1, along)).AddScaled(0.1, p.b.c.AddScaled(-along, u).Unit())
}

// climb offers the direction between two rims where the separation is largest, searched from the direction n.
//
// On the sphere the slope of the separation is the part of w across n, with w = between. Its second derivative is
// -rA/sA*ta*ta' - rB/sB*tb*tb' - separation, where s is the sine between n and an axis and t the direction of the rim at
// its farthest point: the radius of curvature of a circle of radius r seen along n is r/s in that direction, 0 across it.
func (p *rodPair) climb(best *rodSearch, n geom.Vec3) {
	if n.Len2() == 0 {
		return
	}
	n = n.Unit()
	sep := p.separation(n)
	for range 30 {
		alongA, alongB := n.Dot(p.a.u), n.Dot(p.b.u)
		sinA, sinB := math.Sqrt(max(0, 1-float64(alongA*alongA))), math.Sqrt(max(0, 1-float64(alongB*alongB)))
		if sinA < 1e-6 || sinB < 1e-6 {
			break
		}
		w := p.between(n, math.Copysign(1, alongA), math.Copysign(1, alongB))
		q, s := geom.Basis(n)
		g1, g2 := w.Dot(q), w.Dot(s)
		if float64(g1*g1)+float64(g2*g2) < 1e-24 {
			break
		}
		ta, tb := p.a.u.Cross(n).Scale(1/sinA), p.b.u.Cross(n).Scale(1/sinB)
		ra, rb := p.a.r/sinA, p.b.r/sinB
		a1, a2, b1, b2 := ta.Dot(q), ta.Dot(s), tb.Dot(q), tb.Dot(s)
		depth := n.Dot(w)
		h11 := float64(ra*a1*a1) + float64(rb*b1*b1) + depth
		h12 := float64(ra*a1*a2) + float64(rb*b1*b2)
		h22 := float64(ra*a2*a2) + float64(rb*b2*b2) + depth
		det := float64(h11*h22) - float64(h12*h12)
		d1, d2 := g1, g2
		if h11 > 0 && det > 0 {
			d1, d2 = (float64(h22*g1)-float64(h12*g2))/det, (float64(h11*g2)-float64(h12*g1))/det
		} else {
			l := 1 / (ra + rb)
			d1, d2 = g1*l, g2*l
		}
		moved := false
		for range 30 {
			m := n.AddScaled(d1, q).AddScaled(d2, s).Unit()
			if f := p.separation(m); f > sep {
				moved = f > sep+1e-15
				n, sep = m, f
				break
			}
			d1, d2 = 0.5*d1, 0.5*d2
		}
		if !moved {
			break
		}
	}
	best.offer(axisRim, n, sep, 1)
}

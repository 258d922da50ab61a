package physics

import (
	"math"

	"mereo/engine/geom"
)

// cylinderPair is two cylinders or capsules, in the frame of the first, whose axis is z.
type cylinderPair struct{ a, b cylinder }

func (p *cylinderPair) separation(n geom.Vec3) float64 {
	return n.Dot(p.b.c) - p.a.support(n) - p.b.support(n)
}

// measured is the separation of the two along a direction, and what its derivatives need.
type measured struct {
	n   geom.Vec3
	sep float64
	// From the first axis to the second, moved by what the radii make of the farthest points along n and against it: the
	// separation is n.d - a.h*|alongA| - b.h*|alongB|.
	d              geom.Vec3
	alongA, alongB float64 // n on the axes
	sinA, sinB     float64 // between n and the axes; 1 for a capsule, whose ends look the same from everywhere
}

// measure computes it along v, of any length but 0.
func (p *cylinderPair) measure(s *measured, v geom.Vec3) {
	a, b := &p.a, &p.b
	n := v.Scale(1 / math.Sqrt(v.Len2()))
	s.n, s.d = n, b.c
	s.alongA, s.alongB = n.Z, n.Dot(b.u)
	if s.sinA = math.Sqrt(float64(n.X*n.X) + float64(n.Y*n.Y)); s.sinA > 0 {
		k := a.r / s.sinA
		s.d.X -= float64(k * n.X)
		s.d.Y -= float64(k * n.Y)
	}
	if s.sinB = 1; !b.flat {
		s.d = s.d.AddScaled(-b.r, n)
	} else {
		rim := n.AddScaled(-s.alongB, b.u)
		if s.sinB = math.Sqrt(rim.Len2()); s.sinB > 0 {
			s.d = s.d.AddScaled(-b.r/s.sinB, rim)
		}
	}
	s.sep = n.Dot(b.c) - (float64(a.h*math.Abs(s.alongA)) + float64(a.r*s.sinA)) -
		(float64(b.h*math.Abs(s.alongB)) + float64(b.r*s.sinB))
}

const (
	// maxAscent bounds the steps of an ascent, which takes about five, and one or two from where the last one of the pair ended.
	maxAscent = 24
	// maxHalvings bounds how often a step that does not ascend is halved.
	maxHalvings = 12
	// maxStep is how far a step goes at most, radians: farther away there are other maxima.
	maxStep = 0.5
	// lastStep is how long a step is, radians, after which the next one were too small to be seen: their lengths are squared.
	lastStep = 1e-7
	// levelSine is the sine below which a direction lies across an axis.
	levelSine = 1e-12
	// flatSlope is the slope of a separation, as a share of the sizes, that counts as none: the separation is then off by
	// its square.
	flatSlope = 1e-11
	// capSine is the sine to an axis below which an ascent ends: what lies there is a cap. nearCap is the one below which it
	// ends where the axis is a maximum.
	capSine, nearCap = 1e-6, 0.1
)

// ascent finds a maximum of the separation of two cylinders on the sphere of directions.
//
// The slope of the separation is the part across n of w, which leads from the farthest point of the first cylinder along n to that of the
// second against n. The second derivative is -rA/sinA*ta*ta' - rB/sinB*tb*tb' - n.w, with t the direction of the rim at its
// farthest point: the radius of curvature of a circle of radius r seen along n is r/sin in that direction, and 0 across it.
//
// Where n passes the plane across an axis, the farthest point jumps from one rim to the other, and the separation has a ridge. A
// maximum lies on the ridge as long as the nearest points lie on the side of the cylinder, and not beyond its ends: then Newton's
// method goes along the ridge, and otherwise leaves it towards that end.
type ascent struct {
	*cylinderPair
	measured
	det      float64 // squared sine between the axes
	parallel bool    // the ridges are one
	flat     float64 // a slope that counts as none
	// Whether n is kept on the ridge of an axis, and else a number with the sign of the end that n sees.
	onA, onB     bool
	sideA, sideB float64
	// Of the step: the slope, n.w with what an end of a capsule adds to the curvature, the frame (ta, q) across n, the direction of
	// second's rim, 0 for a capsule, and the radii of curvature.
	slope     geom.Vec3
	f         float64
	ta, q, tb geom.Vec3
	ra, rb    float64
}

// ascend returns a direction near n along which the separation has a maximum, and the separation. It ends before that where the
// separation is more than enough, and near the axis of a cylinder, which is a candidate of its own.
func (p *cylinderPair) ascend(n geom.Vec3, enough float64) (geom.Vec3, float64) {
	uv := p.a.u.Dot(p.b.u)
	c := ascent{cylinderPair: p, det: 1 - float64(uv*uv), flat: float64(flatSlope * (p.a.h + p.a.r + p.b.h + p.b.r))}
	c.parallel = c.det < 1e-12
	p.measure(&c.measured, n)
	for range maxAscent {
		if c.sep > enough || c.atCap() || c.top() {
			break
		}
		c.derivatives()
		step, ok := c.step()
		if !ok || c.move(step) {
			break
		}
	}
	return c.n, c.sep
}

// atCap reports whether n is on the axis of a cylinder, or near it and that is a maximum.
func (c *ascent) atCap() bool {
	a, b := &c.a, &c.b
	return c.sinA < nearCap && (c.sinA < capSine || c.capHolds(a, b, c.alongA)) ||
		c.sinB < nearCap && (c.sinB < capSine || c.capHolds(b, a, c.alongB))
}

// capHolds reports whether the separation has a maximum at the axis of k, on the side of the sign: whether the farthest point of
// the other cylinder lies over the cap.
func (p *cylinderPair) capHolds(k, other *cylinder, side float64) bool {
	n := k.u.Scale(math.Copysign(1, side))
	w, r := p.b.c.AddScaled(-math.Copysign(other.h, n.Dot(other.u)), other.u), k.r
	if other.flat {
		rim := across(n, other.u)
		if sin := rim.Len(); sin > capSine {
			w = w.AddScaled(-other.r/sin, rim)
		} else {
			r += other.r
		}
	}
	return across(w, k.u).Len2() <= float64(r*r)
}

// top decides which ridges n is kept on, and reports whether it is on both and can go no higher.
func (c *ascent) top() bool {
	a, b := &c.a, &c.b
	c.onA, c.onB = math.Abs(c.alongA) < levelSine, math.Abs(c.alongB) < levelSine
	c.sideA, c.sideB = c.alongA, c.alongB
	if c.parallel {
		c.onB = c.onA
	}
	if !c.onA && !c.onB {
		return false
	}
	onA, onB := c.d.Dot(a.u), c.d.Dot(b.u)
	switch {
	case c.parallel:
		if math.Abs(onA) > a.h+b.h+c.flat {
			c.onA, c.onB, c.sideA, c.sideB = false, false, onA, onB
		}
	case c.onA && c.onB:
		// The nearest points of the axes, d = x/det*a.u + y/det*b.u + what is along n.
		uv := a.u.Dot(b.u)
		x, y := onA-float64(uv*onB), onB-float64(uv*onA)
		overA, overB := math.Abs(x)-float64(a.h*c.det), math.Abs(y)-float64(b.h*c.det)
		if max(overA, overB) <= float64(c.flat*c.det) {
			return true
		}
		if overA > overB {
			c.onA, c.sideA = false, x
		} else {
			c.onB, c.sideB = false, y
		}
	}
	// What is on one ridge sees an end of the other cylinder.
	switch {
	case c.onA && !c.onB:
		if z := onA - float64(math.Copysign(b.h, c.sideB)*a.u.Dot(b.u)); math.Abs(z) > a.h+c.flat {
			c.onA, c.sideA = false, z
		}
	case c.onB && !c.onA:
		if z := onB - float64(math.Copysign(a.h, c.sideA)*a.u.Dot(b.u)); math.Abs(z) > b.h+c.flat {
			c.onB, c.sideB = false, z
		}
	}
	return false
}

// derivatives computes the slope and what bends the separation.
func (c *ascent) derivatives() {
	a, b := &c.a, &c.b
	w := c.d
	if !c.onA {
		w = w.AddScaled(-math.Copysign(a.h, c.sideA), a.u)
	}
	if !c.onB {
		w = w.AddScaled(-math.Copysign(b.h, c.sideB), b.u)
	}
	n := c.n
	c.f = n.Dot(w)
	c.slope = w.AddScaled(-c.f, n)
	c.ta = geom.Vec3{X: -n.Y / c.sinA, Y: n.X / c.sinA}
	c.q = n.Cross(c.ta)
	c.ra, c.rb = a.r/c.sinA, 0
	if b.flat {
		c.rb = b.r / c.sinB
		c.tb = b.u.Cross(n).Scale(1 / c.sinB)
	} else {
		c.f += b.r // an end is a ball, which is bent along all directions
	}
}

// step is the step of Newton's method in the plane across n, or along the ridge. Where the separation bends upwards, the curvature is taken
// as if it bent downwards, so that the step ascends. There is none where the slope is flat.
func (c *ascent) step() (geom.Vec3, bool) {
	if !c.onA && !c.onB {
		c1, c2 := c.tb.Dot(c.ta), c.tb.Dot(c.q)
		g1, g2 := c.slope.Dot(c.ta), c.slope.Dot(c.q)
		if max(math.Abs(g1), math.Abs(g2)) <= c.flat {
			return geom.Vec3{}, false
		}
		b11, b12, b22 := c.ra+float64(c.rb*c1*c1), float64(c.rb*c1*c2), float64(c.rb*c2*c2)
		h11, h22 := b11+c.f, b22+c.f
		det := float64(h11*h22) - float64(b12*b12)
		if h11 <= 0 || det <= 0 {
			h11, h22 = b11+math.Abs(c.f), b22+math.Abs(c.f)
			det = float64(h11*h22) - float64(b12*b12)
		}
		step := c.ta.Scale((float64(h22*g1)-float64(b12*g2))/det).AddScaled((float64(h11*g2)-float64(b12*g1))/det, c.q)
		// A ridge is not left to the wrong side.
		c.onA = math.Abs(c.alongA) < levelSine && float64(step.Dot(c.a.u)*c.sideA) <= 0
		c.onB = math.Abs(c.alongB) < levelSine && float64(step.Dot(c.b.u)*c.sideB) <= 0
		if !c.onA && !c.onB {
			return step, true
		}
	}
	along := c.ta
	if !c.onA {
		along = c.b.u.Cross(c.n) // a unit vector, since n is across the axis
	}
	g := c.slope.Dot(along)
	if math.Abs(g) <= c.flat {
		return geom.Vec3{}, false
	}
	c1, c2 := along.Dot(c.ta), along.Dot(c.tb)
	bend := float64(c.ra*c1*c1) + float64(c.rb*c2*c2)
	if bend+c.f > 0 {
		bend += c.f
	} else {
		bend += math.Abs(c.f)
	}
	return along.Scale(g / bend), true
}

// move goes along the step, but not farther than to the next ridge, and halves it until the separation rises. It reports whether the
// ascent is over.
func (c *ascent) move(step geom.Vec3) bool {
	length := math.Sqrt(step.Len2())
	if length > maxStep {
		step = step.Scale(maxStep / length)
	}
	share, toA, toB := 1.0, c.onA, c.onB
	if !c.onA {
		if z := step.Dot(c.a.u); float64((c.alongA+z)*c.sideA) < 0 {
			share, toA = -c.alongA/z, true
		}
	}
	if !c.onB {
		if z := step.Dot(c.b.u); float64((c.alongB+z)*c.sideB) < 0 {
			if k := -c.alongB / z; k < share {
				share, toA, toB = k, c.onA, true
			}
		}
	}
	var s measured
	for range maxHalvings {
		m := c.n.AddScaled(share, step)
		switch {
		case toA && toB && !c.parallel:
			m = c.a.u.Cross(c.b.u)
			if m.Dot(c.n) < 0 {
				m = m.Neg()
			}
		case toA:
			m.Z = 0
		case toB:
			m = across(m, c.b.u)
		}
		c.measure(&s, m)
		last := length < lastStep && toA == c.onA && toB == c.onB
		if s.sep > c.sep || last {
			c.measured = s
			return last
		}
		share, toA, toB = float64(0.5*share), c.onA, c.onB
	}
	return true
}

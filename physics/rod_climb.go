package physics

import (
	"math"

	"mereo/engine/geom"
)

// rodPair is two rods, in the frame of the first, whose axis is z.
type rodPair struct{ a, b rod }

func (p *rodPair) separation(n geom.Vec3) float64 { return n.Dot(p.b.c) - p.a.reach(n) - p.b.reach(n) }

// sight is what two rods show to each other along a direction.
type sight struct {
	n          geom.Vec3
	separation float64
	// Between the axes of the rods, as they are moved to the farthest points along n and against it but for their halves
	// of length: the separation is n.d - a.h*|alongA| - b.h*|alongB|.
	d              geom.Vec3
	alongA, alongB float64 // n on the axes
	sinA, sinB     float64 // between n and the axes
}

// look fills s for the direction n, which it makes a unit vector.
func (p *rodPair) look(s *sight, n geom.Vec3) {
	n = n.Scale(1 / math.Sqrt(n.Len2()))
	a, b := &p.a, &p.b
	u := b.u
	za, zb := n.Z, n.Dot(u)
	across2 := float64(n.X*n.X) + float64(n.Y*n.Y)
	sinA := math.Sqrt(across2)
	d := b.c
	if sinA > 0 {
		k := a.r / sinA
		d.X -= float64(k * n.X)
		d.Y -= float64(k * n.Y)
	}
	sinB := 1.0
	if b.flat {
		v := n.AddScaled(-zb, u)
		sinB = math.Sqrt(v.Len2())
		if sinB > 0 {
			d = d.AddScaled(-b.r/sinB, v)
		}
	} else {
		d = d.AddScaled(-b.r, n)
	}
	s.n, s.d, s.alongA, s.alongB, s.sinA, s.sinB = n, d, za, zb, sinA, sinB
	s.separation = n.Dot(b.c) - (float64(a.h*math.Abs(za)) + float64(a.r*sinA)) - (float64(b.h*math.Abs(zb)) + float64(b.r*sinB))
}

const (
	// maxClimb bounds the steps of a climb, which takes about five, and one from where the last step of a simulation ended.
	maxClimb = 24
	// levelSine is the sine below which a direction lies across an axis.
	levelSine = 1e-12
	// flatSlope is the slope of a separation, as a share of the sizes, that counts as none: the separation is then off by
	// its square.
	flatSlope = 1e-11
	// capSine is the sine to an axis below which a climb ends: what lies there is a cap. nearCap is the one below which it
	// ends where the axis is a maximum.
	capSine, nearCap = 1e-6, 0.1
)

// capHolds reports whether the separation has a maximum at the axis of k, on the side of the sign: whether the farthest point of
// the other rod lies over the cap.
func (p *rodPair) capHolds(k, other *rod, side float64) bool {
	n := k.u.Scale(math.Copysign(1, side))
	v := across(n, other.u)
	w, r := p.b.c, k.r
	if sin := v.Len(); !other.flat {
	} else if sin > capSine {
		w = w.AddScaled(-other.r/sin, v)
	} else {
		r += other.r
	}
	w = w.AddScaled(-math.Copysign(other.h, n.Dot(other.u)), other.u)
	return across(w, k.u).Len2() <= float64(r*r)
}

// climb returns a direction near n along which the separation has a maximum, and the separation. It ends short of the
// axis of a cylinder, where another maximum may lie.
//
// On the sphere of directions the slope of the separation is the part across n of w, which leads from the farthest point
// of the first rod along n to that of the second against n. The second derivative is -rA/sinA*ta*ta' - rB/sinB*tb*tb' -
// separation, with t the direction of the rim at its farthest point: the radius of curvature of a circle of radius r seen
// along n is r/sin in that direction, and 0 across it. Where n crosses the plane across an axis, the farthest point jumps from
// one rim to the other. The separation has a ridge there, on which a maximum lies as long as w, less the halves of the
// axis, ends within the length of the rod; Newton's method goes along the ridge then.
func (p *rodPair) climb(n geom.Vec3, enough float64) (geom.Vec3, float64) {
	a, b := &p.a, &p.b
	ua, ub := a.u, b.u
	uv := ua.Dot(ub)
	det := 1 - float64(uv*uv)
	parallel := det < 1e-12
	flat := float64(flatSlope * (a.h + a.r + b.h + b.r))
	var s, t sight
	p.look(&s, n)
	for range maxClimb {
		if s.separation > enough || s.sinA < nearCap && (s.sinA < capSine || p.capHolds(a, b, s.alongA)) ||
			b.flat && s.sinB < nearCap && (s.sinB < capSine || p.capHolds(b, a, s.alongB)) {
			break
		}
		onA, onB := math.Abs(s.alongA) < levelSine, math.Abs(s.alongB) < levelSine
		if parallel {
			onB = onA
		}
		sideA, sideB := s.alongA, s.alongB
		g := s.d.AddScaled(-s.n.Dot(s.d), s.n)
		if onA && onB && parallel {
			if z := g.Dot(ua); math.Abs(z) > a.h+b.h+flat {
				onA, onB, sideA, sideB = false, false, z, math.Copysign(z, float64(z*uv))
			}
		} else if onA && onB {
			ga, gb := g.Dot(ua), g.Dot(ub)
			x, y := ga-float64(uv*gb), gb-float64(uv*ga) // det times the places on the axes
			overA, overB := math.Abs(x)-float64(a.h*det), math.Abs(y)-float64(b.h*det)
			if max(overA, overB) <= float64(flat*det) {
				break
			}
			if overA > overB {
				onA, sideA = false, x
			} else {
				onB, sideB = false, y
			}
		}
		w := s.d
		if !onA {
			w = w.AddScaled(-math.Copysign(a.h, sideA), ua)
		}
		if !onB {
			w = w.AddScaled(-math.Copysign(b.h, sideB), ub)
		}
		if onA && !onB {
			if z := w.Dot(ua); math.Abs(z) > a.h+flat {
				onA, sideA = false, z
				w = w.AddScaled(-math.Copysign(a.h, z), ua)
			}
		} else if onB && !onA {
			if z := w.Dot(ub); math.Abs(z) > b.h+flat {
				onB, sideB = false, z
				w = w.AddScaled(-math.Copysign(b.h, z), ub)
			}
		}
		f := s.n.Dot(w)
		g = w.AddScaled(-f, s.n)

		// The frame (ta, q) of the plane across n.
		ta := geom.Vec3{X: -s.n.Y / s.sinA, Y: s.n.X / s.sinA}
		q := s.n.Cross(ta)
		ra, rb := a.r/s.sinA, 0.0
		var tb geom.Vec3
		if !b.flat {
			f += b.r // an end is a ball: as much curved along all directions
		} else {
			rb = b.r / s.sinB
			tb = ub.Cross(s.n).Scale(1 / s.sinB)
		}
		var step geom.Vec3
		if !onA && !onB {
			c1, c2 := tb.Dot(ta), tb.Dot(q)
			g1, g2 := g.Dot(ta), g.Dot(q)
			if max(math.Abs(g1), math.Abs(g2)) <= flat {
				break
			}
			h11 := ra + float64(rb*c1*c1) + f
			h12 := float64(rb * c1 * c2)
			h22 := float64(rb*c2*c2) + f
			det := float64(h11*h22) - float64(h12*h12)
			if h11 > 0 && det > 0 {
				step = ta.Scale((float64(h22*g1)-float64(h12*g2))/det).
					AddScaled((float64(h11*g2)-float64(h12*g1))/det, q)
			} else {
				// The direction of a maximum is lost, but not that of ascent.
				h11, h22 = h11-f+math.Abs(f), h22-f+math.Abs(f)
				det = float64(h11*h22) - float64(h12*h12)
				step = ta.Scale((float64(h22*g1)-float64(h12*g2))/det).
					AddScaled((float64(h11*g2)-float64(h12*g1))/det, q)
			}
			// A ridge that is left to one side is not crossed to the other.
			onA = math.Abs(s.alongA) < levelSine && float64(step.Dot(ua)*sideA) <= 0
			onB = math.Abs(s.alongB) < levelSine && float64(step.Dot(ub)*sideB) <= 0
		}
		if onA || onB {
			along := ta
			if !onA {
				along = tb
				if !b.flat {
					along = ub.Cross(s.n)
				}
			}
			g1 := g.Dot(along)
			c1, c2 := along.Dot(ta), along.Dot(tb)
			bend := float64(ra*c1*c1) + float64(rb*c2*c2)
			if math.Abs(g1) <= flat {
				break
			}
			if bend+f > 0 {
				bend += f
			} else {
				bend -= f
			}
			step = along.Scale(g1 / bend)
		}
		if l := step.Len2(); l > 1 {
			step = step.Scale(1 / math.Sqrt(l))
		}

		small := step.Len2() < 1e-14 // the next step were too small to be seen

		// No farther than to the next ridge.
		share, toA, toB := 1.0, onA, onB
		if !onA {
			if z := step.Dot(ua); float64((s.alongA+z)*sideA) < 0 {
				share, toA = -s.alongA/z, true
			}
		}
		if !onB {
			if z := step.Dot(ub); float64((s.alongB+z)*sideB) < 0 {
				if k := -s.alongB / z; k < share {
					share, toA, toB = k, onA, true
				}
			}
		}
		rose := false
		for range 12 {
			m := s.n.AddScaled(share, step)
			switch {
			case toA && toB && !parallel:
				m = ua.Cross(ub)
				if m.Dot(s.n) < 0 {
					m = m.Neg()
				}
			case toA:
				m.Z = 0
			case toB:
				m = m.AddScaled(-m.Dot(ub), ub)
			}
			p.look(&t, m)
			if t.separation > s.separation {
				rose = true
				break
			}
			if small && toA == onA && toB == onB {
				return t.n, t.separation
			}
			share, toA, toB = float64(0.5*share), onA, onB
		}
		if !rose {
			break
		}
		s = t
	}
	return s.n, s.separation
}

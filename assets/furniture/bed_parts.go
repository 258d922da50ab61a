package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// A bed lies along Y with its head at +Y; its mattress fills |x| <= w/2, |y| <= l/2.

// bedSize draws the mattress: width and length.
func bedSize(s *rng.Stream) (w, l float64) {
	w = rng.Choose(s, []float64{0.9, 1.0, 1.2, 1.4, 1.5, 1.6, 1.8}) + s.Uniform(-0.03, 0.03)
	return w, s.Uniform(1.9, 2.08)
}

// mattress lies on z with its top at z+h: a soft box that swells a little, with a cord round both rims.
func mattress(w, l, z, h float64) []*mesh.Mesh {
	box := solid.Deform(solid.SoftBox(geom.V(w, l, h), min(0.05, 0.3*h), 1, 3, 4, 1), func(p geom.Vec3) geom.Vec3 {
		u, v := 2*p.X/w, 2*p.Y/l
		if p.Z > 0 {
			p.Z += float64(0.012 * (1 - float64(u*u)) * (1 - float64(v*v)))
		}
		return geom.V(p.X, p.Y, p.Z+z+h/2)
	})
	out := []*mesh.Mesh{box}
	for _, k := range []float64{-1, 1} {
		path := solid.RoundedRect(w-0.004, l-0.004, 0.05, 2).Flat(z + h/2 + float64(k*(h/2-0.018)))
		out = append(out, solid.SweepLoop(path, geom.V(0, 0, 1), solid.Ellipse(0.009, 0.009, 4)))
	}
	return out
}

// pillow has the given extents around the origin: thick in the middle, thin at the seam, with drawn-out corners.
func pillow(w, d, h float64) *mesh.Mesh {
	const nu, nv = 7, 5
	m := &mesh.Mesh{}
	// param spaces the grid lines closer towards the seam, where the surface turns down.
	param := func(i, n int) float64 { return geom.Sin(math.Pi / 2 * (2*float64(i)/float64(n) - 1)) }
	full := func(u float64) float64 { return math.Sqrt(max(0, 1-float64(float64(u*u)*float64(u*u)))) }
	for _, side := range []float64{1, -0.6} {
		base := uint32(len(m.Positions))
		for j := range nv + 1 {
			for i := range nu + 1 {
				u, v := param(i, nu), param(j, nv)
				f := float64(full(u) * full(v))
				if i == 0 || j == 0 || i == nu || j == nv {
					f = 0
				}
				m.Positions = append(m.Positions, geom.V(
					float64(w/2*u)*(1-float64(0.07*(1-float64(v*v)))),
					float64(d/2*v)*(1-float64(0.09*(1-float64(u*u)))),
					h/1.6*side*f))
			}
		}
		for j := range nv {
			for i := range nu {
				a := base + uint32(j*(nu+1)+i)
				b, c, e := a+1, a+nu+2, a+nu+1
				if side < 0 {
					b, e = e, b
				}
				m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, e})
			}
		}
	}
	return m
}

// duvet covers the mattress from y0 (beyond the foot) to y1: th thick above z, hanging down by drop at the sides and at
// the foot, in folds drawn from the stream.
func duvet(s *rng.Stream, w, y0, y1, z, th, drop float64) *mesh.Mesh {
	size := geom.V(w+0.07, y1-y0, drop+th)
	waves, phase := s.Uniform(20, 28), s.Uniform(0, 6)
	a, b := s.Uniform(1.5, 3), s.Uniform(0, 6)
	m := solid.SoftBox(size, 0.045, 1, 7, 11, 1)
	return solid.Deform(m, func(p geom.Vec3) geom.Vec3 {
		t := 0.5 - p.Z/size.Z // 0 at the top, 1 at the hem
		hang := float64(t * t)
		fold := float64(hang * (0.012 + float64(0.014*geom.Sin(float64(waves*p.Y)+phase))))
		footFold := float64(hang * (0.012 + float64(0.014*geom.Sin(float64(waves*p.X)+phase))))
		x, y := p.X, p.Y
		edgeX := max(0, math.Abs(p.X)-size.X/2+0.06) / 0.06
		x += math.Copysign(fold*edgeX, p.X)
		if p.Y < 0 {
			edgeY := max(0, -p.Y-size.Y/2+0.06) / 0.06
			y -= float64(footFold * edgeY)
		}
		puff := float64(0.008 * (1 - hang) * (1 + float64(geom.Sin(float64(3*a*p.X)+b)*geom.Cos(float64(2.2*a*p.Y)+b))))
		// The hem is not quite level either.
		lift := float64(0.02 * hang * geom.Sin(float64(3.1*p.Y)+float64(2.3*p.X)+phase))
		return geom.V(x, y+(y0+y1)/2, p.Z+z+th-size.Z/2+puff+lift)
	})
}

// bedding adds the sleep area on z: mattress, pillows, and mostly a duvet or a throw. hang limits how far a duvet may
// hang down. leanY is the face of the headboard, against which pillows may lean; 0 for none. It returns the height of
// the mattress.
func bedding(b *builder, s *rng.Stream, w, l, z, hang, leanY float64) float64 {
	h := s.Uniform(0.16, 0.26)
	parts := mattress(w, l, z, h)
	top := z + h
	// Pillows. edge is how far they come down the bed.
	n := 1
	if w > 1.15 {
		n = 2
	}
	pw, pd, ph := min(s.Uniform(0.55, 0.7), 0.92*w/float64(n)), s.Uniform(0.38, 0.46), s.Uniform(0.13, 0.17)
	lean := leanY > 0 && s.Bool(0.4)
	rows := 1
	if lean && s.Bool(0.5) {
		rows = 2 // one upright against the headboard, one lying before it
	}
	edge := l / 2
	for i := range n {
		x := (float64(i) - float64(n-1)/2) * (w - 0.04) / float64(n)
		for r := range rows {
			p := pillow(pw*s.Uniform(0.96, 1.02), pd, ph)
			turn := geom.RotZ(s.Uniform(-0.06, 0.06))
			if lean && r == 0 {
				a := s.Uniform(0.9, 1.15)
				sin, cos := geom.SinCos(a)
				turn = turn.Mul(geom.RotX(a))
				p = solid.Place(p, geom.Transform{M: turn, T: geom.V(x, leanY-float64(0.5*pd*cos)-float64(0.4*ph*sin),
					top+float64(0.46*pd*sin))})
			} else {
				y := l/2 - 0.05 - pd/2
				if lean {
					y -= 0.24
				}
				p = solid.Place(p, geom.Transform{M: turn, T: geom.V(x, y, top+float64(0.3*ph))})
			}
			edge = min(edge, p.Bounds().Min.Y)
			parts = append(parts, p)
		}
	}
	// Covers, and the free face from y0 to y1 on which something may stand.
	drop := min(h+hang, s.Uniform(0.2, 0.34))
	y0, y1 := -l/2+0.08, edge-0.04
	switch s.IntN(5) {
	case 0: // nothing but the mattress
	case 1: // a throw across the foot
		long := s.Uniform(0.45, 0.65)
		parts = append(parts, duvet(s, w, -l/2+0.14, -l/2+0.14+long, top, 0.022, min(drop, float64(0.9*h))))
	default:
		end := edge - s.Uniform(-0.08, 0.25) // under the pillows' rim or below them
		th := s.Uniform(0.035, 0.055)
		parts = append(parts, duvet(s, w, -l/2-0.035, end, top, th, drop))
		if s.Bool(0.6) { // its upper edge turned back
			f := s.Uniform(0.22, 0.34)
			m := solid.SoftBox(geom.V(w+0.085, f, 0.05), 0.02, 1, 2, 1, 1)
			parts = append(parts, solid.Move(m, geom.V(0, end-f/2+0.015, top+th+0.006)))
			end -= f + 0.02
		}
		y1 = min(y1, end-0.05)
	}
	surface := top
	for _, m := range parts {
		for _, p := range m.Positions {
			if math.Abs(p.X) <= w/2 && p.Y >= y0-0.1 && p.Y <= y1+0.02 {
				surface = max(surface, p.Z)
			}
		}
	}
	part := b.add("sleep-area", "bed_sleep_area", parts...)
	b.support(part, surface, solid.Rect(w-0.16, y1-y0).Move(0, (y0+y1)/2))
	return top
}

// sideRails are the boards beside the mattress, from y0 to y1, of height z0 to z1 and outer faces at |x| = x.
func sideRails(b *builder, x, y0, y1, z0, z1, thick float64) {
	b.addPair("rail", Other, solid.BoxBetween(geom.V(x-thick, y0, z0), geom.V(x, y1, z1), 0.006, 1))
}

// bedDeck is the hidden board that carries the mattress.
func bedDeck(b *builder, x, y0, y1, z float64) {
	b.add("deck", Other, solid.BoxBetween(geom.V(-x, y0, z-0.03), geom.V(x, y1, z), 0, 0))
}

// archedPanel is an upright board from -x to x and z0 to z1, thick deep around y, its upper edge raised by rise in the
// middle.
func archedPanel(x, z0, z1, y, thick, rise, bevel float64) *mesh.Mesh {
	o := solid.Rect(2*x, z1-z0).Move(0, (z0+z1)/2)
	if rise != 0 {
		o = solid.Bowed(o, []float64{0, 0, rise, 0}, 14)
	}
	return solid.Move(uprightBoard(o, thick, bevel), geom.V(0, y, 0))
}

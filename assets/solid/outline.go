package solid

import (
	"fmt"
	"math"

	"mereo/engine/geom"
)

// P2 is a point of a flat figure, in meters. In a lathe profile X is the radius and Y the height.
type P2 struct{ X, Y float64 }

func (a P2) add(b P2) P2                  { return P2{a.X + b.X, a.Y + b.Y} }
func (a P2) sub(b P2) P2                  { return P2{a.X - b.X, a.Y - b.Y} }
func (a P2) addScaled(s float64, b P2) P2 { return P2{a.X + float64(s*b.X), a.Y + float64(s*b.Y)} }
func (a P2) lerp(b P2, t float64) P2      { return a.addScaled(t, b.sub(a)) }
func (a P2) dot(b P2) float64             { return float64(a.X*b.X) + float64(a.Y*b.Y) }
func (a P2) cross(b P2) float64           { return float64(a.X*b.Y) - float64(a.Y*b.X) }
func (a P2) len() float64                 { return math.Sqrt(a.dot(a)) }

func (a P2) unit() P2 {
	l := a.len()
	if l == 0 {
		return P2{}
	}
	return P2{a.X / l, a.Y / l}
}

// Outline is a simple polygon, counter-clockwise, without its first point repeated.
type Outline []P2

// Rect is the rectangle of width w (along X) and height h (along Y) around the origin.
func Rect(w, h float64) Outline {
	return Outline{{-w / 2, -h / 2}, {w / 2, -h / 2}, {w / 2, h / 2}, {-w / 2, h / 2}}
}

// RoundedRect is Rect with corner arcs of radius r in seg pieces; it has 4*(seg+1) points.
func RoundedRect(w, h, r float64, seg int) Outline { return Rounded(Rect(w, h), r, seg) }

// Ellipse has n points; the first lies on +X.
func Ellipse(rx, ry float64, n int) Outline {
	o := make(Outline, n)
	for i := range o {
		s, c := geom.SinCos(2 * math.Pi * float64(i) / float64(n))
		o[i] = P2{rx * c, ry * s}
	}
	return o
}

// Regular is the n-gon with circumradius r that stands on a side.
func Regular(r float64, n int) Outline {
	return Ellipse(r, r, n).Turn(-math.Pi/2 + math.Pi/float64(n))
}

// Superellipse is |x/rx|^e + |y/ry|^e = 1 with n points: e = 2 is the ellipse, e = 4 a squarish table top.
// The points have equal parameter steps of Lame's parametrization x = rx*sgn(cos)|cos|^(2/e).
func Superellipse(rx, ry, e float64, n int) Outline {
	o := make(Outline, n)
	for i := range o {
		s, c := geom.SinCos(2 * math.Pi * (float64(i) + 0.5) / float64(n))
		o[i] = P2{rx * signedPow(c, 2/e), ry * signedPow(s, 2/e)}
	}
	return o
}

// Trapezoid has width w0 at y = -d/2 and w1 at y = +d/2.
func Trapezoid(w0, w1, d float64) Outline {
	return Outline{{-w0 / 2, -d / 2}, {w0 / 2, -d / 2}, {w1 / 2, d / 2}, {-w1 / 2, d / 2}}
}

// Rounded replaces every corner by an arc of radius r in seg pieces (seg+1 points a corner). Where r does not fit, the
// largest radius that leaves both sides a remainder is used. seg 0 or r 0 keeps the corners.
func Rounded(o Outline, r float64, seg int) Outline {
	if seg < 1 || r <= 0 {
		return append(Outline(nil), o...)
	}
	out := make(Outline, 0, len(o)*(seg+1))
	for i, p := range o {
		a, b := o[(i+len(o)-1)%len(o)].sub(p), o[(i+1)%len(o)].sub(p)
		la, lb := a.len(), b.len()
		ea, eb := a.unit(), b.unit()
		// theta is the angle between the sides; the arc touches them t away from the corner, t = r/tan(theta/2).
		theta := geom.Acos(ea.dot(eb))
		if theta > math.Pi-1e-6 || theta < 1e-6 {
			for range seg + 1 {
				out = append(out, p)
			}
			continue
		}
		half := geom.Tan(theta / 2)
		t := min(r/half, 0.49*min(la, lb))
		rad := t * half
		center := p.addScaled(rad/geom.Sin(theta/2), ea.add(eb).unit())
		from, to := p.addScaled(t, ea).sub(center), p.addScaled(t, eb).sub(center)
		turn := math.Pi - theta
		if from.cross(to) < 0 {
			turn = -turn
		}
		for k := range seg + 1 {
			s, c := geom.SinCos(turn * float64(k) / float64(seg))
			out = append(out, center.add(P2{float64(c*from.X) - float64(s*from.Y), float64(s*from.X) + float64(c*from.Y)}))
		}
	}
	return out
}

// Bowed replaces side i (from corner i to the next) by a parabola in seg pieces that bulges outwards by sag[i] meters,
// inwards where negative. It panics unless there is one sag a side.
func Bowed(o Outline, sag []float64, seg int) Outline {
	if len(sag) != len(o) {
		panic(fmt.Sprintf("solid: %d sags for %d sides", len(sag), len(o)))
	}
	var out Outline
	for i, p := range o {
		q := o[(i+1)%len(o)]
		e := q.sub(p).unit()
		normal := P2{e.Y, -e.X}
		n := seg
		if sag[i] == 0 {
			n = 1
		}
		for k := range n {
			t := float64(k) / float64(n)
			out = append(out, p.lerp(q, t).addScaled(4*sag[i]*t*(1-t), normal))
		}
	}
	return out
}

// Move returns the outline shifted by (x, y), which are rounded first: products could be fused where this is inlined.
func (o Outline) Move(x, y float64) Outline {
	x, y = float64(x), float64(y)
	return o.each(func(p P2) P2 { return P2{p.X + x, p.Y + y} })
}

// Scale returns the outline stretched about the origin; a negative product of the factors reverses the order, so that
// the result is counter-clockwise again.
func (o Outline) Scale(x, y float64) Outline {
	out := o.each(func(p P2) P2 { return P2{p.X * x, p.Y * y} })
	if x*y < 0 {
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
	}
	return out
}

// Turn returns the outline turned counter-clockwise by a radians about the origin.
func (o Outline) Turn(a float64) Outline {
	s, c := geom.SinCos(a)
	return o.each(func(p P2) P2 {
		return P2{float64(c*p.X) - float64(s*p.Y), float64(s*p.X) + float64(c*p.Y)}
	})
}

// Inset returns the outline with every side moved inwards by d (outwards where negative), the corners where the moved
// sides meet. A corner moves at most 2*|d|. Radii smaller than d turn inside out, so keep d below them.
func (o Outline) Inset(d float64) Outline {
	out := make(Outline, len(o))
	for i, p := range o {
		a := p.sub(o[(i+len(o)-1)%len(o)]).unit()
		b := o[(i+1)%len(o)].sub(p).unit()
		na, nb := P2{-a.Y, a.X}, P2{-b.Y, b.X}
		m := na.add(nb).unit()
		// cos is that of half the turn; the miter is d/cos.
		cos := max(0.5, m.dot(na))
		out[i] = p.addScaled(d/cos, m)
	}
	return out
}

// Area is positive for a counter-clockwise outline.
func (o Outline) Area() float64 {
	var s float64
	for i, p := range o {
		s += p.cross(o[(i+1)%len(o)])
	}
	return s / 2
}

// Flat puts the outline into the horizontal plane at height z: X to X, Y to Y.
func (o Outline) Flat(z float64) []geom.Vec3 {
	out := make([]geom.Vec3, len(o))
	for i, p := range o {
		out[i] = geom.V(p.X, p.Y, z)
	}
	return out
}

// In puts the outline into space: X along u, Y along v, the origin at c.
func (o Outline) In(c, u, v geom.Vec3) []geom.Vec3 {
	out := make([]geom.Vec3, len(o))
	for i, p := range o {
		out[i] = c.AddScaled(p.X, u).AddScaled(p.Y, v)
	}
	return out
}

func (o Outline) each(f func(P2) P2) Outline {
	out := make(Outline, len(o))
	for i, p := range o {
		out[i] = f(p)
	}
	return out
}

// signedPow is sgn(x)|x|^p for 0 < p, by square roots and products only: math.Pow is assembly on some processors.
// The exponent is taken to 16 binary places.
func signedPow(x, p float64) float64 {
	a := math.Abs(x)
	if a < 1e-15 {
		return 0
	}
	whole := math.Floor(p)
	r := 1.0
	for range int(whole) {
		r *= a
	}
	frac, root := p-whole, a
	for range 16 {
		root = math.Sqrt(root)
		frac *= 2
		if frac >= 1 {
			r *= root
			frac--
		}
	}
	return math.Copysign(r, x)
}

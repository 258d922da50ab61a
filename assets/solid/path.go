package solid

import (
	"math"

	"mereo/engine/geom"
)

// Bezier returns n+1 points of the cubic with the given control points, ends included.
func Bezier(p0, p1, p2, p3 geom.Vec3, n int) []geom.Vec3 {
	out := make([]geom.Vec3, n+1)
	for i := range out {
		t := float64(i) / float64(n)
		// de Casteljau's construction.
		a, b, c := p0.Lerp(p1, t), p1.Lerp(p2, t), p2.Lerp(p3, t)
		out[i] = a.Lerp(b, t).Lerp(b.Lerp(c, t), t)
	}
	return out
}

// CatmullRom returns a smooth path through all points with n pieces between each two (Catmull and Rom 1974, uniform
// form); the ends continue straight.
func CatmullRom(points []geom.Vec3, n int) []geom.Vec3 {
	at := func(i int) geom.Vec3 {
		if i < 0 {
			return points[0].Lerp(points[1], -1)
		}
		if l := len(points); i >= l {
			return points[l-1].Lerp(points[l-2], -1)
		}
		return points[i]
	}
	out := []geom.Vec3{points[0]}
	for i := range len(points) - 1 {
		p0, p1, p2, p3 := at(i-1), at(i), at(i+1), at(i+2)
		// The Bezier points of the same piece: tangents are (p2-p0)/2 and (p3-p1)/2.
		piece := Bezier(p1, p1.AddScaled(1.0/6, p2.Sub(p0)), p2.AddScaled(-1.0/6, p3.Sub(p1)), p2, n)
		out = append(out, piece[1:]...)
	}
	return out
}

// Spline is CatmullRom for lathe profiles and outlines.
func Spline(points []P2, n int) []P2 {
	v := make([]geom.Vec3, len(points))
	for i, p := range points {
		v[i] = geom.V(p.X, p.Y, 0)
	}
	var out []P2
	for _, p := range CatmullRom(v, n) {
		out = append(out, P2{max(p.X, 0), p.Y})
	}
	return out
}

// RoundedPath is the polyline through the points with every inner corner replaced by an arc of radius r in seg pieces,
// as a bent tube has. Where r does not fit between two corners it is made smaller.
func RoundedPath(points []geom.Vec3, r float64, seg int) []geom.Vec3 {
	out := []geom.Vec3{points[0]}
	for i := 1; i < len(points)-1; i++ {
		out = append(out, fillet(points[i-1], points[i], points[i+1], r, seg)...)
	}
	return append(out, points[len(points)-1])
}

// RoundedLoop is RoundedPath for a closed polyline.
func RoundedLoop(points []geom.Vec3, r float64, seg int) []geom.Vec3 {
	var out []geom.Vec3
	n := len(points)
	for i := range points {
		out = append(out, fillet(points[(i+n-1)%n], points[i], points[(i+1)%n], r, seg)...)
	}
	return out
}

// fillet returns the arc at corner p between the sides to a and b.
func fillet(a, p, b geom.Vec3, r float64, seg int) []geom.Vec3 {
	ea, eb := a.Sub(p), b.Sub(p)
	la, lb := ea.Len(), eb.Len()
	ea, eb = ea.Unit(), eb.Unit()
	theta := geom.Acos(ea.Dot(eb))
	if theta > math.Pi-1e-6 || theta < 1e-6 || seg < 1 {
		return []geom.Vec3{p}
	}
	half := geom.Tan(theta / 2)
	t := min(r/half, 0.49*min(la, lb))
	rad := t * half
	center := p.AddScaled(rad/geom.Sin(theta/2), ea.Add(eb).Unit())
	from := p.AddScaled(t, ea).Sub(center)
	// The arc leaves its first point towards the corner.
	side := ea.Scale(-rad)
	out := make([]geom.Vec3, seg+1)
	for k := range out {
		s, c := geom.SinCos((math.Pi - theta) * float64(k) / float64(seg))
		out[k] = center.AddScaled(c, from).AddScaled(s, side)
	}
	return out
}

// CircleArc returns n+1 points about the Z axis through c: radius r, from angle a0 to a1 (radians from +X).
func CircleArc(c geom.Vec3, r, a0, a1 float64, n int) []geom.Vec3 {
	out := make([]geom.Vec3, n+1)
	for i := range out {
		s, co := geom.SinCos(a0 + float64((a1-a0)*float64(i)/float64(n)))
		out[i] = c.Add(geom.V(r*co, r*s, 0))
	}
	return out
}

// Length is the sum of the path's pieces in meters.
func Length(path []geom.Vec3) float64 {
	var l float64
	for i := 1; i < len(path); i++ {
		l += path[i].Sub(path[i-1]).Len()
	}
	return l
}

// fractions returns the arc length up to each point divided by the whole.
func fractions(path []geom.Vec3) []float64 {
	f := make([]float64, len(path))
	for i := 1; i < len(path); i++ {
		f[i] = f[i-1] + path[i].Sub(path[i-1]).Len()
	}
	if total := f[len(f)-1]; total > 0 {
		for i := range f {
			f[i] /= total
		}
	}
	return f
}

package physics

import (
	"math"

	"mereo/engine/geom"
)

// rayCast returns where a ray in the shape's frame enters the shape, at a parameter from 0 to maxT, and the unit normal
// there. A ray that begins inside a solid does not see it; triangle meshes are seen from both sides.
func (s *Shape) rayCast(r geom.Ray, maxT float64) (t float64, normal geom.Vec3, ok bool) {
	switch s.kind {
	case kindSphere:
		t, normal, ok = raySphere(r, geom.Vec3{}, s.radius)
	case kindBox, kindHull:
		t, normal, ok = rayHull(r, s.hull)
	case kindCylinder:
		t, normal, ok = rayCylinder(r, s.halfHeight, s.radius)
	case kindCapsule:
		t, normal, ok = s.rayCapsule(r)
	case kindTriMesh:
		return s.mesh.rayCast(r, maxT)
	}
	return t, normal, ok && t >= 0 && t <= maxT
}

// raySphere solves |o + t*d - c| = radius for the smaller t.
func raySphere(r geom.Ray, c geom.Vec3, radius float64) (float64, geom.Vec3, bool) {
	o := r.Origin.Sub(c)
	dd := r.Dir.Len2()
	// The point nearest to the center, and how far before it the ray enters; no large numbers are subtracted.
	near := -o.Dot(r.Dir) / dd
	miss2 := o.AddScaled(near, r.Dir).Len2()
	left := float64(radius*radius) - miss2
	if left < 0 {
		return 0, geom.Vec3{}, false
	}
	t := near - math.Sqrt(left/dd)
	return t, o.AddScaled(t, r.Dir).Unit(), true
}

// rayHull clips the ray by all faces.
func rayHull(r geom.Ray, h *hull) (float64, geom.Vec3, bool) {
	in, out := math.Inf(-1), math.Inf(1)
	var normal geom.Vec3
	for i := range h.planes {
		p := &h.planes[i]
		d, above := p.n.Dot(r.Dir), p.n.Dot(r.Origin)-p.d
		switch {
		case d == 0:
			if above > 0 {
				return 0, normal, false
			}
		case d < 0:
			if t := above / -d; t > in {
				in, normal = t, p.n
			}
		default:
			out = min(out, -above/d)
		}
	}
	return in, normal, in <= out && !math.IsInf(in, 0)
}

// rayCylinder clips the ray by the caps and the side.
func rayCylinder(r geom.Ray, halfHeight, radius float64) (float64, geom.Vec3, bool) {
	in, out := math.Inf(-1), math.Inf(1)
	var normal geom.Vec3
	o, d := r.Origin, r.Dir
	if d.Z != 0 {
		a, b := (-halfHeight-o.Z)/d.Z, (halfHeight-o.Z)/d.Z
		in, out = min(a, b), max(a, b)
		normal = geom.Vec3{Z: -math.Copysign(1, d.Z)}
	} else if abs(o.Z) > halfHeight {
		return 0, normal, false
	}
	a := float64(d.X*d.X) + float64(d.Y*d.Y)
	if a == 0 {
		return in, normal, float64(o.X*o.X)+float64(o.Y*o.Y) <= float64(radius*radius) && in <= out
	}
	near := -(float64(o.X*d.X) + float64(o.Y*d.Y)) / a
	x, y := o.X+float64(near*d.X), o.Y+float64(near*d.Y)
	left := float64(radius*radius) - float64(x*x) - float64(y*y)
	if left < 0 {
		return 0, normal, false
	}
	w := math.Sqrt(left / a)
	if near-w > in {
		in = near - w
		p := r.At(in)
		normal = geom.Vec3{X: p.X, Y: p.Y}.Unit()
	}
	return in, normal, in <= min(out, near+w)
}

// rayCapsule takes the first of what the ray enters: the cylinder between the caps and the balls at its ends.
func (s *Shape) rayCapsule(r geom.Ray) (float64, geom.Vec3, bool) {
	best, normal, found := rayCylinder(r, s.halfHeight, s.radius)
	for _, z := range [2]float64{-s.halfHeight, s.halfHeight} {
		if t, n, ok := raySphere(r, geom.Vec3{Z: z}, s.radius); ok && !(found && t >= best) {
			best, normal, found = t, n, true
		}
	}
	return best, normal, found
}

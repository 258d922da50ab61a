package physics

import (
	"math"

	"mereo/engine/geom"
)

// alongSine is the sine of the angle, 3 degrees, below which an axis counts as lying along another one or along an edge,
// and gets two points.
const alongSine = 0.05

// roundRound tests a sphere or capsule against another one.
func (sp *shapePair) roundRound() {
	h1, h2 := sp.first.halfHeight, sp.second.halfHeight
	r1, r2 := sp.first.radius, sp.second.radius
	c, u := sp.firstFromSecond.T, sp.firstFromSecond.M.Z
	z, t := nearestOfAxes(h1, h2, c, u)
	p1, p2 := geom.Vec3{Z: z}, c.AddScaled(t, u)
	n := p2.Sub(p1)
	d := n.Len()
	if d > r1+r2+sp.margin {
		sp.cacheSeparation(n.Scale(1/d), sp.first.supportValue(n.Scale(1/d)))
		return
	}
	if d > gjkTooNear {
		n = n.Scale(1 / d)
	} else {
		n, d = acrossAxes(h1, h2, u), 0
	}

	// Two points where the axes lie along each other.
	if across := float64(u.X*u.X) + float64(u.Y*u.Y); h1 > 0 && h2 > 0 && across < alongSine*alongSine {
		low, high := max(-h1, c.Z-float64(h2*math.Abs(u.Z))), min(h1, c.Z+float64(h2*math.Abs(u.Z)))
		if high-low > float64(alongSine*min(h1, h2)) {
			sp.setNormal(n)
			for i, z := range [2]float64{low, high} {
				p1, p2 := geom.Vec3{Z: z}, c.AddScaled((z-c.Z)/u.Z, u)
				if s := n.Dot(p2.Sub(p1)) - r1 - r2; s <= sp.margin {
					sp.add(p1.Add(p2).AddScaled(r1-r2, n).Scale(0.5), s, uint32(i+1))
				}
			}
			return
		}
	}
	sp.setPoint(n, p1.Add(p2).AddScaled(r1-r2, n).Scale(0.5), d-r1-r2, 0)
}

// acrossAxes is a unit vector perpendicular to u and the z axis; to one of them where they are parallel or one has no
// length.
func acrossAxes(h1, h2 float64, u geom.Vec3) geom.Vec3 {
	n := geom.Vec3{Z: 1}.Cross(u)
	switch {
	case h1 == 0 && h2 == 0:
		return geom.Vec3{Z: 1}
	case h1 == 0:
		n, _ = geom.Basis(u)
	case h2 == 0 || n.Len2() < parallel2:
		return geom.Vec3{X: 1}
	}
	return n.Unit()
}

// nearestOfAxes returns where the segment from -h1 to h1 on the z axis and the one from -h2 to h2 along the unit vector u
// through c are nearest to each other, as heights z and t. Ericson 2005, "Real-Time Collision Detection", 5.1.9.
func nearestOfAxes(h1, h2 float64, c, u geom.Vec3) (z, t float64) {
	// Minimize |c + t*u - z*(0,0,1)|: of the lines, t*(1-u.Z^2) = c.Z*u.Z - c.u.
	cu := c.Dot(u)
	if det := float64(u.X*u.X) + float64(u.Y*u.Y); det > 1e-14 {
		t = (float64(c.Z*u.Z) - cu) / det
	} else if h2 > 0 {
		// Parallel: the middle of where they lie side by side.
		low, high := max(-h1, c.Z-h2), min(h1, c.Z+h2)
		t = (float64(0.5*(low+high)) - c.Z) * math.Copysign(1, u.Z)
	}
	t = max(-h2, min(h2, t))
	z = max(-h1, min(h1, c.Z+float64(t*u.Z)))
	t = max(-h2, min(h2, float64(z*u.Z)-cu))
	return z, t
}

// polySphere tests a box or hull against a sphere.
func (sp *shapePair) polySphere() {
	c, r := sp.firstFromSecond.T, sp.second.radius
	var n geom.Vec3
	var d float64 // of the center from the surface
	if sp.first.kind == kindBox {
		n, d = boxPoint(sp.first.half, c)
	} else {
		var found bool
		n, d, found = hullPoint(sp.first.hull, c, r+sp.margin)
		if !found {
			near := gjk(sp.first, sp.second, &sp.firstFromSecond)
			if near.distance >= gjkTooNear {
				d = near.distance
				n = near.b.Sub(near.a).Unit()
			}
		}
	}
	s := d - r
	if s > sp.margin {
		sp.cacheSeparation(n, sp.first.supportValue(n))
		return
	}
	sp.setPoint(n, c.AddScaled(float64(-0.5*(d+r)), n), s, 0)
}

// boxPoint returns the direction in which the point p lies from the nearest point of a box's surface, out of the box, and
// its distance, negative inside.
func boxPoint(half, p geom.Vec3) (n geom.Vec3, d float64) {
	out := geom.Vec3{X: math.Abs(p.X) - half.X, Y: math.Abs(p.Y) - half.Y, Z: math.Abs(p.Z) - half.Z}
	if out.X <= 0 && out.Y <= 0 && out.Z <= 0 {
		switch {
		case out.Z >= out.X && out.Z >= out.Y:
			return geom.Vec3{Z: math.Copysign(1, p.Z)}, out.Z
		case out.Y >= out.X:
			return geom.Vec3{Y: math.Copysign(1, p.Y)}, out.Y
		}
		return geom.Vec3{X: math.Copysign(1, p.X)}, out.X
	}
	n = geom.Vec3{
		X: math.Copysign(max(out.X, 0), p.X), Y: math.Copysign(max(out.Y, 0), p.Y), Z: math.Copysign(max(out.Z, 0), p.Z),
	}
	d = n.Len()
	return n.Scale(1 / d), d
}

// hullPoint is boxPoint for hulls. It does not find the answer where that lies on an edge or vertex, unless the distance
// is larger than far; n and d are then those of the face that is farthest below p.
func hullPoint(h *hull, p geom.Vec3, far float64) (n geom.Vec3, d float64, found bool) {
	face, d := 0, math.Inf(-1)
	for i := range h.planes {
		if s := h.planes[i].n.Dot(p) - h.planes[i].d; s > d {
			face, d = i, s
		}
	}
	n = h.planes[face].n
	if d <= 0 || d > far {
		return n, d, true
	}
	start := h.faces[face]
	a := h.vertices[h.edges[start].origin]
	for i := start; ; {
		i = h.edges[i].next
		b := h.vertices[h.edges[i].origin]
		if b.Sub(a).Cross(p.Sub(a)).Dot(n) < 0 {
			return n, d, false
		}
		if i == start {
			return n, d, true
		}
		a = b
	}
}

// cylinderSphere tests a cylinder against a sphere.
func (sp *shapePair) cylinderSphere() {
	c, r := sp.firstFromSecond.T, sp.second.radius
	n, d := cylinderPoint(sp.first.halfHeight, sp.first.radius, c)
	s := d - r
	if s > sp.margin {
		sp.cacheSeparation(n, sp.first.supportValue(n))
		return
	}
	sp.setPoint(n, c.AddScaled(float64(-0.5*(d+r)), n), s, 0)
}

// cylinderPoint is boxPoint for a cylinder.
func cylinderPoint(h, r float64, p geom.Vec3) (n geom.Vec3, d float64) {
	rho := math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y))
	radial := geom.Vec3{X: 1}
	if rho > 0 {
		radial = geom.Vec3{X: p.X / rho, Y: p.Y / rho}
	}
	up := geom.Vec3{Z: math.Copysign(1, p.Z)}
	side, cap := rho-r, math.Abs(p.Z)-h
	switch {
	case side <= cap && side <= 0:
		return up, cap
	case cap <= 0:
		return radial, side
	}
	n = radial.Scale(side).AddScaled(cap, up)
	d = n.Len()
	return n.Scale(1 / d), d
}

package solid

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Lathe turns a profile about +Z: X is the radius, Y the height, sides the number of points around. A radius of zero
// at either end is a tip, any other end gets a flat cap.
func Lathe(profile []P2, sides int) *mesh.Mesh { return LatheOutline(profile, Ellipse(1, 1, sides)) }

// LatheOutline is Lathe with another figure than the circle: the section at each height is unit scaled by the radius,
// so a square outline gives a turned leg of square section.
func LatheOutline(profile []P2, unit Outline) *mesh.Mesh {
	sections := make([][]geom.Vec3, len(profile))
	for i, p := range profile {
		if p.X <= 0 {
			sections[i] = []geom.Vec3{geom.V(0, 0, p.Y)}
			continue
		}
		sections[i] = unit.Scale(p.X, p.X).Flat(p.Y)
	}
	return Loft(sections...)
}

// Cylinder stands on z = 0 with its axis on +Z; its rims are beveled by bevel meters where that is not zero.
func Cylinder(r, h, bevel float64, sides int) *mesh.Mesh { return Frustum(r, r, h, bevel, sides) }

// Frustum is a cone stump from radius r0 at z = 0 to r1 at z = h, rims beveled like Cylinder's.
func Frustum(r0, r1, h, bevel float64, sides int) *mesh.Mesh {
	if bevel <= 0 {
		return Lathe([]P2{{r0, 0}, {r1, h}}, sides)
	}
	b := min(bevel, 0.49*h)
	k := float64((r1 - r0) / h * b)
	return Lathe([]P2{{max(r0-b, 0.1*r0), 0}, {r0 + k, b}, {r1 - k, h - b}, {max(r1-b, 0.1*r1), h}}, sides)
}

// Ellipsoid has the half axes r and the origin as center; rings counts the bands between the poles.
func Ellipsoid(r geom.Vec3, sides, rings int) *mesh.Mesh {
	profile := make([]P2, rings+1)
	for i := range profile {
		s, c := geom.SinCos(math.Pi * (float64(i)/float64(rings) - 0.5))
		profile[i] = P2{c, s}
	}
	// The poles' cosine is about 1e-17, and must be a tip.
	profile[0], profile[rings] = P2{0, -1}, P2{0, 1}
	return Deform(Lathe(profile, sides), func(p geom.Vec3) geom.Vec3 { return p.Mul(r) })
}

// Torus lies in the XY plane around the origin: R is the radius of the ring, r that of the tube.
func Torus(R, r float64, around, across int) *mesh.Mesh {
	section := Ellipse(r, r, across)
	sections := make([][]geom.Vec3, around)
	for i := range sections {
		s, c := geom.SinCos(2 * math.Pi * float64(i) / float64(around))
		out := geom.V(c, s, 0)
		sections[i] = section.In(out.Scale(R), out, geom.V(0, 0, 1))
	}
	return LoftLoop(sections...)
}

// Cushion is a soft box of the given size around the origin (a superquadric: Barr 1981, "Superquadrics and
// Angle-Preserving Transformations", section 3). plan and edge are the exponents of the outline seen from above and of
// the profile: 2 is an ellipse, 4 a plump cushion, 8 nearly a box. sides counts the points around, rings the bands.
func Cushion(size geom.Vec3, plan, edge float64, sides, rings int) *mesh.Mesh {
	o := Superellipse(size.X/2, size.Y/2, plan, sides)
	sections := make([][]geom.Vec3, rings+1)
	for i := range sections {
		s, c := geom.SinCos(math.Pi * (float64(i)/float64(rings) - 0.5))
		// The first and last ring would be tips; a small flat instead keeps the middle of the cushion flat.
		k := max(signedPow(c, 2/edge), 0.35)
		z := size.Z / 2 * signedPow(s, 2/edge)
		sections[i] = o.Scale(k, k).Flat(z)
	}
	return Loft(sections...)
}

package physics

import (
	"math"

	"mereo/engine/geom"
)

// rubbing is how the friction of a patch is found. The forces of Coulomb's friction at all points of a patch add up to a force
// in its plane and a torque about the normal through the middle of the load. Those that the patch can bear lie within an
// ellipsoid: a force of the coefficient times the load, a torque of that times the mean distance of the load from its middle.
// Goyal, Ruina and Papadopoulos 1991, "Planar sliding with dry friction", and Howe and Cutkosky 1996, "Practical force-motion
// models for sliding manipulation".
type rubbing struct {
	radius, inverseRadius float64 // 0 for a single point
	// The inverse of the mass matrix of slip along t1 and t2 and about the normal, symmetric, and of its first two rows and columns.
	m11, m12, m13, m22, m23, m33 float64
	k11, k12, k22                float64
	s13, s23, k33                float64 // how forces along t1 and t2 turn the bodies about the normal, and the mass that turning meets
	slide                        float64 // no more than the inverse of its largest eigenvalue, with turning measured at the radius
}

// prepare computes masses. compliance is how slip gives way to friction; its upper half counts.
func (f *rubbing) prepare(compliance *geom.Mat3, radius float64) {
	s11, s12, s13 := compliance.X.X, compliance.X.Y, compliance.X.Z
	s22, s23, s33 := compliance.Y.Y, compliance.Y.Z, compliance.Z.Z
	minor := float64(s11*s22) - float64(s12*s12)
	det := 1 / minor
	f.k11, f.k12, f.k22 = float64(s22*det), float64(-s12*det), float64(s11*det)
	if radius == 0 {
		f.m11, f.m12, f.m22 = f.k11, f.k12, f.k22
		half := 0.5 * (s11 - s22)
		f.slide = 1 / (float64(0.5*(s11+s22)) + math.Sqrt(float64(half*half)+float64(s12*s12)))
		return
	}
	f.radius, f.inverseRadius = radius, 1/radius
	a, b := float64(s12*s23)-float64(s13*s22), float64(s12*s13)-float64(s11*s23)
	det = 1 / (float64(s13*a) + float64(s23*b) + float64(s33*minor))
	f.m11 = float64((float64(s22*s33) - float64(s23*s23)) * det)
	f.m12 = float64((float64(s13*s23) - float64(s12*s33)) * det)
	f.m22 = float64((float64(s11*s33) - float64(s13*s13)) * det)
	f.m13, f.m23, f.m33 = float64(a*det), float64(b*det), float64(minor*det)
	f.s13, f.s23, f.k33 = s13, s23, 1/s33
	// Gershgorin's circles.
	r := radius
	o12, o13, o23 := abs(s12), float64(r*abs(s13)), float64(r*abs(s23))
	f.slide = 1 / max(s11+o12+o13, s22+o12+o23, float64(r*r*s33)+o13+o23)
}

// next is the friction after rub, when the slip is v: along t1, along t2 and about the normal. limit is the most force.
func (f *rubbing) next(rub, v geom.Vec3, limit float64) geom.Vec3 {
	limit2 := float64(limit * limit)
	// All sticks.
	n1 := rub.X - (float64(f.m11*v.X) + float64(f.m12*v.Y) + float64(f.m13*v.Z))
	n2 := rub.Y - (float64(f.m12*v.X) + float64(f.m22*v.Y) + float64(f.m23*v.Z))
	n3 := rub.Z - (float64(f.m13*v.X) + float64(f.m23*v.Y) + float64(f.m33*v.Z))
	turn := float64(n3 * f.inverseRadius)
	if float64(n1*n1)+float64(n2*n2)+float64(turn*turn) <= limit2 {
		return geom.Vec3{X: n1, Y: n2, Z: n3}
	}
	// It turns about the normal.
	n1 = rub.X - (float64(f.k11*v.X) + float64(f.k12*v.Y))
	n2 = rub.Y - (float64(f.k12*v.X) + float64(f.k22*v.Y))
	if rest := limit2 - float64(n1*n1) - float64(n2*n2); rest >= 0 {
		most := float64(f.radius * math.Sqrt(rest))
		n3 = rub.Z - float64(f.k33*(v.Z+float64(f.s13*(n1-rub.X))+float64(f.s23*(n2-rub.Y))))
		return geom.Vec3{X: n1, Y: n2, Z: min(max(n3, -most), most)}
	}
	// It slides: against the slip, with one mass for all directions, so that it ends up opposed to it.
	n1 = rub.X - float64(f.slide*v.X)
	n2 = rub.Y - float64(f.slide*v.Y)
	n3 = rub.Z - float64(f.slide*f.radius*f.radius*v.Z)
	turn = float64(n3 * f.inverseRadius)
	if l := math.Sqrt(float64(n1*n1) + float64(n2*n2) + float64(turn*turn)); l > limit {
		s := limit / l
		n1, n2, n3 = float64(n1*s), float64(n2*s), float64(n3*s)
	}
	return geom.Vec3{X: n1, Y: n2, Z: n3}
}

package physics

import (
	"math"

	"mereo/engine/geom"
)

// rubbing is how the friction of a patch is found. Each of its points bears Coulomb's friction: a force across the normal, at most
// the coefficient times the point's load. As long as no point slips, all of them together stop the patch at once: the force and the
// torque about the normal that do it are shared out to the points as these are loaded. Where that is too much for one of them, points
// are solved one after the other.
type rubbing struct {
	// How slip along t1 and t2 and about the normal gives way to forces along t1 and t2 and a torque about the normal, symmetric, and
	// the inverse of that. Of a single point the inverse of the first two rows and columns.
	s11, s12, s13, s22, s23, s33 float64
	m11, m12, m13, m22, m23, m33 float64
	// Of the load when the sub-step began: where its middle is, and the inverse of its mean squared distance from there. shared tells
	// whether it can be shared out.
	x, y, inverseSpread float64
	shared              bool
}

// minSpread is the mean squared distance of the load from its middle, m2, below which it acts in a point.
const minSpread = 1e-12

// prepare computes masses. compliance is how slip gives way to friction; its upper half counts.
func (f *rubbing) prepare(compliance *geom.Mat3, points int) {
	s11, s12, s13 := compliance.X.X, compliance.X.Y, compliance.X.Z
	s22, s23, s33 := compliance.Y.Y, compliance.Y.Z, compliance.Z.Z
	f.s11, f.s12, f.s13, f.s22, f.s23, f.s33 = s11, s12, s13, s22, s23, s33
	minor := float64(s11*s22) - float64(s12*s12)
	if points == 1 {
		det := 1 / minor
		f.m11, f.m12, f.m22 = float64(s22*det), float64(-s12*det), float64(s11*det)
		return
	}
	a, b := float64(s12*s23)-float64(s13*s22), float64(s12*s13)-float64(s11*s23)
	det := 1 / (float64(s13*a) + float64(s23*b) + float64(s33*minor))
	f.m11 = float64((float64(s22*s33) - float64(s23*s23)) * det)
	f.m12 = float64((float64(s13*s23) - float64(s12*s33)) * det)
	f.m22 = float64((float64(s11*s33) - float64(s13*s13)) * det)
	f.m13, f.m23, f.m33 = float64(a*det), float64(b*det), float64(minor*det)
}

// share notes how the points are loaded. load is the sum of their impulses, as a force along the normal and torques about t1 and t2.
func (f *rubbing) share(points []point, load geom.Vec3) {
	if f.shared = load.X > 0; !f.shared {
		return
	}
	inverse := 1 / load.X
	f.x, f.y = float64(-load.Z*inverse), float64(load.Y*inverse)
	spread := 0.0
	for i := range points {
		p := &points[i]
		p.share = float64(p.impulse * inverse)
		x, y := p.x-f.x, p.y-f.y
		spread += float64(p.share * (float64(x*x) + float64(y*y)))
	}
	f.inverseSpread = 0
	if spread > minSpread {
		f.inverseSpread = 1 / spread
	} else if len(points) > 1 {
		f.shared = false
	}
}

// solve adds friction when the slip is v: along t1, along t2 and about the normal. It returns the sum of what it added as forces along
// t1 and t2 and a torque about the normal.
func (f *rubbing) solve(points []point, friction float64, v geom.Vec3, forwards bool) geom.Vec3 {
	if !f.shared {
		return f.slip(points, friction, v, forwards)
	}
	d := geom.Vec3{
		X: -float64(f.m11*v.X) - float64(f.m12*v.Y) - float64(f.m13*v.Z),
		Y: -float64(f.m12*v.X) - float64(f.m22*v.Y) - float64(f.m23*v.Z),
		Z: -float64(f.m13*v.X) - float64(f.m23*v.Y) - float64(f.m33*v.Z),
	}
	twist := float64((d.Z - float64(f.x*d.Y) + float64(f.y*d.X)) * f.inverseSpread)
	d1, d2 := d.X+float64(f.y*twist), d.Y-float64(f.x*twist)
	for i := range points {
		p := &points[i]
		n1 := p.friction1 + float64(p.share*(d1-float64(p.y*twist)))
		n2 := p.friction2 + float64(p.share*(d2+float64(p.x*twist)))
		limit := float64(friction * p.impulse)
		if float64(n1*n1)+float64(n2*n2) > float64(limit*limit) {
			return f.slip(points, friction, v, forwards)
		}
	}
	for i := range points {
		p := &points[i]
		p.friction1 += float64(p.share * (d1 - float64(p.y*twist)))
		p.friction2 += float64(p.share * (d2 + float64(p.x*twist)))
	}
	return d
}

// slip is solve, point after point.
func (f *rubbing) slip(points []point, friction float64, v geom.Vec3, forwards bool) geom.Vec3 {
	var sum geom.Vec3
	for i := range points {
		p := &points[i]
		if !forwards {
			p = &points[len(points)-1-i]
		}
		if p.impulse == 0 && p.friction1 == 0 && p.friction2 == 0 {
			continue
		}
		d1, d2 := f.slide(p, friction, v.X-float64(v.Z*p.y), v.Y+float64(v.Z*p.x))
		d := geom.Vec3{X: d1, Y: d2, Z: float64(p.x*d2) - float64(p.y*d1)}
		sum = sum.Add(d)
		v.X += float64(f.s11*d.X) + float64(f.s12*d.Y) + float64(f.s13*d.Z)
		v.Y += float64(f.s12*d.X) + float64(f.s22*d.Y) + float64(f.s23*d.Z)
		v.Z += float64(f.s13*d.X) + float64(f.s23*d.Y) + float64(f.s33*d.Z)
	}
	return sum
}

// slide returns the friction to add at a point that moves at v1 and v2 along t1 and t2, N s. What stops it there is added if
// Coulomb's cone allows it; else the point slides, and the impulse is drawn against the slip with one mass for both directions, so
// that it ends up opposed to it.
func (f *rubbing) slide(p *point, friction, v1, v2 float64) (d1, d2 float64) {
	y33 := float64(p.y * f.s33)
	k11 := f.s11 - float64(p.y*(f.s13+f.s13-y33))
	k12 := f.s12 + float64(p.x*(f.s13-y33)) - float64(p.y*f.s23)
	k22 := f.s22 + float64(p.x*(f.s23+f.s23+float64(p.x*f.s33)))
	det := 1 / (float64(k11*k22) - float64(k12*k12))
	limit := float64(friction * p.impulse)
	n1 := p.friction1 - float64((float64(k22*v1)-float64(k12*v2))*det)
	n2 := p.friction2 - float64((float64(k11*v2)-float64(k12*v1))*det)
	if float64(n1*n1)+float64(n2*n2) > float64(limit*limit) {
		half := 0.5 * (k11 - k22)
		mass := 1 / (float64(0.5*(k11+k22)) + math.Sqrt(float64(half*half)+float64(k12*k12)))
		n1 = p.friction1 - float64(mass*v1)
		n2 = p.friction2 - float64(mass*v2)
		if l := math.Sqrt(float64(n1*n1) + float64(n2*n2)); l > limit {
			n1, n2 = float64(n1*(limit/l)), float64(n2*(limit/l))
		}
	}
	d1, d2 = n1-p.friction1, n2-p.friction2
	p.friction1, p.friction2 = n1, n2
	return d1, d2
}

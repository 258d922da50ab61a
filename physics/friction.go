package physics

import (
	"math"

	"mereo/engine/geom"
)

// patchFriction solves the friction of a patch. Each of its points bears Coulomb's friction: a force across the normal, at most
// the coefficient times the point's load. As long as no point slips, all of them together stop the patch at once: the force and the
// torque about the normal that do it are shared out to the points as these are loaded. Where that is too much for one of them, points
// are solved one after the other.
type patchFriction struct {
	// How slip along t1 and t2 and about the normal gives way to forces along t1 and t2 and a torque about the normal, symmetric, and
	// the inverse of that. Of a single point the inverse of the first two rows and columns.
	compliance, mass symmetric
	// Of the load when the sub-step began: where its middle is, and the inverse of its mean squared distance from there. shared tells
	// whether it can be shared out.
	x, y, inverseSpread float64
	shared              bool
}

// minSpread is the mean squared distance of the load from its middle, m2, below which it acts in a point.
const minSpread = 1e-12

// prepare computes masses.
func (f *patchFriction) prepare(points int) {
	s := &f.compliance
	minor := float64(s.xx*s.yy) - float64(s.xy*s.xy)
	if points == 1 {
		det := 1 / minor
		f.mass = symmetric{xx: float64(s.yy * det), xy: float64(-s.xy * det), yy: float64(s.xx * det)}
		return
	}
	a, b := float64(s.xy*s.yz)-float64(s.xz*s.yy), float64(s.xy*s.xz)-float64(s.xx*s.yz)
	det := 1 / (float64(s.xz*a) + float64(s.yz*b) + float64(s.zz*minor))
	f.mass = symmetric{
		xx: float64((float64(s.yy*s.zz) - float64(s.yz*s.yz)) * det),
		xy: float64((float64(s.xz*s.yz) - float64(s.xy*s.zz)) * det),
		yy: float64((float64(s.xx*s.zz) - float64(s.xz*s.xz)) * det),
		xz: float64(a * det), yz: float64(b * det), zz: float64(minor * det),
	}
}

// share notes how the points are loaded. load is the sum of their impulses, as a force along the normal and torques about t1 and t2.
func (f *patchFriction) share(points []point, load geom.Vec3) {
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
func (f *patchFriction) solve(points []point, friction float64, v geom.Vec3, forwards bool) geom.Vec3 {
	if !f.shared {
		return f.slip(points, friction, v, forwards)
	}
	d := f.mass.mul(v).Neg()
	twist := float64((d.Z - float64(f.x*d.Y) + float64(f.y*d.X)) * f.inverseSpread)
	d1, d2 := d.X+float64(f.y*twist), d.Y-float64(f.x*twist)
	for i := range points {
		p := &points[i]
		n1 := p.friction1 + float64(p.share*(d1-float64(p.y*twist)))
		n2 := p.friction2 + float64(p.share*(d2+float64(p.x*twist)))
		limit := float64(friction * p.impulse)
		if float64(n1*n1)+float64(n2*n2) > float64(limit*limit) {
			for j := range points[:i] {
				q := &points[j]
				q.friction1, q.friction2 = q.aim, q.gain
			}
			return f.slip(points, friction, v, forwards)
		}
		p.aim, p.gain = p.friction1, p.friction2 // normals are solved, so there is room for what was
		p.friction1, p.friction2 = n1, n2
	}
	return d
}

// slip is solve, point after point.
func (f *patchFriction) slip(points []point, friction float64, v geom.Vec3, forwards bool) geom.Vec3 {
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
		v = v.Add(f.compliance.mul(d))
	}
	return sum
}

// slide returns the friction to add at a point that moves at v1 and v2 along t1 and t2, N s. What stops it there is added if
// Coulomb's cone allows it; else the point slides, and the impulse is drawn against the slip with one mass for both directions, so
// that it ends up opposed to it.
func (f *patchFriction) slide(p *point, friction, v1, v2 float64) (d1, d2 float64) {
	limit := float64(friction * p.impulse)
	if limit == 0 {
		d1, d2 = -p.friction1, -p.friction2
		p.friction1, p.friction2 = 0, 0
		return d1, d2
	}
	y33 := float64(p.y * f.compliance.zz)
	k11 := f.compliance.xx - float64(p.y*(f.compliance.xz+f.compliance.xz-y33))
	k12 := f.compliance.xy + float64(p.x*(f.compliance.xz-y33)) - float64(p.y*f.compliance.yz)
	k22 := f.compliance.yy + float64(p.x*(f.compliance.yz+f.compliance.yz+float64(p.x*f.compliance.zz)))
	det := 1 / (float64(k11*k22) - float64(k12*k12))
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

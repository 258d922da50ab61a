package physics

import (
	"math"

	"mereo/engine/geom"
)

// impactPoint is a contact point with its effective masses and the impulses of an impact alone.
type impactPoint struct {
	a, b       arm // a is 0 where A does not move
	normalMass float64
	// The inverse of the 2x2 mass matrix across the normal, and the inverse of its larger eigenvalue.
	k11, k12, k22, slideMass    float64
	impulse, impulse1, impulse2 float64 // N s along normal, t1 and t2
}

// arm is how a point's normal and tangents turn one of the bodies.
type arm struct{ n, t1, t2 lever }

// lever is a direction d at an offset r from the center of mass, as of the start of the step: an angular velocity w moves
// the point by w.turn along d, and an impulse along d turns the body by spin.
type lever struct {
	turn geom.Vec3 // r x d
	spin geom.Vec3 // the inverse inertia times that
}

// arm is that of a body at an offset r from its center of mass.
func (k *constraint) arm(r geom.Vec3, invInertia *geom.Mat3) arm {
	to := func(d geom.Vec3) lever {
		turn := r.Cross(d)
		return lever{turn, mulSym(invInertia, turn)}
	}
	return arm{to(k.normal), to(k.t1), to(k.t2)}
}

// prepare computes the effective masses.
func (p *impactPoint) prepare(invMass float64) {
	a, b := &p.a, &p.b
	p.normalMass = 1 / (invMass + a.n.turn.Dot(a.n.spin) + b.n.turn.Dot(b.n.spin))
	k11 := invMass + a.t1.turn.Dot(a.t1.spin) + b.t1.turn.Dot(b.t1.spin)
	k22 := invMass + a.t2.turn.Dot(a.t2.spin) + b.t2.turn.Dot(b.t2.spin)
	k12 := a.t1.turn.Dot(a.t2.spin) + b.t1.turn.Dot(b.t2.spin)
	det := 1 / (float64(k11*k22) - float64(k12*k12))
	p.k11, p.k12, p.k22 = float64(k22*det), float64(-k12*det), float64(k11*det)
	half := 0.5 * (k11 - k22)
	p.slideMass = 1 / (float64(0.5*(k11+k22)) + math.Sqrt(float64(half*half)+float64(k12*k12)))
}

// addFriction returns the friction to add, N s on B along t1 and t2, when B's point moves at s1 and s2 along them against A's.
//
// Coulomb's cone: what holds the point still is taken if the cone allows it; else the point slides, and the impulse is
// drawn against the slip with one mass for both directions, so that it ends up opposed to it.
func (p *impactPoint) addFriction(friction, s1, s2 float64) (d1, d2 float64) {
	limit := float64(friction * p.impulse)
	n1 := p.impulse1 - float64(p.k11*s1) - float64(p.k12*s2)
	n2 := p.impulse2 - float64(p.k12*s1) - float64(p.k22*s2)
	if float64(n1*n1)+float64(n2*n2) > float64(limit*limit) {
		n1 = p.impulse1 - float64(p.slideMass*s1)
		n2 = p.impulse2 - float64(p.slideMass*s2)
		if l := math.Sqrt(float64(n1*n1) + float64(n2*n2)); l > limit {
			n1, n2 = float64(n1*(limit/l)), float64(n2*(limit/l))
		}
	}
	d1, d2 = n1-p.impulse1, n2-p.impulse2
	p.impulse1, p.impulse2 = n1, n2
	return d1, d2
}

// addNormal adds to the normal impulse, which never pulls, and returns by how much it grew.
func (p *impactPoint) addNormal(d float64) float64 {
	before := p.impulse
	p.impulse = max(before+d, 0)
	return p.impulse - before
}

// velocity is that of B's point against A's along t1, t2 and the normal.
func (p *impactPoint) velocity(ma, mb *motion, k *constraint) geom.Vec3 {
	v := mb.v.Sub(ma.v)
	b, a := &p.b, &p.a
	return geom.Vec3{
		X: v.Dot(k.t1) + mb.w.Dot(b.t1.turn) - ma.w.Dot(a.t1.turn),
		Y: v.Dot(k.t2) + mb.w.Dot(b.t2.turn) - ma.w.Dot(a.t2.turn),
		Z: v.Dot(k.normal) + mb.w.Dot(b.n.turn) - ma.w.Dot(a.n.turn),
	}
}

// push applies an impulse along the normal, t1 and t2.
func (p *impactPoint) push(ma, mb *motion, k *constraint, n, t1, t2 float64) {
	f := k.normal.Scale(n).AddScaled(t1, k.t1).AddScaled(t2, k.t2)
	a, b := &p.a, &p.b
	ma.v = ma.v.AddScaled(-ma.invMass, f)
	ma.w = ma.w.AddScaled(-n, a.n.spin).AddScaled(-t1, a.t1.spin).AddScaled(-t2, a.t2.spin)
	mb.v = mb.v.AddScaled(mb.invMass, f)
	mb.w = mb.w.AddScaled(n, b.n.spin).AddScaled(t1, b.t1.spin).AddScaled(t2, b.t2.spin)
}

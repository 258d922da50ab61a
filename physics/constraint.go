package physics

import (
	"math"

	"mereo/engine/geom"
)

const (
	// contactHertz is how stiff contacts are: what lies on the ground sinks in by g/(2*pi*f)^2, 4 micrometres at twice this
	// frequency, and a stack of 15 boxes is compressed by some millimetres. At half of it that stack leans and falls, at
	// twice it the stack trembles. Contacts may not be stiffer than a quarter of the sub-step rate, above which the spring
	// is no longer resolved. Contacts with what cannot move are twice as stiff, so that a stack is squeezed from below, not
	// from above.
	contactHertz = 120.0
	// contactDamping is far above critical: overlaps are pushed out slowly and without bounce.
	contactDamping = 10.0
	// smallReach is how far, in meters, a body reaches at most for all of its contacts to be that stiff: how deep a stack sinks in
	// does not depend on its size, and by as much one of millimeters would lean.
	smallReach = 0.01
	// maxPush is the fastest that overlap is pushed out, m/s.
	maxPush = 3.0
)

// constraint is a contact while it is solved.
type constraint struct {
	a, b       int32 // motions; a is 0 for what does not move
	flipped    bool  // a belongs to the contact's B
	rolls      bool  // its points are found anew in every sub-step
	contact    int32
	count      int32
	firstPoint int32
	firstArm   int32 // unless a is 0
	soft       softness
	friction   float64
	restitute  float64
	normal     geom.Vec3
	t1, t2     geom.Vec3
}

// point is a point of a constraint.
type point struct {
	b arm
	// The separation when the step began. It changes by the normal part of how the two points moved, to first order.
	separation float64
	normalMass float64
	// The inverse of the 2x2 mass matrix across the normal, and the inverse of its larger eigenvalue.
	k11, k12, k22, slideMass    float64
	impulse, impulse1, impulse2 float64 // N s along normal, t1 and t2
}

// arm is how a point's normal and tangents turn one of the bodies.
type arm struct{ n, t1, t2 lever }

// lever is a direction d at an offset r from the centre of mass, as of the start of the step: an angular velocity w moves
// the point by w.turn along d, and an impulse along d turns the body by spin.
type lever struct {
	turn geom.Vec3 // r x d
	spin geom.Vec3 // the inverse inertia times that
}

func (m *motion) arm(k *constraint, at geom.Vec3) arm { return k.arm(at.Sub(m.center), &m.invInertia) }

// arm is that of a body at an offset r from its centre of mass.
func (k *constraint) arm(r geom.Vec3, invInertia *geom.Mat3) arm {
	to := func(d geom.Vec3) lever {
		turn := r.Cross(d)
		return lever{turn, mulSym(invInertia, turn)}
	}
	return arm{to(k.normal), to(k.t1), to(k.t2)}
}

// prepareContacts makes constraints of the contacts that touch and of which one side is awake. ratio is that of this
// step's sub-step to the last one's.
func (w *World) prepareContacts(h, ratio float64) {
	w.constraints, w.points, w.arms = w.constraints[:0], w.points[:0], w.arms[:0]
	soft := soften(min(contactHertz, 0.25/h), contactDamping, h)
	hard := soften(min(2*contactHertz, 0.25/h), contactDamping, h)
	for _, i := range w.sorted {
		c := w.contact(i)
		if c.manifold.count == 0 {
			continue
		}
		a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
		if (a.typ != Dynamic || a.asleep) && (b.typ != Dynamic || b.asleep) {
			continue
		}
		m := &c.manifold
		k := constraint{
			a: a.motion, b: b.motion, contact: i, count: int32(m.count),
			firstPoint: int32(len(w.points)), firstArm: int32(len(w.arms)),
			soft: soft, friction: c.friction, restitute: c.restitution, normal: m.normal,
		}
		sign := 1.0
		if k.b == 0 {
			k.a, k.b, k.normal, k.flipped, sign = 0, k.a, k.normal.Neg(), true, -1
		}
		ma, mb := &w.motions[k.a], &w.motions[k.b]
		if ma.invMass == 0 || mb.invMass == 0 || min(a.reach, b.reach) < smallReach {
			k.soft = hard
		}
		k.t1, k.t2 = geom.Basis(k.normal)
		for j := range m.count {
			t := c.tangentImpulse[j].Scale(sign * ratio)
			p := point{
				b: mb.arm(&k, m.points[j].at), separation: m.points[j].separation,
				impulse: float64(c.normalImpulse[j] * ratio), impulse1: t.Dot(k.t1), impulse2: t.Dot(k.t2),
			}
			var armA arm
			if k.a != 0 {
				armA = ma.arm(&k, m.points[j].at)
				w.arms = append(w.arms, armA)
			}
			p.weigh(&armA, ma.invMass+mb.invMass)
			w.points = append(w.points, p)
		}
		w.constraints = append(w.constraints, k)
	}
	w.listBouncing()
}

// weigh computes the masses that impulses at the point meet.
func (p *point) weigh(a *arm, invMass float64) {
	b := &p.b
	p.normalMass = 1 / (invMass + a.n.turn.Dot(a.n.spin) + b.n.turn.Dot(b.n.spin))
	k11 := invMass + a.t1.turn.Dot(a.t1.spin) + b.t1.turn.Dot(b.t1.spin)
	k22 := invMass + a.t2.turn.Dot(a.t2.spin) + b.t2.turn.Dot(b.t2.spin)
	k12 := a.t1.turn.Dot(a.t2.spin) + b.t1.turn.Dot(b.t2.spin)
	det := 1 / (float64(k11*k22) - float64(k12*k12))
	p.k11, p.k12, p.k22 = float64(k22*det), float64(-k12*det), float64(k11*det)
	half := 0.5 * (k11 - k22)
	p.slideMass = 1 / (float64(0.5*(k11+k22)) + math.Sqrt(float64(half*half)+float64(k12*k12)))
}

// sides returns what a constraint is about. arms is nil where A does not move.
func (k *constraint) sides(w *World) (ma, mb *motion, points []point, arms []arm) {
	ma, mb, points = &w.motions[k.a], &w.motions[k.b], w.points[k.firstPoint:k.firstPoint+k.count]
	if k.a != 0 {
		arms = w.arms[k.firstArm : k.firstArm+k.count]
	}
	return ma, mb, points, arms
}

// warmStart applies the impulses there are.
func (k *constraint) warmStart(w *World) {
	ma, mb, points, arms := k.sides(w)
	for j := range points {
		p := &points[j]
		f := k.normal.Scale(p.impulse).AddScaled(p.impulse1, k.t1).AddScaled(p.impulse2, k.t2)
		mb.v = mb.v.AddScaled(mb.invMass, f)
		mb.w = mb.w.AddScaled(p.impulse, p.b.n.spin).AddScaled(p.impulse1, p.b.t1.spin).AddScaled(p.impulse2, p.b.t2.spin)
		if arms != nil {
			a := &arms[j]
			ma.v = ma.v.AddScaled(-ma.invMass, f)
			ma.w = ma.w.AddScaled(-p.impulse, a.n.spin).AddScaled(-p.impulse1, a.t1.spin).AddScaled(-p.impulse2, a.t2.spin)
		}
	}
}

// solve solves the normals and then friction within the cone of their impulses. The other way round friction would lag
// behind by one pass, and with it the angle at which things begin to slide.
func (k *constraint) solve(w *World, invH float64, bias bool) {
	ma, mb, points, arms := k.sides(w)
	if arms == nil {
		k.solveFixed(mb, points, invH, bias)
	} else {
		k.solvePair(ma, mb, points, arms, invH, bias)
	}
}

// along returns which point is the nth that is gone through: backwards without bias. In one direction only, the sweep would
// favour the last points over the first in every step, and a stool would rock on its foot and turn for ever.
func along(n, count int, bias bool) int {
	if bias {
		return n
	}
	return count - 1 - n
}

// solvePair is solve for two bodies. Must match solveFixed.
func (k *constraint) solvePair(ma, mb *motion, points []point, arms []arm, invH float64, bias bool) {
	va, wa, vb, wb := ma.v, ma.w, mb.v, mb.w
	n := k.normal
	moved := mb.moved.Sub(ma.moved).Dot(n)
	for i := range points {
		j := along(i, len(points), bias)
		p, a := &points[j], &arms[j].n
		b := &p.b.n
		s := p.separation + moved + mb.turned.Dot(b.turn) - ma.turned.Dot(a.turn)
		v := vb.Sub(va).Dot(n) + wb.Dot(b.turn) - wa.Dot(a.turn)
		d := p.press(k, s, v, invH, bias)
		va, wa = va.AddScaled(float64(-d*ma.invMass), n), wa.AddScaled(-d, a.spin)
		vb, wb = vb.AddScaled(float64(d*mb.invMass), n), wb.AddScaled(d, b.spin)
	}
	if k.friction > 0 {
		for i := range points {
			j := along(i, len(points), bias)
			p, a := &points[j], &arms[j]
			b := &p.b
			v := vb.Sub(va)
			d1, d2 := p.slide(k.friction,
				v.Dot(k.t1)+wb.Dot(b.t1.turn)-wa.Dot(a.t1.turn), v.Dot(k.t2)+wb.Dot(b.t2.turn)-wa.Dot(a.t2.turn))
			f := k.t1.Scale(d1).AddScaled(d2, k.t2)
			va, wa = va.AddScaled(-ma.invMass, f), wa.AddScaled(-d1, a.t1.spin).AddScaled(-d2, a.t2.spin)
			vb, wb = vb.AddScaled(mb.invMass, f), wb.AddScaled(d1, b.t1.spin).AddScaled(d2, b.t2.spin)
		}
	}
	ma.v, ma.w, mb.v, mb.w = va, wa, vb, wb
}

// solveFixed is solve where A does not move at all.
func (k *constraint) solveFixed(m *motion, points []point, invH float64, bias bool) {
	v, w := m.v, m.w
	n := k.normal
	moved := m.moved.Dot(n)
	for i := range points {
		p := &points[along(i, len(points), bias)]
		b := &p.b.n
		d := p.press(k, p.separation+moved+m.turned.Dot(b.turn), v.Dot(n)+w.Dot(b.turn), invH, bias)
		v, w = v.AddScaled(float64(d*m.invMass), n), w.AddScaled(d, b.spin)
	}
	if k.friction > 0 {
		for i := range points {
			p := &points[along(i, len(points), bias)]
			b := &p.b
			d1, d2 := p.slide(k.friction, v.Dot(k.t1)+w.Dot(b.t1.turn), v.Dot(k.t2)+w.Dot(b.t2.turn))
			v = v.AddScaled(m.invMass, k.t1.Scale(d1).AddScaled(d2, k.t2))
			w = w.AddScaled(d1, b.t1.spin).AddScaled(d2, b.t2.spin)
		}
	}
	m.v, m.w = v, w
}

// slide returns the friction to add, N s on B along t1 and t2, when B's point moves at s1 and s2 along them against A's.
//
// Coulomb's cone: what holds the point still is taken if the cone allows it; else the point slides, and the impulse is
// drawn against the slip with one mass for both directions, so that it ends up opposed to it.
func (p *point) slide(friction, s1, s2 float64) (d1, d2 float64) {
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

// press returns the normal impulse to add, N s, at separation s and normal speed v of B against A.
func (p *point) press(k *constraint, s, v, invH float64, bias bool) float64 {
	if s > 0 {
		// May come this close, no closer. What bounces may go on: the next sub-step begins with its impact.
		d := float64(-p.normalMass * (v + float64(s*invH)))
		if !bias && k.restitute > 0 {
			d = min(d, 0)
		}
		return p.add(d)
	}
	if !bias {
		return p.add(float64(-p.normalMass * v))
	}
	push := max(float64(k.soft.biasRate*s), -maxPush)
	return p.add(float64(-p.normalMass*k.soft.massScale*(v+push)) - float64(k.soft.impulseScale*p.impulse))
}

// add adds to the normal impulse, which never pulls, and returns by how much it grew.
func (p *point) add(d float64) float64 {
	before := p.impulse
	p.impulse = max(before+d, 0)
	return p.impulse - before
}

// storeImpulses keeps the impulses for the next step.
func (w *World) storeImpulses() {
	for i := range w.constraints {
		k := &w.constraints[i]
		c := w.contact(k.contact)
		sign := 1.0
		if k.flipped {
			sign = -1
		}
		for j := range k.count {
			p := &w.points[k.firstPoint+j]
			c.normalImpulse[j] = p.impulse
			c.tangentImpulse[j] = k.t1.Scale(p.impulse1).AddScaled(p.impulse2, k.t2).Scale(sign)
		}
	}
}

package physics

import (
	"fmt"
	"math"

	"mereo/engine/geom"
)

// Step moves the world by dt seconds, more than 0.
//
// Contacts are found once; then the bodies are moved in sub-steps, in each of which contacts and joints act as stiff
// damped springs and are relaxed to rigid ones, so that pushing overlapping bodies apart adds no speed. Macklin et al. 2019,
// "Small Steps in Physics Simulation"; Catto 2023, "Solver2D", section Soft Step.
func (w *World) Step(dt float64) Flags {
	if !(dt > 0) || math.IsInf(dt, 0) {
		panic(fmt.Sprintf("physics: time step is %g s, want more than 0", dt))
	}
	h := dt / float64(w.substeps)
	ratio := 1.0 // what was held by forces is held by other impulses when steps change
	if w.lastH > 0 {
		ratio = h / w.lastH
	}
	w.lastH, w.flags = h, 0

	w.findPairs()
	w.touch(dt)
	w.wakeJoined()
	w.listBodies()
	w.prepareContacts(h, ratio)
	w.prepareJoints(h)
	for range w.substeps {
		w.integrateVelocities(h)
		w.warmStart()
		w.solve(h, true)
		w.integratePositions(h)
		w.solve(h, false)
	}
	w.restitute()
	w.storeImpulses()
	w.finish(dt)
	w.sleep(dt)
	return w.flags
}

// solver is what lives during a step.
type solver struct {
	constraints []constraint
	points      []point
	activeJoint []int32
	lastH       float64
	flags       Flags
}

const (
	// contactHertz is how stiff contacts are: what lies on the ground sinks in by g/(2*pi*f)^2, 4 micrometres at twice this
	// frequency, and a stack of 15 boxes is compressed by some millimetres. At half of it that stack leans and falls, at
	// twice it the stack trembles. Contacts may not be stiffer than a quarter of the sub-step rate, above which the spring
	// is no longer resolved. Contacts with what cannot move are twice as stiff, so that a stack is squeezed from below, not
	// from above.
	contactHertz = 120.0
	// contactDamping is far above critical: overlaps are pushed out slowly and without bounce.
	contactDamping = 10.0
	// maxPush is the fastest that overlap is pushed out, m/s.
	maxPush = 3.0
	// bounceSpeed is the approach speed, m/s, below which nothing bounces: a ball that slow would rise half a millimetre.
	bounceSpeed = 0.1
	// bouncePasses is how often bounces are gone through at most, so that a box that lands flat bounces off flat.
	bouncePasses = 64
	// maxSpeed and maxTurn limit what the engine follows: m/s and radians a sub-step.
	maxSpeed = 500.0
	maxTurn  = 0.25 * math.Pi
)

// constraint is a contact while it is solved.
type constraint struct {
	a, b       int32 // motions; a is 0 for what does not move
	flipped    bool  // a belongs to the contact's B
	contact    int32
	count      int32
	soft       softness
	friction   float64
	restitute  float64
	normal     geom.Vec3
	t1, t2     geom.Vec3
	firstPoint int32
}

// point is a point of a constraint. Offsets are from the centres of mass, world axes, as of the start of the step.
type point struct {
	rA, rB geom.Vec3
	// The separation when the step began. It changes by the normal part of how the two points moved, to first order.
	separation float64
	normalMass float64
	// The inverse of the 2x2 mass matrix across the normal, and the inverse of its larger eigenvalue.
	k11, k12, k22, slideMass         float64
	impulse, impulse1, impulse2, max float64 // N s along normal, t1 and t2; the largest normal impulse of the step
	approach                         float64 // relative speed along the normal when the step began
}

// listBodies lists who moves in this step.
func (w *World) listBodies() {
	if !w.listAwake {
		return
	}
	w.listAwake = false
	w.awake = w.awake[:0]
	for i := range w.bodies {
		if b := &w.bodies[i]; b.alive && b.active() {
			w.awake = append(w.awake, int32(i))
		}
	}
}

// prepareContacts makes constraints of the contacts that touch and of which one side is awake. ratio is that of this
// step's sub-step to the last one's.
func (w *World) prepareContacts(h, ratio float64) {
	w.constraints, w.points = w.constraints[:0], w.points[:0]
	soft := soften(min(contactHertz, 0.25/h), contactDamping, h)
	hard := soften(min(2*contactHertz, 0.25/h), contactDamping, h)
	for _, i := range w.sorted {
		c := w.contact(i)
		if c.manifold.count == 0 {
			continue
		}
		a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
		if !a.active() && !b.active() {
			continue
		}
		m := &c.manifold
		k := constraint{
			a: a.motion, b: b.motion, contact: i, count: int32(m.count), firstPoint: int32(len(w.points)),
			soft: soft, friction: c.friction, restitute: c.restitution, normal: m.normal,
		}
		sign := 1.0
		if k.b == 0 {
			k.a, k.b, k.normal, k.flipped, sign = 0, k.a, k.normal.Neg(), true, -1
		}
		ma, mb := &w.motions[k.a], &w.motions[k.b]
		if ma.invMass == 0 || mb.invMass == 0 {
			k.soft = hard
		}
		k.t1, k.t2 = geom.Basis(k.normal)
		for j := range m.count {
			p := point{
				rA: m.points[j].at.Sub(ma.center), rB: m.points[j].at.Sub(mb.center),
				separation: m.points[j].separation, impulse: float64(c.normalImpulse[j] * ratio),
			}
			t := c.tangentImpulse[j].Scale(sign * ratio)
			p.impulse1, p.impulse2 = t.Dot(k.t1), t.Dot(k.t2)
			p.prepare(&k, ma, mb)
			w.points = append(w.points, p)
		}
		w.constraints = append(w.constraints, k)
	}
}

// prepare computes masses seen by impulses at the point and the speed of approach.
func (p *point) prepare(k *constraint, ma, mb *motion) {
	invMass := ma.invMass + mb.invMass
	na, nb := p.rA.Cross(k.normal), p.rB.Cross(k.normal)
	p.normalMass = 1 / (invMass + na.Dot(mulSym(&ma.invInertia, na)) + nb.Dot(mulSym(&mb.invInertia, nb)))
	a1, b1 := p.rA.Cross(k.t1), p.rB.Cross(k.t1)
	a2, b2 := p.rA.Cross(k.t2), p.rB.Cross(k.t2)
	ia1, ib1 := mulSym(&ma.invInertia, a1), mulSym(&mb.invInertia, b1)
	ia2, ib2 := mulSym(&ma.invInertia, a2), mulSym(&mb.invInertia, b2)
	k11 := invMass + a1.Dot(ia1) + b1.Dot(ib1)
	k22 := invMass + a2.Dot(ia2) + b2.Dot(ib2)
	k12 := a1.Dot(ia2) + b1.Dot(ib2)
	det := 1 / (float64(k11*k22) - float64(k12*k12))
	p.k11, p.k12, p.k22 = float64(k22*det), float64(-k12*det), float64(k11*det)
	half := 0.5 * (k11 - k22)
	p.slideMass = 1 / (float64(0.5*(k11+k22)) + math.Sqrt(float64(half*half)+float64(k12*k12)))
	v := mb.v.Add(mb.w.Cross(p.rB)).Sub(ma.v.Add(ma.w.Cross(p.rA)))
	p.approach = v.Dot(k.normal)
}

// integrateVelocities applies gravity, forces and damping.
func (w *World) integrateVelocities(h float64) {
	for _, i := range w.awake {
		b, m := &w.bodies[i], &w.motions[i]
		m.before = m.v
		if m.invMass == 0 {
			continue
		}
		m.v = m.v.AddScaled(h, w.gravity).AddScaled(float64(h*m.invMass), b.force)
		m.w = m.w.AddScaled(h, mulSym(&m.invInertia, b.torque))
		if b.linearDamping != 0 {
			m.v = m.v.Scale(1 / (1 + float64(h*b.linearDamping)))
		}
		if b.angularDamping != 0 {
			m.w = m.w.Scale(1 / (1 + float64(h*b.angularDamping)))
		}
		if s := m.v.Len(); s > maxSpeed {
			m.v = m.v.Scale(maxSpeed / s)
			w.flags |= SpeedLimited
		}
		if s := m.w.Len() * h; s > maxTurn {
			m.w = m.w.Scale(maxTurn / s)
			w.flags |= SpeedLimited
		}
	}
}

// warmStart begins with the impulses of the last sub-step.
func (w *World) warmStart() {
	for i := range w.constraints {
		k := &w.constraints[i]
		ma, mb := &w.motions[k.a], &w.motions[k.b]
		for j := range k.count {
			p := &w.points[k.firstPoint+j]
			f := k.normal.Scale(p.impulse).AddScaled(p.impulse1, k.t1).AddScaled(p.impulse2, k.t2)
			if k.a != 0 {
				ma.push(f, p.rA, -1)
			}
			mb.push(f, p.rB, 1)
		}
	}
	for _, i := range w.activeJoint {
		w.joints.list[i].warmStart(w)
	}
}

// solve goes once through all joints and contacts. With bias it pushes out errors of position; without, it leaves the
// velocities as rigid constraints want them.
func (w *World) solve(h float64, bias bool) {
	for _, i := range w.activeJoint {
		w.joints.list[i].solve(w, h, bias)
	}
	invH := 1 / h
	for i := range w.constraints {
		w.constraints[i].solve(w, invH, bias)
	}
}

// solve solves one contact.
func (k *constraint) solve(w *World, invH float64, bias bool) {
	points := w.points[k.firstPoint : k.firstPoint+k.count]
	if k.a == 0 {
		k.solveFixed(&w.motions[k.b], points, invH, bias)
	} else {
		k.solvePair(&w.motions[k.a], &w.motions[k.b], points, invH, bias)
	}
}

// along returns point n of those that are gone through, backwards without bias: in one direction only, the sweep would favour
// the last points over the first in every step, and a stool would rock on its foot and turn for ever.
func along(points []point, n int, bias bool) *point {
	if !bias {
		n = len(points) - 1 - n
	}
	return &points[n]
}

// solvePair solves the normals and then friction within the cone of their impulses. The other way round friction would
// lag behind by one pass, and with it the angle at which things begin to slide. Must match solveFixed.
func (k *constraint) solvePair(ma, mb *motion, points []point, invH float64, bias bool) {
	va, wa, vb, wb := ma.v, ma.w, mb.v, mb.w
	n := k.normal
	moved := mb.moved.Sub(ma.moved)
	for j := range points {
		p := along(points, j, bias)
		s := p.separation + moved.Add(mb.turned.Cross(p.rB)).Sub(ma.turned.Cross(p.rA)).Dot(n)
		v := vb.Add(wb.Cross(p.rB)).Sub(va.Add(wa.Cross(p.rA))).Dot(n)
		f := n.Scale(p.press(k, s, v, invH, bias))
		va = va.AddScaled(-ma.invMass, f)
		wa = wa.Sub(mulSym(&ma.invInertia, p.rA.Cross(f)))
		vb = vb.AddScaled(mb.invMass, f)
		wb = wb.Add(mulSym(&mb.invInertia, p.rB.Cross(f)))
	}
	if k.friction > 0 {
		for j := range points {
			p := along(points, j, bias)
			v := vb.Add(wb.Cross(p.rB)).Sub(va.Add(wa.Cross(p.rA)))
			f := p.slide(k, v)
			va = va.AddScaled(-ma.invMass, f)
			wa = wa.Sub(mulSym(&ma.invInertia, p.rA.Cross(f)))
			vb = vb.AddScaled(mb.invMass, f)
			wb = wb.Add(mulSym(&mb.invInertia, p.rB.Cross(f)))
		}
	}
	ma.v, ma.w, mb.v, mb.w = va, wa, vb, wb
}

// solveFixed is solvePair where A does not move at all.
func (k *constraint) solveFixed(m *motion, points []point, invH float64, bias bool) {
	vb, wb := m.v, m.w
	n := k.normal
	for j := range points {
		p := along(points, j, bias)
		s := p.separation + m.moved.Add(m.turned.Cross(p.rB)).Dot(n)
		f := n.Scale(p.press(k, s, vb.Add(wb.Cross(p.rB)).Dot(n), invH, bias))
		vb = vb.AddScaled(m.invMass, f)
		wb = wb.Add(mulSym(&m.invInertia, p.rB.Cross(f)))
	}
	if k.friction > 0 {
		for j := range points {
			p := along(points, j, bias)
			f := p.slide(k, vb.Add(wb.Cross(p.rB)))
			vb = vb.AddScaled(m.invMass, f)
			wb = wb.Add(mulSym(&m.invInertia, p.rB.Cross(f)))
		}
	}
	m.v, m.w = vb, wb
}

// slide returns the friction to add, N s on B, when B's point moves at v against A's.
//
// Coulomb's cone: what holds the point still is taken if the cone allows it; else the point slides, and the impulse is
// drawn against the slip with one mass for both directions, so that it ends up opposed to it.
func (p *point) slide(k *constraint, v geom.Vec3) geom.Vec3 {
	s1, s2 := v.Dot(k.t1), v.Dot(k.t2)
	limit := float64(k.friction * p.impulse)
	n1 := p.impulse1 - float64(p.k11*s1) - float64(p.k12*s2)
	n2 := p.impulse2 - float64(p.k12*s1) - float64(p.k22*s2)
	if float64(n1*n1)+float64(n2*n2) > float64(limit*limit) {
		n1 = p.impulse1 - float64(p.slideMass*s1)
		n2 = p.impulse2 - float64(p.slideMass*s2)
		if l := math.Sqrt(float64(n1*n1) + float64(n2*n2)); l > limit {
			n1, n2 = float64(n1*(limit/l)), float64(n2*(limit/l))
		}
	}
	d1, d2 := n1-p.impulse1, n2-p.impulse2
	p.impulse1, p.impulse2 = n1, n2
	return k.t1.Scale(d1).AddScaled(d2, k.t2)
}

// press returns the normal impulse to add, N s, at separation s and normal speed v of B against A.
func (p *point) press(k *constraint, s, v, invH float64, bias bool) float64 {
	if s > 0 {
		// May come this close, no closer.
		return p.add(float64(-p.normalMass * (v + float64(s*invH))))
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
	p.max = max(p.max, p.impulse)
	return p.impulse - before
}

// restitute gives what hit fast enough its bounce, once all sub-steps have stopped it.
//
// The speed of the impact is not that at the start of the step: on the way s to the surface the relative acceleration a
// along the normal has acted, so it is sqrt(v0^2 - 2*a*s). With it a ball rises as high as energy says, however long the
// step is.
func (w *World) restitute() {
	for range bouncePasses {
		largest := 0.0
		for i := range w.constraints {
			if k := &w.constraints[i]; k.restitute > 0 {
				largest = max(largest, w.bounce(k))
			}
		}
		if largest < bounceSpeed*1e-6 {
			break
		}
	}
}

// bounce gives the points of a contact their speeds and returns the largest change, m/s.
func (w *World) bounce(k *constraint) float64 {
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	a := 0.0
	if mb.invMass != 0 {
		a = w.gravity.Dot(k.normal)
	}
	if ma.invMass != 0 {
		a -= w.gravity.Dot(k.normal)
	}
	largest := 0.0
	for j := range k.count {
		p := &w.points[k.firstPoint+j]
		if p.approach > -bounceSpeed || p.max == 0 {
			continue
		}
		speed := math.Sqrt(max(0, float64(p.approach*p.approach)-float64(2*a*p.separation)))
		v := mb.v.Add(mb.w.Cross(p.rB)).Sub(ma.v.Add(ma.w.Cross(p.rA))).Dot(k.normal)
		d := p.add(float64(-p.normalMass * (v - float64(k.restitute*speed))))
		largest = max(largest, abs(d)/p.normalMass)
		f := k.normal.Scale(d)
		if k.a != 0 {
			ma.push(f, p.rA, -1)
		}
		mb.push(f, p.rB, 1)
	}
	return largest
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

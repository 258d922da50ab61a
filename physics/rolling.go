package physics

import (
	"math"

	"mereo/engine/geom"
)

// A rim that rolls touches a floor with another of its points in every instant, and the corner of a top goes round. Where a body turns so
// that this matters, its points of contact with a flat face are found anew in every sub-step, in closed form.
//
// Then the sub-step is symmetric in time: the body turns freely for half of it, what its contacts do acts in the middle, along the
// levers of there, and it turns freely for the other half. The velocities at the end obey the levers at the end. So the impulses meet
// velocities that are as much below those that the constraints want before as they are above them after, and do no work: position
// Verlet for rigid bodies, McLachlan and Perlmutter 2006, "Integrators for nonholonomic mechanical systems". With the levers of the
// beginning a disc loses m g^2/2 times the sub-step in a second.

const (
	// rollingTurn is by how much, in radians, a round body turns in a step at least for its points to be found in every sub-step, and
	// cornerTurn that for bodies with corners, of which the points move less on the body.
	rollingTurn = 0.002
	cornerTurn  = 0.1
	// rollingPasses is how much oftener a contact that rolls is solved in a pass.
	rollingPasses = 2
	// passing is the cosine of the angle by which the lowest point of a rim goes round in half a sub-step from which on the points beside
	// it hold nothing: what of the rim comes down there passes over them.
	passing = 0.995
	// rollingCosine is the cosine of the angle between the levers of the middle and the end of a sub-step above which velocities are
	// measured in the middle: impulses along one would hardly change what is measured along the other.
	rollingCosine = 0.8
)

// rolling is a contact between a flat face and a body that turns on it.
type rolling struct {
	constraint  int32
	face, other int32     // motions
	normal      geom.Vec3 // of the face, towards other, along the axes of its body
	level       float64   // of the face along the normal, over its body's center
	axis        geom.Vec3 // of a round body, along the axes of its body; else 0
	down        geom.Vec3 // down the disc in the middle of the sub-step, world
	firstPoint  int32
}

// rollingPoint is a point on other, from its center: the sum of what goes with the body, what goes with the direction down the disc and
// the one across it, and of what stays along the normal.
type rollingPoint struct {
	fixed             geom.Vec3 // along the axes of the body
	down, across, out float64   // meters
	// In the middle of the sub-step: from the centers of both bodies, and from the face.
	onOther, onFace geom.Vec3
	separation      float64
	p               impactPoint // levers: spin in the middle of the sub-step, turn at its end
}

// roller is a body that rolls, in a sub-step.
type roller struct {
	body      int32
	mid, last geom.Quat // world from body when half of the sub-step is over, and at its end if nothing pushes
	spun      geom.Vec3 // rad/s, in the first half
	carry     geom.Mat3 // a row r that measures the angular velocity at the end becomes carry*r, which measures that in the middle
}

// rollingSet is what rolls in a step.
type rollingSet struct {
	rolling       []rolling
	rollingPoints []rollingPoint
	rollers       []roller
}

// listRolling lists the contacts of which the points are found in every sub-step of a step of dt seconds.
func (w *World) listRolling(dt float64) {
	for i := range w.rollers {
		w.bodies[w.rollers[i].body].roller = 0
	}
	w.rolling, w.rollingPoints, w.rollers = w.rolling[:0], w.rollingPoints[:0], w.rollers[:0]
	for i := range w.constraints {
		k := &w.constraints[i]
		turn := max(w.motions[k.a].w.Len2(), w.motions[k.b].w.Len2())
		if alone := w.patches[i].first == w.patches[i].last; alone && float64(turn*dt*dt) > rollingTurn*rollingTurn {
			w.addRolling(int32(i), dt)
		}
	}
}

func (w *World) addRolling(i int32, dt float64) {
	k := &w.constraints[i]
	c := w.contact(w.sources[k.firstPoint].contact)
	face, other, otherIsA, ok := w.faceAndOther(c)
	if !ok {
		return
	}
	r := rolling{constraint: i, face: w.bodies[face.body].motion, other: w.bodies[other.body].motion, firstPoint: int32(len(w.rollingPoints))}
	mf, mo := &w.motions[r.face], &w.motions[r.other]
	round := other.shape.kind == kindCylinder || other.shape.kind == kindCapsule
	least := cornerTurn
	if round {
		least = rollingTurn
	}
	if mo.invMass == 0 || mo.w.Len2()*dt*dt < least*least || !w.steady(k, dt) {
		return
	}
	n := c.manifold.normal
	if otherIsA {
		n = n.Neg()
	}
	k.rolls = int32(len(w.rolling)) + 1
	r.normal = mf.rot.Conj().Rotate(n)
	var frame rollingFrame
	middle := mo.rot.Rotate(other.centerFromShape.T)
	if round {
		r.axis = other.centerFromShape.M.Z
		frame = rollingFrameOf(mo.rot.Rotate(r.axis), n)
		w.turnTangents(k, &frame)
	}
	back := mo.rot.Conj()
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	for j := range k.count {
		p := &c.manifold.points[w.sources[k.firstPoint+j].index]
		half := float64(0.5 * p.separation)
		if j == 0 {
			r.level = p.at.AddScaled(-half, n).Sub(mf.center).Dot(n)
		}
		q := p.at.AddScaled(half, n).Sub(mo.center)
		var rp rollingPoint
		switch d := q.Sub(middle); {
		case other.shape.kind == kindCapsule:
			rp.out = -other.shape.radius
			rp.fixed = back.Rotate(q.AddScaled(-rp.out, n))
		case round && (p.id >= rimSlots && p.id < 2*rimSlots || abs(frame.axis.Dot(n)) < cos45):
			rp.down, rp.across = d.Dot(frame.down), d.Dot(frame.across)
			rp.fixed = back.Rotate(q.AddScaled(-rp.down, frame.down).AddScaled(-rp.across, frame.across))
		default:
			rp.fixed = back.Rotate(q)
		}
		rp.p.b = k.arm(p.at.Sub(mb.center), &mb.invInertia)
		if k.a != 0 {
			rp.p.a = k.arm(p.at.Sub(ma.center), &ma.invInertia)
		}
		w.rollingPoints = append(w.rollingPoints, rp)
	}
	w.rolling = append(w.rolling, r)
	if b := &w.bodies[other.body]; b.roller == 0 {
		w.rollers = append(w.rollers, roller{body: other.body})
		b.roller = int32(len(w.rollers))
	}
}

// faceAndOther tells of which collider the normal of a contact is that of a face, and which one is on it.
func (w *World) faceAndOther(c *contact) (face, other *collider, otherIsA, ok bool) {
	a, b := &w.colliders[c.a], &w.colliders[c.b]
	firstIsA := a.shape.kind == kindTriMesh || b.shape.kind != kindTriMesh && !goesFirst(b.shape, a.shape)
	if firstIsA {
		face, other = a, b
	} else {
		face, other = b, a
	}
	switch {
	case face.shape.kind != kindBox && face.shape.kind != kindHull && face.shape.kind != kindTriMesh:
		return nil, nil, false, false
	case c.cache.kind == cacheFaceFirst:
		return face, other, !firstIsA, true
	case c.cache.kind == cacheFaceSecond && (other.shape.kind == kindBox || other.shape.kind == kindHull):
		return other, face, firstIsA, true
	}
	return nil, nil, false, false
}

// steady reports whether the bodies touch already, rather than fall on each other: what arrives goes on to the surface, and no farther.
func (w *World) steady(k *constraint, dt float64) bool {
	slow := float64(2 * dt * w.gravity.Len())
	approach, turn := k.slip(w)
	v := geom.Vec3{X: approach.Z, Y: turn.X, Z: turn.Y}
	points := w.points[k.firstPoint : k.firstPoint+k.count]
	for j := range points {
		p := &points[j]
		if p.impulse > 0 || abs(p.speed(v)) <= slow && abs(p.separation) <= float64(slow*dt) {
			return true
		}
	}
	return false
}

// rollingFrame is the axis of a round body, the unit vector down the disc to the lowest point, and the one across both.
type rollingFrame struct{ axis, down, across geom.Vec3 }

func rollingFrameOf(axis, normal geom.Vec3) rollingFrame {
	across := axis.Cross(normal)
	if across.Len2() < parallel2 {
		across, _ = geom.Basis(axis)
	} else {
		across = across.Unit()
	}
	return rollingFrame{axis, across.Cross(axis).Neg(), across}
}

// turnTangents makes the tangents those of the rolling frame, in which friction changes slowly.
func (w *World) turnTangents(k *constraint, f *rollingFrame) {
	t1 := f.across
	t2 := k.normal.Cross(t1)
	points := w.points[k.firstPoint : k.firstPoint+k.count]
	for j := range points {
		p := &points[j]
		was := k.t1.Scale(p.friction1).AddScaled(p.friction2, k.t2)
		p.friction1, p.friction2 = was.Dot(t1), was.Dot(t2)
	}
	if k.resists > 0 {
		t := &w.resisting[k.resists-1].torque
		was := k.t1.Scale(t.X).AddScaled(t.Y, k.t2)
		t.X, t.Y = was.Dot(t1), was.Dot(t2)
	}
	k.t1, k.t2 = t1, t2
}

// roll turns what rolls freely by half of a sub-step, and gives its points the separations and the levers of there.
func (w *World) roll(h float64) {
	for i := range w.rollers {
		r := &w.rollers[i]
		b, m := &w.bodies[r.body], &w.motions[r.body]
		r.mid, m.w = b.turnFreely(m.rot, m.w, float64(0.5*h))
		r.spun = m.w
		mid := r.mid.Mat3()
		m.invInertia = rotatedSym(&b.invInertia, &mid)
	}
	for i := range w.rolling {
		w.placeRolling(&w.rolling[i], h)
	}
	w.predictLevers(h)
}

// predictLevers gives the points the levers that they will have at the end of a sub-step unless velocities change.
func (w *World) predictLevers(h float64) {
	for i := range w.rollers {
		r := &w.rollers[i]
		b, m := &w.bodies[r.body], &w.motions[r.body]
		r.last, _ = b.turnFreely(r.mid, m.w, float64(0.5*h))
		mid, last := r.mid.Mat3(), r.last.Mat3()
		r.carry = rotatedSym(&b.inertia, &mid).Mul(rotatedSym(&b.invInertia, &last))
	}
	for i := range w.rolling {
		w.leverRolling(&w.rolling[i], h)
	}
}

// rolled gives the points the levers of the end of a sub-step.
func (w *World) rolled() {
	for i := range w.rollers {
		r := &w.rollers[i]
		b, m := &w.bodies[r.body], &w.motions[r.body]
		r.last = m.rot
		last := m.rot.Mat3()
		m.invInertia = rotatedSym(&b.invInertia, &last)
		r.carry = geom.Mat3{X: geom.Vec3{X: 1}, Y: geom.Vec3{Y: 1}, Z: geom.Vec3{Z: 1}}
	}
	for i := range w.rolling {
		w.leverRolling(&w.rolling[i], 0)
	}
}

// turnFreely rotates a body by h seconds.
func (b *body) turnFreely(q geom.Quat, spin geom.Vec3, h float64) (geom.Quat, geom.Vec3) {
	if b.round || b.typ != Dynamic || spin.Len2() < slowTurn*slowTurn {
		return turn(q, spin, h), spin
	}
	return rotateFree(q, spin, &b.spin, h)
}

// rotation is how a motion is turned in h seconds, or, for what rolls, at the end of the sub-step.
func (w *World) rotation(i int32, h float64) geom.Quat {
	m := &w.motions[i]
	if i == 0 {
		return m.rot
	}
	if r := w.bodies[i].roller; r > 0 {
		return w.rollers[r-1].last
	}
	return turn(m.rot, m.w, h)
}

// midRotation is how a motion is turned when half of a sub-step of h seconds is over.
func (w *World) midRotation(i int32, h float64) geom.Quat {
	if r := w.bodies[i].roller; r > 0 {
		return w.rollers[r-1].mid
	}
	return w.rotation(i, float64(0.5*h))
}

// at is where a point is, from the center of its body.
func (p *rollingPoint) at(rot geom.Quat, f *rollingFrame, normal geom.Vec3) geom.Vec3 {
	return rot.Rotate(p.fixed).AddScaled(p.down, f.down).AddScaled(p.across, f.across).AddScaled(p.out, normal)
}

// frame is that of a rolling body turned by rot on a face with this normal.
func (r *rolling) frame(rot geom.Quat, normal geom.Vec3) rollingFrame {
	if r.axis == (geom.Vec3{}) {
		return rollingFrame{}
	}
	return rollingFrameOf(rot.Rotate(r.axis), normal)
}

// placeRolling finds the normal, the points and their separations in the middle of a sub-step.
func (w *World) placeRolling(r *rolling, h float64) {
	k := &w.constraints[r.constraint]
	mf, mo := &w.motions[r.face], &w.motions[r.other]
	rot := w.midRotation(r.other, h)
	n := w.midRotation(r.face, h).Rotate(r.normal)
	f := r.frame(rot, n)
	r.down = f.down
	k.normal = n
	if r.face != k.a {
		k.normal = n.Neg()
	}
	if f.across != (geom.Vec3{}) {
		k.t1 = f.across
		k.t2 = k.normal.Cross(k.t1)
	} else if r.face != 0 {
		k.t1, k.t2 = geom.Basis(k.normal)
	}
	between := mo.center.Sub(mf.center).AddScaled(float64(0.5*h), mo.v.Sub(mf.v))
	for j := range k.count {
		p := &w.rollingPoints[r.firstPoint+j]
		p.onOther = p.at(rot, &f, n)
		p.onFace = between.Add(p.onOther)
		p.separation = n.Dot(p.onFace) - r.level
	}
}

// leverRolling makes the levers along which impulses act in the middle of the sub-step and velocities are measured at its end, h seconds
// from now.
func (w *World) leverRolling(r *rolling, h float64) {
	k := &w.constraints[r.constraint]
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	mf, mo := &w.motions[r.face], &w.motions[r.other]
	rot := w.rotation(r.other, h)
	n := w.rotation(r.face, h).Rotate(r.normal)
	f := r.frame(rot, n)
	between := mo.center.Sub(mf.center).AddScaled(h, mo.v.Sub(mf.v))
	passes := f.down.Dot(r.down) < passing
	for j := range k.count {
		q := &w.rollingPoints[r.firstPoint+j]
		last := q.at(rot, &f, n)
		q.p.b = w.rollingArm(k, r.other, q.onOther, last)
		q.p.a = arm{}
		if r.face != 0 {
			q.p.a = w.rollingArm(k, r.face, q.onFace, between.Add(last))
		}
		if r.other != k.b {
			q.p.a, q.p.b = q.p.b, q.p.a
		}
		q.p.prepare(ma.invMass + mb.invMass)
		if h == 0 {
			q.separation = n.Dot(between.Add(last)) - r.level
		}
		now := q.separation
		if across := abs(q.across); across > abs(0.5*q.down) && passes {
			now = math.Inf(1)
		}
		w.points[k.firstPoint+j].now = now
	}
}

// rollingArm is that of motion i, with impulses at the offset mid and velocities at last. What turns freely keeps its angular momentum.
func (w *World) rollingArm(k *constraint, i int32, mid, last geom.Vec3) arm {
	inverse := &w.motions[i].invInertia
	r := w.bodies[i].roller
	if c := mid.Dot(last); float64(c*abs(c)) < float64(rollingCosine*rollingCosine)*float64(mid.Len2()*last.Len2()) {
		r, last = 0, mid
	}
	to := func(d geom.Vec3) lever {
		turn := last.Cross(d)
		if r > 0 {
			turn = w.rollers[r-1].carry.MulVec(turn)
		}
		return lever{turn, mulSym(inverse, mid.Cross(d))}
	}
	return arm{to(k.normal), to(k.t1), to(k.t2)}
}

// rollOn turns a body that rolls by the other half of a sub-step.
func (w *World) rollOn(r *roller, b *body, m *motion, h float64) {
	m.turned = m.turned.AddScaled(float64(0.5*h), r.spun.Add(m.w))
	m.rot, m.w = b.turnFreely(r.mid, m.w, float64(0.5*h))
}

// solveRolling goes some more times through what rolls: its normals and its friction, whose direction turns, decide on each other.
func (w *World) solveRolling(h float64, bias bool) {
	for range rollingPasses {
		if bias {
			w.predictLevers(h)
		}
		for i := range w.rolling {
			w.solveRolled(&w.constraints[w.rolling[i].constraint], 1/h, bias)
		}
	}
}

// rollingImpulses lets f change the impulses of the points of a constraint that rolls, one after the other, backwards without bias.
func (w *World) rollingImpulses(k *constraint, bias bool, f func(q *point, p *impactPoint)) {
	first := w.rolling[k.rolls-1].firstPoint
	for n := range k.count {
		j := n
		if !bias {
			j = k.count - 1 - n
		}
		q, p := &w.points[k.firstPoint+j], &w.rollingPoints[first+j].p
		p.impulse, p.impulse1, p.impulse2 = q.impulse, q.friction1, q.friction2
		f(q, p)
		q.impulse, q.friction1, q.friction2 = p.impulse, p.impulse1, p.impulse2
	}
}

// warmRolled is constraint.warmStart of what rolls.
func (w *World) warmRolled(k *constraint) {
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	w.rollingImpulses(k, true, func(_ *point, p *impactPoint) { p.push(ma, mb, k, p.impulse, p.impulse1, p.impulse2) })
}

// solveRolled is constraint.solve of what rolls.
func (w *World) solveRolled(k *constraint, invH float64, bias bool) {
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	w.rollingImpulses(k, bias, func(q *point, p *impactPoint) {
		d := float64(p.normalMass * p.velocity(ma, mb, k).Z)
		switch {
		case q.now > 0: // may come this close, no closer. What bounces may go on: the next sub-step begins with its impact
			if d += float64(p.normalMass * q.now * invH); !bias && k.restitute > 0 {
				d = max(d, 0)
			}
		case bias:
			push := max(float64(k.soft.biasRate*q.now), -maxPush)
			d = float64(k.soft.massScale*(d+float64(p.normalMass*push))) + float64(k.soft.impulseScale*p.impulse)
		}
		p.push(ma, mb, k, p.addNormal(-d), 0, 0)
	})
	if k.friction > 0 {
		w.rollingImpulses(k, bias, func(_ *point, p *impactPoint) {
			v := p.velocity(ma, mb, k)
			d1, d2 := p.addFriction(k.friction, v.X, v.Y)
			p.push(ma, mb, k, 0, d1, d2)
		})
	}
	if k.resists > 0 {
		w.resist(k)
	}
}

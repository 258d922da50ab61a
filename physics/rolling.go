package physics

import "mereo/engine/geom"

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
	cornerTurn  = 0.05
	// rollingPasses is how often a contact that rolls is solved in a pass: its normals and its friction, whose direction turns, decide
	// on each other.
	rollingPasses = 20
)

// rolling is a contact between a flat face and a body that turns on it.
type rolling struct {
	constraint  int32
	face, other int32     // motions
	normal      geom.Vec3 // of the face, towards other, along the axes of its body
	level       float64   // of the face along the normal, over its body's center
	axis        geom.Vec3 // of a round body, along the axes of its body; else 0
	firstPoint  int32
}

// rollingPoint is a point on other, from its center: the sum of what goes with the body, what goes with the direction down the disc and
// the one across it, and of what stays along the normal.
type rollingPoint struct {
	fixed             geom.Vec3 // along the axes of the body
	down, across, out float64   // metres
}

// roller is a body that rolls, in a sub-step.
type roller struct {
	body      int32
	mid, last geom.Quat // world from body when half of the sub-step is over, and at its end if nothing pushes
	spun      geom.Vec3 // rad/s, in the first half
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
		if turn*dt*dt > rollingTurn*rollingTurn {
			w.addRolling(int32(i), dt)
		}
	}
}

func (w *World) addRolling(i int32, dt float64) {
	k := &w.constraints[i]
	c := w.contact(k.contact)
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
	k.rolls = true
	r.normal = mf.rot.Conj().Rotate(n)
	var frame rollingFrame
	middle := mo.rot.Rotate(other.centerFromShape.T)
	if round {
		r.axis = other.centerFromShape.M.Z
		frame = rollingFrameOf(mo.rot.Rotate(r.axis), n)
		w.turnTangents(k, &frame)
	}
	back := mo.rot.Conj()
	for j := range k.count {
		p := &c.manifold.points[j]
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
	ma, mb, points, arms := k.sides(w)
	slow := float64(2 * dt * w.gravity.Len())
	v := mb.v.Sub(ma.v).Dot(k.normal)
	for j := range points {
		p := &points[j]
		if p.impulse > 0 {
			return true
		}
		at := v + mb.w.Dot(p.b.n.turn)
		if arms != nil {
			at -= ma.w.Dot(arms[j].n.turn)
		}
		if abs(at) <= slow && abs(p.separation) <= float64(slow*dt) {
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
		was := k.t1.Scale(p.impulse1).AddScaled(p.impulse2, k.t2)
		p.impulse1, p.impulse2 = was.Dot(t1), was.Dot(t2)
	}
	k.t1, k.t2 = t1, t2
}

// roll turns what rolls freely by half of a sub-step, and finds the points of contact that it has there.
func (w *World) roll(h float64) {
	for i := range w.rollers {
		r := &w.rollers[i]
		b := &w.bodies[r.body]
		m := &w.motions[r.body]
		r.mid, m.w = b.turnFreely(m.rot, m.w, float64(0.5*h))
		r.last, _ = b.turnFreely(r.mid, m.w, float64(0.5*h))
		r.spun = m.w
		at := r.mid.Mat3()
		m.invInertia = rotatedSym(&b.invInertia, &at)
	}
	for i := range w.rolling {
		w.placeRolling(&w.rolling[i], h)
	}
}

// turnFreely rotates a body by h seconds.
func (b *body) turnFreely(q geom.Quat, spin geom.Vec3, h float64) (geom.Quat, geom.Vec3) {
	if b.round || b.typ != Dynamic || spin.Len2() < slowTurn*slowTurn {
		return turn(q, spin, h), spin
	}
	return tumble(q, spin, &b.spin, h)
}

// rotations returns how a motion is turned in the middle and at the end of a sub-step.
func (w *World) rotations(i int32, h float64) (mid, last geom.Quat) {
	m := &w.motions[i]
	if i == 0 {
		return m.rot, m.rot
	}
	if r := w.bodies[i].roller; r > 0 {
		return w.rollers[r-1].mid, w.rollers[r-1].last
	}
	return turn(m.rot, m.w, float64(0.5*h)), turn(m.rot, m.w, h)
}

// at is where a point is, from the center of its body.
func (p *rollingPoint) at(rot geom.Quat, f *rollingFrame, normal geom.Vec3) geom.Vec3 {
	return rot.Rotate(p.fixed).AddScaled(p.down, f.down).AddScaled(p.across, f.across).AddScaled(p.out, normal)
}

// placeRolling gives the points of a constraint the separation and the levers of the middle of a sub-step. Velocities are measured at
// those of its end.
func (w *World) placeRolling(r *rolling, h float64) {
	k := &w.constraints[r.constraint]
	ma, mb, points, arms := k.sides(w)
	mf, mo := &w.motions[r.face], &w.motions[r.other]
	faceMid, faceLast := w.rotations(r.face, h)
	otherMid, otherLast := w.rotations(r.other, h)
	nMid, nLast := faceMid.Rotate(r.normal), faceLast.Rotate(r.normal)
	var fMid, fLast rollingFrame
	if r.face == k.a {
		k.normal = nMid
	} else {
		k.normal = nMid.Neg()
	}
	if r.axis != (geom.Vec3{}) {
		fMid, fLast = rollingFrameOf(otherMid.Rotate(r.axis), nMid), rollingFrameOf(otherLast.Rotate(r.axis), nLast)
		k.t1 = fMid.across
		k.t2 = k.normal.Cross(k.t1)
	} else if r.face != 0 {
		k.t1, k.t2 = geom.Basis(k.normal)
	}
	between := mo.center.Sub(mf.center)
	mid := between.AddScaled(float64(0.5*h), mo.v.Sub(mf.v))
	last := between.AddScaled(h, mo.v.Sub(mf.v))
	for j := range points {
		p, at := &points[j], &w.rollingPoints[r.firstPoint+int32(j)]
		rMid, rLast := at.at(otherMid, &fMid, nMid), at.at(otherLast, &fLast, nLast)
		s := nMid.Dot(mid.Add(rMid)) - r.level
		var armA arm
		if r.other == k.b {
			p.b = k.armBetween(rMid, rLast, &mb.invInertia)
			if arms != nil {
				armA = k.armBetween(mid.Add(rMid), last.Add(rLast), &ma.invInertia)
			}
		} else {
			armA = k.armBetween(rMid, rLast, &ma.invInertia)
			p.b = k.armBetween(mid.Add(rMid), last.Add(rLast), &mb.invInertia)
		}
		if arms != nil {
			arms[j] = armA
		}
		p.weigh(&armA, ma.invMass+mb.invMass)
		// The solver adds how the bodies moved since the step began.
		p.separation = s - (mb.moved.Sub(ma.moved).Dot(k.normal) + mb.turned.Dot(p.b.n.turn) - ma.turned.Dot(armA.n.turn))
	}
}

// armBetween is an arm along which impulses act at the offset mid and velocities are measured at last.
func (k *constraint) armBetween(mid, last geom.Vec3, invInertia *geom.Mat3) arm {
	to := func(d geom.Vec3) lever { return lever{last.Cross(d), mulSym(invInertia, mid.Cross(d))} }
	return arm{to(k.normal), to(k.t1), to(k.t2)}
}

// rollOn turns a body that rolls by the other half of a sub-step.
func (w *World) rollOn(r *roller, b *body, m *motion, h float64) {
	m.turned = m.turned.AddScaled(float64(0.5*h), r.spun.Add(m.w))
	m.rot, m.w = b.turnFreely(r.mid, m.w, float64(0.5*h))
}

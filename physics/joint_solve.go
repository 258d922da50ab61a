package physics

import (
	"math"

	"mereo/engine/geom"
)

// frame is where a joint's frame on one body lies.
type frame struct {
	arm    geom.Vec3 // from the center of mass to the origin, world
	origin geom.Vec3 // world
	q      geom.Quat // world from joint
	axes   geom.Mat3 // the same as a matrix
}

func frameOf(m *motion, anchor *Pose) frame {
	arm := m.rot.Rotate(anchor.Position)
	q := m.rot.Mul(anchor.Rotation)
	return frame{arm, m.center.Add(arm), q, q.Mat3()}
}

// anchor returns the motion of body i and a frame on it as seen from there: from the center of mass, or in the world if
// the body is static.
func (w *World) anchor(i int32, on *Pose) (int32, Pose) {
	b := &w.bodies[i]
	if b.motion == 0 {
		q := b.pose.Rotation
		return 0, Pose{b.pose.Position.Add(q.Rotate(on.Position)), q.Mul(on.Rotation)}
	}
	return b.motion, Pose{on.Position.Sub(b.center), on.Rotation}
}

// frames returns where the frames on A and B are.
func (j *joint) frames(w *World) (a, b frame) {
	ma, anchorA := w.anchor(j.bodyA, &j.def.AFrame)
	mb, anchorB := w.anchor(j.bodyB, &j.def.BFrame)
	return frameOf(&w.motions[ma], &anchorA), frameOf(&w.motions[mb], &anchorB)
}

// wakeJoined wakes what is joined to bodies that move.
func (w *World) wakeJoined() {
	for i := range w.joints.list {
		j := &w.joints.list[i]
		if !j.alive {
			continue
		}
		a, b := &w.bodies[j.bodyA], &w.bodies[j.bodyB]
		if a.asleep && b.active() && w.wakesOthers(j.bodyB) {
			w.wake(j.bodyA)
		}
		if b.asleep && a.active() && w.wakesOthers(j.bodyA) {
			w.wake(j.bodyB)
		}
	}
}

// prepareJoints lists and prepares the joints of which a dynamic body is awake.
func (w *World) prepareJoints(h float64) {
	for _, i := range w.activeJoint { // of the last step
		j := &w.joints.list[i]
		w.bodies[j.bodyA].jointed, w.bodies[j.bodyB].jointed = false, false
	}
	w.activeJoint = w.activeJoint[:0]
	for i := range w.joints.list {
		j := &w.joints.list[i]
		if !j.alive {
			continue
		}
		a, b := &w.bodies[j.bodyA], &w.bodies[j.bodyB]
		if (a.typ != Dynamic || a.asleep) && (b.typ != Dynamic || b.asleep) {
			continue
		}
		a.jointed, b.jointed = true, true
		j.prepare(w, h)
		w.activeJoint = append(w.activeJoint, int32(i))
	}
	w.buildTrees()
	w.placeJoints(h, true)
	w.estimateNewTensions(h)
	w.markSecondOrder(h * float64(w.substeps))
}

// prepare makes the joint ready for a step of sub-steps of h seconds.
func (j *joint) prepare(w *World, h float64) {
	j.a, j.anchorA = w.anchor(j.bodyA, &j.def.AFrame)
	j.b, j.anchorB = w.anchor(j.bodyB, &j.def.BFrame)
	j.stop = soften(jointRate/h, jointDamping, h)
	j.soft = j.stop
	if j.def.Hertz > 0 {
		j.soft = soften(j.def.Hertz, j.def.DampingRatio, h)
	}
	if j.h != 0 && j.h != h { // what was held by forces is held by other impulses
		j.scale(h / j.h)
	}
	j.h = h
}

// hasFriction reports whether j is a ball joint with friction.
func (j *joint) hasFriction() bool { return j.def.Kind == Ball && j.def.MotorMax > 0 }

// scale multiplies all impulses.
func (j *joint) scale(x float64) {
	for i := range j.block.total {
		j.block.total[i] *= x
		j.half[i] *= x
	}
	j.pull = j.pull.Scale(x)
	scale := func(a *axis) { a.motor, a.lower, a.upper, a.spring = a.motor*x, a.lower*x, a.upper*x, a.spring*x }
	scale(&j.axis)
	for i := range j.friction {
		scale(&j.friction[i])
	}
}

// place writes down the rows and errors as the bodies are now.
func (j *joint) place(w *World) {
	a, b := &w.motions[j.a], &w.motions[j.b]
	fa, fb := frameOf(a, &j.anchorA), frameOf(b, &j.anchorB)
	k := &j.block
	j.hold(k, &fa, &fb)
	j.positionErrors(&k.err, &fa, &fb)
	if !j.inTree || j.free() {
		k.factor(a, b)
	}

	grips := j.hasFriction()
	if j.def.Limited || j.def.MotorMax > 0 && !grips || j.springs() {
		x := &j.axis
		switch j.def.Kind {
		case Hinge:
			x.row = row{jA: fa.axes.Z, jB: fa.axes.Z}
			if j.def.Limited || j.springs() {
				x.at = hingeAngle(&fa, &fb)
			}
		case Slider:
			x.row, x.at = slide(fa.axes.Z, &fa, &fb), fa.axes.Z.Dot(fb.origin.Sub(fa.origin))
		case Ball:
			x.at, x.jA = swing(&fa, &fb)
			x.jB = x.jA
		}
		x.prepare(k, a, b)
	}
	if grips {
		for i, e := range [3]geom.Vec3{{X: 1}, {Y: 1}, {Z: 1}} {
			x := &j.friction[i]
			x.row = row{jA: e, jB: e}
			x.prepare(k, a, b)
		}
	}
}

// hold writes down the rows of what the joint holds together, its frames being at a and b.
func (j *joint) hold(k *block, a, b *frame) {
	k.n = 0
	switch j.def.Kind {
	case Fixed:
		k.pushPoint(a, b)
		k.pushTurn(&a.axes)
	case Hinge:
		k.pushPoint(a, b)
		k.push(row{jA: a.axes.X, jB: a.axes.X})
		k.push(row{jA: a.axes.Y, jB: a.axes.Y})
	case Slider:
		k.push(slide(a.axes.X, a, b))
		k.push(slide(a.axes.Y, a, b))
		k.pushTurn(&a.axes)
	case Ball:
		k.pushPoint(a, b)
	}
}

// positionErrors writes down the errors of position along those rows: how far the origins are apart, and by which rotation vector the axes.
func (j *joint) positionErrors(err *[6]float64, a, b *frame) {
	d := b.origin.Sub(a.origin)
	x, y, z := a.axes.X.Dot(d), a.axes.Y.Dot(d), a.axes.Z.Dot(d)
	switch j.def.Kind {
	case Fixed:
		r := rotationError(a, b)
		*err = [6]float64{x, y, z, r.X, r.Y, r.Z}
	case Hinge:
		angle, n := swing(a, b)
		*err = [6]float64{x, y, z, float64(angle * n.Dot(a.axes.X)), float64(angle * n.Dot(a.axes.Y))}
	case Slider:
		r := rotationError(a, b)
		*err = [6]float64{x, y, r.X, r.Y, r.Z}
	case Ball:
		*err = [6]float64{x, y, z}
	}
}

// rotationError is the vector, along A's axes, of the rotation from A's axes to B's, its angle taken as twice the sine of its half.
func rotationError(a, b *frame) geom.Vec3 {
	q := a.q.Conj().Mul(b.q)
	s := 2.0
	if q.W < 0 {
		s = -2
	}
	return geom.Vec3{X: q.X, Y: q.Y, Z: q.Z}.Scale(s)
}

// free reports whether the joint has limits, a motor or a spring along what it leaves free.
func (j *joint) free() bool { return j.def.Limited || j.def.MotorMax > 0 || j.springs() }

// pushPoint holds the origins together. The rows are fixed to A, so that both bodies get their impulses at one point, and the angular
// momentum stays what it was even where the origins are apart.
func (k *block) pushPoint(a, b *frame) {
	k.push(slide(a.axes.X, a, b))
	k.push(slide(a.axes.Y, a, b))
	k.push(slide(a.axes.Z, a, b))
}

// pushTurn holds the axes together.
func (k *block) pushTurn(axes *geom.Mat3) {
	k.push(row{jA: axes.X, jB: axes.X})
	k.push(row{jA: axes.Y, jB: axes.Y})
	k.push(row{jA: axes.Z, jB: axes.Z})
}

// slide is the way of B's origin along u, which is fixed to A: the impulse acts at B's origin on both bodies.
func slide(u geom.Vec3, a, b *frame) row {
	return row{u, a.arm.Add(b.origin.Sub(a.origin)).Cross(u), b.arm.Cross(u)}
}

// hingeAngle is by how much B is turned about the z axis of A, in (-pi, pi].
func hingeAngle(a, b *frame) float64 {
	x := b.axes.X
	return geom.Atan2(x.Dot(a.axes.Y), x.Dot(a.axes.X))
}

// swing is the angle from A's z axis to B's, and the unit axis of that turn; A's x axis if they are parallel.
func swing(a, b *frame) (float64, geom.Vec3) {
	n := a.axes.Z.Cross(b.axes.Z)
	cos := a.axes.Z.Dot(b.axes.Z)
	if s2 := n.Len2(); s2 < 1e-3 && cos > 0 { // the series of the arc sine
		sin := math.Sqrt(s2)
		if sin < 1e-12 {
			return sin, a.axes.X
		}
		return float64(sin * (1 + float64(s2*(1.0/6+float64(s2*(3.0/40+float64(s2*(15.0/336)))))))), n.Scale(1 / sin)
	}
	sin := n.Len()
	angle := geom.Atan2(sin, cos)
	if sin < 1e-12 {
		return angle, a.axes.X
	}
	return angle, n.Scale(1 / sin)
}

// warmStart begins a sub-step with the impulses of the last one; those of its first half, where a tree is left to itself. There a limit
// that is reached in spite of markSecondOrder begins anew in every sub-step.
func (j *joint) warmStart(w *World) {
	if j.alone {
		j.block.total = j.half
		j.axis.lower, j.axis.upper = 0, 0
	}
	r := j.impulses()
	r.impulse(&w.motions[j.a], &w.motions[j.b])
}

// impulses sums up what the joint gave in the last sub-step.
func (j *joint) impulses() row {
	r := j.block.sum(&j.block.total)
	r.add(j.axis.total(), &j.axis.row)
	if j.hasFriction() {
		for i := range j.friction {
			r.add(j.friction[i].motor, &j.friction[i].row)
		}
	}
	return r
}

// load is the force and the torque about the origin of B's frame on B.
func (j *joint) load(w *World) (force, torque geom.Vec3) {
	if j.h == 0 {
		return geom.Vec3{}, geom.Vec3{}
	}
	r := j.impulses()
	_, b := j.frames(w)
	return r.u.Scale(1 / j.h), r.jB.Sub(b.arm.Cross(r.u)).Scale(1 / j.h)
}

// solve is called twice a sub-step: with bias it takes back errors of position, and, once the bodies have moved,
// without it leaves the velocities as a rigid joint wants them. A spring is a force, not an error: it is the same both
// times, with the error err that it had when the sub-step began. What joints in trees hold together is solved with the tree.
func (j *joint) solve(w *World, h float64, bias bool) {
	a, b := &w.motions[j.a], &w.motions[j.b]
	k := &j.block
	soft, stop := j.soft, j.stop
	if !bias {
		if j.def.Hertz == 0 {
			soft = rigid
		}
		stop = rigid
	}

	// Free directions, then what is held.
	if j.springs() {
		if bias {
			j.axis.begun = j.middle + j.axis.at
		}
		j.axis.pull(j.def.Stiffness, j.def.Damping, h, k, a, b)
	}
	if j.hasFriction() {
		j.solveFriction(float64(h*j.def.MotorMax), a, b)
	} else if j.def.MotorMax > 0 {
		j.axis.drive(j.def.MotorSpeed, float64(h*j.def.MotorMax), k, a, b)
	}
	if j.def.Limited {
		j.axis.hold(j.def.Lower, j.def.Upper, stop, h, k, a, b)
	}
	if !j.inTree {
		k.solve(a, b, soft, &j.begun)
	}
}

// solveFriction is the friction of a ball joint: it stops the turn of B against A with an impulse of at most most.
func (j *joint) solveFriction(most float64, a, b *motion) {
	g := &j.friction
	for i := range g {
		x := &g[i]
		d := float64(-x.mass * x.speed(a, b))
		x.motor += d
		x.give(d, &j.block, a, b)
	}
	l := geom.Vec3{X: g[0].motor, Y: g[1].motor, Z: g[2].motor}.Len()
	if l <= most {
		return
	}
	for i := range g {
		x := &g[i]
		d := float64(x.motor * (most/l - 1))
		x.motor += d
		x.give(d, &j.block, a, b)
	}
}

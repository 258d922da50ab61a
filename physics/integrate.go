package physics

import (
	"math"

	"mereo/engine/geom"
)

const (
	// maxSpeed and maxTurn limit what the engine follows: m/s and radians a sub-step.
	maxSpeed = 500.0
	maxTurn  = 0.25 * math.Pi
)

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

// integratePositions moves the bodies by their velocities.
//
// Where the velocity changed no faster than falling changes it, the way is that of the mean of old and new velocity: so a
// thrown body keeps to the parabola, and a sliding one stops where it should, whatever the step. Where a body was
// stopped by something, and where joints hold it, it goes the way that its constraints were solved for.
func (w *World) integratePositions(h float64) {
	gentle := float64(2 * h * h * w.gravity.Len2() * h * h) // of the squared change of the way
	for _, i := range w.awake {
		b, m := &w.bodies[i], &w.motions[i]
		d := m.v.Scale(h)
		if change := m.before.Sub(m.v).Scale(h); !b.jointed && change.Len2() <= gentle {
			d = d.AddScaled(0.5, change)
		}
		m.moved = m.moved.Add(d)
		m.center = m.center.Add(d)
		m.turned = m.turned.AddScaled(h, m.w)
		if b.round || m.invMass == 0 || m.w.Len2() < slowTurn*slowTurn {
			m.rot = turn(m.rot, m.w, h)
		} else {
			m.rot, m.w = tumble(m.rot, m.w, &b.inertia, &b.invInertia, h)
		}
	}
}

// slowTurn is the angular speed, rad/s, below which gyroscopic torque is left out: it changes the angular velocity by less
// than slowTurn squared in a second.
const slowTurn = 0.01

// turn rotates q by the angular velocity w (world) for h seconds: by the quaternion (1, tan(a/2) u) with the angle a = |w| h
// about u, normalised. The tangent is a/2 + a^3/24; the error is the fifth power of a, over 240.
func turn(q geom.Quat, w geom.Vec3, h float64) geom.Quat {
	half := 0.5 * h * (1 + float64(h*h*w.Len2()/12))
	d := geom.Quat{X: half * w.X, Y: half * w.Y, Z: half * w.Z}
	e := d.Mul(q)
	return geom.Quat{W: q.W + e.W, X: q.X + e.X, Y: q.Y + e.Y, Z: q.Z + e.Z}.Unit()
}

// tumble rotates a body of inertia i (body axes, inverse inv) by a midpoint step and turns its angular velocity so that
// its angular momentum stays exactly what it was. The speed is thereby bounded by momentum over the least inertia: torque
// from spinning cannot blow up, however long the step.
func tumble(q geom.Quat, w geom.Vec3, i, inv *geom.Mat3, h float64) (geom.Quat, geom.Vec3) {
	momentum := q.Rotate(mulSym(i, q.Conj().Rotate(w)))
	spin := func(q geom.Quat) geom.Vec3 { return q.Rotate(mulSym(inv, q.Conj().Rotate(momentum))) }
	middle := spin(turn(q, w, 0.5*h))
	q = turn(q, middle, h)
	return q, spin(q)
}

// finish brings poses, boxes and trees up to date.
func (w *World) finish(dt float64) {
	for _, i := range w.awake {
		b, m := &w.bodies[i], &w.motions[i]
		b.force, b.torque = geom.Vec3{}, geom.Vec3{}
		sum := m.v.X + m.v.Y + m.v.Z + m.w.X + m.w.Y + m.w.Z + m.center.X + m.center.Y + m.center.Z + m.rot.W + m.rot.X + m.rot.Y + m.rot.Z
		if math.IsNaN(sum - sum) {
			w.flags |= NotFinite
			m.v, m.w = geom.Vec3{}, geom.Vec3{}
			m.rot = b.pose.Rotation
			m.center = b.pose.Transform().Point(b.center)
		}
		at := geom.Transform{M: m.rot.Mat3(), T: m.center}
		b.pose = Pose{m.center.Sub(at.M.MulVec(b.center)), m.rot}
		m.moved, m.turned = geom.Vec3{}, geom.Vec3{}
		m.invInertia = rotatedSym(&b.invInertia, &at.M)
		w.placeColliders(b, &at, w.ahead(i, dt), m.w.Len(), dt)
	}
}

// ahead is the velocity with which body i will have moved, at most, when dt seconds are over, unless something pushes it.
func (w *World) ahead(i int32, dt float64) geom.Vec3 {
	m := &w.motions[i]
	if m.invMass == 0 {
		return m.v
	}
	return m.v.AddScaled(dt, w.gravity).AddScaled(float64(dt*m.invMass), w.bodies[i].force)
}

// reachAhead makes the boxes of bodies whose motion was changed from outside reach as far as they will go in a step, and those of all
// that move where steps became longer.
func (w *World) reachAhead(dt float64) {
	place := func(i int32) {
		b, m := &w.bodies[i], &w.motions[i]
		at := geom.Transform{M: m.rot.Mat3(), T: m.center}
		spin := m.w.AddScaled(dt, mulSym(&m.invInertia, b.torque)).Len()
		w.placeColliders(b, &at, w.ahead(i, dt), spin, dt)
	}
	for _, i := range w.driven {
		b := &w.bodies[i]
		if b.alive && b.driven {
			place(i)
		}
		b.driven = false
	}
	w.driven = w.driven[:0]
	if dt > w.lastStep {
		w.listBodies()
		for _, i := range w.awake {
			place(i)
		}
	}
	w.lastStep = dt
}

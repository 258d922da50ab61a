package physics

import (
	"math"

	"mereo/engine/geom"
)

const (
	// maxSpeed and maxTurn limit what the engine follows: m/s and radians a sub-step.
	maxSpeed = 500.0
	maxTurn  = 20.0
)

// integrateVelocities applies gravity, forces and damping.
func (w *World) integrateVelocities(h float64) {
	for _, i := range w.awake {
		b, m := &w.bodies[i], &w.motions[i]
		m.before = m.v
		if m.invMass == 0 {
			continue
		}
		if b.secondOrder {
			w.kick(b, m, 0.5*h)
		} else {
			w.kick(b, m, h)
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

// kick lets gravity, forces and damping act for h seconds.
func (w *World) kick(b *body, m *motion, h float64) {
	fall := h
	if b.inertiaScale > 1 {
		fall = h / b.inertiaScale
	}
	m.v = m.v.AddScaled(fall, w.gravity).AddScaled(float64(h*m.invMass), b.force)
	m.w = m.w.AddScaled(h, mulSym(&m.invInertia, b.torque))
	if b.linearDamping != 0 {
		m.v = m.v.Scale(1 / (1 + float64(h*b.linearDamping)))
	}
	if b.angularDamping != 0 {
		m.w = m.w.Scale(1 / (1 + float64(h*b.angularDamping)))
	}
}

// integratePositions moves the bodies by their velocities.
//
// Where the velocity changed no faster than falling changes it, the way is that of the mean of old and new velocity: so a
// thrown body keeps to the parabola, and a sliding one stops where it should, whatever the step. Where a body was
// stopped by something, and where joints hold it, it goes the way that its constraints were solved for. What nothing but joints
// hold is given the second half of what acts on it here.
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
		if b.roller > 0 {
			w.rollOn(&w.rollers[b.roller-1], b, m, h)
			continue
		}
		m.turned = m.turned.AddScaled(h, m.w)
		m.spinOn(b, h)
		if b.jointed {
			r := m.rot.Mat3()
			m.invInertia = rotatedSym(&b.invInertia, &r)
		}
		if b.secondOrder {
			w.kick(b, m, 0.5*h)
		}
	}
}

// spinOn turns a body freely for h seconds.
func (m *motion) spinOn(b *body, h float64) {
	if b.round || m.invMass == 0 || m.w.Len2() < slowTurn*slowTurn {
		m.rot = turn(m.rot, m.w, h)
	} else {
		m.rot, m.w = rotateFree(m.rot, m.w, &b.spin, h)
	}
}

// slowTurn is the angular speed, rad/s, below which gyroscopic torque is left out: it changes the angular velocity by less
// than slowTurn squared in a second.
const slowTurn = 0.01

// turn rotates q by the angular velocity w (world) for h seconds.
func turn(q geom.Quat, w geom.Vec3, h float64) geom.Quat {
	return rotationBy(w.Scale(h)).Mul(q).Unit()
}

// exactTurn is the angle, radians, from which on rotations are by sine and cosine.
const exactTurn = 0.25

// rotationBy is the rotation by an angle a about the direction of v, whose length is a: the quaternion (1, tan(a/2) u), normalized. For
// small angles the tangent is a/2 + a^3/24; the error is the fifth power of a, over 240.
func rotationBy(v geom.Vec3) geom.Quat {
	a2 := v.Len2()
	if a2 > exactTurn*exactTurn {
		a := math.Sqrt(a2)
		sin, cos := geom.SinCos(0.5 * a)
		u := v.Scale(sin / a)
		return geom.Quat{W: cos, X: u.X, Y: u.Y, Z: u.Z}
	}
	u := v.Scale(0.5 * (1 + a2/12))
	return geom.Quat{W: 1, X: u.X, Y: u.Y, Z: u.Z}.Unit()
}

// rotateFree rotates a body freely by h seconds. Its angular momentum stays what it was, and its energy never drifts, however fast it spins
// and however long the step: exactly for bodies with two equal moments, and for others as a symplectic step of second order keeps it.
//
// The energy of a free body is, with its momentum l along its principal axes and moments I1 <= I2 <= I3,
//
//	|l|^2/(2 I2) + l1^2/2 (1/I1 - 1/I2) + l3^2/2 (1/I3 - 1/I2)
//
// The first part alone turns the body about its momentum by |l|/I2, the others about the axes 1 and 3 by the derivatives; the first
// commutes with both. Touma and Wisdom 1994, "Lie-Poisson integrators for rigid body dynamics in the solar system"; half a turn about
// axis 1, one about axis 3, half a turn about axis 1.
func rotateFree(q geom.Quat, w geom.Vec3, s *spin, h float64) (geom.Quat, geom.Vec3) {
	p := q.Mul(s.axes)
	i := &s.moments
	l := p.Conj().Rotate(w)
	l = geom.Vec3{X: l.X * i.X, Y: l.Y * i.Y, Z: l.Z * i.Z}
	p, l = aboutX(p, l, 0.5*h*l.X*s.first)
	p, l = aboutZ(p, l, h*l.Z*s.last)
	p, l = aboutX(p, l, 0.5*h*l.X*s.first)
	momentum := p.Rotate(l)
	p = turn(p, momentum.Scale(1/i.Y), h)
	return p.Mul(s.axes.Conj()), p.Rotate(geom.Vec3{X: l.X / i.X, Y: l.Y / i.Y, Z: l.Z / i.Z})
}

// aboutX turns the axes p by an angle about the first of them, and the vector l, given along them, back.
func aboutX(p geom.Quat, l geom.Vec3, angle float64) (geom.Quat, geom.Vec3) {
	if angle == 0 {
		return p, l
	}
	r := rotationBy(geom.Vec3{X: angle})
	y, z := 2*float64(r.X*l.Z), 2*float64(-r.X*l.Y)
	return geom.Quat{
			W: float64(p.W*r.W) - float64(p.X*r.X), X: float64(p.W*r.X) + float64(p.X*r.W),
			Y: float64(p.Y*r.W) + float64(p.Z*r.X), Z: float64(p.Z*r.W) - float64(p.Y*r.X),
		}, geom.Vec3{
			X: l.X, Y: l.Y + float64(r.W*y) + float64(r.X*z), Z: l.Z + float64(r.W*z) - float64(r.X*y),
		}
}

// aboutZ is aboutX for the last of the axes.
func aboutZ(p geom.Quat, l geom.Vec3, angle float64) (geom.Quat, geom.Vec3) {
	if angle == 0 {
		return p, l
	}
	r := rotationBy(geom.Vec3{Z: angle})
	x, y := 2*float64(r.Z*l.Y), 2*float64(-r.Z*l.X)
	return geom.Quat{
			W: float64(p.W*r.W) - float64(p.Z*r.Z), X: float64(p.X*r.W) + float64(p.Y*r.Z),
			Y: float64(p.Y*r.W) - float64(p.X*r.Z), Z: float64(p.W*r.Z) + float64(p.Z*r.W),
		}, geom.Vec3{
			X: l.X + float64(r.W*x) + float64(r.Z*y), Y: l.Y + float64(r.W*y) - float64(r.Z*x), Z: l.Z,
		}
}

// spin is what free rotation needs of a body's inertia.
type spin struct {
	axes        geom.Quat // body from principal axes
	moments     geom.Vec3 // ascending, kg m2
	first, last float64   // 1/I1 - 1/I2, 1/I3 - 1/I2
}

func newSpin(inertia *geom.Mat3) spin {
	var s spin
	s.axes, s.moments = principal(inertia)
	middle := 1 / s.moments.Y
	s.first, s.last = 1/s.moments.X-middle, 1/s.moments.Z-middle
	return s
}

// finish brings poses, boxes and trees up to date.
func (w *World) finish(dt float64) {
	for _, i := range w.awake {
		b, m := &w.bodies[i], &w.motions[i]
		b.force, b.torque = geom.Vec3{}, geom.Vec3{}
		if b.inertiaScale > 1 {
			m.invMass = 1 / b.mass.Mass
		}
		sum := m.v.X + m.v.Y + m.v.Z + m.w.X + m.w.Y + m.w.Z + m.center.X + m.center.Y + m.center.Z + m.rot.W + m.rot.X + m.rot.Y + m.rot.Z
		if math.IsNaN(sum-sum) || m.rot == (geom.Quat{}) { // what is divided by an infinite length is 0
			w.flags |= NotFinite
			m.v, m.w = geom.Vec3{}, geom.Vec3{}
			m.rot = b.pose.Rotation
			m.center = b.pose.Transform().Point(b.center)
		}
		at := geom.Transform{M: m.rot.Mat3(), T: m.center}
		b.pose.Position, b.pose.Rotation = m.center.Sub(mulVec(&at.M, b.center)), m.rot
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

// predictBounds makes the boxes of bodies whose motion was changed from outside reach as far as they will go in a step, and those of all
// that move where steps became longer.
func (w *World) predictBounds(dt float64) {
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

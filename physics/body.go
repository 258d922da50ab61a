package physics

import (
	"fmt"
	"math"

	"mereo/engine/geom"
)

// body is what a world keeps of a body beside its motion.
type body struct {
	typ          BodyType
	alive        bool
	asleep       bool
	jointed      bool    // an active joint holds it in this step
	secondOrder  bool    // nothing but joints, gravity and forces act on it in this step: it is stepped to second order
	loadRatio    float64 // the load of its contacts in the last step, as a multiple of its weight
	inertiaScale float64 // by how much its inertia is multiplied in this step
	fresh        bool    // it was put where it is since the last step, or touches what was
	round        bool    // its inertia is the same about every axis
	generation   uint32
	link         int32 // its index in World.links, plus 1; 0 for none
	motion       int32 // its index in World.motions; 0 for static bodies
	roller       int32 // its number in World.rollers, from 1; 0 for what does not roll in this step

	pose   Pose      // world from body, as of the end of the last step
	center geom.Vec3 // of mass, in the body frame
	mass   MassProperties
	// inertia and invInertia are about the center of mass, along the body's axes; zero unless dynamic.
	inertia, invInertia           geom.Mat3
	spin                          spin
	linearDamping, angularDamping float64
	force, torque                 geom.Vec3 // about the center of mass, of the coming step

	colliders []int32
	maxExtent float64 // no part of it is farther from the center of mass, meters
	thinnest  float64 // the thickness of its thinnest collider, meters; +Inf without colliders
	driven    bool    // it is in World.driven

	// Rest: since when the body has stayed near a pose, and where it was when one and two thirds of the time were over that rest takes. An
	// island sleeps as a ring through next.
	rest       restState
	restThirds [2]restState
	next       int32
}

// collider is a Collider in the world.
type collider struct {
	shape           *Shape
	body            int32
	number          int            // in BodyDef.Colliders
	centerFromShape geom.Transform // the body's frame moved to its center of mass, from the shape's
	worldFromShape  geom.Transform
	friction        float64
	restitution     float64
	rolling         float64 // and spinning: friction, meters
	spinning        float64
	category, mask  uint32
	sensor          bool
	tree            uint8 // 0: static bodies, 1: others
	node            int32
	fat             geom.AABB // what the tree holds
	maxExtent       float64   // no point of it is farther from the body's center of mass, meters
	moved           bool      // fat is new since pairs were last looked for
}

// unitRotation returns q with unit length; the zero Quat is the identity.
func unitRotation(q geom.Quat) (geom.Quat, error) {
	if q == (geom.Quat{}) {
		return geom.Quat{W: 1}, nil
	}
	l := q.Len()
	if !(math.Abs(l-1) <= 1e-3) {
		return q, fmt.Errorf("rotation has length %g, want 1", l)
	}
	return q.Unit(), nil
}

func (p Pose) valid() (Pose, error) {
	if !p.Position.IsFinite() {
		return p, fmt.Errorf("position is %v, want finite numbers", p.Position)
	}
	q, err := unitRotation(p.Rotation)
	p.Rotation = q
	return p, err
}

// Transform is p as a matrix and a translation.
func (p Pose) Transform() geom.Transform {
	if p.Rotation == (geom.Quat{}) {
		return geom.Translate(p.Position)
	}
	return geom.Transform{M: p.Rotation.Mat3(), T: p.Position}
}

// AddBody adds a body and returns its name. Errors name what is wrong with def; then the world is unchanged.
func (w *World) AddBody(def BodyDef) (BodyID, error) {
	b, cs, err := newBody(def)
	if err != nil {
		return BodyID{}, fmt.Errorf("physics: %w", err)
	}

	// Take a place.
	i := int32(len(w.bodies))
	if n := len(w.freeBodies); n > 0 {
		i = w.freeBodies[n-1]
		w.freeBodies = w.freeBodies[:n-1]
		b.generation = w.bodies[i].generation
		w.bodies[i], w.motions[i] = b, motion{}
	} else {
		w.bodies, w.motions = append(w.bodies, b), append(w.motions, motion{})
	}
	p := &w.bodies[i]
	p.alive = true
	p.generation++
	m := &w.motions[i]
	if p.typ != Static {
		p.motion = i
		m.v, m.w = def.Velocity, def.AngularVelocity
	}
	if p.typ == Dynamic {
		m.invMass = 1 / p.mass.Mass
	}

	// Put its colliders into the tree.
	tree := uint8(1)
	if p.typ == Static {
		tree = 0
	}
	for k := range cs {
		c := int32(len(w.colliders))
		if n := len(w.freeColliders); n > 0 {
			c = w.freeColliders[n-1]
			w.freeColliders = w.freeColliders[:n-1]
		} else {
			w.colliders = append(w.colliders, collider{})
		}
		cs[k].body, cs[k].tree, cs[k].node = i, tree, -1
		w.colliders[c] = cs[k]
		w.sensors = w.sensors || cs[k].sensor
		p.colliders = append(p.colliders, c)
	}
	w.place(i)
	w.listAwake = true
	return BodyID{uint32(i), p.generation}, nil
}

// newBody checks def and computes what does not depend on the world.
func newBody(def BodyDef) (body, []collider, error) {
	fail := func(format string, a ...any) (body, []collider, error) {
		return body{}, nil, fmt.Errorf(format, a...)
	}
	b := body{typ: def.Type, linearDamping: def.LinearDamping, angularDamping: def.AngularDamping}
	var err error
	if b.pose, err = def.Pose.valid(); err != nil {
		return fail("body: %w", err)
	}
	switch {
	case def.Type > Kinematic:
		return fail("body type is %d, want Dynamic, Static or Kinematic", def.Type)
	case !def.Velocity.IsFinite() || !def.AngularVelocity.IsFinite():
		return fail("velocity is %v and %v, want finite numbers", def.Velocity, def.AngularVelocity)
	case def.Type == Static && (def.Velocity != geom.Vec3{} || def.AngularVelocity != geom.Vec3{}):
		return fail("velocity of a static body is %v and %v, want 0", def.Velocity, def.AngularVelocity)
	case !(def.LinearDamping >= 0 && def.AngularDamping >= 0) || math.IsInf(def.LinearDamping+def.AngularDamping, 0):
		return fail("damping is %g and %g, want 0 or more", def.LinearDamping, def.AngularDamping)
	}

	// Colliders.
	colliders := make([]Collider, len(def.Colliders))
	for i, c := range def.Colliders {
		if c.Pose, err = c.Pose.valid(); err != nil {
			return fail("collider %d: %w", i, err)
		}
		switch {
		case c.Shape == nil:
			return fail("collider %d has no shape", i)
		case !(c.Density >= 0) || math.IsInf(c.Density, 0):
			return fail("collider %d: density is %g, want 0 or more", i, c.Density)
		case !(c.Friction >= 0) || math.IsInf(c.Friction, 0):
			return fail("collider %d: friction is %g, want 0 or more", i, c.Friction)
		case !(c.RollingFriction >= 0 && c.SpinningFriction >= 0) || math.IsInf(c.RollingFriction+c.SpinningFriction, 0):
			return fail("collider %d: rolling and spinning friction are %g and %g, want 0 or more", i, c.RollingFriction, c.SpinningFriction)
		case !(c.Restitution >= 0 && c.Restitution <= 1):
			return fail("collider %d: restitution is %g, want 0 to 1", i, c.Restitution)
		case c.Shape.kind == kindTriMesh && def.Type != Static:
			return fail("collider %d: a triangle mesh belongs to static bodies only", i)
		case c.Shape.kind == kindTriMesh && c.Sensor:
			return fail("collider %d: a triangle mesh has no inside that a sensor needs", i)
		}
		colliders[i] = c
	}

	// Mass.
	if def.Type == Dynamic {
		if def.Mass != nil {
			b.mass = *def.Mass
		} else if b.mass, err = compound(colliders); err != nil {
			return fail("%w", err)
		}
		if err := b.mass.check(); err != nil {
			return fail("%w", err)
		}
		b.center = b.mass.Center
		b.inertia = b.mass.Inertia
		b.invInertia = b.inertia.Inverse()
		b.spin = newSpin(&b.inertia)
		i := &b.inertia
		off := math.Abs(i.X.Y) + math.Abs(i.X.Z) + math.Abs(i.Y.Z) + math.Abs(i.X.X-i.Y.Y) + math.Abs(i.X.X-i.Z.Z)
		b.round = off <= 1e-9*i.X.X
	}

	// Frames. What has no colliders is as large as its inertia says.
	if b.mass.Mass > 0 {
		b.maxExtent = math.Sqrt((b.inertia.X.X + b.inertia.Y.Y + b.inertia.Z.Z) / (2 * b.mass.Mass))
	}
	b.thinnest = math.Inf(1)
	cs := make([]collider, len(colliders))
	for i, c := range colliders {
		local := c.Pose.Transform()
		local.T = local.T.Sub(b.center)
		cs[i] = collider{shape: c.Shape, number: i, centerFromShape: local, friction: c.Friction, restitution: c.Restitution,
			rolling: c.RollingFriction, spinning: c.SpinningFriction,
			category: c.Category, mask: c.Mask, sensor: c.Sensor}
		cs[i].allow()
		for k := range 8 {
			cs[i].maxExtent = max(cs[i].maxExtent, local.Point(c.Shape.bounds.Corner(k)).Len())
		}
		b.maxExtent = max(b.maxExtent, cs[i].maxExtent)
		b.thinnest = min(b.thinnest, c.Shape.thickness())
	}
	return b, cs, nil
}

// Mass is what the collider adds to its body, in the body frame.
func (c Collider) Mass() MassProperties {
	m := c.Shape.unit.Scaled(c.Density)
	if q := c.Pose.Rotation; q != (geom.Quat{}) {
		m = m.Rotated(q)
	}
	return m.Translated(c.Pose.Position)
}

// check refuses what cannot be the mass of a solid.
func (m *MassProperties) check() error {
	i := &m.Inertia
	scale := i.X.X + i.Y.Y + i.Z.Z
	skew := math.Abs(i.X.Y-i.Y.X) + math.Abs(i.X.Z-i.Z.X) + math.Abs(i.Y.Z-i.Z.Y)
	minor := float64(i.X.X*i.Y.Y) - float64(i.X.Y*i.Y.X)
	switch {
	case !(m.Mass > 0) || math.IsInf(m.Mass, 0):
		return fmt.Errorf("mass of a dynamic body is %g kg, want more than 0", m.Mass)
	case !m.Center.IsFinite():
		return fmt.Errorf("center of mass is %v, want finite numbers", m.Center)
	case !i.X.IsFinite() || !i.Y.IsFinite() || !i.Z.IsFinite() || skew > 1e-9*scale || !(i.X.X > 0) || !(minor > 0) || !(i.Det() > 0):
		return fmt.Errorf("inertia is %v, want a symmetric, positive definite matrix", *i)
	}
	return nil
}

// RemoveBody takes a body out, with its contacts and joints. Its neighbors wake.
func (w *World) RemoveBody(id BodyID) {
	i := w.must(id)
	w.wake(i)
	w.joints.removeBody(w, i)
	w.dropContacts(func(c *contact) bool {
		if c.bodyA != i && c.bodyB != i {
			return false
		}
		w.wake(c.bodyA)
		w.wake(c.bodyB)
		return true
	})
	b := &w.bodies[i]
	for _, c := range b.colliders {
		w.trees[w.colliders[c].tree].remove(w.colliders[c].node)
		w.colliders[c] = collider{node: -1}
		w.freeColliders = append(w.freeColliders, c)
	}
	*b = body{generation: b.generation}
	w.freeBodies = append(w.freeBodies, i)
	w.listAwake = true
}

// index finds a body.
func (w *World) index(id BodyID) (int32, bool) {
	ok := id.index > 0 && int(id.index) < len(w.bodies) && w.bodies[id.index].alive && w.bodies[id.index].generation == id.generation
	return int32(id.index), ok
}

// must finds a body that the caller says exists.
func (w *World) must(id BodyID) int32 {
	i, ok := w.index(id)
	if !ok {
		panic(fmt.Sprintf("physics: body %d (generation %d) is not in this world", id.index, id.generation))
	}
	return i
}

// id names the body at an index.
func (w *World) id(i int32) BodyID { return BodyID{uint32(i), w.bodies[i].generation} }

// Pose is where the body's frame lies in the world.
func (w *World) Pose(id BodyID) Pose { return w.bodies[w.must(id)].pose }

// Center is the body's center of mass in the world.
func (w *World) Center(id BodyID) geom.Vec3 {
	b := &w.bodies[w.must(id)]
	return b.pose.Transform().Point(b.center)
}

// Mass is the body's mass, center of mass and inertia in the body frame; zero for bodies that are not dynamic.
func (w *World) Mass(id BodyID) MassProperties { return w.bodies[w.must(id)].mass }

// Velocity is that of the center of mass, m/s.
func (w *World) Velocity(id BodyID) geom.Vec3 { return w.motions[w.must(id)].v }

// AngularVelocity is in rad/s along the world's axes.
func (w *World) AngularVelocity(id BodyID) geom.Vec3 { return w.motions[w.must(id)].w }

// Awake reports whether a body is simulated; static bodies never are.
func (w *World) Awake(id BodyID) bool {
	b := &w.bodies[w.must(id)]
	return b.typ != Static && !b.asleep
}

// Wake wakes a body and everything that sleeps with it.
func (w *World) Wake(id BodyID) { w.wake(w.must(id)) }

// SetVelocity sets the velocity of the center of mass (m/s) and the angular velocity (rad/s) of a body that is not
// static, and wakes it.
func (w *World) SetVelocity(id BodyID, v, angular geom.Vec3) {
	i := w.must(id)
	if w.bodies[i].typ == Static || !v.IsFinite() || !angular.IsFinite() {
		panic(fmt.Sprintf("physics: velocities %v, %v for a body of type %d", v, angular, w.bodies[i].typ))
	}
	w.wake(i)
	w.motions[i].v, w.motions[i].w = v, angular
	w.drive(i)
}

// SetPose puts a body elsewhere, keeps its velocity and wakes it and what slept with it. What it touched forgets it.
func (w *World) SetPose(id BodyID, p Pose) error {
	i := w.must(id)
	p, err := p.valid()
	if err != nil {
		return fmt.Errorf("physics: body: %w", err)
	}
	w.wake(i)
	w.dropContacts(func(c *contact) bool {
		if c.bodyA != i && c.bodyB != i {
			return false
		}
		w.wake(c.bodyA)
		w.wake(c.bodyB)
		return true
	})
	w.bodies[i].pose = p
	w.place(i)
	return nil
}

// ApplyImpulse changes a dynamic body's velocity at once by an impulse (N s) at a point of the world, and wakes it.
func (w *World) ApplyImpulse(id BodyID, impulse, at geom.Vec3) {
	i := w.must(id)
	w.wake(i)
	w.motions[i].push(impulse, at.Sub(w.motions[i].center), 1)
	w.drive(i)
}

// ApplyForce acts on a dynamic body during the next step with a force (N) at a point of the world, and wakes it.
func (w *World) ApplyForce(id BodyID, force, at geom.Vec3) {
	i := w.must(id)
	w.wake(i)
	b := &w.bodies[i]
	b.force = b.force.Add(force)
	b.torque = b.torque.Add(at.Sub(w.motions[i].center).Cross(force))
	w.drive(i)
}

// ApplyTorque acts on a dynamic body during the next step with a torque (N m), and wakes it.
func (w *World) ApplyTorque(id BodyID, torque geom.Vec3) {
	i := w.must(id)
	w.wake(i)
	w.bodies[i].torque = w.bodies[i].torque.Add(torque)
	w.drive(i)
}

// place makes the motion and the colliders of body i follow its pose.
func (w *World) place(i int32) {
	b, m := &w.bodies[i], &w.motions[i]
	t := b.pose.Transform()
	m.center, m.rot = t.Point(b.center), b.pose.Rotation
	m.moved, m.turned = geom.Vec3{}, geom.Vec3{}
	m.invInertia = rotatedSym(&b.invInertia, &t.M)
	b.rest = restState{0, m.center, m.rot}
	at := geom.Transform{M: t.M, T: m.center}
	w.placeColliders(b, &at, geom.Vec3{}, 0, 0)
	w.padBody(i, w.padStep)
	w.drive(i)
	b.fresh, w.placed = true, true
}

// drive notes a body whose motion was changed from outside, so that its boxes reach as far ahead as it will go.
func (w *World) drive(i int32) {
	if b := &w.bodies[i]; b.typ != Static && !b.driven {
		b.driven = true
		w.driven = append(w.driven, i)
	}
}

// rotatedSym returns r*s*r^T for a symmetric s: the same tensor along the axes of the world.
func rotatedSym(s, r *geom.Mat3) geom.Mat3 {
	a := r.MulVec(s.X)
	b := r.MulVec(s.Y)
	c := r.MulVec(s.Z)
	// (a b c) r^T: entry i, j is the sum over k of column k's i times r's column k's j.
	xx := float64(a.X*r.X.X) + float64(b.X*r.Y.X) + float64(c.X*r.Z.X)
	xy := float64(a.X*r.X.Y) + float64(b.X*r.Y.Y) + float64(c.X*r.Z.Y)
	xz := float64(a.X*r.X.Z) + float64(b.X*r.Y.Z) + float64(c.X*r.Z.Z)
	yy := float64(a.Y*r.X.Y) + float64(b.Y*r.Y.Y) + float64(c.Y*r.Z.Y)
	yz := float64(a.Y*r.X.Z) + float64(b.Y*r.Y.Z) + float64(c.Y*r.Z.Z)
	zz := float64(a.Z*r.X.Z) + float64(b.Z*r.Y.Z) + float64(c.Z*r.Z.Z)
	return geom.Mat3{X: geom.Vec3{X: xx, Y: xy, Z: xz}, Y: geom.Vec3{X: xy, Y: yy, Z: yz}, Z: geom.Vec3{X: xz, Y: yz, Z: zz}}
}

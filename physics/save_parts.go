package physics

// The fields of everything that lasts, one function for each struct. TestNoFieldIsForgotten counts them.

func (c *codec) body(b *body, colliders int) {
	c.flag(&b.alive)
	whole(c, &b.generation)
	if !b.alive {
		return
	}
	b.typ = integer(c, b.typ, 0, int64(Kinematic))
	c.flag(&b.asleep, &b.jointed, &b.fresh, &b.round, &b.driven)
	c.float(&b.loadRatio)
	c.pose(&b.pose)
	c.finite("a center of mass", &b.center)
	c.massProperties(&b.mass)
	c.mat(&b.inertia, &b.invInertia)
	c.quat(&b.spin.axes)
	c.vec(&b.spin.moments)
	c.float(&b.spin.first, &b.spin.last, &b.linearDamping, &b.angularDamping)
	c.vec(&b.force, &b.torque)
	c.indices(&b.colliders, colliders)
	c.float(&b.maxExtent, &b.thinnest)
	c.rest(&b.rest)
	for i := range b.restThirds {
		c.rest(&b.restThirds[i])
	}
	b.next = integer(c, b.next, 0, 1<<31-1) // connect bounds it
}

func (c *codec) massProperties(m *MassProperties) {
	c.float(&m.Mass)
	c.vec(&m.Center)
	c.mat(&m.Inertia)
}

func (c *codec) rest(r *restState) {
	c.float(&r.time)
	c.vec(&r.center)
	c.quat(&r.rot)
}

func (c *codec) motion(m *motion) {
	c.finite("a velocity", &m.v, &m.w)
	c.vec(&m.before, &m.moved, &m.turned)
	c.float(&m.invMass)
	c.mat(&m.invInertia)
	c.finite("a center of mass", &m.center)
	c.quat(&m.rot)
}

// collider leaves out what follows from the body that has it: body, tree and node.
func (c *codec) collider(k *collider) {
	n := int32(0) // 0 for none
	if k.shape != nil {
		n = 1 + int32(c.number[k.shape])
	}
	c.index(&n, len(c.shapes)+1)
	if n == 0 {
		return // its place is free
	}
	k.shape = c.shapes[n-1]
	k.number = integer(c, k.number, 0, 1<<31-1)
	c.transform(&k.centerFromShape)
	c.transform(&k.worldFromShape)
	c.float(&k.friction, &k.restitution, &k.rolling, &k.spinning)
	whole(c, &k.category, &k.mask)
	c.flag(&k.sensor)
	c.box(&k.fat)
	c.float(&k.maxExtent)
	c.flag(&k.moved)
}

func (c *codec) joint(w *World, j *joint) {
	c.flag(&j.alive)
	whole(c, &j.generation)
	if !j.alive {
		return
	}
	d := &j.def
	d.Kind = integer(c, d.Kind, 0, int64(Ball))
	whole(c, &d.A.index, &d.A.generation, &d.B.index, &d.B.generation)
	c.pose(&d.AFrame)
	c.pose(&d.BFrame)
	c.flag(&d.Limited, &d.Collide)
	c.float(&d.Lower, &d.Upper, &d.MotorSpeed, &d.MotorMax, &d.Hertz, &d.DampingRatio, &d.Stiffness, &d.Damping)
	for _, i := range []*int32{&j.bodyA, &j.bodyB, &j.a, &j.b} {
		c.index(i, len(w.bodies))
	}
	if c.reading && c.err == nil {
		a, b := &w.bodies[j.bodyA], &w.bodies[j.bodyB]
		if j.bodyA == j.bodyB || !a.alive || !b.alive || a.typ != Dynamic && b.typ != Dynamic {
			c.fail("bodies %d and %d cannot be joined", j.bodyA, j.bodyB)
		}
	}
	c.float(&j.middle)
	c.pose(&j.anchorA)
	c.pose(&j.anchorB)
	c.float(&j.h)
	for _, s := range []*softness{&j.soft, &j.stop} {
		c.float(&s.biasRate, &s.massScale, &s.impulseScale)
	}
	for i := range j.half {
		c.float(&j.begun[i], &j.half[i])
	}
	c.vec(&j.pull)
	c.flag(&j.fresh, &j.inTree, &j.alone)
	c.block(&j.block)
	c.axis(&j.axis)
	for i := range j.friction {
		c.axis(&j.friction[i])
	}
}

func (c *codec) row(r *row) { c.vec(&r.u, &r.jA, &r.jB) }

func (c *codec) block(k *block) {
	k.n = integer(c, k.n, 0, int64(len(k.rows)))
	for i := range k.rows {
		c.row(&k.rows[i])
		c.float(&k.err[i], &k.total[i], &k.mass.inverse[i])
		for n := range k.mass.l[i] {
			c.float(&k.mass.l[i][n])
		}
	}
}

func (c *codec) axis(x *axis) {
	c.row(&x.row)
	c.row(&x.pushed)
	c.float(&x.at, &x.mass, &x.motor, &x.lower, &x.upper, &x.spring, &x.begun)
	for i := range x.answer {
		c.float(&x.answer[i])
	}
}

// contact leaves out what follows from the colliders, and points that there are not.
func (c *codec) contact(k *contact) {
	k.a = integer(c, k.a, 0, 1<<31-1)
	k.b = integer(c, k.b, 0, 1<<31-1)
	k.triangle = integer(c, k.triangle, -1, 1<<31-1)
	c.float(&k.friction, &k.restitution, &k.rolling, &k.spinning)
	c.vec(&k.torque)
	m := &k.manifold
	m.count = integer(c, m.count, 0, maxPoints)
	c.vec(&m.normal)
	for i := range m.count {
		p := &m.points[i]
		c.vec(&p.at)
		c.float(&p.separation)
		whole(c, &p.id)
		c.float(&k.normalImpulse[i])
		c.vec(&k.tangentImpulse[i])
	}
	whole(c, &k.corners)
	c.cache(&k.cache)
}

func (c *codec) cache(p *pairCache) {
	whole(c, &p.kind)
	p.side = integer(c, p.side, 0, int64(sideBack))
	whole(c, &p.featureA, &p.featureB)
	c.float32(&p.maxMove2, &p.maxTurn2)
	for i := range p.turn {
		c.float32(&p.turn[i])
	}
	c.float32(&p.start[0], &p.start[1], &p.start[2])
	c.vec(&p.vector)
	c.float(&p.support)
}

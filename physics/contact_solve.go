package physics

import "mereo/engine/geom"

// push applies a force f and a torque t at the origin of the patch, both in its frame: N s and N m s on B, the opposite on A.
func (k *constraint) push(ma, mb *motion, f, t geom.Vec3) {
	force := k.outOfFrame(f)
	mb.v = mb.v.AddScaled(mb.invMass, force)
	mb.w = mb.w.Add(mulSym(&mb.invInertia, k.outOfFrame(t.Add(k.armB.Cross(f)))))
	if k.a != 0 {
		ma.v = ma.v.AddScaled(-ma.invMass, force)
		ma.w = ma.w.Sub(mulSym(&ma.invInertia, k.outOfFrame(t.Add(k.armA.Cross(f)))))
	}
}

// warmStart applies the impulses there are.
func (k *constraint) warmStart(w *World) {
	if k.resists > 0 {
		w.warmResist(k)
	}
	if k.rolls > 0 {
		w.warmRolled(k)
		return
	}
	points := w.points[k.firstPoint : k.firstPoint+k.count]
	var load, rub geom.Vec3
	for i := range points {
		p := &points[i]
		load.X += p.impulse
		load.Y += float64(p.impulse * p.y)
		load.Z -= float64(p.impulse * p.x)
		rub.X += p.friction1
		rub.Y += p.friction2
		rub.Z += float64(p.x*p.friction2) - float64(p.y*p.friction1)
	}
	k.rubs.share(points, load)
	if load.X > 0 {
		k.push(&w.motions[k.a], &w.motions[k.b], geom.Vec3{X: rub.X, Y: rub.Y, Z: load.X}, geom.Vec3{X: load.Y, Y: load.Z, Z: rub.Z})
	}
}

// updateSeparations brings the separations of the points up to date. What rolls has its own: leverRolling.
func (k *constraint) updateSeparations(w *World) {
	if k.rolls > 0 {
		return
	}
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	turned := k.inFrame(mb.turned)
	moved := mb.moved.Dot(k.normal) + float64(turned.X*k.armB.Y) - float64(turned.Y*k.armB.X)
	if k.a != 0 {
		t := k.inFrame(ma.turned)
		moved -= ma.moved.Dot(k.normal) + float64(t.X*k.armA.Y) - float64(t.Y*k.armA.X)
		turned = turned.Sub(t)
	}
	v := geom.Vec3{X: moved, Y: turned.X, Z: turned.Y}
	points := w.points[k.firstPoint : k.firstPoint+k.count]
	for i := range points {
		p := &points[i]
		p.now = p.separation + p.speed(v)
	}
}

// solve solves the normals and then friction, and rolling and spinning friction, within the limits of their impulses. The other way round
// friction would lag behind by one pass, and with it the angle at which things begin to slide.
//
// The points are gone through backwards without bias. In one direction only, the sweep would favor the last points over the
// first in every step, and a stool would rock on its foot and turn for ever.
func (k *constraint) solve(w *World, invH float64, bias bool) {
	if k.rolls > 0 {
		w.solveRolled(k, invH, bias)
		return
	}
	if !bias {
		k.updateSeparations(w)
	}
	v, turn := k.slip(w)
	points := w.points[k.firstPoint : k.firstPoint+k.count]
	k.targetImpulses(points, geom.Vec3{X: v.Z, Y: turn.X, Z: turn.Y}, invH, bias)
	load := k.solveNormals(points, bias)

	// Friction.
	rub := geom.Vec3{}
	if k.friction > 0 {
		rub = k.rubs.solve(points, k.friction, geom.Vec3{X: v.X, Y: v.Y, Z: turn.Z}.Add(mulVec(&k.cross, load)), bias)
	}
	if load != (geom.Vec3{}) || rub != (geom.Vec3{}) {
		k.push(&w.motions[k.a], &w.motions[k.b], geom.Vec3{X: rub.X, Y: rub.Y, Z: load.X}, geom.Vec3{X: load.Y, Y: load.Z, Z: rub.Z})
	}
	if k.resists > 0 {
		w.resist(k)
	}
}

// slip is how fast the origin on B goes against that on A, m/s, and B turns against A, rad/s, in the frame of the patch.
func (k *constraint) slip(w *World) (v, turn geom.Vec3) {
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	v, turn = k.inFrame(mb.v.Sub(ma.v)), k.inFrame(mb.w)
	v = v.Add(turn.Cross(k.armB))
	if k.a != 0 {
		t := k.inFrame(ma.w)
		v = v.Sub(t.Cross(k.armA))
		turn = turn.Sub(t)
	}
	return v, turn
}

// targetImpulses computes the impulses that the normals would have if each point were alone. approach is the speed of the origin along the
// normal, and turning about t1 and t2.
func (k *constraint) targetImpulses(points []point, approach geom.Vec3, invH float64, bias bool) {
	for i := range points {
		p := &points[i]
		s := p.now
		switch {
		case s > 0: // may come this close, no closer
			p.gain = p.normalMass
			p.aim = p.impulse - float64(p.gain*(p.speed(approach)+float64(s*invH)))
		case !bias:
			p.gain = p.normalMass
			p.aim = p.impulse - float64(p.gain*p.speed(approach))
		default:
			push := float64(k.soft.biasRate * s)
			if push < -maxPush {
				push = -maxPush
			}
			p.gain = float64(p.normalMass * k.soft.massScale)
			p.aim = p.impulse - float64(p.gain*(p.speed(approach)+push)) - float64(k.soft.impulseScale*p.impulse)
		}
	}
}

// solveNormals solves the normals, which never pull, one after the other, and returns the sum of what it added as a force along the normal
// and torques about t1 and t2.
func (k *constraint) solveNormals(points []point, bias bool) geom.Vec3 {
	var load geom.Vec3
	for n := range points {
		i, rest := n, points[n+1:]
		if !bias {
			i = len(points) - 1 - n
			rest = points[:i]
		}
		p := &points[i]
		impulse := p.aim
		if impulse < 0 {
			impulse = 0
		}
		if !bias && k.restitute > 0 && p.now > 0 && impulse > p.impulse {
			continue // what bounces may go on: the next sub-step begins with its impact
		}
		d := impulse - p.impulse
		if d == 0 {
			continue
		}
		p.impulse = impulse
		load.X += d
		load.Y += float64(d * p.y)
		load.Z -= float64(d * p.x)
		r := k.normals.mul(geom.Vec3{X: 1, Y: p.y, Z: -p.x})
		for j := range rest {
			q := &rest[j]
			q.aim -= float64(float64(q.gain*q.speed(r)) * d)
		}
	}
	return load
}

// storeImpulses keeps the impulses for the next step.
func (w *World) storeImpulses() {
	for i := range w.patches {
		if p := &w.patches[i]; p.first != p.last {
			for t := p.first; t >= 0; t = w.touching[t].next {
				c := w.contact(w.touching[t].contact)
				c.normalImpulse, c.tangentImpulse, c.corners = [maxPoints]float64{}, [maxPoints]geom.Vec3{}, 0
			}
		}
	}
	for i := range w.constraints {
		k := &w.constraints[i]
		sign := 1.0
		if k.flipped {
			sign = -1
		}
		points, sources := w.points[k.firstPoint:k.firstPoint+k.count], w.sources[k.firstPoint:k.firstPoint+k.count]
		c, last := (*contact)(nil), int32(-1)
		for j := range points {
			p, q := &points[j], &sources[j]
			if q.contact != last {
				c, last = w.contact(q.contact), q.contact
			}
			c.normalImpulse[q.index] = p.impulse
			if q.corner {
				c.corners |= 1 << q.index
			}
			c.tangentImpulse[q.index] = k.t1.Scale(float64(sign*p.friction1)).AddScaled(float64(sign*p.friction2), k.t2)
		}
	}
}

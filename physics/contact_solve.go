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
		k.act(w, load, rub)
	}
}

// act applies what is along the normal and about t1 and t2, and what is along t1 and t2 and about the normal.
func (k *constraint) act(w *World, load, rub geom.Vec3) {
	k.push(&w.motions[k.a], &w.motions[k.b], geom.Vec3{X: rub.X, Y: rub.Y, Z: load.X}, geom.Vec3{X: load.Y, Y: load.Z, Z: rub.Z})
}

// separate brings the separations of the points up to date.
func (k *constraint) separate(w *World) {
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

// solve solves the normals and then friction within the limit of their impulses. The other way round friction would lag
// behind by one pass, and with it the angle at which things begin to slide.
//
// The points are gone through backwards without bias. In one direction only, the sweep would favour the last points over the
// first in every step, and a stool would rock on its foot and turn for ever.
func (k *constraint) solve(w *World, invH float64, bias bool) {
	if !bias {
		k.separate(w)
	}
	ma, mb := &w.motions[k.a], &w.motions[k.b]

	// Speeds of B against A in the frame of the patch.
	v := k.inFrame(mb.v.Sub(ma.v))
	turn := k.inFrame(mb.w)
	v = v.Add(turn.Cross(k.armB))
	if k.a != 0 {
		t := k.inFrame(ma.w)
		v = v.Sub(t.Cross(k.armA))
		turn = turn.Sub(t)
	}

	// Normals.
	points := w.points[k.firstPoint : k.firstPoint+k.count]
	approach := geom.Vec3{X: v.Z, Y: turn.X, Z: turn.Y}
	load := geom.Vec3{}
	for i := range points {
		p := &points[i]
		if !bias {
			p = &points[len(points)-1-i]
		}
		d := p.press(k, p.speed(approach), invH, bias)
		approach = approach.AddScaled(d, p.response)
		load.X += d
		load.Y += float64(d * p.y)
		load.Z -= float64(d * p.x)
	}

	// Friction.
	rub := geom.Vec3{}
	if k.friction > 0 {
		rub = k.rubs.solve(points, k.friction, geom.Vec3{X: v.X, Y: v.Y, Z: turn.Z}.Add(mulVec(&k.cross, load)), bias)
	}
	k.act(w, load, rub)
}

// press returns the normal impulse to add, N s, at normal speed v of B against A.
func (p *point) press(k *constraint, v, invH float64, bias bool) float64 {
	s := p.now
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
	p.impulse += d
	if p.impulse < 0 {
		p.impulse = 0
	}
	return p.impulse - before
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
		points := w.points[k.firstPoint : k.firstPoint+k.count]
		for j := range points {
			p := &points[j]
			c := w.contact(p.contact)
			c.normalImpulse[p.index] = p.impulse
			if p.corner {
				c.corners |= 1 << p.index
			}
			c.tangentImpulse[p.index] = k.t1.Scale(float64(sign*p.friction1)).AddScaled(float64(sign*p.friction2), k.t2)
		}
	}
}

package physics

import "mereo/engine/geom"

// minSpread is the mean squared distance of the load from its middle, as a share of the squared radius of the patch, below which it is
// taken for a point, which bears no torque.
const minSpread = 1e-6

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
	k.load = geom.Vec3{}
	points := w.points[k.firstPoint : k.firstPoint+k.count]
	for i := range points {
		p := &points[i]
		k.load.X += p.impulse
		k.load.Y += float64(p.impulse * p.y)
		k.load.Z -= float64(p.impulse * p.x)
	}
	if k.load == (geom.Vec3{}) && k.rub == (geom.Vec3{}) {
		return
	}
	k.push(&w.motions[k.a], &w.motions[k.b],
		geom.Vec3{X: k.rub.X, Y: k.rub.Y, Z: k.load.X}, geom.Vec3{X: k.load.Y, Y: k.load.Z, Z: k.rub.Z})
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
	k.load = k.load.Add(load)

	// Friction.
	rub := geom.Vec3{}
	if k.friction > 0 {
		slip := geom.Vec3{X: v.X, Y: v.Y, Z: turn.Z}.Add(mulVec(&k.cross, load))
		next := k.rubs.next(k.rub, slip, float64(k.friction*max(k.load.X, 0)))
		rub = next.Sub(k.rub)
		k.rub = next
	}
	k.push(ma, mb, geom.Vec3{X: rub.X, Y: rub.Y, Z: load.X}, geom.Vec3{X: load.Y, Y: load.Z, Z: rub.Z})
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

// storeImpulses keeps the impulses for the next step. Each point gets a share of the friction: of the force as it is loaded, of
// the torque as it is loaded and as far as it is from the middle of the load.
func (w *World) storeImpulses() {
	for i := range w.constraints {
		k := &w.constraints[i]
		points := w.points[k.firstPoint : k.firstPoint+k.count]
		sum, x, y, spread := 0.0, 0.0, 0.0, 0.0
		for j := range points {
			p := &points[j]
			sum += p.impulse
			x += float64(p.impulse * p.x)
			y += float64(p.impulse * p.y)
		}
		inverse := 0.0
		if sum > 0 {
			inverse = 1 / sum
		}
		x, y = float64(x*inverse), float64(y*inverse)
		for j := range points {
			p := &points[j]
			dx, dy := p.x-x, p.y-y
			spread += float64(p.impulse * (float64(dx*dx) + float64(dy*dy)))
		}
		twist := 0.0
		if spread > float64(minSpread*sum*k.rubs.radius*k.rubs.radius) {
			twist = (k.rub.Z - (float64(x*k.rub.Y) - float64(y*k.rub.X))) / spread
		}
		if k.flipped {
			inverse, twist = -inverse, -twist
		}
		for j := range points {
			p := &points[j]
			c := w.contact(p.contact)
			c.normalImpulse[p.index] = p.impulse
			f1, f2 := float64(inverse*k.rub.X)-float64(twist*(p.y-y)), float64(inverse*k.rub.Y)+float64(twist*(p.x-x))
			c.tangentImpulse[p.index] = k.t1.Scale(float64(p.impulse*f1)).AddScaled(float64(p.impulse*f2), k.t2)
		}
	}
}

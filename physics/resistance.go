package physics

import "mereo/engine/geom"

// resistance is rolling and spinning friction of a patch: a torque about the axes in its plane, at most the coefficient of rolling
// friction times the load, and one about the normal, at most that of spinning friction times the load, each of which stops turning if
// it can. Coefficients are lengths: by so much what carries a ball that rolls lies ahead of its center.
type resistance struct {
	rolling, spinning float64   // meters
	torque            geom.Vec3 // N m s on the constraint's B, in the frame of the patch
}

// addResistance gives the constraint of a patch its rolling and spinning friction. ratio is that of this step's sub-step to the last
// one's.
func (w *World) addResistance(k *constraint, p *patch, ratio float64) {
	first := w.contact(w.touching[p.first].contact)
	var torque geom.Vec3
	for t := p.first; t >= 0; t = w.touching[t].next {
		torque = torque.Add(w.contact(w.touching[t].contact).torque)
	}
	if p.flipped {
		ratio = -ratio
	}
	w.resisting = append(w.resisting, resistance{first.rolling, first.spinning, k.inFrame(torque.Scale(ratio))})
	k.resists = int32(len(w.resisting))
}

// storeTorques keeps the torques for the next step, those of a patch at its first contact.
func (w *World) storeTorques() {
	if len(w.resisting) == 0 {
		return
	}
	for i := range w.patches {
		p, k := &w.patches[i], &w.constraints[i]
		if k.resists == 0 {
			continue
		}
		for t := w.touching[p.first].next; t >= 0; t = w.touching[t].next {
			w.contact(w.touching[t].contact).torque = geom.Vec3{}
		}
		torque := k.outOfFrame(w.resisting[k.resists-1].torque)
		if p.flipped {
			torque = torque.Neg()
		}
		w.contact(w.touching[p.first].contact).torque = torque
	}
}

// load is the sum of the impulses along the normal, N s.
func (w *World) load(k *constraint) float64 {
	load := 0.0
	for i := range w.points[k.firstPoint : k.firstPoint+k.count] {
		load += w.points[int(k.firstPoint)+i].impulse
	}
	return load
}

// warmResist begins with the torques of the last sub-step, as far as the load still allows them.
func (w *World) warmResist(k *constraint) {
	r := &w.resisting[k.resists-1]
	load, t := w.load(k), &r.torque
	limit := float64(r.rolling * load)
	if l := (geom.Vec3{X: t.X, Y: t.Y}).Len(); l > limit {
		t.X, t.Y = float64(t.X*(limit/l)), float64(t.Y*(limit/l))
	}
	limit = float64(r.spinning * load)
	t.Z = max(-limit, min(t.Z, limit))
	k.twist(w, *t)
}

// resist solves rolling friction and then spinning friction within the limits of the load.
func (w *World) resist(k *constraint) {
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	r := &w.resisting[k.resists-1]
	load := w.load(k)
	if load == 0 && r.torque == (geom.Vec3{}) {
		return
	}
	turns := func(axis geom.Vec3) geom.Vec3 { // by a torque about an axis
		return k.inFrame(mulSym(&ma.invInertia, axis).Add(mulSym(&mb.invInertia, axis)))
	}
	g1, g2, g3 := turns(k.t1), turns(k.t2), turns(k.normal)
	turn := k.inFrame(mb.w.Sub(ma.w))

	// The law of rolling friction is that of a point at the origin that slides.
	var d geom.Vec3
	rub := patchFriction{compliance: symmetric{xx: g1.X, xy: g1.Y, yy: g2.Y}}
	p := point{impulse: load, friction1: r.torque.X, friction2: r.torque.Y}
	d.X, d.Y = rub.slide(&p, r.rolling, turn.X, turn.Y)

	limit := float64(r.spinning * load)
	spin := turn.Z + float64(g1.Z*d.X) + float64(g2.Z*d.Y)
	d.Z = max(-limit, min(r.torque.Z-spin/g3.Z, limit)) - r.torque.Z
	r.torque = r.torque.Add(d)
	k.twist(w, d)
}

// twist applies a torque, N m s on B in the frame of the patch.
func (k *constraint) twist(w *World, torque geom.Vec3) {
	ma, mb := &w.motions[k.a], &w.motions[k.b]
	t := k.outOfFrame(torque)
	mb.w = mb.w.Add(mulSym(&mb.invInertia, t))
	if k.a != 0 {
		ma.w = ma.w.Sub(mulSym(&ma.invInertia, t))
	}
}

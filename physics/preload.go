package physics

import "mereo/engine/geom"

// preloadPasses is how often contacts are gone through for the loads that new bodies rest with.
const preloadPasses = 200

// preload finds what the contacts of bodies that were put somewhere since the last step carry: the impulses of a sub-step of h seconds
// with which all that touches them, directly or through others, stays where it is. They are only what the solver begins with, and
// nothing moves. Without them a structure gives way while its loads build up, which one that is about to tip does not forgive.
func (w *World) preload(h float64) {
	if !w.placed {
		return
	}
	w.placed = false
	for {
		more := false
		for i := range w.constraints {
			k := &w.constraints[i]
			a, b := &w.bodies[k.a], &w.bodies[k.b]
			if a.fresh != b.fresh && k.a != 0 && w.motions[k.a].invMass != 0 && w.motions[k.b].invMass != 0 {
				a.fresh, b.fresh, more = true, true, true
			}
		}
		if !more {
			break
		}
	}

	was := w.was[:0]
	for _, i := range w.awake {
		b, m := &w.bodies[i], &w.motions[i]
		was = append(was, [2]geom.Vec3{m.v, m.w})
		m.v, m.w = geom.Vec3{}, geom.Vec3{}
		if m.invMass != 0 {
			m.v = w.gravity.Scale(h).AddScaled(float64(h*m.invMass), b.force)
			m.w = mulSym(&m.invInertia, b.torque).Scale(h)
		}
	}
	w.was = was
	fresh := func(k *constraint) bool {
		b := &w.bodies[k.b]
		return b.fresh && !b.jointed && !w.bodies[k.a].jointed
	}
	for i := range w.constraints {
		if k := &w.constraints[i]; fresh(k) {
			k.warmStart(w)
		}
	}
	for pass := range preloadPasses {
		for i := range w.constraints {
			if pass%2 == 1 {
				i = len(w.constraints) - 1 - i
			}
			if k := &w.constraints[i]; fresh(k) {
				k.solve(w, 1/h, false)
			}
		}
	}
	for n, i := range w.awake {
		w.motions[i].v, w.motions[i].w = was[n][0], was[n][1]
	}
	for i := range w.bodies {
		w.bodies[i].fresh = false
	}
}

package physics

import "mereo/engine/geom"

const (
	// squeezeFrom is by how many times its own weight a body may be squeezed by its contacts before it is given more inertia, and
	// squeezeShare how many times the weight of that inertia the rest may be. Passes over contacts hand on a load in about as many passes as
	// it is heavier than what it rests on, and contacts are stiff in proportion to the inertia.
	squeezeFrom  = 100.0
	squeezeShare = 10.0
)

// squeezed notes how strongly a body was squeezed in the last sub-step.
type squeezed struct {
	sum   geom.Vec3 // of the normal impulses, N s
	all   float64   // of their sizes
	heavy float64   // of the root of an island: the largest mass in it, kg
}

// thicken gives bodies that are squeezed by many times their weight, as a light box under a heavy one, more inertia for this step, and lets
// gravity change their velocity by less, so that forces stay the same: what is held fast needs no exact inertia, and that of a squeezed body
// is at most that of the heaviest body that may press on it. Two bodies that are stuck in each other are thus left as they are: contacts push
// with forces in proportion to the inertia, and both would go up without end. ratio is that of this step's sub-step h to the last one's.
func (w *World) thicken(h, ratio float64) {
	weight := float64(h * w.gravity.Len())
	if weight == 0 {
		return
	}
	if len(w.pressed) < len(w.bodies) {
		w.pressed = append(w.pressed, make([]squeezed, len(w.bodies)-len(w.pressed))...)
	}
	for _, i := range w.awake {
		w.pressed[i] = squeezed{}
	}
	for i := range w.touching {
		c := w.contact(w.touching[i].contact)
		sum := 0.0
		for j := range c.manifold.count {
			sum += c.normalImpulse[j]
		}
		if sum == 0 {
			continue
		}
		sum *= ratio
		for side, at := range [2]int32{c.bodyA, c.bodyB} {
			if m := w.bodies[at].motion; m != 0 {
				p := &w.pressed[m]
				p.all += sum
				p.sum = p.sum.AddScaled(float64(1-2*side)*sum, c.manifold.normal)
			}
		}
	}
	grouped := false
	for _, i := range w.awake {
		b, m, p := &w.bodies[i], &w.motions[i], &w.pressed[i]
		b.thick = 1
		if b.typ != Dynamic || b.jointed { // trees of joints need the true inertia
			continue
		}
		if p.all == 0 {
			b.squeeze = 0
			continue
		}
		// A blow is over in a step.
		loads := (p.all - p.sum.Len()) / (weight * b.mass.Mass)
		lasting := min(loads, b.squeeze)
		b.squeeze = loads
		if lasting > squeezeFrom {
			if !grouped {
				grouped = true
				w.groupPressed()
			}
			more := min(1+float64((lasting-squeezeFrom)/squeezeShare), w.pressed[w.root(i)].heavy/b.mass.Mass)
			if more <= 1 {
				continue
			}
			b.thick = more
			m.invMass /= more
			m.invInertia = scaled(&m.invInertia, 1/more)
		}
	}
}

// groupPressed finds the islands of bodies that press on each other, and the largest mass in each.
func (w *World) groupPressed() {
	w.separate()
	for _, i := range w.sorted {
		c := w.contact(i)
		a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
		if c.manifold.count > 0 && a.active() && b.active() {
			w.unite(a.motion, b.motion)
		}
	}
	for _, i := range w.awake {
		p := &w.pressed[w.root(i)]
		p.heavy = max(p.heavy, w.bodies[i].mass.Mass)
	}
}

func scaled(m *geom.Mat3, x float64) geom.Mat3 {
	return geom.Mat3{X: m.X.Scale(x), Y: m.Y.Scale(x), Z: m.Z.Scale(x)}
}

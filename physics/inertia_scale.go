package physics

import "mereo/engine/geom"

const (
	// inertiaScaleFrom is by how many times its own weight a body its contacts may load a body before its inertia is scaled up, and
	// inertiaScaleShare how many times the weight of that inertia the rest may be. Passes over contacts hand on a load in about as many passes
	// as it is heavier than what it rests on, and contacts are stiff in proportion to the inertia.
	inertiaScaleFrom  = 100.0
	inertiaScaleShare = 10.0
)

// contactLoad is the load of the contacts on a body in the last sub-step.
type contactLoad struct {
	sum   geom.Vec3 // of the normal impulses, N s
	all   float64   // of their sizes
	heavy float64   // of the root of an island: the largest mass in it, kg
}

// scaleInertia gives bodies under a load of many times their weight, as a light box under a heavy one, more inertia for this step, and lets
// gravity change their velocity by less, so that forces stay the same: what is held fast needs no exact inertia, and that of a loaded body
// is at most that of the heaviest body that may press on it. Two bodies that are stuck in each other are thus left as they are: contacts
// push with forces in proportion to the inertia, and both would go up without end. ratio is that of this step's sub-step h to the last
// one's.
func (w *World) scaleInertia(h, ratio float64) {
	weight := float64(h * w.gravity.Len())
	if weight == 0 {
		return
	}
	if len(w.loads) < len(w.bodies) {
		w.loads = append(w.loads, make([]contactLoad, len(w.bodies)-len(w.loads))...)
	}
	for _, i := range w.awake {
		w.loads[i] = contactLoad{}
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
		sum = float64(sum * ratio)
		for side, at := range [2]int32{c.bodyA, c.bodyB} {
			if m := w.bodies[at].motion; m != 0 {
				p := &w.loads[m]
				p.all += sum
				p.sum = p.sum.AddScaled(float64(1-2*side)*sum, c.manifold.normal)
			}
		}
	}
	grouped := false
	for _, i := range w.awake {
		b, m, p := &w.bodies[i], &w.motions[i], &w.loads[i]
		b.inertiaScale = 1
		if b.typ != Dynamic || b.jointed { // trees of joints need the true inertia
			continue
		}
		if p.all == 0 {
			b.loadRatio = 0
			continue
		}
		// An impact is over in a step.
		loads := (p.all - p.sum.Len()) / (weight * b.mass.Mass)
		lasting := min(loads, b.loadRatio)
		b.loadRatio = loads
		if lasting > inertiaScaleFrom {
			if !grouped {
				grouped = true
				w.groupLoaded()
			}
			more := min(1+float64((lasting-inertiaScaleFrom)/inertiaScaleShare), w.loads[w.root(i)].heavy/b.mass.Mass)
			if more <= 1 {
				continue
			}
			b.inertiaScale = more
			m.invMass /= more
			m.invInertia = scaled(&m.invInertia, 1/more)
		}
	}
}

// groupLoaded finds the islands of bodies that press on each other, and the largest mass in each.
func (w *World) groupLoaded() {
	w.separate()
	for _, i := range w.sorted {
		c := w.contact(i)
		a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
		if c.manifold.count > 0 && a.active() && b.active() {
			w.unite(a.motion, b.motion)
		}
	}
	for _, i := range w.awake {
		p := &w.loads[w.root(i)]
		p.heavy = max(p.heavy, w.bodies[i].mass.Mass)
	}
}

func scaled(m *geom.Mat3, x float64) geom.Mat3 {
	return geom.Mat3{X: m.X.Scale(x), Y: m.Y.Scale(x), Z: m.Z.Scale(x)}
}

package physics

import "mereo/engine/geom"

// slackTension is the share of I/h^2 up to which a tension is left alone. A body of inertia I that joints pull apart with a force F at arms
// r swings like a string, at sqrt(F r/I); sub-steps of h seconds follow up to 2/h.
const slackTension = 0.25

// addGeometricStiffness steps implicitly how bodies of a tree swing that joints pull apart more strongly than that, so that light links
// bear heavy loads: with I for the inertia and K for the stiffness by which the pull turns the body back, (I + h^2 K) dw = h (torque - h K
// w). The swing is damped, and nearly all of its small energy goes. K is that of forces that keep their direction: Andrews, Teichmann and
// Kry 2017, "Geometric Stiffness for Real-time Constrained Multibody Dynamics". The term in w is left out at the start of a step, where the
// last sub-step has applied it.
func (w *World) addGeometricStiffness(t *jointTree, h float64, start bool) {
	for i := t.first; i < t.last; i++ {
		w.links[i].load, w.links[i].tension = 0, geom.Mat3{}
	}
	for i := t.first; i < t.last; i++ {
		l := &w.links[i]
		if l.joint == 0 {
			continue
		}
		j := &w.joints.list[l.joint]
		body, parent, pull := &j.anchorA, &j.anchorB, j.pull.Scale(-h)
		if l.isB {
			body, parent, pull = parent, body, pull.Neg()
		}
		l.addTension(w.motions[l.body].rot.Rotate(body.Position), pull)
		if l.parent >= 0 {
			p := &w.links[l.parent]
			p.addTension(w.motions[p.body].rot.Rotate(parent.Position), pull.Neg())
		}
	}
	for i := t.first; i < t.last; i++ {
		l := &w.links[i]
		b, m := &w.bodies[l.body], &w.motions[l.body]
		slack := float64(slackTension * b.spin.moments.Z)
		if l.load <= slack {
			l.load = 0
			continue
		}
		share := 1 - slack/l.load
		r := m.rot.Mat3()
		s, x := rotatedSym(&b.inertia, &r), &l.tension
		*x = geom.Mat3{X: s.X.AddScaled(share, x.X), Y: s.Y.AddScaled(share, x.Y), Z: s.Z.AddScaled(share, x.Z)}
		m.invInertia = x.Inverse()
		if !start {
			m.w = mulSym(&m.invInertia, mulSym(&s, m.w))
		}
	}
}

// estimateNewTensions guesses the pulls of trees with new joints.
func (w *World) estimateNewTensions(h float64) {
	again := false
	for i := range w.treeList {
		t := &w.treeList[i]
		for k := t.first; k < t.last; k++ {
			if w.joints.list[w.links[k].joint].fresh {
				w.estimateTensions(t, h)
				again = true
				break
			}
		}
	}
	if again {
		w.placeJoints(h, true)
	}
}

// estimateTensions finds how strongly the joints of a tree will pull in the first sub-step after one was added: as strongly as it takes to
// bear what acts on bodies that move as the joints let them.
func (w *World) estimateTensions(t *jointTree, h float64) {
	limbs := w.links[t.first:t.last]
	for i := range limbs {
		l := &limbs[i]
		m := &w.motions[l.body]
		l.center, l.spin = m.v, m.w
	}
	for pass := range 2 {
		for i := range limbs {
			l := &limbs[i]
			if pass == 1 {
				w.kick(&w.bodies[l.body], &w.motions[l.body], h)
			}
			if l.joint != 0 {
				w.joints.list[l.joint].block.total = [6]float64{}
			}
		}
		w.solveTree(t, h, false)
	}
	for i := range limbs {
		l := &limbs[i]
		m := &w.motions[l.body]
		m.v, m.w = l.center, l.spin
		if l.joint != 0 {
			j := &w.joints.list[l.joint]
			j.half = [6]float64{}
			for n := range j.half {
				j.half[n] = 0.5 * j.block.total[n]
			}
			j.fresh = false
		}
	}
}

// addTension adds an impulse at the arm r, times the sub-step.
func (l *link) addTension(r, pull geom.Vec3) {
	load := r.Dot(pull)
	if load <= 0 {
		return
	}
	l.load += load
	n := r.Scale(1 / r.Len())
	x := &l.tension
	x.X = x.X.AddScaled(load, geom.Vec3{X: 1}).AddScaled(float64(-load*n.X), n)
	x.Y = x.Y.AddScaled(load, geom.Vec3{Y: 1}).AddScaled(float64(-load*n.Y), n)
	x.Z = x.Z.AddScaled(load, geom.Vec3{Z: 1}).AddScaled(float64(-load*n.Z), n)
}

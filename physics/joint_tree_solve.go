package physics

import (
	"math"

	"mereo/engine/geom"
)

// placeJoints writes down all joints as the bodies are now, at the start of a step or within it.
func (w *World) placeJoints(h float64, start bool) {
	for i := range w.treeList {
		w.addGeometricStiffness(&w.treeList[i], h, start)
	}
	for _, i := range w.activeJoint {
		w.joints.list[i].place(w)
	}
	for i := range w.treeList {
		w.factor(&w.treeList[i])
	}
}

// factor factors the matrix of a tree, from what hangs lowest: a body that hangs on its parent by rows J and P adds P^T A^-1 P, with
// A = J M^-1 J^T, to the mass matrix of the parent.
func (w *World) factor(t *jointTree) {
	for i := t.first; i < t.last; i++ {
		if l := &w.links[i]; !l.bare {
			l.prepareMass(&w.bodies[l.body], &w.motions[l.body])
		}
	}
	for i := t.last - 1; i >= t.first; i-- {
		l := &w.links[i]
		if !l.bare {
			l.mass.split(6)
		}
		if l.joint == 0 {
			continue
		}
		k := &w.joints.list[l.joint].block
		l.factorJoint(k, &w.motions[l.body])
		if l.parent >= 0 {
			l.addToParent(k, &w.links[l.parent])
		}
	}
}

// prepareMass begins M with the body alone.
func (l *link) prepareMass(b *body, m *motion) {
	s := &l.tension
	if l.load == 0 {
		r := m.rot.Mat3()
		*s = rotatedSym(&b.inertia, &r)
	}
	x := b.mass.Mass
	l.mass.l = [6][6]float64{{x}, {0, x}, {0, 0, x}, {3: s.X.X}, {3: s.X.Y, s.Y.Y}, {3: s.X.Z, s.Y.Z, s.Z.Z}}
}

// factorJoint computes A, of the joint k.
func (l *link) factorJoint(k *block, m *motion) {
	a := &l.seen.l
	if l.bare {
		for i := range k.n {
			u, turn := l.side(&k.rows[i], true)
			spin := mulSym(&m.invInertia, turn)
			for o := i; o < k.n; o++ {
				v, other := l.side(&k.rows[o], true)
				a[o][i] = float64(m.invMass*u.Dot(v)) + spin.Dot(other)
			}
		}
		l.seen.split(k.n)
		return
	}
	for i := range k.n {
		u, turn := l.side(&k.rows[i], true)
		x := &l.rows[i]
		*x = [6]float64{u.X, u.Y, u.Z, turn.X, turn.Y, turn.Z}
		l.mass.forward(6, x)
		var y [6]float64
		for d := range y {
			y[d] = float64(x[d] * l.mass.inverse[d])
		}
		for o := range i + 1 {
			a[i][o] = dot6(&y, &l.rows[o])
		}
	}
	l.seen.split(k.n)
}

// side is a row for the body of the link, or for its parent.
func (l *link) side(r *row, body bool) (u, turn geom.Vec3) {
	if l.isB == body {
		return r.u, r.jB
	}
	return r.u.Neg(), r.jA.Neg()
}

// addToParent adds what hangs on the joint k to the mass matrix of the parent.
func (l *link) addToParent(k *block, parent *link) {
	for i := range k.n {
		u, turn := l.side(&k.rows[i], false)
		x := &l.far[i]
		*x = [6]float64{u.X, u.Y, u.Z, turn.X, turn.Y, turn.Z}
		for o := range i {
			f := l.seen.l[i][o]
			for d := range x {
				x[d] -= float64(f * l.far[o][d])
			}
		}
		for d := range x {
			f := float64(x[d] * l.seen.inverse[i])
			for e := range d + 1 {
				parent.mass.l[d][e] += float64(f * x[e])
			}
		}
	}
}

func dot6(a, b *[6]float64) float64 {
	return (float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])) + (float64(a[3]*b[3]) + float64(a[4]*b[4]) + float64(a[5]*b[5]))
}

// solveJoints is a pass through all joints.
func (w *World) solveJoints(h float64, bias bool) {
	if !bias {
		w.placeJoints(h, false)
	}
	for _, i := range w.activeJoint {
		j := &w.joints.list[i]
		if bias {
			j.begun = j.block.err
		}
		if !j.inTree || j.free() {
			j.solve(w, h, bias)
		}
	}
	for i := range w.treeList {
		if t := &w.treeList[i]; t.last-t.first > 1 || w.links[t.first].joint != 0 {
			w.solveTree(t, h, bias)
		}
	}
}

// wildTurn is the angle, radians a sub-step, above which a straight line through it says too little about the way of a body on a joint.
// Above tryAgain the sub-step is tried once more: what the first correction leaves open is its size times that angle.
const (
	wildTurn = 0.5
	tryAgain = 0.02
)

// solveTree makes the speeds of all rows 0, or, with bias, such that at the end of the sub-step a share of the errors of position is
// taken back.
func (w *World) solveTree(t *jointTree, h float64, bias bool) {
	turn := 0.0
	for i := t.first; i < t.last; i++ {
		turn = max(turn, w.motions[w.links[i].body].w.Len2())
	}
	turn = h * math.Sqrt(turn)
	if bias && turn < wildTurn {
		w.try(t, h)
		w.answer(t)
		if turn > tryAgain {
			w.try(t, h)
			w.answer(t)
		}
	} else {
		for i := t.first; i < t.last; i++ {
			l := &w.links[i]
			if l.joint == 0 {
				continue
			}
			j := &w.joints.list[l.joint]
			k, a, b := &j.block, &w.motions[j.a], &w.motions[j.b]
			rate := 0.0
			if bias {
				rate = j.stop.biasRate
			}
			for n := range k.n {
				l.x[n] = -k.rows[n].speed(a, b) - float64(rate*k.err[n])
			}
		}
		w.answer(t)
	}
	for i := t.first; i < t.last; i++ {
		l := &w.links[i]
		j := &w.joints.list[l.joint]
		switch {
		case l.joint == 0:
		case bias:
			j.half = j.block.total
		default:
			j.pull = j.block.pull()
		}
	}
}

// try moves the bodies of a tree by a sub-step, notes the changes of speed that would take back what opens on the way, and puts them back.
//
// What moves along the rows as they are leaves the joint by the second order of h, because the rows turn. Taken back along the rows as they
// are, and with the pass without bias along the rows as they are at the end, that is a step of RATTLE, which is of second order and keeps
// energy and angular momentum: Andersen 1983, "Rattle: A velocity version of the Shake algorithm"; Hairer, Lubich and Wanner 2006,
// "Geometric Numerical Integration", VII.1.4.
func (w *World) try(t *jointTree, h float64) {
	limbs := w.links[t.first:t.last]
	for i := range limbs {
		l := &limbs[i]
		m := &w.motions[l.body]
		l.center, l.rot, l.spin = m.center, m.rot, m.w
		m.center = m.center.AddScaled(h, m.v)
		m.spinOn(&w.bodies[l.body], h)
	}
	for i := range limbs {
		l := &limbs[i]
		if l.joint == 0 {
			continue
		}
		j := &w.joints.list[l.joint]
		a, b := w.tried(j.a, &j.anchorA, h), w.tried(j.b, &j.anchorB, h)
		j.positionErrors(&l.x, &a, &b)
		for n := range j.block.n {
			l.x[n] = (float64((1-float64(h*j.stop.biasRate))*j.block.err[n]) - l.x[n]) / h
		}
	}
	for i := range limbs {
		l := &limbs[i]
		m := &w.motions[l.body]
		m.center, m.rot, m.w = l.center, l.rot, l.spin
	}
}

// tried is where a joint's frame is at the end of the sub-step that is tried.
func (w *World) tried(i int32, anchor *Pose, h float64) frame {
	m := &w.motions[i]
	if m.invMass == 0 && i != 0 { // kinematic
		return frameOf(&motion{center: m.center.AddScaled(h, m.v), rot: turn(m.rot, m.w, h)}, anchor)
	}
	return frameOf(m, anchor)
}

// answer gives the impulses that change the speeds of all rows of a tree by x.
func (w *World) answer(t *jointTree) {
	for i := t.last - 1; i >= t.first; i-- {
		l := &w.links[i]
		if !l.bare {
			l.mass.forward(6, &l.force)
		}
		if l.joint == 0 {
			continue
		}
		n := w.joints.list[l.joint].block.n
		if !l.bare {
			var f [6]float64
			for d := range f {
				f[d] = float64(l.force[d] * l.mass.inverse[d])
			}
			for k := range n {
				l.x[k] -= dot6(&l.rows[k], &f)
			}
		}
		l.seen.forward(n, &l.x)
		if l.parent >= 0 {
			p := &w.links[l.parent]
			for k := range n {
				f := float64(l.x[k] * l.seen.inverse[k])
				for d := range p.force {
					p.force[d] += float64(f * l.far[k][d])
				}
			}
		}
	}
	for i := t.first; i < t.last; i++ {
		l := &w.links[i]
		l.change = l.force
		l.force = [6]float64{}
		if l.joint != 0 {
			j := &w.joints.list[l.joint]
			k := &j.block
			if l.parent >= 0 {
				p := &w.links[l.parent]
				for n := range k.n {
					l.x[n] -= dot6(&l.far[n], &p.change)
				}
			}
			l.seen.back(k.n, &l.x)
			for n := range k.n {
				k.total[n] += l.x[n]
				for d := range l.change {
					l.change[d] += float64(l.rows[n][d] * l.x[n])
				}
			}
			r := k.sum(&l.x)
			r.impulse(&w.motions[j.a], &w.motions[j.b])
		}
		if !l.bare {
			l.mass.back(6, &l.change)
		}
	}
}

package physics

import (
	"slices"

	"mereo/engine/geom"
)

// jointTrees are the stiff joints of a step as trees: each is solved at once, whatever masses it joins, in a time that grows with the
// number of its joints. Baraff 1996, "Linear-Time Dynamics using Lagrange Multipliers". Joints that close a loop, springs, limits, motors
// and contacts are solved one after the other, in turn with the trees.
type jointTrees struct {
	limbs []limb // the bodies of a tree are neighbors, parents before what hangs on them
	grown []jointTree
	ends  []uint64 // body and joint, for both ends of all joints, sorted
}

// jointTree is that of limbs[first:last].
type jointTree struct {
	first, last int32
	alone       bool // no contact, spring, motor or loop acts on it
}

// limb is a body in a tree of joints, and the joint that it hangs on. Vectors of 6 are a velocity and an angular velocity, or a force and a
// torque about the center of mass, along the world's axes.
type limb struct {
	body   int32
	joint  int32 // 0 for none
	parent int32 // the limb at the other end; -1 if there is none that can be moved
	isB    bool  // the body is the joint's B
	bare   bool  // nothing hangs on it
	busy   bool  // something but joints of the tree, gravity and forces acts on it

	// With J and P the rows of the joint for body and parent, M = L*D*L^T the mass matrix of the body with all that hangs on it.
	mass factors       // of M
	rows [6][6]float64 // L^-1 J^T
	seen factors       // of A = J M^-1 J^T, the mass matrix that the joint sees on this side
	far  [6][6]float64 // P, divided by the L of A
	x    [6]float64    // changes of speed asked of the rows; then those divided by the L of A
	// Impulses that come from what hangs on the body, divided by L; change of the body's velocity.
	force, change [6]float64

	// How strongly joints pull the body apart, kg m2; if that counts, the inertia that it has then.
	load    float64
	tension geom.Mat3

	center geom.Vec3 // of the motion, while a step is tried
	rot    geom.Quat
	spin   geom.Vec3
}

// growTrees makes trees of the active joints.
func (w *World) growTrees() {
	for i := range w.limbs { // of the last step
		b := &w.bodies[w.limbs[i].body]
		b.limb, b.halved = 0, false
	}
	w.limbs, w.grown, w.ends = w.limbs[:0], w.grown[:0], w.ends[:0]
	for _, i := range w.activeJoint {
		j := &w.joints.list[i]
		j.inTree, j.alone = false, false
		for _, m := range [2]int32{j.a, j.b} {
			w.ends = append(w.ends, uint64(m)<<32|uint64(i))
		}
	}
	slices.Sort(w.ends)

	// Trees that hang on what cannot be moved, then those that are free.
	for _, i := range w.activeJoint {
		j := &w.joints.list[i]
		a, b := &w.motions[j.a], &w.motions[j.b]
		switch {
		case j.def.Hertz > 0:
		case a.invMass == 0 && w.bodies[j.b].limb == 0:
			w.growTree(limb{body: j.b, joint: i, parent: -1, isB: true})
		case b.invMass == 0 && w.bodies[j.a].limb == 0:
			w.growTree(limb{body: j.a, joint: i, parent: -1})
		}
	}
	for _, i := range w.activeJoint {
		j := &w.joints.list[i]
		for _, m := range [2]int32{j.a, j.b} {
			if w.motions[m].invMass != 0 && w.bodies[m].limb == 0 {
				w.growTree(limb{body: m, parent: -1})
			}
		}
	}
}

// growTree adds the tree that hangs on root.
func (w *World) growTree(root limb) {
	first := len(w.limbs)
	add := func(l limb) {
		l.bare = true
		if l.joint != 0 {
			w.joints.list[l.joint].inTree = true
		}
		if l.parent >= 0 {
			w.limbs[l.parent].bare = false
		}
		w.limbs = append(w.limbs, l)
		w.bodies[l.body].limb = int32(len(w.limbs))
	}
	add(root)
	for at := first; at < len(w.limbs); at++ {
		body := w.limbs[at].body
		next, _ := slices.BinarySearch(w.ends, uint64(body)<<32)
		for ; next < len(w.ends) && int32(w.ends[next]>>32) == body; next++ {
			i := int32(uint32(w.ends[next]))
			j := &w.joints.list[i]
			other := j.a + j.b - body
			if j.def.Hertz == 0 && w.motions[other].invMass != 0 && w.bodies[other].limb == 0 {
				add(limb{body: other, joint: i, parent: int32(at), isB: other == j.b})
			}
		}
	}
	w.grown = append(w.grown, jointTree{first: int32(first), last: int32(len(w.limbs))})
}

// markAlone marks the trees on which nothing but gravity and forces acts. They are stepped to second order: what else acts is solved by
// passes, and would have to be found twice a sub-step. The step takes dt seconds.
func (w *World) markAlone(dt float64) {
	busy := func(i int32) {
		if l := w.bodies[i].limb; l != 0 {
			w.limbs[l-1].busy = true
		}
	}
	for _, i := range w.activeJoint {
		j := &w.joints.list[i]
		if !j.inTree || j.def.MotorMax > 0 || j.springs() || j.def.Limited && j.nearLimit(&w.motions[j.a], &w.motions[j.b], dt) {
			busy(j.a)
			busy(j.b)
		}
	}
	if len(w.limbs) > 0 {
		for i := range w.constraints {
			busy(w.constraints[i].a)
			busy(w.constraints[i].b)
		}
	}
	for i := range w.grown {
		t := &w.grown[i]
		limbs := w.limbs[t.first:t.last]
		t.alone = true
		for k := range limbs {
			t.alone = t.alone && !limbs[k].busy
		}
		for k := range limbs {
			w.bodies[limbs[k].body].halved = t.alone
			if i := limbs[k].joint; i != 0 {
				w.joints.list[i].alone = t.alone
			}
		}
	}
}

// nearLimit reports whether the joint is at a limit or may get there within dt seconds.
func (j *joint) nearLimit(a, b *motion, dt float64) bool {
	x := &j.axis
	way := float64(2 * dt * abs(x.speed(a, b)))
	return x.lower != 0 || x.upper != 0 || x.at-way <= j.def.Lower || x.at+way >= j.def.Upper
}

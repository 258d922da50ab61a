package physics

import (
	"slices"

	"mereo/engine/geom"
)

// jointTrees are the stiff joints of a step as trees: each is solved at once, whatever masses it joins, in a time that grows with the
// number of its joints. Baraff 1996, "Linear-Time Dynamics using Lagrange Multipliers". Joints that close a loop, springs, limits, motors
// and contacts are solved one after the other, in turn with the trees.
type jointTrees struct {
	links    []link // the bodies of a tree are neighbors, parents before what hangs on them
	treeList []jointTree
	ends     []uint64 // body and joint, for both ends of all joints, sorted
}

// jointTree is that of links[first:last].
type jointTree struct {
	first, last int32
	alone       bool // no contact, spring, motor or loop acts on it
}

// link is a body in a tree of joints, and the joint that it hangs on. Vectors of 6 are a velocity and an angular velocity, or a force and a
// torque about the center of mass, along the world's axes.
type link struct {
	body   int32
	joint  int32 // 0 for none
	parent int32 // the link at the other end; -1 if there is none that can be moved
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

// buildTrees makes trees of the active joints.
func (w *World) buildTrees() {
	for i := range w.links { // of the last step
		b := &w.bodies[w.links[i].body]
		b.link, b.secondOrder = 0, false
	}
	w.links, w.treeList, w.ends = w.links[:0], w.treeList[:0], w.ends[:0]
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
		case a.invMass == 0 && w.bodies[j.b].link == 0:
			w.buildTree(link{body: j.b, joint: i, parent: -1, isB: true})
		case b.invMass == 0 && w.bodies[j.a].link == 0:
			w.buildTree(link{body: j.a, joint: i, parent: -1})
		}
	}
	for _, i := range w.activeJoint {
		j := &w.joints.list[i]
		for _, m := range [2]int32{j.a, j.b} {
			if w.motions[m].invMass != 0 && w.bodies[m].link == 0 {
				w.buildTree(link{body: m, parent: -1})
			}
		}
	}
}

// buildTree adds the tree that hangs on root.
func (w *World) buildTree(root link) {
	first := len(w.links)
	add := func(l link) {
		l.bare = true
		if l.joint != 0 {
			w.joints.list[l.joint].inTree = true
		}
		if l.parent >= 0 {
			w.links[l.parent].bare = false
		}
		w.links = append(w.links, l)
		w.bodies[l.body].link = int32(len(w.links))
	}
	add(root)
	for at := first; at < len(w.links); at++ {
		body := w.links[at].body
		next, _ := slices.BinarySearch(w.ends, uint64(body)<<32)
		for ; next < len(w.ends) && int32(w.ends[next]>>32) == body; next++ {
			i := int32(uint32(w.ends[next]))
			j := &w.joints.list[i]
			other := j.a + j.b - body
			if j.def.Hertz == 0 && w.motions[other].invMass != 0 && w.bodies[other].link == 0 {
				add(link{body: other, joint: i, parent: int32(at), isB: other == j.b})
			}
		}
	}
	w.treeList = append(w.treeList, jointTree{first: int32(first), last: int32(len(w.links))})
}

// markSecondOrder marks the trees on which nothing but gravity and forces acts. They are stepped to second order: what else acts is solved
// by passes, and would have to be found twice a sub-step. The step takes dt seconds.
func (w *World) markSecondOrder(dt float64) {
	busy := func(i int32) {
		if l := w.bodies[i].link; l != 0 {
			w.links[l-1].busy = true
		}
	}
	for _, i := range w.activeJoint {
		j := &w.joints.list[i]
		if !j.inTree || j.def.MotorMax > 0 || j.springs() || j.def.Limited && j.nearLimit(&w.motions[j.a], &w.motions[j.b], dt) {
			busy(j.a)
			busy(j.b)
		}
	}
	if len(w.links) > 0 {
		for i := range w.constraints {
			busy(w.constraints[i].a)
			busy(w.constraints[i].b)
		}
	}
	for i := range w.treeList {
		t := &w.treeList[i]
		limbs := w.links[t.first:t.last]
		t.alone = true
		for k := range limbs {
			t.alone = t.alone && !limbs[k].busy
		}
		for k := range limbs {
			w.bodies[limbs[k].body].secondOrder = t.alone
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

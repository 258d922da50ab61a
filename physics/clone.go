package physics

import "slices"

// Clone returns a copy of the world that goes on as the world does, bit for bit, and that it shares nothing with but shapes, which never
// change. BodyIDs and JointIDs of the one name the same in the other. It costs what copying the memory costs.
func (w *World) Clone() *World {
	c := *w
	c.bodies = slices.Clone(w.bodies)
	all := make([]int32, 0, len(w.colliders)) // the lists of all bodies
	for i := range c.bodies {
		if own := c.bodies[i].colliders; len(own) > 0 {
			all = append(all, own...)
			c.bodies[i].colliders = slices.Clip(all[len(all)-len(own):])
		}
	}
	c.motions = slices.Clone(w.motions)
	c.colliders = slices.Clone(w.colliders)
	c.freeBodies, c.freeColliders = slices.Clone(w.freeBodies), slices.Clone(w.freeColliders)
	c.awake, c.driven, c.parent = slices.Clone(w.awake), slices.Clone(w.driven), slices.Clone(w.parent)
	for i := range c.trees {
		c.trees[i].nodes = slices.Clone(w.trees[i].nodes)
	}
	c.joints = jointSet{list: slices.Clone(w.joints.list), free: slices.Clone(w.joints.free), apart: slices.Clone(w.joints.apart)}
	c.contactSet = w.contactSet.clone()
	c.solver, c.recorder = w.solver.clone(), w.recorder.clone()
	return &c
}

func (s *contactSet) clone() contactSet {
	c := *s
	c.pages = slices.Clone(s.pages)
	for i, p := range s.pages {
		page := *p
		c.pages[i] = &page
	}
	c.freeList, c.sorted, c.merged = slices.Clone(s.freeList), slices.Clone(s.sorted), slices.Clone(s.merged)
	c.pairs, c.paired, c.nearby = slices.Clone(s.pairs), slices.Clone(s.paired), slices.Clone(s.nearby)
	c.fresh, c.hits, c.tris, c.movedNow = slices.Clone(s.fresh), slices.Clone(s.hits), slices.Clone(s.tris), slices.Clone(s.movedNow)
	return c
}

func (s *solver) clone() solver {
	c := *s
	c.constraints, c.points, c.sources = slices.Clone(s.constraints), slices.Clone(s.points), slices.Clone(s.sources)
	c.patches, c.touching, c.newest, c.candidates = slices.Clone(s.patches), slices.Clone(s.touching), slices.Clone(s.newest), slices.Clone(s.candidates)
	c.rolling, c.rollingPoints, c.rollers = slices.Clone(s.rolling), slices.Clone(s.rollingPoints), slices.Clone(s.rollers)
	c.links, c.treeList, c.ends = slices.Clone(s.links), slices.Clone(s.treeList), slices.Clone(s.ends)
	c.bouncing, c.impact, c.activeJoint = slices.Clone(s.bouncing), slices.Clone(s.impact), slices.Clone(s.activeJoint)
	c.was, c.loads, c.resisting = slices.Clone(s.was), slices.Clone(s.loads), slices.Clone(s.resisting)
	return c
}

func (r *recorder) clone() recorder {
	c := *r
	c.events, c.sums, c.points, c.reports = slices.Clone(r.events), slices.Clone(r.sums), slices.Clone(r.points), slices.Clone(r.reports)
	c.touching, c.later, c.rest = slices.Clone(r.touching), slices.Clone(r.later), slices.Clone(r.rest)
	c.inside, c.insideAt = slices.Clone(r.inside), slices.Clone(r.insideAt)
	return c
}

package settle

import (
	"math"

	"mereo/engine/geom"
)

// Stays reports of every thing whether its Outcome.Change is at most limit, as Run would say. The run ends as soon as that is certain of
// all of them.
func (s *Stage) Stays(things []Thing, v Variant, limit float64) ([]bool, error) {
	j := jury{stage: s, limit: limit}
	for i := range things {
		j.wanted = append(j.wanted, i)
	}
	ends, err := s.run(things, v, j.watch)
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(things))
	for i, e := range ends {
		out[i] = e.Change <= limit
	}
	return out, nil
}

// jury ends a run when it is certain of the wanted things whether they will have changed by more than limit.
//
// It is certain of what rests and cannot be reached by anything that moves. And it is certain that a thing has gone for good when it lies
// lower than limit below its start, and all the energy that is left, its own and that of whatever it may meet until the end of the run,
// would not lift it there again: nothing here makes energy, and nothing that stands firmly falls by itself.
type jury struct {
	stage  *Stage
	limit  float64
	wanted []int // in the run
	others []other
	seen   []member
}

// other is a thing that is not in the run, since its way without those that are keeps away from theirs.
type other struct {
	thing *Thing
	way   geom.AABB
	well  float64
}

// member is a thing as the jury sees it.
type member struct {
	thing   *Thing
	way     geom.AABB // so far
	center  geom.Vec3 // of mass
	kinetic float64   // J
	awake   bool
	well    float64 // J: what is less does not tip it over
	group   int
	reach   float64 // how far the center of mass can get until the end, meters
}

const (
	// errKinetic and errHeight are what is added to the energy before it is said not to suffice, for what solvers of contacts err by: a share of the
	// kinetic energy, and the potential energy of so many meters.
	errKinetic = 0.1
	errHeight  = 0.02
	// looks is how many steps pass from one look to the next.
	looks = 2
)

// watch is called before and after every step.
func (j *jury) watch(r *running, step int, left float64) (end bool, err error) {
	g := j.stage.rules.Gravity
	if step%looks != 0 || g.X != 0 || g.Y != 0 || !(g.Z < 0) {
		return false, nil
	}
	for _, i := range j.wanted {
		a := &r.actors[i]
		if r.world.Awake(a.id) && !(r.world.Pose(a.id).Position.Z < a.start.Position.Z-j.limit) {
			return false, nil
		}
	}

	j.gather(r)
	if !j.join(-g.Z, left) {
		return false, nil
	}
	for _, i := range j.wanted {
		m := &j.seen[i]
		if !j.moves(m.group) {
			continue
		}
		floor, _ := j.floor(m.group)
		start := r.actors[i].start.Position.Z - j.limit
		if !(j.energy(m.group, floor, -g.Z) < float64(m.thing.Mass*-g.Z*(start-floor-m.thing.Solid.inner()))) {
			return false, nil
		}
	}
	return true, nil
}

// gather notes where everything is.
func (j *jury) gather(r *running) {
	j.seen = j.seen[:0]
	wells := r.wells()
	for i := range r.actors {
		a := &r.actors[i]
		v, w := r.world.Velocity(a.id), r.world.AngularVelocity(a.id)
		w = r.world.Pose(a.id).Rotation.Conj().Rotate(w)
		m := r.world.Mass(a.id)
		kinetic := 0.5 * (float64(m.Mass*v.Dot(v)) + w.Dot(m.Inertia.MulVec(w)))
		j.seen = append(j.seen, member{
			thing: &r.things[i], way: r.out[i].Swept, center: r.world.Center(a.id), kinetic: kinetic, awake: r.world.Awake(a.id),
			well: wells[i], group: i,
		})
	}
	for _, o := range j.others {
		j.seen = append(j.seen, member{thing: o.thing, way: o.way, center: o.thing.WorldFromSolid.T, well: o.well, group: len(j.seen)})
	}
}

// join puts those into one group that may meet until the end, directly or through others. It reports whether that can be said.
func (j *jury) join(g, left float64) bool {
	for again := true; again; {
		again = false
		for i := range j.seen {
			m := &j.seen[i]
			if m.reach = 0; !j.moves(m.group) {
				continue
			}
			floor, ok := j.floor(m.group)
			if !ok {
				return false
			}
			m.reach = float64(left * math.Sqrt(2*j.energy(m.group, floor, g)/m.thing.Mass))
		}
		for i := range j.seen {
			for k := range i {
				a, b := &j.seen[i], &j.seen[k]
				if a.group != b.group && j.within(a).Pad(apart).Overlaps(j.within(b)) {
					from, to := max(a.group, b.group), min(a.group, b.group)
					for n := range j.seen {
						if j.seen[n].group == from {
							j.seen[n].group = to
						}
					}
					again = true
				}
			}
		}
	}
	for i := range j.seen {
		if m := &j.seen[i]; j.moves(m.group) {
			if _, ok := j.floor(m.group); !ok {
				return false
			}
		}
	}
	return true
}

// moves reports whether anything of a group moves.
func (j *jury) moves(group int) bool {
	for i := range j.seen {
		if m := &j.seen[i]; m.group == group && m.awake {
			return true
		}
	}
	return false
}

// energy is what a group has above the least that it can have on a floor, J. What rests gives nothing of it unless there is enough elsewhere
// to tip it over.
func (j *jury) energy(group int, floor, g float64) float64 {
	sum, left := 0.0, 0.0 // of those that give, and the least that tips over another one
	for least := -1.0; least <= sum; least = left {
		sum, left = 0, math.Inf(1)
		for i := range j.seen {
			m := &j.seen[i]
			switch height := m.center.Z - floor - m.thing.Solid.inner(); {
			case m.group != group:
			case m.well > least && m.well > 0:
				left = min(left, m.well)
			default:
				sum += float64((1+errKinetic)*m.kinetic) + float64(m.thing.Mass*g*max(height+errHeight, 0))
			}
		}
		if math.IsInf(left, 1) {
			break
		}
	}
	return sum
}

// within is a box that a member does not leave until the end.
func (j *jury) within(m *member) geom.AABB {
	if m.reach == 0 {
		return m.way
	}
	r := m.reach + m.thing.Solid.outer()
	d := geom.V(r, r, r)
	return m.way.Union(geom.AABB{Min: m.center.Sub(d), Max: m.center.Add(d)})
}

// floor is the height of the highest block below a group that is so wide that nothing of the group gets beyond its border. There is none
// for things whose mass is spread over their pieces.
func (j *jury) floor(group int) (float64, bool) {
	box, low := geom.EmptyAABB(), math.Inf(1)
	for i := range j.seen {
		if m := &j.seen[i]; m.group == group {
			if m.thing.Filled {
				return 0, false
			}
			box, low = box.Union(j.within(m)), min(low, m.center.Z)
		}
	}
	top, ok := math.Inf(-1), false
	for _, b := range j.stage.boxes {
		if b.Max.Z <= low && b.Min.X <= box.Min.X && b.Min.Y <= box.Min.Y && b.Max.X >= box.Max.X && b.Max.Y >= box.Max.Y {
			top, ok = max(top, b.Max.Z), true
		}
	}
	return top, ok
}

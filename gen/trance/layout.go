package trance

import (
	"fmt"
	"slices"

	"mereo/scenes/rng"
)

// layout is an initial state on which some objects are placed.
type layout struct {
	strict bool
	plan   *plan
	actors actors // the objects that steps are about

	state    State
	placed   []int
	occupied occupancy
}

// clone is a copy that can be changed.
func (t *layout) clone() *layout {
	c := *t
	c.placed = slices.Clone(t.placed)
	return &c
}

// newLayout decides what all objects are. None is placed.
func newLayout(p *plan, strict bool, s *rng.Stream) layout {
	t := layout{strict: strict, plan: p}
	for i := range p.steps {
		if !t.actors.assign(p, i, p.steps[i].Object) {
			panic(fmt.Sprintf("trance: step %d of %v cannot be done, want a plan that can", i, p.steps))
		}
	}
	for o := range t.state {
		t.state[o].Position = Point{(o + 2) * 2 * planeHalf, 0} // out of everybody's way until it is placed
		t.drawValues(o, s)
	}
	return t
}

// placeOthers places the objects that no step is about: as many of them in the visible area as will be missing there. It
// says why it cannot.
func (t *layout) placeOthers(s *rng.Stream) (refusal string) {
	var others []int
	missing := t.plan.visible
	for o := range t.actors {
		switch {
		case !t.actors[o].used:
			others = append(others, o)
		case t.actors[o].starts:
			missing--
		}
	}
	shown := s.Perm(len(others))
	for i, o := range others {
		if !t.placeInArea(o, shown[i] < missing, s) {
			return noRoom
		}
	}
	return ""
}

// drawValues draws what an object is. The first step about it must change something.
func (t *layout) drawValues(o int, s *rng.Stream) {
	me := &t.state[o]
	for _, a := range [...]Attribute{Shape, Size, Material, Color} {
		me.values[a] = uint8(s.IntN(len(values[a])))
	}
	var seen [attributeCount]bool
	for _, step := range t.plan.steps {
		a := step.Pair.Attribute()
		if step.Object != o || a == Position || seen[a] {
			continue
		}
		seen[a] = true
		if target := uint8(step.Pair.value()); me.values[a] == target {
			me.values[a] = uint8((int(target) + 1 + s.IntN(len(values[a])-1)) % len(values[a]))
		}
	}
}

// placeActors places the objects that steps are about, where their steps are possible beside the objects placed before. An
// object for which there is no such place becomes another one. It says whether there was a way.
func (t *layout) placeActors(s *rng.Stream) bool {
	for o := range t.actors {
		if !t.actors[o].used {
			continue
		}
		points := t.actors[o].startingPoints()
		found := t.placeAmong(o, points, s)
		for n := 0; n < redraws && !found; n++ {
			t.drawValues(o, s)
			found = t.placeAmong(o, points, s)
		}
		if !found {
			return false
		}
	}
	return true
}

// randomPlaces are how often a point of an area is drawn before all of them are looked at. Nearly always one of the first
// fits.
const randomPlaces = 50

// placeInArea places an object in the visible area, or outside of it.
func (t *layout) placeInArea(o int, visible bool, s *rng.Stream) bool {
	half := planeHalf
	if visible {
		half = visibleHalf
	}
	for range randomPlaces {
		at := Point{s.IntN(2*half+1) - half, s.IntN(2*half+1) - half}
		if at.Visible() == visible && t.placeAt(o, at) {
			return true
		}
	}
	return t.placeAmong(o, areas[visible], s)
}

// placeAmong places an object at one of some points.
func (t *layout) placeAmong(o int, points []Point, s *rng.Stream) bool {
	for _, k := range s.Perm(len(points)) {
		if t.placeAt(o, points[k]) {
			return true
		}
	}
	return false
}

// placeAt places an object if it may be at a point.
func (t *layout) placeAt(o int, at Point) bool {
	me := &t.state[o]
	before := me.Position
	me.Position = at
	if t.crowded(o) || t.actors[o].used && !t.stepsPossible(o) {
		me.Position = before
		return false
	}
	t.occupied.block(me)
	t.placed = append(t.placed, o)
	return true
}

// crowded tells whether an object is too near to one that is placed.
func (t *layout) crowded(o int) bool {
	if !t.strict {
		return !t.occupied.fits(t.state[o].Position, t.state[o].radius())
	}
	return slices.ContainsFunc(t.placed, func(k int) bool { return t.state[o].tooClose(&t.state[k]) })
}

// stepsPossible tells whether the steps of an object and of those placed before can be carried out, as far as nothing is
// hidden.
func (t *layout) stepsPossible(o int) bool {
	s := t.state
	var changed [ObjectCount]bool
	for i, step := range t.plan.steps {
		if step.Object != o && !slices.Contains(t.placed, step.Object) {
			continue
		}
		if s.try(trial{step: step, moveType: t.plan.types[i], changed: changed, hidden: nothingHidden}) != "" {
			return false
		}
		changed[step.Object] = true
	}
	return true
}

// nothingHidden is for trials that are made without looking.
func nothingHidden(*State) (hidden [ObjectCount]bool) { return hidden }

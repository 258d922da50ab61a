package trance

import (
	"context"
	"fmt"
	"slices"

	"mereo/scenes/rng"
)

// sampler makes samples from indices. It may be used by several goroutines at once.
type sampler struct {
	cfg     Config
	key     rng.Key
	planner *planner
}

func newSampler(cfg Config, seed uint64, split string) *sampler {
	p := newPlanner(cfg, seed, split)
	return &sampler{cfg: cfg, key: p.key, planner: p}
}

// Reasons to try again. Refusals of steps are told as stepReason and the refusal.
const (
	stepReason  = "step: "
	noRoom      = "no place for an object"
	noPlace     = stepReason + "no place"        // an object has no place from which its steps are possible
	hiddenFirst = stepReason + "hidden at first" // the object to be changed cannot be seen in the first picture
)

// The published generator tries other objects where we try other places, and gives no scene up. Giving scenes up soon would
// favour those in which objects are small and far from each other.
const (
	placements = 2  // places that are tried for the objects that steps are about, among the same others
	valuesKept = 16 // attempts in which objects keep their values
	redraws    = 3  // of the values of an object that has no place
)

// Sample makes the sample of an index: it attempts to place the objects until the planned steps are allowed.
func (s *sampler) Sample(ctx context.Context, index int) (*Made, error) {
	p := s.planner.at(index)
	key := s.key
	key.Index = index
	at := func(attempt int, purpose string) *rng.Stream {
		key.Attempt = attempt
		return rng.At(key, purpose)
	}
	out := &Made{Steps: p.steps, Types: p.types, Refusals: map[string]int{}}
	var others layout
	var c *counter
	begun := -placements // attempt since which cameras, lamps and the others stand where they do; the first one draws them
	for ; out.Attempt < s.cfg.MaxAttempts; out.Attempt++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		refusal := ""
		if out.Attempt-begun == placements {
			begun = out.Attempt
			out.Setup = newSetup(at(begun, "setup"))
			c = newCounter(&out.Setup)
			others = newLayout(&p, s.cfg.Strict, at(begun/valuesKept, "values"))
			refusal = others.placeOthers(at(begun, "others"))
		}
		if refusal == "" {
			refusal = s.carryOut(out, &others, at(out.Attempt, "places"), c)
		}
		switch refusal {
		case "":
			return out, nil
		case noRoom, noPlace:
			begun = out.Attempt + 1 - placements // the others are in the way
		}
		out.Refusals[refusal]++
	}
	return nil, fmt.Errorf("trance: %s/%d: no first state in %d attempts (max_attempts) from which %v are allowed, refused by reason: %v; "+
		"raise max_attempts", s.key.Split, index, s.cfg.MaxAttempts, p.steps, out.Refusals)
}

// carryOut places the objects that steps are about and does the steps. It keeps the states, or says what cannot be done.
func (s *sampler) carryOut(out *Made, others *layout, places *rng.Stream, c *counter) (refusal string) {
	t := others.clone()
	if !t.placeActors(places) {
		out.Tries++
		return noPlace
	}
	state := t.state
	first := c.pixels(&state)
	out.States, out.Pixels = []State{state}, []Pixels{first}
	last := first
	hidden := func(s *State) [ObjectCount]bool {
		last = c.pixels(s)
		return last.Hidden(s)
	}
	var changed [ObjectCount]bool
	for i, step := range out.Steps {
		out.Tries++
		if out.Types[i] != In && first.Status(&out.States[0], Center, step.Object) == Occluded {
			return hiddenFirst
		}
		a := Attempt{Step: step, Type: out.Types[i], Changed: changed, Hidden: hidden, IgnoreFirst: s.cfg.Published.HiddenFirst}
		if r := state.Change(a); r != "" {
			return stepReason + string(r)
		}
		changed[step.Object] = true
		if step.Pair.Attribute() == Shape { // nobody asked what it hides
			last = c.pixels(&state)
		}
		out.States, out.Pixels = append(out.States, state), append(out.Pixels, last)
	}
	return ""
}

// layout is an initial state on which some objects are placed.
type layout struct {
	strict bool
	plan   *plan
	actors actors // the objects that steps are about

	state  State
	placed []int
	floor  Free
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
		t.actors.do(p, i, p.steps[i].Object)
	}
	for o := range t.state {
		t.state[o].Position = Point{(o + 2) * 2 * planeHalf, 0} // out of everybody's way until it is placed
		t.drawValues(o, s)
	}
	return t
}

// placeOthers places the objects that no step is about: as many of them in the visible area as will be missing there. It says why it
// cannot.
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
		if !t.putAnywhere(o, shown[i] < missing, s) {
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
		if target := uint8(step.Pair.Value()); me.values[a] == target {
			me.values[a] = uint8((int(target) + 1 + s.IntN(len(values[a])-1)) % len(values[a]))
		}
	}
}

// placeActors places the objects that steps are about, where their steps are possible beside the objects placed before. An object for
// which there is no such place becomes another one. It says whether there was a way.
func (t *layout) placeActors(s *rng.Stream) bool {
	for o := range t.actors {
		if !t.actors[o].used {
			continue
		}
		points := t.actors[o].places()
		found := t.put(o, points, s)
		for n := 0; n < redraws && !found; n++ {
			t.drawValues(o, s)
			found = t.put(o, points, s)
		}
		if !found {
			return false
		}
	}
	return true
}

// guesses are how often a point of an area is drawn before all of them are looked at. Nearly always one of the first fits.
const guesses = 50

// putAnywhere places an object in the visible area, or outside of it.
func (t *layout) putAnywhere(o int, visible bool, s *rng.Stream) bool {
	half := planeHalf
	if visible {
		half = visibleHalf
	}
	for range guesses {
		at := Point{s.IntN(2*half+1) - half, s.IntN(2*half+1) - half}
		if at.Visible() == visible && t.putAt(o, at) {
			return true
		}
	}
	return t.put(o, areas[visible], s)
}

// put places an object at one of some points.
func (t *layout) put(o int, points []Point, s *rng.Stream) bool {
	for _, k := range s.Perm(len(points)) {
		if t.putAt(o, points[k]) {
			return true
		}
	}
	return false
}

// putAt places an object if it may be at a point.
func (t *layout) putAt(o int, at Point) bool {
	me := &t.state[o]
	before := me.Position
	me.Position = at
	if t.near(o) || t.actors[o].used && !t.possible(o) {
		me.Position = before
		return false
	}
	t.floor.Block(me)
	t.placed = append(t.placed, o)
	return true
}

// near tells whether an object is too near to one that is placed.
func (t *layout) near(o int) bool {
	if !t.strict {
		return !t.floor.Fits(t.state[o].Position, t.state[o].Radius())
	}
	return slices.ContainsFunc(t.placed, func(k int) bool { return t.state[o].tooClose(&t.state[k]) })
}

// possible tells whether the steps of an object and of those placed before can be carried out, as far as nothing is hidden.
func (t *layout) possible(o int) bool {
	s := t.state
	var changed [ObjectCount]bool
	for i, step := range t.plan.steps {
		if step.Object != o && !slices.Contains(t.placed, step.Object) {
			continue
		}
		if s.Change(Attempt{Step: step, Type: t.plan.types[i], Changed: changed, Hidden: nothing}) != "" {
			return false
		}
		changed[step.Object] = true
	}
	return true
}

// nothing is hidden.
func nothing(*State) (hidden [ObjectCount]bool) { return hidden }

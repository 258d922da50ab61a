package trance

import (
	"fmt"
	"slices"
	"sync"

	"mereo/scenes/rng"
)

// plan is what a sample shall be. It is decided before any object is placed, so that samples are balanced without knowing of
// each other.
type plan struct {
	visible int // objects that are in the visible area at first
	steps   []Step
	types   []MoveType // of each step
}

// planner decides what the samples of a split shall be.
type planner struct {
	key   rng.Key
	pairs []Pair // in the order of the split's differences

	mu     sync.Mutex
	recent [8]struct { // samples are made in order, so a few rounds do
		number int
		plans  []plan // nil where nothing is remembered
	}
}

func newPlanner(cfg Config, seed uint64, split string) *planner {
	p := &planner{key: rng.Key{Seed: seed, Set: setName, Split: split}}
	pairs := cfg.pairs()
	for _, k := range rng.At(p.key, "pairs").Perm(len(pairs)) {
		p.pairs = append(p.pairs, pairs[k])
	}
	return p
}

// at is the plan of an index.
func (p *planner) at(index int) plan {
	size := maxSequence * len(p.pairs)
	r := index / size
	p.mu.Lock()
	defer p.mu.Unlock()
	slot := &p.recent[r%len(p.recent)]
	if slot.plans == nil || slot.number != r {
		slot.number, slot.plans = r, p.round(r)
	}
	return slot.plans[index%size]
}

// round plans all samples of a round.
func (p *planner) round(r int) []plan {
	key := p.key
	key.Index = r
	s := rng.At(key, "round")
	deal := newRound(p.pairs, r, s)
	plans := make([]plan, maxSequence*len(p.pairs))
	for i := range plans {
		walk := deal.walk(i)
		plans[i].types = make([]MoveType, len(walk))
		for _, pair := range walk {
			plans[i].steps = append(plans[i].steps, Step{Pair: pair})
		}
	}
	dealVisible(plans, r, s)
	c := chooser{stream: s}
	for i := range plans {
		if !c.choose(&plans[i], false) {
			c.swapVisible(plans, i)
		}
	}
	c.evenTypes(plans, r)
	c.evenObjects(plans)
	return plans
}

// dealVisible deals the numbers of visible objects: ten samples in a row have all of them. A round is no multiple of ten; its
// last samples get the numbers that are next in turn, so that after some rounds all were used equally often.
func dealVisible(plans []plan, r int, s *rng.Stream) {
	for i := 0; i < len(plans); i += ObjectCount {
		n := min(ObjectCount, len(plans)-i)
		for k, turn := range s.Perm(n) {
			plans[i+k].visible = 1 + (r*len(plans)+turn)%ObjectCount
		}
	}
}

// chooser fills in move types and objects. It knows what was chosen in the round so far.
type chooser struct {
	stream  *rng.Stream
	types   [len(moveTypeNames)]int
	objects [ObjectCount]int
}

// choose fills in types, unless they are kept, and objects of a plan. Types are drawn as the published generator does: what was
// chosen least often is likeliest, and what leads nowhere is tried no more. It counts what it chose and says whether there
// was a way.
func (c *chooser) choose(p *plan, keepTypes bool) bool {
	var a actors
	if !c.step(p, &a, 0, keepTypes) {
		return false
	}
	for _, step := range p.steps {
		c.objects[step.Object]++
	}
	return true
}

// swapVisible exchanges the number of visible objects with that of the nearest sample with which that makes a way: where only
// one object is visible its color cannot be changed to the same twice. Samples behind i have nothing chosen yet.
func (c *chooser) swapVisible(plans []plan, i int) {
	for distance := 1; distance < len(plans); distance++ {
		for _, k := range [...]int{i + distance, i - distance} {
			if k < 0 || k >= len(plans) || plans[i].visible == plans[k].visible {
				continue
			}
			me, other := plans[i].with(plans[k].visible), plans[k].with(plans[i].visible)
			if k < i {
				c.count(&plans[k], -1)
			}
			if c.choose(&me, false) {
				if k > i || c.choose(&other, false) {
					plans[i], plans[k] = me, other
					return
				}
				c.count(&me, -1)
			}
			if k < i {
				c.count(&plans[k], 1)
			}
		}
	}
	panic(fmt.Sprintf("trance: steps %v cannot be done with any number of visible objects", plans[i].steps))
}

// with is a copy of a plan with another number of visible objects.
func (p *plan) with(visible int) plan {
	return plan{visible, slices.Clone(p.steps), slices.Clone(p.types)}
}

// count counts all steps of a plan; n is -1 to take them back.
func (c *chooser) count(p *plan, n int) {
	for i, step := range p.steps {
		c.objects[step.Object] += n
		c.types[p.types[i]] += n
	}
}

func (c *chooser) step(p *plan, a *actors, i int, keepTypes bool) bool {
	if i == len(p.steps) {
		return true
	}
	pair := p.steps[i].Pair
	if keepTypes || pair.Attribute() != Position {
		return c.actor(p, a, i, keepTypes)
	}
	var tried [len(moveTypeNames)]bool
	options := []Option{{int(Inner), c.types[Inner]}, {int(Out), c.types[Out]}, {int(In), c.types[In]}}
	for range options {
		t, ok := choose(options, func(k int) bool { return tried[k] }, 0, c.stream)
		if !ok {
			break
		}
		tried[t] = true
		p.types[i] = MoveType(t)
		if c.actor(p, a, i, keepTypes) {
			return true
		}
	}
	return false
}

// actor chooses the object of a step and goes on with the next.
func (c *chooser) actor(p *plan, a *actors, i int, keepTypes bool) bool {
	for _, o := range c.candidates(p, a, p.types[i]) {
		before := a[o]
		if a.do(p, i, o) {
			p.steps[i].Object = o
			c.types[p.types[i]]++
			if c.step(p, a, i+1, keepTypes) {
				return true
			}
			c.types[p.types[i]]--
		}
		a[o] = before
	}
	return false
}

// candidates are the objects that acted before and as many others as there are in the area where the step begins, in any
// order; of the others those that were chosen least often in the round.
func (c *chooser) candidates(p *plan, a *actors, t MoveType) []int {
	var acted, others []int
	left := p.visible
	if t == In {
		left = ObjectCount - p.visible
	}
	for _, o := range c.stream.Perm(ObjectCount) {
		if !a[o].used {
			others = append(others, o)
			continue
		}
		acted = append(acted, o)
		if a[o].starts != (t == In) {
			left--
		}
	}
	slices.SortStableFunc(others, func(x, y int) int { return c.objects[x] - c.objects[y] })
	all := append(acted, others[:max(0, min(left, len(others)))]...)
	out := make([]int, len(all))
	for i, k := range c.stream.Perm(len(all)) {
		out[i] = all[k]
	}
	return out
}

// evenTypes changes types until all are used equally often in the round; what is left of a division by three goes to another
// type in each round.
func (c *chooser) evenTypes(plans []plan, r int) {
	moves := c.types[Inner] + c.types[Out] + c.types[In]
	want := [len(moveTypeNames)]int{Inner: moves / 3, Out: moves / 3, In: moves / 3}
	for k := range moves % 3 {
		want[Inner+MoveType((r+k)%3)]++
	}
	for over := Inner; over <= In; over++ {
		for under := Inner; under <= In; under++ {
			for _, k := range c.stream.Perm(len(plans)) {
				for i := 0; i < len(plans[k].types) && c.types[over] > want[over] && c.types[under] < want[under]; i++ {
					c.replace(&plans[k], i, over, under)
				}
			}
		}
	}
	for t := Inner; t <= In; t++ {
		if c.types[t] != want[t] {
			panic(fmt.Sprintf("trance: round %d has %d moves of type %v, want %d", r, c.types[t], t, want[t]))
		}
	}
}

// replace changes the type of a step if there are objects for that.
func (c *chooser) replace(p *plan, i int, from, to MoveType) {
	if p.types[i] != from {
		return
	}
	changed := p.with(p.visible)
	changed.types[i] = to
	c.count(p, -1)
	if c.choose(&changed, true) {
		*p = changed
		return
	}
	c.count(p, 1)
}

// evenObjects lets objects change places inside samples until all are used equally often in the round.
func (c *chooser) evenObjects(plans []plan) {
	for {
		most, least := 0, 0
		for o, n := range c.objects {
			if n > c.objects[most] {
				most = o
			}
			if n < c.objects[least] {
				least = o
			}
		}
		if c.objects[most]-c.objects[least] < 2 {
			return
		}
		c.exchange(plans, most, least)
	}
}

// exchange finds a sample in which one object is used once more than another, and lets the two change places.
func (c *chooser) exchange(plans []plan, most, least int) {
	for _, k := range c.stream.Perm(len(plans)) {
		more := 0
		for _, step := range plans[k].steps {
			switch step.Object {
			case most:
				more++
			case least:
				more--
			}
		}
		if more != 1 {
			continue
		}
		c.count(&plans[k], -1)
		for i := range plans[k].steps {
			switch o := &plans[k].steps[i].Object; *o {
			case most:
				*o = least
			case least:
				*o = most
			}
		}
		c.count(&plans[k], 1)
		return
	}
	panic(fmt.Sprintf("trance: object %d is used %d times, %d only %d times, and no sample can change that", most,
		c.objects[most], least, c.objects[least]))
}

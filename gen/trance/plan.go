package trance

import (
	"sync"

	"mereo/scenes/rng"
)

// plan is what a sample shall be. It is decided before any object is placed, so that samples are balanced without knowing of
// each other.
type plan struct {
	visible int // objects that are in the visible area at first
	steps   []Step
	types   []moveType // of each step
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
		plans[i].types = make([]moveType, len(walk))
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

// dealVisible deals the numbers of visible objects: ten samples in a row have all of them. A round is no multiple of ten;
// its last samples get the numbers that are next in turn, so that after some rounds all were used equally often.
func dealVisible(plans []plan, r int, s *rng.Stream) {
	for i := 0; i < len(plans); i += ObjectCount {
		n := min(ObjectCount, len(plans)-i)
		for k, turn := range s.Perm(n) {
			plans[i+k].visible = 1 + (r*len(plans)+turn)%ObjectCount
		}
	}
}

package trance

import (
	"slices"

	"mereo/scenes/rng"
)

// reference draws samples as the published generator does, which knows all earlier ones. It has no pictures: all objects are
// seen well.
type reference struct {
	cfg     Config
	stream  *rng.Stream
	grams   *Grams
	visible [ObjectCount]int
	lengths [maxSequence]int
	objects [ObjectCount]int
	types   [len(moveTypeNames)]int
	refused int // pairs, for the step that is being chosen and for all before
}

func newReference(cfg Config) *reference {
	return &reference{cfg: cfg, stream: rng.Named("trance/reference/" + cfg.Problem), grams: NewGrams(len(cfg.pairs()))}
}

// least draws one of the options, of which some are left out.
func (r *reference) least(counts []int, top int, out func(int) bool) (int, bool) {
	var options []Option
	for k, n := range counts {
		options = append(options, Option{k, n})
	}
	return choose(options, out, top, r.stream)
}

// sample draws again, and takes back what was counted, where no step is possible.
func (r *reference) sample() *Made {
	m := &Made{Setup: newSetup(rng.Named("trance/reference")), Refusals: map[string]int{}}
	for !r.try(m) {
		m.Refusals["no step"]++
	}
	m.Tries, m.Refusals["step: overlap"] = len(m.Steps)+r.refused, r.refused
	r.refused = 0
	for range m.States {
		var p Pixels
		for c := range p {
			for i := range p[c] {
				p[c][i] = enoughPixels
			}
		}
		m.Pixels = append(m.Pixels, p)
	}
	return m
}

func (r *reference) try(m *Made) bool {
	visible, _ := r.least(r.visible[:], 0, nil)
	length, _ := r.least(r.lengths[:], 0, nil)
	m.States, m.Steps, m.Types = []State{r.initial(visible + 1)}, nil, nil
	var pairs []Pair
	var changed [ObjectCount]bool
	before := *r
	for range length + 1 {
		state := m.States[len(m.States)-1]
		step, kind, ok := r.step(&state, pairs, changed)
		if !ok {
			r.grams.AddAll(pairs, -1)
			r.objects, r.types = before.objects, before.types
			return false
		}
		pairs = append(pairs, step.Pair)
		r.grams.Add(pairs, 1)
		r.objects[step.Object]++
		r.types[kind]++
		changed[step.Object] = true
		m.States, m.Steps, m.Types = append(m.States, state), append(m.Steps, step), append(m.Types, kind)
	}
	r.visible[visible]++
	r.lengths[length]++
	return true
}

func (r *reference) initial(visible int) (s State) {
	var floor Free
	for k, i := range r.stream.Perm(ObjectCount) {
		for _, a := range [...]Attribute{Color, Material, Shape, Size} {
			s[i].values[a] = uint8(r.stream.IntN(len(values[a])))
		}
		for {
			s[i].Position = Point{r.stream.IntN(planeSide) - planeHalf, r.stream.IntN(planeSide) - planeHalf}
			if s[i].Position.Visible() == (k < visible) && floor.Fits(s[i].Position, s[i].Radius()) {
				break
			}
		}
		floor.Block(&s[i])
	}
	return s
}

// step chooses and does a step.
func (r *reference) step(s *State, pairs []Pair, changed [ObjectCount]bool) (Step, MoveType, bool) {
	scores := r.grams.Scores(pairs)
	var options []Option
	for k, p := range alphabetical {
		if r.cfg.uses(p) {
			options = append(options, Option{k, scores[p]})
		}
	}
	tried := map[int]bool{}
	for {
		k, ok := choose(options, func(k int) bool { return tried[k] }, len(options)/2+1, r.stream)
		if !ok {
			return Step{}, NoMove, false
		}
		tried[k] = true
		pair := alphabetical[k]
		if pair.Attribute() != Position {
			if step, ok := r.object(s, pair, NoMove, changed); ok {
				return step, NoMove, true
			}
		}
		triedTypes := map[int]bool{}
		for pair.Attribute() == Position {
			t, ok := r.least(r.types[Inner:], 2, func(k int) bool { return triedTypes[k] })
			if !ok {
				break
			}
			triedTypes[t] = true
			if step, ok := r.object(s, pair, Inner+MoveType(t), changed); ok {
				return step, Inner + MoveType(t), true
			}
		}
		r.refused++
	}
}

// object chooses the object of a step and does it.
func (r *reference) object(s *State, pair Pair, kind MoveType, changed [ObjectCount]bool) (Step, bool) {
	left := s.Selectable(kind, [ObjectCount]Status{})
	for {
		i, ok := r.least(r.objects[:], 0, func(k int) bool { return !slices.Contains(left, k) })
		if !ok {
			return Step{}, false
		}
		left = slices.DeleteFunc(left, func(k int) bool { return k == i })
		step := Step{i, pair}
		none := func(*State) (hidden [ObjectCount]bool) { return hidden }
		if s.Change(Attempt{Step: step, Type: kind, Changed: changed, Hidden: none}) == "" {
			return step, true
		}
	}
}

// made are samples of the published generator.
func made(cfg Config, n int) (out []*Made) {
	r := newReference(cfg)
	for range n {
		out = append(out, r.sample())
	}
	return out
}

package trance

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"mereo/scenes/rng"
)

// reference draws samples as the published generator does, which knows all earlier ones. It has no pictures: all objects are
// seen well.
type reference struct {
	cfg     Config
	stream  *rng.Stream
	grams   *referenceGrams
	visible [ObjectCount]int
	lengths [maxSequence]int
	objects [ObjectCount]int
	types   [len(moveTypeNames)]int
	refused int // pairs, for the step that is being chosen and for all before
}

func newReference(cfg Config) *reference {
	return &reference{cfg: cfg, stream: rng.Named("trance/reference/" + cfg.Problem), grams: newReferenceGrams(len(cfg.pairs()))}
}

// option is something to choose, and how often it was chosen. Keys give options their order.
type option struct{ key, count int }

// optionShares are the options that the published generator draws from, by their keys, and their shares. Of more than top
// options, unless top is 0, those chosen least often are kept; only then those that are out leave.
func optionShares(options []option, out func(key int) bool, tolerance float64, top int) (keys []int, probabilities []float64) {
	kept := slices.Clone(options)
	slices.SortFunc(kept, func(a, b option) int { return cmp.Or(a.count-b.count, a.key-b.key) })
	if top > 0 {
		kept = kept[:min(top, len(kept))]
	}
	kept = slices.DeleteFunc(kept, func(o option) bool { return out(o.key) })
	if len(kept) == 0 {
		return nil, nil
	}
	slices.SortFunc(kept, func(a, b option) int { return a.key - b.key })
	var counts []int
	for _, o := range kept {
		keys, counts = append(keys, o.key), append(counts, o.count)
	}
	return keys, shares(counts, tolerance)
}

// draw draws one of the options, or says that none is left.
func (r *reference) draw(options []option, out func(key int) bool, top int) (key int, ok bool) {
	keys, probabilities := optionShares(options, out, tolerance, top)
	if len(keys) == 0 {
		return 0, false
	}
	return keys[r.stream.Pick(probabilities)], true
}

// drawIndex draws an index of counts as draw does an option.
func (r *reference) drawIndex(counts []int, top int, out func(int) bool) (int, bool) {
	var options []option
	for k, n := range counts {
		options = append(options, option{k, n})
	}
	return r.draw(options, out, top)
}

// sample draws again, and takes back what was counted, where no step is possible.
func (r *reference) sample() *generatedSample {
	m := &generatedSample{sceneSetup: newSceneSetup(publishedLens, rng.Named("trance/reference")), refusals: map[string]int{}}
	for !r.try(m) {
		m.refusals["no step"]++
	}
	m.trials, m.refusals["step: overlap"] = len(m.steps)+r.refused, r.refused
	r.refused = 0
	for range m.states {
		var p pixelCounts
		for c := range p {
			for i := range p[c] {
				p[c][i] = enoughPixels
			}
		}
		m.pixels = append(m.pixels, p)
	}
	return m
}

// nobody is left out.
func nobody(int) bool { return false }

func (r *reference) try(m *generatedSample) bool {
	visible, _ := r.drawIndex(r.visible[:], 0, nobody)
	length, _ := r.drawIndex(r.lengths[:], 0, nobody)
	m.states, m.steps, m.types = []State{r.initial(visible + 1)}, nil, nil
	var pairs []Pair
	var changed [ObjectCount]bool
	before := *r
	for range length + 1 {
		state := m.states[len(m.states)-1]
		step, kind, ok := r.step(&state, pairs, changed)
		if !ok {
			r.grams.addAll(pairs, -1)
			r.objects, r.types = before.objects, before.types
			return false
		}
		pairs = append(pairs, step.Pair)
		r.grams.add(pairs, 1)
		r.objects[step.Object]++
		r.types[kind]++
		changed[step.Object] = true
		m.states, m.steps, m.types = append(m.states, state), append(m.steps, step), append(m.types, kind)
	}
	r.visible[visible]++
	r.lengths[length]++
	return true
}

func (r *reference) initial(visible int) (s State) {
	var occupied occupancy
	for k, i := range r.stream.Perm(ObjectCount) {
		for _, a := range [...]Attribute{Color, Material, Shape, Size} {
			s[i].values[a] = uint8(r.stream.IntN(len(values[a])))
		}
		for {
			s[i].Position = Point{r.stream.IntN(planeSide) - planeHalf, r.stream.IntN(planeSide) - planeHalf}
			if s[i].Position.Visible() == (k < visible) && occupied.fits(s[i].Position, s[i].radius()) {
				break
			}
		}
		occupied.block(&s[i])
	}
	return s
}

// step chooses and does a step.
func (r *reference) step(s *State, pairs []Pair, changed [ObjectCount]bool) (Step, moveType, bool) {
	scores := r.grams.scores(pairs)
	var options []option
	for k, p := range alphabetical {
		if r.cfg.uses(p) {
			options = append(options, option{k, scores[p]})
		}
	}
	tried := map[int]bool{}
	for {
		k, ok := r.draw(options, func(k int) bool { return tried[k] }, len(options)/2+1)
		if !ok {
			return Step{}, noMove, false
		}
		tried[k] = true
		pair := alphabetical[k]
		if pair.Attribute() != Position {
			if step, ok := r.object(s, pair, noMove, changed); ok {
				return step, noMove, true
			}
		}
		triedTypes := map[int]bool{}
		for pair.Attribute() == Position {
			t, ok := r.drawIndex(r.types[innerMove:], 2, func(k int) bool { return triedTypes[k] })
			if !ok {
				break
			}
			triedTypes[t] = true
			if step, ok := r.object(s, pair, innerMove+moveType(t), changed); ok {
				return step, innerMove + moveType(t), true
			}
		}
		r.refused++
	}
}

// object chooses the object of a step and does it.
func (r *reference) object(s *State, pair Pair, kind moveType, changed [ObjectCount]bool) (Step, bool) {
	left := s.selectable(kind, [ObjectCount]status{})
	for {
		i, ok := r.drawIndex(r.objects[:], 0, func(k int) bool { return !slices.Contains(left, k) })
		if !ok {
			return Step{}, false
		}
		left = slices.DeleteFunc(left, func(k int) bool { return k == i })
		step := Step{i, pair}
		if s.try(trial{step: step, moveType: kind, changed: changed, hidden: nothingHidden}) == "" {
			return step, true
		}
	}
}

// referenceSamples are samples of the published generator.
func referenceSamples(cfg Config, n int) (out []*generatedSample) {
	r := newReference(cfg)
	for range n {
		out = append(out, r.sample())
	}
	return out
}

// referenceGrams counts sequences of pairs as the published generator does, which takes those of a failed sample back.
type referenceGrams struct {
	pairs  int                         // how many pairs there are
	counts [maxSequence]map[uint32]int // by ngramKey; sequences that did not occur are not there
}

func newReferenceGrams(pairs int) *referenceGrams {
	g := &referenceGrams{pairs: pairs}
	for i := range g.counts {
		g.counts[i] = map[uint32]int{}
	}
	return g
}

// add counts the sequences that end with the last of the pairs of a sample: n is 1, or -1 to take them back.
func (g *referenceGrams) add(pairs []Pair, n int) {
	for order := 1; order <= min(len(pairs), maxSequence); order++ {
		counts, key := g.counts[order-1], ngramKey(pairs[len(pairs)-order:])
		if counts[key] += n; counts[key] == 0 {
			delete(counts, key)
		}
	}
}

// addAll counts all sequences of a sample.
func (g *referenceGrams) addAll(pairs []Pair, n int) {
	for i := range pairs {
		g.add(pairs[:i+1], n)
	}
}

// leastCount is the smallest count of all possible sequences.
func (g *referenceGrams) leastCount(order int) int {
	possible := 1
	for range order {
		possible *= g.pairs
	}
	counts := g.counts[order-1]
	if len(counts) < possible {
		return 0
	}
	return slices.Min(slices.Collect(maps.Values(counts)))
}

// scores say how often the sequences occurred that each pair would end behind the pairs of a running sample: the sum over the
// lengths of what is above the least count of that length. The running sample's own sequences are counted like others.
func (g *referenceGrams) scores(prefix []Pair) (scores [PairCount]int) {
	for order := 1; order <= min(len(prefix)+1, maxSequence); order++ {
		least := g.leastCount(order)
		head := ngramKey(prefix[len(prefix)-order+1:]) << 6
		for p := range scores {
			scores[p] += g.counts[order-1][head|uint32(p)] - least
		}
	}
	return scores
}

// alphabetical are the pairs in the order of their names, in which the generator sorts them.
var alphabetical = func() (out [PairCount]Pair) {
	for i := range out {
		out[i] = Pair(i)
	}
	slices.SortFunc(out[:], func(a, b Pair) int { return strings.Compare(a.String(), b.String()) })
	return out
}()

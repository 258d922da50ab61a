package trance

import (
	"context"
	"fmt"

	"mereo/internal/phase"
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

// generatedSample is a sample with everything that was decided on the way.
type generatedSample struct {
	sceneSetup
	index  int
	states []State       // the initial one, and one after each step
	steps  []Step        // the reference
	types  []moveType    // of each step; noMove for those that move nothing
	pixels []pixelCounts // of each state
	// counter counts the pixels of these objects.
	counter *counter
	// attempt is how many initial states were given up before.
	attempt int
	// refusals counts why steps could not be carried out, in the attempts that were given up.
	refusals map[string]int
	// trials counts the steps that were begun, all attempts together.
	trials int
}

// Reasons to try again. Refusals of steps are told as stepReason and the refusal.
const (
	stepReason  = "step: "
	noRoom      = "no place for an object"
	noPlace     = stepReason + "no place"        // an object has no place from which its steps are possible
	hiddenFirst = stepReason + "hidden at first" // the object to be changed cannot be seen in the first picture
)

// The published generator tries other objects where we try other places, and gives no scene up. Giving scenes up soon would
// favor those in which objects are small and far from each other.
const (
	placements = 2  // places that are tried for the objects that steps are about, among the same others
	valuesKept = 16 // attempts in which objects keep their values
	redraws    = 3  // of the values of an object that has no place
)

// Sample makes the sample of an index: it places the objects again and again until the planned steps are allowed.
func (s *sampler) Sample(ctx context.Context, index int) (*generatedSample, error) {
	defer phase.Begin(phase.Sampling).End()
	p := s.planner.at(index)
	key := s.key
	key.Index = index
	at := func(attempt int, purpose string) *rng.Stream {
		key.Attempt = attempt
		return rng.At(key, purpose)
	}
	out := &generatedSample{index: index, steps: p.steps, types: p.types, refusals: map[string]int{}}
	var others layout
	var c *counter
	begun := -placements // attempt since which cameras, lamps and the others stand where they do; the first one draws them
	for ; out.attempt < s.cfg.MaxAttempts; out.attempt++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		refusal := ""
		if out.attempt-begun == placements {
			begun = out.attempt
			out.sceneSetup = newSceneSetup(s.cfg.lens(), at(begun, "setup"))
			c = newCounter(&out.sceneSetup)
			others = newLayout(&p, s.cfg.Strict, at(begun/valuesKept, "values"))
			refusal = others.placeOthers(at(begun, "others"))
		}
		if refusal == "" {
			refusal = s.carryOut(out, &others, at(out.attempt, "places"), c)
		}
		switch refusal {
		case "":
			out.counter, key.Attempt = c, out.attempt
			out.randomize(s.cfg.Randomize, key)
			return out, nil
		case noRoom, noPlace:
			begun = out.attempt + 1 - placements // the others are in the way
		}
		out.refusals[refusal]++
	}
	return nil, fmt.Errorf("trance: %s/%d: no first state in %d attempts (max_attempts) from which %v are allowed, refused by "+
		"reason: %v; raise max_attempts%s", s.key.Split, index, s.cfg.MaxAttempts, p.steps, out.refusals, s.cfg.lensAdvice())
}

// carryOut places the objects that steps are about and does the steps. It keeps the states, or says what cannot be done.
func (s *sampler) carryOut(out *generatedSample, others *layout, places *rng.Stream, c *counter) (refusal string) {
	t := others.clone()
	if !t.placeActors(places) {
		out.trials++
		return noPlace
	}
	state := t.state
	first := c.pixels(&state)
	out.states, out.pixels = []State{state}, []pixelCounts{first}
	last := first
	hidden := func(s *State) [ObjectCount]bool {
		last = c.pixels(s)
		return last.hidden(s, out.enough())
	}
	var changed [ObjectCount]bool
	for i, step := range out.steps {
		out.trials++
		if out.types[i] != inMove && first.status(&out.states[0], cameraCenter, step.Object, out.enough()) == statusOccluded {
			return hiddenFirst
		}
		t := trial{step: step, moveType: out.types[i], changed: changed, hidden: hidden, ignoreFirst: s.cfg.Published.HiddenFirst}
		if r := state.try(t); r != "" {
			return stepReason + string(r)
		}
		changed[step.Object] = true
		if step.Pair.Attribute() == Shape { // nobody asked what it hides
			last = c.pixels(&state)
		}
		out.states, out.pixels = append(out.states, state), append(out.pixels, last)
	}
	return ""
}

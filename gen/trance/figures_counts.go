package trance

import (
	"strings"

	"mereo/gen"
)

// counts add up what figures are made of. All are whole numbers, so they do not depend on the order of adding.
type counts struct {
	cfg     Config
	samples int
	broken  int // records that are not of the right form; the rest is counted for the others

	// What is balanced.
	lengths  [maxSequence]int
	visible  [ObjectCount]int // initial states by their objects in the visible area, one less
	objects  [ObjectCount]int // steps
	types    [len(moveTypeNames)]int
	grams    *ngrams
	values   [attributeCount][8]int // of objects of initial states
	tooClose int                    // initial states in which two objects are too close

	// What steps do.
	steps, moves, outs int
	unreached          int // samples whose steps do not lead to the last state, or not without faults
	unchanged          int // steps that change nothing
	mismatches         int // moves of another type than the record says
	leaving            int // objects that are moved out after they were changed
	options            moments
	badOptions         int
	astray             int // inner moves that look otherwise than they should
	shown, hidden      int // changed objects of the visible area after moves and changes of size

	floor moments // levels in the middle of first pictures

	answers answerSums

	// What making the samples took: steps that were tried, those of them that could not be done, and initial states that
	// were given up for other reasons.
	trials, refused, givenUp int
}

func newCounts(cfg Config) *counts { return &counts{cfg: cfg, grams: newNgrams(len(cfg.pairs()))} }

// add counts what a record shows; nil for one that is not of the right form.
func (c *counts) add(o *observation) {
	c.samples++
	if o == nil {
		c.broken++
		return
	}
	initial := &o.made.states[0]
	c.lengths[len(o.made.steps)-1]++
	c.visible[initial.visible()-1]++
	tooClose := false
	for i := range initial {
		for a, v := range initial[i].values {
			c.values[a][v]++
		}
		tooClose = tooClose || initial.overlaps(i)
	}
	if tooClose {
		c.tooClose++
	}
	c.addSteps(o)
	c.answers.add(o)
}

// addSteps carries the steps of a sample out.
func (c *counts) addSteps(o *observation) {
	if !o.order.permutations[0].Correct { // the order of the record
		c.unreached++
	}
	state := o.made.states[0]
	var pairs []Pair
	var changed [ObjectCount]bool
	for i, step := range o.made.steps {
		before := state[step.Object]
		state.Apply(step)
		after := &state[step.Object]
		attribute := step.Pair.Attribute()
		c.steps++
		c.objects[step.Object]++
		pairs = append(pairs, step.Pair)
		c.grams.add(pairs)
		t := noMove
		if attribute == Position {
			t = moveTypeOf(before.Position, after.Position)
			c.types[t]++
			c.moves++
			if !before.Position.Visible() && !after.Position.Visible() {
				c.mismatches++
			}
		} else if *after == before {
			c.unchanged++
		}
		if o.made.types[i] != t {
			c.mismatches++
		}
		if t == innerMove && astray(step.Pair.Move(), o.inCenter(i, step.Object), o.inCenter(i+1, step.Object)) {
			c.astray++
		}
		if t == outMove && changed[step.Object] {
			c.leaving++
		}
		c.addOptions(before.Position, step.Pair, t, o.options[i])
		changed[step.Object] = true
		if attribute == Position || attribute == Size {
			c.addPixels(&state, &changed, &o.made.pixels[i+1], o.made.enough())
		}
	}
}

// inCenter is where the Center camera sees an object: pixels from the left and from the bottom.
func (o *observation) inCenter(state, object int) [3]float64 {
	return o.info.States[state].Objects[object].ViewCoords.Center
}

// astray tells whether a move goes elsewhere in the Center picture than it should: behind is down, right is right.
func astray(m Move, from, to [3]float64) bool {
	d, right, down := m.Delta(), to[0]-from[0], from[1]-to[1]
	return d.X > 0 && down <= 0 || d.X < 0 && down >= 0 || d.Y > 0 && right <= 0 || d.Y < 0 && right >= 0
}

// addOptions counts what is accepted in the place of a step: itself, and any way out for one that leads out.
func (c *counts) addOptions(from Point, pair Pair, t moveType, options []Pair) {
	target, good := false, len(options) == 1
	if t == outMove {
		c.outs++
		c.options.add(0, len(options))
		good = true
	}
	for _, p := range options {
		target = target || p == pair
		if t == outMove {
			to := from.add(p.Move().Delta())
			good = good && to.Valid() && !to.Visible()
		}
	}
	if !good || !target {
		c.badOptions++
	}
}

// addPixels counts the objects changed so far that should be seen, and those that some camera does not see well.
func (c *counts) addPixels(s *State, changed *[ObjectCount]bool, pixels *pixelCounts, enough int) {
	hidden := pixels.hidden(s, enough)
	for i := range s {
		if changed[i] && s[i].Position.Visible() {
			c.shown++
			if hidden[i] {
				c.hidden++
			}
		}
	}
}

// Where the tallies of items have the number of steps that were tried.
const tallyTries, tallySteps = "tries", "steps"

// addMaking counts what making the samples took.
func (c *counts) addMaking(made *gen.Counts) {
	c.trials += made.Tally[tallyTries][tallySteps]
	for reason, n := range made.Rejects {
		if strings.HasPrefix(reason, stepReason) {
			c.refused += n
		} else {
			c.givenUp += n
		}
	}
}

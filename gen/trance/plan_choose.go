package trance

import (
	"fmt"
	"slices"

	"mereo/scenes/rng"
)

// chooser fills in move types and objects. It knows what was chosen in the round so far.
type chooser struct {
	stream  *rng.Stream
	types   [len(moveTypeNames)]int
	objects [ObjectCount]int
}

// choose fills in types, unless they are kept, and objects of a plan. Types are drawn as the published generator does: what
// was chosen least often is likeliest, and what leads nowhere is tried no more. It counts what it chose and says whether
// there was a way.
func (c *chooser) choose(p *plan, keepTypes bool) bool {
	var a actors
	if !c.chooseStep(p, &a, 0, keepTypes) {
		return false
	}
	for _, step := range p.steps {
		c.objects[step.Object]++
	}
	return true
}

// swapVisible exchanges the number of visible objects with that of the nearest sample with which that makes a way: where
// only one object is visible its color cannot be changed to the same twice. Samples behind i have nothing chosen yet.
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

// chooseStep fills in step i of a plan, where it moves an object also its type, and the steps behind it.
func (c *chooser) chooseStep(p *plan, a *actors, i int, keepTypes bool) bool {
	if i == len(p.steps) {
		return true
	}
	if keepTypes || p.steps[i].Pair.Attribute() != Position {
		return c.chooseActor(p, a, i, keepTypes)
	}
	for left := []moveType{innerMove, outMove, inMove}; len(left) > 0; {
		var counts []int
		for _, t := range left {
			counts = append(counts, c.types[t])
		}
		k := c.stream.Pick(shares(counts, tolerance))
		p.types[i] = left[k]
		if c.chooseActor(p, a, i, keepTypes) {
			return true
		}
		left = slices.Delete(left, k, k+1)
	}
	return false
}

// tolerance keeps options that were chosen most often possible.
const tolerance = 0.1

// shares are the probabilities of options in the next draw, from how often each of them, at least one, was chosen: the less
// often, the larger.
func shares(counts []int, tolerance float64) []float64 {
	most := slices.Max(counts)
	out, sum := make([]float64, len(counts)), 0.0
	for i, n := range counts {
		out[i] = float64(most-n) + tolerance
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// chooseActor chooses the object of a step and goes on with the next.
func (c *chooser) chooseActor(p *plan, a *actors, i int, keepTypes bool) bool {
	for _, o := range c.candidates(p, a, p.types[i]) {
		before := a[o]
		if a.assign(p, i, o) {
			p.steps[i].Object = o
			c.types[p.types[i]]++
			if c.chooseStep(p, a, i+1, keepTypes) {
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
func (c *chooser) candidates(p *plan, a *actors, t moveType) []int {
	var acted, others []int
	left := p.visible
	if t == inMove {
		left = ObjectCount - p.visible
	}
	for _, o := range c.stream.Perm(ObjectCount) {
		if !a[o].used {
			others = append(others, o)
			continue
		}
		acted = append(acted, o)
		if a[o].starts != (t == inMove) {
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

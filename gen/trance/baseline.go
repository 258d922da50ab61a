package trance

import (
	"slices"

	"mereo/gen/judge"
	"mereo/scenes/rng"
)

// Baselines that need neither a network nor a file.
const (
	BaselineRandom    = "random"     // as many steps as the reference has, drawn uniformly
	BaselineEmpty     = "empty"      // no step
	BaselineReversed  = "reversed"   // the reference, the last step first
	BaselineGreedy    = "greedy"     // what differs between the two states, repaired one after the other
	BaselineReference = judge.Oracle // the reference
)

// Baselines are their names.
var Baselines = []string{BaselineRandom, BaselineEmpty, BaselineReversed, BaselineGreedy, BaselineReference}

// baseline returns a function that answers a sample; seed is for random.
func baseline(name string, seed uint64) func(*Record) []Step {
	return func(r *Record) (steps []Step) {
		switch name {
		case BaselineRandom:
			s := rng.At(rng.Key{Seed: seed, Set: "trance", Split: "baseline", Index: r.Idx}, "random")
			for range r.Reference {
				steps = append(steps, Step{s.IntN(ObjectCount), Pair(s.IntN(PairCount))})
			}
		case BaselineReversed:
			steps = slices.Clone(r.Reference)
			slices.Reverse(steps)
		case BaselineGreedy:
			steps = greedySteps(&r.Initial, &r.Final)
		case BaselineReference:
			steps = r.Reference
		}
		return steps
	}
}

// greedySteps answers with perfect perception and no foresight: of the steps that set right something that differs between
// two states it takes the first that breaks no rule, or the first if all do, until nothing differs. Moves are as few as
// lead to the place.
func greedySteps(initial, final *State) []Step {
	state := *initial
	var steps []Step
	for {
		left := correctingSteps(&state, final)
		if len(left) == 0 {
			return steps
		}
		next := left[0]
		for _, step := range left {
			try := state
			if try.Simulate(step) == (Faults{}) {
				next = step
				break
			}
		}
		state.Apply(next)
		steps = append(steps, next)
	}
}

// correctingSteps are the steps that each set right something that differs, or begin to, by object and attribute.
func correctingSteps(state, final *State) (steps []Step) {
	for i := range state {
		got, want := &state[i], &final[i]
		for a := range Attribute(attributeCount) {
			switch {
			case a != Position && got.values[a] != want.values[a]:
				steps = append(steps, Step{i, pairOf(a, int(want.values[a]))})
			case a == Position && !samePlace(got.Position, want.Position):
				for _, m := range firstMoves(got.Position, want.Position) {
					steps = append(steps, Step{i, m.Pair()})
				}
			}
		}
	}
	return steps
}

// firstMoves are the first moves of all shortest ways from one place to another, in the order of pairs; out of the visible
// area any place will do. It is empty when there is no way of at most four moves.
func firstMoves(from, to Point) (first []Move) {
	for length := 1; length <= maxSequence && first == nil; length++ {
		for p := firstPair[Position]; p < firstPair[Position+1]; p++ {
			m := p.Move()
			if next := from.add(m.Delta()); next.Valid() && reaches(next, to, length-1) {
				first = append(first, m)
			}
		}
	}
	return first
}

// reaches tells whether a place can be reached with so many moves.
func reaches(from, to Point, moves int) bool {
	if samePlace(from, to) {
		return true
	}
	dx, dy := to.X-from.X, to.Y-from.Y
	switch {
	case moves == 0:
		return false
	case to.Visible() && (dx%stepLength != 0 || dy%stepLength != 0 || max(abs(dx), abs(dy)) > moves*maxSteps*stepLength):
		return false
	}
	for p := firstPair[Position]; p < firstPair[Position+1]; p++ {
		if next := from.add(p.Move().Delta()); next.Valid() && reaches(next, to, moves-1) {
			return true
		}
	}
	return false
}

func abs(x int) int { return max(x, -x) }

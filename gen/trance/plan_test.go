package trance

import (
	"reflect"
	"slices"
	"testing"
)

func newTestPlanner(problem string) *planner {
	cfg := DefaultConfig()
	cfg.Problem = problem
	return newPlanner(cfg, 7, "train")
}

// TestPlansAreBalanced: after any number of samples numbers of steps, of visible objects, objects and types of moves are even,
// and exactly so after some rounds.
func TestPlansAreBalanced(t *testing.T) {
	for _, problem := range []string{ProblemStandard, ProblemPosition} {
		p := newTestPlanner(problem)
		var steps [maxSequence]int
		var visible, objects [ObjectCount]int
		var types [3]int
		spread := func(counts []int) int { return slices.Max(counts) - slices.Min(counts) }
		// Objects and types are chosen with what was used before in mind, not ahead, so they are allowed more.
		check := func(n int, what string, counts []int, most int) {
			if d := spread(counts); d > most {
				t.Errorf("%s, %d samples: %s %v differ by %d, want at most %d", problem, n, what, counts, d, most)
			}
		}
		rounds := maxSequence * len(p.pairs)
		for i := range 15 * rounds {
			plan := p.at(i)
			steps[len(plan.steps)-1]++
			visible[plan.visible-1]++
			for k, s := range plan.steps {
				objects[s.Object]++
				if plan.types[k] != noMove {
					types[plan.types[k]-innerMove]++
				}
			}
			check(i+1, "numbers of steps", steps[:], 1)
			check(i+1, "numbers of visible objects", visible[:], 4)
			check(i+1, "objects", objects[:], 10)
			check(i+1, "types of moves", types[:], 10)
			if n := i + 1; n%rounds == 0 {
				check(n, "objects", objects[:], 1)
				check(n, "types of moves", types[:], 1)
			}
		}
		check(15*rounds, "numbers of visible objects", visible[:], 0)
		check(15*rounds, "types of moves", types[:], 0)
	}
}

// TestPlansDoNotDependOnEachOther: the plan of an index is the same whatever was asked for before.
func TestPlansDoNotDependOnEachOther(t *testing.T) {
	inOrder, backwards := newTestPlanner(ProblemStandard), newTestPlanner(ProblemStandard)
	const n = 2000
	var want [n]plan
	for i := range n {
		want[i] = inOrder.at(i)
	}
	for i := n - 1; i >= 0; i-- {
		if got := backwards.at(i); !reflect.DeepEqual(got, want[i]) {
			t.Fatalf("plan %d is %+v, before %+v", i, got, want[i])
		}
	}
}

// TestSplitsDiffer: another split, or another seed, has other plans.
func TestSplitsDiffer(t *testing.T) {
	cfg := DefaultConfig()
	base := newPlanner(cfg, 7, "train").at(5)
	for name, p := range map[string]*planner{"split": newPlanner(cfg, 7, "val"), "seed": newPlanner(cfg, 8, "train")} {
		if reflect.DeepEqual(p.at(5), base) {
			t.Errorf("another %s has the same plan %+v", name, base)
		}
	}
}

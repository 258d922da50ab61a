package trance

import (
	"slices"
	"testing"
)

func TestBaselines(t *testing.T) {
	data := dataset(t)
	for name, want := range map[string][2]float64{ // LAcc, Acc
		BaselineReference: {1, 1}, BaselineEmpty: {0, 0}, BaselineReversed: {1, 0.75}, BaselineGreedy: {1, 1},
	} {
		got, err := evaluate(t, evalOptions{Data: data, Split: "test", Setting: EventSetting, Baseline: name})
		if err != nil {
			t.Fatal(err)
		}
		if r := got.all(); r.LooseAcc != want[0] || r.Acc != want[1] {
			t.Errorf("%s: LAcc %g, Acc %g, want %v", name, r.LooseAcc, r.Acc, want)
		}
	}
	o := evalOptions{Data: data, Split: "test", Setting: EventSetting, Baseline: BaselineRandom, Seed: 1}
	a, errA := evaluate(t, o)
	b, errB := evaluate(t, o)
	if errA != nil || errB != nil || a.all().AvgDist != b.all().AvgDist || a.all().AvgStepDiff != 0 {
		t.Errorf("random twice: %+v and %+v, %v, %v", a, b, errA, errB)
	}
	first, other := baseline(BaselineRandom, 1), baseline(BaselineRandom, 2)
	r := &Record{Sample: Sample{Reference: make([]Step, maxSequence)}}
	if slices.Equal(first(r), other(r)) {
		t.Errorf("seeds 1 and 2 both draw %v, want different steps", first(r))
	}
}

// TestRepairReachesTheEnd: perfect perception leads to the final state of every sample of the vectors, and rarely in more steps
// than the reference has.
func TestGreedyReachesTheEnd(t *testing.T) {
	longer, all := 0, 0
	for _, c := range load[struct {
		ID     string
		Sample Sample
	}](t, "evaluate_event.json") {
		steps := greedySteps(&c.Sample.Initial, &c.Sample.Final)
		if j := c.Sample.Judge(steps); !j.Loose {
			t.Errorf("%s: %v ends at distance %d", c.ID, steps, j.Distance)
		}
		all++
		if len(steps) > len(c.Sample.Reference) {
			longer++
		}
	}
	if 20*longer > all {
		t.Errorf("%d of %d answers are longer than the reference", longer, all)
	}
}

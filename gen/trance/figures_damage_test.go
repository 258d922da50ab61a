package trance

import (
	"slices"
	"testing"
)

// Names of figures that damage makes fail.
const (
	figForm    = "records of another form"
	figSteps   = "samples whose steps do not lead to the last state, or break a rule"
	figClose   = "initial states with objects too close to each other"
	figGivenUp = "initial states given up before a step"
)

// TestFiguresOfDamage: a single damaged record makes the figures fail that are about what is damaged, and no other.
func TestFiguresOfDamage(t *testing.T) {
	cfg := DefaultConfig()
	samples := referenceSamples(cfg, 40)
	state := func(r map[string]any, i int) map[string]any { return r["states"].([]any)[i].(map[string]any) }
	object := func(r map[string]any, i, k int) map[string]any {
		return state(r, i)["objects"].([]any)[k].(map[string]any)
	}
	step := func(r map[string]any, i int) map[string]any { return r["transformations"].([]any)[i].(map[string]any) }
	// first finds a sample whose first step is of a kind.
	first := func(kind func(m *generatedSample) bool) int {
		i := slices.IndexFunc(samples, kind)
		if i < 0 {
			t.Fatal("no such sample")
		}
		return i
	}
	moved := func(kind moveType) int { return first(func(m *generatedSample) bool { return m.types[0] == kind }) }
	resized := first(func(m *generatedSample) bool { return m.steps[0].Pair.Attribute() == Size })
	long := first(func(m *generatedSample) bool { return len(m.steps) == maxSequence })
	for _, c := range []struct {
		name   string
		sample int
		damage func(r map[string]any, m *generatedSample)
		want   []string
	}{
		{"nothing", 0, func(r map[string]any, m *generatedSample) {}, nil},
		{"nine objects", 0, func(r map[string]any, m *generatedSample) {
			state(r, 1)["objects"] = state(r, 1)["objects"].([]any)[:9]
		}, []string{figForm}},
		{"between points", 0, func(r map[string]any, m *generatedSample) { object(r, 0, 3)["position"] = []any{0.5, 1} }, []string{figForm}},
		{"off the plane", 0, func(r map[string]any, m *generatedSample) { object(r, 0, 3)["position"] = []any{0, 41} }, []string{figForm}},
		{"far off the plane", 0, func(r map[string]any, m *generatedSample) {
			object(r, 0, 3)["position"] = []any{0, 1e300}
		}, []string{figForm}},
		{"one coordinate", 0, func(r map[string]any, m *generatedSample) { object(r, 0, 3)["position"] = []any{0} }, []string{figForm}},
		{"no such colour", 0, func(r map[string]any, m *generatedSample) { object(r, 0, 3)["color"] = "pink" }, []string{figForm}},
		{"no visible object", 0, func(r map[string]any, m *generatedSample) {
			for k := range ObjectCount {
				object(r, 0, k)["position"] = []any{30, 30}
			}
		}, []string{figForm}},
		{"a state less", long, func(r map[string]any, m *generatedSample) {
			r["states"] = r["states"].([]any)[:maxSequence]
		}, []string{figForm}},
		{"no step", 0, func(r map[string]any, m *generatedSample) {
			r["states"], r["transformations"] = r["states"].([]any)[:1], nil
		}, []string{figForm}},
		{"no such object", 0, func(r map[string]any, m *generatedSample) { step(r, 0)["obj_idx"] = ObjectCount }, []string{figForm}},
		{"another last state", 0, func(r map[string]any, m *generatedSample) {
			o := object(r, len(m.steps), 0)
			o["size"] = values[Size][(slices.Index(values[Size], o["size"].(string))+1)%3]
		}, []string{figSteps}},
		{"too close before the first step", resized, func(r map[string]any, m *generatedSample) {
			at := m.steps[0].Object
			for i := range m.states {
				object(r, i, (at+1)%ObjectCount)["position"] = object(r, i, at)["position"]
			}
		}, []string{figSteps}},
		{"another camera sees it elsewhere", moved(innerMove), func(r map[string]any, m *generatedSample) {
			object(r, 1, m.steps[0].Object)["view_coords"].(map[string]any)["Camera_Left"] = []any{0, 0, 10}
		}, nil},
		{"a camera is missing", 0, func(r map[string]any, m *generatedSample) {
			delete(r["cameras"].(map[string]any), "Camera_Center")
		}, []string{figForm}},
	} {
		t.Run(c.name, func(t *testing.T) {
			figures := measure(t, cfg, samples, func(i int, r map[string]any) {
				if i == c.sample {
					c.damage(r, samples[i])
				}
			})
			got := failing(figures)
			if len(got) > 1 && got[0] == figForm {
				got = got[:1] // what balances without that record is missing
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("figures %q fail, want %q", got, c.want)
			}
		})
	}
}

// TestFiguresOfRules: what breaks a rule without being recorded wrongly is found as well.
func TestFiguresOfRules(t *testing.T) {
	cfg := DefaultConfig()
	samples := referenceSamples(cfg, 40)
	// Settings of the set decide what is a rule.
	strict, positions := cfg, cfg
	strict.Strict, positions.Problem = true, ProblemPosition
	if got := failing(measure(t, strict, samples, nil)); !slices.Equal(got, []string{figClose}) {
		t.Errorf("strict: figures %q fail, want %q", got, figClose)
	}
	if got := failing(measure(t, positions, samples, nil)); !slices.Contains(got, figForm) {
		t.Errorf("steps of all kinds where objects are only moved: figures %q fail, want %q", got, figForm)
	}
}

// TestFiguresOfBias: sets that lack some samples, and have others twice, fail.
func TestFiguresOfBias(t *testing.T) {
	cfg := DefaultConfig()
	all := referenceSamples(cfg, 200)
	for _, c := range []struct {
		want string
		keep func(m *generatedSample) bool
	}{
		{"samples of each number of steps", func(m *generatedSample) bool { return len(m.steps) < 4 }},
		{"samples of each number of visible objects", func(m *generatedSample) bool { return m.states[0].visible() > 1 }},
		{"steps of each object", func(m *generatedSample) bool { return m.steps[0].Object != 7 }},
		{"moves of each type", func(m *generatedSample) bool { return !slices.Contains(m.types, inMove) }},
		{"sequences of 2 pairs, standard deviation", func(m *generatedSample) bool { return slices.Equal(m.steps, all[0].steps) }},
		{"objects at first, color.red", func(m *generatedSample) bool { return m.states[0][0].Value(Color) == "red" }},
		{"samples that the order of their steps can spoil", func(m *generatedSample) bool {
			s := Sample{m.states[0], m.states[len(m.states)-1], m.steps}
			return s.judgeOrders().sensitive
		}},
		{"no steps: distance", func(m *generatedSample) bool { return len(m.steps) < 3 }},
		{"steps in reverse: right", func(m *generatedSample) bool {
			s := Sample{m.states[0], m.states[len(m.states)-1], m.steps}
			steps := slices.Clone(m.steps)
			slices.Reverse(steps)
			j := s.Judge(steps)
			return !j.Correct
		}},
		{"steps that could not be done", func(m *generatedSample) bool { return m.refusals["step: overlap"] > 0 }},
	} {
		var kept []*generatedSample
		for _, m := range all {
			if c.keep(m) {
				kept = append(kept, m)
			}
		}
		for i := 0; len(kept) < len(all); i++ {
			kept = append(kept, kept[i])
		}
		if got := failing(measure(t, cfg, kept, nil)); !slices.Contains(got, c.want) {
			t.Errorf("figures %q fail, want %q", got, c.want)
		}
	}
	for _, m := range all[:30] {
		m.refusals["crowded"] = 1
	}
	if got := failing(measure(t, cfg, all, nil)); !slices.Equal(got, []string{figGivenUp}) {
		t.Errorf("figures %q fail, want %q", got, figGivenUp)
	}
}

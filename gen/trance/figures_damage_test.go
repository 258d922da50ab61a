package trance

import (
	"reflect"
	"slices"
	"testing"
)

// Names of figures that damage makes fail.
const (
	figForm    = "records of another form"
	figSteps   = "samples whose steps do not lead to the last state, or break a rule"
	figOptions = "steps with other options than they should have"
	figSame    = "steps that change nothing"
	figTypes   = "moves of another type than recorded"
	figAstray  = "inner moves that the Center camera sees go elsewhere"
	figLeaving = "objects that leave after they were changed"
	figHidden  = "changed objects hidden after a move or a change of size"
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
	colored := first(func(m *generatedSample) bool { return m.steps[0].Pair.Attribute() == Color })
	resized := first(func(m *generatedSample) bool { return m.steps[0].Pair.Attribute() == Size })
	long := first(func(m *generatedSample) bool { return len(m.steps) == maxSequence })
	hide := func(r map[string]any, m *generatedSample, i, pixels int) {
		state(r, i)["n_pixels"].(map[string]any)["Camera_Left"].(map[string]any)[objectName(m.steps[0].Object)] = pixels
	}
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
		{"no value", 0, func(r map[string]any, m *generatedSample) { delete(step(r, 0), "val") }, []string{figForm}},
		{"no such option", colored, func(r map[string]any, m *generatedSample) { step(r, 0)["options"] = []any{"pink"} }, []string{figForm}},
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
		{"a colour that was there", colored, func(r map[string]any, m *generatedSample) {
			object(r, 0, m.steps[0].Object)["color"] = values[Color][m.steps[0].Pair.value()]
		}, []string{figSame}},
		{"two options for a colour", colored, func(r map[string]any, m *generatedSample) {
			step(r, 0)["options"] = []any{step(r, 0)["val"], "gray"}
		}, []string{figOptions}},
		{"no options", colored, func(r map[string]any, m *generatedSample) { delete(step(r, 0), "options") }, []string{figOptions}},
		{"another option inside", moved(innerMove), func(r map[string]any, m *generatedSample) {
			step(r, 0)["options"] = []any{[]any{"behind", 3 - m.steps[0].Pair.Move().Steps}}
		}, []string{figOptions}},
		{"an option that stays inside", moved(outMove), func(r map[string]any, m *generatedSample) {
			visible, _ := m.states[0][m.steps[0].Object].Position.moves()
			step(r, 0)["options"] = append(step(r, 0)["options"].([]any), visible[0])
		}, []string{figOptions}},
		{"not the move itself among the options", moved(outMove), func(r map[string]any, m *generatedSample) {
			step(r, 0)["options"] = slices.DeleteFunc(step(r, 0)["options"].([]any), func(o any) bool {
				return reflect.DeepEqual(o, step(r, 0)["val"])
			})
		}, []string{figOptions}},
		{"inner called in", moved(innerMove), func(r map[string]any, m *generatedSample) { step(r, 0)["type"] = "in" }, []string{figTypes}},
		{"a colour called inner", colored, func(r map[string]any, m *generatedSample) { step(r, 0)["type"] = "inner" }, []string{figTypes}},
		{"seen where it was before", moved(innerMove), func(r map[string]any, m *generatedSample) {
			at := m.steps[0].Object
			object(r, 1, at)["view_coords"] = object(r, 0, at)["view_coords"]
		}, []string{figAstray}},
		{"another camera sees it elsewhere", moved(innerMove), func(r map[string]any, m *generatedSample) {
			object(r, 1, m.steps[0].Object)["view_coords"].(map[string]any)["Camera_Left"] = []any{0, 0, 10}
		}, nil},
		{"val and pair differ", colored, func(r map[string]any, m *generatedSample) {
			step(r, 0)["pair"] = pairOf(Color, (m.steps[0].Pair.value()+1)%8).String()
		}, []string{figForm}},
		{"a camera is missing", 0, func(r map[string]any, m *generatedSample) {
			delete(r["cameras"].(map[string]any), "Camera_Center")
		}, []string{figForm}},
		{"hidden after a move", moved(innerMove), func(r map[string]any, m *generatedSample) {
			hide(r, m, 1, enoughPixels-1)
		}, []string{figHidden}},
		{"hidden after a change of size", resized, func(r map[string]any, m *generatedSample) { hide(r, m, 1, 0) }, []string{figHidden}},
		{"just seen", moved(innerMove), func(r map[string]any, m *generatedSample) { hide(r, m, 1, enoughPixels) }, nil},
		{"hidden before", moved(innerMove), func(r map[string]any, m *generatedSample) { hide(r, m, 0, 0) }, nil},
		{"hidden after a change of colour", colored, func(r map[string]any, m *generatedSample) { hide(r, m, 1, 0) }, nil},
		{"hidden and out of the visible area", moved(outMove), func(r map[string]any, m *generatedSample) { hide(r, m, 1, 0) }, nil},
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
	do := func(m *generatedSample, steps []Step, types []moveType) *generatedSample {
		out := &generatedSample{sceneSetup: m.sceneSetup, states: m.states[:1], pixels: m.pixels[:1], steps: steps, types: types}
		for _, s := range steps {
			state := out.states[len(out.states)-1]
			state.Apply(s)
			out.states, out.pixels = append(out.states[:len(out.states):len(out.states)], state), append(out.pixels, m.pixels[0])
		}
		return out
	}
	change := func(kind moveType, to func(m *generatedSample) *generatedSample) []*generatedSample {
		i := slices.IndexFunc(samples, func(m *generatedSample) bool { return len(m.steps) == 1 && m.types[0] == kind })
		if i < 0 {
			t.Fatalf("no sample of one move %v", kind)
		}
		changed := slices.Clone(samples)
		changed[i] = to(samples[i])
		return changed
	}
	leaving := change(outMove, func(m *generatedSample) *generatedSample {
		o := &m.states[0][m.steps[0].Object]
		color := pairOf(Color, (int(o.values[Color])+1)%len(values[Color]))
		return do(m, []Step{{m.steps[0].Object, color}, m.steps[0]}, []moveType{noMove, outMove})
	})
	outside := change(inMove, func(m *generatedSample) *generatedSample { // a move that starts and ends outside
		s := m.steps[0]
		_, moves := m.states[0][s.Object].Position.moves()
		return do(m, []Step{{s.Object, moves[0].Pair()}}, []moveType{outMove})
	})
	for _, c := range []struct {
		name    string
		samples []*generatedSample
		want    string
	}{{"leaving", leaving, figLeaving}, {"outside", outside, figTypes}} {
		if got := failing(measure(t, cfg, c.samples, nil)); !slices.Contains(got, c.want) {
			t.Errorf("%s: figures %q fail, want %q", c.name, got, c.want)
		}
	}

	// Settings of the set decide what is a rule.
	strict, published, positions := cfg, cfg, cfg
	strict.Strict, published.Published, positions.Problem = true, AsPublished, ProblemPosition
	if got := failing(measure(t, strict, samples, nil)); !slices.Equal(got, []string{figClose}) {
		t.Errorf("strict: figures %q fail, want %q", got, figClose)
	}
	hide := func(i int, r map[string]any) {
		for _, s := range r["states"].([]any) {
			delete(s.(map[string]any), "n_pixels")
		}
	}
	if got := failing(measure(t, published, samples, hide)); got != nil {
		t.Errorf("as published: figures %q fail, want none: objects may be hidden", got)
	}
	if got := failing(measure(t, cfg, samples, hide)); !slices.Equal(got, []string{figHidden}) {
		t.Errorf("without pixels: figures %q fail, want %q", got, figHidden)
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

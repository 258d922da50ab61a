package trance

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"testing"
)

func samples(t *testing.T, cfg Config, n int) []*generatedSample {
	t.Helper()
	s := newSampler(cfg, 3, "train")
	var out []*generatedSample
	for i := range n {
		m, err := s.Sample(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// TestSamplesKeepTheRules replays samples by the rules of the evaluator and of the generator.
func TestSamplesKeepTheRules(t *testing.T) {
	strict, positions := DefaultConfig(), DefaultConfig()
	strict.Strict, positions.Problem = true, ProblemPosition
	for name, cfg := range map[string]Config{"default": DefaultConfig(), "strict": strict, "position": positions} {
		p := newPlanner(cfg, 3, "train")
		close := 0
		for i, m := range samples(t, cfg, 150) {
			plan := p.at(i)
			if !reflect.DeepEqual(m.steps, plan.steps) || !reflect.DeepEqual(m.types, plan.types) {
				t.Errorf("%s %d: steps %v %v, planned %v %v", name, i, m.steps, m.types, plan.steps, plan.types)
			}
			visible := 0
			for o := range m.states[0] {
				at := m.states[0][o].Position
				if !at.Valid() {
					t.Errorf("%s %d: object %d is at %v, off the plane", name, i, o, at)
				}
				if at.Visible() {
					visible++
				}
				if m.states[0].overlaps(o) {
					close++
				}
			}
			if visible != plan.visible {
				t.Errorf("%s %d: %d objects are visible, planned %d", name, i, visible, plan.visible)
			}
			whole := Sample{m.states[0], m.states[len(m.states)-1], m.steps}
			if j := whole.Judge(m.steps); !j.Correct {
				t.Errorf("%s %d: the reference is judged %+v", name, i, j)
			}
			c := newCounter(&m.sceneSetup)
			state := m.states[0]
			var changed [ObjectCount]bool
			for k, step := range m.steps {
				a := trial{step: step, moveType: m.types[k], changed: changed, hidden: func(s *State) [ObjectCount]bool {
					p := c.pixels(s)
					return p.hidden(s, enoughPixels)
				}}
				if r := state.try(a); r != "" || state != m.states[k+1] {
					t.Errorf("%s %d: step %d is refused (%q), or leads elsewhere", name, i, k, r)
				}
				changed[step.Object] = true
				if got := c.pixels(&state); got != m.pixels[k+1] {
					t.Errorf("%s %d: pixels after step %d are %v, want %v", name, i, k, got, m.pixels[k+1])
				}
			}
		}
		if cfg.Strict != (close == 0) {
			t.Errorf("%s: %d objects are too close to another at first", name, close)
		}
	}
}

// TestSamplesDoNotDependOnEachOther: made alone, a sample is the same.
func TestSamplesDoNotDependOnEachOther(t *testing.T) {
	all := samples(t, DefaultConfig(), 40)
	for _, i := range []int{39, 0, 17} {
		m, err := newSampler(DefaultConfig(), 3, "train").Sample(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m, all[i]) {
			t.Errorf("sample %d made alone is %+v, want %+v", i, m, all[i])
		}
	}
}

// BenchmarkSample is the symbolic part of making samples: states, steps, and counting what is seen.
func BenchmarkSample(b *testing.B) {
	s := newSampler(DefaultConfig(), 3, "train")
	for i := 0; b.Loop(); i++ {
		if _, err := s.Sample(b.Context(), i); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSamplesAreFrozen: a change of these bytes is a change of every set, so it needs another version.
func TestSamplesAreFrozen(t *testing.T) {
	for problem, want := range map[string]string{ProblemStandard: "5114f603247c9d54", ProblemPosition: "f835fa8f1123eceb"} {
		cfg := DefaultConfig()
		cfg.Problem = problem
		h := sha256.New()
		for i, m := range samples(t, cfg, 30) {
			r := cfg.infoRecord(i, m)
			r.Own = nil // follows from the rest
			h.Write(encoded(t, r))
		}
		if got := hex.EncodeToString(h.Sum(nil)[:8]); got != want {
			t.Errorf("%s: 30 records have hash %s, want %s", problem, got, want)
		}
	}
}

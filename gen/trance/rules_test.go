package trance

import (
	"fmt"
	"slices"
	"strings"
)

// rules are what every sample keeps, whatever its record says.
type rules struct {
	cfg Config
	m   *generatedSample
	out []string
}

// broken are the rules that a sample does not keep. Pixels are counted again where that is wanted.
func broken(cfg Config, m *generatedSample, count bool) []string {
	f := &rules{cfg: cfg, m: m}
	f.initial()
	f.steps()
	f.recorded(cfg.infoRecord(m.index, m))
	if count {
		f.pixels()
	}
	return f.out
}

// report adds a problem; where is the state, object or step that it is about, or nothing.
func (f *rules) report(where, format string, args ...any) {
	f.out = append(f.out, strings.TrimPrefix(where+": "+fmt.Sprintf(format, args...), ": "))
}

// initial: some objects are visible at first, and none stand where placing them is refused.
func (f *rules) initial() {
	s := &f.m.states[0]
	var around [ObjectCount]occupancy // what each object keeps from the others
	for i := range s {
		around[i].block(&s[i])
		if !s[i].Position.Valid() {
			f.report(objectAt(0, i), "position is %v, want %d to %d", s[i].Position, -planeHalf, planeHalf)
		}
		for k := range i {
			// Which of the two was placed first is not known, and it matters.
			refused := !around[i].fits(s[k].Position, s[k].radius()) && !around[k].fits(s[i].Position, s[i].radius())
			if f.cfg.Strict {
				refused = s[i].tooClose(&s[k])
			}
			if refused {
				f.report(objectAt(0, i), "stands at %v with radius %d, too close to object %d at %v with radius %d",
					s[i].Position, s[i].radius(), k, s[k].Position, s[k].radius())
			}
		}
	}
	if s.visible() == 0 {
		f.report(stateAt(0), "no object is in the visible area, want 1 to %d", ObjectCount)
	}
}

// steps: each state follows from the one before by a step that the generator allows, and the evaluator agrees.
func (f *rules) steps() {
	m := f.m
	var first [ObjectCount]status
	for i := range first {
		first[i] = m.pixels[0].status(&m.states[0], cameraCenter, i, m.enough())
	}
	var changed [ObjectCount]bool
	for k, step := range m.steps {
		state, after, attribute := m.states[k], &m.states[k+1], step.Pair.Attribute()
		want := noMove
		if attribute == Position {
			want = moveTypeOf(state[step.Object].Position, after[step.Object].Position)
		}
		if m.types[k] != want {
			f.report(stepAt(k), "type is %q, the step's is %q", m.types[k], want)
		}
		if f.cfg.Problem == ProblemPosition && attribute != Position {
			f.report(stepAt(k), "%s, want a move: the problem is %s", step.Pair, f.cfg.Problem)
		}
		if !slices.Contains(state.selectable(want, first), step.Object) {
			f.report(stepAt(k), "object %d is hidden in the first picture, or in the wrong area", step.Object)
		}
		why := state.try(trial{
			step: step, moveType: want, changed: changed,
			hidden:      func(s *State) [ObjectCount]bool { return m.pixels[k+1].hidden(s, m.enough()) },
			ignoreFirst: f.cfg.Published.HiddenFirst,
		})
		if why != "" {
			f.report(stepAt(k), "%s of object %d is refused: %s", step.Pair, step.Object, why)
			state.Apply(step)
		}
		for i := range state {
			if state[i] != after[i] {
				f.report(objectAt(k+1, i), "is a %v, step %d leads to a %v", after[i], k, state[i])
			}
		}
		changed[step.Object] = true
	}
	s := Sample{Initial: m.states[0], Final: m.states[len(m.steps)], Reference: m.steps}
	if j := s.Judge(m.steps); !j.Correct {
		f.report("", "the steps lead to distance %d with overlap %v and out of the plane %v, want 0, false, false",
			j.Distance, j.Overlap, j.Out)
	}
}

// recorded: what is accepted in the place of a step is the step itself, and any way out for one that leads out; moves that stay inside go in
// the picture where they should: behind is down, right is right.
func (f *rules) recorded(r *infoRecord) {
	for k, step := range f.m.steps {
		t, from := &r.Transformations[k], f.m.states[k][step.Object].Position
		var options []Pair
		for _, raw := range t.Options {
			p, err := readPair(t.Attr, raw)
			if err != nil {
				f.report(stepAt(k), "options: %v", err)
			}
			options = append(options, p)
		}
		others := slices.DeleteFunc(slices.Clone(options), func(p Pair) bool { return p == step.Pair })
		staysIn := func(p Pair) bool {
			to := from.add(p.Move().Delta())
			return !to.Valid() || to.Visible()
		}
		if len(options) != len(others)+1 || f.m.types[k] != outMove && len(others) > 0 ||
			f.m.types[k] == outMove && slices.ContainsFunc(options, staysIn) {
			f.report(stepAt(k), "options are %v, want others than these for %s", options, step.Pair)
		}
		if f.m.types[k] != innerMove {
			continue
		}
		seen, then := r.States[k].Objects[step.Object].ViewCoords.Center, r.States[k+1].Objects[step.Object].ViewCoords.Center
		d, right, down := step.Pair.Move().Delta(), then[0]-seen[0], seen[1]-then[1]
		if d.X > 0 && down <= 0 || d.X < 0 && down >= 0 || d.Y > 0 && right <= 0 || d.Y < 0 && right >= 0 {
			f.report(stepAt(k), "%s is seen to go from %v to %v", step.Pair, seen, then)
		}
	}
}

// pixels: counting again gives the same.
func (f *rules) pixels() {
	c := newCounter(&f.m.sceneSetup)
	for k := range f.m.states {
		want := c.pixels(&f.m.states[k])
		for cam := range cameraID(cameraCount) {
			for i, n := range f.m.pixels[k][cam] {
				if n != want[cam][i] {
					f.report(objectAt(k, i), "n_pixels of %s is %d, want %d", cam, n, want[cam][i])
				}
			}
		}
	}
}

// selectable are the objects that a step may be about: for moves into the visible area those outside of it, else those in
// it that were not hidden in the first picture. initial are the status of the first state in the Center camera.
func (s *State) selectable(t moveType, initial [ObjectCount]status) (objects []int) {
	for i := range s {
		visible := s[i].Position.Visible()
		if t == inMove && !visible || t != inMove && visible && initial[i] != statusOccluded {
			objects = append(objects, i)
		}
	}
	return objects
}

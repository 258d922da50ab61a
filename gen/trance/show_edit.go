package trance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"mereo/gen/show"
	"mereo/gen/world"
)

// edits change first states; the steps are carried out again.
func (c Config) edits() *world.Edits[*generatedSample] {
	return &world.Edits[*generatedSample]{
		Within: show.Around(farthest),
		Keys:   func(*generatedSample) string { return fmt.Sprintf("%s to %s", objectKey(0), objectKey(ObjectCount-1)) },
		Copy: func(m *generatedSample) *generatedSample {
			g := *m
			g.states = slices.Clone(m.states)
			return &g
		},
		Handle: (*generatedSample).handle,
		Finish: func(_ context.Context, was *generatedSample, t *world.Take[*generatedSample]) ([]string, error) {
			return t.Plan.replay(c, was), nil
		},
	}
}

// farthest is how far from the middle a thing can be put, meters.
const farthest = 100

// handle is what can be done to the object of a key in the first state. Places are those of the nearest lattice points, for there are no
// others.
func (m *generatedSample) handle(key string) *show.Handle {
	s := &m.states[0]
	i := 0
	for i < ObjectCount && key != objectKey(i) {
		i++
	}
	if i == ObjectCount {
		return nil
	}
	return &show.Handle{
		Move: func(x, y float64) { s[i].Position = Point{int(math.Round(x / Unit)), int(math.Round(y / Unit))} },
		Turn: func(by float64) {
			turned := math.Mod(m.rotations[i]+by, 2*math.Pi)
			if turned < 0 {
				turned = math.Mod(turned+2*math.Pi, 2*math.Pi) // a tiny angle below 0 is 2 pi in floating point
			}
			m.rotations[i] = turned
		},
		Step:   func(change string) error { return s.take(i, change) },
		Colors: values[Color], Recolor: func(color string) { s[i].values[Color] = uint8(slices.Index(values[Color], color)) },
		Why: fmt.Sprintf("it cannot be deleted, since every sample has %d objects; move it out of the visible area", ObjectCount),
	}
}

// replay carries the steps out on another first state than that of a sample, and warns of what the generator would not have allowed.
func (m *generatedSample) replay(cfg Config, was *generatedSample) (warnings []string) {
	first, before, pixelsBefore := m.states[0], was.states[0], was.pixels[0]
	edited := func(i int) bool { return first[i] != before[i] || m.rotations[i] != was.rotations[i] }
	warn := func(phrase string, args ...any) { warnings = append(warnings, show.Sentence(phrase, args...)) }
	var actors [ObjectCount]bool
	for _, step := range m.steps {
		actors[step.Object] = true
	}
	c := newCounter(&m.sceneSetup)
	m.counter = c
	counts := c.pixels(&first)
	if first.visible() == 0 {
		warn("no object is in the visible area")
	}
	for i := range first {
		o, name := &first[i], objectPhrase(i, &first[i])
		moved := o.Position != before[i].Position
		hidden := counts.status(&first, cameraCenter, i, m.enough()) == statusOccluded &&
			pixelsBefore.status(&before, cameraCenter, i, m.enough()) != statusOccluded
		switch {
		case moved && !o.Position.Valid():
			warn("%s is off the plane, which ends at %g m", name, Unit*planeHalf)
		case moved && !o.Position.Visible():
			warn("%s is outside of the visible area, where nothing is drawn", name)
		case hidden && (edited(i) || actors[i]):
			warn("%s has %d pixels in the first picture, fewer than the %d that make it visible", name, counts[cameraCenter][i],
				m.enough())
		}
		for k := range first {
			// Of two that were moved the pair is told once.
			if edited(i) && k != i && (k > i || !edited(k)) && o.tooClose(&first[k]) && !before.closeBefore(i, k, &first) {
				warn("%s is too close to %s", name, objectPhrase(k, &first[k]))
			}
		}
	}

	states, pixels, types := []State{first}, []pixelCounts{counts}, make([]moveType, len(m.steps))
	state := first
	var changed [ObjectCount]bool
	for k, step := range m.steps {
		before := state
		types[k] = state.moveType(step)
		refused := state.try(trial{
			step: step, moveType: types[k], changed: changed, ignoreFirst: cfg.Published.HiddenFirst,
			hidden: func(s *State) [ObjectCount]bool { p := c.pixels(s); return p.hidden(s, m.enough()) },
		})
		if refused != "" {
			state = before
			state.Apply(step)
			warn("step %d %s", k+1, refusedWords(refused, objectPhrase(step.Object, &before[step.Object])))
		}
		changed[step.Object] = true
		states, pixels = append(states, state), append(pixels, c.pixels(&state))
	}
	m.states, m.pixels, m.types = states, pixels, types
	return warnings
}

// take carries out what a pair's name says about object i, if the rules allow it that ask about the state alone. Those about what was changed
// before, and about what hides it, are for samples: whoever goes wrong must be able to go back.
func (s *State) take(i int, change string) error {
	var pair Pair
	if err := pair.UnmarshalText([]byte(change)); err != nil {
		return err
	}
	step, object := Step{i, pair}, objectPhrase(i, &s[i])
	if why := s.try(trial{step: step, moveType: s.moveType(step), hidden: nothingHidden}); why != "" {
		return &show.Refused{Why: "it " + refusedWords(why, object)}
	}
	return nil
}

// moveType is the type of a step.
func (s *State) moveType(step Step) moveType {
	if step.Pair.Attribute() != Position {
		return noMove
	}
	from := s[step.Object].Position
	return moveTypeOf(from, from.add(step.Pair.Move().Delta()))
}

// closeBefore tells whether two objects stand as they stood in s, too close: the generator lets some such pairs in.
func (s *State) closeBefore(i, k int, now *State) bool {
	return s[i].tooClose(&s[k]) && s[i].Position == now[i].Position && s[k].Position == now[k].Position
}

// objectPhrase names an object inside of a sentence.
func objectPhrase(i int, o *Object) string {
	return fmt.Sprintf("object %d (%s %s %s %s)", i, o.Value(Size), o.Value(Color), o.Value(Material), o.Value(Shape))
}

// refusedWords says what is wrong with a step.
func refusedWords(r refusal, object string) string {
	switch r {
	case refusedNoChange:
		return "changes nothing about " + object
	case refusedOutOfPlane:
		return "takes " + object + " off the plane"
	case refusedInsideInvisible:
		return "moves " + object + " outside of the visible area, where nobody sees it"
	case refusedChangedLeaves:
		return "takes " + object + " out of the visible area, though an earlier step changed it"
	case refusedOverlap:
		return "brings " + object + " too close to another object"
	case refusedOcclusion:
		return "hides an object that is changed in one of the pictures"
	}
	panic(fmt.Sprintf("trance: a step is refused by %q, want a reason that can come of changes", r))
}

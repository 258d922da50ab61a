package ptr

import (
	"context"
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/gen/show"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// stepsPerInstant makes films of 60 instants in a second.
const stepsPerInstant = 2

// WhatIfs are letting go, and the moves of the labels.
func (m *made) WhatIfs() []show.WhatIf {
	out := []show.WhatIf{{Name: "as it stands", Object: -1}}
	for i := range m.sample.Objects {
		v := m.sample.Objects[i].Verdict
		if v == nil {
			continue
		}
		for _, move := range v.Moves {
			out = append(out, show.WhatIf{
				Name:   fmt.Sprintf("%s moved %s by %g m", m.called(i), show.Towards[move.Direction], move.Distance),
				Object: i, Direction: move.Direction, Distance: move.Distance, Outcome: move.Outcome,
			})
		}
	}
	return out
}

// called is what the page calls an object of the scene.
func (m *made) called(i int) string {
	at := slices.Index(m.keys, show.Key("object", i+1))
	if at < 0 {
		return show.Key("object", i+1) // deleted
	}
	return m.page.Entities[at].Name
}

// things are the objects that are there, after a move, and their numbers in the scene.
func (m *made) things(w show.WhatIf) (things []settle.Thing, objects []int, err error) {
	fail := func(format string, args ...any) ([]settle.Thing, []int, error) {
		return nil, nil, fmt.Errorf("ptr: %s: move of object %d: %s", m.page.Title, w.Object, fmt.Sprintf(format, args...))
	}
	var shift geom.Vec3
	if w.Object != -1 {
		if w.Object < 0 || w.Object >= len(m.gone) || m.gone[w.Object] {
			return fail("there is no such object, want 0 to %d, or -1 for none", len(m.gone)-1)
		}
		k := slices.Index(show.Directions, w.Direction)
		if k < 0 {
			return fail("direction is %q, want left, right, front or behind", w.Direction)
		}
		if !(math.Abs(w.Distance) <= farthest) {
			return fail("distance is %g, want -%d to %d", w.Distance, farthest, farthest)
		}
		shift = moveDirections[k].to
	}
	for i, t := range m.sample.things() {
		if m.gone[i] {
			continue
		}
		if i == w.Object {
			t.WorldFromSolid.T = t.WorldFromSolid.T.AddScaled(w.Distance, shift)
		}
		things, objects = append(things, t), append(objects, i)
	}
	return things, objects, nil
}

// Film lets the objects go in the room in which they are judged.
func (m *made) Film(ctx context.Context, w show.WhatIf) (*settle.Film, error) {
	things, objects, err := m.things(w)
	if err != nil {
		return nil, err
	}
	film, err := judgeStage().Film(ctx, things, settle.Variant{}, stepsPerInstant)
	if err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", m.page.Title, err)
	}
	return film.Trim().Renumber(objects, m.sample.Scene.Poses()), nil
}

// Verdicts judges as the labels were judged, with the same draws. What was deleted has a zero verdict.
func (m *made) Verdicts(ctx context.Context, w show.WhatIf) ([]show.Verdict, error) {
	things, objects, err := m.things(w)
	if err != nil {
		return nil, err
	}
	_, verdicts, err := verdictsOf(things)
	if err == nil {
		err = addMargins(ctx, verdicts, things, rng.At(m.sample.Key, "margin"))
	}
	if err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", m.page.Title, err)
	}
	out := make([]show.Verdict, len(m.gone))
	for n, i := range objects {
		v := &verdicts[n]
		out[i] = show.Verdict{Stable: v.Stable, Change: v.Change, Margin: v.Margin}
	}
	return out, nil
}

// Bodies have the verdicts of the labels.
func (m *made) Bodies() []show.Body {
	out := make([]show.Body, len(m.gone))
	for i := range out {
		if m.gone[i] {
			continue
		}
		p := &m.sample.Objects[i]
		out[i] = show.Body{Mass: p.thing.Mass, Friction: p.thing.Friction}
		if v := p.Verdict; v != nil {
			out[i].Verdict = &show.Verdict{Stable: v.Stable, Change: v.Change, Margin: v.Margin}
		}
	}
	return out
}

// Colliders are the pieces; none of what was deleted.
func (m *made) Colliders() [][]*mesh.Mesh {
	out := make([][]*mesh.Mesh, len(m.gone))
	for i := range out {
		if !m.gone[i] {
			out[i] = m.sample.Objects[i].thing.Solid.Pieces()
		}
	}
	return out
}

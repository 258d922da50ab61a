package ptr

import (
	"context"
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes/rng"
	"mereo/scenes/settle"
)

// stepsPerInstant makes films of 60 instants in a second.
const stepsPerInstant = 2

// falling is a made sample of things that may fall.
type falling struct {
	show.Made
	m  *plan
	at []geom.Transform // where the objects are in place of where the plan has them; nil for there
}

// physics is a physical sample as one.
func (r *reader) physics(made show.Made, t *world.Take[*plan]) show.Physical {
	if !t.Plan.Physical {
		return nil
	}
	return &falling{made, t.Plan, nil}
}

// WhatIfs are letting go, and the moves of the labels.
func (f *falling) WhatIfs() []show.WhatIf {
	out := []show.WhatIf{{Name: "as it stands", Object: -1}}
	for i := range f.m.Objects {
		v := f.m.Objects[i].Verdict
		if v == nil {
			continue
		}
		for _, move := range v.Moves {
			out = append(out, show.WhatIf{
				Name:   fmt.Sprintf("%s moved %s by %g m", f.m.called(i), show.Towards[move.Direction], move.Distance),
				Object: i, Direction: move.Direction, Distance: move.Distance, Outcome: move.Outcome,
			})
		}
	}
	return out
}

// called is what the page calls an object of the scene.
func (m *plan) called(i int) string {
	at := slices.Index(m.shown.keys, show.Key("object", i+1))
	if at < 0 {
		return show.Key("object", i+1) // deleted
	}
	return m.shown.page.Entities[at].Name
}

// things are the objects that are there, after a move, and their numbers in the scene.
func (f *falling) things(w show.WhatIf) (things []settle.Thing, objects []int, err error) {
	fail := func(format string, args ...any) ([]settle.Thing, []int, error) {
		return nil, nil, fmt.Errorf("ptr: %s: move of object %d: %s", f.Page().Title, w.Object, fmt.Sprintf(format, args...))
	}
	var shift geom.Vec3
	if w.Object != -1 {
		if w.Object < 0 || w.Object >= len(f.m.gone) || f.m.gone[w.Object] {
			return fail("there is no such object, want 0 to %d, or -1 for none", len(f.m.gone)-1)
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
	for i, t := range f.m.things() {
		if f.m.gone[i] {
			continue
		}
		if f.at != nil {
			t.WorldFromSolid = f.at[i]
		}
		if i == w.Object {
			t.WorldFromSolid.T = t.WorldFromSolid.T.AddScaled(w.Distance, shift)
		}
		things, objects = append(things, t), append(objects, i)
	}
	return things, objects, nil
}

// Film lets the objects go in the room in which they are judged.
func (f *falling) Film(ctx context.Context, w show.WhatIf) (*settle.Film, error) {
	things, objects, err := f.things(w)
	if err != nil {
		return nil, err
	}
	film, err := judgeStage().Film(ctx, things, settle.Variant{}, stepsPerInstant)
	if err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", f.Page().Title, err)
	}
	return film.Trim().Renumber(objects, f.poses()), nil
}

// poses are those of all objects of the scene.
func (f *falling) poses() []geom.Transform {
	if f.at != nil {
		return f.at
	}
	return f.m.Scene.Poses()
}

// Moved has its objects elsewhere.
func (f *falling) Moved(worldFromObject []geom.Transform) show.Physical {
	return &falling{f.Made, f.m, worldFromObject}
}

// Start begins a run in the room in which the objects are judged.
func (f *falling) Start(w show.WhatIf) (show.Live, error) {
	things, objects, err := f.things(w)
	if err != nil {
		return nil, err
	}
	live, err := judgeStage().Start(things)
	if err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", f.Page().Title, err)
	}
	shown := func(film *settle.Film) *settle.Film { return film.Renumber(objects, f.poses()) }
	return &world.Run{Live: live, Objects: objects, Shown: shown, Scale: func(int) float64 { return 1 }, Unit: 1}, nil
}

// Verdicts judges as the labels were judged, with the same draws. What was deleted has a zero verdict.
func (f *falling) Verdicts(ctx context.Context, w show.WhatIf) ([]show.Verdict, error) {
	things, objects, err := f.things(w)
	if err != nil {
		return nil, err
	}
	_, verdicts, err := verdictsOf(things)
	if err == nil {
		err = addMargins(ctx, verdicts, things, f.m.supporters(objects), rng.At(f.m.Key, "margin"))
	}
	if err != nil {
		return nil, fmt.Errorf("ptr: %s: %w", f.Page().Title, err)
	}
	out := make([]show.Verdict, len(f.m.gone))
	for n, i := range objects {
		v := &verdicts[n]
		out[i] = show.Verdict{Stable: v.Stable, Change: v.Change, Margin: v.Margin}
	}
	return out, nil
}

// Bodies have the verdicts of the labels.
func (f *falling) Bodies() []show.Body {
	out := make([]show.Body, len(f.m.gone))
	for i := range out {
		if f.m.gone[i] {
			continue
		}
		p := &f.m.Objects[i]
		out[i] = show.Body{Mass: p.thing.Mass, Friction: p.thing.Friction}
		if v := p.Verdict; v != nil {
			out[i].Verdict = &show.Verdict{Stable: v.Stable, Change: v.Change, Margin: v.Margin}
		}
	}
	return out
}

// Colliders are the pieces; none of what was deleted.
func (f *falling) Colliders() [][]*mesh.Mesh {
	out := make([][]*mesh.Mesh, len(f.m.gone))
	for i := range out {
		if !f.m.gone[i] {
			out[i] = f.m.Objects[i].thing.Solid.Pieces()
		}
	}
	return out
}

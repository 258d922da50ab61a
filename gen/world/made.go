package world

import (
	"cmp"
	"context"

	"mereo/engine/light"
	"mereo/gen/show"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// Edits are how samples are changed: a copy of the plan is, and everything follows from it.
type Edits[P any] struct {
	Within show.Rect                          // where entities can be put, ends included
	Keys   func(p P) string                   // which entities there are: "object 1 to object 5"
	Copy   func(p P) P                        // a plan that can be changed
	Handle func(p P, key string) *show.Handle // what can be done to an entity; nil where there is none of this key
	// Finish brings what follows from changes into the plan of t. was is the one before. Warnings are those of show.Editable. It is nil
	// where nothing follows.
	Finish func(ctx context.Context, was P, t *Take[P]) (warnings []string, err error)
}

// made is a sample with its geometry.
type made[P any] struct {
	sample[P]
	reader      *reader[P]
	environment *light.Environment
}

// made is the sample of a take.
func (r *reader[P]) made(t *Take[P]) (*made[P], error) {
	environment, err := r.environment()
	if err != nil {
		return nil, r.fail(err)
	}
	page, err := r.page(t)
	if err != nil {
		return nil, err
	}
	return &made[P]{sample[P]{t, page}, r, environment}, nil
}

// Views are drawn as the maker draws them: those of a state share all but the camera.
func (m *made[P]) Views() (out []show.View) {
	type drawn struct {
		scene   *scenes.Scene
		options shoot.Options
	}
	states := map[int]drawn{}
	for i := range m.named() {
		s := &m.Shots[i]
		if s.Draw != nil {
			continue
		}
		d, ok := states[s.State]
		if !ok {
			d.scene, d.options = m.scene(s.State, m.environment)
			states[s.State] = d
		}
		seen := *d.scene
		seen.Camera = s.Pinhole
		out = append(out, show.View{Scene: &seen, Options: d.options})
	}
	return out
}

// Flow is how what picture p shows moves to the next one.
func (m *made[P]) Flow(p int) *show.Labels {
	if m.Shots[p].Draw != nil {
		return nil
	}
	return m.follow(p, Flow)
}

// Editor is the sample where the set declares changes.
func (m *made[P]) Editor() show.Editable {
	if m.split.Edits == nil {
		return nil
	}
	return m
}

// Physics is the sample where the set lets its objects go.
func (m *made[P]) Physics() show.Physical {
	if m.split.Physics == nil {
		return nil
	}
	return m.split.Physics(m, m.Take)
}

// Edit changes a copy of the plan.
func (m *made[P]) Edit(ctx context.Context, edits []show.Edit) (show.Made, []string, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	e := m.split.Edits
	p := e.Copy(m.Plan)
	changes := show.Changes{
		Set: m.split.Set, Within: e.Within, Keys: e.Keys(p), Handle: func(key string) *show.Handle { return e.Handle(p, key) },
	}
	if err := changes.Make(edits); err != nil {
		return nil, nil, err
	}
	t := m.split.take(m.Index, p)
	t.Changed, t.was = true, cmp.Or(m.was, m.Take)
	var warnings []string
	if e.Finish != nil {
		var err error
		if warnings, err = e.Finish(ctx, m.Plan, t); err != nil {
			return nil, nil, err
		}
	}
	out, err := m.reader.made(t)
	if err != nil {
		return nil, nil, err
	}
	return out, warnings, nil
}

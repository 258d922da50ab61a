package shopvrb

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

// What can be tried without moving anything.
const (
	asItStands = "as it stands"
	theFall    = "the fall"
)

// How far things are moved, and how far they may be, in true meters: a unit of the scene is metersPerUnit of them.
const (
	moveDistance = 0.1
	mostDistance = 2.0
)

// filmEvery is how many steps are between two instants of a film: 60 a second.
const filmEvery = 4

// How verdicts are found: a thing is stable that moves by less, and the same is tried with everything a little different.
const (
	unstableChange = 0.02 // meters, or a component of a unit quaternion
	marginRepeats  = 8
	nudgeShift     = 0.001 // meters along each axis of the table
	nudgeTurn      = 0.5 * math.Pi / 180
	nudgeFriction  = 0.05
)

// bodies are the things of a plan as they collide, where they are. Meters.
func (p *plan) bodies() ([]settle.Thing, error) {
	out := make([]settle.Thing, len(p.objects))
	for i := range p.objects {
		var err error
		if out[i], err = p.objects[i].body(); err != nil {
			return nil, fmt.Errorf("shopvrb: object %d: %w", i+1, err)
		}
		out[i].WorldFromSolid = geom.Transform{
			M: p.objects[i].orientation(), T: p.objects[i].worldFromModel().T.Scale(metersPerUnit),
		}
	}
	return out, nil
}

// showMade is a scene whose things can be let go.
type showMade struct {
	show.Made
	*scene
	split   *split
	changed bool
}

func (r *split) physics(m show.Made, t *world.Take[*scene]) show.Physical {
	return &showMade{m, t.Plan, r, t.Changed}
}

// WhatIfs are letting all go as it stands, the fall of what was dropped, and moves of each thing by 10 cm that nothing blocks.
func (m *showMade) WhatIfs() []show.WhatIf {
	out := []show.WhatIf{{Name: asItStands, Object: -1}}
	if m.split.cfg.Drop && !m.changed {
		out = append(out, show.WhatIf{Name: theFall, Object: -1})
	}
	for i := range m.record.Objects {
		for _, direction := range show.Directions {
			w := show.WhatIf{Object: m.ids[i] - 1, Direction: direction, Distance: moveDistance}
			w.Name = fmt.Sprintf("%s moved %s by %g cm", m.called(i), show.Towards[direction], w.Distance*100)
			if _, err := m.start(w); err == nil {
				out = append(out, w)
			}
		}
	}
	return out
}

// isFall tells whether things are dropped.
func isFall(w show.WhatIf) bool { return w.Name == theFall && w.Object < 0 }

// start is where the things that are there begin, in the order of the record.
func (m *showMade) start(w show.WhatIf) ([]settle.Thing, error) {
	if isFall(w) {
		return m.held()
	}
	bodies, err := m.bodies()
	if err != nil {
		return nil, err
	}
	var out []settle.Thing
	at := -1
	for i, id := range m.ids {
		if id-1 == w.Object {
			at = i
		}
		out = append(out, bodies[id-1])
	}
	if w.Object < 0 {
		return out, nil
	}
	d := m.record.Directions
	to, ok := map[string][3]float64{"left": d.Left, "right": d.Right, "front": d.Front, "behind": d.Behind}[w.Direction]
	switch {
	case at < 0:
		return nil, fmt.Errorf("shopvrb: there is no object %d to move, want one of %v less 1", w.Object, m.ids)
	case !ok:
		return nil, fmt.Errorf("shopvrb: %q is no direction, want one of %q", w.Direction, show.Directions)
	case !(math.Abs(w.Distance) <= mostDistance):
		return nil, fmt.Errorf("shopvrb: the distance is %g m, want %g m at most", w.Distance, mostDistance)
	}
	out[at].WorldFromSolid.T = out[at].WorldFromSolid.T.AddScaled(w.Distance, vector(to))
	for k := range out {
		if k != at && settle.Overlap(out[at], out[k], deepest) {
			return nil, fmt.Errorf("shopvrb: the %s cannot be there: it would be inside the %s", m.called(at), m.called(k))
		}
	}
	return out, nil
}

// held are the things that were dropped before they fell.
func (m *showMade) held() ([]settle.Thing, error) {
	s := m.split.sampler
	if !s.cfg.Drop || m.changed {
		return nil, fmt.Errorf("shopvrb: nothing fell here")
	}
	key := s.key
	key.Index = m.sampled.index
	p := s.begin(key)
	key.Attempt = m.sampled.rejects.Total() // each attempt that was given up has one reason
	h, err := s.hold(&p, key)
	if err != nil {
		return nil, err
	}
	return h.things, nil
}

// Film lets things go. What still trembles at the end of a fall is stopped, as when it was recorded.
func (m *showMade) Film(ctx context.Context, w show.WhatIf) (*settle.Film, error) {
	things, err := m.start(w)
	if err != nil {
		return nil, err
	}
	film, err := dropStage().Film(ctx, things, settle.Variant{}, filmEvery)
	if err != nil {
		return nil, err
	}
	if isFall(w) && slices.ContainsFunc(film.Ends, func(e settle.Outcome) bool { return !e.Rests }) {
		if err := stopAndGoOn(ctx, film, things); err != nil {
			return nil, err
		}
	}
	return m.shown(film.Trim()), nil
}

// stopAndGoOn adds what becomes of things that are stopped at the end of a film.
func stopAndGoOn(ctx context.Context, film *settle.Film, things []settle.Thing) error {
	for i := range things {
		things[i].WorldFromSolid = film.Ends[i].WorldFromSolid
	}
	more, err := stillStage().Film(ctx, things, settle.Variant{}, filmEvery)
	if err != nil {
		return err
	}
	from := film.Instants[len(film.Instants)-1].Time
	for _, instant := range more.Instants[1:] {
		instant.Time += from
		film.Instants = append(film.Instants, instant)
	}
	film.Ends = more.Ends
	for i := range film.Ends {
		film.Ends[i].Rests = film.Ends[i].Change <= stillChange
	}
	return nil
}

// shown is a film with poses of all objects of the scene, in its units. What is deleted stays where it is.
func (m *showMade) shown(film *settle.Film) *settle.Film {
	to := make([]int, len(m.ids))
	for i, id := range m.ids {
		to[i] = id - 1
	}
	out := film.Renumber(to, sceneOf(&m.sampled.plan).Poses())
	for k := range out.Instants {
		at := &out.Instants[k]
		for _, id := range m.ids {
			at.WorldFromSolid[id-1] = m.pose(id, at.WorldFromSolid[id-1])
		}
		for i := range at.Contacts {
			at.Contacts[i].Point = at.Contacts[i].Point.Scale(1 / metersPerUnit)
		}
	}
	for _, id := range m.ids {
		end := &out.Ends[id-1]
		end.WorldFromSolid = m.pose(id, end.WorldFromSolid)
		end.Swept = geom.AABB{Min: end.Swept.Min.Scale(1 / metersPerUnit), Max: end.Swept.Max.Scale(1 / metersPerUnit)}
	}
	return out
}

// pose is that of the model of a thing whose body has a pose in meters.
func (m *showMade) pose(id int, worldFromBody geom.Transform) geom.Transform {
	return m.sampled.objects[id-1].scaled(worldFromBody.M, worldFromBody.T.Scale(1/metersPerUnit))
}

// Verdicts judges all things, but not those that are dropped. What is deleted is stable.
func (m *showMade) Verdicts(ctx context.Context, w show.WhatIf) ([]show.Verdict, error) {
	if isFall(w) {
		return nil, nil
	}
	things, err := m.start(w)
	if err != nil {
		return nil, err
	}
	ends, err := dropStage().Run(things, settle.Variant{})
	if err != nil {
		return nil, err
	}
	agreed := make([]int, len(things))
	key := m.split.sampler.key
	key.Index = m.sampled.index
	draws := rng.At(key, "verdicts")
	for range marginRepeats {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := settle.Variant{Friction: 1 + draws.Uniform(-nudgeFriction, nudgeFriction), Nudges: make([]settle.Nudge, len(things))}
		for i := range v.Nudges {
			x, y := draws.Uniform(-nudgeShift, nudgeShift), draws.Uniform(-nudgeShift, nudgeShift)
			turn := geom.RotZ(draws.Uniform(-nudgeTurn, nudgeTurn))
			v.Nudges[i] = settle.Nudge{Shift: geom.V(x, y, 0), Turn: turn.Quat()}
		}
		again, err := dropStage().Run(things, v)
		if err != nil {
			return nil, err
		}
		for i := range again {
			if (again[i].Change < unstableChange) == (ends[i].Change < unstableChange) {
				agreed[i]++
			}
		}
	}
	out := make([]show.Verdict, len(m.sampled.objects))
	for i := range out {
		out[i] = show.Verdict{Stable: true, Margin: 1}
	}
	for i, id := range m.ids {
		out[id-1] = show.Verdict{
			Stable: ends[i].Change < unstableChange, Change: ends[i].Change, Margin: float64(agreed[i]) / marginRepeats,
		}
	}
	return out, nil
}

// Bodies have no verdicts: the labels have none.
func (m *showMade) Bodies() []show.Body {
	out := make([]show.Body, len(m.sampled.objects))
	bodies, err := m.bodies()
	if err != nil {
		return out // Film tells why
	}
	for _, id := range m.ids {
		out[id-1] = show.Body{Mass: bodies[id-1].Mass, Friction: bodies[id-1].Friction}
	}
	return out
}

// Colliders are the pieces of the bodies, in the units of the models. What is deleted has none.
func (m *showMade) Colliders() [][]*mesh.Mesh {
	out := make([][]*mesh.Mesh, len(m.sampled.objects))
	bodies, err := m.bodies()
	if err != nil {
		return out // Film tells why
	}
	for _, id := range m.ids {
		k := 1 / float64(m.sampled.objects[id-1].scale*metersPerUnit)
		for _, piece := range bodies[id-1].Solid.Pieces() {
			for i := range piece.Positions {
				piece.Positions[i] = piece.Positions[i].Scale(k)
			}
			out[id-1] = append(out[id-1], piece)
		}
	}
	return out
}

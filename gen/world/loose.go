package world

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

// Loose is a sample whose things can be let go: a show.Physical of a set whose labels have no verdicts. Objects are numbered from 0, as
// in the scene.
type Loose struct {
	show.Made
	Set   string
	There []int                   // objects that nobody deleted
	Poses func() []geom.Transform // of all objects of the scene, models with their scale
	Name  func(i int) string
	// Body is an object as it collides, where it is: meters. Scale is that of its model in the scene, and Unit how many meters a unit of the
	// scene is.
	Body  func(i int) (settle.Thing, error)
	Scale func(i int) float64
	Unit  float64
	// Direction is where a move goes.
	Direction func(name string) geom.Vec3
	Step      float64 // how far things are moved, meters
	Farthest  float64 // and how far they may be
	Deepest   float64 // by which two of them may overlap there
	Stage     *settle.Stage
	// Fall are the things before they fell, in the order of There; nil where none did. What moves when a run of it ends is run on the stages of
	// Again, one after the other, and then rests where Rests says so.
	Fall  func() ([]settle.Thing, error)
	Again []*settle.Stage
	Rests func(settle.Outcome) bool
	Key   rng.Key // of the draws of perturbed repeats
}

// What can be tried without moving anything.
const (
	asItStands = "as it stands"
	theFall    = "the fall"
)

// filmEvery is how many steps are between two instants of a film: 60 a second.
const filmEvery = 4

// How verdicts are found: a thing is stable that moves by less, and the same is tried with everything a little different.
const (
	unstableChange = 0.02 // meters, or a component of a unit quaternion
	marginRepeats  = 8
	nudgeShift     = 0.001 // meters along each axis of the ground
	nudgeTurn      = 0.5 * math.Pi / 180
	nudgeFriction  = 0.05
)

// WhatIfs are letting all go as it stands, the fall of what was dropped, and moves of each thing by a step that nothing blocks.
func (l *Loose) WhatIfs() []show.WhatIf {
	out := []show.WhatIf{{Name: asItStands, Object: -1}}
	if l.Fall != nil {
		out = append(out, show.WhatIf{Name: theFall, Object: -1})
	}
	bodies, err := l.bodies()
	if err != nil {
		return out // Film tells why
	}
	by := fmt.Sprintf("%g m", l.Step)
	if l.Step < 1 {
		by = fmt.Sprintf("%g cm", math.Round(l.Step*1000)/10)
	}
	for n, i := range l.There {
		for _, direction := range show.Directions {
			w := show.WhatIf{Object: i, Direction: direction, Distance: l.Step}
			w.Name = fmt.Sprintf("%s moved %s by %s", l.Name(i), show.Towards[direction], by)
			if l.move(slices.Clone(bodies), n, w) == nil {
				out = append(out, w)
			}
		}
	}
	return out
}

// isFall tells whether things are dropped.
func isFall(w show.WhatIf) bool { return w.Name == theFall && w.Object < 0 }

// bodies are the things that are there.
func (l *Loose) bodies() (out []settle.Thing, err error) {
	for _, i := range l.There {
		b, err := l.Body(i)
		if err != nil {
			return nil, fmt.Errorf("%s: the %s: %w", l.Set, l.Name(i), err)
		}
		out = append(out, b)
	}
	return out, nil
}

// move moves thing n. It must not be inside another one then.
func (l *Loose) move(things []settle.Thing, n int, w show.WhatIf) error {
	things[n].WorldFromSolid.T = things[n].WorldFromSolid.T.AddScaled(w.Distance, l.Direction(w.Direction))
	for k := range things {
		if k != n && settle.Overlap(things[n], things[k], l.Deepest) {
			return fmt.Errorf("%s: the %s cannot be there: it would be inside the %s", l.Set, l.Name(l.There[n]), l.Name(l.There[k]))
		}
	}
	return nil
}

// start is where things begin.
func (l *Loose) start(w show.WhatIf) ([]settle.Thing, error) {
	if isFall(w) {
		if l.Fall == nil {
			return nil, fmt.Errorf("%s: nothing fell here", l.Set)
		}
		return l.Fall()
	}
	things, err := l.bodies()
	if err != nil || w.Object < 0 {
		return things, err
	}
	at := slices.Index(l.There, w.Object)
	switch {
	case at < 0:
		return nil, fmt.Errorf("%s: there is no object %d to move, want one of %v", l.Set, w.Object, l.There)
	case !slices.Contains(show.Directions, w.Direction):
		return nil, fmt.Errorf("%s: %q is no direction, want one of %q", l.Set, w.Direction, show.Directions)
	case !(math.Abs(w.Distance) <= l.Farthest):
		return nil, fmt.Errorf("%s: the distance is %g m, want %g m at most", l.Set, w.Distance, l.Farthest)
	}
	return things, l.move(things, at, w)
}

// Film lets things go.
func (l *Loose) Film(ctx context.Context, w show.WhatIf) (*settle.Film, error) {
	things, err := l.start(w)
	if err != nil {
		return nil, err
	}
	film, err := l.Stage.Film(ctx, things, settle.Variant{}, filmEvery)
	if err != nil {
		return nil, err
	}
	if isFall(w) {
		if err := l.goOn(ctx, film, things); err != nil {
			return nil, err
		}
	}
	return l.shown(film.Trim()), nil
}

// Start begins a run.
func (l *Loose) Start(w show.WhatIf) (show.Live, error) {
	things, err := l.start(w)
	if err != nil {
		return nil, err
	}
	live, err := l.Stage.Start(things)
	if err != nil {
		return nil, err
	}
	return &Run{live, l.There, l.shown, l.Scale, l.Unit}, nil
}

// Run is a run in the units and with the numbers of the scene: a show.Live.
type Run struct {
	*settle.Live
	Objects []int // of the scene, by thing
	// Shown is a film as the scene has it.
	Shown func(*settle.Film) *settle.Film
	Scale func(object int) float64 // of its model in the scene
	Unit  float64                  // how many meters a unit of the scene is
}

// Step pulls at what moves.
func (r *Run) Step(pull *settle.Pull) error {
	if pull != nil {
		n := slices.Index(r.Objects, pull.Thing)
		if n < 0 {
			return fmt.Errorf("object %d does not move, only %v do", pull.Thing, r.Objects)
		}
		pull = &settle.Pull{Thing: n, At: pull.At.Scale(r.Scale(pull.Thing) * r.Unit), To: pull.To.Scale(r.Unit)}
	}
	return r.Live.Step(pull)
}

// Now is the moment.
func (r *Run) Now() settle.Instant {
	return r.Shown(&settle.Film{Instants: []settle.Instant{r.Live.Now()}}).Instants[0]
}

// Moved has bodies where the objects are, and no fall.
func (l *Loose) Moved(worldFromObject []geom.Transform) show.Physical {
	out := *l
	out.Fall = nil
	out.Poses = func() []geom.Transform { return worldFromObject }
	out.Body = func(i int) (settle.Thing, error) {
		t, err := l.Body(i)
		k, at := 1/l.Scale(i), worldFromObject[i]
		t.WorldFromSolid = geom.Transform{M: geom.Mat3{X: at.M.X.Scale(k), Y: at.M.Y.Scale(k), Z: at.M.Z.Scale(k)}, T: at.T.Scale(l.Unit)}
		return t, err
	}
	return &out
}

// goOn adds what becomes of things that still move at the end of a fall.
func (l *Loose) goOn(ctx context.Context, film *settle.Film, things []settle.Thing) error {
	for _, stage := range l.Again {
		if !slices.ContainsFunc(film.Ends, func(e settle.Outcome) bool { return !e.Rests }) {
			return nil
		}
		for i := range things {
			things[i].WorldFromSolid = film.Ends[i].WorldFromSolid
		}
		more, err := stage.Film(ctx, things, settle.Variant{}, filmEvery)
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
			film.Ends[i].Rests = l.Rests(film.Ends[i])
		}
	}
	return nil
}

// shown is a film with poses of all objects of the scene, in its units. What is deleted stays where it is.
func (l *Loose) shown(film *settle.Film) *settle.Film {
	out := film.Renumber(l.There, l.Poses())
	k := 1 / l.Unit
	pose := func(i int, of *geom.Transform) {
		s := l.Scale(i)
		*of = geom.Transform{M: geom.Mat3{X: of.M.X.Scale(s), Y: of.M.Y.Scale(s), Z: of.M.Z.Scale(s)}, T: of.T.Scale(k)}
	}
	for n := range out.Instants {
		at := &out.Instants[n]
		for _, i := range l.There {
			pose(i, &at.WorldFromSolid[i])
		}
		for c := range at.Contacts {
			at.Contacts[c].Point = at.Contacts[c].Point.Scale(k)
		}
	}
	for _, i := range l.There {
		end := &out.Ends[i]
		pose(i, &end.WorldFromSolid)
		end.Swept = geom.AABB{Min: end.Swept.Min.Scale(k), Max: end.Swept.Max.Scale(k)}
	}
	return out
}

// Verdicts judges all things, but not those that are dropped. What is deleted is stable.
func (l *Loose) Verdicts(ctx context.Context, w show.WhatIf) ([]show.Verdict, error) {
	if isFall(w) {
		return nil, nil
	}
	things, err := l.start(w)
	if err != nil {
		return nil, err
	}
	ends, err := l.Stage.Run(things, settle.Variant{})
	if err != nil {
		return nil, err
	}
	agreed := make([]int, len(things))
	draws := rng.At(l.Key, "verdicts")
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
		again, err := l.Stage.Run(things, v)
		if err != nil {
			return nil, err
		}
		for i := range again {
			if (again[i].Change < unstableChange) == (ends[i].Change < unstableChange) {
				agreed[i]++
			}
		}
	}
	out := make([]show.Verdict, len(l.Poses()))
	for i := range out {
		out[i] = show.Verdict{Stable: true, Margin: 1}
	}
	for n, i := range l.There {
		out[i] = show.Verdict{Stable: ends[n].Change < unstableChange, Change: ends[n].Change, Margin: float64(agreed[n]) / marginRepeats}
	}
	return out, nil
}

// Bodies have no verdicts: the labels have none.
func (l *Loose) Bodies() []show.Body {
	out := make([]show.Body, len(l.Poses()))
	bodies, err := l.bodies()
	if err != nil {
		return out // Film tells why
	}
	for n, i := range l.There {
		out[i] = show.Body{Mass: bodies[n].Mass, Friction: bodies[n].Friction}
	}
	return out
}

// Colliders are the pieces of the bodies, in the units of the models. What is deleted has none.
func (l *Loose) Colliders() [][]*mesh.Mesh {
	out := make([][]*mesh.Mesh, len(l.Poses()))
	bodies, err := l.bodies()
	if err != nil {
		return out // Film tells why
	}
	for n, i := range l.There {
		k := 1 / float64(l.Scale(i)*l.Unit)
		for _, piece := range bodies[n].Solid.Pieces() {
			for v := range piece.Positions {
				piece.Positions[v] = piece.Positions[v].Scale(k)
			}
			out[i] = append(out[i], piece)
		}
	}
	return out
}

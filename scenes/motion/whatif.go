package motion

import (
	"context"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/physics"
)

// Run is a film while it is made. It remembers how it went, so that films of what would have been begin as it did.
type Run struct {
	setup *Setup
	take  *take
	kept  []moment
}

// keepEvery is how many frames lie between two moments that a run remembers.
const keepEvery = 8

// moment is a run as it was when it had so many frames and impacts.
type moment struct {
	world                    *physics.World
	ids                      []physics.BodyID
	later                    []late
	frames, impacts, touches int
}

// Begin begins a film, which has one frame. Of the rules Frames does not count.
func (s *Setup) Begin(r Rules) (*Run, error) {
	t, err := s.begin(r)
	if err != nil {
		return nil, err
	}
	run := &Run{setup: s, take: t}
	run.keep()
	return run, nil
}

// keep remembers the run as it is.
func (r *Run) keep() {
	f := r.take.film
	r.kept = append(r.kept, moment{r.take.world.Clone(), slices.Clone(r.take.ids), r.take.later, len(f.Frames), len(f.Impacts), len(f.Touches)})
}

// To goes on until the film has so many frames.
func (r *Run) To(ctx context.Context, frames int) error {
	for {
		next := min(frames, r.kept[len(r.kept)-1].frames+keepEvery)
		if err := r.take.shoot(ctx, next); err != nil || next == frames {
			return err
		}
		r.keep()
	}
}

// Film is the film so far.
func (r *Run) Film() *Film { return r.take.film }

// Change is what is otherwise: bodies that are not there, and two that go through each other; of equal numbers none.
type Change struct {
	Without []int
	Apart   [2]int
}

// about tells whether a change is about bodies that touch.
func (c *Change) about(a, b int) bool {
	return slices.Contains(c.Without, a) || slices.Contains(c.Without, b) || c.Apart == [2]int{a, b} || c.Apart == [2]int{b, a}
}

// WhatIf is the film with a change and so many frames, at most as many as the run has. It begins as the run did up to shortly before what changes
// first touches something. Where that is never, impacts and touches go on for as long as those of the run.
func (r *Run) WhatIf(ctx context.Context, c Change, frames int) (*Film, error) {
	t, was, first := r.take, r.take.film, math.MaxInt
	for _, m := range was.Touches {
		if c.about(m.A, m.B) {
			first = min(first, m.Frame)
		}
	}
	if first >= frames-1 { // it changes nothing
		return &Film{FPS: was.FPS, Frames: was.Frames[:frames], Impacts: was.Impacts, Touches: was.Touches}, nil
	}
	from := r.kept[0]
	for _, m := range r.kept {
		if m.frames-1 <= first {
			from = m
		}
	}
	other := &take{
		world: from.world.Clone(), ids: slices.Clone(from.ids), later: slices.Clone(from.later), rules: t.rules,
		film: &Film{
			FPS: was.FPS, Frames: slices.Clone(was.Frames[:from.frames]), Impacts: slices.Clone(was.Impacts[:from.impacts]), Touches: slices.Clone(was.Touches[:from.touches]),
		},
	}
	for _, i := range c.Without {
		if other.ids[i] != (physics.BodyID{}) {
			other.world.RemoveBody(other.ids[i])
			other.ids[i] = physics.BodyID{}
		}
		other.later = slices.DeleteFunc(other.later, func(l late) bool { return l.body == i })
	}
	if a, b := c.Apart[0], c.Apart[1]; a != b {
		// Others have the first bit, which both touch.
		if err := other.filter(&r.setup.Bodies[a], a, r.setup, 2, ^uint32(4)); err != nil {
			return nil, err
		}
		if err := other.filter(&r.setup.Bodies[b], b, r.setup, 4, ^uint32(2)); err != nil {
			return nil, err
		}
	}
	other.ready()
	return other.film, other.shoot(ctx, frames)
}

// filter gives body i other bits of what it is and of what it touches.
func (t *take) filter(b *Body, i int, s *Setup, category, mask uint32) error {
	def, w, id := s.body(b), t.world, t.ids[i]
	late := slices.IndexFunc(t.later, func(l late) bool { return l.body == i })
	for k := range def.Colliders {
		def.Colliders[k].Category, def.Colliders[k].Mask = category, mask
	}
	if late >= 0 {
		t.later[late].def = def
		return nil
	}
	def.Pose = w.Pose(id)
	if !b.Fixed {
		def.Velocity, def.AngularVelocity = w.Velocity(id), w.AngularVelocity(id)
	}
	w.RemoveBody(id)
	var err error
	t.ids[i], err = w.AddBody(def)
	return err
}

// Nudge is how much otherwise bodies begin.
type Nudge struct {
	Move  float64 // along the ground, meters
	Turn  float64 // about the vertical, radians
	Speed float64 // share of the speed
}

// Nudged is the setup with each body that is not fixed moved into a random direction and turned and made faster or slower, at random: uniform draws a number
// between two.
func (s *Setup) Nudged(uniform func(low, high float64) float64, n Nudge) *Setup {
	out := *s
	out.Bodies = slices.Clone(s.Bodies)
	for i := range out.Bodies {
		b := &out.Bodies[i]
		sin, cos := geom.SinCos(uniform(0, 2*math.Pi))
		turn, faster := math.Copysign(n.Turn, uniform(-1, 1)), 1+math.Copysign(n.Speed, uniform(-1, 1))
		if b.Fixed || b.Missing {
			continue
		}
		b.WorldFromSolid.M = geom.RotZ(turn).Mul(b.WorldFromSolid.M)
		b.WorldFromSolid.T = b.WorldFromSolid.T.Add(geom.V(float64(n.Move*cos), float64(n.Move*sin), 0))
		b.Velocity, b.Angular = b.Velocity.Scale(faster), b.Angular.Scale(faster)
	}
	return &out
}

package settle

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/physics"
)

// Live is a run that is stepped one by one, in which somebody may pull at things. It does not end.
type Live struct {
	r    *running
	dt   float64
	step int
}

// Pull is a spring between a point of a thing, in its frame, and a point of the world. See physics.World.Pull.
type Pull struct {
	Thing  int
	At, To geom.Vec3
}

// Start begins a run from rest.
func (s *Stage) Start(things []Thing) (*Live, error) {
	r, err := s.begin(things, Variant{})
	if err != nil {
		return nil, err
	}
	return &Live{r, s.rules.Duration / float64(s.rules.Steps), 0}, nil
}

// Dt is how long a step is, seconds.
func (l *Live) Dt() float64 { return l.dt }

// Now is the moment after the last step.
func (l *Live) Now() Instant {
	return instantOf(l.r.world, l.r.actors, l.r.things, float64(l.step)*l.dt)
}

// Step goes on by Dt, with a spring that pulls unless it is nil.
func (l *Live) Step(pull *Pull) error {
	w := l.r.world
	if pull != nil {
		// A body starts along the axes of the world.
		w.Pull(l.r.actors[pull.Thing].id, l.r.things[pull.Thing].WorldFromSolid.M.MulVec(pull.At), pull.To)
	}
	l.step++
	if w.Step(l.dt)&physics.NotFinite != 0 {
		return fmt.Errorf("settle: %w", ErrNotFinite)
	}
	return nil
}

package build

import (
	"context"
	"fmt"
	"math"

	"mereo/physics"
	"mereo/scenes/bodies"
)

// Bounds of films. So many places are 112 MB.
const (
	maxSeconds  = 3600.0
	maxFrames   = 100_000
	maxPlaces   = 2_000_000 // of all things in all frames
	maxContacts = 1_000_000
	maxPairs    = 200_000 // of things that are near each other
	stepsPer    = 240     // steps of a second at least
)

// Film is what became of the things of a scene.
type Film struct {
	Times    []float64 // of frames, seconds from the start
	Poses    []float64 // by frame and thing: x, y, z in meters, then the quaternion w, x, y, z with w >= 0; world from thing
	Contacts []float64 // ContactSize numbers each
	places   []bodies.Places
}

// ContactSize is of how many numbers a contact is: its time in seconds; the numbers of the two things, -1 for the floor; the point, meters,
// world; the normal, unit, from the first to the second; the impulse that the second got, N s, with friction.
const ContactSize = 12

// Simulate lets the things go. A film has frames at 0, 1/fps, 2/fps ... seconds up to the end, and the contacts in which things met at
// 0.1 m/s or more. The same scene gives the same bits. ctx ends it between two steps.
func (s *Scene) Simulate(ctx context.Context, seconds, fps float64) (*Film, error) {
	c := &checker{}
	c.number("seconds", seconds, 0, maxSeconds)
	c.number("fps", fps, 0.1, 1000)
	frames := math.Floor(seconds*fps+1e-6) + 1
	if frames > maxFrames {
		c.fault("seconds", "times fps are %.0f frames, want at most %d", frames, maxFrames)
	}
	if places := frames * float64(len(s.all)); places > maxPlaces {
		c.fault("seconds", "times fps are %.0f frames, of %d things %.0f poses, want at most %d", frames, len(s.all), places, maxPlaces)
	}
	if c.err != nil {
		return nil, c.err
	}
	numbers := map[physics.BodyID]float64{s.floor: -1}
	for i, id := range s.all {
		numbers[id] = float64(i)
	}
	steps := math.Ceil(stepsPer / fps)
	dt := 1 / float64(fps*steps)
	w, f := s.world.Clone(), &Film{}
	w.RecordEvents(true)
	f.shoot(w, s.all, 0)
	for k := 1; k < int(frames); k++ {
		for i := range int(steps) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			began := (float64(k-1) + float64(i)/steps) / fps
			flags := w.Step(dt)
			if flags&physics.NotFinite != 0 {
				return nil, fmt.Errorf("scene: a thing became too fast for numbers after %.3g s; give it less speed, or more mass", began)
			}
			if flags&physics.PairsLimited != 0 {
				return nil, fmt.Errorf("scene: more than %d pairs of things were near each other after %.3g s; put them farther apart", maxPairs, began)
			}
			for e := range w.Events() {
				if e.Kind != physics.Impact {
					continue
				}
				if len(f.Contacts) >= maxContacts*ContactSize {
					return nil, fmt.Errorf("scene: more than %d contacts came about within %.3g s; make a shorter film", maxContacts, began)
				}
				f.Contacts = append(f.Contacts, max(0, began+e.Time), numbers[e.A.Body], numbers[e.B.Body],
					e.Position.X, e.Position.Y, e.Position.Z, e.Normal.X, e.Normal.Y, e.Normal.Z, e.Impulse.X, e.Impulse.Y, e.Impulse.Z)
			}
		}
		f.shoot(w, s.all, float64(k)/fps)
	}
	return f, nil
}

// shoot adds a frame.
func (f *Film) shoot(w *physics.World, all []physics.BodyID, time float64) {
	f.Times = append(f.Times, time)
	f.places = append(f.places, bodies.PlacesOf(w, all))
	for _, id := range all {
		p := w.Pose(id)
		q := p.Rotation
		if q.W < 0 {
			q.W, q.X, q.Y, q.Z = -q.W, -q.X, -q.Y, -q.Z
		}
		f.Poses = append(f.Poses, p.Position.X, p.Position.Y, p.Position.Z, q.W, q.X, q.Y, q.Z)
	}
}

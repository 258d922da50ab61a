package build

import (
	"context"
	"fmt"
	"math"

	"mereo/scenes/bodies"
	"mereo/scenes/motion"
)

// Bounds of films. So many places are 112 MB.
const (
	maxSeconds  = 3600.0
	maxFrames   = 100_000
	maxPlaces   = 2_000_000 // of all things in all frames
	maxContacts = 1_000_000
	maxPairs    = 200_000 // of things that are near each other
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
	made, err := motion.Shoot(ctx, s.world.Clone(), s.all, motion.Rules{FPS: fps, Frames: int(frames), Impacts: maxContacts})
	if err != nil {
		if ctx.Err() == nil {
			err = fmt.Errorf("scene: %w", err)
		}
		return nil, err
	}
	f := &Film{}
	for k, states := range made.Frames {
		f.add(states, float64(k)/fps)
	}
	for _, m := range made.Impacts {
		f.Contacts = append(f.Contacts, m.Time, float64(m.A), float64(m.B), m.Position.X, m.Position.Y, m.Position.Z, m.Normal.X, m.Normal.Y, m.Normal.Z,
			m.Impulse.X, m.Impulse.Y, m.Impulse.Z)
	}
	return f, nil
}

// add adds a frame.
func (f *Film) add(states []motion.State, time float64) {
	f.Times = append(f.Times, time)
	places := make(bodies.Places, len(states))
	for i := range states {
		p := states[i].Pose
		places[i] = p.Transform()
		q := p.Rotation
		if q.W < 0 {
			q.W, q.X, q.Y, q.Z = -q.W, -q.X, -q.Y, -q.Z
		}
		f.Poses = append(f.Poses, p.Position.X, p.Position.Y, p.Position.Z, q.W, q.X, q.Y, q.Z)
	}
	f.places = append(f.places, places)
}

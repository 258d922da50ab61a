package syndacate

import (
	"context"
	"fmt"
)

// The keys of films, beside those of still pictures; the last six are of collisions.
const (
	keyVelocities  = "velocities"
	keyEvents      = "events"
	keyMass        = "mass"
	keyInertia     = "inertia"
	keyMassOffsets = "mass_offsets"
	keyImpulses    = "impulses"
	keyJoints      = "joints"
	keyRemoved     = "removed"
)

// filmSource makes films. Film i draws from a stream of its own: objects and rows as still pictures do, then motion.
type filmSource struct {
	options FilmOptions
	config  samplerConfig
}

// openFilmSource opens the stem of a file of films, with or without collisions.
func openFilmSource(stem string) (source, error) {
	o, err := filmOptionsOf(stem)
	if err != nil {
		return nil, err
	}
	return &filmSource{o, o.config()}, nil
}

// about says what is in the file.
func (s *filmSource) about() sidecarSource {
	about := (&standardSource{config: s.config}).about()
	about.Sampler, about.test = s.options, filmTestElements
	about.Notes = []string{
		"test films come first", fmt.Sprintf("frames are %v s apart", filmInterval),
		"an object and a line have the same row in all frames",
		"velocities: of the centre of the pose, units a second, and of its rotation, radians a second, clockwise",
		"events: frame, kind, a, b; kind 0 wall (b: 0 left, 1 right, 2 bottom, 3 top), 1 contact of rows a < b, 2 enters, 3 leaves",
	}
	if s.options.Collide {
		about.Notes = append(about.Notes, "trajectories repeat on one kind of processor")
	}
	return about
}

// columns have frames before rows.
func (s *filmSource) columns() []column {
	o, rows := s.options, s.config.objectRows()
	out := s.config.columns("")
	for i := range out {
		out[i].shape = append([]int{o.Frames}, out[i].shape...)
	}
	out = append(out,
		column{key: keyVelocities, empty: float32(0), shape: []int{o.Frames, rows, 3}},
		column{key: keyEvents, empty: int32(-1), shape: []int{filmEvents, 4}})
	if !o.Collide {
		return out
	}
	out = append(out,
		column{key: keyMass, empty: float32(0), shape: []int{rows}},
		column{key: keyInertia, empty: float32(0), shape: []int{rows}},
		column{key: keyMassOffsets, empty: float32(0), shape: []int{rows, 2}},
		column{key: keyImpulses, empty: float32(0), shape: []int{filmEvents}})
	if o.Variant == jointVariant {
		out = append(out, column{key: keyJoints, empty: int32(-1), shape: []int{o.Objects / 2, 2}})
	}
	if o.Removed {
		out = append(out, column{key: keyRemoved, empty: int32(-1)})
	}
	return out
}

// track makes film i.
func (s *filmSource) track(i int) (*filmTrack, error) {
	if s.options.Collide {
		start, err := drawCollision(s.options, i)
		if err != nil {
			return nil, err
		}
		return collide(s.options, start), nil
	}
	stream := sampler{config: s.config, generator: *modeStream(s.options.Seed, filmRandom, i)}
	var e element
	stream.next(&e)
	return follow(s.options, e, drawMotions(&stream.generator, s.options, e.poses)), nil
}

// fill makes films on all processors.
func (s *filmSource) fill(ctx context.Context, t *table, first int) error {
	return t.eachAtOnce(ctx, func(i int) error {
		track, err := s.track(first + i)
		if err == nil {
			track.put(s.config, t, i)
		}
		return err
	})
}

package syndacate

import (
	"context"
	"fmt"
	"slices"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
	"mereo/internal/ordered"
)

// The keys of films, beside those of still pictures.
const (
	keyVelocities = "velocities"
	keyEvents     = "events"
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
	if o.Collide {
		return newCollideSource(o), nil
	}
	return &filmSource{o, o.config()}, nil
}

// about says what is in the file.
func (s *filmSource) about() sidecarSource { return aboutFilms(s.options) }

func aboutFilms(o FilmOptions) sidecarSource {
	c := o.config()
	about := sidecarSource{Sampler: o, test: filmTestElements, Classes: c.classes(), Pose: glyph.PoseNames[:],
		Notes: []string{
			"test films come first", fmt.Sprintf("frames are %v s apart", filmInterval),
			"an object and a line have the same row in all frames",
			"velocities: of the centre of the pose, units a second, and of its rotation, radians a second, clockwise",
			"events: frame, kind, a, b; kind 0 wall (b: 0 left, 1 right, 2 bottom, 3 top), 1 contact of rows a < b, 2 enters, 3 leaves",
		}}
	if c.parts() > 0 {
		about.PartPose = []string{"x1", "y1", "x2", "y2", "thickness", "brightness"}
	}
	return about
}

// track makes film i.
func (s *filmSource) track(i int) *filmTrack {
	stream := sampler{config: s.config, generator: *modeStream(s.options.Seed, filmRandom, i)}
	var e element
	stream.next(&e)
	return follow(s.options, e, drawMotions(&stream.generator, s.options, e.poses))
}

// elements makes films on all processors.
func (s *filmSource) elements(ctx context.Context, first, n int, pictures bool) ([]npz.Array, error) {
	arrays := newFilmArrays(s.options, n, pictures)
	err := ordered.Do(ctx, n, func(i int) (struct{}, error) {
		arrays.put(i, s.track(first+i))
		return struct{}{}, nil
	}, func(int, struct{}) error { return nil })
	if err != nil {
		return nil, err
	}
	return arrays.list(), nil
}

// filmArrays are the arrays of some films. Rows of different films may be written at once.
type filmArrays struct {
	options    FilmOptions
	config     samplerConfig
	n          int
	images     []uint8 // nil without pictures
	parts      []float32
	objects    []float32
	velocities []float32
	events     []int32
}

func newFilmArrays(o FilmOptions, n int, pictures bool) *filmArrays {
	c := o.config()
	frames := n * o.Frames
	a := &filmArrays{options: o, config: c, n: n}
	if pictures {
		a.images = make([]uint8, frames*o.Height*o.Width)
	}
	a.parts = make([]float32, frames*c.partRows()*partWidth)
	a.objects = make([]float32, frames*c.objectRows()*objectWidth)
	a.velocities = make([]float32, frames*c.objectRows()*3)
	a.events = slices.Repeat([]int32{-1}, n*filmEvents*4)
	return a
}

// list are the arrays in the order of files.
func (a *filmArrays) list() []npz.Array {
	o, c := a.options, a.config
	var out []npz.Array
	if a.images != nil {
		out = append(out, npz.Array{Key: keyImages, Shape: []int{a.n, o.Frames, 1, o.Height, o.Width}, Data: a.images})
	}
	if c.parts() > 0 {
		out = append(out, npz.Array{Key: keyParts, Shape: []int{a.n, o.Frames, c.partRows(), partWidth}, Data: a.parts})
	}
	return append(out,
		npz.Array{Key: keyObjects, Shape: []int{a.n, o.Frames, c.objectRows(), objectWidth}, Data: a.objects},
		npz.Array{Key: keyVelocities, Shape: []int{a.n, o.Frames, c.objectRows(), 3}, Data: a.velocities},
		npz.Array{Key: keyEvents, Shape: []int{a.n, filmEvents, 4}, Data: a.events})
}

// put writes the rows of a film, and its pictures.
func (a *filmArrays) put(i int, t *filmTrack) {
	e := t.element
	e.poses = slices.Clone(e.poses)
	for k, objects := range t.frames {
		frame := i*a.options.Frames + k
		for j, o := range objects {
			e.poses[j] = o.pose
		}
		e.build(a.config)
		a.putRows(frame, &e, objects)
		if a.images != nil {
			size := a.options.Width * a.options.Height
			a.draw(a.images[frame*size:(frame+1)*size], &e, objects)
		}
	}
	for k, event := range t.events[:min(len(t.events), filmEvents)] {
		x, y := t.rows(event)
		copy(a.events[(i*filmEvents+k)*4:], []int32{int32(event.frame()), int32(event.kind), int32(x), int32(y)})
	}
}

// putRows writes poses and velocities of a frame.
func (a *filmArrays) putRows(frame int, e *element, objects []filmObject) {
	rows := a.config.objectRows()
	for j, o := range objects {
		if o.absent {
			continue
		}
		e.putObject(a.config, a.objects[frame*rows*objectWidth:(frame+1)*rows*objectWidth], e.objectSlots[j], j)
		row := a.velocities[(frame*rows+e.objectSlots[j])*3:]
		row[0], row[1], row[2] = float32(o.velocity[0]), float32(o.velocity[1]), float32(o.velocity[2])
	}
	rows = a.config.partRows()
	for m, slot := range e.partSlots {
		if objects[e.objectOf[m]].absent {
			continue
		}
		l, row := &e.lines[m], a.parts[(frame*rows+slot)*partWidth:]
		row[0], row[1], row[2], row[3] = float32(l.X1), float32(l.Y1), float32(l.X2), float32(l.Y2)
		row[4], row[5] = float32(l.Thickness), float32(l.Brightness)
	}
}

// draw paints a frame as a still picture of the same lines is painted.
func (a *filmArrays) draw(dst []uint8, e *element, objects []filmObject) {
	lines := make([]glyph.Line, 0, len(e.lines))
	for m, l := range e.lines {
		if !objects[e.objectOf[m]].absent {
			lines = append(lines, l)
		}
	}
	byBrightness(lines)
	drawLinesTo(dst, lines, a.config.width, a.config.height, a.config.upsample)
}

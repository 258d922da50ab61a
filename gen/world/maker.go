package world

import (
	"context"
	"fmt"
	"slices"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/gen"
	"mereo/gen/fingerprint"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/internal/phase"
	"mereo/scenes/shoot"
)

// transform is the pose of a camera.
type transform = geom.Transform

// maker makes the samples of a split.
type maker[P any] struct {
	*Split[P]
	painter     Painter            // nil where no device is needed
	environment *light.Environment // nil for none
}

func (s *Split[P]) newMaker() (gen.Maker, error) {
	m := &maker[P]{Split: s}
	if !s.device() {
		return m, nil
	}
	var err error
	if m.environment, err = s.environment(); err != nil {
		return nil, s.fail(err)
	}
	open := s.Painter
	if open == nil {
		open = openStudio
	}
	if m.painter, err = open(s.Job.GPU); err != nil {
		return nil, s.fail(err)
	}
	return m, nil
}

func openStudio(gpu string) (Painter, error) {
	s, err := shoot.Open(gpu)
	if err != nil {
		return nil, err // not s: a nil *Studio is not a nil Painter
	}
	return s, nil
}

// device tells whether pictures are wanted that need one.
func (s *Split[P]) device() bool { return s.Job.Pictures && !s.Flat }

// fail is an error with the name of the set.
func (s *Split[P]) fail(err error) error { return fmt.Errorf("%s: %w", s.Set, err) }

// files are those of a sample: without pictures its records.
func (s *Split[P]) files(t *Take[P]) []File {
	list := s.Files(t)
	if s.Job.Pictures || t.Told {
		return list
	}
	return slices.DeleteFunc(list, func(f File) bool { return f.Bytes == nil })
}

// Renderer names what draws.
func (m *maker[P]) Renderer() string {
	if m.painter == nil {
		return ""
	}
	return m.painter.Renderer()
}

// Close gives the renderer back.
func (m *maker[P]) Close() error {
	if m.painter != nil {
		m.painter.Close()
	}
	return nil
}

// Make plans, draws and writes one sample. Its record comes last, so that a record on disk means that its pictures are there.
func (m *maker[P]) Make(ctx context.Context, index int) (*gen.Item, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, err := m.Plan(ctx, index)
	if err != nil {
		return nil, err
	}
	item, _, err := m.make(ctx, m.take(index, p), true)
	if err != nil {
		return nil, fmt.Errorf("%s: %s/%d: %w", m.Set, m.Job.Split, index, err)
	}
	return item, nil
}

// make draws a sample and writes its records, and its pictures if these are wanted as files. Otherwise rgb are the color pictures of pages, by
// shot, and those of no page are not drawn.
func (m *maker[P]) make(ctx context.Context, t *Take[P], pictures bool) (item *gen.Item, rgb map[int][]uint8, err error) {
	files := m.files(t)
	if !pictures {
		files = slices.DeleteFunc(files, func(f File) bool { return f.Bytes == nil && t.Shots[f.Shot].Name == "" })
	}
	// Colors are written as they come, so that memory does not grow with the frames of a film.
	painted := map[*File]write.File{}
	rgb = map[int][]uint8{}
	colors, err := m.draw(ctx, t, files, func(f *File, of []uint8) (err error) {
		if !pictures {
			rgb[f.Shot] = of
			return nil
		}
		painted[f], err = t.write(f, of)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	item = m.Item(t)
	item.Colors = colors
	for i := range files {
		f := &files[i]
		written, done := painted[f]
		switch {
		case done:
		case f.Bytes == nil && !pictures:
			continue
		case f.Bytes == nil:
			written, err = t.write(f, nil)
		default:
			var data []byte
			if data, err = encode(f); err == nil {
				written, err = write.Bytes(m.Job.Root, f.Path, data)
			}
		}
		if err != nil {
			return nil, nil, err
		}
		item.Files = append(item.Files, written)
	}
	return item, rgb, nil
}

// encode are the bytes of a record.
func encode(f *File) ([]byte, error) {
	defer phase.Begin(phase.Encode).End()
	return f.Bytes()
}

// draw draws the color pictures among files, and with them the labels that the device draws: those of a state in one run, and alike pictures
// once. colors are their fingerprints, by path.
func (m *maker[P]) draw(ctx context.Context, t *Take[P], files []File, put func(f *File, rgb []uint8) error) (colors map[string]string, err error) {
	if m.painter == nil {
		return nil, nil
	}
	colors, t.drawn = map[string]string{}, map[int]*show.Labels{}
	var states []int
	of := map[int][]*File{} // by state
	normals := false
	for i := range files {
		f := &files[i]
		normals = normals || f.Pass == Normal
		if f.Pass != Color || t.Shots[f.Shot].Draw != nil {
			continue
		}
		if t.Shots[f.Shot].Blur != nil {
			rgb, err := m.expose(ctx, t, f.Shot)
			if err != nil {
				return nil, err
			}
			scene, _ := t.scene(t.Shots[f.Shot].State, m.environment)
			colors[f.Path] = m.fingerprint(rgb, t.IDs(f.Shot), thingsIn(scene))
			if err := put(f, rgb); err != nil {
				return nil, err
			}
			continue
		}
		state := t.Shots[f.Shot].State
		if of[state] == nil {
			states = append(states, state)
		}
		of[state] = append(of[state], f)
	}
	for _, state := range states {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		taken := of[state]
		first := &t.Shots[taken[0].Shot]
		scene, o := t.scene(state, m.environment)
		scene.Camera = first.Pinhole
		o.ColorOnly, o.NoNormals, o.Stop = first.Labels != nil, !normals, ctx.Done()
		var poses []transform
		from := make([]int, len(taken)) // the pose of each
		for k, f := range taken {
			pose := t.Shots[f.Shot].Pinhole.WorldFromCamera
			if from[k] = slices.Index(poses, pose); from[k] < 0 {
				from[k], poses = len(poses), append(poses, pose)
			}
		}
		ids := make([]*show.Labels, len(poses)) // by pose, where the device draws none
		labels := func(pose int, im *frame.Images) *show.Labels {
			if !o.ColorOnly {
				return &show.Labels{Width: im.Width, Height: im.Height, Object: im.Object, Part: im.Part, ViewZ: im.ViewZ, Normal: im.Normal}
			}
			if ids[pose] == nil {
				ids[pose] = t.IDs(taken[slices.Index(from, pose)].Shot)
			}
			return ids[pose]
		}
		partColors, objectColors, things := scene.PartColors(), scene.ObjectColors(), thingsIn(scene)
		o.Fault = func(pose int, im *frame.Images) string {
			l := labels(pose, im)
			if l.Part == nil {
				return fingerprint.Of(im.RGB, l.Object, things.Objects).Fault(objectColors)
			}
			return fingerprint.Of(im.RGB, l.Part, len(partColors)-1).Fault(partColors)
		}
		images, err := m.painter.ShootFrom(scene, o, poses...)
		if err != nil {
			return nil, err
		}
		for k, f := range taken {
			im := images[from[k]]
			l := labels(from[k], im)
			colors[f.Path] = m.fingerprint(im.RGB, l, things)
			if !o.ColorOnly {
				t.regions(f.Shot, l)
				t.drawn[f.Shot] = l
			}
			if err := put(f, im.RGB); err != nil {
				return nil, err
			}
		}
	}
	return colors, nil
}

// fingerprint is that of a color picture with these labels.
func (s *Split[P]) fingerprint(rgb []uint8, l *show.Labels, things Things) string {
	c := s.Seen
	if c == show.ChannelNone {
		c = show.ChannelObject
	}
	return fingerprint.Of(rgb, l.Channel(c), things.most(c)).String()
}

package world

import (
	"context"
	"fmt"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write/npz"
)

// fresh is a show.Fresh.
type fresh[P any] struct {
	*Take[P]
	reader *reader[P]
	rgb    map[int][]uint8 // by shot
}

// Hand makes a sample, writes its records and hands over its pictures.
func (m *maker[P]) Hand(ctx context.Context, index int) (*gen.Item, show.Fresh, error) {
	p, err := m.Plan(ctx, index)
	if err != nil {
		return nil, nil, err
	}
	t := m.take(index, p)
	item, rgb, err := m.make(ctx, t, false)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %s/%d: %w", m.Set, m.Job.Split, index, err)
	}
	return item, &fresh[P]{t, m.reader(), rgb}, nil
}

// Page tells of the sample.
func (f *fresh[P]) Page() (*show.Page, error) { return f.reader.page(f.Take) }

// Things is how many objects there are.
func (f *fresh[P]) Things() int { return f.things().Objects }

// Pictures is how many the page has.
func (f *fresh[P]) Pictures() int { return f.named() }

// Size is that of a picture.
func (f *fresh[P]) Size(p int) (width, height int) { return f.Shots[p].size() }

// RGB are the colors of a picture.
func (f *fresh[P]) RGB(p int) []uint8 {
	if draw := f.Shots[p].Draw; draw != nil && f.split.Job.Pictures {
		return draw()
	}
	return f.rgb[p]
}

// Arrays are none: a sample has files of its own.
func (*fresh[P]) Arrays() []npz.Array { return nil }

// Labels are those of a picture that files have; all are filled up with the processor's.
func (f *fresh[P]) Labels(p int, all bool) *show.Labels {
	l := f.written(p)
	if l != nil && l.Object == nil && l.Part != nil {
		l.Object = f.things().objects(l.Part)
	}
	if !all {
		return l
	}
	from := f.Take.Labels(p)
	if l == nil {
		return from
	}
	for _, pass := range []Pass{Object, Part, Region} {
		if is := pass.ids(l); *is == nil {
			*is = *pass.ids(from)
		}
	}
	for _, pass := range []Pass{ViewZ, Normal} {
		if is, _ := pass.floats(l); *is == nil {
			drawn, _ := pass.floats(from)
			*is = *drawn
		}
	}
	return l
}

// written are the labels that files have of a picture; nil for none. Distances along rays lose their last bit there and back, as in files.
func (f *fresh[P]) written(p int) *show.Labels {
	l, found := &show.Labels{}, false
	l.Width, l.Height = f.Shots[p].size()
	for _, file := range f.split.files(f.Take) {
		if file.Shot != p || file.Bytes != nil || file.Pass == Color {
			continue
		}
		found = true
		from := f.drawing(p, file.Pass)
		switch field, _ := file.Pass.floats(l); {
		case file.Pass == RayDist:
			cam := &f.Shots[p].Pinhole
			l.ViewZ = AxisDists(cam, RayDists(cam, from.ViewZ))
		case field != nil:
			is, _ := file.Pass.floats(from)
			*field = *is
		default:
			*file.Pass.ids(l) = *file.Pass.ids(from)
		}
	}
	if !found {
		return nil
	}
	return l
}

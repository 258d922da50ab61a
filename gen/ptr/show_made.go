package ptr

import (
	"mereo/engine/ref"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/scenes/relate"
	"mereo/scenes/shoot"
)

// made is a sample with its geometry. It does not change: Edit makes another one.
type made struct {
	*shown
	reader  *reader
	sample  *Sample
	asked   []asked
	options shoot.Options
	gone    []bool // objects that were deleted; their meshes are empty
	labels  func() *show.Labels
}

// finish writes the record of the sample, from which all that is told of it comes.
func (m *made) finish(ids IDs) (show.Made, error) {
	r := m.reader.sampler.Record(m.sample, ids)
	kept := r.without(m.gone)
	var err error
	m.shown, err = m.reader.shown(r, record.JSON(r), kept, m.asked)
	return m, err
}

// Editor is every sample.
func (m *made) Editor() show.Editable { return m }

// Physics is of things that may fall.
func (m *made) Physics() show.Physical {
	if !m.sample.Physical {
		return nil
	}
	return m
}

// without takes objects out of the record and returns the ids of those that stay.
func (r *Record) without(gone []bool) (ids []int) {
	moved := make([]int, len(r.Objects))
	var kept []Object
	for i := range r.Objects {
		if !gone[i] {
			moved[i] = len(kept)
			kept = append(kept, r.Objects[i])
			ids = append(ids, i+1)
		}
	}
	if len(kept) == len(r.Objects) {
		return ids
	}
	r.Objects = kept
	for i := range kept {
		if s := kept[i].Simulation; s != nil && s.Supporter != nil {
			supporter := moved[*s.Supporter]
			s.Supporter = &supporter
		}
	}
	at := points(kept)
	d := &r.Directions
	r.Relationships = Relationships{
		Left:   relate.Along(at, vec3(d.Left), relateMargin),
		Right:  relate.Along(at, vec3(d.Right), relateMargin),
		Front:  relate.Along(at, vec3(d.Front), relateMargin),
		Behind: relate.Along(at, vec3(d.Behind), relateMargin),
	}
	return ids
}

// Views are the one picture, drawn as a Maker draws it.
func (m *made) Views() []show.View {
	return []show.View{{Scene: m.sample.Scene, Options: m.options}}
}

// Labels are drawn when they are asked for first.
func (m *made) Labels(int) *show.Labels { return m.labels() }

func (m *made) draw() *show.Labels {
	b := ref.Draw(m.sample.Scene.Frame())
	return &show.Labels{Width: b.Width, Height: b.Height, Object: b.Object, Part: b.Part, ViewZ: b.ViewZ, Normal: b.Normal}
}

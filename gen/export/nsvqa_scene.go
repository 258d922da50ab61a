package export

import (
	"math"

	"mereo/engine/geom"
	"mereo/gen/show"
)

// nsvqaScene is a scene in the words of CLEVR. All lengths are meters of the set's world, pixels are those of the first picture.
type nsvqaScene struct {
	Split      string                `json:"split"`
	Index      int                   `json:"image_index"`
	File       string                `json:"image_filename"`
	Directions map[string][3]float64 `json:"directions"` // unit vectors on the ground, as the camera sees it, and up and down
	// Relationships say of each object which others, ascending, are in a relation to it.
	Relationships map[string][][]int `json:"relationships"`
	Objects       []nsvqaObject      `json:"objects"`
}

// nsvqaObject is an object. What a set does not have is null.
type nsvqaObject struct {
	Shape      *string     `json:"shape"`
	Size       *string     `json:"size"`
	Material   *string     `json:"material"`
	Color      *string     `json:"color"`
	At         *[3]float64 `json:"3d_coords"`
	Rotation   *float64    `json:"rotation"`     // heading about the vertical, degrees
	Pixel      *[3]float64 `json:"pixel_coords"` // of 3d_coords: x, y, distance along the camera's axis
	Mask       *cocoMask   `json:"mask"`         // null where it is not seen
	ID         int         `json:"id"`           // in label pictures
	Class      string      `json:"class"`
	Name       string      `json:"description"`
	Attributes show.Facts  `json:"attributes"` // all of them
	Parts      []nsvqaPart `json:"parts,omitempty"`
}

// nsvqaPart is a part of an object.
type nsvqaPart struct {
	ID         int        `json:"id"`
	Class      string     `json:"class"`
	Mask       *cocoMask  `json:"mask"`
	Attributes show.Facts `json:"attributes"`
}

// scene tells of a sample. The entities are those of its objects, in their order.
func (s *Sample) scene() (out nsvqaScene, entities []*show.Entity) {
	out = nsvqaScene{
		Split: s.Split, Index: s.Index, File: nsvqaPicture(s.Split, s.Index), Directions: directions(s.Page),
		Relationships: map[string][][]int{}, Objects: []nsvqaObject{},
	}
	places := map[string]int{} // of objects, by their keys
	each(s.Page.Entities, nil, func(e, _ *show.Entity) {
		if e.Channel == show.ChannelObject {
			places[e.Key] = len(entities)
			entities = append(entities, e)
			out.Objects = append(out.Objects, s.object(e))
		}
	})
	for _, name := range []string{"left", "right", "front", "behind"} {
		out.Relationships[name] = nil
	}
	for _, r := range s.Page.Relations {
		from, ok := places[r.From]
		to, ok2 := places[r.To]
		if ok && ok2 {
			if out.Relationships[r.Name] == nil {
				out.Relationships[r.Name] = make([][]int, len(entities))
			}
			out.Relationships[r.Name][to] = append(out.Relationships[r.Name][to], from)
		}
	}
	for name, lists := range out.Relationships {
		full := make([][]int, len(entities)) // lists in JSON, not null
		for i := range full {
			full[i] = []int{}
			if lists != nil && lists[i] != nil {
				full[i] = lists[i]
			}
		}
		out.Relationships[name] = full
	}
	return out, entities
}

// object tells of an object.
func (s *Sample) object(e *show.Entity) nsvqaObject {
	out := nsvqaObject{
		At: e.At, Mask: s.mask(e), ID: e.ID, Class: e.Class, Name: e.Name, Attributes: facts(e.Facts),
	}
	for _, f := range []struct {
		name string
		to   **string
	}{{"shape", &out.Shape}, {"size", &out.Size}, {"material", &out.Material}, {"color", &out.Color}} {
		if v := featureOf(e, f.name); v != "" {
			*f.to = &v
		}
	}
	if views := s.Made.Views(); len(views) > 0 {
		scene := views[0].Scene
		if e.At != nil {
			x, y, viewZ := scene.Camera.Project(geom.V(e.At[0], e.At[1], e.At[2]))
			out.Pixel = &[3]float64{x, y, viewZ}
		}
		if e.ID >= 1 && e.ID <= len(scene.Objects) {
			x := scene.Objects[e.ID-1].WorldFromObject.M.X
			heading := geom.Atan2(x.Y, x.X) * 180 / math.Pi
			out.Rotation = &heading
		}
	}
	each(e.Entities, nil, func(p, _ *show.Entity) {
		if p.Channel == show.ChannelPart {
			out.Parts = append(out.Parts, nsvqaPart{p.ID, p.Class, s.mask(p), facts(p.Facts)})
		}
	})
	return out
}

// mask is where something is seen in the first picture; nil for nowhere.
func (s *Sample) mask(e *show.Entity) *cocoMask {
	var a cocoAnnotation
	if a.fill(e, 0, s.Labels[0]) {
		if m, ok := a.Segmentation.(cocoMask); ok {
			return &m
		}
	}
	return nil
}

// directions are those of CLEVR, as the set's relations take them. Without a camera, or with one that looks down, they are those of a
// plan.
func directions(p *show.Page) map[string][3]float64 {
	x, y := 0.0, 1.0
	switch c := p.Camera; {
	case p.Behind != nil:
		x, y = p.Behind[0], p.Behind[1]
	case c != nil && (c.DirX != 0 || c.DirY != 0):
		x, y = c.DirX, c.DirY
	}
	return map[string][3]float64{
		"behind": {x, y, 0}, "front": {0 - x, 0 - y, 0}, "right": {y, 0 - x, 0}, "left": {0 - y, x, 0}, "above": {0, 0, 1}, "below": {0, 0, -1},
	}
}

// vector is the feature vector of an object: 1 for each value that it has, then where it is: to the right, to the front, up.
func (f *nsvqa) vector(e *show.Entity, to map[string][3]float64) []float64 {
	out := make([]float64, f.length, f.length+3)
	for _, a := range f.features {
		value := featureOf(e, a.Name)
		for i, v := range a.Values {
			if v == value {
				out[a.First+i] = 1
			}
		}
	}
	at := [3]float64{}
	if e.At != nil {
		at = *e.At
	}
	along := func(d [3]float64) float64 { return float64(at[0]*d[0]) + float64(at[1]*d[1]) }
	return append(out, along(to["right"]), along(to["front"]), at[2])
}

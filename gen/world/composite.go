package world

import (
	"mereo/engine/ref"
	"mereo/gen/show"
)

// Composite is a picture of things that are drawn alone, one after the other, with how much is seen of each. There is no ground in it, and
// there are no normals: it costs a part of a whole picture.
type Composite struct {
	Labels *show.Labels
	Seen   []int // pixels by id; those of 0 mean nothing
}

// NewComposite is an empty picture for things with ids up to most.
func NewComposite(width, height, most int) *Composite {
	n := width * height
	return &Composite{
		&show.Labels{Width: width, Height: height, Object: make([]uint16, n), Part: make([]uint16, n), ViewZ: make([]float32, n)}, make([]int, most+1),
	}
}

// Add puts a thing that was drawn alone among those drawn before: the nearest surface wins, of equally near ones the first. Its parts have
// the ids behind parts. alone is how many pixels it would have if nothing stood before it.
func (c *Composite) Add(w *ref.Window, id, parts uint16) (alone int) {
	l, k := c.Labels, 0
	for y := w.Y0; y < w.Y1; y++ {
		for at := y*l.Width + w.X0; at < y*l.Width+w.X1; at++ {
			if part := w.Part[k]; part != 0 {
				alone++
				if l.Object[at] == 0 || w.ViewZ[k] < l.ViewZ[at] {
					c.Seen[l.Object[at]]--
					c.Seen[id]++
					l.Object[at], l.Part[at], l.ViewZ[at] = id, parts+part, w.ViewZ[k]
				}
			}
			k++
		}
	}
	return alone
}

package shopvrb

import (
	"mereo/assets/kitchen"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/internal/phase"
	"mereo/scenes/place"
)

// minPixels is how many pixels must be seen of every thing in a picture of the published size.
const minPixels = 200

// rejectHidden is the reason of attempts in which too little is seen of a thing.
const rejectHidden = "object hidden or out of the picture"

// look draws the things as the camera sees them: ids, parts and depth, 0 where there is none. The error is a place.Reject if too little is
// seen of one of them. Only they count: there may be little of the ground.
func (p *plan) look() (*show.Labels, error) {
	l, pixels := p.see()
	least := p.optics.pixels(minPixels)
	for _, n := range pixels {
		if n < least {
			return l, place.Reject{Reason: rejectHidden}
		}
	}
	return l, nil
}

// see draws the things that are not deleted, and counts the pixels of all.
func (p *plan) see() (l *show.Labels, pixels []int) {
	defer phase.Begin(phase.Acceptance).End()
	cam := p.camera()
	n := cam.Width * cam.Height
	l = &show.Labels{Width: cam.Width, Height: cam.Height, Object: make([]uint16, n), Part: make([]uint16, n), ViewZ: make([]float32, n)}
	seen := make([]int, len(p.objects)+1)
	parts := uint16(0) // of the things before
	for i := range p.objects {
		o := &p.objects[i]
		if !o.deleted {
			seen[i+1] = compose(l, seen, ref.DrawAlone(&cam, o.worldFromModel(), meshesOf(o.model)), uint16(i+1), parts)
		}
		parts += uint16(len(o.model.Parts))
	}
	return l, seen[1:]
}

// compose puts a thing that was drawn alone among those drawn before: the nearest surface wins, of equally near ones the
// first. It takes the pixels that are hidden by it off what was seen of the others, and returns how many are its own.
func compose(l *show.Labels, seen []int, w *ref.Window, id, parts uint16) (own int) {
	k := 0
	for y := w.Y0; y < w.Y1; y++ {
		for at := y*l.Width + w.X0; at < y*l.Width+w.X1; at++ {
			if part := w.Part[k]; part != 0 && (l.Object[at] == 0 || w.ViewZ[k] < l.ViewZ[at]) {
				seen[l.Object[at]]--
				l.Object[at], l.Part[at], l.ViewZ[at] = id, parts+part, w.ViewZ[k]
				own++
			}
			k++
		}
	}
	return own
}

func meshesOf(m *kitchen.Model) []*mesh.Mesh {
	out := make([]*mesh.Mesh, len(m.Parts))
	for i := range m.Parts {
		out[i] = m.Parts[i].Mesh
	}
	return out
}

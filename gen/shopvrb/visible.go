package shopvrb

import (
	"mereo/assets/kitchen"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/internal/phase"
	"mereo/scenes/place"
)

// minPixels is how many pixels must be seen of every thing in a picture of the published size.
const minPixels = 200

// rejectHidden is the reason of attempts in which too little is seen of a thing.
const rejectHidden = "object hidden or out of the picture"

// look draws the ids of the things as the camera sees them, things from 1. The error is a place.Reject if too little is seen of
// one of them. Only they count: there may be little of the ground.
func (p *plan) look() ([]uint16, error) {
	defer phase.Begin(phase.Acceptance).End()
	cam := p.camera()
	ids := make([]uint16, cam.Width*cam.Height)
	z := make([]float32, len(ids))
	seen := make([]int, len(p.objects)+1)
	for i := range p.objects {
		o := &p.objects[i]
		seen[i+1] = compose(ids, z, seen, cam.Width, ref.DrawAlone(&cam, o.worldFromModel(), meshesOf(o.model)), uint16(i+1))
	}
	least := p.optics.pixels(minPixels)
	for _, n := range seen[1:] {
		if n < least {
			return nil, place.Reject{Reason: rejectHidden}
		}
	}
	return ids, nil
}

// compose puts a thing that was drawn alone among those drawn before: the nearest surface wins, of equally near ones the
// first. It takes the pixels that are hidden by it off what was seen of the others, and returns how many are its own.
func compose(ids []uint16, z []float32, seen []int, width int, w *ref.Window, id uint16) (own int) {
	k := 0
	for y := w.Y0; y < w.Y1; y++ {
		for at := y*width + w.X0; at < y*width+w.X1; at++ {
			if w.Part[k] != 0 && (ids[at] == 0 || w.ViewZ[k] < z[at]) {
				seen[ids[at]]--
				ids[at], z[at] = id, w.ViewZ[k]
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

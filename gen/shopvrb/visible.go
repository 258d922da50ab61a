package shopvrb

import (
	"mereo/assets/kitchen"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/gen/world"
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
	c := world.NewComposite(cam.Width, cam.Height, len(p.objects))
	parts := uint16(0) // of the things before
	for i := range p.objects {
		o := &p.objects[i]
		if !o.deleted {
			c.Add(ref.DrawAlone(&cam, o.worldFromModel(), meshesOf(o.model)), uint16(i+1), parts)
		}
		parts += uint16(len(o.model.Parts))
	}
	return c.Labels, c.Seen[1:]
}

func meshesOf(m *kitchen.Model) []*mesh.Mesh {
	out := make([]*mesh.Mesh, len(m.Parts))
	for i := range m.Parts {
		out[i] = m.Parts[i].Mesh
	}
	return out
}

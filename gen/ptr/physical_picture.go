package ptr

import (
	"fmt"

	"mereo/assets/palette"
	"mereo/engine/material"
	"mereo/scenes"
)

// Colliders returns the scene of a physical sample with every object drawn as what it collides with, one part for each
// convex piece, in colors that take turns. Laid over the sample's own picture it shows how well the pieces fit.
func (m *Sample) Colliders() *scenes.Scene {
	out := *m.Scene
	out.Objects = make([]scenes.Object, len(m.Objects))
	colors := palette.All()
	for i := range m.Objects {
		o := &out.Objects[i]
		*o = m.Scene.Objects[i]
		o.Parts = nil
		for k, piece := range m.Objects[i].thing.Solid.Pieces() {
			c := colors[k%len(colors)]
			paint := material.Lambert(c.Linear())
			paint.Name = c.Name
			o.Parts = append(o.Parts, scenes.Part{Label: fmt.Sprintf("piece %d", k+1), Mesh: piece, Material: paint})
		}
	}
	return &out
}

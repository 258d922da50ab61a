package qlevr

import (
	"mereo/engine/material"
	"mereo/scenes"
)

// sceneOf puts a plan on the desk: its objects with ids in their order, the rest as background. Variants are 1 or 2, for each object which of
// the two kinds of wood, marble or leather it is of; rubber and metal have one kind.
func sceneOf(p *plan, variants []int, v *view) *scenes.Scene {
	s := &scenes.Scene{
		Camera: v.camera, Lights: deskLamps(v.lamps), Suns: deskSuns, WorldRadiance: deskWorldRadiance,
		Backdrop: append([]scenes.Surface(nil), deskFurniture()...),
	}
	for i := range p.planes {
		s.Backdrop = append(s.Backdrop, p.planes[i].surface())
	}
	for i := range p.objects {
		o := &p.objects[i]
		s.Objects = append(s.Objects, scenes.Object{
			Category: o.shape, Model: o.shape, WorldFromObject: o.worldFromObject(), Parts: []scenes.Part{o.part(variants[i])},
		})
	}
	return s
}

// lookGray is a color with the same value in all channels.
func lookGray(v float64) material.RGB { return material.RGB{v, v, v} }

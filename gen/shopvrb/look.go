package shopvrb

import (
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/scenes"
)

// Pictures have this size, and pixels are counted in it.
const lookWidth, lookHeight = 640, 480

// lookFocalPx is a lens of 35 mm before a sensor 32 mm wide.
const lookFocalPx = lookWidth * 35.0 / 32

// sceneOf puts a plan's things on its ground, with ids in their order.
func sceneOf(p *plan) *scenes.Scene {
	s := &scenes.Scene{Camera: cameraAt(p.cameraAt), Lights: lampsOf(p), Backdrop: groundOf(p.pool, p.ground)}
	for i := range p.objects {
		s.Objects = append(s.Objects, p.objects[i].thing())
	}
	return s
}

// cameraAt is the camera at a place. It looks at the origin.
func cameraAt(at geom.Vec3) camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: camera.LookAt(at, geom.Vec3{}, geom.V(0, 0, 1)),
		Width:           lookWidth, Height: lookHeight, FocalPx: lookFocalPx,
		CenterX: lookWidth / 2, CenterY: lookHeight / 2, Near: 0.1, Far: 100,
	}
}

// lookGray is a color with the same value in all channels.
func lookGray(v float64) material.RGB { return material.RGB{v, v, v} }

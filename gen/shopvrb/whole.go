package shopvrb

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
)

// inside tells whether a camera sees a point inside of the border of its picture, hidden or not. The border is as wide as a pixel of a
// published picture.
func inside(cam *camera.Pinhole, p geom.Vec3) bool {
	x, y, viewZ := cam.Project(p)
	w, h := float64(cam.Width), float64(cam.Height)
	border := w / publishedWidth
	return viewZ > cam.Near && x >= border && x <= w-border && y >= border && y <= h-border
}

// whole tells whether a camera sees all of a thing. Where it sees the thing's box it need not look closer.
func (o *planObject) whole(cam *camera.Pinhole, bounds geom.AABB, worldFromModel geom.Transform) bool {
	box := true
	for k := 0; k < 8 && box; k++ {
		box = inside(cam, worldFromModel.Point(bounds.Corner(k)))
	}
	if box {
		return true
	}
	for i := range o.model.Parts {
		for _, v := range o.model.Parts[i].Mesh.Positions {
			if !inside(cam, worldFromModel.Point(v)) {
				return false
			}
		}
	}
	return true
}

// wholeAt tells of poses of a thing that stands whether a camera sees all of it.
func (o *planObject) wholeAt(cam *camera.Pinhole) func(at pose) bool {
	bounds := o.model.Bounds()
	lift := -float64(o.scale * bounds.Min.Z)
	return func(at pose) bool {
		turn := geom.RotZ(float64(at.rotationDeg * (math.Pi / 180)))
		return o.whole(cam, bounds, o.scaled(turn, geom.V(at.x, at.y, lift)))
	}
}

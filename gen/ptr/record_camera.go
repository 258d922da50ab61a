package ptr

import (
	"fmt"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/annot"
)

// pinhole rebuilds the camera from the record.
func (r *Record) pinhole() camera.Pinhole {
	c, q := &r.Camera, r.CamRotation
	return camera.Pinhole{
		WorldFromCamera: geom.Transform{M: geom.Quat{W: q[0], X: q[1], Y: q[2], Z: q[3]}.Mat3(), T: vec3(r.CamLocation)},
		Width:           c.Width, Height: c.Height, FocalPx: c.K[0][0], CenterX: c.K[0][2], CenterY: c.K[1][2],
		Near: c.Near, Far: c.Far, Distortion: c.Distortion,
	}
}

// checkCamera reports numbers that no camera of this set can have.
func (r *Record) checkCamera() error {
	k := r.Camera.K
	if want := [3][3]float64{{k[0][0], 0, k[0][2]}, {0, k[0][0], k[1][2]}, {0, 0, 1}}; k != want {
		return fmt.Errorf("camera.K is %v, want %v: square pixels without shear", k, want)
	}
	if want := (annot.Depth{Kind: "z", Unit: 1}); r.Camera.Depth != want {
		return fmt.Errorf("camera.depth is %+v, want %+v", r.Camera.Depth, want)
	}
	c := r.pinhole()
	return c.Validate()
}

package ptr

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/annot"
	"mereo/scenes/relate"
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

// cameraRules: rotation, intrinsics, directions and projection matrix belong together.
func (f *finished) cameraRules() {
	r := f.record
	cam := f.record.pinhole()
	q := r.CamRotation
	if n := q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]; !(math.Abs(n-1) < 1e-9) {
		f.report(f.files.scene, -1, "camera-rotation", "squared length is %g, want 1", n)
	}
	if x, y, z := cam.Project(geom.Vec3{}); !(z > 0 && math.Abs(x-cam.CenterX) < 1e-6 && math.Abs(y-cam.CenterY) < 1e-6) {
		f.report(f.files.scene, -1, "camera-rotation", "the origin is seen at (%g, %g), want (%g, %g)", x, y, cam.CenterX, cam.CenterY)
	}
	own := newCamera(cam.WorldFromCamera.T, f.cfg.Width, f.cfg.Height)
	want := annot.CameraOf(&own, 1)
	for _, n := range []struct {
		name      string
		got, want []float64
	}{
		{"K", slices.Concat(r.Camera.K[0][:], r.Camera.K[1][:], r.Camera.K[2][:]), slices.Concat(want.K[0][:], want.K[1][:], want.K[2][:])},
		{"R", slices.Concat(r.Camera.R[0][:], r.Camera.R[1][:], r.Camera.R[2][:]), slices.Concat(want.R[0][:], want.R[1][:], want.R[2][:])},
		{"t", r.Camera.T[:], want.T[:]},
		{"near and far", []float64{r.Camera.Near, r.Camera.Far}, []float64{want.Near, want.Far}},
	} {
		for i := range n.want {
			if !(math.Abs(n.got[i]-n.want[i]) < 1e-9) {
				f.report(f.files.scene, -1, "camera", "%s is %v, the set's camera at cam_location has %v", n.name, n.got, n.want)
				break
			}
		}
	}
	g := relate.GroundDirections(cam.WorldFromCamera)
	if f.cfg.Published.Directions {
		base := newCamera(cameraBase, cam.Width, cam.Height)
		g = relate.GroundDirections(base.WorldFromCamera)
	}
	for _, d := range []struct {
		name      string
		got, want geom.Vec3
	}{
		{"left", vec3(r.Directions.Left), g.Left}, {"right", vec3(r.Directions.Right), g.Right},
		{"front", vec3(r.Directions.Front), g.Front}, {"behind", vec3(r.Directions.Behind), g.Behind},
		{"above", vec3(r.Directions.Above), g.Above}, {"below", vec3(r.Directions.Below), g.Below},
	} {
		if off := d.got.Sub(d.want).Len(); !(off < 1e-6) {
			f.report(f.files.scene, -1, "directions", "%s is %v, the camera's is %v", d.name, d.got, d.want)
		}
	}
	// The projection matrix takes the image point of a world point, times its distance, back to the point.
	fy := cam.FocalPx
	if f.cfg.Published.Projection {
		fy = float64(cam.Height) * 35 / 18
	}
	straight := cam
	straight.Distortion = camera.Distortion{}
	for i := range r.Objects {
		p := vec3(r.Objects[i].Coords)
		x, y, z := straight.Project(p)
		y = cam.CenterY + (y-cam.CenterY)*fy/cam.FocalPx
		h := [4]float64{x * z, y * z, z, 1}
		var back [4]float64
		for row := range 4 {
			for col := range 4 {
				back[row] += r.ProjectionMatrix[row][col] * h[col]
			}
		}
		if off := geom.V(back[0], back[1], back[2]).Sub(p).Len(); !(off < 1e-6) || back[3] != 1 {
			f.report(f.files.scene, i, "projection-matrix", "takes the image of %v to %v", p, back)
		}
	}
}

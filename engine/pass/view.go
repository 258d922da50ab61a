package pass

import (
	"mereo/engine/camera"
	"mereo/engine/geom"
)

// View is the camera in the forms that the passes need.
type View struct {
	Camera          *camera.Pinhole
	ClipFromWorld   [16]float32
	Eye             [3]float32
	WorldFromCamera [9]float32

	number int // among the views of the loaded geometry; set by Geometry.Load
}

// NewView computes the matrices: clip depth is 1 at Near and 0 at Far.
func NewView(c *camera.Pinhole) *View {
	w, h := float64(c.Width), float64(c.Height)
	n, f := c.Near, c.Far
	m := c.WorldFromCamera.M
	// Rows of the projection in camera space, where the camera looks along -Z; clip w is ViewZ.
	rows := [4][4]float64{
		{2 * c.FocalPx / w, 0, -(2*c.CenterX/w - 1), 0},
		{0, 2 * c.FocalPx / h, -(1 - 2*c.CenterY/h), 0},
		{0, 0, n / (f - n), n * f / (f - n)},
		{0, 0, -1, 0},
	}
	if c.Orthographic { // clip w is 1
		rows = [4][4]float64{
			{2 * c.FocalPx / w, 0, 0, 2*c.CenterX/w - 1},
			{0, 2 * c.FocalPx / h, 0, 1 - 2*c.CenterY/h},
			{0, 0, 1 / (f - n), f / (f - n)},
			{0, 0, 0, 1},
		}
	}
	camFromWorld := geom.Transform{M: m, T: c.WorldFromCamera.T}.Inverse()
	cols := [4]geom.Vec3{camFromWorld.M.X, camFromWorld.M.Y, camFromWorld.M.Z, camFromWorld.T}
	v := &View{Camera: c, Eye: vec3(c.WorldFromCamera.T)}
	for col := range 4 {
		for row := range 4 {
			r := rows[row]
			x := r[0]*cols[col].X + r[1]*cols[col].Y + r[2]*cols[col].Z
			if col == 3 {
				x += r[3]
			}
			v.ClipFromWorld[4*col+row] = float32(x)
		}
	}
	for i, a := range [3]geom.Vec3{m.X, m.Y, m.Z} {
		v.WorldFromCamera[3*i], v.WorldFromCamera[3*i+1], v.WorldFromCamera[3*i+2] = float32(a.X), float32(a.Y), float32(a.Z)
	}
	return v
}

// from is the view as another camera of the same size sees it.
func (v *View) from(c camera.Pinhole) *View {
	out := NewView(&c)
	out.number = v.number
	return out
}

// Focal is the focal length in pixels; of an orthographic camera, that of a lens of 28 degrees, for what picks a resolution by it.
func (v *View) Focal() float64 {
	if v.Camera.Orthographic {
		return 2 * float64(max(v.Camera.Width, v.Camera.Height))
	}
	return v.Camera.FocalPx
}

// toEye is where a point p is seen from, in the form of which toEye.xyz - toEye.w p points there.
func (v *View) toEye() [4]float32 {
	if v.Camera.Orthographic {
		return vec4(v.Camera.WorldFromCamera.M.Z, 0)
	}
	return vec4(v.Camera.WorldFromCamera.T, 1)
}

// pinhole is the focal length and the principal point from the bottom left, in pixels, and 1 for an orthographic camera.
func (v *View) pinhole() [4]float32 {
	c := v.Camera
	orthographic := float32(0)
	if c.Orthographic {
		orthographic = 1
	}
	return [4]float32{float32(c.FocalPx), float32(c.CenterX), float32(float64(c.Height) - c.CenterY), orthographic}
}

func vec3(v geom.Vec3) [3]float32 { return [3]float32{float32(v.X), float32(v.Y), float32(v.Z)} }

func vec4(v geom.Vec3, w float64) [4]float32 {
	return [4]float32{float32(v.X), float32(v.Y), float32(v.Z), float32(w)}
}

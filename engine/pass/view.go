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

// pinhole is the focal length and the principal point from the bottom left, in pixels.
func (v *View) pinhole() [4]float32 {
	c := v.Camera
	return [4]float32{float32(c.FocalPx), float32(c.CenterX), float32(float64(c.Height) - c.CenterY)}
}

func vec3(v geom.Vec3) [3]float32 { return [3]float32{float32(v.X), float32(v.Y), float32(v.Z)} }

func vec4(v geom.Vec3, w float64) [4]float32 {
	return [4]float32{float32(v.X), float32(v.Y), float32(v.Z), float32(w)}
}

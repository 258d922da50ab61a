// Package camera is the pinhole camera, with the distortion of a lens if it has one: it looks along -Z, with +X right and +Y
// up; pixels are counted from the top left, with centers at +0.5.
package camera

import (
	"errors"
	"fmt"
	"math"

	"mereo/engine/geom"
)

// Pinhole is a camera that sees from one point or, if Orthographic, along parallel rays. Square pixels.
type Pinhole struct {
	WorldFromCamera geom.Transform // rigid
	Width, Height   int            // pixels
	FocalPx         float64        // pixels; of an orthographic camera, pixels per meter
	CenterX         float64        // principal point, pixels from the left edge
	CenterY         float64        // principal point, pixels from the top edge
	Near, Far       float64        // clip distances along the axis, meters
	Distortion      Distortion     // of the lens. If zero, none
	Orthographic    bool
}

const maxSize = 16384 // of pictures, pixels

// LookAt returns the rigid pose of a camera at eye that looks at target with up as close to +Y as it can be.
func LookAt(eye, target, up geom.Vec3) geom.Transform {
	z := eye.Sub(target).Unit()
	x := up.Cross(z).Unit()
	return geom.Transform{M: geom.Mat3{X: x, Y: z.Cross(x), Z: z}, T: eye}
}

// Perspective is a camera at eye that looks at target, with +Z up. fovDeg is the vertical field of view in degrees, more than 0 and less
// than 180. The clip range is a hundredth to a hundred times the distance of the target.
func Perspective(eye, target geom.Vec3, fovDeg float64, width, height int) Pinhole {
	sin, cos := geom.SinCos(fovDeg / 2 * math.Pi / 180)
	distance := target.Sub(eye).Len()
	return Pinhole{
		WorldFromCamera: LookAt(eye, target, geom.V(0, 0, 1)),
		Width:           width, Height: height, FocalPx: float64(height) / 2 * cos / sin,
		CenterX: float64(width) / 2, CenterY: float64(height) / 2, Near: distance / 100, Far: distance * 100,
	}
}

// Validate names every field that is out of range.
func (c *Pinhole) Validate() error {
	var errs []error
	if c.Width < 1 || c.Height < 1 || c.Width > maxSize || c.Height > maxSize {
		errs = append(errs, fmt.Errorf("size is %d x %d, want 1 to 16384", c.Width, c.Height))
	}
	if !(c.FocalPx > 0) {
		errs = append(errs, fmt.Errorf("FocalPx is %g, want more than 0", c.FocalPx))
	}
	if !(c.Near > 0) || !(c.Far > c.Near) {
		errs = append(errs, fmt.Errorf("clip range is %g to %g, want 0 < near < far", c.Near, c.Far))
	}
	if m := c.WorldFromCamera.M; !(m.Det() > 0.999) || !(m.Det() < 1.001) || !c.WorldFromCamera.T.IsFinite() {
		errs = append(errs, fmt.Errorf("pose is not rigid: determinant %g", m.Det()))
	}
	if c.Orthographic && !c.Distortion.IsZero() {
		errs = append(errs, errors.New("an orthographic camera has no lens that could distort"))
	}
	if len(errs) == 0 {
		errs = append(errs, c.checkDistortion())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("camera: %w", err)
	}
	return nil
}

// Project returns the image point of a world point in pixels and its ViewZ, the distance along the viewing axis in
// meters. For viewZ <= 0 the point is behind the camera and the image point means nothing; with distortion, nor does one far
// outside of the picture.
func (c *Pinhole) Project(pWorld geom.Vec3) (x, y, viewZ float64) {
	m := c.WorldFromCamera
	p := m.M.Transpose().MulVec(pWorld.Sub(m.T))
	viewZ = -p.Z
	if c.Orthographic {
		return c.CenterX + float64(c.FocalPx*p.X), c.CenterY - float64(c.FocalPx*p.Y), viewZ
	}
	if !c.Distortion.IsZero() {
		x, y = c.Distortion.Apply(p.X/viewZ, -p.Y/viewZ)
		return c.CenterX + float64(c.FocalPx*x), c.CenterY + float64(c.FocalPx*y), viewZ
	}
	return c.CenterX + float64(c.FocalPx*p.X)/viewZ, c.CenterY - float64(c.FocalPx*p.Y)/viewZ, viewZ
}

// Ray returns the ray through image point (x, y) in world space, scaled so that Ray.At(viewZ) has that ViewZ. With distortion
// the point lies in the picture, or at most 2 pixels outside.
func (c *Pinhole) Ray(x, y float64) geom.Ray {
	dir := c.Direction(x, y)
	if c.Orthographic {
		return geom.Ray{Origin: c.WorldFromCamera.Point(geom.V(dir.X, dir.Y, 0)), Dir: c.WorldFromCamera.M.Z.Neg()}
	}
	return geom.Ray{Origin: c.WorldFromCamera.T, Dir: c.WorldFromCamera.M.MulVec(dir)}
}

// Direction is that of Ray in the camera's frame: its Z is -1. Of an orthographic camera it is the point at ViewZ 1 instead.
func (c *Pinhole) Direction(x, y float64) geom.Vec3 {
	if !c.Distortion.IsZero() {
		u, v := c.Distortion.Undo((x-c.CenterX)/c.FocalPx, (y-c.CenterY)/c.FocalPx)
		return geom.V(u, -v, -1)
	}
	return geom.V((x-c.CenterX)/c.FocalPx, (c.CenterY-y)/c.FocalPx, -1)
}

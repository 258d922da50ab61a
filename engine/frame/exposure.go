package frame

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
)

// Blurs reports whether light meets the camera in more than one place: through a lens, or while it moves.
func (r *Realism) Blurs() bool { return r.Lens.ApertureMM > 0 || r.Motion != Motion{} }

// CameraAt is the pinhole camera that sees what the lens of c does through one of its points at one moment; the mean over both
// is the picture. at is a point of the unit disc, which stands for the lens, x to the right and y up; time runs from -1/2 to
// 1/2, and 0 is the moment of c. Lens.Focus must be known: more than 0, or infinity.
//
// The eye moves to the point of the lens, and the principal point so that what lies in focus stays where it was: Haeberli and
// Akeley 1990, "The Accumulation Buffer: Hardware Support for High-Quality Rendering", section 4.2. All light from a point at
// ViewZ z falls into a disc of the picture with a diameter of aperture |z - focus| / (z focus) FocalPx pixels: Potmesil and
// Chakravarty 1981, "A Lens and Aperture Camera Model for Synthetic Image Generation", equation 3.
//
// Must match expose in shaders/path/camera.glsl.
func (r *Realism) CameraAt(c camera.Pinhole, at [2]float64, time float64) camera.Pinhole {
	pose := r.Motion.pose(time)
	if r.Lens.ApertureMM > 0 {
		radius := r.Lens.ApertureMM / 2000
		x, y := radius*at[0], radius*at[1]
		pose.T = pose.T.Add(pose.M.MulVec(geom.V(x, y, 0)))
		c.CenterX += c.FocalPx * x / r.Lens.Focus
		c.CenterY -= c.FocalPx * y / r.Lens.Focus
	}
	c.WorldFromCamera = c.WorldFromCamera.Mul(pose)
	return c
}

// pose is where the camera is, in the frame of where it is half-way.
func (m *Motion) pose(time float64) geom.Transform {
	t := geom.Translate(m.Shift.vector().Scale(time))
	if turn := m.TurnDeg.vector(); turn != (geom.Vec3{}) {
		t.M = geom.AxisAngle(turn.Unit(), turn.Len()*time*math.Pi/180)
	}
	return t
}

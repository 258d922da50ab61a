package ptr

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
)

// yUpFromHouse turns the house's model frame (+Z up, front -Y) into the published one (+Y up, front +Z):
// (x, y, z) -> (x, z, -y), without rounding. houseFromYUp is its inverse, the published Rx(90 degrees).
var (
	yUpFromHouse = geom.Transform{M: geom.Mat3{X: geom.V(1, 0, 0), Y: geom.V(0, 0, -1), Z: geom.V(0, 1, 0)}}
	houseFromYUp = geom.Transform{M: geom.Mat3{X: geom.V(1, 0, 0), Y: geom.V(0, 0, 1), Z: geom.V(0, -1, 0)}}
)

// newCamera returns the set's camera at a place: it looks at the world's origin, with a 35 mm lens on a sensor 32 mm
// wide, so 875 px at 800 px width.
func newCamera(location geom.Vec3, width, height int) camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: camera.LookAt(location, geom.Vec3{}, geom.V(0, 0, 1)),
		Width:           width,
		Height:          height,
		FocalPx:         float64(width) * 35 / 32,
		CenterX:         float64(width) / 2,
		CenterY:         float64(height) / 2,
		Near:            0.1,
		Far:             100,
	}
}

// pixelCoords is the published triple of a world point: column and row, rounded, and the distance along the camera's
// axis in meters.
func pixelCoords(c *camera.Pinhole, pWorld geom.Vec3) PixelCoords {
	x, y, z := c.Project(pWorld)
	return PixelCoords{int(math.RoundToEven(x)), int(math.RoundToEven(y)), z}
}

// projectionMatrix returns the inverse of K*[R|T] in rows, padded to 4 x 4: it maps (column*d, row*d, d, 1) with d the
// distance along the camera's axis to the world. K has the focal lengths of the camera, but with sensorBug the vertical
// one is 35/18 of the picture's height, as in the published files.
//
// With R_cv = diag(1,-1,-1) R^T and C the camera's center, the inverse of K*R_cv is R diag(1,-1,-1) K^-1, and the
// translation of the inverse is C.
func projectionMatrix(c *camera.Pinhole, sensorBug bool) [4][4]float64 {
	fx, fy := c.FocalPx, c.FocalPx
	if sensorBug {
		fy = float64(c.Height) * 35 / 18
	}
	r := c.WorldFromCamera.M
	right, down, ahead := r.X, r.Y.Neg(), r.Z.Neg()
	u := right.Scale(1 / fx)
	v := down.Scale(1 / fy)
	w := ahead.AddScaled(-c.CenterX/fx, right).AddScaled(-c.CenterY/fy, down)
	t := c.WorldFromCamera.T
	m := [4][4]float64{3: {0, 0, 0, 1}}
	for i := range 3 {
		m[i] = [4]float64{noMinus(u.At(i)), noMinus(v.At(i)), noMinus(w.At(i)), t.At(i)}
	}
	return m
}

// noMinus turns a negative zero, which would be written as -0, into zero.
func noMinus(x float64) float64 {
	if x == 0 {
		return 0
	}
	return x
}

// EulerXYZ returns angles (a, b, c) in radians with m = RotZ(c) RotY(b) RotX(a), b in [-pi/2, pi/2]. Where b is a right
// angle only a-c or a+c is determined; then c is 0.
func EulerXYZ(m geom.Mat3) (a, b, c float64) {
	cosB := math.Sqrt(float64(m.X.X*m.X.X) + float64(m.X.Y*m.X.Y))
	b = geom.Atan2(-m.X.Z, cosB)
	if cosB < 1e-8 {
		return geom.Atan2(-m.Z.Y, m.Y.Y), b, 0
	}
	return geom.Atan2(m.Y.Z, m.Z.Z), b, geom.Atan2(m.X.Y, m.X.X)
}

// RotationBetween returns the smallest rotation that turns the direction of from into that of to; neither may be zero.
// For opposite directions, where the axis is free, it is a half turn about an axis square to both, the x axis if that is
// one.
func RotationBetween(from, to geom.Vec3) geom.Mat3 {
	a, b := from.Unit(), to.Unit()
	c := a.Dot(b)
	if c < -1+1e-12 {
		axis := geom.V(1, 0, 0)
		if math.Abs(a.X) > 1e-9 {
			axis, _ = geom.Basis(a)
		}
		return geom.AxisAngle(axis, math.Pi)
	}
	// Rodrigues' formula with the axis a x b not normalized: I + [v] + [v]^2 / (1 + cos).
	v := a.Cross(b)
	col := func(e geom.Vec3) geom.Vec3 {
		ve := v.Cross(e)
		return e.Add(ve).AddScaled(1/(1+c), v.Cross(ve))
	}
	return geom.Mat3{X: col(geom.V(1, 0, 0)), Y: col(geom.V(0, 1, 0)), Z: col(geom.V(0, 0, 1))}
}

// Tilted is the full orientation of a model in the published y-up frame: RotY(wall) RotZ(theta) tilt Rx(90 degrees).
func Tilted(wall, theta float64, tilt geom.Mat3) geom.Mat3 {
	return geom.RotY(wall).Mul(geom.RotZ(theta)).Mul(tilt).Mul(houseFromYUp.M)
}

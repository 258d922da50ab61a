package qlevr

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// Pictures have this size, and pixels are counted in it.
const viewWidth, viewHeight = 960, 720

// The lens of all cameras, millimetres; the sensor is as wide as the picture.
const viewFocalMM, viewSensorMM = 50, 36

// cameraPresets are where cameras stand before they are jittered, from the steepest view to the flattest.
var cameraPresets = [...]struct {
	at    geom.Vec3 // metres, world
	pitch float64   // degrees about X: 0 looks straight down, 90 along the desk
}{
	{geom.V(2, -3, 5.5), 40},
	{geom.V(2, -4.2, 4.5), 51},
	{geom.V(2, -4.8, 3.5), 62},
}

// By how much each coordinate of a camera, in metres, and each of its angles, in degrees, is jittered to either side.
const cameraShiftJitter, cameraTurnJitter = 0.1, 0.3

// drawCamera jitters a preset: where the camera is, metres in the world, and its Euler angles, degrees.
func drawCamera(s *rng.Stream, preset int) (at, turned [3]float64) {
	base := &cameraPresets[preset]
	at, turned = [3]float64{base.at.X, base.at.Y, base.at.Z}, [3]float64{base.pitch, 0, 0}
	for i := range at {
		at[i] += s.Uniform(-cameraShiftJitter, cameraShiftJitter)
	}
	for i := range turned {
		turned[i] += s.Uniform(-cameraTurnJitter, cameraTurnJitter)
	}
	return at, turned
}

// viewCamera is the camera at a place, metres in the world, turned by Euler angles in degrees: about X, then Y, then Z.
func viewCamera(at, turned [3]float64) camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: geom.Transform{M: viewTurn(turned), T: geom.V(at[0], at[1], at[2])},
		Width:           viewWidth, Height: viewHeight,
		FocalPx: viewFocalMM * viewWidth / float64(viewSensorMM),
		CenterX: viewWidth / 2, CenterY: viewHeight / 2,
		Near: 0.1, Far: 1000,
	}
}

// viewTurn is the rotation about the world's X, then Y, then Z axis by degrees.
func viewTurn(degrees [3]float64) geom.Mat3 {
	radians := func(i int) float64 { return float64(degrees[i] * (math.Pi / 180)) }
	return geom.RotZ(radians(2)).Mul(geom.RotY(radians(1))).Mul(geom.RotX(radians(0)))
}

// projectPoint is where a point of the world is seen, in whole pixels, half to even. One beside the picture is moved to its
// side and into its height; one straight above or below the picture stays there, as in the published scenes.
func projectPoint(cam *camera.Pinhole, world geom.Vec3) PixelDepth {
	x, y, depth := cam.Project(world)
	px, py := math.RoundToEven(x), math.RoundToEven(y)
	if px < 0 || px > viewWidth {
		px, py = min(max(px, 0), viewWidth), min(max(py, 0), viewHeight)
	}
	return PixelDepth{px, py, depth}
}

// deskPoint is a point of the plan, in units, on the desk in the world, metres.
func deskPoint(at [2]float64) geom.Vec3 { return geom.V(at[0]/unitsPerMetre, at[1]/unitsPerMetre, 0) }

// viewDirections are the directions of relations: behind is away from the camera and left is its left, both level.
func viewDirections(cam *camera.Pinhole) ViewDirections {
	m := &cam.WorldFromCamera.M
	level := func(x, y float64) geom.Vec3 { return geom.V(x, y, 0).Unit() }
	// Differences from zero, since records shall not say -0.
	minus := func(v geom.Vec3) [3]float64 { return [3]float64{0 - v.X, 0 - v.Y, 0} }
	ahead, right := level(-m.Z.X, -m.Z.Y), level(m.X.X, m.X.Y)
	return ViewDirections{
		Behind: [3]float64{ahead.X, ahead.Y, 0},
		Front:  minus(ahead),
		Left:   minus(right),
		Right:  [3]float64{right.X, right.Y, 0},
		Above:  [3]float64{0, 0, 1},
		Below:  [3]float64{0, 0, -1},
	}
}

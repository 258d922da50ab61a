package qlevr

import (
	"cmp"
	"fmt"
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// optics are the size of pictures of solids, in which pixels are counted, and the lens of all cameras.
type optics struct {
	width, height int     // pixels
	focalMM       float64 // behind which the sensor is sensorMM wide, as wide as the picture
}

const sensorMM = 36

// publishedOptics are those of the published pictures.
var publishedOptics = optics{width: 960, height: 720, focalMM: 50}

// optics are those of the configuration.
func (c Config) optics() optics {
	p := publishedOptics
	return optics{cmp.Or(c.Width, p.width), cmp.Or(c.Height, p.height), cmp.Or(c.LensMM, p.focalMM)}
}

// areaScale is how many times the pixels of a published picture one has. Thresholds in pixels grow with it: those of areas in
// proportion, those of lengths with its square root.
func (o optics) areaScale() float64 {
	return float64(o.width*o.height) / float64(publishedOptics.width*publishedOptics.height)
}

// fewestPixels is how many pixels of every object must be seen in the flatter views. It need not be whole.
func (o optics) fewestPixels() float64 { return minVisiblePixels * o.areaScale() }

// cameraPresets are where cameras stand before they are jittered, from the steepest view to the flattest.
var cameraPresets = [...]struct {
	at    geom.Vec3 // meters, world
	pitch float64   // degrees about X: 0 looks straight down, 90 along the desk
}{
	{geom.V(2, -3, 5.5), 40},
	{geom.V(2, -4.2, 4.5), 51},
	{geom.V(2, -4.8, 3.5), 62},
}

// By how much each coordinate of a camera, in meters, and each of its angles, in degrees, is jittered to either side.
const cameraShiftJitter, cameraTurnJitter = 0.1, 0.3

// drawCamera jitters a preset: where the camera is, meters in the world, and its Euler angles, degrees.
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

// camera is the camera at a place, meters in the world, turned by Euler angles in degrees: about X, then Y, then Z.
func (o optics) camera(at, turned [3]float64) camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: geom.Transform{M: viewTurn(turned), T: geom.V(at[0], at[1], at[2])},
		Width:           o.width, Height: o.height,
		FocalPx: float64(o.focalMM*float64(o.width)) / sensorMM,
		CenterX: float64(o.width) / 2, CenterY: float64(o.height) / 2,
		Near: 0.1, Far: 1000,
	}
}

// viewMargin is the share of a picture's width and height, at either side, into which no corner of the plan may come before the
// camera is jittered. The published lens leaves 0.028 at the left and right, which keeps objects in the picture after the jitter.
const viewMargin = 0.025

// What sizes of pictures, in pixels, and lenses there are. With the shortest lens a large object is some 6 pixels wide
// in pictures of the published size.
const (
	leastSize, mostSize = 16, 8192
	shortestFocalMM     = 10
)

// faults are sentences about what is out of range.
func (o optics) faults() (bad []string) {
	for _, size := range []struct {
		key string
		v   int
	}{{"width", o.width}, {"height", o.height}} {
		if size.v < leastSize || size.v > mostSize {
			bad = append(bad, fmt.Sprintf("%s is %d, want %d to %d", size.key, size.v, leastSize, mostSize))
		}
	}
	if len(bad) > 0 {
		return bad
	}
	if !(o.focalMM >= shortestFocalMM) {
		return []string{fmt.Sprintf("lens_mm is %g, want %d or more", o.focalMM, shortestFocalMM)}
	}
	switch longest := o.longestFocalMM(); {
	case longest < shortestFocalMM:
		bad = append(bad, fmt.Sprintf("pictures of %d x %d are too low to show the desk through a lens of %d mm", o.width, o.height, shortestFocalMM))
	case o.focalMM > longest:
		bad = append(bad, fmt.Sprintf("lens_mm is %g, want %d to %g: a longer one would leave parts of the desk out of pictures of %d x %d",
			o.focalMM, shortestFocalMM, longest, o.width, o.height))
	}
	return bad
}

// longestFocalMM is the longest lens, in tenths of a millimeter, with which all presets see the whole plan in pictures of this size.
func (o optics) longestFocalMM() float64 {
	longest := math.Inf(1)
	o.focalMM = shortestFocalMM // any will do
	for _, preset := range cameraPresets {
		cam := o.camera([3]float64{preset.at.X, preset.at.Y, preset.at.Z}, [3]float64{preset.pitch, 0, 0})
		for _, corner := range []planPoint{{0, 0}, {canvas, 0}, {0, canvas}, {canvas, canvas}} {
			x, y, _ := cam.Project(deskPoint(corner))
			for _, off := range []float64{math.Abs(x/float64(o.width) - 0.5), math.Abs(y/float64(o.height) - 0.5)} {
				longest = min(longest, o.focalMM*(0.5-viewMargin)/off)
			}
		}
	}
	return math.Floor(longest*10) / 10
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
	if width, height := float64(cam.Width), float64(cam.Height); px < 0 || px > width {
		px, py = min(max(px, 0), width), min(max(py, 0), height)
	}
	return PixelDepth{px, py, depth}
}

// deskPoint is a point of the plan, in units, on the desk in the world, meters.
func deskPoint(at planPoint) geom.Vec3 { return geom.V(at.x/unitsPerMeter, at.y/unitsPerMeter, 0) }

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

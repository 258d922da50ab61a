package shopvrb

import (
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/scenes"
	"mereo/scenes/annot"
)

// The size of published pictures, and the lens and the width of the sensor that they are taken with.
const (
	publishedWidth, publishedHeight = 640, 480
	publishedLensMM                 = 35.0
	sensorMM                        = 32.0
)

// optics are the size of pictures and their lens.
type optics struct {
	width, height int     // pixels
	focalPx       float64 // pixels are square
}

// optics are those of a configuration. The sensor is as wide as the picture, whatever its height.
func (c *SceneConfig) optics() optics {
	return optics{c.Width, c.Height, float64(float64(c.Width)*c.LensMM) / sensorMM}
}

// pixels are a number of pixels of a published picture: as large a share of a picture of this size, to the nearest whole number, and 1
// at least.
func (o optics) pixels(n int) int {
	const whole = publishedWidth * publishedHeight
	return max(1, (n*o.width*o.height+whole/2)/whole)
}

// length is a distance in pixels of a published picture: its square is counted as pixels are.
func (o optics) length(n int) int {
	scale := math.Sqrt(float64(o.width*o.height) / (publishedWidth * publishedHeight))
	return max(1, int(math.Round(float64(n)*scale)))
}

// sceneOf puts a plan's things on its ground, with ids in their order.
func sceneOf(p *plan) *scenes.Scene {
	s := &scenes.Scene{Camera: p.camera(), Lights: p.exposed(lampsOf(p)), Backdrop: groundOf(p.pool, p.ground)}
	for i := range p.objects {
		s.Objects = append(s.Objects, p.objects[i].thing())
	}
	return s
}

// cameraAt is the camera at a place. It looks at the origin.
func (o optics) cameraAt(at geom.Vec3) camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: camera.LookAt(at, geom.Vec3{}, geom.V(0, 0, 1)),
		Width:           o.width, Height: o.height, FocalPx: o.focalPx,
		CenterX: float64(o.width) / 2, CenterY: float64(o.height) / 2, Near: 0.1, Far: 100,
	}
}

// camera is that of a plan.
func (p *plan) camera() camera.Pinhole { return p.optics.cameraAt(p.cameraAt) }

// calibrationOf says how a camera takes pictures. Lengths are units of the scene.
func calibrationOf(c *camera.Pinhole) *annot.Camera {
	out := annot.CameraOf(c, metersPerUnit)
	return &out
}

// lookGray is a color with the same value in all channels.
func lookGray(v float64) material.RGB { return material.RGB{v, v, v} }

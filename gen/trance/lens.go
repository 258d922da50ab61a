package trance

import (
	"fmt"

	"mereo/engine/camera"
	"mereo/scenes/annot"
)

// lens is what all cameras of a dataset have in common: the size of their pictures, at which pixels are counted, too, and what is
// seen of the world.
type lens struct {
	width, height int     // of pictures, pixels
	focalMM       float64 // millimeters behind which the sensor is
	distortion    camera.Distortion
}

// sensorMM is the width of the sensor in millimeters, which is that of the picture; the height follows from square pixels.
const sensorMM = 32

// The published lens.
const (
	publishedWidth  = 320
	publishedHeight = 240
	publishedLensMM = 35
)

var publishedLens = lens{width: publishedWidth, height: publishedHeight, focalMM: publishedLensMM}

// Bounds of a configuration's lens.
const (
	minSide, maxSide     = 16, maxPackedSide
	minLensMM, maxLensMM = 10, 200
)

// lens is that of the configuration.
func (c Config) lens() lens { return lens{c.Width, c.Height, c.LensMM, c.Realism.Distortion} }

// focalPx is the focal length in pixels.
func (l *lens) focalPx() float64 { return l.focalMM * float64(l.width) / sensorMM }

// enough is how many pixels of an object make it visible: enoughPixels in a picture of the published size, and the same share of
// the picture in all others, rounded up.
func (l *lens) enough() int {
	const published = publishedWidth * publishedHeight
	return (enoughPixels*l.width*l.height + published - 1) / published
}

// lensAdvice says what else could help where no sample is found; it is empty for the published pictures.
func (c Config) lensAdvice() string {
	l := c.lens()
	if l.distortion = (camera.Distortion{}); l == publishedLens {
		return ""
	}
	return fmt.Sprintf(", or bring width, height and lens_mm, %d x %d and %g, nearer to the published %d x %d and %d: objects must have "+
		"%d pixels here and stand inside of the pictures", l.width, l.height, l.focalMM, publishedWidth, publishedHeight, publishedLensMM,
		l.enough())
}

// infoOwn is what records say beyond the keys of the published generator and those that serve its loaders.
type infoOwn struct {
	// Cameras are those of all pictures, identity pictures and normals.
	Cameras byCamera[annot.Camera] `json:"cameras"`
}

// camera is how a camera's pictures are taken.
func (s *sceneSetup) camera(c cameraID) annot.Camera {
	cam := s.pinhole(c)
	return annot.CameraOf(&cam, 1)
}

func (s *sceneSetup) infoOwn() *infoOwn {
	out := &infoOwn{}
	for c := range cameraID(cameraCount) {
		*out.Cameras.of(c) = s.camera(c)
	}
	return out
}

//go:build cgo && linux

package pass

import (
	"mereo/engine/bounce"
	"mereo/engine/frame"
)

// Scene is a frame on the device: what all pictures of it are drawn with.
type Scene struct {
	Frame      *frame.Frame
	Geometry   *Geometry
	Shadow     *shadowMaps
	Trace      Trace
	Lights     Lights
	BounceRays int          // from each place of gathering
	Ambient    bounce.Light // bounced light in the mean
}

// NewScene makes room for one.
func NewScene() *Scene { return &Scene{Geometry: newGeometry(), Shadow: newShadowMaps()} }

// Tile is one of the pictures that are drawn together. A pass draws all tiles before the next one begins: they need nothing of each
// other, so that a device which one small picture does not fill draws several at once, and waits for passes, not for pictures.
type Tile struct {
	*Scene
	*Targets
	*Scratch
	Seen     *View // of the picture
	Drawn    *View // of the radiance: Seen, or a view of Seen.Camera.Wide()
	View     *View // as the sub-frame sees it
	Radiance *Sum  // of all sub-frames, for the picture

	// Layers of the stacks of pictures and of labels.
	Layer, LabelLayer int

	Textures *Textures
	Around   *Environment
	Blurs    bool       // the view is another in each sub-frame
	Rays     bool       // surfaces that show the scene in them are drawn
	Apart    bool       // what needs rays is summed apart
	Bounces  bool       // Bounced holds something
	Jitter   [2]float64 // of the sample from each pixel's center, pixels, y upwards
	SubFrame int
	Traced   int // of all sub-frames, those in which rays are followed
}

// Targets keep what a tile's passes draw, from sub-frame to sub-frame.
type Targets struct {
	Surface gBuffer
	Bounced bounced
	Sum     Sum
}

// Scratch keeps what one pass draws for the next. Tiles that no pass draws together may share it.
type Scratch struct {
	gathered cells
	lit      picture // of a draft: light over reflectance; w: ViewZ
	radiance picture // of a draft
}

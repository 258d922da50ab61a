package pass

import (
	"math"

	"mereo/engine/bvh"
	"mereo/engine/camera"
	"mereo/engine/frame"
)

// Exposure is through which point of the lens each sub-frame looks, and when.
type Exposure struct {
	realism frame.Realism
	lens    [][2]float64 // of the unit square
	times   [][2]float64 // the first of each
}

// NewExposure spreads sub-frames over the lens and the time of a frame.
func NewExposure(f *frame.Frame, subFrames int) *Exposure {
	return &Exposure{f.Realism, points(subFrames, f.Seed, 3), points(subFrames, f.Seed, 4)}
}

// View is a view of the loaded geometry as a sub-frame sees it. tree is of all that can be seen.
func (e *Exposure) View(v *View, tree *bvh.Tree, sub int) *View {
	r := e.realism
	r.Lens.Focus = focusOf(&r.Lens, v.Camera, tree)
	return v.from(r.CameraAt(*v.Camera, onDisc(e.lens[sub]), e.times[sub][0]-0.5))
}

// onDisc maps the unit square to the unit disc, areas to equal areas.
func onDisc(u [2]float64) [2]float64 {
	sin, cos := math.Sincos(2 * math.Pi * u[1])
	r := math.Sqrt(u[0])
	return [2]float64{r * cos, r * sin}
}

// focusOf is the ViewZ of what a lens shows sharp: what it says, else that of what lies behind the middle of the picture, else
// infinity.
func focusOf(l *frame.Lens, c *camera.Pinhole, tree *bvh.Tree) float64 {
	if l.Focus > 0 {
		return l.Focus
	}
	if hit, ok := tree.Intersect(c.Ray(float64(c.Width)/2, float64(c.Height)/2), c.Near, c.Far); ok {
		return hit.T
	}
	return math.Inf(1)
}

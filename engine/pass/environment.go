//go:build cgo && linux

package pass

import (
	"math"

	"mereo/engine/frame"
	"mereo/engine/gl"
	"mereo/engine/light"
)

// Environment keeps a panorama on the device from frame to frame. Must match shaders/common/environment.glsl and
// shaders/path/environment.glsl.
type Environment struct {
	panorama *light.Panorama
	all, sky *gl.Texture
	scale    float64     // radiance of 1 in all
	shares   *gl.Texture // the distribution, once it is wanted
}

const (
	// largestHalf is the radiance in a texture, at most: half floats reach to 65504.
	largestHalf = 32768
	// compact is the solid angle within which glare is one sun, steradians: 2 degrees across. A penumbra ten meters
	// from what throws it is then 35 cm wide at most, or about a texel of the shadow map for each of 16 sub-frames.
	compact = 0.001
)

// Load uploads the frame's panorama, if there is one that is not there yet.
func (e *Environment) Load(f *frame.Frame) {
	if f.Environment == nil || f.Environment.Panorama == e.panorama {
		return
	}
	e.panorama = f.Environment.Panorama
	for _, t := range []*gl.Texture{e.all, e.sky, e.shares} {
		t.Delete()
	}
	e.shares = nil
	peak := float32(0)
	for _, v := range e.panorama.Pix {
		peak = max(peak, v)
	}
	e.scale = 1
	for float64(peak)/e.scale > largestHalf {
		e.scale *= 2
	}
	e.all, e.sky = uploadPanorama(e.panorama, gl.RGBA16F, e.scale), uploadPanorama(e.panorama.Parts().Sky, gl.RGBA32F, 1)
}

// uploadPanorama makes a texture with all mip levels, whose texels are means over the solid angle.
func uploadPanorama(p *light.Panorama, format gl.Format, scale float64) *gl.Texture {
	levels := 1
	for w := p.Width; w > 1; w /= 2 {
		levels++
	}
	t := gl.NewPanorama(format, p.Width, p.Height, levels)
	scaled := make([]float32, len(p.Pix))
	for level := range levels {
		if level > 0 {
			p = p.Shrunk(max(1, p.Width/2), max(1, p.Height/2))
		}
		for i, v := range p.Pix {
			scaled[i] = v / float32(scale)
		}
		t.UploadFloats(level, 3, scaled[:len(p.Pix)])
	}
	return t
}

// bind binds what the shaders of standard pictures read, for pictures of a view.
func (e *Environment) bind(p *gl.Program, f *frame.Frame, v *View) {
	if f.Environment == nil {
		return
	}
	e.sky.Bind(4)
	p.Float("uSkyScale", f.Environment.Scale())
	// Sub-frames are averaged, which filters as well: half of a pixel.
	texels := 0.5 / v.Focal() * float64(e.panorama.Width) / (2 * math.Pi)
	p.Float("uEnvironmentLod", math.Log2(max(1, texels)))
	e.bindAll(p, f)
}

// bindShares binds what paths read.
func (e *Environment) bindShares(p *gl.Program, f *frame.Frame) {
	if f.Environment == nil {
		return
	}
	if e.shares == nil {
		d := e.panorama.Parts().All
		e.shares = gl.NewTexture(gl.R32F, d.Width, d.Height+1)
		e.shares.UploadFloats(0, 1, d.CDF)
	}
	e.shares.Bind(4)
	e.bindAll(p, f)
}

func (e *Environment) bindAll(p *gl.Program, f *frame.Frame) {
	e.all.Bind(7)
	p.Float("uEnvironmentTurn", f.Environment.Turn/(2*math.Pi))
	p.Float("uEnvironmentScale", f.Environment.Scale()*e.scale)
}

// glareSuns is how many suns stand for an environment's glare in each sub-frame, beside the frame's own.
func glareSuns(f *frame.Frame) int {
	if f.Environment == nil {
		return 0
	}
	switch {
	case f.Environment.Panorama.Parts().Glare == nil:
		return 0
	case BroadGlare(f):
		return maxSuns - len(f.Suns)
	}
	return 1
}

// BroadGlare reports whether an environment has more glare than a sun. Its penumbrae are wide, and no few sub-frames tell where: in
// each of them several suns, well spread, may shine on the same share of it.
func BroadGlare(f *frame.Frame) bool {
	if f.Environment == nil {
		return false
	}
	g := f.Environment.Panorama.Parts().Glare
	return g != nil && g.Spread >= compact
}

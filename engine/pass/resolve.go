//go:build cgo && linux

package pass

import (
	"mereo/engine/gl"
	"mereo/shaders"
)

// Resolve turns the sum of sub-frames into 8-bit sRGB.
type Resolve struct {
	whole, apart *gl.Program
	RGB          *gl.Texture // RGBA8
	target       *gl.Framebuffer
	screen       *gl.VertexArray
}

// NewResolve compiles the pass.
func NewResolve() (*Resolve, error) {
	whole, err := gl.NewProgram(shaders.Files, "post/screen.vert", "post/resolve.frag", "APART 0")
	if err != nil {
		return nil, err
	}
	apart, err := gl.NewProgram(shaders.Files, "post/screen.vert", "post/resolve.frag", "APART 1")
	return &Resolve{whole: whole, apart: apart, screen: gl.NewVertexArray(0)}, err
}

// Draw divides the sum by the number of sub-frames and encodes it. apart says that what needs rays was summed apart.
func (r *Resolve) Draw(s *Sum, subFrames int, apart bool) error {
	sum := s.Plain
	if r.RGB == nil || r.RGB.Width != sum.Width || r.RGB.Height != sum.Height {
		r.target.Delete()
		r.RGB.Delete()
		r.RGB = gl.NewTexture(gl.RGBA8, sum.Width, sum.Height)
		r.target = gl.NewFramebuffer(nil, r.RGB)
		if err := r.target.Complete(); err != nil {
			return err
		}
	}
	r.target.Bind()
	p := r.whole
	if apart {
		p = r.apart
	}
	p.Use()
	p.Float("uScale", 1/float64(subFrames))
	sum.Bind(0)
	s.Traced.Bind(1)
	r.screen.DrawScreen()
	return nil
}

//go:build cgo && linux

package pass

import (
	"fmt"

	"mereo/engine/frame"
	"mereo/engine/gl"
	"mereo/shaders"
)

// Resolve turns the sum of sub-frames into 8 bits for a display.
type Resolve struct {
	programs map[resolveVariant]*gl.Program // compiled when they are first met
	RGB      *gl.Texture                    // RGBA8
	target   *gl.Framebuffer
	screen   *gl.VertexArray
}

type resolveVariant struct {
	apart bool // what needs rays was summed apart
	view  frame.View
}

// NewResolve makes the pass.
func NewResolve() *Resolve {
	return &Resolve{programs: map[resolveVariant]*gl.Program{}, screen: gl.NewVertexArray(0)}
}

// program compiles a variant, once.
func (r *Resolve) program(v resolveVariant) (*gl.Program, error) {
	if p, ok := r.programs[v]; ok {
		return p, nil
	}
	apart := 0
	if v.apart {
		apart = 1
	}
	p, err := gl.NewProgram(shaders.Files, "post/screen.vert", "post/resolve.frag", fmt.Sprint("APART ", apart), fmt.Sprint("VIEW ", int(v.view)))
	if err == nil {
		r.programs[v] = p
	}
	return p, err
}

// Draw divides the sum by the number of sub-frames and encodes it. apart says that what needs rays was summed apart.
func (r *Resolve) Draw(s *Sum, subFrames int, apart bool, view frame.View) error {
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
	p, err := r.program(resolveVariant{apart, view})
	if err != nil {
		return err
	}
	p.Use()
	p.Float("uScale", 1/float64(subFrames))
	sum.Bind(0)
	s.Traced.Bind(1)
	r.screen.DrawScreen()
	return nil
}

//go:build cgo && linux

package pass

import (
	"mereo/engine/gl"
	"mereo/shaders"
)

// pixels runs shaders for every pixel of a picture: fragment shaders, or compute shaders of the same source. Compute shaders do not need the
// part of a device that draws triangles: of data centers' cards that is a small one (of NVIDIA's H100 and H200 2 of 66 processors).
// A rasterizer in software is faster without them.
type pixels struct {
	screen  *gl.VertexArray
	compute bool
}

func newPixels(compute bool) pixels { return pixels{gl.NewVertexArray(0), compute} }

// program compiles a shader that is written for both.
func (p *pixels) program(name string, defines ...string) (*gl.Program, error) {
	if p.compute {
		return gl.NewCompute(shaders.Files, name, append(defines, "COMPUTE 1")...)
	}
	return gl.NewProgram(shaders.Files, "post/screen.vert", name, append(defines, "COMPUTE 0")...)
}

// draw runs the program in use. target draws into the outputs; a compute shader has them as images 0, 1, and so on.
func (p *pixels) draw(target *gl.Framebuffer, outputs ...*gl.Texture) {
	if !p.compute {
		target.Bind()
		p.screen.DrawScreen()
		return
	}
	for i, t := range outputs {
		t.BindImage(uint32(i))
	}
	gl.DispatchPixels(outputs[0].Width, outputs[0].Height)
}

// done makes all that was drawn visible to what follows.
func (p *pixels) done() {
	if p.compute {
		gl.PixelsDone()
	}
}

//go:build cgo && linux

package pass

import (
	"mereo/engine/gl"
	"mereo/shaders"
)

// Surface draws what the lighting pass needs of the nearest surface: reflectance, roughness, normal, depth.
type Surface struct {
	program              *gl.Program
	Color, Normal, Depth *gl.Texture
	target               *gl.Framebuffer
}

// NewSurface compiles the pass.
func NewSurface() (*Surface, error) {
	p, err := gl.NewProgram(shaders.Files, "surface/mesh.vert", "surface/gbuffer.frag")
	return &Surface{program: p}, err
}

// Draw fills the textures for a sample that lies jitter pixels from each pixel's centre, y upwards.
func (s *Surface) Draw(g *Geometry, textures *Textures, v *View, jitter [2]float64) error {
	w, h := v.Camera.Width, v.Camera.Height
	if s.Depth == nil || s.Depth.Width != w || s.Depth.Height != h {
		s.target.Delete()
		for _, t := range []*gl.Texture{s.Color, s.Normal, s.Depth} {
			t.Delete()
		}
		s.Color, s.Normal = gl.NewTexture(gl.RGBA16F, w, h), gl.NewTexture(gl.RGBA16S, w, h)
		s.Depth = gl.NewTexture(gl.Depth32F, w, h)
		s.target = gl.NewFramebuffer(s.Depth, s.Color, s.Normal)
		if err := s.target.Complete(); err != nil {
			return err
		}
	}
	s.target.Bind()
	s.target.ClearDepth(0)
	gl.DepthTest(true)
	s.program.Use()
	setVertex(s.program, v, jitter)
	s.program.Vec3("uEyeWorld", v.Eye)
	textures.bind()
	g.draw()
	gl.DepthTest(false)
	return nil
}

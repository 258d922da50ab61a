//go:build cgo && linux

package pass

import (
	"mereo/engine/gl"
	"mereo/shaders"
)

// Surface draws what the lighting pass needs of the nearest surface: reflectance, roughness, normal, depth, and its look as
// a mark.
type Surface struct {
	plain, textured      *gl.Program
	outline              *outline
	Color, Normal, Depth *gl.Texture
	target               *gl.Framebuffer
}

// NewSurface compiles the pass.
func NewSurface() (*Surface, error) {
	p, err := gl.NewProgram(shaders.Files, "surface/mesh.vert", "surface/gbuffer.frag", "TEXTURES 0")
	if err != nil {
		return nil, err
	}
	t, err := gl.NewProgram(shaders.Files, "surface/mesh.vert", "surface/gbuffer.frag", "TEXTURES 1")
	if err != nil {
		return nil, err
	}
	o, err := newOutline()
	return &Surface{plain: p, textured: t, outline: o}, err
}

// Resize makes the textures as large as the view's pictures.
func (s *Surface) Resize(v *View) error {
	w, h := v.Camera.Width, v.Camera.Height
	if s.Depth != nil && s.Depth.Width == w && s.Depth.Height == h {
		return nil
	}
	s.target.Delete()
	for _, t := range []*gl.Texture{s.Color, s.Normal, s.Depth} {
		t.Delete()
	}
	s.Color, s.Normal = gl.NewTexture(gl.RGBA16F, w, h), gl.NewTexture(gl.RGBA16S, w, h)
	s.Depth = gl.NewTexture(gl.DepthMark, w, h)
	s.target = gl.NewFramebuffer(s.Depth, s.Color, s.Normal)
	return s.target.Complete()
}

// Draw fills the textures for a sample that lies jitter pixels from each pixel's centre, y upwards.
func (s *Surface) Draw(g *Geometry, textures *Textures, v *View, jitter [2]float64) {
	s.target.Bind()
	s.target.ClearDepthMark(0, int(matt))
	gl.DepthTest(true)
	p := s.plain
	if g.textured {
		p = s.textured
	}
	p.Use()
	setVertex(p, v, jitter)
	p.Vec3("uEyeWorld", v.Eye)
	textures.bind()
	g.drawMarked(v)
	gl.DepthTest(false)
	s.outline.draw(g, v)
}

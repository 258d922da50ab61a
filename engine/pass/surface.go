//go:build cgo && linux

package pass

import (
	"mereo/engine/gl"
	"mereo/shaders"
)

// Surface draws what the lighting pass needs of the nearest surface.
type Surface struct {
	plain, textured *gl.Program
	outline         *outline
}

// gBuffer is what Surface draws of a view.
type gBuffer struct {
	Color  *gl.Texture // reflectance, roughness
	Normal *gl.Texture // octahedral; metallic, index of refraction or instance
	Depth  *gl.Texture // and the shading model as a mark, on which what is converged stays from sub-frame to sub-frame
	marks  *gl.Texture // of Depth
	target *gl.Framebuffer
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
func (b *gBuffer) Resize(v *View) error {
	w, h := v.Camera.Width, v.Camera.Height
	if b.Depth != nil && b.Depth.Width == w && b.Depth.Height == h {
		return nil
	}
	b.target.Delete()
	for _, t := range []*gl.Texture{b.Color, b.Normal, b.Depth, b.marks} {
		t.Delete()
	}
	b.Color, b.Normal = gl.NewTexture(gl.RGBA16F, w, h), gl.NewTexture(gl.RGBA16S, w, h)
	b.Depth = gl.NewTexture(gl.DepthMark, w, h)
	b.marks = b.Depth.Marks()
	b.target = gl.NewFramebuffer(b.Depth, b.Color, b.Normal)
	return b.target.Complete()
}

// Draw fills the tiles' buffers, where they are not converged.
func (s *Surface) Draw(tiles []*Tile) {
	for _, t := range tiles {
		b := &t.Surface
		b.target.Bind()
		b.target.ClearDepthMark(0, int(matt))
		gl.DepthTest(true)
		p := s.plain
		if t.Geometry.textured {
			p = s.textured
		}
		p.Use()
		setVertex(p, t.View, t.Jitter)
		p.Vec3("uEyeWorld", t.View.Eye)
		t.Textures.bind()
		t.Geometry.drawMarked(t.View)
		gl.DepthTest(false)
		s.outline.draw(t.Geometry, t.View)
	}
}

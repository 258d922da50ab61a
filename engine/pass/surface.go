//go:build cgo && linux

package pass

import (
	"fmt"

	"mereo/engine/gl"
	"mereo/shaders"
)

// Surface draws what the lighting pass needs of the nearest surface.
type Surface struct {
	programs map[surfaceVariant]*gl.Program // compiled when they are first met
	outline  *outline
}

type surfaceVariant struct{ textured, covered, relief, tinted bool }

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
	o, err := newOutline()
	if err != nil {
		return nil, err
	}
	s := &Surface{programs: map[surfaceVariant]*gl.Program{}, outline: o}
	_, err = s.program(surfaceVariant{})
	return s, err
}

// program compiles a variant, once.
func (s *Surface) program(v surfaceVariant) (*gl.Program, error) {
	if p, ok := s.programs[v]; ok {
		return p, nil
	}
	number := map[bool]int{true: 1}
	p, err := gl.NewProgram(shaders.Files, "surface/mesh.vert", "surface/gbuffer.frag",
		fmt.Sprint("TEXTURES ", number[v.textured]), fmt.Sprint("COVERAGE ", number[v.covered]), fmt.Sprint("RELIEF ", number[v.relief]),
		fmt.Sprint("TINTED ", number[v.tinted]))
	if err == nil {
		s.programs[v] = p
	}
	return p, err
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
func (s *Surface) Draw(tiles []*Tile) error {
	for _, t := range tiles {
		b := &t.Surface
		b.target.Bind()
		b.target.ClearDepthMark(0, int(matt))
		gl.DepthTest(true)
		p, err := s.program(surfaceVariant{t.Geometry.textured, t.Geometry.covered, t.Geometry.relief, t.Geometry.tinted})
		if err != nil {
			return err
		}
		p.Use()
		p.Uint("uCoverSample", uint32(t.SubFrame))
		setVertex(p, t.View, t.Jitter)
		p.Vec4("uToEye", t.View.toEye())
		t.Textures.bind()
		t.Geometry.drawMarked(t.View)
		gl.DepthTest(false)
		s.outline.draw(t.Geometry, t.View)
	}
	return nil
}

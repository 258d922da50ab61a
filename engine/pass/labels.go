//go:build cgo && linux

package pass

import (
	"fmt"

	"mereo/engine/gl"
	"mereo/shaders"
)

// Labels draws one sample at each pixel centre: ids, ViewZ and normal. Masks and depth come from here, together.
type Labels struct {
	programs    map[labelVariant]*gl.Program // compiled when they are first met
	IDs         *gl.Texture                  // RG16UI: object and part
	ViewZ       *gl.Texture                  // R32F, metres
	Normal      *gl.Texture                  // RGBA32F, world
	reflectance *gl.Texture                  // RGBA16F, for drafts; nil unless wanted
	target      *gl.Framebuffer
	depth       *gl.Texture
	rays        rayLabels
}

type labelVariant struct{ color, textured bool }

// NewLabels compiles what every scene needs.
func NewLabels() (*Labels, error) {
	l := &Labels{programs: map[labelVariant]*gl.Program{}}
	_, err := l.program(labelVariant{})
	return l, err
}

// program compiles a variant, once.
func (l *Labels) program(v labelVariant) (*gl.Program, error) {
	if p, ok := l.programs[v]; ok {
		return p, nil
	}
	number := map[bool]int{true: 1}
	p, err := gl.NewProgram(shaders.Files, "surface/mesh.vert", "id/label.frag",
		fmt.Sprint("COLOR ", number[v.color]), fmt.Sprint("TEXTURES ", number[v.textured]))
	if err == nil {
		l.programs[v] = p
	}
	return p, err
}

// Draw fills IDs, ViewZ and Normal.
func (l *Labels) Draw(g *Geometry, v *View) error { return l.draw(g, nil, v) }

// DrawRays fills IDs, ViewZ and Normal for a view with distortion. t must hold the tree of g's triangles.
func (l *Labels) DrawRays(g *Geometry, t *Trace, v *View) error {
	if err := l.resize(v, false); err != nil {
		return err
	}
	l.target.Bind()
	return l.rays.draw(g, t, g.Tree.Order, v)
}

// draw fills reflectance, too, if there are textures to make it of.
func (l *Labels) draw(g *Geometry, textures *Textures, v *View) error {
	color := textures != nil
	if err := l.resize(v, color); err != nil {
		return err
	}
	p, err := l.program(labelVariant{color, color && g.textured})
	if err != nil {
		return err
	}
	l.target.Bind()
	l.target.ClearUint(0)
	l.target.ClearColor(1, 0, 0, 0, 0)
	l.target.ClearColor(2, 0, 0, 0, 0)
	l.target.ClearDepth(0)
	gl.DepthTest(true)
	p.Use()
	setVertex(p, v, [2]float64{})
	p.Vec3("uEyeWorld", v.Eye)
	if color {
		textures.bind()
	}
	g.draw(v)
	gl.DepthTest(false)
	return nil
}

// resize makes the textures as large as the view's pictures.
func (l *Labels) resize(v *View, color bool) error {
	w, h := v.Camera.Width, v.Camera.Height
	if l.ViewZ != nil && l.ViewZ.Width == w && l.ViewZ.Height == h && color == (l.reflectance != nil) {
		return nil
	}
	l.target.Delete()
	for _, t := range []*gl.Texture{l.IDs, l.ViewZ, l.Normal, l.reflectance, l.depth} {
		t.Delete()
	}
	l.IDs, l.ViewZ, l.Normal = gl.NewTexture(gl.RG16UI, w, h), gl.NewTexture(gl.R32F, w, h), gl.NewTexture(gl.RGBA32F, w, h)
	l.depth, l.reflectance = gl.NewTexture(gl.Depth32F, w, h), nil
	all := []*gl.Texture{l.IDs, l.ViewZ, l.Normal}
	if color {
		l.reflectance = gl.NewTexture(gl.RGBA16F, w, h)
		all = append(all, l.reflectance)
	}
	l.target = gl.NewFramebuffer(l.depth, all...)
	return l.target.Complete()
}

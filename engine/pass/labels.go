//go:build cgo && linux

package pass

import (
	"mereo/engine/gl"
	"mereo/shaders"
)

// Labels draws one sample at each pixel centre: ids, ViewZ and normal. Masks and depth come from here, together.
type Labels struct {
	program            *gl.Program
	IDs, ViewZ, Normal *gl.Texture // RG16UI object and part; metres; world
	target             *gl.Framebuffer
	depth              *gl.Texture
}

// NewLabels compiles the pass.
func NewLabels() (*Labels, error) {
	p, err := gl.NewProgram(shaders.Files, "surface/mesh.vert", "id/label.frag")
	return &Labels{program: p}, err
}

// Draw fills the three textures.
func (l *Labels) Draw(g *Geometry, v *View) error {
	w, h := v.Camera.Width, v.Camera.Height
	if l.ViewZ == nil || l.ViewZ.Width != w || l.ViewZ.Height != h {
		l.target.Delete()
		for _, t := range []*gl.Texture{l.IDs, l.ViewZ, l.Normal, l.depth} {
			t.Delete()
		}
		l.IDs, l.ViewZ, l.Normal = gl.NewTexture(gl.RG16UI, w, h), gl.NewTexture(gl.R32F, w, h), gl.NewTexture(gl.RGBA32F, w, h)
		l.depth = gl.NewTexture(gl.Depth32F, w, h)
		l.target = gl.NewFramebuffer(l.depth, l.IDs, l.ViewZ, l.Normal)
		if err := l.target.Complete(); err != nil {
			return err
		}
	}
	l.target.Bind()
	l.target.ClearUint(0)
	l.target.ClearColor(1, 0, 0, 0, 0)
	l.target.ClearColor(2, 0, 0, 0, 0)
	l.target.ClearDepth(0)
	gl.DepthTest(true)
	l.program.Use()
	setVertex(l.program, v, [2]float64{})
	l.program.Vec3("uEyeWorld", v.Eye)
	g.draw(v)
	gl.DepthTest(false)
	return nil
}

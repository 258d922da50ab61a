//go:build cgo

package pass

import (
	"mereo/engine/gl"
	"mereo/engine/material"
	"mereo/shaders"
)

// Lighting adds a sub-frame's radiance to the sum.
type Lighting struct {
	plain, traced *gl.Program
	Sum           *gl.Texture // RGBA32F
	target        *gl.Framebuffer
	screen        *gl.VertexArray
}

// NewLighting compiles the pass.
func NewLighting() (*Lighting, error) {
	plain, err := gl.NewProgram(shaders.Files, "post/screen.vert", "surface/lighting.frag")
	if err != nil {
		return nil, err
	}
	traced, err := gl.NewProgram(shaders.Files, "post/screen.vert", "surface/lighting_traced.frag")
	return &Lighting{plain: plain, traced: traced, screen: gl.NewVertexArray(0)}, err
}

// Begin clears the sum.
func (l *Lighting) Begin(v *View) error {
	w, h := v.Camera.Width, v.Camera.Height
	if l.Sum == nil || l.Sum.Width != w || l.Sum.Height != h {
		l.target.Delete()
		l.Sum.Delete()
		l.Sum = gl.NewTexture(gl.RGBA32F, w, h)
		l.target = gl.NewFramebuffer(nil, l.Sum)
		if err := l.target.Complete(); err != nil {
			return err
		}
	}
	l.target.ClearColor(0, 0, 0, 0, 0)
	return nil
}

// LightingInput names everything that a sub-frame's lighting reads.
type LightingInput struct {
	View     *View
	Geometry *Geometry
	Textures *Textures
	Surface  *Surface
	Shadow   *Shadow
	Indirect *gl.Texture // irradiance / pi of bounced light; nil for none
	Trace    *Trace      // nil where no surface shows the scene in it
	Jitter   [2]float64  // of the sample from each pixel's centre, pixels, y upwards
	SubFrame int
	Seed     uint64
	Ambient  material.RGB // irradiance / pi taken for granted at points seen in mirrors
}

// Draw adds one sub-frame.
func (l *Lighting) Draw(in LightingInput) {
	p := l.plain
	if in.Trace != nil {
		p = l.traced
		in.Trace.bind()
		p.Int("uNodes", in.Trace.count)
		p.Uint("uSubFrame", uint32(in.SubFrame))
		p.Uint("uSeed", uint32(in.Seed))
	}
	l.target.Bind()
	p.Use()
	in.Textures.bind()
	in.Geometry.instances.BindStorage(0)
	in.Surface.Color.Bind(2)
	in.Surface.Normal.Bind(3)
	in.Surface.Instance.Bind(4)
	in.Surface.Depth.Bind(5)
	indirect := 0
	if in.Indirect != nil {
		in.Indirect.Bind(6)
		indirect = 1
	}
	p.Int("uIndirect", indirect)
	if in.Shadow.Maps != nil {
		in.Shadow.Maps.Bind(8)
	}
	p.Float("uShadowTexel", 1.0/shadowSize)
	setCamera(p, in.View)
	p.Vec2("uJitterPx", in.Jitter[0], in.Jitter[1])
	n, f := in.View.Camera.Near, in.View.Camera.Far
	p.Vec2("uDepthToZ", n*f/(f-n), n/(f-n))
	p.Vec3("uAmbient", [3]float32{float32(in.Ambient[0]), float32(in.Ambient[1]), float32(in.Ambient[2])})
	gl.BlendAdd(true)
	l.screen.DrawScreen()
	gl.BlendAdd(false)
}

// setCamera sets what shaders need to find the point behind a pixel.
func setCamera(p *gl.Program, v *View) {
	p.Vec3("uEyeWorld", v.Eye)
	p.Mat3("uWorldFromCamera", &v.WorldFromCamera)
	c := v.Camera
	p.Vec4("uPinhole", [4]float32{float32(c.FocalPx), float32(c.CenterX), float32(float64(c.Height) - c.CenterY)})
}

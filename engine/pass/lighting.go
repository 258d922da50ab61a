//go:build cgo && linux

package pass

import (
	"fmt"
	"slices"

	"mereo/engine/frame"
	"mereo/engine/gl"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/shaders"
)

// Lighting adds a sub-frame's radiance to the sum.
type Lighting struct {
	programs map[variant]*gl.Program
	Sum      *gl.Texture // RGBA32F
	target   *gl.Framebuffer
	deep     *gl.Framebuffer // with the depth texture below
	depth    *gl.Texture
	screen   *gl.VertexArray
}

// variant is what the lighting shaders are compiled for. A scene's variant is compiled when it is first met.
type variant struct {
	lamps, suns       int
	sky, matt, traced bool
	shaded            bool // a sun casts shadows
}

// NewLighting makes the pass.
func NewLighting() *Lighting {
	return &Lighting{programs: map[variant]*gl.Program{}, screen: gl.NewVertexArray(0)}
}

// program compiles a variant, once.
func (l *Lighting) program(v variant) (*gl.Program, error) {
	if p, ok := l.programs[v]; ok {
		return p, nil
	}
	vertex, fragment := "post/screen.vert", "surface/lighting.frag"
	if v.traced {
		vertex, fragment = "surface/mesh.vert", "surface/traced.frag"
	}
	number := map[bool]int{true: 1}
	p, err := gl.NewProgram(shaders.Files, vertex, fragment, fmt.Sprint("LAMPS ", v.lamps), fmt.Sprint("SUNS ", v.suns),
		fmt.Sprint("SKY ", skyDirections*number[v.sky]), fmt.Sprint("MATT ", number[v.matt]),
		fmt.Sprint("SUN_SHADOWS ", number[v.shaded]))
	if err != nil {
		return nil, err
	}
	l.programs[v] = p
	return p, nil
}

// Begin clears the sum.
func (l *Lighting) Begin(v *View) error {
	w, h := v.Camera.Width, v.Camera.Height
	if l.Sum == nil || l.Sum.Width != w || l.Sum.Height != h {
		l.target.Delete()
		l.Sum.Delete()
		l.Sum = gl.NewTexture(gl.RGBA32F, w, h)
		l.target, l.depth = gl.NewFramebuffer(nil, l.Sum), nil
		if err := l.target.Complete(); err != nil {
			return err
		}
	}
	l.target.ClearColor(0, 0, 0, 0, 0)
	return nil
}

// LightingInput names everything that a sub-frame's lighting reads.
type LightingInput struct {
	Frame    *frame.Frame
	View     *View
	Geometry *Geometry
	Textures *Textures
	Surface  *Surface
	Shadow   *Shadow
	Indirect *gl.Texture // irradiance / pi of bounced light; nil for none
	Trace    *Trace      // nil where no surface shows the scene in it
	Jitter   [2]float64  // of the sample from each pixel's centre, pixels, y upwards
	SubFrame int
	Ambient  material.RGB // irradiance / pi taken for granted at points seen in mirrors
}

// Draw adds one sub-frame: first what needs no rays, then the rest.
func (l *Lighting) Draw(in LightingInput) error {
	f := in.Frame
	v := variant{lamps: len(f.Lights), suns: len(f.Suns), sky: f.WorldRadiance != material.RGB{}, matt: in.Geometry.matt,
		shaded: slices.ContainsFunc(f.Suns, func(s light.Sun) bool { return s.Shadows })}
	plain, err := l.program(v)
	if err != nil {
		return err
	}
	gl.BlendAdd(true)
	l.target.Bind()
	l.start(plain, in)
	in.Surface.Depth.Bind(5)
	setCamera(plain, in.View)
	plain.Vec2("uJitterPx", in.Jitter[0], in.Jitter[1])
	near, far := in.View.Camera.Near, in.View.Camera.Far
	plain.Vec2("uDepthToZ", near*far/(far-near), near/(far-near))
	l.screen.DrawScreen()
	if in.Trace != nil {
		v.traced = true
		traced, err := l.program(v)
		if err != nil {
			return err
		}
		l.targetWith(in.Surface.Depth).Bind()
		l.start(traced, in)
		in.Trace.bind()
		setVertex(traced, in.View, in.Jitter)
		traced.Int("uNodes", in.Trace.count)
		traced.Uint("uSubFrame", uint32(in.SubFrame))
		traced.Uint("uSeed", uint32(in.Frame.Seed))
		gl.DepthEqual(true)
		in.Geometry.array.Draw(in.Geometry.traced)
		gl.DepthEqual(false)
	}
	gl.BlendAdd(false)
	return nil
}

// targetWith is the sum together with the surfaces' depth.
func (l *Lighting) targetWith(depth *gl.Texture) *gl.Framebuffer {
	if l.depth != depth {
		l.deep.Delete()
		l.deep, l.depth = gl.NewFramebuffer(depth, l.Sum), depth
	}
	return l.deep
}

// start binds what both programs read.
func (l *Lighting) start(p *gl.Program, in LightingInput) {
	p.Use()
	in.Textures.bind()
	in.Geometry.instances.BindStorage(0)
	in.Surface.Color.Bind(2)
	in.Surface.Normal.Bind(3)
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
	p.Vec3("uEyeWorld", in.View.Eye)
	p.Vec3("uAmbient", [3]float32{float32(in.Ambient[0]), float32(in.Ambient[1]), float32(in.Ambient[2])})
}

// setVertex sets what surface/mesh.vert reads; jitter as in Surface.Draw.
func setVertex(p *gl.Program, v *View, jitter [2]float64) {
	p.Mat4("uClipFromWorld", &v.ClipFromWorld)
	p.Vec2("uJitterClip", -2*jitter[0]/float64(v.Camera.Width), -2*jitter[1]/float64(v.Camera.Height))
}

// setCamera sets what shaders need to find the point behind a pixel.
func setCamera(p *gl.Program, v *View) {
	p.Vec3("uEyeWorld", v.Eye)
	p.Mat3("uWorldFromCamera", &v.WorldFromCamera)
	c := v.Camera
	p.Vec4("uPinhole", [4]float32{float32(c.FocalPx), float32(c.CenterX), float32(float64(c.Height) - c.CenterY)})
}

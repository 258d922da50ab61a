//go:build cgo && linux

package pass

import (
	"mereo/engine/bounce"
	"mereo/engine/gl"
	"mereo/shaders"
)

// coarse is the spacing of the pixels at which bounced light is gathered. Must match shaders/indirect.
const coarse = 4

// virtualLight must match VirtualLight in shaders/indirect/vpl.glsl.
type virtualLight struct{ position, normal, flux [4]float32 }

// Indirect computes light that has bounced, at every pixel, from virtual lights.
type Indirect struct {
	gather, upsample *gl.Program
	buffer           gl.Buffer
	count            int
	light, normal    *gl.Texture
	low              *gl.Framebuffer
	screen           *gl.VertexArray
}

// Bounced is the bounced light of a view.
type Bounced struct {
	Full *gl.Texture // irradiance / pi at pixel centres
	full *gl.Framebuffer
}

// NewIndirect compiles the pass.
func NewIndirect() (*Indirect, error) {
	g, err := gl.NewProgram(shaders.Files, "post/screen.vert", "indirect/gather.frag")
	if err != nil {
		return nil, err
	}
	u, err := gl.NewProgram(shaders.Files, "post/screen.vert", "indirect/upsample.frag")
	return &Indirect{gather: g, upsample: u, screen: gl.NewVertexArray(0)}, err
}

// Load uploads the virtual lights.
func (p *Indirect) Load(lights []bounce.Light) {
	data := make([]virtualLight, bounce.Max)
	for i, l := range lights {
		data[i] = virtualLight{vec4(l.Position, l.Area/3.14159265), vec4(l.Normal, 0), rgb(l.Flux, 0)}
	}
	gl.Upload(&p.buffer, data)
	p.count = len(lights)
}

// Draw computes the bounced light of a view from its labels.
func (p *Indirect) Draw(v *View, labels *Labels, out *Bounced) error {
	w, h := v.Camera.Width, v.Camera.Height
	if out.Full == nil || out.Full.Width != w || out.Full.Height != h {
		out.Full.Delete()
		out.full.Delete()
		out.Full = gl.NewTexture(gl.RGBA16F, w, h)
		out.full = gl.NewFramebuffer(nil, out.Full)
		if err := out.full.Complete(); err != nil {
			return err
		}
	}
	if p.light == nil || p.light.Width != (w+coarse-1)/coarse || p.light.Height != (h+coarse-1)/coarse {
		p.low.Delete()
		for _, t := range []*gl.Texture{p.light, p.normal} {
			t.Delete()
		}
		cw, ch := (w+coarse-1)/coarse, (h+coarse-1)/coarse
		p.light, p.normal = gl.NewTexture(gl.RGBA32F, cw, ch), gl.NewTexture(gl.RGBA16F, cw, ch)
		p.low = gl.NewFramebuffer(nil, p.light, p.normal)
		if err := p.low.Complete(); err != nil {
			return err
		}
	}
	p.buffer.BindUniform(1)
	for _, step := range []struct {
		program *gl.Program
		target  *gl.Framebuffer
	}{{p.gather, p.low}, {p.upsample, out.full}} {
		step.target.Bind()
		step.program.Use()
		step.program.Int("uVirtual", p.count)
		setCamera(step.program, v)
		labels.ViewZ.Bind(0)
		labels.Normal.Bind(1)
		p.light.Bind(2)
		p.normal.Bind(3)
		p.screen.DrawScreen()
	}
	return nil
}

//go:build cgo && linux

package pass

import (
	"mereo/engine/bounce"
	"mereo/engine/gl"
	"mereo/shaders"
)

// coarse is the spacing of the pixels at which bounced light is gathered. Must match shaders/indirect.
const coarse = 4

// virtualLight must match what gather fetches in shaders/indirect/vpl.glsl.
type virtualLight struct{ position, normal, flux [4]float32 }

// Indirect computes light that has bounced, at every pixel, from virtual lights.
type Indirect struct {
	programs      map[bool][2]*gl.Program // gather and upsample; true: from the label pass
	buffer        gl.Buffer
	texels        gl.BufferTexture
	count         int
	light, normal *gl.Texture
	low           *gl.Framebuffer
	screen        *gl.VertexArray
}

// Bounced is the bounced light of a view.
type Bounced struct {
	Full *gl.Texture // irradiance / pi at pixel centres
	full *gl.Framebuffer
}

// NewIndirect compiles the pass.
func NewIndirect() (*Indirect, error) {
	p := &Indirect{programs: map[bool][2]*gl.Program{}, screen: gl.NewVertexArray(0)}
	for _, labels := range []bool{false, true} {
		define := "LABELS 0"
		if labels {
			define = "LABELS 1"
		}
		g, err := gl.NewProgram(shaders.Files, "post/screen.vert", "indirect/gather.frag", define)
		if err != nil {
			return nil, err
		}
		u, err := gl.NewProgram(shaders.Files, "post/screen.vert", "indirect/upsample.frag", define)
		if err != nil {
			return nil, err
		}
		p.programs[labels] = [2]*gl.Program{g, u}
	}
	return p, nil
}

// Load uploads the virtual lights.
func (p *Indirect) Load(lights []bounce.Light) {
	data := make([]virtualLight, len(lights))
	for i, l := range lights {
		data[i] = virtualLight{vec4(l.Position, l.Area/3.14159265), vec4(l.Normal, 0), rgb(l.Flux, 0)}
	}
	gl.Upload(&p.buffer, data)
	p.texels.View(&p.buffer)
	p.count = len(lights)
}

// FromLabels computes the bounced light of a view at the places that its labels say.
func (p *Indirect) FromLabels(v *View, l *Labels, out *Bounced) error {
	return p.draw(p.programs[true], v, l.ViewZ, l.Normal, [2]float64{}, out)
}

// FromSurface does so from what Surface.Draw left with this jitter.
func (p *Indirect) FromSurface(v *View, s *GBuffer, jitter [2]float64, out *Bounced) error {
	return p.draw(p.programs[false], v, s.Depth, s.Normal, jitter, out)
}

func (p *Indirect) draw(programs [2]*gl.Program, v *View, depth, normal *gl.Texture, jitter [2]float64, out *Bounced) error {
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
	p.texels.Bind(4)
	for _, step := range []struct {
		program *gl.Program
		target  *gl.Framebuffer
	}{{programs[0], p.low}, {programs[1], out.full}} {
		step.target.Bind()
		step.program.Use()
		step.program.Int("uVirtual", p.count)
		setCamera(step.program, v)
		setSample(step.program, v, jitter)
		depth.Bind(0)
		normal.Bind(1)
		p.light.Bind(2)
		p.normal.Bind(3)
		p.screen.DrawScreen()
	}
	return nil
}

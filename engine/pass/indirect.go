//go:build cgo && linux

package pass

import (
	"errors"
	"fmt"
	"slices"

	"mereo/engine/frame"
	"mereo/engine/gl"
	"mereo/shaders"
)

// coarse is the spacing of the pixels at which bounced light is gathered. Must match smooth.frag and gather.frag in
// shaders/indirect, which put 4 x 4 cells together.
const coarse = 4

// smoothing are the means of places that are taken one after the other, an odd number of them: each of so many steps to every side,
// of so many places.
var smoothing = [...]struct{ radius, step int }{{2, 1}, {1, 2}, {1, 3}, {1, 5}, {1, 8}}

// reach is how far places tell of each other, in parts of the mean distance of what rays from there meet. Half and twice as much are
// no nearer to path tracing.
const reach = 0.2

// known says of which pixels light is known, for shaders/indirect/guide.glsl.
type known struct {
	spacing int  // in pixels
	labels  bool // the surfaces are those of Labels
}

func (k known) defines() []string {
	labels := 0
	if k.labels {
		labels = 1
	}
	return []string{fmt.Sprint("CELL ", k.spacing), fmt.Sprint("LABELS ", labels)}
}

// Indirect computes light that has bounced: few rays at few pixels, the mean over neighbors on the same surface, and from
// there to all pixels.
type Indirect struct {
	gather           map[variant]*gl.Program // highlights are left out, so the shading model is matt
	smooth, upsample *gl.Program
	interior         *gl.Program
	pixels
}

// cells are a view's places of gathering.
type cells struct {
	light, normal *gl.Texture
	target        *gl.Framebuffer
}

// resize makes them as many as a view has.
func (c *cells) resize(v *View) error {
	w, h := (v.Camera.Width+coarse-1)/coarse, (v.Camera.Height+coarse-1)/coarse
	if c.light != nil && c.light.Width == w && c.light.Height == h {
		return nil
	}
	c.target.Delete()
	c.light.Delete()
	c.normal.Delete()
	c.light, c.normal = gl.NewTexture(gl.RGBA32F, w, h), gl.NewTexture(gl.RGBA16F, w, h)
	c.target = gl.NewFramebuffer(nil, c.light, c.normal)
	return c.target.Complete()
}

// bounced is the bounced light of a view.
type bounced struct {
	cells  cells
	jitter [2]float64  // of the samples at which it was gathered
	Full   *gl.Texture // irradiance / pi at the samples of the sub-frame
	full   *gl.Framebuffer
	depth  *gl.Texture // whose marks full has
}

// resize makes it as large as the view's surfaces.
func (b *bounced) resize(t *Tile) error {
	if err := b.cells.resize(t.View); err != nil || b.depth == t.Surface.Depth {
		return err
	}
	b.full.Delete()
	b.Full.Delete()
	b.depth = t.Surface.Depth
	b.Full = gl.NewTexture(gl.RGBA16F, b.depth.Width, b.depth.Height)
	b.full = gl.NewFramebuffer(b.depth, b.Full)
	return b.full.Complete()
}

// NewIndirect compiles what serves all scenes.
func NewIndirect(compute bool) (*Indirect, error) {
	p := &Indirect{gather: map[variant]*gl.Program{}, pixels: newPixels(compute)}
	defines := known{coarse, false}.defines()
	var err error
	if p.smooth, err = p.program("indirect/smooth.frag", defines...); err != nil {
		return nil, err
	}
	if p.upsample, err = p.program("indirect/upsample.frag", defines...); err != nil {
		return nil, err
	}
	p.interior, err = gl.NewProgram(shaders.Files, "post/screen.vert", "indirect/interior.frag", defines...)
	return p, err
}

// Light is gathered twice: first with a share of the rays and fewer means, from which the second gathering takes the light that has already
// bounced where its rays end.
const (
	firstRays  = 4 // one of so many rays
	firstMeans = 1 // of smoothing; an odd number
)

// Gather finds bounced light at some pixels of each tile that has it, in the light of this sub-frame.
func (p *Indirect) Gather(tiles []*Tile) error {
	if slices.ContainsFunc(tiles, (*Tile).bouncesAgain) {
		if err := p.gatherOnce(tiles, true, firstMeans); err != nil {
			return err
		}
	}
	return p.gatherOnce(tiles, false, len(smoothing))
}

// bouncesAgain tells whether light is gathered twice. Where it comes from outside, it is found where rays end.
func (t *Tile) bouncesAgain() bool {
	return t.Bounces && t.Frame.Environment == nil && t.Frame.Quality == frame.Standard && t.BounceRays >= firstRays
}

func (p *Indirect) gatherOnce(tiles []*Tile, first bool, means int) error {
	for _, t := range tiles {
		if !t.Bounces || first && !t.bouncesAgain() {
			continue
		}
		v := t.variant()
		gather, ok := p.gather[v]
		if !ok {
			var err error
			defines := append(v.defines(), known{coarse, false}.defines()...)
			if gather, err = p.program("indirect/gather.frag", defines...); err != nil {
				return err
			}
			p.gather[v] = gather
		}
		if err := errors.Join(t.gathered.resize(t.View), t.Bounced.resize(t)); err != nil {
			return err
		}
		t.Bounced.jitter = t.Jitter
		p.start(gather, t)
		t.Textures.bind()
		t.bindLights(gather)
		t.Around.bind(gather, t.Frame, t.View)
		t.Trace.start(gather, t)
		rays, again := t.BounceRays, 0
		if first {
			rays /= firstRays
		} else if t.bouncesAgain() {
			again = 1
			t.Bounced.cells.light.Bind(2)
			t.Bounced.cells.normal.Bind(3)
		}
		gather.Int("uRays", rays)
		gather.Int("uAgain", again)
		gather.Vec3("uAmbient", [3]float32{float32(t.Ambient[0]), float32(t.Ambient[1]), float32(t.Ambient[2])})
		p.draw(t.gathered.target, t.gathered.light, t.gathered.normal)
	}
	narrow := 0.0
	for k, mean := range smoothing[:means] {
		p.done()
		for _, t := range tiles {
			if !t.Bounces || first && !t.bouncesAgain() {
				continue
			}
			from, to := &t.gathered, &t.Bounced.cells
			if k%2 == 1 {
				from, to = to, from
			}
			p.start(p.smooth, t)
			from.light.Bind(2)
			from.normal.Bind(3)
			p.smooth.Int("uRadius", mean.radius)
			p.smooth.Int("uStep", mean.step)
			p.smooth.Float("uNarrow", narrow)
			p.draw(to.target, to.light, to.normal)
		}
		narrow = 1 / (reach * reach)
	}
	p.done()
	return nil
}

// Upsample brings what was gathered to the surfaces of this sub-frame, where they are not converged, and may be others than in the
// first one.
func (p *Indirect) Upsample(tiles []*Tile) {
	gl.StencilOpen()
	for _, t := range tiles {
		if !t.Bounces {
			continue
		}
		p.start(p.upsample, t)
		t.Bounced.cells.light.Bind(2)
		t.Bounced.cells.normal.Bind(3)
		gl.SetOpen(p.upsample)
		t.Surface.marks.Bind(15)
		p.draw(t.Bounced.full, t.Bounced.Full)
	}
	p.done()
	gl.StencilOff()
	gl.StencilKeep()
	for _, t := range tiles {
		if t.Bounces && t.SubFrame == 0 && !t.Blurs {
			p.start(p.interior, t)
			t.Bounced.full.Bind()
			p.screen.DrawScreen()
		}
	}
	gl.StencilOff()
}

// start binds what all programs read.
func (p *Indirect) start(program *gl.Program, t *Tile) {
	program.Use()
	setCamera(program, t.View)
	setSample(program, t.View, t.Jitter)
	program.Vec2("uCellJitterPx", t.Bounced.jitter[0], t.Bounced.jitter[1])
	t.Surface.Depth.Bind(13)
	t.Surface.Normal.Bind(14)
}

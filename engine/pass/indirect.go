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
	smooth, upsample map[bool]*gl.Program    // whether rough surfaces mirror
	interior         *gl.Program
	pixels
}

// cells are a view's places of gathering.
type cells struct {
	light, normal, gloss *gl.Texture
	target, plain        *gl.Framebuffer // plain is without gloss
}

// resize makes them as many as a view has.
func (c *cells) resize(v *View) error {
	w, h := (v.Camera.Width+coarse-1)/coarse, (v.Camera.Height+coarse-1)/coarse
	if c.light != nil && c.light.Width == w && c.light.Height == h {
		return nil
	}
	c.target.Delete()
	c.plain.Delete()
	c.light.Delete()
	c.normal.Delete()
	c.gloss.Delete()
	c.light, c.normal, c.gloss = gl.NewTexture(gl.RGBA32F, w, h), gl.NewTexture(gl.RGBA16F, w, h), gl.NewTexture(gl.RGBA16F, w, h)
	c.target, c.plain = gl.NewFramebuffer(nil, c.light, c.normal, c.gloss), gl.NewFramebuffer(nil, c.light, c.normal)
	return c.target.Complete()
}

// bind binds what shaders/indirect/cells.glsl reads.
func (c *cells) bind() {
	c.light.Bind(2)
	c.normal.Bind(3)
	c.gloss.Bind(6)
}

// draw fills them with the program in use.
func (c *cells) draw(p *pixels, gloss bool) {
	if gloss {
		p.draw(c.target, c.light, c.normal, c.gloss)
	} else {
		p.draw(c.plain, c.light, c.normal)
	}
}

// bounced is the bounced light of a view.
type bounced struct {
	cells  cells
	jitter [2]float64  // of the samples at which it was gathered
	Full   *gl.Texture // irradiance / pi at the samples of the sub-frame
	gloss  *gl.Texture // radiance that rough surfaces mirror there
	full   *gl.Framebuffer
	plain  *gl.Framebuffer // without gloss
	depth  *gl.Texture     // whose marks full has
}

// resize makes it as large as the view's surfaces.
func (b *bounced) resize(t *Tile) error {
	if err := b.cells.resize(t.View); err != nil || b.depth == t.Surface.Depth {
		return err
	}
	b.full.Delete()
	b.plain.Delete()
	b.Full.Delete()
	b.gloss.Delete()
	b.depth = t.Surface.Depth
	b.Full, b.gloss = gl.NewTexture(gl.RGBA16F, b.depth.Width, b.depth.Height), gl.NewTexture(gl.RGBA16F, b.depth.Width, b.depth.Height)
	b.full, b.plain = gl.NewFramebuffer(b.depth, b.Full, b.gloss), gl.NewFramebuffer(b.depth, b.Full)
	return b.full.Complete()
}

// NewIndirect compiles what serves all scenes.
func NewIndirect(compute bool) (*Indirect, error) {
	p := &Indirect{gather: map[variant]*gl.Program{}, smooth: map[bool]*gl.Program{}, upsample: map[bool]*gl.Program{}, pixels: newPixels(compute)}
	defines := known{coarse, false}.defines()
	var err error
	for gloss, define := range map[bool]string{false: "GLOSSY 0", true: "GLOSSY 1"} {
		if p.smooth[gloss], err = p.program("indirect/smooth.frag", append(defines, define)...); err != nil {
			return nil, err
		}
		if p.upsample[gloss], err = p.program("indirect/upsample.frag", append(defines, define)...); err != nil {
			return nil, err
		}
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

// glossyRays is how many rays look for bounced light to one that looks for what a rough surface mirrors, which is all on one side.
const glossyRays = 4

// glosses tells whether the view shows rough surfaces that mirror bounced light.
func (t *Tile) glosses() bool { return t.Bounces && t.Geometry.sights[t.View.number].has[glossy] }

// Gather finds bounced light at some pixels of each tile that has it, in the light of this sub-frame.
func (p *Indirect) Gather(tiles []*Tile) error {
	if slices.ContainsFunc(tiles, (*Tile).bouncesAgain) {
		if err := p.gatherOnce(tiles, true, firstMeans); err != nil {
			return err
		}
	}
	return p.gatherOnce(tiles, false, len(smoothing))
}

// bouncesAgain tells whether light is gathered twice. Where it comes from outside, it is found where rays end; and a single ray from each
// place would not be worth its time.
func (t *Tile) bouncesAgain() bool {
	return t.Bounces && t.Frame.Environment == nil && t.Frame.Quality == frame.Standard && t.BounceRays >= 2*firstRays
}

func (p *Indirect) gatherOnce(tiles []*Tile, first bool, means int) error {
	for _, t := range tiles {
		if !t.Bounces || first && !t.bouncesAgain() {
			continue
		}
		v := t.variant()
		v.gloss = !first && t.glosses()
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
			t.Bounced.cells.bind()
		}
		t.Surface.Color.Bind(5)
		gather.Int("uRays", rays)
		gather.Int("uGlossy", max(1, rays/glossyRays))
		gather.Int("uAgain", again)
		low, high := t.Ambient.Around.Min, t.Ambient.Around.Max
		gather.Vec3("uAmbient", vector(t.Ambient.Mean))
		gather.Vec3("uFar", vector(t.Ambient.Far))
		gather.Vec3("uAroundLow", vector([3]float64{low.X, low.Y, low.Z}))
		gather.Vec3("uAroundHigh", vector([3]float64{high.X, high.Y, high.Z}))
		t.gathered.draw(&p.pixels, v.gloss)
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
			gloss := k == 0 && !first && t.glosses()
			smooth := p.smooth[gloss]
			p.start(smooth, t)
			from.bind()
			smooth.Int("uRadius", mean.radius)
			smooth.Int("uStep", mean.step)
			smooth.Float("uNarrow", narrow)
			to.draw(&p.pixels, gloss)
		}
		narrow = 1 / (reach * reach)
	}
	p.done()
	return nil
}

// vector is v as shaders have it.
func vector(v [3]float64) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// Upsample brings what was gathered to the surfaces of this sub-frame, where they are not converged, and may be others than in the
// first one.
func (p *Indirect) Upsample(tiles []*Tile) {
	gl.StencilOpen()
	for _, t := range tiles {
		if !t.Bounces {
			continue
		}
		gloss := t.glosses()
		upsample := p.upsample[gloss]
		p.start(upsample, t)
		t.Bounced.cells.bind()
		gl.SetOpen(upsample)
		t.Surface.marks.Bind(15)
		if gloss {
			p.draw(t.Bounced.full, t.Bounced.Full, t.Bounced.gloss)
		} else {
			p.draw(t.Bounced.plain, t.Bounced.Full)
		}
	}
	p.done()
	gl.StencilOff()
	gl.StencilKeep()
	for _, t := range tiles {
		if t.Bounces && t.SubFrame == 0 && !t.Blurs {
			p.start(p.interior, t)
			t.Bounced.plain.Bind()
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

//go:build cgo && linux

package pass

import (
	"fmt"
	"slices"

	"mereo/engine/gl"
	"mereo/engine/light"
	"mereo/engine/material"
)

// Lighting adds a sub-frame's radiance to the sums.
type Lighting struct {
	programs map[variant]*gl.Program
	pixels
}

// variant is what the lighting shaders are compiled for. A scene's variants are compiled when they are first met.
type variant struct {
	lamps, suns int
	sky         bool
	environment bool
	balls       bool // a lamp is a ball
	shaded      bool // a sun casts shadows
	front       bool // all shadows lie on the front faces of the lamps' maps
	textured    bool
	covered     bool
	tinted      bool
	glows       bool
	frosted     bool
	coated      bool
	sheen       bool
	gloss       bool // bounced light has what rough surfaces mirror
	shading     shadingModel
}

// NewLighting makes the pass.
func NewLighting(compute bool) *Lighting {
	return &Lighting{map[variant]*gl.Program{}, newPixels(compute)}
}

// defines are what the shaders are told of a variant.
func (v variant) defines() []string {
	number := map[bool]int{true: 1}
	diffuse := v.shading == matt || v.shading == unshadowed
	return []string{
		fmt.Sprint("LAMPS ", v.lamps), fmt.Sprint("SUNS ", v.suns), fmt.Sprint("SKY ", skyDirections*number[v.sky]),
		fmt.Sprint("SUN_SHADOWS ", number[v.shaded]), fmt.Sprint("FRONT ", number[v.front]), fmt.Sprint("TEXTURES ", number[v.textured]),
		fmt.Sprint("MATT ", number[diffuse]), fmt.Sprint("UNSHADOWED ", number[v.shading == unshadowed]), fmt.Sprint("GLASS ", number[v.shading == glass]),
		fmt.Sprint("MIRROR ", number[v.shading == mirror]), fmt.Sprint("ENVIRONMENT ", number[v.environment]),
		fmt.Sprint("GLOSSY ", number[v.gloss]), fmt.Sprint("BALLS ", number[v.balls]), fmt.Sprint("COVERAGE ", number[v.covered]), fmt.Sprint("TINTED ", number[v.tinted]),
		fmt.Sprint("GLOWS ", number[v.glows]), fmt.Sprint("FROSTED ", number[v.frosted]), fmt.Sprint("COATED ", number[v.coated]), fmt.Sprint("SHEEN ", number[v.sheen]),
	}
}

// program compiles a variant, once.
func (l *Lighting) program(v variant) (*gl.Program, error) {
	if p, ok := l.programs[v]; ok {
		return p, nil
	}
	shader := "surface/lighting.frag"
	if v.shading.byRays() {
		shader = "surface/traced.frag"
	}
	p, err := l.pixels.program(shader, v.defines()...)
	if err != nil {
		return nil, err
	}
	l.programs[v] = p
	return p, nil
}

// Sum is the radiance of a view, summed over sub-frames.
type Sum struct {
	// Plain is RGBA32F; w counts the sub-frames that lit the pixel.
	Plain *gl.Texture
	// Traced is the same of what needs rays, where only some of the sub-frames draw that; else nothing.
	Traced    *gl.Texture
	spread    *gl.Texture // how far the samples of a pixel are apart; see common/spread.glsl. nil unless converges
	plain     *gl.Framebuffer
	traced    *gl.Framebuffer
	ended     *gl.Framebuffer // for Adaptive
	depth     *gl.Texture     // of all
	converges bool            // pixels are converged on the way
}

// Begin clears the sum. depth is that of the surfaces; converges says that some sub-frames tell what the others see, so that pixels may
// be converged where there are many.
func (s *Sum) Begin(depth *gl.Texture, subFrames int, converges bool) error {
	// Keeping the spread costs a tenth of the lighting.
	if converges = converges && subFrames > firstCheck; s.depth != depth || s.converges != converges {
		for _, f := range []*gl.Framebuffer{s.plain, s.traced, s.ended} {
			f.Delete()
		}
		for _, t := range []*gl.Texture{s.Plain, s.Traced, s.spread} {
			t.Delete()
		}
		s.Plain, s.Traced = gl.NewTexture(gl.RGBA32F, depth.Width, depth.Height), gl.NewTexture(gl.RGBA32F, depth.Width, depth.Height)
		s.ended, s.depth, s.converges = gl.NewFramebuffer(depth, s.Plain), depth, converges
		if converges {
			s.spread = gl.NewTexture(gl.RG8, depth.Width, depth.Height)
			s.plain, s.traced = gl.NewFramebuffer(depth, s.Plain, s.spread), gl.NewFramebuffer(depth, s.Traced, s.spread)
		} else {
			s.spread = nil
			s.plain, s.traced = gl.NewFramebuffer(depth, s.Plain), gl.NewFramebuffer(depth, s.Traced)
		}
		if err := s.plain.Complete(); err != nil {
			return err
		}
	}
	s.plain.ClearColor(0, 0, 0, 0, 0)
	if s.converges {
		s.plain.ClearColor(1, 0, 0, 0, 0)
	}
	s.traced.ClearColor(0, 0, 0, 0, 0)
	s.ended.ClearConverged()
	return nil
}

// variant is that of the frame, with the shading model matt.
func (t *Tile) variant() variant {
	f := t.Frame
	glare := glareSuns(f)
	return variant{
		lamps: len(f.Lights), suns: len(f.Suns) + glare, front: t.Lights.maps().front,
		balls: hasBalls(f),
		sky:   f.Environment == nil && f.WorldRadiance != material.RGB{}, environment: f.Environment != nil,
		shaded:   glare > 0 || slices.ContainsFunc(f.Suns, func(s light.Sun) bool { return s.Shadows }),
		textured: t.Geometry.textured, covered: t.Geometry.covered, tinted: t.Geometry.tinted, glows: t.Geometry.glows, frosted: t.Geometry.frosted, coated: t.Geometry.coated, sheen: t.Geometry.sheen,
	}
}

// bindLights binds what directLight reads.
func (t *Tile) bindLights(p *gl.Program) {
	t.Lights.bind()
	if t.Shadow.Maps != nil {
		t.Shadow.Maps.Bind(8)
	}
	p.Float("uShadowTexel", 1.0/shadowSize)
	p.Float("uTexelsPerTangent", t.Lights.maps().perTangent)
}

// Draw adds one sub-frame of each tile, one shading model after the other.
func (l *Lighting) Draw(tiles []*Tile) error {
	gl.BlendAdd()
	defer gl.BlendOff()
	defer gl.StencilOff()
	for shading := range shadings {
		gl.StencilEqual(int(shading))
		for _, t := range tiles {
			if !t.Geometry.sights[t.View.number].has[shading] || shading.byRays() && !t.Rays {
				continue
			}
			v := t.variant()
			v.shading, v.gloss = shading, shading == glossy && t.Bounces
			p, err := l.program(v)
			if err != nil {
				return err
			}
			l.start(p, t, shading)
			gl.SetMark(p, int(shading))
			target, outputs := t.Sum.plain, []*gl.Texture{t.Sum.Plain}
			if shading.byRays() && t.Apart {
				target, outputs[0] = t.Sum.traced, t.Sum.Traced
			}
			converges := 0
			if t.Sum.converges {
				converges, outputs = 1, append(outputs, t.Sum.spread)
			}
			p.Int("uConverges", converges)
			l.draw(target, outputs...)
		}
		l.done()
	}
	return nil
}

// start binds what all programs read.
func (l *Lighting) start(p *gl.Program, t *Tile, shading shadingModel) {
	p.Use()
	t.Textures.bind()
	t.Surface.Color.Bind(2)
	t.Surface.Normal.Bind(3)
	t.Surface.Depth.Bind(5)
	t.Surface.marks.Bind(15)
	setCamera(p, t.View)
	setSample(p, t.View, t.Jitter)
	indirect := 0
	if t.Bounces {
		t.Bounced.Full.Bind(6)
		if shading == glossy {
			t.Bounced.gloss.Bind(1)
		}
		indirect = 1
	}
	p.Int("uIndirect", indirect)
	t.bindLights(p)
	t.Around.bind(p, t.Frame, t.View)
	if shading.byRays() {
		t.Trace.start(p, t)
	}
}

// setVertex sets what surface/mesh.vert reads; jitter as in Surface.Draw.
func setVertex(p *gl.Program, v *View, jitter [2]float64) {
	p.Mat4("uClipFromWorld", &v.ClipFromWorld)
	p.Vec2("uJitterClip", -2*jitter[0]/float64(v.Camera.Width), -2*jitter[1]/float64(v.Camera.Height))
}

// setSample sets where a pixel's sample lies from its center, and how its depth is read.
func setSample(p *gl.Program, v *View, jitter [2]float64) {
	p.Vec2("uJitterPx", jitter[0], jitter[1])
	setDepth(p, v)
}

// setDepth sets how ViewZ follows from the depth that was drawn.
func setDepth(p *gl.Program, v *View) {
	p.Vec4("uPinhole", v.pinhole())
	near, far := v.Camera.Near, v.Camera.Far
	if v.Camera.Orthographic {
		p.Vec2("uDepthToZ", far, near-far)
		return
	}
	p.Vec2("uDepthToZ", near*far/(far-near), near/(far-near))
}

// setCamera sets what shaders need to find the point behind a pixel.
func setCamera(p *gl.Program, v *View) {
	p.Vec3("uEyeWorld", v.Eye)
	p.Mat3("uWorldFromCamera", &v.WorldFromCamera)
	p.Vec4("uPinhole", v.pinhole())
}

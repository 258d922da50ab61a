//go:build cgo && linux

package pass

import (
	"context"
	"fmt"
	"math"

	"mereo/engine/bvh"
	"mereo/engine/frame"
	"mereo/engine/gl"
	"mereo/shaders"
)

const (
	// A dispatch follows at most pathTile x pathTile x pathSamples paths. That is 0.1 s for a device that follows ten million
	// a second; drivers take devices for hung after two.
	pathTile    = 512
	pathSamples = 4
	pathGroup   = 8  // must match local_size in shaders/path/path.comp
	manyTables  = 64 // of albedos are kept from frame to frame: 2 MiB
	// filterQuantiles must match FILTER_QUANTILES there.
	filterQuantiles = 1024
)

// pathLamp, pathSun and pathLights must match Lamp, Sun and Lights in shaders/path/lights.glsl (std140).
type pathLamp struct{ center, right, up, axis, radiance [4]float32 }

type pathSun struct{ dir, irradiance [4]float32 }

type pathLights struct {
	lamps  [maxLamps]pathLamp
	suns   [maxSuns]pathSun
	world  [4]float32
	counts [4]int32
}

// strategy is how paths find lamps. The mean is the same for each.
type strategy string

const (
	bothWays  strategy = "BOTH"
	lampsOnly strategy = "LAMPS"
	lobesOnly strategy = "LOBES"
)

// pathVariant is what the shader is compiled for.
type pathVariant struct{ textured, blurs, distorted, environment, balls, covered, tinted bool }

// Path is the path tracer: it draws pictures that are right in the mean, whatever it costs.
type Path struct {
	strategy strategy
	programs map[pathVariant]*gl.Program
	trace    *Trace // of the loaded frame, as tree
	tree     *bvh.Tree
	around   Environment
	lights   gl.Buffer
	sum      gl.Stack

	albedos, quantiles, tables                gl.Buffer
	albedoTexels, quantileTexels, tableTexels gl.BufferTexture
	known                                     map[float64][][4]float32 // tables of albedos by index of refraction
}

// NewPath makes the pass. Its shader is compiled when it is first used: few want it.
func NewPath() *Path {
	return &Path{
		strategy: bothWays, programs: map[pathVariant]*gl.Program{}, sum: gl.Stack{Format: gl.RGBA32F}, known: map[float64][][4]float32{},
	}
}

func (p *Path) program(v pathVariant) (*gl.Program, error) {
	if c, ok := p.programs[v]; ok {
		return c, nil
	}
	if len(p.programs) == 0 {
		gl.Upload(&p.quantiles, quantiles())
		p.quantileTexels.View(&p.quantiles)
	}
	number := map[bool]int{true: 1}
	c, err := gl.NewCompute(shaders.Files, "path/path.comp", fmt.Sprint("TEXTURES ", number[v.textured]),
		fmt.Sprint("BLURS ", number[v.blurs]), fmt.Sprint("DISTORTED ", number[v.distorted]),
		fmt.Sprint("ENVIRONMENT ", number[v.environment]), fmt.Sprint("BALLS ", number[v.balls]), fmt.Sprint("COVERAGE ", number[v.covered]), fmt.Sprint("TINTED ", number[v.tinted]), fmt.Sprint("STRATEGY ", p.strategy))
	if err == nil {
		p.programs[v] = c
	}
	return c, err
}

// quantiles are those of the pixel filter at 0 to 1, in pixels from the pixel's center.
func quantiles() []float32 {
	out := make([]float32, filterQuantiles)
	for i := range out {
		out[i] = float32(filterOffset(float64(i) / (filterQuantiles - 1)))
	}
	return out
}

// Load uploads a frame's lights. t must hold the tree of g's triangles.
func (p *Path) Load(f *frame.Frame, g *Geometry, t *Trace) {
	p.trace, p.tree = t, g.Tree
	b := pathLights{world: rgb(f.WorldRadiance, f.Realism.Studio), counts: [4]int32{int32(len(f.Lights)), int32(len(f.Suns))}}
	p.around.Load(f)
	if e := f.Environment; e != nil {
		// About what a surface gets of it: it is chosen like lamps.
		b.world = [4]float32{3: float32(e.Panorama.Parts().All.Total / 4 * e.Scale())}
	}
	for i := range f.Lights {
		a := &f.Lights[i]
		m := a.WorldFromLight.M
		b.lamps[i] = pathLamp{
			center: vec4(a.WorldFromLight.T, a.Side()*a.Side()), right: vec4(m.X.Scale(a.Size/2), 0), up: vec4(m.Y.Scale(a.Size/2), 0),
			axis: vec4(m.Z.Neg(), 0), radiance: rgb(a.Radiance(), 0),
		}
		if a.Ball != nil {
			e := a.Emission()
			b.lamps[i].right = [4]float32{float32(e.Slope), float32(e.Offset), float32(one(e.Squared))}
			b.lamps[i].up = [4]float32{float32(fourthPower(a.Ball))}
			b.lamps[i].radiance[3] = float32(a.Size / 2)
		}
	}
	for i, s := range f.Suns {
		shadows := 0.0
		if s.Shadows {
			shadows = 1
		}
		b.suns[i] = pathSun{vec4(s.Dir, shadows), rgb(s.Irradiance, 0)}
	}
	gl.Upload(&p.lights, []pathLights{b})
	p.loadAlbedos(f)
}

// loadAlbedos uploads a table for each index of refraction, and which of them each instance has.
func (p *Path) loadAlbedos(f *frame.Frame) {
	if len(p.known) > manyTables {
		clear(p.known)
	}
	var all [][4]float32
	number := map[float64]int{}
	tables := make([]float32, (len(f.Instances)+3)/4*4)
	for i := range f.Instances {
		ior := f.Instances[i].Material.IOR
		if _, ok := number[ior]; !ok {
			number[ior] = len(number)
			if p.known[ior] == nil {
				p.known[ior] = albedoTable(ior)
			}
			all = append(all, p.known[ior]...)
		}
		tables[i] = float32(number[ior])
	}
	gl.Upload(&p.albedos, all)
	gl.Upload(&p.tables, tables)
	p.albedoTexels.View(&p.albedos)
	p.tableTexels.View(&p.tables)
}

// Draw follows a number of paths through each pixel of a view. The result, which the next call overwrites, is to be divided
// by that number. It is context.Canceled when the frame's Stop is closed.
func (p *Path) Draw(f *frame.Frame, g *Geometry, textures *Textures, v *View, samples int) (*Sum, error) {
	w, h := v.Camera.Width, v.Camera.Height
	p.sum.Resize(w, h, 1)
	sum := p.sum.Layers[0]
	blurs := f.Realism.Blurs()
	c, err := p.program(pathVariant{g.textured, blurs, !v.Camera.Distortion.IsZero(), f.Environment != nil, hasBalls(f), g.covered, g.tinted})
	if err != nil {
		return nil, err
	}
	c.Use()
	textures.bind()
	p.trace.bind()
	p.albedoTexels.Bind(13)
	p.quantileTexels.Bind(14)
	p.tableTexels.Bind(15)
	p.lights.BindUniform(0)
	p.around.bindShares(c, f)
	sum.BindImage(0)
	setCamera(c, v)
	if blurs {
		setExposure(c, f.Realism, v, p.tree)
	}
	setDistortion(c, v)
	c.Vec2("uClip", v.Camera.Near, v.Camera.Far)
	c.Int("uNodes", p.trace.count)
	if g.tinted {
		c.Int("uTints", p.trace.tints)
	}
	c.Uint("uSeed", uint32(f.Seed^f.Seed>>32))
	caustics := 0
	if f.Caustics {
		caustics = 1
	}
	c.Int("uCaustics", caustics)
	for first := 0; first < samples; first += pathSamples {
		c.Uint("uFirst", uint32(first))
		c.Uint("uEnd", uint32(min(first+pathSamples, samples)))
		for bottom := 0; bottom < h; bottom += pathTile {
			c.Int("uBottom", bottom)
			for left := 0; left < w; left += pathTile {
				if stopped(f.Stop) {
					return nil, context.Canceled
				}
				c.Int("uLeft", left)
				gl.Dispatch(groups(w-left), groups(h-bottom))
			}
		}
	}
	gl.ImagesDone()
	return &Sum{Plain: sum}, nil
}

// stopped tells whether a picture is not wanted any more. What is queued is done before: nothing can call it back.
func stopped(stop <-chan struct{}) bool {
	if stop == nil {
		return false
	}
	gl.Finish()
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// setExposure sets what shaders/path/camera.glsl reads.
func setExposure(c *gl.Program, r frame.Realism, v *View, tree *bvh.Tree) {
	turn := func(k int) float32 { return float32(r.Motion.TurnDeg[k] * math.Pi / 180) }
	shift := r.Motion.Shift
	c.Vec2("uLens", r.Lens.ApertureMM/2000, 1/focusOf(&r.Lens, v.Camera, tree))
	c.Vec3("uShift", [3]float32{float32(shift[0]), float32(shift[1]), float32(shift[2])})
	c.Vec3("uTurn", [3]float32{turn(0), turn(1), turn(2)})
}

// groups cover the rest of a row or column of pixels, up to a tile.
func groups(pixels int) int { return (min(pixels, pathTile) + pathGroup - 1) / pathGroup }

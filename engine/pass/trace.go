//go:build cgo && linux

package pass

import (
	"slices"

	"mereo/engine/gl"
	"mereo/engine/material"
)

// Trace keeps the scene's triangles on the device in the form that rays walk through.
type Trace struct {
	nodes, triangles, corners                                gl.Buffer
	nodeTexels, triangleTexels, cornerTexels, instanceTexels gl.BufferTexture
	count                                                    int
	tints                                                    int // texel of corners at which colors and second texture coordinates of vertices begin
}

const traceStride = 48 // bytes of a triangle, and of its corners

// polish is the perceptual roughness below which a dielectric's reflection of the scene is traced.
const polish = 0.45

// showsScene reports whether a surface shows the scene in it (metal, glass, polish) or glows.
func showsScene(m *material.Material) bool {
	return m.Emission != (material.RGB{}) || m.Coat != nil || m.Sheen != nil || m.Metallic > 0.5 || m.Transmission > 0.5 || m.IOR > 1 && m.PerceptualRoughness < polish
}

// smooth is the GGX width below which rays see lamps in metal. Must match SMOOTH in shaders/common/lighting.glsl.
const smooth = 0.02

func shadingModelOf(m *material.Material) shadingModel {
	switch {
	case !showsScene(m):
		if m.IOR == 1 && m.Metallic == 0 {
			return matt
		}
		return glossy
	case m.Transmission > 0.5:
		return glass
	case m.Metallic == 1 && m.Coat == nil && m.Sheen == nil && m.MetallicRoughnessTexture == nil && m.NormalTexture == nil && m.PerceptualRoughness*m.PerceptualRoughness < smooth:
		return mirror
	}
	return traced
}

// NeedsRays reports whether the loaded frame has a surface that shows the scene in it.
func (g *Geometry) NeedsRays() bool {
	return slices.ContainsFunc(g.shadings, shadingModel.byRays)
}

// load uploads the nodes of g's tree, and makes room for its triangles.
func (t *Trace) load(g *Geometry) {
	t.count = len(g.Tree.Nodes)
	gl.Upload(&t.nodes, g.Tree.Nodes)
	t.triangles.Make(len(g.corners) * traceStride)
	t.tints = 3 * len(g.corners)
	size := len(g.corners) * traceStride
	if g.tinted {
		size *= 3
	}
	t.corners.Make(size)
	t.nodeTexels.View(&t.nodes)
	t.triangleTexels.View(&t.triangles)
	t.cornerTexels.View(&t.corners)
	t.instanceTexels.View(&g.instances)
}

// start binds what shaders/common/trace.glsl reads.
func (t *Trace) start(p *gl.Program, in *Tile) {
	t.bind()
	p.Int("uNodes", t.count)
	if in.Geometry.tinted {
		p.Int("uTints", t.tints)
	}
	p.Uint("uSubFrame", uint32(in.SubFrame))
	p.Uint("uTracedFrame", uint32(in.SubFrame*in.Traced/len(in.Lights.plan)))
	p.Float("uBend", 0.5/float64(in.Traced))
	p.Uint("uSeed", uint32(in.Frame.Seed))
}

func (t *Trace) bind() {
	t.nodeTexels.Bind(9)
	t.triangleTexels.Bind(10)
	t.cornerTexels.Bind(11)
	t.instanceTexels.Bind(12)
}

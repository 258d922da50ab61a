//go:build cgo && linux

package pass

import (
	"math"
	"slices"

	"mereo/engine/gl"
	"mereo/engine/material"
)

// traceNode, traceTriangle and traceCorners must match what shaders/common/trace.glsl fetches.
type traceNode struct {
	low  [3]float32
	skip int32
	high [3]float32
	leaf int32
}

type traceTriangle struct {
	corner   [3]float32
	instance uint32
	edges    [2][4]float32
}

type traceCorners [3][4]float32 // octahedral normal, texture coordinates

// Trace keeps the scene's triangles on the device in the form that rays walk through.
type Trace struct {
	nodes, triangles, corners                                gl.Buffer
	nodeTexels, triangleTexels, cornerTexels, instanceTexels gl.BufferTexture
	count                                                    int
}

// polish is the perceptual roughness below which a dielectric's reflection of the scene is traced.
const polish = 0.45

// showsScene reports whether a surface shows the scene in it (metal, glass, polish) or glows.
func showsScene(m *material.Material) bool {
	return m.Emission != (material.RGB{}) || m.Metallic > 0.5 || m.Transmission > 0.5 || m.IOR > 1 && m.PerceptualRoughness < polish
}

// smooth is the GGX width below which rays see lamps in metal. Must match SMOOTH in shaders/common/lighting.glsl.
const smooth = 0.02

func lookOf(m *material.Material) look {
	switch {
	case !showsScene(m):
		if m.IOR == 1 && m.Metallic == 0 {
			return matt
		}
		return glossy
	case m.Transmission > 0.5:
		return glass
	case m.Metallic == 1 && m.MetallicRoughnessTexture == nil && m.PerceptualRoughness*m.PerceptualRoughness < smooth:
		return mirror
	}
	return traced
}

// NeedsRays reports whether the loaded frame has a surface that shows the scene in it.
func (g *Geometry) NeedsRays() bool {
	return slices.ContainsFunc(g.looks, look.byRays)
}

// traceData is what Trace uploads of a frame.
type traceData struct {
	nodes     []traceNode
	triangles []traceTriangle
	corners   []traceCorners
}

// fill takes the tree of g's triangles.
func (d *traceData) fill(g *Prepared) {
	d.nodes, d.triangles, d.corners = d.nodes[:0], d.triangles[:0], d.corners[:0]
	for _, n := range g.Tree.Nodes {
		d.nodes = append(d.nodes, traceNode{n.Min, n.Skip, n.Max, n.First})
	}
	for _, k := range g.Tree.Order {
		at := g.corners[k]
		a := g.points[at[0]].position
		triangle, corners := traceTriangle{corner: a, instance: g.owner[k]}, traceCorners{}
		for e, v := range at[1:] {
			b := g.points[v].position
			triangle.edges[e] = [4]float32{b[0] - a[0], b[1] - a[1], b[2] - a[2]}
		}
		for c, v := range at {
			p := &g.points[v]
			corners[c] = [4]float32{snorm(p.normal[0]), snorm(p.normal[1]), p.uv[0], p.uv[1]}
		}
		d.triangles, d.corners = append(d.triangles, triangle), append(d.corners, corners)
	}
}

// Load uploads the tree of g's triangles, which must have been wanted when g was prepared.
func (t *Trace) Load(g *Geometry) {
	d := &g.rays
	t.count = len(d.nodes)
	gl.Upload(&t.nodes, d.nodes)
	gl.Upload(&t.triangles, d.triangles)
	gl.Upload(&t.corners, d.corners)
	t.nodeTexels.View(&t.nodes)
	t.triangleTexels.View(&t.triangles)
	t.cornerTexels.View(&t.corners)
	t.instanceTexels.View(&g.instances)
}

// snorm is how the device reads a signed normalised 16-bit number.
func snorm(v int16) float32 { return float32(math.Max(-1, float64(v)/32767)) }

// start binds what shaders/common/trace.glsl reads.
func (t *Trace) start(p *gl.Program, in *Tile) {
	t.bind()
	p.Int("uNodes", t.count)
	p.Uint("uSubFrame", uint32(in.SubFrame))
	p.Uint("uSeed", uint32(in.Frame.Seed))
	p.Vec3("uAmbient", [3]float32{float32(in.Ambient[0]), float32(in.Ambient[1]), float32(in.Ambient[2])})
}

func (t *Trace) bind() {
	t.nodeTexels.Bind(9)
	t.triangleTexels.Bind(10)
	t.cornerTexels.Bind(11)
	t.instanceTexels.Bind(12)
}

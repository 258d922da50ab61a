//go:build cgo && linux

package pass

import (
	"math"

	"mereo/engine/bvh"
	"mereo/engine/gl"
	"mereo/engine/material"
)

// traceVertex and traceNode must match Vertex and Node in shaders/common/trace.glsl.
type traceVertex struct{ position, normalUV [4]float32 }

type traceNode struct {
	low  [3]float32
	skip int32
	high [3]float32
	leaf int32
}

// Trace keeps the scene's triangles on the device in the form that rays walk through.
type Trace struct {
	nodes, triangles, vertices gl.Buffer
	count                      int
}

// polish is the perceptual roughness below which a dielectric's reflection of the scene is traced.
const polish = 0.45

// showsScene reports whether a surface shows the scene in it (metal, glass, polish) or glows.
func showsScene(m *material.Material) bool {
	return m.Emission != (material.RGB{}) || m.Metallic > 0.5 || m.Transmission > 0.5 || m.IOR > 1 && m.PerceptualRoughness < polish
}

// NeedsRays reports whether the loaded frame has a surface that shows the scene in it.
func (g *Geometry) NeedsRays() bool { return len(g.traced) > 0 }

// Load uploads the tree of g's triangles.
func (t *Trace) Load(g *Geometry, tree *bvh.Tree) {
	nodes := make([]traceNode, len(tree.Nodes))
	for i, n := range tree.Nodes {
		nodes[i] = traceNode{n.Min, n.Skip, n.Max, n.First}
	}
	triangles := make([][4]uint32, len(tree.Order))
	for i, k := range tree.Order {
		c := g.corners[k]
		triangles[i] = [4]uint32{c[0], c[1], c[2], g.owner[k]}
	}
	vertices := make([]traceVertex, len(g.points))
	for i, p := range g.points {
		vertices[i] = traceVertex{
			[4]float32{p.position[0], p.position[1], p.position[2], 1},
			[4]float32{snorm(p.normal[0]), snorm(p.normal[1]), p.uv[0], p.uv[1]},
		}
	}
	t.count = len(nodes)
	gl.Upload(&t.nodes, nodes)
	gl.Upload(&t.triangles, triangles)
	gl.Upload(&t.vertices, vertices)
}

// snorm is how the device reads a signed normalised 16-bit number.
func snorm(v int16) float32 { return float32(math.Max(-1, float64(v)/32767)) }

func (t *Trace) bind() {
	t.nodes.BindStorage(1)
	t.triangles.BindStorage(2)
	t.vertices.BindStorage(3)
}

//go:build cgo && linux

package pass

import (
	"fmt"
	"math"
	"math/bits"
	"weak"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gl"
	"mereo/engine/mesh"
	"mereo/shaders"
)

const (
	vertexWords  = 18 // of a kept vertex; must match VERTEX_WORDS in shaders/place/mesh.glsl
	vertexStride = 44 // bytes of a vertex in the world; must match PLACED_WORDS there
	placeGroup   = 64 // must match local_size there

	meshWords     = 1 << 18 // that there is room for at first
	mostMeshWords = 1 << 23 // and at most, unless one frame needs more: 32 MiB
)

// Meshes keeps meshes on the device from frame to frame, and puts them where a frame's instances are. So a frame uploads poses, what
// its views leave out and the boxes of its tree.
type Meshes struct {
	vertices, triangles       *gl.Program
	words                     gl.Buffer
	room, most, used          int // words
	kept                      map[weak.Pointer[mesh.Mesh]]uint32
	placements, groups, lists gl.Buffer
}

// NewMeshes compiles the passes.
func NewMeshes() (*Meshes, error) {
	m := &Meshes{room: meshWords, most: mostMeshWords}
	var err error
	if m.vertices, err = gl.NewCompute(shaders.Files, "place/vertices.comp"); err != nil {
		return nil, err
	}
	m.triangles, err = gl.NewCompute(shaders.Files, "place/triangles.comp")
	m.forget()
	return m, err
}

// forget makes room for all again. What is under way keeps what it reads.
func (m *Meshes) forget() {
	m.words.Make(4 * m.room)
	m.used, m.kept = 0, map[weak.Pointer[mesh.Mesh]]uint32{}
}

// checkStorage reports a frame of which a piece that place binds is larger than a device allows.
func checkStorage(f *frame.Frame, views, storage int) error {
	vertices, triangles, corners := 0, 0, traceStride
	for i := range f.Instances {
		if m := f.Instances[i].Mesh; len(m.Colors)+len(m.SecondUVs) > 0 {
			corners = 3 * traceStride
		}
		vertices, triangles = vertices+len(f.Instances[i].Mesh.Positions), triangles+len(f.Instances[i].Mesh.Triangles)
	}
	need := max(4*wordsOfAll(f), vertexStride*vertices, corners*triangles, 12*triangles*(1+2*views))
	if need > storage {
		const mib = 1 << 20
		return fmt.Errorf("engine: scene has %d triangles and %d vertices, which take %d MiB in one piece, and this device can have %d: simplify its meshes, "+
			"or draw it from fewer cameras at once", triangles, vertices, (need+mib-1)/mib, storage/mib)
	}
	return nil
}

// keep finds each instance's mesh, and uploads those that are not there.
func (m *Meshes) keep(f *frame.Frame, placements []placement) {
	for i := 0; i < len(f.Instances); i++ {
		in := f.Instances[i].Mesh
		key := weak.Make(in)
		at, ok := m.kept[key]
		if !ok {
			size := wordsOf(in)
			if m.used+size > m.room {
				m.grow(f)
				i = -1 // those before it have gone
				continue
			}
			at = uint32(m.used)
			gl.Write(&m.words, 4*m.used, encode(in))
			m.kept[key] = at
			m.used += size
		}
		placements[i].mesh = at
	}
}

// grow forgets all, and has room for more than before, or for all that a frame needs.
func (m *Meshes) grow(f *frame.Frame) {
	m.room = max(min(2*m.room, m.most), wordsOfAll(f))
	m.forget()
}

// wordsOfAll is how many words a frame's meshes take, each once.
func wordsOfAll(f *frame.Frame) int {
	words := 0
	counted := map[*mesh.Mesh]bool{}
	for i := range f.Instances {
		if in := f.Instances[i].Mesh; !counted[in] {
			counted[in] = true
			words += wordsOf(in)
		}
	}
	return words
}

// wordsOf is how many words encode takes.
func wordsOf(m *mesh.Mesh) int { return vertexWords*len(m.Positions) + 4*len(m.Triangles) }

// encode is a mesh as shaders/place/mesh.glsl describes it.
func encode(m *mesh.Mesh) []uint32 {
	out := make([]uint32, 0, wordsOf(m))
	vector := func(v geom.Vec3) {
		for _, x := range [3]float64{v.X, v.Y, v.Z} {
			b := math.Float64bits(x)
			out = append(out, uint32(b), uint32(b>>32))
		}
	}
	for i, p := range m.Positions {
		var normal geom.Vec3
		var uv, second [2]float64
		if len(m.Normals) > 0 {
			normal = m.Normals[i]
		}
		if len(m.UVs) > 0 {
			uv = m.UVs[i]
		}
		if len(m.SecondUVs) > 0 {
			second = m.SecondUVs[i]
		}
		color := mesh.White
		if len(m.Colors) > 0 {
			color = m.Colors[i]
		}
		vector(p)
		vector(normal)
		out = append(out, math.Float32bits(float32(uv[0])), math.Float32bits(float32(uv[1])),
			uint32(color[0])|uint32(color[1])<<16, uint32(color[2])|uint32(color[3])<<16,
			math.Float32bits(float32(second[0])), math.Float32bits(float32(second[1])))
	}
	for _, t := range m.Triangles {
		out = append(out, t[:]...)
	}
	for _, k := range treeOf(m).Order {
		out = append(out, uint32(k))
	}
	return out
}

// placement must match Placement in shaders/place/mesh.glsl.
type placement struct {
	worldFromObject            [12]float64
	cofactors                  [9]float64
	mesh                       uint32
	vertices, triangles        uint32
	firstVertex, firstTriangle uint32
	turned                     uint32
}

// placed says what of a frame's meshes is where, and which triangles its views draw.
type placed struct {
	placements      []placement
	vertexGroups    [][2]uint32 // an instance and the first of its vertices that a work group is for
	triangleGroups  [][2]uint32
	vertices        int // of all instances
	lists           [][2]uint32
	indices, listed int // triangles in all lists; how many lists
}

func (p *placed) reset() {
	*p = placed{placements: p.placements[:0], vertexGroups: p.vertexGroups[:0], triangleGroups: p.triangleGroups[:0], lists: p.lists[:0]}
}

// add puts an instance behind those that are there.
func (p *placed) add(in *frame.Instance, firstVertex, firstTriangle uint32) {
	m, t := in.WorldFromObject.M, in.WorldFromObject.T
	x, y, z := m.Y.Cross(m.Z), m.Z.Cross(m.X), m.X.Cross(m.Y) // as geom.Transform.Normal
	one := placement{
		worldFromObject: [12]float64{m.X.X, m.X.Y, m.X.Z, m.Y.X, m.Y.Y, m.Y.Z, m.Z.X, m.Z.Y, m.Z.Z, t.X, t.Y, t.Z},
		vertices:        uint32(len(in.Mesh.Positions)), triangles: uint32(len(in.Mesh.Triangles)),
		firstVertex: firstVertex, firstTriangle: firstTriangle,
	}
	if m.Det() < 0 {
		one.turned = 1
		x, y, z = x.Neg(), y.Neg(), z.Neg()
	}
	one.cofactors = [9]float64{x.X, x.Y, x.Z, y.X, y.Y, y.Z, z.X, z.Y, z.Z}
	number := uint32(len(p.placements))
	p.placements = append(p.placements, one)
	for k := uint32(0); k < one.vertices; k += placeGroup {
		p.vertexGroups = append(p.vertexGroups, [2]uint32{number, k})
	}
	for k := uint32(0); k < one.triangles; k += placeGroup {
		p.triangleGroups = append(p.triangleGroups, [2]uint32{number, k})
	}
	p.vertices += len(in.Mesh.Positions)
}

// list is a choice of triangles: of each 32 which are taken, and how many come before them.
type list struct {
	words [][2]uint32
	count int
}

func newList(triangles int) *list { return &list{words: make([][2]uint32, (triangles+31)/32)} }

func (l *list) take(triangle int) {
	l.words[triangle/32][0] |= 1 << (triangle % 32)
	l.count++
}

// close puts a list behind those that are there, and returns where its first triangle is.
func (p *placed) close(l *list) int {
	first := p.indices
	at := uint32(first)
	for i := range l.words {
		l.words[i][1] = at
		at += uint32(bits.OnesCount32(l.words[i][0]))
	}
	p.lists = append(p.lists, l.words...)
	p.indices, p.listed = int(at), p.listed+1
	return first
}

// place fills g's vertices and indices, and t with the tree, if g has one.
func (m *Meshes) place(f *frame.Frame, g *Geometry, t *Trace) {
	p := &g.placed
	m.keep(f, p.placements)
	gl.Upload(&m.placements, p.placements)
	gl.Upload(&m.groups, append(p.vertexGroups, p.triangleGroups...))
	gl.Upload(&m.lists, p.lists)
	g.vertices.Make(vertexStride * p.vertices)
	g.indices.Make(12 * p.indices)
	for i, b := range []*gl.Buffer{&m.words, &m.placements, &m.groups, &m.lists, &g.vertices, &g.indices} {
		b.BindStorage(uint32(i))
	}
	m.vertices.Use()
	m.vertices.Uint("uFirstGroup", 0)
	m.vertices.Uint("uGroups", uint32(len(p.vertexGroups)))
	gl.DispatchBuffers(len(p.vertexGroups))

	c := m.triangles
	c.Use()
	c.Uint("uFirstGroup", uint32(len(p.vertexGroups)))
	c.Uint("uGroups", uint32(len(p.triangleGroups)))
	c.Uint("uLists", uint32(p.listed))
	c.Uint("uListWords", uint32(len(p.lists)/p.listed))
	tree := 0
	if g.Tree != nil {
		tree = 1
		t.load(g)
		tints := -1
		if g.tinted {
			tints = t.tints
		}
		c.Int("uTints", tints)
		t.triangles.BindStorage(6)
		t.corners.BindStorage(7)
	}
	c.Int("uTree", tree)
	gl.DispatchBuffers(len(p.triangleGroups))
}

package gltf

import (
	"fmt"
	"math"

	qm "github.com/qmuntal/gltf"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/internal/bound"
)

// primitiveKey is what a mesh is made of: numbers of accessors, none where there is none, and where texture coordinates go.
type primitiveKey struct {
	mode                                          qm.PrimitiveMode
	positions, normals, texcoord, colors, indices int
	uv                                            uvSource
	second                                        int // as texcoord
	secondUV                                      uvSource
}

const none = -1

// keyOf is the key of a primitive. Some files have many primitives of the same accessors.
func keyOf(p *qm.Primitive, s *surface) primitiveKey {
	of := func(name string) int {
		if at, ok := p.Attributes[name]; ok {
			return at
		}
		return none
	}
	key := primitiveKey{mode: p.Mode, positions: of(qm.POSITION), normals: of(qm.NORMAL), texcoord: none, colors: of(qm.COLOR_0), indices: none, second: none}
	if s.uv != nil {
		key.texcoord, key.uv = of(s.uv.name()), *s.uv
	}
	if s.second != nil {
		key.second, key.secondUV = of(s.second.name()), *s.second
	}
	if p.Indices != nil {
		key.indices = *p.Indices
	}
	return key
}

// mesh is that of a primitive, read once.
func (r *reader) mesh(p *qm.Primitive, s *surface) (m *mesh.Mesh, err error) {
	key := keyOf(p, s)
	m, ok := r.meshes[key]
	if !ok {
		if m, err = r.primitive(p, s); err == nil {
			r.meshes[key] = m
		}
	}
	return m, err
}

// primitive reads one primitive of a mesh in the node's own frame (y up), or nil where it has no triangles.
func (r *reader) primitive(p *qm.Primitive, s *surface) (*mesh.Mesh, error) {
	switch p.Mode {
	case qm.PrimitiveTriangles, qm.PrimitiveTriangleStrip, qm.PrimitiveTriangleFan:
	default:
		return nil, nil
	}
	at, ok := p.Attributes[qm.POSITION]
	if !ok {
		return nil, nil
	}
	m := &mesh.Mesh{}
	var err error
	if m.Positions, err = r.vectors(at); err != nil {
		return nil, fmt.Errorf("POSITION: %w", err)
	}
	if at, ok := p.Attributes[qm.NORMAL]; ok {
		if m.Normals, err = r.vectors(at); err != nil {
			return nil, fmt.Errorf("NORMAL: %w", err)
		}
		if len(m.Normals) != len(m.Positions) {
			return nil, fmt.Errorf("NORMAL has %d elements, want %d as POSITION has", len(m.Normals), len(m.Positions))
		}
	}
	if m.UVs, err = r.texcoords(p, s.uv, len(m.Positions)); err != nil {
		return nil, err
	}
	if m.SecondUVs, err = r.texcoords(p, s.second, len(m.Positions)); err != nil {
		return nil, err
	}
	if at, ok := p.Attributes[qm.COLOR_0]; ok {
		if m.Colors, err = r.colors(at); err != nil {
			return nil, fmt.Errorf("COLOR_0: %w", err)
		}
		if len(m.Colors) != len(m.Positions) {
			return nil, fmt.Errorf("COLOR_0 has %d elements, want %d as POSITION has", len(m.Colors), len(m.Positions))
		}
	}
	var order []uint32
	if p.Indices != nil {
		if order, err = r.indices(*p.Indices, len(m.Positions)); err != nil {
			return nil, fmt.Errorf("indices: %w", err)
		}
	} else {
		if order, err = bound.Make[uint32](r.memory, len(m.Positions)); err != nil {
			return nil, err
		}
		for i := range order {
			order[i] = uint32(i)
		}
	}
	if m.Triangles, err = r.triangles(p.Mode, order); err != nil {
		return nil, err
	}
	if len(m.Triangles) == 0 {
		return nil, nil
	}
	return m, r.unitNormals(m)
}

// vectors reads a VEC3 accessor of finite numbers.
func (r *reader) vectors(index int) ([]geom.Vec3, error) {
	f, err := r.floats(index, qm.AccessorVec3)
	if err != nil {
		return nil, err
	}
	out, err := bound.Make[geom.Vec3](r.memory, len(f)/3)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = geom.V(f[3*i], f[3*i+1], f[3*i+2])
		if !out[i].IsFinite() {
			return nil, fmt.Errorf("accessor %d: element %d is %v, want finite numbers", index, i, out[i])
		}
	}
	return out, nil
}

// colors reads linear RGB or RGBA, floats or fractions of integers, from 0 to 1.
func (r *reader) colors(index int) ([][4]uint16, error) {
	kind := qm.AccessorVec4
	if index >= 0 && index < len(r.doc.Accessors) && r.doc.Accessors[index].Type == qm.AccessorVec3 {
		kind = qm.AccessorVec3
	}
	f, err := r.floats(index, kind)
	if err != nil {
		return nil, err
	}
	n := kind.Components()
	out, err := bound.Make[[4]uint16](r.memory, len(f)/n)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = mesh.White
		for k, v := range f[n*i : n*i+n] {
			if math.IsNaN(v) {
				return nil, fmt.Errorf("accessor %d: element %d is not a number", index, i)
			}
			out[i][k] = uint16(math.Round(math.MaxUint16 * min(max(v, 0), 1)))
		}
	}
	return out, nil
}

// texcoords reads the texture coordinates that the material uses, mapped by its texture transform; nil where the
// material has no texture or the primitive no coordinates.
func (r *reader) texcoords(p *qm.Primitive, uv *uvSource, vertices int) ([][2]float64, error) {
	if uv == nil {
		return nil, nil
	}
	name := uv.name()
	at, ok := p.Attributes[name]
	if !ok {
		return nil, nil
	}
	f, err := r.floats(at, qm.AccessorVec2)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(f) != 2*vertices {
		return nil, fmt.Errorf("%s has %d elements, want %d as POSITION has", name, len(f)/2, vertices)
	}
	out, err := bound.Make[[2]float64](r.memory, vertices)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = uv.apply(f[2*i], f[2*i+1])
		if s := out[i][0] + out[i][1]; s-s != 0 {
			return nil, fmt.Errorf("%s: accessor %d: element %d is %v, want finite numbers", name, at, i, out[i])
		}
	}
	return out, nil
}

// triangles expands an index list (glTF 2.0 specification, section 3.7.2.1 "Overview" of meshes: strips turn every
// second triangle round, fans share the first vertex).
func (r *reader) triangles(mode qm.PrimitiveMode, order []uint32) ([][3]uint32, error) {
	n := len(order)
	count := max(0, n-2)
	if mode == qm.PrimitiveTriangles {
		if n%3 != 0 {
			return nil, fmt.Errorf("has %d vertices, want a multiple of 3", n)
		}
		count = n / 3
	}
	out, err := bound.Make[[3]uint32](r.memory, count)
	if err != nil {
		return nil, err
	}
	for i := range out {
		switch odd := i & 1; mode {
		case qm.PrimitiveTriangles:
			out[i] = [3]uint32(order[3*i:])
		case qm.PrimitiveTriangleStrip:
			out[i] = [3]uint32{order[i], order[i+1+odd], order[i+2-odd]}
		case qm.PrimitiveTriangleFan:
			out[i] = [3]uint32{order[i+1], order[i+2], order[0]}
		}
	}
	return out, nil
}

// unitNormals scales the normals to length 1. Exporters write zero normals at vertices of vanishing triangles: these
// get the mean normal of the triangles around them, or +y where those vanish too, so that shading stays finite.
func (r *reader) unitNormals(m *mesh.Mesh) error {
	zero := map[uint32]geom.Vec3{}
	for i, n := range m.Normals {
		m.Normals[i] = n.Unit()
		if l := m.Normals[i].Len2(); !(l > 0.5) {
			if err := r.memory.Take(1, zeroBytes); err != nil {
				return err
			}
			zero[uint32(i)] = geom.Vec3{}
		}
	}
	if len(zero) == 0 {
		return nil
	}
	for _, t := range m.Triangles {
		a, b, c := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
		n := b.Sub(a).Cross(c.Sub(a))
		for _, v := range t {
			if sum, ok := zero[v]; ok {
				zero[v] = sum.Add(n)
			}
		}
	}
	for v, sum := range zero { // each entry is written to its own place, so the order does not matter
		n := sum.Unit()
		if !(n.Len2() > 0.5) {
			n = geom.V(0, 1, 0)
		}
		m.Normals[v] = n
	}
	return nil
}

// zeroBytes is what a number and a vector take in a map that grows.
const zeroBytes = 160

// Package mesh holds triangle meshes as plain data.
//
// A mesh lies in the frame of the thing it belongs to, in meters. Triangles are counter-clockwise seen from outside.
package mesh

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
)

// Mesh is an indexed triangle mesh.
type Mesh struct {
	Positions []geom.Vec3 // meters
	// Normals are unit vectors, one per position; empty means that every triangle is flat.
	Normals []geom.Vec3
	// UVs are texture coordinates, one per position, v growing downwards as in glTF; empty means (0, 0).
	UVs [][2]float64
	// SecondUVs are those of textures with material.Texture.Second, one per position; empty means (0, 0).
	SecondUVs [][2]float64
	// Colors are linear RGBA, one per position, 65535 for 1: a material's base color is multiplied with them, and its Coverage with alpha; empty
	// means white.
	Colors    [][4]uint16
	Triangles [][3]uint32
	// Closed promises that the triangles enclose a volume and face outwards, so that their back sides are seen from nowhere
	// outside. It saves renderers half of the work, and need not be set.
	Closed bool
}

// White is the color of a vertex that changes nothing.
var White = [4]uint16{math.MaxUint16, math.MaxUint16, math.MaxUint16, math.MaxUint16}

// Validate reports every broken promise of the mesh: lengths, index range, finite numbers.
func (m *Mesh) Validate() error {
	n := len(m.Positions)
	if len(m.Normals) != 0 && len(m.Normals) != n {
		return fmt.Errorf("mesh: %d normals for %d positions", len(m.Normals), n)
	}
	if len(m.UVs) != 0 && len(m.UVs) != n {
		return fmt.Errorf("mesh: %d texture coordinates for %d positions", len(m.UVs), n)
	}
	if len(m.SecondUVs) != 0 && len(m.SecondUVs) != n {
		return fmt.Errorf("mesh: %d second texture coordinates for %d positions", len(m.SecondUVs), n)
	}
	if len(m.Colors) != 0 && len(m.Colors) != n {
		return fmt.Errorf("mesh: %d colors for %d positions", len(m.Colors), n)
	}
	for i, p := range m.Positions {
		if !p.IsFinite() {
			return fmt.Errorf("mesh: position %d is not finite: %v", i, p)
		}
	}
	for i, p := range m.Normals {
		if !p.IsFinite() {
			return fmt.Errorf("mesh: normal %d is not finite: %v", i, p)
		}
	}
	for _, uvs := range [][][2]float64{m.UVs, m.SecondUVs} {
		for i, uv := range uvs {
			if s := uv[0] + uv[1]; math.IsNaN(s - s) {
				return fmt.Errorf("mesh: texture coordinate %d is not finite: %v", i, uv)
			}
		}
	}
	for i, t := range m.Triangles {
		for _, v := range t {
			if int(v) >= n {
				return fmt.Errorf("mesh: triangle %d names vertex %d, but there are %d", i, v, n)
			}
		}
	}
	return nil
}

// Bounds is the box around the positions.
func (m *Mesh) Bounds() geom.AABB { return geom.Bounds(m.Positions) }

// Transformed returns a copy mapped by t. A mirroring t turns the triangles round, so that they still face outwards.
func (m *Mesh) Transformed(t geom.Transform) *Mesh {
	c := &Mesh{
		Positions: make([]geom.Vec3, len(m.Positions)),
		UVs:       append([][2]float64(nil), m.UVs...),
		SecondUVs: append([][2]float64(nil), m.SecondUVs...),
		Colors:    append([][4]uint16(nil), m.Colors...),
		Triangles: append([][3]uint32(nil), m.Triangles...),
		Closed:    m.Closed,
	}
	for i, p := range m.Positions {
		c.Positions[i] = t.Point(p)
	}
	if len(m.Normals) > 0 {
		c.Normals = make([]geom.Vec3, len(m.Normals))
		for i, n := range m.Normals {
			c.Normals[i] = t.Normal(n)
		}
	}
	if t.M.Det() < 0 {
		for i, v := range c.Triangles {
			c.Triangles[i] = [3]uint32{v[0], v[2], v[1]}
		}
	}
	return c
}

// Merge returns one mesh of all. Where some have normals, texture coordinates or colors and others do not, the others get
// face normals (their vertices are split), zeros and white.
func Merge(meshes ...*Mesh) *Mesh {
	var normals, uvs, seconds, colors bool
	for _, m := range meshes {
		normals = normals || len(m.Normals) > 0
		uvs = uvs || len(m.UVs) > 0
		seconds = seconds || len(m.SecondUVs) > 0
		colors = colors || len(m.Colors) > 0
	}
	out := &Mesh{Closed: len(meshes) > 0}
	for _, m := range meshes {
		out.Closed = out.Closed && m.Closed
		if normals && len(m.Normals) == 0 {
			m = m.Faceted()
		}
		base := uint32(len(out.Positions))
		out.Positions = append(out.Positions, m.Positions...)
		if normals {
			out.Normals = append(out.Normals, m.Normals...)
		}
		if uvs {
			u := m.UVs
			if len(u) == 0 {
				u = make([][2]float64, len(m.Positions))
			}
			out.UVs = append(out.UVs, u...)
		}
		if seconds {
			u := m.SecondUVs
			if len(u) == 0 {
				u = make([][2]float64, len(m.Positions))
			}
			out.SecondUVs = append(out.SecondUVs, u...)
		}
		if colors {
			c := m.Colors
			if len(c) == 0 {
				c = slices.Repeat([][4]uint16{White}, len(m.Positions))
			}
			out.Colors = append(out.Colors, c...)
		}
		for _, t := range m.Triangles {
			out.Triangles = append(out.Triangles, [3]uint32{base + t[0], base + t[1], base + t[2]})
		}
	}
	return out
}

// Faceted returns a copy in which every triangle has vertices of its own, with the face's normal.
func (m *Mesh) Faceted() *Mesh {
	out := &Mesh{Closed: m.Closed}
	for _, t := range m.Triangles {
		a, b, c := m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]
		n := b.Sub(a).Cross(c.Sub(a)).Unit()
		if n == (geom.Vec3{}) {
			n = geom.V(0, 0, 1)
		}
		base := uint32(len(out.Positions))
		out.Positions = append(out.Positions, a, b, c)
		out.Normals = append(out.Normals, n, n, n)
		if len(m.UVs) > 0 {
			out.UVs = append(out.UVs, m.UVs[t[0]], m.UVs[t[1]], m.UVs[t[2]])
		}
		if len(m.SecondUVs) > 0 {
			out.SecondUVs = append(out.SecondUVs, m.SecondUVs[t[0]], m.SecondUVs[t[1]], m.SecondUVs[t[2]])
		}
		if len(m.Colors) > 0 {
			out.Colors = append(out.Colors, m.Colors[t[0]], m.Colors[t[1]], m.Colors[t[2]])
		}
		out.Triangles = append(out.Triangles, [3]uint32{base, base + 1, base + 2})
	}
	return out
}

// Volume is the signed volume inside a closed mesh, positive when triangles face outwards (divergence theorem).
func (m *Mesh) Volume() float64 {
	var v float64
	for _, t := range m.Triangles {
		v += m.Positions[t[0]].Dot(m.Positions[t[1]].Cross(m.Positions[t[2]]))
	}
	return v / 6
}

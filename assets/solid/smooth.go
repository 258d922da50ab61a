package solid

import (
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Smooth returns a copy with normals: at each corner the mean, weighted by angle, of the facets around the vertex that
// lie within crease radians of the corner's own facet (Thuermer and Wuethrich 1998, "Computing Vertex Normals from
// Polygonal Facets"). Corners of one vertex that get different normals become different vertices.
func Smooth(m *mesh.Mesh, crease float64) *mesh.Mesh {
	return smooth(m, crease, func(v uint32) uint32 { return v })
}

// SmoothWelded is Smooth for meshes whose vertices are split, as at seams of a texture: vertices at one place count as one.
func SmoothWelded(m *mesh.Mesh, crease float64) *mesh.Mesh {
	id := places(m)
	return smooth(m, crease, func(v uint32) uint32 { return id[v] })
}

// places are the first vertices at the place of each.
func places(m *mesh.Mesh) []uint32 {
	first := make(map[geom.Vec3]uint32, len(m.Positions))
	id := make([]uint32, len(m.Positions))
	for i, p := range m.Positions {
		v, ok := first[p]
		if !ok {
			v = uint32(i)
			first[p] = v
		}
		id[i] = v
	}
	return id
}

func smooth(m *mesh.Mesh, crease float64, place func(v uint32) uint32) *mesh.Mesh {
	cosCrease := geom.Cos(crease)
	facet := make([]geom.Vec3, len(m.Triangles))
	type corner struct {
		face  int
		angle float64
	}
	around := make([][]corner, len(m.Positions))
	for f, t := range m.Triangles {
		p := [3]geom.Vec3{m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]}
		facet[f] = p[1].Sub(p[0]).Cross(p[2].Sub(p[0])).Unit()
		for k := range 3 {
			a, b := p[(k+1)%3].Sub(p[k]).Unit(), p[(k+2)%3].Sub(p[k]).Unit()
			at := place(t[k])
			around[at] = append(around[at], corner{f, geom.Acos(a.Dot(b))})
		}
	}
	out := &mesh.Mesh{}
	type key struct {
		vertex uint32
		normal geom.Vec3
	}
	seen := map[key]uint32{}
	for f, t := range m.Triangles {
		var w [3]uint32
		for k, v := range t {
			var n geom.Vec3
			for _, c := range around[place(v)] {
				if facet[f].Dot(facet[c.face]) >= cosCrease {
					n = n.AddScaled(c.angle, facet[c.face])
				}
			}
			n = n.Unit()
			if n == (geom.Vec3{}) {
				n = geom.V(0, 0, 1)
			}
			id, ok := seen[key{v, n}]
			if !ok {
				id = uint32(len(out.Positions))
				seen[key{v, n}] = id
				out.Positions = append(out.Positions, m.Positions[v])
				out.Normals = append(out.Normals, n)
				if len(m.UVs) > 0 {
					out.UVs = append(out.UVs, m.UVs[v])
				}
				if len(m.SecondUVs) > 0 {
					out.SecondUVs = append(out.SecondUVs, m.SecondUVs[v])
				}
				if len(m.Colors) > 0 {
					out.Colors = append(out.Colors, m.Colors[v])
				}
			}
			w[k] = id
		}
		out.Triangles = append(out.Triangles, w)
	}
	return out
}

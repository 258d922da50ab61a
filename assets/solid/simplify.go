package solid

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Simplify returns meshes with at most most triangles together, for parts of one thing, which stay joined where they were; those that
// have no more are returned as they are. Vertices in one cell of a grid of cubes move to their mean, and triangles that
// lose their area are left out (Rossignac and Borrel 1993, "Multi-resolution 3D approximations for rendering complex scenes"), with
// the finest of all grids that is coarse enough. What was closed stays closed. Vertices of a cell that look elsewhere or have other
// texture coordinates stay apart, so that seams and edges do. It needs little memory and time beside edge collapses by quadric error, and
// a million triangles are too small for the difference to be seen.
func Simplify(meshes []*mesh.Mesh, most int) []*mesh.Mesh {
	count, box := 0, geom.EmptyAABB()
	for _, m := range meshes {
		count += len(m.Triangles)
		box = box.Union(m.Bounds())
	}
	if count <= most {
		return meshes
	}
	// The number of cells along the longest side: low has few triangles enough, high too many.
	low, high := 0, 1<<20
	for high-low > max(1, low/64) {
		n := (low + high) / 2
		if left(meshes, gridOf(box, n)) <= most {
			low = n
		} else {
			high = n
		}
	}
	return cluster(meshes, gridOf(box, max(low, 1)))
}

// cells are a grid of cubes.
type cells struct {
	origin geom.Vec3
	width  float64
}

type cell [3]int32

func gridOf(box geom.AABB, n int) cells {
	size := box.Size()
	return cells{box.Min, max(size.X, size.Y, size.Z) / float64(n)}
}

func (g cells) of(p geom.Vec3) cell {
	q := p.Sub(g.origin)
	return cell{int32(q.X / g.width), int32(q.Y / g.width), int32(q.Z / g.width)}
}

// left counts triangles with corners in three cells.
func left(meshes []*mesh.Mesh, g cells) (n int) {
	for _, m := range meshes {
		at := make([]cell, len(m.Positions))
		for i, p := range m.Positions {
			at[i] = g.of(p)
		}
		for _, t := range m.Triangles {
			if a, b, c := at[t[0]], at[t[1]], at[t[2]]; a != b && b != c && c != a {
				n++
			}
		}
	}
	return n
}

// looks tells vertices of one cell apart: the octant of the normal, and the texture coordinates in 64ths.
type looks struct {
	cell
	octant uint8
	uv     [2]float64
}

func cluster(meshes []*mesh.Mesh, g cells) []*mesh.Mesh {
	type mean struct {
		sum geom.Vec3
		n   float64
	}
	means := map[cell]*mean{}
	for _, m := range meshes {
		for _, p := range m.Positions {
			at := g.of(p)
			if means[at] == nil {
				means[at] = new(mean)
			}
			means[at].sum = means[at].sum.Add(p)
			means[at].n++
		}
	}
	out := make([]*mesh.Mesh, len(meshes))
	for i, m := range meshes {
		c := &mesh.Mesh{}
		at := make(map[looks]uint32, len(m.Positions)/4)
		for _, t := range m.Triangles {
			var w [3]uint32
			a, b, d := g.of(m.Positions[t[0]]), g.of(m.Positions[t[1]]), g.of(m.Positions[t[2]])
			if a == b || b == d || d == a {
				continue
			}
			for k, v := range t {
				key := looks{cell: [3]cell{a, b, d}[k]}
				if len(m.Normals) > 0 {
					for j := range 3 {
						if m.Normals[v].At(j) > 0 {
							key.octant |= 1 << j
						}
					}
				}
				if len(m.UVs) > 0 {
					key.uv = [2]float64{math.Floor(m.UVs[v][0] * 64), math.Floor(m.UVs[v][1] * 64)}
				}
				id, ok := at[key]
				if !ok {
					id = uint32(len(c.Positions))
					at[key] = id
					middle := means[key.cell]
					c.Positions = append(c.Positions, middle.sum.Scale(1/middle.n))
					if len(m.Normals) > 0 {
						c.Normals = append(c.Normals, m.Normals[v])
					}
					if len(m.UVs) > 0 {
						c.UVs = append(c.UVs, m.UVs[v])
					}
					if len(m.SecondUVs) > 0 {
						c.SecondUVs = append(c.SecondUVs, m.SecondUVs[v])
					}
					if len(m.Colors) > 0 {
						c.Colors = append(c.Colors, m.Colors[v])
					}
				}
				w[k] = id
			}
			c.Triangles = append(c.Triangles, w)
		}
		out[i] = c
	}
	return out
}

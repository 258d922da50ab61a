package solid

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Loft joins the sections in order. Each section is a closed polygon; all have the same number of points, or are one
// single point (a tip). End sections that are no tips get a flat cap, which may be concave. Points that coincide are
// welded and the triangles between them left out. It panics for fewer than two sections or unequal lengths.
func Loft(sections ...[]geom.Vec3) *mesh.Mesh {
	m, at := rings(sections)
	for i := 1; i < len(at); i++ {
		join(m, at[i-1], at[i])
	}
	cap3(m, at[0], true)
	cap3(m, at[len(at)-1], false)
	if pinched(m, at) {
		m = weld(m)
	}
	return outward(m)
}

// LoftLoop joins the sections in order and the last to the first, like a tire.
func LoftLoop(sections ...[]geom.Vec3) *mesh.Mesh {
	m, at := rings(sections)
	for i := range at {
		join(m, at[i], at[(i+1)%len(at)])
	}
	if pinched(m, at) {
		m = weld(m)
	}
	return outward(m)
}

// pinched reports whether neighbors in a ring, or in two adjoining rings, coincide: only then is there anything to weld.
func pinched(m *mesh.Mesh, at [][]uint32) bool {
	p := m.Positions
	for i, ring := range at {
		for k, v := range ring {
			if len(ring) > 1 && p[v] == p[ring[(k+1)%len(ring)]] {
				return true
			}
			if i > 0 && p[v] == p[at[i-1][min(k, len(at[i-1])-1)]] {
				return true
			}
		}
	}
	return false
}

// rings copies the sections into a mesh and returns their vertex numbers.
func rings(sections [][]geom.Vec3) (*mesh.Mesh, [][]uint32) {
	if len(sections) < 2 {
		panic(fmt.Sprintf("solid: loft of %d sections, need at least 2", len(sections)))
	}
	n := 1
	for _, s := range sections {
		n = max(n, len(s))
	}
	m := &mesh.Mesh{}
	at := make([][]uint32, len(sections))
	for i, s := range sections {
		if len(s) != n && len(s) != 1 {
			panic(fmt.Sprintf("solid: section %d has %d points, others have %d", i, len(s), n))
		}
		at[i] = make([]uint32, len(s))
		for k, p := range s {
			at[i][k] = uint32(len(m.Positions))
			m.Positions = append(m.Positions, p)
		}
	}
	return m, at
}

// join lays quads between two rings, or a fan where one is a tip. Of the two diagonals of a quad it takes the shorter.
func join(m *mesh.Mesh, a, b []uint32) {
	n := max(len(a), len(b))
	for i := range n {
		j := (i + 1) % n
		switch {
		case len(a) == 1:
			m.Triangles = append(m.Triangles, [3]uint32{a[0], b[j], b[i]})
		case len(b) == 1:
			m.Triangles = append(m.Triangles, [3]uint32{a[i], a[j], b[0]})
		default:
			p := m.Positions
			// The margin keeps rounding from choosing between equal diagonals.
			if p[a[i]].Sub(p[b[j]]).Len2() <= p[a[j]].Sub(p[b[i]]).Len2()*(1+1e-9) {
				m.Triangles = append(m.Triangles, [3]uint32{a[i], a[j], b[j]}, [3]uint32{a[i], b[j], b[i]})
			} else {
				m.Triangles = append(m.Triangles, [3]uint32{a[i], a[j], b[i]}, [3]uint32{a[j], b[j], b[i]})
			}
		}
	}
}

// cap3 closes a ring with flat triangles; first caps run against the ring.
func cap3(m *mesh.Mesh, ring []uint32, first bool) {
	var ids []uint32
	for i, v := range ring {
		if m.Positions[v] != m.Positions[ring[(i+1)%len(ring)]] {
			ids = append(ids, v)
		}
	}
	corners := make([]geom.Vec3, len(ids))
	for i, id := range ids {
		corners[i] = m.Positions[id]
	}
	flat, _ := geom.Flatten(corners)
	for _, t := range geom.Triangulate(flat) {
		a, b, c := ids[t[0]], ids[t[1]], ids[t[2]]
		if first {
			b, c = c, b
		}
		m.Triangles = append(m.Triangles, [3]uint32{a, b, c})
	}
}

// weld joins vertices at equal positions and drops the triangles that have two corners in common, and the vertices
// that nobody uses.
func weld(m *mesh.Mesh) *mesh.Mesh {
	first := make(map[geom.Vec3]uint32, len(m.Positions))
	out := &mesh.Mesh{Triangles: make([][3]uint32, 0, len(m.Triangles))}
	for _, t := range m.Triangles {
		p := [3]geom.Vec3{m.Positions[t[0]], m.Positions[t[1]], m.Positions[t[2]]}
		if p[0] == p[1] || p[1] == p[2] || p[2] == p[0] {
			continue
		}
		var w [3]uint32
		for k, q := range p {
			v, ok := first[q]
			if !ok {
				v = uint32(len(out.Positions))
				first[q] = v
				out.Positions = append(out.Positions, q)
			}
			w[k] = v
		}
		out.Triangles = append(out.Triangles, w)
	}
	return out
}

// outward turns all triangles round when the mesh encloses a negative volume.
func outward(m *mesh.Mesh) *mesh.Mesh {
	if len(m.Positions) == 0 || Volume(m) >= 0 {
		return m
	}
	for i, t := range m.Triangles {
		m.Triangles[i] = [3]uint32{t[0], t[2], t[1]}
	}
	return m
}

// Volume is the signed volume inside a closed mesh in m^3, measured from the mesh's own first vertex, so that small
// solids far from the origin lose no digits.
func Volume(m *mesh.Mesh) float64 {
	var v float64
	for _, t := range m.Triangles {
		o := m.Positions[0]
		v += m.Positions[t[0]].Sub(o).Dot(m.Positions[t[1]].Sub(o).Cross(m.Positions[t[2]].Sub(o)))
	}
	return v / 6
}

package solid

import (
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Sheet is a curved plate, such as bent plywood: the grid at(u, v) for u, v in [0, 1] with nu by nv cells, thickened by
// half of thickness to both sides along its normals. It has 4*(nu*nv + nu + nv) triangles. The grid must not fold nor
// shrink to a point; the plate should be thinner than the radius it bends by.
func Sheet(nu, nv int, thickness float64, at func(u, v float64) geom.Vec3) *mesh.Mesh {
	grid := make([]geom.Vec3, (nu+1)*(nv+1))
	id := func(i, j int) int { return j*(nu+1) + i }
	for j := range nv + 1 {
		for i := range nu + 1 {
			grid[id(i, j)] = at(float64(i)/float64(nu), float64(j)/float64(nv))
		}
	}
	m := &mesh.Mesh{Positions: make([]geom.Vec3, 2*len(grid))}
	for j := range nv + 1 {
		for i := range nu + 1 {
			du := grid[id(min(i+1, nu), j)].Sub(grid[id(max(i-1, 0), j)])
			dv := grid[id(i, min(j+1, nv))].Sub(grid[id(i, max(j-1, 0))])
			n := du.Cross(dv).Unit()
			k := id(i, j)
			m.Positions[k] = grid[k].AddScaled(thickness/2, n)
			m.Positions[k+len(grid)] = grid[k].AddScaled(-thickness/2, n)
		}
	}
	under := uint32(len(grid))
	quad := func(a, b, c, d uint32) {
		m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
	}
	for j := range nv {
		for i := range nu {
			a, b, c, d := uint32(id(i, j)), uint32(id(i+1, j)), uint32(id(i+1, j+1)), uint32(id(i, j+1))
			// Diagonals are mirrored at the middle of u, so that a symmetric sheet has a symmetric mesh.
			if 2*i+1 > nu {
				a, b, c, d = b, c, d, a
			}
			quad(a, b, c, d)
			quad(a+under, d+under, c+under, b+under)
		}
	}
	for i := range nu {
		a, b := uint32(id(i, 0)), uint32(id(i+1, 0))
		quad(b, a, a+under, b+under)
		a, b = uint32(id(i, nv)), uint32(id(i+1, nv))
		quad(a, b, b+under, a+under)
	}
	for j := range nv {
		a, b := uint32(id(0, j)), uint32(id(0, j+1))
		quad(a, b, b+under, a+under)
		a, b = uint32(id(nu, j)), uint32(id(nu, j+1))
		quad(b, a, a+under, b+under)
	}
	return outward(m)
}

// Disc is Extrude with its top divided into rings about the origin, made to be dished or domed by Deform. The outline
// must be star-shaped about the origin.
func Disc(o Outline, h, bevel float64, seg, rings int) *mesh.Mesh {
	sections := extrusion(o, h, bevel, seg)
	last := o
	if bevel > 0 && seg > 0 {
		last = o.Inset(min(bevel, 0.499*h))
	}
	for k := rings - 1; k > 0; k-- {
		f := float64(k) / float64(rings)
		sections = append(sections, last.Scale(f, f).Flat(h))
	}
	return Loft(append(sections, []geom.Vec3{geom.V(0, 0, h)})...)
}

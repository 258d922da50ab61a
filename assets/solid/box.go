package solid

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Box is the sharp box of the given size around the origin: 12 triangles.
func Box(size geom.Vec3) *mesh.Mesh {
	o := Rect(size.X, size.Y)
	return Loft(o.Flat(-size.Z/2), o.Flat(size.Z/2))
}

// RoundedBox is a box of the given size around the origin whose edges are rounded by r in seg pieces: seg 1 is a
// chamfer (44 triangles), 2 a soft edge (108). r is cut to half the smallest side; r 0 or seg 0 is the sharp box.
func RoundedBox(size geom.Vec3, r float64, seg int) *mesh.Mesh {
	r = min(r, 0.499*min(size.X, size.Y, size.Z))
	if r <= 0 || seg < 1 {
		return Box(size)
	}
	sections := make([][]geom.Vec3, 0, 2*seg+2)
	for _, top := range []bool{false, true} {
		for k := range seg + 1 {
			// a is the angle of the edge's quarter circle above the wall: 90 degrees at the flat, 0 at the wall.
			i := seg - k
			if top {
				i = k
			}
			s, c := geom.SinCos(math.Pi / 2 * float64(i) / float64(seg))
			if i == seg {
				s, c = 1, 0
			}
			z := size.Z/2 - r + float64(r*s)
			if !top {
				z = -z
			}
			sections = append(sections, cornerRing(size.X/2-r, size.Y/2-r, r*c, seg).Flat(z))
		}
	}
	return Loft(sections...)
}

// cornerRing is the outline of four arcs of radius r in seg pieces around the corners (+-x, +-y). A radius of zero
// still has all its points, so that rings of one box can be joined.
func cornerRing(x, y, r float64, seg int) Outline {
	var o Outline
	for q, c := range []P2{{x, y}, {-x, y}, {-x, -y}, {x, -y}} {
		for k := range seg + 1 {
			sin, cos := geom.SinCos(math.Pi / 2 * (float64(q) + float64(k)/float64(seg)))
			o = append(o, c.addScaled(r, P2{cos, sin}))
		}
	}
	return o
}

// BoxBetween is the RoundedBox from corner lo to corner hi.
func BoxBetween(lo, hi geom.Vec3, r float64, seg int) *mesh.Mesh {
	return Move(RoundedBox(hi.Sub(lo), r, seg), lo.Lerp(hi, 0.5))
}

// SoftBox is a box around the origin with rounded edges and a grid on its faces, made to be bent by Deform: nx, ny and
// nz count the pieces between the roundings, seg those of half a rounding (seg 1 gives two bands an edge). With
// n = nx+2*seg and so on it has 4*(nx'*ny' + ny'*nz' + nz'*nx') triangles.
func SoftBox(size geom.Vec3, r float64, seg, nx, ny, nz int) *mesh.Mesh {
	r = min(r, 0.499*min(size.X, size.Y, size.Z))
	cuts := func(s float64, n int) []float64 {
		var c []float64
		for k := range seg {
			// Equal steps of the angle of a 45 degree half rounding.
			c = append(c, -s/2+float64(r*(1-geom.Tan(math.Pi/4*float64(seg-k)/float64(seg)))))
		}
		for k := range n + 1 {
			c = append(c, -s/2+r+float64((s-2*r)*float64(k)/float64(n)))
		}
		for k := range seg {
			c = append(c, s/2-r+float64(r*geom.Tan(math.Pi/4*float64(k+1)/float64(seg))))
		}
		return c
	}
	x, y, z := cuts(size.X, nx), cuts(size.Y, ny), cuts(size.Z, nz)
	inner := size.Scale(0.5).Sub(geom.V(r, r, r))
	round := func(p geom.Vec3) geom.Vec3 {
		in := p.Max(inner.Neg()).Min(inner)
		return in.AddScaled(r, p.Sub(in).Unit())
	}
	lx, ly, lz := len(x), len(y), len(z)
	m := &mesh.Mesh{}
	// number holds the vertex at each surface point of the grid plus one, so that faces share their edges.
	number := make([]uint32, lx*ly*lz)
	id := func(i, j, k int) uint32 {
		n := &number[(k*ly+j)*lx+i]
		if *n == 0 {
			m.Positions = append(m.Positions, round(geom.V(x[i], y[j], z[k])))
			*n = uint32(len(m.Positions))
		}
		return *n - 1
	}
	// face lays the grid of one side; at(i, j) runs counter-clockwise seen from outside.
	face := func(ni, nj int, at func(i, j int) uint32) {
		for j := range nj - 1 {
			for i := range ni - 1 {
				a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
				// Diagonals point to the middle of the face, so the box stays symmetric.
				if (2*i+1 < ni) == (2*j+1 < nj) {
					m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
				} else {
					m.Triangles = append(m.Triangles, [3]uint32{a, b, d}, [3]uint32{b, c, d})
				}
			}
		}
	}
	face(lx, ly, func(i, j int) uint32 { return id(i, j, lz-1) })
	face(ly, lx, func(i, j int) uint32 { return id(j, i, 0) })
	face(ly, lz, func(i, j int) uint32 { return id(lx-1, i, j) })
	face(lz, ly, func(i, j int) uint32 { return id(0, j, i) })
	face(lz, lx, func(i, j int) uint32 { return id(j, ly-1, i) })
	face(lx, lz, func(i, j int) uint32 { return id(i, 0, j) })
	return m
}

// Extrude raises an outline from z = 0 to z = h, both rims beveled by bevel in seg pieces. The outline may be concave;
// its radii should exceed bevel.
func Extrude(o Outline, h, bevel float64, seg int) *mesh.Mesh {
	return Loft(extrusion(o, h, bevel, seg)...)
}

// extrusion returns the sections of Extrude from the bottom up.
func extrusion(o Outline, h, bevel float64, seg int) [][]geom.Vec3 {
	bevel = min(bevel, 0.499*h)
	if bevel <= 0 || seg < 1 {
		return [][]geom.Vec3{o.Flat(0), o.Flat(h)}
	}
	var sections [][]geom.Vec3
	for k := range seg + 1 {
		s, c := geom.SinCos(math.Pi / 2 * float64(k) / float64(seg))
		sections = append(sections, o.Inset(bevel*(1-s)).Flat(bevel*(1-c)))
	}
	for k := range seg + 1 {
		s, c := geom.SinCos(math.Pi / 2 * float64(seg-k) / float64(seg))
		sections = append(sections, o.Inset(bevel*(1-s)).Flat(h-float64(bevel*(1-c))))
	}
	return sections
}

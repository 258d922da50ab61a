package kitchen

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// stripRow is a cross-section of a strip.
type stripRow struct {
	y     float64
	half  float64 // half the width
	z     float64 // height of the edges, halfway between top and bottom
	thick float64
	dish  float64 // how much lower the middle lies than the edges; a ridge where negative
	tine  float64 // what the offsets of columns are multiplied with
}

// stripColumn runs along a strip at x = half*(c + off*tine).
type stripColumn struct{ c, off float64 }

// strip is pressed from sheet metal, as forks and spoons are: a grid along Y, bent, dished and thickened, with thinner edges.
type strip struct {
	rows []stripRow
	cols []stripColumn
	// gap leaves out the cell between rows j, j+1 and columns i, i+1; nil leaves out none.
	gap func(j, i int) bool
}

// plainColumns make a strip of full width with beveled edges.
var plainColumns = []stripColumn{{c: -1}, {c: -0.84}, {c: -0.45}, {c: 0}, {c: 0.45}, {c: 0.84}, {c: 1}}

// stripRows is a smooth run through the given stations with n pieces between each two.
func stripRows(n int, points ...stripRow) []stripRow {
	a, b := make([]geom.Vec3, len(points)), make([]geom.Vec3, len(points))
	for i, p := range points {
		a[i], b[i] = geom.V(p.half, p.y, p.z), geom.V(p.thick, p.dish, p.tine)
	}
	a, b = solid.CatmullRom(a, n), solid.CatmullRom(b, n)
	out := make([]stripRow, len(a))
	for i := range a {
		out[i] = stripRow{y: a[i].Y, half: a[i].X, z: a[i].Z, thick: b[i].X, dish: b[i].Y, tine: b[i].Z}
	}
	return out
}

// ovalEnd appends an oval end to rows: length long, falling by slope.
func ovalEnd(rows []stripRow, length, slope float64) []stripRow {
	last := rows[len(rows)-1]
	for i := range 7 {
		sin, cos := geom.SinCos(float64(i+1) * 0.21)
		r := last
		d := float64(length * sin)
		r.y, r.z, r.half = last.y+d, last.z-float64(slope*d), float64(last.half*cos)
		rows = append(rows, r)
	}
	return rows
}

// nearest is the row next to y.
func (s *strip) nearest(y float64) int {
	best := 0
	for j := range s.rows {
		if math.Abs(s.rows[j].y-y) < math.Abs(s.rows[best].y-y) {
			best = j
		}
	}
	return best
}

// middle is the point of the sheet's middle at row j on a column.
func (s *strip) middle(j int, c stripColumn) geom.Vec3 {
	r := &s.rows[j]
	across := c.c + float64(c.off*r.tine)
	return geom.V(float64(r.half*across), r.y, r.z-float64(r.dish*(1-float64(across*across))))
}

// up is the direction across the sheet at row j on a column; it has no part along X.
func (s *strip) up(j int, c stripColumn) geom.Vec3 {
	d := s.middle(min(j+1, len(s.rows)-1), c).Sub(s.middle(max(j-1, 0), c))
	return geom.V(0, -d.Z, d.Y).Unit()
}

// kept tells the cells that are there.
func (s *strip) kept(j, i int) bool {
	return j >= 0 && i >= 0 && j < len(s.rows)-1 && i < len(s.cols)-1 && (s.gap == nil || !s.gap(j, i))
}

// sides are the points of the top and of the bottom at row j, column i.
func (s *strip) sides(j, i int) (top, bottom geom.Vec3) {
	t := s.rows[j].thick / 2
	if !s.kept(j, i) || !s.kept(j-1, i) || !s.kept(j, i-1) || !s.kept(j-1, i-1) {
		t *= 0.45
	}
	p, n := s.middle(j, s.cols[i]), s.up(j, s.cols[i])
	return p.AddScaled(t, n), p.AddScaled(-t, n)
}

// solid is the closed mesh of the rows from first to last.
func (s *strip) solid(first, last int) *mesh.Mesh {
	m := &mesh.Mesh{}
	n := len(s.cols)
	for j := first; j <= last; j++ {
		for i := range n {
			top, bottom := s.sides(j, i)
			m.Positions = append(m.Positions, top, bottom)
		}
	}
	kept := func(j, i int) bool { return j >= first && j < last && s.kept(j, i) }
	id := func(j, i int) uint32 { return uint32(2 * ((j-first)*n + i)) }
	quad := func(a, b, c, d uint32) {
		m.Triangles = append(m.Triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
	}
	wall := func(a, b uint32) { quad(a+1, b+1, b, a) }
	for j := first; j < last; j++ {
		for i := range n - 1 {
			if !kept(j, i) {
				continue
			}
			a, b, c, d := id(j, i), id(j, i+1), id(j+1, i+1), id(j+1, i)
			if 2*i+1 > n-1 {
				quad(b, c, d, a) // so that a symmetric strip has a symmetric mesh
			} else {
				quad(a, b, c, d)
			}
			quad(a+1, d+1, c+1, b+1)
			if !kept(j-1, i) {
				wall(a, b)
			}
			if !kept(j, i+1) {
				wall(b, c)
			}
			if !kept(j+1, i) {
				wall(c, d)
			}
			if !kept(j, i-1) {
				wall(d, a)
			}
		}
	}
	return m
}

// hulls are the convex pieces of the rows from first to last between two columns, each rows to a piece.
func (s *strip) hulls(first, last, left, right, each int) [][]geom.Vec3 {
	var sections [][]geom.Vec3
	for j := first; j <= last; j++ {
		var section []geom.Vec3
		for i := left; i <= right; i++ {
			top, bottom := s.sides(j, i)
			section = append(section, top, bottom)
		}
		sections = append(sections, section)
	}
	return solid.SectionPieces(sections, each)
}

// handle is the piece of a strip from row first to its end, with its ornaments, which do not collide.
func (s *strip) handle(first int, ornaments ...*mesh.Mesh) piece {
	last := len(s.rows) - 1
	return piece{append([]*mesh.Mesh{s.solid(first, last)}, ornaments...), s.hulls(first, last, 0, len(s.cols)-1, (last-first+5)/6)}
}

// on is the point of the top surface at row j, the share c of the half width from the middle.
func (s *strip) on(j int, c float64) geom.Vec3 {
	col := stripColumn{c: c}
	return s.middle(j, col).AddScaled(s.rows[j].thick/2, s.up(j, col))
}

// border is the line on the handle's top from row first up to its end and back, at the share c of the half width.
func (s *strip) border(first int, c float64) []geom.Vec3 {
	var path []geom.Vec3
	last := len(s.rows) - 3
	for j := first; j <= last; j++ {
		path = append(path, s.on(j, -c))
	}
	for j := last; j >= first; j-- {
		path = append(path, s.on(j, c))
	}
	return path
}

// thread is a raised line of radius r along the border.
func (s *strip) thread(first int, c, r float64) *mesh.Mesh {
	return solid.Tube(s.border(first, c), r, 5)
}

// beads is a row of half balls of radius r that borders the handle as thread does.
func (s *strip) beads(first int, c, r float64) []*mesh.Mesh {
	var out []*mesh.Mesh
	bead := solid.Ellipsoid(geom.V(r, r, r), 6, 4)
	path := s.border(first, c)
	step := float64(2.3 * r)
	rest := 0.0
	for k := 1; k < len(path); k++ {
		l := path[k].Sub(path[k-1]).Len()
		for ; rest < l; rest += step {
			out = append(out, solid.Move(bead, path[k-1].Lerp(path[k], rest/l)))
		}
		rest -= l
	}
	return out
}

// shell is a fan of n drops around the point (0, y) of a handle, open towards its end, length long.
func (s *strip) shell(y, length float64, n int) []*mesh.Mesh {
	j := s.nearest(y)
	up := s.up(j, stripColumn{})
	lie := geom.Transform{M: geom.Mat3{X: geom.V(1, 0, 0), Y: up.Cross(geom.V(1, 0, 0)), Z: up}, T: s.on(j, 0)}
	drop := solid.Move(solid.Ellipsoid(geom.V(0.3*length/float64(n)+0.01, length/2, 0.02), 8, 4),
		geom.V(0, float64(0.55*length), 0))
	var out []*mesh.Mesh
	for i := range n {
		turn := 1.5 * (float64(i)/float64(n-1) - 0.5)
		out = append(out, solid.Place(solid.Turn(drop, geom.RotZ(turn)), lie))
	}
	return out
}

// drop is an oval of the given half axes on the handle's middle at y.
func (s *strip) drop(y, rx, ry float64) *mesh.Mesh {
	return solid.Move(solid.Ellipsoid(geom.V(rx, ry, 0.02), 10, 4), s.on(s.nearest(y), 0))
}

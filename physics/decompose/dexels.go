package decompose

import (
	"cmp"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/physics"
)

// dexel is a piece of the solid: a thin prism along the third axis of the grid, from a up to b.
type dexel struct{ a, b geom.Vec3 }

func (r *dexel) length() float64 { return r.b.Sub(r.a).Len() }

// dexelGrid measures a solid along parallel lines, a square grid of them. Its axes lie askew to those of the mesh, so that
// no flat side of a thing runs along a row of lines.
//
// Crossings of lines and triangles are decided on whole numbers: no line slips through between two triangles.
type dexelGrid struct {
	fromMesh geom.Mat3
	origin   geom.Vec3 // of the grid, in the axes of the grid
	width    float64   // of a dexel
	n        [2]int
	dexels   []dexel // line by line, upwards
	first    []int32 // of every line, and the end
	volume   float64
	odd      float64 // of it, the part that the surface goes around more than once, or backwards

	grid      []gridPoint // the vertices
	triangles [][3]uint32
}

// gridPoint has x and y as even numbers of 1/unit of a dexel's width; lines run at odd ones.
type gridPoint struct {
	x, y int64
	z    float64
}

// maxCrossings bounds time and memory where triangles lie in many layers: then dexels are wider.
const maxCrossings = 1e7

// unit is 2^16: 512 dexels need 25 bits, and products of differences 52.
const unit = 1 << 16

// askew is any turn that has no small angle with axes, diagonals and common slopes.
var askew = geom.Quat{W: 0.81, X: 0.217, Y: -0.34, Z: 0.43}.Unit().Mat3()

func newDexelGrid(s *surface, n int) *dexelGrid {
	l := &dexelGrid{fromMesh: askew, triangles: s.triangles}
	turned := make([]geom.Vec3, len(s.vertices))
	for i, p := range s.vertices {
		turned[i] = l.fromMesh.MulVec(p)
	}
	box := geom.Bounds(turned)
	size := box.Size()
	covered := 0.0
	for _, t := range s.triangles {
		a, b, c := turned[t[0]], turned[t[1]], turned[t[2]]
		d := a.Max(b).Max(c).Sub(a.Min(b).Min(c))
		covered += float64(d.X * d.Y)
	}
	l.width = max(max(size.X, size.Y, 1e-3*size.Z)/float64(n), math.Sqrt(covered/maxCrossings))
	l.origin = box.Min
	l.n = [2]int{int(size.X/l.width) + 1, int(size.Y/l.width) + 1}
	l.grid = make([]gridPoint, len(turned))
	for i, p := range turned {
		l.grid[i] = l.snap(p)
	}

	type crossing struct {
		line int32
		up   int8 // 1 where the line enters
		z    float64
	}
	var crossings []crossing
	for _, t := range s.triangles {
		a, b, c := &l.grid[t[0]], &l.grid[t[1]], &l.grid[t[2]]
		for j := lineAt(min(a.y, b.y, c.y)); j <= lineAt(max(a.y, b.y, c.y)) && j < l.n[1]; j++ {
			for i := lineAt(min(a.x, b.x, c.x)); i <= lineAt(max(a.x, b.x, c.x)) && i < l.n[0]; i++ {
				if z, up := cross(a, b, c, placeOf(i), placeOf(j)); up != 0 {
					crossings = append(crossings, crossing{int32(j*l.n[0] + i), up, z})
				}
			}
		}
	}
	slices.SortStableFunc(crossings, func(a, b crossing) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.z, b.z), cmp.Compare(b.up, a.up))
	})

	toMesh := l.fromMesh.Transpose()
	l.first = make([]int32, 1, l.n[0]*l.n[1]+1)
	around, k := 0, 0
	for line := range l.n[0] * l.n[1] {
		for ; k < len(crossings) && crossings[k].line == int32(line); k++ {
			c := &crossings[k]
			if around != 0 {
				p := l.at(line%l.n[0], line/l.n[0])
				p.Z = crossings[k-1].z
				q := p
				q.Z = c.z
				l.volume += q.Z - p.Z
				if around != 1 {
					l.odd += q.Z - p.Z
				}
				r := dexel{toMesh.MulVec(p), toMesh.MulVec(q)}
				if n := len(l.dexels); n > int(l.first[line]) && l.dexels[n-1].b == r.a {
					l.dexels[n-1].b = r.b
				} else if r.a != r.b {
					l.dexels = append(l.dexels, r)
				}
			}
			around += int(c.up)
		}
		l.first = append(l.first, int32(len(l.dexels)))
	}
	l.volume, l.odd = l.volume*l.area(), l.odd*l.area()
	return l
}

// area is the cross-section of a dexel.
func (l *dexelGrid) area() float64 { return float64(l.width * l.width) }

// at is where line i, j passes the origin's height, in the axes of the grid.
func (l *dexelGrid) at(i, j int) geom.Vec3 {
	return l.origin.Add(geom.V(float64(placeOf(i))*l.width/unit, float64(placeOf(j))*l.width/unit, 0))
}

// placeOf is the coordinate of a line, and lineAt the first line from a coordinate on.
func placeOf(i int) int64  { return int64(i)*unit + unit/2 + 1 }
func lineAt(x int64) int   { return int(max(x-unit/2-1+unit-1, 0) / unit) }
func even(x float64) int64 { return 2 * int64(math.RoundToEven(x*(unit/2))) }

func (l *dexelGrid) snap(p geom.Vec3) gridPoint {
	d := p.Sub(l.origin)
	return gridPoint{even(d.X / l.width), even(d.Y / l.width), p.Z}
}

// cross tells whether the line at x, y passes through a triangle, at what height, and whether it enters (1) or leaves (-1)
// what the triangle is the outside of. A line that meets a side or a corner passes beside it as a line next to it does,
// shifted by less along y than along x (Edelsbrunner & Mücke 1990, "Simulation of Simplicity").
func cross(a, b, c *gridPoint, x, y int64) (z float64, up int8) {
	u, v, w := beside(b, c, x, y), beside(c, a, x, y), beside(a, b, x, y)
	switch {
	case u.left && v.left && w.left:
		up = -1 // the front looks up
	case !u.left && !v.left && !w.left:
		up = 1
	default:
		return 0, 0
	}
	sum := float64(u.area + v.area + w.area)
	if sum == 0 {
		return 0, 0
	}
	return (float64(float64(u.area)*a.z) + float64(float64(v.area)*b.z) + float64(float64(w.area)*c.z)) / sum, up
}

type aside struct {
	area int64 // twice that of the triangle a, b, (x, y)
	left bool
}

func beside(a, b *gridPoint, x, y int64) aside {
	dx, dy := b.x-a.x, b.y-a.y
	area := dx*(y-a.y) - dy*(x-a.x)
	return aside{area, area > 0 || area == 0 && (dy < 0 || dy == 0 && dx > 0)}
}

// contains reports whether p lies in the solid.
func (l *dexelGrid) contains(p geom.Vec3) bool {
	p = l.fromMesh.MulVec(p)
	g := l.snap(p)
	around := 0
	for _, t := range l.triangles {
		if z, up := cross(&l.grid[t[0]], &l.grid[t[1]], &l.grid[t[2]], g.x+1, g.y+1); up != 0 && z > p.Z {
			around -= int(up)
		}
	}
	return around != 0
}

// mass is that of the dexels at 1 kg/m3.
func (l *dexelGrid) mass() physics.MassProperties {
	masses := make([]physics.MassProperties, len(l.dexels))
	for i := range l.dexels {
		r := &l.dexels[i]
		along := r.b.Sub(r.a)
		m := float64(l.area() * along.Len())
		// A thin dexel: m/12*(|along|^2 - along along^T).
		k, xx := m/12, along.Len2()
		x, y, z := along, along, along
		x, y, z = x.Scale(-k*along.X), y.Scale(-k*along.Y), z.Scale(-k*along.Z)
		x.X, y.Y, z.Z = x.X+float64(k*xx), y.Y+float64(k*xx), z.Z+float64(k*xx)
		masses[i] = physics.MassProperties{Mass: m, Center: r.a.Lerp(r.b, 0.5), Inertia: geom.Mat3{X: x, Y: y, Z: z}}
	}
	return physics.SumMasses(masses...)
}

// span is a piece of a line, by heights.
type span struct{ low, high float64 }

// lines calls each for all lines through a convex body, given by the planes of its sides and its corners: the piece
// of the line inside it, and the solid's pieces on that line.
func (l *dexelGrid) lines(body *convex, each func(line int, inside span, solid []dexel)) {
	box := geom.EmptyAABB()
	for _, p := range body.corners {
		box = box.Grow(l.fromMesh.MulVec(p))
	}
	planes := make([]halfSpace, len(body.sides))
	for i, s := range body.sides {
		planes[i] = halfSpace{l.fromMesh.MulVec(s.n), s.d}
	}
	low, high := l.snap(box.Min), l.snap(box.Max)
	for j := lineAt(low.y); j <= lineAt(high.y) && j < l.n[1]; j++ {
		for i := lineAt(low.x); i <= lineAt(high.x) && i < l.n[0]; i++ {
			p := l.at(i, j)
			in := span{box.Min.Z, box.Max.Z}
			for k := range planes {
				s := &planes[k]
				room := s.d - float64(s.n.X*p.X) - float64(s.n.Y*p.Y) // s.n.Z*z <= room
				switch {
				case s.n.Z > 1e-12:
					in.high = min(in.high, room/s.n.Z)
				case s.n.Z < -1e-12:
					in.low = max(in.low, room/s.n.Z)
				case room < 0:
					in.high = in.low
				}
			}
			if in.high > in.low {
				line := j*l.n[0] + i
				each(line, in, l.dexels[l.first[line]:l.first[line+1]])
			}
		}
	}
}

// height is that of a point along the lines.
func (l *dexelGrid) height(p geom.Vec3) float64 { return l.fromMesh.MulVec(p).Z }

// union is the volume of hulls together.
func (d *solid) union(hulls []*physics.Shape) float64 {
	l := d.dexelGrid
	spans := make([][]span, l.n[0]*l.n[1])
	for _, h := range hulls {
		l.lines(convexOf(h), func(line int, in span, _ []dexel) { spans[line] = append(spans[line], in) })
	}
	sum := 0.0
	for _, s := range spans {
		slices.SortFunc(s, func(a, b span) int { return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high)) })
		end := math.Inf(-1)
		for _, in := range s {
			if from := max(in.low, end); in.high > from {
				sum += in.high - from
				end = in.high
			}
		}
	}
	return float64(sum * l.area())
}

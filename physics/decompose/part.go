package decompose

import (
	"errors"
	"math"

	"mereo/engine/geom"
	"mereo/physics"
)

// halfSpace holds the points with n.x <= d.
type halfSpace struct {
	n geom.Vec3
	d float64
}

func (h *halfSpace) above(p geom.Vec3) float64 { return h.n.Dot(p) - h.d }

// part is what lies of a solid between cuts.
type part struct {
	of       *dexelGrid // measures the piece of the surface that it is from
	vertices []geom.Vec3
	faces    []face
	cell     []halfSpace // the cuts, and the box of the whole
	dexels   []dexel
	notches  []notch
	volume   float64 // of the solid in it
	hull     *physics.Shape
	whole    bool // no cut was found
}

// face is a polygon of the surface.
type face struct {
	corners []int32
	normal  geom.Vec3
}

// excess is how much of the hull is not solid.
func (p *part) excess() float64 { return max(p.hull.Volume()-p.volume, 0) }

// solid is what is to be decomposed.
type solid struct {
	*surface
	*dexelGrid
	Options
	near    float64 // what counts as the same place, m
	inside  physics.MassProperties
	hull    *physics.Shape // of the whole
	outline []geom.Vec3    // its corners
}

// maxOdd is the share of a solid that its surface may go around more than once before the dexels measure its mass.
const maxOdd = 1e-4

func newSolid(s *surface, o Options) (*solid, error) {
	inside := physics.SolidMass(s.vertices, s.triangles)
	if inside.Mass < 0 {
		s.flip()
		inside = physics.SolidMass(s.vertices, s.triangles)
	}
	d := &solid{surface: s, dexelGrid: newDexelGrid(s, o.Dexels), Options: o, near: 1e-5 * s.extent, inside: inside}
	if d.odd > maxOdd*d.volume {
		d.inside = d.dexelGrid.mass()
	}
	var err error
	if d.hull, err = hullOf(s.vertices); err != nil {
		return nil, err
	}
	if !(d.inside.Mass > 1e-6*d.hull.Volume()) || len(d.dexels) == 0 {
		return nil, errors.New("decompose: mesh encloses nothing")
	}
	d.outline, _ = d.hull.Surface()
	return d, nil
}

func (d *solid) mass() physics.MassProperties { return d.inside }

// pieceParts are the pieces of the surface, uncut.
func (d *solid) pieceParts() ([]*part, error) {
	pieces := d.pieces()
	if len(pieces) == 1 || len(pieces) > maxPieces {
		return []*part{newPart(d.surface, d.dexelGrid, d.hull)}, nil
	}
	var out []*part
	for _, s := range pieces {
		l := newDexelGrid(s, d.Dexels)
		if len(pieces) > d.MaxHulls && l.volume < minPart*d.dexelGrid.volume {
			continue // crumbs, where hulls are needed for more
		}
		h, err := hullOf(s.vertices)
		if l.volume == 0 || err != nil {
			continue // a sheet, or thinner than what the dexels see
		}
		out = append(out, newPart(s, l, h))
	}
	return out, nil
}

// maxPieces is how many pieces are taken apart; more are no parts that somebody put together.
const maxPieces = 128

func newPart(s *surface, l *dexelGrid, hull *physics.Shape) *part {
	p := &part{of: l, vertices: s.vertices, dexels: l.dexels, notches: s.notches(), volume: l.volume, hull: hull}
	for _, t := range s.triangles {
		p.faces = append(p.faces, face{[]int32{int32(t[0]), int32(t[1]), int32(t[2])}, s.normal(t)})
	}
	box := hull.Bounds()
	for k, axis := range [3]geom.Vec3{{X: 1}, {Y: 1}, {Z: 1}} {
		p.cell = append(p.cell, halfSpace{axis, box.Max.At(k)}, halfSpace{axis.Neg(), -box.Min.At(k)})
	}
	return p
}

// cut divides p by a plane: what is below it and what is above. A side without volume is an error.
func (d *solid) cut(p *part, at halfSpace) (below, above *part, err error) {
	vertices := append([]geom.Vec3{}, p.vertices...)
	heights := make([]float64, len(vertices))
	for i, v := range vertices {
		heights[i] = at.above(v)
	}
	below = &part{of: p.of, cell: append(append([]halfSpace{}, p.cell...), at)}
	above = &part{of: p.of, cell: append(append([]halfSpace{}, p.cell...), halfSpace{at.n.Neg(), -at.d})}
	crossings := map[[2]int32]int32{} // looked up only
	for _, f := range p.faces {
		low, high := 0.0, 0.0
		for _, c := range f.corners {
			low, high = min(low, heights[c]), max(high, heights[c])
		}
		switch {
		case low >= -d.near && high <= d.near: // the solid is behind a face
			if f.normal.Dot(at.n) > 0 {
				below.faces = append(below.faces, f)
			} else {
				above.faces = append(above.faces, f)
			}
			continue
		case high <= d.near:
			below.faces = append(below.faces, f)
			continue
		case low >= -d.near:
			above.faces = append(above.faces, f)
			continue
		}
		down, up := face{normal: f.normal}, face{normal: f.normal}
		for k, a := range f.corners {
			if heights[a] <= d.near {
				down.corners = append(down.corners, a)
			}
			if heights[a] >= -d.near {
				up.corners = append(up.corners, a)
			}
			b := f.corners[(k+1)%len(f.corners)]
			lower, upper := min(heights[a], heights[b]), max(heights[a], heights[b])
			if lower >= -d.near || upper <= d.near {
				continue
			}
			side := [2]int32{min(a, b), max(a, b)}
			c, ok := crossings[side]
			if !ok {
				c = int32(len(vertices))
				crossings[side] = c
				s, e := side[0], side[1]
				vertices = append(vertices, vertices[s].Lerp(vertices[e], heights[s]/(heights[s]-heights[e])))
				heights = append(heights, 0)
			}
			down.corners, up.corners = append(down.corners, c), append(up.corners, c)
		}
		below.faces, above.faces = append(below.faces, down), append(above.faces, up)
	}
	for _, r := range p.dexels {
		a, b := at.above(r.a), at.above(r.b)
		switch {
		case a <= 0 && b <= 0:
			below.dexels = append(below.dexels, r)
		case a >= 0 && b >= 0:
			above.dexels = append(above.dexels, r)
		default:
			m := r.a.Lerp(r.b, a/(a-b))
			lower, upper := dexel{r.a, m}, dexel{m, r.b}
			if a > 0 {
				lower, upper = upper, lower
			}
			below.dexels, above.dexels = append(below.dexels, lower), append(above.dexels, upper)
		}
	}
	for _, e := range p.notches {
		a, b := at.above(e.a), at.above(e.b)
		lower, upper := e, e
		if (a < 0) != (b < 0) {
			m := e.a.Lerp(e.b, a/(a-b))
			if a < 0 {
				lower.b, upper.a = m, m
			} else {
				lower.a, upper.b = m, m
			}
		}
		if min(a, b) < -d.near { // the cut resolves those along it
			below.notches = append(below.notches, lower)
		}
		if max(a, b) > d.near {
			above.notches = append(above.notches, upper)
		}
	}
	for _, q := range [2]*part{below, above} {
		q.pack(vertices)
		for i := range q.dexels {
			q.volume += float64(p.of.area() * q.dexels[i].length())
		}
		if q.volume < minPart*d.dexelGrid.volume {
			return nil, nil, errors.New("decompose: a part has no volume")
		}
		points := append(append([]geom.Vec3{}, q.vertices...), d.cellCorners(q)...)
		if q.hull, err = hullOf(points); err != nil {
			return nil, nil, err
		}
	}
	return below, above, nil
}

// minPart is the least share of the volume that is worth a hull.
const minPart = 2e-4

// pack keeps the vertices that faces have.
func (p *part) pack(vertices []geom.Vec3) {
	place := make([]int32, len(vertices))
	for i := range p.faces {
		f := &p.faces[i]
		corners := make([]int32, len(f.corners))
		for k, c := range f.corners {
			if place[c] == 0 {
				p.vertices = append(p.vertices, vertices[c])
				place[c] = int32(len(p.vertices))
			}
			corners[k] = place[c] - 1
		}
		f.corners = corners
	}
}

// cellCorners are the corners of a cell inside the solid: with those of the faces in the cell, they are all that the hull of
// the solid in the cell can have.
func (d *solid) cellCorners(p *part) []geom.Vec3 {
	cell := p.cell
	var corners []geom.Vec3
	middle := geom.Vec3{}
	for i := range cell {
		for j := range i {
			across := cell[i].n.Cross(cell[j].n)
			for k := range j {
				q, ok := meet(&cell[i], &cell[j], &cell[k], across)
				for m := range cell {
					ok = ok && cell[m].above(q) <= d.near
				}
				if ok {
					corners = append(corners, q)
					middle = middle.Add(q)
				}
			}
		}
	}
	middle = middle.Scale(1 / float64(max(len(corners), 1)))
	var inside []geom.Vec3
	for _, q := range corners {
		// A cut may run along a face. What is solid beyond it does not count.
		if p.of.contains(q.Lerp(middle, 1e-3)) {
			inside = append(inside, q)
		}
	}
	return inside
}

// meet is the point of three planes; across is the cross product of the normals of a and b.
func meet(a, b, c *halfSpace, across geom.Vec3) (p geom.Vec3, ok bool) {
	det := across.Dot(c.n)
	if math.Abs(det) < 1e-6 {
		return p, false
	}
	p = b.n.Cross(c.n).Scale(a.d).Add(c.n.Cross(a.n).Scale(b.d)).Add(across.Scale(c.d))
	return p.Scale(1 / det), true
}

// convex is a convex body by its sides and corners.
type convex struct {
	sides     []halfSpace
	corners   []geom.Vec3
	triangles [][3]uint32
	areas     []float64 // of the sides
}

// convexOf has a side for every triangle that is not in the plane of one before.
func convexOf(h *physics.Shape) *convex {
	c := &convex{}
	c.corners, c.triangles = h.Surface()
	for _, t := range c.triangles {
		a := c.corners[t[0]]
		n := c.corners[t[1]].Sub(a).Cross(c.corners[t[2]].Sub(a))
		area := float64(n.Len() / 2)
		if area == 0 {
			continue
		}
		n = n.Unit()
		same := false
		if k := len(c.sides) - 1; k >= 0 && c.sides[k].n.Dot(n) > 1-1e-9 {
			same = true // triangles of a face come one after the other
			c.areas[k] += area
		}
		if !same {
			c.sides, c.areas = append(c.sides, halfSpace{n, math.Inf(-1)}), append(c.areas, area)
		}
	}
	for i := range c.sides {
		s := &c.sides[i]
		for _, p := range c.corners {
			s.d = max(s.d, s.n.Dot(p))
		}
	}
	return c
}

// below is the corners of what a plane leaves of c.
func (c *convex) below(at halfSpace) []geom.Vec3 {
	var points []geom.Vec3
	for _, p := range c.corners {
		if at.above(p) <= 0 {
			points = append(points, p)
		}
	}
	for _, t := range c.triangles {
		for k, i := range t {
			j := t[(k+1)%3]
			a, b := at.above(c.corners[i]), at.above(c.corners[j])
			if a < 0 && b > 0 {
				points = append(points, c.corners[i].Lerp(c.corners[j], a/(a-b)))
			}
		}
	}
	return points
}

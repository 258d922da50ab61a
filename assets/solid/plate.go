package solid

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Plate is Extrude for an outline with holes: from z = 0 to z = h, all rims, those of the holes too, beveled by bevel in seg
// pieces. Outline and holes are counter-clockwise; holes lie inside the outline and apart from it and from each other by more
// than twice the bevel.
func Plate(o Outline, holes []Outline, h, bevel float64, seg int) *mesh.Mesh {
	m := &mesh.Mesh{}
	bevel = min(bevel, 0.499*h)
	type level struct{ inset, z float64 }
	var levels []level
	if bevel <= 0 || seg <= 0 {
		levels = []level{{0, 0}, {0, h}}
	} else {
		for i := range seg + 1 {
			sin, cos := geom.SinCos(math.Pi / 2 * float64(i) / float64(seg))
			levels = append(levels, level{float64(bevel * (1 - sin)), float64(bevel * (1 - cos))})
		}
		for i := seg; i >= 0; i-- {
			levels = append(levels, level{levels[i].inset, h - levels[i].z})
		}
	}
	// wall adds the walls of an outline and returns its lowest and highest ring.
	wall := func(o Outline, inwards float64) (first, last []uint32) {
		for _, l := range levels {
			ring := make([]uint32, len(o))
			for i, p := range o.Inset(inwards * l.inset).Flat(l.z) {
				ring[i] = uint32(len(m.Positions))
				m.Positions = append(m.Positions, p)
			}
			if last != nil && inwards > 0 {
				join(m, last, ring)
			} else if last != nil {
				join(m, ring, last)
			}
			if first == nil {
				first = ring
			}
			last = ring
		}
		return first, last
	}
	bottom, top := wall(o, 1)
	bottoms, tops := [][]uint32{bottom}, [][]uint32{top}
	for _, hole := range holes {
		b, t := wall(hole, -1)
		bottoms, tops = append(bottoms, b), append(tops, t)
	}
	m.Triangles = append(m.Triangles, triangulateHoles(m, tops)...)
	for _, t := range triangulateHoles(m, bottoms) {
		m.Triangles = append(m.Triangles, [3]uint32{t[0], t[2], t[1]})
	}
	return m
}

// triangulateHoles fills a level polygon, the first of the rings, around the others, which are holes; all run counter-clockwise.
// Every hole is joined to the polygon by a bridge, the one with its rightmost point first (Eberly 2002, "Triangulation by Ear
// Clipping", section 5).
func triangulateHoles(m *mesh.Mesh, rings [][]uint32) [][3]uint32 {
	flat := func(v uint32) P2 { return P2{m.Positions[v].X, m.Positions[v].Y} }
	around := append([]uint32{}, rings[0]...)
	holes := append([][]uint32{}, rings[1:]...)
	for len(holes) > 0 {
		next, at := 0, 0
		for i, hole := range holes {
			for k, v := range hole {
				if flat(v).X > flat(holes[next][at]).X {
					next, at = i, k
				}
			}
		}
		around = bridged(around, holes[next], at, flat)
		holes = append(holes[:next], holes[next+1:]...)
	}
	o := make([]geom.Vec2, len(around))
	for i, v := range around {
		o[i] = geom.Vec2(flat(v))
	}
	var out [][3]uint32
	for _, t := range geom.Triangulate(o) {
		out = append(out, [3]uint32{around[t[0]], around[t[1]], around[t[2]]})
	}
	return out
}

// bridged runs along the polygon, over the shortest bridge that crosses nothing to point at of the hole, round the hole
// clockwise and back.
func bridged(around, hole []uint32, at int, flat func(uint32) P2) []uint32 {
	from := flat(hole[at])
	crosses := func(to P2, ring []uint32) bool {
		for i, v := range ring {
			a, b := flat(v), flat(ring[(i+1)%len(ring)])
			if a == to || b == to || a == from || b == from {
				continue
			}
			d, e := to.sub(from), b.sub(a)
			s0, s1 := d.cross(a.sub(from)), d.cross(b.sub(from))
			t0, t1 := e.cross(from.sub(a)), e.cross(to.sub(a))
			if (s0 > 0) != (s1 > 0) && (t0 > 0) != (t1 > 0) {
				return true
			}
		}
		return false
	}
	best, shortest := 0, math.Inf(1)
	for i, v := range around {
		to := flat(v)
		d := to.sub(from)
		// Bridges lead to the right: what remains of the holes lies to the left.
		if d.X < 0 || d.dot(d) >= shortest || !insideCorner(around, i, from, flat) || crosses(to, around) || crosses(to, hole) {
			continue
		}
		best, shortest = i, d.dot(d)
	}
	out := append([]uint32{}, around[:best+1]...)
	for k := range len(hole) + 1 {
		out = append(out, hole[(at+2*len(hole)-k)%len(hole)])
	}
	return append(out, around[best:]...)
}

// insideCorner reports whether a point is seen from corner i of a polygon towards its inside.
func insideCorner(ring []uint32, i int, p P2, flat func(uint32) P2) bool {
	n := len(ring)
	a, b, c := flat(ring[(i+n-1)%n]), flat(ring[i]), flat(ring[(i+1)%n])
	left, right := b.sub(a).cross(p.sub(b)) > 0, c.sub(b).cross(p.sub(b)) > 0
	if b.sub(a).cross(c.sub(b)) >= 0 {
		return left && right
	}
	return left || right
}

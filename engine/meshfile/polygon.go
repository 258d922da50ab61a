package meshfile

import (
	"math"

	"mereo/engine/geom"
)

// Clipping ears takes time that grows with the square of the corners: a fifth of a second for a face of maxCorners, and ten seconds for all
// faces of a file, whose squares add up to maxWork. What is beyond stays a fan.
const (
	maxCorners = 4000
	maxWork    = 1_000_000_000
)

const (
	// turnedOver is how large a triangle that faces backwards may be, as a part of its polygon: straight runs in coordinates of float32, or
	// of six digits, make such triangles.
	turnedOver = 1e-6
	// bent is how far apart the corners of a polygon may lie across its plane, as a part of the farthest distance from the first corner. What
	// is bent more has no shape in a plane that tells which triangles are meant.
	bent = 0.1
)

// cutter cuts the faces of one file into triangles.
type cutter struct{ work int }

// concave gets the triangles of a face as a fan around its first corner. Where some of them lie outside of the face, it puts as many in
// their place that lie inside, ears of the face in its plane. They all face forwards, and so cover every place as often as the outline runs
// around it: once, where it does not cross itself. A face of which no such triangles are found stays a fan, as do faces that are bent.
func (c *cutter) concave(positions []geom.Vec3, fan [][3]uint32) {
	n := len(fan) + 2
	if n < 4 || n > maxCorners {
		return
	}
	var normal geom.Vec3
	for _, t := range fan {
		normal = normal.Add(area(positions, t))
	}
	if forwards(positions, fan, normal) || c.work+n*n > maxWork {
		return
	}
	c.work += n * n

	// Corners that the next one repeats would stop the clipper.
	corner := func(i int) uint32 { return fan[max(i-2, 0)][min(i, 2)] }
	var ring []uint32
	var corners []geom.Vec3
	for i := range n {
		if p := positions[corner(i)]; p != positions[corner((i+1)%n)] {
			ring, corners = append(ring, corner(i)), append(corners, p)
		}
	}
	flat, normal := geom.Flatten(corners)
	if flat == nil || normal.Len2() == 0 || !level(corners, normal.Unit()) {
		return
	}
	cut := make([][3]uint32, len(fan))
	for i := range cut {
		cut[i] = [3]uint32{ring[0], ring[0], ring[0]} // stays so where a corner repeats another
	}
	for i, t := range geom.Triangulate(flat) {
		cut[i] = [3]uint32{ring[t[0]], ring[t[1]], ring[t[2]]}
	}
	if forwards(positions, cut, normal) {
		copy(fan, cut)
	}
}

// area is the normal of a triangle, twice as long as the area.
func area(positions []geom.Vec3, t [3]uint32) geom.Vec3 {
	o := positions[t[0]]
	return positions[t[1]].Sub(o).Cross(positions[t[2]].Sub(o))
}

// forwards reports whether the triangles of a polygon with this normal, twice as long as the area, all face its way. Numbers too large to be
// squared count as such.
func forwards(positions []geom.Vec3, triangles [][3]uint32, normal geom.Vec3) bool {
	least := -turnedOver * normal.Len2()
	for _, t := range triangles {
		if area(positions, t).Dot(normal) < least {
			return false
		}
	}
	return true
}

// level reports whether corners lie in a plane with a normal of length 1, more or less.
func level(corners []geom.Vec3, normal geom.Vec3) bool {
	low, high, far2 := 0.0, 0.0, 0.0
	for _, p := range corners {
		d := p.Sub(corners[0])
		h := d.Dot(normal)
		low, high, far2 = min(low, h), max(high, h), max(far2, d.Len2())
	}
	return high-low <= bent*math.Sqrt(far2)
}

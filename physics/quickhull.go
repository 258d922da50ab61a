package physics

import (
	"errors"
	"math"
	"math/bits"

	"mereo/engine/geom"
)

// gridBits is the size of grid coordinates. Differences of two have 30 bits, products of two differences 60 and the
// components of a normal 61: all fit an int64, and the product of a normal and a difference fits 128 bits.
const gridBits = 29

// gridRounding is more than the rounding of the distance between a point and a plane of the grid, in units of the grid.
const gridRounding = 1e-3

// toGrid moves and scales points so that they fill the cube of +-2^gridBits in their longest extent, and rounds them to
// whole numbers: by less than 1e-9 of the extent, so that exact arithmetic with them is cheap.
func toGrid(points []geom.Vec3) []geom.Vec3 {
	b := geom.Bounds(points)
	center := b.Center()
	half := b.Max.Sub(center)
	_, exp := math.Frexp(max(half.X, half.Y, half.Z))
	scale := math.Ldexp(1, gridBits-exp)
	out := make([]geom.Vec3, len(points))
	for i, p := range points {
		d := p.Sub(center).Scale(scale)
		out[i] = geom.Vec3{X: math.RoundToEven(d.X), Y: math.RoundToEven(d.Y), Z: math.RoundToEven(d.Z)}
	}
	return out
}

// extentOf is the largest extent of points along an axis.
func extentOf(points []geom.Vec3) float64 {
	size := geom.Bounds(points).Size()
	return max(size.X, size.Y, size.Z)
}

// gridVec is a vector of whole numbers.
type gridVec struct{ x, y, z int64 }

func gridDiff(a, b *geom.Vec3) gridVec {
	return gridVec{int64(a.X - b.X), int64(a.Y - b.Y), int64(a.Z - b.Z)}
}

func (a gridVec) cross(b gridVec) gridVec {
	return gridVec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

// dotPositive reports whether a.b > 0, exactly.
func (a gridVec) dotPositive(b gridVec) bool {
	hx, lx := mul128(a.x, b.x)
	hy, ly := mul128(a.y, b.y)
	hz, lz := mul128(a.z, b.z)
	lo, carry := bits.Add64(lx, ly, 0)
	hi, _ := bits.Add64(hx, hy, carry)
	lo, carry = bits.Add64(lo, lz, 0)
	hi, _ = bits.Add64(hi, hz, carry)
	return int64(hi) > 0 || hi == 0 && lo > 0
}

// mul128 is a*b in two's complement.
func mul128(a, b int64) (hi, lo uint64) {
	hi, lo = bits.Mul64(uint64(a), uint64(b))
	hi -= uint64(a>>63&b) + uint64(b>>63&a)
	return hi, lo
}

// facet is a triangle of a hull under construction.
type facet struct {
	corners [3]int32 // counter-clockwise from outside
	beside  [3]int32 // the facet beyond the side from corner k to corner k+1
	normal  gridVec  // exact
	plane   plane    // in the grid, rounded
	area    float64  // twice
	outside int32    // first of a list of points above the facet, -1 for none
	far     int32    // the farthest of them
	above   float64  // how far that is
	state   facetState
	region  int32 // which face of the hull the facet is part of
}

type facetState uint8

const (
	facetDead facetState = iota
	facetAlive
	facetVisible // from the point that is being added
)

// side is the side of a facet from corner k to corner k+1.
type side struct{ facet, k int32 }

// quickhull is the exact convex hull of points on a grid, a closed surface of triangles.
// Barber, Dobkin & Huhdanpaa 1996, "The Quickhull Algorithm for Convex Hulls".
type quickhull struct {
	points    []geom.Vec3 // whole numbers
	tolerance float64
	facets    []facet // some of them dead
	corners   []int32 // points that are corners of facets, ascending
	seeds     []int32 // of each region, its largest facet

	free    []int32 // dead facets
	next    []int32 // of a point: the next in its list of points outside
	mark    []int32 // of a point: scratch
	pending []int32 // facets that may have points outside
	visible []int32
	horizon []side
	created []int32
}

// build makes the hull of the points with these indices, but for points that are within the tolerance of it. The error
// says what they are, if not solid.
func (q *quickhull) build(indices []int32, tolerance float64) error {
	q.tolerance = max(tolerance, 1)
	if q.next == nil {
		q.next, q.mark = make([]int32, len(q.points)), make([]int32, len(q.points))
	}
	q.facets, q.free, q.pending = q.facets[:0], q.free[:0], q.pending[:0]
	if err := q.begin(indices); err != nil {
		return err
	}
	for len(q.pending) > 0 {
		for len(q.pending) > 0 {
			f := q.pending[len(q.pending)-1]
			q.pending = q.pending[:len(q.pending)-1]
			if t := &q.facets[f]; t.state == facetAlive && t.above > q.tolerance {
				q.add(t.far, f)
			}
		}
		q.retry()
	}

	// List the corners.
	for _, i := range indices {
		q.mark[i] = 0
	}
	for i := range q.facets {
		if t := &q.facets[i]; t.state == facetAlive {
			q.mark[t.corners[0]], q.mark[t.corners[1]], q.mark[t.corners[2]] = 1, 1, 1
		}
	}
	q.corners = q.corners[:0]
	for _, i := range indices {
		if q.mark[i] == 1 {
			q.corners = append(q.corners, i)
		}
	}
	return nil
}

// begin makes a large tetrahedron: its first edge spans the longest extent, the third corner is farthest from that edge
// and the fourth from the plane of the others.
func (q *quickhull) begin(indices []int32) error {
	var a, b, c, d int32
	longest := 0.0
	for axis := range 3 {
		lo, hi := indices[0], indices[0]
		for _, i := range indices {
			x := q.points[i].At(axis)
			if x < q.points[lo].At(axis) {
				lo = i
			}
			if x > q.points[hi].At(axis) {
				hi = i
			}
		}
		if l := q.points[hi].At(axis) - q.points[lo].At(axis); l > longest {
			longest, a, b = l, lo, hi
		}
	}
	origin := q.points[a]
	u := q.points[b].Sub(origin).Unit()
	aside := 0.0
	for _, i := range indices {
		if l := q.points[i].Sub(origin).Cross(u).Len(); l > aside {
			aside, c = l, i
		}
	}
	if aside <= 2*q.tolerance {
		return errors.New("flat: they lie in a line")
	}
	n := u.Cross(q.points[c].Sub(origin)).Unit()
	height := 0.0
	for _, i := range indices {
		if l := n.Dot(q.points[i].Sub(origin)); math.Abs(l) > math.Abs(height) {
			height, d = l, i
		}
	}
	if math.Abs(height) <= 2*q.tolerance {
		return errors.New("flat: they lie in a plane")
	}
	if height > 0 {
		b, c = c, b
	}

	// d lies below (a, b, c).
	f := [4]int32{q.newFacet(a, b, c), q.newFacet(b, a, d), q.newFacet(c, b, d), q.newFacet(a, c, d)}
	q.facets[f[0]].beside = [3]int32{f[1], f[2], f[3]}
	for k := range int32(3) {
		q.facets[f[1+k]].beside = [3]int32{f[0], f[1+(k+2)%3], f[1+(k+1)%3]}
	}
	for _, i := range indices {
		q.assign(i, f[:])
	}
	q.pending = append(q.pending, f[:]...)
	return nil
}

func (q *quickhull) newFacet(a, b, c int32) int32 {
	i := int32(len(q.facets))
	if n := len(q.free); n > 0 {
		i = q.free[n-1]
		q.free = q.free[:n-1]
	} else {
		q.facets = append(q.facets, facet{})
	}
	p := &q.points[a]
	normal := gridDiff(&q.points[b], p).cross(gridDiff(&q.points[c], p))
	n := geom.Vec3{X: float64(normal.x), Y: float64(normal.y), Z: float64(normal.z)}
	t := &q.facets[i]
	*t = facet{corners: [3]int32{a, b, c}, normal: normal, area: n.Len(), outside: -1, state: facetAlive}
	t.plane.n = n.Unit()
	t.plane.d = t.plane.n.Dot(*p)
	return i
}

// add makes the point p, which lies above the facet f, a corner: the facets that it sees are replaced by a cone of new
// ones between p and the border of what it sees.
func (q *quickhull) add(p, f int32) {
	// Find what p sees. A facet in one plane with p is not seen; that keeps the new facets from being empty.
	q.visible, q.horizon = append(q.visible[:0], f), q.horizon[:0]
	q.facets[f].state = facetVisible
	for i := 0; i < len(q.visible); i++ {
		f := q.visible[i]
		for k, g := range q.facets[f].beside {
			t := &q.facets[g]
			switch {
			case t.state == facetVisible:
			case t.normal.dotPositive(gridDiff(&q.points[p], &q.points[t.corners[0]])):
				t.state = facetVisible
				q.visible = append(q.visible, g)
			default:
				q.horizon = append(q.horizon, side{f, int32(k)})
			}
		}
	}

	// Close the hole.
	q.created = q.created[:0]
	for _, s := range q.horizon {
		t := &q.facets[s.facet]
		a, b, g := t.corners[s.k], t.corners[(s.k+1)%3], t.beside[s.k]
		f := q.newFacet(a, b, p)
		q.facets[f].beside[0] = g
		t = &q.facets[g]
		t.beside[t.indexOf(b)] = f
		q.mark[a] = f
		q.created = append(q.created, f)
	}
	for _, f := range q.created {
		g := q.mark[q.facets[f].corners[1]]
		q.facets[f].beside[1] = g
		q.facets[g].beside[2] = f
	}

	// Hand the points outside on.
	for _, f := range q.visible {
		t := &q.facets[f]
		for i := t.outside; i >= 0; {
			next := q.next[i]
			if i != p {
				q.assign(i, q.created)
			}
			i = next
		}
		t.state = facetDead
		q.free = append(q.free, f)
	}
	for _, f := range q.created {
		if q.facets[f].above > q.tolerance {
			q.pending = append(q.pending, f)
		}
	}
}

// indexOf returns k where corner k of t is the point p.
func (t *facet) indexOf(p int32) int32 {
	switch p {
	case t.corners[0]:
		return 0
	case t.corners[1]:
		return 1
	}
	return 2
}

// assign puts the point i into the list of the facet that it is farthest above. A point above none is inside.
func (q *quickhull) assign(i int32, facets []int32) {
	best, above := int32(-1), gridRounding
	for _, f := range facets {
		if l := q.facets[f].plane.above(&q.points[i]); l > above {
			best, above = f, l
		}
	}
	if best >= 0 {
		q.put(i, best, above)
	}
}

// retry looks for facets that a point is above by more than the tolerance, where it is above that in whose list it is
// by less. Points for which there is none are forgotten.
func (q *quickhull) retry() {
	for f := range q.facets {
		t := &q.facets[f]
		if t.state != facetAlive || t.outside < 0 {
			continue
		}
		i := t.outside
		t.outside, t.above = -1, 0
		for i >= 0 {
			next := q.next[i]
			if best, above := q.highest(i, int32(f)); above > q.tolerance {
				q.put(i, best, above)
				q.pending = append(q.pending, best)
			}
			i = next
		}
	}
}

// highest finds the facet that the point i is farthest above. It is above facet f, and the facets that it is above are
// connected.
func (q *quickhull) highest(i, f int32) (best int32, above float64) {
	best, above = f, q.facets[f].plane.above(&q.points[i])
	q.visible = append(q.visible[:0], f)
	q.facets[f].state = facetVisible
	for k := 0; k < len(q.visible); k++ {
		for _, g := range q.facets[q.visible[k]].beside {
			t := &q.facets[g]
			if t.state == facetVisible {
				continue
			}
			if l := t.plane.above(&q.points[i]); l > gridRounding {
				t.state = facetVisible
				q.visible = append(q.visible, g)
				if l > above {
					best, above = g, l
				}
			}
		}
	}
	for _, g := range q.visible {
		q.facets[g].state = facetAlive
	}
	return best, above
}

// put puts the point i into the list of a facet.
func (q *quickhull) put(i, f int32, above float64) {
	t := &q.facets[f]
	q.next[i], t.outside = t.outside, i
	if above > t.above {
		t.above, t.far = above, i
	}
}

// above is how far p lies on the outer side of the plane.
func (s *plane) above(p *geom.Vec3) float64 {
	return float64(s.n.X*p.X) + float64(s.n.Y*p.Y) + float64(s.n.Z*p.Z) - s.d
}

package physics

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
)

// hull is the surface of a convex polyhedron with flat, outward-facing polygons as faces.
type hull struct {
	vertices []geom.Vec3
	planes   []plane    // of the faces
	faces    []uint16   // a half-edge of each face
	edges    []halfEdge // twins lie side by side: 2k and 2k+1
	center   geom.Vec3  // a point well inside
}

// halfEdge runs from origin along the border of face, counter-clockwise seen from outside.
type halfEdge struct {
	next, origin, face uint16
}

// twin is the half-edge that runs the other way.
func twin(e uint16) uint16 { return e ^ 1 }

// plane holds the points x with n.x = d; n has unit length and points out of the solid.
type plane struct {
	n geom.Vec3
	d float64
}

const (
	// hullTolerance says, as a share of the largest extent, what counts as flat: corners this far below a plane are
	// taken to lie in it. Coordinates that were rounded to a micrometer leave the corners of the flat faces of a small
	// part that far apart; contacts are no more exact than that. With a tenth of it furniture has 15 % more faces.
	hullTolerance = 2e-5
	// maxHalfEdges is what a uint16 can name.
	maxHalfEdges = 1 << 16
)

// convexHull makes the hull of points with whole polygons as faces: a box has six, whatever points of it are given.
//
// The hull of triangles that it starts from is exact, so that the result is closed and convex for any points. What is
// done for the sake of flatness is checked, and done with a smaller tolerance if it moved the surface too far.
func convexHull(points []geom.Vec3) (*hull, error) {
	if len(points) < 4 {
		return nil, fmt.Errorf("physics: hull has %d points, need at least 4", len(points))
	}
	if err := checkPoints("hull", points); err != nil {
		return nil, err
	}
	if err := checkSize("hull", "largest extent", extentOf(points)); err != nil {
		return nil, err
	}
	q := quickhull{points: toGrid(points), facets: make([]facet, 0, min(2*len(points), 1024))}
	for tolerance := float64(hullTolerance * extentOf(q.points)); ; tolerance /= 8 {
		if tolerance < 1 {
			tolerance = -1 // nothing is flat
		}
		h, err := q.polyhedron(points, tolerance)
		if h != nil || err != nil {
			return h, err
		}
		if tolerance < 0 {
			panic(fmt.Sprintf("physics: hull of %d points is not a closed surface", len(points)))
		}
	}
}

// polyhedron makes a hull in rounds of three steps: the hull of triangles; regions of triangles that lie in a plane;
// and which points are corners of three regions or more. Corners of fewer lie within a face or an edge and are left out
// of the next round. When there are none, the regions are the faces. It returns nil when these are not simple polygons,
// or when a corner of the first round lies farther than twice the tolerance outside.
func (q *quickhull) polyhedron(points []geom.Vec3, tolerance float64) (*hull, error) {
	left := make([]int32, len(points))
	for i := range left {
		left[i] = int32(i)
	}
	var dropped []int32
	for {
		if err := q.build(left, tolerance); err != nil && dropped == nil {
			return nil, fmt.Errorf("physics: hull of %d points is %w", len(points), err)
		} else if err != nil {
			return nil, nil
		}
		q.findRegions(tolerance)
		left = left[:0]
		sectors := q.countSectors()
		for _, i := range q.corners {
			if sectors[i] >= 3 {
				left = append(left, i)
			} else {
				dropped = append(dropped, i)
			}
		}
		if len(left) == len(q.corners) {
			break
		}
	}
	for _, seed := range q.seeds {
		for _, v := range dropped {
			if q.facets[seed].plane.above(&q.points[v]) > 2*tolerance {
				return nil, nil
			}
		}
	}

	loops, err := q.regionLoops()
	if err != nil {
		return nil, err
	}
	h := &hull{vertices: make([]geom.Vec3, len(q.corners)), planes: make([]plane, len(q.seeds))}
	for i, p := range q.corners {
		h.vertices[i] = points[p]
	}
	var ok bool
	if h.edges, h.faces, ok = topology(len(h.vertices), loops); !ok {
		return nil, nil
	}
	for i, loop := range loops {
		p := plane{q.normal(q.seeds[i], points), math.Inf(-1)}
		for _, v := range loop {
			p.d = max(p.d, p.n.Dot(h.vertices[v]))
		}
		h.planes[i] = p
	}
	return h, nil
}

// normal is that of a facet, computed from the points as they were given, unless the facet is so narrow that the
// rounding of its corners to the grid has turned it by so much that other points would lie above it by more than the
// tolerance.
func (q *quickhull) normal(f int32, points []geom.Vec3) geom.Vec3 {
	t := &q.facets[f]
	a, b, c := &q.points[t.corners[0]], &q.points[t.corners[1]], &q.points[t.corners[2]]
	height := t.area / math.Sqrt(max(b.Sub(*a).Len2(), c.Sub(*b).Len2(), a.Sub(*c).Len2()))
	if float64(height*q.tolerance) < 2<<gridBits {
		return t.plane.n
	}
	origin := points[t.corners[0]]
	return points[t.corners[1]].Sub(origin).Cross(points[t.corners[2]].Sub(origin)).Unit()
}

// findRegions joins facets to regions whose corners are within the tolerance of a plane: that of the largest facet
// which is not yet in a region, again and again. No point lies above the plane of a facet, so that faces with these
// planes hold all points however small they are. With a negative tolerance every facet is a region.
func (q *quickhull) findRegions(tolerance float64) {
	order := q.visible[:0]
	for i := range q.facets {
		if t := &q.facets[i]; t.state == facetAlive {
			t.region = -1
			order = append(order, int32(i))
		}
	}
	q.visible = order
	slices.SortFunc(order, func(f, g int32) int {
		return cmp.Or(cmp.Compare(q.facets[g].area, q.facets[f].area), cmp.Compare(f, g))
	})
	q.seeds = q.seeds[:0]
	for _, seed := range order {
		if q.facets[seed].region >= 0 {
			continue
		}
		p := q.facets[seed].plane
		region := int32(len(q.seeds))
		q.seeds = append(q.seeds, seed)
		q.facets[seed].region = region
		q.created = append(q.created[:0], seed)
		for len(q.created) > 0 {
			f := &q.facets[q.created[len(q.created)-1]]
			q.created = q.created[:len(q.created)-1]
			for k, g := range f.beside {
				t := &q.facets[g]
				if t.region >= 0 || t.plane.n.Dot(p.n) <= 0 {
					continue
				}
				apex := t.corners[(t.indexOf(f.corners[k])+1)%3]
				if p.d-p.n.Dot(q.points[apex]) < tolerance {
					t.region = region
					q.created = append(q.created, g)
				}
			}
		}
	}
}

// countSectors returns how many times a region comes to each corner.
func (q *quickhull) countSectors() []int32 {
	for _, i := range q.corners {
		q.mark[i] = 0
	}
	for i := range q.facets {
		if t := &q.facets[i]; t.state == facetAlive {
			for k, g := range t.beside {
				if q.facets[g].region != t.region {
					q.mark[t.corners[k]]++
				}
			}
		}
	}
	return q.mark
}

// regionLoops returns the borders of the regions as indices into q.corners, counter-clockwise from outside. A border in
// several parts comes as several loops, the first at the number of the region.
func (q *quickhull) regionLoops() ([][]uint16, error) {
	isBorder := func(s side) bool { return q.facets[q.facets[s.facet].beside[s.k]].region != q.facets[s.facet].region }
	all := q.horizon[:0]
	for i := range q.facets {
		for k := range int32(3) {
			if s := (side{int32(i), k}); q.facets[i].state == facetAlive && isBorder(s) {
				all = append(all, s)
			}
		}
	}
	q.horizon = all
	if len(all) > maxHalfEdges {
		return nil, fmt.Errorf("physics: hull has %d half-edges, at most %d", len(all), maxHalfEdges)
	}
	for i, p := range q.corners {
		q.mark[p] = int32(i)
	}
	done := make([]bool, 3*len(q.facets))
	corners := make([]uint16, 0, len(all))
	loops := make([][]uint16, len(q.seeds))
	for _, s := range all {
		from := len(corners)
		for !done[3*s.facet+s.k] {
			done[3*s.facet+s.k] = true
			t := &q.facets[s.facet]
			corners = append(corners, uint16(q.mark[t.corners[s.k]]))
			// Turn about the end of this side through the facets of the region, up to the next border.
			end := t.corners[(s.k+1)%3]
			for s.k = (s.k + 1) % 3; !isBorder(s); {
				s.facet = q.facets[s.facet].beside[s.k]
				s.k = q.facets[s.facet].indexOf(end)
			}
		}
		loop := corners[from:]
		switch region := q.facets[s.facet].region; {
		case len(loop) == 0:
		case loops[region] == nil:
			loops[region] = loop
		default:
			loops = append(loops, loop)
		}
	}
	return loops, nil
}

// topology makes the half-edges of a closed surface whose faces have the given corners, counter-clockwise from outside,
// and a half-edge of each face: that from its first corner to its second. It fails unless every side of a face is the
// side of exactly one other, no face passes a corner twice, and all is one surface without holes (Euler).
func topology(vertices int, loops [][]uint16) (edges []halfEdge, faces []uint16, ok bool) {
	// waiting lists, for each vertex, the half-edges out of it whose twin has come already.
	waiting := make([]int32, vertices)
	for i := range waiting {
		waiting[i] = -1
	}
	passed := make([]int, vertices) // 1 + the last face that passed
	sides := 0
	for f, loop := range loops {
		sides += len(loop)
		for _, a := range loop {
			if passed[a] == f+1 {
				return nil, nil, false
			}
			passed[a] = f + 1
		}
	}
	edges = make([]halfEdge, 0, sides)
	further := make([]int32, sides)
	faces = make([]uint16, len(loops))
	for f, loop := range loops {
		before := -1 // the half-edge that ends where this one starts
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			place, e := &waiting[a], waiting[a]
			for e >= 0 && edges[twin(uint16(e))].origin != b {
				place, e = &further[e], further[e]
			}
			if e >= 0 {
				*place = further[e]
			} else {
				e = int32(len(edges))
				if int(e)+2 > sides {
					return nil, nil, false // there are sides without twins
				}
				edges = append(edges, halfEdge{}, halfEdge{origin: b})
				further[e+1] = waiting[b]
				waiting[b] = e + 1
			}
			edges[e].origin, edges[e].face = a, uint16(f)
			if before < 0 {
				faces[f] = uint16(e)
			} else {
				edges[before].next = uint16(e)
			}
			before = int(e)
		}
		edges[before].next = faces[f]
	}
	return edges, faces, vertices+len(loops) == 2+sides/2
}

// boxEdges, boxFaces and boxNormals are the surface of every box: vertex i has the sign of x from bit 0, of y from bit
// 1 and of z from bit 2; faces are -x, +x, -y, +y, -z, +z.
var (
	boxEdges, boxFaces, _ = topology(8, [][]uint16{
		{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6},
	})
	boxNormals = [6]geom.Vec3{{X: -1}, {X: 1}, {Y: -1}, {Y: 1}, {Z: -1}, {Z: 1}}
)

func boxHull(half geom.Vec3) *hull {
	h := &hull{vertices: make([]geom.Vec3, 8), planes: make([]plane, 6), faces: boxFaces, edges: boxEdges}
	b := boundsOf(half)
	for i := range h.vertices {
		h.vertices[i] = b.Corner(i)
	}
	for i := range h.planes {
		h.planes[i] = plane{boxNormals[i], half.At(i / 2)}
	}
	return h
}

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
	// hullTolerance says, as a share of the largest extent, what counts as flat: points this far from a plane are taken to
	// lie in it. Coordinates that were rounded to a micrometre, or to float32, leave the corners of a flat face of a piece
	// of furniture this far apart; contacts are not exact to more than that.
	hullTolerance = 1e-5
	// maxHalfEdges is what a uint16 can name.
	maxHalfEdges = 1 << 16
)

// convexHull makes the hull of points in rounds of three steps: the exact hull, made of triangles; regions of triangles
// that lie in a plane; and which points are corners of three regions or more. Corners of fewer lie within a face or an edge
// and are left out of the next round. When there are none, the regions are the faces.
//
// The first step is exact, so that the surface is closed and convex whatever the points; no decision about flatness can
// spoil that.
func convexHull(points []geom.Vec3) (*hull, error) {
	if len(points) < 4 {
		return nil, fmt.Errorf("physics: hull has %d points, need at least 4", len(points))
	}
	if err := checkPoints("hull", points); err != nil {
		return nil, err
	}
	grid := toGrid(points)
	size := geom.Bounds(grid).Size()
	q := quickhull{points: grid, tolerance: hullTolerance * max(size.X, size.Y, size.Z)}
	left := make([]int32, len(points))
	for i := range left {
		left[i] = int32(i)
	}
	for {
		if err := q.build(left); err != nil {
			return nil, fmt.Errorf("physics: hull of %d points is %w", len(points), err)
		}
		q.findRegions(q.tolerance)
		left = q.regionCorners(left[:0])
		if len(left) == len(q.corners) {
			break
		}
	}
	return q.surface(points)
}

// findRegions joins facets to regions whose corners are within the tolerance of a plane: that of the largest facet that
// is not yet in a region, again and again. A negative tolerance makes every facet a region. It returns how many there are.
func (q *quickhull) findRegions(tolerance float64) int32 {
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
	count := int32(0)
	for _, seed := range order {
		if q.facets[seed].region >= 0 {
			continue
		}
		p := q.facets[seed].plane
		q.facets[seed].region = count
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
				if math.Abs(p.n.Dot(q.points[apex])-p.d) <= tolerance {
					t.region = count
					q.created = append(q.created, g)
				}
			}
		}
		count++
	}
	return count
}

// regionCorners appends the corners at which three regions or more meet.
func (q *quickhull) regionCorners(dst []int32) []int32 {
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
	for _, i := range q.corners {
		if q.mark[i] >= 3 {
			dst = append(dst, i)
		}
	}
	return dst
}

// surface makes a hull of which the regions are the faces.
func (q *quickhull) surface(points []geom.Vec3) (*hull, error) {
	h := &hull{vertices: make([]geom.Vec3, len(q.corners))}
	for i, p := range q.corners {
		h.vertices[i] = points[p]
	}
	// Regions that are not simple polygons would be odd shapes near the tolerance. Triangles are always right.
	for _, tolerance := range []float64{q.tolerance, -1} {
		loops, err := q.regionLoops(q.findRegions(tolerance))
		if err != nil {
			return nil, err
		}
		var ok bool
		if h.edges, h.faces, ok = topology(len(h.vertices), loops); ok {
			h.planes = make([]plane, len(loops))
			for i, loop := range loops {
				h.planes[i] = polygonPlane(h.vertices, loop)
			}
			return h, nil
		}
	}
	panic(fmt.Sprintf("physics: hull of %d points is not a closed surface", len(points)))
}

// regionLoops returns the borders of count regions as indices into q.corners, counter-clockwise from outside. A border in
// several parts comes as several loops, the first at the number of the region.
func (q *quickhull) regionLoops(count int32) ([][]uint16, error) {
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
	loops := make([][]uint16, count)
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

// polygonPlane is the plane of a polygon that is almost flat: Newell's normal, which belongs to the projections of largest
// area, through the mean of the corners. Sutherland, Sproull & Schumacker 1974, "A Characterization of Ten Hidden-Surface
// Algorithms", credit Newell.
func polygonPlane(vertices []geom.Vec3, loop []uint16) plane {
	origin := vertices[loop[0]]
	var n, mean geom.Vec3
	a := vertices[loop[1]].Sub(origin)
	mean = a
	for _, v := range loop[2:] {
		b := vertices[v].Sub(origin)
		n = n.Add(a.Cross(b))
		mean = mean.Add(b)
		a = b
	}
	n = n.Unit()
	return plane{n, n.Dot(origin) + n.Dot(mean)/float64(len(loop))}
}

// topology makes the half-edges of a closed surface whose faces have the given corners, counter-clockwise from outside, and
// a half-edge of each face: that from its first corner to its second. It fails unless every side of a face is the side of
// exactly one other, no face passes a corner twice, and all is one surface without holes (Euler).
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
					return nil, nil, false
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
	return edges, faces, len(edges) == sides && vertices+len(loops) == 2+sides/2
}

// boxEdges, boxFaces and boxNormals are the surface of every box: vertex i has the sign of x from bit 0, of y from bit 1
// and of z from bit 2; faces are -x, +x, -y, +y, -z, +z.
var (
	boxEdges, boxFaces, _ = topology(8, [][]uint16{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}})
	boxNormals            = [6]geom.Vec3{{X: -1}, {X: 1}, {Y: -1}, {Y: 1}, {Z: -1}, {Z: 1}}
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

package physics

import (
	"math"

	"mereo/engine/geom"
)

// edgeEnds returns the ends of edge i in the shape's frame: of boxEdge or, of a hull, of half-edges 2*i and 2*i+1.
func (s *Shape) edgeEnds(i int) (p, q geom.Vec3) {
	if s.kind == kindBox {
		p = s.half
		a, b, c := &p.X, &p.Y, &p.Z
		switch i >> 2 {
		case 1:
			a, b, c = b, c, a
		case 2:
			a, b, c = c, a, b
		}
		if i&1 == 0 {
			*b = -*b
		}
		if i&2 == 0 {
			*c = -*c
		}
		q = p
		*a = -*a
		return p, q
	}
	h := s.hull
	return h.vertices[h.edges[2*i].origin], h.vertices[h.edges[2*i+1].origin]
}

// boxEdge is the number of the edge of a box along an axis that lies farthest in the direction d: four times the axis,
// and a bit for the side it is on along each of the two axes that follow in the order x, y, z, x.
func boxEdge(axis int, d geom.Vec3) int {
	b, c := d.Y, d.Z
	switch axis {
	case 1:
		b, c = d.Z, d.X
	case 2:
		b, c = d.X, d.Y
	}
	i := axis << 2
	if b > 0 {
		i |= 1
	}
	if c > 0 {
		i |= 2
	}
	return i
}

// edgesBoxHull finds the best pair of an edge of the box and one of h, in the frame of h, which is that of second or not.
// normalE points out of h; edgeA is of the box and edgeB of h.
func (sp *shapePair) edgesBoxHull(x *axes, box *Shape, h *hull, hullFromBox *geom.Transform, ofSecond bool) {
	half := box.half
	c := hullFromBox.T
	ax, ay, az := hullFromBox.M.X, hullFromBox.M.Y, hullFromBox.M.Z

	n, floor := sp.edgeFloor(x, ofSecond)
	bestAxis := -1
	best := max(x.sepA, x.sepB)
	for i := 0; i < len(h.edges); i += 2 {
		ea, eb := &h.edges[i], &h.edges[i+1]
		p, q := &h.vertices[ea.origin], &h.vertices[eb.origin]
		if n.Dot(*p) < floor && n.Dot(*q) < floor {
			continue
		}
		n1, n2 := &h.planes[ea.face].n, &h.planes[eb.face].n
		for k := range 3 {
			axis := &ax
			if k == 1 {
				axis = &ay
			} else if k == 2 {
				axis = &az
			}
			k1, k2 := n1.Dot(*axis), n2.Dot(*axis)
			if float64(k1*k2) >= 0 || max(float64(k1*k1), float64(k2*k2)) < parallel2 {
				continue
			}
			// The normal between those of the faces that is perpendicular to the edge of the box.
			w := n1.Scale(k2).AddScaled(-k1, *n2)
			if k2 < 0 {
				w = w.Neg()
			}
			d := w.Dot(c.Sub(*p)) - float64(half.X*math.Abs(w.Dot(ax))) - float64(half.Y*math.Abs(w.Dot(ay))) -
				float64(half.Z*math.Abs(w.Dot(az)))
			if l2 := w.Len2(); better(d, l2, best) {
				l := math.Sqrt(l2)
				out := w.Scale(1 / l)
				if -lowest(h.vertices, out.Neg(), math.Inf(-1)) > out.Dot(*p)+featureTolerance { // see edgesHullHull
					continue
				}
				best = d / l
				bestAxis = k
				x.edgeB = i / 2
				x.normalE = out
			}
		}
	}
	if bestAxis < 0 {
		return
	}
	x.sepE = best
	x.edgeA = boxEdge(bestAxis, mulTransposed(&hullFromBox.M, x.normalE).Neg())
}

// edgeFloor returns an axis in the frame of first, or of second, and the value along it below which an edge of that shape
// cannot be part of a better contact than the best face in x.
//
// The axis n of that face points to the other shape, which lies in n.p >= b. Let an edge touch the other shape at a depth
// that is smaller than that of the face, or at a distance of at most the margin: a point of the edge is within that
// distance of a point of the other shape, so that it lies in n.p >= b - max(depth, margin).
func (sp *shapePair) edgeFloor(x *axes, ofSecond bool) (n geom.Vec3, floor float64) {
	s, near := max(x.sepA, x.sepB), sp.near(x)
	own, other, ownFace, otherFace, ownFromOther := sp.first.hull, sp.second.hull, x.faceA, x.faceB, &sp.firstFromSecond
	faceIsOwn := x.sepA >= x.sepB
	if ofSecond {
		own, other, ownFace, otherFace, ownFromOther = other, own, otherFace, ownFace, &sp.secondFromFirst
		faceIsOwn = !faceIsOwn
	}
	if faceIsOwn {
		p := &own.planes[ownFace]
		return p.n, p.d + s - near
	}
	p := &other.planes[otherFace]
	n = mulVec(&ownFromOther.M, p.n).Neg()
	return n, n.Dot(ownFromOther.T) - p.d - near
}

// between is how far first lies from second along the unit vector n, which points out of second, in second's frame.
func (sp *shapePair) between(n geom.Vec3) float64 {
	t := &sp.secondFromFirst
	return n.Dot(t.T) - sp.first.supportValue(mulTransposed(&t.M, n).Neg()) - sp.second.supportValue(n)
}

// near is how near the other shape an edge must come to be part of a better contact than the best face in x; see edgeFloor.
func (sp *shapePair) near(x *axes) float64 {
	return max(math.Abs(max(x.sepA, x.sepB)), sp.margin) + featureTolerance
}

// beside reports whether the line from p to q lies outside of one side of a box.
func beside(p, q *geom.Vec3, box *geom.AABB) bool {
	return max(p.X, q.X) < box.Min.X || min(p.X, q.X) > box.Max.X ||
		max(p.Y, q.Y) < box.Min.Y || min(p.Y, q.Y) > box.Max.Y ||
		max(p.Z, q.Z) < box.Min.Z || min(p.Z, q.Z) > box.Max.Z
}

// better reports whether d/sqrt(l2) > best.
func better(d, l2, best float64) bool {
	if d >= 0 {
		return best < 0 || float64(d*d) > float64(best*best*l2)
	}
	return best < 0 && float64(d*d) < float64(best*best*l2)
}

// edgeChunk is how many edges of one hull are gathered before they are paired with those of the other.
const edgeChunk = 64

// arc is an edge of a hull by the normals of its faces, which lie side by side for the loop over all pairs of edges.
type arc struct {
	n1, n2 geom.Vec3
	edge   int // its first half-edge
}

// edgesHullHull finds the best pair of edges of two hulls. normalE points from first to second, in first's frame.
//
// Two edges make a face of the Minkowski difference, and only then a candidate for the best axis, where the arcs between
// the normals of their faces cross on the unit sphere: Gregorius 2013, "The Separating Axis Test between Convex
// Polyhedra", Game Developers Conference. Work is done in the frame of second, whose normals are looked at most.
func (sp *shapePair) edgesHullHull(x *axes) {
	a, b := sp.first.hull, sp.second.hull
	na, floorA := sp.edgeFloor(x, false)
	nb, floorB := sp.edgeFloor(x, true)
	near := sp.near(x)
	boxA, boxB := sp.first.bounds.Pad(near), sp.second.bounds.Pad(near)
	t := &sp.secondFromFirst
	best := max(x.sepA, x.sepB)
	found := false
	var chunk [edgeChunk]arc
	for next := 0; next < len(b.edges); {
		n := 0
		for ; next < len(b.edges) && n < edgeChunk; next += 2 {
			p, q := &b.vertices[b.edges[next].origin], &b.vertices[b.edges[next+1].origin]
			if nb.Dot(*p) < floorB && nb.Dot(*q) < floorB {
				continue
			}
			if r, s := mapPoint(&sp.firstFromSecond, *p), mapPoint(&sp.firstFromSecond, *q); !beside(&r, &s, &boxA) {
				chunk[n] = arc{b.planes[b.edges[next].face].n, b.planes[b.edges[next+1].face].n, next}
				n++
			}
		}
		for i := 0; i < len(a.edges); i += 2 {
			ea, eb := &a.edges[i], &a.edges[i+1]
			p, q := &a.vertices[ea.origin], &a.vertices[eb.origin]
			if na.Dot(*p) < floorA && na.Dot(*q) < floorA {
				continue
			}
			from, to := mapPoint(t, *p), mapPoint(t, *q)
			if beside(&from, &to, &boxB) {
				continue
			}
			u := mulVec(&t.M, q.Sub(*p))
			uu := u.Len2()
			n1, n2 := mulVec(&t.M, a.planes[ea.face].n), mulVec(&t.M, a.planes[eb.face].n)
			for j := range chunk[:n] {
				c := &chunk[j]
				m1, m2 := &c.n1, &c.n2
				k1, k2 := m1.Dot(u), m2.Dot(u)
				if float64(k1*k2) >= 0 {
					continue
				}
				r, s := &b.vertices[b.edges[c.edge].origin], &b.vertices[b.edges[c.edge+1].origin]
				v := s.Sub(*r)
				l1, l2 := n1.Dot(v), n2.Dot(v)
				if float64(l1*l2) >= 0 || float64(k1*l2) >= 0 || max(float64(k1*k1), float64(k2*k2)) < float64(parallel2*uu) {
					continue
				}
				// The normal between those of second's faces that is perpendicular to both edges. It points out of
				// second.
				w := m1.Scale(k2).AddScaled(-k1, *m2)
				if k2 < 0 {
					w = w.Neg()
				}
				d := w.Dot(from.Sub(*r))
				if l2 := w.Len2(); better(d, l2, best) {
					l := math.Sqrt(l2)
					out := w.Scale(1 / l)
					// Faces are flat to a tolerance only, so that the arcs of edges that are almost parallel seem to cross
					// where they do not: then the shapes reach past the edges.
					if sp.between(out) < d/l-featureTolerance {
						continue
					}
					best = d / l
					found = true
					x.edgeA, x.edgeB = i/2, c.edge/2
					x.normalE = out
				}
			}
		}
	}
	if found {
		x.sepE = best
		x.normalE = mulVec(&sp.firstFromSecond.M, x.normalE).Neg()
	}
}

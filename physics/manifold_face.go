package physics

import (
	"math"

	"mereo/engine/geom"
)

// referenceFace is the frame of a reference face: t and b along it, n out of it, in first's frame. origin is a point of the
// face's plane.
type referenceFace struct{ t, b, n, origin geom.Vec3 }

// faceContactFirst makes the manifold by clipping the incident face of second against a face of first. A negative incident face is chosen:
// it is the face that lies most flat against the other. It returns the separation of the deepest point, whether within the
// margin or not. That is s, the separation along the face's normal, where the features of the axis face each other, and
// more where they do not; an infinite s is not known.
func (sp *shapePair) faceContactFirst(face, incident int, s float64) float64 {
	sp.m.count = 0
	n := sp.first.hull.planes[face].n
	d := mulTransposed(&sp.firstFromSecond.M, n)
	if sp.incident = incident; incident < 0 {
		sp.incident = sp.second.flattest(d)
	}
	low := sp.clip(face)
	if low <= s+featureTolerance || incident >= 0 || sp.second.kind == kindBox {
		return low
	}
	// On slanted corners the face of the deepest vertex may be another one.
	if f := sp.second.hull.flattestAt(d); f != sp.incident {
		sp.incident = f
		low = sp.clip(face)
	}
	return low
}

// faceContactSecond is faceContactFirst with the roles changed.
func (sp *shapePair) faceContactSecond(face, incident int, s float64) float64 {
	r := sp.reversed()
	low := r.faceContactFirst(face, incident, s)
	sp.incident = r.incident
	return low
}

// flattest is the face of a polyhedron whose normal points most against the unit vector d.
func (s *Shape) flattest(d geom.Vec3) int {
	if s.kind == kindBox {
		axis, most, x := 0, math.Abs(d.X), d.X
		if y := math.Abs(d.Y); y > most {
			axis, most, x = 1, y, d.Y
		}
		if z := math.Abs(d.Z); z > most {
			axis, x = 2, d.Z
		}
		return 2*axis + 1 - positive(x)
	}
	face, low := 0, math.Inf(1)
	for i := range s.hull.planes {
		if l := s.hull.planes[i].n.Dot(d); l < low {
			face, low = i, l
		}
	}
	return face
}

// flattestAt is flattest among the faces around the vertex that lies farthest against d.
func (h *hull) flattestAt(d geom.Vec3) int {
	v, _ := highestVertex(h.vertices, d.Neg())
	face, low := 0, math.Inf(1)
	for i := range h.edges {
		if e := &h.edges[i]; int(e.origin) == v {
			if l := h.planes[e.face].n.Dot(d); l < low {
				face, low = int(e.face), l
			}
		}
	}
	return face
}

// corners counts the corners of a face.
func (h *hull) corners(face int) int {
	n := 0
	for i := h.faces[face]; ; {
		n++
		if i = h.edges[i].next; i == h.faces[face] {
			return n
		}
	}
}

// clip makes the manifold from the part of the incident face of second that lies within the sides of a face of first. It returns
// the lowest point of that part, +Inf where there is none.
func (sp *shapePair) clip(face int) float64 {
	if sp.first.kind == kindBox && sp.second.kind == kindBox {
		return sp.clipBoxes(face)
	}
	sides, corners := 4, 4
	if sp.first.kind != kindBox {
		sides = sp.first.hull.corners(face)
	}
	if sp.second.kind != kindBox {
		corners = sp.second.hull.corners(sp.incident)
	}
	if sides+corners > fewCorners {
		return sp.clipMany(face, sides, corners)
	}
	var src, dst [fewCorners]clipPoint
	return sp.clipIn(src[:], dst[:], face, 1, 1)
}

// clipMany is clip with larger buffers, which take time to clear.
func (sp *shapePair) clipMany(face, sides, corners int) float64 {
	var src, dst [manyCorners]clipPoint
	sideStep, step := 1, 1
	if sides+corners > manyCorners {
		const half = manyCorners / 2
		sideStep, step = (sides+half-1)/half, (corners+half-1)/half
	}
	return sp.clipIn(src[:], dst[:], face, sideStep, step)
}

// clipIn is clip in the given buffers. Of the corners of the faces of first and second it takes every sideStep-th and
// every step-th.
func (sp *shapePair) clipIn(src, dst []clipPoint, face, sideStep, step int) float64 {
	var f referenceFace
	var polygon []clipPoint
	if sp.first.kind == kindBox {
		h := sp.first.half
		switch face >> 1 {
		case 0:
			f.t.Y, f.b.Z, f.n.X = 1, 1, 1
			h.X, h.Y, h.Z = h.Y, h.Z, h.X
		case 1:
			f.t.Z, f.b.X, f.n.Y = 1, 1, 1
			h.X, h.Y, h.Z = h.Z, h.X, h.Y
		default:
			f.t.X, f.b.Y, f.n.Z = 1, 1, 1
		}
		if face&1 == 0 {
			f.n = f.n.Neg()
		}
		f.origin = f.n.Scale(h.Z)
		polygon = sp.incidentPolygon(&f, src, step)
		polygon = clipRectangle(dst, polygon, h.X, h.Y)
	} else {
		p := &sp.first.hull.planes[face]
		f.n = p.n
		f.t, f.b = geom.Basis(p.n)
		f.origin = p.n.Scale(p.d)
		polygon = sp.incidentPolygon(&f, src, step)
		polygon = clipSides(dst, polygon, sp.first.hull, face, sideStep, &f)
	}
	polygon, low := clipAbove(polygon, sp.margin)
	if len(polygon) > 0 {
		sp.setManifold(&f, polygon)
	}
	return low
}

// incidentPolygon fills dst with every step-th corner of the incident face of second, in the frame of the reference face.
func (sp *shapePair) incidentPolygon(f *referenceFace, dst []clipPoint, step int) []clipPoint {
	m := &sp.firstFromSecond.M
	tx, ty, tz := mulTransposed(m, f.t), mulTransposed(m, f.b), mulTransposed(m, f.n)
	o := sp.firstFromSecond.T.Sub(f.origin)
	ox, oy, oz := o.Dot(f.t), o.Dot(f.b), o.Dot(f.n)

	if sp.second.kind == kindBox {
		// The center of the face, and half of its sides.
		c, u, v := sp.second.half, geom.Vec3{}, geom.Vec3{}
		switch sp.incident >> 1 {
		case 0:
			u.Y, v.Z, c.Y, c.Z = c.Y, c.Z, 0, 0
		case 1:
			u.Z, v.X, c.Z, c.X = c.Z, c.X, 0, 0
		default:
			u.X, v.Y, c.X, c.Y = c.X, c.Y, 0, 0
		}
		if sp.incident&1 == 0 {
			c = c.Neg()
		}
		cx, cy, cz := ox+tx.Dot(c), oy+ty.Dot(c), oz+tz.Dot(c)
		ux, uy, uz := tx.Dot(u), ty.Dot(u), tz.Dot(u)
		vx, vy, vz := tx.Dot(v), ty.Dot(v), tz.Dot(v)
		name := uint16(4 * sp.incident)
		dst = dst[:4]
		dst[0].set(cx+ux+vx, cy+uy+vy, cz+uz+vz, name+3, name)
		dst[1].set(cx-ux+vx, cy-uy+vy, cz-uz+vz, name, name+1)
		dst[2].set(cx-ux-vx, cy-uy-vy, cz-uz-vz, name+1, name+2)
		dst[3].set(cx+ux-vx, cy+uy-vy, cz+uz-vz, name+2, name+3)
		return dst
	}

	h := sp.second.hull
	start := h.faces[sp.incident]
	n := 0
	for i, k := start, 0; ; k++ {
		edge := &h.edges[i]
		if k%step == 0 {
			p := &h.vertices[edge.origin]
			q := &dst[n]
			q.x, q.y, q.z = ox+tx.Dot(*p), oy+ty.Dot(*p), oz+tz.Dot(*p)
			q.out = i &^ referenceSide
			n++
		}
		if i = edge.next; i == start {
			break
		}
	}
	dst = dst[:n]
	last := dst[n-1].out
	for i := range dst {
		dst[i].in, last = last, dst[i].out
	}
	return dst
}

// clipSides keeps the part of the polygon within the lines between every step-th corner of a face of h. It uses both
// buffers.
func clipSides(dst, src []clipPoint, h *hull, face, step int, f *referenceFace) []clipPoint {
	room := src[:cap(src)]
	start := h.faces[face]
	p := h.vertices[h.edges[start].origin].Sub(f.origin)
	px, py := p.Dot(f.t), p.Dot(f.b)
	for i := start; ; {
		k := h.edges[i].next
		for n := 1; n < step && k != start; n++ {
			k = h.edges[k].next
		}
		q := h.vertices[h.edges[k].origin].Sub(f.origin)
		qx, qy := q.Dot(f.t), q.Dot(f.b)
		a, b := qy-py, px-qx
		src, dst, room = clipTo(dst, src, room, a, b, float64(a*px)+float64(b*py), i|referenceSide)
		if len(src) == 0 || k == start {
			return src
		}
		i, px, py = k, qx, qy
	}
}

// setManifold makes the manifold from the corners of the clipped face. Corners are on second's face, z above first's.
func (sp *shapePair) setManifold(f *referenceFace, points []clipPoint) {
	w := sp.worldFromFirst
	sp.setManifoldWorld(&referenceFace{mulVec(&w.M, f.t), mulVec(&w.M, f.b), mulVec(&w.M, f.n), mapPoint(w, f.origin)}, points)
}

// setManifoldWorld is setManifold with the reference face in the world's frame.
func (sp *shapePair) setManifoldWorld(f *referenceFace, points []clipPoint) {
	m := sp.m
	if len(points) > maxPoints {
		points = prunePolygon(points)
	}
	for i := range points {
		p, q := &points[i], &m.points[i]
		half := float64(0.5 * p.z)
		q.at = geom.Vec3{
			X: f.origin.X + float64(p.x*f.t.X) + float64(p.y*f.b.X) + float64(half*f.n.X),
			Y: f.origin.Y + float64(p.x*f.t.Y) + float64(p.y*f.b.Y) + float64(half*f.n.Y),
			Z: f.origin.Z + float64(p.x*f.t.Z) + float64(p.y*f.b.Z) + float64(half*f.n.Z),
		}
		q.separation, q.id = p.z, p.id()
	}
	m.count = len(points)
	m.normal = f.n
	if sp.flipped {
		m.normal = f.n.Neg()
	}
}

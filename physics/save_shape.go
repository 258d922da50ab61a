package physics

import (
	"math"

	"mereo/engine/geom"
)

// shape goes through what a shape is made of again: sizes, the triangles of a mesh, corners and faces of a hull.
func (c *codec) shape(p **Shape) {
	if c.reading {
		*p = new(Shape)
	}
	s := *p
	whole(c, &s.kind)
	var err error
	switch s.kind {
	case kindSphere:
		if c.float(&s.radius); c.reading {
			*p, err = NewSphere(s.radius)
		}
	case kindCapsule:
		if c.float(&s.halfHeight, &s.radius); c.reading {
			*p, err = NewCapsule(s.halfHeight, s.radius)
		}
	case kindBox:
		if c.vec(&s.half); c.reading {
			*p, err = NewBox(s.half)
		}
	case kindCylinder:
		if c.float(&s.halfHeight, &s.radius); c.reading {
			*p, err = NewCylinder(s.halfHeight, s.radius)
		}
	case kindHull:
		c.hull(s)
	case kindTriMesh:
		*p, err = c.mesh(s)
	default:
		c.fail("a shape is of kind %d", s.kind)
	}
	if err != nil && c.reading {
		c.fail("%w", err)
	}
}

// mesh writes a mesh down, or makes it anew.
func (c *codec) mesh(s *Shape) (*Shape, error) {
	m := s.mesh
	if c.reading {
		m = new(triMesh)
	}
	list(c, &m.vertices, 24, func(v *geom.Vec3) { c.vec(v) })
	list(c, &m.triangles, 3, func(t *[3]uint32) { whole(c, &t[0], &t[1], &t[2]) })
	if !c.reading || c.err != nil {
		return s, nil
	}
	return NewTriMesh(m.vertices, m.triangles)
}

// hull writes a hull down, or makes it anew from its corners, the corners of every face and its normal. It cannot be computed from the
// corners alone: what was flat within the tolerance of all points need not be within that of the corners.
func (c *codec) hull(s *Shape) {
	h := s.hull
	var loops [][]uint16
	if c.reading {
		h = new(hull)
	} else {
		loops = h.loops()
	}
	list(c, &h.vertices, 24, func(v *geom.Vec3) { c.vec(v) })
	sides := 0
	list(c, &loops, 1, func(loop *[]uint16) {
		list(c, loop, 1, func(v *uint16) { *v = integer(c, *v, 0, int64(len(h.vertices))-1) })
		if sides += len(*loop); len(*loop) < 3 || sides > maxHalfEdges {
			c.fail("a face of a hull has %d corners, all %d", len(*loop), sides)
		}
	})
	if c.reading {
		h.planes = make([]plane, len(loops))
	}
	for i := range h.planes {
		c.vec(&h.planes[i].n)
	}
	if c.reading && c.err == nil {
		if c.closeHull(h, loops); c.err == nil {
			*s = *hullShape(h)
		}
	}
}

// loops are the corners of the faces, as topology takes them.
func (h *hull) loops() [][]uint16 {
	out := make([][]uint16, len(h.faces))
	for f, first := range h.faces {
		out[f] = append(out[f], h.edges[first].origin)
		for e := h.edges[first].next; e != first; e = h.edges[e].next {
			out[f] = append(out[f], h.edges[e].origin)
		}
	}
	return out
}

// closeHull makes the rest of a hull and checks that it is one.
func (c *codec) closeHull(h *hull, loops [][]uint16) {
	if err := checkPoints("hull", h.vertices); err != nil {
		c.fail("%w", err)
		return
	}
	var ok bool
	if h.edges, h.faces, ok = topology(len(h.vertices), loops); !ok || len(h.vertices) < 4 {
		c.fail("the faces of a hull do not close it")
		return
	}
	for i, loop := range loops {
		p := &h.planes[i]
		if !(math.Abs(p.n.Len()-1) <= 1e-9) {
			c.fail("a normal of a hull has length %g, want 1", p.n.Len())
			return
		}
		p.d = math.Inf(-1)
		for _, v := range loop {
			p.d = max(p.d, p.n.Dot(h.vertices[v]))
		}
	}
	slack := float64(1e-3 * extentOf(h.vertices))
	for e := range h.edges {
		p := &h.planes[h.edges[e].face]
		beyond := h.vertices[h.edges[h.edges[h.edges[twin(uint16(e))].next].next].origin]
		own := h.vertices[h.edges[e].origin]
		if !(p.n.Dot(beyond) <= p.d+slack && p.n.Dot(own) >= p.d-slack) {
			c.fail("a hull is not convex")
			return
		}
	}
	if m := h.mass(); !(m.Mass > 0) || m.check() != nil {
		c.fail("a hull has the volume %g", m.Mass)
	}
}

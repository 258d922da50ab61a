package physics

import (
	"math"
	"slices"

	"mereo/engine/geom"
)

// roundSides is into how many sides Surface divides a circle; their middles lie 0.2 % of the radius inside it.
const roundSides = 48

// Surface returns the shape as triangles (indices of vertices), counter-clockwise from outside, in the shape's frame,
// for pictures. Boxes, hulls and triangle meshes are exact; of round shapes all vertices lie on the surface. The slices
// are the caller's own.
func (s *Shape) Surface() (vertices []geom.Vec3, triangles [][3]uint32) {
	switch s.kind {
	case kindBox, kindHull:
		return slices.Clone(s.hull.vertices), s.hull.triangles()
	case kindTriMesh:
		return slices.Clone(s.mesh.vertices), slices.Clone(s.mesh.triangles)
	case kindCylinder:
		h, r := s.halfHeight, s.radius
		return revolve([]profilePoint{{0, -h}, {r, -h}, {r, h}, {0, h}})
	}

	// Two half balls, at the ends of a capsule's axis.
	const n = roundSides / 4
	profile := make([]profilePoint, 0, 2*n+2)
	for i := range n + 1 {
		sin, cos := geom.SinCos(math.Pi / 2 * float64(i) / n)
		profile = append(profile, profilePoint{s.radius * sin, -s.halfHeight - float64(s.radius*cos)})
	}
	for i := n; i >= 0; i-- {
		if p := profile[i]; i < n || s.halfHeight > 0 {
			profile = append(profile, profilePoint{p.r, -p.z})
		}
	}
	return revolve(profile)
}

// triangles divides every face into a fan.
func (h *hull) triangles() [][3]uint32 {
	var out [][3]uint32
	for _, first := range h.faces {
		a := h.edges[first].origin
		for e := h.edges[first].next; h.edges[e].next != first; e = h.edges[e].next {
			out = append(out, [3]uint32{uint32(a), uint32(h.edges[e].origin), uint32(h.edges[h.edges[e].next].origin)})
		}
	}
	return out
}

// profilePoint is a circle about the z axis.
type profilePoint struct{ r, z float64 }

// revolve turns a profile about the z axis. It begins and ends on the axis, where r is 0, and runs upwards.
func revolve(profile []profilePoint) (vertices []geom.Vec3, triangles [][3]uint32) {
	var sin, cos [roundSides]float64
	for k := range roundSides {
		sin[k], cos[k] = geom.SinCos(2 * math.Pi * float64(k) / roundSides)
	}
	bottom, top := profile[0], profile[len(profile)-1]
	rings := profile[1 : len(profile)-1]
	vertices = append(vertices, geom.V(0, 0, bottom.z), geom.V(0, 0, top.z))
	for _, p := range rings {
		for k := range roundSides {
			vertices = append(vertices, geom.V(p.r*cos[k], p.r*sin[k], p.z))
		}
	}
	last := uint32(len(rings) - 1)
	at := func(ring uint32, k int) uint32 { return 2 + ring*roundSides + uint32(k%roundSides) }
	for k := range roundSides {
		triangles = append(triangles, [3]uint32{0, at(0, k+1), at(0, k)}, [3]uint32{1, at(last, k), at(last, k+1)})
		for i := range last {
			a, b, c, d := at(i, k), at(i, k+1), at(i+1, k+1), at(i+1, k)
			triangles = append(triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
		}
	}
	return vertices, triangles
}

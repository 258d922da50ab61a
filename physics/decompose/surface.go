package decompose

import (
	"cmp"
	"fmt"
	"slices"

	"mereo/engine/geom"
	"mereo/physics"
)

// maxTriangles bounds time and memory.
const maxTriangles = 200_000

// surface is a set of triangles whose vertices have places of their own.
type surface struct {
	vertices  []geom.Vec3
	triangles [][3]uint32
	extent    float64 // the largest along an axis
}

func newSurface(vertices []geom.Vec3, triangles [][3]uint32) (*surface, error) {
	if len(triangles) < 4 || len(triangles) > maxTriangles {
		return nil, fmt.Errorf("decompose: mesh has %d triangles, want 4 to %d", len(triangles), maxTriangles)
	}
	s := &surface{}
	at := make(map[geom.Vec3]uint32, len(vertices))
	for i, t := range triangles {
		for k, v := range t {
			if int64(v) >= int64(len(vertices)) {
				return nil, fmt.Errorf("decompose: triangle %d has vertex %d, there are %d", i, v, len(vertices))
			}
			p := vertices[v]
			if !(max(p.Max(p.Neg()).X, p.Max(p.Neg()).Y, p.Max(p.Neg()).Z) <= maxCoordinate) {
				return nil, fmt.Errorf("decompose: vertex %d is %v, want numbers up to %g m", v, p, float64(maxCoordinate))
			}
			j, ok := at[p]
			if !ok {
				j = uint32(len(s.vertices))
				at[p] = j
				s.vertices = append(s.vertices, p)
			}
			t[k] = j
		}
		if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
			s.triangles = append(s.triangles, t)
		}
	}
	size := geom.Bounds(s.vertices).Size()
	s.extent = max(size.X, size.Y, size.Z)
	if !(s.extent >= minExtent) {
		return nil, fmt.Errorf("decompose: mesh is %g m large, want at least %g", s.extent, float64(minExtent))
	}
	return s, nil
}

// Hulls have to be solids of package physics.
const (
	maxCoordinate = 1e6
	minExtent     = 1e-4
)

// side is one of a triangle, from corner k to the next.
type side struct {
	low, high uint32 // its ends
	triangle  int32
	up        bool // runs from low to high
}

// sides calls each for the triangles around every side.
func (s *surface) sides(each func(around []side)) {
	all := make([]side, 0, 3*len(s.triangles))
	for i, t := range s.triangles {
		for k, a := range t {
			b := t[(k+1)%3]
			all = append(all, side{min(a, b), max(a, b), int32(i), a < b})
		}
	}
	slices.SortFunc(all, func(a, b side) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high), cmp.Compare(a.triangle, b.triangle))
	})
	for i := 0; i < len(all); {
		end := i + 1
		for end < len(all) && all[end].low == all[i].low && all[end].high == all[i].high {
			end++
		}
		each(all[i:end])
		i = end
	}
}

// isClosed reports whether as many triangles run along every side in one direction as in the other, so that how often the
// surface goes around a point is a whole number.
func (s *surface) isClosed() bool {
	closed := true
	s.sides(func(around []side) {
		balance := 0
		for _, e := range around {
			if e.up {
				balance++
			} else {
				balance--
			}
		}
		closed = closed && balance == 0
	})
	return closed
}

// pieces are the surfaces that hang together by sides, in the order of their first triangles; s itself if one of them is
// turned inwards: it is the wall of a cavity in another.
func (s *surface) pieces() []*surface {
	parent := make([]int32, len(s.triangles))
	for i := range parent {
		parent[i] = int32(i)
	}
	root := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	s.sides(func(around []side) {
		for _, e := range around[1:] {
			a, b := root(around[0].triangle), root(e.triangle)
			parent[max(a, b)] = min(a, b)
		}
	})
	number := make([]int, len(s.triangles))
	var out []*surface
	for i, t := range s.triangles {
		r := root(int32(i))
		if r == int32(i) {
			out = append(out, &surface{})
			number[i] = len(out) - 1
		}
		p := out[number[r]]
		p.triangles = append(p.triangles, t)
	}
	for _, p := range out {
		p.pack(s.vertices)
		if physics.SolidMass(p.vertices, p.triangles).Mass < 0 {
			return []*surface{s}
		}
	}
	return out
}

// pack keeps the vertices that triangles have.
func (s *surface) pack(vertices []geom.Vec3) {
	place := make([]uint32, len(vertices))
	for i := range s.triangles {
		for k, v := range s.triangles[i] {
			if place[v] == 0 {
				s.vertices = append(s.vertices, vertices[v])
				place[v] = uint32(len(s.vertices))
			}
			s.triangles[i][k] = place[v] - 1
		}
	}
	size := geom.Bounds(s.vertices).Size()
	s.extent = max(size.X, size.Y, size.Z)
}

// notch is a piece of an edge at which the surface bends inwards.
type notch struct {
	a, b  geom.Vec3
	angle float64 // radians
}

// notches are the inward edges. The hull of a part that has one within is larger than the part.
func (s *surface) notches() []notch {
	const flat = 1e-3
	var out []notch
	s.sides(func(around []side) {
		if len(around) != 2 {
			return
		}
		e := around[0]
		a, b := s.vertices[e.low], s.vertices[e.high]
		along := b.Sub(a).Unit()
		if !e.up {
			along = along.Neg()
		}
		n, m := s.normal(s.triangles[e.triangle]), s.normal(s.triangles[around[1].triangle])
		if sine := n.Cross(m).Dot(along); sine < -flat {
			out = append(out, notch{a, b, geom.Atan2(-sine, n.Dot(m))})
		}
	})
	return out
}

// flip turns the surface inside out.
func (s *surface) flip() {
	for i := range s.triangles {
		t := &s.triangles[i]
		t[1], t[2] = t[2], t[1]
	}
}

func (s *surface) normal(t [3]uint32) geom.Vec3 {
	a := s.vertices[t[0]]
	return s.vertices[t[1]].Sub(a).Cross(s.vertices[t[2]].Sub(a)).Unit()
}

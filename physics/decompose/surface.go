package decompose

import (
	"cmp"
	"fmt"
	"slices"

	"mereo/engine/geom"
)

// maxTriangles bounds time and memory.
const maxTriangles = 1_000_000

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

// isClosed reports whether as many triangles run along every side in one direction as in the other, so that how often the
// surface goes around a point is a whole number.
func (s *surface) isClosed() bool {
	type side struct {
		low, high uint32
		up        bool
	}
	sides := make([]side, 0, 3*len(s.triangles))
	for _, t := range s.triangles {
		for k, a := range t {
			b := t[(k+1)%3]
			sides = append(sides, side{min(a, b), max(a, b), a < b})
		}
	}
	slices.SortFunc(sides, func(a, b side) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high))
	})
	balance := 0
	for i, e := range sides {
		if i > 0 && (e.low != sides[i-1].low || e.high != sides[i-1].high) {
			if balance != 0 {
				return false
			}
		}
		if e.up {
			balance++
		} else {
			balance--
		}
	}
	return balance == 0
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

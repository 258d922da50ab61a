package solid

import (
	"fmt"

	"mereo/engine/mesh"
)

// CheckClosed returns an error naming the first edge, in the order of triangles, along which not as many triangles run
// one way as the other. Vertices at equal positions count as one, so split normals do no harm.
func CheckClosed(m *mesh.Mesh) error {
	id := places(m)
	// balance counts triangles that run from the smaller to the larger vertex minus those that run back.
	balance := make(map[[2]uint32]int, len(m.Triangles)*3/2)
	for _, t := range m.Triangles {
		for k := range 3 {
			a, b := id[t[k]], id[t[(k+1)%3]]
			switch {
			case a < b:
				balance[[2]uint32{a, b}]++
			case b < a:
				balance[[2]uint32{b, a}]--
			}
		}
	}
	for i, t := range m.Triangles {
		for k := range 3 {
			a, b := id[t[k]], id[t[(k+1)%3]]
			if n := balance[[2]uint32{min(a, b), max(a, b)}]; n != 0 {
				return fmt.Errorf("solid: edge of triangle %d from %v to %v is open, %+d triangles too many one way",
					i, m.Positions[t[k]], m.Positions[t[(k+1)%3]], n)
			}
		}
	}
	return nil
}

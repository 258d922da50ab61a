package mesh_test

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// Two pyramids on one square make an octahedron: the second is the mirror image of the first and still faces outwards.
func Example() {
	pyramid := &mesh.Mesh{
		Positions: []geom.Vec3{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}, {Z: 1}},
		Triangles: [][3]uint32{{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}},
	}
	down := geom.Transform{M: geom.Mat3{X: geom.V(1, 0, 0), Y: geom.V(0, 1, 0), Z: geom.V(0, 0, -1)}}
	m := mesh.Merge(pyramid, pyramid.Transformed(down))
	fmt.Println(m.Validate(), len(m.Triangles), "triangles")
	fmt.Printf("%.4f\n", m.Volume())
	// Output:
	// <nil> 8 triangles
	// 1.3333
}

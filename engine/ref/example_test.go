package ref_test

import (
	"fmt"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/ref"
)

// A square of 2 m, 4 m in front of a camera with 100 pixels of focal length, is 50 pixels wide.
func Example() {
	cam := camera.Pinhole{
		WorldFromCamera: camera.LookAt(geom.V(0, -4, 0), geom.V(0, 0, 0), geom.V(0, 0, 1)),
		Width:           200, Height: 100, FocalPx: 100, CenterX: 100, CenterY: 50, Near: 0.1, Far: 10,
	}
	square := &mesh.Mesh{
		Positions: []geom.Vec3{{X: -1, Z: -1}, {X: 1, Z: -1}, {X: 1, Z: 1}, {X: -1, Z: 1}},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
	w := ref.DrawAlone(&cam, geom.Identity, []*mesh.Mesh{square})
	fmt.Println(w.X0, w.Y0, w.X1, w.Y1, w.PixelsPerPart(1), w.ViewZ[0])
	// Output: 75 25 125 75 [2500] 4
}

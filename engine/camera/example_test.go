package camera_test

import (
	"fmt"

	"mereo/engine/camera"
	"mereo/engine/geom"
)

// Where in the picture a point lies, and which point a pixel with a depth shows.
func Example() {
	c := camera.Pinhole{
		WorldFromCamera: camera.LookAt(geom.V(0, -5, 0), geom.V(0, 0, 0), geom.V(0, 0, 1)),
		Width:           640, Height: 480, FocalPx: 1000, CenterX: 320, CenterY: 240, Near: 0.1, Far: 50,
	}
	x, y, z := c.Project(geom.V(0.5, 0, 1))
	p := c.Ray(x, y).At(z)
	fmt.Printf("(%.0f, %.0f) at %.0f m is (%.1f, %.0f, %.0f)\n", x, y, z, p.X, p.Y, p.Z)
	// Output: (420, 40) at 5 m is (0.5, 0, 1)
}

package solid_test

import (
	"fmt"

	"mereo/assets/solid"
	"mereo/engine/geom"
)

// A stool: a rounded seat and a turned leg that leans outwards, its foot flat on the floor.
func Example() {
	seat := solid.Move(solid.Extrude(solid.Superellipse(0.18, 0.18, 3, 24), 0.03, 0.008, 2), geom.V(0, 0, 0.42))
	profile := solid.Spline([]solid.P2{{X: 0.012, Y: 0}, {X: 0.02, Y: 0.4}, {X: 0.014, Y: 0.7}, {X: 0.018, Y: 1}}, 3)
	leg := solid.Leg(geom.V(0.16, 0.16, 0), geom.V(0.1, 0.1, 0.43), profile, solid.Ellipse(1, 1, 10))
	for _, m := range []struct {
		name string
		err  error
		n    int
		z    float64
	}{
		{"seat", solid.CheckClosed(seat), len(seat.Triangles), seat.Bounds().Max.Z},
		{"leg", solid.CheckClosed(leg), len(leg.Triangles), leg.Bounds().Min.Z},
	} {
		fmt.Printf("%s: closed %v, %d triangles, %.2f m\n", m.name, m.err == nil, m.n, m.z)
	}
	// Output:
	// seat: closed true, 284 triangles, 0.45 m
	// leg: closed true, 196 triangles, 0.00 m
}

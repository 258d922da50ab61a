package studio

import (
	"math"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

// From every place the sphere is in the picture, of any shape, and its top is above its bottom.
func TestCameraSeesAll(t *testing.T) {
	center, radius := geom.V(3, -2, 1), 0.7
	for _, size := range [][2]int{{800, 600}, {300, 900}} {
		for _, at := range []Orbit{Overview, {}, {Azimuth: math.Pi / 2}, {Azimuth: -2, Elevation: -0.4}, {Elevation: math.Pi / 2}, {Azimuth: 1, Elevation: 0.3, Distance: 9}} {
			c := Camera(center, radius, at, size[0], size[1])
			if err := c.Validate(); err != nil {
				t.Fatal(err)
			}
			for i := range 200 {
				z, phi := 1-2*(float64(i)+0.5)/200, 2.4*float64(i)
				p := center.AddScaled(radius, geom.V(math.Sqrt(1-z*z)*math.Cos(phi), math.Sqrt(1-z*z)*math.Sin(phi), z))
				x, y, depth := c.Project(p)
				if x < 0 || x > float64(size[0]) || y < 0 || y > float64(size[1]) || depth < c.Near || depth > c.Far {
					t.Errorf("%v, %v: %v is seen at (%.1f, %.1f), depth %.2f of %.2f to %.2f", size, at, p, x, y, depth, c.Near, c.Far)
				}
			}
			if d := c.WorldFromCamera.T.Sub(center).Len(); at.Distance > 0 && math.Abs(d-at.Distance) > 1e-9 {
				t.Errorf("%v: distance %g", at, d)
			}
		}
	}
	// From the right, +X; from right above, with the back up.
	if eye := Camera(center, radius, Orbit{Azimuth: math.Pi / 2}, 8, 8).WorldFromCamera.T; eye.Sub(center).Unit().Dot(geom.V(1, 0, 0)) < 0.999 {
		t.Errorf("a quarter of a turn is at %v", eye)
	}
	above := Camera(center, radius, Orbit{Elevation: math.Pi / 2}, 8, 8)
	if _, y, _ := above.Project(center.Add(geom.V(0, 0.5, 0))); y > 4 {
		t.Errorf("seen from above the back is in row %g", y)
	}
}

func TestSphereOfNothing(t *testing.T) {
	if _, r := Sphere(&frame.Frame{Instances: []frame.Instance{{Mesh: &mesh.Mesh{Positions: []geom.Vec3{{}}}, WorldFromObject: geom.Identity}}}); r != 1 {
		t.Errorf("radius of a point: %g, want 1", r)
	}
}

package engine_test

import (
	"math"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/internal/gltest"
)

// Lamps that are balls light, cast shadows and are seen in metal as in path tracing: a bulb among things, a cone from above, and a large ball
// whose light ends.
func TestBallsAsPathTracing(t *testing.T) {
	r := gltest.Renderer(t)
	white := material.RGB{1, 1, 1}
	at := func(x, y, z float64) geom.Transform {
		return camera.LookAt(geom.V(x, y, z), geom.V(0.2, 0.1, 0), geom.V(0, 1, 0))
	}
	for name, lamp := range map[string]light.Area{
		"bulb":  {WorldFromLight: at(0, -0.2, 0.9), Size: 0.02, PowerW: 6, Color: white, Ball: &light.Ball{Outer: math.Pi}},
		"cone":  {WorldFromLight: at(1, -1, 2.5), Size: 0.02, PowerW: 60, Color: white, Ball: &light.Ball{Inner: 0.2, Outer: 0.45}},
		"large": {WorldFromLight: at(-1, 0.5, 1.5), Size: 0.6, PowerW: 16, Color: white, Ball: &light.Ball{Outer: math.Pi, Range: 3.5}},
	} {
		t.Run(name, func(t *testing.T) {
			f := &frame.Frame{
				Camera: camera.Pinhole{
					WorldFromCamera: camera.LookAt(geom.V(0.3, -3, 1.8), geom.V(0, 0, 0.2), geom.V(0, 0, 1)),
					Width:           160, Height: 120, FocalPx: 190, CenterX: 80, CenterY: 60, Near: 0.1, Far: 100,
				},
				Lights: []light.Area{lamp}, WorldRadiance: material.RGB{0.05, 0.05, 0.05}, SPP: 64,
			}
			add(f, square(6), geom.Identity, material.Lambert(material.RGB{0.5, 0.5, 0.5}), 1)
			add(f, square(6), geom.Transform{M: geom.RotX(math.Pi / 2), T: geom.V(0, 1.2, 0)}, material.Lambert(material.RGB{0.5, 0.4, 0.3}), 2)
			add(f, ball(0.3), geom.Translate(geom.V(-0.5, 0, 0.3)), material.Material{BaseColor: white, Metallic: 1, IOR: 1.5, PerceptualRoughness: 0.1}, 3)
			add(f, ball(0.3), geom.Translate(geom.V(0.6, 0.3, 0.3)), material.Material{BaseColor: material.RGB{0.7, 0.1, 0.1}, IOR: 1.5, PerceptualRoughness: 0.5}, 4)
			nearPathTracing(t, r, f, 0.07)
		})
	}
}

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

// Behind a dull pane stripes blur in standard pictures as they do by paths of light; behind a clear one they stay.
func TestDullGlassBlurs(t *testing.T) {
	r := gltest.Renderer(t)
	contrast := func(roughness float64, quality frame.Quality) float64 {
		f := &frame.Frame{
			Camera: camera.Pinhole{
				WorldFromCamera: camera.LookAt(geom.V(0, -6, 0), geom.Vec3{}, geom.V(0, 0, 1)),
				Width:           96, Height: 64, FocalPx: 200, CenterX: 48, CenterY: 32, Near: 0.1, Far: 100,
			},
			Lights: []light.Area{{
				WorldFromLight: camera.LookAt(geom.V(2, -4, 5), geom.Vec3{}, geom.V(0, 0, 1)), Size: 1, PowerW: 400, Color: material.RGB{1, 1, 1},
			}},
			SubFrames: 16, SPP: 64, Quality: quality,
		}
		upright := geom.RotX(math.Pi / 2) // faces the camera
		for k := range 12 {
			at := geom.Transform{M: upright, T: geom.V(0.4*(float64(k)-5.5), 1, 0)}
			gray := 0.1 + 0.7*float64(k%2)
			add(f, square(0.2), at, material.Lambert(material.RGB{gray, gray, gray}), 1)
		}
		pane := material.Material{BaseColor: material.RGB{1, 1, 1}, IOR: 1.5, Transmission: 1, PerceptualRoughness: roughness}
		add(f, ball(1), geom.Transform{M: geom.Mat3{X: geom.V(1.2, 0, 0), Y: geom.V(0, 0.05, 0), Z: geom.V(0, 0, 1.2)}, T: geom.V(0, -0.5, 0)}, pane, 2)
		im, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		// The spread of the means of columns, behind the middle of the pane.
		var means []float64
		for x := 28; x < 68; x++ {
			sum := 0.0
			for y := 22; y < 42; y++ {
				sum += float64(im.RGB[3*(y*im.Width+x)])
			}
			means = append(means, sum/20)
		}
		mean, spread := 0.0, 0.0
		for _, v := range means {
			mean += v / float64(len(means))
		}
		for _, v := range means {
			spread += (v - mean) * (v - mean) / float64(len(means))
		}
		return math.Sqrt(spread) / mean
	}
	for _, c := range []struct{ roughness, low, high float64 }{{0, 0.85, 1.15}, {0.3, 0.7, 1.3}} {
		standard, reference, clear := contrast(c.roughness, frame.Standard), contrast(c.roughness, frame.Reference), contrast(0, frame.Standard)
		t.Logf("roughness %g: contrast %.3f in standard, %.3f in reference pictures, %.3f behind clear glass", c.roughness, standard, reference, clear)
		if standard < c.low*reference || standard > c.high*reference {
			t.Errorf("roughness %g: the contrast of stripes is %.3f, by paths %.3f", c.roughness, standard, reference)
		}
	}
}

package shopvrb

import (
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/vectors"
)

// publishedOptics are those of the published pictures.
var publishedOptics = func() optics {
	c := DefaultSceneConfig()
	return c.optics()
}()

type projectionCase struct {
	At     [3]float64    `json:"camera_location"`
	Matrix [4][4]float64 `json:"camera_matrix_world"`
	Points []struct {
		Point [3]float64
		Pixel [3]float64 `json:"pixel_coords"`
	}
}

// Whole pixels agree, but for values within 0.01 of a half.
func TestVectorsProjection(t *testing.T) {
	for i, c := range vectors.Cases[projectionCase](t, "shopvrb", "projection.json") {
		cam := publishedOptics.cameraAt(geom.V(c.At[0], c.At[1], c.At[2]))
		for row := range 3 {
			m := cam.WorldFromCamera
			got := [4]float64{m.M.X.At(row), m.M.Y.At(row), m.M.Z.At(row), m.T.At(row)}
			for k, v := range got {
				if math.Abs(v-c.Matrix[row][k]) > 1e-5 {
					t.Errorf("camera %d: row %d of its pose is %v, want %v", i, row, got, c.Matrix[row])
					break
				}
			}
		}
		for _, p := range c.Points {
			x, y, depth := cam.Project(geom.V(p.Point[0], p.Point[1], p.Point[2]))
			for k, v := range []float64{x, y} {
				off := math.Abs(math.RoundToEven(v) - p.Pixel[k])
				halfway := math.Abs(v-math.Floor(v)-0.5) <= 0.01
				if off > 1 || off == 1 && !halfway {
					t.Errorf("camera %d: %v is seen at (%.4f, %.4f), want %v", i, p.Point, x, y, p.Pixel)
				}
			}
			if math.Abs(depth-p.Pixel[2]) > 1e-4 {
				t.Errorf("camera %d: %v has depth %.6f, want %v", i, p.Point, depth, p.Pixel[2])
			}
		}
	}
}

package engine_test

import (
	"math"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/studio"
	"mereo/internal/gltest"
)

// In the usual light of a model, which comes from all around, the front of a box is shaded without borders: from pixel to pixel the shade
// changes evenly, but for the rounding of levels.
func TestStudioShadesEvenly(t *testing.T) {
	r := gltest.Renderer(t)
	f := &frame.Frame{}
	paint := material.Default()
	paint.BaseColor = material.RGB{0.6, 0.6, 0.6}
	for k := range 4 { // the sides of a box
		turn := geom.RotZ(math.Pi / 2 * float64(k)).Mul(geom.RotX(math.Pi / 2))
		add(f, square(1), geom.Transform{M: turn, T: turn.MulVec(geom.V(0, 0, 0.5))}, paint, 1)
	}
	add(f, square(1), geom.Translate(geom.V(0, 0, 0.5)), paint, 1)
	center, radius := studio.Sphere(f)
	f.Camera = studio.Camera(center, radius, studio.Overview, 200, 150)
	studio.Light(f, center, radius)
	im, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	front := func(x, y int) bool {
		return x >= 0 && x < im.Width && y >= 0 && y < im.Height && im.Normal[3*(y*im.Width+x)+1] < -0.99
	}
	green := func(x, y int) float64 { return float64(im.RGB[3*(y*im.Width+x)+1]) }
	seen, uneven := 0, 0
	for y := range im.Height {
		for x := range im.Width {
			inside := true
			for k := -3; k <= 3; k++ {
				inside = inside && front(x+k, y) && front(x, y+k)
			}
			if inside {
				seen++
				if math.Abs(green(x-1, y)-2*green(x, y)+green(x+1, y)) > 1 {
					uneven++
				}
			}
		}
	}
	if seen < 3000 || uneven > 5 {
		t.Errorf("on %d of %d pixels of the front the shade is uneven", uneven, seen)
	}
}

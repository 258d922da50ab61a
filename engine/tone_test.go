package engine_test

import (
	"math"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/material"
	"mereo/internal/gltest"
)

// Grays of known radiance, as each view shows them: plain is sRGB, filmic keeps middle gray, and both other views leave room
// above white.
func TestViews(t *testing.T) {
	r := gltest.Renderer(t)
	hable := func(x float64) float64 {
		return (x*(0.22*x+0.03)+0.002)/(x*(0.22*x+0.30)+0.06) - 0.01/0.30
	}
	agx := func(l float64) float64 { // all channels alike, so the matrices leave them as they are
		x := min(1, max(0, (math.Log2(l)+12.47393)/16.5))
		return 15.5*math.Pow(x, 6) - 40.14*math.Pow(x, 5) + 31.96*math.Pow(x, 4) - 6.868*math.Pow(x, 3) + 0.4298*x*x + 0.1191*x - 0.00232
	}
	for view, encoded := range map[frame.View]func(l float64) float64{
		frame.Plain:  material.EncodeSRGB,
		frame.Filmic: func(l float64) float64 { return material.EncodeSRGB(hable(1.75814*l) / hable(11.2)) },
		frame.AgX:    agx,
	} {
		last := -1
		for _, l := range []float64{0.001, 0.02, 0.18, 0.5, 1, 2, 5} {
			f := above()
			f.WorldRadiance, f.View, f.SubFrames = material.RGB{l, l, l}, view, 1
			im, err := r.Render(&f)
			if err != nil {
				t.Fatal(err)
			}
			got, want := int(im.RGB[0]), int(math.Round(255*encoded(l)))
			if abs(got-want) > 1 || im.RGB[1] != im.RGB[0] || im.RGB[2] != im.RGB[0] {
				t.Errorf("%s: radiance %g is shown as %v, want %d", view, l, im.RGB[:3], want)
			}
			if view != frame.Plain && got <= last {
				t.Errorf("%s: radiance %g is shown as %d, no brighter than less of it", view, l, got)
			}
			last = got
		}
	}
	if got := material.EncodeSRGB(hable(1.75814*0.18) / hable(11.2)); math.Abs(got-material.EncodeSRGB(0.18)) > 1e-4 {
		t.Errorf("filmic shows middle gray as %.4f, want %.4f", got, material.EncodeSRGB(0.18))
	}
}

// A bright color fades to white with AgX.
func TestAgXFades(t *testing.T) {
	r := gltest.Renderer(t)
	last := 256
	for _, scale := range []float64{0.3, 2, 10, 50} {
		f := above()
		f.WorldRadiance, f.View, f.SubFrames = material.RGB{scale, scale / 10, scale / 10}, frame.AgX, 1
		im, err := r.Render(&f)
		if err != nil {
			t.Fatal(err)
		}
		color := int(im.RGB[0]) - int(im.RGB[1])
		if scale > 1 && color >= last {
			t.Errorf("%g times: red is %d above green, no less than before", scale, color)
		}
		last = color
	}
	if last > 40 {
		t.Errorf("fifty times: red is %d above green, want at most 40", last)
	}
}

func abs(x int) int { return max(x, -x) }

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

// maxDraftFLIP is what a draft of each look may differ from the path-traced reference in the mean. Metal in one sample is noise.
var maxDraftFLIP = map[string]float64{"tabletop": 0.08, "desk": 0.08, "room": 0.145, "kitchen": 0.10}

func TestVectorsDraft(t *testing.T) {
	r := gltest.Renderer(t)
	eachLook(t, func(t *testing.T, look, base string, f *frame.Frame) {
		f.Quality = frame.Draft
		got, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		limit, ok := maxDraftFLIP[look]
		if !ok {
			limit = 0.15
		}
		compareWithReference(t, base, got, limit)
	})
}

// A draft is lit at half its width and height, but shadows lie in the mean where they should, for odd sizes, too, and borders
// between colors are those of the labels.
func TestDraftKeepsPlaces(t *testing.T) {
	r := gltest.Renderer(t)
	gray, red := material.Lambert(material.RGB{0.5, 0.5, 0.5}), material.Lambert(material.RGB{0.6, 0.05, 0.05})
	for _, c := range []struct {
		w, h         int
		orthographic bool
	}{{120, 90, false}, {121, 91, false}, {121, 91, true}} {
		w, h := c.w, c.h
		const moves = 48
		dx, dy := 0.0, 0.0
		for k := range moves {
			// A square under a lamp, whose shadow is seen around it.
			x, y := 0.01+0.00017*float64(k), 0.02+0.00031*float64(k)
			f := frame.Frame{
				Camera: camera.Pinhole{
					WorldFromCamera: camera.LookAt(geom.V(0.01, 0.02, 4), geom.V(0.01, 0.02, 0), geom.V(0, 1, 0)), Width: w, Height: h,
					FocalPx: 1000, CenterX: float64(w) / 2, CenterY: float64(h)/2 + 1, Near: 0.1, Far: 10,
				},
				Lights: []light.Area{{
					WorldFromLight: geom.Translate(geom.V(x, y, 0.4)), Size: 0.001, PowerW: 0.6, Color: material.RGB{1, 1, 1},
				}},
				Instances: []frame.Instance{
					{Mesh: square(0.6), WorldFromObject: geom.Identity, Material: &gray},
					{Mesh: square(0.03), WorldFromObject: geom.Translate(geom.V(x, y, 0.2)), Material: &red, Object: 1, Part: 1},
				},
			}
			if f.Camera.Orthographic = c.orthographic; c.orthographic {
				f.Camera.FocalPx /= 4
			}
			f.Quality = frame.Draft
			got, err := r.Render(&f)
			if err != nil {
				t.Fatal(err)
			}
			x0, y0, _ := f.Camera.Project(geom.V(x, y, 0))
			x1, y1 := darkMiddle(got)
			dx, dy = dx+(x1-x0)/moves, dy+(y1-y0)/moves
			for i, o := range got.Object {
				if rgb := got.RGB[3*i:]; rgb[0] > 60 && (int(rgb[0]) > 2*int(rgb[1])) != (o == 1) { // in the shadow all is reddish
					t.Fatalf("%d x %d: pixel (%d, %d) of object %d is %v", w, h, i%w, i/w, o, rgb[:3])
				}
			}
		}
		if !(math.Hypot(dx, dy) < 0.2) {
			t.Errorf("%d x %d: shadows lie (%.2f, %.2f) pixels off in the mean, want less than 0.2", w, h, dx, dy)
		}
	}
}

// darkMiddle is the mean place of a picture's dark pixels outside of objects, in pixels from its upper left corner.
func darkMiddle(im *frame.Images) (x, y float64) {
	n := 0.0
	for i, o := range im.Object {
		if o == 0 && im.RGB[3*i] < 30 {
			x, y, n = x+float64(i%im.Width)+0.5, y+float64(i/im.Width)+0.5, n+1
		}
	}
	return x / n, y / n
}

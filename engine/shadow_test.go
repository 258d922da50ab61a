package engine_test

import (
	"math"
	"slices"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/internal/gltest"
)

// The edge of a lamp's shadow has steps of one size, as many as sub-frames: with unequal ones it looks doubled.
func TestPenumbraOfALampHasEvenSteps(t *testing.T) {
	r := gltest.Renderer(t)
	worst := 0.0
	for seed := range uint64(8) {
		f := above()
		f.Camera.WorldFromCamera = camera.LookAt(geom.V(1.5, 0, 5), geom.V(1.5, 0, 0), geom.V(0, 1, 0))
		f.Camera.Width, f.Camera.FocalPx, f.Camera.CenterX = 160, 500, 80 // of the floor 0.7 m to 2.3 m
		f.SubFrames, f.Seed = 4, seed
		add(&f, square(40), geom.Identity, material.Lambert(material.RGB{0.5, 0.5, 0.5}), 1)
		add(&f, square(4), geom.Translate(geom.V(-1, 0, 1)), material.Lambert(material.RGB{}), 2) // a roof over x < 1
		// So far away that all of the lamp shines alike. Its shadow ends at 1.11 m to 1.53 m.
		f.Lights = []light.Area{{WorldFromLight: geom.Translate(geom.V(-5, 0, 20)), Size: 8, PowerW: 2000, Color: material.RGB{1, 1, 1}}}
		im, err := r.Render(&f)
		if err != nil {
			t.Fatal(err)
		}
		row := make([]float64, f.Camera.Width)
		for k := range im.Object {
			row[k%len(row)] += material.DecodeSRGB(float64(im.RGB[3*k])/255) / float64(f.Camera.Height)
		}
		// A step is as wide as the filters of the picture and of the shadow maps.
		for x := 46; x < len(row); x++ { // right of the roof
			worst = max(worst, math.Abs(row[x]-row[x-6])/(slices.Max(row)-row[40]))
		}
	}
	t.Logf("largest step %.3f of the whole", worst)
	if worst > 0.31 {
		t.Error("want at most 0.31")
	}
}

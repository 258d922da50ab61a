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

// upright turns a square from facing +Z to facing -Y.
var upright = geom.Mat3{X: geom.V(1, 0, 0), Y: geom.V(0, 0, 1), Z: geom.V(0, -1, 0)}

// level is the mean linear green of 8 x 8 pixels.
func level(img *frame.Images, x, y int) float64 {
	sum := 0.0
	for k := range 64 {
		sum += material.DecodeSRGB(float64(img.RGB[3*((y+k/8)*img.Width+x+k%8)+1]) / 255)
	}
	return sum / 64
}

// A wall beside a bright spot on the floor is lit by what bounces off it, which changes slowly: few rays at few places must not leave
// clouds on it.
func TestBouncedLightIsEven(t *testing.T) {
	r := gltest.Renderer(t)
	f := above()
	f.Camera = camera.Perspective(geom.V(0, -8, 3), geom.V(0, 4, 3), 35, 320, 240)
	f.SubFrames, f.Seed = 8, 3
	matt := material.Lambert(material.RGB{0.6, 0.6, 0.6})
	add(&f, square(14), geom.Identity, matt, 1)
	add(&f, square(14), geom.Transform{M: upright, T: geom.V(0, 4, 7)}, matt, 2)
	f.Lights = []light.Area{{WorldFromLight: geom.Translate(geom.V(2, 0, 1)), Size: 0.3, PowerW: 60, Color: material.RGB{1, 1, 1}}}
	img, err := r.Render(&f)
	if err != nil {
		t.Fatal(err)
	}
	// How far the middle of three places 16 pixels apart is from the mean of the others, in parts of it.
	square, n := 0.0, 0.0
	for y := 16; y < 112; y += 8 {
		for x := 16; x < 288; x += 8 {
			between := (level(img, x-16, y) + level(img, x+16, y)) / 2
			d := level(img, x, y)/between - 1
			square, n = square+d*d, n+1
		}
	}
	if uneven := math.Sqrt(square / n); uneven > 0.02 {
		t.Errorf("the wall is uneven by %.2f %%, want at most 2 %%", 100*uneven)
	}
}

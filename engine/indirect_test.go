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
	"mereo/internal/skytest"
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

// A dark floor that is rough mirrors a bright wall when it is seen at a flat angle, as paths of light show it.
func TestRoughFloorsMirror(t *testing.T) {
	r := gltest.Renderer(t)
	f := above()
	f.Camera = camera.Perspective(geom.V(0, -6, 1.2), geom.V(0, 4, 0.3), 35, 320, 240)
	f.SubFrames, f.Seed, f.SPP = 8, 3, 256
	floor := material.Lambert(material.RGB{0.04, 0.04, 0.04})
	floor.IOR, floor.PerceptualRoughness = 1.5, 0.5
	add(&f, square(14), geom.Identity, floor, 1)
	add(&f, square(14), geom.Transform{M: upright, T: geom.V(0, 4, 7)}, material.Lambert(material.RGB{0.7, 0.7, 0.7}), 2)
	f.Lights = []light.Area{{WorldFromLight: geom.Transform{M: geom.Mat3{X: geom.V(1, 0, 0), Y: geom.V(0, 0, 1), Z: geom.V(0, -1, 0)}, T: geom.V(0, -2, 3)}, Size: 0.2, PowerW: 200, Color: material.RGB{1, 1, 1}}}
	got, want := inBothQualities(t, r, &f)
	for y := 128; y < 232; y += 16 {
		for x := 32; x < 288; x += 32 {
			if g, w := level(got, x, y), level(want, x, y); math.Abs(g/w-1) > 0.1 {
				t.Errorf("floor at %d, %d has %.4f, paths of light %.4f", x, y, g, w)
			}
		}
	}
}

// Where walls meet, few of the places that share directions lie on the same wall: their own directions must not darken or brighten it
// by turns. A hazy sky changes slowly along the corner of two walls, which crosses the raster of places at an angle.
func TestSkyLightIsEvenInCorners(t *testing.T) {
	r := gltest.Renderer(t)
	f := above()
	f.Camera = camera.Perspective(geom.V(-0.5, -5, 2), geom.V(1.2, 2, 2.2), 35, 320, 240)
	f.Camera.WorldFromCamera = f.Camera.WorldFromCamera.Mul(geom.Transform{M: geom.RotZ(0.06)})
	f.SubFrames = 8
	matt := material.Lambert(material.RGB{0.6, 0.6, 0.6})
	add(&f, square(24), geom.Identity, matt, 1)
	add(&f, square(12), geom.Transform{M: upright, T: geom.V(-4, 2, 0)}, matt, 2)
	add(&f, square(12), geom.Transform{M: geom.Mat3{X: geom.V(0, -1, 0), Y: geom.V(0, 0, 1), Z: geom.V(-1, 0, 0)}, T: geom.V(2, -4, 0)}, matt, 3)
	f.Environment = &light.Environment{Panorama: skytest.Of(128, func(_, angle float64) [3]float64 {
		l := 0.15 + 0.6*max(0, math.Cos(angle))
		return [3]float64{l, l, l}
	})}
	square, n := 0.0, 0.0
	for f.Seed = range uint64(4) {
		img, err := r.Render(&f)
		if err != nil {
			t.Fatal(err)
		}
		// How far the middle of three places along the corner is from the mean of the others, in parts of it.
		for _, to := range [...]int{-9, 1} { // the wall on the left, and the one on the right
			beside := func(z float64) float64 {
				x, y, _ := f.Camera.Project(geom.V(2, 2, z))
				return level(img, int(x)+to, int(y)-4)
			}
			for z := 1.0; z < 3.4; z += 0.05 {
				d := 2*beside(z)/(beside(z-0.25)+beside(z+0.25)) - 1
				square, n = square+d*d, n+1
			}
		}
	}
	uneven := math.Sqrt(square / n)
	t.Logf("uneven by %.2f %%", 100*uneven)
	if uneven > 0.02 {
		t.Errorf("walls are uneven by %.2f %% along their corner, want at most 2 %%", 100*uneven)
	}
}

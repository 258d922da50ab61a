package engine_test

import (
	"bytes"
	"math"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
)

// sky shows nothing but a sky of one radiance.
func sky(l float64, s frame.Sensor) *frame.Frame {
	f := &frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(5, 0, 1), geom.Vec3{}, geom.V(0, 0, 1)),
			Width:           320, Height: 240, FocalPx: 300, CenterX: 160, CenterY: 120, Near: 0.1, Far: 100,
		},
		WorldRadiance: material.RGB{l, l, l}, SubFrames: 1, SPP: 1, Seed: 5, ColorOnly: true,
	}
	f.Realism.Sensor = s
	add(f, square(0.1), geom.Translate(geom.V(50, 0, 0)), material.Lambert(material.RGB{}), 0) // behind the camera
	return f
}

// Mean, variance and independence of the noise of a flat picture of 230,400 values, each within four standard deviations of
// what it must be. The picture's steps of 1/255 add their own variance, a twelfth of a squared step.
func TestSensorNoiseIsThatOfTheModel(t *testing.T) {
	for _, c := range []struct {
		name    string
		l       float64
		s       frame.Sensor
		sigma   float64 // sqrt(N + read noise^2) / full well, by hand
		quality frame.Quality
	}{
		{"shot noise: 100 of 400 electrons, 10 of noise", 0.25, frame.Sensor{FullWell: 400}, 0.025, frame.Standard},
		{"and 7.5 of reading: 12.5", 0.25, frame.Sensor{FullWell: 400, ReadNoise: 7.5}, 0.03125, frame.Standard},
		{"draft", 0.25, frame.Sensor{FullWell: 400, ReadNoise: 7.5}, 0.03125, frame.Draft},
		{"reference", 0.25, frame.Sensor{FullWell: 400, ReadNoise: 7.5}, 0.03125, frame.Reference},
		{"mostly reading: 640 electrons, 25.3 and 60 of noise", 0.04, frame.Sensor{FullWell: 16000, ReadNoise: 60},
			math.Sqrt(640+3600) / 16000, frame.Standard},
	} {
		f := sky(c.l, c.s)
		f.Quality = c.quality
		if got := c.s.Sigma(c.l); math.Abs(got-c.sigma) > 1e-12 {
			t.Errorf("%s: Sigma is %g, want %g", c.name, got, c.sigma)
		}
		im := render(t, f)
		n := float64(len(im.RGB))
		mean, variance, quantum := 0.0, 0.0, 0.0
		for _, level := range im.RGB {
			if level == 0 || level == 255 {
				t.Fatalf("%s: a pixel is clipped", c.name)
			}
			l := linear(level)
			step := (linear(level+1) - linear(level-1)) / 2
			mean, variance, quantum = mean+l/n, variance+(l-c.l)*(l-c.l)/n, quantum+step*step/12/n
		}
		if want := 4 * c.sigma / math.Sqrt(n); math.Abs(mean-c.l) > want+quantum {
			t.Errorf("%s: mean is %.6f, want %g within %.6f", c.name, mean, c.l, want)
		}
		want := c.sigma*c.sigma + quantum
		if math.Abs(variance-want) > 4*want*math.Sqrt(2/n) {
			t.Errorf("%s: variance is %.4g, want %.4g within %.1f %%", c.name, variance, want, 400*math.Sqrt(2/n))
		}
		// Channels of a pixel and neighbors have nothing to do with each other.
		for _, k := range []struct {
			name string
			step int
		}{{"red and green", 1}, {"red and blue", 2}, {"pixels side by side", 3}, {"pixels below each other", 3 * 320}} {
			product, pairs := 0.0, 0.0
			for i := 0; i+k.step < len(im.RGB); i += 3 {
				product += (linear(im.RGB[i]) - c.l) * (linear(im.RGB[i+k.step]) - c.l)
				pairs++
			}
			if r := product / pairs / variance; math.Abs(r) > 4/math.Sqrt(pairs) {
				t.Errorf("%s: %s correlate by %.4f, want at most %.4f", c.name, k.name, r, 4/math.Sqrt(pairs))
			}
		}
	}
}

func TestSensorNoiseIsThatOfTheSeed(t *testing.T) {
	draw := func(f *frame.Frame) []uint8 { return render(t, f).RGB }
	s := frame.Sensor{FullWell: 1000, ReadNoise: 3}
	first := draw(sky(0.25, s))
	if !bytes.Equal(first, draw(sky(0.25, s))) {
		t.Error("one seed gives two pictures")
	}
	differ := func(name string, f *frame.Frame) {
		t.Helper()
		other, n := draw(f), 0
		for i := range first {
			if first[i] == other[i] {
				n++
			}
		}
		// Noise of 3.9 levels: about one value in fourteen is equal by chance.
		if n > len(first)/8 {
			t.Errorf("%s: %d of %d values are equal, want chance", name, n, len(first))
		}
	}
	for _, seed := range []uint64{6, 5 + 1<<32, 5 << 32} {
		f := sky(0.25, s)
		f.Seed = seed
		differ("another seed", f)
	}
	f := sky(0.25, s)
	f.Camera.WorldFromCamera = camera.LookAt(geom.V(5, 0.001, 1), geom.Vec3{}, geom.V(0, 0, 1))
	differ("another view", f)
	if noise := draw(sky(0.25, frame.Sensor{})); !bytes.Equal(noise, bytes.Repeat(noise[:1], len(noise))) {
		t.Error("there is noise without a sensor's")
	}
}

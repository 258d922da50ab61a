package engine_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/gltf"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/internal/bound"
	"mereo/internal/gltest"
	"mereo/internal/skytest"
	"mereo/internal/vectors"
)

// oneTexel is dark but for one texel of 256 x 128, which gives the irradiance to what faces it; and its direction.
func oneTexel(irradiance float64) (p *light.Panorama, dir geom.Vec3) {
	const x, y, w, h = 80, 40, 256, 128
	p = skytest.Uniform(w, 0)
	omega := 2 * math.Pi / w * (math.Cos(math.Pi*y/h) - math.Cos(math.Pi*(y+1)/h))
	for c := range 3 {
		p.Pix[3*(y*w+x)+c] = float32(irradiance / omega)
	}
	e := light.Environment{Panorama: p}
	return p, e.Dir((x+0.5)/w, (y+0.5)/h)
}

// halves is white where its azimuth is within a quarter turn of +X, and black elsewhere.
func halves() *light.Panorama {
	return skytest.Of(128, func(azimuth, _ float64) [3]float64 {
		if math.Abs(azimuth) < math.Pi/2 {
			return [3]float64{1, 1, 1}
		}
		return [3]float64{}
	})
}

func TestEnvironmentLightIsKnown(t *testing.T) {
	r := gltest.Renderer(t)
	sun, toSun := oneTexel(2)
	matt := material.Lambert(material.RGB{0.5, 0.4, 0.3})
	times := func(c material.RGB, s float64) [3]float64 { return [3]float64{c[0] * s, c[1] * s, c[2] * s} }
	// tilted is a plate whose normal leans by an angle towards +X.
	tilted := func(by float64) geom.Transform { return geom.Transform{M: geom.RotY(by)} }
	turned := geom.V(toSun.Y, -toSun.X, toSun.Z) // by a quarter, clockwise
	for _, c := range []struct {
		name  string
		build func(f *frame.Frame)
		want  [3]float64
		tol   float64 // of it
	}{
		{"uniform light on a plate", func(f *frame.Frame) {
			add(f, square(20), geom.Identity, matt, 1)
			f.Environment = &light.Environment{Panorama: skytest.Uniform(64, 0.5), Strength: 1.6}
		}, times(matt.BaseColor, 0.8), 0.01},
		{"nothing in view", func(f *frame.Frame) {
			add(f, square(1), geom.Translate(geom.V(30, 0, 0)), matt, 1)
			f.Environment = &light.Environment{Panorama: skytest.Uniform(64, 0.5)}
		}, [3]float64{0.5, 0.5, 0.5}, 0.01},
		{"one bright texel", func(f *frame.Frame) {
			add(f, square(20), geom.Identity, matt, 1)
			f.Environment = &light.Environment{Panorama: sun}
		}, times(matt.BaseColor, 2/math.Pi*toSun.Z), 0.01},
		{"the same, turned, on a plate that faces it", func(f *frame.Frame) {
			f.Camera.WorldFromCamera = camera.LookAt(turned.Scale(5), geom.Vec3{}, geom.V(0, 0, 1))
			x, y := geom.Basis(turned)
			add(f, square(20), geom.Transform{M: geom.Mat3{X: x, Y: y, Z: turned}}, matt, 1)
			f.Environment = &light.Environment{Panorama: sun, Strength: 0.5, Turn: -math.Pi / 2}
		}, times(matt.BaseColor, 1/math.Pi), 0.01},
		{"the same behind a plate", func(f *frame.Frame) {
			add(f, square(20), geom.Identity, matt, 1)
			add(f, square(1), geom.Translate(toSun.Scale(2)), material.Lambert(material.RGB{}), 2)
			f.Environment = &light.Environment{Panorama: sun}
		}, [3]float64{}, 0},
		// Half of the sky over a level plate gives half of its light.
		{"half of the sky", func(f *frame.Frame) {
			add(f, square(20), geom.Identity, matt, 1)
			f.Environment = &light.Environment{Panorama: halves()}
		}, times(matt.BaseColor, 0.5), 0.01},
		// Leaning by a towards the white half, a plate sees (1 + sin a) / 2 of it, weighted by the cosine.
		{"half of the sky on a plate that leans towards it", func(f *frame.Frame) {
			add(f, square(20), tilted(math.Pi/6), matt, 1)
			f.Environment = &light.Environment{Panorama: halves()}
		}, times(matt.BaseColor, 0.75), 0.015},
		{"mirror", func(f *frame.Frame) {
			add(f, square(20), tilted(math.Pi/6), material.Material{BaseColor: material.RGB{0.8, 0.6, 0.4}, Metallic: 1, IOR: 1.45}, 1)
			f.Environment = &light.Environment{Panorama: halves(), Strength: 0.5}
		}, [3]float64{0.4, 0.3, 0.2}, 0.01},
		{"mirror that leans the other way", func(f *frame.Frame) {
			add(f, square(20), tilted(-math.Pi/6), material.Material{BaseColor: material.RGB{0.8, 0.6, 0.4}, Metallic: 1, IOR: 1.45}, 1)
			f.Environment = &light.Environment{Panorama: halves(), Strength: 0.5}
		}, [3]float64{}, 0},
		{"clear glass in uniform light cannot be seen", func(f *frame.Frame) {
			add(f, ball(1), geom.Identity, material.Material{BaseColor: material.RGB{1, 1, 1}, Transmission: 1, IOR: 1.5}, 1)
			f.Environment = &light.Environment{Panorama: skytest.Uniform(64, 0.5)}
		}, [3]float64{0.5, 0.5, 0.5}, 0.01},
	} {
		for _, q := range []frame.Quality{frame.Draft, frame.Standard, frame.Reference} {
			t.Run(c.name+", "+q.String(), func(t *testing.T) {
				f := above()
				f.Quality, f.SPP = q, 256
				c.build(&f)
				img, err := r.Render(&f)
				if err != nil {
					t.Fatal(err)
				}
				// Over the picture, which lies in even light.
				var got [3]float64
				for i, v := range img.RGB {
					got[i%3] += material.DecodeSRGB(float64(v)/255) / float64(len(img.RGB)/3)
				}
				for k := range got {
					// Half a level of 8 bits is the least that can be told. Of 64 directions, which a draft has, one or two more or less
					// than half lie on one side of a plane: 3 %.
					tol := c.tol*c.want[k] + 0.002
					if q == frame.Draft && strings.HasPrefix(c.name, "half of the sky") {
						tol += c.tol * c.want[k]
					}
					if math.Abs(got[k]-c.want[k]) > tol {
						t.Errorf("radiance: got %.4f, want %.4f within %.4f", got, c.want, tol)
						break
					}
				}
			})
		}
	}
}

// Scenes of things of all kinds, lit by a day alone: standard pictures have the light of reference pictures.
func TestEnvironmentAgreesWithPaths(t *testing.T) {
	r := gltest.Renderer(t)
	s, err := gltf.LoadScene(filepath.Join(vectors.Dir(t, "render"), "tabletop_1.glb"), bound.New(0))
	if err != nil {
		t.Fatal(err)
	}
	f := s.Frame
	f.Camera.Width, f.Camera.Height, f.Camera.FocalPx = f.Camera.Width/4, f.Camera.Height/4, f.Camera.FocalPx/4
	f.Camera.CenterX, f.Camera.CenterY = f.Camera.CenterX/4, f.Camera.CenterY/4
	f.Lights, f.Suns, f.SPP = nil, nil, 128
	f.Surround(&light.Environment{Panorama: skytest.Day(1024), Turn: 3})
	var images [2]*frame.Images
	for i, q := range []frame.Quality{frame.Standard, frame.Reference} {
		f.Quality = q
		if images[i], err = r.Render(f); err != nil {
			t.Fatal(err)
		}
	}
	var mean [2]float64
	var apart float64
	n := float64(len(images[0].RGB))
	for k, v := range images[0].RGB {
		a, b := material.DecodeSRGB(float64(v)/255), material.DecodeSRGB(float64(images[1].RGB[k])/255)
		mean[0], mean[1], apart = mean[0]+a/n, mean[1]+b/n, apart+math.Abs(a-b)/n
	}
	t.Logf("mean %.4f, by paths %.4f, mean difference of pixels %.4f", mean[0], mean[1], apart)
	if math.Abs(mean[0]-mean[1]) > 0.04*mean[1] || apart > 0.04 {
		t.Errorf("mean is %.4f, that by paths %.4f, and pixels are %.4f apart, want at most 4 %% and 0.04", mean[0], mean[1], apart)
	}
	if !slices.Equal(images[0].Object, images[1].Object) || !slices.Equal(images[0].ViewZ, images[1].ViewZ) {
		t.Error("labels differ")
	}
}

// The edge of what a large window lights is a slope without steps, however few sub-frames are asked for: of a window that is all the
// light, and of one beside a sun, which leaves so little contrast that pixels might be converged.
func TestPenumbraOfAWindowHasNoSteps(t *testing.T) {
	for _, c := range []struct{ window, sun float64 }{{30, 0}, {12, 3}} {
		f := above()
		f.Camera.WorldFromCamera = camera.LookAt(geom.V(1.5, 0, 5), geom.V(1.5, 0, 0), geom.V(0, 1, 0))
		f.Camera.Width, f.Camera.FocalPx, f.Camera.CenterX = 160, 250, 80
		f.SubFrames, f.TracedSubFrames = 4, 2
		add(&f, square(40), geom.Identity, material.Lambert(material.RGB{0.5, 0.5, 0.5}), 1)
		add(&f, square(40), geom.Translate(geom.V(-20, 0, 1)), material.Lambert(material.RGB{}), 2) // a roof over x < 0
		f.Suns = []light.Sun{{Dir: geom.V(0, 0, -1), Irradiance: material.RGB{c.sun, c.sun, c.sun}}}
		f.Environment = &light.Environment{Panorama: skytest.Of(256, func(azimuth, angle float64) [3]float64 {
			if math.Abs(azimuth) > math.Pi-0.25 && math.Abs(angle-0.9) < 0.25 {
				return [3]float64{c.window, c.window, c.window}
			}
			return [3]float64{}
		})}
		im, err := gltest.Renderer(t).Render(&f)
		if err != nil {
			t.Fatal(err)
		}
		row := make([]float64, f.Camera.Width)
		for k := range im.Object {
			row[k%len(row)] += material.DecodeSRGB(float64(im.RGB[3*k])/255) / float64(f.Camera.Height)
		}
		lowest, highest, step := slices.Min(row), slices.Max(row), 0.0
		for x := 1; x < len(row); x++ {
			step = max(step, math.Abs(row[x]-row[x-1]))
		}
		t.Logf("window %g, sun %g: from %.3f to %.3f, largest step %.4f", c.window, c.sun, lowest, highest, step)
		if step > 0.05*(highest-lowest) || highest-lowest < 0.1 {
			t.Errorf("window %g, sun %g: want a difference of at least 0.1, and steps of 5 %% of it at most", c.window, c.sun)
		}
	}
}

func TestTooManySunsForAnEnvironment(t *testing.T) {
	f := above()
	f.Suns = make([]light.Sun, 4)
	f.Environment = &light.Environment{Panorama: skytest.Uniform(8, 1)}
	if _, err := gltest.Renderer(t).Render(&f); err == nil || !strings.Contains(err.Error(), "at most 3 can be drawn in an environment") {
		t.Errorf("got %v, want an error that says how many suns there may be", err)
	}
}

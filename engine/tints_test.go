package engine_test

import (
	"math"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/ref"
	"mereo/internal/gltest"
)

// A material's color is multiplied with that of the vertices, linear between them, which alpha cuts out.
func TestColorsOfVertices(t *testing.T) {
	r := gltest.Renderer(t)
	m := square(1)
	half := uint16(math.MaxUint16 / 2)
	// Red and alpha grow along x.
	m.Colors = [][4]uint16{{0, half, 0, 0}, {math.MaxUint16, half, 0, math.MaxUint16}, {math.MaxUint16, half, 0, math.MaxUint16}, {0, half, 0, 0}}
	for _, cut := range []bool{false, true} {
		for _, q := range []frame.Quality{frame.Draft, frame.Standard, frame.Reference} {
			f := above()
			f.Quality, f.SPP = q, 16
			f.Suns = []light.Sun{{Dir: geom.V(0, 0, -1), Irradiance: material.RGB{math.Pi, math.Pi, math.Pi}}}
			paint := material.Lambert(material.RGB{0.8, 0.8, 0.8})
			if cut {
				paint.Coverage = &material.Coverage{Alpha: 1, Cutoff: 0.4}
			}
			add(&f, m, geom.Identity, paint, 1)
			img, err := r.Render(&f)
			if err != nil {
				t.Fatal(err)
			}
			want := ref.Draw(&f)
			for _, x := range []int{4, 20, 32, 60} {
				i := 24*64 + x
				along := 0.5 + (float64(x)+0.5-32)/100 // a pixel is 1 cm
				gone := cut && along < 0.4
				if (img.Object[i] == 0) != gone || img.Object[i] != want.Object[i] {
					t.Errorf("%s, cut %v, at %.3f: id %d, want %d, and nothing where %v", q, cut, along, img.Object[i], want.Object[i], gone)
				}
				if gone {
					continue
				}
				for c, v := range [3]float64{0.8 * along, 0.4, 0} {
					if got := material.DecodeSRGB(float64(img.RGB[3*i+c]) / 255); math.Abs(got-v) > 0.012 {
						t.Errorf("%s, cut %v, at %.3f: channel %d is %.3f, want %.3f", q, cut, along, c, got, v)
					}
				}
			}
		}
	}
}

// Colors of vertices are seen in mirrors, and light is colored that has bounced off them, as in path tracing.
func TestColorsOfVerticesAsPathTracing(t *testing.T) {
	r := gltest.Renderer(t)
	f := cards()
	f.Instances = f.Instances[:1]
	wall := square(1.2)
	wall.Colors = [][4]uint16{{65535, 0, 0, 65535}, {0, 65535, 0, 65535}, {0, 0, 65535, 65535}, {65535, 65535, 0, 65535}}
	stand := geom.Transform{M: geom.RotX(math.Pi / 2), T: geom.V(0, 0.6, 0.6)}
	add(f, wall, stand, material.Lambert(material.RGB{0.9, 0.9, 0.9}), 2)
	add(f, ball(0.35), geom.Translate(geom.V(0.2, -0.2, 0.35)), material.Material{BaseColor: material.RGB{0.9, 0.9, 0.9}, Metallic: 1, IOR: 1.5}, 3)
	f.Camera.WorldFromCamera = camera.LookAt(geom.V(0.3, -3, 1.2), geom.V(0, 0, 0.4), geom.V(0, 0, 1))
	nearPathTracing(t, r, f, 0.06)
}

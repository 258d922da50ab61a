package engine_test

import (
	"math"
	"slices"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/ref"
	"mereo/internal/gltest"
)

// ramp is a picture that goes from red at the left to green at the right and is there below, where its alpha is.
func ramp(wrap [2]material.Wrap) *material.Texture {
	t := &material.Texture{Width: 32, Height: 16, SRGB: true, Wrap: wrap}
	for y := range t.Height {
		for x := range t.Width {
			t.Pix = append(t.Pix, uint8(250-8*x), uint8(8*x), 20, uint8(17*y))
		}
	}
	return t
}

// Pictures of emission, roughness and normals lie where second texture coordinates say: as where the first ones say the same, in both qualities
// and in a mirror.
func TestSecondCoordinates(t *testing.T) {
	r := gltest.Renderer(t)
	draw := func(second bool, quality frame.Quality) *frame.Images {
		f := cards()
		f.Instances, f.Quality, f.SPP = nil, quality, 16
		picture := func(srgb bool, at func(x, y int) [3]uint8) *material.Texture {
			t := &material.Texture{Width: 16, Height: 16, SRGB: srgb, Second: second}
			for i := range 256 {
				c := at(i%16, i/16)
				t.Pix = append(t.Pix, c[0], c[1], c[2], 255)
			}
			return t
		}
		look := material.Default()
		look.BaseColor, look.Metallic, look.PerceptualRoughness, look.Emission = material.RGB{0.8, 0.6, 0.3}, 1, 1, material.RGB{0.3, 0.3, 0.3}
		look.EmissionTexture = picture(true, func(x, y int) [3]uint8 { return [3]uint8{0, uint8(16 * x), uint8(16 * y)} })
		look.MetallicRoughnessTexture = picture(false, func(x, y int) [3]uint8 { return [3]uint8{0, uint8(80 + 10*x), uint8(255 - 10*y)} })
		look.NormalTexture = picture(false, func(x, y int) [3]uint8 { return [3]uint8{uint8(90 + 5*x), uint8(100 + 4*y), 240} })
		m := card(1, 1)
		if second {
			m.SecondUVs, m.UVs = m.UVs, nil
		}
		add(f, square(6), geom.Identity, material.Lambert(material.RGB{0.6, 0.6, 0.6}), 1)
		add(f, m, geom.Transform{M: geom.RotX(1.2), T: geom.V(0, 0, 0.5)}, look, 2)
		add(f, square(1), geom.Transform{M: geom.RotX(1.5707963), T: geom.V(0.6, 0.8, 0.5)}, material.Material{BaseColor: material.RGB{0.9, 0.9, 0.9}, Metallic: 1, IOR: 1.5}, 3)
		im, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		return im
	}
	for _, q := range []frame.Quality{frame.Standard, frame.Reference} {
		first, second := draw(false, q), draw(true, q)
		most, green := 0, false
		for i, c := range first.RGB {
			d := int(c) - int(second.RGB[i])
			most = max(most, d, -d)
			green = green || i%3 == 1 && int(c) > int(first.RGB[i-1])+60
		}
		if most > 1 || !green {
			t.Errorf("%v: pictures differ by %d of 255, want 1 at most; the card shines: %v", q, most, green)
		}
	}
}

// Pictures go on beyond their borders as they say: the renderers agree with each other, and on ids with engine/ref.
func TestPicturesBeyondTheirBorders(t *testing.T) {
	r := gltest.Renderer(t)
	for _, c := range []struct {
		name        string
		wrap        material.Wrap
		left, right int // colors of the ends of the card, whose coordinates go from -0.75 to 1.75: red or green
	}{{"repeat", material.Repeat, 0, 1}, {"clamp", material.Clamp, 0, 1}, {"mirror", material.Mirror, 1, 0}} {
		t.Run(c.name, func(t *testing.T) {
			f := &frame.Frame{
				Camera: camera.Pinhole{
					WorldFromCamera: camera.LookAt(geom.V(0, -3, 0.5), geom.V(0, 0, 0.5), geom.V(0, 0, 1)),
					Width:           160, Height: 80, FocalPx: 190, CenterX: 80, CenterY: 40, Near: 0.1, Far: 100,
				},
				Lights: []light.Area{{
					WorldFromLight: camera.LookAt(geom.V(0, -3, 2), geom.V(0, 0, 0.5), geom.V(0, 0, 1)), Size: 0.5, PowerW: 150, Color: material.RGB{1, 1, 1},
				}},
				SPP: 64, SubFrames: 16,
			}
			m := card(2, 1)
			for i, uv := range m.UVs {
				m.UVs[i] = [2]float64{2.5*uv[0] - 0.75, 2.5*uv[1] - 0.75}
			}
			look := material.Lambert(material.RGB{1, 1, 1})
			look.BaseColorTexture, look.Coverage = ramp([2]material.Wrap{c.wrap, c.wrap}), &material.Coverage{Alpha: 1, Cutoff: 0.6}
			add(f, m, geom.Transform{M: geom.RotX(math.Pi / 2), T: geom.V(0, 0, 0.5)}, look, 1)
			standard, reference, _ := nearPathTracing(t, r, f, 0.05)
			if !slices.Equal(standard.Object, reference.Object) {
				t.Error("labels depend on the quality")
			}
			want, differ, seen := ref.Draw(f), 0, 0
			for i, id := range standard.Object {
				seen += int(id)
				if id != want.Object[i] {
					differ++
				}
			}
			if differ > 10 || seen < 1000 {
				t.Errorf("of %d pixels %d have other ids than engine/ref's", seen, differ)
			}
			for x, more := range map[int]int{22: c.left, 137: c.right} {
				at := 0
				for at < 80 && standard.Object[at*160+x] == 0 {
					at++
				}
				for i := range 4 {
					if p := standard.RGB[3*((at+i+2)*160+x):]; p[more] <= p[1-more] {
						t.Errorf("pixel %d, %d is %d, %d, want more of color %d", x, at+i+2, p[0], p[1], more)
					}
				}
			}
		})
	}
}

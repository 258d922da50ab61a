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

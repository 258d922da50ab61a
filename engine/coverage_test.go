package engine_test

import (
	"slices"
	"testing"

	"mereo/engine"
	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/internal/gltest"
)

// leaf is a picture of 48 x 32 texels whose alpha falls from 255 in the middle to 0 at the border, round.
func leaf() *material.Texture {
	t := &material.Texture{Width: 48, Height: 32, SRGB: true}
	for y := range t.Height {
		for x := range t.Width {
			dx, dy := (float64(x)+0.5)/24-1, (float64(y)+0.5)/16-1
			t.Pix = append(t.Pix, 60, 200, 40, uint8(255*max(0, 1-dx*dx-dy*dy)))
		}
	}
	return t
}

// card is a square with texture coordinates that repeat.
func card(side, repeats float64) *mesh.Mesh {
	m := square(side)
	m.UVs = [][2]float64{{0, repeats}, {repeats, repeats}, {repeats, 0}, {0, 0}}
	return m
}

// cards are a cut-out card that stands on a floor in the light of a lamp, before a blended one, a pane without a picture and a mirror.
func cards() *frame.Frame {
	f := &frame.Frame{
		Camera: camera.Pinhole{
			WorldFromCamera: camera.LookAt(geom.V(0.3, -3, 1.8), geom.V(0, 0, 0.4), geom.V(0, 0, 1)),
			Width:           160, Height: 120, FocalPx: 190, CenterX: 80, CenterY: 60, Near: 0.1, Far: 100,
		},
		Lights: []light.Area{{
			WorldFromLight: camera.LookAt(geom.V(1.5, -2, 3), geom.V(0, 0, 0), geom.V(0, 0, 1)), Size: 0.2, PowerW: 120, Color: material.RGB{1, 1, 1},
		}},
		SPP: 64, SubFrames: 16,
	}
	white := material.Lambert(material.RGB{0.6, 0.6, 0.6})
	cut, soft, pane := white, white, white
	cut.BaseColor, cut.BaseColorTexture, cut.Coverage = material.RGB{1, 1, 1}, leaf(), &material.Coverage{Alpha: 0.8, Cutoff: 0.3}
	soft.BaseColorTexture, soft.Coverage = cut.BaseColorTexture, &material.Coverage{Alpha: 0.9}
	pane.BaseColor, pane.Coverage = material.RGB{0.8, 0.1, 0.1}, &material.Coverage{Alpha: 0.3}
	standing := func(x, y float64) geom.Transform {
		return geom.Transform{M: geom.RotZ(0.3).Mul(geom.RotX(1.5707963)), T: geom.V(x, y, 0.5)}
	}
	add(f, square(6), geom.Identity, white, 1)
	add(f, card(1, 2), standing(-0.4, -0.3), cut, 2)
	add(f, card(1, 1), standing(0.5, 0.4), soft, 3)
	add(f, square(0.6), standing(0.9, -0.6), pane, 4)
	add(f, square(1), standing(-0.6, 0.8), material.Material{BaseColor: material.RGB{0.9, 0.9, 0.9}, Metallic: 1, IOR: 1.5}, 5)
	return f
}

// The renderers agree on where surfaces are that pictures cut out, and on the light that they let through.
func TestCoverageAsPathTracing(t *testing.T) {
	r := gltest.Renderer(t)
	coveredAsPathTracing(t, r, cards(), 0.06)
	f := cards()
	f.Camera.Orthographic, f.Camera.FocalPx = true, 55
	coveredAsPathTracing(t, r, f, 0.065) // more of it is shadow, where there is bounced light alone
}

func coveredAsPathTracing(t *testing.T, r *engine.Renderer, f *frame.Frame, limit float64) {
	t.Helper()
	standard, reference, _ := nearPathTracing(t, r, f, limit)
	if !slices.Equal(standard.Object, reference.Object) {
		t.Error("labels depend on the quality")
	}
	want, differ := ref.Draw(f), 0
	seen := [6]int{}
	for i, id := range standard.Object {
		seen[id]++
		if id != want.Object[i] {
			differ++
		}
	}
	// The device's pictures are larger, linear between the same texels.
	if differ > 10 {
		t.Errorf("%d pixels have other ids than engine/ref's", differ)
	}
	for _, c := range []struct{ id, least, most int }{{2, 700, 2200}, {3, 500, 1500}, {4, 0, 0}} {
		if n := seen[c.id]; n < c.least || n > c.most {
			t.Errorf("object %d has %d pixels, want %d to %d", c.id, n, c.least, c.most)
		}
	}
}

// With a lens that distorts, labels are found by rays.
func TestCoverageWithDistortion(t *testing.T) {
	r := gltest.Renderer(t)
	f := cards()
	f.Realism.Distortion = camera.Distortion{K1: -0.1}
	f.Camera.Distortion = f.Realism.Distortion
	f.SubFrames = 1
	got, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	want, differ := ref.Draw(f), 0
	for i, id := range got.Object {
		if id != want.Object[i] {
			differ++
		}
	}
	if differ > 12 || !slices.Contains(got.Object, 2) || slices.Contains(got.Object, 4) {
		t.Errorf("%d pixels have other ids than engine/ref's", differ)
	}
}

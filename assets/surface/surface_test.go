package surface_test

import (
	"crypto/sha256"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mereo/assets/surface"
	"mereo/engine/material"
)

type named struct {
	name    string
	texture *material.Texture
	spec    surface.Spec
}

func all() []named {
	var out []named
	for i := 1; i <= surface.Count; i++ {
		out = append(out, named{fmt.Sprintf("floor%d", i), surface.FloorTexture(i), surface.FloorSpec(i)})
		out = append(out, named{fmt.Sprintf("wall%d", i), surface.WallTexture(i), surface.WallSpec(i)})
	}
	return out
}

// Means, spreads and sizes are those of the published rooms.
func TestStatistics(t *testing.T) {
	want := map[string]surface.Spec{
		"floor1": {Width: 1024, Height: 1024, MeanSRGB: [3]float64{208, 208, 206}, StdSRGB: 12},
		"floor2": {Width: 320, Height: 320, MeanSRGB: [3]float64{216, 216, 216}, StdSRGB: 5},
		"floor3": {Width: 320, Height: 320, MeanSRGB: [3]float64{245, 245, 245}, StdSRGB: 10},
		"floor4": {Width: 320, Height: 204, MeanSRGB: [3]float64{191, 182, 163}, StdSRGB: 17},
		"wall1":  {Width: 320, Height: 174, MeanSRGB: [3]float64{158, 146, 123}, StdSRGB: 25},
		"wall2":  {Width: 320, Height: 204, MeanSRGB: [3]float64{191, 182, 163}, StdSRGB: 17},
		"wall3":  {Width: 320, Height: 320, MeanSRGB: [3]float64{245, 245, 245}, StdSRGB: 10},
		"wall4":  {Width: 320, Height: 320, MeanSRGB: [3]float64{208, 208, 206}, StdSRGB: 8},
	}
	for _, n := range all() {
		w := want[n.name]
		if err := n.texture.Validate(); err != nil || !n.texture.SRGB {
			t.Errorf("%s: sRGB %v, %v", n.name, n.texture.SRGB, err)
		}
		if n.texture.Width != w.Width || n.texture.Height != w.Height {
			t.Errorf("%s: got %d x %d, want %d x %d", n.name, n.texture.Width, n.texture.Height, w.Width, w.Height)
		}
		w.Look = n.spec.Look
		if n.spec != w {
			t.Errorf("%s: spec is %+v, want %+v", n.name, n.spec, w)
		}
		for c := range 3 {
			mean, std := stats(n.texture, c, 0, n.texture.Width)
			if math.Abs(mean-w.MeanSRGB[c]) > 0.5 || math.Abs(std-w.StdSRGB) > 0.5 {
				t.Errorf("%s: channel %d has mean %.2f and spread %.2f, want %g and %g", n.name, c, mean, std, w.MeanSRGB[c], w.StdSRGB)
			}
		}
	}
}

// A grid of tiles must be seen: the columns at the two side edges differ more than neighboring columns inside do.
func TestEdgesDoNotMatch(t *testing.T) {
	for _, n := range all() {
		w := n.texture.Width
		seam := columnDifference(n.texture, w-1, 0)
		var inside float64
		for x := w / 4; x < 3*w/4; x++ {
			inside += columnDifference(n.texture, x, x+1) / float64(w/2)
		}
		if seam < 1.3*inside {
			t.Errorf("%s: seam differs by %.2f, neighbors inside by %.2f, want 1.3 times as much at least", n.name, seam, inside)
		}
	}
}

// The concrete is darker to the lower right, the old plaster along its foot.
func TestDirt(t *testing.T) {
	concrete := surface.WallTexture(2)
	if a, b := block(concrete, 0, 0, 100, 70), block(concrete, 220, 134, 320, 204); a-b < 15 {
		t.Errorf("concrete: upper left %.1f, lower right %.1f, want 15 darker", a, b)
	}
	old := surface.WallTexture(1)
	if a, b := block(old, 0, 40, 320, 120), block(old, 0, 164, 320, 174); a-b < 30 {
		t.Errorf("old plaster: middle %.1f, foot %.1f, want 30 darker", a, b)
	}
}

// A changed byte would change every room ever made. The hashes are those of every processor.
func TestBytesAreFixed(t *testing.T) {
	want := map[string]string{
		"floor1": "5b19b256230990a3", "floor2": "c49da682ffcc3454", "floor3": "fca3549ca57d20e5", "floor4": "3f7bf4042790c7c5",
		"wall1": "758affe5cbc9f3d0", "wall2": "3f7bf4042790c7c5", "wall3": "fca3549ca57d20e5", "wall4": "0f636e5aed45ec11",
	}
	for _, n := range all() {
		got := fmt.Sprintf("%x", sha256.Sum256(n.texture.Pix))[:16]
		if want[n.name] != got {
			t.Errorf("%s: hash %s, want %s", n.name, got, want[n.name])
		}
	}
}

func TestSharing(t *testing.T) {
	if surface.FloorTexture(3) != surface.WallTexture(3) || surface.FloorTexture(4) != surface.WallTexture(2) {
		t.Error("stucco and concrete are not shared between floor and wall")
	}
	if first, again := surface.FloorTexture(1), surface.FloorTexture(1); first != again {
		t.Error("a texture is made twice")
	}
	for _, i := range []int{0, 5} {
		func() {
			defer func() {
				if got, want := fmt.Sprint(recover()), fmt.Sprintf("surface: floor %d, want 1 to 4", i); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}()
			surface.FloorTexture(i)
		}()
	}
}

// With MEREO_PICTURES set to a folder the textures are written there, to be looked at.
func TestWritePictures(t *testing.T) {
	dir := os.Getenv("MEREO_PICTURES")
	if dir == "" {
		t.Skip("MEREO_PICTURES names no folder")
	}
	for _, n := range all() {
		im := &image.NRGBA{Pix: n.texture.Pix, Stride: 4 * n.texture.Width, Rect: image.Rect(0, 0, n.texture.Width, n.texture.Height)}
		f, err := os.Create(filepath.Join(dir, n.name+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(f, im); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func stats(t *material.Texture, c, x0, x1 int) (mean, std float64) {
	var sum, squares, n float64
	for y := range t.Height {
		for x := x0; x < x1; x++ {
			v := float64(t.Pix[4*(y*t.Width+x)+c])
			sum, squares, n = sum+v, squares+v*v, n+1
		}
	}
	mean = sum / n
	return mean, math.Sqrt(squares/n - mean*mean)
}

func columnDifference(t *material.Texture, a, b int) float64 {
	var sum float64
	for y := range t.Height {
		sum += math.Abs(float64(t.Pix[4*(y*t.Width+a)]) - float64(t.Pix[4*(y*t.Width+b)]))
	}
	return sum / float64(t.Height)
}

func block(t *material.Texture, x0, y0, x1, y1 int) float64 {
	var sum float64
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			sum += float64(t.Pix[4*(y*t.Width+x)+1])
		}
	}
	return sum / float64((x1-x0)*(y1-y0))
}

func Example() {
	s := surface.WallSpec(2)
	t := surface.WallTexture(2)
	fmt.Printf("%s, %d x %d, mean %v\n", s.Look, t.Width, t.Height, s.MeanSRGB)
	// Output: yellowish beige concrete, 320 x 204, mean [191 182 163]
}

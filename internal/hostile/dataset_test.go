package hostile

import (
	"archive/zip"
	"bytes"
	"image/png"
	"io"
	"testing"
)

// Small ones are read by readers that are not ours, so large ones are refused for their size and not for a flaw.
func TestBombsAreWhole(t *testing.T) {
	for _, colorType := range []byte{0, 2, 6} {
		im, err := png.Decode(bytes.NewReader(PNG(700, 900, colorType, false)))
		if err != nil || im.Bounds().Dx() != 700 || im.Bounds().Dy() != 900 {
			t.Errorf("color type %d: %v", colorType, err)
		}
	}
	data := NPZ("a", "<f4", 4, 1000, 3000)
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(z.File) != 1 || z.File[0].Name != "a.npy" {
		t.Fatal(err)
	}
	in, err := z.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := io.Copy(io.Discard, in); err != nil || n != int64(len(NPY("<f4", 1000, 3000)))+12_000_000 {
		t.Errorf("%d bytes, %v", n, err)
	}
	for _, ending := range []string{".png", ".exr", ".npy", ".npz", ".json"} {
		if n := len(Bomb(ending)); n == 0 || n > 8<<20 {
			t.Errorf("%s: %d bytes", ending, n)
		}
	}
}

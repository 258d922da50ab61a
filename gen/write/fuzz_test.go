package write

import (
	"os"
	"path/filepath"
	"testing"
)

// A reader refuses what it does not understand, and what it reads comes back when it is written again.

func FuzzEXR(f *testing.F) {
	f.Add(encodeEXR(3, 2, distance(3, 2)))
	f.Add(encodeEXR(5, 40, distance(5, 40)))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, h, values, err := decodeEXR(data)
		if err != nil {
			return
		}
		w2, h2, again, err := decodeEXR(encodeEXR(w, h, values))
		if err != nil || w2 != w || h2 != h || !sameBits(again, values) {
			t.Errorf("%d x %d read back as %d x %d, %v", w, h, w2, h2, err)
		}
	})
}

func FuzzNPY(f *testing.F) {
	dir := f.TempDir()
	for _, shape := range [][]int{{}, {4}, {2, 3}} {
		n := 1
		for _, d := range shape {
			n *= d
		}
		if _, err := NPY(dir, "a.npy", shape, make([]float32, n)); err != nil {
			f.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, "a.npy"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		shape, values, err := decodeNPY[float32](data)
		if err != nil {
			return
		}
		dir := t.TempDir()
		if _, err := NPY(dir, "b.npy", shape, values); err != nil {
			t.Fatal(err)
		}
		_, again, err := ReadNPY[float32](dir, "b.npy")
		if err != nil || !sameBits(again, values) {
			t.Errorf("shape %v does not come back: %v", shape, err)
		}
	})
}

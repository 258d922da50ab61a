package write

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A reader refuses what it does not understand, and what it reads comes back when it is written again.

func FuzzEXR(f *testing.F) {
	f.Add(encodeEXR(3, 2, distance(3, 2)))
	f.Add(encodeEXR(5, 40, distance(5, 40)))
	f.Fuzz(func(t *testing.T, data []byte) {
		head, err := exrHeader(data)
		if err != nil {
			return
		}
		w, h := head.width, head.height
		values, err := decodeEXR(data, w, h)
		if err != nil {
			return
		}
		again, err := decodeEXR(encodeEXR(w, h, values), w, h)
		if err != nil || !sameBits(again, values) {
			t.Errorf("%d x %d does not come back: %v", w, h, err)
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
		shape, _, err := npyHeader[float32](data)
		if err != nil || slices.ContainsFunc(shape, func(d int) bool { return d < 0 || d > 1000 }) || len(shape) > 4 {
			return
		}
		values, err := decodeNPY[float32](data, shape)
		if err != nil {
			return
		}
		dir := t.TempDir()
		if _, err := NPY(dir, "b.npy", shape, values); err != nil {
			t.Fatal(err)
		}
		again, err := ReadNPY[float32](dir, "b.npy", shape...)
		if err != nil || !sameBits(again, values) {
			t.Errorf("shape %v does not come back: %v", shape, err)
		}
	})
}

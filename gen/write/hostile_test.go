package write

import (
	"errors"
	"runtime"
	"testing"

	"mereo/internal/hostile"
)

// A reader takes no more memory than the picture that it wants and the file, whatever the file says or unpacks to.
func TestReadersRefuseBombs(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, data []byte) {
		t.Helper()
		if _, err := Bytes(dir, name, data); err != nil {
			t.Fatal(err)
		}
	}
	put("rgb.png", hostile.PNG(20000, 20000, 2, false))
	put("gray.png", hostile.PNG(20000, 20000, 0, true))
	put("a.exr", hostile.EXR(16384, 16384))
	put("a.npy", hostile.NPY("<f4", 1<<20, 1<<12))
	put("small.exr", hostile.EXR(120, 80))
	if v, err := ReadEXR(dir, "small.exr", 120, 80); err != nil || len(v) != 120*80 { // that of a bomb is whole
		t.Error(err)
	}
	for name, read := range map[string]func() error{
		"RGB":     func() error { _, err := ReadRGB(dir, "rgb.png", 1200, 800); return err },
		"Gray16":  func() error { _, err := ReadGray16(dir, "gray.png", 1200, 800); return err },
		"Picture": func() error { _, err := ReadPicture(dir, "rgb.png"); return err },
		"EXR":     func() error { _, err := ReadEXR(dir, "a.exr", 1200, 800); return err },
		"NPY":     func() error { _, err := ReadNPY[float32](dir, "a.npy", 800, 1200); return err },
		"few":     func() error { _, err := ReadRGB(dir, "rgb.png", 4, 4); return err },
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := read()
		runtime.ReadMemStats(&after)
		if name == "few" { // its file alone is larger than the picture may be
			if err == nil || errors.Is(err, ErrSize) {
				t.Errorf("%s: %v", name, err)
			}
		} else if !errors.Is(err, ErrSize) {
			t.Errorf("%s: %v, want one that is ErrSize", name, err)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 8<<20 {
			t.Errorf("%s takes %d MB", name, got>>20)
		}
	}
}

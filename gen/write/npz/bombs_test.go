package npz

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"

	"mereo/gen/write"
)

// zeros is a reader of bytes that are zero.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// bomb writes a file of a few megabytes with an array of a shape, all zero.
func bomb(t *testing.T, key, dtype string, shape ...int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bomb.npz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	w, err := z.Create(key + extension)
	if err == nil {
		_, err = w.Write(write.NPYHeader(dtype, shape))
	}
	n, _ := elements(shape, width(dtype))
	if err == nil {
		_, err = io.CopyN(w, zeros{}, int64(n*width(dtype)))
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// A file of some hundred KB with an array of 286 MB is refused before memory is taken, and can still be read by rows.
func TestBombs(t *testing.T) {
	long, wide := bomb(t, "y", "|u1", 300_000, 1000), bomb(t, "y", "<f4", 1, 70_000_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := Open(long)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Read("y"); err == nil || !strings.HasSuffix(err.Error(), "KB of the file, more than are read") {
		t.Errorf("read whole: %v", err)
	}
	if _, err := ReadAll(long, MaxWhole); err == nil || !strings.Contains(err.Error(), ": y (300000, 1000) has 286 MB of elements in ") {
		t.Errorf("all arrays: %v", err)
	}
	if a, err := r.Look("y"); err != nil || fmt.Sprintf("%T %v %d", a.Data, a.Shape, Size(a)) != "[]uint8 [300000 1000] 0" {
		t.Errorf("look: %v, %v", a, err)
	}
	if a, err := r.First("y", 3); err != nil || fmt.Sprint(a.Shape) != "[3 1000]" || Size(a) != 3000 {
		t.Errorf("first rows: %v, %v", a.Shape, err)
	}
	w, err := Open(wide)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Rows("y"); err == nil || !strings.HasSuffix(err.Error(), "a row of <f4 in shape (1, 70000000) has 267 MB, want 256 at most") {
		t.Errorf("rows: %v", err)
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 16 {
		t.Errorf("%d MB of memory were taken, want 16 at most", got)
	}
}

// First of a short array is all of it, and the checksum counts.
func TestFirst(t *testing.T) {
	whole := encode(t, []Array{{"x", []int{2, 2}, []int32{1, 2, 3, 4}}, {"n", nil, []int64{5}}})
	r, err := newReader(bytes.NewReader(whole), int64(len(whole)), "a.npz")
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{"[0 2] []", "[1 2] [1 2]", "[2 2] [1 2 3 4]", "[2 2] [1 2 3 4]"} {
		if a, err := r.First("x", n); err != nil || fmt.Sprint(a.Shape, " ", a.Data) != want {
			t.Errorf("first %d: %v %v, %v; want %s", n, a.Shape, a.Data, err, want)
		}
	}
	if a, err := r.First("n", 0); err != nil || fmt.Sprint(a.Data) != "[5]" {
		t.Errorf("a scalar: %v, %v", a, err)
	}
}

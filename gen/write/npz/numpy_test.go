package npz

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
)

// numpy runs a program with Debian's numpy, which "make test" installs.
func numpy(t *testing.T, program string, args ...string) string {
	t.Helper()
	const name = "/usr/bin/python3"
	if out, err := exec.Command(name, "-c", "import numpy").CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("python3 with numpy: %v\n%s", err, out)
		}
		t.Skipf("python3 with numpy: %v", err)
	}
	out, err := exec.Command(name, append([]string{"-c", program}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("python3: %v\n%s", err, out)
	}
	return string(out)
}

func TestNumpyReads(t *testing.T) {
	root := t.TempDir()
	if _, err := Write(root, "a.npz", arrays()); err != nil {
		t.Fatal(err)
	}
	got := numpy(t, `
import numpy, sys
with numpy.load(sys.argv[1]) as f:
    for key in f.files:
        a = f[key]
        print(key, a.dtype.str, a.shape, a.flags.c_contiguous, a.ravel()[-3:].tolist())
`, filepath.Join(root, "a.npz"))
	want := `images |u1 (2, 1, 2, 3) True [253, 254, 255]
poses <f4 (2, 2) True [-1.5, inf, 1.401298464324817e-45]
n <i8 () True [-2]
labels <i4 (3,) True [-2147483648, 0, 2147483647]
none <f4 (0, 4) True []
long <f8 (24581,) True [8192.666666666666, 8193.0, 8193.333333333334]
`
	if got != want {
		t.Errorf("numpy reads\n%swant\n%s", got, want)
	}
}

func TestNumpyWrites(t *testing.T) {
	for _, save := range []string{"savez", "savez_compressed"} {
		name := filepath.Join(t.TempDir(), "a.npz")
		numpy(t, `
import numpy, sys
arrays = {
    "images": numpy.arange(6, dtype="u1").reshape(1, 2, 3), "poses": numpy.array([[1.5, -2]], "f4"), "n": numpy.int64(-7),
    "labels": numpy.arange(3, dtype="i4"), "none": numpy.zeros((0, 4)), "long": numpy.arange(70000, dtype="i8"),
}
numpy.`+save+`(sys.argv[1], **arrays)
`, name)
		r, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		long := make([]int64, 70000)
		for i := range long {
			long[i] = int64(i)
		}
		for _, want := range []Array{
			{"images", []int{1, 2, 3}, []uint8{0, 1, 2, 3, 4, 5}},
			{"poses", []int{1, 2}, []float32{1.5, -2}},
			{"n", []int{}, []int64{-7}},
			{"labels", []int{3}, []int32{0, 1, 2}},
			{"none", []int{0, 4}, []float64{}},
			{"long", []int{70000}, long},
		} {
			if got, err := r.Read(want.Key); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: read %v, %v; want %v", save, got, err, want)
			}
		}
	}
}

// An array of more than 4 GiB needs the 64-bit fields of ZIP.
func TestMoreThan4GiB(t *testing.T) {
	if testing.Short() {
		t.Skip("4 GiB take a while")
	}
	name := filepath.Join(t.TempDir(), "a.npz")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWriter(f)
	const rows, row = 65, 1 << 26
	if err := w.Begin("x", []uint8{}, []int{rows, row}); err != nil {
		t.Fatal(err)
	}
	data := make([]uint8, row)
	for i := range rows {
		data[0] = uint8(i)
		if err := w.Append(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Begin("n", []int64{}, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Append([]int64{rows}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	x, err := r.Rows("x")
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if err := x.Skip(rows - 1); err != nil {
		t.Fatal(err)
	}
	if n, err := x.Read(data); n != 1 || err != nil || data[0] != rows-1 {
		t.Errorf("the last row: %d rows that begin with %d, %v; want 1 with %d", n, data[0], err, rows-1)
	}
	got := numpy(t, `
import sys, zipfile, numpy
z = zipfile.ZipFile(sys.argv[1])
print(z.getinfo("x.npy").file_size, numpy.load(sys.argv[1])["n"])
`, name)
	if want := "4362076288 65\n"; got != want {
		t.Errorf("python3 reads %q, want %q", got, want)
	}
}

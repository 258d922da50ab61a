package hdf5

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// The library finds arrays of all types as they were written: of one chunk, of many, with a last one that is not full, and of
// so many that the library's default would be several pages of the index.
func TestArrays(t *testing.T) {
	numbers := func(n int) []byte {
		b := make([]byte, 0, 4*n)
		for i := range n {
			b = le.AppendUint32(b, math.Float32bits(float32(i)/4-1))
		}
		return b
	}
	labels := le.AppendUint64(nil, uint64(1<<63))
	for i := range uint64(999) {
		labels = le.AppendUint64(labels, i)
	}
	pixels := make([]byte, 50*10_000)
	for i := range pixels {
		pixels[i] = byte(i % 251)
	}
	large := make([]byte, 3000*chunkBytes/2)
	for i := range 3000 {
		le.PutUint32(large[i*chunkBytes/2:], math.Float32bits(float32(i)))
	}
	arrays := []struct {
		name  string
		kind  Type
		shape []int
		data  []byte
	}{
		{"float", Float32, []int{7, 3, 2}, numbers(42)},
		{"one", Float32, []int{1}, numbers(1)},
		{"label", Int64, []int{1000}, labels},
		{"pixel", Uint8, []int{50, 1, 100, 100}, pixels},
		{"long", Float32, []int{100_003, 6}, numbers(600_018)},
		{"rows", Float32, []int{3000, chunkBytes / 8}, large},
	}
	name := written(t, func(w *Writer) error {
		g := w.Root.Group("g")
		for _, a := range arrays {
			out, err := g.Array(a.name, a.kind, a.shape)
			if err != nil {
				return err
			}
			for from := 0; from < len(a.data); from += 12_347 {
				if _, err := out.Write(a.data[from:min(from+12_347, len(a.data))]); err != nil {
					return err
				}
			}
			if err := w.Root.String("after "+a.name, a.name); err != nil {
				return err
			}
			if err := out.Close(); err != nil {
				return err
			}
		}
		return g.Close()
	})
	got := python(t, `
import h5py, hashlib, json, sys
g = h5py.File(sys.argv[1], 'r')['g']
print(json.dumps({k: [list(d.shape), d.dtype.str, hashlib.sha256(d[...].tobytes()).hexdigest(),
                      d[-1:].tobytes()[:8].hex(), d[d.shape[0] // 2:][:1].tobytes()[:8].hex()] for k, d in g.items()}))
`, name)
	want := map[string]any{}
	for _, a := range arrays {
		row := len(a.data) / a.shape[0]
		begin := func(i int) string { return fmt.Sprintf("%x", a.data[i*row:i*row+min(row, 8)]) }
		want[a.name] = []any{
			a.shape, []string{"|u1", "<i8", "<f4"}[a.kind], fmt.Sprintf("%x", sha256.Sum256(a.data)),
			begin(a.shape[0] - 1), begin(a.shape[0] / 2),
		}
	}
	mustEqual(t, got, want)
}

func TestArrayErrors(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "t.h5"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := NewWriter(f)
	if err != nil {
		t.Fatal(err)
	}
	check := func(err error, want string) {
		t.Helper()
		if err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
	}
	_, err = w.Root.Array("a", Uint8, nil)
	check(err, `hdf5: array "a" has 0 lengths, want 1 to 31`)
	_, err = w.Root.Array("a", Int64, []int{3, 0})
	check(err, `hdf5: array "a" has lengths [3 0], want at least 1 each and less than 2^62 bytes`)
	_, err = w.Root.Array("a", Int64, []int{1, 1 << 60})
	check(err, `hdf5: array "a" has lengths [1 1152921504606846976], want at least 1 each and less than 2^62 bytes`)
	_, err = w.Root.Array("a", Uint8, []int{1, 1 << 32})
	check(err, `hdf5: array "a" has rows of 4294967296 bytes, want less than 4 GiB`)
	a, err := w.Root.Array("a", Int64, []int{3})
	if err != nil {
		t.Fatal(err)
	}
	check(a.Close(), `hdf5: array "a": 24 bytes are missing from lengths [3]`)
	_, err = a.Write(make([]byte, 25))
	check(err, `hdf5: array "a": 1 bytes more than lengths [3] have`)
}

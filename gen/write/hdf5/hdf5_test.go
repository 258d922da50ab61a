package hdf5

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// python runs a program with Debian's h5py, which "make test" installs.
func python(t *testing.T, program string, args ...string) string {
	t.Helper()
	const name = "/usr/bin/python3"
	if out, err := exec.Command(name, "-c", "import h5py").CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("python3 with h5py: %v\n%s", err, out)
		}
		t.Skipf("python3 with h5py: %v", err)
	}
	out, err := exec.Command(name, append([]string{"-c", program}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// written returns the name of a file that fill has filled.
func written(t *testing.T, fill func(*Writer) error) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "t.h5")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := NewWriter(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := fill(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// Known answers of driver5 in lookup3.c.
func TestLookup3(t *testing.T) {
	for text, want := range map[string]uint32{"": 0xdeadbeef, "Four score and seven years ago": 0x17770551} {
		if got := lookup3([]byte(text)); got != want {
			t.Errorf("lookup3(%q) = %#x, want %#x", text, got, want)
		}
	}
}

// The library finds arrays and strings as they were written, of all lengths that are stored in ways of their own.
func TestValues(t *testing.T) {
	noise := make([]byte, 120*160*3)
	for i := range noise {
		noise[i] = byte(lookup3([]byte{byte(i), byte(i >> 8)}))
	}
	texts := []string{"", "a", "['0', '1']", "blue 青", strings.Repeat(`{"idx": 7}`, 30_000)}
	shapes := [][]int{{1}, {3, 5}, {300, 7}, {120, 160, 3}}
	name := written(t, func(w *Writer) error {
		g := w.Root.Group("ü")
		for i, text := range texts {
			if err := g.String(fmt.Sprint("text", i), text); err != nil {
				return err
			}
		}
		for i, shape := range shapes {
			n := 1
			for _, d := range shape {
				n *= d
			}
			if err := g.Bytes(fmt.Sprint("array", i), shape, Deflate(noise[:n])); err != nil {
				return err
			}
		}
		return g.Close()
	})
	got := python(t, `
import h5py, json, sys
g = h5py.File(sys.argv[1], 'r')['ü']
array = lambda d: [list(d.shape), str(d.dtype), d[...].tobytes().hex()]
print(json.dumps({k: g[k][()].decode() if k[0] == 't' else array(g[k]) for k in g}))
`, name)
	want := map[string]any{}
	for i, text := range texts {
		want[fmt.Sprint("text", i)] = text
	}
	for i, shape := range shapes {
		n := 1
		for _, d := range shape {
			n *= d
		}
		want[fmt.Sprint("array", i)] = []any{shape, "uint8", fmt.Sprintf("%x", noise[:n])}
	}
	mustEqual(t, got, want)
}

// mustEqual compares JSON with what it should hold.
func mustEqual(t *testing.T, got string, want any) {
	t.Helper()
	var g any
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	a, _ := json.Marshal(g)
	b, _ := json.Marshal(want)
	if !bytes.Equal(a, b) {
		t.Errorf("got %.300s\nwant %.300s", a, b)
	}
}

// Every member of a group is found by its name, and no other, whether links are in the header (up to 8), in one heap block,
// in a table of one and of two rows, with trees of one, two and three levels; and when hashes of names are equal.
func TestGroups(t *testing.T) {
	sizes := []int{0, 1, 8, 9, 371, 372, 40_000, 75_000}
	same := collisions(200_000)
	if len(same) < 4+2*compactLinks {
		t.Fatalf("%d names with equal hashes, want some: the test shows nothing", len(same))
	}
	name := written(t, func(w *Writer) error {
		if err := w.Root.String("one", "1"); err != nil {
			return err
		}
		address, err := w.add(objectHeader(dataspace([]int{1}), Uint8.message(), fillValue(allocateLate), contiguous(undefined, 1)))
		if err != nil {
			return err
		}
		for _, size := range sizes {
			g := w.Root.Group(fmt.Sprint(size))
			for i := range size {
				if err := g.link(fmt.Sprintf("member_%06d.png", i*7919%size), address); err != nil {
					return err
				}
			}
			if err := g.Close(); err != nil {
				return err
			}
		}
		g := w.Root.Group("same")
		for i := range same {
			if err := g.link(same[len(same)-1-i], address); err != nil {
				return err
			}
		}
		return g.Close()
	})
	got := python(t, `
import h5py, json, sys
f = h5py.File(sys.argv[1], 'r')
out = {}
for size, g in f.items():
    if size != 'one':
        names = list(g)
        found = sum(n in g and g[n].shape == (1,) for n in names[::max(1, len(names)//5000)] + names[-1:])
        missing = sum(n + 'x' in g for n in names[:1000])
        out[size] = [len(g), len(names), names == sorted(names), found, missing]
print(json.dumps(out))
`, name)
	want := map[string]any{"same": []any{len(same), len(same), true, len(same) + 1, 0}}
	for _, n := range sizes {
		step := max(1, n/5000)
		found := (n + step - 1) / step
		if n > 0 {
			found++
		}
		want[fmt.Sprint(n)] = []any{n, n, true, found, 0}
	}
	mustEqual(t, got, want)
}

// collisions are those of n names whose hash another one has, too, and enough others for a heap.
func collisions(n int) (out []string) {
	first := map[uint32]int{}
	for i := range n {
		name := fmt.Sprintf("name%d", i)
		hash := lookup3([]byte(name))
		if k, ok := first[hash]; ok {
			out = append(out, fmt.Sprintf("name%d", k), name)
		}
		first[hash] = i
	}
	for i := range 2 * compactLinks {
		out = append(out, fmt.Sprintf("other%d", i))
	}
	return out
}

func TestErrors(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "t.h5"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := NewWriter(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", ".", "a/b", "a\x00", strings.Repeat("n", 256)} {
		const want = `want 1 to 255 bytes without "/" and NUL, and not "."`
		if err := w.Root.String(name, "x"); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("name %q: error is %v", name, err)
		}
	}
	if err := w.Root.String("nul", "x\x00"); err == nil {
		t.Error("a string that ends with NUL is accepted")
	}
	for _, n := range []int{2, 20} {
		g := w.Root.Group("twice")
		var err error
		for i := range n {
			err = errors.Join(err, g.String(fmt.Sprint("m", i%(n-1)), "x"))
		}
		if err = errors.Join(err, g.Close()); err == nil || err.Error() != `hdf5: group /twice/ has two members named "m0"` {
			t.Errorf("a name twice among %d: error is %v", n, err)
		}
	}
}

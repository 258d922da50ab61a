package hdf5

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The library finds lists of strings of all lengths, arrays that grew, of every type, and attributes.
func TestGrowing(t *testing.T) {
	texts := []string{"", "a", "blue 青", "12345678", strings.Repeat("long ", 50_000)}
	for i := range 9999 {
		texts = append(texts, fmt.Sprint("text ", i*i))
	}
	types := []struct {
		kind  Type
		dtype string
	}{{Uint8, "|u1"}, {Uint16, "<u2"}, {Int32, "<i4"}, {Int64, "<i8"}, {Uint64, "<u8"}, {Float32, "<f4"}, {Float64, "<f8"}}
	rows := []int{0, 1, 7, 100_000}
	classes := []string{"chair", "", "table"}
	data := func(kind Type, n int) []byte {
		b := make([]byte, 2*n*kind.size())
		for i := range b {
			b[i] = byte(i * 7 % 113)
		}
		return b
	}
	pictures := [][]byte{make([]byte, 2*3*2), make([]byte, 2*3*2), make([]byte, 2*3*2)}
	for i, p := range pictures {
		p[i] = byte(i + 1)
	}
	name := written(t, func(w *Writer) error {
		list, err := w.Root.Strings("texts")
		if err != nil {
			return err
		}
		none, err := w.Root.Strings("none")
		if err != nil {
			return err
		}
		for _, text := range texts {
			if err := list.Add(text); err != nil {
				return err
			}
		}
		for _, k := range types {
			for _, n := range rows {
				a, err := w.Root.Growing(fmt.Sprint(k.dtype[1:], " ", n), k.kind, []int{2})
				if err != nil {
					return err
				}
				if _, err := a.Write(data(k.kind, n)); err != nil {
					return err
				}
				if err := a.Close(); err != nil {
					return err
				}
			}
		}
		chunked, err := w.Root.Chunked("chunked", Uint16, []int{2, 3})
		if err != nil {
			return err
		}
		for _, p := range pictures {
			if err := chunked.Chunk(Deflate(p)); err != nil {
				return err
			}
		}
		g := w.Root.Group("g")
		for _, a := range []struct {
			name  string
			value any
		}{{"seed", uint64(1<<63 + 5)}, {"lowest", int64(-7)}, {"set", "ptr"}, {"classes", classes}, {"nothing", []string{}}, {"tenth", 0.1}} {
			if err := g.Attribute(a.name, a.value); err != nil {
				return err
			}
		}
		for _, close := range []func() error{list.Close, none.Close, chunked.Close, g.Close} {
			if err := close(); err != nil {
				return err
			}
		}
		return nil
	})
	got := python(t, `
import h5py, json, sys
f = h5py.File(sys.argv[1], 'r')
out = {k: [list(d.shape), d.dtype.str, d[...].tobytes().hex()[-4000:]] for k, d in f.items() if ' ' in k}
t = f['texts']
out['texts'] = [list(t.shape), [s.decode() for s in t[...]], h5py.check_string_dtype(t.dtype).encoding]
out['none'] = list(f['none'].shape)
out['chunked'] = [list(f['chunked'].chunks), f['chunked'].dtype.str, f['chunked'][...].tobytes().hex()]
out['attributes'] = {k: str(v) if k in ('seed', 'lowest', 'set', 'tenth') else list(v) for k, v in f['g'].attrs.items()}
print(json.dumps(out))
`, name)
	want := map[string]any{
		"texts": []any{[]int{len(texts)}, texts, "utf-8"}, "none": []int{0},
		"chunked": []any{[]int{1, 2, 3}, "<u2", fmt.Sprintf("%x", strings.Join([]string{string(pictures[0]), string(pictures[1]), string(pictures[2])}, ""))},
		"attributes": map[string]any{
			"seed": "9223372036854775813", "lowest": "-7", "set": "ptr", "classes": classes, "nothing": []string{}, "tenth": "0.1",
		},
	}
	for _, k := range types {
		for _, n := range rows {
			hex := fmt.Sprintf("%x", data(k.kind, n))
			want[fmt.Sprint(k.dtype[1:], " ", n)] = []any{[]int{n, 2}, k.dtype, hex[max(len(hex)-4000, 0):]}
		}
	}
	mustEqual(t, got, want)
}

func TestGrowingErrors(t *testing.T) {
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
	a, err := w.Root.Growing("a", Int32, []int{3})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Write(make([]byte, 20)); err != nil {
		t.Fatal(err)
	}
	check(a.Close(), `hdf5: array "a": 4 bytes of a row of 12 are missing`)
	s, err := w.Root.Strings("s")
	if err != nil {
		t.Fatal(err)
	}
	check(s.Add("a\x00b"), `hdf5: "s" has a string of 3 bytes, want fewer than 4 GB without NUL`)
	check(w.Root.Attribute("", "x"), `hdf5: attribute "" of group /: want a name without NUL that no other has`)
	check(w.Root.Attribute("c", make([]string, 5000)), `hdf5: attribute "c" of group / has 80001 bytes, want 32768 at most`)
}

package npy

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// file makes a .npy file of version 1.
func file(header string, data any) []byte {
	var b bytes.Buffer
	b.WriteString("\x93NUMPY\x01\x00")
	binary.Write(&b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	binary.Write(&b, binary.LittleEndian, data)
	return b.Bytes()
}

const head = "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }\n"

func TestReadNPZ(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.npz")
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, _ := z.Create("depth.npy")
	w.Write(file(fmt.Sprintf(head, "<f4", "False", "2, 3"), []float32{1, 2, 3, 4.5, 5, -6}))
	w, _ = z.Create("id.npy")
	w.Write(file(fmt.Sprintf(head, "<u2", "False", "4,"), []uint16{0, 1, 500, 65535}))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := ReadNPZ(path)
	want := map[string]*Array{
		"depth": {Shape: []int{2, 3}, Float32: []float32{1, 2, 3, 4.5, 5, -6}},
		"id":    {Shape: []int{4}, Uint16: []uint16{0, 1, 500, 65535}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

func TestReadRefuses(t *testing.T) {
	one := []float32{1}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "EOF"},
		{"other file", []byte("\x89PNG\r\n\x1a\n"), "begins with"},
		{"cut header", file(fmt.Sprintf(head, "<f4", "False", "1,"), one)[:30], "header: unexpected EOF"},
		{"no shape", file("{'descr': '<f4', 'fortran_order': False}", one), "lacks descr"},
		{"Fortran order", file(fmt.Sprintf(head, "<f4", "True", "1,"), one), "Fortran order"},
		{"other type", file(fmt.Sprintf(head, "<f8", "False", "1,"), one), `elements are "<f8"`},
		{"too many elements", file(fmt.Sprintf(head, "<f4", "False", "99999, 99999"), one), "want at most"},
		{"cut data", file(fmt.Sprintf(head, "<f4", "False", "2,"), one), "data has 4 bytes, want 8"},
	} {
		if _, err := Read(bytes.NewReader(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want one with %q", c.name, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file(fmt.Sprintf(head, "<u2", "False", "2, 2"), []uint16{1, 2, 3, 4}))
	f.Add(file(fmt.Sprintf(head, "<f4", "False", ""), []float32{1}))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		n := 1
		for _, k := range a.Shape {
			n *= k
		}
		if len(a.Float32)+len(a.Uint16) != n {
			t.Errorf("shape %v, but %d and %d elements", a.Shape, len(a.Float32), len(a.Uint16))
		}
	})
}

func ExampleRead() {
	a, err := Read(bytes.NewReader(file(fmt.Sprintf(head, "<u2", "False", "1, 3"), []uint16{7, 8, 9})))
	fmt.Println(a.Shape, a.Uint16, err)
	// Output: [1 3] [7 8 9] <nil>
}

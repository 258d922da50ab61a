// Package npy reads numpy arrays: .npz archives (zip files of .npy) with float32 and uint16 arrays in C order, which is
// what the reference depths and ids are kept in. It exists for tests and for comparing pictures with published ones.
//
// The format is documented in NumPy Enhancement Proposal 1, "A Simple File Format for NumPy Arrays".
package npy

import (
	"archive/zip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Array is one array in C order (the last index runs fastest). Of Float32 and Uint16 the one of its type is filled.
type Array struct {
	Shape   []int
	Float32 []float32
	Uint16  []uint16
}

// ReadNPZ reads every array of an .npz file, by name without ".npy".
func ReadNPZ(path string) (map[string]*Array, error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("npy: %s: %w", path, err)
	}
	defer z.Close()
	out := map[string]*Array{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("npy: %s: %s: %w", path, f.Name, err)
		}
		a, err := Read(r)
		r.Close()
		if err != nil {
			return nil, fmt.Errorf("npy: %s: %s: %w", path, f.Name, err)
		}
		out[strings.TrimSuffix(f.Name, ".npy")] = a
	}
	return out, nil
}

var (
	descr = regexp.MustCompile(`'descr':\s*'([^']*)'`)
	order = regexp.MustCompile(`'fortran_order':\s*(True|False)`)
	shape = regexp.MustCompile(`'shape':\s*\(([0-9, ]*)\)`)
)

// maxElements keeps a broken header from asking for all memory: 16384 x 16384 pixels.
const maxElements = 1 << 28

// Read reads one .npy file of format version 1, 2 or 3.
func Read(r io.Reader) (*Array, error) {
	var magic [8]byte
	if _, err := io.ReadFull(r, magic[:]); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if string(magic[:6]) != "\x93NUMPY" {
		return nil, fmt.Errorf("begins with %q, want %q", magic[:6], "\x93NUMPY")
	}
	var size uint32
	if magic[6] == 1 {
		var n uint16
		if err := binary.Read(r, binary.LittleEndian, &n); err != nil {
			return nil, fmt.Errorf("header: %w", err)
		}
		size = uint32(n)
	} else if err := binary.Read(r, binary.LittleEndian, &size); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if size > 1<<16 {
		return nil, fmt.Errorf("header has %d bytes, want at most %d", size, 1<<16)
	}
	header := make([]byte, size)
	if _, err := io.ReadFull(r, header); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	d, o, s := descr.FindSubmatch(header), order.FindSubmatch(header), shape.FindSubmatch(header)
	if d == nil || o == nil || s == nil {
		return nil, fmt.Errorf("header %q lacks descr, fortran_order or shape", header)
	}
	if string(o[1]) != "False" {
		return nil, fmt.Errorf("array is in Fortran order, want C order")
	}
	a, n := &Array{Shape: []int{}}, 1
	for _, field := range strings.Split(string(s[1]), ",") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		k, err := strconv.Atoi(field)
		if err != nil || k < 0 || k > maxElements || n*max(k, 1) > maxElements {
			return nil, fmt.Errorf("shape is (%s), want at most %d elements", s[1], maxElements)
		}
		a.Shape = append(a.Shape, k)
		n *= k
	}
	width := map[string]int{"<f4": 4, "<u2": 2}[string(d[1])]
	if width == 0 {
		return nil, fmt.Errorf("elements are %q, want <f4 or <u2", d[1])
	}
	// Grow with what is there instead of trusting the shape.
	data, err := io.ReadAll(io.LimitReader(r, int64(n*width)))
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	if len(data) != n*width {
		return nil, fmt.Errorf("data has %d bytes, want %d", len(data), n*width)
	}
	if width == 2 {
		a.Uint16 = make([]uint16, n)
		for i := range a.Uint16 {
			a.Uint16[i] = binary.LittleEndian.Uint16(data[2*i:])
		}
		return a, nil
	}
	a.Float32 = make([]float32, n)
	for i := range a.Float32 {
		a.Float32[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return a, nil
}

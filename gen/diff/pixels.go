package diff

import (
	"encoding/binary"
	"fmt"
	"image"
	"math"
	"path"
	"path/filepath"
	"slices"

	"mereo/gen/write"
	"mereo/gen/write/npz"
)

// plane is an array of a file: a picture has one.
type plane struct {
	what  string // "labels", "depth", "normals", "colors" or "arrays"
	name  string // of an array in an archive
	shape []int
	each  int // elements of a pixel
	data  any // a slice of numbers
}

// pixels compares pictures and arrays.
func (d *differ) pixels(p string) (found []Difference, err error) {
	var planes [2][]plane
	for i, root := range d.roots {
		if planes[i], err = readPlanes(root, p); err != nil {
			return nil, err
		}
	}
	for i := range max(len(planes[0]), len(planes[1])) {
		if i >= len(planes[0]) || i >= len(planes[1]) || planes[0][i].name != planes[1][i].name {
			return append(found, Difference{Kind: DiffPixels, What: "arrays", File: p, Detail: "it has other arrays"}), nil
		}
		if n := comparePlanes(planes[0][i], planes[1][i]); n != nil {
			n.File = p
			found = append(found, *n)
		}
	}
	if found == nil {
		found = []Difference{{Kind: DiffPixels, What: "none", File: p, Detail: "the same pixels in other bytes"}}
	}
	return found, nil
}

func comparePlanes(a, b plane) *Difference {
	n := &Difference{Kind: DiffPixels, What: a.what, Place: a.name}
	if a.what != b.what || !slices.Equal(a.shape, b.shape) {
		n.Detail = fmt.Sprintf("%s of shape %d in A, %s of %d in B", a.what, a.shape, b.what, b.shape)
		return n
	}
	var first string
	switch x := a.data.(type) {
	case []uint8:
		first = compareNumbers(n, x, b.data, a.each)
	case []uint16:
		first = compareNumbers(n, x, b.data, a.each)
	case []int32:
		first = compareNumbers(n, x, b.data, a.each)
	case []int64:
		first = compareNumbers(n, x, b.data, a.each)
	case []float32:
		first = compareNumbers(n, x, b.data, a.each)
	case []float64:
		first = compareNumbers(n, x, b.data, a.each)
	}
	if n.Values == 0 {
		return nil
	}
	n.Detail = first
	return n
}

// compareNumbers counts the pixels that differ, and returns the first in words.
func compareNumbers[T uint8 | uint16 | int32 | int64 | float32 | float64](n *Difference, a []T, other any, each int) (first string) {
	b, ok := other.([]T)
	if !ok || len(b) != len(a) {
		n.Values = len(a)
		return "numbers of another type"
	}
	n.Of = len(a) / each
	last := -1
	for i := range a {
		if a[i] == b[i] || a[i] != a[i] && b[i] != b[i] { // the same, or both not a number
			continue
		}
		if far := math.Abs(float64(a[i]) - float64(b[i])); far > n.Largest && !math.IsInf(far, 0) {
			n.Largest = far
		}
		if first == "" {
			first = fmt.Sprintf("pixel %d is %v in A, %v in B", i/each, a[i], b[i])
		}
		if i/each != last {
			last = i / each
			n.Values++
		}
	}
	return first
}

func readPlanes(root, p string) ([]plane, error) {
	switch path.Ext(p) {
	case ".png":
		one, err := readPicture(root, p)
		return []plane{one}, err
	case ".exr":
		width, height, values, err := write.ReadAnyEXR(root, p)
		return []plane{{"depth", "", []int{height, width}, 1, values}}, err
	case ".npy":
		if shape, values, err := write.ReadAnyNPY[float32](root, p); err == nil {
			if len(shape) == 3 {
				return []plane{{"normals", "", shape, shape[2], values}}, nil
			}
			return []plane{{"depth", "", shape, 1, values}}, nil
		}
		shape, values, err := write.ReadAnyNPY[uint16](root, p)
		return []plane{{"labels", "", shape, 1, values}}, err
	}
	in, err := npz.Open(filepath.Join(root, filepath.FromSlash(p)))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var out []plane
	for _, key := range in.Keys() {
		a, err := in.Read(key)
		if err != nil {
			return nil, err
		}
		out = append(out, plane{"arrays", key, a.Shape, 1, a.Data})
	}
	return out, nil
}

// readPicture reads a PNG: gray ones are labels.
func readPicture(root, p string) (plane, error) {
	im, err := write.ReadPicture(root, p)
	if err != nil {
		return plane{}, err
	}
	shape := []int{im.Bounds().Dy(), im.Bounds().Dx()}
	switch im := im.(type) {
	case *image.Gray:
		return plane{"labels", "", shape, 1, im.Pix}, nil
	case *image.Paletted:
		return plane{"labels", "", shape, 1, im.Pix}, nil
	case *image.Gray16:
		values := make([]uint16, len(im.Pix)/2)
		for i := range values {
			values[i] = binary.BigEndian.Uint16(im.Pix[2*i:])
		}
		return plane{"labels", "", shape, 1, values}, nil
	case *image.RGBA:
		return plane{"colors", "", shape, 4, im.Pix}, nil
	case *image.NRGBA:
		return plane{"colors", "", shape, 4, im.Pix}, nil
	}
	return plane{}, fmt.Errorf("%s: is no PNG of gray or colors with 8 or 16 bits", p)
}

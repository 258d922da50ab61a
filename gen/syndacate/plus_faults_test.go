package syndacate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
)

// plusTolerance is how far the parts of a file may be from those that are made again out of its rows of objects, which are
// rounded to float32.
const plusTolerance = 1e-5

// rules tells where elements are not what their classes and poses make.
func (s *plusSource) rules(first int, arrays []npz.Array) (faults []string) {
	var images []uint8
	var parts, objects []float32
	n := 0
	for _, a := range arrays {
		want := []int{s.options.Height, s.options.Width}
		var shape []int
		switch d := a.Data.(type) {
		case []uint8:
			if a.Key == keyImages {
				images, shape = d, a.Shape
			}
		case []float32:
			if a.Key == keyParts {
				parts, shape, want = d, a.Shape, []int{s.config.partRows(), s.config.partWidth()}
			} else if a.Key == keyObjects {
				objects, shape, want = d, a.Shape, []int{s.config.objectRows(), s.config.objectWidth()}
			}
		}
		if len(shape) < 3 || !slices.Equal(shape[len(shape)-2:], want) {
			return []string{fmt.Sprintf("array %s has shape %d, want (N, ..., %d, %d)", a.Key, a.Shape, want[0], want[1])}
		}
		n = shape[0]
	}
	if parts == nil || objects == nil {
		return []string{fmt.Sprintf("arrays lack %s or %s", keyParts, keyObjects)}
	}
	for i := range n {
		if fault := s.elementFault(cutRows(parts, i, n, s.config.partWidth()), cutRows(objects, i, n, s.config.objectWidth())); fault != "" {
			faults = append(faults, fmt.Sprintf("element %d: %s", first+i, fault))
		}
		if size := s.options.Width * s.options.Height; images != nil && slices.Max(images[i*size:][:size]) == 0 {
			faults = append(faults, fmt.Sprintf("element %d: the picture is black", first+i))
		}
	}
	return faults
}

// cutRows are the rows of element i of n.
func cutRows(data []float32, i, n, width int) (rows [][]float32) {
	data = data[i*len(data)/n : (i+1)*len(data)/n]
	return slices.Collect(slices.Chunk(data, width))
}

func isZero(row []float32) bool {
	return !slices.ContainsFunc(row, func(v float32) bool { return v != 0 })
}

// elementFault says what is wrong with the rows of an element; empty for nothing. The parts are made again out of the
// objects, and each row must be one of them.
func (s *plusSource) elementFault(parts, objects [][]float32) string {
	var seen [][]float32
	var made []glyph.Part
	for i, row := range objects {
		if s.config.aligned() && isZero(row) != isZero(parts[i]) {
			return fmt.Sprintf("row %d of parts and of objects: one is padding, the other is not", i)
		}
		if isZero(row) || s.config.aligned() && slices.ContainsFunc(seen, func(r []float32) bool { return slices.Equal(r, row) }) {
			continue
		}
		seen = append(seen, row)
		class, pose, fault := s.readObject(row)
		if fault != "" {
			return fmt.Sprintf("object in row %d: %s", i, fault)
		}
		made = s.config.list.figures[class].Append(made, pose)
	}
	if len(seen) < 1 || len(seen) > s.options.MaxObjects {
		return fmt.Sprintf("there are %d objects, want 1 to %d", len(seen), s.options.MaxObjects)
	}
	copies := 1
	if s.options.FlipParts {
		copies = 2
	}
	found := make([]int, len(made)*copies) // how often each copy of each part occurs
	kept := 0
	for i, row := range parts {
		if isZero(row) {
			continue
		}
		kept++
		if s.findPart(row, made, copies, found) < 0 {
			return fmt.Sprintf("part in row %d belongs to no object", i)
		}
	}
	if want := copies * min(len(made), s.config.parts()); kept != want {
		return fmt.Sprintf("there are %d rows of parts, want %d", kept, want)
	}
	for i := 0; i+1 < len(found) && copies == 2; i += 2 {
		if found[i] != found[i+1] {
			return fmt.Sprintf("part %d of the objects lacks a row of two", i/2)
		}
	}
	return ""
}

// readObject reads a row of object_poses and says what is wrong with it.
func (s *plusSource) readObject(row []float32) (class int, p glyph.Pose, fault string) {
	n := len(s.config.list.names)
	class = slices.Index(row[:n], 1)
	for i, v := range row[:n] {
		if class < 0 || i != class && v != 0 {
			return 0, p, "the class is not one-hot"
		}
	}
	var values []float64
	for i, v := range row[n:] {
		values = append(values, float64(v))
		if r := s.config.list.ranges[i]; !(v >= float32(r[0]) && v <= float32(r[1])) {
			return 0, p, fmt.Sprintf("%s is %g, want %g to %g", glyph.PoseNames[i], v, r[0], r[1])
		}
	}
	p, err := glyph.PoseOf(values)
	if err != nil {
		return 0, p, strings.TrimPrefix(err.Error(), "glyph: ")
	}
	return class, p, ""
}

// findPart returns the copy of a part that a row holds and that has not been found before, and notes it; -1 without one.
func (s *plusSource) findPart(row []float32, made []glyph.Part, copies int, found []int) int {
	var values []float64
	for i := range found {
		p := made[i/copies]
		if found[i] > 0 {
			continue
		}
		if i%copies == 1 {
			p = p.Flipped()
		}
		values = values[:0]
		if s.config.list.mixed {
			for k := range glyph.PartKind(glyph.PartKinds) {
				values = append(values, map[bool]float64{true: 1}[k == p.Kind])
			}
		}
		values = p.AppendValues(values)
		same := true
		for j, v := range row {
			want := 0.0
			if j < len(values) {
				want = values[j]
			}
			same = same && math.Abs(float64(v)-want) <= plusTolerance
		}
		if same {
			found[i]++
			return i
		}
	}
	return -1
}

package syndacate

import (
	"fmt"
	"math"
	"slices"

	"mereo/assets/glyph"
)

// rowFaults finds rows that no sampler of a configuration writes.
type rowFaults struct {
	config samplerConfig
	ranges *poseRanges
	counts [len(rowRules)]int
	first  [len(rowRules)]string
}

// The rules of rows.
const (
	ruleFreeRow = iota
	rulePartner
	ruleAligned
	ruleRebuilt
	ruleRanges
	ruleOneClass
	ruleThickness
)

// rowRules say what is broken.
var rowRules = [...]string{
	ruleFreeRow:   "elements without a row of zeros",
	rulePartner:   "lines without exactly one line with swapped ends",
	ruleAligned:   "rows of parts and objects of which one is zero and the other is not",
	ruleRebuilt:   "lines that are none of their object's",
	ruleRanges:    "numbers outside of the ranges of the sampler",
	ruleOneClass:  "objects without exactly one class",
	ruleThickness: "lines without the thickness of their object",
}

func newRowFaults(c samplerConfig) *rowFaults {
	f := &rowFaults{config: c, ranges: &charRanges}
	if c.sampler == wordsSampler {
		f.ranges = &wordRanges
	}
	return f
}

func (f *rowFaults) add(rule, element int, format string, args ...any) {
	if f.counts[rule]++; f.counts[rule] == 1 {
		f.first[rule] = fmt.Sprintf("element %d: ", element) + fmt.Sprintf(format, args...)
	}
}

// element looks at the rows of an element.
func (f *rowFaults) element(index int, parts, objects []float32) {
	c := f.config
	if c.sampler == squaresSampler {
		for k, v := range objects {
			if !(v >= -1 && v < 1) {
				f.add(ruleRanges, index, "number %d of object_poses is %g, want [-1, 1)", k, v)
			}
		}
		return
	}
	partRows, objectRows := rowsOfWidth(parts, partWidth), rowsOfWidth(objects, objectWidth)
	f.freeRow(index, keyParts, partRows)
	f.freeRow(index, keyObjects, objectRows)
	for r, row := range objectRows {
		if !zeroRow(row) {
			f.object(index, r, row)
		}
	}
	for r, row := range partRows {
		if !zeroRow(row) {
			f.line(index, r, row)
		}
	}
	if c.flipParts {
		f.partners(index, partRows)
	}
	switch {
	case c.aligned():
		for r, row := range partRows {
			if zeroRow(row) != zeroRow(objectRows[r]) {
				f.add(ruleAligned, index, "row %d", r)
			} else if !zeroRow(row) {
				f.belongs(index, r, row, objectRows[r:r+1])
			}
		}
	case c.parts() > 0:
		for r, row := range partRows {
			if !zeroRow(row) {
				f.belongs(index, r, row, objectRows)
			}
		}
	}
}

// freeRow wants a row of zeros where there are several rows.
func (f *rowFaults) freeRow(index int, key string, rows [][]float32) {
	if len(rows) > 1 && !slices.ContainsFunc(rows, zeroRow) {
		f.add(ruleFreeRow, index, "%s", key)
	}
}

// object looks at a row of object_poses.
func (f *rowFaults) object(index, r int, row []float32) {
	classes := row[:len(row)-len(glyph.PoseNames)]
	ones := 0
	for _, v := range classes {
		if v == 1 {
			ones++
		} else if v != 0 {
			ones = -len(classes)
		}
	}
	if ones != 1 {
		f.add(ruleOneClass, index, "row %d of object_poses has the classes %g", r, classes)
	}
	for k, v := range row[len(classes):] {
		if bounds := f.ranges[k]; !(v >= float32(bounds[0]) && v <= float32(bounds[1])) {
			f.outside(index, glyph.PoseNames[k], r, keyObjects, v, bounds)
		}
	}
}

// outside notes a number that is not in its range.
func (f *rowFaults) outside(index int, name string, r int, key string, v float32, bounds [2]float64) {
	f.add(ruleRanges, index, "%s of row %d of %s is %g, want [%g, %g)", name, r, key, v, bounds[0], bounds[1])
}

// line looks at a row of part_poses: thickness is at most the largest scale times the largest thickness.
func (f *rowFaults) line(index, r int, row []float32) {
	scale, thickness, brightness := f.ranges[3], f.ranges[6], f.ranges[7]
	thick := [2]float64{scale[0] * thickness[0], scale[1] * thickness[1]}
	bounds := [partWidth][2]float64{{-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}, thick, brightness}
	for k, v := range row {
		// A coordinate of 1 is met up to rounding of the shape's radius.
		if !(float64(v) >= bounds[k][0]-1e-6 && float64(v) <= bounds[k][1]+1e-6) {
			f.outside(index, linePoseNames[k], r, keyParts, v, bounds[k])
		}
	}
}

// partners wants for every line exactly one with its ends swapped, the same bits otherwise.
func (f *rowFaults) partners(index int, rows [][]float32) {
	for r, a := range rows {
		if zeroRow(a) {
			continue
		}
		n := 0
		for k, b := range rows {
			if k != r && a[0] == b[2] && a[1] == b[3] && a[2] == b[0] && a[3] == b[1] && a[4] == b[4] && a[5] == b[5] {
				n++
			}
		}
		if n != 1 {
			f.add(rulePartner, index, "row %d has %d", r, n)
		}
	}
}

// sameLine is how far lines that are made again from stored poses may be off, in units of the plane and shares of thickness.
const sameLine = 1e-5

// belongs wants one of the objects to have the line, in either direction.
func (f *rowFaults) belongs(index, r int, row []float32, objects [][]float32) {
	thick, found := false, false
	for _, o := range objects {
		if zeroRow(o) || o[len(o)-1] != row[5] {
			continue
		}
		class, pose := objectOfRow(o)
		if want := pose.Thickness * pose.Scale; math.Abs(float64(row[4])/want-1) <= sameLine {
			thick = true
		}
		for _, l := range f.config.shapes()[class].Append(nil, pose) {
			if sameEnds(row, l.X1, l.Y1, l.X2, l.Y2) || sameEnds(row, l.X2, l.Y2, l.X1, l.Y1) {
				found = true
			}
		}
	}
	if !found {
		f.add(ruleRebuilt, index, "row %d of part_poses", r)
	}
	if !thick {
		f.add(ruleThickness, index, "row %d of part_poses", r)
	}
}

func sameEnds(row []float32, x1, y1, x2, y2 float64) bool {
	for k, v := range [4]float64{x1, y1, x2, y2} {
		if math.Abs(float64(row[k])-v) > sameLine {
			return false
		}
	}
	return true
}

// objectOfRow is the class, the first of the largest, and the pose of a row of object_poses.
func objectOfRow(row []float32) (class int, pose glyph.Pose) {
	split := len(row) - len(glyph.PoseNames)
	for k, v := range row[:split] {
		if v > row[class] {
			class = k
		}
	}
	var v [8]float64
	for k := range v {
		v[k] = float64(row[split+k])
	}
	pose, _ = glyph.PoseOf(v[:]) // eight values are enough
	return class, pose
}

// rowsOfWidth are the rows of a width.
func rowsOfWidth(numbers []float32, width int) [][]float32 {
	rows := make([][]float32, len(numbers)/width)
	for r := range rows {
		rows[r] = tile(numbers, r, width)
	}
	return rows
}

func zeroRow(row []float32) bool {
	return !slices.ContainsFunc(row, func(v float32) bool { return v != 0 })
}

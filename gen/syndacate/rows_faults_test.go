package syndacate

import (
	"math"
	"slices"

	"mereo/assets/glyph"
)

// rowFaults counts rows that no sampler of a configuration writes.
type rowFaults struct {
	config samplerConfig
	ranges *poseRanges
	counts [len(rowRules)]int
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
	f := &rowFaults{config: c}
	if c.list != nil {
		f.ranges = c.list.ranges
	}
	return f
}

// want counts a fault where what a rule wants is not so.
func (f *rowFaults) want(rule int, ok bool) {
	if !ok {
		f.counts[rule]++
	}
}

// element looks at the rows of an element.
func (f *rowFaults) element(parts, objects []float32) {
	c := f.config
	if c.list == nil {
		for _, v := range objects {
			f.want(ruleRanges, v >= -1 && v < 1)
		}
		return
	}
	partRows, objectRows := rowsOfWidth(parts, partWidth), rowsOfWidth(objects, c.objectWidth())
	for _, rows := range [][][]float32{partRows, objectRows} {
		f.want(ruleFreeRow, len(rows) < 2 || slices.ContainsFunc(rows, zeroRow))
	}
	for _, row := range objectRows {
		if !zeroRow(row) {
			f.object(row)
		}
	}
	for r, row := range partRows {
		if c.aligned() {
			f.want(ruleAligned, zeroRow(row) == zeroRow(objectRows[r]))
		}
		if zeroRow(row) {
			continue
		}
		f.line(row)
		if c.flipParts {
			f.want(rulePartner, partners(partRows, r) == 1)
		}
		if !c.aligned() {
			f.belongs(row, objectRows)
		} else if !zeroRow(objectRows[r]) {
			f.belongs(row, objectRows[r:r+1])
		}
	}
}

// object looks at a row of object_poses.
func (f *rowFaults) object(row []float32) {
	classes := row[:len(row)-len(glyph.PoseNames)]
	ones := 0
	for _, v := range classes {
		if v == 1 {
			ones++
		} else if v != 0 {
			ones = -len(classes)
		}
	}
	f.want(ruleOneClass, ones == 1)
	for k, v := range row[len(classes):] {
		f.want(ruleRanges, v >= float32(f.ranges[k][0]) && v <= float32(f.ranges[k][1]))
	}
}

// line looks at a row of part_poses: thickness is at most the largest scale times the largest thickness.
func (f *rowFaults) line(row []float32) {
	scale, thickness, brightness := f.ranges[3], f.ranges[6], f.ranges[7]
	thick := [2]float64{scale[0] * thickness[0], scale[1] * thickness[1]}
	for k, bounds := range [partWidth][2]float64{{-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}, thick, brightness} {
		// A coordinate of 1 is met up to rounding of the shape's radius.
		f.want(ruleRanges, float64(row[k]) >= bounds[0]-1e-6 && float64(row[k]) <= bounds[1]+1e-6)
	}
}

// partners is how many other rows are the line of row r with its ends swapped, with the same bits.
func partners(rows [][]float32, r int) (n int) {
	a := rows[r]
	for k, b := range rows {
		if k != r && a[0] == b[2] && a[1] == b[3] && a[2] == b[0] && a[3] == b[1] && a[4] == b[4] && a[5] == b[5] {
			n++
		}
	}
	return n
}

// sameLine is how far lines that are made again from stored poses may be off, in units of the plane and shares of thickness.
const sameLine = 1e-5

// belongs wants one of the objects to have the line, in either direction.
func (f *rowFaults) belongs(row []float32, objects [][]float32) {
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
	f.want(ruleRebuilt, found)
	f.want(ruleThickness, thick)
}

func sameEnds(row []float32, x1, y1, x2, y2 float64) bool {
	for k, v := range [4]float64{x1, y1, x2, y2} {
		if math.Abs(float64(row[k])-v) > sameLine {
			return false
		}
	}
	return true
}

package syndacate

import (
	"slices"

	"mereo/assets/glyph"
)

// Settings of decoding with which targets and predictions are drawn over each other (Levi and van der Wilk 2025, code release):
// a target's lines come out thinner than a prediction's.
const (
	decodeThreshold  = 0.1 // rows that are darker are no objects
	decodeTarget     = 1.5 // times the thickness
	decodePrediction = 4.5
	decodeWords      = 3.0 // of predicted words
)

// stroke is a line of a decoded row: pose space, y up.
type stroke struct {
	x, y  [2]float64
	width float64 // thickness times the factor; px if that is 1
	alpha float64 // brightness within [0, 1]
	row   int
}

// decoder makes strokes of rows: poses of lines, of 6 numbers, where classes is nil, else the classes' scores and a pose of 8.
type decoder struct {
	classes []string
	build   func(class string, p glyph.Pose) ([]glyph.Line, error)
}

// decode keeps the rows whose brightness, their last number, is above the threshold, multiplies their thickness, the number
// before it, by the factor, and makes strokes of the object that they say: that of the best class, the first on ties.
func (d decoder) decode(rows Batch, set int, threshold, factor float32) (out []stroke, err error) {
	for r := range rows.Rows {
		row := rows.row(set, r)
		if !(row[rows.Width-1] > threshold) { // NaN is no object, either
			continue
		}
		row = slices.Clone(row)
		row[rows.Width-2] *= factor
		lines, err := d.lines(row)
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			out = append(out, stroke{
				[2]float64{l.X1, l.X2}, [2]float64{l.Y1, l.Y2}, l.Thickness, min(max(l.Brightness, 0), 1), r,
			})
		}
	}
	return out, nil
}

// class is the class of a row; lines have none.
func (d decoder) class(row []float32) string {
	if d.classes == nil {
		return ""
	}
	return d.classes[bestClass(row[:len(d.classes)])]
}

// lines are those of the object of a row.
func (d decoder) lines(row []float32) ([]glyph.Line, error) {
	if d.classes == nil {
		return []glyph.Line{lineOfRow(row)}, nil
	}
	return d.build(d.class(row), inspectPose(row[len(d.classes):]))
}

// lineOfRow is the line of a row of part_poses.
func lineOfRow(row []float32) glyph.Line {
	return glyph.Line{
		X1: float64(row[0]), Y1: float64(row[1]), X2: float64(row[2]), Y2: float64(row[3]),
		Thickness: float64(row[4]), Brightness: float64(row[5]),
	}
}

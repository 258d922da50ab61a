package syndacate

import (
	"context"
	"math"
	"slices"
	"sync"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
	"mereo/scenes/numpyrng"
)

func addPoseNoise(s *noiseSource, g *numpyrng.Generator, e *noisyElement, deviations []float64) {
	normal := normals{generator: g}
	for _, row := range rowsOfWidth(e.parts, partWidth) {
		if zeroRow(row) {
			continue
		}
		for k, v := range row {
			row[k] = float32(float64(v) + float64(float64(s.amount*deviations[k])*normal.next()))
		}
	}
}

// deviationElements is how many training elements deviations are of: those of a full file.
const deviationElements = 60_000

// noiseDeviations keeps deviations by stem: they cost the poses of all training elements, a second or so.
var noiseDeviations struct {
	sync.Mutex
	of map[string][]float64
}

// deviations are the standard deviations of the columns of part_poses over all rows of the training elements of a full file,
// rows of zeros among them. They are measured, not listed, because every stem has its own.
func (s *noiseSource) deviations(ctx context.Context) ([]float64, error) {
	noiseDeviations.Lock()
	defer noiseDeviations.Unlock()
	if d, ok := noiseDeviations.of[s.baseStem]; ok {
		return d, nil
	}
	d, err := columnDeviations(ctx, s.base, keyParts, s.testElements, deviationElements)
	if err != nil {
		return nil, err
	}
	if noiseDeviations.of == nil {
		noiseDeviations.of = map[string][]float64{}
	}
	noiseDeviations.of[s.baseStem] = d
	return d, nil
}

// columnDeviations are the deviations (divisor one less than the number of rows) of the columns of an array over n elements
// from first on, summed in their order as Welford 1962, "Note on a Method for Calculating Corrected Sums of Squares and
// Products", does.
func columnDeviations(ctx context.Context, src source, key string, first, n int) ([]float64, error) {
	var mean, squares []float64
	count := 0.0
	for done := 0; done < n; done += shardElements {
		arrays, err := elements(ctx, src, first+done, min(shardElements, n-done), false)
		if err != nil {
			return nil, err
		}
		a := arrays[slices.IndexFunc(arrays, func(a npz.Array) bool { return a.Key == key })]
		width := a.Shape[len(a.Shape)-1]
		if mean == nil {
			mean, squares = make([]float64, width), make([]float64, width)
		}
		for _, row := range rowsOfWidth(a.Data.([]float32), width) {
			count++
			for k, v := range row {
				d := float64(v) - mean[k]
				mean[k] += d / count
				squares[k] += float64(d * (float64(v) - mean[k]))
			}
		}
	}
	for k := range squares {
		squares[k] = math.Sqrt(squares[k] / (count - 1))
	}
	return squares, nil
}

// dropLines leaves out lines, both copies of each. Of an object of which none would stay, the one with the largest random
// number does.
func dropLines(s *noiseSource, g *numpyrng.Generator, e *noisyElement, _ []float64) {
	// Each line once, with a random number.
	type stroke struct {
		line glyph.Line
		draw float64
	}
	var strokes []stroke
	for _, l := range e.lines {
		if !slices.ContainsFunc(strokes, func(s stroke) bool { return sameStroke(s.line, l) }) {
			strokes = append(strokes, stroke{l, g.Float64()})
		}
	}
	var dropped []glyph.Line
	for _, a := range strokes {
		better := slices.ContainsFunc(strokes, func(b stroke) bool { return sameOwner(a.line, b.line) && b.draw > a.draw })
		if a.draw < s.amount && better {
			dropped = append(dropped, a.line)
		}
	}
	if len(dropped) == 0 {
		return
	}
	lines := slices.DeleteFunc(slices.Clone(e.lines), func(l glyph.Line) bool {
		return slices.ContainsFunc(dropped, func(d glyph.Line) bool { return sameStroke(l, d) })
	})
	if len(e.images) > 0 {
		drawLinesTo(e.images, lines, e.width, e.height, s.upsample)
	}
	for _, row := range rowsOfWidth(e.parts, partWidth) {
		if slices.ContainsFunc(dropped, func(d glyph.Line) bool { return isRowOf(row, d) }) {
			clear(row)
		}
	}
}

// sameStroke tells whether two lines are equal or flipped copies.
func sameStroke(a, b glyph.Line) bool {
	return a == b || a == flipped(b)
}

// sameOwner tells whether two lines are of one object: it gives them thickness and brightness, and no other has both alike.
func sameOwner(a, b glyph.Line) bool {
	return a.Thickness == b.Thickness && a.Brightness == b.Brightness
}

// isRowOf tells whether a row of part_poses is a line or its flipped copy.
func isRowOf(row []float32, l glyph.Line) bool {
	x1, y1, x2, y2 := float32(l.X1), float32(l.Y1), float32(l.X2), float32(l.Y2)
	if row[4] != float32(l.Thickness) || row[5] != float32(l.Brightness) {
		return false
	}
	return row[0] == x1 && row[1] == y1 && row[2] == x2 && row[3] == y2 ||
		row[0] == x2 && row[1] == y2 && row[2] == x1 && row[3] == y1
}

// addFalseLines gives every row a new place and puts false lines into others. Objects follow where rows of objects follow
// those of lines.
func addFalseLines(s *noiseSource, g *numpyrng.Generator, e *noisyElement, _ []float64) {
	clean, rows := rowsOfWidth(e.cleanParts, partWidth), rowsOfWidth(e.parts, partWidth)
	var lines []glyph.Line
	for range int(s.amount) {
		lines = append(lines, randomLine(g))
	}
	if n := len(lines); s.flips {
		lines = append(lines, lines...)
		glyph.Flip(lines[n:])
	}
	places := choose(g, nil, len(rows), len(rows), false)
	for r, row := range clean {
		copy(rows[places[r]], row)
	}
	for k := range lines {
		putLine(rows[places[len(clean)+k]], &lines[k])
	}
	if s.aligned {
		objects := rowsOfWidth(e.objects, e.objectWidth)
		for r, row := range rowsOfWidth(e.cleanObjects, e.objectWidth) {
			copy(objects[places[r]], row)
		}
	}
}

// replaceLabels gives objects of training elements other classes; equal rows, which are one object, the same.
func replaceLabels(s *noiseSource, g *numpyrng.Generator, e *noisyElement, _ []float64) {
	if e.test {
		return
	}
	clean, rows := rowsOfWidth(e.cleanObjects, e.objectWidth), rowsOfWidth(e.objects, e.objectWidth)
	for r, row := range clean {
		if zeroRow(row) {
			continue
		}
		if first := slices.IndexFunc(clean, func(o []float32) bool { return slices.Equal(o, row) }); first < r {
			copy(rows[r], rows[first])
			continue
		}
		if !(g.Float64() < s.amount) {
			continue
		}
		class, _ := objectOfRow(row)
		other := g.Integers(0, e.objectWidth-len(glyph.PoseNames)-1)
		if other >= class {
			other++
		}
		rows[r][class], rows[r][other] = 0, 1
	}
}

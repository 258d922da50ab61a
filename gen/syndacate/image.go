package syndacate

import (
	"cmp"
	"slices"
	"sync"

	"mereo/assets/glyph"
	"mereo/engine/canvas"
)

// Pictures are painted without anti-aliasing on a black canvas that is upsample times larger each way, in the given order,
// then reduced with a bicubic filter. All numbers are truncated to integers on the way: end points to pixels of the canvas,
// thickness to a width in such pixels, brightness to an ink.

// sketches are canvases for reuse: a new one costs a table of weights and some room, more than many pictures.
var sketches = sync.Pool{New: func() any { return new(canvas.Sparse) }}

// drawLinesTo paints lines in the given order, later ones over earlier ones, into a picture, len(dst) == width*height: gray values,
// row-major, the first row on top. Coordinates are those of the plane (y up); thickness is in pixels of the picture. Without lines it is
// black. Width, height and upsample are at least 1. It may be called from several goroutines at once, and allocates nothing.
func drawLinesTo(dst []uint8, lines []glyph.Line, width, height, upsample int) {
	sketch := sketches.Get().(*canvas.Sparse)
	defer sketches.Put(sketch)
	sketch.Reset(width*upsample, height*upsample)
	for _, l := range lines {
		at := imageCoordinates(l, float64(width*upsample), float64(height*upsample))
		sketch.Line(canvasPoint(at[0], at[1]), canvasPoint(at[2], at[3]), canvasWidth(l.Thickness, upsample), canvasInk(l.Brightness))
	}
	sketch.Reduce(dst, width, height)
}

// square is a filled square with sides along the axes: its center and side in the plane, the thickness of its border in
// pixels of the picture, and the brightness of border and inside.
type square struct{ X, Y, Length, Thickness, Brightness, Fill float64 }

// drawSquares paints squares as drawLines does lines. The border is painted, over the inside, only where its ink is another.
func drawSquares(squares []square, width, height, upsample int) []uint8 {
	sketch := sketches.Get().(*canvas.Sparse)
	defer sketches.Put(sketch)
	sketch.Reset(width*upsample, height*upsample)
	for _, s := range squares {
		half := s.Length / 2
		low := glyph.Line{X1: s.X - half, Y1: s.Y - half, X2: s.X + half, Y2: s.Y - half}
		high := glyph.Line{X1: s.X + half, Y1: s.Y + half, X2: s.X - half, Y2: s.Y + half}
		var corners [4]canvas.Point
		for i, l := range [...]glyph.Line{low, high} {
			at := imageCoordinates(l, float64(width*upsample), float64(height*upsample))
			corners[2*i], corners[2*i+1] = canvasPoint(at[0], at[1]), canvasPoint(at[2], at[3])
		}
		sketch.Polygon(corners[:], canvasInk(s.Fill), canvasInk(s.Brightness), canvasWidth(s.Thickness, upsample))
	}
	out := make([]uint8, width*height)
	sketch.Reduce(out, width, height)
	return out
}

// byBrightness sorts lines into the order of painting: ascending brightness, equal ones as they come. All lines of a word
// have its brightness, so words that come one after the other are painted one after the other, too.
func byBrightness(lines []glyph.Line) {
	slices.SortStableFunc(lines, func(a, b glyph.Line) int { return cmp.Compare(a.Brightness, b.Brightness) })
}

// farthest bounds what is painted: points beyond it, and those that are no number, are moved there, far off any canvas.
const farthest = 1 << 30

// canvasPoint truncates continuous coordinates of the canvas to a pixel, towards zero.
func canvasPoint(x, y float64) canvas.Point {
	return canvas.Point{X: truncated(x, -farthest, farthest), Y: truncated(y, -farthest, farthest)}
}

// canvasWidth is the width of a line in pixels of the canvas.
func canvasWidth(thickness float64, upsample int) int {
	return truncated(thickness*float64(upsample), 0, farthest)
}

// canvasInk is the gray value of a brightness: 0 is black, 1 is 255, and beyond them nothing changes.
func canvasInk(brightness float64) uint8 {
	return uint8(truncated(brightness*255, 0, 255))
}

// truncated cuts v to [low, high] and rounds it towards zero. What is no number becomes low.
func truncated(v float64, low, high int) int {
	switch {
	case !(v > float64(low)):
		return low
	case v >= float64(high):
		return high
	}
	return int(v)
}

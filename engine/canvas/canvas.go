// Package canvas is a small 2D painter on the CPU for gray pictures whose bytes count: lines, polygons and a bicubic
// reduction, without anti-aliasing while painting, by the integer rules of the Python Imaging Library (ImageDraw.line,
// ImageDraw.polygon and Image.resize with BICUBIC, Pillow 11), so that pictures agree with pictures made there in every byte.
// The rules use integers, single correctly rounded float32 operations and square roots; the bytes are those of every machine.
//
// There are two painters with the same calls and the same result:
//
//   - [Gray] holds every pixel. It is short, can be read and written between the calls, and is what the other is tested
//     against.
//   - [Sparse] holds runs of equal ink. It is for a few strokes on a large black canvas that is then reduced: its cost grows
//     with what is painted, not with the canvas, and a value that is used again allocates nothing.
//
// Frames: x runs right and y down, pixel (x, y) is the integer point itself (not a square with its center at +0.5; the
// rules know no sub-pixel positions). An ink is the value written, 0 to 255; a later call overwrites an earlier one. What
// lies outside the canvas is cut off: points may lie anywhere within +-2^30.
//
// See example_test.go for a glyph painted ten times too large and reduced.
package canvas

import "fmt"

// Gray is a picture of 8-bit gray values: Pix[y*Width+x], row-major, the first row on top.
type Gray struct {
	Width, Height int
	Pix           []uint8
}

// NewGray returns a black picture. It panics unless both sizes are positive.
func NewGray(width, height int) *Gray {
	mustBeSize(width, height)
	return &Gray{width, height, make([]uint8, width*height)}
}

// Point is a pixel; x right, y down.
type Point struct{ X, Y int }

// Line paints a straight line from one pixel to another, width pixels wide, with flat ends and no caps. A line of width 1
// or less is one pixel wide (Bresenham's, both ends included). A line of width 2 or more between equal points is that one
// pixel, whatever its width. Lines are not symmetric: the line from b to a may differ from the one from a to b by a few
// pixels along its edges.
func (g *Gray) Line(from, to Point, width int, ink uint8) {
	g.paint(appendLine(nil, from, to, width, g.Width, g.Height), ink)
}

// Polygon paints the closed polygon through the points: its inside by the even-odd rule, edges included, with the ink fill,
// and, if outline is another ink and width is above 0, its border with the ink outline. A border of width 1 is the
// one-pixel lines between neighboring points; a wider one grows inwards: lines of width 2*width-1, as far as they lie on
// the inside. Without points nothing is painted. The library also joins spikes of sharp corners to the rest; that step is
// left out, as it changes nothing in wide lines and rectangles, but other polygons may differ there by single pixels.
func (g *Gray) Polygon(points []Point, fill, outline uint8, width int) {
	inside := appendFill(nil, points, g.Width, g.Height)
	g.paint(inside, fill)
	if outline != fill && width > 0 {
		g.paint(appendOutline(nil, points, inside, width, g.Width, g.Height), outline)
	}
}

func (g *Gray) paint(spans []span, ink uint8) {
	for _, s := range spans {
		row := g.Pix[int(s.y)*g.Width:][s.from:s.to]
		for x := range row {
			row[x] = ink
		}
	}
}

func mustBeSize(width, height int) {
	if width <= 0 || height <= 0 || width > maxSize || height > maxSize {
		panic(fmt.Sprintf("canvas: a picture of %d x %d pixels, need 1 to %d each way", width, height, maxSize))
	}
}

// maxSize bounds the sides of a picture: what is cut to it fits into 32 bits with room for sums.
const maxSize = 1 << 20

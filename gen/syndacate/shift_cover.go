package syndacate

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"sync"

	"mereo/assets/glyph"
	"mereo/engine/canvas"
)

// coverUpsample is how much larger than the picture objects are painted to count their pixels: 500 x 500 for one of 100 x 100.
const coverUpsample = 5

// coverSketch is room for counting.
type coverSketch struct {
	canvas *canvas.Gray
	lines  []glyph.Line
	ends   []int // where the lines of each object end
	boxes  []coverBox
	order  []int
}

// coverBox are pixels, half-open.
type coverBox struct{ left, top, right, bottom int }

func (b coverBox) meets(o coverBox) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

var coverSketches = sync.Pool{New: func() any { return new(coverSketch) }}

// coveredShares returns for every object the share of its pixels over which brighter objects are painted; of equally bright
// ones the later is painted over the earlier. Every line is painted once, five times larger than in a picture of width x height
// pixels. Objects whose boxes do not meet any other's are not painted: most elements cost little. It is for at most 255
// objects.
func coveredShares(shapes []glyph.Shape, classes []int, poses []glyph.Pose, width, height int) []float64 {
	shares := make([]float64, len(classes))
	if len(classes) < 2 {
		return shares
	}
	c := coverSketches.Get().(*coverSketch)
	defer coverSketches.Put(c)
	width, height = width*coverUpsample, height*coverUpsample

	// Place the objects, darkest first.
	c.order, c.lines, c.ends, c.boxes = c.order[:0], c.lines[:0], c.ends[:0], c.boxes[:0]
	for i := range classes {
		c.order = append(c.order, i)
	}
	slices.SortStableFunc(c.order, func(a, b int) int { return cmp.Compare(poses[a].Brightness, poses[b].Brightness) })
	for _, i := range c.order {
		from := len(c.lines)
		c.lines = shapes[classes[i]].Append(c.lines, poses[i])
		c.ends = append(c.ends, len(c.lines))
		c.boxes = append(c.boxes, boxOfStrokes(c.lines[from:], width, height))
	}
	meet := func(k int) bool {
		for j, b := range c.boxes {
			if j != k && b.meets(c.boxes[k]) {
				return true
			}
		}
		return false
	}

	// Count the pixels of each when it has just been painted, and what is left of them in the end.
	if c.canvas == nil || c.canvas.Width != width || c.canvas.Height != height {
		c.canvas = canvas.NewGray(width, height)
	}
	painted, from := false, 0
	for k, i := range c.order {
		lines := c.lines[from:c.ends[k]]
		from = c.ends[k]
		if !meet(k) {
			continue
		}
		if !painted {
			clear(c.canvas.Pix)
			painted = true
		}
		for _, l := range lines {
			at := imageCoordinates(l, float64(width), float64(height))
			c.canvas.Line(canvasPoint(at[0], at[1]), canvasPoint(at[2], at[3]), canvasWidth(l.Thickness, coverUpsample), uint8(k+1))
		}
		shares[i] = float64(c.count(k))
	}
	for k, i := range c.order {
		if all := shares[i]; all > 0 {
			shares[i] = 1 - float64(c.count(k))/all
		}
	}
	return shares
}

// count is the number of pixels of the k-th darkest object.
func (c *coverSketch) count(k int) (n int) {
	b := c.boxes[k]
	ink := [1]byte{byte(k + 1)}
	for y := b.top; y < b.bottom; y++ {
		n += bytes.Count(c.canvas.Pix[y*c.canvas.Width:][b.left:b.right], ink[:])
	}
	return n
}

// boxOfStrokes has all pixels of lines on a canvas that is five times larger than the picture.
func boxOfStrokes(lines []glyph.Line, width, height int) coverBox {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	reach := 0.0
	for _, l := range lines {
		at := imageCoordinates(l, float64(width), float64(height))
		x0, x1 = min(x0, at[0], at[2]), max(x1, at[0], at[2])
		y0, y1 = min(y0, at[1], at[3]), max(y1, at[1], at[3])
		reach = max(reach, float64(l.Thickness*coverUpsample)/2+2)
	}
	return coverBox{
		left: max(int(x0-reach), 0), right: min(int(x1+reach)+1, width),
		top: max(int(y0-reach), 0), bottom: min(int(y1+reach)+1, height),
	}
}

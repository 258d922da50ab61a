package syndacate

// drawElement paints an element: lines in the order of their brightness with their flipped copies, which differ from them at
// some pixels along the edges, or squares. It returns width x height gray values, row-major.
func drawElement(c samplerConfig, e *element) []uint8 {
	out := make([]uint8, c.width*c.height)
	drawElementTo(out, c, e)
	return out
}

// drawElementTo is drawElement into a picture that is there, len(dst) == width*height.
func drawElementTo(dst []uint8, c samplerConfig, e *element) {
	if c.sampler == squaresSampler {
		copy(dst, drawSquares(e.squares(), c.width, c.height, c.upsample))
		return
	}
	e.painted = append(e.painted[:0], e.lines...)
	byBrightness(e.painted)
	drawLinesTo(dst, e.painted, c.width, c.height, c.upsample)
}

// squareSide is the side of all squares, in units of the plane.
const squareSide = 0.05

// squares are the objects of an element of squares, white.
func (e *element) squares() []square {
	var out []square
	for _, p := range e.poses {
		out = append(out, square{X: p.X, Y: p.Y, Length: squareSide, Thickness: 1, Brightness: 1, Fill: 1})
	}
	return out
}

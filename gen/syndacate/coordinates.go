package syndacate

import "mereo/assets/glyph"

// imageCoordinates returns the end points x1, y1, x2, y2 of a line as continuous coordinates of a canvas with the given size
// in pixels: x to the right and y down from the corner at the top left. The longer side spans [-1, 1] of the plane, and the
// plane's origin is the center of the canvas. Whoever draws truncates them.
func imageCoordinates(l glyph.Line, width, height float64) [4]float64 {
	side := max(width, height)
	x := func(v float64) float64 { return float64((v + width/side) / 2 * side) }
	y := func(v float64) float64 { return float64((-v + height/side) / 2 * side) }
	return [4]float64{x(l.X1), y(l.Y1), x(l.X2), y(l.Y2)}
}

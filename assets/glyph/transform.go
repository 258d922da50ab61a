package glyph

import (
	"errors"
	"math"

	"mereo/engine/geom"
)

// Bounds is the upright box around end points.
type Bounds struct{ XMin, XMax, YMin, YMax float64 }

var errNoLines = errors.New("glyph: there are no lines, need at least 1")

// Translate moves the lines by (dx, dy).
func Translate(lines []Line, dx, dy float64) {
	for i := range lines {
		l := &lines[i]
		l.X1, l.Y1, l.X2, l.Y2 = l.X1+dx, l.Y1+dy, l.X2+dx, l.Y2+dy
	}
}

// Scale multiplies x by sx and y by sy.
func Scale(lines []Line, sx, sy float64) {
	for i := range lines {
		l := &lines[i]
		l.X1, l.Y1, l.X2, l.Y2 = float64(l.X1*sx), float64(l.Y1*sy), float64(l.X2*sx), float64(l.Y2*sy)
	}
}

// Rotate turns the lines clockwise about the origin, by an angle in radians.
func Rotate(lines []Line, angle float64) {
	sin, cos := geom.SinCos(angle)
	affine(lines, cos, sin, -sin, cos)
}

// Shear maps (x, y) to (x + ay, bx + (1+ab)y): a slant by a along x, then one by b along y.
func Shear(lines []Line, a, b float64) {
	affine(lines, 1, a, b, 1+float64(a*b))
}

// affine maps (x, y) to (xx*x + xy*y, yx*x + yy*y).
func affine(lines []Line, xx, xy, yx, yy float64) {
	for i := range lines {
		l := &lines[i]
		l.X1, l.Y1 = float64(xx*l.X1)+float64(xy*l.Y1), float64(yx*l.X1)+float64(yy*l.Y1)
		l.X2, l.Y2 = float64(xx*l.X2)+float64(xy*l.Y2), float64(yx*l.X2)+float64(yy*l.Y2)
	}
}

// Flip swaps the end points of every line.
func Flip(lines []Line) {
	for i := range lines {
		l := &lines[i]
		l.X1, l.Y1, l.X2, l.Y2 = l.X2, l.Y2, l.X1, l.Y1
	}
}

// Range returns the bounds of all end points. It is an error to give no lines.
func Range(lines []Line) (Bounds, error) {
	if len(lines) == 0 {
		return Bounds{}, errNoLines
	}
	return bounds(lines), nil
}

func bounds(lines []Line) Bounds {
	b := Bounds{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for i := range lines {
		l := &lines[i]
		b.XMin, b.XMax = min(b.XMin, l.X1, l.X2), max(b.XMax, l.X1, l.X2)
		b.YMin, b.YMax = min(b.YMin, l.Y1, l.Y2), max(b.YMax, l.Y1, l.Y2)
	}
	return b
}

// Radius returns the largest distance of an end point from the origin. It is an error to give no lines.
func Radius(lines []Line) (float64, error) {
	if len(lines) == 0 {
		return 0, errNoLines
	}
	return radius(lines), nil
}

func radius(lines []Line) float64 {
	var most float64
	for i := range lines {
		l := &lines[i]
		most = max(most, float64(l.X1*l.X1)+float64(l.Y1*l.Y1), float64(l.X2*l.X2)+float64(l.Y2*l.Y2))
	}
	return math.Sqrt(most)
}

// Normalize moves the center of the bounds to the origin and scales the farthest end point to distance 1. Lines whose end
// points all coincide become NaN. It is an error to give no lines.
func Normalize(lines []Line) error {
	if len(lines) == 0 {
		return errNoLines
	}
	normalize(lines)
	return nil
}

func normalize(lines []Line) {
	b := bounds(lines)
	Translate(lines, -(b.XMin+b.XMax)/2, -(b.YMin+b.YMax)/2)
	s := 1 / radius(lines)
	Scale(lines, s, s)
}

// Place brings lines of any size and place into a pose, in this order: normalized, widened, slanted, normalized again,
// turned, scaled, and moved to (X, Y) times what Scale leaves of the plane. End points stay in the plane when the pose is
// inside it; strokes may reach out by half their thickness. Every line gets the thickness Thickness*Scale and the brightness
// of the pose. It is an error to give no lines.
func Place(lines []Line, p Pose) error {
	if err := Normalize(lines); err != nil {
		return err
	}
	pose(lines, p)
	return nil
}

// pose places normalized lines.
func pose(lines []Line, p Pose) {
	Scale(lines, p.Wideness, 1)
	Shear(lines, p.Italic, 0)
	normalize(lines)
	Rotate(lines, p.Rotation)
	Scale(lines, p.Scale, p.Scale)
	Translate(lines, float64(p.X*(1-p.Scale)), float64(p.Y*(1-p.Scale)))
	thickness := float64(p.Thickness * p.Scale)
	for i := range lines {
		lines[i].Thickness, lines[i].Brightness = thickness, p.Brightness
	}
}

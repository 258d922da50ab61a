package syndacate

import (
	"math"

	"mereo/assets/glyph"
)

// strokesTouch tells whether strokes of two objects, with round ends, have a point in common.
func strokesTouch(o FilmOptions, shapes []glyph.Shape, classes []int, poses []glyph.Pose, i, j int) bool {
	reach := o.halfWidth(poses[i]) + o.halfWidth(poses[j])
	xi, yi := centerOf(poses[i])
	xj, yj := centerOf(poses[j])
	if far := poses[i].Scale + poses[j].Scale + reach; squaredLength(xi-xj, yi-yj) > float64(far*far) {
		return false
	}
	var room [2][32]glyph.Line
	return strokeDepth(shapes[classes[i]].Append(room[0][:0], poses[i]), shapes[classes[j]].Append(room[1][:0], poses[j]), reach) > 0
}

// lineDistance is the distance of two straight lines between end points, 0 where they cross.
func lineDistance(a, b *glyph.Line) float64 {
	side := func(l *glyph.Line, x, y float64) float64 { return cross(l.X2-l.X1, l.Y2-l.Y1, x-l.X1, y-l.Y1) }
	if float64(side(a, b.X1, b.Y1)*side(a, b.X2, b.Y2)) < 0 && float64(side(b, a.X1, a.Y1)*side(b, a.X2, a.Y2)) < 0 {
		return 0
	}
	// Lines that do not cross are closest at an end of one of them.
	return math.Sqrt(min(squaredToLine(a, b.X1, b.Y1), squaredToLine(a, b.X2, b.Y2),
		squaredToLine(b, a.X1, a.Y1), squaredToLine(b, a.X2, a.Y2)))
}

// squaredToLine is the squared distance of a point from a line between end points.
func squaredToLine(l *glyph.Line, x, y float64) float64 {
	dx, dy := l.X2-l.X1, l.Y2-l.Y1
	x, y = x-l.X1, y-l.Y1
	along := (float64(dx*x) + float64(dy*y)) / squaredLength(dx, dy)
	along = min(1, max(0, along))
	return squaredLength(x-float64(along*dx), y-float64(along*dy))
}

func squaredLength(x, y float64) float64 { return float64(x*x) + float64(y*y) }

func cross(ax, ay, bx, by float64) float64 { return float64(ax*by) - float64(ay*bx) }

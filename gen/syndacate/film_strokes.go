package syndacate

import (
	"math"

	"mereo/assets/glyph"
)

// strokePairs remember which objects touch each other.
type strokePairs struct {
	n     int
	touch []bool // [i*n+j], i < j
}

func newStrokePairs(n int) *strokePairs { return &strokePairs{n, make([]bool, n*n)} }

// update asks for every pair i < j whether it touches now and names those that did not before.
func (p *strokePairs) update(touches func(i, j int) bool, began func(i, j int)) {
	for i := range p.n {
		for j := i + 1; j < p.n; j++ {
			now := touches(i, j)
			if now && !p.touch[i*p.n+j] {
				began(i, j)
			}
			p.touch[i*p.n+j] = now
		}
	}
}

// strokesTouch tells whether strokes of two objects, with round ends, have a point in common.
func strokesTouch(o FilmOptions, shapes []glyph.Shape, classes []int, poses []glyph.Pose, i, j int) bool {
	reach := o.halfWidth(poses[i]) + o.halfWidth(poses[j])
	xi, yi := centerOf(poses[i])
	xj, yj := centerOf(poses[j])
	if far := poses[i].Scale + poses[j].Scale + reach; squaredLength(xi-xj, yi-yj) > float64(far*far) {
		return false
	}
	var room [2][32]glyph.Line
	return linesCloser(shapes[classes[i]].Append(room[0][:0], poses[i]), shapes[classes[j]].Append(room[1][:0], poses[j]), reach)
}

// linesCloser tells whether a line of one shape comes closer than a distance to one of another.
func linesCloser(a, b []glyph.Line, distance float64) bool {
	for i := range a {
		for j := range b {
			if lineDistance(&a[i], &b[j]) < distance {
				return true
			}
		}
	}
	return false
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

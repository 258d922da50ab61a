package syndacate

import (
	"math"
	"slices"

	"mereo/assets/glyph"
)

// Two shapes are told apart by their Hausdorff distance: the largest distance of a point of either to the nearest point of
// the other. Points are samplesPerLine of each line, evenly from end to end, of normalized shapes; and since a class is seen
// in many poses, the smallest distance over a grid of poses of one of the two counts. A turned shape is not centered as an
// upright one is, and objects may lie anywhere: each pose counts both as it is and normalized again, so that turned copies
// are found.
const (
	samplesPerLine = 17
	leastDistance  = 0.15

	likenessTurns = 10 // to either side, by likenessStep radians
	likenessSlope = 5  // widenesses and italics beside the first, likenessStep apart
	likenessStep  = 0.1
)

// likeness is a shape made ready for comparisons with many others.
type likeness struct {
	samples []glyph.Point
	upright glyph.Bounds
	posed   []posedLines // in all poses of the grid, as they are and normalized

	// near says, of squares of the plane, how far the samples are from the points in it.
	near [likenessCells * likenessCells]nearness
}

// posedLines are lines in a pose.
type posedLines struct {
	bounds glyph.Bounds
	lines  []glyph.Line
}

// likenessCells is the number of squares along each side of the plane.
const likenessCells = 64

type nearness uint8

const (
	allFar  nearness = iota // no point of the square is near a sample
	allNear                 // every point is
	someNear
)

// insideOrder are the samples of a line between its ends, those that tell most first.
var insideOrder = [samplesPerLine - 2]int{8, 4, 12, 2, 6, 10, 14, 1, 3, 5, 7, 9, 11, 13, 15}

func sampleOf(l *glyph.Line, i int) glyph.Point {
	t := float64(i) / (samplesPerLine - 1)
	return glyph.Point{X: l.X1 + float64(t*(l.X2-l.X1)), Y: l.Y1 + float64(t*(l.Y2-l.Y1))}
}

// newLikeness prepares lines of any size and place. They are not changed.
func newLikeness(lines []glyph.Line) *likeness {
	shape, err := glyph.LinesShape(lines)
	if err != nil {
		panic(err)
	}
	upright := shape.Lines()
	a := &likeness{upright: mustRange(upright)}
	for i := range upright {
		for k := range samplesPerLine {
			a.samples = append(a.samples, sampleOf(&upright[i], k))
		}
	}
	for turn := -likenessTurns; turn <= likenessTurns; turn++ {
		for wide := range likenessSlope + 1 {
			for slant := range likenessSlope + 1 {
				lines := shape.Append(nil, glyph.Pose{
					Wideness: 1 - float64(likenessStep*float64(wide)), Italic: float64(likenessStep * float64(slant)),
					Rotation: float64(likenessStep * float64(turn)), Scale: 1,
				})
				centered := slices.Clone(lines)
				if err := glyph.Normalize(centered); err != nil {
					panic(err)
				}
				a.posed = append(a.posed, posedLines{mustRange(lines), lines}, posedLines{mustRange(centered), centered})
			}
		}
	}
	const side, reach = 2.0 / likenessCells, math.Sqrt2 / likenessCells // of a square, and of its points from its center
	const slack = 1e-9                                                  // a point may fall into the next square by rounding
	for i := range a.near {
		column, row := float64(i%likenessCells)+0.5, float64(i/likenessCells)+0.5
		center := glyph.Point{X: float64(column*side) - 1, Y: float64(row*side) - 1}
		nearest := math.Inf(1)
		for _, p := range a.samples {
			nearest = min(nearest, squaredDistance(p, center))
		}
		switch d := math.Sqrt(nearest); {
		case d+reach < leastDistance-slack:
			a.near[i] = allNear
		case d-reach < leastDistance+slack:
			a.near[i] = someNear
		}
	}
	return a
}

// anyNear tells whether a point is nearer than leastDistance to one of several.
func anyNear(points []glyph.Point, p glyph.Point) bool {
	for i := range points {
		if squaredDistance(points[i], p) < leastDistance*leastDistance {
			return true
		}
	}
	return false
}

func squaredDistance(p, q glyph.Point) float64 {
	dx, dy := p.X-q.X, p.Y-q.Y
	return float64(dx*dx) + float64(dy*dy)
}

// isNear tells whether a sample is nearer than leastDistance.
func (a *likeness) isNear(p glyph.Point) bool {
	column, row := likenessCell(p.X), likenessCell(p.Y)
	switch a.near[row*likenessCells+column] {
	case allFar:
		return false
	case allNear:
		return true
	}
	return anyNear(a.samples, p)
}

// likenessCell is the column or row of a coordinate. Posed shapes lie in the circle of radius 1, give or take a rounding.
func likenessCell(v float64) int {
	return min(max(int((v+1)*(likenessCells/2)), 0), likenessCells-1)
}

// confusable tells whether some pose of either shape is nearer than leastDistance to the other one upright.
func (a *likeness) confusable(b *likeness) bool { return a.takenFor(b) || b.takenFor(a) }

// takenFor tells whether some pose of a is nearer than leastDistance to b.
func (a *likeness) takenFor(b *likeness) bool {
	for i := range a.posed {
		p := &a.posed[i]
		if nearBounds(p.bounds, b.upright) && b.covers(p.lines) && covered(b.samples, p.lines) {
			return true
		}
	}
	return false
}

// nearBounds tells whether each side of two bounds is nearer than leastDistance. If one is not, a sample on it is far from
// all of the other shape.
func nearBounds(a, b glyph.Bounds) bool {
	return math.Abs(a.XMin-b.XMin) < leastDistance && math.Abs(a.XMax-b.XMax) < leastDistance &&
		math.Abs(a.YMin-b.YMin) < leastDistance && math.Abs(a.YMax-b.YMax) < leastDistance
}

func mustRange(lines []glyph.Line) glyph.Bounds {
	b, err := glyph.Range(lines)
	if err != nil {
		panic(err)
	}
	return b
}

// covers tells whether every sample of the lines is near one of a.
func (a *likeness) covers(lines []glyph.Line) bool {
	for i := range lines {
		l := &lines[i]
		if !a.isNear(glyph.Point{X: l.X1, Y: l.Y1}) || !a.isNear(glyph.Point{X: l.X2, Y: l.Y2}) {
			return false
		}
	}
	for _, k := range insideOrder {
		for i := range lines {
			if !a.isNear(sampleOf(&lines[i], k)) {
				return false
			}
		}
	}
	return true
}

// covered tells whether every point is near a sample of the lines.
func covered(points []glyph.Point, lines []glyph.Line) bool {
	var room [samplesPerLine * mostGlyphLines]glyph.Point
	samples := room[:0]
	for i := range lines {
		for k := range samplesPerLine {
			samples = append(samples, sampleOf(&lines[i], k))
		}
	}
	for _, p := range points {
		if !anyNear(samples, p) {
			return false
		}
	}
	return true
}

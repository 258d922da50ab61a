package glyph

import "fmt"

// PartKind is what a part is.
type PartKind int

// The kinds of parts, in the order of their one-hot columns.
const (
	LinePart     PartKind = iota // a straight stroke between two points
	ArcPart                      // a stroke along a quadratic Bezier curve: first point, control point, last point
	DiscPart                     // a filled circle
	TrianglePart                 // a polygon with border and inside
	QuadPart                     // one with four corners
	PartKinds    = iota
)

// partKinds has the name and the sizes of each kind.
var partKinds = [PartKinds]struct {
	name   string
	points int
	values []string // after the coordinates of the points
}{
	{"line", 2, []string{"thickness", "brightness"}},
	{"arc", 3, []string{"thickness", "brightness"}},
	{"disc", 1, []string{"radius", "brightness"}},
	{"triangle", 3, []string{"thickness", "brightness", "fill"}},
	{"quadrilateral", 4, []string{"thickness", "brightness", "fill"}},
}

// MostPartValues is the largest number of stored values of a part: that of a quadrilateral.
const MostPartValues = 11

// String is the name of the kind in files.
func (k PartKind) String() string { return partKinds[k].name }

// ValueNames are the stored values of a part of this kind, in their order.
func (k PartKind) ValueNames() []string {
	var names []string
	for i := range partKinds[k].points {
		names = append(names, fmt.Sprintf("x%d", i+1), fmt.Sprintf("y%d", i+1))
	}
	switch k {
	case ArcPart:
		names = []string{"x1", "y1", "xc", "yc", "x2", "y2"}
	case DiscPart:
		names = []string{"x", "y"}
	}
	return append(names, partKinds[k].values...)
}

// Point is a place in the plane.
type Point struct{ X, Y float64 }

// Part is a stroke or a filled shape. As part of a [Figure] its Fill is a share of its brightness; placed, it is a
// brightness.
type Part struct {
	Kind       PartKind
	Points     [4]Point // as many as the kind has: ends, control points, corners or the center
	Radius     float64  // of a disc, in units of the plane
	Thickness  float64  // of strokes and borders, in the unit of whoever draws; borders grow inwards
	Brightness float64  // 0 (black) to 1 (white)
	Fill       float64  // brightness of the inside of polygons
}

// points are those that the kind has.
func (p *Part) points() []Point { return p.Points[:partKinds[p.Kind].points] }

// AppendValues appends the stored values of the part, in the order of ValueNames.
func (p *Part) AppendValues(dst []float64) []float64 {
	for _, v := range p.points() {
		dst = append(dst, v.X, v.Y)
	}
	switch p.Kind {
	case DiscPart:
		return append(dst, p.Radius, p.Brightness)
	case TrianglePart, QuadPart:
		return append(dst, p.Thickness, p.Brightness, p.Fill)
	}
	return append(dst, p.Thickness, p.Brightness)
}

// Flipped is the part told in the other direction: ends swapped, corners in reverse. A disc has no direction.
func (p Part) Flipped() Part {
	points := p.points()
	for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
		points[i], points[j] = points[j], points[i]
	}
	return p
}

// ArcSegments is how many straight strokes stand for an arc.
const ArcSegments = 16

// ArcPoint is the end of segment i of an arc, 0 to ArcSegments: at i/ArcSegments along the curve
// (1-t)^2 first + 2t(1-t) control + t^2 last.
func (p *Part) ArcPoint(i int) Point {
	t := float64(i) / ArcSegments
	a, b, c := float64((1-t)*(1-t)), float64(2*t*(1-t)), float64(t*t)
	q := &p.Points
	return Point{
		float64(a*q[0].X) + float64(b*q[1].X) + float64(c*q[2].X),
		float64(a*q[0].Y) + float64(b*q[1].Y) + float64(c*q[2].Y),
	}
}

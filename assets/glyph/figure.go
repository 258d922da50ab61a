package glyph

import (
	"fmt"
	"math"

	"mereo/engine/geom"
)

// Figure is a shape of parts of all kinds, normalized and ready to be placed. Its methods do not change it; several
// goroutines may use it at once.
type Figure struct{ parts []Part }

// newFigure returns the figure of parts of any size and place. It is an error to give no parts, or parts that are all in one
// point.
func newFigure(parts []Part) (Figure, error) {
	if len(parts) == 0 {
		return Figure{}, fmt.Errorf("glyph: there are no parts, need at least 1")
	}
	parts = append([]Part(nil), parts...)
	normalizeParts(parts)
	if math.IsNaN(parts[0].Points[0].X) {
		return Figure{}, fmt.Errorf("glyph: %d parts are in one point", len(parts))
	}
	return Figure{parts}, nil
}

// Figure is the shape as a figure: it is placed to the same bits.
func (s Shape) Figure() Figure {
	var f Figure
	for _, l := range s.lines {
		f.parts = append(f.parts, Part{Kind: LinePart, Points: [4]Point{{l.X1, l.Y1}, {l.X2, l.Y2}}})
	}
	return f
}

// Len is the number of parts.
func (f Figure) Len() int { return len(f.parts) }

// Append places the figure as Place does lines and appends its parts to dst. Points are what it moves: a disc stays round,
// with the share of the figure's area that it had, and all that is painted, but for half the thickness of strokes, stays in
// the plane. Nothing is allocated when dst has room.
func (f Figure) Append(dst []Part, p Pose) []Part {
	first := len(dst)
	dst = append(dst, f.parts...)
	parts := dst[first:]
	scaleParts(parts, p.Wideness, 1)
	affineParts(parts, 1, p.Italic, 0, 1)
	normalizeParts(parts)
	sin, cos := geom.SinCos(p.Rotation)
	affineParts(parts, cos, sin, -sin, cos)
	scaleParts(parts, p.Scale, p.Scale)
	translateParts(parts, float64(p.X*(1-p.Scale)), float64(p.Y*(1-p.Scale)))
	thickness := float64(p.Thickness * p.Scale)
	for i := range parts {
		q := &parts[i]
		q.Thickness, q.Brightness, q.Fill = thickness, p.Brightness, float64(q.Fill*p.Brightness)
	}
	return dst
}

func translateParts(parts []Part, dx, dy float64) {
	for i := range parts {
		points := parts[i].points()
		for j := range points {
			points[j].X, points[j].Y = points[j].X+dx, points[j].Y+dy
		}
	}
}

func scaleParts(parts []Part, sx, sy float64) {
	area := math.Sqrt(float64(sx * sy))
	for i := range parts {
		points := parts[i].points()
		for j := range points {
			points[j].X, points[j].Y = float64(points[j].X*sx), float64(points[j].Y*sy)
		}
		parts[i].Radius = float64(parts[i].Radius * area)
	}
}

// affineParts maps points as affine does those of lines. The map keeps areas.
func affineParts(parts []Part, xx, xy, yx, yy float64) {
	for i := range parts {
		points := parts[i].points()
		for j := range points {
			q := &points[j]
			q.X, q.Y = float64(xx*q.X)+float64(xy*q.Y), float64(yx*q.X)+float64(yy*q.Y)
		}
	}
}

// normalizeParts is normalize for what is painted: arcs count by the ends of their segments, discs with their radius.
func normalizeParts(parts []Part) {
	b := Bounds{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	eachExtent(parts, func(q Point, r float64) {
		b.XMin, b.XMax = min(b.XMin, q.X-r), max(b.XMax, q.X+r)
		b.YMin, b.YMax = min(b.YMin, q.Y-r), max(b.YMax, q.Y+r)
	})
	translateParts(parts, -(b.XMin+b.XMax)/2, -(b.YMin+b.YMax)/2)
	var most float64 // squared
	eachExtent(parts, func(q Point, r float64) {
		d := float64(q.X*q.X) + float64(q.Y*q.Y)
		if r > 0 {
			d = math.Sqrt(d) + r
			d = float64(d * d)
		}
		most = max(most, d)
	})
	s := 1 / math.Sqrt(most)
	scaleParts(parts, s, s)
}

// eachExtent calls f with points and radii of circles around them that together reach as far as the parts.
func eachExtent(parts []Part, f func(q Point, r float64)) {
	for i := range parts {
		p := &parts[i]
		if p.Kind == ArcPart {
			for k := range ArcSegments + 1 {
				f(p.ArcPoint(k), 0)
			}
			continue
		}
		for _, q := range p.points() {
			f(q, p.Radius)
		}
	}
}

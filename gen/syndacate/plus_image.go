package syndacate

import (
	"math"

	"mereo/assets/glyph"
	"mereo/engine/canvas"
	"mereo/engine/geom"
)

// discCorners is the number of corners of the polygon that is painted for a disc. On a disc as large as the picture it misses
// the circle by 0.06 pixels.
const discCorners = 64

// discDirections are the corners of a disc of radius 1.
var discDirections = func() (d [discCorners]glyph.Point) {
	for i := range d {
		sin, cos := geom.SinCos(2 * math.Pi * float64(i) / discCorners)
		d[i] = glyph.Point{X: cos, Y: sin}
	}
	return d
}()

// drawPartsTo paints parts as drawLinesTo does lines: lines to the same bytes, arcs as glyph.ArcSegments lines that meet in
// miters, discs filled, and polygons filled with a border where its ink is another.
func drawPartsTo(dst []uint8, parts []glyph.Part, width, height, upsample int) {
	sketch := sketches.Get().(*canvas.Sparse)
	defer sketches.Put(sketch)
	w, h := width*upsample, height*upsample
	sketch.Reset(w, h)
	at := func(p glyph.Point) canvas.Point {
		c := imageCoordinates(glyph.Line{X1: p.X, Y1: p.Y}, float64(w), float64(h))
		return canvasPoint(c[0], c[1])
	}
	for i := range parts {
		p := &parts[i]
		ink, thick := canvasInk(p.Brightness), canvasWidth(p.Thickness, upsample)
		switch p.Kind {
		case glyph.LinePart:
			sketch.Line(at(p.Points[0]), at(p.Points[1]), thick, ink)
		case glyph.ArcPart:
			for _, l := range arcLines(p, max(w, h), upsample) {
				sketch.Line(at(glyph.Point{X: l.X1, Y: l.Y1}), at(glyph.Point{X: l.X2, Y: l.Y2}), thick, ink)
			}
		case glyph.DiscPart:
			var corners [discCorners]canvas.Point
			for k, d := range discDirections {
				corners[k] = at(glyph.Point{
					X: p.Points[0].X + float64(p.Radius*d.X), Y: p.Points[0].Y + float64(p.Radius*d.Y),
				})
			}
			sketch.Polygon(corners[:], ink, ink, 0)
		default:
			var corners [4]canvas.Point
			n := 3
			if p.Kind == glyph.QuadPart {
				n = 4
			}
			for k := range n {
				corners[k] = at(p.Points[k])
			}
			sketch.Polygon(corners[:n], canvasInk(p.Fill), ink, thick)
		}
	}
	sketch.Reduce(dst, width, height)
}

// arcLines are the lines of an arc on a canvas whose longer side has so many pixels. Lines have flat ends, so that neighbors
// leave a wedge open where the arc turns: each end but those of the arc is drawn out by as much as closes it, half the
// thickness times the tangent of half the turn.
func arcLines(p *glyph.Part, side, upsample int) (lines [glyph.ArcSegments]glyph.Line) {
	half := float64(p.Thickness*float64(upsample)) / float64(side) // in units of the plane, of which the side has 2
	var points [glyph.ArcSegments + 1]glyph.Point
	for k := range points {
		points[k] = p.ArcPoint(k)
	}
	for k := range lines {
		a, b := points[k], points[k+1]
		lines[k] = glyph.Line{X1: a.X, Y1: a.Y, X2: b.X, Y2: b.Y}
	}
	for k := range glyph.ArcSegments - 1 {
		l, m := &lines[k], &lines[k+1]
		a, b, c := points[k], points[k+1], points[k+2]
		dx, dy, ex, ey := b.X-a.X, b.Y-a.Y, c.X-b.X, c.Y-b.Y
		d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
		e := math.Sqrt(float64(ex*ex) + float64(ey*ey))
		cross, dot := float64(dx*ey)-float64(dy*ex), float64(dx*ex)+float64(dy*ey)
		onward := float64(d*e) + dot
		if onward <= 0 { // it turns back, or stands still
			continue
		}
		reach := half * min(math.Abs(cross)/onward, 1) // tan(turn/2) = sin/(1+cos)
		l.X2, l.Y2 = b.X+float64(reach*dx/d), b.Y+float64(reach*dy/d)
		m.X1, m.Y1 = b.X-float64(reach*ex/e), b.Y-float64(reach*ey/e)
	}
	return lines
}

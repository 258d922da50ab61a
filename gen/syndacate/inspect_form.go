package syndacate

import (
	"math"
	"slices"

	"mereo/assets/glyph"
	"mereo/engine/geom"
)

// inspectLines makes rows of shapes; nil of none.
func inspectLines(shapes []glyph.Shape) func(int, []float32) [][]float64 {
	if shapes == nil {
		return nil
	}
	return func(class int, pose []float32) (rows [][]float64) {
		for _, l := range shapes[class].Append(nil, inspectPose(pose)) {
			rows = append(rows, []float64{l.X1, l.Y1, l.X2, l.Y2, l.Thickness, l.Brightness})
		}
		return rows
	}
}

func inspectPose(v []float32) glyph.Pose {
	var w [8]float64
	widen(w[:], v)
	p, _ := glyph.PoseOf(w[:]) // the number of values is right
	return p
}

func (s *plusSource) inspectParts(class int, pose []float32) (rows [][]float64) {
	for _, p := range s.config.list.figures[class].Append(nil, inspectPose(pose)) {
		rows = append(rows, s.inspectRow(&p))
	}
	return rows
}

// inspectRow is the row of a part.
func (s *plusSource) inspectRow(p *glyph.Part) []float64 {
	if !s.config.list.mixed {
		return p.AppendValues(nil)
	}
	row := make([]float64, glyph.PartKinds, s.config.partWidth())
	row[p.Kind] = 1
	row = p.AppendValues(row)
	return row[:cap(row)]
}

func (s *solidSource) inspectParts(class int, pose []float32) (rows [][]float64) {
	p := solidPoseOf(pose)
	for _, k := range appendSolidStrokes(nil, s.options.config().shapes()[class], &p, 0) {
		a, b := k.ends[0], k.ends[1]
		rows = append(rows, []float64{a.X, a.Y, a.Z, b.X, b.Y, b.Z, k.thickness, k.bright})
	}
	return rows
}

// partPoints is how many points each kind of part has.
var partPoints = [...]int{glyph.LinePart: 2, glyph.ArcPart: 3, glyph.DiscPart: 1, glyph.TrianglePart: 3, glyph.QuadPart: 4}

// partOfRow reads a row of a part, which begins with its kind, or of a line.
func partOfRow(row []float64) (p glyph.Part) {
	if len(row) != partWidth {
		for k := range glyph.PartKinds {
			if row[k] > row[p.Kind] {
				p.Kind = glyph.PartKind(k)
			}
		}
		row = row[glyph.PartKinds:]
	}
	points := partPoints[p.Kind]
	for k := range points {
		p.Points[k] = glyph.Point{X: row[2*k], Y: row[2*k+1]}
	}
	switch row = row[2*points:]; p.Kind {
	case glyph.DiscPart:
		p.Radius = row[0]
	case glyph.TrianglePart, glyph.QuadPart:
		p.Fill = row[2]
		fallthrough
	default:
		p.Thickness = row[0]
	}
	p.Brightness = row[1]
	return p
}

// flippedRow is the row of a part that is told in the other direction.
func flippedRow(row []float64) []float64 {
	if len(row) == solidPartWidth {
		return slices.Concat(row[3:6], row[:3], row[6:])
	}
	var flipped []float64
	if len(row) != partWidth {
		flipped = slices.Clone(row[:glyph.PartKinds])
	}
	p := partOfRow(row)
	p = p.Flipped()
	flipped = p.AppendValues(flipped)
	return append(flipped, row[len(flipped):]...)
}

// rowDistance is the largest difference of two rows of parts, whichever way the second is told. Thickness of lines does not
// count: it has another unit.
func rowDistance(a, b []float64) float64 {
	least := math.Inf(1)
	for _, b := range [...][]float64{b, flippedRow(b)} {
		most := 0.0
		for k := range a {
			if k == len(a)-2 && (len(a) == partWidth || len(a) == solidPartWidth) {
				continue
			}
			most = max(most, math.Abs(a[k]-b[k]))
		}
		least = min(least, most)
	}
	return least
}

// Settings of decoding with which targets and predictions are drawn over each other (Levi and van der Wilk 2025, code release):
// a target's lines come out thinner than a prediction's.
const (
	decodeThreshold  = 0.1 // rows that are darker are no objects
	decodeTarget     = 1.5 // times the thickness
	decodePrediction = 4.5
	decodeWords      = 3.0 // of predicted words
)

// stroke is a line of a decoded row: pose space, y up.
type stroke struct {
	x, y  [2]float64
	width float64 // thickness times the factor; px if that is 1
	alpha float64 // brightness within [0, 1]
	row   int
	class string // of a decoded object
}

// decodeRows makes strokes of the rows of a set whose brightness, their last number, is above the threshold: of lines, or with classes of the
// parts of the object that a row says, which is of the best class, the first on ties.
func decodeRows(rows Batch, set int, about *sidecarSource, threshold float32, factor float64) (out []stroke) {
	for r := range rows.Rows {
		row := rows.row(set, r)
		if !(row[rows.Width-1] > threshold) { // NaN is no object, either
			continue
		}
		class, parts := "", [][]float64{converted[float64](row)}
		if n := len(about.Classes); n > 0 {
			best := bestClass(row[:n])
			class, parts = about.Classes[best], about.parts(int(best), row[n:])
		}
		for _, part := range parts {
			for _, s := range rowStrokes(part, factor, nil, 0, 0) {
				s.row, s.class = r, class
				out = append(out, s)
			}
		}
	}
	return out
}

// discOutline is how wide the outlines of discs are, which have no thickness of their own.
const discOutline = 1

// rowStrokes are the strokes of a row of a part, with its thickness times a factor. A camera is that of strokes in space, whose
// pictures are width x height pixels.
func rowStrokes(row []float64, factor float64, camera []float32, width, height int) (out []stroke) {
	add := func(a, b glyph.Point, thickness, brightness float64) {
		out = append(out, stroke{x: [2]float64{a.X, b.X}, y: [2]float64{a.Y, b.Y}, width: factor * thickness,
			alpha: min(max(brightness, 0), 1)})
	}
	if len(row) == solidPartWidth {
		a, _ := solidOnPlane(row[0:3], camera, width, height)
		b, _ := solidOnPlane(row[3:6], camera, width, height)
		_, pixel := solidOnPlane(middleOf(row), camera, width, height)
		add(a, b, row[6]*solidPixel*pixel, row[7])
		return out
	}
	p := partOfRow(row)
	points := p.Points[:partPoints[p.Kind]]
	switch thickness := p.Thickness; p.Kind {
	case glyph.LinePart:
		add(points[0], points[1], thickness, p.Brightness)
	case glyph.ArcPart:
		for k := range glyph.ArcSegments {
			add(p.ArcPoint(k), p.ArcPoint(k+1), thickness, p.Brightness)
		}
	case glyph.DiscPart:
		for k, d := range discDirections {
			e, c := discDirections[(k+1)%discCorners], points[0]
			add(glyph.Point{X: c.X + p.Radius*d.X, Y: c.Y + p.Radius*d.Y},
				glyph.Point{X: c.X + p.Radius*e.X, Y: c.Y + p.Radius*e.Y}, discOutline, p.Brightness)
		}
	default:
		for k, a := range points {
			add(a, points[(k+1)%len(points)], thickness, p.Brightness)
		}
	}
	return out
}

// middleOf is the point between the ends of a stroke in space.
func middleOf(row []float64) []float64 {
	return []float64{(row[0] + row[3]) / 2, (row[1] + row[4]) / 2, (row[2] + row[5]) / 2}
}

// solidOnPlane is where a camera, the matrix clip from world, sees a point of the world: in the plane [-1, 1] along the longer
// side of its picture; and how many pixels a unit of the world has there.
func solidOnPlane(at []float64, camera []float32, width, height int) (p glyph.Point, pixels float64) {
	side := float64(max(width, height))
	depth := max(solidDepth(at, camera), 1e-3) // what is behind the camera is far outside the picture
	up := geom.V(float64(camera[4]), float64(camera[5]), float64(camera[6])).Len()
	return glyph.Point{
		X: clipRow(at, camera[0:4]) / depth * float64(width) / side,
		Y: clipRow(at, camera[4:8]) / depth * float64(height) / side,
	}, up * float64(height) / 2 / depth
}

// solidDepth is the distance of a point of the world along the axis of a camera.
func solidDepth(at []float64, camera []float32) float64 { return clipRow(at, camera[12:16]) }

// clipRow multiplies a row of a camera by a point of the world.
func clipRow(at []float64, row []float32) float64 {
	return float64(row[0])*at[0] + float64(row[1])*at[1] + float64(row[2])*at[2] + float64(row[3])
}

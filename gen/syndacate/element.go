package syndacate

import (
	"cmp"
	"slices"

	"mereo/assets/glyph"
)

// element is one image's worth of objects and parts, and the rows that they have in arrays.
type element struct {
	classes []int        // of each object, by their places in the list of classes; empty for squares
	poses   []glyph.Pose // of each object; squares have X and Y alone
	absent  []bool       // of each object, whether it has no rows and is not painted; empty where all are there

	// subset are the parts that are kept, in this order, out of all parts of object 0, then of object 1 and so on. It is
	// empty where all are kept.
	subset      []int
	partSlots   []int // the row of each part below; empty without parts
	objectSlots []int // the row of each object; empty where these follow the parts

	// lines are what is kept, and after all of them, where parts are flipped, their flipped copies. For words they are all
	// lines. objectOf is the object that each belongs to. Where the list of classes has figures, parts are instead of lines.
	lines    []glyph.Line
	parts    []glyph.Part
	objectOf []int

	// Room for what is there before some is left out, and for the order of painting.
	whole, painted           []glyph.Line
	wholeParts, paintedParts []glyph.Part
	owner                    []int
	values                   []float64
}

// countParts is the number of parts of all objects.
func (e *element) countParts(c samplerConfig) (n int) {
	for _, class := range e.classes {
		n += c.list.len(class)
	}
	return n
}

// build makes the parts out of classes, poses and subset.
func (e *element) build(c samplerConfig) {
	e.objectOf = e.objectOf[:0]
	switch {
	case c.list == nil:
	case c.list.figures != nil:
		place := func(dst []glyph.Part, class int, p glyph.Pose) []glyph.Part {
			return c.list.figures[class].Append(dst, p)
		}
		e.wholeParts, e.parts = buildParts(c, e, e.wholeParts[:0], e.parts[:0], place, glyph.Part.Flipped)
	default:
		place := func(dst []glyph.Line, class int, p glyph.Pose) []glyph.Line {
			return c.list.shapes[class].Append(dst, p)
		}
		e.whole, e.lines = buildParts(c, e, e.whole[:0], e.lines[:0], place, flipped)
	}
}

// flipped is a line with its ends swapped.
func flipped(l glyph.Line) glyph.Line {
	l.X1, l.Y1, l.X2, l.Y2 = l.X2, l.Y2, l.X1, l.Y1
	return l
}

// buildParts appends all parts of an element to whole and those that it keeps, with their copies, to kept.
func buildParts[P any](c samplerConfig, e *element, whole, kept []P, place func([]P, int, glyph.Pose) []P, flip func(P) P) (all, out []P) {
	e.owner = e.owner[:0]
	for i, class := range e.classes {
		whole = place(whole, class, e.poses[i])
		for len(e.owner) < len(whole) {
			e.owner = append(e.owner, i)
		}
	}
	if len(e.subset) == 0 {
		kept, e.objectOf = append(kept, whole...), append(e.objectOf, e.owner...)
	}
	for _, i := range e.subset {
		kept, e.objectOf = append(kept, whole[i]), append(e.objectOf, e.owner[i])
	}
	if c.parts() > 0 && c.flipParts {
		for _, p := range kept {
			kept = append(kept, flip(p))
		}
		e.objectOf = append(e.objectOf, e.objectOf...)
	}
	return whole, kept
}

// there tells whether an object is.
func (e *element) there(object int) bool { return len(e.absent) == 0 || !e.absent[object] }

// put writes row i of the arrays that columns names, with a prefix before their keys, and paints the picture.
func (e *element) put(c samplerConfig, t *table, prefix string, i int) {
	e.putParts(c, row[float32](t, prefix+keyParts, i))
	e.putObjects(c, row[float32](t, prefix+keyObjects, i))
	if picture := row[uint8](t, prefix+keyImages, i); picture != nil || t.lines != nil {
		e.draw(c, picture)
		if t.lines != nil && len(e.painted) > 0 {
			t.lines[prefix+keyImages] = append(t.lines[prefix+keyImages], slices.Clone(e.painted))
		}
	}
}

// putParts writes the rows of part_poses. It expects zeros, len(dst) == partRows*partWidth, or nothing.
func (e *element) putParts(c samplerConfig, dst []float32) {
	if len(dst) == 0 {
		return
	}
	width := c.partWidth()
	for i, slot := range e.partSlots {
		if !e.there(e.objectOf[i]) {
			continue
		}
		row := dst[slot*width : (slot+1)*width]
		if c.list.figures == nil {
			putLine(row, &e.lines[i])
			continue
		}
		p := &e.parts[i]
		if c.list.mixed {
			row[p.Kind] = 1
			row = row[glyph.PartKinds:]
		}
		e.values = p.AppendValues(e.values[:0])
		putNumbers(row, e.values)
	}
}

// putLine writes a line into a row.
func putLine(row []float32, l *glyph.Line) {
	row[0], row[1], row[2], row[3] = float32(l.X1), float32(l.Y1), float32(l.X2), float32(l.Y2)
	row[4], row[5] = float32(l.Thickness), float32(l.Brightness)
}

// putNumbers writes numbers in single precision.
func putNumbers(dst []float32, values []float64) {
	for i, v := range values {
		dst[i] = float32(v)
	}
}

// putObjects writes the rows of object_poses. It expects zeros, len(dst) == objectRows*objectWidth.
func (e *element) putObjects(c samplerConfig, dst []float32) {
	if c.aligned() {
		for i, slot := range e.partSlots {
			e.putObject(c, dst, slot, e.objectOf[i])
		}
		return
	}
	for i, slot := range e.objectSlots {
		e.putObject(c, dst, slot, i)
	}
}

// putObject writes object i into a row.
func (e *element) putObject(c samplerConfig, dst []float32, slot, i int) {
	if !e.there(i) {
		return
	}
	p, width := &e.poses[i], c.objectWidth()
	row := dst[slot*width : (slot+1)*width]
	if c.list == nil {
		row[0], row[1] = float32(p.X), float32(p.Y)
		return
	}
	row[e.classes[i]] = 1
	values := p.Values()
	putNumbers(row[len(c.list.names):], values[:])
}

// squareSide is the side of all squares, in units of the plane.
const squareSide = 0.05

// draw paints an element over a black picture, len(dst) == width*height: parts in the order of their brightness with their flipped
// copies, which differ from them at some pixels along the edges, or squares. Without a picture it sorts alone.
func (e *element) draw(c samplerConfig, dst []uint8) {
	e.painted, e.paintedParts = e.painted[:0], e.paintedParts[:0]
	for i, l := range e.lines {
		if e.there(e.objectOf[i]) {
			e.painted = append(e.painted, l)
		}
	}
	byBrightness(e.painted)
	switch {
	case dst == nil:
	case c.list == nil:
		var squares []square
		for _, p := range e.poses {
			squares = append(squares, square{X: p.X, Y: p.Y, Length: squareSide, Thickness: 1, Brightness: 1, Fill: 1})
		}
		copy(dst, drawSquares(squares, c.width, c.height, c.upsample))
	case c.list.figures != nil:
		e.paintedParts = append(e.paintedParts, e.parts...)
		slices.SortStableFunc(e.paintedParts, func(a, b glyph.Part) int { return cmp.Compare(a.Brightness, b.Brightness) })
		drawPartsTo(dst, e.paintedParts, c.width, c.height, c.upsample)
	default:
		drawLinesTo(dst, e.painted, c.width, c.height, c.upsample)
	}
}

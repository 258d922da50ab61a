package syndacate

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"mereo/assets/glyph"
)

// sample is what is to be seen in an element.
func (in *inspected) sample(index int, e *inspectedElement) InspectedSample {
	s := InspectedSample{Index: index, Split: in.split(index), Width: in.width, Height: in.height, Panels: make([][]InspectedPanel, 1)}
	objects := in.objects(e)
	for _, o := range objects {
		if o.name != "" {
			s.Objects = append(s.Objects, o.name)
		}
	}
	if n := in.noise; n != nil {
		s.Noise, s.NoiseSays = fmt.Sprintf("noise %s %s", n.kind.name, noiseLevels[n.level]), n.says()
	}
	for _, f := range in.pictures(e, objects, shownFrames(max(in.frames, 1))) {
		if f.clean && in.frames > 0 && len(s.Panels) == 1 {
			s.Panels = append(s.Panels, nil)
		}
		f.Picture = slices.Clone(f.Picture) // lets go of the others
		s.False = s.False || slices.ContainsFunc(f.Targets, func(m Mark) bool { return m.Object < 0 })
		row := &s.Panels[len(s.Panels)-1]
		*row = append(*row, f.InspectedPanel)
	}
	if e.depth != nil && e.mask != nil {
		picture, title := depthPicture(e.depth)
		s.Panels[0] = append(s.Panels[0], InspectedPanel{Title: title, Picture: picture},
			InspectedPanel{Title: "object_mask", Picture: e.mask, Numbered: true})
	}
	if in.predicted != nil {
		in.predict(&s, in.predictedFirst+index-in.first)
	}
	return s
}

// shownFrame is a picture of an element with its marks.
type shownFrame struct {
	InspectedPanel
	film   string  // that it is a frame of
	time   float64 // seconds
	clean  bool    // without the noise
	number int     // of the frame in its film; 0 for a picture of its own
}

// says is what the noise does.
func (s *noiseSource) says() string { return fmt.Sprintf(s.kind.says, s.kind.levels[s.level]) }

// withoutNoise ends the names of what noise has not damaged.
const withoutNoise = ", without noise"

// pictures are those of some frames, or the only one, with their marks, and then the same without noise where that is seen.
func (in *inspected) pictures(e *inspectedElement, objects []inspectedObject, numbers []int) (out []shownFrame) {
	sets, suffixes := []*inspectedSet{&e.seen}, []string{"", withoutNoise}
	if in.noise != nil && (in.noise.kind.changesImages || in.noise.kind.changesParts) {
		sets = append(sets, e.clean)
	}
	for k, set := range sets {
		if set.pictures == nil {
			continue
		}
		for _, n := range numbers {
			f := shownFrame{clean: k > 0, number: n}
			f.Title, f.Picture = "picture"+suffixes[k], tiled(set.pictures, n, in.width*in.height)
			if in.frames > 0 {
				f.Title, f.film, f.time = fmt.Sprintf("frame %d", n)+suffixes[k], "film"+suffixes[k], float64(n)*filmInterval
			}
			f.Targets = in.targets(e, set, objects, n)
			out = append(out, f)
		}
	}
	return out
}

// inspectedObject is an object of an element.
type inspectedObject struct {
	row, cleanRow int    // of object_poses
	class         string // empty for squares
	name          string // the class, and what it was before noise changed it
}

// objects finds the rows that are padding in no frame, or not in all; of several that are equal, which are of one object, the
// first.
func (in *inspected) objects(e *inspectedElement) (out []inspectedObject) {
	clean := &e.seen
	if e.clean != nil {
		clean = e.clean
	}
	cleanRows := takenRows(clean.objects)
	for _, r := range takenRows(e.seen.objects) {
		o := inspectedObject{row: r, cleanRow: r}
		row := firstRow(e.seen.objects, r)
		if in.about.parts == nil {
			out = append(out, o)
			continue
		}
		o.class = in.class(row)
		o.name = o.class
		classes := len(in.about.Classes)
		for _, c := range cleanRows {
			if was := firstRow(clean.objects, c); slices.Equal(row[classes:], was[classes:]) {
				o.cleanRow = c
				if name := in.class(was); name != o.name {
					o.name += " (was " + name + ")"
				}
				break
			}
		}
		out = append(out, o)
	}
	return out
}

// class is the class of a row of object_poses.
func (in *inspected) class(row []float32) string {
	return in.about.Classes[bestClass(row[:len(in.about.Classes)])]
}

// takenRows are the rows that are not padding in all sets, without those that are like an earlier one in all sets.
func takenRows(b Batch) (rows []int) {
	like := func(r, q int) bool {
		for set := range b.N {
			if !slices.Equal(b.row(set, r), b.row(set, q)) {
				return false
			}
		}
		return true
	}
	for r := range b.Rows {
		if !zeroRow(firstRow(b, r)) && !slices.ContainsFunc(rows, func(q int) bool { return like(r, q) }) {
			rows = append(rows, r)
		}
	}
	return rows
}

// firstRow is a row in the first set where it is not padding, or else in the first.
func firstRow(b Batch, r int) []float32 {
	for set := range b.N {
		if row := b.row(set, r); !zeroRow(row) {
			return row
		}
	}
	return b.row(0, r)
}

// shownFrames are frames of a film in steps as equal as can be, the first and the last among them.
func shownFrames(frames int) []int {
	shown := make([]int, min(frames, inspectFrames))
	for k := range shown {
		if k > 0 {
			shown[k] = (2*k*(frames-1) + len(shown) - 1) / (2 * (len(shown) - 1)) // to the nearest
		}
	}
	return shown
}

// depthPicture is white at the smallest depth and gets darker up to the largest; where nothing is it is black.
func depthPicture(depth []float32) (picture []uint8, title string) {
	const darkest = 64
	near, far := float32(math.Inf(1)), float32(0)
	for _, d := range depth {
		if d > 0 {
			near, far = min(near, d), max(far, d)
		}
	}
	picture = make([]uint8, len(depth))
	if far == 0 {
		return picture, "depth: nothing"
	}
	for i, d := range depth {
		if d > 0 {
			picture[i] = uint8(math.Round(255 - (255-darkest)*float64(d-near)/max(float64(far-near), 1e-6)))
		}
	}
	return picture, fmt.Sprintf("depth %.2f (white) to %.2f", near, far)
}

// targets are the lines of a frame, or the objects if the task is about them or if there are no lines, in the order of
// painting: what is brighter, or of strokes in space nearer, comes later.
func (in *inspected) targets(e *inspectedElement, set *inspectedSet, objects []inspectedObject, frame int) (marks []Mark) {
	defer func() {
		if in.about.partWidth() != solidPartWidth {
			slices.SortStableFunc(marks, func(a, b Mark) int { return cmp.Compare(a.Alpha, b.Alpha) })
		}
	}()
	clean := set
	if e.clean != nil {
		clean = e.clean
	}
	lines := set.parts.N > 0 && !in.showsObjects()
	outlines := make([][][]float64, len(objects)) // rows of parts of each object
	for k, o := range objects {
		// Lines belong to objects as these were: their shapes may be others with noise.
		row := clean.objects.row(frame, o.cleanRow)
		if !lines && set == &e.seen {
			row = set.objects.row(frame, o.row)
		}
		switch classes := len(in.about.Classes); {
		case zeroRow(row):
		case in.about.parts == nil:
			marks = append(marks, in.marks(squareStrokes(row, decodeTarget), k)...)
		default:
			outlines[k] = in.about.parts(int(bestClass(row[:classes])), row[classes:])
			for _, part := range outlines[k] {
				if !lines {
					marks = append(marks, in.marks(rowStrokes(part, decodeTarget, e.camera, in.width, in.height), k)...)
				}
			}
		}
	}
	if !lines {
		return marks
	}
	for _, r := range in.paintedRows(set.parts, frame, e.camera) {
		marks = append(marks, in.partMarks(e, set.parts.row(frame, r), outlines, frame, r)...)
	}
	return marks
}

// paintedRows are the rows of parts of a frame without padding, of strokes in space those behind first.
func (in *inspected) paintedRows(parts Batch, frame int, camera []float32) (rows []int) {
	for r := range parts.Rows {
		if !zeroRow(parts.row(frame, r)) {
			rows = append(rows, r)
		}
	}
	if in.about.partWidth() == solidPartWidth {
		depth := func(r int) float64 {
			var v [solidPartWidth]float64
			widen(v[:], parts.row(frame, r))
			return solidDepth(middleOf(v[:]), camera)
		}
		slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(depth(b), depth(a)) })
	}
	return rows
}

// partMarks are the marks of a row of part_poses, or as much of it as the task has, with the object that has the nearest part.
func (in *inspected) partMarks(e *inspectedElement, stored []float32, outlines [][][]float64, frame, r int) (marks []Mark) {
	row := make([]float64, len(stored))
	widen(row, stored)
	object, least := -1, math.Inf(1)
	for o, outline := range outlines {
		for _, part := range outline {
			if d := rowDistance(row, part); d < least {
				object, least = o, d
			}
		}
	}
	if in.noise != nil && in.noise.kind.addsRows && !hasRow(e.clean.parts, frame, stored) {
		object = -1
	}
	for _, s := range rowStrokes(row, decodeTarget, e.camera, in.width, in.height) {
		s.row = r
		if in.task != nil && (in.task.T == OneEndLoader || in.task.T == BothEndsLoader) {
			s.width = decodeTarget // thickness is no part of the target
		}
		if in.task != nil && in.task.T == OneEndLoader {
			s.x[1], s.y[1] = s.x[0], s.y[0]
		}
		marks = append(marks, in.marks([]stroke{s}, object)...)
	}
	return marks
}

// hasRow tells whether a set has a row.
func hasRow(b Batch, set int, row []float32) bool {
	for r := range b.Rows {
		if slices.Equal(b.row(set, r), row) {
			return true
		}
	}
	return false
}

// showsObjects tells whether objects are what the task is about.
func (in *inspected) showsObjects() bool {
	return in.task != nil && (in.task.T == ObjectLoader || in.task.T == SingleLoader)
}

// squareStrokes are the sides of a square.
func squareStrokes(center []float32, factor float64) (out []stroke) {
	const half = squareSide / 2
	x, y := float64(center[0]), float64(center[1])
	corners := [...][2]float64{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}}
	for k, a := range corners {
		b := corners[(k+1)%len(corners)]
		out = append(out, stroke{x: [2]float64{a[0], b[0]}, y: [2]float64{a[1], b[1]}, width: factor, alpha: 1})
	}
	return out
}

// marks are strokes in pixels.
func (in *inspected) marks(strokes []stroke, object int) (out []Mark) {
	width, height := float64(in.width), float64(in.height)
	for _, s := range strokes {
		from := imageCoordinates(glyph.Line{X1: s.x[0], Y1: s.y[0], X2: s.x[1], Y2: s.y[1]}, width, height)
		out = append(out, Mark{
			X: [2]float64{from[0], from[2]}, Y: [2]float64{from[1], from[3]},
			Width: s.width, Alpha: s.alpha, Object: object, Row: s.row, Class: s.class,
		})
	}
	return out
}

// predict adds what is predicted of an element.
func (in *inspected) predict(s *InspectedSample, element int) {
	rows := in.predicted.rows
	switch {
	case in.predicted.labels != nil:
		s.Classified = in.task.classes[in.predicted.labels[element]]
		return
	case in.task.Loss == LossCrossEntropy:
		s.Classified = in.task.classes[bestClass(rows.row(element, 0))]
		return
	}
	squares := in.task.sampler.sampler == squaresSampler
	if squares || in.task.T == OneEndLoader || in.task.T == BothEndsLoader {
		for r := range rows.Rows {
			row := rows.row(element, r)
			strokes := []stroke{plainStroke(row)}
			if squares {
				strokes = squareStrokes(row, decodePrediction)
			}
			if !nearZero(row) {
				s.Predicted = append(s.Predicted, in.marks(strokes, -1)...)
			}
		}
		return
	}
	about, factor := in.about, decodePrediction
	switch {
	case in.task.T == PartLoader:
		about.Classes = nil
	case in.task.sampler.sampler == wordsSampler:
		factor = decodeWords
	}
	s.Predicted = in.marks(decodeRows(rows, element, &about, decodeThreshold, factor), -1)
}

// nearZero tells whether a row without brightness is predicted to be padding.
func nearZero(row []float32) bool {
	return !slices.ContainsFunc(row, func(v float32) bool { return v < -decodeThreshold || v > decodeThreshold })
}

// plainStroke is a line of which only one end, or both, are predicted.
func plainStroke(row []float32) stroke {
	end := row[len(row)-2:]
	return stroke{
		x: [2]float64{float64(row[0]), float64(end[0])}, y: [2]float64{float64(row[1]), float64(end[1])},
		width: decodePrediction, alpha: 1,
	}
}

package syndacate

import "context"

// The keys of files of strokes in space, beside those of flat ones.
const (
	keyDepth  = "depth"
	keyMask   = "object_mask"
	keyCamera = "camera"
)

// solidSource makes strokes in space. Element i draws from the stream modeStream(seed, solidRandom, i).
type solidSource struct {
	options SolidOptions
	classes []string
}

// openSolidSource opens a stem that SolidStem makes.
func openSolidSource(stem string) (source, error) {
	o, err := solidOptionsOf(stem)
	if err != nil {
		return nil, err
	}
	return &solidSource{o, o.config().classes()}, nil
}

func (s *solidSource) columns() []column {
	o := s.options
	return []column{
		{key: keyImages, empty: uint8(0), shape: []int{1, o.Height, o.Width}},
		{key: keyParts, empty: float32(0), shape: []int{o.partRows(), solidPartWidth}},
		{key: keyObjects, empty: float32(0), shape: []int{o.config().objectRows(), len(s.classes) + solidPoseWidth}},
		{key: keyDepth, empty: float32(0), shape: []int{1, o.Height, o.Width}},
		{key: keyMask, empty: uint8(0), shape: []int{1, o.Height, o.Width}},
		{key: keyCamera, empty: float32(0), shape: []int{16}},
	}
}

// fill draws each element from its own stream. Depth and masks are labels, so they are there without pictures, too.
func (s *solidSource) fill(ctx context.Context, t *table, first int) error {
	painter := solidPainters.Get().(*solidPainter)
	defer solidPainters.Put(painter)
	var e solidElement
	return t.each(ctx, func(i int) error {
		e.draw(s.options, modeStream(s.options.Seed, solidRandom, first+i))
		e.put(row[float32](t, keyParts, i), row[float32](t, keyObjects, i), len(s.classes))
		cam := solidCamera(orbitDirection(e.azimuth, e.elevation), s.options.Width, s.options.Height)
		matrix := clipFromWorld(&cam)
		putNumbers(row[float32](t, keyCamera, i), matrix[:])
		solidLabels(row[float32](t, keyDepth, i), row[uint8](t, keyMask, i), &cam, e.strokes, e.maskNumbers())
		if picture := row[uint8](t, keyImages, i); picture != nil {
			painter.load(&cam, e.strokes)
			painter.image(picture)
		}
		return nil
	})
}

// about says what is in the file.
func (s *solidSource) about() sidecarSource {
	return sidecarSource{
		Sampler: s.options, Classes: s.classes, PartPose: solidPartNames, Pose: solidPoseNames,
		Notes: []string{"test elements come first", "the centre of an object is at (x, y) (1 - scale) and z",
			"rows of zeros are padding; they lie among the others",
			"a stroke is 0.02 thickness wide and deep", "depth is along the axis of the camera, 0 where nothing is",
			"object_mask numbers the objects in the order of their rows, from 1",
			"camera is the matrix clip from world, row by row, as OpenGL has it"},
		shapes: s.options.config().shapes(), parts: s.inspectParts,
	}
}

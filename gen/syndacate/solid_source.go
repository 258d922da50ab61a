package syndacate

import (
	"context"

	"mereo/gen/write/npz"
)

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

// elements draws each element from its own stream. Depth and masks are labels, so they are there without pictures, too.
func (s *solidSource) elements(ctx context.Context, first, n int, pictures bool) ([]npz.Array, error) {
	o := s.options
	pixels := o.Width * o.Height
	var images []uint8
	if pictures {
		images = make([]uint8, n*pixels)
	}
	partSize, objectSize := o.partRows()*solidPartWidth, o.objectRows()*s.objectWidth()
	parts, objects := make([]float32, n*partSize), make([]float32, n*objectSize)
	depth, mask := make([]float32, n*pixels), make([]uint8, n*pixels)
	cameras := make([]float32, 0, n*16)
	painter := solidPainters.Get().(*solidPainter)
	defer solidPainters.Put(painter)
	var e solidElement
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		e.draw(o, modeStream(o.Seed, solidRandom, first+i))
		e.putParts(tile(parts, i, partSize))
		e.putObjects(tile(objects, i, objectSize), len(s.classes))
		cam := solidCamera(orbitDirection(e.azimuth, e.elevation), o.Width, o.Height)
		for _, v := range clipFromWorld(&cam) {
			cameras = append(cameras, float32(v))
		}
		solidLabels(tile(depth, i, pixels), mask[i*pixels:(i+1)*pixels], &cam, e.strokes, e.maskNumbers())
		if pictures {
			painter.load(&cam, e.strokes)
			painter.image(images[i*pixels : (i+1)*pixels])
		}
	}
	var out []npz.Array
	if pictures {
		out = append(out, npz.Array{Key: keyImages, Shape: []int{n, 1, o.Height, o.Width}, Data: images})
	}
	return append(out,
		npz.Array{Key: keyParts, Shape: []int{n, o.partRows(), solidPartWidth}, Data: parts},
		npz.Array{Key: keyObjects, Shape: []int{n, o.objectRows(), s.objectWidth()}, Data: objects},
		npz.Array{Key: keyDepth, Shape: []int{n, 1, o.Height, o.Width}, Data: depth},
		npz.Array{Key: keyMask, Shape: []int{n, 1, o.Height, o.Width}, Data: mask},
		npz.Array{Key: keyCamera, Shape: []int{n, 16}, Data: cameras}), nil
}

// objectWidth is the number of values in a row of object_poses.
func (s *solidSource) objectWidth() int { return len(s.classes) + solidPoseWidth }

// about says what is in the file.
func (s *solidSource) about() sidecarSource {
	return sidecarSource{
		Sampler: s.options, Classes: s.classes, PartPose: solidPartNames, Pose: solidPoseNames,
		Notes: []string{"test elements come first", "the centre of an object is at (x, y) (1 - scale) and z",
			"rows of zeros are padding; they lie among the others",
			"a stroke is 0.02 thickness wide and deep", "depth is along the axis of the camera, 0 where nothing is",
			"object_mask numbers the objects in the order of their rows, from 1",
			"camera is the matrix clip from world, row by row, as OpenGL has it"},
	}
}

package syndacate

import (
	"cmp"
	"context"
	"slices"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
	"mereo/scenes/numpyrng"
)

// plusSource makes elements with more classes than the standard ones.
//
//	images        uint8 (N, 1, H, W)
//	part_poses    float32 (N, P, 6), as in standard files; (N, P, 16) where parts are of several kinds: one-hot kind (line, arc,
//	              disc, triangle, quadrilateral), then the values of that kind (glyph.PartKind.ValueNames) and zeros
//	object_poses  float32 (N, O, C + 8): one-hot class, pose
//
// P, O and the places of rows are those of standard files. The flipped copy of a part is the part told in the other
// direction; that of a disc is its equal.
//
// Classes that are made up draw from the stream 0 of their seed, element i from the stream 1+i of its seed.
type plusSource struct {
	options PlusOptions
	sizes   samplerConfig
	list    plusList
	classes []plusClass
}

// plusElement is an element. Of the standard one it has everything but lines.
type plusElement struct {
	element
	whole, parts, painted []glyph.Part
	values                []float64
}

func (s *plusSource) objectWidth() int { return len(s.classes) + len(glyph.PoseNames) }

func (s *plusSource) partWidth() int {
	if s.list.mixed {
		return glyph.PartKinds + glyph.MostPartValues
	}
	return partWidth
}

// stream is that of an element.
func (s *plusSource) stream(element int) *numpyrng.Generator {
	return modeStream(s.options.Seed, classRandom, 1+element)
}

// drawObjects draws how many objects an element has, their classes and poses.
func (s *plusSource) drawObjects(g *numpyrng.Generator, e *plusElement) {
	n := g.Integers(1, s.options.MaxObjects+1)
	e.classes = choose(g, e.classes[:0], len(s.classes), n, s.options.ObjectReplacement)
	e.poses = e.poses[:0]
	for range n {
		e.poses = append(e.poses, drawPose(g, s.list.ranges))
	}
}

// make makes an element.
func (s *plusSource) make(index int, e *plusElement) {
	g := s.stream(index)
	s.drawObjects(g, e)
	e.whole, e.owner = e.whole[:0], e.owner[:0]
	for i, class := range e.classes {
		e.whole = s.classes[class].figure.Append(e.whole, e.poses[i])
		for len(e.owner) < len(e.whole) {
			e.owner = append(e.owner, i)
		}
	}
	e.parts, e.objectOf = e.parts[:0], e.objectOf[:0]
	if most := s.sizes.parts(); len(e.whole) > most {
		e.subset = choose(g, e.subset[:0], len(e.whole), most, false)
		for _, i := range e.subset {
			e.parts, e.objectOf = append(e.parts, e.whole[i]), append(e.objectOf, e.owner[i])
		}
	} else {
		e.parts, e.objectOf = append(e.parts, e.whole...), append(e.objectOf, e.owner...)
	}
	if s.options.FlipParts {
		for i := range e.parts {
			e.parts, e.objectOf = append(e.parts, e.parts[i].Flipped()), append(e.objectOf, e.objectOf[i])
		}
	}
	e.partSlots = choose(g, e.partSlots[:0], s.sizes.partRows(), len(e.parts), false)
	if !s.sizes.aligned() {
		e.objectSlots = choose(g, e.objectSlots[:0], s.sizes.objectRows(), len(e.poses), false)
	}
}

// elements makes the elements first to first+n-1.
func (s *plusSource) elements(ctx context.Context, first, n int, pictures bool) ([]npz.Array, error) {
	o := &s.options
	partRows, objectRows, partWidth, objectWidth := s.sizes.partRows(), s.sizes.objectRows(), s.partWidth(), s.objectWidth()
	parts, objects := make([]float32, n*partRows*partWidth), make([]float32, n*objectRows*objectWidth)
	var images []uint8
	if pictures {
		images = make([]uint8, n*o.Width*o.Height)
	}
	var e plusElement
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.make(first+i, &e)
		s.putParts(parts[i*partRows*partWidth:], &e)
		s.putObjects(objects[i*objectRows*objectWidth:], &e)
		if pictures {
			e.painted = append(e.painted[:0], e.parts...)
			slices.SortStableFunc(e.painted, func(a, b glyph.Part) int { return cmp.Compare(a.Brightness, b.Brightness) })
			drawPartsTo(images[i*o.Width*o.Height:][:o.Width*o.Height], e.painted, o.Width, o.Height, o.Upsample)
		}
	}
	var arrays []npz.Array
	if pictures {
		arrays = append(arrays, npz.Array{Key: keyImages, Shape: []int{n, 1, o.Height, o.Width}, Data: images})
	}
	return append(arrays,
		npz.Array{Key: keyParts, Shape: []int{n, partRows, partWidth}, Data: parts},
		npz.Array{Key: keyObjects, Shape: []int{n, objectRows, objectWidth}, Data: objects}), nil
}

// putParts writes the rows of part_poses of an element. It expects zeros.
func (s *plusSource) putParts(dst []float32, e *plusElement) {
	width := s.partWidth()
	for i, slot := range e.partSlots {
		row := dst[slot*width : (slot+1)*width]
		p := &e.parts[i]
		if s.list.mixed {
			row[p.Kind] = 1
			row = row[glyph.PartKinds:]
		}
		e.values = p.AppendValues(e.values[:0])
		for j, v := range e.values {
			row[j] = float32(v)
		}
	}
}

// putObjects writes the rows of object_poses of an element. It expects zeros.
func (s *plusSource) putObjects(dst []float32, e *plusElement) {
	width := s.objectWidth()
	put := func(slot, object int) {
		row := dst[slot*width : (slot+1)*width]
		row[e.classes[object]] = 1
		for j, v := range e.poses[object].Values() {
			row[len(s.classes)+j] = float32(v)
		}
	}
	if s.sizes.aligned() {
		for i, slot := range e.partSlots {
			put(slot, e.objectOf[i])
		}
		return
	}
	for i, slot := range e.objectSlots {
		put(slot, i)
	}
}

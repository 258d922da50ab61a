package syndacate

import (
	"context"
	"fmt"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
	"mereo/scenes/numpyrng"
)

// Files of shifted elements, syndacateood_SPLIT_..., have test elements whose objects follow another rule than those of the
// training elements behind them. As many elements that follow the training rule lie beside the test elements, under the same
// keys after test_iid_: how much worse a model is on the shifted ones is told by the two metrics and their difference.
//
// Elements are drawn as the published samplers draw them, until the rule of the split holds. It holds for poses as they are
// in the file, in single precision, so that whoever reads it can tell.
//
//	images, test_iid_images              uint8   (N, 1, H, W), (T, 1, H, W)
//	part_poses, test_iid_part_poses      float32 (N, P, 6), (T, P, 6); none with words
//	object_poses, test_iid_object_poses  float32 (N, O, C+8), (T, O, C+8); C is 10, 13 for words-compose
//
// Element i draws from the stream modeStream(seed, shiftRandom, i): itself, then its neighbor from the training distribution
// if i < T.

// testPrefix begins the keys of test elements that follow the training rule.
const testPrefix = "test_iid_"

// mostShiftTries is how often an element is drawn before its rule counts as one that cannot be met.
const mostShiftTries = 10_000

// shiftSource makes shifted elements.
type shiftSource struct {
	split        *shiftSplit
	config       samplerConfig
	classes      []string
	shapes       []glyph.Shape
	testElements int
}

// openShiftSource opens the source of a stem that ShiftStem makes.
func openShiftSource(stem string) (source, error) {
	split, config, testElements, err := parseShiftStem(stem)
	if err != nil {
		return nil, err
	}
	return &shiftSource{
		split: split, config: config, classes: split.classes(), shapes: split.shapes(), testElements: testElements,
	}, nil
}

// elements draws each element from its own stream.
func (s *shiftSource) elements(ctx context.Context, first, n int, pictures bool) ([]npz.Array, error) {
	c := s.config
	shifted := newShiftRows(s, n, pictures)
	iid := newShiftRows(s, min(max(s.testElements-first, 0), n), pictures)
	err := s.each(ctx, first, n, func(i int, fromTraining bool, e *element) {
		if fromTraining {
			iid.put(s, i, e)
		} else {
			shifted.put(s, i, e)
		}
	})
	if err != nil {
		return nil, err
	}
	return append(shifted.arrays(c, ""), iid.arrays(c, testPrefix)...), nil
}

// each hands over every element from first to first+n-1 by its distance from first, and then, where it has one, its
// neighbor from the training distribution, for which iid is true. The element is that of the call alone.
func (s *shiftSource) each(ctx context.Context, first, n int, do func(i int, iid bool, e *element)) error {
	var d shiftDraw
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		d.sampler = sampler{config: s.config, generator: *modeStream(uint32(s.config.seed), shiftRandom, first+i)}
		test := first+i < s.testElements
		rule := &s.split.train
		if test {
			rule = &s.split.test
		}
		if err := d.next(s, rule); err != nil {
			return fmt.Errorf("syndacate: split %s: element %d: %w", s.split.name, first+i, err)
		}
		do(i, false, &d.element)
		if !test {
			continue
		}
		if err := d.next(s, &s.split.train); err != nil {
			return fmt.Errorf("syndacate: split %s: %s of element %d: %w", s.split.name, testPrefix, first+i, err)
		}
		do(i, true, &d.element)
	}
	return nil
}

// shiftDraw draws elements from one stream.
type shiftDraw struct {
	sampler sampler
	element element
	stored  []glyph.Pose // those of the element as files have them
}

// next draws until the rule holds, and makes the lines.
func (d *shiftDraw) next(s *shiftSource, rule *shiftRule) error {
	e := &d.element
	for range mostShiftTries {
		d.draw(s, rule)
		d.stored = appendStoredPoses(d.stored[:0], e.poses)
		if !rule.holds(s, e.classes, d.stored) {
			continue
		}
		if rule.drop {
			dropLine(s, &d.sampler.generator, e)
		}
		s.build(e)
		return nil
	}
	return fmt.Errorf("none of %d draws has %s", mostShiftTries, rule.says)
}

// draw makes all decisions about an element but the line that is left out. Words have a list of classes of their own, so that
// they are drawn here, in the same order as the sampler's.
func (d *shiftDraw) draw(s *shiftSource, rule *shiftRule) {
	e, g := &d.element, &d.sampler.generator
	if s.split.sampler == wordsSampler {
		n := g.Integers(1, s.config.maxObjects+1)
		e.classes, e.poses = choose(g, e.classes[:0], len(s.classes), n, true), e.poses[:0]
		for range n {
			e.poses = append(e.poses, drawPose(g, &wordRanges))
		}
		e.objectSlots = choose(g, e.objectSlots[:0], s.config.objectRows(), n, false)
	} else {
		d.sampler.draw(e)
	}
	if rule.wide {
		for i := range e.poses {
			e.poses[i].Rotation = float64(e.poses[i].Rotation * wideTurn)
		}
	}
}

// appendStoredPoses appends poses rounded to what files have.
func appendStoredPoses(dst, poses []glyph.Pose) []glyph.Pose {
	for _, p := range poses {
		f := func(v float64) float64 { return float64(float32(v)) }
		dst = append(dst, glyph.Pose{Wideness: f(p.Wideness), Italic: f(p.Italic), Rotation: f(p.Rotation), Scale: f(p.Scale),
			X: f(p.X), Y: f(p.Y), Thickness: f(p.Thickness), Brightness: f(p.Brightness)})
	}
	return dst
}

// dropLine leaves out one of the lines of the objects that have several, and its flipped copy. Their rows stay zero.
func dropLine(s *shiftSource, g *numpyrng.Generator, e *element) {
	var candidates []int
	all := 0
	for _, class := range e.classes {
		n := s.shapes[class].Len()
		for k := range n {
			if n > 1 {
				candidates = append(candidates, all+k)
			}
		}
		all += n
	}
	dropped := candidates[g.Integers(0, len(candidates))]
	kept := e.partSlots[:0]
	for i, slot := range e.partSlots {
		if i%all != dropped {
			kept = append(kept, slot)
		}
	}
	e.partSlots = kept
	for i := range all {
		if i != dropped {
			e.subset = append(e.subset, i)
		}
	}
}

// build makes the lines of an element.
func (s *shiftSource) build(e *element) {
	if s.split.sampler != wordsSampler {
		e.build(s.config)
		return
	}
	e.lines, e.objectOf = e.lines[:0], e.objectOf[:0]
	for i, class := range e.classes {
		e.lines = s.shapes[class].Append(e.lines, e.poses[i])
		for len(e.objectOf) < len(e.lines) {
			e.objectOf = append(e.objectOf, i)
		}
	}
}

// width is the number of values in a row of object_poses.
func (s *shiftSource) width() int { return len(s.classes) + len(glyph.PoseNames) }

// shiftRows are arrays of elements.
type shiftRows struct {
	n              int
	images         []uint8
	parts, objects []float32
	partSize       int // numbers of an element
	objectWidth    int
}

func newShiftRows(s *shiftSource, n int, pictures bool) *shiftRows {
	c := s.config
	r := &shiftRows{n: n, objectWidth: s.width()}
	if pictures {
		r.images = make([]uint8, n*c.width*c.height)
	}
	if c.parts() > 0 {
		r.partSize = c.partRows() * partWidth
	}
	r.parts, r.objects = make([]float32, n*r.partSize), make([]float32, n*c.objectRows()*r.objectWidth)
	return r
}

// put writes element i.
func (r *shiftRows) put(s *shiftSource, i int, e *element) {
	c := s.config
	if size := c.width * c.height; r.images != nil {
		drawElementTo(r.images[i*size:][:size], c, e)
	}
	size := c.objectRows() * r.objectWidth
	objects := r.objects[i*size:][:size]
	if s.split.sampler == wordsSampler {
		for k, slot := range e.objectSlots {
			row := objects[slot*r.objectWidth:][:r.objectWidth]
			row[e.classes[k]] = 1
			for j, v := range e.poses[k].Values() {
				row[len(s.classes)+j] = float32(v)
			}
		}
		return
	}
	e.putParts(r.parts[i*r.partSize:][:r.partSize])
	e.putObjects(c, objects)
}

// arrays are the arrays, with a prefix before their keys.
func (r *shiftRows) arrays(c samplerConfig, prefix string) (out []npz.Array) {
	if r.images != nil {
		out = append(out, npz.Array{Key: prefix + keyImages, Shape: []int{r.n, 1, c.height, c.width}, Data: r.images})
	}
	if r.partSize > 0 {
		out = append(out, npz.Array{Key: prefix + keyParts, Shape: []int{r.n, c.partRows(), partWidth}, Data: r.parts})
	}
	return append(out, npz.Array{Key: prefix + keyObjects, Shape: []int{r.n, c.objectRows(), r.objectWidth}, Data: r.objects})
}

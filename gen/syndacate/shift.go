package syndacate

import (
	"context"
	"fmt"

	"mereo/assets/glyph"
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
	testElements int
}

func (s *shiftSource) columns() []column {
	iid := s.config.columns(testPrefix)
	for i := range iid {
		iid[i].upTo = s.testElements
	}
	return append(s.config.columns(""), iid...)
}

// fill draws each element from its own stream, and then, where it has one, its neighbor from the training distribution.
func (s *shiftSource) fill(ctx context.Context, t *table, first int) error {
	var d shiftDraw
	return t.each(ctx, func(i int) error {
		d.sampler = sampler{config: s.config, generator: *modeStream(uint32(s.config.seed), shiftRandom, first+i)}
		test := first+i < s.testElements
		rule := &s.split.train
		if test {
			rule = &s.split.test
		}
		if err := d.next(s, rule); err != nil {
			return fmt.Errorf("syndacate: split %s: element %d: %w", s.split.name, first+i, err)
		}
		d.element.put(s.config, t, "", i)
		if !test {
			return nil
		}
		if err := d.next(s, &s.split.train); err != nil {
			return fmt.Errorf("syndacate: split %s: %s of element %d: %w", s.split.name, testPrefix, first+i, err)
		}
		d.element.put(s.config, t, testPrefix, i)
		return nil
	})
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
		d.sampler.draw(e)
		if rule.wide {
			for i := range e.poses {
				e.poses[i].Rotation = float64(e.poses[i].Rotation * wideTurn)
			}
		}
		d.stored = appendStoredPoses(d.stored[:0], e.poses)
		if !rule.holds(s, e.classes, d.stored) {
			continue
		}
		if rule.drop {
			dropLine(s, &d.sampler.generator, e)
		}
		e.build(s.config)
		return nil
	}
	return fmt.Errorf("none of %d draws has %s", mostShiftTries, rule.says)
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
		n := s.config.list.len(class)
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

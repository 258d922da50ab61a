package syndacate

import "context"

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
	config  samplerConfig
}

// stream is that of an element.
func (s *plusSource) stream(element int) *sampler {
	return &sampler{config: s.config, generator: *modeStream(s.options.Seed, classRandom, 1+element)}
}

func (s *plusSource) columns() []column { return s.config.columns("") }

// fill draws each element from its own stream.
func (s *plusSource) fill(ctx context.Context, t *table, first int) error {
	var e element
	return t.each(ctx, func(i int) error {
		s.stream(first + i).next(&e)
		e.put(s.config, t, "", i)
		return nil
	})
}

package syndacate

import (
	"context"

	"mereo/assets/glyph"
)

// standardSource makes the elements of the published samplers.
type standardSource struct {
	config samplerConfig
	starts *streamStarts
}

func openStandardSource(stem string) (source, error) {
	config, err := parseStem(stem)
	if err != nil {
		return nil, err
	}
	starts, err := newStreamStarts(config, shardElements)
	if err != nil {
		return nil, err
	}
	return &standardSource{config, starts}, nil
}

func (s *standardSource) columns() []column { return s.config.columns("") }

// fill goes on with the stream from the start of the shard.
func (s *standardSource) fill(ctx context.Context, t *table, first int) error {
	at := s.starts.samplerAt(first)
	var e element
	return t.each(ctx, func(i int) error {
		at.next(&e)
		e.put(s.config, t, "", i)
		return nil
	})
}

func (s *standardSource) about() sidecarSource {
	c := s.config
	out := sidecarSource{
		Sampler: samplerArguments(c), Classes: c.classes(), Pose: glyph.PoseNames[:],
		Notes: []string{"test elements come first", "the centre of an object is at (x, y) (1 - scale)",
			"rows of zeros are padding; they lie among the others"},
		shapes: c.shapes(), parts: inspectLines(c.shapes()),
	}
	if c.parts() > 0 {
		out.PartPose = linePoseNames
	}
	if c.sampler == squaresSampler {
		out.Pose, out.Notes = []string{"x", "y"}, out.Notes[:1:1]
	}
	return out
}

// linePoseNames are the columns of part_poses.
var linePoseNames = []string{"x1", "y1", "x2", "y2", "thickness", "brightness"}

// samplerArguments are the arguments of a sampler by their published names.
func samplerArguments(c samplerConfig) map[string]any {
	out := map[string]any{
		"sampler": c.sampler, "seed": c.seed, "max_num_objects": c.maxObjects, "width": c.width, "height": c.height,
		"upsample_ratio": c.upsample,
	}
	if c.sampler == syndacateSampler {
		out["max_num_parts"], out["flip_parts"] = c.parts(), c.flipParts
		out["object_replacement"], out["align_sets"] = c.objectReplacement, c.alignSets
	}
	return out
}

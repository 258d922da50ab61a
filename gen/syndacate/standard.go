package syndacate

import (
	"context"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
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

// elements goes on with the stream from the start of the shard.
func (s *standardSource) elements(ctx context.Context, first, n int, pictures bool) ([]npz.Array, error) {
	c := s.config
	at := s.starts.samplerAt(first)
	images := make([]uint8, 0, n*c.width*c.height)
	partSize, objectSize := c.partRows()*partWidth, c.objectRows()*c.objectWidth()
	parts, objects := make([]float32, n*partSize), make([]float32, n*objectSize)
	var e element
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at.next(&e)
		e.putParts(parts[i*partSize:][:partSize])
		e.putObjects(c, objects[i*objectSize:][:objectSize])
		if pictures {
			images = append(images, drawElement(c, &e)...)
		}
	}
	var out []npz.Array
	if pictures {
		out = append(out, npz.Array{Key: keyImages, Shape: []int{n, 1, c.height, c.width}, Data: images})
	}
	if partSize > 0 {
		out = append(out, npz.Array{Key: keyParts, Shape: []int{n, c.partRows(), partWidth}, Data: parts})
	}
	return append(out, npz.Array{Key: keyObjects, Shape: []int{n, c.objectRows(), c.objectWidth()}, Data: objects}), nil
}

// tile is part i of numbers that come size at a time.
func tile(numbers []float32, i, size int) []float32 { return numbers[i*size : (i+1)*size] }

func (s *standardSource) about() sidecarSource {
	c := s.config
	out := sidecarSource{
		Sampler: samplerArguments(c), Classes: c.classes(), Pose: glyph.PoseNames[:],
		Notes: []string{"test elements come first", "the centre of an object is at (x, y) (1 - scale)",
			"rows of zeros are padding; they lie among the others"},
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

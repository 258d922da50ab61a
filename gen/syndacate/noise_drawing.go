package syndacate

import (
	"context"
	"slices"

	"mereo/assets/glyph"
)

// drawnSource is a source whose pictures are painted lines, one picture an element. Noise that changes a picture before it is
// reduced needs it; lines made again from part_poses would be those of single precision.
type drawnSource interface {
	source
	// drawings are the lines of the pictures of the elements first to first+n-1 in the order of painting: by the key of the
	// array of pictures, one list for each of its rows. Where pictures are not made of lines it is empty.
	drawings(ctx context.Context, first, n int) (map[string][][]glyph.Line, error)
	// canvasSize is the size of the pictures in pixels, and how much larger they are painted.
	canvasSize() (width, height, upsample int)
}

// drawings goes on with the stream from the start of the shard.
func (s *standardSource) drawings(ctx context.Context, first, n int) (map[string][][]glyph.Line, error) {
	if s.config.sampler == squaresSampler {
		return nil, nil
	}
	at := s.starts.samplerAt(first)
	lists := make([][]glyph.Line, n)
	var e element
	for i := range lists {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at.next(&e)
		lists[i] = paintedLines(&e)
	}
	return map[string][][]glyph.Line{keyImages: lists}, nil
}

func (s *standardSource) canvasSize() (width, height, upsample int) {
	return s.config.width, s.config.height, s.config.upsample
}

// drawings draws each element from its own stream.
func (s *shiftSource) drawings(ctx context.Context, first, n int) (map[string][][]glyph.Line, error) {
	out := map[string][][]glyph.Line{}
	err := s.each(ctx, first, n, func(_ int, fromTraining bool, e *element) {
		key := keyImages
		if fromTraining {
			key = testPrefix + keyImages
		}
		out[key] = append(out[key], paintedLines(e))
	})
	return out, err
}

func (s *shiftSource) canvasSize() (width, height, upsample int) {
	return s.config.width, s.config.height, s.config.upsample
}

// paintedLines are an element's lines in the order of painting.
func paintedLines(e *element) []glyph.Line {
	lines := slices.Clone(e.lines)
	byBrightness(lines)
	return lines
}

package syndacate

import (
	"context"
	"fmt"
	"slices"

	"mereo/gen"
	"mereo/gen/write"
	"mereo/gen/write/npz"
	"mereo/internal/phase"
)

// maker makes shards.
type maker struct {
	source source
	job    gen.Job
}

// Renderer is the same everywhere: pictures are painted on the processor.
func (m *maker) Renderer() string {
	if !m.job.Pictures {
		return ""
	}
	return "mereo, on the processor"
}

// Close has nothing to give back.
func (*maker) Close() error { return nil }

// Make makes a shard and its contact sheet.
func (m *maker) Make(ctx context.Context, index int) (*gen.Item, error) {
	sampling := phase.Begin(phase.Sampling)
	arrays, err := elements(ctx, m.source, index, shardElements, m.job.Pictures)
	sampling.End()
	if err != nil {
		return nil, fmt.Errorf("syndacate: %s/%d: %w", m.job.Split, index, err)
	}
	item := m.item(index, arrays)
	add := func(f write.File, err error) error {
		if err != nil {
			return fmt.Errorf("syndacate: %s/%d: %w", m.job.Split, index, err)
		}
		item.Files = append(item.Files, f)
		return nil
	}
	if s := sheetOf(arrays); s != nil {
		if err := add(write.Gray(m.job.Root, sheetPath(m.job.Split, index), s.width, s.height, s.pix)); err != nil {
			return nil, err
		}
	}
	// The shard comes last, so that it means, on disk, that all else is there.
	if err := add(npz.Write(m.job.Root, shardPath(m.job.Split, index), arrays)); err != nil {
		return nil, err
	}
	return item, nil
}

// item is what the block's file says of a shard, but for its files.
func (m *maker) item(index int, arrays []npz.Array) *gen.Item {
	return &gen.Item{Index: index, Tally: tallyOf(m.source, arrays)}
}

// The keys of files.
const (
	keyImages  = "images"
	keyParts   = "part_poses"
	keyObjects = "object_poses"
	keyCount   = "n"
)

// sheet is a picture of many pictures.
type sheet struct {
	width, height int
	pix           []uint8
}

const (
	sheetAcross = 10
	sheetGap    = 2  // pixels
	sheetGray   = 60 // of gaps
)

// sheetOf shows the pictures of a shard; nil where it has none.
func sheetOf(arrays []npz.Array) *sheet {
	if i := slices.IndexFunc(arrays, func(a npz.Array) bool { return a.Key == keyImages }); i >= 0 {
		return newSheet(arrays[i])
	}
	return nil
}

// newSheet shows the pictures of a shard, ten to a row; of films the first ten, a row each, with ten frames.
func newSheet(images npz.Array) *sheet {
	shape, data := images.Shape, images.Data.([]uint8)
	h, w := shape[len(shape)-2], shape[len(shape)-1]
	frames := 1
	if len(shape) == 5 {
		frames = shape[1]
	}
	var shown []int // places of pictures in data
	if frames == 1 {
		for i := range shape[0] {
			shown = append(shown, i)
		}
	} else {
		for i := range min(shape[0], sheetAcross) {
			for k := range sheetAcross {
				shown = append(shown, i*frames+k*(frames-1)/(sheetAcross-1))
			}
		}
	}
	rows := (len(shown) + sheetAcross - 1) / sheetAcross
	s := &sheet{width: sheetAcross*(w+sheetGap) + sheetGap, height: rows*(h+sheetGap) + sheetGap}
	s.pix = make([]uint8, s.width*s.height)
	for i := range s.pix {
		s.pix[i] = sheetGray
	}
	for i, from := range shown {
		left, top := sheetGap+i%sheetAcross*(w+sheetGap), sheetGap+i/sheetAcross*(h+sheetGap)
		for y := range h {
			at := (from*h + y) * w
			copy(s.pix[(top+y)*s.width+left:][:w], data[at:at+w])
		}
	}
	return s
}

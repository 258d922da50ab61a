package syndacate

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"

	"mereo/internal/ordered"
)

// sparsePictures are pictures by their pixels above zero, of which most have 3%.
type sparsePictures struct {
	ends   []int    // of each picture's pixels
	places []uint32 // of a pixel in its picture, ascending
	values []uint8
	norms  []int64 // sums of squares
}

func (s *sparsePictures) add(picture []uint8) {
	norm := int64(0)
	for i, v := range picture {
		if v != 0 {
			s.places, s.values = append(s.places, uint32(i)), append(s.values, v)
			norm += int64(v) * int64(v)
		}
	}
	s.ends, s.norms = append(s.ends, len(s.places)), append(s.norms, norm)
}

// nearest is the index of the picture with the least squared distance, the first on ties, by |a|^2 + |b|^2 - 2 a.b.
func (s *sparsePictures) nearest(picture []uint8) int {
	best, least := 0, int64(math.MaxInt64)
	from := 0
	for i, end := range s.ends {
		dot := int64(0)
		values := s.values[from:end]
		for k, place := range s.places[from:end] {
			dot += int64(values[k]) * int64(picture[place])
		}
		if d := s.norms[i] - 2*dot; d < least {
			best, least = i, d
		}
		from = end
	}
	return best
}

// byNearest answers BaselineNearest from the first so many training elements.
func (s *scored) byNearest(ctx context.Context, trained int) (*predicted, error) {
	file := arrayFile{s.Reader, s.path, "baseline " + BaselineNearest}
	images, _, err := file.look(keyImages, wanted{"uint8", []any{s.train.first + s.train.count, 1, some("H"), some("W")}, ""})
	if err != nil {
		return nil, err
	}
	size := product(images.Shape[1:])
	var known sparsePictures
	if err := file.eachPicture(ctx, s.train.first, trained, size, known.add); err != nil {
		return nil, err
	}

	answers := make([]int, s.count)
	err = file.eachPictures(ctx, s.first, s.count, size, func(i int, pictures []uint8) {
		ordered.Each(runtime.GOMAXPROCS(0), len(pictures)/size, func(k int) { answers[i+k] = known.nearest(tiled(pictures, k, size)) })
	})
	if err != nil {
		return nil, err
	}
	return s.pickTargets(answers), nil
}

// eachPicture calls do with n pictures from element first on, which do may not keep.
func (f *arrayFile) eachPicture(ctx context.Context, first, n, size int, do func(picture []uint8)) error {
	return f.eachPictures(ctx, first, n, size, func(_ int, pictures []uint8) {
		for picture := range slices.Chunk(pictures, size) {
			do(picture)
		}
	})
}

// eachPictures is eachPicture with many at once, and the number of the first.
func (f *arrayFile) eachPictures(ctx context.Context, first, n, size int, do func(i int, pictures []uint8)) error {
	rows, err := f.rows(keyImages, first)
	if err != nil {
		return err
	}
	defer rows.Close()
	piece := make([]uint8, 64*size)
	for i := 0; i < n; {
		if err := ctx.Err(); err != nil {
			return err
		}
		got, err := rows.Read(piece[:min(64, n-i)*size])
		if err == io.EOF {
			return fmt.Errorf("syndacate: images end at element %d, want %d", first+i, first+n)
		} else if err != nil {
			return err
		}
		do(i, piece[:got*size])
		i += got
	}
	return nil
}

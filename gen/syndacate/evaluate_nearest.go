package syndacate

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync"
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
	add := func(_ int, picture []uint8) { known.add(picture) }
	if err := file.eachPicture(ctx, s.train.first, trained, size, add); err != nil {
		return nil, err
	}

	// One goroutine reads pictures, the others compare them; answers are placed by index.
	type question struct {
		index   int
		picture []uint8
	}
	questions := make(chan question, 64)
	answers := make([]int, s.count)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for q := range questions {
				answers[q.index] = known.nearest(q.picture)
			}
		})
	}
	err = file.eachPicture(ctx, s.first, s.count, size, func(i int, picture []uint8) {
		questions <- question{i, append([]uint8(nil), picture...)}
	})
	close(questions)
	wait.Wait()
	if err != nil {
		return nil, err
	}
	return s.pickTargets(answers), nil
}

// eachPicture calls do with n pictures from element first on, which do may not keep.
func (f *arrayFile) eachPicture(ctx context.Context, first, n, size int, do func(i int, picture []uint8)) error {
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
		for k := range got {
			do(i+k, piece[k*size:(k+1)*size])
		}
		i += got
	}
	return nil
}

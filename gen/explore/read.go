package explore

import (
	"context"
	"fmt"

	"mereo/gen/show"
)

// sampleSize is what a sample counts for in the cache of samples; it is larger than those of all sets.
const sampleSize = 1 << 20

// read is a sample of the dataset's files.
func (e *Explorer) read(ctx context.Context, s *split, index int) (show.Sample, error) {
	return e.samplesRead.get(ctx, key(s, index), func(context.Context) (show.Sample, int64, error) {
		sample, err := s.reader.Sample(index)
		return sample, sampleSize, err
	})
}

// key names a sample in caches.
func key(s *split, index int) string { return fmt.Sprintf("%s/%d", s.Split, index) }

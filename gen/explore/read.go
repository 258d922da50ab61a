package explore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"mereo/gen/show"
)

// sampleSize is what a sample counts for in the cache of samples, bytes; it is larger than those of all sets.
const sampleSize = 512 << 10

// read is a sample of the dataset's files.
func (e *Explorer) read(ctx context.Context, s *split, index int) (show.Sample, error) {
	return e.samplesRead.get(ctx, key(s, index), taking(e.reading, func(context.Context) (show.Sample, int64, error) {
		sample, err := s.reader.Sample(index)
		if errors.Is(err, fs.ErrNotExist) {
			err = notMade{key(s, index), err}
		}
		return sample, sampleSize, err
	}))
}

// notMade is the error of a sample whose files are not there.
type notMade struct {
	title string
	error // which file is missing
}

func (e notMade) Error() string { return e.title + " is not made yet" }
func (e notMade) Unwrap() error { return e.error }

// key names a sample in caches.
func key(s *split, index int) string { return fmt.Sprintf("%s/%d", s.Split, index) }

package syndacate

import (
	"context"
	"fmt"
	"strings"
)

// source makes the elements of one file. Its methods may be called at once from several goroutines.
type source interface {
	// columns are the arrays of the file, in its order.
	columns() []column
	// fill puts elements from first on into a table of the columns.
	fill(ctx context.Context, t *table, first int) error
	// about is what the sidecar says of the file.
	about() sidecarSource
}

// openSource opens the source of a stem.
func openSource(stem string) (source, error) {
	if _, _, noisy := cutNoise(stem); noisy {
		return openNoiseSource(stem)
	}
	switch word, _, _ := strings.Cut(stem, "_"); word {
	case syndacateSampler, wordsSampler, squaresSampler:
		return openStandardSource(stem)
	case plusSampler:
		return openPlusSource(stem)
	case shiftPrefix:
		return parseShiftStem(stem)
	case solidKind:
		return openSolidSource(stem)
	case filmKind:
		return openFilmSource(stem)
	}
	words := []string{syndacateSampler, wordsSampler, squaresSampler, plusSampler, shiftPrefix, solidKind, filmKind}
	return nil, fmt.Errorf("syndacate: no file %q: names begin with %s", stem, strings.Join(words, ", "))
}

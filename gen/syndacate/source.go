package syndacate

import (
	"context"

	"mereo/gen/write/npz"
)

// source makes the elements of one file. Its methods may be called at once from several goroutines.
type source interface {
	// elements makes the elements first to first+n-1: one array for each key of the file, in the file's order. Rows are
	// elements; an array may have fewer rows where some elements have none. Without pictures the array of images is left out.
	elements(ctx context.Context, first, n int, pictures bool) ([]npz.Array, error)
	// rules says what is wrong with finished elements, in the words of the first that break a rule; none is fine. Arrays are of the
	// kinds and shapes that elements makes.
	rules(first int, arrays []npz.Array) []string
	// about is what the sidecar says of the file.
	about() sidecarSource
}

// costlySource is a source whose films take long to go on from where they begin.
type costlySource interface {
	// beginnings makes films first to first+n-1 as elements does without pictures, but the first frame alone and nothing that happens
	// later.
	beginnings(ctx context.Context, first, n int) ([]npz.Array, error)
}

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
	// about is what the sidecar says of the file.
	about() sidecarSource
}

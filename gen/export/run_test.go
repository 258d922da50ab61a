package export

import (
	"context"

	"mereo/gen/show"
)

// Run is RunAll with one export.
func Run(ctx context.Context, set show.Set, root string, o Options) (Result, error) {
	r, err := RunAll(ctx, set, root, []Options{o})
	if err != nil {
		return Result{}, err
	}
	return r[0], nil
}

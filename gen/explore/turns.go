package explore

import "context"

// turns let so many at once do something that takes a processor or a device.
type turns chan struct{}

func newTurns(n int) turns { return make(turns, n) }

// take waits for a turn. An error is that of the context, and then there is none to give back.
func (t turns) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := ctx.Err(); err != nil { // both were ready
		t.give()
		return err
	}
	return nil
}

func (t turns) give() { <-t }

// taking is what makes something when it has a turn.
func taking[V any](t turns, fresh func(ctx context.Context) (V, int64, error)) func(ctx context.Context) (V, int64, error) {
	return func(ctx context.Context) (v V, size int64, err error) {
		if err := t.take(ctx); err != nil {
			return v, 0, err
		}
		defer t.give()
		return fresh(ctx)
	}
}

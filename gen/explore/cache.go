package explore

import (
	"container/list"
	"context"
	"errors"
	"sync"
)

// cache keeps what was used last, up to a limit of bytes. What several want at once is made once.
type cache[V any] struct {
	limit int64

	mu      sync.Mutex
	used    int64
	entries map[string]*entry[V]
	order   list.List // of *entry[V], the last used one first
}

type entry[V any] struct {
	key   string
	ready chan struct{} // closed when the rest is there
	value V
	size  int64
	err   error
	place *list.Element // nil while it is being made
}

func newCache[V any](limit int64) *cache[V] {
	return &cache[V]{limit: limit, entries: map[string]*entry[V]{}}
}

// peek returns what is there.
func (c *cache[V]) peek(key string) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[key]
	if e == nil || e.place == nil {
		return v, false
	}
	c.order.MoveToFront(e.place)
	return e.value, true
}

// get returns what is there, or makes it and tells its size. Errors are not kept. One who stops waiting does not stop others who
// want the same.
func (c *cache[V]) get(ctx context.Context, key string, fresh func(ctx context.Context) (V, int64, error)) (V, error) {
	for {
		c.mu.Lock()
		e := c.entries[key]
		if e == nil {
			e = &entry[V]{key: key, ready: make(chan struct{})}
			c.entries[key] = e
			c.mu.Unlock()
			return c.fill(ctx, e, fresh)
		}
		if e.place != nil {
			c.order.MoveToFront(e.place)
		}
		c.mu.Unlock()
		select {
		case <-e.ready:
		case <-ctx.Done():
			return e.value, ctx.Err()
		}
		if !errors.Is(e.err, context.Canceled) {
			return e.value, e.err
		}
	}
}

// fill makes an entry and drops those that were not used for longest.
func (c *cache[V]) fill(ctx context.Context, e *entry[V], fresh func(ctx context.Context) (V, int64, error)) (V, error) {
	e.err = errPanicked
	defer func() { // also when making it panics, so that nobody waits for ever
		c.mu.Lock()
		if e.err != nil {
			delete(c.entries, e.key)
		} else {
			e.place = c.order.PushFront(e)
			for c.used += e.size; c.used > c.limit && c.order.Len() > 1; {
				last := c.order.Remove(c.order.Back()).(*entry[V])
				delete(c.entries, last.key)
				c.used -= last.size
			}
		}
		c.mu.Unlock()
		close(e.ready)
	}()
	e.value, e.size, e.err = fresh(ctx)
	return e.value, e.err
}

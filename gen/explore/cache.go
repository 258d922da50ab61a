package explore

import (
	"container/list"
	"context"
	"errors"
	"sync"
)

// room is the memory that all caches share. What was not used for longest goes first, whichever cache it is in.
type room struct {
	limit int64 // bytes

	mu    sync.Mutex // of all caches as well
	used  int64
	order list.List // of held, the last used one first
}

func newRoom(limit int64) *room { return &room{limit: limit} }

// held is something in the room.
type held struct {
	size   int64
	forget func() // takes it out of its cache
}

// put makes room for something new, which stays even if it is larger than everything.
func (r *room) put(size int64, forget func()) *list.Element {
	place := r.order.PushFront(held{size, forget})
	for r.used += size; r.used > r.limit && r.order.Len() > 1; {
		last := r.order.Remove(r.order.Back()).(held)
		last.forget()
		r.used -= last.size
	}
	return place
}

// cache keeps what was used last, as long as there is room. What several want at once is made once.
type cache[V any] struct {
	*room
	entries map[string]*entry[V]
}

type entry[V any] struct {
	key   string
	ready chan struct{} // closed when the rest is there
	value V
	size  int64
	err   error
	place *list.Element // nil while it is being made
}

func newCache[V any](r *room) *cache[V] {
	return &cache[V]{room: r, entries: map[string]*entry[V]{}}
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
func (c *cache[V]) get(ctx context.Context, key string, fresh func(ctx context.Context) (V, int64, error)) (v V, err error) {
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
			return v, ctx.Err()
		}
		if !errors.Is(e.err, context.Canceled) {
			return e.value, e.err
		}
	}
}

// kept is get of bytes, whose size is their length.
func kept(ctx context.Context, c *cache[[]byte], key string, fresh func(ctx context.Context) ([]byte, error)) ([]byte, error) {
	return c.get(ctx, key, func(ctx context.Context) ([]byte, int64, error) {
		data, err := fresh(ctx)
		return data, int64(len(data)), err
	})
}

// fill makes an entry.
func (c *cache[V]) fill(ctx context.Context, e *entry[V], fresh func(ctx context.Context) (V, int64, error)) (V, error) {
	e.err = errPanicked
	defer func() { // also when making it panics, so that nobody waits for ever
		c.mu.Lock()
		if e.err != nil {
			delete(c.entries, e.key)
		} else {
			e.place = c.put(e.size, func() { delete(c.entries, e.key) })
		}
		c.mu.Unlock()
		close(e.ready)
	}()
	e.value, e.size, e.err = fresh(ctx)
	return e.value, e.err
}

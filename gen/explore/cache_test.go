package explore

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
)

// One who leaves while what he wanted is being made does not spoil it for who waits for the same.
func TestCacheOutlivesWhoLeaves(t *testing.T) {
	c := newCache[string](newRoom(10))
	leaving, leave := context.WithCancel(t.Context())
	begun := make(chan struct{})
	first := make(chan error, 1)
	go func() {
		_, err := c.get(leaving, "a", func(ctx context.Context) (string, int64, error) {
			close(begun)
			<-ctx.Done()
			return "", 0, fmt.Errorf("drawing: %w", ctx.Err())
		})
		first <- err
	}()
	<-begun
	second := make(chan string, 1)
	go func() {
		v, err := c.get(t.Context(), "a", func(context.Context) (string, int64, error) { return "made", 1, nil })
		second <- fmt.Sprint(v, err)
	}()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.get(gone, "a", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("one who has left gets %v, want that he was canceled", err)
	}
	leave()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("who left gets %v", err)
	}
	if got := <-second; got != "made<nil>" {
		t.Errorf("who waited gets %s, want made", got)
	}
}

// What was not used for longest goes first, and what is larger than everything stays alone.
func TestCacheForgets(t *testing.T) {
	c := newCache[int](newRoom(10))
	var made atomic.Int64
	get := func(key string, size int64) {
		t.Helper()
		if _, err := c.get(t.Context(), key, func(context.Context) (int, int64, error) { return int(made.Add(1)), size, nil }); err != nil {
			t.Fatal(err)
		}
	}
	get("a", 4)
	get("b", 4)
	get("a", 4)
	get("c", 4)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if _, ok := c.peek(key); ok != want {
			t.Errorf("%s is kept: %v, want %v", key, ok, want)
		}
	}
	get("large", 100)
	if c.used != 100 || len(c.entries) != 1 || c.order.Len() != 1 || made.Load() != 4 {
		t.Errorf("%d bytes in %d entries, made %d times; want 100 in 1, 4 times", c.used, len(c.entries), made.Load())
	}
	if _, err := c.get(t.Context(), "bad", func(context.Context) (int, int64, error) { return 0, 1, errors.New("no") }); err == nil || len(c.entries) != 1 {
		t.Errorf("an error is %v, and %d entries are kept", err, len(c.entries))
	}
}

// A turn that is not free is not waited for by who has left.
func TestTurns(t *testing.T) {
	two := newTurns(2)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := two.take(gone); !errors.Is(err, context.Canceled) || len(two) != 0 {
		t.Errorf("who has left: %v, %d turns taken", err, len(two))
	}
	for range 2 {
		if err := two.take(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := two.take(gone); !errors.Is(err, context.Canceled) || len(two) != 2 {
		t.Errorf("when none is free: %v, %d turns taken", err, len(two))
	}
	two.give()
	if err := two.take(t.Context()); err != nil || len(two) != 2 {
		t.Errorf("a turn that was given back: %v, %d turns taken", err, len(two))
	}
}

package explore

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"mereo/gen/show"
	"mereo/scenes/settle"
)

// endless has films that take until nobody waits for them.
type endless struct {
	show.Physical
	begun chan struct{}
}

func (p endless) Film(ctx context.Context, _ show.WhatIf) (*settle.Film, error) {
	close(p.begun)
	<-ctx.Done()
	return nil, fmt.Errorf("endless: %w", ctx.Err())
}

// A film that nobody waits for any more is given up, and can be had when somebody asks again.
func TestFilmThatNobodyWaitsFor(t *testing.T) {
	e := openRooms(t, 1, nil)
	p, err := e.physical(t.Context(), e.splits["train"], 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	slow, done := endless{p, make(chan struct{})}, make(chan error)
	go func() {
		_, err := e.shootFilm(ctx, "film", slow, "0", p.WhatIfs()[0])
		done <- err
	}()
	<-slow.begun
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the film ends with %v, want that it was canceled", err)
	}
	f, err := e.shootFilm(t.Context(), "film", p, "0", p.WhatIfs()[0])
	if err != nil || f.Frames < 2 || len(f.Motions) != len(f.Verdicts) || len(f.Motions) == 0 {
		t.Errorf("asked for again it is %+v, %v", f, err)
	}
}

package explore

import (
	"context"
	"errors"
	"fmt"
	"image"
	"net/http"
	"sync"

	"mereo/engine/frame"
	"mereo/gen/show"
	"mereo/scenes/shoot"
)

// studio draws one picture after the other, on a device that is opened when the first one is wanted.
type studio struct {
	gpu    string
	turn   turns // of who draws
	once   sync.Once
	opened *shoot.Studio
	err    error
}

func newStudio(gpu string) *studio { return &studio{gpu: gpu, turn: newTurns(1)} }

// open opens the device, at the first call.
func (s *studio) open() error {
	s.once.Do(func() {
		if s.opened, s.err = shoot.Open(s.gpu); s.err != nil {
			s.err = statusError{http.StatusNotImplemented, fmt.Errorf(`nothing can be drawn: %w; "mereo doctor" says what is missing`, s.err)}
		}
	})
	return s.err
}

// shoot draws a color picture when it is its turn.
func (s *studio) shoot(ctx context.Context, v show.View, quality frame.Quality) (*image.NRGBA, error) {
	if err := s.turn.take(ctx); err != nil {
		return nil, err
	}
	defer s.turn.give()
	if err := s.open(); err != nil {
		return nil, err
	}
	o := v.Options
	o.Quality, o.SPP, o.ColorOnly, o.LabelsOnly, o.Stop = quality, 0, true, false, ctx.Done()
	images, err := s.opened.Shoot(v.Scene, o)
	if err != nil {
		return nil, err
	}
	return images.Image(), nil
}

// close waits for the picture that is being drawn.
func (s *studio) close() {
	s.turn.take(context.Background()) // and never given back
	s.once.Do(func() { s.err = errors.New("explore: closed") })
	if s.opened != nil {
		s.opened.Close()
	}
}

// warm draws a draft of a sample in the background, once in the life of an Explorer: opening the device, compiling shaders and
// loading what the set draws with take seconds, which the first change need not wait for. Somebody looks at the sample, and may
// change it next.
func (e *Explorer) warm(s *split, index int) {
	e.warmed.Do(func() {
		e.ended.Go(func() {
			// Who then asks for a picture is told of an error; here nobody has asked.
			e.guarded(key(s, index), func() error {
				made, err := e.made(e.ctx, s, index)
				if err != nil || len(made.Views()) == 0 {
					return err
				}
				for range 2 { // the driver compiles some shaders anew for the second picture
					if _, err = e.studio.shoot(e.ctx, made.Views()[0], frame.Draft); err != nil {
						return err
					}
				}
				return nil
			})
		})
	})
}

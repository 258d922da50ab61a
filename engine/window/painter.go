//go:build viewer

package window

import (
	"context"
	"errors"
	"time"

	"mereo/engine"
	"mereo/engine/frame"
)

// job is a picture that the window wants.
type job struct {
	frame *frame.Frame // with camera, poses and quality, as it is drawn
	whole *frame.Frame // with all instances of the view's frame, in their order
	at    *Instant     // whose poses these are; nil for the scene as it is
	view  int
	scene *Scene
	label string // of the quality: "draft"
	own   bool   // seen by the view's own camera
	turn  int    // counts jobs
}

// shot is a job that was drawn.
type shot struct {
	job
	images *frame.Images
	err    error
	took   time.Duration
}

// painter draws the latest of the jobs that it is given, on a thread of its own, and drops those that were overtaken.
type painter struct {
	jobs    chan job
	errands chan errand
	done    chan struct{}
}

// errand is a frame that is drawn whatever else is wanted, for a file.
type errand struct {
	frame *frame.Frame
	drawn chan<- drawn // has room for one
}

type drawn struct {
	images *frame.Images
	err    error
}

var errClosed = errors.New("the window was closed")

// draw draws a frame between jobs. Any goroutine may call it, but for the one that calls close.
func (p *painter) draw(ctx context.Context, f *frame.Frame) (*frame.Images, error) {
	c := make(chan drawn, 1)
	select {
	case p.errands <- errand{f, c}:
	case <-p.done:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	d := <-c
	return d.images, d.err
}

// newPainter opens the renderer beside the window. Opened is called once, then shown for every picture; both on another goroutine.
func newPainter(gpu string, opened func(engine.Info, error), shown func(shot)) *painter {
	p := &painter{make(chan job, 1), make(chan errand), make(chan struct{})}
	go func() {
		defer close(p.done)
		r, err := engine.New(engine.Options{GPU: gpu})
		if err != nil {
			opened(engine.Info{}, err)
			for range p.jobs { // nothing can be drawn
			}
			return
		}
		defer r.Close()
		opened(r.Info(), nil)
		for {
			select {
			case j, open := <-p.jobs:
				if !open {
					return
				}
				begun := time.Now()
				im, err := r.Render(j.frame)
				shown(shot{j, im, err, time.Since(begun)})
			case e := <-p.errands:
				im, err := r.Render(e.frame)
				e.drawn <- drawn{im, err}
			}
		}
	}()
	return p
}

// want replaces the job that waits. Only one goroutine may call it.
func (p *painter) want(j job) {
	select {
	case <-p.jobs:
	default:
	}
	p.jobs <- j
}

// close waits for the picture under way.
func (p *painter) close() {
	close(p.jobs)
	<-p.done
}

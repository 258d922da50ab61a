//go:build viewer

package window

import (
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
	jobs chan job
	done chan struct{}
}

// newPainter opens the renderer beside the window. Opened is called once, then shown for every picture; both on another goroutine.
func newPainter(gpu string, opened func(engine.Info, error), shown func(shot)) *painter {
	p := &painter{make(chan job, 1), make(chan struct{})}
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
		for j := range p.jobs {
			begun := time.Now()
			im, err := r.Render(j.frame)
			shown(shot{j, im, err, time.Since(begun)})
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

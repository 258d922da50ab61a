//go:build cgo && linux

package engine

import (
	"errors"

	"mereo/engine/frame"
	"mereo/engine/geom"
)

// NewBatched is New with frames of up to so many pixels in one submission.
func NewBatched(o Options, pixels int) (*Renderer, error) {
	o.batchPixels = pixels
	return New(o)
}

// NewComputing is New with light that is found by compute shaders.
func NewComputing(o Options) (*Renderer, error) {
	o.compute = true
	return New(o)
}

// RenderQueued is Render of frames that wait for the device side by side, and tells how many frames were drawn in the submission of
// each.
func (r *Renderer) RenderQueued(frames []*frame.Frame) (images []*frame.Images, together []int, err error) {
	var queued []*job
	for _, f := range frames {
		queued = append(queued, newJob(f, []geom.Transform{f.Camera.WorldFromCamera}))
	}
	for _, j := range queued {
		r.jobs <- j
	}
	for _, j := range queued { // all of them, also after an error: the device waits for those who copy
		out, fault := j.wait()
		err = errors.Join(err, fault)
		images, together = append(images, out...), append(together, len(j.batch.jobs))
	}
	return images, together, err
}

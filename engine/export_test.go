//go:build cgo && linux

package engine

import (
	"mereo/engine/frame"
	"mereo/engine/geom"
)

// NewTogether is New with frames of up to so many pixels in one submission.
func NewTogether(o Options, pixels int) (*Renderer, error) {
	o.together = pixels
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
	for _, j := range queued {
		out, err := j.wait()
		if err != nil {
			return nil, nil, err
		}
		images, together = append(images, out...), append(together, len(j.batch.jobs))
	}
	return images, together, nil
}

// Package shoot takes pictures of scenes: it is the one bridge from scenes to the renderer.
package shoot

import (
	"fmt"

	"mereo/engine"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/scenes"
)

// Options of a picture. The zero value draws color and labels with the renderer's default quality.
type Options struct {
	Quality         frame.Quality
	View            frame.View
	Realism         frame.Realism
	Environment     *light.Environment // what Realism.Environment describes; nil for none
	SPP             int                // paths of light through each pixel with the quality reference. If 0, the renderer's default.
	SubFrames       int                // jittered draws averaged into the color picture. If 0, the renderer's default is used.
	TracedSubFrames int                // in how many of them metal and glass follow rays; 0 for all
	BounceRays      int                // that look for bounced light, from places all over the picture. If 0, the renderer's default is used.
	Seed            uint64             // moves the jitter; the scene's own seed is a good choice
	LabelsOnly      bool               // leaves the color picture out
	ColorOnly       bool               // leaves ids, depth and normals out
	NoNormals       bool               // leaves normals out
	Stop            <-chan struct{}    // see frame.Frame; the error is context.Canceled then
	// Fault says why the picture of a pose, by its number, cannot be of this scene; empty for one that can. All are drawn again then, three times
	// at most: a device may lose a frame. Nil is fine.
	Fault func(pose int, im *frame.Images) string
}

// tries is how often pictures are drawn that have a fault.
const tries = 3

// Shoot draws the scene: color, object ids (1, 2, ... in the order of s.Objects), part ids (counted through all
// objects), planar depth and normals, as far as they are wanted, in one run.
func Shoot(r *engine.Renderer, s *scenes.Scene, o Options) (*frame.Images, error) {
	out, err := ShootFrom(r, s, o, s.Camera.WorldFromCamera)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// ShootFrom draws the scene from each of the poses of its camera, which replace s.Camera.WorldFromCamera: the same pictures
// as Shoot's, at less cost than one after the other.
func ShootFrom(r *engine.Renderer, s *scenes.Scene, o Options, worldFromCamera ...geom.Transform) ([]*frame.Images, error) {
	f := s.Frame()
	f.SubFrames, f.TracedSubFrames, f.BounceRays, f.Seed = o.SubFrames, o.TracedSubFrames, o.BounceRays, o.Seed
	f.Quality, f.SPP, f.View, f.Realism = o.Quality, o.SPP, o.View, o.Realism
	f.LabelsOnly, f.ColorOnly, f.NoNormals, f.Stop = o.LabelsOnly, o.ColorOnly, o.NoNormals, o.Stop
	f.Surround(o.Environment)
	for try := 1; ; try++ {
		out, err := r.RenderFrom(f, worldFromCamera...)
		if err != nil {
			return nil, fmt.Errorf("shoot: %w", err)
		}
		fault := o.fault(out)
		switch {
		case fault == "":
			return out, nil
		case try == tries:
			i := r.Info()
			return nil, fmt.Errorf("shoot: %s; so it is every time by %s, %s: see mereo doctor, or take another device with --gpu", fault, i.Renderer, i.Version)
		}
	}
}

// fault is that of the first picture that has one.
func (o *Options) fault(images []*frame.Images) string {
	if o.Fault == nil {
		return ""
	}
	for pose, im := range images {
		if fault := o.Fault(pose, im); fault != "" {
			return fault
		}
	}
	return ""
}

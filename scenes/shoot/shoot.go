// Package shoot takes pictures of scenes: it is the one bridge from scenes to the renderer.
package shoot

import (
	"fmt"

	"mereo/engine"
	"mereo/engine/frame"
	"mereo/scenes"
)

// Options of a picture. The zero value draws colour and labels with the renderer's default quality.
type Options struct {
	SubFrames  int    // jittered draws averaged into the colour picture. If 0, the renderer's default is used.
	Seed       uint64 // moves the jitter; the scene's own seed is a good choice
	LabelsOnly bool   // leaves the colour picture out
}

// Shoot draws the scene: colour, object ids (1, 2, ... in the order of s.Objects), part ids (counted through all
// objects), planar depth and normals, in one run.
func Shoot(r *engine.Renderer, s *scenes.Scene, o Options) (*frame.Images, error) {
	f := s.Frame()
	f.SubFrames, f.Seed, f.LabelsOnly = o.SubFrames, o.Seed, o.LabelsOnly
	img, err := r.Render(f)
	if err != nil {
		return nil, fmt.Errorf("shoot: %w", err)
	}
	return img, nil
}

//go:build cgo && linux

package pass

import (
	"mereo/engine/gl"
	"mereo/shaders"
)

// Adaptive ends pixels of which some samples show that more would change nothing. Most of a picture is like that: there are no
// edge, no penumbra, no highlight in it.
type Adaptive struct {
	program *gl.Program
	screen  *gl.VertexArray
}

// NewAdaptive compiles the pass.
func NewAdaptive() (*Adaptive, error) {
	p, err := gl.NewProgram(shaders.Files, "post/screen.vert", "post/converged.frag")
	return &Adaptive{program: p, screen: gl.NewVertexArray(0)}, err
}

// firstLook is the number of sub-frames after which pixels are looked at; again after each doubling. Powers of two of them
// are well spread.
const firstCheck = 4

// spreadLimit is by how much levels of a pixel's samples, and of its four neighbors', may differ, of 1: with four of them,
// the mean is off by a small part of that. See docs/rendering.md for what it costs.
const spreadLimit = 0.045

// Draw ends pixels of the tiles' sums, if it is time after done of all sub-frames. Surfaces and lighting leave them alone then.
func (s *Adaptive) Draw(tiles []*Tile, done, all int) {
	if !tiles[0].Sum.converges || done < firstCheck || done&(done-1) != 0 || done == all {
		return
	}
	gl.StencilConverge()
	gl.BlendMultiply()
	s.program.Use()
	s.program.Float("uScale", float64(all)/float64(done))
	s.program.Float("uLimit", spreadLimit)
	for _, t := range tiles {
		t.Sum.ended.Bind()
		t.Sum.spread.Bind(0)
		s.screen.DrawScreen()
	}
	gl.BlendOff()
	gl.StencilOff()
}

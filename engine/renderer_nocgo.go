//go:build !cgo || !linux

package engine

import (
	"fmt"

	"mereo/engine/frame"
	"mereo/engine/geom"
)

// Renderer needs cgo; without it New always fails.
type Renderer struct{}

func noCgo() error {
	return fmt.Errorf("engine: %w: this program was built with CGO_ENABLED=0 or not for Linux", ErrNoGL)
}

// Devices lists what a Renderer can be opened on.
func Devices() ([]Device, error) { return nil, noCgo() }

// New fails: there is no OpenGL without cgo.
func New(Options) (*Renderer, error) { return nil, noCgo() }

// Info names what draws.
func (r *Renderer) Info() Info { return Info{} }

// Close does nothing.
func (r *Renderer) Close() {}

// Render fails: there is no OpenGL without cgo.
func (r *Renderer) Render(*frame.Frame) (*frame.Images, error) { return nil, noCgo() }

// RenderFrom fails: there is no OpenGL without cgo.
func (r *Renderer) RenderFrom(*frame.Frame, ...geom.Transform) ([]*frame.Images, error) {
	return nil, noCgo()
}

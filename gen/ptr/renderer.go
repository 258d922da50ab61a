package ptr

import (
	"fmt"

	"mereo/engine"
	"mereo/engine/frame"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// renderer paints with OpenGL.
type renderer struct{ r *engine.Renderer }

func openRenderer(gpu string) (painter, error) {
	r, err := engine.New(engine.Options{GPU: gpu})
	if err != nil {
		return nil, err
	}
	return renderer{r}, nil
}

func (r renderer) paint(s *scenes.Scene, o shoot.Options) (*frame.Images, error) {
	return shoot.Shoot(r.r, s, o)
}

func (r renderer) close() { r.r.Close() }

func (r renderer) name() string {
	i := r.r.Info()
	return fmt.Sprintf("%s, %s, %s", i.Vendor, i.Renderer, i.Version)
}

package shoot

import (
	"fmt"

	"mereo/engine"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/scenes"
)

// Studio takes pictures of scenes on one device. It is safe for use from several goroutines.
type Studio struct{ r *engine.Renderer }

// Open takes the device that gpu names, as in engine.Options.
func Open(gpu string) (*Studio, error) {
	r, err := engine.New(engine.Options{GPU: gpu})
	if err != nil {
		return nil, err
	}
	return &Studio{r}, nil
}

// Shoot is the function of this name, on the studio's device.
func (s *Studio) Shoot(scene *scenes.Scene, o Options) (*frame.Images, error) {
	return Shoot(s.r, scene, o)
}

// ShootFrom is the function of this name, on the studio's device.
func (s *Studio) ShootFrom(scene *scenes.Scene, o Options, worldFromCamera ...geom.Transform) ([]*frame.Images, error) {
	return ShootFrom(s.r, scene, o, worldFromCamera...)
}

// Renderer names what draws: vendor, renderer and version of the driver.
func (s *Studio) Renderer() string {
	i := s.r.Info()
	return fmt.Sprintf("%s, %s, %s", i.Vendor, i.Renderer, i.Version)
}

// Close releases the device. Shoot must not be called afterwards.
func (s *Studio) Close() { s.r.Close() }

package frame

import (
	"errors"
	"fmt"

	"mereo/engine/camera"
)

// Realism is what photographs have and pictures through a pinhole do not. All of it is off when zero. Labels do not depend on
// it, but for those of a distorted camera, which are distorted with it.
type Realism struct {
	Lens   Lens   `json:"lens,omitzero" yaml:"lens"`
	Motion Motion `json:"motion,omitzero" yaml:"motion"`
	Sensor Sensor `json:"sensor,omitzero" yaml:"sensor"`
	// Environment is what surrounds the scene.
	Environment Environment `json:"environment,omitzero" yaml:"environment"`
	// Studio is the radiance of the ceiling of a soft studio around the scene, W/(m^2 sr), which only what mirrors shows, instead of the
	// black outside. It lights nothing, and is not seen behind the scene.
	Studio float64 `json:"studio,omitzero" yaml:"studio"`
	// Distortion is the key of configurations. Who makes the camera copies it to Camera.Distortion, which is what counts.
	Distortion camera.Distortion `json:"distortion,omitzero" yaml:"distortion"`
}

// Validate names every field that is out of range. It leaves Distortion to camera.Pinhole.Validate.
func (r *Realism) Validate() error {
	errs := []error{r.Lens.validate(), r.Motion.validate(), r.Sensor.validate(), r.Environment.validate()}
	if !(r.Studio >= 0 && r.Studio <= 100) {
		errs = append(errs, fmt.Errorf("studio is %g, want 0 to 100", r.Studio))
	}
	if r.Studio > 0 && r.Environment.File != "" {
		errs = append(errs, errors.New("studio and environment are both set, want one"))
	}
	return errors.Join(errs...)
}

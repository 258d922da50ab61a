package frame

import (
	"errors"

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
	// Distortion is the key of configurations. Who makes the camera copies it to Camera.Distortion, which is what counts.
	Distortion camera.Distortion `json:"distortion,omitzero" yaml:"distortion"`
}

// Validate names every field that is out of range. It leaves Distortion to camera.Pinhole.Validate.
func (r *Realism) Validate() error {
	return errors.Join(r.Lens.validate(), r.Motion.validate(), r.Sensor.validate(), r.Environment.validate())
}

package frame

import (
	"errors"
	"fmt"

	"mereo/engine/geom"
)

// Motion is how the camera moves while a picture is taken, at constant speed; half-way through it is where the labels see it.
// If zero, it stands still.
type Motion struct {
	// Shift is how far the camera moves to the right, up and back in the whole exposure, in meters.
	Shift Axes `json:"shift_m,omitzero" yaml:"shift_m"`
	// TurnDeg is how far it turns, about the axes that point to the right, up and back, counter-clockwise seen from their tips:
	// up turns it to the left. All three together are one turn, about their sum as a vector, by its length.
	TurnDeg Axes `json:"turn_deg,omitzero" yaml:"turn_deg"`
}

// Axes are numbers along or about the camera's axes: to the right, up and back.
type Axes [3]float64

func (a Axes) vector() geom.Vec3 { return geom.V(a[0], a[1], a[2]) }

const (
	maxShift   = 1000 // meters
	maxTurnDeg = 90
)

func (m *Motion) validate() error {
	var errs []error
	if l := m.Shift.vector().Len(); !(l <= maxShift) {
		errs = append(errs, fmt.Errorf("motion.shift_m is %g m in all, want at most %d", l, maxShift))
	}
	if l := m.TurnDeg.vector().Len(); !(l <= maxTurnDeg) {
		errs = append(errs, fmt.Errorf("motion.turn_deg is %g degrees in all, want at most %d", l, maxTurnDeg))
	}
	return errors.Join(errs...)
}

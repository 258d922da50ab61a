// Package light holds light sources as plain data, in physical units.
package light

import (
	"errors"
	"fmt"

	"mereo/engine/geom"
	"mereo/engine/material"
)

// Area is a square that emits along its local -Z, on one side only, the same radiance in every direction:
// L = PowerW / (4 Size^2) * Color. (So a small lamp gives the irradiance PowerW/4 * Color * cos * cos' / r^2.)
// Cameras do not see it; glossy surfaces do.
type Area struct {
	WorldFromLight geom.Transform // rigid; the origin is the center
	Size           float64        // side, meters
	PowerW         float64
	Color          material.RGB
}

// Radiance is what the square emits, W/(m^2 sr).
func (a *Area) Radiance() material.RGB {
	l := a.PowerW / (4 * a.Size * a.Size)
	return material.RGB{l * a.Color[0], l * a.Color[1], l * a.Color[2]}
}

// Validate names every field that is out of range.
func (a *Area) Validate() error {
	var errs []error
	if !(a.Size > 0) {
		errs = append(errs, fmt.Errorf("Size is %g, want more than 0", a.Size))
	}
	if !(a.PowerW >= 0) {
		errs = append(errs, fmt.Errorf("PowerW is %g, want at least 0", a.PowerW))
	}
	if !a.WorldFromLight.T.IsFinite() {
		errs = append(errs, errors.New("position is not finite"))
	}
	for i, c := range a.Color {
		if !(c >= 0) {
			errs = append(errs, fmt.Errorf("Color[%d] is %g, want at least 0", i, c))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("light: %w", err)
	}
	return nil
}

// Sun shines from infinitely far away along Dir. Mirrors do not show it.
type Sun struct {
	Dir        geom.Vec3    // unit, the way the light travels, world
	Irradiance material.RGB // on a surface that faces it, W/m^2
	Shadows    bool         // things cast hard shadows in its light; if false, it shines through them
}

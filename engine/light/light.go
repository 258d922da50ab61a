// Package light holds light sources as plain data, in physical units.
package light

import (
	"errors"
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/engine/material"
)

// Area is a square that emits along its local -Z, on one side only, the same radiance in every direction, or a ball. Seen from the
// direction in which it shines most, both send PowerW/4 * Color watts per steradian: the irradiance PowerW/4 * Color * cos / r^2 from far
// away, times the cosine to the square's axis. Cameras do not see it; glossy surfaces do.
type Area struct {
	WorldFromLight geom.Transform // rigid; the origin is the center
	Size           float64        // side of the square, diameter of the ball, meters
	PowerW         float64
	Color          material.RGB
	Ball           *Ball // nil for a square
}

// Ball says where a ball shines: within Inner of its local -Z with all its radiance, outside of Outer not at all, between them by the square
// of how far the cosine is on the way (KHR_lights_punctual). An Outer of pi is everywhere.
type Ball struct {
	Inner, Outer float64 // angles from the axis, radians, 0 <= Inner <= Outer <= pi
	// Range is where the light ends, meters, by 1 - (distance/Range)^4, as some programs have it; 0 for never.
	Range float64
}

// Emission is by what a lamp's radiance is multiplied in a direction whose cosine to the axis is c: clamp(Slope c + Offset, 0, 1), squared
// if Squared.
type Emission struct {
	Slope, Offset float64
	Squared       bool
}

// Emission of the lamp.
func (a *Area) Emission() Emission {
	switch b := a.Ball; {
	case b == nil:
		return Emission{Slope: 1}
	case b.Outer >= math.Pi:
		return Emission{Offset: 1}
	default:
		outer := math.Cos(b.Outer)
		slope := 1 / max(math.Cos(b.Inner)-outer, 1e-3)
		return Emission{Slope: slope, Offset: -slope * outer, Squared: true}
	}
}

// At is the emission at a cosine to the axis.
func (e Emission) At(cosine float64) float64 {
	v := min(max(e.Slope*cosine+e.Offset, 0), 1)
	if e.Squared {
		v *= v
	}
	return v
}

// Within is by what the light is multiplied that has come a distance, for the lamp's range.
func (a *Area) Within(distance float64) float64 {
	if a.Ball == nil || a.Ball.Range == 0 {
		return 1
	}
	q := distance / a.Ball.Range
	return max(0, 1-q*q*q*q)
}

// SolidAngle is the integral of the emission over all directions, steradians: pi of a square, 4 pi of a ball that shines everywhere.
func (a *Area) SolidAngle() float64 {
	b := a.Ball
	switch {
	case b == nil:
		return math.Pi
	case b.Outer >= math.Pi:
		return 4 * math.Pi
	}
	// The square of a way from 0 to 1 is 1/3 in the mean.
	inner, outer := math.Cos(b.Inner), math.Cos(b.Outer)
	width := max(inner-outer, 1e-3)
	return 2 * math.Pi * (1 - outer - width + width/3)
}

// Everywhere reports whether the lamp shines to more than one side of the plane through its center.
func (a *Area) Everywhere() bool { return a.Ball != nil && a.Ball.Outer > math.Pi/2 }

// Side is that of the square which is as large as what a lamp shows to who looks along its axis, meters.
func (a *Area) Side() float64 {
	if a.Ball != nil {
		return a.Size * math.Sqrt(math.Pi) / 2
	}
	return a.Size
}

// Radiance is what the lamp emits where it shines most, W/(m^2 sr).
func (a *Area) Radiance() material.RGB {
	side := a.Side()
	l := a.PowerW / (4 * side * side)
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
	if b := a.Ball; b != nil {
		if !(b.Inner >= 0 && b.Inner <= b.Outer && b.Outer <= math.Pi) {
			errs = append(errs, fmt.Errorf("Ball shines within %g to %g rad of its axis, want 0 <= Inner <= Outer <= pi", b.Inner, b.Outer))
		}
		if !(b.Range >= 0) {
			errs = append(errs, fmt.Errorf("Ball.Range is %g, want at least 0", b.Range))
		}
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

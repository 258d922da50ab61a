// Package vary gives a finished scene other lamps and other surfaces: domain randomization (Tobin et al. 2017, "Domain
// Randomization for Transferring Deep Neural Networks from Simulation to the Real World"). What stands where, and what it is
// called, stays.
//
// An amount from 0 to 1 says how far a quantity goes from what the set has of its own (0) towards what is drawn (1): the draws
// do not depend on it, so that amounts can be compared on the same scenes. Quantities that are added go the share of the way;
// those that multiply (powers, sizes) have the share as an exponent. lights.go has the lamps, paint.go floors and walls.
package vary

import (
	"fmt"

	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// Amounts are the configuration's: how much is drawn anew, 0 to 1. All of it is off when zero.
type Amounts struct {
	// Textures is for the colors and pictures of floors and walls and for the polish and grain of things.
	Textures float64 `json:"textures,omitzero" yaml:"textures"`
	// Lights is for the places, sizes, powers and colors of lamps and suns.
	Lights float64 `json:"lights,omitzero" yaml:"lights"`
}

// Faults names every amount that is out of range; key is that of the amounts in the configuration.
func (a Amounts) Faults(key string) (out []string) {
	for _, f := range [...]struct {
		name  string
		value float64
	}{{"textures", a.Textures}, {"lights", a.Lights}} {
		if !(f.value >= 0 && f.value <= 1) {
			out = append(out, fmt.Sprintf("%s.%s is %g, want 0 to 1", key, f.name, f.value))
		}
	}
	return out
}

// Toward goes the share amount of the way from what is to what was drawn.
func Toward(amount, is, drawn float64) float64 { return is + float64(amount*(drawn-is)) }

// factor is drawn log-uniformly between 1/most and most, to the power of amount; logMost is the natural logarithm of most.
func factor(s *rng.Stream, amount, logMost float64) float64 {
	return geom.Exp(float64(amount * s.Uniform(-logMost, logMost)))
}

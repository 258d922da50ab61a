package physics

import "math"

// Mixing says what the friction or restitution of two surfaces is together.
type Mixing uint8

const (
	MixDefault       Mixing = iota // the product of frictions, the maximum of restitutions
	MixProduct                     // as Bullet and Kubric do
	MixMinimum                     // the slippery, or the dull one decides
	MixMaximum                     // the rough, or the lively one decides
	MixGeometricMean               // the root of the product, as Box2D does for friction
	MixAverage
)

func (m Mixing) of(a, b float64) float64 {
	switch m {
	case MixMinimum:
		return min(a, b)
	case MixMaximum:
		return max(a, b)
	case MixGeometricMean:
		return math.Sqrt(float64(a * b))
	case MixAverage:
		return float64(0.5*a) + float64(0.5*b)
	}
	return float64(a * b)
}

package vary

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/scenes/rng"
)

// Paint is what a floor or wall is painted with. In records it says what was drawn.
type Paint struct {
	Color      material.RGB `json:"color"`       // reflectance in the mean, linear
	SpreadSRGB float64      `json:"spread_srgb"` // of the picture's grain: standard deviation, in levels; 0 is plain
	Scale      float64      `json:"scale"`       // tiles are so many times as large as the set's own
	Turn       float64      `json:"turn"`        // of the tiles, radians
}

// What paints are drawn from with the amount 1: any hue, and in HSL on sRGB values these saturations and lightnesses.
const (
	maxSaturation              = 0.3
	minLightness, maxLightness = 0.5, 0.95
	maxSpread                  = 24
	spreadStep                 = 6                  // few steps keep the number of pictures small
	logScale                   = 0.9162907318741551 // 1/2.5 to 2.5
)

// DrawPaint draws a paint. With the amount 0 it has the mean color and the spread that the set's own has, in sRGB levels.
func DrawPaint(s *rng.Stream, amount float64, ownSRGB [3]float64, ownSpread float64) Paint {
	hue, saturation := s.Uniform(0, 1), s.Uniform(0, maxSaturation)
	drawn := hsl(hue, saturation, s.Uniform(minLightness, maxLightness))
	var p Paint
	for c := range p.Color {
		p.Color[c] = decode(Toward(amount, ownSRGB[c]/255, drawn[c]))
	}
	spread := Toward(amount, ownSpread, s.Uniform(0, maxSpread))
	p.SpreadSRGB = spreadStep * math.Floor(spread/spreadStep+0.5)
	p.Scale = factor(s, amount, logScale)
	p.Turn = float64(amount * s.Uniform(-math.Pi, math.Pi))
	return p
}

// reliefMean is the level of the gray pictures that paints color. It leaves room for their grain.
const reliefMean = 225

// Material is the surface in the paint: relief gives gray pictures of a mean and a spread, as surface.FloorRelief does.
func (p Paint) Material(name string, relief func(mean, spread float64) *material.Texture) material.Material {
	m := material.Lambert(p.Color)
	m.Name = name
	if p.SpreadSRGB > 0 {
		m.BaseColorTexture = relief(reliefMean, p.SpreadSRGB)
		for c := range m.BaseColor {
			m.BaseColor[c] = min(1, p.Color[c]/decode(reliefMean/255.0))
		}
	}
	return m
}

// UVs are coordinates in the paint's picture of places on a surface: meters to the right and down, as the picture runs.
// widthM and heightM are the size of the set's own tile.
func (p Paint) UVs(places [][2]float64, widthM, heightM float64) [][2]float64 {
	sin, cos := geom.SinCos(p.Turn)
	out := make([][2]float64, len(places))
	for i, at := range places {
		u, v := float64(cos*at[0])+float64(sin*at[1]), float64(cos*at[1])-float64(sin*at[0])
		out[i] = [2]float64{u / (widthM * p.Scale), v / (heightM * p.Scale)}
	}
	return out
}

// decode maps sRGB values in [0, 1] to linear ones, to within 0.002: a polynomial, which has the same bits on every processor
// (Taylor 2012, "sRGB Approximations for HLSL").
func decode(v float64) float64 {
	return cubic(v, 0.305306011, 0.682171111, 0.012522878, 0)
}

// hsl is a color of hue, saturation and lightness, all from 0 to 1 (Joblove and Greenberg 1978, "Color Spaces for Computer
// Graphics").
func hsl(h, s, l float64) [3]float64 {
	chroma := float64((1 - math.Abs(2*l-1)) * s)
	var out [3]float64
	for c, shift := range [...]float64{0, 1.0 / 3, 2.0 / 3} {
		away := math.Abs(h - shift) // from the channel's own hue, around the circle
		away = min(away, 1-away)
		out[c] = l + float64(chroma*(max(0, min(1, 2-float64(6*away)))-0.5))
	}
	return out
}

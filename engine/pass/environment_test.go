//go:build cgo && linux

package pass

import (
	"math"
	"testing"

	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/internal/skytest"
)

// A uniform environment is the same as a uniform world: a furnace in which white surfaces cannot be seen.
func TestWhiteFurnaceOfAnEnvironment(t *testing.T) {
	for _, roughness := range []float64{0, 0.2, 0.5, 1} {
		for name, c := range map[string]struct {
			surface material.Material
			want    float64
		}{
			"diffuser": {material.Lambert(gray(1)), 1},
			"metal":    {material.Material{BaseColor: gray(1), Metallic: 1, IOR: 1.5, PerceptualRoughness: roughness}, 1},
			"dielectric": {material.Material{BaseColor: gray(0.4), IOR: 1.5, PerceptualRoughness: roughness},
				reflected(0.4, roughness, 1.5, math.Cos(0.8))},
			"glass": {material.Material{BaseColor: gray(1), IOR: 1.5, PerceptualRoughness: roughness, Transmission: 1}, 1},
		} {
			f := towards(0.8)
			f.Environment = &light.Environment{Panorama: skytest.Uniform(32, 0.5), Strength: 2, Turn: 1}
			put(f, sheet(20), geom.Identity, c.surface)
			if got := mean(radiance(t, f, bothWays, 64))[0]; math.Abs(got-c.want) > 0.01*c.want {
				t.Errorf("%s %g: got %.4f of the light, want %.4f", name, roughness, got, c.want)
			}
		}
	}
}

// Whether paths look for an environment's light, run into it or do both, the mean is the same, with a lamp beside it, too.
func TestStrategiesAgreeInAnEnvironment(t *testing.T) {
	blob := skytest.Of(64, func(azimuth, angle float64) [3]float64 {
		d := math.Hypot(azimuth-1, angle-0.8) // a window: what lobes find, too
		return [3]float64{0.2 + 8*math.Exp(-d*d*20), 0.2 + 6*math.Exp(-d*d*20), 0.3}
	})
	build := func(seed uint64) *frame.Frame {
		f := towards(0.9)
		f.Camera.FocalPx = 40
		f.Caustics, f.Seed = true, seed
		put(f, sheet(20), geom.Identity, material.Material{BaseColor: material.RGB{0.8, 0.5, 0.2}, IOR: 1.5, PerceptualRoughness: 0.5})
		metal := material.Material{BaseColor: material.RGB{0.9, 0.7, 0.4}, Metallic: 1, IOR: 1.5, PerceptualRoughness: 0.5}
		put(f, sphere(0.4), geom.Translate(geom.V(-0.5, 0, 0.4)), metal)
		f.Environment = &light.Environment{Panorama: blob, Turn: 0.3}
		f.Lights = []light.Area{{WorldFromLight: geom.Translate(geom.V(0, 0, 2)), Size: 1.2, PowerW: 3, Color: gray(1)}}
		return f
	}
	strategiesAgree(t, 48, build)
}

// The glare of a clear day is one sun, that of a bright window many, which find room beside the frame's own.
func TestGlareSuns(t *testing.T) {
	window := skytest.Of(64, func(azimuth, angle float64) [3]float64 {
		if math.Abs(azimuth) < 0.4 && math.Abs(angle-1.2) < 0.3 {
			return [3]float64{50, 50, 50}
		}
		return [3]float64{0.5, 0.5, 0.5}
	})
	for _, c := range []struct {
		panorama *light.Panorama
		own      int
		want     int
	}{{nil, 2, 0}, {skytest.Uniform(16, 1), 0, 0}, {skytest.Day(1024), 1, 1}, {window, 0, 4}, {window, 3, 1}} {
		f := &frame.Frame{Suns: make([]light.Sun, c.own)}
		if c.panorama != nil {
			f.Environment = &light.Environment{Panorama: c.panorama}
		}
		if got := glareSuns(f); got != c.want {
			t.Errorf("beside %d suns: got %d, want %d", c.own, got, c.want)
		}
	}
}

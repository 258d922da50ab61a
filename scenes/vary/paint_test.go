package vary

import (
	"math"
	"testing"

	"mereo/engine/material"
	"mereo/scenes/rng"
)

func TestHSLKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		name    string
		h, s, l float64
		want    [3]float64
	}{
		{"red", 0, 1, 0.5, [3]float64{1, 0, 0}},
		{"green", 1.0 / 3, 1, 0.5, [3]float64{0, 1, 0}},
		{"blue", 2.0 / 3, 1, 0.5, [3]float64{0, 0, 1}},
		{"yellow", 1.0 / 6, 1, 0.5, [3]float64{1, 1, 0}},
		{"magenta, from beyond red", 5.0 / 6, 1, 0.5, [3]float64{1, 0, 1}},
		{"gray", 0.4, 0, 0.3, [3]float64{0.3, 0.3, 0.3}},
		{"pale orange", 1.0 / 12, 0.5, 0.75, [3]float64{0.875, 0.75, 0.625}},
	} {
		got := hsl(c.h, c.s, c.l)
		for k := range got {
			if math.Abs(got[k]-c.want[k]) > 1e-12 {
				t.Errorf("%s: got %v, want %v", c.name, got, c.want)
				break
			}
		}
	}
}

func TestDecode(t *testing.T) {
	for v := range 256 {
		s := float64(v) / 255
		if got, want := decode(s), material.DecodeSRGB(s); math.Abs(got-want) > 2e-3 {
			t.Errorf("level %d decodes to %g, want %g", v, got, want)
		}
	}
}

func TestDrawPaint(t *testing.T) {
	own := [3]float64{158, 146, 123}
	for seed := range uint64(300) {
		at := func(amount float64) Paint { return DrawPaint(rng.At(rng.Key{Seed: seed}, "paint"), amount, own, 25) }
		off := math.Abs(at(0).Color[0] - material.DecodeSRGB(158.0/255))
		if p := at(0); p.SpreadSRGB != 24 || p.Scale != 1 || p.Turn != 0 || off > 2e-3 {
			t.Fatalf("with the amount 0 the paint is %+v, want the set's own", p)
		}
		p := at(1)
		if p.Scale < 1/2.5 || p.Scale > 2.5 || math.Abs(p.Turn) > math.Pi || p.SpreadSRGB < 0 || p.SpreadSRGB > 24 {
			t.Errorf("seed %d: %+v", seed, p)
		}
		most, least := 0.0, 1.0
		for _, v := range p.Color {
			most, least = max(most, material.EncodeSRGB(v)), min(least, material.EncodeSRGB(v))
		}
		// The most saturated of the darkest: lightness 0.5 +- 0.3/2.
		if most > 1 || least < 0.34 || most-least > 0.31 {
			t.Errorf("seed %d: sRGB from %g to %g", seed, least, most)
		}
	}
}

// Tiles are turned about the zero of their coordinates, and are as large as they say.
func TestUVs(t *testing.T) {
	p := Paint{Scale: 2, Turn: math.Pi / 2}
	got := p.UVs([][2]float64{{0, 0}, {3, 0}, {0, 3}}, 3, 1)
	want := [][2]float64{{0, 0}, {0, -1.5}, {0.5, 0}}
	for i := range want {
		if math.Hypot(got[i][0]-want[i][0], got[i][1]-want[i][1]) > 1e-12 {
			t.Errorf("place %d is at %v, want %v", i, got[i], want[i])
		}
	}
}

// A paint's color is that of its picture in the mean.
func TestMaterialHasThePaintsColor(t *testing.T) {
	p := Paint{Color: material.RGB{0.2, 0.4, 0.6}, SpreadSRGB: 6}
	m := p.Material("wall", func(mean, spread float64) *material.Texture {
		if mean != reliefMean || spread != 6 {
			t.Errorf("asked for mean %g and spread %g, want %d and 6", mean, spread, reliefMean)
		}
		return &material.Texture{}
	})
	for c, want := range p.Color {
		if got := m.BaseColor[c] * material.DecodeSRGB(reliefMean/255.0); math.Abs(got-want) > 2e-3 {
			t.Errorf("channel %d: %g, want %g", c, got, want)
		}
	}
	p.SpreadSRGB = 0
	if m := p.Material("wall", nil); m.BaseColorTexture != nil || m.BaseColor != p.Color {
		t.Errorf("plain paint: %+v", m)
	}
}

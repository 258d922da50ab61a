package light

import (
	"math"
	"testing"

	"mereo/engine/geom"
	"mereo/engine/material"
)

func TestRadianceKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		name string
		a    Area
		want material.RGB
	}{
		{"4 W from a square of 1 m", Area{Size: 1, PowerW: 4, Color: material.RGB{1, 0.5, 0}}, material.RGB{1, 0.5, 0}},
		{"twice the side, a quarter of the radiance", Area{Size: 2, PowerW: 4, Color: material.RGB{1, 0.5, 0}}, material.RGB{0.25, 0.125, 0}},
		{"dark", Area{Size: 0.1, Color: material.RGB{1, 1, 1}}, material.RGB{}},
	} {
		if got := c.a.Radiance(); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// A small lamp of radiance L and area A sends L A cos cos' / r^2 to a surface: PowerW/4 cos cos' / r^2, whatever its size.
func TestIrradianceOfASmallLampIsAQuarterOfItsPower(t *testing.T) {
	for _, size := range []float64{0.01, 0.1, 0.5} {
		a := Area{Size: size, PowerW: 12, Color: material.RGB{1, 1, 1}}
		const r = 3.0
		if got, want := a.Radiance()[0]*size*size/(r*r), 12.0/4/9; math.Abs(got-want) > 1e-15 {
			t.Errorf("side %g: irradiance at 3 m is %v, want %v", size, got, want)
		}
	}
}

func TestValidateNamesEveryField(t *testing.T) {
	good := Area{WorldFromLight: geom.Identity, Size: 1, PowerW: 0, Color: material.RGB{1, 0, 1}}
	if err := good.Validate(); err != nil {
		t.Errorf("got %v for a good lamp", err)
	}
	bad := Area{Size: math.NaN(), PowerW: -3, Color: material.RGB{0, -1, 0}}
	bad.WorldFromLight.T.X = math.Inf(1)
	want := "light: Size is NaN, want more than 0\nPowerW is -3, want at least 0\nposition is not finite\nColor[1] is -1, want at least 0"
	if err := bad.Validate(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

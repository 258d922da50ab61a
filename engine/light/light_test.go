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
	bad.Ball = &Ball{Inner: 2, Outer: 1, Range: -1}
	want := "light: Size is NaN, want more than 0\nPowerW is -3, want at least 0\nposition is not finite\nBall shines within 2 to 1 rad of its axis, want 0 <= Inner <= Outer <= pi\nBall.Range is -1, want at least 0\nColor[1] is -1, want at least 0"
	if err := bad.Validate(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// The solid angle is the integral of the emission over directions.
func TestSolidAngle(t *testing.T) {
	for _, ball := range []*Ball{nil, {Inner: math.Pi, Outer: math.Pi}, {Inner: 0.1, Outer: 0.7}, {Inner: 0, Outer: math.Pi / 2}, {Inner: 1, Outer: 1}} {
		a := Area{Size: 1, PowerW: 1, Color: material.RGB{1, 1, 1}, Ball: ball}
		const n = 1_000_000
		var sum float64
		for i := range n {
			sum += 2 * math.Pi * 2 / n * a.Emission().At(-1+2*(float64(i)+0.5)/n)
		}
		if got := a.SolidAngle(); math.Abs(got-sum) > 1e-4 {
			t.Errorf("%+v: got %g sr, want %g", ball, got, sum)
		}
	}
}

// A ball sends the same along its axis as a square of the same power, whatever its size.
func TestBallIsAsBrightAsASquare(t *testing.T) {
	ball := Area{Size: 0.3, PowerW: 12, Color: material.RGB{1, 1, 1}, Ball: &Ball{Outer: math.Pi}}
	if got := ball.Radiance()[0] * math.Pi / 4 * 0.3 * 0.3; math.Abs(got-3) > 1e-12 {
		t.Errorf("got %g W/sr, want 3", got)
	}
	if near, far := ball.Within(1e9), (&Area{Ball: &Ball{Outer: math.Pi, Range: 2}}).Within(1); near != 1 || far != 15.0/16 {
		t.Errorf("got %g without a range and %g at half of it, want 1 and 15/16", near, far)
	}
}

package vary

import (
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
	"mereo/scenes/rng"
)

// What lamps are drawn from with the amount 1, as natural logarithms of the largest factors.
const (
	logPower    = 1.3862943611198906 // of lamps: 1/4 to 4
	logSunPower = 0.6931471805599453 // of suns, which fill shadows that would be black: 1/2 to 2
	logSize     = 1.0986122886681098 // of a lamp's side: 1/3 to 3
	logLevel    = 0.3364722366212129 // of the light on the floor: 1/1.4 to 1.4
	sunTilt     = 0.4                // of the way a sun's light travels, each component to either side
)

// Color temperatures are drawn uniformly in mireds (millionths of 1/K), in which equal steps look equally large: 3,200 K, a
// studio bulb, to 9,100 K, the sky in the shade. Daylight is where the amount 0 lies: 6,500 K.
const (
	miredMin  = 110
	miredMax  = 310
	mired6500 = 1e6 / 6500.0
)

// Lights are lamps and suns with their color temperatures in kelvins, as drawn.
type Lights struct {
	Lamps        []light.Area
	Suns         []light.Sun
	LampsK, SunK []float64
}

// Relight returns other lamps and suns, as many as there were, for a scene on a floor around the world's origin. Lamps go to
// places in the box within and look at the origin again; their sides and powers are multiplied, and their colors filtered
// to a black body's of a drawn temperature.
//
// A photographer sets exposure and white balance to the light that there is. So all powers and colors are scaled alike in
// the end, channel by channel, until the floor below the box, if it were empty, receives in the mean what it received
// before, times a drawn factor that is the same for all channels. So things keep their colors, as far as all light together
// decides them.
func Relight(s *rng.Stream, amount float64, lamps []light.Area, suns []light.Sun, within geom.AABB) Lights {
	var out Lights
	before := onFloor(lamps, suns, within)
	for _, l := range lamps {
		at := geom.V(s.Uniform(within.Min.X, within.Max.X), 0, 0)
		at.Y = s.Uniform(within.Min.Y, within.Max.Y)
		at.Z = s.Uniform(within.Min.Z, within.Max.Z)
		l.WorldFromLight = camera.LookAt(l.WorldFromLight.T.Lerp(at, amount), geom.Vec3{}, geom.V(0, 0, 1))
		l.Size *= factor(s, amount, logSize)
		l.PowerW *= factor(s, amount, logPower)
		kelvins := drawKelvins(s, amount)
		l.Color = filtered(l.Color, kelvins)
		out.Lamps, out.LampsK = append(out.Lamps, l), append(out.LampsK, kelvins)
	}
	for _, sun := range suns {
		dx := float64(amount * s.Uniform(-sunTilt, sunTilt))
		dy := float64(amount * s.Uniform(-sunTilt, sunTilt))
		sun.Dir = sun.Dir.Add(geom.V(dx, dy, 0)).Unit()
		power, kelvins := factor(s, amount, logSunPower), drawKelvins(s, amount)
		sun.Irradiance = scaled(filtered(sun.Irradiance, kelvins), material.RGB{power, power, power})
		out.Suns, out.SunK = append(out.Suns, sun), append(out.SunK, kelvins)
	}

	// Exposure and white balance.
	level := factor(s, amount, logLevel)
	after := onFloor(out.Lamps, out.Suns, within)
	var gain material.RGB
	for c := range gain {
		gain[c] = level * before[c] / after[c]
	}
	for i := range out.Lamps {
		l := &out.Lamps[i]
		l.Color = scaled(l.Color, gain)
		top := max(l.Color[0], l.Color[1], l.Color[2])
		l.PowerW *= top
		for c := range l.Color {
			l.Color[c] /= top
		}
	}
	for i := range out.Suns {
		out.Suns[i].Irradiance = scaled(out.Suns[i].Irradiance, gain)
	}
	return out
}

// onFloor is the irradiance of the floor z = 0 below a box, W/m^2, with nothing in the way: the mean over nine places, in the
// middles of ninths of it. Of a small lamp it is PowerW/4 Color cos cos'/r^2 (see light.Area).
func onFloor(lamps []light.Area, suns []light.Sun, box geom.AABB) (out material.RGB) {
	const n = 3
	for i := range lamps {
		from := &lamps[i].WorldFromLight
		axis, sum := from.Dir(geom.V(0, 0, -1)), 0.0
		for k := range n * n {
			x := Toward((float64(k%n)+0.5)/n, box.Min.X, box.Max.X)
			y := Toward((float64(k/n)+0.5)/n, box.Min.Y, box.Max.Y)
			ray := geom.V(x, y, 0).Sub(from.T)
			r2 := ray.Len2()
			sum += float64(max(0, -ray.Z)*max(0, ray.Dot(axis))) / float64(r2*r2)
		}
		for c := range out {
			out[c] += float64(sum / (n * n) * lamps[i].PowerW / 4 * lamps[i].Color[c])
		}
	}
	for i := range suns {
		for c := range out {
			out[c] += float64(max(0, -suns[i].Dir.Z) * suns[i].Irradiance[c])
		}
	}
	return out
}

// drawKelvins draws a color temperature.
func drawKelvins(s *rng.Stream, amount float64) float64 {
	return 1e6 / Toward(amount, mired6500, s.Uniform(miredMin, miredMax))
}

// filtered is a light's color behind a filter that turns 6,500 K into the given temperature.
func filtered(c material.RGB, kelvins float64) material.RGB {
	to, from := planck(kelvins), planck(6500)
	return scaled(c, material.RGB{to[0] / from[0], to[1] / from[1], to[2] / from[2]})
}

func scaled(c, by material.RGB) material.RGB {
	return material.RGB{c[0] * by[0], c[1] * by[1], c[2] * by[2]}
}

// planck is the color of a black body of a temperature from 1,667 to 25,000 kelvins, in linear sRGB (Rec. 709 primaries, D65
// white), of luminance 1. Below 1,900 K blue is negative and given as 0.
//
// The chromaticity is the cubic approximation of Kang, Moon, Hong, Lee, Cho and Kim 2002, "Design of Advanced Color -
// Temperature Control System for HDTV Applications", J. Korean Phys. Soc. 41(6).
func planck(kelvins float64) material.RGB {
	k := 1000 / kelvins
	var x, y float64
	if kelvins < 4000 {
		x = cubic(k, -0.2661239, -0.2343589, 0.8776956, 0.179910)
	} else {
		x = cubic(k, -3.0258469, 2.1070379, 0.2226347, 0.240390)
	}
	switch {
	case kelvins < 2222:
		y = cubic(x, -1.1063814, -1.34811020, 2.18555832, -0.20219683)
	case kelvins < 4000:
		y = cubic(x, -0.9549476, -1.37418593, 2.09137015, -0.16748867)
	default:
		y = cubic(x, 3.0817580, -5.87338670, 3.75112997, -0.37001483)
	}
	return linear(x/y, 1, (1-x-y)/y)
}

// linear is a color of CIE 1931 in linear sRGB, by the matrix of IEC 61966-2-1; what lies outside of its gamut is clipped.
func linear(x, y, z float64) material.RGB {
	return material.RGB{
		max(0, float64(3.2406*x)-float64(1.5372*y)-float64(0.4986*z)),
		max(0, float64(-0.9689*x)+float64(1.8758*y)+float64(0.0415*z)),
		max(0, float64(0.0557*x)-float64(0.2040*y)+float64(1.0570*z)),
	}
}

// cubic is a x^3 + b x^2 + c x + d.
func cubic(x, a, b, c, d float64) float64 {
	return float64((float64((float64(a*x)+b)*x)+c)*x) + d
}

package vary

import (
	"math"
	"sync"

	"mereo/engine/geom"
	"mereo/engine/light"
	"mereo/engine/material"
)

// sky is a panorama whose sun is seen along +X. An unshaded level floor receives 1 W/m^2 of it, alike in all channels: a photographer's
// white balance.
type sky struct {
	elevation float64 // of the sun, radians; a right angle for a sky without
	panorama  func() *light.Panorama
}

// skies are a clear morning, a clear noon, a hazy afternoon, an evening, and clouds all over.
var skies = [...]sky{
	clearSky(48, 3), clearSky(62, 2.2), clearSky(40, 5.5), clearSky(24, 4),
	{math.Pi / 2, sync.OnceValue(func() *light.Panorama {
		// CIE standard overcast sky: ISO 15469:2004, type 1 in the form of Moon and Spencer 1942.
		return balanced(func(dir geom.Vec3) material.RGB {
			l := (1 + float64(2*dir.Z)) / 3
			return material.RGB{l, l, l}
		}, geom.Vec3{}, material.RGB{})
	})},
}

// clearSky is a cloudless sky with the sun so many degrees high, through air of a turbidity: 2 is clear, 6 hazy.
func clearSky(elevationDeg, turbidity float64) sky {
	elevation := elevationDeg * math.Pi / 180
	return sky{elevation, sync.OnceValue(func() *light.Panorama {
		sun := geom.V(geom.Cos(elevation), 0, geom.Sin(elevation))
		return balanced(preetham(turbidity, sun), sun, sunlight(turbidity, elevation))
	})}
}

const (
	skyHeight    = 256 // texels
	skyWidth     = 2 * skyHeight
	groundAlbedo = 0.25 // of what lies below the horizon, a little brown
	skyBlur      = 0.02 // sine of the height over which the horizon blurs
)

// balanced paints a panorama of radiance above the horizon, lit ground below it, and a sun of an irradiance, and scales it.
func balanced(radiance func(dir geom.Vec3) material.RGB, sun geom.Vec3, irradiance material.RGB) *light.Panorama {
	p := &light.Panorama{Width: skyWidth, Height: skyHeight, Pix: make([]float32, 3*skyWidth*skyHeight)}
	pix := make([]material.RGB, skyWidth*skyHeight)
	e := light.Environment{Panorama: p}
	solid := func(row int) float64 { // of a texel, sr
		return 2 * math.Pi / skyWidth * (geom.Cos(math.Pi*float64(row)/skyHeight) - geom.Cos(math.Pi*float64(row+1)/skyHeight))
	}
	var floor material.RGB
	light := func(at int, dir geom.Vec3, l material.RGB) {
		for c := range l {
			pix[at][c] += l[c]
			floor[c] += float64(l[c] * max(0, dir.Z) * solid(at/skyWidth))
		}
	}
	for at := range pix {
		dir := e.Dir((float64(at%skyWidth)+0.5)/skyWidth, (float64(at/skyWidth)+0.5)/skyHeight)
		if up := dir; up.Z > 0 {
			up.Z = max(up.Z, skyBlur)
			light(at, dir, radiance(up.Unit()))
		}
	}
	if sun != (geom.Vec3{}) {
		// One texel, half a degree to a degree across, has all of it.
		row := int(geom.Acos(sun.Z) / math.Pi * skyHeight)
		at := row*skyWidth + skyWidth/2
		dir := e.Dir((skyWidth/2+0.5)/skyWidth, (float64(row)+0.5)/skyHeight)
		for c := range irradiance {
			irradiance[c] /= solid(row)
		}
		light(at, dir, irradiance)
	}
	ground := material.RGB{1.1 * groundAlbedo / math.Pi, groundAlbedo / math.Pi, 0.85 * groundAlbedo / math.Pi}
	for at := range pix {
		for c := range ground {
			l := pix[at][c] / floor[c]
			if at >= len(pix)/2 {
				l = ground[c]
			}
			p.Pix[3*at+c] = float32(l)
		}
	}
	return p
}

// preetham is the radiance of a clear sky in linear sRGB, in units of 1,000 cd/m^2: Preetham, Shirley and Smits 1999, "A Practical Analytic
// Model for Daylight", appendix A.2. Directions are unit and above the horizon.
func preetham(turbidity float64, sun geom.Vec3) func(dir geom.Vec3) material.RGB {
	t, zenith := turbidity, geom.Acos(sun.Z)
	// Perez's five coefficients of luminance Y and chromaticities x and y.
	perez := [3][5]float64{
		{float64(0.1787*t) - 1.4630, float64(-0.3554*t) + 0.4275, float64(-0.0227*t) + 5.3251, float64(0.1206*t) - 2.5771, float64(-0.0670*t) + 0.3703},
		{float64(-0.0193*t) - 0.2592, float64(-0.0665*t) + 0.0008, float64(-0.0004*t) + 0.2125, float64(-0.0641*t) - 0.8989, float64(-0.0033*t) + 0.0452},
		{float64(-0.0167*t) - 0.2608, float64(-0.0950*t) + 0.0092, float64(-0.0079*t) + 0.2102, float64(-0.0441*t) - 1.6537, float64(-0.0109*t) + 0.0529},
	}
	powers := func(a, b, c, d float64) float64 { return cubic(zenith, a, b, c, d) }
	chi := float64((4.0/9 - t/120) * (math.Pi - float64(2*zenith)))
	atZenith := [3]float64{
		float64((float64(4.0453*t)-4.9710)*geom.Tan(chi)) - float64(0.2155*t) + 2.4192,
		float64(t*t*powers(0.00166, -0.00375, 0.00209, 0)) + float64(t*powers(-0.02903, 0.06377, -0.03202, 0.00394)) + powers(0.11693, -0.21196, 0.06052, 0.25886),
		float64(t*t*powers(0.00275, -0.00610, 0.00317, 0)) + float64(t*powers(-0.04214, 0.08970, -0.04153, 0.00516)) + powers(0.15346, -0.26756, 0.06670, 0.26688),
	}
	shape := func(k *[5]float64, cosTheta, gamma float64) float64 {
		cos := geom.Cos(gamma)
		return (1 + float64(k[0]*geom.Exp(k[1]/cosTheta))) * (1 + float64(k[2]*geom.Exp(k[3]*gamma)) + float64(k[4]*cos*cos))
	}
	return func(dir geom.Vec3) material.RGB {
		gamma := geom.Acos(max(-1, min(1, dir.Dot(sun))))
		var v [3]float64
		for c := range v {
			v[c] = atZenith[c] * shape(&perez[c], dir.Z, gamma) / shape(&perez[c], 1, zenith)
		}
		return linear(v[1]*v[0]/v[2], v[0], (1-v[1]-v[2])*v[0]/v[2])
	}
}

// sunlight is the illuminance of the sun on a surface that faces it, through the air, linear sRGB in 1,000 lux: Rayleigh's and Angstrom's
// extinction, as in appendix A.1 of the same paper, at the wavelengths of the channels. Outside of the air it is 128.
func sunlight(turbidity, elevation float64) (out material.RGB) {
	deg := elevation * 180 / math.Pi
	mass := 1 / (geom.Sin(elevation) + float64(0.15*power(deg+3.885, -1.253))) // of air: Kasten 1965
	beta := float64(0.04608*turbidity) - 0.04586
	for c, micrometers := range [3]float64{0.61, 0.55, 0.465} {
		rayleigh, haze := float64(0.008735*power(micrometers, -4.08)), float64(beta*power(micrometers, -1.3))
		out[c] = 128 * geom.Exp(-mass*(rayleigh+haze))
	}
	return out
}

// power is x to the power of y, for x above 0.
func power(x, y float64) float64 { return geom.Exp(float64(y * geom.Log(x))) }

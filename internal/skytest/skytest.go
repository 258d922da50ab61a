// Package skytest makes panoramas and Radiance files for tests.
package skytest

import (
	"fmt"
	"math"

	"mereo/engine/light"
)

// Uniform has the same radiance everywhere.
func Uniform(width int, l float32) *light.Panorama {
	return Of(width, func(float64, float64) [3]float64 { return [3]float64{float64(l), float64(l), float64(l)} })
}

// Of evaluates radiance at the texels' centers, at an azimuth from +X towards +Y and an angle from the zenith, radians.
func Of(width int, radiance func(azimuth, angle float64) [3]float64) *light.Panorama {
	p := &light.Panorama{Width: width, Height: width / 2}
	for y := range p.Height {
		for x := range width {
			for _, c := range radiance(2*math.Pi*(0.5-(float64(x)+0.5)/float64(width)), math.Pi*(float64(y)+0.5)/float64(p.Height)) {
				p.Pix = append(p.Pix, float32(c))
			}
		}
	}
	return p
}

// Day is a clear day: a blue sky that pales towards the horizon, green-gray ground, and a sun of half a degree, 40 degrees high at
// an azimuth of -60 degrees, which gives 3 W/m^2 of a surface that faces it; the sky gives about 1.5.
func Day(width int) *light.Panorama {
	const azimuth, height, radius = -math.Pi / 3, 40 * math.Pi / 180, 0.5 * math.Pi / 360
	sun := [3]float64{math.Cos(height) * math.Cos(azimuth), math.Cos(height) * math.Sin(azimuth), math.Sin(height)}
	p := Of(width, func(azimuth, angle float64) [3]float64 {
		up := math.Cos(angle)
		if up < 0 {
			return [3]float64{0.15, 0.17, 0.12}
		}
		pale := math.Pow(1-up, 3)
		sin := math.Sin(angle)
		glow := 0.6 * math.Pow(max(0, sin*math.Cos(azimuth)*sun[0]+sin*math.Sin(azimuth)*sun[1]+up*sun[2]), 60)
		return [3]float64{0.2 + 0.5*pale + glow, 0.35 + 0.4*pale + glow, 0.7 + 0.1*pale + glow}
	})
	// The sun is shared out among the texels that it touches, with as many points as it takes, so that it is as bright at any width.
	const n = 64
	for i := range n {
		for j := range n {
			a, b := 2*(float64(i)+0.5)/n-1, 2*(float64(j)+0.5)/n-1
			if a*a+b*b > 1 {
				continue
			}
			angle, az := math.Pi/2-height+radius*a, azimuth+radius*b/math.Cos(height)
			x, y := int((0.5-az/(2*math.Pi))*float64(width))%width, int(angle/math.Pi*float64(p.Height))
			omega := 2 * math.Pi / float64(width) * (math.Cos(math.Pi*float64(y)/float64(p.Height)) - math.Cos(math.Pi*float64(y+1)/float64(p.Height)))
			for c, l := range [3]float32{3, 2.8, 2.4} {
				p.Pix[3*(y*width+x)+c] += l / float32(n*n*math.Pi/4*omega)
			}
		}
	}
	return p
}

// HDR is a panorama as a Radiance file, with runs or without.
func HDR(p *light.Panorama, runs bool) []byte {
	out := fmt.Appendf(nil, "#?RADIANCE\n# made by a test\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n", p.Height, p.Width)
	for y := range p.Height {
		row := make([][4]byte, p.Width)
		for x := range row {
			row[x] = encode(p.Pix[3*(y*p.Width+x):])
		}
		if !runs {
			for _, c := range row {
				out = append(out, c[:]...)
			}
			continue
		}
		out = append(out, 2, 2, byte(p.Width>>8), byte(p.Width))
		for c := range 4 {
			for x := 0; x < p.Width; {
				n := 1
				for x+n < p.Width && n < 127 && row[x+n][c] == row[x][c] {
					n++
				}
				if n > 2 {
					out = append(out, byte(128+n), row[x][c])
					x += n
					continue
				}
				out = append(out, 1, row[x][c])
				x++
			}
		}
	}
	return out
}

// encode rounds three numbers to 8 bits with one exponent.
func encode(c []float32) (out [4]byte) {
	largest := float64(max(c[0], c[1], c[2]))
	if largest < 1e-30 {
		return out
	}
	_, e := math.Frexp(largest)
	for k := range 3 {
		out[k] = byte(min(255, math.Round(math.Ldexp(float64(c[k]), 8-e))))
	}
	out[3] = byte(e + 128)
	return out
}

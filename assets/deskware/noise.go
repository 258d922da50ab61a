package deskware

import (
	"math"

	"mereo/engine/geom"
)

// Products are converted before they are added, which keeps a compiler from fusing the two.

// hash mixes a lattice point and a seed into 64 bits (the finalizer of Steele et al. 2014, "Fast Splittable Pseudorandom Number
// Generators").
func hash(x, y, z int64, seed uint64) uint64 {
	h := seed*0x9e3779b97f4a7c15 + uint64(x)*0xbf58476d1ce4e5b9 + uint64(y)*0x94d049bb133111eb + uint64(z)*0xd6e8feb86659fd93
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// uniform is a number in [0, 1) of a lattice point.
func uniform(x, y, z int64, seed uint64) float64 { return float64(hash(x, y, z, seed)>>11) / (1 << 53) }

// gradients point to the edges of a cube, four of them twice.
var gradients = [16]geom.Vec3{
	{X: 1, Y: 1}, {X: -1, Y: 1}, {X: 1, Y: -1}, {X: -1, Y: -1}, {X: 1, Z: 1}, {X: -1, Z: 1}, {X: 1, Z: -1}, {X: -1, Z: -1},
	{Y: 1, Z: 1}, {Y: -1, Z: 1}, {Y: 1, Z: -1}, {Y: -1, Z: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}, {Y: -1, Z: 1}, {Y: -1, Z: -1},
}

// noise is gradient noise of lattice step 1 in [-1, 1], with a standard deviation of about 0.27 (Perlin 2002, "Improving
// Noise").
func noise(p geom.Vec3, seed uint64) float64 {
	fx, fy, fz := math.Floor(p.X), math.Floor(p.Y), math.Floor(p.Z)
	ix, iy, iz := int64(fx), int64(fy), int64(fz)
	u, v, w := p.X-fx, p.Y-fy, p.Z-fz
	corner := func(dx, dy, dz int64) float64 {
		return gradients[hash(ix+dx, iy+dy, iz+dz, seed)>>60].Dot(geom.V(u-float64(dx), v-float64(dy), w-float64(dz)))
	}
	su, sv, sw := fade(u), fade(v), fade(w)
	edge := func(dy, dz int64) float64 { return lerp(corner(0, dy, dz), corner(1, dy, dz), su) }
	return lerp(lerp(edge(0, 0), edge(1, 0), sv), lerp(edge(0, 1), edge(1, 1), sv), sw)
}

// fractal sums octaves of noise, each half as wide as the one before and gain times as high. The result is in [-1, 1].
func fractal(p geom.Vec3, octaves int, gain float64, seed uint64) float64 {
	sum, height, total := 0.0, 1.0, 0.0
	for o := range octaves {
		sum += float64(height * noise(p, seed+uint64(o)))
		total += height
		height *= gain
		p = p.Scale(2)
	}
	return sum / total
}

// warped is p moved by up to amount along each axis by noise of lattice step 1.
func warped(p geom.Vec3, amount float64, seed uint64) geom.Vec3 {
	return p.AddScaled(amount, geom.V(noise(p, seed), noise(p, seed+1), noise(p, seed+2)))
}

// cellEdge scatters one point in each lattice cube and returns how much farther the second nearest of them is than the nearest:
// 0 on the borders between their cells (Worley 1996, "A Cellular Texture Basis Function"), and a uniform number of the cell.
func cellEdge(p geom.Vec3, seed uint64) (edge, id float64) {
	ix, iy, iz := int64(math.Floor(p.X)), int64(math.Floor(p.Y)), int64(math.Floor(p.Z))
	first, second := math.Inf(1), math.Inf(1)
	for z := iz - 1; z <= iz+1; z++ {
		for y := iy - 1; y <= iy+1; y++ {
			for x := ix - 1; x <= ix+1; x++ {
				// 20 of the hash's bits for each axis.
				h := hash(x, y, z, seed)
				const bits, mask = 20, 1<<20 - 1
				d := geom.V(float64(x), float64(y), float64(z)).Sub(p).Add(geom.V(
					float64(h&mask)/(mask+1), float64(h>>bits&mask)/(mask+1), float64(h>>(2*bits)&mask)/(mask+1))).Len2()
				if d < first {
					first, second, id = d, first, float64(h>>(64-16))/(1<<16)
				} else if d < second {
					second = d
				}
			}
		}
	}
	return math.Sqrt(second) - math.Sqrt(first), id
}

func fade(t float64) float64 { return float64(t * t * t * (float64(t*(float64(t*6)-15)) + 10)) }

func lerp(a, b, t float64) float64 { return a + float64((b-a)*t) }

// step rises smoothly from 0 at x <= a to 1 at x >= b; for b < a it falls.
func step(a, b, x float64) float64 {
	t := max(0, min(1, (x-a)/(b-a)))
	return float64(t * t * (3 - float64(2*t)))
}

// stop is a point of a ramp.
type stop struct{ at, value float64 }

// ramp goes straight from stop to stop and is level outside of them.
func ramp(x float64, stops ...stop) float64 {
	if x <= stops[0].at {
		return stops[0].value
	}
	for i, s := range stops[1:] {
		if before := stops[i]; x < s.at {
			return lerp(before.value, s.value, (x-before.at)/(s.at-before.at))
		}
	}
	return stops[len(stops)-1].value
}

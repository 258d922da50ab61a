package surface

import "math"

// hash mixes a lattice point and a seed into 64 bits (the finalizer of Steele et al. 2014, "Fast Splittable
// Pseudorandom Number Generators").
func hash(x, y int64, seed uint64) uint64 {
	h := seed*0x9e3779b97f4a7c15 + uint64(x)*0xbf58476d1ce4e5b9 + uint64(y)*0x94d049bb133111eb
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// unit is a uniform number in [0, 1) of a lattice point.
func unit(x, y int64, seed uint64) float64 { return float64(hash(x, y, seed)>>11) / (1 << 53) }

// grain is white noise in [-1, 1): one value a pixel.
func grain(x, y float64, seed uint64) float64 {
	return 2*unit(int64(math.Floor(x)), int64(math.Floor(y)), seed) - 1
}

// gradients are the eight directions of gradient noise, of length 1.
var gradients = [8][2]float64{
	{1, 0}, {-1, 0}, {0, 1}, {0, -1},
	{math.Sqrt2 / 2, math.Sqrt2 / 2}, {-math.Sqrt2 / 2, math.Sqrt2 / 2},
	{math.Sqrt2 / 2, -math.Sqrt2 / 2}, {-math.Sqrt2 / 2, -math.Sqrt2 / 2},
}

// noise is gradient noise of lattice step 1, about -0.7 to 0.7, twice differentiable (Perlin 2002, "Improving Noise").
func noise(x, y float64, seed uint64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int64(fx), int64(fy)
	u, v := x-fx, y-fy
	corner := func(dx, dy int64) float64 {
		g := gradients[hash(ix+dx, iy+dy, seed)>>61]
		return float64(g[0]*(u-float64(dx))) + float64(g[1]*(v-float64(dy)))
	}
	su, sv := fade(u), fade(v)
	return lerp(lerp(corner(0, 0), corner(1, 0), su), lerp(corner(0, 1), corner(1, 1), su), sv)
}

// fbm sums octaves of noise: step is the lattice step of the first in pixels, each next one is half as wide and gain
// times as high. The result is about -1 to 1.
func fbm(x, y, step float64, octaves int, gain float64, seed uint64) float64 {
	sum, height, total := 0.0, 1.0, 0.0
	for o := range octaves {
		sum += float64(height * noise(x/step, y/step, seed+uint64(o)))
		total += height
		height *= gain
		step /= 2
	}
	return float64(sum / total * math.Sqrt2)
}

// cells returns the distance from (x, y) to the nearest of the points scattered one a lattice square, in steps, and a
// uniform number that belongs to this point (Worley 1996, "A Cellular Texture Basis Function").
func cells(x, y float64, seed uint64) (distance, id float64) {
	ix, iy := int64(math.Floor(x)), int64(math.Floor(y))
	best := math.Inf(1)
	for dy := int64(-1); dy <= 1; dy++ {
		for dx := int64(-1); dx <= 1; dx++ {
			px := float64(ix+dx) + unit(ix+dx, iy+dy, seed) - x
			py := float64(iy+dy) + unit(ix+dx, iy+dy, seed+1) - y
			if d := float64(px*px) + float64(py*py); d < best {
				best, id = d, unit(ix+dx, iy+dy, seed+2)
			}
		}
	}
	return math.Sqrt(best), id
}

func fade(t float64) float64 { return float64(t * t * t * (float64(t*(float64(t*6)-15)) + 10)) }

func lerp(a, b, t float64) float64 { return a + float64((b-a)*t) }

// step rises smoothly from 0 at x <= a to 1 at x >= b; for b < a it falls.
func step(a, b, x float64) float64 {
	t := max(0, min(1, (x-a)/(b-a)))
	return float64(t * t * (3 - 2*t))
}

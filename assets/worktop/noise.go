package worktop

import "math"

// Products are converted before they are added, which keeps a compiler from fusing the two.
//
// All fields are periodic: a field with n steps across has the same values at u and u+1.

// hash mixes a lattice point and a seed into 64 bits (the finalizer of Steele et al. 2014, "Fast Splittable Pseudorandom Number
// Generators").
func hash(x, y int64, seed uint64) uint64 {
	h := seed*0x9e3779b97f4a7c15 + uint64(x)*0xbf58476d1ce4e5b9 + uint64(y)*0x94d049bb133111eb
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// uniform is a number in [0, 1) of a lattice point.
func uniform(x, y int64, seed uint64) float64 { return float64(hash(x, y, seed)>>11) / (1 << 53) }

// wrap is x modulo n, 0 to n-1.
func wrap(x, n int64) int64 {
	if x %= n; x < 0 {
		x += n
	}
	return x
}

// gradients are the eight directions of gradient noise, of length 1.
var gradients = [8][2]float64{
	{1, 0}, {-1, 0}, {0, 1}, {0, -1},
	{math.Sqrt2 / 2, math.Sqrt2 / 2}, {-math.Sqrt2 / 2, math.Sqrt2 / 2},
	{math.Sqrt2 / 2, -math.Sqrt2 / 2}, {-math.Sqrt2 / 2, -math.Sqrt2 / 2},
}

// noise is gradient noise of lattice step 1, about -0.7 to 0.7, with periods nx and ny (Perlin 2002, "Improving Noise").
func noise(x, y float64, nx, ny int64, seed uint64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	u, v := x-fx, y-fy
	x0, y0 := wrap(int64(fx), nx), wrap(int64(fy), ny)
	x1, y1 := x0+1, y0+1
	if x1 == nx {
		x1 = 0
	}
	if y1 == ny {
		y1 = 0
	}
	corner := func(ix, iy int64, du, dv float64) float64 {
		g := &gradients[hash(ix, iy, seed)>>61]
		return float64(g[0]*du) + float64(g[1]*dv)
	}
	su, sv := fade(u), fade(v)
	return lerp(lerp(corner(x0, y0, u, v), corner(x1, y0, u-1, v), su), lerp(corner(x0, y1, u, v-1), corner(x1, y1, u-1, v-1), su), sv)
}

// clouds sums octaves of noise over the picture: the first has n steps across, each next one twice as many and gain times the
// height. About -1 to 1.
func clouds(u, v float64, n int64, octaves int, gain float64, seed uint64) float64 {
	return streaks(u, v, n, n, octaves, gain, seed)
}

// streaks are clouds with nu steps along u and nv along v.
func streaks(u, v float64, nu, nv int64, octaves int, gain float64, seed uint64) float64 {
	sum, height, total := 0.0, 1.0, 0.0
	for o := range octaves {
		sum += float64(height * noise(float64(u*float64(nu)), float64(v*float64(nv)), nu, nv, seed+uint64(o)))
		total += height
		height *= gain
		nu, nv = 2*nu, 2*nv
	}
	return float64(sum / total * math.Sqrt2)
}

// slanted is noise with `across` steps along the direction (a, b) and `along` steps at right angles to it: lines, where along
// is the smaller. a and b are whole numbers, so that it is periodic.
func slanted(u, v float64, a, b, across, along int64, seed uint64) float64 {
	p := float64(u*float64(a)) + float64(v*float64(b))
	q := float64(v*float64(a)) - float64(u*float64(b))
	return noise(float64(p*float64(across)), float64(q*float64(along)), across, along, seed)
}

// cells scatters a point in each of n x n squares: the distance to the nearest of them in steps, how much farther the second
// nearest is, and a uniform number of the nearest (Worley 1996, "A Cellular Texture Basis Function").
func cells(u, v float64, n int64, seed uint64) (distance, edge, id float64) {
	x, y := float64(u*float64(n)), float64(v*float64(n))
	ix, iy := int64(math.Floor(x)), int64(math.Floor(y))
	first, second := math.Inf(1), math.Inf(1)
	for cy := iy - 1; cy <= iy+1; cy++ {
		for cx := ix - 1; cx <= ix+1; cx++ {
			// 24 of the hash's bits for each axis.
			h := hash(wrap(cx, n), wrap(cy, n), seed)
			const bits, mask = 24, 1<<24 - 1
			px := float64(cx) + float64(h&mask)/(mask+1) - x
			py := float64(cy) + float64(h>>bits&mask)/(mask+1) - y
			if d := float64(px*px) + float64(py*py); d < first {
				first, second, id = d, first, float64(h>>(2*bits))/(1<<16)
			} else if d < second {
				second = d
			}
		}
	}
	distance = math.Sqrt(first)
	return distance, math.Sqrt(second) - distance, id
}

func fade(t float64) float64 { return float64(t * t * t * (float64(t*(float64(t*6)-15)) + 10)) }

func lerp(a, b, t float64) float64 { return a + float64((b-a)*t) }

// step rises smoothly from 0 at x <= a to 1 at x >= b; for b < a it falls.
func step(a, b, x float64) float64 {
	t := max(0, min(1, (x-a)/(b-a)))
	return float64(t * t * (3 - float64(2*t)))
}

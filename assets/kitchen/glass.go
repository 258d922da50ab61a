package kitchen

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
)

var glasses = []entry{
	{Training, "glass1", "glass", glass1},
	{Training, "glass2", "glass", glass2},
	{Training, "glass3", "glass", glass3},
	{Training, "glass4", "glass", glass4},
	{Training, "glass5", "glass", glass5},
	{Benchmark, "glass", "glass", benchmarkGlass},
}

// tumblerFoot is the underside of a glass: a rim of radius r around a shallow dome.
func tumblerFoot(r float64) []solid.P2 {
	d := 2 * r
	return through(1, [][2]float64{{0, 0.045}, {0.5 * d, 0.035}, {0.8 * d, 0.01}, {0.86 * d, 0}, {0.93 * d, 0}, {d, 0.02}})
}

// glass1 is a tumbler with a thick base and eight soft facets.
func glass1(b *builder) {
	side := through(3, [][2]float64{
		{1.22, 0.06}, {1.25, 0.3}, {1.29, 0.63}, {1.33, 1}, {1.37, 1.38}, {1.41, 1.7}, {1.45, 2}, {1.512, 2.482},
	})
	inside := through(2, [][2]float64{{1.455, 2.482}, {1.33, 2}, {1.2, 1.4}, {1.06, 0.8}, {0.94, 0.27}})
	body := rimmed(append(tumblerFoot(0.6), side...), floored(inside, 0.2), 48)
	b.add("body", glass(), body.deformed(faceted))
}

// faceted planes the outside of glass1 to an octagon with round edges, which fades out above.
func faceted(p geom.Vec3) geom.Vec3 {
	const facets, flat = 8, 0.945
	r := math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y))
	between := 0.52 + float64(0.0845*p.Z) // the middle of the wall
	fade := min(max((2.0-p.Z)/0.35, 0), 1)
	if r < between || fade == 0 {
		return p
	}
	angle := geom.Atan2(p.Y, p.X) / (2 * math.Pi / facets)
	off := float64((angle - math.Floor(angle) - 0.5) * (2 * math.Pi / facets))
	k := min(flat/geom.Cos(off), 1)
	k = 1 - float64(fade*fade*(3-float64(2*fade))*(1-k))
	return geom.V(float64(k*p.X), float64(k*p.Y), p.Z)
}

// glass2 is a waisted beer glass, of slightly rough glass.
func glass2(b *builder) {
	side := through(2, [][2]float64{
		{1.1, 0.03}, {1.13, 0.07}, {1.09, 0.3}, {0.99, 0.75}, {1.07, 1.2}, {1.2, 1.65}, {1.246, 2.1}, {1.21, 2.55},
		{1.13, 2.985},
	})
	rough := glass()
	rough.PerceptualRoughness = math.Sqrt(0.08)
	rough.IOR = 1.55
	b.add("body", rough, turned(append(tumblerFoot(0.53), side...), 0.03, 0.2, 0.1, 48).at(0, 0, 0.03))
}

// glass3 is a stemless highball, narrow at its foot.
func glass3(b *builder) {
	side := through(2, [][2]float64{
		{0.6, 0.04}, {0.79, 0.2}, {0.95, 0.5}, {1.06, 0.8}, {1.113, 1.1}, {1.09, 1.4}, {1.04, 1.68}, {0.96, 1.98},
	})
	b.addMutable("body", glass(), turned(append(tumblerFoot(0.27), side...), 0.035, 0.35, 0.1, 48))
}

// glass4 is a round tumbler, nearly a ball.
func glass4(b *builder) {
	side := through(2, [][2]float64{
		{0.9, 0.03}, {1.13, 0.18}, {1.3, 0.4}, {1.43, 0.64}, {1.459, 0.88}, {1.43, 1.13}, {1.36, 1.38}, {1.25, 1.585},
	})
	b.addMutable("body", glass(), turned(append(tumblerFoot(0.42), side...), 0.03, 0.3, 0.1, 48))
}

// glass5 is a tumbler that is square below and round above.
func glass5(b *builder) {
	side := through(2, [][2]float64{{1.37, 0.04}, {1.43, 0.2}, {1.55, 0.5}, {1.67, 0.85}, {1.77, 1.2}, {1.838, 1.48}})
	body := turned(append(tumblerFoot(0.66), side...), 0.04, 0.25, 0.12, 52).deformed(squared(func(z float64) float64 {
		return min(0.36+float64(0.64*z/1.4), 1)
	}))
	b.add("body", glass(), body.at(0, 0, -0.03))
}

// benchmarkGlass is a conical tumbler with rings in its lower half.
func benchmarkGlass(b *builder) {
	outside := tumblerFoot(0.41)
	const n = 40
	for i := range n + 1 {
		z := 0.05 + float64((2.08-0.05)*float64(i)/n)
		r := 0.425 + float64(0.3*z/2.08)
		if z > 0.22 && z < 1.18 {
			turns := (z - 0.22) / 0.192
			r -= float64(0.03 * geom.Sin(float64(2*math.Pi*turns)) * geom.Sin(float64(math.Pi*turns/5)))
		}
		outside = append(outside, solid.P2{X: r, Y: z})
	}
	inside := through(1, [][2]float64{{1.36, 2.08}, {1.04, 1.2}, {0.76, 0.3}})
	b.addMutable("body", glass(), rimmed(outside, floored(inside, 0.2), 44))
}

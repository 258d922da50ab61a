package kitchen

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
)

var plates = []entry{
	{Training, "plate1", "plate", plate1},
	{Training, "plate2", "plate", plate2},
	{Benchmark, "plate", "plate", benchmarkPlate},
}

// plate1 is a dinner plate: a flat well, a shoulder and a broad rim.
func plate1(b *builder) {
	foot := through(1, [][2]float64{
		{0, 0.055}, {2.44, 0.055}, {2.51, 0.01}, {2.56, 0}, {2.64, 0}, {2.69, 0.015}, {2.72, 0.09},
	})
	under := through(2, [][2]float64{{2.86, 0.125}, {3.12, 0.16}, {3.47, 0.22}, {3.7, 0.28}, {3.9, 0.335}, {4.025, 0.364}})
	over := through(3, [][2]float64{
		{4.01, 0.407}, {3.88, 0.385}, {3.45, 0.3}, {3.06, 0.23}, {2.86, 0.185}, {2.72, 0.13}, {2.56, 0.108},
		{2.3, 0.105},
	})
	over = append(over, solid.P2{X: 0, Y: 0.105})
	b.add("body", ceramic(material.RGB{0.85, 0.85, 0.83}), rimmed(append(foot, under...), over, 64).at(0, 0, -0.01))
}

// plate2 is a shallow plate without a rim.
func plate2(b *builder) {
	foot := through(1, [][2]float64{{0, 0.02}, {3, 0.02}, {3.12, 0.003}, {3.2, 0}, {3.34, 0}})
	under := through(2, [][2]float64{{3.43, 0.02}, {3.81, 0.08}, {4.15, 0.155}, {4.41, 0.215}, {4.665, 0.268}})
	over := through(2, [][2]float64{
		{4.645, 0.303}, {4.38, 0.27}, {4.1, 0.222}, {3.75, 0.152}, {3.58, 0.118}, {3.48, 0.104}, {3.36, 0.1}, {3.1, 0.1},
	})
	over = append(over, solid.P2{X: 0, Y: 0.10})
	b.addMutable("body", ceramic(material.RGB{0.1, 0.3, 0.7}), rimmed(append(foot, under...), over, 64))
}

// benchmarkPlate is square, with a deep well and a broad rim that rises towards its corners.
func benchmarkPlate(b *builder) {
	foot := through(1, [][2]float64{{0, 0.03}, {1.96, 0.03}, {2.02, 0}, {2.14, 0}, {2.2, 0.02}})
	under := through(2, [][2]float64{
		{2.22, 0.06}, {2.36, 0.18}, {2.5, 0.28}, {2.7, 0.325}, {3.1, 0.34}, {3.6, 0.355}, {3.945, 0.37},
	})
	over := through(3, [][2]float64{
		{3.945, 0.427}, {3.6, 0.412}, {3, 0.395}, {2.62, 0.385}, {2.5, 0.35}, {2.36, 0.21}, {2.22, 0.11}, {2.05, 0.075},
		{1.8, 0.07},
	})
	over = append(over, solid.P2{X: 0, Y: 0.07})
	body := rimmed(append(foot, under...), over, 60).deformed(squared(func(float64) float64 { return 0.16 })).deformed(cornersUp)
	b.add("body", ceramic(material.RGB{0.85, 0.85, 0.83}), body)
}

// cornersUp raises the corners of the square plate.
func cornersUp(p geom.Vec3) geom.Vec3 {
	x, y := p.X/2, p.Y/2
	square := float64(x * x * y * y)
	return geom.V(p.X, p.Y, p.Z+float64(0.057*square*min(p.Z/0.4, 1)))
}

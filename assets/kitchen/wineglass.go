package kitchen

import (
	"slices"

	"mereo/assets/solid"
)

var wineGlasses = []entry{
	{Training, "wine_glass1", "wine glass", wineGlass1},
	{Training, "wine_glass2", "wine glass", wineGlass2},
	{Training, "wine_glass3", "wine glass", wineGlass3},
	{Benchmark, "wine_glass", "wine glass", benchmarkWineGlass},
}

// stemmed is a glass with a foot of radius r, a stem, and a bowl with a wall and a round floor.
func stemmed(r float64, stem, bowl []solid.P2, wall, floor float64) piece {
	p := turned(slices.Concat(wineFoot(r), stem, bowl), wall, floor, 0.12, 48)
	p.colliders = append(p.colliders, disc(r, 0, 0.045))
	return p
}

// wineFoot is the underside of a foot of radius r, a shallow dome, and its edge.
func wineFoot(r float64) []solid.P2 {
	var foot []solid.P2
	for _, x := range []float64{0, 0.25, 0.45, 0.62, 0.75, 0.85} {
		foot = append(foot, solid.P2{X: float64(x * r), Y: 0.03 - float64(0.0415*x*x)})
	}
	d := 2 * r
	return append(foot, through(1, [][2]float64{{d - 0.06, 0}, {d - 0.024, 0.002}, {d, 0.014}, {d - 0.02, 0.03}})...)
}

// wineGlass1 is for white wine.
func wineGlass1(b *builder) {
	stem := through(2, [][2]float64{
		{0.8, 0.036}, {0.5, 0.062}, {0.24, 0.105}, {0.12, 0.2}, {0.1, 0.4}, {0.1, 0.75}, {0.115, 0.95},
	})
	bowl := through(2, [][2]float64{
		{0.2, 1.085}, {0.45, 1.25}, {0.74, 1.51}, {0.91, 1.72}, {0.975, 1.92}, {0.95, 2.14}, {0.9, 2.33}, {0.74, 2.739},
	})
	b.add("body", glass(), stemmed(0.425, stem, bowl, 0.025, 1.12).at(0, 0, 0.096))
}

// wineGlass2 is a flute.
func wineGlass2(b *builder) {
	stem := through(2, [][2]float64{
		{0.54, 0.036}, {0.34, 0.06}, {0.17, 0.1}, {0.09, 0.2}, {0.07, 0.4}, {0.07, 0.75}, {0.08, 1},
	})
	bowl := through(2, [][2]float64{
		{0.14, 1.17}, {0.31, 1.34}, {0.5, 1.62}, {0.62, 1.85}, {0.665, 2.07}, {0.65, 2.3}, {0.61, 2.52}, {0.5, 2.99},
	})
	b.addMutable("body", glass(), stemmed(0.29, stem, bowl, 0.022, 1.2))
}

// wineGlass3 is a balloon for red wine.
func wineGlass3(b *builder) {
	stem := through(2, [][2]float64{
		{0.95, 0.034}, {0.54, 0.08}, {0.27, 0.16}, {0.11, 0.3}, {0.08, 0.5}, {0.08, 0.8}, {0.1, 1},
	})
	bowl := through(2, [][2]float64{
		{0.22, 1.13}, {0.53, 1.28}, {0.87, 1.51}, {1.09, 1.72}, {1.18, 1.94}, {1.15, 2.15}, {1.055, 2.35}, {0.83, 2.74},
	})
	b.add("body", glass(), stemmed(0.505, stem, bowl, 0.022, 1.17))
}

// benchmarkWineGlass has a short thick stem and a nearly upright bowl.
func benchmarkWineGlass(b *builder) {
	stem := through(2, [][2]float64{
		{0.85, 0.04}, {0.52, 0.075}, {0.26, 0.14}, {0.15, 0.26}, {0.11, 0.5}, {0.1, 0.8}, {0.13, 1.08},
	})
	bowl := through(2, [][2]float64{
		{0.26, 1.22}, {0.57, 1.36}, {0.86, 1.57}, {1, 1.79}, {1.03, 2}, {1.033, 2.2}, {1.036, 2.45}, {1.038, 2.738},
	})
	b.add("body", glass(), stemmed(0.45, stem, bowl, 0.035, 1.27))
}

package kitchen

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/material"
)

var bowls = []entry{
	{Training, "bowl1", "bowl", bowl1},
	{Training, "bowl2", "bowl", bowl2},
	{Training, "bowl3", "bowl", bowl3},
	{Benchmark, "bowl", "bowl", benchmarkBowl},
}

// bowl1 is a hemisphere of grayish glass.
func bowl1(b *builder) {
	foot := through(1, [][2]float64{{0, 0.02}, {1.12, 0.02}, {1.18, 0}, {1.3, 0}})
	side := through(2, [][2]float64{
		{1.39, 0.03}, {1.71, 0.15}, {2.06, 0.37}, {2.35, 0.6}, {2.54, 0.82}, {2.64, 1.04}, {2.675, 1.27}, {2.62, 1.468},
	})
	tinted := glass()
	tinted.BaseColor = gray(0.8)
	b.add("body", tinted, turned(append(foot, side...), 0.05, 0.07, 0.2, 48))
}

// bowl2 is a white rice bowl on a foot ring. It stands beside its origin, as the published one does.
func bowl2(b *builder) {
	foot := through(1, [][2]float64{{0, 0.03}, {0.84, 0.03}, {0.87, 0.005}, {0.89, 0}, {0.95, 0}, {0.98, 0.01}, {1, 0.06}})
	side := through(2, [][2]float64{
		{1.14, 0.075}, {1.77, 0.15}, {2.11, 0.26}, {2.33, 0.38}, {2.55, 0.6}, {2.66, 0.83}, {2.71, 1.06}, {2.729, 1.3},
		{2.729, 1.47},
	})
	white := ceramic(material.RGB{0.85, 0.85, 0.83})
	b.add("body", white, turned(append(foot, side...), 0.06, 0.13, 0.3, 48).at(0.08, 0.09, -0.06))
}

// bowl3 is a salad bowl, thrown by hand: its rim is slanted and wavy.
func bowl3(b *builder) {
	foot := through(1, [][2]float64{{0, 0.05}, {1.2, 0.05}, {1.26, 0}, {1.38, 0}, {1.41, 0.015}})
	side := through(2, [][2]float64{
		{1.42, 0.05}, {1.54, 0.17}, {1.88, 0.4}, {2.29, 0.62}, {2.59, 0.85}, {2.77, 1.07}, {2.84, 1.27}, {2.85, 1.41},
	})
	brown := ceramic(material.RGB{0.3, 0.13, 0.05})
	b.addMutable("body", brown, turned(append(foot, side...), 0.065, 0.13, 0.3, 48).deformed(handThrown))
}

// handThrown slants and waves the rim of bowl3, and less what is below it.
func handThrown(p geom.Vec3) geom.Vec3 {
	r := math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y))
	if r == 0 {
		return p
	}
	c, s := p.X/r, p.Y/r
	cos2 := float64(c*c) - float64(s*s)
	sin3 := float64(3*s) - float64(4*s*s*s)
	up := p.Z / 1.44
	return geom.V(p.X, p.Y, p.Z+float64(up*up*(float64(0.038*c)-float64(0.016*cos2)+float64(0.03*sin3))))
}

// benchmarkBowl has a nearly upright band under a thick rim, and below a ridge a narrower bowl.
func benchmarkBowl(b *builder) {
	foot := through(1, [][2]float64{{0, 0.025}, {1.6, 0.025}, {1.68, 0}, {1.84, 0}, {1.9, 0.015}})
	lower := through(2, [][2]float64{{1.96, 0.06}, {2.22, 0.2}, {2.4, 0.38}, {2.48, 0.54}, {2.5, 0.6}})
	upper := through(2, [][2]float64{
		{2.54, 0.635}, {2.62, 0.65}, {2.645, 0.68}, {2.62, 0.72}, {2.605, 0.8}, {2.625, 0.98}, {2.65, 1.04},
		{2.7, 1.065}, {2.7, 1.11},
	})
	inside := through(2, [][2]float64{
		{2.58, 1.13}, {2.5, 1.06}, {2.48, 0.9}, {2.47, 0.76}, {2.44, 0.7}, {2.38, 0.64}, {2.36, 0.55}, {2.28, 0.38},
		{2.09, 0.2},
	})
	b.add("body", glass(), rimmed(append(append(foot, lower...), upper...), floored(inside, 0.08), 48))
}

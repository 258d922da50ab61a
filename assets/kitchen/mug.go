package kitchen

import (
	"math"
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var mugs = []entry{
	{Training, "mug1", "mug", mug1},
	{Training, "mug2", "mug", mug2},
	{Training, "mug3", "mug", mug3},
	{Benchmark, "mug", "mug", benchmarkMug},
}

// mug1 is a straight cylinder with a band for a handle.
func mug1(b *builder) {
	outside := through(1, [][2]float64{
		{0, 0.035}, {1.38, 0.035}, {1.42, 0.006}, {1.46, 0}, {1.58, 0}, {1.65, 0.008}, {1.7, 0.03}, {1.729, 0.075},
		{1.729, 0.6}, {1.729, 1.3}, {1.729, 1.972},
	})
	surface := ceramic(material.RGB{0.1, 0.3, 0.7})
	b.addMutable("body", surface, turned(outside, 0.056, 0.09, 0.12, 48).at(0, 0.06, 0))
	b.addMutable("handle", surface, mugHandle(0.31, 0.12, 0.045, [][2]float64{
		{0.825, 1.85}, {1.12, 1.86}, {1.45, 1.72}, {1.62, 1.4}, {1.6, 0.95}, {1.4, 0.57}, {1.12, 0.36}, {0.832, 0.3},
	}).at(0, 0.06, 0))
}

// mug2 is a tapered cup, black outside and ivory inside.
func mug2(b *builder) {
	foot := through(1, [][2]float64{{0, 0.04}, {0.8, 0.04}, {0.86, 0}, {0.98, 0}, {1.03, 0.015}})
	side := through(2, [][2]float64{
		{1.07, 0.06}, {1.18, 0.2}, {1.35, 0.5}, {1.45, 0.8}, {1.53, 1.2}, {1.56, 1.6}, {1.566, 1.97},
	})
	black := ceramic(gray(0.012))
	b.add("shell", black, rimmed(append(foot, side...), everyThird(hollowOf(side, 0.055, 0.10, 0.12)), 44))
	b.add("handle", black, mugHandle(0.27, 0.13, 0.05, [][2]float64{
		{0.74, 1.56}, {0.95, 1.585}, {1.25, 1.5}, {1.41, 1.2}, {1.3, 0.82}, {1.03, 0.52}, {0.74, 0.41}, {0.612, 0.43},
	}))
	b.add("lining", ceramic(material.RGB{0.83, 0.74, 0.55}), mugLining(side))
}

// mugLining is the glaze inside mug2: it covers the inner face of the wall up to the rim, and its back is inside the wall.
func mugLining(side []solid.P2) piece {
	outside := everyThird(hollowOf(side, 0.035, 0.075, 0.12))
	slices.Reverse(outside)
	return rimmed(outside, hollowOf(side, 0.075, 0.12, 0.12), 44)
}

// everyThird is every third point of a profile that nobody sees, and its last.
func everyThird(profile []solid.P2) []solid.P2 {
	var out []solid.P2
	for i := 0; i < len(profile)-1; i += 3 {
		out = append(out, profile[i])
	}
	return append(out, profile[len(profile)-1])
}

// mug3 is a heavy mug of a diner: its thick wall is waisted outside and a cone inside.
func mug3(b *builder) {
	foot := through(1, [][2]float64{{0, 0.04}, {1.28, 0.04}, {1.34, 0}, {1.6, 0}, {1.7, 0.02}})
	side := through(3, [][2]float64{
		{1.745, 0.06}, {1.75, 0.12}, {1.68, 0.5}, {1.63, 1.1}, {1.64, 1.45}, {1.72, 1.8}, {1.768, 1.95},
	})
	inside := through(1, [][2]float64{{1.58, 1.955}, {1.49, 1.7}, {1.32, 1.1}, {1.16, 0.5}})
	red := ceramic(material.RGB{0.5, 0.018, 0.015})
	b.add("body", red, rimmed(append(foot, side...), floored(inside, 0.3), 48).at(0, 0.35, 0))
	b.add("handle", red, mugHandle(0.30, 0.2, 0.085, [][2]float64{
		{0.76, 1.56}, {0.98, 1.6}, {1.32, 1.5}, {1.47, 1.15}, {1.36, 0.78}, {1.05, 0.55}, {0.78, 0.5},
	}).at(0, 0.35, 0))
}

// benchmarkMug widens from a narrow foot; its handle is a small ear near the rim.
func benchmarkMug(b *builder) {
	foot := through(1, [][2]float64{{0, 0.04}, {0.72, 0.04}, {0.76, 0}, {0.82, 0}, {0.88, 0.015}})
	side := through(3, [][2]float64{{0.91, 0.05}, {0.99, 0.25}, {1.16, 0.8}, {1.36, 1.35}, {1.52, 1.75}, {1.6, 1.97}})
	surface := ceramic(material.RGB{0.1, 0.3, 0.7})
	b.addMutable("body", surface, turned(append(foot, side...), 0.06, 0.12, 0.18, 48))
	b.addMutable("handle", surface, mugHandle(0.19, 0.11, 0.045, [][2]float64{
		{0.737, 1.79}, {0.92, 1.775}, {1.14, 1.75}, {1.24, 1.6}, {1.15, 1.38}, {0.93, 1.23}, {0.75, 1.195}, {0.618, 1.22},
	}))
}

// mugHandle is a band of a mug about +Z, towards -Y, through points (distance from the axis, height), the first and last of
// which lie inside the wall. It swells where it meets that, and is bent across as the wall is.
func mugHandle(width, thick, round float64, points [][2]float64) piece {
	knots := make([]geom.Vec3, len(points))
	for i, p := range points {
		knots[i] = geom.V(0, -p[0], p[1])
	}
	const each = 4 // path pieces between points
	path := solid.CatmullRom(knots, each)
	side := geom.V(1, 0, 0)
	p := piece{solids: []*mesh.Mesh{solid.Sweep(path, side, func(s float64) solid.Outline {
		near := max(1-min(s, 1-s)/0.14, 0)
		k := 1 + float64(0.45*near*near)
		return solid.RoundedRect(float64(k*thick), float64(k*width), float64(k*round), 3)
	})}}
	for i := 0; i+each < len(path); i += each {
		run := solid.Sweep(path[i:i+each+1], side, func(float64) solid.Outline { return solid.RoundedRect(thick, width, round, 1) })
		p.colliders = append(p.colliders, solid.Hull(run))
	}
	return p.deformed(func(v geom.Vec3) geom.Vec3 {
		return geom.V(v.X, -math.Sqrt(float64(v.Y*v.Y)-float64(v.X*v.X)), v.Z)
	})
}

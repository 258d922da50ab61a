package kitchen

import (
	"fmt"
	"math"
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var pots = []entry{
	{Training, "pot1", "pot", pot1},
	{Training, "pot2", "pot", pot2},
	{Benchmark, "pot", "pot", benchmarkPot},
}

// pot1 is a stock pot without a lid.
func pot1(b *builder) {
	outside := pairs(
		0, 0, 2.06, 0, 2.11, 0.012, 2.14, 0.045, 2.145, 0.09, 2.145, 0.2, 2.145, 2.78, 2.15, 2.85, 2.175, 2.885,
		2.21, 2.9, 2.228, 2.925, 2.2325, 2.95, 2.228, 2.975, 2.21, 2.993, 2.18, 3.0)
	inside := pairs(2.14, 2.993, 2.115, 2.97, 2.105, 2.94, 2.105, 0.13, 2.09, 0.09, 2.05, 0.07, 0, 0.07)
	b.add("body", steel(), vessel(outside, inside, 48))
	b.add("base", material.Material{Name: "dark steel", BaseColor: gray(0.3), Metallic: 0.5, PerceptualRoughness: 0.6, IOR: 1.5},
		convex(solid.Cylinder(2.06, 0.045, 0.01, 48)).at(0, 0, 0.045))
	b.add("handle-1", steel(), wireHandle())
	b.add("handle-2", steel(), wireHandle().placed(aboutZ(math.Pi)))
}

// wireHandle is a stock pot's loop of wire towards -Y with the two plates that hold it.
func wireHandle() piece {
	const r = 0.09
	path := solid.RoundedPath([]geom.Vec3{
		geom.V(-0.91, -1.94, 2.29), geom.V(-0.91, -2.677, 2.41), geom.V(0.91, -2.677, 2.41), geom.V(0.91, -1.94, 2.29),
	}, 0.3, 5)
	p := piece{solids: []*mesh.Mesh{solid.Tube(path, r, 12)}, colliders: solid.TubePieces(path, r, 3)}
	for _, side := range []float64{-1, 1} {
		plate := convex(solid.RoundedBox(geom.V(0.46, 0.08, 0.42), 0.03, 2)).at(0, -2.165, 2.29)
		p = join(p, plate.placed(aboutZ(float64(side*0.437))))
	}
	return p
}

// pot2 is a saucepan with a wide collar.
func pot2(b *builder) {
	enameled := enamel(gray(0.035))
	outside := slices.Concat(
		pairs(0, 0, 0.98, 0, 1.04, 0.015, 1.07, 0.04),
		solid.Spline(pairs(1.085, 0.07, 1.12, 0.15, 1.215, 0.37, 1.27, 0.75, 1.275, 0.98), 3),
		pairs(1.29, 1.01, 1.34, 1.02, 1.36, 1.035, 1.3685, 1.06, 1.3685, 1.12, 1.3685, 1.42, 1.362, 1.47, 1.34, 1.493, 1.30, 1.5))
	inside := pairs(1.25, 1.495, 1.225, 1.47, 1.215, 1.40, 1.21, 0.6, 1.14, 0.3, 1.04, 0.12, 0.96, 0.08, 0, 0.08)
	const axis = 1.1
	b.add("body", enameled, vessel(outside, inside, 48).at(0, axis, 0))
	lining := vessel(
		pairs(0, 0.07, 0.95, 0.07, 1.05, 0.11, 1.15, 0.29, 1.225, 0.6, 1.23, 1.40, 1.225, 1.44),
		pairs(1.215, 1.438, 1.205, 1.41, 1.20, 1.3, 1.20, 0.6, 1.13, 0.31, 1.03, 0.13, 0.95, 0.095, 0, 0.095), 48)
	b.add("lining", ceramic(gray(0.01)), lining.at(0, axis, 0))
	bar := upright(-0.12, 1.31, -0.4, 1.315, -0.9, 1.335, -1.5, 1.37, -2.03, 1.408)
	b.add("handle", mattPlastic(gray(0.03)), join(
		sliced(geom.V(0, 1, 0), 3, solid.Sweep(bar, geom.V(0, 0, 1), func(s float64) solid.Outline {
			return solid.RoundedRect(0.25-float64(0.05*s), 0.32-float64(0.18*s), 0.05, 3)
		})),
		convex(solid.Deform(solid.Torus(0.105, 0.05, 24, 10), func(p geom.Vec3) geom.Vec3 {
			return geom.V(p.X, p.Y, 1.3*p.Z)
		})).at(0, -2.122, 1.41),
	))
	b.add("bracket", steel(), convex(solid.RoundedBox(geom.V(0.36, 0.12, 0.36), 0.04, 2)).at(0, axis-1.40, 1.31))
}

// benchmarkPot is a bellied pot with a tall knob on its lid.
func benchmarkPot(b *builder) {
	green := paint(material.RGB{0.114, 0.412, 0.078})
	black := mattPlastic(gray(0.03))
	outside := slices.Concat(
		pairs(0, 0, 1.56, 0, 1.66, 0.07),
		solid.Spline(pairs(1.705, 0.13, 1.98, 0.3, 2.18, 0.67, 2.205, 1.05, 2.125, 1.57, 2.035, 2.25, 2.055, 2.84), 2),
		pairs(2.06, 2.9, 2.04, 2.915))
	inside := pairs(2.0, 2.905, 1.985, 2.85, 1.965, 2.25, 2.05, 1.57, 2.12, 1.0, 1.88, 0.3, 1.65, 0.09, 0, 0.09)
	b.addMutable("body", green, vessel(outside, inside, 40))
	b.add("lid", lidSteel(), convex(solid.Lathe(slices.Concat(
		pairs(0, 3.42, 1.4, 3.13, 1.92, 2.93, 1.92, 2.78, 1.97, 2.78, 1.97, 2.93, 2.15, 2.93, 2.15, 2.87, 2.19, 2.85),
		pairs(2.22, 2.86, 2.2345, 2.885, 2.23, 2.92, 2.20, 2.95, 2.12, 2.97),
		solid.Spline(pairs(1.98, 3.0, 1.5, 3.2, 0.9, 3.39, 0.5, 3.46), 3),
		pairs(0, 3.5)), 40))).
		Joint = lift(2, "knob-foot", "knob")
	b.add("knob-foot", chrome(), lathed(28, 0, 3.36, 0.44, 3.36, 0.45, 3.48, 0.43, 3.505, 0.35, 3.52, 0, 3.52))
	b.add("knob", black, convex(solid.Lathe(slices.Concat(
		pairs(0, 3.5, 0.33, 3.5, 0.335, 3.53),
		solid.Spline(pairs(0.33, 3.56, 0.285, 3.85, 0.345, 4.22, 0.352, 4.38), 3),
		pairs(0.32, 4.45, 0.24, 4.49, 0, 4.5)), 28)))
	for i := range 2 {
		turn := aboutZ(float64(math.Pi * float64(i)))
		grip := solid.Deform(solid.SoftBox(geom.V(2.12, 0.62, 0.6), 0.16, 2, 6, 1, 1), func(p geom.Vec3) geom.Vec3 {
			return geom.V(p.X, p.Y+float64(0.11*float64(p.X*p.X)), p.Z)
		})
		b.add(fmt.Sprintf("handle-%d", i+1), black, sliced(geom.V(1, 0, 0), 4, grip).at(0, -2.9145, 2.3).placed(turn))
		var lugs piece
		for _, side := range []float64{-1, 1} {
			lugs = join(lugs, convex(solid.RoundedBox(geom.V(0.34, 0.8, 0.26), 0.06, 1)).at(0, -2.4, 2.3).
				placed(aboutZ(float64(side*0.31))))
		}
		b.add(fmt.Sprintf("lugs-%d", i+1), chrome(), lugs.placed(turn))
	}
}

package kitchen

import (
	"math"
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var coffeeMakers = []entry{
	{Training, "coffee_maker1", "coffee maker", coffeeMaker1},
	{Training, "coffee_maker2", "coffee maker", coffeeMaker2},
	{Benchmark, "coffee_maker", "coffee maker", benchmarkCoffeeMaker},
}

// satin is the black of housings.
func satin() material.Material {
	m := plastic(gray(0.02))
	m.PerceptualRoughness = 0.47
	return m
}

// bullet is a raised plan with a straight back at x0 and a front of radius r about (cx, 0); its sides are w apart.
func bullet(x0, cx, r, w, back, z0, z1, e0, e1 float64, seg int) *mesh.Mesh {
	return raised(func(t float64) solid.Outline {
		const n = 18
		a := geom.Asin(min(1, (w/2-t)/(r-t)))
		var o solid.Outline
		for i := range n + 1 {
			sin, cos := geom.SinCos(a * (2*float64(i)/n - 1))
			o = append(o, solid.P2{X: cx + float64((r-t)*cos), Y: float64((r - t) * sin)})
		}
		for _, side := range []float64{1, -1} {
			q := max(back-t, 0.2*back)
			for k := range 4 {
				j := k
				if side < 0 {
					j = 3 - k
				}
				sin, cos := geom.SinCos(math.Pi / 2 * float64(j) / 3)
				o = append(o, solid.P2{X: x0 + t + q - float64(q*sin), Y: float64(side * (w/2 - t - q + float64(q*cos)))})
			}
		}
		return o
	}, z0, z1, e0, e1, seg)
}

// jugHoop is a ring about Z with the given section of (radius, height), counter-clockwise.
func jugHoop(section []solid.P2, sides int) *mesh.Mesh {
	var rings [][]geom.Vec3
	for _, p := range section {
		rings = append(rings, solid.Ellipse(p.X, p.X, sides).Flat(p.Y))
	}
	return solid.LoftLoop(rings...)
}

// coffeeMaker1 is a filter machine: its jug stands on a round foot under a funnel, before a tower with a round head.
func coffeeMaker1(b *builder) {
	const front = 0.1 // x of the jug and of the funnel
	black := satin()
	b.add("foot", black, join(
		convex(bullet(-2.15, 0.33, 1.312, 2.62, 0.3, 0.06, 0.58, 0.05, 0.1, 2)), feet(0.9, 0.8, 0.14).at(-0.5, 0, 0)))
	b.add("hotplate", coated(gray(0.06)), lathed(28,
		0.92, 0.55, 0.92, 0.6, 0.88, 0.63, 0.84, 0.63, 0.82, 0.61, 0, 0.61).at(front, 0, 0))
	b.add("tower", black, convex(block(geom.V(-2.0, -1.2, 0.5), geom.V(-0.85, 1.2, 4.6), 0.15, 0.06, 2)))
	b.add("head", black, join(
		convex(bullet(-2.04, -0.26, 1.22, 2.44, 0.2, 4.42, 4.93, 0.06, 0.08, 2)),
		convex(block(geom.V(-2.03, -1.215, 3.1), geom.V(-0.62, 1.215, 4.5), 0.25, 0.08, 2))))
	b.add("lid", mattPlastic(gray(0.035)), convex(bullet(-1.85, -0.26, 1.06, 2.1, 0.15, 4.9, 5, 0.03, 0.03, 1))).Joint =
		&Joint{At: geom.V(-1.85, 0, 4.95), Axis: geom.V(0, -1, 0), To: 1.4}
	b.add("funnel", mattPlastic(gray(0.025)), lathed(32,
		0, 2.9, 0.1, 2.9, 0.12, 2.98, 0.34, 2.99, 0.375, 3.02, 0.775, 4.2, 0.8, 4.22, 0.835, 4.24,
		0.845, 4.47).at(front, 0, 0))
	panel := standing(block(geom.V(-1.86, 0.75, 0), geom.V(-1.0, 2.95, 0.06), 0.12, 0.02, 3), -1.17)
	turned := solid.Turn(panel, geom.RotZ(math.Pi))
	darkSteel := steel()
	darkSteel.BaseColor = gray(0.35)
	b.add("panel-1", darkSteel, convex(panel))
	b.add("panel-2", darkSteel, convex(solid.Move(turned, geom.V(-2.86, 0, 0))))
	gauge := solid.BoxBetween(geom.V(-1.5, -1.25, 1.05), geom.V(-1.36, -1.2, 2.65), 0.015, 1)
	b.add("gauge", plastic(gray(0.5)), convex(gauge))
	coffeeJug(b, front)
	beside := func(angle float64, p piece) piece {
		sin, cos := geom.SinCos(angle)
		return p.placed(geom.Transform{M: geom.RotZ(angle), T: geom.V(0.33+float64(1.312*cos), float64(1.312*sin), 0.32)})
	}
	b.add("switch", mattPlastic(gray(0.12)), beside(-0.45, convex(solid.RoundedBox(geom.V(0.12, 0.34, 0.2), 0.03, 1))))
	led := lying(solid.Cylinder(0.055, 0.07, 0.015, 10), geom.V(-0.03, 0, 0), geom.V(1, 0, 0))
	b.add("led", lamp(material.RGB{0.8, 0.02, 0.01}), beside(-0.72, convex(led)))
}

// coffeeJug is the glass jug of a filter machine, its axis at x, with a band, a lid and a handle towards +X.
func coffeeJug(b *builder, x float64) {
	outside := slices.Concat([]solid.P2{{X: 0, Y: 0.64}, {X: 0.6, Y: 0.64}}, solid.Spline(pairs(
		0.7, 0.67, 0.8, 0.88, 0.83, 1.2, 0.8, 1.6, 0.72, 1.95, 0.625, 2.25, 0.6, 2.38), 2))
	inside := pairs(0.56, 2.38, 0.585, 2.24, 0.68, 1.94, 0.76, 1.59, 0.79, 1.2, 0.76, 0.9, 0.66, 0.71, 0, 0.69)
	jug := vessel(outside, inside, 32)
	b.add("jug", glass(), jug.at(x, 0, 0)).Joint = &Joint{
		Slides: true, With: []string{"jug-band", "jug-lid", "jug-handle"}, Axis: geom.V(1, 0, 0), To: 0.7,
	}
	matt := mattPlastic(gray(0.015))
	band := jugHoop(pairs(0.7, 1.95, 0.75, 1.95, 0.755, 1.98, 0.665, 2.26, 0.6, 2.27), 32)
	b.add("jug-band", steel(), piece{solids: []*mesh.Mesh{band}, colliders: solid.Sectors(band, 8)}.at(x, 0, 0))
	b.add("jug-lid", matt, lathed(28,
		0, 2.33, 0.5, 2.33, 0.53, 2.37, 0.63, 2.375, 0.65, 2.4, 0.65, 2.46, 0.61, 2.5, 0.4, 2.56, 0, 2.58).at(x, 0, 0))
	path := solid.CatmullRom([]geom.Vec3{
		geom.V(0.66, 0, 2.14), geom.V(1.0, 0, 2.24), geom.V(1.4, 0, 2.26), geom.V(1.69, 0, 2.05), geom.V(1.7, 0, 1.6),
		geom.V(1.6, 0, 1.15), geom.V(1.48, 0, 0.95),
	}, 3)
	b.add("jug-handle", matt, sliced(geom.V(0, 0, 1), 5, solid.Sweep(path, geom.V(0, 1, 0), func(float64) solid.Outline {
		return solid.RoundedRect(0.14, 0.26, 0.05, 1)
	})))
}

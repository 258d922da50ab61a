package kitchen

import (
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var kettles = []entry{
	{Training, "kettle1", "kettle", kettle1},
	{Training, "kettle2", "kettle", kettle2},
	{Benchmark, "kettle", "kettle", benchmarkKettle},
}

// kettle1 is a stove kettle with a whistle on a short spout, under an arch.
func kettle1(b *builder) {
	red := paint(material.RGB{0.678, 0.137, 0.137})
	black := mattPlastic(gray(0.03))
	outside := slices.Concat(
		pairs(0, 0, 1.78, 0, 1.843, 0.06, 1.843, 0.13, 1.83, 0.16, 1.83, 0.2, 1.83, 0.8, 1.825, 0.87, 1.79, 0.905),
		solid.Spline(pairs(1.80, 0.95, 1.765, 1.28, 1.55, 1.9, 0.93, 2.53), 3),
		pairs(0.86, 2.58, 0.85, 2.66, 0.835, 2.68))
	inside := pairs(0.79, 2.67, 0.79, 2.53, 1.30, 2.13, 1.55, 1.75, 1.70, 1.26, 1.75, 0.9, 1.75, 0.06, 0, 0.06)
	const axis = 0.067 // the pot stands a little behind the origin
	b.addMutable("body", red, vessel(outside, inside, 40).at(0, axis, 0))
	b.addMutable("spout", red, pipe(
		upright(-1.22, 1.40, -1.46, 1.66, -1.60, 1.84, -1.72, 2.01, -1.81, 2.13),
		[]float64{0.48, 0.40, 0.32, 0.285, 0.275}, 0.04))
	b.add("lid", chrome(), lathed(40,
		0, 2.82, 0.70, 2.68, 0.70, 2.56, 0.75, 2.56, 0.75, 2.69, 0.84, 2.69, 0.865, 2.705, 0.86, 2.73, 0.80, 2.75,
		0.68, 2.81, 0.5, 2.87, 0.25, 2.91, 0, 2.92).at(0, axis, 0)).
		Joint = lift(0.6, "knob")
	b.add("knob", black, join(
		lathed(16, 0, 2.89, 0.17, 2.89, 0.17, 2.925, 0.10, 2.95, 0.10, 3.1, 0, 3.1),
		convex(solid.Ellipsoid(geom.V(0.23, 0.23, 0.215), 22, 10)).at(0, 0, 3.22),
	).at(0, axis, 0))
	b.add("brackets", chrome(), join(
		strap(upright(-1.24, 1.98, -1.17, 2.2, -1.11, 2.75), 0.07, 0.24),
		strap(upright(1.52, 1.86, 1.47, 2.1, 1.41, 2.75), 0.07, 0.24),
	))
	arch := solid.CatmullRom(upright(
		-1.12, 2.50, -1.15, 3.0, -0.97, 3.55, -0.48, 4.02, 0.2, 4.173, 0.86, 4.0, 1.30, 3.53, 1.46, 3.0, 1.41, 2.55), 3)
	b.add("handle", black, sliced(geom.V(0, 1, 0), 8, solid.Sweep(arch, geom.V(1, 0, 0), func(s float64) solid.Outline {
		return solid.RoundedRect(0.155, 0.28+float64(0.08*min(1, 6*min(s, 1-s))), 0.05, 2)
	})))
	ball := join(
		convex(solid.Ellipsoid(geom.V(0.35, 0.35, 0.29), 24, 12)),
		convex(solid.Cylinder(0.305, 0.14, 0.02, 24)).at(0, 0, -0.24))
	mouth := solid.Along(geom.V(0, -1.90, 2.25), geom.V(0, -2.50, 3.05))
	b.add("whistle", black, ball.placed(mouth)).Joint = &Joint{
		With: []string{"whistle-hole", "lever"}, At: geom.V(0, -1.66, 2.36), Axis: geom.V(-1, 0, 0), To: 0.3,
	}
	b.add("whistle-hole", chrome(), convex(solid.Torus(0.085, 0.03, 16, 6)).at(0, 0, 0.275).placed(mouth))
	lever := solid.CatmullRom(upright(-1.78, 2.42, -1.66, 2.60, -1.50, 2.72, -1.40, 2.86, -1.37, 3.03), 3)
	b.add("lever", black, sliced(geom.V(0, 0, 1), 3, solid.Sweep(lever, geom.V(1, 0, 0), func(s float64) solid.Outline {
		return solid.RoundedRect(0.085, 0.16+float64(0.14*s), 0.03, 1)
	})))
}

// kettle2 is an electric jug.
func kettle2(b *builder) {
	black := mattPlastic(gray(0.03))
	b.add("foot", black, lathed(40,
		0, 0, 1.69, 0, 1.739, 0.05, 1.739, 0.24, 1.725, 0.27, 1.69, 0.285, 1.62, 0.285, 1.62, 0.315, 1.67, 0.315,
		1.685, 0.33, 1.685, 0.75, 1.67, 0.79, 1.60, 0.815, 0, 0.815))
	outside := slices.Concat(
		pairs(0, 0.77, 1.6, 0.77, 1.665, 0.79, 1.675, 0.83),
		solid.Spline(pairs(1.675, 0.9, 1.675, 1.3, 1.63, 1.9, 1.485, 2.55, 1.225, 3.2), 3),
		pairs(1.20, 3.225))
	inside := pairs(1.165, 3.21, 1.17, 3.16, 1.42, 2.55, 1.57, 1.9, 1.61, 1.3, 1.61, 0.86, 0, 0.86)
	b.add("body", steel(), vessel(outside, inside, 40))
	b.add("spout", steel(), jugSpout())
	b.add("lid", black, convex(solid.Lathe(slices.Concat(
		pairs(0, 3.9, 0.78, 3.66, 1.12, 3.24, 1.12, 3.14, 1.16, 3.14, 1.16, 3.235, 1.215, 3.235),
		solid.Spline(pairs(1.215, 3.27, 1.13, 3.5, 0.88, 3.775, 0.62, 3.9), 3),
		pairs(0.60, 3.885, 0.57, 3.9, 0.3, 3.975, 0, 4.0),
	), 40))).Joint = lift(1)
	loop := solid.CatmullRom(upright(
		1.50, 1.12, 2.0, 1.13, 2.40, 1.36, 2.545, 1.9, 2.515, 2.6, 2.35, 3.3, 2.02, 3.81, 1.65, 3.93, 1.40, 3.68,
		1.345, 3.3, 1.30, 3.02), 3)
	b.add("handle", black, sliced(geom.V(0, 0, 1), 9, solid.Sweep(loop, geom.V(1, 0, 0), func(float64) solid.Outline {
		return solid.RoundedRect(0.40, 0.46, 0.15, 2)
	})))
	rocker := convex(solid.RoundedBox(geom.V(0.24, 0.36, 0.3), 0.05, 2)).placed(geom.Transform{
		M: geom.AxisAngle(geom.V(1, 0, 0), -0.25), T: geom.V(0, 1.77, 4.06),
	})
	b.add("switch", mattPlastic(gray(0.25)), rocker).
		Joint = &Joint{At: geom.V(0, 1.77, 4.0), Axis: geom.V(1, 0, 0), To: 0.4}
}

// jugSpout is a triangular lip on a jug's wall: a point at the bottom that widens and leans out towards the top, hollow
// from above.
func jugSpout() piece {
	at := func(z, tip, half, back float64) []geom.Vec3 {
		return solid.Rounded(solid.Outline{{X: 0, Y: -tip}, {X: half, Y: -back}, {X: -half, Y: -back}}, 0.07, 3).Flat(z)
	}
	outer := [][]geom.Vec3{
		at(2.10, 1.50, 0.12, 1.30), at(2.45, 1.60, 0.28, 1.20), at(2.85, 1.76, 0.47, 1.08), at(3.19, 1.92, 0.62, 0.98),
	}
	all := append(outer, at(3.215, 1.93, 0.62, 0.98), at(3.225, 1.91, 0.61, 0.99), at(3.215, 1.83, 0.57, 1.02),
		at(3.05, 1.76, 0.50, 1.05), at(2.80, 1.64, 0.40, 1.12))
	return piece{solids: []*mesh.Mesh{solid.Loft(all...)}, colliders: solid.SectionPieces(outer, 2)}
}

// benchmarkKettle is a stove kettle whose handle is a hook, open at the rear.
func benchmarkKettle(b *builder) {
	blue := paint(material.RGB{0.165, 0.294, 0.843})
	black := mattPlastic(gray(0.05))
	outside := slices.Concat(
		pairs(0, 0, 1.53, 0, 1.595, 0.06, 1.60, 0.12, 1.60, 0.86, 1.59, 0.94, 1.545, 1.0),
		solid.Spline(pairs(1.545, 1.03, 1.46, 1.36, 1.15, 1.88, 0.78, 2.26, 0.62, 2.38), 3),
		pairs(0.61, 2.41, 0.59, 2.42))
	inside := pairs(0.56, 2.41, 0.56, 2.34, 1.08, 1.84, 1.39, 1.34, 1.48, 1.0, 1.53, 0.9, 1.53, 0.06, 0, 0.06)
	b.addMutable("body", blue, vessel(outside, inside, 40))
	b.addMutable("spout", blue, pipe(
		solid.CatmullRom(upright(-1.15, 0.85, -1.45, 1.18, -1.76, 1.52, -1.97, 1.86), 2),
		[]float64{0.46, 0.42, 0.36, 0.31, 0.26, 0.23, 0.21}, 0.035))
	b.add("lid", steel(), lathed(32,
		0, 2.47, 0.52, 2.39, 0.52, 2.32, 0.555, 2.32, 0.555, 2.425, 0.60, 2.425, 0.625, 2.44, 0.62, 2.46, 0.57, 2.475,
		0.42, 2.525, 0.2, 2.565, 0, 2.57)).
		Joint = lift(0.7, "knob")
	knob := pairs(0, 2.55, 0.13, 2.55)
	for i := range 3 {
		z, r := 2.68+float64(0.165*float64(i)), 0.27-float64(0.035*float64(i))
		knob = append(knob, pairs(0.11, z-0.08, r-0.06, z-0.065, r-0.015, z-0.045, r, z, r-0.015, z+0.045, r-0.06, z+0.065)...)
	}
	b.add("knob", steel(), convex(solid.Lathe(append(knob, solid.P2{X: 0, Y: 3.085}), 22)))
	b.add("bracket", steel(), join(
		strap(upright(-0.98, 1.78, -1.0, 2.1, -1.02, 2.5), 0.12, 0.30),
		lathed(24, 0, 0, 0.19, 0, 0.225, 0.02, 0.235, 0.06, 0.235, 0.12, 0.21, 0.15, 0, 0.15).at(0, -1.02, 2.33),
	))
	hook := solid.CatmullRom(upright(
		-1.02, 2.42, -1.05, 2.8, -0.95, 3.4, -0.52, 3.93, 0.12, 4.1, 0.75, 3.96, 1.2, 3.5, 1.34, 2.95, 1.27, 2.55), 3)
	b.add("handle", black, join(
		piece{solids: []*mesh.Mesh{solid.Tube(hook, 0.2, 16)}, colliders: solid.TubePieces(hook, 0.2, 4)},
		convex(solid.Move(solid.Ellipsoid(geom.V(0.2, 0.2, 0.2), 16, 8), hook[len(hook)-1])),
	))
	tip := upright(-1.87, 1.70, -2.08, 2.04)
	b.add("whistle", black, lathed(20,
		0, 0.1, 0.27, 0.1, 0.285, 0.12, 0.285, 0.2, 0.255, 0.235, 0.255, 0.4, 0.24, 0.45, 0.20, 0.475, 0.09, 0.48,
		0.075, 0.42, 0, 0.42).
		placed(solid.Along(tip[0], tip[1]))).Joint = &Joint{Slides: true, Axis: tip[1].Sub(tip[0]).Unit(), To: 0.5}
}

// pipe is a spout along a path in the plane x = 0, open at its last point: the radii of its outside at each point of the
// path, and its wall.
func pipe(path []geom.Vec3, radii []float64, wall float64) piece {
	const sides = 20
	n := len(path)
	outer, inner := make([][]geom.Vec3, n), make([][]geom.Vec3, n)
	for i, p := range path {
		forward := path[min(i+1, n-1)].Sub(path[max(i-1, 0)]).Unit()
		up := forward.Cross(geom.V(1, 0, 0))
		outer[i] = solid.Ellipse(radii[i], radii[i], sides).In(p, geom.V(1, 0, 0), up)
		inner[n-1-i] = solid.Ellipse(radii[i]-wall, radii[i]-wall, sides).In(p, geom.V(1, 0, 0), up)
	}
	return piece{solids: []*mesh.Mesh{solid.Loft(append(outer, inner[:n-1]...)...)}, colliders: solid.SectionPieces(outer, 1)}
}

package kitchen

import (
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var pans = []entry{
	{Training, "pan1", "pan", pan1},
	{Training, "pan2", "pan", pan2},
	{Benchmark, "pan", "pan", benchmarkPan},
}

// pan1 is a frying pan with a steel rim and a mark in its middle.
func pan1(b *builder) {
	const axis = 1.9
	outside := slices.Concat(
		pairs(0, 0, 1.58, 0, 1.65, 0.012),
		solid.Spline(pairs(1.685, 0.035, 1.765, 0.11, 1.845, 0.23, 1.935, 0.46, 1.985, 0.70), 3),
		pairs(1.975, 0.725))
	inside := pairs(1.925, 0.72, 1.915, 0.69, 1.85, 0.46, 1.78, 0.31, 1.71, 0.225, 1.64, 0.19, 1.56, 0.18, 0, 0.18)
	b.add("body", coated(gray(0.02)), vessel(outside, inside, 48).at(0, axis, 0))
	b.add("rim", steel(), hoop(solid.Ellipse(0.044, 0.031, 8).Move(1.956, 0.729), 48).at(0, axis, 0))
	b.add("mark", coated(material.RGB{0.6, 0.02, 0.02}), convex(solid.Cylinder(0.40, 0.02, 0.004, 40)).at(0, axis, 0.17))
	b.add("mark-ring", coated(gray(0.8)), hoop(pairs(0.27, 0.18, 0.33, 0.18, 0.325, 0.196, 0.275, 0.196), 40).at(0, axis, 0))
	struts := convex(solid.RoundedBox(geom.V(0.52, 0.07, 0.26), 0.03, 2)).
		placed(geom.Transform{M: geom.AxisAngle(geom.V(1, 0, 0), 0.3), T: geom.V(0, -0.055, 0.55)})
	for _, x := range []float64{-0.13, 0.13} {
		rod := upright(-0.03, 0.55, -0.2, 0.58, -0.5, 0.60)
		struts = join(struts, convex(solid.Tube(rod, 0.055, 12)).at(x, 0, 0))
	}
	b.add("struts", steel(), join(struts, grip([]station{
		{-0.46, 0.42, 0.18, 0.6}, {-0.45, 0.46, 0.2, 0.6}, {-0.35, 0.46, 0.2, 0.595}, {-0.34, 0.42, 0.18, 0.595},
	})))
	b.add("handle", mattPlastic(gray(0.03)), grip([]station{
		{-0.40, 0.40, 0.15, 0.60}, {-0.48, 0.43, 0.155, 0.60}, {-0.8, 0.45, 0.15, 0.602}, {-1.2, 0.45, 0.15, 0.605},
		{-1.6, 0.475, 0.165, 0.609}, {-2.0, 0.525, 0.195, 0.613}, {-2.4, 0.575, 0.23, 0.617}, {-2.7, 0.60, 0.25, 0.62},
		{-2.95, 0.60, 0.25, 0.62}, {-3.15, 0.555, 0.24, 0.62}, {-3.29, 0.46, 0.22, 0.62}, {-3.37, 0.34, 0.19, 0.62},
		{-3.41, 0.2, 0.14, 0.62}, {-3.422, 0.08, 0.07, 0.62},
	}))
}

// pan2 is a flat pan for pancakes: a brown coat, with the rings in which it was turned, in a dark disc with a bright rim.
func pan2(b *builder) {
	const axis = 1.41
	b.add("body", coated(gray(0.025)), vessel(
		pairs(0, 0.01, 1.50, 0.01, 1.58, 0.018, 1.66, 0.06, 1.735, 0.145, 1.745, 0.16),
		pairs(1.70, 0.156, 1.655, 0.125, 1.56, 0.05, 0, 0.03), 48).at(0, axis, 0))
	floor := pairs(0, 0.026, 1.56, 0.046, 1.66, 0.118, 1.70, 0.15)
	inside := pairs(1.685, 0.155, 1.65, 0.128, 1.555, 0.058)
	for r := 1.40; r > 0.2; r -= 0.2 {
		inside = append(inside, pairs(r+0.025, 0.056, r+0.012, 0.044, r-0.012, 0.044, r-0.025, 0.056)...)
	}
	coat := material.Material{Name: "coat", BaseColor: material.RGB{0.21, 0.095, 0.035}, Metallic: 0.4, PerceptualRoughness: 0.3, IOR: 1.5}
	b.add("coat", coat, vessel(floor, append(inside, pairs(0, 0.056)...), 48).at(0, axis, 0))
	b.add("rim", steel(), hoop(solid.Ellipse(0.030, 0.020, 8).Move(1.72, 0.156), 48).at(0, axis, 0))
	cast := material.Material{Name: "cast metal", BaseColor: gray(0.35), Metallic: 0.5, PerceptualRoughness: 0.45, IOR: 1.5}
	b.add("ferrule", cast, join(
		grip([]station{
			{-0.315, 0.22, 0.09, 0.085}, {-0.36, 0.22, 0.11, 0.10}, {-0.42, 0.22, 0.13, 0.145}, {-0.56, 0.22, 0.135, 0.185},
			{-0.74, 0.22, 0.14, 0.20},
		}),
		convex(solid.Ellipsoid(geom.V(0.045, 0.045, 0.025), 14, 6)).at(0, -0.62, 0.265)))
	b.add("handle", mattPlastic(gray(0.03)), grip([]station{
		{-0.69, 0.26, 0.165, 0.202}, {-0.71, 0.285, 0.18, 0.204}, {-0.85, 0.295, 0.18, 0.206}, {-1.2, 0.26, 0.165, 0.213},
		{-1.7, 0.27, 0.17, 0.22}, {-2.15, 0.30, 0.18, 0.227}, {-2.38, 0.295, 0.18, 0.23}, {-2.49, 0.25, 0.165, 0.23},
		{-2.55, 0.17, 0.13, 0.23}, {-2.57, 0.08, 0.07, 0.23},
	}))
}

// benchmarkPan is a large black frying pan with a second handle opposite the first.
func benchmarkPan(b *builder) {
	const axis = 1.15
	outside := slices.Concat(
		pairs(0, 0, 1.5, 0, 1.57, 0.012),
		solid.Spline(pairs(1.60, 0.04, 1.70, 0.17, 1.82, 0.38, 1.90, 0.58), 3),
		pairs(1.925, 0.60, 1.945, 0.615, 1.95, 0.63, 1.94, 0.645, 1.92, 0.65))
	inside := pairs(1.875, 0.645, 1.85, 0.60, 1.765, 0.38, 1.68, 0.235, 1.59, 0.155, 1.50, 0.12, 1.40, 0.11, 0, 0.11)
	b.add("body", coated(gray(0.02)), vessel(outside, inside, 48).at(0, axis, 0))
	ferrule := grip([]station{
		{-0.66, 0.50, 0.20, 0.44}, {-0.72, 0.46, 0.20, 0.445}, {-0.86, 0.36, 0.18, 0.46}, {-1.06, 0.28, 0.15, 0.49},
		{-1.16, 0.27, 0.15, 0.50},
	})
	rivet := convex(solid.Ellipsoid(geom.V(0.065, 0.05, 0.065), 14, 8))
	b.add("ferrule", steel(), join(ferrule, rivet.at(-0.14, axis-1.79, 0.44), rivet.at(0.14, axis-1.79, 0.44)))
	// The handle is a beveled plate, for the hole to hang it by, that rises a little towards its end.
	half := solid.Spline(pairs(
		0.14, -1.08, 0.165, -1.25, 0.155, -1.7, 0.165, -2.3, 0.195, -2.9, 0.215, -3.3, 0.20, -3.48, 0.13, -3.64, 0, -3.70), 4)
	var outline solid.Outline
	for _, p := range half {
		outline = append(outline, solid.P2{X: -p.X, Y: p.Y})
	}
	for i := len(half) - 2; i >= 0; i-- {
		outline = append(outline, half[i])
	}
	hole := solid.Superellipse(0.075, 0.15, 2.2, 24).Move(0, -3.40)
	bar := solid.Deform(solid.Plate(outline, []solid.Outline{hole}, 0.19, 0.06, 3), func(p geom.Vec3) geom.Vec3 {
		return geom.V(p.X, p.Y, p.Z+0.355-float64(0.03*p.Y))
	})
	b.add("handle", mattPlastic(gray(0.03)), sliced(geom.V(0, 1, 0), 4, bar))
	loop := solid.RoundedPath([]geom.Vec3{
		geom.V(-0.62, 2.94, 0.47), geom.V(-0.5, 3.60, 0.52), geom.V(0.5, 3.60, 0.52), geom.V(0.62, 2.94, 0.47),
	}, 0.3, 5)
	b.add("helper-handle", mattPlastic(gray(0.03)), piece{
		solids: []*mesh.Mesh{solid.Tube(loop, 0.1, 14)}, colliders: solid.TubePieces(loop, 0.1, 3),
	})
}

// station is a place along a handle: where on Y, the width and height of the section and the height of its middle.
type station struct{ y, width, height, z float64 }

// grip is a handle along Y of softly rounded sections.
func grip(along []station) piece {
	sections := make([][]geom.Vec3, len(along))
	for i, s := range along {
		sections[i] = solid.Superellipse(s.width/2, s.height/2, 3, 20).In(geom.V(0, s.y, s.z), geom.V(1, 0, 0), geom.V(0, 0, 1))
	}
	return piece{solids: []*mesh.Mesh{solid.Loft(sections...)}, colliders: solid.SectionPieces(sections, 3)}
}

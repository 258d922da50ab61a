package kitchen

import (
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var thermoses = []entry{
	{Training, "thermos1", "thermos", thermos1},
	{Training, "thermos2", "thermos", thermos2},
	{Benchmark, "thermos", "thermos", benchmarkThermos},
}

// thermos1 is a slender bottle under a cap of the same width.
func thermos1(b *builder) {
	teal := paint(material.RGB{0.161, 0.816, 0.816})
	b.addMutable("body", teal, vessel(
		pairs(0, 0, 0.47, 0, 0.505, 0.015, 0.52, 0.05, 0.52, 0.08, 0.52, 0.13, 0.512, 0.14, 0.512, 0.16, 0.52, 0.17,
			0.52, 0.22, 0.52, 2.65, 0.52, 2.69, 0.51, 2.705),
		pairs(0.44, 2.705, 0.44, 0.08, 0, 0.08), 48))
	b.add("flask", steel(), vessel(
		pairs(0, 0.07, 0.43, 0.07, 0.435, 0.1, 0.435, 2.7, 0.43, 2.73, 0.43, 3.0, 0.42, 3.02),
		pairs(0.395, 3.02, 0.38, 3.0, 0.38, 2.68, 0.405, 2.6, 0.405, 0.2, 0.35, 0.12, 0, 0.12), 36))
	b.add("ring", mattPlastic(gray(0.02)), hoop(pairs(
		0.46, 2.70, 0.515, 2.70, 0.5255, 2.71, 0.5255, 2.74, 0.515, 2.75, 0.46, 2.75), 48))
	b.addMutable("cap", teal, convex(solid.Lathe(slices.Concat(
		pairs(0, 3.42, 0.30, 3.40, 0.44, 3.2, 0.45, 2.748, 0.505, 2.748, 0.52, 2.765, 0.52, 2.80, 0.52, 2.94),
		pairs(0.52, 2.97, 0.512, 2.98, 0.512, 3.0, 0.52, 3.01),
		solid.Spline(pairs(0.52, 3.08, 0.508, 3.22, 0.47, 3.32, 0.355, 3.46, 0.2, 3.495), 4),
		pairs(0, 3.5)), 48))).
		Joint = lift(1)
}

// thermos2 is a travel mug: a colored shell in a gray frame with a handle.
func thermos2(b *builder) {
	frame := mattPlastic(gray(0.2))
	b.addMutable("shell", plastic(material.RGB{0.506, 0.149, 0.753}), vessel(
		pairs(0, 0.15, 0.55, 0.15, 0.595, 0.16, 0.606, 0.19, 0.609, 0.25, 0.691, 2.6, 0.695, 2.7, 0.69, 2.72),
		pairs(0.645, 2.72, 0.635, 2.69, 0.56, 0.3, 0.53, 0.23, 0, 0.23), 48))
	b.add("base", frame, lathed(48, 0, 0, 0.56, 0, 0.593, 0.012, 0.6045, 0.035, 0.6045, 0.145, 0.598, 0.16, 0.58, 0.17, 0, 0.17))
	b.add("collar", frame, hoop(pairs(
		0.67, 2.31, 0.71, 2.30, 0.73, 2.31, 0.7365, 2.335, 0.7365, 2.79, 0.73, 2.82, 0.715, 2.83, 0.69, 2.83, 0.67, 2.81), 48))
	band := solid.RoundedPath(upright(-0.69, 2.56, -0.95, 2.69, -1.2, 2.69, -1.2, 1.56, -0.632, 1.56), 0.22, 4)
	b.add("handle", frame, sliced(geom.V(0, 0, 1), 6, solid.Sweep(band, geom.V(1, 0, 0), func(float64) solid.Outline {
		return solid.RoundedRect(0.12, 0.26, 0.045, 2)
	})))
	lid := mattPlastic(gray(0.06))
	slot := solid.RoundedRect(0.15, 0.42, 0.07, 4).Move(0.40, 0)
	deck := solid.Plate(solid.Ellipse(0.63, 0.63, 48), []solid.Outline{slot}, 0.06, 0.012, 1)
	b.add("lid", lid, join(
		lathed(48,
			0, 2.73, 0.62, 2.73, 0.632, 2.745, 0.632, 2.835, 0.695, 2.837, 0.71, 2.85, 0.71, 2.95, 0.70, 2.98,
			0.68, 2.997, 0.66, 3.0, 0.64, 2.993, 0.625, 2.97, 0.615, 2.86, 0, 2.86),
		piece{solids: []*mesh.Mesh{solid.Move(deck, geom.V(0, 0, 2.89))}},
	)).Joint = lift(1, "slot", "slider")
	bottom := solid.Extrude(solid.RoundedRect(0.22, 0.5, 0.09, 3), 0.02, 0, 1)
	b.add("slot", mattPlastic(gray(0.01)), convex(bottom).at(0.40, 0, 2.85))
	b.add("slider", frame, join(
		convex(solid.RoundedBox(geom.V(0.30, 0.34, 0.03), 0.012, 1)).at(0.1, 0, 2.962),
		convex(solid.RoundedBox(geom.V(0.05, 0.30, 0.05), 0.02, 2)).at(0.1, 0, 2.985),
	)).Joint = &Joint{Slides: true, Axis: geom.V(1, 0, 0), To: 0.28}
}

// benchmarkThermos is a tumbler with a waist and a spout on its lid.
func benchmarkThermos(b *builder) {
	dark := mattPlastic(gray(0.05))
	outside := slices.Concat(
		pairs(0, 0.03, 0.44, 0.03, 0.47, 0.1),
		solid.Spline(pairs(0.472, 0.13, 0.476, 0.5, 0.472, 0.95, 0.45, 1.4, 0.53, 1.9, 0.625, 2.4, 0.645, 2.84), 3),
		pairs(0.645, 2.885, 0.635, 2.9))
	inside := pairs(0.605, 2.895, 0.60, 2.84, 0.58, 2.4, 0.485, 1.9, 0.405, 1.4, 0.427, 0.95, 0.43, 0.2, 0.39, 0.12, 0, 0.12)
	b.addMutable("shell", plastic(material.RGB{0.22, 0.069, 0.01}), vessel(outside, inside, 48))
	b.add("foot", mattPlastic(gray(0.02)), lathed(48,
		0, 0, 0.45, 0, 0.478, 0.012, 0.487, 0.035, 0.487, 0.10, 0.48, 0.115, 0.46, 0.12, 0, 0.12))
	b.add("lid", dark, lathed(48,
		0, 2.80, 0.56, 2.80, 0.59, 2.82, 0.595, 2.905, 0.65, 2.907, 0.66, 2.92, 0.66, 2.965, 0.65, 2.975, 0.65, 2.99,
		0.66, 3.0, 0.66, 3.05, 0.65, 3.085, 0.62, 3.10, 0.59, 3.09, 0.56, 3.05, 0.52, 3.03, 0, 3.02)).
		Joint = lift(1, "spout", "vent")
	at := func(width, depth, y, z float64) []geom.Vec3 {
		return solid.Superellipse(width/2, depth/2, 2.6, 28).Move(0, y).Flat(z)
	}
	outer := [][]geom.Vec3{
		at(0.74, 0.34, -0.44, 2.98), at(0.66, 0.31, -0.49, 3.1), at(0.56, 0.26, -0.57, 3.22), at(0.53, 0.24, -0.605, 3.27),
		at(0.51, 0.225, -0.612, 3.29), at(0.47, 0.19, -0.612, 3.30),
	}
	slot := [][]geom.Vec3{at(0.36, 0.095, -0.61, 3.295), at(0.34, 0.08, -0.605, 3.27), at(0.34, 0.08, -0.58, 3.17)}
	b.add("spout", dark, piece{
		solids:    []*mesh.Mesh{solid.Loft(slices.Concat(outer, slot)...)},
		colliders: solid.SectionPieces(outer, 5),
	})
	b.add("vent", mattPlastic(gray(0.01)), convex(solid.Cylinder(0.035, 0.05, 0.008, 16)).at(0, 0.35, 2.985))
}

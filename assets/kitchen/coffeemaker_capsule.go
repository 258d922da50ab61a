package kitchen

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// sideways lays a plan on its side: its X runs along Y, its Y becomes height, and what grew upwards from z = 0 grows from x.
func sideways(m *mesh.Mesh, x float64) *mesh.Mesh {
	axes := geom.Mat3{X: geom.V(0, 1, 0), Y: geom.V(0, 0, 1), Z: geom.V(1, 0, 0)}
	return solid.Place(m, geom.Transform{M: axes, T: geom.V(x, 0, 0)})
}

// benchmarkCoffeeMaker is a narrow capsule machine: its body overhangs two cup shelves towards -Y, its tank is behind.
func benchmarkCoffeeMaker(b *builder) {
	black := satin()
	b.add("foot", black, join(
		convex(block(geom.V(-1.05, -2.5, 0.05), geom.V(1.05, 2.5, 0.32), 0.95, 0.08, 7)), feet(0.6, 1.6, 0.14)))
	b.addMutable("body", paint(material.RGB{0.55, 0.05, 0.04}), capsuleBody())
	b.add("tank", glass(), openBox(geom.V(-0.72, 1.56, 0.3), geom.V(0.72, 2.4, 3.8), 0.25, 0.05))
	b.add("tank-lid", black, convex(block(geom.V(-0.76, 1.5, 3.76), geom.V(0.76, 2.44, 3.92), 0.28, 0.02, 4)))
	const brewY = -1.12
	b.add("brew-head", black, convex(
		solid.Lathe(pairs(0.36, 2.3, 0.42, 2.33, 0.6, 2.45, 0.62, 2.5, 0.62, 2.95), 28),
		solid.Lathe(pairs(0.12, 2.1, 0.14, 2.12, 0.17, 2.35), 20)).at(0, brewY, 0))
	b.add("nozzle-ring", chrome(), convex(solid.Cylinder(0.64, 0.06, 0, 28)).at(0, brewY, 2.58))
	b.add("drip-tray", black, openBox(geom.V(-0.8, -2.38, 0.28), geom.V(0.8, -0.5, 0.5), 0.6, 0.06))
	b.add("shelf-1", chrome(), shelf(-0.72, -2.3, 0.72, -0.55, 0.55, 0.46, 4, 4))
	b.add("shelf-2", chrome(), shelf(-0.6, -1.75, 0.6, -0.45, 0.5, 1.4, 4, 3))
	b.add("lever-plate", black, convex(block(geom.V(-0.6, -1.3, 3.95), geom.V(0.6, 1.2, 4.16), 0.5, 0.02, 5)))
	lever := block(geom.V(-0.42, -1.75, 4.2), geom.V(0.42, 0.75, 4.34), 0.4, 0.05, 5)
	hinge := lying(solid.Cylinder(0.12, 1.0, 0.02, 14), geom.V(-0.5, 0.6, 4.22), geom.V(1, 0, 0))
	b.add("lever", black, convex(solid.Deform(lever, func(p geom.Vec3) geom.Vec3 {
		return geom.V(p.X, p.Y, p.Z-float64(0.03*max(0, -0.5-p.Y)))
	}), hinge)).Joint = &Joint{With: []string{"lever-trim"}, At: geom.V(0, 0.6, 4.22), Axis: geom.V(-1, 0, 0), To: 1.3}
	b.add("lever-trim", chrome(), convex(block(geom.V(-0.28, -1.62, 4.28), geom.V(0.28, -0.9, 4.35), 0.22, 0.02, 3)))
	for i, name := range []string{"button-1", "button-2"} {
		x := 0.5 * (float64(i) - 0.5)
		b.add(name, lamp(material.RGB{0.05, 0.6, 0.1}), convex(solid.Cylinder(0.11, 0.1, 0.03, 16)).at(x, 0.95, 4.1))
	}
}

// capsuleBody is a column with an arm over the cups, rounded all around.
func capsuleBody() piece {
	const half, knee = 0.85, -0.5
	side := solid.Rounded(solid.Outline{
		{X: 1.62, Y: 0.25}, {X: 1.62, Y: 4.02}, {X: -1.58, Y: 4.02}, {X: -1.58, Y: 2.75}, {X: knee, Y: 2.6}, {X: knee, Y: 0.25},
	}, 0.4, 6)
	whole := sideways(raised(side.Inset, 0, 2*half, 0.22, 0.22, 3), -half)
	return piece{solids: []*mesh.Mesh{whole}, colliders: [][]geom.Vec3{
		within(whole, geom.V(-half, knee, 0.25), geom.V(half, 1.62, 4.02)),
		within(whole, geom.V(-half, -1.58, 2.62), geom.V(half, knee, 4.02)),
	}}
}

// shelf is a perforated plate at height z with nx by ny round holes, corners rounded by r.
func shelf(x0, y0, x1, y1, r, z float64, nx, ny int) piece {
	const margin, h = 0.14, 0.06
	stepX, stepY := (x1-x0-2*margin)/float64(nx), (y1-y0-2*margin)/float64(ny)
	var holes []solid.Outline
	for j := range ny {
		for i := range nx {
			x := x0 + margin + float64(stepX*(float64(i)+0.5))
			y := y0 + margin + float64(stepY*(float64(j)+0.5))
			holes = append(holes, solid.Ellipse(0.34*stepX, 0.34*stepX, 8).Move(x, y))
		}
	}
	plate := solid.Plate(plan(x0, y0, x1, y1, [4]float64{0.1, 0.1, r, r}, 4), holes, h, 0, 0)
	return piece{solids: []*mesh.Mesh{plate}, colliders: [][]geom.Vec3{solid.BoxHull(plate.Bounds())}}.at(0, 0, z)
}

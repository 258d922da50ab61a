package kitchen

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// coffeeMaker2 is an espresso machine: a white middle between gray shells, a brew head over a drip tray, both towards +X.
func coffeeMaker2(b *builder) {
	satinGray := plastic(gray(0.3))
	satinGray.PerceptualRoughness = 0.45
	matt := mattPlastic(gray(0.015))
	white := plastic(material.RGB{0.9, 0.88, 0.85})
	b.add("body", white, join(
		convex(block(geom.V(-1.88, -1.765, 0.15), geom.V(1.0, 1.765, 4.85), 0.1, 0.1, 2)),
		convex(block(geom.V(0.7, -1.5, 0.15), geom.V(2.1, 1.5, 0.6), 0.3, 0.02, 3)),
		feet(1.4, 1.3, 0.2).at(0.1, 0, 0.05)))
	for i, y := range []float64{-1.7, 2.025} {
		b.add([]string{"shell-1", "shell-2"}[i], satinGray, convex(standing(
			block(geom.V(-1.92, 0.12, 0), geom.V(1.07, 4.96, 0.325), 0.4, 0.1, 5), y)))
	}
	b.add("splash-plate", steel(), convex(solid.BoxBetween(geom.V(0.9, -1.25, 0.95), geom.V(1.025, 1.25, 2.15), 0.015, 1)))
	b.add("drip-tray", matt, openBox(geom.V(0.9, -1.65, 0.53), geom.V(2.29, 1.65, 0.86), 0.25, 0.06))
	b.add("grate", chrome(), grate(8).at(1.595, 0, 0.79))
	b.add("brew-head", matt, convex(block(geom.V(0.83, -0.6, 2.3), geom.V(1.61, 0.6, 4.05), 0.3, 0.08, 4)))
	b.add("dial", chrome(), dial(geom.V(1.58, 0, 3.45), geom.V(1, 0, 0), 0.38, 0.26))
	group := pairs(0, 2, 0.3, 2, 0.42, 2.06, 0.44, 2.16, 0.5, 2.18, 0.5, 2.34)
	b.add("group", chrome(), convex(solid.Lathe(group, 28)).at(1.22, 0, 0))
	var spouts piece
	for _, y := range []float64{-0.2, 0.2} {
		bend := solid.RoundedPath([]geom.Vec3{geom.V(1.22, 0, 2.05), geom.V(1.22, y, 1.95), geom.V(1.22, y, 1.72)}, 0.08, 2)
		spouts = join(spouts, convex(solid.Tube(bend, 0.07, 10)))
	}
	b.add("spouts", chrome(), spouts)
	grip := pairs(0.07, 0, 0.08, 0.2, 0.11, 0.5, 0.12, 0.85, 0.1, 0.96, 0.06, 1)
	b.add("filter-handle", matt, convex(solid.Bar(geom.V(1.6, 0, 2.12), geom.V(2.27, 0, 2.02), grip, solid.Ellipse(1, 1, 16))))
	wand := solid.RoundedPath([]geom.Vec3{geom.V(0.9, -1.4, 3.2), geom.V(1.3, -1.4, 3.2), geom.V(1.42, -1.4, 1.5)}, 0.2, 5)
	b.add("steam-wand", chrome(),
		piece{solids: []*mesh.Mesh{solid.Tube(wand, 0.06, 10)}, colliders: solid.TubePieces(wand, 0.06, 4)})
	b.add("steam-knob", chrome(), convex(lying(solid.Lathe(pairs(
		0.12, 0, 0.12, 0.06, 0.25, 0.07, 0.25, 0.15, 0.22, 0.18, 0, 0.19), 24),
		geom.V(0.61, -2.01, 3.8), geom.V(0, -1, 0))))
	b.add("manometer", matt, convex(lying(solid.Lathe(pairs(
		0.34, 0, 0.34, 0.06, 0.31, 0.09, 0.28, 0.09, 0.265, 0.035, 0, 0.03), 24),
		geom.V(0.98, 1.15, 3.55), geom.V(1, 0, 0))))
	b.add("manometer-face", plastic(gray(0.85)), convex(lying(
		solid.Cylinder(0.26, 0.05, 0, 20), geom.V(0.98, 1.15, 3.55), geom.V(1, 0, 0))))
	b.add("manometer-needle", plastic(material.RGB{0.6, 0.02, 0.02}), convex(
		solid.BoxBetween(geom.V(1.0, 1.13, 3.52), geom.V(1.05, 1.17, 3.76), 0, 0)))
	for i, name := range []string{"button-1", "button-2", "button-3"} {
		at := geom.V(0.98, -1.35+float64(0.32*float64(i)), 4.35)
		b.add(name, plastic(gray(0.75)), convex(lying(solid.Cylinder(0.11, 0.09, 0.025, 12), at, geom.V(1, 0, 0))))
	}
	b.add("cup-tray", matt, convex(block(geom.V(-1.55, -1.45, 4.8), geom.V(0.65, 1.45, 4.93), 0.25, 0.02, 4)))
	loop := solid.RoundedLoop([]geom.Vec3{
		geom.V(0.62, 1.42, 5.01), geom.V(-1.52, 1.42, 5.01), geom.V(-1.52, -1.42, 5.01), geom.V(0.62, -1.42, 5.01)}, 0.25, 4)
	b.add("rail", chrome(), railing(solid.SweepLoop(loop, geom.V(0, 0, 1), solid.Ellipse(0.04, 0.04, 6)), 0.04))
}

// grate is a plate of 1.22 by 3.12 with n slots in each of two rows.
func grate(n int) piece {
	const w, d, h = 1.22, 3.12, 0.05
	var holes []solid.Outline
	step := (d - 0.2) / float64(n)
	for _, x := range []float64{-0.28, 0.28} {
		for i := range n {
			y := float64(step*(float64(i)+0.5)) - (d-0.2)/2
			holes = append(holes, solid.RoundedRect(0.46, 0.5*step, 0.06, 1).Move(x, y))
		}
	}
	plate := solid.Plate(solid.RoundedRect(w, d, 0.2, 4), holes, h, 0, 0)
	return piece{solids: []*mesh.Mesh{plate}, colliders: [][]geom.Vec3{solid.BoxHull(plate.Bounds())}}
}

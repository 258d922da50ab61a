package kitchen

import (
	"mereo/assets/solid"
	"mereo/assets/worktop"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var choppingBoards = []entry{
	{Training, "chopping_board1", "chopping board", choppingBoard1},
	{Training, "chopping_board2", "chopping board", choppingBoard2},
	{Training, "chopping_board3", "chopping board", choppingBoard3},
	{Benchmark, "chopping_board", "chopping board", benchmarkBoard},
}

// boardGrain gives a part texture coordinates from above, u along Y, which is the long side of boards.
func boardGrain(p *Part) {
	for _, v := range p.Mesh.Positions {
		p.Mesh.UVs = append(p.Mesh.UVs, [2]float64{v.Y / worktop.WoodTile, v.X / worktop.WoodTile})
	}
}

// choppingBoard1 is a thick square block of end grain with a groove for juice.
func choppingBoard1(b *builder) {
	const side, high = 5.0, 0.353
	square := func(inset, z float64) []geom.Vec3 {
		return solid.RoundedRect(side-2*inset, side-2*inset, 0.55-float64(0.8*min(inset, 0.5)), 8).Flat(z)
	}
	var sections [][]geom.Vec3
	// Every flat face has a narrow flat band along its edge, which keeps the shading of the roundings out of it.
	for _, p := range []solid.P2{
		{X: 0.1, Y: 0}, {X: 0.05, Y: 0}, {X: 0.015, Y: 0.015}, {X: 0, Y: 0.05}, {X: 0, Y: 0.09},
		{X: 0, Y: high - 0.09}, {X: 0, Y: high - 0.05}, {X: 0.015, Y: high - 0.015}, {X: 0.05, Y: high}, {X: 0.08, Y: high},
		{X: 0.27, Y: high}, {X: 0.3, Y: high}, {X: 0.315, Y: high - 0.035}, {X: 0.35, Y: high - 0.058}, {X: 0.4, Y: high - 0.065},
		{X: 0.45, Y: high - 0.058}, {X: 0.485, Y: high - 0.035}, {X: 0.5, Y: high}, {X: 0.53, Y: high},
	} {
		sections = append(sections, square(p.X, p.Y))
	}
	block := piece{solids: []*mesh.Mesh{solid.Loft(sections...)}}
	block.colliders = [][]geom.Vec3{append(square(0, 0.03), square(0.02, high)...)}
	block.colliders[0] = append(block.colliders[0], square(0.04, 0)...)
	boardGrain(b.add("board", endGrain(material.RGB{0.25, 0.09, 0.04}), block))
}

// slottedHulls are the four boxes of a board around its slot.
func slottedHulls(x0, x1, y0, y1, z0, z1 float64, hole geom.AABB) [][]geom.Vec3 {
	box := func(x0, x1, y0, y1 float64) []geom.Vec3 {
		return solid.BoxHull(geom.AABB{Min: geom.V(x0, y0, z0), Max: geom.V(x1, y1, z1)})
	}
	return [][]geom.Vec3{
		box(x0, x1, y0, hole.Min.Y), box(x0, x1, hole.Max.Y, y1), box(x0, hole.Min.X, hole.Min.Y, hole.Max.Y),
		box(hole.Max.X, x1, hole.Min.Y, hole.Max.Y),
	}
}

// choppingBoard2 is a plastic board with a slot for the hand, a recessed field and small feet.
func choppingBoard2(b *builder) {
	const x, w, h, z, high = 0.12, 3.479, 5.0, 0.03, 0.141
	slot := solid.RoundedRect(1.86, 0.5, 0.24, 8).Move(0.16, 1.98)
	field := solid.RoundedRect(3.0, 3.66, 0.2, 6).Move(x, -0.41)
	frame := solid.Plate(solid.RoundedRect(w, h, 0.35, 8).Move(x, 0), []solid.Outline{slot, field}, high, 0.026, 1)
	floor := solid.Extrude(solid.RoundedRect(3.04, 3.7, 0.22, 6).Move(x, -0.41), high-0.045, 0, 0)
	p := piece{solids: []*mesh.Mesh{solid.Move(frame, geom.V(0, 0, z)), solid.Move(floor, geom.V(0, 0, z+0.015))}}
	p.colliders = slottedHulls(x-w/2, x+w/2, -h/2, h/2, z, z+high,
		geom.AABB{Min: geom.V(-0.77, 1.73, 0), Max: geom.V(1.09, 2.23, 0)})
	surface := plastic(material.RGB{0.15, 0.3, 0.55})
	b.addMutable("board", surface, p)
	var feet []*mesh.Mesh
	foot := solid.Cylinder(0.09, z+0.02, 0.012, 16)
	for _, side := range []float64{-1, 1} {
		for i := range 5 {
			feet = append(feet, solid.Move(foot, geom.V(x+float64(1.45*side), float64(1.15*float64(i-2)), 0)))
		}
		for _, y := range []float64{-2.37, 2.37} {
			feet = append(feet, solid.Move(foot, geom.V(x+float64(0.6*side), y, 0)))
		}
	}
	b.addMutable("feet", surface, convex(feet...))
}

// choppingBoard3 is a wooden paddle with a round end to hang it up.
func choppingBoard3(b *builder) {
	right := pairs(
		0.9, -2.98, 1.13, -2.93, 1.2, -2.7, 1.235, -2, 1.26, -1, 1.255, 0, 1.2, 0.7, 1.08, 0.97, 0.85, 1.1, 0.6, 1.17,
		0.42, 1.27, 0.32, 1.45, 0.285, 1.75, 0.285, 2.2, 0.285, 2.55, 0.27, 2.75, 0.2, 2.92, 0.1, 3.0)
	right = solid.Spline(right, 3)
	outline := append(solid.Outline{}, right...)
	outline = append(outline, solid.P2{X: 0, Y: 3.02})
	for k := len(right) - 1; k >= 0; k-- {
		outline = append(outline, solid.P2{X: -right[k].X, Y: right[k].Y})
	}
	const high = 0.179
	hole := solid.Ellipse(0.115, 0.135, 20).Move(0, 2.57)
	p := piece{solids: []*mesh.Mesh{solid.Plate(outline, []solid.Outline{hole}, high, 0.03, 1)}}
	band := func(edges ...solid.P2) {
		for k := 1; k < len(edges); k++ {
			var hull []geom.Vec3
			for _, e := range edges[k-1 : k+1] {
				hull = append(hull, geom.V(-e.X, e.Y, 0), geom.V(e.X, e.Y, 0), geom.V(-e.X, e.Y, high), geom.V(e.X, e.Y, high))
			}
			p.colliders = append(p.colliders, hull)
		}
	}
	band(solid.P2{X: 0.9, Y: -2.98}, solid.P2{X: 1.18, Y: -2.8}, solid.P2{X: 1.26, Y: -0.8}, solid.P2{X: 1.2, Y: 0.7},
		solid.P2{X: 1.08, Y: 0.97},
		solid.P2{X: 0.6, Y: 1.17}, solid.P2{X: 0.32, Y: 1.45}, solid.P2{X: 0.285, Y: 2.435})
	band(solid.P2{X: 0.275, Y: 2.705}, solid.P2{X: 0.1, Y: 3.02})
	for _, side := range []float64{-0.2, 0.2} {
		p.colliders = append(p.colliders, solid.BoxHull(geom.AABB{Min: geom.V(side-0.085, 2.435, 0),
			Max: geom.V(side+0.085, 2.705, high)}))
	}
	boardGrain(b.add("board", wood(material.RGB{0.3, 0.15, 0.06}), p))
}

// benchmarkBoard is a thin plastic board with a long slot.
func benchmarkBoard(b *builder) {
	const w, h, high = 3.862, 5.25, 0.123
	slot := solid.RoundedRect(2.15, 0.35, 0.17, 8).Move(0, -2.16)
	p := piece{solids: []*mesh.Mesh{solid.Plate(solid.RoundedRect(w, h, 0.25, 8), []solid.Outline{slot}, high, 0.022, 1)}}
	p.colliders = slottedHulls(-w/2, w/2, -h/2, h/2, 0, high,
		geom.AABB{Min: geom.V(-1.075, -2.335, 0), Max: geom.V(1.075, -1.985, 0)})
	b.addMutable("board", plastic(material.RGB{0.2, 0.5, 0.25}), p)
}

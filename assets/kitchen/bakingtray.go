package kitchen

import (
	"fmt"
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var bakingTrays = []entry{
	{Training, "baking_tray1", "baking tray", bakingTray1},
	{Training, "baking_tray2", "baking tray", bakingTray2},
	{Benchmark, "baking_tray", "baking tray", benchmarkTray},
}

// darkSteel is sheet metal that has been in the oven often.
func darkSteel() material.Material {
	return material.Material{Name: "dark steel", BaseColor: gray(0.17), Metallic: 0.5, PerceptualRoughness: 0.5, IOR: 1.5}
}

// trayHoop is a level rectangle with rounded corners.
type trayHoop struct{ w, h, r, z float64 }

func (o trayHoop) section() []geom.Vec3 {
	const seg = 8
	return solid.RoundedRect(o.w, o.h, o.r, seg).Flat(o.z)
}

// openTray is an open vessel of rounded rectangles: outside runs from the edge of its bottom up to the rim, inside from there down to
// the edge of the floor. It collides as its floor and the eight sides and corners of its wall.
func openTray(outside, inside []trayHoop) piece {
	var sections [][]geom.Vec3
	for _, o := range append(append([]trayHoop{}, outside...), inside...) {
		sections = append(sections, o.section())
	}
	p := piece{solids: []*mesh.Mesh{solid.Loft(sections...)}}
	floor := append(append([]geom.Vec3{}, sections[0]...), sections[len(sections)-1]...)
	p.colliders = append(p.colliders, floor)
	n := len(sections[0])
	corner := n / 4
	for k := range 4 {
		p.colliders = append(p.colliders, trayWall(sections, k*corner, corner-1), trayWall(sections, k*corner+corner-1, 1))
	}
	return p
}

// trayWall is the hull of all sections' points from one on, with as many steps.
func trayWall(sections [][]geom.Vec3, from, steps int) []geom.Vec3 {
	var hull []geom.Vec3
	for _, s := range sections {
		for k := range steps + 1 {
			hull = append(hull, s[(from+k)%len(s)])
		}
	}
	return hull
}

// trayRib is a low ridge along Y at x: long, wide and rising to z0+high.
func trayRib(x, long, wide, z0, high float64) *mesh.Mesh {
	section := func(y, f float64) []geom.Vec3 {
		var out []geom.Vec3
		for _, p := range []solid.P2{{X: -0.5, Y: -0.4}, {X: 0.5, Y: -0.4}, {X: 0.45, Y: 0.3}, {X: 0.2, Y: 0.9}, {X: 0, Y: 1},
			{X: -0.2, Y: 0.9}, {X: -0.45, Y: 0.3}} {
			out = append(out, geom.V(x+float64(p.X*wide*f), y, z0+float64(p.Y*high*f)))
		}
		return out
	}
	return solid.Loft(section(-long/2, 0.3), section(-long/2+wide/2, 1), section(long/2-wide/2, 1), section(long/2, 0.3))
}

// bakingTray1 is a roasting tray with steep walls and a ribbed floor.
func bakingTray1(b *builder) {
	p := openTray(
		[]trayHoop{{4.54, 2.90, 0.14, 0}, {4.60, 2.96, 0.17, 0.001}, {4.65, 3.01, 0.19, 0.012}, {4.68, 3.04, 0.2, 0.03},
			{4.93, 3.284, 0.21, 0.222}, {4.97, 3.324, 0.22, 0.228}, {4.995, 3.349, 0.23, 0.237}, {5.0, 3.354, 0.23, 0.249},
			{4.988, 3.342, 0.225, 0.261}, {4.962, 3.316, 0.22, 0.267}},
		[]trayHoop{{4.93, 3.284, 0.21, 0.263}, {4.905, 3.26, 0.2, 0.25}, {4.66, 3.02, 0.19, 0.045}, {4.63, 2.99, 0.18, 0.028},
			{4.57, 2.93, 0.16, 0.02}, {4.48, 2.84, 0.12, 0.02}})
	const ribs = 24
	for i := range ribs {
		x := float64(4.3 * ((float64(i)+0.5)/ribs - 0.5))
		p.solids = append(p.solids, trayRib(x, 2.7, 0.1, 0.02, 0.022))
	}
	b.add("tray", coated(gray(0.05)), p)
	b.add("rim", steel(), trayRim(solid.RoundedRect(4.93, 3.284, 0.21, 8), 0.036, 0.244))
}

// trayRim is the rolled edge of a tray, bare metal where hands and racks have rubbed it: a wire of radius r at height z.
func trayRim(o solid.Outline, r, z float64) piece {
	m := solid.SweepLoop(o.Flat(z), geom.V(0, 0, 1), solid.Ellipse(r, r, 8))
	return piece{solids: []*mesh.Mesh{m}, colliders: solid.Sectors(m, 8)}
}

// muffinCup is a hollow cup about +Z with a bead around its mouth. It collides as its bottom and a ring of wall pieces.
func muffinCup() piece {
	const sides = 18
	outside := pairs(0, 0, 0.26, 0, 0.37, 0.09, 0.462, 0.272)
	rim := []solid.P2{{X: 0.51, Y: 0.288}, {X: 0.49, Y: 0.3}}
	inside := pairs(0.464, 0.287, 0.342, 0.092, 0.305, 0.042, 0.225, 0.016, 0, 0.016)
	profile := append(append(outside, rim...), inside...)
	p := piece{solids: []*mesh.Mesh{solid.Lathe(profile, sides)}}
	p.colliders = append(p.colliders, disc(0.3, 0, 0.03))
	const wedges = 8
	for k := range wedges {
		var hull []geom.Vec3
		for i := range 2 {
			sin, cos := geom.SinCos(2 * math.Pi * float64(k+i) / wedges)
			for _, q := range []solid.P2{{X: 0.245, Y: 0}, {X: 0.37, Y: 0.09}, {X: 0.5, Y: 0.295}, {X: 0.47, Y: 0.295},
				{X: 0.3, Y: 0.035}} {
				hull = append(hull, geom.V(float64(q.X*cos), float64(q.X*sin), q.Y))
			}
		}
		p.colliders = append(p.colliders, hull)
	}
	return p
}

// bakingTray2 bakes twelve muffins. Its plate has twelve holes into which the cups are pressed, and one at each end to hang it up.
func bakingTray2(b *builder) {
	xs, ys := []float64{-1.64, -0.54, 0.54, 1.64}, []float64{-1.16, 0, 1.16}
	const w, h, z, thick = 4.96, 3.547, 0.275, 0.016
	var holes []solid.Outline
	for _, y := range ys {
		for _, x := range xs {
			holes = append(holes, solid.Ellipse(0.478, 0.478, 18).Move(x, y))
		}
	}
	for _, x := range []float64{-2.32, 2.32} {
		holes = append(holes, solid.Ellipse(0.07, 0.11, 14).Move(x, 0))
	}
	outline := solid.RoundedRect(w, h, 0.3, 8)
	plate := piece{solids: []*mesh.Mesh{solid.Move(solid.Plate(outline, holes, thick, 0, 0), geom.V(0, 0, z))}}
	// The edge is rolled.
	plate.solids = append(plate.solids, solid.SweepLoop(outline.Flat(z+0.005), geom.V(0, 0, 1), solid.Ellipse(0.02, 0.02, 6)))
	// The plate collides as bars between the rows of cups and blocks between the cups of a row.
	const r = 0.48
	bar := func(x0, x1, y0, y1 float64) {
		plate.colliders = append(plate.colliders, solid.BoxHull(geom.AABB{Min: geom.V(x0, y0, z-0.01),
			Max: geom.V(x1, y1, z+0.022)}))
	}
	below := -h/2 - 0.02
	for _, y := range append(ys, h/2+0.02+r) {
		bar(-w/2-0.02, w/2+0.02, below, y-r)
		below = y + r
	}
	for _, y := range ys {
		left := -w/2 - 0.02
		for _, x := range append(xs, w/2+0.02+r) {
			bar(left, x-r, y-r, y+r)
			left = x + r
		}
	}
	// Cups are darker than the plate, which is worn between them.
	b.addMutable("plate", coated(gray(0.09)), plate)
	cup := muffinCup()
	for i, y := range ys {
		for k, x := range xs {
			b.addMutable(fmt.Sprintf("cup-%d", 4*i+k+1), coated(gray(0.035)), cup.at(x, y, 0))
		}
	}
}

// benchmarkTray is a large sheet pan with shallow walls, wide corners and a rolled rim.
func benchmarkTray(b *builder) {
	b.add("tray", darkSteel(), openTray(
		[]trayHoop{{4.35, 2.83, 0.42, 0}, {4.43, 2.91, 0.45, 0.001}, {4.9, 3.4, 0.48, 0.016}, {5.4, 3.92, 0.53, 0.055},
			{5.75, 4.29, 0.57, 0.115}, {5.93, 4.48, 0.6, 0.18},
			{5.965, 4.517, 0.61, 0.2}, {5.992, 4.544, 0.62, 0.215}, {6.0, 4.552, 0.62, 0.235}, {5.985, 4.537, 0.62, 0.252},
			{5.957, 4.509, 0.61, 0.258}},
		[]trayHoop{{5.92, 4.472, 0.6, 0.252}, {5.9, 4.452, 0.59, 0.236}, {5.87, 4.42, 0.58, 0.185}, {5.71, 4.25, 0.56, 0.133},
			{5.37, 3.89, 0.52, 0.076},
			{4.88, 3.38, 0.47, 0.037}, {4.45, 2.93, 0.44, 0.022}, {4.35, 2.83, 0.42, 0.022}}))
	b.add("rim", steel(), trayRim(solid.RoundedRect(5.91, 4.462, 0.6, 8), 0.046, 0.228))
}

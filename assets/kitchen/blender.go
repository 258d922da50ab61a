package kitchen

import (
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var blenders = []entry{
	{Training, "blender1", "blender", blender1},
	{Training, "blender2", "blender", blender2},
	{Benchmark, "blender", "blender", benchmarkBlender},
}

// girth is a section of a mixer across Y: half its width, its bottom and its top.
type girth struct{ y, w, z0, z1 float64 }

// girths runs smoothly through the given ones with n steps between each two.
func girths(through []girth, n int) []girth {
	var wide, high []geom.Vec3
	for _, g := range through {
		wide = append(wide, geom.V(g.y, g.w, 0))
		high = append(high, geom.V(g.y, g.z0, g.z1))
	}
	wide, high = solid.CatmullRom(wide, n), solid.CatmullRom(high, n)
	out := make([]girth, len(wide))
	for i := range wide {
		out[i] = girth{wide[i].X, wide[i].Y, high[i].Y, high[i].Z}
	}
	return out
}

// mixerHead lofts the girths, all around with superellipses.
func mixerHead(gs []girth) *mesh.Mesh {
	var sections [][]geom.Vec3
	for _, g := range gs {
		sections = append(sections, solid.Superellipse(g.w, (g.z1-g.z0)/2, 2.5, 28).In(
			geom.V(0, g.y, (g.z0+g.z1)/2), geom.V(1, 0, 0), geom.V(0, 0, 1)))
	}
	return solid.Loft(sections...)
}

// belt is a strip around the waist of the girths.
func belt(gs []girth, thick, high float64) *mesh.Mesh {
	var right, left []geom.Vec3
	for i := range gs {
		g, h := gs[i], gs[len(gs)-1-i]
		right = append(right, geom.V(g.w, g.y, (g.z0+g.z1)/2))
		left = append(left, geom.V(-h.w, h.y, (h.z0+h.z1)/2))
	}
	return solid.SweepLoop(append(right, left...), geom.V(0, 0, 1), solid.Rect(thick, high))
}

// mixerColumn is a post of superellipses, each (z, y, half width, half depth).
func mixerColumn(e float64, sections [][4]float64) *mesh.Mesh {
	var out [][]geom.Vec3
	for _, s := range sections {
		out = append(out, solid.Superellipse(s[2], s[3], e, 28).Move(0, s[1]).Flat(s[0]))
	}
	return solid.Loft(out...)
}

// blender1 is a stand mixer with a capsule of a head that tilts.
func blender1(b *builder) {
	const bowlY = -1.02
	brown := enamel(material.RGB{0.16, 0.055, 0.022})
	base := raised(func(t float64) solid.Outline {
		q := max(1.25-t, 0.2)
		return plan(t-1.35, t-2.4, 1.35-t, 2.45-t, [4]float64{q, q, q, q}, 6)
	}, 0.06, 0.42, 0.05, 0.16, 2)
	b.add("base", brown, join(convex(base), feet(0.85, 1.9, 0.14)))
	b.add("column", brown, sliced(geom.V(0, 0, 1), 4, mixerColumn(2.6, [][4]float64{
		{0.3, 1.2, 1.0, 1.0}, {0.58, 1.2, 0.84, 0.86}, {0.8, 1.19, 0.74, 0.76}, {1.2, 1.17, 0.65, 0.66},
		{1.7, 1.15, 0.55, 0.61}, {2.3, 1.15, 0.46, 0.6}, {2.9, 1.17, 0.4, 0.62}, {3.2, 1.2, 0.42, 0.66}, {3.5, 1.22, 0.5, 0.7}})))
	b.add("seat", steel(), convex(solid.Cylinder(0.78, 0.07, 0, 32)).at(0, bowlY, 0.39))
	b.add("bowl", chrome(), mixerBowl().at(0, bowlY, 0))
	gs := girths([]girth{
		{-2.25, 0.40, 3.74, 4.40}, {-2.2, 0.52, 3.62, 4.53}, {-2.02, 0.64, 3.48, 4.66}, {-1.65, 0.73, 3.37, 4.79},
		{-1.0, 0.772, 3.31, 4.88}, {-0.1, 0.775, 3.3, 4.93}, {0.7, 0.765, 3.3, 4.94}, {1.4, 0.71, 3.32, 4.88},
		{1.95, 0.6, 3.42, 4.74}, {2.28, 0.44, 3.6, 4.54}, {2.42, 0.25, 3.82, 4.31}, {2.46, 0.1, 3.97, 4.15}}, 2)
	head := b.add("head", brown, sliced(geom.V(0, 1, 0), 5, mixerHead(gs)))
	head.Joint = &Joint{
		With: []string{"band", "hub", "planet", "beater", "speed-lever", "lock-lever"},
		At:   geom.V(0, 1.75, 3.4), Axis: geom.V(-1, 0, 0), To: 0.6,
	}
	strip := belt(gs, 0.05, 0.15)
	b.add("band", steel(), piece{solids: []*mesh.Mesh{strip}, colliders: solid.Slices(strip, geom.V(0, 1, 0), 5)})
	b.add("hub", chrome(), convex(lying(solid.Lathe(pairs(
		0.3, 0, 0.3, 0.08, 0.25, 0.1, 0.25, 0.25, 0.23, 0.28, 0.12, 0.28, 0.1, 0.26,
		0, 0.26), 24), geom.V(0, -2.21, 4.07), geom.V(0, -1, 0))))
	b.add("planet", chrome(), convex(
		solid.Cylinder(0.42, 0.22, 0.03, 28), solid.Move(solid.Cylinder(0.13, 0.6, 0, 16), geom.V(0, 0, -0.5)),
	).at(0, bowlY, 3.18))
	b.add("beater", steel(), flatBeater().at(0, bowlY, 0))
	black := mattPlastic(gray(0.015))
	for i, name := range []string{"speed-lever", "lock-lever"} {
		side := geom.V(float64(1-2*i), 0, 0)
		at := geom.V(float64(0.66*side.X), 0.75, 3.82)
		b.add(name, black, convex(
			lying(solid.Cylinder(0.045, 0.2, 0, 8), at, side),
			solid.Move(solid.Ellipsoid(geom.V(0.09, 0.09, 0.09), 12, 8), at.AddScaled(0.22, side))))
	}
	b.model.Box = [2]float64{3.889, 4.989}
}

// mixerBowl is a steel bowl with a foot and a beaded rim, about the Z axis.
func mixerBowl() piece {
	outside := slices.Concat(
		pairs(0, 0.43, 0.62, 0.43, 0.64, 0.47, 0.62, 0.52),
		solid.Spline(pairs(0.72, 0.56, 1.05, 0.8, 1.325, 1.2, 1.44, 1.8, 1.47, 2.5, 1.472, 2.8), 2),
		pairs(1.49, 2.83, 1.49, 2.88, 1.46, 2.91))
	inside := pairs(1.42, 2.9, 1.395, 2.8, 1.39, 2.5, 1.355, 1.8, 1.25, 1.26, 0.98, 0.87, 0.6, 0.65, 0, 0.6)
	return vessel(outside, inside, 32)
}

// flatBeater is the frame of a stand mixer's beater in the plane y = 0, with a spine and a rib.
func flatBeater() piece {
	frame := solid.RoundedLoop([]geom.Vec3{
		geom.V(0.2, 0, 2.72), geom.V(-0.2, 0, 2.72), geom.V(-0.85, 0, 2.2), geom.V(-0.8, 0, 1.5), geom.V(0, 0, 0.7),
		geom.V(0.8, 0, 1.5), geom.V(0.85, 0, 2.2),
	}, 0.3, 2)
	bar := solid.Rect(0.09, 0.14)
	loop := solid.SweepLoop(frame, geom.V(0, 1, 0), bar)
	p := sliced(geom.V(0, 0, 1), 3, loop)
	return join(p, convex(
		solid.BoxBetween(geom.V(-0.06, -0.04, 0.75), geom.V(0.06, 0.04, 2.72), 0.02, 1),
		solid.BoxBetween(geom.V(-0.84, -0.035, 1.8), geom.V(0.84, 0.035, 1.9), 0.02, 1)))
}

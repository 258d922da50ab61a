package kitchen

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var toasters = []entry{
	{Training, "toaster1", "toaster", toaster1},
	{Training, "toaster2", "toaster", toaster2},
	{Benchmark, "toaster", "toaster", benchmarkToaster},
}

// pressed is the joint of a lever that takes the bread rests down.
func pressed(depth float64) *Joint {
	return &Joint{Slides: true, With: []string{"bread-rest-1", "bread-rest-2"}, Axis: geom.V(0, 0, -1), To: depth}
}

// track is the slit in which a lever runs: a dark strip on the end wall at y.
func track(y, z0, z1 float64) piece {
	return convex(standing(block(geom.V(-0.06, z0, 0), geom.V(0.06, z1, 0.03), 0.05, 0.008, 2), y+0.015))
}

// toaster1 is a chrome hood between two black ends on a long foot.
func toaster1(b *builder) {
	black := mattPlastic(gray(0.015))
	b.add("foot", black, join(
		convex(block(geom.V(-1.333, -2.421, 0.06), geom.V(1.333, 2.421, 0.3), 0.45, 0.07, 5)), feet(1.0, 2.0, 0.16)))
	b.add("crumb-tray", steel(), convex(block(geom.V(-0.98, -2.18, 0.26), geom.V(0.98, -1.0, 0.325), 0.2, 0.02, 5)))
	wells := slots{x0: 0.255, x1: 0.685, y0: -0.665, y1: 1.865, floor: 0.9}
	b.add("body", chrome(), shell{w: 2.5, y0: -0.8, y1: 2.0, z0: 0.25, z1: 2.7, r: 0.01, e: 0.48, slots: wells}.piece(6))
	end := func(y, thick float64) piece {
		return convex(standing(raised(func(t float64) solid.Outline {
			return plan(t-1.285, 0.2+t, 1.285-t, 2.75-t, [4]float64{0.52 - t, 0.52 - t, 0.12 - t, 0.12 - t}, 5)
		}, 0, thick, 0.03, 0.09, 2), y))
	}
	b.add("end-front", black, end(-0.75, 0.4))
	b.add("end-rear", black, end(2.35, 0.4))
	b.add("slot-frame", black, wells.frame(2.7, 0.06, 0.03))
	wells.fill(b, 2.7)
	const face = -1.15
	b.add("track", mattPlastic(gray(0.004)), track(face, 0.75, 2.15))
	lever := b.add("lever", black, convex(
		block(geom.V(-0.45, face-0.9, 1.8), geom.V(0.45, face-0.12, 2.0), 0.22, 0.06, 3),
		solid.BoxBetween(geom.V(-0.04, face-0.3, 1.84), geom.V(0.04, face+0.1, 1.96), 0, 0)))
	lever.Joint = pressed(1)
	lever.Joint.With = append(lever.Joint.With, "lever-trim")
	b.add("lever-trim", chrome(), convex(block(geom.V(-0.3, face-0.78, 1.98), geom.V(0.3, face-0.3, 2.02), 0.12, 0.01, 3)))
	b.add("knob-1", chrome(), dial(geom.V(-0.72, face+0.02, 0.85), geom.V(0, -1, 0), 0.24, 0.3))
	b.add("knob-2", chrome(), dial(geom.V(0.72, face+0.02, 0.85), geom.V(0, -1, 0), 0.24, 0.3))
}

// toaster2 is a gloss red case with round ends on a black foot.
func toaster2(b *builder) {
	b.add("foot", mattPlastic(gray(0.015)), join(
		convex(block(geom.V(-1.22, -1.85, 0.06), geom.V(1.22, 1.85, 0.25), 0.74, 0.06, 8)), feet(0.8, 1.35, 0.15)))
	wells := slots{x0: 0.16, x1: 0.74, y0: -1.22, y1: 1.22, floor: 0.8}
	red := paint(material.RGB{0.8, 0.01, 0.01})
	red.PerceptualRoughness = 0.15
	b.add("body", red, shell{w: 2.08, y0: -1.7, y1: 1.7, z0: 0.2, z1: 2.72, r: 0.64, e: 0.16, ends: 1, slots: wells}.piece(7))
	b.add("band", chrome(), convex(block(geom.V(-1.06, -1.72, 0.3), geom.V(1.06, 1.72, 0.38), 0.66, 0.015, 7)))
	b.add("slot-frame", chrome(), wells.frame(2.72, 0.05, 0.03))
	wells.fill(b, 2.72)
	const face = -1.7
	b.add("track", mattPlastic(gray(0.004)), track(face, 0.5, 1.9))
	b.add("lever", chrome(), convex(
		block(geom.V(-0.26, -1.968, 1.215), geom.V(0.26, -1.74, 1.425), 0.08, 0.05, 4),
		solid.BoxBetween(geom.V(-0.04, -1.8, 1.26), geom.V(0.04, -1.475, 1.38), 0, 0))).Joint = pressed(0.7)
	b.add("dial", chrome(), dial(geom.V(-0.5, -1.66, 0.66), geom.V(0, -1, 0), 0.225, 0.2))
	for i, z := range []float64{0.55, 0.7} {
		b.add([]string{"button-1", "button-2"}[i], chrome(), convex(lying(
			solid.Cylinder(0.06, 0.2, 0.015, 16), geom.V(0.62, -1.55, z), geom.V(0, -1, 0))))
	}
}

// benchmarkToaster is long, its ends slant, its sides are cream plates.
func benchmarkToaster(b *builder) {
	black := mattPlastic(gray(0.02))
	const slant, z0, top = 0.075, 0.18, 2.4
	b.add("foot", black, join(
		convex(block(geom.V(-1.0, -2.3, 0.06), geom.V(1.0, 2.3, 0.24), 0.2, 0.05, 3)), feet(0.75, 1.9, 0.15)))
	wells := slots{x0: 0.18, x1: 0.62, y0: -1.75, y1: 1.75, floor: 0.75}
	b.add("body", black, shell{
		w: 1.96, y0: -2.4, y1: 2.4, z0: z0, z1: top, r: 0.3, e: 0.22, ends: 1, slant: slant, slots: wells,
	}.piece(6))
	side := quarter(standing(block(geom.V(-2.1, 0.2, 0), geom.V(2.1, 2.3, 0.22), 0.3, 0.09, 6), -0.93))
	for i, m := range []*mesh.Mesh{side, solid.MirrorX(side)} {
		cream := plastic(material.RGB{0.83, 0.78, 0.66})
		b.add([]string{"side-1", "side-2"}[i], cream, convex(solid.Deform(m, func(p geom.Vec3) geom.Vec3 {
			return geom.V(p.X, float64(p.Y*(1-float64(slant*(p.Z-z0)))), p.Z)
		})))
	}
	b.add("slot-frame", chrome(), wells.frame(top, 0.05, 0.025))
	wells.fill(b, top)
	guard := solid.RoundedLoop([]geom.Vec3{
		geom.V(0.8, 1.85, 2.66), geom.V(-0.8, 1.85, 2.66), geom.V(-0.8, -1.85, 2.66), geom.V(0.8, -1.85, 2.66)}, 0.2, 5)
	rack := railing(solid.SweepLoop(guard, geom.V(0, 0, 1), solid.Ellipse(0.04, 0.04, 10)), 0.04)
	for _, x := range []float64{-0.8, 0.8} {
		for _, y := range []float64{-1.4, 1.4} {
			rack = join(rack, convex(solid.Cylinder(0.035, 0.32, 0, 10)).at(x, y, 2.34))
		}
	}
	b.add("bread-guard", chrome(), rack)
	const face = -2.15 // the front end at the height of the lever
	b.add("track", mattPlastic(gray(0.003)), track(face, 0.9, 2.05).deformed(func(p geom.Vec3) geom.Vec3 {
		return geom.V(p.X, p.Y+float64(2.4*slant*(p.Z-1.5)), p.Z)
	}))
	b.add("lever", plastic(material.RGB{0.62, 0.5, 0.33}), convex(
		block(geom.V(-0.42, -2.44, 1.62), geom.V(0.42, -2.2, 1.8), 0.1, 0.06, 4),
		solid.BoxBetween(geom.V(-0.04, -2.3, 1.66), geom.V(0.04, -2.0, 1.76), 0, 0))).Joint = pressed(0.8)
	b.add("dial", chrome(), dial(geom.V(0.5, -2.2, 0.75), geom.V(0, -1, 0), 0.2, 0.22))
}

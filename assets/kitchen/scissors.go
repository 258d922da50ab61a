package kitchen

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var scissors = []entry{
	{Training, "scissors1", "scissors", scissors1},
	{Training, "scissors2", "scissors", scissors2},
	{Benchmark, "scissors", "scissors", benchmarkScissors},
}

// fingerRing is a finger ring with the given path for the middle of its bar, in the plane z = 0.
func fingerRing(path []geom.Vec3, bar solid.Outline) piece {
	p := piece{solids: []*mesh.Mesh{solid.SweepLoop(path, geom.V(0, 0, 1), bar)}}
	const each = 4
	for i := 0; i < len(path); i += each {
		var hull []geom.Vec3
		for k := i; k <= i+each; k++ {
			hull = append(hull, ringSection(path, k, bar)...)
		}
		p.colliders = append(p.colliders, hull)
	}
	return p
}

// ringSection is the outline across a closed level path at its point k.
func ringSection(path []geom.Vec3, k int, o solid.Outline) []geom.Vec3 {
	n := len(path)
	d := path[(k+1)%n].Sub(path[(k+n-1)%n]).Unit()
	up := geom.V(0, 0, 1)
	return o.In(path[k%n], d.Cross(up), up)
}

// eggPath is the closed path of a ring: an oval around the origin with half axes rx and ry, narrower towards +Y by the share taper,
// turned by turn.
func eggPath(rx, ry, taper, turn float64, center geom.Vec3, n int) []geom.Vec3 {
	var out []geom.Vec3
	for _, p := range solid.Ellipse(rx, ry, n) {
		x := p.X * (1 - float64(taper*p.Y/ry))
		out = append(out, geom.RotZ(turn).MulVec(geom.V(x, p.Y, 0)).Add(center))
	}
	return out
}

// shank is a bar that bends from the pivot to a ring; wide and high at the fraction s of its length.
func shank(points []geom.Vec3, wide, high func(s float64) float64) piece {
	path := solid.CatmullRom(points, 4)
	return sliced(geom.V(0, 1, 0), 4, solid.Sweep(path, geom.V(0, 0, 1), func(s float64) solid.Outline {
		w, h := wide(s), high(s)
		return solid.RoundedRect(w, h, 0.35*min(w, h), 2)
	}))
}

// tapering is the straight line from a at 0 to b at 1.
func tapering(a, b float64) func(s float64) float64 {
	return func(s float64) float64 { return a + float64((b-a)*s) }
}

// pivotScrew is a screw from z0 to z1 with a dimple in its head.
func pivotScrew(r, z0, z1 float64) piece {
	h := z1 - z0
	return lathed(20, 0, 0, 0.85*r, 0, r, 0.1*h, r, 0.86*h, 0.8*r, 0.95*h, 0, 0.88*h).at(0, 0, z0)
}

// scissorsHalf turns about the Z axis: its blade points along -Y, its grip along +Y. The half with the left grip is ground on
// the left side of its blade, the other on the right.
type scissorsHalf struct{ blade, grip piece }

// cross adds two halves, the second with the left grip, opened by an angle and shifted by at; grips have a surface of their own.
func cross(b *builder, open float64, at geom.Vec3, surface material.Material, mutable bool, screw piece, halves ...scissorsHalf) {
	for k, name := range []string{"1", "2"} {
		place := geom.Transform{M: geom.RotZ(open * (float64(k) - 0.5)), T: at}
		blade := b.add("blade-"+name, cutlery(), halves[k].blade.placed(place))
		if k == 1 {
			blade.Joint = &Joint{At: at, Axis: geom.V(0, 0, 1), From: 0 - open, To: 1.4 - open, With: []string{"grip-2", "pivot"}}
		}
		b.add("grip-"+name, surface, halves[k].grip.placed(place)).Mutable = mutable
	}
	b.add("pivot", chrome(), screw.at(at.X, at.Y, at.Z))
}

// scissors1 is closed: office scissors with long black rings.
func scissors1(b *builder) {
	const low, high, middle = 0.0285, 0.0505, 0.034
	// side is 1 for the half with the left grip and -1 for the other.
	blade := func(z, side float64) piece {
		return steelBlade(z, 0.02, 0.22,
			cut{0.4, -0.13 * side, -0.17 * side}, cut{0.28, -0.03 * side, -0.11 * side}, cut{0.14, 0.065 * side, -0.075 * side},
			cut{0, 0.085 * side, -0.08 * side}, cut{-0.16, 0.085 * side, -0.075 * side}, cut{-0.54, 0.075 * side, -0.055 * side},
			cut{-0.84, 0.05 * side, -0.04 * side}, cut{-0.94, 0.028 * side, -0.03 * side}, cut{-0.98, 0.006 * side, -0.02 * side})
	}
	bar := solid.Ellipse(0.05, 0.03, 10)
	right := join(fingerRing(eggPath(0.18, 0.535, 0.14, -0.1, geom.V(0.139, 0.934, middle), 32), bar),
		shank([]geom.Vec3{geom.V(0.14, 0.43, middle), geom.V(0.14, 0.36, middle), geom.V(0.095, 0.28, 0.032), geom.V(0.03, 0.18, low)},
			tapering(0.12, 0.16), tapering(0.056, 0.03)))
	left := join(fingerRing(eggPath(0.18, 0.535, 0.14, 0.1, geom.V(-0.32, 0.9, middle), 32), bar),
		shank([]geom.Vec3{geom.V(-0.26, 0.42, middle), geom.V(-0.18, 0.36, 0.035), geom.V(-0.095, 0.28, 0.04), geom.V(-0.03, 0.18, high)},
			tapering(0.12, 0.16), tapering(0.056, 0.03)))
	cross(b, 0, geom.V(0.02, -0.26, 0), mattPlastic(gray(0.03)), false, pivotScrew(0.035, 0, 0.074),
		scissorsHalf{blade(low, -1), right}, scissorsHalf{blade(high, 1), left})
}

// scissors2 is forged: tailor's shears of bare metal, a little open, with a round ring for the thumb and a long one for fingers.
func scissors2(b *builder) {
	const low, high, middle = 0.07, 0.146, 0.108
	blade := func(z, side float64) piece {
		return steelBlade(z, 0.07, 0.25,
			cut{0.5, -0.1 * side, -0.14 * side}, cut{0.38, -0.03 * side, -0.17 * side}, cut{0.2, 0.08 * side, -0.17 * side},
			cut{0.05, 0.15 * side, -0.155 * side}, cut{-0.12, 0.155 * side, -0.15 * side}, cut{-0.4, 0.14 * side, -0.14 * side},
			cut{-1.0, 0.11 * side, -0.09 * side}, cut{-1.55, 0.07 * side, -0.05 * side}, cut{-1.8, 0.03 * side, -0.04 * side},
			cut{-1.88, -0.005 * side, -0.038 * side})
	}
	bar := solid.Ellipse(0.075, 0.102, 12)
	fingers := join(fingerRing(eggPath(0.36, 0.525, 0.12, -0.12, geom.V(0.47, 1.26, middle), 36), bar),
		shank([]geom.Vec3{geom.V(0.3, 0.8, middle), geom.V(0.21, 0.6, middle), geom.V(0.12, 0.36, 0.09), geom.V(0.02, 0.08, low)},
			tapering(0.15, 0.24), tapering(0.17, 0.06)))
	thumb := join(fingerRing(eggPath(0.345, 0.355, 0.05, 0.1, geom.V(-0.47, 1.52, middle), 32), bar),
		shank([]geom.Vec3{geom.V(-0.28, 1.225, middle), geom.V(-0.2, 0.8, middle), geom.V(-0.12, 0.4, 0.125), geom.V(-0.02, 0.08, high)},
			tapering(0.15, 0.24), tapering(0.17, 0.06)))
	cross(b, 0.26, geom.V(0, 0, 0), steel(), false, pivotScrew(0.11, 0, 0.216),
		scissorsHalf{blade(low, -1), fingers}, scissorsHalf{blade(high, 1), thumb})
}

// benchmarkScissors are wide open: short blades and plump grips of plastic with a long and a round hole.
func benchmarkScissors(b *builder) {
	const low, high, middle = 0.108, 0.168, 0.137
	blade := func(z, side float64) piece {
		return steelBlade(z, 0.05, 0.25,
			cut{0.3, -0.09 * side, -0.15 * side}, cut{0.18, 0.03 * side, -0.11 * side}, cut{0.08, 0.1 * side, -0.105 * side},
			cut{-0.1, 0.11 * side, -0.11 * side}, cut{-0.3, 0.1 * side, -0.1 * side}, cut{-0.7, 0.075 * side, -0.06 * side},
			cut{-0.98, 0.035 * side, -0.035 * side}, cut{-1.07, 0.005 * side, -0.032 * side}, cut{-1.1, -0.018 * side, -0.03 * side})
	}
	bar := solid.Superellipse(0.085, 0.14, 2.6, 12)
	fingers := join(fingerRing(eggPath(0.315, 0.455, 0.12, -0.5, geom.V(0.43, 0.72, middle), 36), bar),
		shank([]geom.Vec3{geom.V(0.2, 0.34, middle), geom.V(0.13, 0.26, middle), geom.V(0.06, 0.18, middle), geom.V(0.01, 0.08, low)},
			tapering(0.3, 0.24), tapering(0.25, 0.1)))
	thumb := join(fingerRing(eggPath(0.295, 0.29, 0.06, 0.5, geom.V(-0.27, 0.81, middle), 32), bar),
		shank([]geom.Vec3{geom.V(-0.17, 0.55, middle), geom.V(-0.12, 0.36, middle), geom.V(-0.06, 0.18, middle), geom.V(-0.01, 0.08, high)},
			tapering(0.3, 0.24), tapering(0.25, 0.1)))
	cross(b, 1.22, geom.V(-0.1, 0.01, 0), plastic(material.RGB{0.7, 0.1, 0.1}), true, pivotScrew(0.07, 0.06, 0.225),
		scissorsHalf{blade(low, -1), fingers}, scissorsHalf{blade(high, 1), thumb})
}

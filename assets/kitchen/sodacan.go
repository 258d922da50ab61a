package kitchen

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
)

var sodaCans = []entry{
	{Training, "soda_can", "soda can", sodaCan},
	{Benchmark, "soda_can", "soda can", benchmarkSodaCan},
}

// sodaCan is a common can with a shoulder.
func sodaCan(b *builder) {
	printed := paint(material.RGB{0.678, 0.137, 0.137})
	b.addMutable("body", printed, lathed(48,
		0, 0.17, 0.64, 0.17, 0.652, 0.19, 0.659, 0.225, 0.661, 0.27, 0.661, 0.4, 0.661, 1.9, 0.661, 2.0, 0.657, 2.045,
		0.642, 2.08, 0.62, 2.11, 0, 2.11))
	b.add("bottom", chrome(), lathed(48,
		0, 0.13, 0.28, 0.11, 0.40, 0.07, 0.455, 0.02, 0.47, 0, 0.49, 0, 0.508, 0.02, 0.52, 0.055, 0.565, 0.095,
		0.615, 0.135, 0.641, 0.168, 0.645, 0.18, 0, 0.18))
	canTop(b, 0.621, 2.10, 0.565, 2.18, 2.30)
}

// benchmarkSodaCan is a slim can.
func benchmarkSodaCan(b *builder) {
	printed := paint(material.RGB{0.165, 0.294, 0.843})
	b.addMutable("body", printed, lathed(48,
		0, 0.16, 0.46, 0.16, 0.478, 0.19, 0.487, 0.23, 0.49, 0.29, 0.49, 0.4, 0.49, 1.9, 0.49, 2.03, 0.487, 2.08,
		0.478, 2.12, 0.463, 2.15, 0, 2.15))
	b.add("bottom", chrome(), lathed(48,
		0, 0.12, 0.2, 0.10, 0.28, 0.06, 0.325, 0.02, 0.338, 0, 0.355, 0, 0.37, 0.018, 0.38, 0.05, 0.415, 0.09,
		0.448, 0.13, 0.461, 0.158, 0.465, 0.17, 0, 0.17))
	canTop(b, 0.464, 2.14, 0.42, 2.235, 2.35)
}

// canTop is the bare top of a can: a shoulder from one radius and height to those of the neck, a rolled rim up to top, the
// sunk end with the score of its mouth towards +Y, and the ring pull towards -Y.
func canTop(b *builder, shoulder, low, neck, high, top float64) {
	sunk := top - 0.095
	b.add("top", chrome(), lathed(48,
		0, low-0.02, shoulder-0.004, low-0.02, shoulder, low, float64(0.5*(shoulder+neck))+0.003, 0.5*(low+high), neck, high,
		neck-0.012, high+0.022, neck-0.014, top-0.07, neck-0.006, top-0.055, neck-0.003, top-0.03, neck-0.008, top-0.01,
		neck-0.022, top, neck-0.037, top-0.008, neck-0.045, top-0.03, neck-0.052, sunk-0.01, neck-0.065, sunk-0.022,
		neck-0.08, sunk-0.01, neck-0.095, sunk, 0, sunk))
	size := neck / 0.565
	mouth := make([]geom.Vec3, 0, 28)
	for _, p := range solid.Ellipse(0.17*size, 0.145*size, 28) {
		mouth = append(mouth, geom.V(p.X, p.Y+float64(0.22*size), sunk))
	}
	b.add("mouth", chrome(), convex(solid.SweepLoop(mouth, geom.V(0, 0, 1), solid.Ellipse(0.012, 0.012, 6))))
	outline := solid.Superellipse(0.14*size, 0.235*size, 2.5, 32)
	finger := solid.Superellipse(0.085*size, 0.085*size, 2.4, 20).Move(0, float64(-0.105*size))
	b.add("ring-pull", chrome(), join(
		convex(solid.Plate(outline, []solid.Outline{finger}, 0.032, 0.012, 2)).at(0, float64(-0.13*size), sunk+0.018),
		convex(solid.Cylinder(0.045*size, 0.07, 0.01, 16)).at(0, 0, sunk-0.01),
	)).Joint = &Joint{At: geom.V(0, 0, sunk+0.02), Axis: geom.V(-1, 0, 0), To: 1.2}
}

package kitchen

import (
	"fmt"
	"math"
	"slices"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

var foodBoxes = []entry{
	{Training, "food_box1", "food box", foodBox1},
	{Training, "food_box2", "food box", foodBox2},
	{Benchmark, "food_box", "food box", benchmarkFoodBox},
}

// foodBox1 is a clamshell: two halves that meet in a broad flange, with a latch at +X and a hinge at -X.
func foodBox1(b *builder) {
	white := plastic(gray(0.8))
	tub := piece{
		solids: []*mesh.Mesh{lofted([]rectangle{
			{2.04, 2.04, 0.30, 0}, {2.15, 2.15, 0.34, 0.02}, {2.22, 2.22, 0.36, 0.07}, {2.30, 2.30, 0.37, 0.14},
			{2.93, 2.93, 0.43, 0.64}, {3.00, 3.00, 0.44, 0.71}, {3.04, 3.04, 0.45, 0.80}, {3.06, 3.06, 0.45, 0.87},
			{3.12, 3.10, 0.46, 0.895}, {3.46, 3.24, 0.50, 0.90}, {3.52, 3.30, 0.52, 0.91}, {3.53, 3.31, 0.52, 0.925},
			{3.51, 3.29, 0.51, 0.945}, {3.02, 3.02, 0.43, 0.945}, {2.98, 2.98, 0.42, 0.92}, {2.92, 2.92, 0.40, 0.70},
			{2.16, 2.16, 0.32, 0.09}, {2.06, 2.06, 0.28, 0.07},
		})},
		colliders: slices.Concat(
			slab(rectangle{2.2, 2.2, 0, 0}, rectangle{2.2, 2.2, 0, 0.08}),
			walls([4]rectangle{{2.2, 2.2, 0, 0}, {3.08, 3.08, 0, 0.94}, {2.1, 2.1, 0, 0.08}, {2.98, 2.98, 0, 0.94}}),
			walls([4]rectangle{{3.53, 3.31, 0, 0.90}, {3.53, 3.31, 0, 0.945}, {3, 3, 0, 0.90}, {3, 3, 0, 0.945}})),
	}
	pin := solid.Tube([]geom.Vec3{geom.V(-1.735, -0.9, 0.951), geom.V(-1.735, 0.9, 0.951)}, 0.035, 12)
	b.add("tub", white, join(tub, convex(pin)))
	b.add("lid", white, piece{
		solids: []*mesh.Mesh{lofted([]rectangle{
			{1.98, 1.98, 0.26, 1.68}, {2.08, 2.08, 0.30, 1.66}, {2.78, 2.78, 0.40, 1.22}, {2.84, 2.84, 0.41, 1.10},
			{2.98, 2.98, 0.43, 0.957}, {3.51, 3.29, 0.51, 0.957}, {3.53, 3.31, 0.52, 0.975}, {3.52, 3.30, 0.52, 0.99},
			{3.46, 3.24, 0.50, 1.00}, {3.06, 3.06, 0.46, 1.005}, {2.99, 2.99, 0.45, 1.03}, {2.95, 2.95, 0.44, 1.09},
			{2.90, 2.90, 0.44, 1.17}, {2.83, 2.83, 0.43, 1.245}, {2.27, 2.27, 0.37, 1.645}, {2.17, 2.17, 0.35, 1.71},
			{2.10, 2.10, 0.33, 1.74}, {2.0, 2.0, 0.3, 1.75}, {1.78, 1.78, 0.25, 1.75}, {1.74, 1.74, 0.24, 1.74},
			{1.70, 1.70, 0.23, 1.72}, {1.66, 1.66, 0.22, 1.715},
		})},
		colliders: slices.Concat(
			slab(rectangle{2.2, 2.2, 0, 1.67}, rectangle{2.2, 2.2, 0, 1.75}),
			walls([4]rectangle{{3.06, 3.06, 0, 0.96}, {2.2, 2.2, 0, 1.74}, {2.95, 2.95, 0, 0.96}, {2.08, 2.08, 0, 1.68}}),
			walls([4]rectangle{{3.53, 3.31, 0, 0.957}, {3.53, 3.31, 0, 1}, {3, 3, 0, 0.957}, {3, 3, 0, 1}})),
	}).Joint = &Joint{
		With: []string{"latch"}, At: geom.V(-1.735, 0, 0.951), Axis: geom.V(0, -1, 0), To: 2.2,
	}
	b.add("latch", white, join(
		convex(solid.RoundedBox(geom.V(0.24, 0.80, 0.06), 0.025, 2)).at(1.684, 0, 1.02),
		convex(solid.RoundedBox(geom.V(0.05, 0.80, 0.24), 0.022, 2)).at(1.779, 0, 0.93),
		convex(solid.RoundedBox(geom.V(0.12, 0.70, 0.05), 0.02, 2)).at(1.745, 0, 0.865),
	))
}

// foodBox2 is a round tub with a sunk lid.
func foodBox2(b *builder) {
	b.addMutable("tub", plastic(material.RGB{0.165, 0.294, 0.843}), vessel(
		pairs(
			0, 0, 1.10, 0, 1.14, 0.012, 1.16, 0.04, 1.175, 0.12, 1.30, 1.16, 1.312, 1.235, 1.33, 1.28, 1.39, 1.45,
			1.40, 1.49, 1.40, 1.53, 1.385, 1.55),
		pairs(1.31, 1.55, 1.295, 1.52, 1.285, 1.46, 1.21, 1.24, 1.08, 0.16, 1.02, 0.10, 0.95, 0.08, 0, 0.08), 48))
	b.add("lid", plastic(material.RGB{0.78, 0.80, 0.86}), join(
		lathed(48,
			0, 1.63, 1.18, 1.63, 1.20, 1.50, 1.24, 1.50, 1.27, 1.556, 1.40, 1.556, 1.423, 1.565, 1.433, 1.59,
			1.433, 1.69, 1.424, 1.725, 1.40, 1.744, 1.365, 1.75, 1.30, 1.75, 1.27, 1.742, 1.255, 1.715, 1.235, 1.70,
			1.19, 1.70, 0.72, 1.70, 0.70, 1.706, 0.68, 1.70, 0, 1.70),
		convex(solid.RoundedBox(geom.V(0.62, 0.28, 0.06), 0.028, 2)).at(0, -1.324, 1.60),
	)).Joint = lift(1)
}

// benchmarkFoodBox is a square box of colored panels in a white frame.
func benchmarkFoodBox(b *builder) {
	white, blue := plastic(gray(0.8)), plastic(material.RGB{0.165, 0.294, 0.843})
	section := func(half, z, sunk float64) []geom.Vec3 {
		return framed(half, 0.78+float64(0.157*(z-0.15)), sunk).Flat(z)
	}
	tub := solid.Loft(
		section(0.86, 0, 0), section(0.905, 0.015, 0), section(wallAt(0.06), 0.06, 0), section(wallAt(0.15), 0.15, 0),
		section(wallAt(0.165), 0.165, 0.045), section(wallAt(1.155), 1.155, 0.045), section(wallAt(1.17), 1.17, 0),
		section(wallAt(1.29), 1.29, 0), section(wallAt(1.31), 1.315, 0), section(1.14, 1.33, 0), section(1.09, 1.335, 0),
		section(1.09, 1.45, 0), section(1.075, 1.465, 0), section(1.04, 1.465, 0), section(1.03, 1.45, 0),
		section(0.85, 0.14, 0), section(0.80, 0.08, 0))
	b.add("tub", white, piece{solids: []*mesh.Mesh{tub}, colliders: slices.Concat(
		slab(rectangle{1.84, 1.84, 0, 0}, rectangle{1.84, 1.84, 0, 0.08}),
		walls([4]rectangle{{1.84, 1.84, 0, 0}, {2.34, 2.34, 0, 1.40}, {1.66, 1.66, 0, 0.08}, {2.06, 2.06, 0, 1.46}}))})
	front := solid.Rounded(pairs(-0.765, 0.17, 0.765, 0.17, 0.915, 1.15, -0.915, 1.15), 0.07, 3)
	at := func(o solid.Outline, sunk float64) []geom.Vec3 {
		out := make([]geom.Vec3, len(o))
		for i, p := range o {
			out[i] = geom.V(p.X, sunk-wallAt(p.Y), p.Y)
		}
		return out
	}
	panel := convex(solid.Loft(at(front, 0.07), at(front, 0.028), at(front.Inset(0.006), 0.016), at(front.Inset(0.02), 0.01)))
	for k := range 4 {
		b.addMutable(fmt.Sprintf("panel-%d", k+1), blue, panel.placed(aboutZ(float64(math.Pi/2*float64(k)))))
	}
	lid := lofted([]rectangle{
		{2.18, 2.18, 0.16, 1.50}, {2.24, 2.24, 0.17, 1.48}, {2.26, 2.26, 0.18, 1.40}, {2.43, 2.43, 0.2, 1.40},
		{2.48, 2.48, 0.22, 1.415}, {2.50, 2.50, 0.23, 1.45}, {2.50, 2.50, 0.23, 1.59}, {2.485, 2.485, 0.23, 1.63},
		{2.45, 2.45, 0.22, 1.653}, {2.40, 2.40, 0.21, 1.662}, {2.23, 2.23, 0.16, 1.662}, {2.195, 2.195, 0.15, 1.65},
		{2.18, 2.18, 0.15, 1.60},
	})
	b.add("lid", white, convex(lid)).Joint = lift(1, "field")
	b.addMutable("field", blue, convex(solid.Extrude(solid.RoundedRect(2.15, 2.15, 0.14, 4), 0.07, 0.02, 2)).at(0, 0, 1.58))
}

// wallAt is how far a wall of the benchmark's box stands from the middle at a height.
func wallAt(z float64) float64 { return 0.92 + float64(0.25/1.33*z) }

// framed is a square with rounded corners whose sides are sunk between -w and w.
func framed(half, w, sunk float64) solid.Outline {
	corner := solid.RoundedRect(2*half, 2*half, 0.14, 4) // five points a corner, the first at -X -Y
	notch := solid.Outline{{X: -w - 0.015, Y: -half}, {X: -w, Y: sunk - half}, {X: w, Y: sunk - half}, {X: w + 0.015, Y: -half}}
	var out solid.Outline
	for k := range 4 {
		out = append(append(out, corner[5*k:5*k+5]...), notch...)
		for i, p := range notch {
			notch[i] = solid.P2{X: -p.Y, Y: p.X} // to the next side
		}
	}
	return out
}

// rectangle is a level section of a box: sizes along X and Y, radius of the corners, height.
type rectangle struct{ x, y, r, z float64 }

// lofted is a solid through rectangles.
func lofted(list []rectangle) *mesh.Mesh {
	sections := make([][]geom.Vec3, len(list))
	for i, s := range list {
		sections[i] = solid.RoundedRect(s.x, s.y, s.r, 5).Flat(s.z)
	}
	return solid.Loft(sections...)
}

// walls are the hulls of the four walls of a box: outside at one end and the other, inside at one end and the other.
func walls(corners [4]rectangle) [][]geom.Vec3 {
	hulls := make([][]geom.Vec3, 4)
	for _, s := range corners {
		c := solid.Rect(s.x, s.y).Flat(s.z)
		for k := range hulls {
			hulls[k] = append(hulls[k], c[k], c[(k+1)%4])
		}
	}
	return hulls
}

// slab is the hull between two rectangles.
func slab(a, b rectangle) [][]geom.Vec3 {
	return [][]geom.Vec3{append(solid.Rect(a.x, a.y).Flat(a.z), solid.Rect(b.x, b.y).Flat(b.z)...)}
}

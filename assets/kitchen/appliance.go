package kitchen

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// Shapes that electric appliances have in common.

// support is how far beside a rounding a flat side gets one more row of points: beyond it the side is shaded flat.
const support = 0.02

// plan is the rectangle from (x0, y0) to (x1, y1) with corners rounded by r in seg pieces. r begins at (x1, y1) and goes
// counter-clockwise; all plans of one seg have as many points, so that they can be lofted.
func plan(x0, y0, x1, y1 float64, r [4]float64, seg int) solid.Outline {
	var o solid.Outline
	centers := [4]solid.P2{{X: x1 - r[0], Y: y1 - r[0]}, {X: x0 + r[1], Y: y1 - r[1]}, {X: x0 + r[2], Y: y0 + r[2]},
		{X: x1 - r[3], Y: y0 + r[3]}}
	for q, c := range centers {
		beside := min(support, r[q])
		for k := -1; k <= seg+1; k++ {
			step := max(0, min(k, seg))
			sin, cos := geom.SinCos(math.Pi / 2 * (float64(q) + float64(step)/float64(seg)))
			along := float64(beside * float64(k-step))
			o = append(o, solid.P2{
				X: c.X + float64(r[q]*cos) - float64(along*sin),
				Y: c.Y + float64(r[q]*sin) + float64(along*cos),
			})
		}
	}
	return o
}

// rounding are the points (inset, depth below the rim) of an edge rounded by e, from the wall to the top. A chamfer (seg 1) is
// shaded flat and needs no support.
func rounding(e float64, seg int) []solid.P2 {
	if seg == 1 {
		return []solid.P2{{X: 0, Y: e}, {X: e, Y: 0}}
	}
	out := []solid.P2{{X: 0, Y: e + support}}
	for k := range seg + 1 {
		sin, cos := geom.SinCos(math.Pi / 2 * float64(k) / float64(seg))
		out = append(out, solid.P2{X: e - float64(e*cos), Y: e - float64(e*sin)})
	}
	return append(out, solid.P2{X: e + support, Y: 0})
}

// raised lofts an outline, given for each inset, from z0 to z1 with edges rounded by e0 below and e1 above.
func raised(ring func(inset float64) solid.Outline, z0, z1, e0, e1 float64, seg int) *mesh.Mesh {
	var below, above [][]geom.Vec3
	for _, p := range rounding(e0, seg) {
		below = append([][]geom.Vec3{ring(p.X).Flat(z0 + p.Y)}, below...)
	}
	for _, p := range rounding(e1, seg) {
		above = append(above, ring(p.X).Flat(z1-p.Y))
	}
	return solid.Loft(append(below, above...)...)
}

// block is the box from lo to hi, its upright edges rounded by r in seg pieces, the others by e in few.
func block(lo, hi geom.Vec3, r, e float64, seg int) *mesh.Mesh {
	few := 2
	if e <= 0.02 {
		few = 1
	}
	return raised(func(t float64) solid.Outline {
		q := max(r-t, 0.2*r)
		return plan(lo.X+t, lo.Y+t, hi.X-t, hi.Y-t, [4]float64{q, q, q, q}, seg)
	}, lo.Z, hi.Z, e, e, few)
}

// standing turns a plan upright: its Y becomes height, and what grew upwards from z = 0 grows from y towards -Y.
func standing(m *mesh.Mesh, y float64) *mesh.Mesh {
	axes := geom.Mat3{X: geom.V(1, 0, 0), Y: geom.V(0, 0, 1), Z: geom.V(0, -1, 0)}
	return solid.Place(m, geom.Transform{M: axes, T: geom.V(0, y, 0)})
}

// quarter turns what faces -Y to face +X.
func quarter(m *mesh.Mesh) *mesh.Mesh {
	return solid.Turn(m, geom.Mat3{X: geom.V(0, 1, 0), Y: geom.V(-1, 0, 0), Z: geom.V(0, 0, 1)})
}

// feet are four stubs of radius r at (+-x, +-y).
func feet(x, y, r float64) piece {
	var p piece
	for _, c := range [][2]float64{{x, y}, {-x, y}, {-x, -y}, {x, -y}} {
		p = join(p, convex(solid.Cylinder(r, 0.15, 0, 12)).at(c[0], c[1], 0))
	}
	return p
}

// lying turns what stands on z = 0 so that it begins at at and grows along dir.
func lying(m *mesh.Mesh, at, dir geom.Vec3) *mesh.Mesh {
	return solid.Place(m, solid.Along(at, at.Add(dir)))
}

// within is the hull of a convex mesh squeezed into a box inside its bounds: about what they have in common.
func within(m *mesh.Mesh, lo, hi geom.Vec3) []geom.Vec3 {
	return solid.Hull(solid.Deform(m, func(p geom.Vec3) geom.Vec3 { return p.Max(lo).Min(hi) }))
}

// railing is a closed bar in a level plane: it collides as the four sides of its bounds, each t to both sides.
func railing(loop *mesh.Mesh, t float64) piece {
	box := loop.Bounds()
	lo, hi := box.Min, box.Max
	return piece{solids: []*mesh.Mesh{loop}, colliders: [][]geom.Vec3{
		within(loop, lo, geom.V(lo.X+float64(2*t), hi.Y, hi.Z)), within(loop, geom.V(hi.X-float64(2*t), lo.Y, lo.Z), hi),
		within(loop, lo, geom.V(hi.X, lo.Y+float64(2*t), hi.Z)), within(loop, geom.V(lo.X, hi.Y-float64(2*t), lo.Z), hi),
	}}
}

// openBox is a tray or a tank between two corners, open at the top: plan corners rounded by r, wall t.
func openBox(lo, hi geom.Vec3, r, t float64) piece {
	const seg = 3
	ring := func(in, z float64) []geom.Vec3 {
		q := max(r-in, 0.2*r)
		return plan(lo.X+in, lo.Y+in, hi.X-in, hi.Y-in, [4]float64{q, q, q, q}, seg).Flat(z)
	}
	e := t / 3
	cup := solid.Loft(ring(e, lo.Z), ring(0, lo.Z+e), ring(0, hi.Z-e), ring(e, hi.Z), ring(t-e, hi.Z), ring(t, hi.Z-e),
		ring(t, lo.Z+t))
	p := piece{solids: []*mesh.Mesh{cup}}
	for _, b := range [][2]geom.Vec3{
		{lo, geom.V(hi.X, hi.Y, lo.Z+t)},
		{lo, geom.V(lo.X+t, hi.Y, hi.Z)}, {geom.V(hi.X-t, lo.Y, lo.Z), hi},
		{lo, geom.V(hi.X, lo.Y+t, hi.Z)}, {geom.V(lo.X, hi.Y-t, lo.Z), hi},
	} {
		p.colliders = append(p.colliders, within(cup, b[0], b[1]))
	}
	return p
}

// dial is a knob of radius r and length l with a grip across, that begins at at and grows along dir.
func dial(at, dir geom.Vec3, r, l float64) piece {
	foot := solid.Lathe(pairs(0, 0, r, 0, r, 0.35*l, 0.92*r, 0.45*l, 0, 0.47*l), 24)
	grip := solid.Move(solid.RoundedBox(geom.V(0.36*r, 1.7*r, 0.75*l), 0.1*r, 2), geom.V(0, 0, 0.625*l))
	return convex(lying(foot, at, dir), lying(grip, at, dir))
}

// lamp is a small light that is on.
func lamp(c material.RGB) material.Material {
	m := plastic(c)
	m.Emission = material.RGB{0.4 * c[0], 0.4 * c[1], 0.4 * c[2]}
	return m
}

package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// cabinet is the body of a refrigerator: w wide and d deep around the z axis, from z0 above the floor to the height h.
type cabinet struct {
	w, d, z0, h float64
}

// face is the plane of the cabinet's front.
func (c cabinet) face() float64 { return -c.d / 2 }

// box makes the body a closed block with soft edges.
func (c cabinet) box(b *builder, soft float64) {
	m := solid.BoxBetween(geom.V(-c.w/2, -c.d/2, c.z0), geom.V(c.w/2, c.d/2, c.h), soft, 2)
	c.top(b, b.add("body", "frame", m), 0.03)
}

// top makes the upper face a support, inset meters from its edges.
func (c cabinet) top(b *builder, part int, inset float64) {
	b.support(part, c.h, solid.Rect(c.w-2*inset, c.d-2*inset))
}

// hollow makes the body of five boards t thick, open to the front.
func (c cabinet) hollow(b *builder, t float64) {
	v := geom.V
	x, y, z0, z1 := c.w/2, c.d/2, c.z0, c.h
	a := &assembly{}
	a.put(
		solid.BoxBetween(v(-x, -y, z0), v(-x+t, y, z1), 0.006, 1), solid.BoxBetween(v(x-t, -y, z0), v(x, y, z1), 0.006, 1),
		solid.BoxBetween(v(-x+t/2, -y, z0), v(x-t/2, y, z0+t), 0.006, 1), solid.BoxBetween(v(-x+t/2, -y, z1-t), v(x-t/2, y, z1), 0.006, 1),
		solid.BoxBetween(v(-x+t/2, y-t, z0+t/2), v(x-t/2, y, z1-t/2), 0.004, 1),
	)
	c.top(b, a.add(b, "body", "frame"), 0.03)
}

// plinth fills the space under the body: a block that stands back behind the toes, with a grille of upright slots or of
// level louvres before it. No refrigerator stands on feet: their parts are not labeled as legs, so questions about things
// with legs would be wrong about what everybody sees.
func (c cabinet) plinth(b *builder, s *rng.Stream) {
	v := geom.V
	x, y := c.w/2-0.012, c.face()+s.Uniform(0.03, 0.06)
	a := &assembly{}
	a.put(solid.BoxBetween(v(-x, y, 0), v(x, c.d/2-0.02, c.z0+0.004), 0.005, 1))
	if s.Bool(0.5) {
		n := 9 + s.IntN(8)
		for i := range n {
			u := (float64(i)+0.5)/float64(n)*2 - 1
			a.put(solid.Move(solid.Box(v(0.35*2*x/float64(n), 0.014, 0.6*c.z0)), v(0.86*x*u, y-0.006, 0.5*c.z0)))
		}
	} else {
		for i := range 3 {
			z := float64(c.z0 * (0.25 + 0.25*float64(i)))
			m := solid.Turn(solid.RoundedBox(v(1.8*x, 0.020, 0.006), 0.002, 1), geom.RotX(0.5))
			a.put(solid.Move(m, v(0, y-0.006, z)))
		}
	}
	a.add(b, "base", "base")
}

// rear adds what is seen from behind: the condenser's pipes on a light grid that stands off the body, so that its shadow is seen where
// both are white, and the compressor before its cover.
func (c cabinet) rear(b *builder) {
	v := geom.V
	y := c.d / 2
	a := &assembly{}
	x, lo, hi := float64(0.40*c.w), c.z0+float64(0.26*(c.h-c.z0)), c.h-float64(0.10*(c.h-c.z0))
	for _, u := range []float64{-1, 1} {
		wire := float64(u * 0.7 * x)
		a.put(solid.BoxBetween(v(wire-0.005, y+0.034, lo), v(wire+0.005, y+0.042, hi), 0, 0))
		for _, z := range []float64{lo, hi - 0.02} {
			a.put(solid.BoxBetween(v(wire-0.010, y-0.002, z), v(wire+0.010, y+0.036, z+0.02), 0, 0))
		}
	}
	const pipes = 13
	for i := range pipes {
		z := blend(lo, hi, (float64(i)+0.5)/pipes)
		a.put(solid.BoxBetween(v(-x, y+0.022, z-0.007), v(x, y+0.036, z+0.007), 0, 0))
	}
	a.add(b, "condenser", Other)
	k := &assembly{}
	k.put(solid.BoxBetween(v(float64(-0.42*c.w), y-0.002, c.z0+0.03), v(float64(0.42*c.w), y+0.016, c.z0+float64(0.17*(c.h-c.z0))), 0.006, 1))
	pot := solid.Ellipsoid(v(0.075, 0.030, 0.080), 12, 6)
	k.put(solid.Move(pot, v(float64(-0.14*c.w), y+0.014, c.z0+float64(0.09*(c.h-c.z0)))))
	k.add(b, "compressor", Other)
}

// hinges adds covers at the given places of the face, one part for all.
func (c cabinet) hinges(b *builder, f front, places ...geom.Vec3) {
	a := &assembly{}
	for _, p := range places {
		m := solid.RoundedBox(geom.V(0.060, f.thick+f.seal+0.030, 0.018), 0.006, 2)
		a.put(solid.Move(m, geom.V(p.X, c.face()-(f.thick+f.seal)/2+0.012, p.Z)))
	}
	a.add(b, "hinges", Other)
}

// hingesOver adds covers on top of the outer corners of a row of doors that ends at height z.
func (c cabinet) hingesOver(b *builder, f front, z float64, left, right bool) {
	var at []geom.Vec3
	if left {
		at = append(at, geom.V(-c.w/2+0.05, 0, z+0.009))
	}
	if right {
		at = append(at, geom.V(c.w/2-0.05, 0, z+0.009))
	}
	c.hinges(b, f, at...)
}

// badge is a small plate with the maker's name on a surface at depth y.
func badge(b *builder, s *rng.Stream, x, y, z float64) {
	o := solid.RoundedRect(s.Uniform(0.06, 0.11), s.Uniform(0.016, 0.026), 0.006, 2).Move(x, z)
	b.add("badge", Other, plate(o, y+0.002, 0.006, 0.002, 1))
}

// dispenser is a water and ice outlet on a surface at depth y: a bezel, its back, a control strip, the spouts and the
// drip tray.
func dispenser(b *builder, s *rng.Stream, x, y, z, w, h float64) {
	a := &assembly{}
	o := solid.RoundedRect(w, h, 0.018, 3)
	r := ring(o, 0.016, y+0.002, 0.022)
	back := plate(shrunk(o, 0.010), y+0.002, 0.006, 0, 0)
	strip := plate(solid.RoundedRect(w-0.034, 0.24*h, 0.006, 1).Move(0, 0.34*h), y, 0.014, 0.004, 1)
	t := geom.Translate(geom.V(x, 0, z))
	a.put(back, strip)
	for i := range 3 {
		u := float64(i) - 1
		a.put(plate(solid.RoundedRect(0.020, 0.012, 0.003, 1).Move(0.28*w*u, 0.36*h), y-0.012, 0.008, 0.002, 1))
	}
	n := 1 + s.IntN(2)
	for i := range n {
		u := (float64(i)+0.5)/float64(n) - 0.5
		a.put(roundBar(geom.V(0.5*w*u, y-0.014, 0.06*h), geom.V(0.5*w*u, y-0.014, 0.23*h), 0.012, 8))
		a.put(solid.Move(solid.RoundedBox(geom.V(0.26*w, 0.010, 0.16*h), 0.004, 1), geom.V(0.5*w*u, y-0.010, -0.06*h)))
	}
	a.put(solid.Move(solid.RoundedBox(geom.V(w-0.030, 0.030, 0.016), 0.004, 1), geom.V(0, y-0.014, -h/2+0.026)))
	joined(r, a).place(t).add(b, "dispenser", Other)
}

// rows splits the height from z0 to z1 into doors from the top down, with gaps between; shares are relative heights.
func rows(z0, z1, gap float64, shares ...float64) [][2]float64 {
	total := 0.0
	for _, v := range shares {
		total += v
	}
	free := z1 - z0 - float64(gap*float64(len(shares)-1))
	var out [][2]float64
	for _, v := range shares {
		lo := z1 - float64(free*v/total)
		out = append(out, [2]float64{lo, z1})
		z1 = lo - gap
	}
	return out
}

// addDoors adds numbered doors.
func (f front) addDoors(b *builder, doors ...opening) {
	for i, o := range doors {
		f.add(b, i+1, o)
	}
}

// shelfBoards are level boards inside a hollow cabinet with walls t thick, each with a lip in front.
func (c cabinet) shelfBoards(n int, t float64) []*mesh.Mesh {
	var out []*mesh.Mesh
	for i := range n {
		z := blend(c.z0+t, c.h-t, float64(i+1)/float64(n+1))
		out = append(out, solid.BoxBetween(geom.V(-c.w/2+t-0.004, c.face()+0.05, z-0.006), geom.V(c.w/2-t+0.004, c.d/2-t+0.004, z+0.006), 0.003, 1),
			solid.BoxBetween(geom.V(-c.w/2+t-0.004, c.face()+0.04, z-0.014), geom.V(c.w/2-t+0.004, c.face()+0.055, z+0.014), 0.004, 1))
	}
	return out
}

// bottle lies along Y around the origin with its neck to -Y.
func bottle(r, l float64) *mesh.Mesh {
	m := solid.Lathe([]solid.P2{{X: 0.35 * r, Y: 0}, {X: 0.35 * r, Y: 0.30 * l}, {X: r, Y: 0.46 * l}, {X: r, Y: 0.97 * l}, {X: 0.8 * r, Y: l}}, 8)
	return solid.Move(solid.Turn(m, geom.RotX(-math.Pi/2)), geom.V(0, -l/2, 0))
}

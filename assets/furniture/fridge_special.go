package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// fridgeRetro has round shoulders, pillowed doors with a lever each, and a plinth.
func fridgeRetro(b *builder, s *rng.Stream) {
	c := cabinet{w: s.Uniform(0.56, 0.70), d: s.Uniform(0.52, 0.62), z0: s.Uniform(0.08, 0.14), h: s.Uniform(1.15, 1.75)}
	f := newFront(s, c.face(), doorPillow)
	f.thick = s.Uniform(0.07, 0.10)
	f.handle = rng.Choose(s, []handleStyle{handleLever, handleBow, handleStrap})
	f.length = 0.35
	shoulder := s.Uniform(0.10, 0.20)
	round := [4]float64{0.05, 0.05, shoulder, shoulder}
	body := opening{-c.w / 2, c.w / 2, c.z0, c.h, handleNone, round}
	o := body.outline()
	shell := plate(o, c.d/2, c.d, 0.03, 3)
	part := b.add("body", "frame", solid.Move(shell, geom.V(0, 0, (c.z0+c.h)/2)))
	b.support(part, c.h, solid.Rect(c.w-2*shoulder-0.01, c.d-0.08))
	c.plinth(b, s)

	side := sideOf(s)
	in := 0.012
	z0, z1 := c.z0+in, c.h-in
	gap := s.Uniform(0.008, 0.014)
	x := c.w/2 - in
	var doors []opening
	inner := shoulder - in
	if s.Bool(0.55) {
		r := rows(z0, z1, gap, s.Uniform(0.27, 0.36), 0.68)
		doors = []opening{
			{-x, x, r[0][0], r[0][1], side, [4]float64{0.04, 0.04, inner, inner}},
			{-x, x, r[1][0], r[1][1], side, [4]float64{0.045, 0.045, 0.04, 0.04}},
		}
	} else {
		doors = []opening{{-x, x, z0, z1, side, [4]float64{0.045, 0.045, inner, inner}}}
	}
	f.addDoors(b, doors...)
	// Barrel hinges beside the doors, two a door.
	hinges := &assembly{}
	hx := -c.w/2 + 0.004
	if side == handleLeft {
		hx = -hx
	}
	for _, o := range doors {
		for _, u := range []float64{0.18, 0.82} {
			z := blend(o.z0, o.z1, u)
			if o.z1 == z1 {
				z = min(z, z1-shoulder-0.03)
			}
			hinges.put(roundBar(geom.V(hx, f.y-0.5*f.thick, z-0.03), geom.V(hx, f.y-0.5*f.thick, z+0.03), 0.013, 10))
		}
	}
	hinges.add(b, "hinges", Other)
	// A wide chrome name across the door.
	last := doors[len(doors)-1]
	nameplate := solid.RoundedRect(s.Uniform(0.14, 0.24), 0.03, 0.014, 3).Move(0, last.z1-s.Uniform(0.12, 0.2))
	b.add("nameplate", Other, plate(nameplate, f.tip()+0.002, 0.008, 0.003, 1))
	c.rear(b)
}

// fridgeMini is a low cabinet, often with a worktop.
func fridgeMini(b *builder, s *rng.Stream) {
	c := cabinet{w: s.Uniform(0.44, 0.58), d: s.Uniform(0.44, 0.54), z0: s.Uniform(0.03, 0.06), h: s.Uniform(0.50, 0.86)}
	f := newFront(s, c.face(), doorFlat, doorBowed, doorPanel, doorPillow)
	if f.handle == handleLever || f.handle == handleBracket {
		f.handle = handleFin
	}
	f.length = s.Uniform(0.25, 0.5)
	top := c.h
	worktop := s.Bool(0.6)
	if worktop {
		top -= 0.035
	}
	if worktop {
		b.add("body", "frame", solid.BoxBetween(geom.V(-c.w/2, -c.d/2, c.z0), geom.V(c.w/2, c.d/2, top), 0.012, 2))
		o := solid.RoundedRect(c.w+0.012, c.d+f.thick+f.seal+0.016, 0.02, 3).Move(0, -(f.thick+f.seal)/2)
		part := b.add("worktop", Other, solid.Move(solid.Extrude(o, 0.034, 0.008, 2), geom.V(0, 0, top+0.001)))
		b.support(part, top+0.035, o.Inset(0.03))
	} else {
		c.box(b, 0.014)
	}
	c.plinth(b, s)
	side := sideOf(s)
	f.addDoors(b, opening{-c.w / 2, c.w / 2, c.z0 + 0.01, top - 0.006, side, [4]float64{}})
	x := c.w/2 - 0.045
	if side == handleRight {
		x = -x
	}
	if worktop {
		c.hinges(b, f, geom.V(x, 0, c.z0))
	} else {
		c.hinges(b, f, geom.V(x, 0, c.h+0.006), geom.V(x, 0, c.z0))
	}
	badge(b, s, 0, f.tip(), top-0.08)
	c.rear(b)
}

// fridgeWine has one or two glazed doors, left open to the eye, before shelves of bottles that lie with their necks to
// the front.
func fridgeWine(b *builder, s *rng.Stream) {
	c := cabinet{w: s.Uniform(0.50, 0.66), d: s.Uniform(0.50, 0.60), z0: s.Uniform(0.05, 0.09), h: s.Uniform(0.86, 1.80)}
	f := newFront(s, c.face(), doorGlass)
	f.handle = rng.Choose(s, []handleStyle{handleBar, handleBracket, handleBow, handleStrap})
	f.thick = s.Uniform(0.035, 0.05)
	const t = 0.035
	c.hollow(b, t)
	c.plinth(b, s)
	side := sideOf(s)
	n := int(math.Round((c.h - c.z0) / s.Uniform(0.20, 0.28)))
	inside := &assembly{}
	inside.put(c.shelfBoards(n-1, t)...)
	inside.add(b, "shelves", "body_interior")

	r := 0.038
	across := int((c.w - 2*t - 0.02) / (2*r + 0.018))
	l := min(0.30, c.d-t-0.09)
	cellar := &assembly{}
	budget := 26 // bottles: 64 triangles each
	for row := range n {
		floor := blend(c.z0+t, c.h-t, float64(row)/float64(n))
		if row > 0 {
			floor += 0.006
		} else {
			floor = c.z0 + t
		}
		for i := range across {
			if budget == 0 || s.Bool(0.25) {
				continue
			}
			budget--
			x := float64((c.w - 2*t - 0.02) * ((float64(i)+0.5)/float64(across) - 0.5))
			cellar.put(solid.Move(bottle(r, l), geom.V(x, c.face()+0.075+l/2, floor+r)))
		}
	}
	if len(cellar.solids) > 0 {
		cellar.add(b, "bottles", Other)
	}
	gap := 0.008
	if c.h > 1.3 && s.Bool(0.5) {
		rr := rows(c.z0, c.h, gap, s.Uniform(0.4, 0.6), 0.5)
		f.addDoors(b, opening{-c.w / 2, c.w / 2, rr[0][0], rr[0][1], side, [4]float64{}},
			opening{-c.w / 2, c.w / 2, rr[1][0], rr[1][1], side, [4]float64{}})
	} else {
		f.addDoors(b, opening{-c.w / 2, c.w / 2, c.z0, c.h, side, [4]float64{}})
	}
	c.hingesOver(b, f, c.h, side == handleRight, side == handleLeft)
	c.rear(b)
}

// fridgeCommercial is a kitchen's steel cabinet: one to four plain doors, a vent with the machinery on top.
func fridgeCommercial(b *builder, s *rng.Stream) {
	wide := s.Bool(0.6)
	split := s.Bool(0.5)
	c := cabinet{w: s.Uniform(0.62, 0.74), d: s.Uniform(0.62, 0.74), z0: s.Uniform(0.12, 0.18), h: s.Uniform(1.65, 1.85)}
	if wide {
		c.w *= 1.75
	}
	f := newFront(s, c.face(), doorFlat, doorPanel, doorLouvred)
	f.handle = rng.Choose(s, []handleStyle{handleBar, handleBracket, handleFin, handlePocket})
	f.length = s.Uniform(0.2, 0.4)
	vent := s.Uniform(0.16, 0.24)
	v := geom.V

	box := c
	box.h = c.h - vent
	box.box(b, 0.006)
	b.model.Supports = nil // the machinery stands on it

	// The machinery's housing: a box with louvres in front.
	y := c.face() - f.thick - f.seal
	hood := &assembly{}
	hood.put(solid.BoxBetween(v(-c.w/2, y+0.014, c.h-vent+0.002), v(c.w/2, c.d/2, c.h), 0.006, 1))
	n := 5
	for i := range n {
		z := blend(c.h-float64(0.80*vent), c.h-float64(0.2*vent), float64(i)/float64(n-1))
		slat := solid.Turn(solid.RoundedBox(v(0.86*c.w, 0.024, 0.006), 0.002, 1), geom.RotX(0.6))
		hood.put(solid.Move(slat, v(0, y+0.008, z)))
	}
	part := hood.add(b, "machinery", Other)
	b.support(part, c.h, solid.Rect(c.w-0.04, c.d-0.04).Move(0, 0))

	c.plinth(b, s)

	gap := 0.010
	var columns [][2]float64
	if wide {
		columns = [][2]float64{{-c.w / 2, -gap / 2}, {gap / 2, c.w / 2}}
	} else {
		columns = [][2]float64{{-c.w / 2, c.w / 2}}
	}
	shares := []float64{1}
	if split {
		shares = []float64{0.5, 0.5}
	}
	side := sideOf(s)
	var doors []opening
	for _, row := range rows(c.z0, box.h, gap, shares...) {
		for i, col := range columns {
			h := side
			if wide {
				h = handleSide(1 - i) // hinged outside
			}
			doors = append(doors, opening{col[0], col[1], row[0], row[1], h, [4]float64{}})
		}
	}
	f.addDoors(b, doors...)
	panel := []*mesh.Mesh{plate(solid.RoundedRect(0.13, 0.05, 0.006, 1).Move(c.w/2-0.10, c.h-0.5*vent), y+0.002, 0.012, 0.003, 1)}
	b.add("display", Other, panel...)
	c.rear(b)
}

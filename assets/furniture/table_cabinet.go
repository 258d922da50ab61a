package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// deskDrawers makes desk-drawers.
func deskDrawers(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(1.15, 1.7), s.Uniform(0.58, 0.78), s.Uniform(0.73, 0.77)
	both := s.Bool(0.45)
	if both {
		w = max(w, 1.35)
	}
	stack := column{1, drawers(3+s.IntN(2), s.Uniform(1, 1.35))}
	desk(b, s, w, d, h, stack, stack, both)
}

// deskCabinet makes desk-cabinet.
func deskCabinet(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(1.3, 1.8), s.Uniform(0.6, 0.8), s.Uniform(0.73, 0.77)
	left := column{1, drawers(3+s.IntN(2), s.Uniform(1, 1.3))}
	right := column{1, []cell{{kind: cellDoor, size: 1}}}
	if s.Bool(0.5) {
		right.cells = []cell{{kind: cellDrawer, size: 0.35}, {kind: cellDoor, size: 1}}
	}
	if s.Bool(0.5) {
		left, right = right, left
	}
	desk(b, s, w, d, h, left, right, true)
}

// desk is a top on two stacks of cells, or on one and a pair of legs, with a drawer or a tray over the knees.
func desk(b *builder, s *rng.Stream, w, d, h float64, left, right column, both bool) {
	t := s.Uniform(0.022, 0.036)
	over := s.Uniform(0.008, 0.025)
	o := solid.RoundedRect(w, d, s.Uniform(0.006, 0.05), 3)
	plate := b.add("top", "tabletop", tableSlab(o, h-t, t, rng.Choose(s, []edgeStyle{edgeEased, edgeBullnose, edgeOgee})))
	topSupport(b, plate, o, h)
	look := newCase(s)
	sw := s.Uniform(0.36, 0.46)
	feet := s.IntN(4)
	raise := s.Uniform(0.08, 0.16)
	switch feet {
	case 2: // bun feet are as wide as high
		raise = min(raise, 0.1)
	case 3:
		raise = s.Uniform(0.04, 0.07)
	}
	z1 := h - t + 0.001
	y0, y1 := -d/2+over, d/2-over
	r := s.Uniform(0.018, 0.026)
	add := func(name string, x0, x1 float64, k column) {
		c := look
		c.name, c.columns = name, []column{k}
		c.lo, c.hi = geom.V(x0, y0, raise), geom.V(x1, y1, z1)
		c.add(b)
		caseFeet(b, feet, c.lo, c.hi, raise, r)
	}
	mirror := 1.0 // which side the single stack is on
	if !both && s.Bool(0.5) {
		mirror = -1
	}
	outer := w/2 - over
	if both {
		add("left-", -outer, -outer+sw, left)
		add("right-", outer-sw, outer, right)
	} else {
		x0, x1 := outer-sw, outer
		if mirror < 0 {
			x0, x1 = -outer, -outer+sw
		}
		add("", x0, x1, left)
		if s.Bool(0.5) { // a whole side
			x := float64(-mirror * (outer - look.thick/2))
			addNext(b, "end", "frame", solid.BoxBetween(geom.V(x-look.thick/2, y0+0.02, 0), geom.V(x+look.thick/2, y1, z1),
				0.003, 1))
		} else {
			for _, sy := range []float64{-1, 1} {
				addNext(b, "leg", "leg", taperedLeg(-mirror, sy, outer, d/2-over-0.01, z1, 0.045, 0.03, 0.8*h))
			}
		}
	}
	// The knees: a back board, and a shallow drawer or a tray where there is room.
	k0, k1 := -outer+sw, outer-sw
	if !both {
		k0, k1 = -outer+look.thick, outer-sw
		if mirror < 0 {
			k0, k1 = -outer+sw, outer-look.thick
		}
	}
	addNext(b, "modesty", "frame", solid.BoxBetween(geom.V(k0-0.001, y1-0.04, h*s.Uniform(0.3, 0.5)),
		geom.V(k1+0.001, y1-0.022, z1), 0.003, 1))
	switch s.IntN(3) {
	case 0:
		kw, depth := min(k1-k0-0.02, 0.75), float64(0.6*d)
		mid := (k0 + k1) / 2
		tray := []*mesh.Mesh{
			solid.Move(solid.RoundedBox(geom.V(kw-0.04, depth, 0.016), 0.005, 1), geom.V(mid, y0-0.05+depth/2, h-t-0.09)),
			solid.Move(solid.RoundedBox(geom.V(kw-0.04, 0.03, 0.03), 0.008, 2), geom.V(mid, y0-0.045, h-t-0.088)),
		}
		for _, sx := range []float64{-1, 1} {
			tray = append(tray, solid.Move(solid.Box(geom.V(0.012, 0.5*depth, 0.09)),
				geom.V(mid+float64(sx*(kw/2-0.026)), y0+float64(0.3*depth), h-t-0.044)))
		}
		b.add("tray", "keyboard_tray", tray...)
	case 1:
		c := look
		c.pull = pullKnob
		hgt := s.Uniform(0.085, 0.11)
		p := geom.V((k0+k1)/2, y0, z1-hgt/2-0.004)
		kw := k1 - k0 - 2*frontGap
		parts := make([]*mesh.Mesh, 0, 4)
		for _, m := range face(frontFlat, kw, hgt) {
			parts = append(parts, solid.Move(m, p))
		}
		parts = append(parts, solid.BoxBetween(geom.V(k0+0.02, y0+frontThick-0.002, p.Z-hgt/2+0.01),
			geom.V(k1-0.02, y0+float64(0.6*d), z1), 0, 0))
		addNext(b, "drawer", "drawer_box", parts...)
		grip := pull(look.pull, 0.4*kw, false)
		for i := range grip {
			grip[i] = solid.Move(grip[i], p)
		}
		addNext(b, "handle", "handle", grip...)
	}
}

// tableSideboard makes sideboard.
func tableSideboard(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(1.1, 1.9), s.Uniform(0.4, 0.52), s.Uniform(0.7, 0.95)
	t := s.Uniform(0.02, 0.032)
	var columns []column
	doors := column{1, []cell{{kind: cellDoor, size: 1}}}
	pair := column{1.9, []cell{{kind: cellDoors, size: 1}}}
	stack := column{1, drawers(3+s.IntN(2), s.Uniform(1, 1.25))}
	mixed := column{1.2, []cell{{kind: cellDrawer, size: 0.35}, {kind: cellDoors, size: 1}}}
	switch s.IntN(5) {
	case 0:
		columns = []column{doors, stack, doors}
	case 1:
		columns = []column{pair, pair}
	case 2:
		columns = []column{mixed, mixed}
	case 3:
		columns = []column{stack, pair}
	default:
		columns = []column{doors, {1.1, []cell{{kind: cellDrawer, size: 0.5}, {kind: cellOpen, size: 1, shelves: 1}}}, doors}
	}
	caseTable(b, s, w, d, h, t, columns, s.Uniform(0.08, 0.2))
}

// tableMedia makes tv-stand.
func tableMedia(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(1.1, 1.8), s.Uniform(0.38, 0.5), s.Uniform(0.42, 0.58)
	t := s.Uniform(0.02, 0.03)
	open := column{s.Uniform(1.1, 1.6), []cell{{kind: cellOpen, size: 1, shelves: 1}}}
	door := column{1, []cell{{kind: cellDoor, size: 1}}}
	two := column{1, drawers(2, 1.1)}
	over := column{1.4, []cell{{kind: cellOpen, size: 0.7}, {kind: cellDrawer, size: 0.6}}}
	var columns []column
	switch s.IntN(5) {
	case 0:
		columns = []column{door, open, door}
	case 1:
		columns = []column{two, open, two}
	case 2:
		columns = []column{open, open}
	case 3:
		columns = []column{over, over}
	default:
		columns = []column{door, {1.6, []cell{{kind: cellOpen, size: 1, shelves: 2}}}}
	}
	caseTable(b, s, w, d, h, t, columns, s.Uniform(0.06, 0.16))
}

// caseTable is one case under a top, on feet of height raise or on a plinth.
func caseTable(b *builder, s *rng.Stream, w, d, h, t float64, columns []column, raise float64) {
	over := s.Uniform(0, 0.02)
	o := solid.RoundedRect(w, d, s.Uniform(0.005, 0.02), 2)
	plate := b.add("top", "tabletop", tableSlab(o, h-t, t, rng.Choose(s, []edgeStyle{edgeEased, edgeBullnose, edgeOgee})))
	topSupport(b, plate, o, h)
	c := newCase(s)
	c.columns = columns
	feet := s.IntN(4)
	switch feet {
	case 2:
		raise = min(raise, 0.1)
	case 3:
		raise = 0.06
	}
	c.lo, c.hi = geom.V(-w/2+over, -d/2+over, raise), geom.V(w/2-over, d/2-over, h-t+0.001)
	c.add(b)
	caseFeet(b, feet, c.lo, c.hi, raise, s.Uniform(0.02, 0.03))
}

// tableSide makes side-drawer.
func tableSide(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(0.4, 0.6), s.Uniform(0.36, 0.48), s.Uniform(0.5, 0.68)
	t := s.Uniform(0.018, 0.028)
	o := tableOutline(s, w, d)
	over := cornerRoom(o) + s.Uniform(0.008, 0.02)
	plate := b.add("top", "tabletop", tableSlab(o, h-t, t, edgeStyle(s.IntN(int(edgeStyles)))))
	topSupport(b, plate, o, h)
	c := newCase(s)
	n := 1 + s.IntN(2)
	c.columns = []column{{1, drawers(n, 1)}}
	deep := float64(float64(n) * s.Uniform(0.11, 0.14))
	x, y := w/2-over, d/2-over
	z1 := h - t + 0.001
	side := s.Uniform(0.03, 0.042)
	kind := s.IntN(4) // of legs: square ones up to the top, turned, leaning, S-shaped
	r := side / 2
	// The case hangs between legs that run up to the top.
	c.lo, c.hi = geom.V(-x+float64(0.4*side), -y+float64(0.3*side), z1-deep), geom.V(x-float64(0.4*side),
		y-float64(0.3*side), z1)
	profile := rng.Choose(s, turnings)
	if kind == 0 { // the fronts lie between the legs
		c.lo.X, c.hi.X = -x+side-0.004, x-side+0.004
	} else {
		c.lo.Y, c.lo.X, c.hi.X = -y, -x, x
	}
	c.add(b)
	foot := float64(side * s.Uniform(0.5, 0.8))
	eachCorner(func(sx, sy float64) {
		switch kind {
		case 0:
			addNext(b, "leg", "leg", taperedLeg(sx, sy, x, y, z1, side, foot, z1-deep-0.02))
		case 1:
			addNext(b, "leg", "leg", solid.Move(turned(profile, r, z1-deep+0.01, 12), geom.V(sx*(x-r-0.006), sy*(y-r-0.006), 0)))
		case 3:
			const half = math.Sqrt2 / 2
			leg, hulls := cabriole(sx*(x-r-0.012), sy*(y-r-0.012), sx*half, sy*half, z1-deep+0.01, 1.1*r)
			addNextHulls(b, "leg", "leg", hulls, leg)
		default:
			out := 0.03
			addNext(b, "leg", "leg", roundTaper(geom.V(sx*(x-r-0.012+out), sy*(y-r-0.012+out), 0),
				geom.V(sx*(x-r-0.012), sy*(y-r-0.012), z1-deep+0.008), foot/2, r))
		}
	})
	if s.Bool(0.5) && kind < 2 {
		z := s.Uniform(0.12, 0.18)
		in := float64(0.6 * side)
		addNext(b, "shelf", "shelf", solid.BoxBetween(geom.V(-x+in, -y+in, z), geom.V(x-in, y-in, z+0.018), 0.004, 1))
	}
}

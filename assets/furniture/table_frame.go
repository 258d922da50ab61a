package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// tableCoffee makes coffee-shelf.
func tableCoffee(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(0.85, 1.3), s.Uniform(0.5, 0.75), s.Uniform(0.38, 0.5)
	t := s.Uniform(0.02, 0.04)
	side := s.Uniform(0.04, 0.065)
	o := solid.RoundedRect(w, d, s.Uniform(0.005, 0.06), 3)
	over := cornerRoom(o) + s.Uniform(0.004, 0.02)
	x, y := w/2-over, d/2-over
	apron := s.Uniform(0.04, 0.07)
	wheels := s.Bool(0.3)
	floor := 0.0
	const wr = 0.022
	if wheels {
		floor = 2*wr + 0.014
	}
	solids := []*mesh.Mesh{tableSlab(o, h-t, t, edgeStyle(s.IntN(int(edgeStyles))))}
	round := s.Bool(0.35)
	var turning []solid.P2
	if !round && s.Bool(0.35) {
		turning = rng.Choose(s, turnings)
	}
	in := x - side/2
	inY := y - side/2
	solids = append(solids, tableAprons(in, inY, h-t+0.001, apron, 0.018, 0, side/2-0.014)...)
	plate := b.add("top", "tabletop", solids...)
	topSupport(b, plate, o, h)
	foot := float64(side * s.Uniform(0.6, 1))
	eachCorner(func(sx, sy float64) {
		cx, cy := float64(sx*in), float64(sy*inY)
		var leg []*mesh.Mesh
		switch {
		case round:
			leg = []*mesh.Mesh{roundTaper(geom.V(cx, cy, floor), geom.V(cx, cy, h-t+0.002), foot/2, side/2)}
		case turning != nil:
			leg = turnedLeg(turning, cx, cy, h-t+0.002-floor, side/2, apron+0.02)
			for i := range leg {
				leg[i] = solid.Move(leg[i], geom.V(0, 0, floor))
			}
		default:
			leg = []*mesh.Mesh{solid.Move(taperedLeg(sx, sy, x, y, h-t+0.002-floor, side, foot, 0.7*h), geom.V(0, 0, floor))}
		}
		addNext(b, "leg", "leg", leg...)
	})
	if wheels {
		eachCorner(func(sx, sy float64) {
			addNext(b, "caster", "caster", tableCaster(sx*in, sy*inY, floor+0.01, wr)...)
		})
	}
	z := floor + s.Uniform(0.09, 0.15)
	lx, ly := in+float64(0.1*side), inY+float64(0.1*side)
	if s.Bool(0.45) { // slats on two bars
		n := 5 + s.IntN(4)
		step := (float64(2*lx) - 0.02) / float64(n)
		var slats []*mesh.Mesh
		for i := range n {
			slats = append(slats, solid.Move(solid.RoundedBox(geom.V(0.72*step, 2*ly, 0.014), 0.003, 1),
				geom.V(-lx+0.01+float64((float64(i)+0.5)*step), 0, z)))
		}
		for _, sy := range []float64{-1, 1} {
			slats = append(slats, squareBar(geom.V(-in, sy*inY, z-0.012), geom.V(in, sy*inY, z-0.012), 0.02, 0.03))
		}
		b.add("shelf-1", "shelf", slats...)
		return
	}
	b.add("shelf-1", "shelf", tableSlab(solid.RoundedRect(2*lx, 2*ly, 0.02, 2), z-0.01, 0.02, edgeEased))
}

// tableConsole makes console-stretcher.
func tableConsole(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(0.95, 1.5), s.Uniform(0.32, 0.46), s.Uniform(0.74, 0.86)
	t := s.Uniform(0.02, 0.035)
	side := s.Uniform(0.04, 0.055)
	o := tableOutline(s, w, d)
	over := cornerRoom(o) + s.Uniform(0.008, 0.03)
	x, y := w/2-over-side/2, d/2-over-side/2
	apron := s.Uniform(0.09, 0.13)
	withDrawers := s.Bool(0.4)
	plate := b.add("top", "tabletop", tableSlab(o, h-t, t, edgeStyle(s.IntN(int(edgeStyles)))))
	topSupport(b, plate, o, h)
	z1 := h - t + 0.002
	rails := tableAprons(x, y, z1-0.001, apron, 0.02, float64(float64(s.IntN(2))*0.35*apron), side/2-0.016)
	if withDrawers {
		rails = rails[1:] // the drawers take the front board's place
		rails = append(rails, squareBar(geom.V(-x, -y, z1-apron+0.008), geom.V(x, -y, z1-apron+0.008), 0.02, 0.016))
	}
	// The boards are as high as the narrow top is deep in places; with them the top would be no plane.
	b.add("apron", "frame", rails...)
	if withDrawers {
		n := 2 + s.IntN(2)
		style, front := choosePull(s), frontStyle(s.IntN(2))
		free := float64(2*x) - side
		each := free/float64(n) - frontGap
		for i := range n {
			p := geom.V(-free/2+(float64(i)+0.5)*free/float64(n), -y-side/2+0.006, z1-apron/2+0.008)
			parts := []*mesh.Mesh{solid.Move(solid.Box(geom.V(each-0.02, 1.5*y, apron-0.05)),
				geom.V(p.X, p.Y+float64(0.75*y)+0.018, p.Z))}
			for _, m := range face(front, each, apron-0.02) {
				parts = append(parts, solid.Move(m, p))
			}
			addNext(b, "drawer", "drawer_box", parts...)
			grip := pull(style, 0.4*each, false)
			for k := range grip {
				grip[k] = solid.Move(grip[k], p)
			}
			addNext(b, "handle", "handle", grip...)
		}
	}
	square := s.Bool(0.5)
	profile := rng.Choose(s, turnings)
	foot := float64(side * s.Uniform(0.55, 0.95))
	eachCorner(func(sx, sy float64) {
		if square {
			addNext(b, "leg", "leg", taperedLeg(sx, sy, x+side/2, y+side/2, z1, side, foot, float64(0.75*h)))
			return
		}
		leg := turnedLeg(profile, sx*x, sy*y, z1, side/2, apron+0.02)
		addNext(b, "leg", "leg", leg...)
	})
	// Bars near the floor. A block or the full leg is thick enough for them there.
	z := s.Uniform(0.1, 0.2)
	bw, bh := 0.024, s.Uniform(0.024, 0.045)
	if !square { // turned legs carry round bars
		bh = bw
	}
	bar := func(a, c geom.Vec3) {
		if square {
			addNext(b, "leg-bar", "leg bar", squareBar(a, c, bw, bh))
		} else {
			addNext(b, "leg-bar", "leg bar", roundBar(a, c, 0.013, 10))
		}
	}
	q := (side - foot) / 4 // tapered legs stand a little farther out below
	if !square {
		q = 0
	}
	switch s.IntN(3) {
	case 0: // an H
		for _, sx := range []float64{-1, 1} {
			bar(geom.V(sx*(x+q), -y-q, z), geom.V(sx*(x+q), y+q, z))
		}
		bar(geom.V(-x-q, 0, z), geom.V(x+q, 0, z))
	case 1: // all round, the short ones higher
		for _, k := range []float64{-1, 1} {
			bar(geom.V(-x-q, k*(y+q), z), geom.V(x+q, k*(y+q), z))
		}
		for _, k := range []float64{-1, 1} {
			bar(geom.V(k*(x+q), -y-q, z+0.05), geom.V(k*(x+q), y+q, z+0.05))
		}
	default: // low bars at the sides and a tall X at the back
		for _, k := range []float64{-1, 1} {
			bar(geom.V(k*(x+q), -y-q, z), geom.V(k*(x+q), y+q, z))
		}
		lo, hi := z+0.02, z1-apron-0.03
		bar(geom.V(-x, y-0.004, lo), geom.V(x, y-0.004, hi))
		bar(geom.V(x, y+0.004, lo), geom.V(-x, y+0.004, hi))
	}
}

// tableFolding makes folding.
func tableFolding(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(0.6, 1.2), s.Uniform(0.48, 0.75), s.Uniform(0.62, 0.74)
	t := s.Uniform(0.018, 0.028)
	y := d/2 - s.Uniform(0.05, 0.09)
	var solids []*mesh.Mesh
	o := solid.RoundedRect(w, d, s.Uniform(0.01, 0.06), 3)
	if s.Bool(0.4) { // slats
		n := 6 + s.IntN(4)
		step := d / float64(n)
		for i := range n {
			solids = append(solids, solid.Move(solid.RoundedBox(geom.V(w, step-0.01, t), 0.004, 1),
				geom.V(0, -d/2+float64((float64(i)+0.5)*step), h-t/2)))
		}
		for _, sx := range []float64{-1, 1} {
			solids = append(solids, squareBar(geom.V(float64(sx*0.36*w), -d/2+0.02, h-t-0.012), geom.V(float64(sx*0.36*w), d/2-0.02, h-t-0.012),
				0.035, 0.03))
		}
		o = solid.Rect(w, d)
	} else {
		solids = append(solids, tableSlab(o, h-t, t, rng.Choose(s, []edgeStyle{edgeEased, edgeBullnose, edgeUndercut})))
		for _, sy := range []float64{-1, 1} { // rails that the legs lock into
			solids = append(solids, squareBar(geom.V(-0.42*w, sy*(y+0.006), h-t-0.012),
				geom.V(0.42*w, sy*(y+0.006), h-t-0.012), 0.02, 0.03))
		}
	}
	plate := b.add("top", "tabletop", solids...)
	b.support(plate, h, shrunk(o, 0.03))
	foot, head := float64(0.44*w), float64(0.36*w)
	z1 := h - t - 0.008
	tube := s.Bool(0.4)
	r := s.Uniform(0.011, 0.014)
	fw := s.Uniform(0.035, 0.05)
	const inner = 0.03 // the inner pair of legs passes inside the outer one
	for _, k := range []struct{ side, y float64 }{{1, y}, {-1, y - inner}} {
		for _, sy := range []float64{-1, 1} {
			a, c := geom.V(k.side*foot, sy*k.y, 0), geom.V(-k.side*head, sy*k.y, z1)
			if tube {
				addNext(b, "leg", "leg", roundTaper(a, c, r, r))
			} else {
				addNext(b, "leg", "leg", flatLeg(a, c, fw, 0.022))
			}
		}
	}
	at := func(side, z float64) float64 { return float64(side * blend(foot, -head, z/z1)) }
	for _, k := range []struct{ side, y float64 }{{1, y}, {-1, y - inner}} { // bars from front to back near the floor
		z := float64(0.1 * h)
		addNext(b, "leg-bar", "leg bar", roundBar(geom.V(at(k.side, z), -k.y, z), geom.V(at(k.side, z), k.y, z), 0.01, 8))
	}
	if s.Bool(0.6) { // and near the top
		for _, k := range []struct{ side, y float64 }{{1, y}, {-1, y - inner}} {
			z := float64(0.88 * h)
			addNext(b, "leg-bar", "leg bar", roundBar(geom.V(at(k.side, z), -k.y, z), geom.V(at(k.side, z), k.y, z), 0.01, 8))
		}
	}
	// Pins where the legs cross.
	cz := z1 * foot / (foot + head)
	for _, sy := range []float64{-1, 1} {
		addNext(b, "pin", Other, roundBar(geom.V(0, sy*(y-inner-0.02), cz), geom.V(0, sy*(y+0.02), cz), 0.007, 8))
	}
}

// kidney is a rounded outline of half axes rx and ry whose front is hollowed by dent meters.
func kidney(rx, ry, dent float64, n int) solid.Outline {
	o := solid.Superellipse(rx, ry, 2.6, n)
	for i, p := range o {
		if p.Y < 0 {
			u := 1 - float64((p.X/rx)*(p.X/rx))
			o[i].Y = p.Y + float64(dent*u*u*min(1, -2*p.Y/ry))
		}
	}
	return o
}

// tableOffice makes office-frame.
func tableOffice(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(1.3, 1.9), s.Uniform(0.7, 0.95), s.Uniform(0.72, 0.77)
	t := s.Uniform(0.022, 0.03)
	var o, support solid.Outline
	switch s.IntN(4) {
	case 0, 1:
		dent := s.Uniform(0.1, 0.18)
		o = kidney(w/2, d/2, dent, 48)
		support = solid.Superellipse(float64(0.42*w), float64(0.36*d)-dent/2, 2.6, 24).Move(0, dent/2)
	case 2: // a barrel
		o = solid.Rounded(solid.Bowed(solid.Rect(w-0.02, d-0.14), []float64{0.07, 0.01, 0.07, 0.01}, 10), 0.04, 2)
		support = solid.Rect(w-0.1, d-0.2)
	default:
		o = solid.Superellipse(w/2, d/2, s.Uniform(4, 7), 44)
		support = solid.Superellipse(w/2-0.05, d/2-0.05, 4, 32)
	}
	x := w/2 - s.Uniform(0.22, 0.32)
	solids := []*mesh.Mesh{tableSlab(o, h-t, t, rng.Choose(s, []edgeStyle{edgeEased, edgeBullnose, edgeUndercut}))}
	y := float64(0.32 * d)
	for _, sx := range []float64{-1, 1} {
		solids = append(solids, squareBar(geom.V(sx*x, -0.6*y, h-t-0.013), geom.V(sx*x, y, h-t-0.013), 0.05, 0.03))
	}
	plate := b.add("top", "tabletop", solids...)
	b.support(plate, h, support)
	back := float64(float64(s.IntN(2)) * 0.2 * d) // 0 is a T, else a C open to the front
	pad := s.Uniform(0.02, 0.03)
	col := s.Uniform(0.06, 0.085)
	twin := s.Bool(0.4)
	for _, sx := range []float64{-1, 1} {
		foot := points(-y-0.04, 0.006, y+0.04, 0.006, y+0.04, 0.02, back+0.08, 0.02+pad, back-0.08, 0.02+pad, -y-0.04, 0.02)
		parts := []*mesh.Mesh{solid.Move(sideBoard(foot, 0.07, 0.004), geom.V(sx*x, 0, 0))}
		for _, sy := range []float64{-1, 1} { // leveling feet
			parts = append(parts, solid.Move(solid.Cylinder(0.018, 0.008, 0, 10), geom.V(sx*x, sy*(y+0.01), 0)))
		}
		addNext(b, "foot", "foot", parts...)
		z0 := 0.02 + pad - 0.004
		if twin { // two tubes on one foot, which people count as one leg
			var tubes []*mesh.Mesh
			for _, k := range []float64{-1, 1} {
				tubes = append(tubes, roundBar(geom.V(sx*x, back+float64(k*0.05), z0),
					geom.V(sx*x, back+float64(k*0.05), h-t-0.01), 0.021, 12))
			}
			addNext(b, "leg", "leg", tubes...)
		} else {
			addNext(b, "leg", "leg",
				solid.Move(solid.RoundedBox(geom.V(0.75*col, col, 0.55*h), 0.006, 1), geom.V(sx*x, back, z0+float64(0.275*h))),
				solid.Move(solid.RoundedBox(geom.V(0.6*col, 0.82*col, h-t-0.01-z0), 0.005, 1), geom.V(sx*x, back, (h-t-0.01+z0)/2)))
		}
	}
	if s.Bool(0.6) {
		z := s.Uniform(0.3, 0.45)
		addNext(b, "panel", "frame", solid.BoxBetween(geom.V(-x+0.02, back-0.001, z), geom.V(x-0.02, back+0.017, h-t-0.03),
			0.003, 1))
	}
	addNext(b, "leg-bar", "leg bar", squareBar(geom.V(-x, back-0.014, h-t-0.045), geom.V(x, back-0.014, h-t-0.045), 0.03,
		0.05))
}

// tableSled makes sled-tube.
func tableSled(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(0.8, 1.7), s.Uniform(0.5, 0.85), s.Uniform(0.42, 0.75)
	t := s.Uniform(0.02, 0.034)
	o := solid.RoundedRect(w, d, s.Uniform(0.01, 0.1), 4)
	plate := b.add("top", "tabletop", tableSlab(o, h-t, t,
		rng.Choose(s, []edgeStyle{edgeEased, edgeBullnose, edgeUndercut})))
	topSupport(b, plate, o, h)
	x, y := w/2-s.Uniform(0.05, 0.15), d/2-s.Uniform(0.02, 0.06)
	lean := s.Uniform(0, 0.1) // the loops' upper corners stand farther in
	r := s.Uniform(0.01, 0.016)
	square := s.Bool(0.5)
	section := solid.Ellipse(r, r, 8)
	if square {
		section = solid.RoundedRect(2.4*r, 2.4*r, 0.4*r, 1)
	}
	zt, zb := h-t-r+0.003, r
	if square {
		zt, zb = h-t-float64(1.2*r)+0.003, float64(1.2*r)
	}
	bend := s.Uniform(0.03, 0.09)
	for _, sx := range []float64{-1, 1} {
		corner := []geom.Vec3{geom.V(sx*x, -y, zb), geom.V(sx*x, y, zb), geom.V(sx*x, y-lean, zt), geom.V(sx*x, -y+lean, zt)}
		path := solid.RoundedLoop(corner, bend, 4)
		loop := solid.SweepLoop(path, geom.V(1, 0, 0), section)
		hulls := solid.TubePieces(append(append([]geom.Vec3(nil), path...), path[0]), 1.2*r, 1)
		addNextHulls(b, "leg", "leg", hulls, loop)
	}
	z := zt
	if s.Bool(0.5) {
		z = float64(s.Uniform(0.35, 0.6) * h)
	}
	bar := func(y float64) {
		a, c := geom.V(-x, y, z), geom.V(x, y, z)
		if square {
			addNext(b, "leg-bar", "leg bar", squareBar(a, c, 2*r, 2*r))
		} else {
			addNext(b, "leg-bar", "leg bar", roundBar(a, c, 0.9*r, 8))
		}
	}
	// Where a bar at height z meets the slanting sides of the loops.
	reach := blend(y, y-lean, (z-zb)/(zt-zb))
	if s.Bool(0.5) {
		bar(reach)
		bar(-reach)
	} else {
		bar(reach)
	}
	if s.Bool(0.3) {
		zs := float64(0.3 * h)
		in := math.Min(y, blend(y, y-lean, (zs-zb)/(zt-zb)))
		b.add("shelf-1", "shelf", tableSlab(solid.RoundedRect(2*x, 2*in, 0.01, 1), zs, 0.016, edgeEased))
	}
}

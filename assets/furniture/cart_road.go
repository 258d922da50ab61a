package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// cartThreeWheeler is a bin or a box on two wheels behind and a small swiveling one in front, with a push bar.
func cartThreeWheeler(b *builder, s *rng.Stream) {
	v := geom.V
	w, l := s.Uniform(0.48, 0.62), s.Uniform(0.70, 0.95)
	r := s.Uniform(0.13, 0.20)
	rf := s.Uniform(0.055, 0.085)
	floor := max(2*rf+0.05, s.Uniform(0.18, 0.30))
	side := s.Uniform(0.30, 0.52)
	flare := s.Uniform(0.02, 0.07)
	body := &assembly{}
	o0 := solid.RoundedRect(w-2*flare, l-2*flare, 0.07, 4)
	o1 := solid.RoundedRect(w, l, 0.07+flare, 4)
	if s.Bool(0.5) { // moulded bin with a lip
		body = trough(o0, o1, floor, floor+side, 0.012)
		body.hoop(shrunk(o1, -0.008).Flat(floor+side-0.012), v(0, 0, 1), solid.RoundedRect(0.030, 0.036, 0.008, 1))
		body.hoop(shrunk(blendOutline(o0, o1, 0.5), -0.003).Flat(floor+0.5*side), v(0, 0, 1), solid.RoundedRect(0.016, 0.05, 0.005, 1))
	} else { // bars around a floor
		body.put(solid.Move(solid.Extrude(o0, 0.02, 0.006, 1), v(0, 0, floor)))
		for _, k := range []float64{0.35, 0.68, 1} {
			body.hoop(blendOutline(o0, o1, k).Flat(floor+float64(side*k)), v(0, 0, 1), solid.Regular(0.011, 6))
		}
		for i := range len(o0) {
			if i%5 == 0 || i%5 == 4 {
				continue
			}
			if i%5 == 2 {
				body.put(roundBar(v(o0[i].X, o0[i].Y, floor+0.01), v(o1[i].X, o1[i].Y, floor+side), 0.011, 6))
			}
		}
		for _, e := range []float64{-1, 1} {
			for j := range 5 {
				y := (float64(j) - 2) / 5
				body.put(roundBar(v(float64(e*(w/2-flare)), float64(y*(l-2*flare)), floor+0.01), v(e*w/2, float64(y*l), floor+side), 0.007, 5))
			}
			for j := range 3 {
				x := (float64(j) - 1) / 3.5
				body.put(roundBar(v(float64(x*(w-2*flare)), float64(e*(l/2-flare)), floor+0.01), v(float64(x*w), e*l/2, floor+side), 0.007, 5))
			}
		}
	}
	part := body.add(b, "bin", "base_body")
	b.support(part, floor+0.015, shrunk(o0, 0.04))

	style, spokes := largeWheel(s, wheelPneumatic, wheelDisc, wheelSpoked)
	ww := float64(r * s.Uniform(0.28, 0.42))
	x := w/2 + float64(0.8*ww)
	y := l/2 - float64(0.75*r)
	addWheelPair(b, "wheel-rear", wheelOf(style, r, ww, spokes), x, y, r)
	yf := -l/2 + 0.14
	addWheel(b, "wheel-front", wheelOf(wheelCaster, rf, 0.5*rf, 0), v(0, yf, rf))
	under := casterFork(v(0, yf, rf), rf, 0.5*rf, -0.3*rf, floor+0.004)
	under.put(axle(x, y, r, 0.012))
	for _, u := range []float64{-0.3 * w, 0.3 * w} {
		if r < floor {
			under.put(squareBar(v(u, y, r-0.01), v(u, y, floor+0.006), 0.03, 0.06))
		}
	}
	under.add(b, "undercarriage", Other)

	handle := &assembly{}
	h := floor + side + s.Uniform(0.12, 0.30)
	back := l/2 + s.Uniform(0.12, 0.24)
	// It is fixed to the rear wall two thirds up, where the open bin has a rail, beside the round corners.
	hx := w/2 - flare - 0.09
	low, wall := floor+float64(0.68*side), l/2-float64(0.32*flare)+0.004
	path := solid.RoundedPath([]geom.Vec3{v(-hx, wall, low), v(-hx, back, h), v(hx, back, h), v(hx, wall, low)}, 0.07, 4)
	handle.tube(path, s.Uniform(0.013, 0.017), 8, 1)
	handle.put(roundBar(v(-0.6*hx, back, h), v(0.6*hx, back, h), 0.021, 10))
	handle.add(b, "handle", "handle")
}

// blendOutline is the outline between two with as many points.
func blendOutline(p, q solid.Outline, t float64) solid.Outline {
	out := make(solid.Outline, len(p))
	for i := range p {
		out[i] = solid.P2{X: blend(p[i].X, q[i].X, t), Y: blend(p[i].Y, q[i].Y, t)}
	}
	return out
}

// cartFarm is a two-wheeled cart of boards with large spoked wheels and two shafts, level on a prop in front.
func cartFarm(b *builder, s *rng.Stream) {
	v := geom.V
	w, l := s.Uniform(0.66, 0.84), s.Uniform(1.00, 1.35)
	R := s.Uniform(0.34, 0.50)
	floor := R + s.Uniform(0.03, 0.10)
	side := s.Uniform(0.20, 0.38)
	tilt := s.Uniform(0, 0.10)
	body := &assembly{}
	planks := 5
	for i := range planks {
		x := (float64(i)+0.5)/float64(planks) - 0.5
		body.put(solid.Move(solid.RoundedBox(v(0.94*w/float64(planks), l, 0.022), 0.005, 1), v(x*w, 0, floor+0.011)))
	}
	open := s.Bool(0.5) // rails on uprights instead of boards
	n := 2 + s.IntN(2)
	gap := 0.022
	board := (side - float64(gap*float64(n))) / float64(n)
	for i := range n {
		z := floor + 0.03 + float64((board+gap)*(float64(i)+0.5))
		lean := float64(tilt * (z - floor))
		hgt := board
		if open {
			hgt = 0.04
		}
		for _, u := range []float64{-1, 1} {
			m := solid.Turn(solid.RoundedBox(v(0.018, l, hgt), 0.004, 1), geom.RotY(u*tilt))
			body.put(solid.Move(m, v(float64(u*(w/2+lean)), 0, z)))
		}
		body.put(solid.Move(solid.RoundedBox(v(w+2*lean, 0.018, hgt), 0.004, 1), v(0, -l/2+0.01, z)))
		if !open || i == 0 {
			body.put(solid.Move(solid.RoundedBox(v(w+2*lean, 0.018, hgt), 0.004, 1), v(0, l/2-0.01, z)))
		}
	}
	posts := 3
	if open {
		posts = 6
	}
	for i := range posts {
		y := float64((float64(i)/float64(posts-1) - 0.5) * (l - 0.06))
		for _, u := range []float64{-1, 1} {
			body.put(squareBar(v(float64(u*(w/2+0.016)), y, floor-0.03), v(float64(u*(w/2+0.016+float64(tilt*side))), y, floor+side+0.03), 0.026, 0.034))
		}
	}
	part := body.add(b, "bed", "base_body")
	b.support(part, floor+0.022, solid.Rect(0.9*w, 0.94*l))

	style, spokes := largeWheel(s, wheelWooden, wheelWooden, wheelSpoked)
	ww := float64(R * s.Uniform(0.11, 0.16))
	x := w/2 + 0.05 + tilt*side*0.5 + ww
	y := float64(l * s.Uniform(-0.04, 0.06))
	addWheelPair(b, "wheel", wheelOf(style, R, ww, 10+spokes%4), x, y, R)

	shafts, under := &assembly{}, &assembly{}
	reach := s.Uniform(0.60, 0.85)
	hx := s.Uniform(0.24, 0.32)
	p, q := v(hx, l/2-0.06, floor-0.025), v(hx, -l/2-reach, floor+s.Uniform(-0.06, 0.10))
	mid := v(hx, -l/2-0.05, floor-0.025)
	path := solid.RoundedPath([]geom.Vec3{p, mid, q}, 0.3, 3)
	section := solid.RoundedRect(0.042, 0.050, 0.010, 1)
	shafts.shell(solid.Sweep(path, v(0, 0, 1), func(float64) solid.Outline { return section }), solid.TubePieces(path, 0.030, 1)...)
	shafts.mirrorX()
	if s.Bool(0.6) {
		c := mid.Lerp(q, 0.92)
		shafts.put(roundBar(v(-hx-0.05, c.Y, c.Z), v(hx+0.05, c.Y, c.Z), 0.018, 8))
	}
	shafts.add(b, "shafts", "handle")

	under.put(axle(x+0.02, y, R, 0.020))
	for _, u := range []float64{-0.36 * w, 0.36 * w} {
		under.put(solid.BoxBetween(v(u-0.03, y-0.05, R-0.02), v(u+0.03, y+0.05, floor+0.006), 0.006, 1))
	}
	leg := mid.Lerp(q, 0.05)
	for _, u := range []float64{-hx, hx} {
		under.put(solid.Leg(v(u, leg.Y-0.05, 0), v(u, leg.Y, leg.Z), []solid.P2{{X: 1, Y: 0}, {X: 1, Y: 1}}, solid.RoundedRect(0.034, 0.034, 0.005, 1)))
	}
	under.put(roundBar(v(-hx, leg.Y-0.03, 0.4*leg.Z), v(hx, leg.Y-0.03, 0.4*leg.Z), 0.012, 8))
	under.add(b, "undercarriage", Other)
}

// cartRickshaw is a seat between two large wheels, drawn by two shafts whose tips rest on the ground; most have a hood.
func cartRickshaw(b *builder, s *rng.Stream) {
	v := geom.V
	w := s.Uniform(0.62, 0.78)
	R := s.Uniform(0.36, 0.46)
	seat := R + s.Uniform(0.12, 0.22)
	d := s.Uniform(0.46, 0.56)
	back := s.Uniform(0.44, 0.58)
	v0 := seat - 0.30 // the footboard
	body := &assembly{}
	// Side panels: a curved cheek each, seen from the side; X of the outline becomes Y.
	cheek := solid.Rounded(solid.Outline{
		{X: -d / 2, Y: seat - 0.16}, {X: d / 2, Y: seat - 0.16}, {X: d/2 + 0.10, Y: seat + back}, {X: d/2 - 0.02, Y: seat + back},
		{X: 0.28 * d, Y: seat + 0.22}, {X: -d / 2, Y: seat + 0.16}}, 0.06, 4)
	for _, u := range []float64{-1, 1} {
		m := solid.Move(sideBoard(cheek, 0.022, 0.006), v(float64(u*(w/2-0.011)), 0, 0))
		body.shell(m, solid.Slices(m, v(0, 0, 1), 4)...)
	}
	body.put(solid.BoxBetween(v(-w/2+0.01, -d/2, seat-0.10), v(w/2-0.01, d/2+0.02, seat-0.03), 0.01, 1))
	lean := geom.Atan2(0.10, back+0.16)
	panel := solid.Turn(solid.RoundedBox(v(w-0.03, 0.02, back+0.12), 0.008, 1), geom.RotX(-lean))
	body.put(solid.Move(panel, v(0, d/2+0.045, seat+back/2-0.06)))
	body.put(solid.Turn(solid.BoxBetween(v(-w/2+0.03, -d/2-0.30, v0), v(w/2-0.03, -d/2+0.04, v0+0.022), 0.006, 1), geom.Identity3))
	body.put(squareBar(v(0, -d/2, v0+0.01), v(0, -d/2+0.01, seat-0.06), w-0.08, 0.018))
	body.add(b, "carriage", "base_body")

	pad := &assembly{}
	cushion := solid.Cushion(v(w-0.07, d-0.03, 0.10), 8, 3, 20, 5)
	pad.put(solid.Move(cushion, v(0, -0.01, seat+0.005)))
	rest := solid.Turn(solid.Cushion(v(w-0.09, back-0.06, 0.08), 8, 3, 20, 5), geom.RotX(math.Pi/2-lean))
	pad.put(solid.Move(rest, v(0, d/2+0.005, seat+back/2+0.05)))
	part := pad.add(b, "cushions", Other)
	b.support(part, seat+0.05, solid.Rect(0.7*w, 0.55*d).Move(0, -0.1*d))

	if s.Bool(0.75) { // the hood: ribs of a fan about a hinge on the cheeks, covered
		hood := &assembly{}
		open := s.Uniform(1.35, 2.05)
		hinge := v(0, d/2-0.05, seat+0.30)
		reach := back + 0.16
		var sections [][]geom.Vec3
		const ribs = 7
		for i := range ribs {
			a := 0.80 + float64(open*float64(i)/(ribs-1)) // from the top of the back over the head to the front
			sin, cos := geom.SinCos(a)
			along := v(0, cos, sin)
			across := solid.RoundedRect(w+0.02, 2*reach, 0.16, 4)
			// Only the upper half of the loop: an arch from the left hinge over the top to the right, t thick.
			var ring []geom.Vec3
			for _, inset := range []float64{0, 0.014} {
				var arch []geom.Vec3
				for _, p := range shrunk(across, inset) {
					if p.Y > 0 {
						arch = append(arch, hinge.Add(v(p.X, 0, 0)).AddScaled(p.Y, along))
					}
				}
				arch = append([]geom.Vec3{hinge.Add(v(w/2+0.01-inset, 0, 0)).AddScaled(float64(0.05*reach), along)}, arch...)
				arch = append(arch, hinge.Add(v(-w/2-0.01+inset, 0, 0)).AddScaled(float64(0.05*reach), along))
				if inset > 0 {
					for l, r := 0, len(arch)-1; l < r; l, r = l+1, r-1 {
						arch[l], arch[r] = arch[r], arch[l]
					}
				}
				ring = append(ring, arch...)
			}
			sections = append(sections, ring)
		}
		var hulls [][]geom.Vec3
		n := len(sections[0])
		for i := range ribs - 1 {
			for j := range n/2 - 1 {
				var points []geom.Vec3
				for _, k := range []int{i, i + 1} {
					points = append(points, sections[k][j], sections[k][j+1], sections[k][n-1-j], sections[k][n-2-j])
				}
				hulls = append(hulls, points)
			}
		}
		hood.shell(solid.Loft(sections...), hulls...)
		hood.add(b, "hood", Other)
	}

	style, spokes := largeWheel(s, wheelSpoked, wheelSpoked, wheelWooden)
	ww := float64(R * s.Uniform(0.08, 0.12))
	x := w/2 + ww + 0.03
	y := 0.08
	if style == wheelSpoked {
		spokes += 4
	}
	addWheelPair(b, "wheel", wheelOf(style, R, ww, spokes), x, y, R)

	shafts := &assembly{}
	hx := float64(0.40 * w)
	tip := -d/2 - s.Uniform(0.95, 1.2)
	path := solid.CatmullRom([]geom.Vec3{v(hx, d/2, R+0.05), v(hx, -d/2, v0-0.012), v(hx, -d/2-0.35, v0-0.03), v(float64(hx*0.9), tip+0.35, 0.16), v(float64(hx*0.9), tip, 0.018)}, 3)
	shafts.tube(path, 0.018, 8, 1)
	shafts.mirrorX()
	bar := blend(0.16, 0.018, 0.5)
	shafts.put(roundBar(v(-hx*0.92, tip+0.17, bar), v(hx*0.92, tip+0.17, bar), 0.015, 8))
	shafts.add(b, "shafts", "handle")

	under := &assembly{}
	under.put(axle(x+0.02, y, R, 0.014))
	for _, u := range []float64{-hx, hx} {
		under.put(squareBar(v(u, y, R-0.02), v(u, y, seat-0.09), 0.024, 0.05))
	}
	under.add(b, "undercarriage", Other)
}

// cartStall is a street seller's cart: a counter with a roof on posts, two large wheels and props or four wheels, and a
// push bar behind.
func cartStall(b *builder, s *rng.Stream) {
	v := geom.V
	w, l := s.Uniform(0.62, 0.78), s.Uniform(0.95, 1.30)
	four := s.Bool(0.5)
	R := s.Uniform(0.22, 0.32)
	if four {
		R = s.Uniform(0.14, 0.20)
	}
	floor := s.Uniform(0.26, 0.34)
	h := s.Uniform(0.80, 0.92)
	body := &assembly{}
	body.put(solid.BoxBetween(v(-w/2, -l/2, floor), v(w/2, l/2, h), 0.012, 2))
	// Panels on the long sides and in front, and a counter that overhangs.
	for _, u := range []float64{-1, 1} {
		n := 3
		for i := range n {
			y := float64(((float64(i)+0.5)/float64(n) - 0.5) * (l - 0.06))
			m := solid.RoundedBox(v(0.016, 0.84*(l-0.06)/float64(n), 0.72*(h-floor)), 0.006, 1)
			body.put(solid.Move(m, v(float64(u*(w/2+0.003)), y, (floor+h)/2)))
		}
	}
	for _, e := range []float64{-1, 1} {
		body.put(solid.Move(solid.RoundedBox(v(float64(0.8*w), 0.016, float64(0.72*(h-floor))), 0.006, 1), v(0, float64(e*(l/2+0.003)), (floor+h)/2)))
	}
	counter := solid.RoundedRect(w+0.08, l+0.08, 0.03, 3)
	body.put(solid.Move(solid.Extrude(counter, 0.03, 0.008, 1), v(0, 0, h-0.004)))
	part := body.add(b, "counter", "base_body")
	b.support(part, h+0.026, shrunk(counter, 0.07))

	roof := &assembly{}
	top := s.Uniform(1.65, 1.85)
	px, py := w/2-0.01, l/2-0.01
	t := s.Uniform(0.011, 0.016)
	over := s.Uniform(0.08, 0.14)
	kind := s.IntN(3)
	// The posts end just inside the roof, whose underside rises from the eaves to the middle.
	eaves := px / (w/2 + over)
	reach := top + []float64{-0.022 + float64(0.20*(1-float64(eaves*eaves))), -0.02 + float64(0.22*(1-eaves)), 0}[kind]
	eachCorner(func(sx, sy float64) {
		roof.put(roundBar(v(sx*px, sy*py, h), v(sx*px, sy*py, reach), t, 8))
	})
	switch kind {
	case 0: // a barrel roof
		const n = 8
		arc := func(r float64) []solid.P2 {
			var out []solid.P2
			half := w/2 + over
			for i := range n + 1 {
				u := 2*float64(i)/n - 1
				out = append(out, solid.P2{X: u * half, Y: r + float64(0.20*(1-float64(u*u)))})
			}
			return out
		}
		lower, upper := arc(0), arc(0.016)
		var o solid.Outline
		o = append(o, lower...)
		for i := range upper {
			o = append(o, upper[len(upper)-1-i])
		}
		m := plate(o, l/2+over, l+2*over, 0, 0)
		m = solid.Move(m, v(0, 0, top-0.03))
		roof.shell(m, solid.Slices(m, v(1, 0, 0), n)...)
	case 1: // a pitched roof
		o := solid.Outline{{X: -w/2 - over, Y: 0}, {X: 0, Y: 0.22}, {X: w/2 + over, Y: 0}, {X: w/2 + over, Y: 0.02}, {X: 0, Y: 0.245}, {X: -w/2 - over, Y: 0.02}}
		m := solid.Move(plate(o, l/2+over, l+2*over, 0, 0), v(0, 0, top-0.03))
		roof.shell(m, solid.Slices(m, v(1, 0, 0), 4)...)
		for _, e := range []float64{-1, 1} { // gables
			g := plate(solid.Outline{{X: -w / 2, Y: 0.01}, {X: w / 2, Y: 0.01}, {X: 0, Y: 0.22}}, 0, 0.012, 0, 0)
			roof.put(solid.Move(g, v(0, float64(e*(l/2+float64(0.3*over)))+0.006, top-0.02)))
		}
	default: // a hipped canopy with a valance
		o := solid.RoundedRect(w+2*over, l+2*over, 0.03, 2)
		roof.put(solid.Loft(o.Flat(top-0.10), o.Flat(top-0.01), solid.RoundedRect(0.05, 0.05+l-w, 0.01, 2).Flat(top+0.20)))
	}
	roof.add(b, "roof", Other)

	style, spokes := largeWheel(s, wheelSpoked, wheelWooden, wheelPneumatic)
	ww := float64(R * s.Uniform(0.16, 0.24))
	x := w/2 + 0.055 + float64(0.85*ww)
	wheel := wheelOf(style, R, ww, spokes)
	under := &assembly{}
	if four {
		y := l/2 - 0.22
		addWheelPair(b, "wheel-front", wheel, x, -y, R)
		addWheelPair(b, "wheel-rear", wheel, x, y, R)
		for _, u := range []float64{-y, y} {
			under.put(axle(x, u, R, 0.016), solid.BoxBetween(v(-0.36*w, u-0.04, R-0.02), v(0.36*w, u+0.04, floor+0.012), 0.006, 1))
		}
	} else {
		y := float64(0.10 * l)
		addWheelPair(b, "wheel", wheel, x, y, R)
		under.put(axle(x, y, R, 0.016), solid.BoxBetween(v(float64(-0.36*w), y-0.05, min(R, floor)-0.03), v(float64(0.36*w), y+0.05, floor+0.012), 0.006, 1))
		for _, sx := range []float64{-1, 1} {
			for _, sy := range []float64{-1, 1} {
				x, y := float64(sx*(w/2-0.06)), float64(sy*(l/2-0.06))
				under.put(squareBar(v(x, y, 0), v(x, y, floor+0.012), 0.034, 0.034))
			}
		}
	}
	under.add(b, "undercarriage", Other)

	handle := &assembly{}
	hz, back := h-0.06, l/2+s.Uniform(0.20, 0.30)
	path := solid.RoundedPath([]geom.Vec3{v(-0.4*w, l/2-0.01, hz-0.06), v(-0.4*w, back, hz), v(0.4*w, back, hz), v(0.4*w, l/2-0.01, hz-0.06)}, 0.06, 4)
	handle.tube(path, 0.016, 8, 1)
	handle.add(b, "handle", "handle")
}

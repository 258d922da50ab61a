package furniture

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/scenes/rng"
)

// cartHandTruck is a sack barrow: an upright frame of tubes with cross straps, a toe plate in front and two wheels
// behind, standing on plate and wheels.
func cartHandTruck(b *builder, s *rng.Stream) {
	v := geom.V
	half, h := s.Uniform(0.17, 0.24), s.Uniform(0.95, 1.25)
	t := s.Uniform(0.013, 0.018)
	r := s.Uniform(0.10, 0.16)
	lean := s.Uniform(0.0, 0.10) // backwards at the top
	at := func(x, z float64) geom.Vec3 { return v(x, float64(lean*z), z) }

	body := &assembly{}
	body.put(solid.BoxBetween(v(-half-0.02, -s.Uniform(0.18, 0.28), 0), v(half+0.02, t, 0.012), 0.003, 1))
	neck := float64(0.86 * h)
	body.put(roundBar(at(-half, 0.006), at(-half, neck), t, 10), roundBar(at(half, 0.006), at(half, neck), t, 10))
	n := 3 + s.IntN(3)
	bow := s.Uniform(0, 0.05)
	for i := range n {
		z := blend(0.14, 0.93*neck, float64(i)/float64(n-1))
		p, q := at(-half, z), at(half, z)
		if s.Bool(0.5) || i == 0 {
			body.put(roundBar(p, q, 0.8*t, 8))
			continue
		}
		section := solid.RoundedRect(0.006, 0.040, 0.002, 1)
		path := solid.Bezier(p, p.Add(v(0.1, 1.3*bow, 0)), q.Add(v(-0.1, 1.3*bow, 0)), q, 6)
		m := solid.Sweep(path, v(0, 0, 1), func(float64) solid.Outline { return section })
		body.shell(m, solid.Slices(m, v(1, 0, 0), 4)...)
	}
	if s.Bool(0.5) { // a strap down the middle
		body.put(squareBar(at(0, 0.012).Add(v(0, bow, 0)), at(0, 0.93*neck).Add(v(0, bow, 0)), 0.04, 0.008))
	}
	body.add(b, "frame", "base_body")

	handle := &assembly{}
	back := v(0, s.Uniform(0.10, 0.18), 0)
	switch s.IntN(3) {
	case 0: // one loop over the top
		path := solid.RoundedPath([]geom.Vec3{at(-half, neck-0.01), at(-half, h), at(half, h), at(half, neck-0.01)}, 0.10, 5)
		handle.tube(path, 1.12*t, 10, 1)
	case 1: // two bent grips
		for _, x := range []float64{-half, half} {
			path := solid.RoundedPath([]geom.Vec3{at(x, neck-0.01), at(x, h-0.02), at(x, h).Add(back)}, 0.07, 5)
			handle.tube(path, 1.25*t, 8, 1)
		}
	default: // a bent bow towards the back
		path := solid.RoundedPath([]geom.Vec3{at(-half, neck-0.01), at(-half, h-0.04), at(-half, h).Add(back), at(half, h).Add(back), at(half, h-0.04), at(half, neck-0.01)}, 0.06, 4)
		handle.tube(path, 1.12*t, 8, 1)
	}
	handle.add(b, "handle", "handle")

	style, spokes := largeWheel(s, wheelPneumatic, wheelDisc, wheelSpoked)
	w := float64(r * s.Uniform(0.34, 0.5))
	y := float64(r*0.55) + 0.05
	x := half + t + float64(0.62*w) + 0.012
	if s.Bool(0.4) {
		x = half - t - float64(0.62*w) - 0.012 // inside the frame
	}
	addWheelPair(b, "wheel", wheelOf(style, r, w, spokes), x, y, r)
	under := &assembly{}
	under.put(axle(x, y, r, 0.010))
	for _, u := range []float64{-half, half} {
		under.put(squareBar(at(u, 0.5*r), v(u, y, r), 0.010, 0.030), squareBar(at(u, 2.4*r), v(u, y, r), 0.010, 0.030))
	}
	under.add(b, "axle", Other)
}

// cartWagon is a garden wagon: a tub, a tray or slatted sides on four wheels, pulled by a drawbar.
func cartWagon(b *builder, s *rng.Stream) {
	v := geom.V
	w, l := s.Uniform(0.42, 0.56), s.Uniform(0.80, 1.05)
	r := s.Uniform(0.11, 0.18)
	floor := r + s.Uniform(0.03, 0.09)
	side := s.Uniform(0.16, 0.32)
	body := &assembly{}
	switch s.IntN(3) {
	case 0: // pressed tub with flared sides and a rolled rim
		flare := s.Uniform(0.0, 0.08)
		o0, o1 := solid.RoundedRect(w, l, 0.06, 3), solid.RoundedRect(w+2*flare, l+2*flare, 0.06+flare, 3)
		body = trough(o0, o1, floor, floor+side, 0.010)
		body.hoop(o1.Flat(floor+side), v(0, 0, 1), solid.RoundedRect(0.026, 0.020, 0.007, 1))
	case 1: // boards between corner posts
		body.put(solid.BoxBetween(v(-w/2, -l/2, floor), v(w/2, l/2, floor+0.02), 0.004, 1))
		n := 2 + s.IntN(2)
		gap := 0.02
		board := (side - float64(gap*float64(n))) / float64(n)
		for i := range n {
			z := floor + 0.02 + gap + float64((board+gap)*float64(i))
			for _, u := range []float64{-1, 1} {
				body.put(solid.BoxBetween(v(u*w/2-0.009, -l/2, z), v(u*w/2+0.009, l/2, z+board), 0.004, 1))
				body.put(solid.BoxBetween(v(-w/2, u*l/2-0.009, z), v(w/2, u*l/2+0.009, z+board), 0.004, 1))
			}
		}
		eachCorner(func(sx, sy float64) {
			body.put(solid.BoxBetween(v(float64(sx*(w/2-0.024))-0.018, float64(sy*(l/2-0.024))-0.018, floor), v(float64(sx*(w/2-0.024))+0.018, float64(sy*(l/2-0.024))+0.018, floor+side+0.02), 0.004, 1))
		})
		for _, u := range []float64{-0.33, 0.33} {
			for _, sx := range []float64{-1, 1} {
				body.put(solid.BoxBetween(v(float64(sx*(w/2+0.009))-0.009, float64(u*l)-0.02, floor-0.01), v(float64(sx*(w/2+0.009))+0.009, float64(u*l)+0.02, floor+side), 0.003, 1))
			}
		}
	default: // a mesh tray: floor plate, rails and uprights
		body.put(solid.BoxBetween(v(-w/2, -l/2, floor), v(w/2, l/2, floor+0.012), 0.004, 1))
		for _, z := range []float64{floor + 0.5*side, floor + side} {
			body.hoop(solid.RoundedRect(w, l, 0.05, 2).Flat(z), v(0, 0, 1), solid.Regular(0.010, 6))
		}
		nx, ny := 4, 7
		for i := range ny {
			y := float64((float64(i)/float64(ny-1) - 0.5) * (l - 0.12))
			for _, u := range []float64{-1, 1} {
				body.put(rod(v(u*w/2, y, floor), v(u*w/2, y, floor+side), 0.006, 5))
			}
		}
		for i := range nx {
			x := float64((float64(i)/float64(nx-1) - 0.5) * (w - 0.12))
			for _, u := range []float64{-1, 1} {
				body.put(rod(v(x, u*l/2, floor), v(x, u*l/2, floor+side), 0.006, 5))
			}
		}
	}
	part := body.add(b, "tub", "base_body")
	b.support(part, floor+0.02, solid.Rect(0.9*w, 0.9*l))

	style, spokes := largeWheel(s, wheelPneumatic, wheelDisc, wheelSpoked, wheelWooden)
	ww := float64(r * s.Uniform(0.32, 0.5))
	x := w/2 + float64(0.75*ww) + 0.02
	if floor > 2*r-0.01 {
		x = w/2 - 0.5*ww - 0.02
	}
	y := l/2 - float64(r*s.Uniform(0.9, 1.1))
	wheel := wheelOf(style, r, ww, spokes)
	addWheelPair(b, "wheel-front", wheel, x, -y, r)
	addWheelPair(b, "wheel-rear", wheel, x, y, r)

	under := &assembly{}
	under.put(axle(x, -y, r, 0.011), axle(x, y, r, 0.011))
	under.put(squareBar(v(0, -y, r), v(0, y, r), 0.05, 0.03))
	for _, u := range []float64{-y, y} {
		under.put(solid.BoxBetween(v(-0.32*w, u-0.03, r-0.014), v(0.32*w, u+0.03, floor+0.004), 0.006, 1))
	}
	under.put(solid.Move(solid.Cylinder(0.09, max(0.01, floor-r-0.02), 0.003, 14), v(0, -y, r+0.016)))
	under.add(b, "undercarriage", Other)

	// The drawbar is parked upright, so that the wagon does not tip over its front axle.
	handle := &assembly{}
	foot := v(0, -y-0.02, r)
	reach, rise := s.Uniform(0.04, 0.16), s.Uniform(0.50, 0.75)
	knee := v(0, -l/2-0.06, r+0.01)
	tip := knee.Add(v(0, -reach, rise))
	handle.tube(solid.RoundedPath([]geom.Vec3{foot, knee, tip}, 0.08, 4), 0.012, 8, 1)
	g := s.Uniform(0.07, 0.10)
	if s.Bool(0.5) {
		handle.put(roundBar(tip.Add(v(-g, 0, 0)), tip.Add(v(g, 0, 0)), 0.016, 10))
	} else { // a closed D
		up := tip.Sub(knee).Unit()
		loop := solid.RoundedLoop([]geom.Vec3{tip.Add(v(-0.4*g, 0, 0)), tip.Add(v(0.4*g, 0, 0)), tip.Add(v(g, 0, 0)).AddScaled(1.4*g, up), tip.Add(v(-g, 0, 0)).AddScaled(1.4*g, up)}, 0.02, 2)
		handle.hoop(loop, v(1, 0, 0).Cross(up), solid.Regular(0.012, 8))
	}
	handle.add(b, "drawbar", "handle")
}

// cartBarrow is a wheelbarrow: a sloping tray on two shafts with grips behind, one wheel before, two legs.
func cartBarrow(b *builder, s *rng.Stream) {
	v := geom.V
	r := s.Uniform(0.17, 0.22)
	w := s.Uniform(0.52, 0.64)
	l := s.Uniform(0.68, 0.86)
	rim := s.Uniform(0.58, 0.68)
	depth := s.Uniform(0.20, 0.30)
	// The shafts run from the wheel's axle, spread, and end in level grips.
	axleY := -l/2 - s.Uniform(-0.02, 0.06)
	low, high := r, s.Uniform(0.52, 0.60)
	gripY := l/2 + s.Uniform(0.45, 0.60)
	narrow, spread := s.Uniform(0.06, 0.08), s.Uniform(0.24, 0.30)
	shaftAt := func(y float64) geom.Vec3 {
		t := (y - axleY) / (gripY - axleY)
		return v(blend(narrow, spread, t), y, blend(low, high, t))
	}

	// The tray: a tapered trough, sheared so that its rim is level and its front wall slopes more than its back.
	o0 := solid.RoundedRect(0.55*w, 0.50*l, 0.05, 3).Move(0, 0.08*l)
	o1 := solid.RoundedRect(w, l, 0.09, 3)
	z0 := rim - depth
	floorAt := shaftAt(0.0)
	z0 = max(z0, floorAt.Z+0.02)
	tray := trough(o0, o1, z0, rim, 0.010)
	tray.hoop(o1.Flat(rim), v(0, 0, 1), solid.RoundedRect(0.026, 0.020, 0.007, 1))
	part := tray.add(b, "tray", "base_body")
	b.support(part, z0+0.01, o0.Inset(0.02))

	shafts, grips, legs := &assembly{}, &assembly{}, &assembly{}
	t := s.Uniform(0.014, 0.019)
	wood := s.Bool(0.35)
	cut := gripY - 0.16
	p, q, g := shaftAt(axleY-0.03), shaftAt(cut), shaftAt(gripY)
	if wood {
		shafts.put(squareBar(p, q, 2*t, 2.4*t))
	} else {
		shafts.put(roundBar(p, q, t, 10))
	}
	grips.put(roundBar(q.Lerp(g, -0.02), g, 1.2*t, 10), roundBar(g.Lerp(q, 0.06), g.Lerp(q, -0.05), 1.4*t, 10))
	legY := float64(0.24 * l)
	top := shaftAt(legY)
	x := top.X + 0.02
	if wood {
		legs.put(solid.Leg(v(x+0.02, legY+0.05, 0.002), top, []solid.P2{{X: 1, Y: 0}, {X: 1, Y: 1}}, solid.Rect(0.03, 0.04)), squareBar(v(x+0.018, legY+0.04, 0.08), shaftAt(legY-0.14), 0.012, 0.03))
		legs.put(solid.BoxBetween(v(x-0.005, legY+0.015, 0), v(x+0.045, legY+0.09, 0.012), 0.003, 1))
	} else {
		path := solid.RoundedPath([]geom.Vec3{shaftAt(legY - 0.16), v(x+0.01, legY-0.03, t), v(x+0.01, legY+0.10, t), shaftAt(legY + 0.14)}, 0.05, 3)
		legs.tube(path, t, 8, 1)
	}
	// Struts hold the tray over the shafts.
	legs.put(squareBar(shaftAt(-0.12*l), v(0.26*w, -0.12*l, z0+0.012), 0.012, 0.05), squareBar(shaftAt(0.26*l), v(0.26*w, 0.26*l, z0+0.012), 0.012, 0.05))
	front := shaftAt(axleY + r + 0.09)
	legs.put(squareBar(front, v(0.20*w, -0.42*l, blend(z0, rim, 0.62)), 0.010, 0.03))
	for _, a := range []*assembly{shafts, grips, legs} {
		a.mirrorX()
	}
	legs.put(roundBar(v(-x-0.01, legY+0.04, 0.13), v(x+0.01, legY+0.04, 0.13), 0.010, 8))
	legs.add(b, "legs", Other)

	shafts.put(roundBar(v(-narrow, axleY, r), v(narrow, axleY, r), 0.010, 8))
	if !wood { // the nose bar around the wheel
		n := shaftAt(axleY - 0.03)
		y := axleY - r - 0.05
		shafts.tube(solid.RoundedPath([]geom.Vec3{v(-n.X, n.Y, n.Z), v(-n.X, y, n.Z), v(n.X, y, n.Z), n}, 0.05, 3), 0.7*t, 8, 1)
	}
	shafts.add(b, "shafts", Other)
	grips.add(b, "grips", "handle")
	style, spokes := largeWheel(s, wheelPneumatic, wheelPneumatic, wheelSpoked, wheelDisc)
	addWheel(b, "wheel", wheelOf(style, r, min(0.09, 0.9*narrow), spokes), v(0, axleY, r))
}

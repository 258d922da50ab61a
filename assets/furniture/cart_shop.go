package furniture

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// cartShopping is a supermarket's cart: a basket of wire that narrows to the front, a chassis of tubes, four casters.
func cartShopping(b *builder, s *rng.Stream) {
	v := geom.V
	w, l := s.Uniform(0.46, 0.56), s.Uniform(0.74, 0.92)
	taper := s.Uniform(0.70, 0.88) // width in front over width behind
	rim, front, back := s.Uniform(0.88, 0.98), s.Uniform(0.50, 0.58), s.Uniform(0.42, 0.48)
	t := 0.0075
	// corner is a point of the basket: u from -1 (left) to 1, f from 0 (behind) to 1 (front), k from 0 (floor) to 1 (rim).
	corner := func(u, f, k float64) geom.Vec3 {
		floor := blend(back, front, f)
		y := blend(l/2, -l/2, f) + float64((f-0.5)*-0.16*(k-1)) // the floor is shorter than the rim
		return v(u*w/2*blend(1, taper, f)*blend(0.86, 1, k), y, blend(floor, blend(rim, rim-0.05, f), k))
	}
	body := &assembly{}
	wire := func(p, q geom.Vec3) { body.solids = append(body.solids, roundBar4(p, q, t)) }
	// Colliders: one thin plate for each wall, not one bar for each wire.
	wall := func(points ...geom.Vec3) {
		var out []geom.Vec3
		c := geom.Bounds(points).Center()
		for _, p := range points {
			away := p.Sub(v(0, 0, blend(back, rim, 0.5))).Unit().Scale(t)
			out = append(out, p.Add(away), p.Sub(away).Lerp(c, 0.001))
		}
		body.hulls = append(body.hulls, out)
	}
	rails := 4 + s.IntN(2)
	for i := range rails {
		k := float64(i) / float64(rails-1)
		for _, u := range []float64{-1, 1} {
			wire(corner(u, 0, k), corner(u, 1, k))
		}
		wire(corner(-1, 1, k), corner(1, 1, k))
		wire(corner(-1, 0, k), corner(1, 0, k))
	}
	along, across := 9, 6
	for i := range along + 1 {
		f := float64(i) / float64(along)
		for _, u := range []float64{-1, 1} {
			wire(corner(u, f, 0), corner(u, f, 1))
		}
		wire(corner(-1, f, 0), corner(1, f, 0))
	}
	for i := range across - 1 {
		u := 2*float64(i+1)/float64(across) - 1
		wire(corner(u, 0, 0), corner(u, 0, 1))
		wire(corner(u, 1, 0), corner(u, 1, 1))
		wire(corner(u, 0, 0), corner(u, 1, 0))
	}
	for _, u := range []float64{-1, 1} {
		wall(corner(u, 0, 0), corner(u, 1, 0), corner(u, 1, 1), corner(u, 0, 1))
	}
	for _, f := range []float64{0, 1} {
		wall(corner(-1, f, 0), corner(1, f, 0), corner(1, f, 1), corner(-1, f, 1))
	}
	wall(corner(-1, 0, 0), corner(1, 0, 0), corner(1, 1, 0), corner(-1, 1, 0))
	// The rim is thicker.
	body.hoop([]geom.Vec3{corner(-1, 0, 1), corner(1, 0, 1), corner(1, 1, 1), corner(-1, 1, 1)}, v(0, 0, 1), solid.Regular(0.011, 6))

	// The chassis: side tubes from the handle's posts down and forward, and a frame for crates below.
	r := s.Uniform(0.055, 0.07)
	low := 2*r + s.Uniform(0.05, 0.09)
	xb, xf := float64(0.44*w), float64(0.44*w*taper)
	yf := -l/2 + 0.06
	for _, u := range []float64{-1, 1} {
		path := solid.RoundedPath([]geom.Vec3{corner(float64(0.96*u), 0.02, 0.1), v(float64(u*xb), l/2-0.02, low), v(float64(u*xf), yf, low), v(float64(u*xf*0.98), yf+0.02, low+0.02)}, 0.06, 3)
		body.tube(path, 0.013, 6, 1)
		body.put(roundBar(v(u*0.9*xf, yf+0.10, low), corner(0.8*u, 0.78, 0), 0.012, 6))
	}
	body.put(roundBar(v(-xf, yf, low), v(xf, yf, low), 0.012, 6), roundBar(v(-xb, l/2-0.03, low), v(xb, l/2-0.03, low), 0.012, 6))
	if s.Bool(0.7) {
		for i := range 5 {
			u := float64(i)/2.5 - 0.8
			body.put(roundBar4(v(u*xb, l/2-0.03, low), v(u*xf, yf, low), t))
		}
	}
	body.add(b, "basket", "base_body")

	handle := &assembly{}
	hy, hz := l/2+s.Uniform(0.06, 0.11), rim+s.Uniform(0.02, 0.07)
	for _, u := range []float64{-1, 1} {
		handle.put(squareBar(corner(u, 0, 0.92), v(u*w/2, hy, hz), 0.014, 0.030))
	}
	handle.put(roundBar(v(-w/2-0.02, hy, hz), v(w/2+0.02, hy, hz), 0.016, 10))
	handle.add(b, "handle", "handle")

	wheel := wheelOf(wheelCaster, r, 0.4*r, 0)
	x := xf - 0.012
	forks := &assembly{}
	for _, u := range []float64{-1, 1} {
		forks = joined(forks, casterFork(v(float64(u*x), yf+0.05, r), r, float64(0.4*r), 0.02, low-0.008), casterFork(v(float64(u*xb), l/2-0.05, r), r, float64(0.4*r), 0.02, low-0.008))
	}
	addWheelPair(b, "wheel-front", wheel, x, yf+0.05, r)
	addWheelPair(b, "wheel-rear", wheel, xb, l/2-0.05, r)
	forks.add(b, "forks", Other)

	if s.Bool(0.5) { // a flap for a child's seat behind
		o := solid.RoundedRect(0.8*w, 0.22, 0.02, 2)
		flap := solid.Turn(plate(o, 0, 0.010, 0.003, 1), geom.RotX(-0.15))
		b.add("flap", Other, solid.Move(flap, v(0, l/2-0.07, rim-0.16)))
	}
}

// roundBar4 is a wire: a bar of four sides without bevel, 12 triangles.
func roundBar4(p, q geom.Vec3, r float64) *mesh.Mesh {
	return solid.Place(solid.Lathe([]solid.P2{{X: 1.2 * r, Y: 0}, {X: 1.2 * r, Y: q.Sub(p).Len()}}, 4), solid.Along(p, q))
}

// cartPlatform is a flat deck with a bumper, four casters and a push bar behind, some with one in front.
func cartPlatform(b *builder, s *rng.Stream) {
	v := geom.V
	w, l := s.Uniform(0.48, 0.66), s.Uniform(0.78, 1.10)
	r := s.Uniform(0.06, 0.085)
	deck := 2*r + s.Uniform(0.03, 0.05)
	thick := s.Uniform(0.035, 0.06)
	o := solid.RoundedRect(w, l, s.Uniform(0.03, 0.07), 4)
	body := &assembly{}
	body.put(solid.Move(solid.Extrude(o, thick, 0.008, 2), v(0, 0, deck)))
	rails := 0
	if s.Bool(0.4) {
		rails = 4 + s.IntN(4)
	}
	for i := range rails { // grip strips on the deck
		x := float64((float64(i)+0.5)/float64(rails)*0.86*w) - float64(0.43*w)
		body.put(solid.Move(solid.RoundedBox(v(0.04, 0.86*l, 0.008), 0.003, 1), v(x, 0, deck+thick)))
	}
	part := body.add(b, "deck", "base_body")
	b.support(part, deck+thick, o.Inset(0.04))
	bumper := &assembly{}
	bumper.hoop(shrunk(o, -0.006).Flat(deck+0.5*thick), v(0, 0, 1), solid.RoundedRect(0.022, float64(0.6*thick), 0.007, 1))
	bumper.add(b, "bumper", Other)
	casters(b, r, float64(0.36*r), float64(0.36*w), l/2-float64(1.9*r), deck+0.002)

	ends := []float64{1}
	if s.Bool(0.3) {
		ends = []float64{-1, 1}
	}
	h := s.Uniform(0.85, 1.02)
	t := s.Uniform(0.013, 0.018)
	x := float64(0.40 * w)
	lean := s.Uniform(0, 0.12)
	kind := s.IntN(3)
	for i, e := range ends {
		y := float64(e * (l/2 - 0.05))
		top := float64(e * (l/2 - 0.05 + lean))
		handle := &assembly{}
		path := solid.RoundedPath([]geom.Vec3{v(-x, y, deck+thick-0.01), v(-x, top, h), v(x, top, h), v(x, y, deck+thick-0.01)}, s.Uniform(0.06, 0.12), 5)
		handle.tube(path, t, 10, 1)
		mid := func(k float64) float64 { return blend(y, top, k) }
		switch kind {
		case 1:
			for _, k := range []float64{0.35, 0.65} {
				z := blend(deck+thick, h, k)
				handle.put(roundBar(v(-x, mid(k), z), v(x, mid(k), z), 0.8*t, 8))
			}
		case 2:
			for j := range 3 {
				u := float64(float64(j-1) * 0.5 * x)
				handle.put(roundBar(v(u, mid(0.02), blend(deck+thick, h, 0.02)), v(u, mid(0.6), blend(deck+thick, h, 0.6)), 0.7*t, 8))
			}
			handle.put(roundBar(v(-x, mid(0.6), blend(deck+thick, h, 0.6)), v(x, mid(0.6), blend(deck+thick, h, 0.6)), 0.8*t, 8))
		}
		for _, u := range []float64{-x, x} { // sockets
			handle.put(solid.Move(solid.RoundedBox(v(3.4*t, 3.4*t, 0.05), 0.006, 1), v(u, y, deck+thick+0.02)))
		}
		handle.add(b, []string{"handle", "handle-front"}[i], "handle")
	}
}

// cartTea is a serving trolley: two or three trays with a gallery between four posts, a grip at one end.
func cartTea(b *builder, s *rng.Stream) {
	v := geom.V
	w, l := s.Uniform(0.40, 0.52), s.Uniform(0.64, 0.86)
	h := s.Uniform(0.74, 0.88)
	big := s.Bool(0.3) // two large wheels behind instead of casters
	r := s.Uniform(0.035, 0.05)
	n := 2 + s.IntN(2)
	low := 2*r + s.Uniform(0.06, 0.12)
	t := s.Uniform(0.011, 0.017)
	body := &assembly{}
	oval := s.Bool(0.35)
	outline := solid.RoundedRect(w, l, 0.03, 3)
	if oval {
		outline = solid.RoundedRect(w, l, 0.45*w, 6)
	}
	px, py := w/2-t, l/2-t
	if oval {
		px, py = w/2-float64(0.13*w), l/2-float64(0.13*w)
	}
	tall := s.Uniform(0.03, 0.06)
	rails := s.Bool(0.5)
	var last float64
	for i := range n {
		z := blend(low, h, float64(i)/float64(n-1))
		last = z
		if rails { // a board with a thin rail above it
			body.put(solid.Move(solid.Extrude(outline, 0.016, 0.005, 1), v(0, 0, z)))
			body.hoop(outline.Flat(z+tall), v(0, 0, 1), solid.Regular(0.007, 6))
			if !oval {
				for j := range 3 {
					u := float64(j-1) * 0.5
					for _, e := range []float64{-1, 1} {
						body.put(roundBar(v(float64(e*(w/2-0.002)), float64(u*l), z+0.01), v(float64(e*(w/2-0.002)), float64(u*l), z+tall), 0.005, 5))
					}
				}
			}
		} else { // a tray with a raised edge
			body = joined(body, trayOf(outline, z, tall, 0.012))
		}
	}
	handleRise := s.Uniform(0.04, 0.16)
	foot := low - 0.02
	for _, sx := range []float64{-1, 1} {
		body.put(roundBar(v(sx*px, -py, foot), v(sx*px, -py, last+tall), t, 8))
		body.put(roundBar(v(sx*px, py, foot), v(sx*px, py, last+tall), t, 8))
	}
	part := body.add(b, "trays", "base_body")
	b.support(part, last+0.016, shrunk(outline, 0.05))

	handle := &assembly{}
	y, z := py+s.Uniform(0.06, 0.12), last+tall+handleRise
	path := solid.RoundedPath([]geom.Vec3{v(-px, py, last), v(-px, py, last+tall+float64(0.3*handleRise)), v(-px, y, z), v(px, y, z), v(px, py, last+tall+float64(0.3*handleRise)), v(px, py, last)}, 0.05, 4)
	handle.tube(path, 0.9*t, 8, 1)
	handle.add(b, "handle", "handle")

	if big {
		R := s.Uniform(0.14, 0.20)
		style, spokes := largeWheel(s, wheelSpoked, wheelWooden)
		ww := float64(0.18 * R)
		x := w/2 + ww + 0.012
		yr := py - float64(0.3*R)
		addWheelPair(b, "wheel-rear", wheelOf(style, R, ww, spokes), x, yr, R)
		wheel := wheelOf(wheelCaster, r, 0.4*r, 0)
		addWheelPair(b, "wheel-front", wheel, px, -py, r)
		under := joined(casterFork(v(px, -py, r), r, 0.4*r, 0, foot+0.002), casterFork(v(-px, -py, r), r, 0.4*r, 0, foot+0.002))
		under.put(axle(x, yr, R, 0.009))
		for _, u := range []float64{-px, px} {
			if R < foot {
				under.put(roundBar(v(u, yr, R), v(u, py, foot+0.01), 0.009, 8))
			} else {
				under.put(roundBar(v(u, yr, R), v(u, py, foot+0.03), 0.009, 8))
			}
		}
		under.add(b, "undercarriage", Other)
		return
	}
	wheel := wheelOf(wheelCaster, r, 0.4*r, 0)
	forks := &assembly{}
	for _, e := range []float64{-1, 1} {
		forks = joined(forks, casterFork(v(px, e*py, r), r, 0.4*r, -0.012, foot+0.002), casterFork(v(-px, e*py, r), r, 0.4*r, -0.012, foot+0.002))
	}
	addWheelPair(b, "wheel-front", wheel, px, -py, r)
	addWheelPair(b, "wheel-rear", wheel, px, py, r)
	forks.add(b, "forks", Other)
}

// trayOf is a shallow tray of any convex outline at height z: a floor and a raised edge tall meters high, t thick.
func trayOf(o solid.Outline, z, tall, t float64) *assembly {
	a := &assembly{}
	in := shrunk(o, t)
	wide := shrunk(o, -0.25*tall)
	loops := [][]geom.Vec3{o.Flat(z), wide.Flat(z + tall), shrunk(wide, t).Flat(z + tall), in.Flat(z + t)}
	hulls := [][]geom.Vec3{append(append([]geom.Vec3(nil), loops[0]...), loops[3]...)}
	n := len(o)
	for i := range n {
		var points []geom.Vec3
		for _, l := range loops {
			points = append(points, l[i], l[(i+1)%n])
		}
		hulls = append(hulls, points)
	}
	a.shell(solid.Loft(loops...), hulls...)
	return a
}

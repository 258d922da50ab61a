package furniture

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// sling is the seat or back of a steel-tube chair: a thin sheet between side rails from p to q, half wide, sagging by
// sag along the direction down.
func sling(p, q geom.Vec3, half, thickness, sag float64, down geom.Vec3) *mesh.Mesh {
	return solid.Sheet(6, 4, thickness, func(u, v float64) geom.Vec3 {
		x := 2*u - 1
		f := float64((1 - float64(x*x)) * (1 - float64((2*v-1)*(2*v-1))))
		return p.Lerp(q, v).Add(geom.V(half*x, 0, 0)).AddScaled(float64(sag*f), down)
	})
}

// cantileverChair is bent from one steel tube: runners on the floor, legs only in front, seat and back swinging free.
func cantileverChair(b *builder, s *rng.Stream) {
	h, d := s.Uniform(0.42, 0.46), s.Uniform(0.42, 0.48)
	x := s.Uniform(0.20, 0.25)
	r := s.Uniform(0.010, 0.014)
	bend := s.Uniform(0.05, 0.1)
	lean := s.Uniform(-0.02, 0.05)
	yf, yb := -d/2, d/2
	// One leg part a side: runner, upright and seat rail.
	joint := geom.V(x, yb-0.15, h-0.008) // where the seat rail ends and the tube of the back begins
	side := []geom.Vec3{geom.V(x, yb-0.01, r), geom.V(x, yf-lean, r), geom.V(x, yf, h), joint}
	path := solid.RoundedPath(side, bend, 4)
	tube := solid.Tube(path, r, 8)
	hulls := solid.TubePieces(path, r, 3)
	b.addHulls("leg-right", "leg", hulls, tube)
	b.addHulls("leg-left", "leg", mirroredHulls(hulls), solid.MirrorX(tube))
	bar := barLimb(r, 1)
	b.add("bar-back", "leg bar", solid.Bar(geom.V(x, yb-0.02, r), geom.V(-x, yb-0.02, r), bar.profile, bar.unit))
	padded, braced := s.Bool(0.5), s.Bool(0.5)
	if padded && braced { // a strung seat would sag through the front bar
		b.add("bar-front", "leg bar", solid.Bar(geom.V(x, yf+0.06, h-0.002), geom.V(-x, yf+0.06, h-0.002), bar.profile, bar.unit))
	}

	// Back: the tube goes on upwards, padded or strung.
	slope := s.Uniform(0.12, 0.25)
	top := h + s.Uniform(0.36, 0.46)
	k := backSurface{y0: yb - 0.045, z0: h - 0.012, slope: slope}
	rail := solid.RoundedPath([]geom.Vec3{joint, k.at(geom.V(x, 0, h-0.012)), k.at(geom.V(x, 0, top))}, bend, 3)
	posts := []*mesh.Mesh{solid.Tube(rail, r, 8)}
	posts = append(posts, solid.MirrorX(posts[0]))
	hulls = append(solid.TubePieces(rail, r, 3), mirroredHulls(solid.TubePieces(rail, r, 3))...)
	lo := h + s.Uniform(0.13, 0.22)
	var panel, seat *mesh.Mesh
	if padded {
		panel = k.pad(2*x+0.01, 1, lo, top+0.02, s.Uniform(0.028, 0.045), s.Uniform(0, 0.02), 6, 4)
		o := solid.RoundedRect(2*x+0.02, d-0.02, 0.03, 2)
		seat = cushionSeat(o, h, s.Uniform(0.035, 0.06), s.Uniform(0, 0.012))
	} else {
		panel = sling(k.at(geom.V(0, 0, lo)), k.at(geom.V(0, 0, top-0.015)), x+r, 0.012, s.Uniform(0, 0.03), geom.V(0, 1, 0))
		seat = sling(geom.V(0, yf+0.015, h+float64(0.6*r)), geom.V(0, yb-0.07, h+float64(0.6*r)-0.01), x+r, 0.014, s.Uniform(0, 0.025), geom.V(0, 0, -1))
	}
	solids := append(posts, panel)
	b.addHulls("back", "chair_back", append(hulls, solid.Slices(panel, geom.V(1, 0, 0), 2)...), solids...)
	i := b.add("seat", "chair_seat", seat)
	b.support(i, seat.Bounds().Max.Z, solid.Rect(1.4*x, 0.6*d))
	if s.Bool(0.45) { // arms: the tube goes forward from the back and down to the seat rail's front
		za := h + s.Uniform(0.19, 0.24)
		ya := yf + s.Uniform(0.04, 0.12)
		at := k.at(geom.V(x, 0, za))
		arm := solid.RoundedPath([]geom.Vec3{at, geom.V(x+0.03, at.Y-0.05, za), geom.V(x+0.03, ya, za), geom.V(x+0.004, ya+0.01, h-0.004)}, 0.06, 3)
		m := solid.Tube(arm, 0.9*r, 7)
		rest := solid.Move(solid.SoftBox(geom.V(0.045, 0.2, 0.022), 0.009, 1, 1, 2, 1), geom.V(x+0.03, (at.Y+ya)/2-0.01, za+0.006))
		hulls := append(solid.TubePieces(arm, r, 3), solid.Hull(rest))
		b.addHulls("arm-right", "chair_arm", hulls, m, rest)
		b.addHulls("arm-left", "chair_arm", mirroredHulls(hulls), solid.MirrorX(m), solid.MirrorX(rest))
	}
}

// sledChair stands on two runners: each side a trapezoid of flat or round steel, shells or pads for seat and back.
func sledChair(b *builder, s *rng.Stream) {
	h, d := s.Uniform(0.42, 0.46), s.Uniform(0.42, 0.48)
	x := s.Uniform(0.20, 0.245)
	r := s.Uniform(0.009, 0.013)
	out := s.Uniform(0, 0.05)
	bend := s.Uniform(0.03, 0.08)
	yf, yb := -d/2+s.Uniform(0.02, 0.06), d/2-s.Uniform(0.02, 0.06)
	rise := bend + 0.03
	st := fourLegs(x, x, yf, yb, h, out, s.Uniform(0.0, 0.05), s.Uniform(0.0, 0.07))
	// Legs begin where the runner's bends end; runner and leg have one radius, so the joint does not show.
	var legs []*mesh.Mesh
	for i := range 4 {
		legs = append(legs, solid.Tube([]geom.Vec3{st.at(i, rise), st.at(i, h)}, r, 8))
	}
	b.addEach("leg", "leg", legs...)
	for i, name := range []string{"runner-right", "runner-left"} {
		a, c := st.at(i, rise), st.at(i+2, rise)
		f, g := st.at(i, r), st.at(i+2, r)
		path := solid.RoundedPath([]geom.Vec3{a, f, g, c}, bend, 4)
		b.addHulls(name, "leg bar", solid.TubePieces(path, r, 4), solid.Tube(path, r, 8))
	}
	bar := barLimb(0.9*r, 1)
	if s.Bool(0.7) {
		b.addEach("bar", "leg bar", st.link(0, 1, h-0.03, h-0.03, bar), st.link(2, 3, h-0.03, h-0.03, bar))
	} else {
		zb := float64(s.Uniform(0.5, 0.8) * h)
		b.addEach("bar", "leg bar", st.link(2, 3, zb, zb, bar))
	}
	o := solid.RoundedRect(2*x+0.04, d, s.Uniform(0.03, 0.08), 2)
	var seat *mesh.Mesh
	if s.Bool(0.5) {
		seat = cushionSeat(o, h-0.004, s.Uniform(0.03, 0.06), s.Uniform(0, 0.01))
	} else {
		seat = saddleSeat(o, h-0.004, 0.02, 0.008)
	}
	i := b.add("seat", "chair_seat", seat)
	b.support(i, seat.Bounds().Max.Z, o.Scale(0.7, 0.7))
	k := backSurface{y0: yb, z0: h - 0.004, slope: s.Uniform(0.12, 0.26), curl: s.Uniform(0, 0.1)}
	top := h + s.Uniform(0.34, 0.46)
	lo := h + s.Uniform(0.12, 0.24)
	posts := []*mesh.Mesh{k.post(x, x, h+0.004, top-0.02, r, 1, solid.Ellipse(1, 1, 8), 4), k.post(-x, -x, h+0.004, top-0.02, r, 1, solid.Ellipse(1, 1, 8), 4)}
	wrap := k
	wrap.wrap = -s.Uniform(0, 1.2)
	wrap.y0 += float64(wrap.wrap * x * x)
	panel := wrap.pad(2*x+0.03, s.Uniform(0.85, 1), lo, top, s.Uniform(0.014, 0.04), s.Uniform(0, 0.03), 6, 3)
	b.addHulls("back", "chair_back", frameHulls(4, append(posts, panel)...), append(posts, panel)...)
}

// foldingChair has two pairs of legs that cross at the sides, a slatted or solid seat and a back between the long legs.
func foldingChair(b *builder, s *rng.Stream) {
	h := s.Uniform(0.42, 0.46)
	x := s.Uniform(0.20, 0.24)
	lw, lt := s.Uniform(0.028, 0.038), s.Uniform(0.016, 0.022)
	section := solid.RoundedRect(lt, lw, 0.25*lt, 1)
	inner := x - lt - 0.003
	yf := -s.Uniform(0.19, 0.25)
	// The long legs run from the front feet to the back of the seat and on as posts.
	back := geom.V(x, s.Uniform(0.15, 0.2), h)
	foot := geom.V(x, yf, 0)
	rear := geom.V(inner, s.Uniform(0.22, 0.28), 0)
	front := geom.V(inner, -s.Uniform(0.15, 0.19), h-0.012)
	flat := []solid.P2{{X: 1, Y: 0}, {X: 1, Y: 1}}
	leg := func(a, c geom.Vec3, e float64) *mesh.Mesh {
		m := solid.Leg(a, c, flat, section)
		if e < 0 {
			m = solid.MirrorX(m)
		}
		return m
	}
	b.addEach("leg", "leg", leg(foot, back, 1), leg(foot, back, -1), leg(rear, front, 1), leg(rear, front, -1))
	bar := barLimb(s.Uniform(0.008, 0.011), 1)
	low := foot.Lerp(back, s.Uniform(0.2, 0.3))
	low2 := rear.Lerp(front, s.Uniform(0.2, 0.3))
	mirror := func(p geom.Vec3) geom.Vec3 { return geom.V(-p.X, p.Y, p.Z) }
	b.addEach("bar", "leg bar", solid.Bar(low, mirror(low), bar.profile, bar.unit), solid.Bar(low2, mirror(low2), bar.profile, bar.unit))

	y0, y1 := front.Y-0.03, back.Y+0.01
	var seat []*mesh.Mesh
	if s.Bool(0.6) {
		n := 4 + s.IntN(4)
		step := (y1 - y0) / float64(n)
		for j := range n {
			y := y0 + float64(float64(j)*step)
			seat = append(seat, solid.BoxBetween(geom.V(-inner-0.005, y+float64(0.08*step), h-0.012), geom.V(inner+0.005, y+float64(0.92*step), h+0.006), 0.004, 1))
		}
		for _, e := range []float64{1, -1} {
			seat = append(seat, solid.BoxBetween(geom.V(float64(e*0.6*inner)-0.012, y0+0.02, h-0.024), geom.V(float64(e*0.6*inner)+0.012, y1-0.02, h-0.008), 0.003, 1))
		}
	} else {
		o := solid.RoundedRect(2*inner-0.002, y1-y0, 0.03, 2)
		seat = append(seat, solid.Move(cushionSeat(o, h-0.012, s.Uniform(0.022, 0.04), s.Uniform(0, 0.01)), geom.V(0, (y0+y1)/2, 0)))
	}
	i := b.add("seat", "chair_seat", seat...)
	box := seat[0].Bounds()
	b.support(i, box.Max.Z, solid.Rect(1.6*inner, 0.8*(y1-y0)).Move(0, (y0+y1)/2))

	// The posts begin with the slope of the legs and straighten upwards.
	slope := (back.Y - foot.Y) / h
	k := backSurface{y0: back.Y, z0: h, slope: slope * s.Uniform(0.35, 0.55), curl: -s.Uniform(0, 0.2)}
	top := h + s.Uniform(0.34, 0.42)
	unit := solid.Outline(section)
	posts := []*mesh.Mesh{k.post(x, x, h-0.001, top, 1, 0.9, unit, 4), k.post(-x, -x, h-0.001, top, 1, 0.9, unit, 4)}
	wrap := k
	wrap.wrap = -s.Uniform(0, 0.9)
	wrap.y0 += float64(wrap.wrap * x * x)
	n := 1 + s.IntN(3)
	hs := s.Uniform(0.05, 0.09)
	for j := range n {
		z := top - 0.03 - hs/2 - float64(float64(j)*(hs+s.Uniform(0.03, 0.05)))
		posts = append(posts, wrap.slat(x, z, hs, 0.011, s.Uniform(0, 0.02), 1, 8))
	}
	b.addHulls("back", "chair_back", frameHulls(3, posts...), posts...)
}

package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// softBox spans a soft box from lo to hi.
func softBox(lo, hi geom.Vec3, r float64, nx, ny, nz int) *mesh.Mesh {
	return solid.Move(solid.SoftBox(hi.Sub(lo), r, 1, nx, ny, nz), lo.Lerp(hi, 0.5))
}

// plump lifts the top of a cushion by dome in its middle.
func plump(m *mesh.Mesh, dome float64) *mesh.Mesh {
	b := m.Bounds()
	c, half := b.Center(), b.Size().Scale(0.5)
	return solid.Deform(m, func(p geom.Vec3) geom.Vec3 {
		u, v, t := (p.X-c.X)/half.X, (p.Y-c.Y)/half.Y, (p.Z-c.Z)/half.Z
		p.Z += float64(dome * max(0, t) * max(0, 1-float64(u*u)) * max(0, 1-float64(v*v)))
		return p
	})
}

// clubChair is an armchair with sofa arms on short legs.
func clubChair(b *builder, s *rng.Stream) {
	inner, d := s.Uniform(0.50, 0.60), s.Uniform(0.70, 0.84)
	armW := s.Uniform(0.10, 0.17)
	armH := s.Uniform(0.54, 0.64)
	legH := s.Uniform(0.08, 0.17)
	base := s.Uniform(0.12, 0.17)
	seatT := s.Uniform(0.11, 0.16)
	w := inner/2 + armW
	yf, yb := -d/2, d/2

	// Short legs: tapered and splayed, buns or blocks.
	l := taperedLimb(s.Uniform(0.018, 0.026), 0.6, roundUnit())
	splay := s.Uniform(0, 0.02)
	switch s.IntN(3) {
	case 0:
		l = taperedLimb(s.Uniform(0.022, 0.03), 0.7, squareUnit())
	case 1:
		splay = 0
		r := s.Uniform(0.03, 0.04)
		l = limb{[]solid.P2{{X: 0.6 * r, Y: 0}, {X: 0.95 * r, Y: 0.15}, {X: 1.05 * r, Y: 0.4}, {X: 0.9 * r, Y: 0.65}, {X: 0.55 * r, Y: 0.75}, {X: 0.8 * r, Y: 0.85}, {X: 0.8 * r, Y: 1}}, roundUnit()}
	}
	fourLegs(w-0.09, w-0.09, yf+0.08, yb-0.08, legH+0.01, splay, splay, splay).add(b, l)

	slope := s.Uniform(0.14, 0.24)
	top := s.Uniform(0.74, 0.90)
	seatTop := legH + base + seatT
	// Arms: boxy and soft, rolled outwards at the top, or flaring. foot is where their outside meets the frame.
	var arm []*mesh.Mesh
	foot := w
	switch s.IntN(3) {
	case 0:
		m := softBox(geom.V(inner/2, yf+0.01, legH+0.02), geom.V(w, yb-0.06, armH), float64(s.Uniform(0.3, 0.48)*armW), 1, 4, 3)
		rise := s.Uniform(-0.1, 0.12)
		arm = append(arm, solid.Deform(m, func(p geom.Vec3) geom.Vec3 { // arms rise or fall towards the back
			f := (p.Z - legH) / (armH - legH)
			p.Z += float64(rise * f * (p.Y - yf) / d)
			return p
		}))
	case 1:
		r := float64(0.55 * armW)
		foot = inner/2 + float64(0.75*armW)
		plate := softBox(geom.V(inner/2, yf+0.025, legH+0.02), geom.V(foot, yb-0.06, armH-float64(0.4*r)), 0.02, 1, 1, 2)
		roll := solid.Turn(solid.Cylinder(r, d-0.07, 0.02, 14), geom.RotX(-math.Pi/2))
		arm = append(arm, plate, solid.Move(roll, geom.V(inner/2+float64(0.6*armW), yf+0.01, armH-r)))
	default:
		flare := s.Uniform(0.02, 0.06)
		foot = w - flare
		m := softBox(geom.V(inner/2, yf+0.01, legH+0.02), geom.V(foot, yb-0.06, armH), float64(0.3*armW), 1, 4, 4)
		arm = append(arm, solid.Deform(m, func(p geom.Vec3) geom.Vec3 {
			f := max(0, (p.Z-legH)/(armH-legH))
			p.X += float64(flare * f * f)
			return p
		}))
	}
	frame := softBox(geom.V(-foot+0.008, yf+0.03, legH), geom.V(foot-0.008, yb-0.02, legH+base), 0.02, 1, 1, 1)
	cushion := plump(softBox(geom.V(-inner/2-0.004, yf, legH+base-0.01), geom.V(inner/2+0.004, yb-0.16, seatTop), float64(0.4*seatT), 4, 4, 1), s.Uniform(0.01, 0.035))
	i := b.add("seat", "chair_seat", frame, cushion)
	b.support(i, cushion.Bounds().Max.Z, solid.Rect(0.7*inner, 0.6*d).Move(0, -0.08))
	b.addPair("arm", "chair_arm", arm...)

	k := backSurface{y0: yb - 0.13, z0: legH + base, slope: slope, wrap: s.Uniform(0, 0.25)}
	bt := s.Uniform(0.13, 0.17)
	backPad := k.pad(inner+0.004, s.Uniform(0.92, 1), seatTop-0.03, top, 0.75*bt, s.Uniform(0, 0.05), 5, 5)
	shell := solid.Move(k.pad(inner+float64(1.6*armW), s.Uniform(0.78, 0.95), legH+0.03, top-0.04, 0.09, s.Uniform(0, 0.05), 5, 5), geom.V(0, 0.09, 0))
	b.addHulls("back", "chair_back", append(solid.Slices(backPad, geom.V(1, 0, 0), 3), solid.Slices(shell, geom.V(1, 0, 0), 3)...), backPad, shell)
}

// loungeChair has a wooden frame with arm bars over slanting legs, and two loose cushions.
func loungeChair(b *builder, s *rng.Stream) {
	w, d := s.Uniform(0.56, 0.66), s.Uniform(0.56, 0.68)
	h := s.Uniform(0.30, 0.36) // frame height at the front
	tilt := s.Uniform(0.08, 0.18)
	r := s.Uniform(0.017, 0.023)
	x := w/2 - r
	yf, yb := -d/2, d/2
	za := h + s.Uniform(0.24, 0.30)
	railZ := func(y float64) float64 { return h - float64(tilt*(y-yf)) - 0.03 }
	unit := squareUnit()
	if s.Bool(0.6) {
		unit = roundUnit()
	}
	l := taperedLimb(r, s.Uniform(0.55, 0.8), unit)
	lean := s.Uniform(0.02, 0.09)
	var legs []*mesh.Mesh
	for _, e := range []float64{1, -1} {
		legs = append(legs, solid.Leg(geom.V(float64(e*x), yf+0.03-0.5*lean, 0), geom.V(float64(e*x), yf+0.06, railZ(yf+0.06)+0.012), l.profile, l.unit))
	}
	for _, e := range []float64{1, -1} {
		legs = append(legs, solid.Leg(geom.V(float64(e*x), yb+0.02+lean, 0), geom.V(float64(e*x), yb-0.06, railZ(yb-0.06)+0.012), l.profile, l.unit))
	}
	b.addEach("leg", "leg", legs...)
	// The side rails carry the seat; they and two cross rails are bars between the legs.
	board := flatLimb(0.02, 0.05)
	rail := func(e float64) *mesh.Mesh {
		return solid.Bar(geom.V(float64(e*x), yf+0.03, railZ(yf+0.03)), geom.V(float64(e*x), yb-0.03, railZ(yb-0.03)), board.profile, board.unit)
	}
	cross := func(y float64) *mesh.Mesh {
		return solid.Bar(geom.V(x, y, railZ(y)), geom.V(-x, y, railZ(y)), board.profile, board.unit)
	}
	b.addEach("rail", "leg bar", rail(1), rail(-1), cross(yf+0.06), cross(yb-0.07))

	th := s.Uniform(0.09, 0.13)
	seat := plump(solid.SoftBox(geom.V(2*x-0.014, d-0.02, th), 0.4*th, 1, 4, 4, 1), s.Uniform(0.005, 0.02))
	seat = solid.Deform(seat, func(p geom.Vec3) geom.Vec3 {
		y := p.Y - 0.01
		return geom.V(p.X, y, p.Z+railZ(y)+th/2-0.014)
	})
	i := b.add("seat", "chair_seat", seat)
	b.support(i, seat.Bounds().Max.Z, solid.Rect(0.6*w, 0.3*d).Move(0, -0.2*d))

	slope := s.Uniform(0.3, 0.5)
	zb := railZ(yb-0.06) + 0.01
	k := backSurface{y0: yb - 0.06, z0: zb, slope: slope}
	top := zb + s.Uniform(0.48, 0.62)
	pt := s.Uniform(0.08, 0.11)
	pad := k.pad(w-4*r-0.01, 1, zb+0.03, top, pt, s.Uniform(0, 0.02), 4, 5)
	pad = solid.Move(pad, geom.V(0, -0.45*pt, 0))
	posts := []*mesh.Mesh{pad}
	hi := top - s.Uniform(0.06, 0.12)
	for _, e := range []float64{1, -1} {
		posts = append(posts, solid.Move(k.post(float64(e*(x-float64(1.5*r))), float64(e*(x-float64(1.5*r))), zb-0.01, hi, float64(0.9*r), 0.8, unit, 2), geom.V(0, r, 0)))
	}
	n := 2 + s.IntN(3)
	for j := range n {
		z := zb + 0.1 + float64((hi-zb-0.14)*float64(j)/float64(max(1, n-1)))
		posts = append(posts, solid.Move(k.slat(x-float64(1.5*r), z, 0.045, 0.014, 0, 1, 2), geom.V(0, r, 0)))
	}
	b.addHulls("back", "chair_back", frameHulls(2, posts...), posts...)

	a := armRest{x: x, xBack: x, yFront: yf + 0.01, yBack: k.at(geom.V(0, 0, za)).Y + 0.03, z: za + 0.02, drop: s.Uniform(0, 0.06), width: s.Uniform(0.055, 0.085), height: s.Uniform(0.018, 0.026), flare: s.Uniform(0, 0.025)}
	foot := func(t float64) geom.Vec3 {
		y := min(a.at(t).Y, yb-0.06)
		return geom.V(x, y, railZ(y)+0.005)
	}
	post := taperedLimb(0.85*r, 1.05, unit)
	if s.Bool(0.5) {
		addArms(b, a, post, foot, 0.1, 0.85)
	} else {
		addArms(b, a, post, foot, 0.08)
	}
}

// reclinerChair is a padded lounger with a headrest and a footrest that swings out on two bars.
func reclinerChair(b *builder, s *rng.Stream) {
	inner, d := s.Uniform(0.50, 0.58), s.Uniform(0.58, 0.68)
	armW := s.Uniform(0.09, 0.13)
	legH := s.Uniform(0.07, 0.12)
	seatT := s.Uniform(0.12, 0.17)
	seatZ := legH + 0.1
	w := inner/2 + armW
	yf, yb := -d/2, d/2
	fourLegs(w-0.06, w-0.06, yf+0.07, yb-0.07, legH+0.012, 0, 0.01, 0.01).add(b, taperedLimb(s.Uniform(0.022, 0.03), 0.7, squareUnit()))
	frame := softBox(geom.V(-w+0.02, yf+0.03, legH), geom.V(w-0.02, yb, seatZ+0.02), 0.02, 1, 1, 1)
	cushion := plump(softBox(geom.V(-inner/2-0.004, yf, seatZ), geom.V(inner/2+0.004, yb+0.02, seatZ+seatT), float64(0.4*seatT), 4, 4, 1), s.Uniform(0.01, 0.03))
	i := b.add("seat", "chair_seat", frame, cushion)
	b.support(i, cushion.Bounds().Max.Z, solid.Rect(0.7*inner, 0.6*d))
	b.addPair("arm", "chair_arm", softBox(geom.V(inner/2, yf+0.01, legH+0.015), geom.V(w, yb-0.02, seatZ+seatT+s.Uniform(0.12, 0.18)), float64(0.4*armW), 1, 3, 3))

	slope := s.Uniform(0.3, 0.62)
	k := backSurface{y0: yb + 0.02, z0: seatZ, slope: slope}
	top := seatZ + s.Uniform(0.58, 0.68)
	bt := s.Uniform(0.12, 0.15)
	n := 2 + s.IntN(2)
	var rolls []*mesh.Mesh
	lo := seatZ + 0.04
	step := (top - lo) / float64(n)
	for j := range n {
		rolls = append(rolls, k.pad(inner+0.02, 0.99, lo+float64(float64(j)*step)-0.008, lo+float64(float64(j+1)*step)+0.008, bt, 0, 4, 2))
	}
	b.add("back", "chair_back", rolls...)
	hw := float64(inner * s.Uniform(0.55, 0.9))
	b.add("head", "chair_head", k.pad(hw, s.Uniform(0.8, 1), top-0.01, top+s.Uniform(0.13, 0.18), 0.9*bt, 0.02, 4, 2))

	// The footrest: a pad before the seat, its far end low or level, on two bars that reach under the seat.
	reach := s.Uniform(0.10, 0.2)
	fall := s.Uniform(0, 0.5)
	l := s.Uniform(0.26, 0.34)
	rest := solid.SoftBox(geom.V(inner-0.02, l, 0.08), 0.03, 1, 3, 3, 1)
	rest = solid.Turn(rest, geom.RotX(fall))
	c := geom.V(0, yf-reach-0.5*l, seatZ+float64(0.3*seatT)-float64(0.5*l*fall))
	b.add("footrest", "footrest", solid.Move(rest, c))
	bar := flatLimb(0.014, 0.03)
	for j, e := range []float64{1, -1} {
		from := c.Add(geom.V(e*0.3*inner, -0.1*l, -0.02))
		to := geom.V(float64(e*0.3*inner), yf+0.1, seatZ-0.02)
		b.add([]string{"link-right", "link-left"}[j], "connector", solid.Bar(from, to, bar.profile, bar.unit))
	}
}

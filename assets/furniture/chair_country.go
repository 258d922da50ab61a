package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// threeLegChair has a round seat on three splayed legs and a low bow on spindles.
func threeLegChair(b *builder, s *rng.Stream) {
	h := s.Uniform(0.40, 0.46)
	r := s.Uniform(0.18, 0.22)
	th := s.Uniform(0.03, 0.042)
	o := solid.Superellipse(r, r*s.Uniform(0.92, 1), s.Uniform(2, 2.6), 20)
	seat := saddleSeat(o, h, th, s.Uniform(0.004, 0.014))
	i := b.add("seat", "chair_seat", seat)
	b.support(i, seat.Bounds().Max.Z, o.Scale(0.7, 0.7))
	start := math.Pi / 2
	if s.Bool(0.5) {
		start = -math.Pi / 2
	}
	out := s.Uniform(0.06, 0.12)
	var st stand
	for j := range 3 {
		sn, c := geom.SinCos(start + 2*math.Pi*float64(j)/3)
		st.top = append(st.top, geom.V(float64(0.62*r*c), float64(0.62*r*sn), h+float64(0.4*th)))
		st.foot = append(st.foot, geom.V(float64((float64(0.62*r)+out)*c), float64((float64(0.62*r)+out)*sn), 0))
	}
	l := turnedLimb(s, s.Uniform(0.018, 0.023))
	if s.Bool(0.5) {
		l = taperedLimb(s.Uniform(0.016, 0.022), s.Uniform(0.55, 0.75), roundUnit())
	}
	st.add(b, l)
	bar := barLimb(0.008, s.Uniform(1, 1.5))
	z := s.Uniform(0.14, 0.2)
	switch s.IntN(3) {
	case 0: // a triangle, each bar a little higher than the one before
		b.addEach("bar", "leg bar", st.link(0, 1, z, z, bar), st.link(1, 2, z+0.03, z+0.03, bar), st.link(2, 0, z+0.06, z+0.06, bar))
	case 1: // a T
		mid := st.at(1, z).Lerp(st.at(2, z), 0.5)
		b.addEach("bar", "leg bar", st.link(1, 2, z, z, bar), solid.Bar(st.at(0, z), mid, bar.profile, bar.unit))
	}
	spindleBow(b, s, r, h+0.5*th)
}

// spindleBow adds a bent rail behind a round seat of radius r, on a row of spindles that stand at height z.
func spindleBow(b *builder, s *rng.Stream, r, z float64) {
	half := s.Uniform(0.9, 1.35)
	rise := s.Uniform(0.18, 0.32)
	lean := s.Uniform(1.02, 1.22)
	rh := s.Uniform(0.03, 0.07)
	path := solid.CircleArc(geom.V(0, 0, z+rise), lean*r, math.Pi/2-half, math.Pi/2+half, 12)
	rail := solid.Sweep(path, geom.V(0, 0, 1), func(u float64) solid.Outline {
		v := 2*u - 1
		return solid.RoundedRect(0.02, float64(rh*(1-float64(0.4*v*v*v*v))), 0.007, 1)
	})
	solids := []*mesh.Mesh{rail}
	hulls := solid.Slices(rail, geom.V(1, 0, 0), 6)
	n := 4 + s.IntN(4)
	for j := range n {
		a := math.Pi/2 + float64(half*0.92*(2*float64(j)/float64(n-1)-1))
		sn, c := geom.SinCos(a)
		m := solid.Leg(geom.V(0.86*r*c, 0.86*r*sn, z), geom.V(lean*r*c, lean*r*sn, z+rise), []solid.P2{{X: 0.008, Y: 0}, {X: 0.0095, Y: 0.35}, {X: 0.006, Y: 1}}, solid.Ellipse(1, 1, 7))
		solids = append(solids, m)
		hulls = append(hulls, solid.Hull(m))
	}
	b.addHulls("back", "chair_back", hulls, solids...)
}

// benchChair is a seat for two or three on six legs, with a long back of slats or spindles.
func benchChair(b *builder, s *rng.Stream) {
	w, d := s.Uniform(1.0, 1.45), s.Uniform(0.38, 0.46)
	h := s.Uniform(0.40, 0.44)
	r := s.Uniform(0.018, 0.026)
	unit := squareUnit()
	if s.Bool(0.4) {
		unit = roundUnit()
	}
	x := w/2 - r - 0.02
	yf, yb := -d/2+r+0.012, d/2-r-0.012
	rake := s.Uniform(0.02, 0.07)
	var st stand
	for _, p := range []float64{x, 0, -x} {
		st.top = append(st.top, geom.V(p, yf, h+0.006), geom.V(p, yb, h+0.006))
		st.foot = append(st.foot, geom.V(p*1.01, yf, 0), geom.V(p*1.01, yb+rake, 0))
	}
	l := taperedLimb(r, s.Uniform(0.6, 0.95), unit)
	if s.Bool(0.35) {
		l = turnedLimb(s, r)
	}
	st.add(b, l)
	bar := flatLimb(0.018, 0.03)
	z := s.Uniform(0.1, 0.18)
	if s.Bool(0.6) {
		b.addEach("bar", "leg bar", st.link(0, 1, z, z, bar), st.link(2, 3, z, z, bar), st.link(4, 5, z, z, bar),
			solid.Bar(st.at(0, z).Lerp(st.at(1, z), 0.5), st.at(4, z).Lerp(st.at(5, z), 0.5), bar.profile, bar.unit))
	}
	var seat []*mesh.Mesh
	top := h + 0.03
	if s.Bool(0.5) {
		n := 3 + s.IntN(3)
		step := d / float64(n)
		for j := range n {
			y := -d/2 + float64(float64(j)*step)
			seat = append(seat, solid.BoxBetween(geom.V(-w/2, y+float64(0.06*step), h), geom.V(w/2, y+float64(0.94*step), top), 0.006, 1))
		}
		for _, p := range []float64{x, 0, -x} {
			seat = append(seat, solid.BoxBetween(geom.V(p-0.015, -d/2+0.03, h-0.03), geom.V(p+0.015, d/2-0.03, h+0.006), 0.004, 1))
		}
	} else {
		o := solid.RoundedRect(w, d, 0.04, 2)
		top = h + s.Uniform(0.035, 0.06)
		seat = append(seat, apron(o, 0.01, h+0.004, 0.05), cushionSeat(o, h, top-h, s.Uniform(0, 0.01)))
	}
	i := b.add("seat", "chair_seat", seat...)
	b.support(i, top, solid.Rect(0.9*w, 0.8*d))

	k := backSurface{y0: yb, z0: h, slope: s.Uniform(0.1, 0.2), curl: s.Uniform(0, 0.1)}
	hi := h + s.Uniform(0.36, 0.48)
	var solids []*mesh.Mesh
	for _, p := range []float64{x, 0, -x} {
		solids = append(solids, k.post(p, p, h+0.008, hi, 0.9*r, 0.8, unit, 3))
	}
	hs := s.Uniform(0.05, 0.08)
	solids = append(solids, k.slat(x+float64(1.5*r), hi-float64(0.3*hs), hs, 0.02, s.Uniform(0, 0.06), s.Uniform(0.7, 1), 12))
	if s.Bool(0.5) {
		n := 1 + s.IntN(3)
		for j := range n {
			zs := top + 0.08 + float64((hi-hs-top-0.1)*float64(j)/float64(n))
			solids = append(solids, k.slat(x, zs, 0.8*hs, 0.014, 0, 1, 4))
		}
	} else {
		solids = append(solids, k.slat(x, top+0.07, 0.03, 0.016, 0, 1, 4))
		n := 8 + 2*s.IntN(4)
		for j := range n {
			p := float64(x * (2*(float64(j)+0.5)/float64(n) - 1))
			solids = append(solids, k.post(p, p, top+0.07, hi-float64(0.2*hs), 0.007, 1, solid.RoundedRect(2.4, 1.6, 0.4, 1), 2))
		}
	}
	b.addHulls("back", "chair_back", frameHulls(3, solids...), solids...)
	if s.Bool(0.4) {
		za := top + s.Uniform(0.18, 0.22)
		a := armRest{x: x, xBack: x, yFront: yf - 0.01, yBack: k.at(geom.V(0, 0, za)).Y, z: za, width: 0.055, height: 0.022}
		addArms(b, a, taperedLimb(0.8*r, 1, unit), func(t float64) geom.Vec3 { p := a.at(t); return geom.V(x, p.Y, h+0.01) }, 0.06)
	}
}

// rockingChair is a tall slatted or spindled armchair on two curved runners.
func rockingChair(b *builder, s *rng.Stream) {
	w, d := s.Uniform(0.48, 0.56), s.Uniform(0.42, 0.48)
	h := s.Uniform(0.38, 0.42)
	r := s.Uniform(0.016, 0.021)
	radius := s.Uniform(0.85, 1.2) // of the runners' circle
	rh := s.Uniform(0.035, 0.048)  // their height
	x := w/2 - 0.03
	// At rest it stands on the runners' middle, which is that of the whole chair: no other part reaches further.
	front, back := -s.Uniform(0.34, 0.40), s.Uniform(0.52, 0.58)
	sole := func(y float64) float64 {
		y -= (front + back) / 2
		return radius - math.Sqrt(float64(radius*radius)-float64(y*y))
	}
	runner := func(e float64) *mesh.Mesh {
		var path []geom.Vec3
		const n = 13
		for i := range n + 1 {
			y := front + float64((back-front)*float64(i)/n)
			path = append(path, geom.V(float64(e*x), y, sole(y)+rh/2))
		}
		return solid.Sweep(path, geom.V(0, 0, 1), func(t float64) solid.Outline {
			f := 1.0
			if t < 0.05 || t > 0.95 {
				f = 0.6
			}
			return solid.RoundedRect(0.026, rh*f, 0.006, 1)
		})
	}
	right := runner(1)
	hulls := solid.Slices(right, geom.V(0, 1, 0), 7)
	b.addHulls("runner-right", "leg bar", hulls, right)
	b.addHulls("runner-left", "leg bar", mirroredHulls(hulls), solid.MirrorX(right))

	yf, yb := -d/2+0.04, d/2-0.04
	st := fourLegs(x, x, yf, yb, h+0.006, 0, s.Uniform(0.0, 0.03), s.Uniform(0.02, 0.06))
	for i := range 4 {
		// Feet stand in the runner; level sections there are cut by its curve, so they reach down to its middle.
		st.foot[i].Z = sole(st.foot[i].Y) + 0.5*rh
	}
	l := taperedLimb(r, 0.8, roundUnit())
	if s.Bool(0.6) {
		l = turnedLimb(s, 1.15*r)
	}
	st.add(b, l)
	low := func(i int, z float64) geom.Vec3 {
		t := (z - st.foot[i].Z) / (st.top[i].Z - st.foot[i].Z)
		return st.foot[i].Lerp(st.top[i], t)
	}
	bar := barLimb(0.009, s.Uniform(1, 1.5))
	z := s.Uniform(0.16, 0.22)
	link := func(i, j int, z float64) *mesh.Mesh { return solid.Bar(low(i, z), low(j, z), bar.profile, bar.unit) }
	b.addEach("bar", "leg bar", link(0, 1, z+0.03), link(2, 3, z+0.03), link(0, 2, z), link(1, 3, z))

	o := bowFront(solid.Rounded(solid.Trapezoid(w, 0.9*w, d), 0.04, 2), w, 0.02)
	th := s.Uniform(0.028, 0.045)
	var seat *mesh.Mesh
	if s.Bool(0.5) {
		seat = saddleSeat(o, h, th, 0.012)
	} else {
		seat = cushionSeat(o, h, th+0.015, 0.01)
	}
	i := b.add("seat", "chair_seat", seat)
	b.support(i, seat.Bounds().Max.Z, o.Scale(0.7, 0.7))

	k := backSurface{y0: yb, z0: h, slope: s.Uniform(0.2, 0.3), curl: s.Uniform(0, 0.1)}
	hi := h + s.Uniform(0.58, 0.72)
	xb := float64(0.9*x) - 0.01
	solids := []*mesh.Mesh{k.post(xb, xb, h+0.004, hi, r, 0.8, roundUnit(), 5), k.post(-xb, -xb, h+0.004, hi, r, 0.8, roundUnit(), 5)}
	wrap := k
	wrap.wrap = -s.Uniform(0, 0.7)
	wrap.y0 += float64(wrap.wrap * xb * xb)
	hs := s.Uniform(0.08, 0.13)
	solids = append(solids, wrap.slat(xb+float64(1.6*r), hi-float64(0.3*hs), hs, 0.018, s.Uniform(0, 0.04), s.Uniform(0.6, 0.9), 10))
	if s.Bool(0.5) {
		n := 3 + s.IntN(3)
		for j := range n {
			zs := h + th + 0.1 + float64((hi-hs-h-th-0.1)*float64(j)/float64(n))
			solids = append(solids, wrap.slat(xb, zs, 0.05, 0.01, 0.01, 0.8, 8))
		}
	} else {
		n := 5 + s.IntN(4)
		for j := range n {
			u := 2*float64(j+1)/float64(n+1) - 1
			solids = append(solids, wrap.post(float64(0.94*xb*u), float64(xb*u), h+0.5*th, hi-float64(0.3*hs), 0.0075, 0.8, solid.Ellipse(1, 1, 6), 4))
		}
	}
	b.addHulls("back", "chair_back", frameHulls(3, solids...), solids...)

	za := h + th + s.Uniform(0.17, 0.22)
	a := armRest{x: x + 0.015, xBack: xb + 0.01, yFront: yf - 0.03, yBack: k.at(geom.V(0, 0, za)).Y + 0.01, z: za, drop: -0.02, width: s.Uniform(0.06, 0.08), height: 0.02, flare: 0.01}
	post := limb{[]solid.P2{{X: 0.7 * r, Y: 0}, {X: 0.95 * r, Y: 0.4}, {X: 0.6 * r, Y: 1}}, roundUnit()}
	n := 1 + s.IntN(3)
	ts := []float64{0.1, 0.38, 0.62}[:n]
	addArms(b, a, post, func(t float64) geom.Vec3 { p := a.at(t); return geom.V(x-0.012, p.Y, h+float64(0.4*th)) }, ts...)
}

// directorChair folds sideways: two crossed pairs of legs on floor bars, canvas seat and back, flat arms.
func directorChair(b *builder, s *rng.Stream) {
	w, d := s.Uniform(0.50, 0.58), s.Uniform(0.40, 0.46)
	h := s.Uniform(0.42, 0.47)
	x := w/2 - 0.015
	y := d/2 - 0.03
	lw, lt := s.Uniform(0.03, 0.038), s.Uniform(0.016, 0.02)
	section := solid.RoundedRect(lw, lt, 0.25*lt, 1)
	flat := []solid.P2{{X: 1, Y: 0}, {X: 1, Y: 1}}
	lift := 0.03
	var legs []*mesh.Mesh
	for _, e := range []float64{-1, 1} { // front pair, back pair; the two of a pair lie one behind the other
		for _, side := range []float64{1, -1} {
			at := float64(e*y) + float64(side*0.5*(lt+0.001))
			legs = append(legs, solid.Leg(geom.V(side*x, at, lift-0.012), geom.V(-side*x, at, h-0.014), flat, section))
		}
	}
	b.addEach("leg", "leg", legs...)
	rail := func(e, z float64) *mesh.Mesh {
		return solid.BoxBetween(geom.V(float64(e*x)-0.018, -d/2-0.02, z-0.015), geom.V(float64(e*x)+0.018, d/2+0.02, z+0.015), 0.005, 1)
	}
	b.addEach("bar", "leg bar", rail(1, 0.015), rail(-1, 0.015), rail(1, h-0.012), rail(-1, h-0.012))

	sag := s.Uniform(0.008, 0.03)
	seat := solid.Sheet(8, 3, 0.008, func(u, v float64) geom.Vec3 {
		p := 2*u - 1
		return geom.V(float64((x+0.016)*p), float64((d-0.03)*(v-0.5)), h+0.006-float64(sag*(1-float64(p*p))))
	})
	i := b.addSliced("seat", "chair_seat", geom.V(1, 0, 0), 4, seat)
	b.support(i, h-0.5*sag, solid.Rect(x, float64(0.7*d)))

	// Uprights stand on the seat rails: short ones in front for the arms, long ones behind for arms and back.
	za := h + s.Uniform(0.19, 0.23)
	top := h + s.Uniform(0.36, 0.44)
	upright := limb{[]solid.P2{{X: 1, Y: 0}, {X: 1, Y: 1}}, solid.RoundedRect(0.02, 0.032, 0.004, 1)}
	a := armRest{x: x, xBack: x, yFront: -d/2 - 0.01, yBack: d/2 + 0.02, z: za + 0.011, width: s.Uniform(0.05, 0.065), height: 0.022}
	addArms(b, a, upright, func(t float64) geom.Vec3 { p := a.at(t); return geom.V(x, p.Y, h-0.003) }, 0.12, 0.88)
	yb := a.at(0.88).Y
	lean := s.Uniform(0, 0.12)
	k := backSurface{y0: yb, z0: za, slope: lean}
	bh := s.Uniform(0.14, 0.19)
	canvas := solid.Sheet(8, 3, 0.008, func(u, v float64) geom.Vec3 {
		p := 2*u - 1
		q := k.at(geom.V(float64((x+0.004)*p), 0.012, top-bh+float64(bh*v)))
		q.Y += float64(0.018 * (1 - float64(p*p)))
		return q
	})
	solids := []*mesh.Mesh{canvas}
	hulls := solid.Slices(canvas, geom.V(1, 0, 0), 4)
	for _, e := range []float64{1, -1} {
		m := k.post(e*x, e*x, za+0.018, top+0.01, 1, 1, solid.RoundedRect(0.018, 0.03, 0.004, 1), 1)
		knob := solid.Move(solid.Ellipsoid(geom.V(0.013, 0.013, 0.013), 8, 4), k.at(geom.V(e*x, 0, top+0.018)))
		solids = append(solids, m, knob)
		hulls = append(hulls, solid.Hull(m), solid.Hull(knob))
	}
	b.addHulls("back", "chair_back", hulls, solids...)
}

// counterStool is a tall chair on four legs with foot rails all around, with or without a low back.
func counterStool(b *builder, s *rng.Stream) {
	h := s.Uniform(0.60, 0.74)
	w, d := s.Uniform(0.34, 0.42), s.Uniform(0.32, 0.38)
	o := solid.Rounded(solid.Trapezoid(w, w*s.Uniform(0.88, 1), d), s.Uniform(0.03, 0.1), 3)
	round := s.Bool(0.35)
	if round {
		o = solid.Ellipse(w/2, w/2, 20)
		d = w
	}
	th := s.Uniform(0.03, 0.05)
	r := s.Uniform(0.015, 0.021)
	unit := squareUnit()
	if round || s.Bool(0.5) {
		unit = roundUnit()
	}
	top := float64(0.34 * w)
	out := s.Uniform(0.03, 0.08)
	st := fourLegs(top, top, float64(-0.34*d), float64(0.34*d), h+float64(0.3*th), out, out, out)
	st.add(b, taperedLimb(r, s.Uniform(0.75, 1), unit))
	z := float64(h * s.Uniform(0.26, 0.38))
	bar := barLimb(0.5*r, s.Uniform(1, 1.3))
	if s.Bool(0.5) {
		bar = flatLimb(0.7*r, 1.5*r)
	}
	st.stretchers(b, boxForm, z, s.Uniform(0.04, 0.1), bar)
	if s.Bool(0.4) {
		z2 := float64(h * s.Uniform(0.68, 0.78))
		b.addEach("upper-bar", "leg bar", st.link(0, 1, z2, z2, bar), st.link(2, 3, z2, z2, bar))
	}
	var seat *mesh.Mesh
	if s.Bool(0.5) {
		seat = saddleSeat(o, h, th, s.Uniform(0.006, 0.014))
	} else {
		seat = cushionSeat(o, h, th+0.02, s.Uniform(0, 0.015))
	}
	i := b.add("seat", "chair_seat", seat)
	zt := seat.Bounds().Max.Z
	b.support(i, zt, o.Scale(0.7, 0.7))
	switch {
	case round && s.Bool(0.7):
		spindleBow(b, s, w/2, h+float64(0.4*th))
	case !round && s.Bool(0.8):
		k := backSurface{y0: d/2 - 0.035, z0: h, slope: s.Uniform(0.08, 0.2)}
		x := halfWidth(o, d/2-0.06) - 0.03
		hi := zt + s.Uniform(0.2, 0.34)
		solids := []*mesh.Mesh{k.post(x, x, h+float64(0.3*th), hi, float64(0.8*r), 0.85, unit, 3), k.post(-x, -x, h+float64(0.3*th), hi, float64(0.8*r), 0.85, unit, 3)}
		wrap := k
		wrap.wrap = -s.Uniform(0.2, 1.2)
		wrap.y0 += float64(wrap.wrap * x * x)
		hs := s.Uniform(0.05, 0.12)
		solids = append(solids, wrap.slat(x+r, hi-float64(0.45*hs), hs, 0.018, s.Uniform(0, 0.02), 0.85, 8))
		if s.Bool(0.5) {
			solids = append(solids, wrap.slat(x, (zt+hi-hs)/2, 0.03, 0.014, 0, 1, 6))
		}
		b.addHulls("back", "chair_back", frameHulls(3, solids...), solids...)
	}
}

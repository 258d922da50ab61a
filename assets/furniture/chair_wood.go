package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// diningChair has four plain legs, an upholstered or wooden seat on an apron and a low-sided back: a padded panel, two
// broad slats or upright bars between posts.
func diningChair(b *builder, s *rng.Stream) {
	w, d := s.Uniform(0.42, 0.52), s.Uniform(0.40, 0.48)
	h := s.Uniform(0.40, 0.46)
	o := seatOutline(s, w, d)
	r := s.Uniform(0.017, 0.026)
	unit := squareUnit()
	if s.Bool(0.4) {
		unit = roundUnit()
	}
	apronH := s.Uniform(0.04, 0.08)
	seat := []*mesh.Mesh{apron(o, 0.012, h+0.005, apronH)}
	if s.Bool(0.65) {
		th := s.Uniform(0.04, 0.07)
		seat = append(seat, cushionSeat(o, h, th, s.Uniform(0.005, 0.02)))
	} else {
		th := s.Uniform(0.02, 0.03)
		seat = append(seat, boardSeat(o, h, th))
	}
	top := seat[1].Bounds().Max.Z
	in := r + 0.012
	back := halfWidth(o, d/2-2*in) - in
	front := halfWidth(o, -d/2+2*in) - in
	st := fourLegs(front, back, -d/2+in, d/2-in, h-0.01, s.Uniform(0, 0.03), s.Uniform(0, 0.02), s.Uniform(0.01, 0.07))
	st.add(b, taperedLimb(r, s.Uniform(0.55, 0.95), unit))
	if s.Bool(0.3) {
		st.stretchers(b, s.IntN(forms), s.Uniform(0.10, 0.2), 0.06, flatLimb(0.7*r, 1.6*r))
	}
	i := b.add("seat", "chair_seat", seat...)
	b.support(i, top, o.Inset(0.03))

	k := backSurface{y0: d/2 - in, z0: h, slope: s.Uniform(0.10, 0.22), curl: s.Uniform(0, 0.12), wrap: s.Uniform(0, 0.4)}
	hi := h + s.Uniform(0.38, 0.58)
	spread := float64(back * s.Uniform(0.92, 1.05))
	k.wrap = 0
	posts := []*mesh.Mesh{
		k.post(back, spread, h-0.01, hi, r, 0.75, unit, 4),
		k.post(-back, -spread, h-0.01, hi, r, 0.75, unit, 4),
	}
	wrap := k
	wrap.wrap = s.Uniform(-0.9, 0)
	wrap.y0 += float64(wrap.wrap * spread * spread)
	var fill []*mesh.Mesh
	switch s.IntN(4) {
	case 0: // upholstered panel
		lo := top + s.Uniform(0.02, 0.14)
		fill = append(fill, wrap.pad(2*spread+r, 1, lo, hi+0.01, s.Uniform(0.03, 0.05), s.Uniform(0, 0.04), 6, 4))
	case 1: // two broad slats
		hs := s.Uniform(0.07, 0.11)
		fill = append(fill, wrap.slat(spread+float64(0.6*r), hi-0.5*hs, hs, 0.018, s.Uniform(0, 0.03), 0.9, 8),
			wrap.slat(spread, top+s.Uniform(0.14, 0.2), 0.6*hs, 0.016, 0, 1, 8))
	case 2: // crest and upright bars
		n := 3 + s.IntN(4)
		hs := s.Uniform(0.05, 0.08)
		fill = append(fill, wrap.slat(spread+float64(0.6*r), hi-0.5*hs, hs, 0.02, 0.02, 0.9, 8),
			wrap.slat(spread, top+0.08, 0.035, 0.018, 0, 1, 8))
		for j := range n {
			x := float64(spread * (2*float64(j+1)/float64(n+1) - 1))
			fill = append(fill, wrap.post(x, x, top+0.08, hi-0.5*hs, 0.008, 1, solid.RoundedRect(2.6, 1.4, 0.3, 1), 4))
		}
	case 3: // one tall plywood panel
		fill = append(fill, wrap.pad(2*spread, 1, top+s.Uniform(0.03, 0.18), hi, 0.014, 0.01, 8, 3))
	}
	all := append(posts, fill...)
	b.addHulls("back", "chair_back", frameHulls(4, all...), all...)
}

// ladderBack is a country chair: turned posts and legs, several curved slats, two rows of stretchers, a rush seat.
func ladderBack(b *builder, s *rng.Stream) {
	w, d := s.Uniform(0.42, 0.50), s.Uniform(0.36, 0.42)
	h := s.Uniform(0.41, 0.45)
	backHalf := float64(0.5 * w * s.Uniform(0.78, 0.92))
	r := s.Uniform(0.015, 0.02)
	st := fourLegs(w/2, backHalf, -d/2, d/2, h, s.Uniform(0, 0.02), 0, s.Uniform(0, 0.03))
	// Front legs pass the seat rails and end in a knob above the rush.
	for i := range 2 {
		st.top[i] = st.at(i, h+0.035)
	}
	l := taperedLimb(r, 0.8, roundUnit())
	if s.Bool(0.5) {
		l = turnedLimb(s, 1.3*r)
	}
	st.add(b, l)
	bar := barLimb(s.Uniform(0.008, 0.011), s.Uniform(1, 1.5))
	z := s.Uniform(0.10, 0.16)
	st.stretchers(b, boxForm, z, 0.035, bar)
	if s.Bool(0.6) {
		up := s.Uniform(0.09, 0.13)
		b.addEach("upper-bar", "leg bar", st.link(0, 2, z+up, z+up, bar), st.link(1, 3, z+up, z+up, bar),
			st.link(0, 1, z+up+0.035, z+up+0.035, bar))
	}

	// The rush seat is a plump trapezoid between the posts, whose corners leave room for them.
	o := solid.Rounded(solid.Trapezoid(w, 2*backHalf, d), float64(1.5*r), 2)
	th := s.Uniform(0.035, 0.05)
	i := b.add("seat", "chair_seat", cushionSeat(o, h-th/2, th, -s.Uniform(0, 0.012)))
	b.support(i, h+th/2, o.Inset(0.04))

	k := backSurface{y0: d / 2, z0: h, slope: s.Uniform(0.06, 0.14), curl: s.Uniform(0, 0.1)}
	hi := h + s.Uniform(0.50, 0.68)
	posts := []*mesh.Mesh{}
	spread := float64(backHalf * s.Uniform(1, 1.08))
	for _, e := range []float64{1, -1} {
		posts = append(posts, k.post(e*backHalf, e*spread, h, hi, r, 0.8, roundUnit(), 4))
		knob := solid.Move(solid.Ellipsoid(geom.V(float64(1.1*r), float64(1.1*r), float64(1.5*r)), 8, 4), k.at(geom.V(float64(e*spread), 0, hi+float64(0.6*r))))
		posts = append(posts, knob)
	}
	n := 3 + s.IntN(3)
	wrap := k
	wrap.wrap = -s.Uniform(0.3, 1.1)
	wrap.y0 += float64(wrap.wrap * spread * spread)
	hs := s.Uniform(0.04, 0.07)
	arch := s.Uniform(0, 0.03)
	lo := h + s.Uniform(0.12, 0.18)
	var slats []*mesh.Mesh
	for j := range n {
		z := lo + float64((hi-0.06-lo)*float64(j)/float64(n-1))
		slats = append(slats, wrap.slat(spread, z, hs*(0.85+0.3*float64(j)/float64(n-1)), 0.009, arch, 0.7, 8))
	}
	all := append(posts, slats...)
	b.addHulls("back", "chair_back", frameHulls(3, all...), all...)
}

// windsorChair has a saddle seat, splayed turned legs with an H stretcher, and spindles in a hoop or under a comb.
func windsorChair(b *builder, s *rng.Stream) {
	w, d := s.Uniform(0.42, 0.5), s.Uniform(0.40, 0.46)
	h := s.Uniform(0.40, 0.44)
	th := s.Uniform(0.035, 0.045)
	o := solid.Superellipse(w/2, d/2, s.Uniform(2.3, 3.2), 20)
	// Shield shape: narrower at the back.
	pinch := s.Uniform(0, 0.22)
	for i, p := range o {
		o[i].X *= 1 - float64(pinch*max(0, p.Y/(d/2)))
	}
	i := b.add("seat", "chair_seat", saddleSeat(o, h, th, s.Uniform(0.008, 0.018)))
	b.support(i, h+th, o.Inset(0.06))
	st := fourLegs(float64(0.30*w), float64(0.26*w), float64(-0.28*d), float64(0.28*d), h+float64(0.4*th), s.Uniform(0.06, 0.11), s.Uniform(0.04, 0.08), s.Uniform(0.06, 0.12))
	st.add(b, turnedLimb(s, s.Uniform(0.019, 0.024)))
	st.stretchers(b, []int{hForm, hForm, boxForm, xForm}[s.IntN(4)], s.Uniform(0.13, 0.2), 0.03, barLimb(s.Uniform(0.009, 0.011), s.Uniform(1.2, 1.8)))

	// The outermost spindles stand 25 mm inside the rim; between them the row bows backwards.
	half := float64((halfWidth(o, 0.34*d) - 0.025) * s.Uniform(0.9, 1))
	wrap := min(s.Uniform(0.4, 1.2), (float64(0.44*d)-float64(0.34*d))/(half*half))
	k := backSurface{y0: float64(0.34*d) + float64(wrap*half*half), z0: h, slope: s.Uniform(0.16, 0.28), wrap: wrap}
	top := h + s.Uniform(0.42, 0.56)
	base := h + 0.5*th
	n := 5 + s.IntN(4)
	var parts []*mesh.Mesh
	var hulls [][]geom.Vec3
	if s.Bool(0.55) {
		// A bent hoop: half an ellipse on short uprights.
		var path []geom.Vec3
		const steps = 18
		for j := range steps + 1 {
			sn, c := geom.SinCos(math.Pi * float64(j) / steps)
			// Exponent below 1 squares the shoulders.
			path = append(path, k.at(geom.V(half*c, 0, base+float64((top-base)*squareRoot(sn)))))
		}
		hoop := solid.Tube(path, s.Uniform(0.009, 0.012), 7)
		parts = append(parts, hoop)
		hulls = append(hulls, solid.TubePieces(path, 0.012, 3)...)
		for j := range n {
			u := 2*float64(j+1)/float64(n+1) - 1
			// The spindle fans out a little and ends on the hoop.
			x := float64(half * u)
			z := base + float64((top-base)*squareRoot(squareRoot(1-float64(u*u))))
			parts = append(parts, k.post(0.86*x, x, base, z, 0.0075, 0.7, solid.Ellipse(1, 1, 6), 3))
			hulls = append(hulls, solid.Slices(parts[len(parts)-1], geom.V(0, 0, 1), 2)...)
		}
	} else {
		hs := s.Uniform(0.06, 0.09)
		comb := k.slat(half*1.15, top, hs, 0.016, s.Uniform(0.01, 0.035), s.Uniform(0.45, 0.8), 10)
		parts = append(parts, comb)
		hulls = append(hulls, solid.Slices(comb, geom.V(1, 0, 0), 4)...)
		for j := range n {
			u := 2*float64(j)/float64(n-1) - 1
			r := 0.0075
			if j == 0 || j == n-1 {
				r = 0.012
			}
			x := float64(0.95 * half * u)
			parts = append(parts, k.post(0.88*x, x, base, top, r, 0.75, solid.Ellipse(1, 1, 6), 3))
			hulls = append(hulls, solid.Slices(parts[len(parts)-1], geom.V(0, 0, 1), 2)...)
		}
	}
	b.addHulls("back", "chair_back", hulls, parts...)
}

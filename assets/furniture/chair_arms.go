package furniture

import (
	"fmt"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// armRest is a level wooden arm on uprights: the right one, which is mirrored for the left.
type armRest struct {
	x, xBack      float64 // where it runs: x at the front and at the back
	yFront, yBack float64
	z, drop       float64 // height at the front, and how far the back end lies lower
	width, height float64
	flare         float64 // how far the middle bows outwards
}

// at returns the middle of the arm at t in [0, 1] from front to back.
func (a armRest) at(t float64) geom.Vec3 {
	return geom.V(a.x+float64((a.xBack-a.x)*t)+float64(4*a.flare*t*(1-t)), a.yFront+float64((a.yBack-a.yFront)*t), a.z-float64(a.drop*t))
}

// mesh is a flat board with rounded ends, broader in front where the hand lies.
func (a armRest) mesh() *mesh.Mesh {
	var path []geom.Vec3
	for _, t := range []float64{-0.05, 0, 0.14, 0.4, 0.7, 1} {
		path = append(path, a.at(t))
	}
	return solid.Sweep(path, geom.V(0, 0, 1), func(s float64) solid.Outline {
		w := float64(a.width * (1.15 - float64(0.4*s)))
		if s == 0 {
			w *= 0.7
		}
		return solid.RoundedRect(w, a.height, 0.35*a.height, 1)
	})
}

// addArms adds both arms as horizontal bars, and the uprights under them as vertical bars: each from foot(t) on the
// seat or frame up to the arm, for the t given.
func addArms(b *builder, a armRest, l limb, foot func(t float64) geom.Vec3, ts ...float64) {
	b.addPair("arm-bar", "arm_horizontal_bar", a.mesh())
	for i, t := range ts {
		b.addPair(fmt.Sprintf("arm-post-%d", i+1), "arm_near_vertical_bar", solid.Leg(foot(t), a.at(t), l.profile, l.unit))
	}
}

// carverChair is a dining chair with arms: turned or square legs whose front pair rises through to the arms.
func carverChair(b *builder, s *rng.Stream) {
	w, d := s.Uniform(0.50, 0.58), s.Uniform(0.44, 0.50)
	h := s.Uniform(0.40, 0.44)
	o := bowFront(solid.Rounded(solid.Trapezoid(w, w*s.Uniform(0.85, 0.95), d), 0.03, 2), w, s.Uniform(0, 0.025))
	r := s.Uniform(0.019, 0.026)
	in := r + 0.01
	front, back := halfWidth(o, -d/2+2*in)-in, halfWidth(o, d/2-2*in)-in
	st := fourLegs(front, back, -d/2+in, d/2-in, h-0.01, 0, 0, s.Uniform(0.02, 0.08))
	turned := s.Bool(0.5)
	l := taperedLimb(r, s.Uniform(0.6, 0.9), squareUnit())
	if turned {
		l = turnedLimb(s, r)
	}
	st.add(b, l)
	if s.Bool(0.6) {
		st.stretchers(b, s.IntN(forms), s.Uniform(0.1, 0.18), 0.05, barLimb(0.4*r, s.Uniform(1, 1.5)))
	}
	th := s.Uniform(0.045, 0.07)
	pad := cushionSeat(o.Inset(0.004), h-0.002, th, s.Uniform(0.005, 0.02))
	i := b.add("seat", "chair_seat", apron(o, 0.008, h, s.Uniform(0.05, 0.07)), pad)
	b.support(i, pad.Bounds().Max.Z, o.Scale(0.75, 0.75))

	k := backSurface{y0: d/2 - in, z0: h, slope: s.Uniform(0.12, 0.22), curl: s.Uniform(0, 0.1)}
	hi := h + s.Uniform(0.44, 0.56)
	posts := []*mesh.Mesh{k.post(back, back, h-0.012, hi, r, 0.75, squareUnit(), 4), k.post(-back, -back, h-0.012, hi, r, 0.75, squareUnit(), 4)}
	wrap := k
	wrap.wrap = -s.Uniform(0, 0.6)
	wrap.y0 += float64(wrap.wrap * back * back)
	hs := s.Uniform(0.06, 0.1)
	posts = append(posts, wrap.slat(back+float64(0.8*r), hi-float64(0.4*hs), hs, 0.022, s.Uniform(0, 0.035), s.Uniform(0.6, 1), 10))
	if s.Bool(0.5) {
		posts = append(posts, wrap.pad(2*back-r, 1, h+th+0.06, hi-float64(0.8*hs), 0.035, 0, 5, 4))
	} else {
		posts = append(posts, wrap.slat(back, h+th+0.08, 0.04, 0.018, 0, 1, 8))
		posts = append(posts, splat(s, wrap, h+th+0.08, hi-float64(0.4*hs), s.Uniform(0.07, 0.11)))
	}
	b.addHulls("back", "chair_back", frameHulls(4, posts...), posts...)

	za := h + th + s.Uniform(0.17, 0.22)
	a := armRest{x: front + 0.004, xBack: back + 0.004, yFront: -d/2 + in, yBack: k.at(geom.V(0, 0.008, za)).Y, z: za, drop: -s.Uniform(0, 0.03), width: s.Uniform(0.045, 0.06), height: s.Uniform(0.02, 0.028), flare: s.Uniform(0.01, 0.035)}
	post := taperedLimb(0.8*r, 1, squareUnit())
	if turned {
		post = limb{[]solid.P2{{X: 0.9 * r, Y: 0}, {X: 0.6 * r, Y: 0.2}, {X: 0.95 * r, Y: 0.5}, {X: 0.55 * r, Y: 0.8}, {X: 0.7 * r, Y: 1}}, roundUnit()}
	}
	foot := func(t float64) geom.Vec3 { p := a.at(t); return geom.V(front-0.004, p.Y, h-0.012) }
	if t := s.Uniform(0.05, 0.3); s.Bool(0.35) {
		addArms(b, a, post, foot, t)
	} else {
		addArms(b, a, post, foot, 0.03)
	}
}

// splat is the upright board in the middle of a back, with the outline of a vase.
func splat(s *rng.Stream, k backSurface, lo, hi, half float64) *mesh.Mesh {
	l := hi - lo
	w := []float64{s.Uniform(0.6, 0.9), s.Uniform(0.45, 0.6), s.Uniform(0.28, 0.4), s.Uniform(0.7, 1), s.Uniform(0.9, 1), s.Uniform(0.4, 0.6), s.Uniform(0.65, 0.95)}
	at := []float64{0, 0.1, 0.22, 0.5, 0.66, 0.85, 1}
	var right []solid.P2
	for i := range w {
		right = append(right, solid.P2{X: w[i] * half, Y: at[i] * l})
	}
	right = solid.Spline(right, 2)
	var sections [][]geom.Vec3
	for _, p := range right {
		sections = append(sections, solid.RoundedRect(2*p.X, 0.012, 0.003, 1).In(k.at(geom.V(0, 0, lo+p.Y)), geom.V(1, 0, 0), geom.V(0, 1, 0)))
	}
	return solid.Loft(sections...)
}

// splatBack is a parlour chair: cabriole front legs, a drop-in seat, a vase-shaped splat under a yoke.
func splatBack(b *builder, s *rng.Stream) {
	w, d := s.Uniform(0.46, 0.54), s.Uniform(0.40, 0.46)
	h := s.Uniform(0.40, 0.44)
	o := bowFront(solid.Rounded(solid.Trapezoid(w, w*s.Uniform(0.72, 0.88), d), 0.04, 2), w, s.Uniform(0.01, 0.05))
	in := 0.036
	front, back := halfWidth(o, -d/2+2*in)-in, halfWidth(o, d/2-2*in)-in
	yf, yb := -d/2+in, d/2-in
	// Cabriole: the knee bulges outwards over a slim ankle and a pad foot. Outwards is the diagonal of the seat.
	knee, ankle := s.Uniform(0.016, 0.03), s.Uniform(0.004, 0.016)
	thick := s.Uniform(0.022, 0.028)
	var legs []*mesh.Mesh
	for _, e := range []float64{1, -1} {
		out := geom.V(e*0.7, -0.7, 0)
		row := func(z, off, r float64) []geom.Vec3 {
			c := geom.V(e*front, yf, z).AddScaled(off, out)
			return solid.Ellipse(r, r, 9).In(c, geom.V(1, 0, 0), geom.V(0, 1, 0))
		}
		legs = append(legs, solid.Loft(
			row(0, 0.004, 0.9*thick), row(0.012, 0.006, 1.05*thick), row(0.024, 0.002, 0.75*thick), row(0.06, -ankle, 0.46*thick),
			row(0.4*h, -0.3*ankle, 0.62*thick), row(0.62*h, 0.5*knee, 0.95*thick), row(0.78*h, knee, 1.2*thick), row(0.9*h, 0.7*knee, 1.25*thick), row(h-0.02, 0, 1.1*thick)))
	}
	rear := fourLegs(front, back, yf, yb, h-0.01, 0, 0, s.Uniform(0.04, 0.1))
	l := taperedLimb(0.85*thick, s.Uniform(0.65, 0.9), squareUnit())
	for i := 2; i < 4; i++ {
		legs = append(legs, solid.Leg(rear.foot[i], rear.top[i], l.profile, l.unit))
	}
	b.addEach("leg", "leg", legs...)
	if s.Bool(0.3) {
		rear.stretchers(b, hForm, s.Uniform(0.13, 0.18), 0, barLimb(0.009, 1.6))
	}
	th := s.Uniform(0.035, 0.055)
	pad := cushionSeat(o.Inset(0.014), h-0.004, th, s.Uniform(0.008, 0.02))
	i := b.add("seat", "chair_seat", apron(o, 0, h+0.012, s.Uniform(0.055, 0.075)), pad)
	b.support(i, pad.Bounds().Max.Z, o.Scale(0.7, 0.7))

	k := backSurface{y0: yb, z0: h, slope: s.Uniform(0.1, 0.2), curl: s.Uniform(0, 0.14)}
	hi := h + s.Uniform(0.48, 0.6)
	spread := float64(back * s.Uniform(1.0, 1.12))
	r := float64(0.8 * thick)
	solids := []*mesh.Mesh{k.post(back, spread, h-0.012, hi, r, 0.75, squareUnit(), 5), k.post(-back, -spread, h-0.012, hi, r, 0.75, squareUnit(), 5)}
	hs := s.Uniform(0.045, 0.07)
	arch := s.Uniform(-0.02, 0.04)
	solids = append(solids, k.slat(spread+float64(1.4*r), hi-float64(0.3*hs), hs, 0.022, arch, s.Uniform(0.5, 0.9), 12),
		k.slat(back, h+th+0.012, 0.05, 0.02, 0, 1, 4), splat(s, k, h+th+0.012, hi-float64(0.3*hs)+float64(0.8*arch), s.Uniform(0.07, 0.11)))
	b.addHulls("back", "chair_back", frameHulls(4, solids...), solids...)
}

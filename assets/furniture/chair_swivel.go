package furniture

import (
	"fmt"
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// starBase adds n legs in a star, casters or none under them, and the gas column up to height z.
func starBase(b *builder, s *rng.Stream, n int, casters bool, z float64) {
	radius := s.Uniform(0.27, 0.34)
	rw := s.Uniform(0.022, 0.029)
	end, hub := 2*rw+0.012, 2*rw+s.Uniform(0.03, 0.06)
	if !casters {
		end, hub = 0.012, s.Uniform(0.05, 0.09)
	}
	wide, high := s.Uniform(0.038, 0.055), s.Uniform(0.024, 0.034)
	start := s.Uniform(0, 2*math.Pi)
	if s.Bool(0.5) {
		start = math.Pi / 2 // one leg straight back
	}
	var legs, wheels []*mesh.Mesh
	for i := range n {
		sn, c := geom.SinCos(start + 2*math.Pi*float64(i)/float64(n))
		out := geom.V(c, s0(sn), 0)
		path := []geom.Vec3{
			out.Scale(0.012).Add(geom.V(0, 0, hub)), out.Scale(float64(0.4 * radius)).Add(geom.V(0, 0, hub-float64(0.1*(hub-end)))),
			out.Scale(float64(0.8 * radius)).Add(geom.V(0, 0, end+0.25*(hub-end))), out.Scale(radius).Add(geom.V(0, 0, end)),
			out.Scale(radius + 0.012).Add(geom.V(0, 0, end-0.002)),
		}
		legs = append(legs, solid.Sweep(path, geom.V(0, 0, 1), func(t float64) solid.Outline {
			f := 1 - float64(0.4*t)
			if t > 0.99 {
				f *= 0.7
			}
			return solid.RoundedRect(wide*f, high*f, 0.35*high*f, 1)
		}))
		if casters {
			wheels = append(wheels, solid.Move(caster(rw, end, s.Uniform(0, 2*math.Pi)), out.Scale(radius-0.004)))
		}
	}
	b.addEach("leg", "leg", legs...)
	b.addEach("caster", "caster", wheels...)
	outer, inner := s.Uniform(0.024, 0.03), s.Uniform(0.013, 0.017)
	sleeve := hub + high/2 + float64((z-hub-high/2)*s.Uniform(0.4, 0.75))
	b.add("column", "central_support", solid.Lathe([]solid.P2{
		{X: 0.026, Y: hub - high/2 - 0.012}, {X: 0.036, Y: hub - high/2}, {X: 0.036, Y: hub + high/2}, {X: outer, Y: hub + high/2 + 0.012},
		{X: outer * 0.94, Y: sleeve}, {X: inner, Y: sleeve + 0.004}, {X: inner, Y: z},
	}, 12))
}

// s0 gives minus zero its sign back, so that mirrored stars have equal bits.
func s0(x float64) float64 { return x + 0 }

// caster is a twin wheel of radius r under a hood, its stem ending at height z, trailing in the direction angle.
func caster(r, z, angle float64) *mesh.Mesh {
	wheel := func(y float64) *mesh.Mesh {
		m := solid.Turn(solid.Cylinder(r, 0.016, 0.005, 8), geom.RotX(-math.Pi/2))
		return solid.Move(m, geom.V(0.012, y, r))
	}
	hood := solid.Move(solid.Ellipsoid(geom.V(0.95*r, 0.008, 0.95*r), 6, 4), geom.V(0.008, 0, r+0.006))
	stem := solid.Move(solid.Cylinder(0.006, z-r, 0, 4), geom.V(0, 0, r))
	return solid.Turn(mesh.Merge(wheel(-0.021), wheel(0.005), hood, stem), geom.RotZ(angle))
}

// officeChair is a swivel chair: star base, gas column, mechanism with a lever, a waterfall seat, a back on a spine, and
// mostly one-piece arms.
func officeChair(b *builder, s *rng.Stream) {
	h := s.Uniform(0.42, 0.48)
	n := 5
	if s.Bool(0.2) {
		n = 4
	}
	starBase(b, s, n, true, h-0.01)
	w, d := s.Uniform(0.44, 0.50), s.Uniform(0.42, 0.47)
	th := s.Uniform(0.05, 0.08)
	mechanism(b, s, h)

	o := solid.Superellipse(w/2, d/2, s.Uniform(3, 6), 20)
	seat := cushionSeat(o, h+0.02, th, s.Uniform(0, 0.012))
	drop := s.Uniform(0.01, 0.03)
	seat = solid.Deform(seat, func(p geom.Vec3) geom.Vec3 { // waterfall front edge
		f := max(0, -p.Y/(d/2)-0.5) * 2
		p.Z -= float64(drop * f * f)
		return p
	})
	i := b.add("seat", "chair_seat", seat)
	b.support(i, seat.Bounds().Max.Z, o.Scale(0.75, 0.75))

	k := backSurface{y0: d/2 + 0.02, z0: h + 0.1, slope: s.Uniform(0.05, 0.16), curl: s.Uniform(0, 0.15), wrap: s.Uniform(0.3, 1.1)}
	lo := h + th + s.Uniform(0.08, 0.16)
	hi := lo + s.Uniform(0.30, 0.52)
	bw := float64(w * s.Uniform(0.82, 0.98))
	pad := k.pad(bw, s.Uniform(0.75, 1.02), lo, hi, s.Uniform(0.035, 0.06), s.Uniform(0.01, 0.05), 6, 5)
	// The spine runs from the mechanism backwards and up to the middle of the pad.
	mid := k.at(geom.V(0, 0.012, float64(0.45*lo)+float64(0.55*hi)))
	spinePath := solid.RoundedPath([]geom.Vec3{geom.V(0, 0.06, h), geom.V(0, k.y0+0.05, h), k.at(geom.V(0, 0.03, lo)), mid}, 0.06, 3)
	sw := s.Uniform(0.045, 0.08)
	spine := solid.Sweep(spinePath, geom.V(0.001, -1, 0.3).Unit(), func(float64) solid.Outline { return solid.RoundedRect(sw, 0.014, 0.004, 1) })
	b.addSliced("back", "chair_back", geom.V(1, 0, 0), 4, pad)
	b.addSliced("spine", "connector", geom.V(0, 0.6, 0.8), 4, spine)
	if s.Bool(0.75) {
		swivelArms(b, s, w/2, h+0.02, th)
	}
}

// mechanism adds the tilt mechanism under a seat at height h, with its lever.
func mechanism(b *builder, s *rng.Stream, h float64) {
	side := s.Sign()
	box := solid.BoxBetween(geom.V(-0.07, -0.10, h-0.022), geom.V(0.07, 0.10, h+0.025), 0.008, 1)
	lever := solid.Tube(solid.RoundedPath([]geom.Vec3{geom.V(0.04*side, -0.03, h), geom.V(0.19*side, -0.03, h-0.004), geom.V(0.24*side, -0.045, h-0.014)}, 0.03, 2), 0.005, 6)
	b.add("mechanism", "mechanical_control", box, lever)
}

// swivelArms adds a pair of one-piece arms: a T or a loop from under the seat, x0 the seat's half width, z0 its
// underside, th its thickness.
func swivelArms(b *builder, s *rng.Stream, x0, z0, th float64) {
	x := x0 + 0.035
	z := z0 + th + s.Uniform(0.17, 0.23)
	l := s.Uniform(0.22, 0.28)
	pad := solid.Move(solid.SoftBox(geom.V(s.Uniform(0.055, 0.08), l, 0.026), 0.012, 1, 1, 4, 1), geom.V(x, 0, z+0.008))
	bow := s.Uniform(0, 0.3)
	pad = solid.Deform(pad, func(p geom.Vec3) geom.Vec3 {
		p.Z -= float64(bow * p.Y * p.Y)
		return p
	})
	flatBar := func(path []geom.Vec3, w, t float64) *mesh.Mesh {
		return solid.Sweep(path, geom.V(0, 1, 0), func(float64) solid.Outline { return solid.RoundedRect(t, w, 0.3*t, 1) })
	}
	switch s.IntN(3) {
	case 0: // T
		path := solid.RoundedPath([]geom.Vec3{geom.V(0.06, 0, z0-0.004), geom.V(x, 0, z0-0.004), geom.V(x, 0, z+0.006)}, 0.05, 3)
		stalk := flatBar(path, s.Uniform(0.045, 0.07), 0.016)
		b.addPair("arm", "chair_arm", pad, stalk)
	case 1: // V of two stalks
		f := s.Uniform(0.05, 0.1)
		lean := func(e float64) *mesh.Mesh {
			return solid.Sweep(solid.RoundedPath([]geom.Vec3{geom.V(0.06, 0.4*e*f, z0-0.004), geom.V(x, 0.4*e*f, z0-0.004), geom.V(x, e*f, z+0.006)}, 0.05, 3),
				geom.V(0, 1, 0), func(float64) solid.Outline { return solid.RoundedRect(0.014, 0.03, 0.004, 1) })
		}
		b.addPair("arm", "chair_arm", pad, lean(1), lean(-1))
	default: // loop
		f := float64(0.42 * l)
		path := solid.RoundedPath([]geom.Vec3{geom.V(0.06, f, z0-0.004), geom.V(x, f, z0-0.004), geom.V(x, f, z), geom.V(x, -f, z), geom.V(x, -f, z0-0.004), geom.V(0.06, -f, z0-0.004)}, 0.045, 3)
		tube := solid.Tube(path, 0.011, 6)
		m := []*mesh.Mesh{pad, tube}
		hulls := append([][]geom.Vec3{solid.Hull(pad)}, solid.TubePieces(path, 0.012, 4)...)
		b.addHulls("arm-right", "chair_arm", hulls, m...)
		b.addHulls("arm-left", "chair_arm", mirroredHulls(hulls), solid.MirrorX(pad), solid.MirrorX(tube))
	}
}

func mirroredHulls(hulls [][]geom.Vec3) [][]geom.Vec3 {
	out := make([][]geom.Vec3, len(hulls))
	for i, h := range hulls {
		for _, p := range h {
			out[i] = append(out[i], geom.V(-p.X, p.Y, p.Z))
		}
	}
	return out
}

// executiveChair is a tall padded swivel chair with a headrest on two pegs, wide enough to be seen across a room.
func executiveChair(b *builder, s *rng.Stream) {
	h := s.Uniform(0.42, 0.46)
	starBase(b, s, 5, true, h-0.01)
	mechanism(b, s, h)
	w, d := s.Uniform(0.48, 0.56), s.Uniform(0.46, 0.52)
	th := s.Uniform(0.09, 0.13)
	seat := solid.Move(solid.SoftBox(geom.V(w, d, th), float64(0.4*th), 1, 4, 4, 1), geom.V(0, 0, h+0.02+th/2))
	bump := s.Uniform(0.005, 0.02)
	seat = solid.Deform(seat, func(p geom.Vec3) geom.Vec3 { // two rolls side by side or a flat seat
		if p.Z > h+0.02+float64(0.7*th) {
			u, v := 2*p.X/w, 2*p.Y/d
			p.Z += float64(bump * max(0, 1-float64(u*u)) * max(0, 1-float64(v*v)))
		}
		return p
	})
	i := b.add("seat", "chair_seat", seat)
	b.support(i, seat.Bounds().Max.Z, solid.Rect(0.6*w, 0.6*d))

	k := backSurface{y0: d/2 + 0.01, z0: h, slope: s.Uniform(0.10, 0.2), curl: s.Uniform(0, 0.08), wrap: s.Uniform(0.2, 0.7)}
	lo, hi := h+0.05, h+s.Uniform(0.52, 0.66)
	n := 2 + s.IntN(3)
	var solids []*mesh.Mesh
	step := (hi - lo) / float64(n)
	bt := s.Uniform(0.07, 0.10)
	top := s.Uniform(0.85, 1)
	for j := range n { // plump horizontal rolls
		t := float64(j) / float64(n)
		solids = append(solids, k.pad(float64(w*(1+float64((top-1)*t))), 1+(top-1)/float64(n), lo+float64(float64(j)*step)-0.006, lo+float64(float64(j+1)*step)+0.006, bt, 0.004, 4, 2))
	}
	plate := k.pad(0.6*w, 1, lo, hi-0.05, 0.03, 0, 3, 2)
	plate = solid.Move(plate, geom.V(0, 0.5*bt, 0))
	solids = append(solids, plate)
	var hulls [][]geom.Vec3
	for _, m := range solids {
		hulls = append(hulls, solid.Slices(m, geom.V(1, 0, 0), 2)...)
	}
	b.addHulls("back", "chair_back", hulls, solids...)
	if s.Bool(0.85) {
		hw, hh := float64(w*s.Uniform(0.5, 0.72)), s.Uniform(0.11, 0.16)
		gap := s.Uniform(0.02, 0.05)
		head := k.pad(hw, s.Uniform(0.75, 1), hi+gap, hi+gap+hh, bt, 0.015, 4, 2)
		b.add("head", "chair_head", head)
		for j, e := range []float64{1, -1} {
			b.add(fmt.Sprintf("peg-%d", j+1), "connector", k.post(e*0.2*hw, e*0.2*hw, hi-0.03, hi+gap+0.04, 0.02, 1, solid.RoundedRect(2, 0.8, 0.3, 1), 1))
		}
	}
	if s.Bool(0.85) {
		swivelArms(b, s, w/2, h+0.02, th)
	}
}

// barStool is a tall seat on a disc or star foot with a foot ring, with a low back or none.
func barStool(b *builder, s *rng.Stream) {
	h := s.Uniform(0.62, 0.76)
	r := s.Uniform(0.17, 0.21)
	th := s.Uniform(0.04, 0.08)
	if s.Bool(0.7) {
		foot := s.Uniform(0.19, 0.24)
		dome := s.Uniform(0.012, 0.035)
		b.add("pedestal", "pedestal", solid.Lathe([]solid.P2{{X: float64(foot * 0.98), Y: 0}, {X: foot, Y: 0.005}, {X: float64(foot * 0.98), Y: 0.011}, {X: float64(0.55 * foot), Y: 0.011 + float64(0.6*dome)}, {X: 0.05, Y: 0.011 + dome}, {X: 0.034, Y: 0.016 + dome}}, 20))
		c, p := s.Uniform(0.022, 0.03), s.Uniform(0.014, 0.018)
		cut := float64(h * s.Uniform(0.45, 0.65))
		b.add("column", "central_support", solid.Lathe([]solid.P2{{X: c, Y: 0.012 + dome}, {X: c, Y: cut}, {X: p, Y: cut + 0.004}, {X: p, Y: h - 0.03}, {X: 0.07, Y: h - 0.012}, {X: 0.07, Y: h + 0.004}}, 12))
	} else {
		starBase(b, s, 4+s.IntN(2), false, h+0.004)
	}
	// The foot ring hangs on a stub, forward of the column or around it.
	zr := float64(h * s.Uniform(0.30, 0.42))
	rr := s.Uniform(0.12, 0.16)
	y := -s.Uniform(0, 0.06)
	ring := solid.Move(solid.Torus(rr, 0.009, 20, 6), geom.V(0, y, zr))
	hulls := solid.Sectors(solid.Torus(rr, 0.009, 20, 6), 10)
	for _, hull := range hulls {
		for j := range hull {
			hull[j] = hull[j].Add(geom.V(0, y, zr))
		}
	}
	solids := []*mesh.Mesh{ring}
	spoke := limb{[]solid.P2{{X: 0.007, Y: 0}, {X: 0.007, Y: 1}}, solid.Ellipse(1, 1, 6)}
	turn := s.Uniform(0, 1)
	for j := range 3 {
		sn, c := geom.SinCos(turn + 2*math.Pi*float64(j)/3)
		m := solid.Bar(geom.V(0, 0, zr), geom.V(rr*c, float64(rr*sn)+y, zr), spoke.profile, spoke.unit)
		solids = append(solids, m)
		hulls = append(hulls, solid.Hull(m))
	}
	b.addHulls("footrest", "footrest", hulls, solids...)

	e := 2.0
	if s.Bool(0.4) {
		e = 5
	}
	o := solid.Superellipse(r, r*s.Uniform(0.9, 1), e, 20)
	seat := cushionSeat(o, h, th, s.Uniform(0, 0.015))
	i := b.add("seat", "chair_seat", seat)
	b.support(i, seat.Bounds().Max.Z, o.Scale(0.75, 0.75))
	if s.Bool(0.8) {
		lowBack(b, s, r, h+float64(0.4*th), th)
	}
}

// lowBack adds a curved rest around the back of a round seat of radius r: a padded band on two or three pegs.
func lowBack(b *builder, s *rng.Stream, r, z, th float64) {
	half := s.Uniform(0.7, 1.15) // radians to each side
	rise := th + s.Uniform(0.03, 0.14)
	bh := s.Uniform(0.07, 0.16)
	t := s.Uniform(0.02, 0.04)
	path := solid.CircleArc(geom.V(0, 0, z+rise+bh/2), float64(r*s.Uniform(0.98, 1.05)), math.Pi/2-half, math.Pi/2+half, 10)
	band := solid.Sweep(path, geom.V(0, 0, 1), func(u float64) solid.Outline {
		v := 2*u - 1
		return solid.RoundedRect(t, float64(bh*(1-float64(0.35*v*v*v*v))), float64(0.4*t), 1)
	})
	solids := []*mesh.Mesh{band}
	hulls := solid.Slices(band, geom.V(1, 0, 0), 5)
	n := 2 + s.IntN(2)
	for j := range n {
		a := math.Pi/2 + float64(half*0.75*(2*float64(j)/float64(n-1)-1))
		sn, c := geom.SinCos(a)
		rim := geom.V(r*c, r*sn, 0)
		peg := solid.Leg(rim.Scale(0.86).Add(geom.V(0, 0, z)), rim.Add(geom.V(0, 0, z+rise+float64(0.4*bh))), []solid.P2{{X: 0.011, Y: 0}, {X: 0.009, Y: 1}}, solid.Ellipse(1, 1, 8))
		solids = append(solids, peg)
		hulls = append(hulls, solid.Hull(peg))
	}
	b.addHulls("back", "chair_back", hulls, solids...)
}

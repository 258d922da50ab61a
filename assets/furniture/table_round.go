package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// tablePedestal makes pedestal-round.
func tablePedestal(b *builder, s *rng.Stream) {
	r, h := s.Uniform(0.42, 0.75), s.Uniform(0.71, 0.77)
	t := s.Uniform(0.025, 0.04)
	o := solid.Ellipse(r, r, 40)
	switch s.IntN(4) {
	case 0:
		o = solid.Superellipse(r, r, s.Uniform(3, 7), 40)
	case 1:
		o = solid.Regular(r, 8)
	}
	plate := b.add("top", "tabletop",
		tableSlab(o, h-t, t, rng.Choose(s, []edgeStyle{edgeOgee, edgeBullnose, edgeUndercut, edgeEased})),
		solid.Move(solid.Frustum(0.07, 0.35*r, 0.025, 0.005, 20), geom.V(0, 0, h-t-0.024)))
	b.support(plate, h, shrunk(o, 0.03))
	cr := s.Uniform(0.05, 0.075)
	z0 := 0.0
	if s.Bool(0.5) { // curved feet that grow out of the column
		n := 3 + s.IntN(2)
		reach := float64(r * s.Uniform(0.62, 0.78))
		z0 = s.Uniform(0.14, 0.2)
		var feet []*mesh.Mesh
		for k := range n {
			a := 2*math.Pi*float64(k)/float64(n) - math.Pi/2 + math.Pi/float64(n)
			foot := scrollFoot(a, 0.02, z0, reach, 0.028, 0.05, 0.085)
			sin, cos := geom.SinCos(a)
			pad := solid.Move(solid.Cylinder(0.03, 0.022, 0.004, 10), geom.V((reach-0.01)*cos, (reach-0.01)*sin, 0))
			feet = append(feet, foot, pad)
		}
		feet = append(feet, solid.Move(solid.Cylinder(1.05*cr, 0.11, 0.012, 16), geom.V(0, 0, z0-0.06)))
		b.add("feet", "foot", feet...)
	} else { // a stepped disc
		R := float64(r * s.Uniform(0.5, 0.65))
		z0 = s.Uniform(0.045, 0.07)
		b.add("pedestal", "pedestal", solid.Lathe(points(R-0.01, 0, R, 0.008, R, 0.4*z0, 0.93*R, 0.55*z0, 0.6*R, 0.72*z0,
			0.55*R, 0.95*z0, 0.4*R, z0), 32))
		z0 -= 0.004
	}
	if s.Bool(0.7) {
		b.add("column", "central_support", solid.Move(turned(rng.Choose(s, turnings), cr, h-t-0.02-z0, 18), geom.V(0, 0, z0)))
	} else {
		b.add("column", "central_support", solid.Move(solid.Frustum(0.9*cr, 0.62*cr, h-t-0.02-z0, 0.006, 18), geom.V(0, 0, z0)))
	}
}

// tableTulip makes tulip-oval.
func tableTulip(b *builder, s *rng.Stream) {
	rx, h := s.Uniform(0.45, 0.95), s.Uniform(0.70, 0.75)
	ry := float64(rx * s.Uniform(0.6, 1))
	ry = max(ry, 0.42)
	t := s.Uniform(0.022, 0.034)
	o := solid.Ellipse(rx, ry, 44)
	plate := b.add("top", "tabletop", tableSlab(o, h-t, t, edgeUndercut))
	b.support(plate, h, shrunk(o, 0.05))
	// The foot's radius over its height: a disc that sweeps up into a thin neck and opens again below the top.
	R := float64(min(rx, ry) * s.Uniform(0.56, 0.7))
	neck := s.Uniform(0.028, 0.045)
	head := s.Uniform(0.08, 0.125)
	H := h - t + 0.002
	const split = 0.05         // where the column begins,
	waist := min(0.36*R, 0.12) // and its radius there
	unit := solid.Ellipse(1, 1+float64(0.35*(rx/ry-1)), 28)
	unit = unit.Turn(math.Pi / 2) // an oval foot is longest along X too
	b.add("pedestal", "pedestal", solid.LatheOutline(points(R-0.008, 0, R, 0.004, R, 0.009, 0.8*R, 0.016, 0.55*R, 0.027,
		waist, split), unit))
	profile := solid.Spline(points(waist, split-0.001, blend(waist, neck, 0.45), 0.11, blend(waist, neck, 0.8), 0.19,
		neck, 0.34, 1.1*neck, 0.5, float64(0.55*head)+float64(0.3*neck), 0.62, head, H), 2)
	b.add("column", "central_support", solid.LatheOutline(profile, unit))
}

// tableTripod makes tripod.
func tableTripod(b *builder, s *rng.Stream) {
	r, h := s.Uniform(0.22, 0.42), s.Uniform(0.46, 0.72)
	t := s.Uniform(0.018, 0.03)
	o := solid.Ellipse(r, r, 36)
	top := []*mesh.Mesh{tableSlab(o, h-t, t, rng.Choose(s, []edgeStyle{edgeUndercut, edgeBullnose, edgeEased, edgeOgee}))}
	if s.Bool(0.3) { // a raised rim makes a tray
		top = append(top, solid.Move(solid.Torus(r-0.008, 0.009, 32, 6), geom.V(0, 0, h)))
	}
	angle := func(k int) float64 { return 2*math.Pi*float64(k)/3 - math.Pi/2 }
	if s.Bool(0.5) { // a column on three curved legs
		top = append(top, solid.Move(solid.Cylinder(0.4*r, 0.014, 0.003, 18), geom.V(0, 0, h-t-0.012)))
		plate := b.add("top", "tabletop", top...)
		b.support(plate, h, shrunk(o, 0.03))
		cr := s.Uniform(0.026, 0.036)
		z0 := s.Uniform(0.13, 0.18)
		b.add("column", "central_support",
			solid.Move(turned(rng.Choose(s, turnings), cr, h-t-z0, 16), geom.V(0, 0, z0)),
			solid.Move(solid.Lathe(points(0, -0.08, 0.5*cr, -0.065, 1.1*cr, -0.04, 1.2*cr, 0.03, 0.8*cr, 0.05), 14),
				geom.V(0, 0, z0)))
		reach := float64(r * s.Uniform(0.85, 1.05))
		for k := range 3 {
			m := scrollFoot(angle(k), 0.5*cr, z0+0.01, reach, 0.014, 0.03, 0.05)
			addNext(b, "leg", "leg", solid.Deform(m, func(p geom.Vec3) geom.Vec3 { return geom.V(p.X, p.Y, max(p.Z, 0)) }))
		}
		return
	}
	plate := b.add("top", "tabletop", top...)
	b.support(plate, h, shrunk(o, 0.03))
	in, out := float64(r*s.Uniform(0.5, 0.7)), float64(r*s.Uniform(0.85, 1.1))
	r1 := s.Uniform(0.014, 0.022)
	r0 := float64(r1 * s.Uniform(0.5, 0.9))
	at := func(k int, z float64) geom.Vec3 {
		sin, cos := geom.SinCos(angle(k))
		q := blend(out, in, z/(h-t))
		return geom.V(q*cos, q*sin, z)
	}
	for k := range 3 {
		addNext(b, "leg", "leg", roundTaper(at(k, 0), at(k, h-t+0.002), r0, r1))
	}
	if s.Bool(0.6) { // bars from leg to leg
		z := float64(s.Uniform(0.3, 0.45) * h)
		for k := range 3 {
			addNext(b, "leg-bar", "leg bar", roundBar(at(k, z), at((k+1)%3, z), 0.6*r1, 8))
		}
	} else {
		z := float64(s.Uniform(0.35, 0.5) * h)
		q := blend(out, in, z/(h-t))
		so := solid.Ellipse(q+0.008, q+0.008, 30)
		b.add("shelf-1", "shelf", tableSlab(so, z, 0.016, edgeEased))
	}
}

// tableStar makes star-base.
func tableStar(b *builder, s *rng.Stream) {
	r, h := s.Uniform(0.38, 0.65), s.Uniform(0.70, 0.76)
	t := s.Uniform(0.02, 0.032)
	o := solid.Ellipse(r, r, 36)
	switch s.IntN(3) {
	case 0:
		o = solid.RoundedRect(2*r, 1.7*r, s.Uniform(0.03, 0.12), 4)
	case 1:
		o = solid.Superellipse(1.1*r, 0.9*r, 4, 36)
	}
	plate := b.add("top", "tabletop",
		tableSlab(o, h-t, t, rng.Choose(s, []edgeStyle{edgeEased, edgeBullnose, edgeUndercut})),
		solid.Move(solid.RoundedBox(geom.V(0.3, 0.3, 0.012), 0.004, 1), geom.V(0, 0, h-t-0.004)))
	b.support(plate, h, shrunk(o, 0.04))
	n := 4 + s.IntN(2)
	reach := float64(r * s.Uniform(0.66, 0.8))
	wheels := s.Bool(0.75)
	wr := s.Uniform(0.024, 0.032)
	z1 := 0.03
	if wheels {
		z1 = float64(2*wr) + 0.022
	}
	z0 := z1 + s.Uniform(0.03, 0.07)
	cr := s.Uniform(0.026, 0.036)
	b.add("column", "central_support",
		solid.Move(solid.Cylinder(1.5*cr, 0.09, 0.006, 16), geom.V(0, 0, z0-0.04)),
		solid.Move(solid.Cylinder(cr, 0.5*h, 0.003, 16), geom.V(0, 0, z0)),
		solid.Move(solid.Cylinder(0.7*cr, h-t-z0-0.008, 0.003, 14), geom.V(0, 0, z0)))
	for k := range n {
		a := 2*math.Pi*float64(k)/float64(n) - math.Pi/2
		if n == 4 {
			a += math.Pi / 4
		}
		sin, cos := geom.SinCos(a)
		leg := []*mesh.Mesh{scrollFoot(a, 0.5*cr, z0+0.005, reach, z1, 0.052, 0.05)}
		if !wheels {
			leg = append(leg, solid.Move(solid.Cylinder(0.02, z1, 0.004, 12), geom.V((reach-0.02)*cos, (reach-0.02)*sin, 0)))
		}
		addNext(b, "leg", "leg", leg...)
	}
	if wheels {
		for k := range n {
			a := 2*math.Pi*float64(k)/float64(n) - math.Pi/2
			if n == 4 {
				a += math.Pi / 4
			}
			sin, cos := geom.SinCos(a)
			addNext(b, "caster", "caster", tableCaster((reach-0.02)*cos, (reach-0.02)*sin, z1, wr)...)
		}
	}
}

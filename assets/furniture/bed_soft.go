package furniture

import (
	"fmt"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// paddedBoard is an upholstered headboard from -x to x and z0 to z1 with its front at y: a flat core and pads before
// it, upright channels, a grid of buttons or one even pad by style.
func paddedBoard(style int, x, z0, z1, y, thick float64) []*mesh.Mesh {
	out := []*mesh.Mesh{solid.BoxBetween(geom.V(-x, y+0.03, z0), geom.V(x, y+thick, z1), 0.015, 2)}
	pad := func(cx, cz, w, h, fat float64) *mesh.Mesh {
		m := solid.SoftBox(geom.V(w, 0.06, h), 0.025, 1, 2, 1, 2)
		return solid.Deform(m, func(p geom.Vec3) geom.Vec3 {
			u, v := 2*p.X/w, 2*p.Z/h
			swell := 0.0
			if p.Y < 0 {
				swell = float64(fat * (1 - float64(u*u)) * (1 - float64(v*v)))
			}
			return geom.V(p.X+cx, p.Y-swell+y+0.035, p.Z+cz)
		})
	}
	switch style {
	case 0:
		n := min(8, max(4, int(2*x/0.2)))
		step := 2 * x / float64(n)
		for i := range n {
			out = append(out, pad(-x+float64((float64(i)+0.5)*step), (z0+z1)/2, step-0.004, z1-z0-0.02, 0.02))
		}
	case 1:
		nx, nz := max(3, int(2*x/0.36)), 2
		wx, hz := 2*x/float64(nx), (z1-z0)/float64(nz)
		for i := range nx {
			for k := range nz {
				out = append(out, pad(-x+float64((float64(i)+0.5)*wx), z0+float64((float64(k)+0.5)*hz), wx-0.004, hz-0.004, 0.025))
			}
		}
	default:
		out = append(out, pad(0, (z0+z1)/2, float64(2*x)-0.06, z1-z0-0.06, 0.02))
	}
	return out
}

// bedUpholstered makes upholstered.
func bedUpholstered(b *builder, s *rng.Stream) {
	w, l := bedSize(s)
	z := s.Uniform(0.26, 0.34)
	x := w/2 + s.Uniform(0.05, 0.08)
	top := s.Uniform(1.05, 1.35)
	floor := s.Uniform(0.08, 0.14)
	y := l/2 + 0.01
	thick := s.Uniform(0.08, 0.12)
	board := paddedBoard(s.IntN(3), x, floor, top, y, thick)
	if s.Bool(0.35) { // wings
		for _, k := range []float64{-1, 1} {
			wing := solid.RoundedBox(geom.V(0.06, 0.26, top-floor), 0.02, 2)
			board = append(board, solid.Move(wing, geom.V(k*(x+0.02), y+thick-0.13, (top+floor)/2)))
		}
	}
	b.add("headboard", "headboard", board...)
	rail := func(lo, hi geom.Vec3) *mesh.Mesh { return solid.BoxBetween(lo, hi, 0.025, 2) }
	yFoot := -l/2 - 0.06
	b.addPair("rail", Other, rail(geom.V(w/2-0.005, yFoot, floor), geom.V(x, y+0.05, z+0.05)))
	b.add("footboard", Other, rail(geom.V(-x, yFoot-0.05, floor), geom.V(x, -l/2-0.02, z+0.05)))
	bedDeck(b, w/2, -l/2-0.03, y+0.04, z)
	r := s.Uniform(0.025, 0.035)
	tapered := s.Bool(0.6)
	for _, ly := range []float64{yFoot, y + thick/2} {
		for _, sx := range []float64{-1, 1} {
			at := geom.V(sx*(x-0.06), ly, 0)
			if tapered {
				addNext(b, "leg", "leg", roundTaper(at, geom.V(at.X, at.Y, floor+0.012), 0.6*r, r))
			} else {
				addNext(b, "leg", "leg", solid.BoxBetween(geom.V(at.X-r, at.Y-r, 0), geom.V(at.X+r, at.Y+r, floor+0.012), 0.005, 1))
			}
		}
	}
	bedding(b, s, w, l, z, -0.07, l/2)
}

// bedBox makes box-base.
func bedBox(b *builder, s *rng.Stream) {
	w, l := bedSize(s)
	z := s.Uniform(0.28, 0.4)
	x, y0, y1 := w/2+0.01, -l/2-0.01, l/2+0.01
	plinth := s.Bool(0.5)
	floor := 0.0
	var base []*mesh.Mesh
	if plinth {
		floor = 0.06
		base = append(base, solid.BoxBetween(geom.V(-x+0.05, y0+0.05, 0), geom.V(x-0.05, y1-0.02, floor+0.01), 0.004, 1))
	}
	base = append(base, solid.BoxBetween(geom.V(-x, y0, floor), geom.V(x, y1, z), s.Uniform(0.006, 0.03), 2))
	b.add("base", "surface_base", base...)
	if s.Bool(0.6) { // drawers in both long sides
		n := 2 + s.IntN(2)
		lo, hi := floor+0.05, z-0.05
		step := (y1 - y0 - 0.1) / float64(n)
		style := choosePull(s)
		front := frontStyle(s.IntN(2))
		for i := range n {
			c := geom.V(x, y0+0.05+float64((float64(i)+0.5)*step), (lo+hi)/2)
			var parts []*mesh.Mesh
			for _, m := range append(face(front, step-0.03, hi-lo), pull(style, 0.3*step, false)...) {
				// Fronts are made to face -Y; these face +X.
				parts = append(parts, solid.Move(solid.Turn(m, geom.Mat3{X: geom.V(0, 1, 0), Y: geom.V(-1, 0, 0),
					Z: geom.V(0, 0, 1)}), c.Add(geom.V(0.012, 0, 0))))
			}
			b.addPair(fmt.Sprintf("drawer-%d", i+1), Other, parts...)
		}
	}
	leanY := 0.0
	switch s.IntN(4) {
	case 0: // no headboard
	case 1: // a bookcase
		top := z + s.Uniform(0.55, 0.75)
		const deep, t = 0.24, 0.022
		h0, h1 := y1-0.002, y1+deep
		parts := []*mesh.Mesh{
			solid.BoxBetween(geom.V(-x, h0, top-t), geom.V(x, h1, top), 0.004, 1),
			solid.BoxBetween(geom.V(-x, h1-0.015, 0), geom.V(x, h1, top-t+0.001), 0.003, 1),
			solid.BoxBetween(geom.V(-x, h0, 0), geom.V(x, h0+0.02, z+0.25), 0.003, 1),
			solid.BoxBetween(geom.V(-x+0.01, h0+0.01, z+0.25-t), geom.V(x-0.01, h1-0.01, z+0.25), 0, 0),
		}
		n := 2 + s.IntN(2)
		for i := range n + 1 {
			px := -x + t/2 + float64(i)*(float64(2*x)-t)/float64(n)
			parts = append(parts, solid.BoxBetween(geom.V(px-t/2, h0+0.002, 0), geom.V(px+t/2, h1-0.002, top-t+0.001), 0.003, 1))
		}
		b.add("headboard", "headboard", parts...)
		leanY = l/2 - 0.01
	default:
		thick := s.Uniform(0.07, 0.11)
		b.add("headboard", "headboard", paddedBoard(s.IntN(3), x, 0.02, z+s.Uniform(0.55, 0.85), y1-0.02, thick)...)
		leanY = l/2 - 0.03
	}
	bedding(b, s, w, l, z, 0, leanY)
}

// bedMetal makes metal-tube.
func bedMetal(b *builder, s *rng.Stream) {
	w, l := bedSize(s)
	z := s.Uniform(0.32, 0.4)
	r := s.Uniform(0.014, 0.02)
	x, yHead, yFoot := w/2+0.02+r, l/2+r+0.01, -l/2-r-0.04
	top := s.Uniform(0.95, 1.2)
	low := s.Uniform(0.55, 0.8)
	bow := s.Uniform(0.1, 0.3) // height of the arch over its shoulders
	corner := s.Bool(0.5)
	rods := s.IntN(2)
	end := func(h, y float64) []*mesh.Mesh {
		shoulder := h - bow
		var path []geom.Vec3
		if corner { // a rounded gate
			path = solid.RoundedPath([]geom.Vec3{geom.V(-x, y, z-0.06), geom.V(-x, y, h), geom.V(x, y, h),
				geom.V(x, y, z-0.06)}, max(bow, 0.08), 6)
		} else { // one bow from post to post
			arc := solid.Bezier(geom.V(-x, y, shoulder), geom.V(-0.95*x, y, h+0.06), geom.V(0.95*x, y, h+0.06),
				geom.V(x, y, shoulder), 16)
			path = append([]geom.Vec3{geom.V(-x, y, z-0.06)}, arc...)
			path = append(path, geom.V(x, y, z-0.06))
		}
		out := []*mesh.Mesh{solid.Tube(path, r, 8)}
		lo := z + 0.03
		out = append(out, roundBar(geom.V(-x, y, lo), geom.V(x, y, lo), 0.7*r, 8))
		mid := blend(lo, shoulder, 0.72)
		if rods == 1 {
			out = append(out, roundBar(geom.V(-x, y, mid), geom.V(x, y, mid), 0.7*r, 8))
		}
		n := int(2*x/0.2) + 1
		for i := range n {
			px := -x + float64(i+1)*2*x/float64(n+1)
			end := archHeight(path, px) - float64(0.3*r)
			out = append(out, rod(geom.V(px, y, lo), geom.V(px, y, end), 0.5*r, 6))
			if rods == 1 && i%2 == 1 { // a ball where rods cross
				out = append(out, solid.Move(solid.Ellipsoid(geom.V(1.3*r, 1.3*r, 1.3*r), 8, 4), geom.V(px, y, mid)))
			}
		}
		return out
	}
	// hulls of an end: the bow in pieces, the rods each.
	add := func(name, label string, parts []*mesh.Mesh) {
		hulls := solid.Slices(parts[0], geom.V(1, 0, 0), 9)
		for _, p := range parts[1:] {
			hulls = append(hulls, solid.Hull(p))
		}
		b.addHulls(name, label, hulls, parts...)
	}
	add("headboard", "headboard", end(top, yHead))
	add("footboard", Other, end(low, yFoot))
	eachCorner(func(sx, sy float64) {
		y := yFoot
		if sy > 0 {
			y = yHead
		}
		addNext(b, "leg", "leg",
			solid.Move(solid.Cylinder(1.08*r, z-0.02, 0.003, 8), geom.V(sx*x, y, 0)),
			solid.Move(solid.Cylinder(1.5*r, 0.02, 0.004, 8), geom.V(sx*x, y, 0)))
	})
	b.addPair("rail", Other, squareBar(geom.V(x, yFoot, z-0.045), geom.V(x, yHead, z-0.045), 0.022, 0.055))
	bedDeck(b, x-0.005, yFoot+0.01, yHead-0.01, z-0.02)
	if s.Bool(0.55) {
		zb := s.Uniform(0.12, 0.18)
		for _, y := range []float64{yFoot, yHead} {
			addNext(b, "leg-bar", "bar_stretcher", roundBar(geom.V(-x, y, zb), geom.V(x, y, zb), 0.6*r, 8))
		}
	}
	bedding(b, s, w, l, z-0.02, -0.02, l/2-0.01)
}

// archHeight returns the height at which a path over x, rising and falling once, passes px; of several the highest.
func archHeight(path []geom.Vec3, px float64) float64 {
	best := 0.0
	for i := 1; i < len(path); i++ {
		a, c := path[i-1], path[i]
		if a.X > c.X {
			a, c = c, a
		}
		if px >= a.X && px <= c.X && c.X > a.X {
			best = max(best, blend(a.Z, c.Z, (px-a.X)/(c.X-a.X)))
		}
	}
	return best
}

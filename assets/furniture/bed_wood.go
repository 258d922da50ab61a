package furniture

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// footTurning is the short turned foot of a bedpost below its rails, X the radius and Y the height as in turnings.
var footTurning = points(0.5, 0, 0.85, 0.2, 0.85, 0.45, 0.5, 0.65, 0.9, 0.85, 0.9, 1)

// bedPlatform makes platform.
func bedPlatform(b *builder, s *rng.Stream) {
	w, l := bedSize(s)
	z, t := s.Uniform(0.24, 0.34), s.Uniform(0.05, 0.09)
	over := s.Uniform(0.03, 0.12)
	x, y0, y1 := w/2+over, -l/2-over, l/2+float64(0.5*over)
	o := solid.RoundedRect(2*x, y1-y0, s.Uniform(0.01, 0.06), 3)
	b.add("deck", Other, solid.Move(tableSlab(o, z-t, t,
		rng.Choose(s, []edgeStyle{edgeEased, edgeBullnose, edgeUndercut})), geom.V(0, (y0+y1)/2, 0)))
	leanY := 0.0
	if s.Bool(0.75) {
		top := z + s.Uniform(0.45, 0.75)
		thick := s.Uniform(0.03, 0.05)
		tilt := s.Uniform(0, 0.12)
		var board []*mesh.Mesh
		if s.Bool(0.5) { // one board
			board = append(board, archedPanel(x, z-float64(0.5*t), top, 0, thick, float64(s.IntN(2))*s.Uniform(0.02, 0.06), 0.008))
		} else { // broad planks between gaps, on two posts behind
			n := 2 + s.IntN(2)
			step := (top - z - 0.06) / float64(n)
			for i := range n {
				lo := z + 0.06 + float64(float64(i)*step)
				board = append(board, solid.BoxBetween(geom.V(-x, -thick/2, lo), geom.V(x, thick/2, lo+step-0.025), 0.008, 1))
			}
			for _, k := range []float64{-1, 1} {
				board = append(board, solid.BoxBetween(geom.V(float64(k*0.6*x)-0.04, thick/2-0.004, z-float64(0.8*t)),
					geom.V(float64(k*0.6*x)+0.04, thick/2+0.03, top-0.06), 0.004, 1))
			}
		}
		lean := solid.Shear(0, tilt)
		for i := range board {
			board[i] = solid.Deform(board[i], func(p geom.Vec3) geom.Vec3 {
				return lean(p.Sub(geom.V(0, 0, z))).Add(geom.V(0, y1+thick/2-0.012, z))
			})
		}
		b.add("headboard", "headboard", board...)
		leanY = y1 - 0.012
	}
	bedding(b, s, w, l, z, 0, min(leanY, l/2+0.03))
	in := s.Uniform(0.1, 0.25)
	r := s.Uniform(0.028, 0.045)
	kind := s.IntN(3)
	rows := []float64{y0 + in, y1 - in}
	if l > 2 && s.Bool(0.4) {
		rows = []float64{y0 + in, (y0 + y1) / 2, y1 - in}
	}
	for _, y := range rows {
		for _, sx := range []float64{-1, 1} {
			foot, top := geom.V(sx*(x-in), y, 0), geom.V(sx*(x-in), y, z-t+0.004)
			switch kind {
			case 0:
				addNext(b, "leg", "leg", roundTaper(foot, top, 0.6*r, r))
			case 1:
				addNext(b, "leg", "leg", roundTaper(foot.Add(geom.V(sx*0.05, 0, 0)), top, 0.55*r, r))
			default:
				addNext(b, "leg", "leg", solid.BoxBetween(geom.V(foot.X-r, y-r, 0), geom.V(foot.X+r, y+r, top.Z), 0.006, 1))
			}
		}
	}
	if s.Bool(0.4) { // long bars from leg to leg
		for _, sx := range []float64{-1, 1} {
			addNext(b, "leg-bar", "bar_stretcher", squareBar(geom.V(sx*(x-in), rows[0], z-t-0.03),
				geom.V(sx*(x-in), rows[len(rows)-1], z-t-0.03), 0.03, 0.06))
		}
	}
}

// bedSlats makes slat-headboard.
func bedSlats(b *builder, s *rng.Stream) {
	w, l := bedSize(s)
	z := s.Uniform(0.26, 0.36)
	side := s.Uniform(0.055, 0.085)
	x, yHead, yFoot := w/2+0.02+side/2, l/2+side/2, -l/2-side/2-0.03
	top := s.Uniform(0.85, 1.15)
	low := s.Uniform(0.42, 0.62)
	turnedPosts := s.Bool(0.4)
	profile := rng.Choose(s, turnings)
	// post is square up to the rails; a turned one goes on round, with a knob.
	post := func(sx, y, h float64) []*mesh.Mesh {
		if !turnedPosts {
			m := solid.LatheOutline(points(0.85*side, 0, side, 0.01, side, h-0.012, 0.8*side, h), legSquare())
			return []*mesh.Mesh{solid.Move(m, geom.V(sx*x, y, 0))}
		}
		knee := z + 0.05
		return []*mesh.Mesh{
			solid.BoxBetween(geom.V(float64(sx*x)-side/2, y-side/2, z-0.16), geom.V(float64(sx*x)+side/2, y+side/2, knee),
				0.005, 1),
			solid.Move(turned(footTurning, side/2, z-0.158, 8), geom.V(sx*x, y, 0)),
			solid.Move(turned(profile, side/2, h-knee, 8), geom.V(sx*x, y, knee-0.002)),
			solid.Move(solid.Ellipsoid(geom.V(0.5*side, 0.5*side, 0.45*side), 8, 5), geom.V(sx*x, y, h+float64(0.25*side))),
		}
	}
	eachCorner(func(sx, sy float64) {
		if sy < 0 {
			addNext(b, "leg", "leg", post(sx, yFoot, low)...)
		} else {
			addNext(b, "leg", "leg", post(sx, yHead, top)...)
		}
	})
	style := s.IntN(4)
	rise := float64(float64(s.IntN(2)) * s.Uniform(0.04, 0.1))
	fill := func(y, h float64) []*mesh.Mesh { return bedEnd(style, x, side, z, h, y, rise) }
	b.add("headboard", "headboard", fill(yHead, top-0.05)...)
	if low > z+0.2 {
		b.add("footboard", Other, fill(yFoot, low-0.04)...)
	} else {
		b.add("footboard", Other, solid.BoxBetween(geom.V(-x, yFoot-0.012, z-0.12), geom.V(x, yFoot+0.012, z+0.03), 0.004, 1))
	}
	sideRails(b, x+0.01, yFoot, yHead, z-0.14, z+0.03, 0.024)
	bedDeck(b, x-0.02, yFoot+0.01, yHead-0.01, z)
	bedding(b, s, w, l, z, -0.05, l/2-0.01)
}

// bedEnd fills the space between two posts at (+-x, y), up to height h: upright slats, turned spindles, cross slats or
// a framed panel, by style.
func bedEnd(style int, x, side, z, h, y, rise float64) []*mesh.Mesh {
	inner := x - side/2 + 0.004
	lo := z - 0.1
	topRail := archedPanel(inner, h-0.09, h, y, 0.032, rise, 0.006)
	lowRail := archedPanel(inner, lo, lo+0.1, y, 0.03, 0, 0.004)
	out := []*mesh.Mesh{topRail, lowRail}
	upper := h - 0.085
	switch style {
	case 0, 1:
		n := int(2 * inner / 0.13)
		if style == 1 {
			n = min(7, int(2*inner/0.16)) // a spindle costs as much as two slats
		}
		for i := range n {
			px := -inner + (float64(i)+0.5)*2*inner/float64(n)
			// The rail bows up in the middle, so the bars there are longer.
			end := upper + float64(rise*0.9*(1-float64((px/inner)*(px/inner))))
			if style == 0 {
				out = append(out, solid.BoxBetween(geom.V(px-0.024, y-0.008, lo+0.09), geom.V(px+0.024, y+0.008, end), 0, 0))
			} else {
				out = append(out, solid.Move(turned(points(0.6, 0, 1, 0.15, 0.7, 0.24, 1.1, 0.5, 0.7, 0.76, 1, 0.85, 0.6, 1),
					0.014, end-lo-0.09, 5), geom.V(px, y, lo+0.09)))
			}
		}
	case 2:
		n := max(1, int((upper-lo-0.1)/0.14))
		step := (upper - lo - 0.1) / float64(n)
		for i := range n {
			c := lo + 0.1 + float64((float64(i)+0.5)*step)
			out = append(out, solid.BoxBetween(geom.V(-inner, y-0.01, c-float64(0.3*step)),
				geom.V(inner, y+0.01, c+float64(0.3*step)), 0.004, 1))
		}
	default:
		out = append(out, archedPanel(inner, lo+0.09, upper, y, 0.014, 0.9*rise, 0))
		n := max(2, int(inner/0.3))
		for i := range n + 1 {
			px := -inner + 0.035 + float64(i)*(float64(2*inner)-0.07)/float64(n)
			out = append(out, solid.BoxBetween(geom.V(px-0.035, y-0.014, lo+0.09),
				geom.V(px+0.035, y+0.014, upper+float64(rise*0.6*(1-float64((px/inner)*(px/inner))))), 0.003, 1))
		}
	}
	return out
}

// bedPosts makes four-poster.
func bedPosts(b *builder, s *rng.Stream) {
	w, l := bedSize(s)
	w = max(w, 1.35)
	z := s.Uniform(0.32, 0.42)
	side := s.Uniform(0.075, 0.1)
	x, yHead, yFoot := w/2+0.02+side/2, l/2+side/2, -l/2-side/2-0.03
	h := s.Uniform(1.75, 2.1)
	canopy := s.Bool(0.55)
	if !canopy {
		h = s.Uniform(1.35, 1.9)
	}
	square := s.Bool(0.35)
	profile := rng.Choose(s, turnings)
	eachCorner(func(sx, sy float64) {
		y := yFoot
		if sy > 0 {
			y = yHead
		}
		at := geom.V(sx*x, y, 0)
		var parts []*mesh.Mesh
		if square {
			m := solid.LatheOutline(points(0.8*side, 0, side, z-0.16, side, z+0.06, 0.55*side, h), legSquare())
			parts = append(parts, solid.Move(m, at))
		} else {
			knee := z + 0.07
			parts = append(parts,
				solid.Move(turned(footTurning, side/2, z-0.158, 7), at),
				solid.BoxBetween(geom.V(at.X-side/2, y-side/2, z-0.16), geom.V(at.X+side/2, y+side/2, knee), 0.006, 1),
				solid.Move(turned(profile, side/2, 0.42*(h-knee), 7), geom.V(at.X, y, knee-0.002)),
				solid.Move(turned(points(0.86, 0, 0.5, 0.05, 0.62, 0.3, 0.4, 1), side/2, 0.582*(h-knee), 7),
					geom.V(at.X, y, knee+float64(0.418*(h-knee)))))
		}
		if !canopy {
			parts = append(parts, solid.Move(solid.Lathe(points(0.2*side, -0.004, 0.36*side, 0.15*side, 0.24*side, 0.3*side,
				0.42*side, 0.6*side, 0.36*side, 0.95*side, 0, 1.4*side), 7), geom.V(at.X, y, h)))
		}
		addNext(b, "leg", "leg", parts...)
	})
	if canopy {
		// The frame lies on the posts, whose tops are let into it.
		r := float64(0.3 * side)
		at := h + float64(0.5*r)
		for _, y := range []float64{yFoot, yHead} {
			addNext(b, "canopy", Other, squareBar(geom.V(-x-r, y, at), geom.V(x+r, y, at), 2*r, 2*r))
		}
		for _, sx := range []float64{-1, 1} {
			addNext(b, "canopy", Other, squareBar(geom.V(sx*x, yFoot, at-0.002), geom.V(sx*x, yHead, at-0.002), 2*r-0.006, 2*r-0.006))
		}
	}
	top := s.Uniform(0.95, 1.2)
	style := s.IntN(4)
	rise := s.Uniform(0.03, 0.14)
	b.add("headboard", "headboard", bedEnd(style, x, 0.6*side, z, top, yHead, rise)...)
	sideRails(b, x+0.012, yFoot, yHead, z-0.14, z+0.03, 0.026)
	if s.Bool(0.5) {
		b.add("footboard", Other, bedEnd(style, x, 0.6*side, z, z+s.Uniform(0.22, 0.34), yFoot, 0)...)
	} else {
		b.add("footboard", Other, solid.BoxBetween(geom.V(-x, yFoot-0.013, z-0.14), geom.V(x, yFoot+0.013, z+0.03), 0.005, 1))
	}
	bedDeck(b, x-0.03, yFoot+0.01, yHead-0.01, z)
	bedding(b, s, w, l, z, -0.05, l/2-0.01)
}

// bedSleigh makes sleigh.
func bedSleigh(b *builder, s *rng.Stream) {
	w, l := bedSize(s)
	z := s.Uniform(0.28, 0.36)
	x := w/2 + 0.05
	head, foot := s.Uniform(0.95, 1.2), s.Uniform(0.55, 0.78)
	thick := s.Uniform(0.045, 0.06)
	curl := s.Uniform(0.16, 0.24)
	// end sweeps the board along its profile, from the floor rail up; dir is the way that it curls.
	end := func(y, h, dir float64) (*mesh.Mesh, [][]geom.Vec3) {
		at := func(out, z float64) geom.Vec3 { return geom.V(0, y+float64(dir*out), z) }
		k := float64(curl * (0.6 + 0.4*h/head))
		path := solid.CatmullRom([]geom.Vec3{at(0, 0.1), at(-0.01, 0.3*h), at(0.05*k, 0.55*h), at(0.38*k, 0.8*h),
			at(0.78*k, 0.95*h), at(1.02*k, h), at(1.2*k, 0.975*h), at(1.24*k, 0.93*h)}, 2)
		section := func(f float64) solid.Outline { return solid.RoundedRect(2*x, thick*blend(1, 0.72, f), 0.012, 1) }
		m := solid.Sweep(path, geom.V(0, dir, 0), section)
		return m, solid.Slices(m, geom.V(0, 0, 1), 7)
	}
	roll := func(y, h, dir float64) *mesh.Mesh { // the scroll that ends the curl
		k := float64(curl * (0.6 + 0.4*h/head))
		r := 0.032
		return solid.Move(solid.Turn(solid.Move(solid.Cylinder(r, float64(2*x)+0.02, 0.006, 14), geom.V(0, 0, -x-0.01)),
			geom.RotY(math.Pi/2)), geom.V(0, y+float64(dir*(float64(1.24*k)-0.012)), 0.93*h))
	}
	yHead, yFoot := l/2+thick/2+0.005, -l/2-thick/2-0.03
	m, hulls := end(yHead, head, 1)
	r := roll(yHead, head, 1)
	b.addHulls("headboard", "headboard", append(hulls, solid.Hull(r)), m, r)
	m, hulls = end(yFoot, foot, -1)
	r = roll(yFoot, foot, -1)
	b.addHulls("footboard", Other, append(hulls, solid.Hull(r)), m, r)
	// The side boards dip in the middle.
	o := solid.Bowed(solid.Rect(yHead-yFoot, 0.24).Move((yHead+yFoot)/2, z-0.03),
		[]float64{-0.02, 0, -s.Uniform(0.02, 0.06), 0}, 10)
	b.addPair("rail", Other, solid.Move(sideBoard(o, 0.035, 0.008), geom.V(x-0.012, 0, 0)))
	bedDeck(b, x-0.02, yFoot+0.01, yHead-0.01, z)
	bun := s.Bool(0.6)
	for _, y := range []float64{yFoot, yHead} {
		for _, sx := range []float64{-1, 1} {
			if bun {
				foot := solid.Lathe(points(0.03, 0, 0.05, 0.02, 0.056, 0.05, 0.045, 0.085, 0.03, 0.1, 0.04, 0.115), 14)
				addNext(b, "leg", "leg", solid.Move(foot, geom.V(sx*(x-0.06), y, 0)))
			} else {
				foot := solid.LatheOutline(points(0.06, 0, 0.09, 0.115), legSquare())
				addNext(b, "leg", "leg", solid.Move(foot, geom.V(sx*(x-0.06), y, 0)))
			}
		}
	}
	bedding(b, s, w, l, z, -0.06, l/2-0.02)
}

// bedChild makes child-rails.
func bedChild(b *builder, s *rng.Stream) {
	w, l := s.Uniform(0.72, 0.98), s.Uniform(1.6, 2.0)
	z := s.Uniform(0.34, 0.48)
	side := s.Uniform(0.05, 0.07)
	x, yHead, yFoot := w/2+0.015+side/2, l/2+side/2, -l/2-side/2-0.02
	top := z + s.Uniform(0.5, 0.7)
	low := z + s.Uniform(0.34, 0.48)
	round := s.Bool(0.4)
	eachCorner(func(sx, sy float64) {
		y, h := yFoot, low
		if sy > 0 {
			y, h = yHead, top
		}
		at := geom.V(sx*x, y, 0)
		if round {
			addNext(b, "leg", "leg", solid.Move(solid.Cylinder(side/2, h, 0.008, 14), at),
				solid.Move(solid.Ellipsoid(geom.V(0.62*side, 0.62*side, 0.55*side), 12, 6), geom.V(at.X, y, h+float64(0.3*side))))
		} else {
			addNext(b, "leg", "leg", solid.Move(solid.RoundedBox(geom.V(side, side, h), 0.008, 1), geom.V(at.X, y, h/2)))
		}
	})
	style := rng.Choose(s, []int{0, 1, 2})
	b.add("headboard", "headboard", bedEnd(style, x, side, z, top-0.03, yHead, 0)...)
	b.add("footboard", Other, bedEnd(style, x, side, z, low-0.03, yFoot, 0)...)
	sideRails(b, x+0.008, yFoot, yHead, z-0.12, z+0.03, 0.022)
	bedDeck(b, x-0.02, yFoot+0.01, yHead-0.01, z)
	// Guard rails: two bars with posts along the upper part, on one side or both.
	gap := s.Uniform(0.5, 0.8)
	sides := []float64{1}
	if s.Bool(0.6) {
		sides = []float64{-1, 1}
	}
	high := z + s.Uniform(0.3, 0.36)
	for _, sx := range sides {
		var parts []*mesh.Mesh
		gy0 := yFoot + gap
		for _, gz := range []float64{high, (high + z) / 2} {
			parts = append(parts, squareBar(geom.V(sx*x, gy0-0.02, gz), geom.V(sx*x, yHead, gz), 0.022, 0.06))
		}
		for k := range 3 {
			gy := gy0 + 0.03 + float64(k)*(yHead-gy0-0.1)/3
			parts = append(parts, squareBar(geom.V(sx*x, gy, z-0.08), geom.V(sx*x, gy, high+0.02), 0.024, 0.05))
		}
		addNext(b, "guard", Other, parts...)
	}
	// Bars between the legs.
	zb := s.Uniform(0.1, 0.18)
	for _, y := range []float64{yFoot, yHead} {
		addNext(b, "leg-bar", "bar_stretcher", squareBar(geom.V(-x, y, zb), geom.V(x, y, zb), 0.026, 0.05))
	}
	if s.Bool(0.5) {
		for _, sx := range []float64{-1, 1} {
			addNext(b, "leg-bar", "bar_stretcher", squareBar(geom.V(sx*x, yFoot, zb), geom.V(sx*x, yHead, zb), 0.026, 0.05))
		}
	}
	bedding(b, s, w, l, z, -0.06, l/2-0.01)
}

package furniture

import (
	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/rng"
)

// topSupport marks the upper face of a top of a convex outline, inside its rounded rim.
func topSupport(b *builder, part int, o solid.Outline, z float64) {
	b.support(part, z, shrunk(o, 0.03))
}

// tableTapered makes dining-tapered.
func tableTapered(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(1.1, 2.0), s.Uniform(0.75, 1.0), s.Uniform(0.71, 0.77)
	t := s.Uniform(0.022, 0.042)
	top := s.Uniform(0.06, 0.09)
	foot := float64(top * s.Uniform(0.45, 0.8))
	apron := s.Uniform(0.07, 0.11)
	arch := float64(float64(s.IntN(2)) * s.Uniform(0.3, 0.5) * apron)
	o := tableOutline(s, w, d)
	over := cornerRoom(o) + s.Uniform(0.01, 0.08)
	x, y := w/2-over, d/2-over
	solids := []*mesh.Mesh{tableSlab(o, h-t, t, edgeStyle(s.IntN(int(edgeStyles))))}
	solids = append(solids, tableAprons(x-top/2, y-top/2, h-t+0.001, apron, 0.02, arch, top/2-0.018)...)
	plate := b.add("top", "tabletop", solids...)
	topSupport(b, plate, o, h)
	eachCorner(func(sx, sy float64) {
		addNext(b, "leg", "leg", taperedLeg(sx, sy, x, y, h-t+0.002, top, foot, h-t-apron-0.02))
	})
}

// tableTurned makes dining-turned.
func tableTurned(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(1.1, 1.9), s.Uniform(0.8, 1.0), s.Uniform(0.72, 0.78)
	t := s.Uniform(0.025, 0.04)
	r := s.Uniform(0.034, 0.05)
	apron := s.Uniform(0.09, 0.12)
	arch := float64(float64(s.IntN(2)) * s.Uniform(0.25, 0.45) * apron)
	o := tableOutline(s, w, d)
	if s.Bool(0.35) {
		o = solid.Ellipse(w/2, d/2, 36)
	}
	in := cornerRoom(o) + s.Uniform(0.02, 0.05)
	x, y := w/2-in-r, d/2-in-r
	solids := []*mesh.Mesh{tableSlab(o, h-t, t, rng.Choose(s, []edgeStyle{edgeOgee, edgeBullnose, edgeEased}))}
	solids = append(solids, tableAprons(x, y, h-t+0.001, apron, 0.022, arch, r-0.02)...)
	plate := b.add("top", "tabletop", solids...)
	topSupport(b, plate, o, h)
	profile := rng.Choose(s, turnings)
	eachCorner(func(sx, sy float64) {
		addNext(b, "leg", "leg", turnedLeg(profile, sx*x, sy*y, h-t+0.002, r, apron+0.03)...)
	})
}

// tableSplayed makes dining-splayed.
func tableSplayed(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(1.0, 1.9), s.Uniform(0.75, 1.0), s.Uniform(0.70, 0.76)
	t := s.Uniform(0.022, 0.035)
	var o solid.Outline
	switch s.IntN(4) {
	case 0:
		o = solid.Superellipse(w/2, d/2, s.Uniform(2.6, 5), 40)
	case 1:
		w = float64(d * s.Uniform(1.0, 1.2))
		o = solid.Ellipse(w/2, d/2, 36)
	default:
		o = solid.RoundedRect(w, d, s.Uniform(0.06, 0.25), 5)
	}
	r1 := s.Uniform(0.022, 0.032)
	r0 := float64(r1 * s.Uniform(0.45, 0.75))
	out := s.Uniform(0.05, 0.12)
	x, y := float64(0.36*w)-0.02, float64(0.33*d)
	// Under a round top the legs move in until the ends of battens keep clear of its lower rim, which may be cut back.
	for under := shrunk(o, 0.03); !inside(under, x+0.045, y+0.07); {
		x, y = float64(0.97*x), float64(0.97*y)
	}
	rail := s.Uniform(0.04, 0.06)
	solids := []*mesh.Mesh{tableSlab(o, h-t, t, rng.Choose(s, []edgeStyle{edgeUndercut, edgeBullnose, edgeUndercut}))}
	if s.Bool(0.5) {
		solids = append(solids, tableAprons(x, y, h-t+0.001, rail, 0.02, 0, 0)...)
	} else { // two battens that the legs are let into
		for _, sx := range []float64{-1, 1} {
			solids = append(solids, squareBar(geom.V(sx*x, -y-0.06, h-t-0.018), geom.V(sx*x, y+0.06, h-t-0.018), 0.08, 0.04))
		}
	}
	plate := b.add("top", "tabletop", solids...)
	b.support(plate, h, shrunk(o, 0.04))
	eachCorner(func(sx, sy float64) {
		addNext(b, "leg", "leg", roundTaper(geom.V(sx*(x+out), sy*(y+float64(0.8*out)), 0), geom.V(sx*x, sy*y, h-t+0.002),
			r0, r1))
	})
}

// tableConference makes conference-six.
func tableConference(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(2.2, 3.2), s.Uniform(0.95, 1.25), s.Uniform(0.72, 0.76)
	t := s.Uniform(0.028, 0.045)
	sag := s.Uniform(0.05, 0.12)
	o := solid.RoundedRect(w, d, s.Uniform(0.04, 0.2), 4)
	if s.Bool(0.6) { // boat-shaped
		o = solid.Rounded(solid.Bowed(solid.Rect(w-0.04, d-float64(2*sag)), []float64{sag, 0.02, sag, 0.02}, 10), 0.05, 2)
	}
	side := s.Uniform(0.06, 0.09)
	apron := s.Uniform(0.06, 0.09)
	x, y := w/2-s.Uniform(0.12, 0.3), d/2-sag-s.Uniform(0.06, 0.1)
	solids := []*mesh.Mesh{tableSlab(o, h-t, t, rng.Choose(s, []edgeStyle{edgeUndercut, edgeEased, edgeBullnose}))}
	solids = append(solids, tableAprons(x, y, h-t+0.001, apron, 0.025, 0, side/2-0.02)...)
	solids = append(solids, squareBar(geom.V(0, -y, h-t-apron/2), geom.V(0, y, h-t-apron/2), 0.03, apron))
	plate := b.add("top", "tabletop", solids...)
	topSupport(b, plate, o, h)
	round := s.Bool(0.4)
	foot := float64(side * s.Uniform(0.5, 0.9))
	if s.Bool(0.5) { // a bar joins each pair, one more runs along the middle
		z, thick := s.Uniform(0.12, 0.2), float64(0.6*foot)
		for _, sx := range []float64{-1, 0, 1} {
			addNext(b, "leg-bar", "leg bar", squareBar(geom.V(sx*x, -y, z), geom.V(sx*x, y, z), thick, 0.05))
		}
		addNext(b, "leg-bar", "leg bar", squareBar(geom.V(-x, 0, z), geom.V(x, 0, z), thick, 0.05))
	}
	for _, sx := range []float64{-1, 0, 1} {
		for _, sy := range []float64{-1, 1} {
			var leg *mesh.Mesh
			switch {
			case round:
				leg = roundTaper(geom.V(sx*x, sy*y, 0), geom.V(sx*x, sy*y, h-t+0.002), foot/2, side/2)
			case sx == 0: // tapered towards its middle line, as no side is the outer one
				unit := legSquare()
				leg = solid.Leg(geom.V(0, sy*y, 0), geom.V(0, sy*y, h-t+0.002),
					points(0.9*foot, 0, foot, 0.008, side, 0.85, side, 1), unit)
			default:
				leg = taperedLeg(sx, sy, x+side/2, y+side/2, h-t+0.002, side, foot, float64(0.85*h))
			}
			addNext(b, "leg", "leg", leg)
		}
	}
}

// tableTrestle makes trestle.
func tableTrestle(b *builder, s *rng.Stream) {
	w, d, h := s.Uniform(1.5, 2.3), s.Uniform(0.78, 1.0), s.Uniform(0.73, 0.77)
	t := s.Uniform(0.03, 0.05)
	x := w/2 - s.Uniform(0.22, 0.35)
	o := tableOutline(s, w, d)
	solids := []*mesh.Mesh{tableSlab(o, h-t, t, edgeStyle(s.IntN(int(edgeStyles))))}
	half := float64(0.42 * d)
	for _, sx := range []float64{-1, 1} { // cleats under the top, their ends cut upwards
		z := h - t
		o := points(-half+0.07, z-0.07, half-0.07, z-0.07, half, z-0.025, half, z+0.002, -half, z+0.002, -half, z-0.025)
		solids = append(solids, solid.Move(sideBoard(o, 0.07, 0.004), geom.V(sx*x, 0, 0)))
	}
	plate := b.add("top", "tabletop", solids...)
	topSupport(b, plate, o, h)
	hi := h - t - 0.06
	barZ := s.Uniform(0.25, 0.4)
	switch s.IntN(3) {
	case 0: // a vase-shaped plank on a runner
		var o solid.Outline
		k := s.Uniform(0.8, 1.2)
		right := solid.Spline(points(0.13*k, 0.06, 0.075*k, 0.14, 0.10*k, 0.26, 0.145*k, 0.38, 0.10*k, 0.5, 0.07*k, hi-0.06,
			0.12*k, hi), 2)
		for _, p := range right {
			o = append(o, p)
		}
		for i := len(right) - 1; i >= 0; i-- {
			o = append(o, solid.P2{X: -right[i].X, Y: right[i].Y})
		}
		for _, sx := range []float64{-1, 1} {
			m := solid.Move(sideBoard(o, 0.05, 0.005), geom.V(sx*x, 0, 0))
			addNext(b, "leg", "leg", m)
			addNext(b, "foot", "foot", trestleFoot(sx*x, half))
		}
	case 1: // two posts a side on a runner
		for _, sx := range []float64{-1, 1} {
			for _, sy := range []float64{-1, 1} {
				addNext(b, "leg", "leg", squareBar(geom.V(sx*x, sy*0.17*d, 0.06), geom.V(sx*x, sy*0.17*d, hi+0.01), 0.065, 0.065))
			}
			addNext(b, "foot", "foot", trestleFoot(sx*x, half))
			addNext(b, "leg-bar", "leg bar", squareBar(geom.V(sx*x, -0.17*d, barZ), geom.V(sx*x, 0.17*d, barZ), 0.04, 0.07))
		}
	default: // crossed planks
		for _, sx := range []float64{-1, 1} {
			for _, sy := range []float64{-1, 1} {
				at := float64(sx*x) + float64(sy*0.022)
				addNext(b, "leg", "leg", flatLeg(geom.V(at, sy*(half-0.02), 0), geom.V(at, -sy*(half-0.1), hi+0.01), 0.042, 0.11))
			}
		}
		barZ = float64(0.5 * hi) // through the crossing
	}
	addNext(b, "leg-bar", "leg bar", squareBar(geom.V(-x-0.09, 0, barZ), geom.V(x+0.09, 0, barZ), 0.035, 0.09))
}

// trestleFoot is a runner along Y of half length half at x, arched below, its upper corners cut.
func trestleFoot(x, half float64) *mesh.Mesh {
	o := points(-half, 0, -half+0.1, 0, -half+0.16, 0.018, half-0.16, 0.018, half-0.1, 0, half, 0,
		half, 0.035, 0.55*half, 0.075, -0.55*half, 0.075, -half, 0.035)
	return solid.Move(sideBoard(o, 0.075, 0.004), geom.V(x, 0, 0))
}

// tablePicnic makes picnic.
func tablePicnic(b *builder, s *rng.Stream) {
	w, h := s.Uniform(1.5, 1.95), s.Uniform(0.72, 0.78)
	const t, gap = 0.04, 0.012
	plank := s.Uniform(0.12, 0.15)
	n := 4 + s.IntN(3)
	d := float64(float64(n)*plank) + float64(float64(n-1)*gap)
	x := w/2 - s.Uniform(0.2, 0.32)
	planks := func(y0, z float64, n int) []*mesh.Mesh {
		var out []*mesh.Mesh
		for i := range n {
			y := y0 + float64(float64(i)*(plank+gap))
			out = append(out, solid.Move(solid.RoundedBox(geom.V(w, plank, t), 0.006, 1), geom.V(0, y+plank/2, z-t/2)))
		}
		return out
	}
	solids := planks(-d/2, h, n)
	for _, sx := range []float64{-1, 0, 1} {
		solids = append(solids, squareBar(geom.V(float64(0.93*sx*x), -d/2+0.03, h-t-0.02), geom.V(float64(0.93*sx*x), d/2-0.03, h-t-0.02),
			0.07, 0.045))
	}
	plate := b.add("top", "tabletop", solids...)
	topSupport(b, plate, solid.Rect(w, d), h)
	seatZ := s.Uniform(0.42, 0.46)
	foot, head := d/2+s.Uniform(0.28, 0.34), d/2-0.14
	eachCorner(func(sx, sy float64) {
		addNext(b, "leg", "leg", flatLeg(geom.V(sx*x, sy*foot, 0), geom.V(sx*x, sy*head, h-t+0.002), 0.045, 0.11))
	})
	reach := d/2 + s.Uniform(0.44, 0.5)
	for _, sx := range []float64{-1, 1} { // carries the benches, beside the legs
		at := float64(sx * (x - 0.04))
		addNext(b, "leg-bar", "leg bar", squareBar(geom.V(at, -reach, seatZ-t-0.045), geom.V(at, reach, seatZ-t-0.045),
			0.04, 0.1))
	}
	if s.Bool(0.6) { // braces from the seat bars to the middle of the top
		for _, sx := range []float64{-1, 1} {
			addNext(b, "leg-bar", "leg bar", squareBar(geom.V(sx*(x-0.05), 0, seatZ-t-0.04), geom.V(sx*0.08, 0, h-t-0.02),
				0.07, 0.04))
		}
	}
	for _, sy := range []float64{-1, 1} {
		y0 := reach - float64(2*plank) - gap + 0.02
		if sy < 0 {
			y0 = -y0 - float64(2*plank) - gap
		}
		addNext(b, "bench", Other, planks(y0, seatZ, 2)...)
	}
}

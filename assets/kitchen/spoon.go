package kitchen

import (
	"math"

	"mereo/engine/geom"
	"mereo/engine/mesh"
)

var spoons = []entry{
	{Training, "spoon1", "spoon", spoon1},
	{Training, "spoon2", "spoon", spoon2},
	{Benchmark, "spoon", "spoon", benchmarkSpoon},
}

// spoonBowl is an oval bowl from y = tip on: long and 2*half wide, open towards the handle where it has narrowed to the share
// neck of its width. rim gives the height of its edge at the share of its length.
type spoonBowl struct {
	tip, long, half, depth, thick, neck float64
	rim                                 func(t float64) float64
}

// rows follow the oval in equal steps of its angle; it is a little broader towards the handle.
func (o spoonBowl) rows() []stripRow {
	const n, first = 19, 0.11
	last := math.Pi - geom.Asin(o.neck)
	var out []stripRow
	for i := range n + 1 {
		sin, cos := geom.SinCos(first + float64((last-first)*float64(i)/n))
		t := (1 - cos) / 2
		width := o.half * sin * (1 + float64(0.1*(t-0.5)))
		out = append(out, stripRow{y: o.tip + float64(o.long*t), half: float64(width), z: o.rim(t), thick: o.thick,
			dish: float64(o.depth * sin * sin)})
	}
	return out
}

// bowlColumns are denser than plainColumns, for a smooth hollow.
var bowlColumns = []stripColumn{{c: -1}, {c: -0.9}, {c: -0.68}, {c: -0.36}, {c: 0}, {c: 0.36}, {c: 0.68}, {c: 0.9}, {c: 1}}

// newSpoon joins a bowl to a handle.
func newSpoon(o spoonBowl, handle []stripRow) *strip {
	return &strip{rows: append(o.rows(), handle...), cols: bowlColumns}
}

// bowl is the piece of a spoon up to row last. It collides in three strips side by side, so that its hollow is free.
func (s *strip) bowl(last int) piece {
	p := piece{solids: []*mesh.Mesh{s.solid(0, last)}}
	for i := 0; i < len(s.cols)-1; i += 2 {
		p.colliders = append(p.colliders, s.hulls(0, last, i, i+2, 4)...)
	}
	return p
}

// spoon1 is a plain table spoon.
func spoon1(b *builder) {
	s := newSpoon(spoonBowl{tip: -1.785, long: 1.1, half: 0.325, depth: 0.1, thick: 0.07, neck: 0.5, rim: func(t float64) float64 {
		return 0.12 + float64(0.177*(1-t)*(1-t)*(1-t))
	}}, ovalEnd(stripRows(2,
		stripRow{-0.68, 0.095, 0.124, 0.07, 0.012, 0},
		stripRow{-0.55, 0.064, 0.15, 0.07, 0, 0},
		stripRow{-0.38, 0.055, 0.175, 0.07, -0.005, 0},
		stripRow{0.1, 0.055, 0.215, 0.07, -0.006, 0},
		stripRow{0.7, 0.064, 0.2, 0.066, -0.006, 0},
		stripRow{1.3, 0.078, 0.155, 0.06, -0.005, 0},
		stripRow{1.9, 0.085, 0.1, 0.055, -0.004, 0},
	), 0.12, 0.1))
	neck := s.nearest(-0.38)
	b.addMutable("bowl", cutlery(), s.bowl(neck))
	b.addMutable("handle", cutlery(), s.handle(neck))
}

// spoon2 has a broad oval bowl and a shield at the end of its handle.
func spoon2(b *builder) {
	s := newSpoon(spoonBowl{tip: -1.86, long: 1.24, half: 0.434, depth: 0.13, thick: 0.036, neck: 0.45,
		rim: func(t float64) float64 {
			return 0.136 + float64(0.05*(1-t)*(1-t))
		}}, stripRows(2,
		stripRow{-0.58, 0.115, 0.128, 0.04, 0.01, 0},
		stripRow{-0.46, 0.078, 0.15, 0.046, 0, 0},
		stripRow{-0.25, 0.065, 0.178, 0.054, -0.006, 0},
		stripRow{0.1, 0.065, 0.196, 0.06, -0.008, 0},
		stripRow{0.5, 0.07, 0.2, 0.058, -0.008, 0},
		stripRow{0.9, 0.08, 0.183, 0.052, -0.006, 0},
		stripRow{1.05, 0.095, 0.178, 0.048, -0.005, 0},
		stripRow{1.13, 0.14, 0.17, 0.046, -0.005, 0},
		stripRow{1.2, 0.155, 0.163, 0.044, -0.004, 0},
		stripRow{1.3, 0.14, 0.153, 0.044, -0.004, 0},
		stripRow{1.42, 0.165, 0.142, 0.044, -0.004, 0},
		stripRow{1.55, 0.2, 0.13, 0.044, -0.004, 0},
		stripRow{1.68, 0.185, 0.118, 0.044, -0.004, 0},
		stripRow{1.78, 0.11, 0.109, 0.04, -0.003, 0},
		stripRow{1.82, 0.055, 0.106, 0.036, 0, 0},
		stripRow{1.85, 0.02, 0.103, 0.03, 0, 0},
	))
	neck := s.nearest(-0.25)
	b.add("bowl", cutlery(), s.bowl(neck))
	ornaments := append(s.shell(1.4, 0.26, 5), s.thread(s.nearest(0), 0.8, 0.014), s.drop(1.2, 0.06, 0.06))
	b.add("handle", cutlery(), s.handle(neck, ornaments...))
}

// benchmarkSpoon has a pointed bowl and a round end bordered with beads.
func benchmarkSpoon(b *builder) {
	s := newSpoon(spoonBowl{tip: -1.9, long: 1.2, half: 0.375, depth: 0.12, thick: 0.036, neck: 0.4, rim: func(t float64) float64 {
		return 0.119 + float64(0.09*(1-t)*(1-t))
	}}, ovalEnd(stripRows(2,
		stripRow{-0.66, 0.1, 0.122, 0.04, 0.008, 0},
		stripRow{-0.54, 0.07, 0.158, 0.046, 0, 0},
		stripRow{-0.3, 0.056, 0.205, 0.054, -0.006, 0},
		stripRow{0.1, 0.056, 0.245, 0.058, -0.008, 0},
		stripRow{0.5, 0.064, 0.246, 0.054, -0.008, 0},
		stripRow{0.9, 0.085, 0.218, 0.048, -0.006, 0},
		stripRow{1.3, 0.13, 0.178, 0.044, -0.004, 0},
		stripRow{1.7, 0.175, 0.14, 0.044, -0.004, 0},
	), 0.2, 0.08))
	neck := s.nearest(-0.3)
	b.add("bowl", cutlery(), s.bowl(neck))
	ornaments := append(s.beads(s.nearest(0.9), 0.8, 0.019), s.drop(1.6, 0.07, 0.1), s.drop(1.42, 0.03, 0.05))
	b.add("handle", cutlery(), s.handle(neck, ornaments...))
}

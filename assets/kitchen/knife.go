package kitchen

import (
	"math"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

var knives = []entry{
	{Training, "knife1", "knife", knife1},
	{Training, "knife2", "knife", knife2},
	{Benchmark, "knife", "knife", benchmarkKnife},
}

// knifeGrip is the handle of a knife, from rows that run away from the blade, lying along -Y, its ornaments on top.
func knifeGrip(s *strip, ornaments ...*mesh.Mesh) piece {
	return s.handle(0, ornaments...).placed(geom.Transform{M: geom.RotZ(math.Pi)})
}

// knife1 is a plain table knife whose heavy handle narrows to a collar and whose blade turns up at the tip.
func knife1(b *builder) {
	s := &strip{cols: plainColumns, rows: ovalEnd(stripRows(2,
		stripRow{-0.04, 0.06, 0.0455, 0.074, -0.008, 0},
		stripRow{0.1, 0.062, 0.0455, 0.074, -0.008, 0},
		stripRow{0.5, 0.075, 0.0455, 0.074, -0.008, 0},
		stripRow{1.0, 0.093, 0.0455, 0.074, -0.008, 0},
		stripRow{1.5, 0.107, 0.0455, 0.074, -0.008, 0},
		stripRow{1.78, 0.11, 0.0455, 0.074, -0.008, 0},
	), 0.1, 0)}
	collar := solid.Move(solid.Ellipsoid(geom.V(0.085, 0.045, 0.045), 16, 8), geom.V(0, 0.01, 0.0455))
	b.addMutable("handle", cutlery(), knifeGrip(s, collar))
	b.addMutable("blade", cutlery(), steelBlade(0.0455, 0.04, 0.2,
		cut{-0.02, 0.05, -0.05}, cut{0.05, 0.065, -0.08}, cut{0.12, 0.11, -0.18}, cut{0.2, 0.13, -0.212}, cut{0.6, 0.138, -0.222},
		cut{1.1, 0.152, -0.224}, cut{1.6, 0.197, -0.196}, cut{1.85, 0.23, -0.14}, cut{2.0, 0.238, -0.045},
		cut{2.07, 0.232, 0.045}, cut{2.105, 0.217, 0.115},
		cut{2.12, 0.19, 0.16}))
}

// knife2 has a handle with a shield at its end and a slender blade that narrows to its tip.
func knife2(b *builder) {
	s := &strip{cols: plainColumns, rows: stripRows(2,
		stripRow{-0.04, 0.075, 0.024, 0.04, -0.006, 0},
		stripRow{0.06, 0.08, 0.024, 0.044, -0.008, 0},
		stripRow{0.4, 0.1, 0.024, 0.044, -0.008, 0},
		stripRow{0.9, 0.118, 0.024, 0.044, -0.008, 0},
		stripRow{1.15, 0.12, 0.024, 0.044, -0.008, 0},
		stripRow{1.23, 0.155, 0.024, 0.044, -0.006, 0},
		stripRow{1.3, 0.165, 0.024, 0.044, -0.006, 0},
		stripRow{1.4, 0.15, 0.024, 0.044, -0.006, 0},
		stripRow{1.54, 0.185, 0.024, 0.044, -0.006, 0},
		stripRow{1.68, 0.2125, 0.024, 0.044, -0.006, 0},
		stripRow{1.81, 0.19, 0.024, 0.044, -0.006, 0},
		stripRow{1.89, 0.11, 0.024, 0.044, -0.004, 0},
		stripRow{1.92, 0.05, 0.024, 0.04, 0, 0},
		stripRow{1.94, 0.018, 0.024, 0.036, 0, 0},
	)}
	ornaments := append(s.shell(1.52, 0.25, 5), s.thread(s.nearest(0.2), 0.8, 0.014), s.drop(1.28, 0.055, 0.055))
	b.add("handle", cutlery(), knifeGrip(s, ornaments...))
	b.add("blade", cutlery(), steelBlade(0.024, 0.034, 0.3,
		cut{-0.02, 0.07, -0.07}, cut{0.06, 0.09, -0.09}, cut{0.13, 0.12, -0.15}, cut{0.22, 0.135, -0.172}, cut{0.7, 0.14, -0.165},
		cut{1.2, 0.138, -0.135}, cut{1.6, 0.12, -0.09}, cut{1.74, 0.1, -0.062}, cut{1.82, 0.075, -0.03}, cut{1.85, 0.05, 0},
		cut{1.86, 0.035, 0.012}))
}

// benchmarkKnife has a round end bordered with beads, a collar, and a broad round blade with a notch before it.
func benchmarkKnife(b *builder) {
	s := &strip{cols: plainColumns, rows: ovalEnd(stripRows(2,
		stripRow{-0.04, 0.08, 0.034, 0.054, -0.008, 0},
		stripRow{0.1, 0.085, 0.034, 0.056, -0.008, 0},
		stripRow{0.6, 0.095, 0.034, 0.056, -0.008, 0},
		stripRow{1.1, 0.125, 0.034, 0.054, -0.008, 0},
		stripRow{1.65, 0.18, 0.034, 0.05, -0.008, 0},
	), 0.21, 0)}
	collar := solid.Move(solid.Ellipsoid(geom.V(0.11, 0.05, 0.034), 16, 8), geom.V(0, 0, 0.034))
	ornaments := append(s.beads(s.nearest(0.5), 0.8, 0.018), s.drop(1.58, 0.07, 0.1), s.drop(1.4, 0.03, 0.05), collar)
	b.add("handle", cutlery(), knifeGrip(s, ornaments...))
	b.add("blade", cutlery(), steelBlade(0.034, 0.036, 0.2,
		cut{-0.02, 0.07, -0.07}, cut{0.06, 0.08, -0.08}, cut{0.14, 0.1, -0.11}, cut{0.19, 0.125, -0.19}, cut{0.3, 0.14, -0.21},
		cut{0.9, 0.15, -0.215},
		cut{1.4, 0.15, -0.21}, cut{1.75, 0.145, -0.175}, cut{1.92, 0.135, -0.105}, cut{2, 0.125, -0.03}, cut{2.03, 0.115, 0.03},
		cut{2.04, 0.1, 0.07}))
}

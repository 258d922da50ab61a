package furniture

import (
	"math"
	"testing"

	"mereo/assets/solid"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

func TestMeasureFindsLinesAndPlanes(t *testing.T) {
	tilt := geom.RotX(-0.2)
	bent := solid.Tube(solid.Bezier(geom.V(0, 0, 0), geom.V(0, 0.2, 0.1), geom.V(0, 0.2, 0.3), geom.V(0, 0, 0.4), 8), 0.015, 8)
	bar := solid.Cylinder(0.02, 0.4, 0.003, 9)
	board := solid.RoundedBox(geom.V(0.4, 0.02, 0.5), 0.005, 1)
	unit := 1 / math.Sqrt(3)
	for _, c := range []struct {
		name, label string
		mesh        *mesh.Mesh
		want        Primitive
	}{
		{"upright leg", "leg", bar, Primitive{Line, geom.V(0, 0, 1)}},
		{"leg upside down", "leg", solid.Turn(bar, geom.RotX(math.Pi)), Primitive{Line, geom.V(0, 0, 1)}},
		{"bar to the side", "leg bar", solid.Turn(bar, geom.RotY(-math.Pi/2)), Primitive{Line, geom.V(1, 0, 0)}},
		{"bar to the front", "leg bar", solid.Turn(bar, geom.RotX(-math.Pi/2)), Primitive{Line, geom.V(0, -1, 0)}},
		{"diagonal bar", "leg bar", solid.Bar(geom.V(0, 0, 0), geom.V(0.3, 0.3, 0.3), []solid.P2{{X: 0.01, Y: 0}, {X: 0.01, Y: 1}}, solid.Ellipse(1, 1, 8)), Primitive{Line, geom.V(unit, unit, unit)}},
		{"bent leg", "leg", bent, Primitive{}},
		{"stump", "leg", solid.Cylinder(0.05, 0.1, 0, 12), Primitive{}},
		{"bar of another label", "caster", bar, Primitive{}},
		{"back", "chair_back", board, Primitive{Plane, geom.V(0, -1, 0)}},
		{"reclined back", "chair_back", solid.Turn(board, tilt), Primitive{Plane, geom.V(0, -math.Cos(0.2), math.Sin(0.2))}},
		{"seat", "chair_seat", solid.RoundedBox(geom.V(0.4, 0.4, 0.05), 0.01, 1), Primitive{Plane, geom.V(0, 0, 1)}},
		{"block", "chair_seat", solid.RoundedBox(geom.V(0.4, 0.4, 0.3), 0.01, 1), Primitive{}},
	} {
		got := measure(Chair, c.label, c.mesh)
		if got.Kind != c.want.Kind || got.Dir.Sub(c.want.Dir).Len() > 1e-6 {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

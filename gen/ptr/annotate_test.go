package ptr

import (
	"testing"

	"mereo/engine/geom"
)

// Lines have no sign, and what is not straight is no line.
func TestSpreadOfLines(t *testing.T) {
	tilted := func(deg float64) geom.Vec3 { return geom.RotX(deg * geom.Acos(-1) / 180).MulVec(geom.V(0, 1, 0)) }
	for _, c := range []struct {
		name string
		g    []geom.Vec3
		want float64
	}{
		{"one", []geom.Vec3{tilted(3)}, 0},
		{"parallel", []geom.Vec3{tilted(3), tilted(3)}, 0},
		{"splayed", []geom.Vec3{tilted(4), tilted(-4), tilted(0)}, 8},
		{"told the other way", []geom.Vec3{tilted(4), tilted(182.5)}, 1.5},
		{"one is bent", []geom.Vec3{tilted(4), notGeometric, tilted(5)}, 1},
	} {
		if got := spreadDeg(c.g); got != c.want {
			t.Errorf("%s: %g degrees, want %g", c.name, got, c.want)
		}
	}
}

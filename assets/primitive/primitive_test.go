package primitive

import (
	"math"
	"testing"

	"mereo/assets/solid"
)

// All solids are closed, face outwards, are centered on the origin's height, and have the volumes of geometry.
func TestSolids(t *testing.T) {
	for _, c := range []struct {
		name   string
		o      Options
		volume float64
		faces  int
	}{
		{"box", Options{}, 8, 12}, {"box", Options{Bevel: 0.232}, 7.8, 0}, {"sphere", Options{}, 4.0 / 3 * math.Pi, 0},
		{"cylinder", Options{Bevel: 0.09}, 2 * math.Pi, 0}, {"cylinder", Options{Height: 0.5}, math.Pi, 0},
		{"cone", Options{}, 2.0 / 3 * math.Pi, 0}, {"pyramid", Options{}, 8.0 / 3, 6}, {"pyramid", Options{Sides: 3, Height: 0.5}, math.Sqrt(3) / 4, 4},
		{"prism", Options{}, 3 * math.Sqrt(3), 20}, {"prism", Options{Sides: 4, Bevel: 0.1}, 7.9, 0},
		{"torus", Options{}, 2 * math.Pi * math.Pi * 0.7 * 0.09, 0}, {"capsule", Options{}, 4.0/3*math.Pi + 2*math.Pi, 0},
		{"wedge", Options{}, 4, 8}, {"wedge", Options{Height: 0.5}, 2, 8},
		{"tetrahedron", Options{}, 8 * math.Sqrt(3) / 27, 4}, {"octahedron", Options{}, 4.0 / 3, 8},
		{"dodecahedron", Options{}, 2.78516, 36}, {"icosahedron", Options{}, 2.53615, 20},
	} {
		m, err := Make(c.name, c.o)
		if err != nil {
			t.Fatal(err)
		}
		low, high := math.Inf(1), math.Inf(-1)
		for i, p := range m.Positions {
			low, high = min(low, p.Z), max(high, p.Z)
			if m.Normals != nil && math.Abs(m.Normals[i].Len()-1) > 1e-9 {
				t.Fatalf("%s: normal %d has length %v", c.name, i, m.Normals[i].Len())
			}
		}
		bare := *m
		bare.Normals = nil
		if v := solid.Volume(m); math.Abs(v/c.volume-1) > 0.03 {
			t.Errorf("%s %+v: volume %.4f, want about %.4f", c.name, c.o, v, c.volume)
		}
		if len(m.Triangles) == c.faces == (c.faces == 0) {
			t.Errorf("%s: %d triangles, want %d", c.name, len(m.Triangles), c.faces)
		}
		if m.Normals == nil {
			if err := solid.CheckClosed(&bare); err != nil {
				t.Errorf("%s %+v: %v", c.name, c.o, err)
			}
		}
		if c.name != "tetrahedron" && math.Abs(low+high) > 1e-9 {
			t.Errorf("%s: from %v to %v, want it about the origin", c.name, low, high)
		}
	}
	for _, c := range []struct {
		name string
		o    Options
		want string
	}{
		{"egg", Options{}, `primitive: no solid "egg"`}, {"box", Options{Bevel: 1}, "bevel is 1, want less than half the width and height"},
		{"prism", Options{Sides: 2}, "sides is 2, want 3 to 100"}, {"capsule", Options{Height: 1}, "height is 1, want 0.01 to 100, of a capsule more than 1"},
		{"torus", Options{Tube: 0.5}, "tube is 0.5, want more than 0 and less than 0.5"},
	} {
		if _, err := Make(c.name, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%s %+v: %v, want %s", c.name, c.o, err, c.want)
		}
	}
}

package solid

import (
	"math"
	"testing"

	"mereo/engine/geom"
)

func TestPathsGoThroughTheirPoints(t *testing.T) {
	key := []geom.Vec3{{}, {X: 1}, {X: 1, Y: 1}, {X: 2, Y: 1, Z: 1}}
	path := CatmullRom(key, 5)
	if len(path) != 16 {
		t.Fatalf("%d points, want 16", len(path))
	}
	for i, p := range key {
		if d := path[5*i].Sub(p).Len(); d > 1e-12 {
			t.Errorf("point %d is %g m from %v, want 0", 5*i, d, p)
		}
	}
	b := Bezier(key[0], key[1], key[2], key[3], 4)
	if b[0] != key[0] || b[4].Sub(key[3]).Len() > 1e-12 {
		t.Errorf("Bezier runs from %v to %v, want %v to %v", b[0], b[4], key[0], key[3])
	}
	// The middle of a cubic is (p0 + 3 p1 + 3 p2 + p3)/8.
	if want := geom.V(1, 0.5, 0.125); b[2].Sub(want).Len() > 1e-12 {
		t.Errorf("Bezier's middle is %v, want %v", b[2], want)
	}
}

func TestRoundedPathHasArcs(t *testing.T) {
	path := RoundedPath([]geom.Vec3{{}, {X: 1}, {X: 1, Y: 1}}, 0.25, 8)
	center := geom.V(0.75, 0.25, 0)
	if len(path) != 11 {
		t.Fatalf("%d points, want 11", len(path))
	}
	for _, p := range path[1:10] {
		if r := p.Sub(center).Len(); math.Abs(r-0.25) > 1e-12 {
			t.Errorf("arc point %v has radius %g, want 0.25", p, r)
		}
		if p.X < 0.75-1e-12 || p.Y > 0.25+1e-12 {
			t.Errorf("arc point %v lies outside of the corner", p)
		}
	}
	// Two straight pieces of 0.75 and eight chords of 2 r sin(pi/32).
	if got, want := Length(path), 1.5+16*0.25*math.Sin(math.Pi/32); math.Abs(got-want) > 1e-12 {
		t.Errorf("length %.12g, want %.12g", got, want)
	}
	// A radius that does not fit is made smaller, and a loop rounds all its corners.
	loop := RoundedLoop([]geom.Vec3{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}, 9, 4)
	if len(loop) != 20 {
		t.Errorf("loop has %d points, want 20", len(loop))
	}
	for _, p := range loop {
		if p.X < -1e-12 || p.X > 1+1e-12 || p.Y < -1e-12 || p.Y > 1+1e-12 {
			t.Errorf("loop point %v left the square", p)
		}
	}
}

func TestOutlinesAreCounterClockwise(t *testing.T) {
	l := Outline{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}
	for _, c := range []struct {
		name string
		o    Outline
		area float64
		tol  float64
	}{
		{"rectangle", Rect(2, 3), 6, 0},
		{"rounded rectangle", RoundedRect(2, 3, 0.5, 64), 6 - (4-math.Pi)*0.25, 1e-3},
		{"too round", RoundedRect(2, 2, 9, 64), 0.98*0.98*math.Pi + 4*2*0.98*0.02 + 4*0.02*0.02, 1e-3},
		{"ellipse", Ellipse(2, 3, 512), 6 * math.Pi, 1e-3},
		{"circle as superellipse", Superellipse(2, 3, 2, 512), 6 * math.Pi, 1e-3},
		{"diamond as superellipse", Superellipse(1, 1, 1, 512), 2, 1e-3},
		{"triangle", Regular(1, 3), 3 * math.Sqrt(3) / 4, 1e-12},
		{"trapezoid", Trapezoid(2, 1, 3), 4.5, 1e-12},
		{"bowed", Bowed(Rect(2, 2), []float64{0.3, 0, 0, 0}, 64), 4 + 2*2*0.3/3, 1e-3}, // a parabola holds 2/3 of its box
		{"hollow", Bowed(Rect(2, 2), []float64{-0.3, 0, 0, 0}, 64), 4 - 2*2*0.3/3, 1e-3},
		{"concave, rounded", Rounded(l, 0.2, 64), 5 - 4*(1-math.Pi/4)*0.04, 1e-3}, // five convex corners less one concave
		{"concave, inset", l.Inset(0.1), 2.8*0.8 + 2*0.8, 1e-12},
		{"mirrored", Rect(2, 3).Scale(-1, 1), 6, 1e-12},
		{"turned", Rect(2, 3).Turn(1).Move(5, 5), 6, 1e-12},
	} {
		if got := c.o.Area(); math.Abs(got-c.area) > c.tol+1e-12 {
			t.Errorf("%s: area %.9g, want %.9g", c.name, got, c.area)
		}
	}
}

func TestSignedPow(t *testing.T) {
	for _, p := range []float64{0.25, 0.4, 0.5, 1, 1.7, 2} {
		for _, x := range []float64{-1, -0.3, 0, 1e-3, 0.5, 1} {
			want := math.Copysign(math.Pow(math.Abs(x), p), x)
			// The exponent is cut to 16 places; its error of 2^-16 matters most for the smallest x: ln(1000)/65536.
			if got := signedPow(x, p); math.Abs(got-want) > 2e-4*math.Abs(want) {
				t.Errorf("%g^%g: got %g, want %g", x, p, got, want)
			}
		}
	}
}

func TestSweepKeepsItsSectionUpright(t *testing.T) {
	// A quarter turn in the XY plane: a tall section stays tall, its right side on the outside of a left bend.
	m := Sweep(CircleArc(geom.Vec3{}, 1, 0, math.Pi/2, 16), geom.V(0, 0, 1), func(float64) Outline { return Rect(0.02, 0.4) })
	b := m.Bounds()
	if s := b.Size(); math.Abs(s.Z-0.4) > 1e-12 || math.Abs(b.Max.X-1.01) > 1e-3 {
		t.Errorf("box of the swept plank is %v, want 0.4 high and reaching x = 1.01", b)
	}
	if v, want := Volume(m), 0.02*0.4*math.Pi/2; math.Abs(v-want) > 0.003*want {
		t.Errorf("volume %g, want %g within 0.3 %%", v, want)
	}
	// A rolling section round a spatial bend keeps its area: a tube's volume is that of the straight one.
	path := CatmullRom([]geom.Vec3{{}, {X: 0.5}, {X: 0.7, Y: 0.4}, {X: 0.7, Y: 0.5, Z: 0.5}}, 16)
	tube := Tube(path, 0.02, 32)
	if v, want := Volume(tube), math.Pi*0.0004*Length(path); math.Abs(v-want) > 0.02*want {
		t.Errorf("tube's volume %g, want %g within 2 %%", v, want)
	}
}

func TestLoftPanicsOnUnequalSections(t *testing.T) {
	for _, c := range []struct {
		name     string
		sections [][]geom.Vec3
	}{
		{"one section", [][]geom.Vec3{Rect(1, 1).Flat(0)}},
		{"3 and 4 points", [][]geom.Vec3{Rect(1, 1).Flat(0), Regular(1, 3).Flat(1)}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", c.name)
				}
			}()
			Loft(c.sections...)
		}()
	}
}

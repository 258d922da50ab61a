package geom_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// turn is twice the area of a triangle, positive where it is counter-clockwise.
func turn(a, b, c geom.Vec2) float64 {
	return float64((b.X-a.X)*(c.Y-a.Y)) - float64((b.Y-a.Y)*(c.X-a.X))
}

func TestTriangulate(t *testing.T) {
	for _, c := range []struct {
		name string
		o    []geom.Vec2
		want string
	}{
		{"line", []geom.Vec2{{0, 0}, {1, 0}}, "[]"},
		{"triangle", []geom.Vec2{{0, 0}, {1, 0}, {0, 1}}, "[[0 1 2]]"},
		{"dart", []geom.Vec2{{0, 0}, {2, 1}, {0, 2}, {1, 1}}, "[[3 0 1] [1 2 3]]"},
		{"L, notch at 3", []geom.Vec2{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, "[[1 2 3] [0 1 3] [5 0 3] [3 4 5]]"},
		{"square with a straight run", []geom.Vec2{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}}, "[[4 0 1] [1 2 3] [1 3 4]]"},
		{"square in a square, bridged", []geom.Vec2{{0, 0}, {3, 0}, {3, 3}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {2, 2}, {3, 3}, {0, 3}}, ""},
		{"nothing but one point", make([]geom.Vec2, 5), ""},
	} {
		got := geom.Triangulate(c.o)
		if c.want != "" && fmt.Sprint(got) != c.want {
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
		covers(t, c.name, c.o, got)
	}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 0))
		star, mess := make([]geom.Vec2, 4+r.IntN(60)), make([]geom.Vec2, 4+r.IntN(60))
		for i := range star {
			sin, cos := geom.SinCos(2 * math.Pi * float64(i) / float64(len(star)))
			radius := 0.1 + r.Float64()
			star[i] = geom.Vec2{radius * cos, radius * sin}
		}
		for i := range mess {
			mess[i] = geom.Vec2{float64(r.IntN(6)), float64(r.IntN(6))}
		}
		covers(t, fmt.Sprintf("star %d", seed), star, geom.Triangulate(star))
		if got := geom.Triangulate(mess); len(got) != len(mess)-2 {
			t.Errorf("mess %d: %d triangles of %d corners", seed, len(got), len(mess))
		}
	}
}

// covers wants triangles of a simple polygon that are counter-clockwise and have its area, which they can only have without overlap.
func covers(t *testing.T, name string, o []geom.Vec2, triangles [][3]int) {
	t.Helper()
	var want, got float64
	for i := range o {
		want += turn(o[0], o[i], o[(i+1)%len(o)])
	}
	for _, k := range triangles {
		a := turn(o[k[0]], o[k[1]], o[k[2]])
		if a < 0 {
			t.Errorf("%s: triangle %v is clockwise", name, k)
		}
		got += a
	}
	if len(triangles) != max(len(o)-2, 0) || math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: %d triangles of area %v, want %d and %v", name, len(triangles), got/2, max(len(o)-2, 0), want/2)
	}
}

// Flattened polygons keep lengths, and run counter-clockwise about a normal twice as long as their area.
func TestFlatten(t *testing.T) {
	l := []geom.Vec3{geom.V(0, 0, 0), geom.V(2, 0, 0), geom.V(2, 1, 0), geom.V(1, 1, 0), geom.V(1, 2, 0), geom.V(0, 2, 0)}
	place := geom.Transform{M: geom.AxisAngle(geom.V(2, -1, 3).Unit(), 2), T: geom.V(5, 6, 7)}
	for i := range l {
		l[i] = place.Point(l[i])
	}
	flat, normal := geom.Flatten(l)
	if d := normal.Sub(place.Dir(geom.V(0, 0, 6))).Len(); d > 1e-12 {
		t.Errorf("normal %v is off by %v", normal, d)
	}
	for i := range l {
		k := (i + 2) % len(l)
		d := geom.V(flat[k].X-flat[i].X, flat[k].Y-flat[i].Y, 0).Len()
		if want := l[k].Sub(l[i]).Len(); math.Abs(d-want) > 1e-12 {
			t.Errorf("corners %d and %d are %v apart, want %v", i, k, d, want)
		}
	}
	covers(t, "L", flat, geom.Triangulate(flat))
	for _, none := range [][]geom.Vec3{nil, l[:1], l[:2], {l[0], l[0], l[0]}} {
		if flat, normal := geom.Flatten(none); flat != nil || normal != (geom.Vec3{}) {
			t.Errorf("%v: got %v, %v", none, flat, normal)
		}
	}
}

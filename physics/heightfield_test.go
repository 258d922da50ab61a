package physics_test

import (
	"math"
	"strings"
	"testing"

	"mereo/engine/geom"
	"mereo/physics"
)

// A field of a plane is that plane: rays meet it where they should, and a block slides down it by g (sin a - mu cos a) t^2/2,
// over the seams of triangles.
func TestHeightFieldPlane(t *testing.T) {
	const nx, ny, dx, dy, slope, mu = 40, 30, 0.25, 0.2, 0.5, 0.25
	heights := make([]float64, nx*ny)
	for k := range heights {
		heights[k] = 7 - slope*dx*float64(k%nx)
	}
	field, err := physics.NewHeightField(nx, ny, dx, dy, heights)
	if err != nil {
		t.Fatal(err)
	}
	if b := field.Bounds(); field.Kind() != "mesh" || b.Max.Sub(geom.V(39*0.25, 29*0.2, 7)).Len() > 1e-12 {
		t.Errorf("a %s with the bounds %v", field.Kind(), b)
	}
	w, err := physics.NewWorld(physics.WorldDef{Gravity: geom.V(0, 0, -9.81)})
	if err != nil {
		t.Fatal(err)
	}
	ground, err := w.AddBody(physics.BodyDef{Type: physics.Static, Colliders: []physics.Collider{{Shape: field, Friction: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 100 {
		x, y := 0.03+0.09*float64(k), 0.01+0.05*float64(k)
		hit, ok := w.RayCast(geom.Ray{Origin: geom.V(x, y, 20), Dir: geom.V(0, 0, -1)}, 50)
		if want := 7 - slope*x; !ok || hit.Shape.Body != ground || math.Abs(hit.Point.Z-want) > 1e-12 || hit.Normal.Z < 0.8 {
			t.Fatalf("ray at %g, %g: %v %+v, want %g", x, y, ok, hit, want)
		}
	}
	box, err := physics.NewBox(geom.V(0.2, 0.15, 0.05))
	if err != nil {
		t.Fatal(err)
	}
	a := math.Atan(slope)
	start := geom.V(1, 3, 7-slope).AddScaled(0.05, geom.V(math.Sin(a), 0, math.Cos(a)))
	id, err := w.AddBody(physics.BodyDef{
		Pose:      physics.Pose{Position: start, Rotation: geom.RotY(a).Quat()},
		Colliders: []physics.Collider{{Shape: box, Density: 500, Friction: mu}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 480 {
		w.Step(1.0 / 240)
	}
	want := 9.81 * (math.Sin(a) - mu*math.Cos(a)) * 2 * 2 / 2
	if got := w.Center(id).Sub(start); math.Abs(got.Len()-want) > 0.01*want || math.Abs(got.Y) > 0.01 || math.Abs(got.Z+math.Sin(a)*got.Len()) > 0.005 {
		t.Errorf("it slid by %v, %g m, want %g m", got, got.Len(), want)
	}
}

func TestHeightFieldFaults(t *testing.T) {
	for _, c := range []struct {
		nx, ny int
		dx     float64
		n      int
		want   string
	}{
		{1, 2, 1, 2, "has 1 by 2 points"},
		{2, -2, 1, 4, "has 2 by -2 points"},
		{1 << 20, 1 << 20, 1, 0, "want 2 or more each and at most"},
		{2, 2, 1, 3, "has 3 heights, want 4"},
		{2, 2, 0, 4, "distance of points along x is 0 m"},
		{2, 2, math.NaN(), 4, "distance of points along x is NaN m"},
	} {
		if _, err := physics.NewHeightField(c.nx, c.ny, c.dx, 1, make([]float64, c.n)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
	if _, err := physics.NewHeightField(2, 2, 1, 1, []float64{0, 0, math.Inf(1), 0}); err == nil {
		t.Error("an infinite height is no error")
	}
}

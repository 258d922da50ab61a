package pass_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/pass"
)

func pinhole() camera.Pinhole {
	return camera.Pinhole{
		WorldFromCamera: camera.LookAt(geom.V(1, -5, 2), geom.V(0, 0, 0.5), geom.V(0, 0, 1)),
		Width:           64, Height: 48, FocalPx: 80, CenterX: 30, CenterY: 27, Near: 0.5, Far: 20,
	}
}

// clip is what the device computes: the matrix times the point, stored by columns.
func clip(v *pass.View, p geom.Vec3) [4]float64 {
	var out [4]float64
	for row := range 4 {
		for col, x := range []float64{p.X, p.Y, p.Z, 1} {
			out[row] += float64(v.ClipFromWorld[4*col+row]) * x
		}
	}
	return out
}

// The matrix puts points where camera.Project does: clip x from -1 at the left edge to 1 at the right one, y from -1 at
// the bottom, depth from 1 at Near to 0 at Far, and w is ViewZ.
func TestViewAgreesWithTheCamera(t *testing.T) {
	c := pinhole()
	v := pass.NewView(&c)
	r := rand.New(rand.NewPCG(1, 0))
	for i := range 1000 {
		p := c.Ray(64*r.Float64(), 48*r.Float64()).At(0.5 + 19.5*r.Float64())
		x, y, viewZ := c.Project(p)
		got := clip(v, p)
		depth := c.Near * (c.Far - viewZ) / (viewZ * (c.Far - c.Near))
		for k, want := range []float64{2*x/64 - 1, 1 - 2*y/48, depth, viewZ} {
			w := got[3]
			if k == 3 {
				w = 1
			}
			if math.Abs(got[k]/w-want) > 1e-5*math.Max(1, math.Abs(want)) {
				t.Fatalf("draw %d: component %d of %v is %v, want %v", i, k, p, got[k]/w, want)
			}
		}
	}
	for k, want := range []float64{1, -5, 2} {
		if got := float64(v.Eye[k]); got != want {
			t.Errorf("component %d of the eye: got %g, want %g", k, got, want)
		}
	}
}

// What lies at the near plane has depth 1, what lies at the far plane 0.
func ExampleNewView() {
	c := pinhole()
	v := pass.NewView(&c)
	for _, z := range []float64{c.Near, c.Far} {
		p := clip(v, c.Ray(10, 10).At(z))
		fmt.Printf("%.3f ", math.Abs(p[2]/p[3]))
	}
	// Output: 1.000 0.000
}

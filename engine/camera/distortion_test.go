package camera

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mereo/engine/geom"
)

// lenses are some that Validate lets front() have: barrels, cushions, a moustache, tilted ones.
var lenses = []Distortion{
	{},
	{K1: -0.3},
	{K1: -0.9, K2: 0.5},
	{K1: 0.5},
	{K1: 0.8, K2: -2, K3: 1},
	{K1: -0.2, K2: 0.1, K3: -0.05, P1: 0.01, P2: -0.02},
	{P1: -0.05, P2: 0.05},
}

// The formula of OpenCV's manual, worked out by hand.
func TestApplyKnownAnswers(t *testing.T) {
	all := Distortion{K1: -0.3, K2: 0.1, K3: -0.02, P1: 0.01, P2: -0.02}
	for _, c := range []struct {
		name         string
		d            Distortion
		x, y, xd, yd float64
	}{
		{"nothing", Distortion{}, 0.3, -0.7, 0.3, -0.7},
		{"the axis stays", all, 0, 0, 0, 0},
		{"k1: r^2 is 0.25", Distortion{K1: -0.4}, 0.3, 0.4, 0.27, 0.36},
		{"k2: r^4 is 0.0625", Distortion{K2: 0.4}, 0.3, 0.4, 0.3075, 0.41},
		{"k3: r^6 is 0.015625", Distortion{K3: 0.64}, 0.3, 0.4, 0.303, 0.404},
		{"p1 moves down", Distortion{P1: 0.1}, 0.3, 0.4, 0.324, 0.457},
		{"p2 moves right", Distortion{P2: 0.1}, 0.3, 0.4, 0.343, 0.424},
		// r^2 = 0.3125, the factor 1 - 0.09375 + 0.009765625 - 0.0006103515625 = 0.9154052734375.
		{"all", all, 0.5, -0.25, 0.43895263671875, -0.219476318359375},
	} {
		if xd, yd := c.d.Apply(c.x, c.y); math.Abs(xd-c.xd)+math.Abs(yd-c.yd) > 1e-15 {
			t.Errorf("%s: (%g, %g) is seen at (%.16g, %.16g), want (%.16g, %.16g)", c.name, c.x, c.y, xd, yd, c.xd, c.yd)
		}
	}
}

// A barrel bends the image of a straight line: 24 pixels above the axis at f = 100, 32 pixels from the middle, r^2 = 0.16.
func TestProjectDistorts(t *testing.T) {
	c := front()
	c.Distortion = Distortion{K1: -0.5}
	x, y, z := c.Project(geom.V(1.6, 0, 1.2)) // 32 right, 24 up
	if math.Abs(x-(32+32*0.92))+math.Abs(y-(24-24*0.92))+math.Abs(z-5) > 1e-12 {
		t.Errorf("got (%g, %g) at %g m, want (61.44, 1.92) at 5", x, y, z)
	}
}

func TestRayUndoesProjectOfEveryLens(t *testing.T) {
	for _, d := range lenses {
		c := front()
		c.Distortion = d
		if err := c.Validate(); err != nil {
			t.Error(err)
			continue
		}
		for y := -1.5; y <= float64(c.Height)+1.5; y += 0.5 {
			for x := -1.5; x <= float64(c.Width)+1.5; x += 0.5 {
				px, py, z := c.Project(c.Ray(x, y).At(7))
				if math.Hypot(px-x, py-y) > 1e-11 || math.Abs(z-7) > 1e-12 {
					t.Fatalf("%v: the ray through (%g, %g) is seen at (%.15g, %.15g), %g m", d, x, y, px, py, z)
				}
			}
		}
	}
}

// jacobian is what Apply does to small steps.
func TestJacobianIsTheSlope(t *testing.T) {
	const h = 1e-6
	for _, d := range lenses {
		for i := range 100 {
			x, y := 0.4*math.Sin(float64(i)), 0.4*math.Sin(float64(7*i))
			xx, xy, yy := d.jacobian(x, y)
			x1, y1 := d.Apply(x+h, y)
			x0, y0 := d.Apply(x-h, y)
			u1, v1 := d.Apply(x, y+h)
			u0, v0 := d.Apply(x, y-h)
			for k, w := range [4][2]float64{{xx, x1 - x0}, {xy, y1 - y0}, {xy, u1 - u0}, {yy, v1 - v0}} {
				if got, want := w[0], w[1]/(2*h); math.Abs(got-want) > 1e-8 {
					t.Fatalf("%v at (%g, %g): derivative %d is %g, want %g", d, x, y, k, got, want)
				}
			}
		}
	}
}

func TestValidateRefusesFolds(t *testing.T) {
	c := front()
	for _, k := range []struct {
		name string
		d    Distortion
		want string
	}{
		// The slope 1 - 6 r^2 is 0 at 0.408, where things are seen at 0.272; the corner, two pixels farther out, is at 0.428.
		{"folded", Distortion{K1: -2}, "folds the picture at radius 0.272, before its corner at 0.428; make the coefficients"},
		{"tilted too far", Distortion{P1: 0.5}, "folds the picture"},
		{"no number", Distortion{K2: math.NaN()}, "folds the picture"},
	} {
		c.Distortion = k.d
		err := c.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), "camera: distortion k1 ") || !strings.Contains(err.Error(), k.want) {
			t.Errorf("%s: got %v, want %q", k.name, err, k.want)
		}
	}
}

// Wide sees every pixel and the two around the picture, inside of its own picture, and at least as densely.
func TestWideHoldsThePicture(t *testing.T) {
	for _, d := range lenses {
		c := front()
		c.Distortion = d
		w := c.Wide()
		if d == (Distortion{}) {
			if w != c {
				t.Errorf("without distortion: got %v, want the camera itself", w)
			}
			continue
		}
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		closest := math.Inf(1)
		for y := -2.0; y <= float64(c.Height)+2; y++ {
			for x := -2.0; x <= float64(c.Width)+2; x++ {
				px, py, _ := w.Project(c.Ray(x, y).At(1))
				if !(px >= 2 && py >= 2 && px <= float64(w.Width)-2 && py <= float64(w.Height)-2) {
					t.Fatalf("%v: (%g, %g) is at (%g, %g) of a picture of %d x %d", d, x, y, px, py, w.Width, w.Height)
				}
				qx, qy, _ := w.Project(c.Ray(x+1e-3, y).At(1))
				rx, ry, _ := w.Project(c.Ray(x, y+1e-3).At(1))
				closest = min(closest, math.Hypot(qx-px, qy-py)*1e3, math.Hypot(rx-px, ry-py)*1e3)
			}
		}
		if closest < 0.99 || closest > 1.3 {
			t.Errorf("%v: pixels are %.3f of the wide picture's apart where they are closest, want 1", d, closest)
		}
	}
}

// Where a barrel lens shows the corner of the field that a pinhole with the same focal length has.
func ExampleDistortion_Apply() {
	d := Distortion{K1: -0.2}
	fmt.Println(d.Apply(0.4, 0.3))
	// Output: 0.38 0.285
}

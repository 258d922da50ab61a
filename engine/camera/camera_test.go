package camera

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// front looks along +Y from 5 m before the origin: 64 x 48 pixels, principal point in the middle.
func front() Pinhole {
	return Pinhole{
		WorldFromCamera: LookAt(geom.V(0, -5, 0), geom.V(0, 0, 0), geom.V(0, 0, 1)),
		Width:           64, Height: 48, FocalPx: 100, CenterX: 32, CenterY: 24, Near: 0.1, Far: 50,
	}
}

func TestLookAtIsARigidPose(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for i := range 1000 {
		eye, target := geom.V(r.NormFloat64(), r.NormFloat64(), 3), geom.V(r.NormFloat64(), r.NormFloat64(), 0)
		p := LookAt(eye, target, geom.V(0, 0, 1))
		if math.Abs(p.M.Det()-1) > 1e-12 || p.M.X.Dot(p.M.Y) > 1e-12 || p.T != eye {
			t.Fatalf("draw %d: pose %v is not rigid or not at %v", i, p, eye)
		}
		if got, want := p.Dir(geom.V(0, 0, -1)), target.Sub(eye).Unit(); got.Sub(want).Len() > 1e-12 {
			t.Fatalf("draw %d: looks along %v, want %v", i, got, want)
		}
		if math.Abs(p.M.X.Z) > 1e-12 || p.M.Y.Z <= 0 {
			t.Fatalf("draw %d: right is %v and up is %v; want right level and up upwards", i, p.M.X, p.M.Y)
		}
	}
}

// Pixels are counted from the top left: what is right of the axis has a larger x, what is above it a smaller y.
func TestProjectKnownAnswers(t *testing.T) {
	c := front()
	for _, k := range []struct {
		name    string
		p       geom.Vec3
		x, y, z float64
	}{
		{"the target is the middle", geom.V(0, 0, 0), 32, 24, 5},
		{"20 cm to the right at 5 m are 4 pixels", geom.V(0.2, 0, 0), 36, 24, 5},
		{"20 cm up at 5 m are 4 pixels", geom.V(0, 0, 0.2), 32, 20, 5},
		{"twice as far, half as large", geom.V(0.2, 5, 0.2), 34, 22, 10},
		{"the left rim of the picture", geom.V(-1.6, 0, 0), 0, 24, 5},
		{"ViewZ is along the axis, not along the ray", geom.V(5, 0, 0), 132, 24, 5},
	} {
		x, y, z := c.Project(k.p)
		if math.Abs(x-k.x)+math.Abs(y-k.y)+math.Abs(z-k.z) > 1e-12 {
			t.Errorf("%s: %v: got %v, %v at %v m, want %v, %v at %v", k.name, k.p, x, y, z, k.x, k.y, k.z)
		}
	}
	if _, _, z := c.Project(geom.V(0, -6, 0)); z != -1 {
		t.Errorf("a point 1 m behind the camera: got ViewZ %v, want -1", z)
	}
}

func TestRayUndoesProject(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for i := range 2000 {
		c := front()
		c.WorldFromCamera = LookAt(geom.V(r.NormFloat64(), -4, 2+r.Float64()), geom.V(r.NormFloat64(), 0, 0), geom.V(0, 0, 1))
		c.CenterX, c.CenterY, c.Orthographic = 64*r.Float64(), 48*r.Float64(), i%2 == 1
		p := geom.V(r.NormFloat64(), r.NormFloat64(), r.Float64())
		x, y, z := c.Project(p)
		if got := c.Ray(x, y).At(z); got.Sub(p).Len() > 1e-9 {
			t.Fatalf("draw %d: %v is at (%v, %v), %v m, where the ray meets %v", i, p, x, y, z, got)
		}
		if _, _, got := c.Project(c.Ray(3.5, 40.5).At(7)); math.Abs(got-7) > 1e-12 {
			t.Fatalf("draw %d: the ray through pixel (3, 40) has ViewZ %v where 7 was asked for", i, got)
		}
	}
}

// An orthographic camera shows a meter as large at any distance.
func TestOrthographicKnownAnswers(t *testing.T) {
	c := front()
	c.Orthographic, c.FocalPx = true, 10
	for _, k := range []struct {
		p       geom.Vec3
		x, y, z float64
	}{{geom.V(0, 0, 0), 32, 24, 5}, {geom.V(1, 0, 0), 42, 24, 5}, {geom.V(1, 20, 0), 42, 24, 25}, {geom.V(0, -4, 2), 32, 4, 1}} {
		if x, y, z := c.Project(k.p); math.Abs(x-k.x)+math.Abs(y-k.y)+math.Abs(z-k.z) > 1e-12 {
			t.Errorf("%v is at (%v, %v), %v m, want (%v, %v), %v m", k.p, x, y, z, k.x, k.y, k.z)
		}
	}
}

func TestValidateNamesEveryField(t *testing.T) {
	c := front()
	if err := c.Validate(); err != nil {
		t.Errorf("got %v for a good camera", err)
	}
	mirror := front()
	mirror.WorldFromCamera.M.X = mirror.WorldFromCamera.M.X.Neg()
	for _, k := range []struct {
		name string
		c    Pinhole
		want string
	}{
		{"the zero camera", Pinhole{}, "camera: size is 0 x 0, want 1 to 16384\nFocalPx is 0, want more than 0\n" +
			"clip range is 0 to 0, want 0 < near < far\npose is not rigid: determinant 0"},
		{"a mirror", mirror, "camera: pose is not rigid: determinant -1"},
		{"clip range turned round", func() Pinhole { c := front(); c.Near, c.Far = 2, 1; return c }(), "camera: clip range is 2 to 1, want 0 < near < far"},
		{"no number", func() Pinhole { c := front(); c.FocalPx = math.NaN(); return c }(), "camera: FocalPx is NaN, want more than 0"},
		{"distorted without a lens", func() Pinhole { c := front(); c.Orthographic, c.Distortion.K1 = true, 0.1; return c }(),
			"camera: an orthographic camera has no lens that could distort"},
		{"too large", func() Pinhole { c := front(); c.Height = 20000; return c }(), "camera: size is 64 x 20000, want 1 to 16384"},
	} {
		if err := k.c.Validate(); err == nil || err.Error() != k.want {
			t.Errorf("%s: got %v, want %s", k.name, err, k.want)
		}
	}
}

// Half of the field of view above the target is at the upper border of the picture, and the target in its middle.
func TestPerspectiveIsTheFieldOfView(t *testing.T) {
	eye, target := geom.V(1, -3, 2), geom.V(0.5, 1, 1)
	c := Perspective(eye, target, 40, 320, 240)
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	distance := target.Sub(eye).Len()
	above := target.AddScaled(distance*math.Tan(20*math.Pi/180), c.WorldFromCamera.M.Y)
	for p, want := range map[geom.Vec3][2]float64{target: {160, 120}, above: {160, 0}} {
		x, y, z := c.Project(p)
		if math.Abs(x-want[0]) > 1e-9 || math.Abs(y-want[1]) > 1e-9 || math.Abs(z-distance) > 1e-12 {
			t.Errorf("%v is at (%v, %v), %v m away, want %v, %v m", p, x, y, z, want, distance)
		}
	}
}

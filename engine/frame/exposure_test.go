package frame_test

import (
	"math"
	"strings"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
)

// tilted looks from a place of its own in a direction of its own, with the principal point beside the middle.
func tilted() camera.Pinhole {
	c := triangle().Camera
	c.WorldFromCamera = camera.LookAt(geom.V(1, -4, 2), geom.V(0.2, 0.1, 0.5), geom.V(0, 0, 1))
	c.FocalPx, c.CenterX, c.CenterY = 500, 30, 27
	return c
}

// inCamera is a point of the world from its place in the camera's frame.
func inCamera(c *camera.Pinhole, x, y, viewZ float64) geom.Vec3 {
	return c.WorldFromCamera.Point(geom.V(x, y, -viewZ))
}

func TestCameraAtRestIsTheCamera(t *testing.T) {
	r := frame.Realism{
		Lens:   frame.Lens{ApertureMM: 50, Focus: 3},
		Motion: frame.Motion{Shift: [3]float64{1, 2, 3}, TurnDeg: [3]float64{4, 5, 6}},
	}
	c := tilted()
	if got := r.CameraAt(c, [2]float64{}, 0); got != c {
		t.Errorf("got %v, want %v", got, c)
	}
}

// Seen from all round the lens, what is in focus stays where it is, and all else goes round a circle of the known diameter.
func TestCircleOfConfusion(t *testing.T) {
	c := tilted()
	for _, x := range []struct{ focus, z float64 }{{3, 3}, {3, 2}, {3, 12}, {2.5, 2.4}, {math.Inf(1), 4}} {
		r := frame.Realism{Lens: frame.Lens{ApertureMM: 80, Focus: x.focus}}
		p := inCamera(&c, 0.1, -0.2, x.z)
		want := 0.08 * math.Abs(x.z-x.focus) / (x.z * x.focus) * c.FocalPx
		if math.IsInf(x.focus, 1) {
			want = 0.08 / x.z * c.FocalPx
		}
		u0, v0, _ := c.Project(p)
		for k := range 12 {
			s, cos := math.Sincos(2 * math.Pi * float64(k) / 12)
			at := r.CameraAt(c, [2]float64{cos, s}, 0.3)
			u, v, z := at.Project(p)
			if got := 2 * math.Hypot(u-u0, v-v0); math.Abs(got-want) > 1e-9 || math.Abs(z-x.z) > 1e-12 {
				t.Errorf("focus %g: a point at %g m is seen %.6f pixels across at %g m, want %.6f", x.focus, x.z, got, z, want)
			}
			// What lies behind the focus moves with the eye, what lies before it against it.
			if side := (u - u0) * cos * (x.z - x.focus); side < -1e-9 {
				t.Errorf("focus %g: a point at %g m moves to the wrong side", x.focus, x.z)
			}
		}
	}
}

// In a whole exposure a camera that moves to the right sees things move to the left by FocalPx shift / z; one that turns about
// up sees the middle go to the right by 2 FocalPx tan(turn / 2); one that turns about right sees it go down.
func TestMotionIsSeen(t *testing.T) {
	c := tilted()
	for _, x := range []struct {
		name   string
		motion frame.Motion
		at     geom.Vec3 // x, y, ViewZ
		dx, dy float64   // pixels, y downwards
	}{
		{"right", frame.Motion{Shift: [3]float64{0.05}}, geom.V(0.3, 0.1, 2.5), -500 * 0.05 / 2.5, 0},
		{"up", frame.Motion{Shift: [3]float64{0, 0.05}}, geom.V(0.3, 0.1, 2.5), 0, 500 * 0.05 / 2.5},
		{"back", frame.Motion{Shift: [3]float64{0, 0, 0.2}}, geom.V(0.3, 0, 2), 500 * 0.3 * (1/2.1 - 1/1.9), 0},
		{"about right", frame.Motion{TurnDeg: [3]float64{2}}, geom.V(0, 0, 2), 0, 2 * 500 * math.Tan(math.Pi/180)},
		{"about up", frame.Motion{TurnDeg: [3]float64{0, 2}}, geom.V(0, 0, 2), 2 * 500 * math.Tan(math.Pi/180), 0},
		{"about back", frame.Motion{TurnDeg: [3]float64{0, 0, 2}}, geom.V(0.3, 0, 2), 0, 2 * 500 * 0.15 * math.Sin(math.Pi/180)},
	} {
		r := frame.Realism{Motion: x.motion}
		p := inCamera(&c, x.at.X, x.at.Y, x.at.Z)
		begin, end := r.CameraAt(c, [2]float64{0.5, 0.5}, -0.5), r.CameraAt(c, [2]float64{0.5, 0.5}, 0.5)
		u0, v0, _ := begin.Project(p)
		u1, v1, _ := end.Project(p)
		if math.Abs(u1-u0-x.dx) > 1e-9 || math.Abs(v1-v0-x.dy) > 1e-9 {
			t.Errorf("%s: moves by (%.6f, %.6f) pixels, want (%.6f, %.6f)", x.name, u1-u0, v1-v0, x.dx, x.dy)
		}
	}
}

func TestValidateLensAndMotion(t *testing.T) {
	for _, c := range []struct {
		spoil func(r *frame.Realism)
		want  string
	}{
		{func(r *frame.Realism) { r.Lens = frame.Lens{ApertureMM: 25} }, ""},
		{func(r *frame.Realism) { r.Lens = frame.Lens{ApertureMM: 25, Focus: 2} }, ""},
		{func(r *frame.Realism) { r.Lens.ApertureMM = -1 }, "lens.aperture_mm is -1, want 0 to 1000"},
		{func(r *frame.Realism) { r.Lens.ApertureMM = math.NaN() }, "lens.aperture_mm is NaN, want 0 to 1000"},
		{func(r *frame.Realism) { r.Lens.Focus = -2 },
			"lens.focus_m is -2, want more than 0, or 0 for what the middle of the picture shows"},
		{func(r *frame.Realism) { r.Lens = frame.Lens{ApertureMM: 25, Focus: 0.1} },
			"frame: lens.focus_m is 0.1, want more than 0.1, where the camera begins to see"},
		{func(r *frame.Realism) { r.Motion.Shift = [3]float64{0, 3000, 4000} }, "motion.shift_m is 5000 m in all, want at most 1000"},
		{func(r *frame.Realism) { r.Motion.TurnDeg[1] = math.Inf(-1) }, "motion.turn_deg is +Inf degrees in all, want at most 90"},
	} {
		f := triangle()
		c.spoil(&f.Realism)
		err := f.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

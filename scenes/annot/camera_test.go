package annot

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/geom"
)

// K (R X + t) is where the camera projects a point, and its last coordinate the distance along the axis.
func TestCameraProjects(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() geom.Vec3 { return geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()) }
	for n := range 100 {
		cam := camera.Pinhole{
			WorldFromCamera: camera.LookAt(draw().Scale(5), draw(), geom.V(0, 0, 1)), Width: 320, Height: 240,
			FocalPx: 100 + 300*r.Float64(), CenterX: 320 * r.Float64(), CenterY: 240 * r.Float64(), Near: 0.1, Far: 50,
		}
		c := CameraOf(&cam, 1)
		p := draw()
		var in, out [3]float64
		for i := range 3 {
			in[i] = c.R[i][0]*p.X + c.R[i][1]*p.Y + c.R[i][2]*p.Z + c.T[i]
		}
		for i := range 3 {
			out[i] = c.K[i][0]*in[0] + c.K[i][1]*in[1] + c.K[i][2]*in[2]
		}
		x, y, z := cam.Project(p)
		if math.Abs(out[0]/out[2]-x)+math.Abs(out[1]/out[2]-y) > 1e-6*(1+math.Abs(x)+math.Abs(y)) || math.Abs(out[2]-z) > 1e-9 {
			t.Errorf("camera %d: %v is at (%g, %g), %g m, want (%g, %g), %g m", n, p, out[0]/out[2], out[1]/out[2], out[2], x, y, z)
		}
	}
}

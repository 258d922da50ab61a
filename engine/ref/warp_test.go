package ref

import (
	"fmt"
	"math"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/mesh"
)

var barrel = camera.Distortion{K1: -0.3, K2: 0.08, P1: 0.004, P2: -0.006}

// meets is the nearest triangle's instance + 1 and its ViewZ along a ray, by brute force.
func meets(f *frame.Frame, ray geom.Ray) (instance int, viewZ float64) {
	viewZ = f.Camera.Far
	for i := range f.Instances {
		in := &f.Instances[i]
		for _, t := range in.Mesh.Triangles {
			var p [3]geom.Vec3
			for k := range p {
				p[k] = in.WorldFromObject.Point(in.Mesh.Positions[t[k]])
			}
			// Möller and Trumbore 1997, "Fast, Minimum Storage Ray/Triangle Intersection".
			e1, e2, s := p[1].Sub(p[0]), p[2].Sub(p[0]), ray.Origin.Sub(p[0])
			h, q := ray.Dir.Cross(e2), s.Cross(e1)
			det := e1.Dot(h)
			u, v, z := s.Dot(h)/det, ray.Dir.Dot(q)/det, e2.Dot(q)/det
			if u >= 0 && v >= 0 && u+v <= 1 && z > f.Camera.Near && z < viewZ {
				instance, viewZ = i+1, z
			}
		}
	}
	return instance, viewZ
}

// Every label is that of Camera.Ray through the pixel's center; beside silhouettes, of a ray that is at most two steps of the
// grid, 1/128 pixel, away.
func TestDistortedLabelsAreThoseOfTheRay(t *testing.T) {
	for _, d := range []camera.Distortion{barrel, {K1: 0.4, P2: 0.01}} {
		f := benchFrame(120, 90)
		f.Camera.FocalPx = 100
		f.Camera.WorldFromCamera = camera.LookAt(geom.V(0.5, -9, 4), geom.V(0, 0, 0), geom.V(0, 0, 1))
		f.Camera.Distortion = d
		if err := f.Camera.Validate(); err != nil {
			t.Fatal(err)
		}
		got := Draw(f)
		apart, judged := 0, 0
		for y := range f.Camera.Height {
			for x := range f.Camera.Width {
				if (x+2*y)%17 != 0 {
					continue // brute force is slow
				}
				judged++
				at := y*f.Camera.Width + x
				cx, cy := float64(x)+0.5, float64(y)+0.5
				i, z := meets(f, f.Camera.Ray(cx, cy))
				// shown says that the label is that of instance k at a distance.
				shown := func(k int, z, tolerance float64) bool {
					if k == 0 {
						return got.ViewZ[at] == 0
					}
					return f.Instances[k-1].Object == got.Object[at] && math.Abs(float64(got.ViewZ[at])-z) <= tolerance*z
				}
				if shown(i, z, 1e-5) {
					continue
				}
				apart++
				near := false
				for k := range 8 {
					angle := float64(k) * math.Pi / 4
					j, w := meets(f, f.Camera.Ray(cx+math.Cos(angle)/128, cy+math.Sin(angle)/128))
					near = near || shown(j, w, 1e-2)
				}
				if !near {
					t.Errorf("%v, pixel (%d, %d): object %d at %g m, the ray meets instance %d at %g m",
						d, x, y, got.Object[at], got.ViewZ[at], i, z)
				}
			}
		}
		if apart > judged/100 {
			t.Errorf("%+v: %d of %d pixels differ from their rays, want at most 1 in 100", d, apart, judged)
		}
	}
}

// An object drawn alone is the same as in a picture that has nothing else, and its window is tight.
func TestDistortedWindowIsTheWhole(t *testing.T) {
	f := benchFrame(200, 150)
	f.Camera.FocalPx, f.Camera.Distortion = 200, barrel
	for i := 3; i < len(f.Instances); i++ {
		in := f.Instances[i]
		alone := DrawAlone(&f.Camera, in.WorldFromObject, []*mesh.Mesh{in.Mesh})
		whole := Draw(&frame.Frame{Camera: f.Camera, Instances: []frame.Instance{in}})
		x0, y0, x1, y1 := 1000, 1000, 0, 0
		for at, object := range whole.Object {
			x, y := at%200, at/200
			if object > 0 {
				x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x+1), max(y1, y+1)
			}
			if (alone.PartAt(x, y) > 0) != (object > 0) {
				t.Fatalf("instance %d, pixel (%d, %d): alone %d, in the picture %d", i, x, y, alone.PartAt(x, y), object)
			}
		}
		if got, want := fmt.Sprint(alone.X0, alone.Y0, alone.X1, alone.Y1), fmt.Sprint(x0, y0, x1, y1); got != want {
			t.Errorf("instance %d: window is %s, want %s", i, got, want)
		}
	}
}

// Triangles that share edges leave no pixel out, and lenses of two sizes do not get in each other's way.
func TestDistortedTrianglesLeaveNoGaps(t *testing.T) {
	for _, size := range [][2]int{{70, 50}, {33, 41}, {70, 50}} {
		cam := lookDown(size[0], size[1])
		cam.Distortion = camera.Distortion{K1: -0.2, P1: 0.01}
		// A level square of 8 m in 40 x 40 cells, 2 m below.
		m := &mesh.Mesh{}
		const n = 40
		for i := range n + 1 {
			for j := range n + 1 {
				m.Positions = append(m.Positions, geom.V(8*float64(i)/n-4, 8*float64(j)/n-4, -2))
				if i < n && j < n {
					a := uint32(i*(n+1) + j)
					m.Triangles = append(m.Triangles, [3]uint32{a, a + n + 1, a + n + 2}, [3]uint32{a, a + n + 2, a + 1})
				}
			}
		}
		w := DrawAlone(&cam, geom.Identity, []*mesh.Mesh{m})
		if got := w.PixelsPerPart(1)[0]; got != size[0]*size[1] {
			t.Errorf("%v: %d pixels are covered, want all %d", size, got, size[0]*size[1])
		}
	}
}

func BenchmarkDrawAloneDistorted(b *testing.B) {
	f := benchFrame(800, 600)
	f.Camera.Distortion = camera.Distortion{K1: -0.28, K2: 0.07}
	ball := sphere(geom.V(0, 0, 0), 1, 38)
	pose := geom.Translate(geom.V(0, -4, 1))
	warpOf(&f.Camera)
	b.ReportAllocs()
	for b.Loop() {
		DrawAlone(&f.Camera, pose, []*mesh.Mesh{ball})
	}
}

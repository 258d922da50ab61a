package ref

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"mereo/engine/camera"
	"mereo/engine/frame"
	"mereo/engine/geom"
	"mereo/engine/material"
	"mereo/engine/mesh"
)

// lookDown returns a camera at the origin that looks along -Z of the world.
func lookDown(w, h int) camera.Pinhole {
	return camera.Pinhole{WorldFromCamera: geom.Identity, Width: w, Height: h, FocalPx: float64(w), CenterX: float64(w) / 2, CenterY: float64(h) / 2, Near: 0.1, Far: 100}
}

// quad is the parallelogram at corner with sides u and v.
func quad(corner, u, v geom.Vec3) *mesh.Mesh {
	return &mesh.Mesh{
		Positions: []geom.Vec3{corner, corner.Add(u), corner.Add(u).Add(v), corner.Add(v)},
		Triangles: [][3]uint32{{0, 1, 2}, {0, 2, 3}},
	}
}

// sphere is a ball of radius r around c with 2*n*n triangles and exact normals.
func sphere(c geom.Vec3, r float64, n int) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range n + 1 {
		sp, cp := geom.SinCos(math.Pi * float64(i) / float64(n))
		for j := range n + 1 {
			st, ct := geom.SinCos(2 * math.Pi * float64(j%n) / float64(n))
			d := geom.V(sp*ct, sp*st, cp)
			m.Positions = append(m.Positions, c.AddScaled(r, d))
			m.Normals = append(m.Normals, d)
			if i < n && j < n {
				a := uint32(i*(n+1) + j)
				b := a + uint32(n) + 1
				m.Triangles = append(m.Triangles, [3]uint32{a, b, b + 1}, [3]uint32{a, b + 1, a + 1})
			}
		}
	}
	return m
}

func instance(m *mesh.Mesh, object uint16) frame.Instance {
	mat := material.Default()
	return frame.Instance{Mesh: m, WorldFromObject: geom.Identity, Material: &mat, Object: object, Part: object + 100}
}

func TestDrawPlaneFacingCamera(t *testing.T) {
	f := &frame.Frame{Camera: lookDown(64, 48), Instances: []frame.Instance{instance(quad(geom.V(-9, -9, -5), geom.V(18, 0, 0), geom.V(0, 18, 0)), 7)}}
	b := Draw(f)
	for i := range b.ViewZ {
		if got, want := b.ViewZ[i], float32(5); got != want {
			t.Fatalf("pixel %d: ViewZ is %v, want %v", i, got, want)
		}
		if b.Object[i] != 7 || b.Part[i] != 107 {
			t.Fatalf("pixel %d: object %d part %d, want 7 and 107", i, b.Object[i], b.Part[i])
		}
		if n := [3]float32(b.Normal[3*i : 3*i+3]); n != [3]float32{0, 0, 1} {
			t.Fatalf("pixel %d: normal %v, want (0, 0, 1)", i, n)
		}
	}
}

func TestDrawnFromBehindStillFacesCamera(t *testing.T) {
	m := quad(geom.V(-9, -9, -5), geom.V(18, 0, 0), geom.V(0, 18, 0))
	for i, v := range m.Triangles {
		m.Triangles[i] = [3]uint32{v[0], v[2], v[1]}
	}
	m.Normals = []geom.Vec3{{Z: -1}, {Z: -1}, {Z: -1}, {Z: -1}}
	b := Draw(&frame.Frame{Camera: lookDown(8, 8), Instances: []frame.Instance{instance(m, 1)}})
	if b.Object[0] != 1 || b.Normal[2] != 1 {
		t.Errorf("back of a quad: object %d, normal z %v; want 1 and 1", b.Object[0], b.Normal[2])
	}
}

// A floor one meter below a level camera has ViewZ = FocalPx/(y - CenterY) below the horizon. It reaches from far behind
// the camera to far in front, so the near plane and the guard band cut it.
func TestDrawFloorThroughNearPlane(t *testing.T) {
	cam := lookDown(80, 60)
	cam.WorldFromCamera = camera.LookAt(geom.V(0, 0, 1), geom.V(0, 1, 1), geom.V(0, 0, 1))
	cam.Near = 1e-3
	for _, side := range []float64{30, 1e4, 1e7} {
		b := Draw(&frame.Frame{Camera: cam, Instances: []frame.Instance{instance(quad(geom.V(-side, -side, 0), geom.V(2*side, 0, 0), geom.V(0, 2*side, 0)), 1)}})
		for y := range cam.Height {
			want := 0.0
			if z := cam.FocalPx / (float64(y) + 0.5 - cam.CenterY); z > 0 && z <= math.Min(cam.Far, side) {
				want = z
			}
			for x := range cam.Width {
				if got := float64(b.ViewZ[y*cam.Width+x]); math.Abs(got-want) > 1e-6*want {
					t.Fatalf("floor of side %g, pixel (%d, %d): ViewZ %v, want %v", side, x, y, got, want)
				}
			}
		}
	}
}

func TestDrawRespectsClipRange(t *testing.T) {
	for _, c := range []struct {
		name string
		z    float64
		want float32
	}{
		{"behind the camera", 3, 0},
		{"in the eye's plane", 0, 0},
		{"nearer than near", -0.0999, 0},
		{"just beyond near", -0.1001, 0.1001},
		{"just before far", -99.9, 99.9},
		{"beyond far", -100.1, 0},
	} {
		b := Draw(&frame.Frame{Camera: lookDown(16, 16), Instances: []frame.Instance{instance(quad(geom.V(-500, -500, c.z), geom.V(1000, 0, 0), geom.V(0, 1000, 0)), 1)}})
		for i, got := range b.ViewZ {
			if math.Abs(float64(got-c.want)) > 1e-6*float64(c.want) {
				t.Errorf("%s: pixel %d: ViewZ %v, want %v", c.name, i, got, c.want)
				break
			}
		}
	}
}

func TestNearestWinsAndTiesGoToTheFirst(t *testing.T) {
	far := quad(geom.V(-9, -9, -6), geom.V(18, 0, 0), geom.V(0, 18, 0))
	near := quad(geom.V(-9, -9, -5), geom.V(18, 0, 0), geom.V(0, 18, 0))
	cam := lookDown(4, 4)
	for _, c := range []struct {
		name   string
		meshes []*mesh.Mesh
		want   uint16
	}{
		{"far then near", []*mesh.Mesh{far, near}, 2},
		{"near then far", []*mesh.Mesh{near, far}, 1},
		{"the same twice", []*mesh.Mesh{near, near}, 1},
	} {
		w := DrawAlone(&cam, geom.Identity, c.meshes)
		for i, got := range w.Part {
			if got != c.want {
				t.Errorf("%s: pixel %d shows part %d, want %d", c.name, i, got, c.want)
			}
		}
	}
}

// Depth and normals of a ball against the closed form of a ray and a sphere.
func TestDrawSphere(t *testing.T) {
	cam := lookDown(100, 100)
	c, radius := geom.V(0.3, -0.2, -4), 1.0
	const n = 256 // the chord of a triangle stays within radius*(1-cos(pi/256)) = 8e-5 of the ball
	b := Draw(&frame.Frame{Camera: cam, Instances: []frame.Instance{instance(sphere(c, radius, n), 1)}})
	inside := 0
	for i, z := range b.ViewZ {
		ray := cam.Ray(float64(i%100)+0.5, float64(i/100)+0.5)
		// |t*d - c|^2 = r^2
		dd, dc := ray.Dir.Len2(), ray.Dir.Dot(c)
		disc := dc*dc - dd*(c.Len2()-radius*radius)
		if disc < 0.05 { // beside the silhouette chords matter
			if disc < -0.05 && z != 0 {
				t.Fatalf("pixel %d off the ball is drawn at %v", i, z)
			}
			continue
		}
		inside++
		want := (dc - math.Sqrt(disc)) / dd
		if math.Abs(float64(z)-want) > 5e-4 {
			t.Fatalf("pixel %d: ViewZ %v, want %v", i, z, want)
		}
		wantN := ray.At(want).Sub(c).Unit()
		gotN := geom.V(float64(b.Normal[3*i]), float64(b.Normal[3*i+1]), float64(b.Normal[3*i+2]))
		if gotN.Sub(wantN).Len() > 2e-3 {
			t.Fatalf("pixel %d: normal %v, want %v", i, gotN, wantN)
		}
	}
	if inside < 1000 {
		t.Fatalf("only %d pixels compared, want at least 1000", inside)
	}
}

func TestFlatMaterialIgnoresNormals(t *testing.T) {
	in := instance(sphere(geom.V(0, 0, -3), 1, 6), 1)
	in.Material.Flat = true
	seen := map[[3]float32]bool{}
	b := Draw(&frame.Frame{Camera: lookDown(60, 60), Instances: []frame.Instance{in}})
	for i := range b.Object {
		if b.Object[i] != 0 {
			seen[[3]float32(b.Normal[3*i:3*i+3])] = true
		}
	}
	if len(seen) < 6 || len(seen) > 72 {
		t.Errorf("%d different normals on a faceted ball of 72 triangles, want 6 to 72", len(seen))
	}
}

// A rectangle cut into triangles at random: every pixel of it belongs to exactly one of them. Corners lie on pixel
// centers, where only the tie rule decides, in every second mesh.
func TestSharedEdgesCoverOnce(t *testing.T) {
	cam := lookDown(64, 64)
	cam.FocalPx = 64
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		const n = 9
		grid := make([]geom.Vec3, 0, n*n)
		for i := range n * n {
			// The picture of (x, y, -z) is at 32 + 64*x/z; corners in columns 4 to 60.
			x, y := 4.5+float64(i%n)*7, 4.5+float64(i/n)*7
			if i%n > 0 && i%n < n-1 && i/n > 0 && i/n < n-1 {
				if seed%2 == 0 {
					x, y = x+float64(rnd.IntN(7)-3), y+float64(rnd.IntN(7)-3)
				} else {
					x, y = x+6*rnd.Float64()-3, y+6*rnd.Float64()-3
				}
			}
			z := 1 + rnd.Float64()
			if seed%2 == 0 {
				z = 2 // so that projecting gives whole pixels again
			}
			grid = append(grid, geom.V((x-32)*z/64, (32-y)*z/64, -z))
		}
		var count [64 * 64]int
		for i := range n - 1 {
			for j := range n - 1 {
				a, b, c, d := uint32(i*n+j), uint32(i*n+j+1), uint32(i*n+j+n+1), uint32(i*n+j+n)
				tris := [][3]uint32{{a, b, c}, {a, c, d}}
				if rnd.IntN(2) == 0 {
					tris = [][3]uint32{{b, d, a}, {d, b, c}}
				}
				for _, tri := range tris {
					w := DrawAlone(&cam, geom.Identity, []*mesh.Mesh{{Positions: grid, Triangles: [][3]uint32{tri}}})
					for y := range 64 {
						for x := range 64 {
							if w.PartAt(x, y) != 0 {
								count[y*64+x]++
							}
						}
					}
				}
			}
		}
		// Folded cells cover some pixels more than once (an odd number of times); an uncut border is exact.
		for y := range 64 {
			for x := range 64 {
				in := x >= 4 && x < 60 && y >= 4 && y < 60
				got := count[y*64+x]
				if in && got%2 != 1 || !in && got != 0 {
					t.Fatalf("seed %d: pixel (%d, %d) is covered %d times, inside %v", seed, x, y, got, in)
				}
			}
		}
	}
}

// Against a ray caster that shares no code: random triangles, partly behind the camera.
func TestDrawAgreesWithRayCasting(t *testing.T) {
	cam := lookDown(48, 40)
	cam.WorldFromCamera = camera.LookAt(geom.V(1, -6, 2), geom.V(0, 0, 0.5), geom.V(0, 0, 1))
	for seed := range uint64(30) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		f := &frame.Frame{Camera: cam}
		for i := range 12 {
			m := &mesh.Mesh{Triangles: [][3]uint32{{0, 1, 2}}}
			for range 3 {
				m.Positions = append(m.Positions, geom.V(8*rnd.Float64()-4, 16*rnd.Float64()-10, 4*rnd.Float64()-1))
			}
			f.Instances = append(f.Instances, instance(m, uint16(i+1)))
		}
		b := Draw(f)
		bad, hits := 0, 0
		for i := range b.Object {
			x, y := float64(i%cam.Width)+0.5, float64(i/cam.Width)+0.5
			id, z, edge := cast(f, cam.Ray(x, y))
			if edge { // within rounding of a corner's snap
				continue
			}
			if id != 0 {
				hits++
			}
			if id != b.Object[i] || math.Abs(z-float64(b.ViewZ[i])) > 1e-6*z {
				bad++
				t.Errorf("seed %d, pixel (%v, %v): object %d at %v, want %d at %v", seed, x, y, b.Object[i], b.ViewZ[i], id, z)
			}
		}
		if hits < 100 {
			t.Fatalf("seed %d: only %d pixels hit, the scene tests nothing", seed, hits)
		}
		if bad > 0 {
			t.FailNow()
		}
	}
}

// cast returns the nearest hit of the ray and whether the ray passes some triangle's border so closely that snapping may
// decide. Moeller and Trumbore 1997, "Fast, Minimum Storage Ray/Triangle Intersection".
func cast(f *frame.Frame, ray geom.Ray) (id uint16, z float64, edge bool) {
	z = f.Camera.Far
	for i := range f.Instances {
		p := f.Instances[i].Mesh.Positions
		e1, e2 := p[1].Sub(p[0]), p[2].Sub(p[0])
		h := ray.Dir.Cross(e2)
		det := e1.Dot(h)
		s := ray.Origin.Sub(p[0])
		u, v := s.Dot(h)/det, ray.Dir.Dot(s.Cross(e1))/det
		t := e2.Dot(s.Cross(e1)) / det
		if t < f.Camera.Near-0.01 {
			continue
		}
		// 1/256 pixel at distance t, as a share of the triangle's smallest height, seen obliquely.
		area := e1.Cross(e2).Len()
		longest := max(e1.Len(), e2.Len(), e1.Sub(e2).Len())
		cos := math.Abs(det) / area / ray.Dir.Len()
		margin := 2 * t / f.Camera.FocalPx / subPixels * longest / area / cos
		if m := min(u, v, 1-u-v); math.Abs(m) < margin || math.Abs(t-f.Camera.Near) < 0.01 {
			edge = true
		} else if m > 0 && t < z {
			id, z = f.Instances[i].Object, t
		}
	}
	if id == 0 {
		z = 0
	}
	return id, z, edge
}

// DrawIDs is Draw but for the normals.
func TestDrawIDs(t *testing.T) {
	f := &frame.Frame{Camera: lookDown(64, 48), Instances: []frame.Instance{
		instance(quad(geom.V(-9, -9, -5), geom.V(18, 0, 0), geom.V(0, 18, 0)), 7), instance(sphere(geom.V(0, 0, -4), 1, 20), 3),
	}}
	want, got := Draw(f), DrawIDs(f)
	if got.Normal != nil {
		t.Errorf("there are %d numbers of normals, want none", len(got.Normal))
	}
	if want.Normal = nil; !reflect.DeepEqual(got, want) {
		t.Error("ids or depth are others than those of Draw")
	}
}

func TestDrawAloneIsDrawInAWindow(t *testing.T) {
	cam := lookDown(120, 90)
	meshes := []*mesh.Mesh{sphere(geom.V(0, 0, 0), 0.5, 12), quad(geom.V(-1, -0.2, 0.1), geom.V(2, 0, 0), geom.V(0, 0.4, 0.1))}
	for seed := range uint64(20) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		pose := geom.Transform{M: geom.RotZ(rnd.Float64() * 6), T: geom.V(6*rnd.Float64()-3, 4*rnd.Float64()-2, -6*rnd.Float64())}
		w := DrawAlone(&cam, pose, meshes)
		f := &frame.Frame{Camera: cam}
		for i, m := range meshes {
			in := instance(m, uint16(i+1))
			in.WorldFromObject, in.Part = pose, uint16(i+1)
			f.Instances = append(f.Instances, in)
		}
		b := Draw(f)
		box := rect{cam.Width, cam.Height, 0, 0}
		for i, want := range b.Part {
			x, y := i%cam.Width, i/cam.Width
			if got := w.PartAt(x, y); got != want {
				t.Fatalf("seed %d, pixel (%d, %d): part %d, want %d", seed, x, y, got, want)
			}
			if want != 0 {
				box = rect{min(box.x0, x), min(box.y0, y), max(box.x1, x+1), max(box.y1, y+1)}
				if got := w.ViewZ[(y-w.Y0)*(w.X1-w.X0)+x-w.X0]; got != b.ViewZ[i] {
					t.Fatalf("seed %d, pixel (%d, %d): ViewZ %v, want %v", seed, x, y, got, b.ViewZ[i])
				}
			}
		}
		if box.x0 > box.x1 {
			box = rect{}
		}
		if got := (rect{w.X0, w.Y0, w.X1, w.Y1}); got != box {
			t.Errorf("seed %d: window %v, want the tight box %v", seed, got, box)
		}
		sum := 0
		for _, n := range w.PixelsPerPart(2) {
			sum += n
		}
		if got := w.Overlap(w); got != sum {
			t.Errorf("seed %d: a window overlaps itself in %d pixels, want %d", seed, got, sum)
		}
	}
}

func TestDrawAloneOutOfSight(t *testing.T) {
	cam := lookDown(40, 30)
	w := DrawAlone(&cam, geom.Translate(geom.V(50, 0, -10)), []*mesh.Mesh{sphere(geom.V(0, 0, 0), 1, 8)})
	if !w.Empty() || w.X0 != w.X1 || w.PartAt(0, 0) != 0 {
		t.Errorf("a ball outside the picture gives the window %+v, want an empty one", w)
	}
	if w := DrawAlone(&cam, geom.Identity, nil); !w.Empty() {
		t.Errorf("no meshes give the window %+v, want an empty one", w)
	}
}

func TestOverlapCountsSharedPixels(t *testing.T) {
	a := &Window{X0: 0, Y0: 0, X1: 2, Y1: 2, Part: []uint16{1, 1, 0, 1}}
	b := &Window{X0: 1, Y0: 0, X1: 3, Y1: 2, Part: []uint16{2, 2, 2, 2}}
	if got := a.Overlap(b); got != 2 {
		t.Errorf("overlap is %d, want 2", got)
	}
	if got := b.Overlap(&Window{X0: 7, Y0: 7, X1: 8, Y1: 8, Part: []uint16{1}}); got != 0 {
		t.Errorf("overlap of windows apart is %d, want 0", got)
	}
}

// The scratch memory of one draw must not leak into the next, whatever their sizes.
func TestRasterizerIsReusable(t *testing.T) {
	var r Rasterizer
	big, small := lookDown(90, 70), lookDown(30, 20)
	ball := []*mesh.Mesh{sphere(geom.V(0, 0, -3), 1, 10)}
	want := DrawAlone(&small, geom.Identity, ball)
	r.DrawAlone(&big, geom.Translate(geom.V(0, 0, 2.5)), ball) // clipped at the near plane
	got := r.DrawAlone(&small, geom.Identity, ball)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Error("a used Rasterizer draws differently from a new one")
	}
}

// The bits are the same on every processor; a change here moves which scenes exist.
func TestDrawBitsAreFrozen(t *testing.T) {
	b := Draw(benchFrame(200, 150))
	h := fnv.New64a()
	for i := range b.Object {
		z := math.Float32bits(b.ViewZ[i])
		h.Write([]byte{byte(b.Object[i]), byte(b.Part[i]), byte(z), byte(z >> 8), byte(z >> 16), byte(z >> 24)})
	}
	for _, n := range b.Normal {
		z := math.Float32bits(n)
		h.Write([]byte{byte(z), byte(z >> 8), byte(z >> 16), byte(z >> 24)})
	}
	if got, want := h.Sum64(), uint64(0x15e119c162ce376); got != want {
		t.Errorf("hash of the fixture frame is %#x, want %#x", got, want)
	}
}

// benchFrame is a room with a floor, two walls and five balls on it.
func benchFrame(w, h int) *frame.Frame {
	cam := lookDown(w, h)
	cam.FocalPx = 875 * float64(w) / 800
	cam.WorldFromCamera = camera.LookAt(geom.V(0.5, -16, 5.1), geom.V(0, 0, 0), geom.V(0, 0, 1))
	f := &frame.Frame{Camera: cam, Instances: []frame.Instance{
		instance(quad(geom.V(-10, -10, 0), geom.V(20, 0, 0), geom.V(0, 20, 0)), 0),
		instance(quad(geom.V(-20, 5, -10), geom.V(40, 0, 0), geom.V(0, 0, 20)), 0),
		instance(quad(geom.V(7, -14, -10), geom.V(0, 40, 0), geom.V(0, 0, 20)), 0),
	}}
	for i := range 5 {
		in := instance(sphere(geom.V(0, 0, 0), 0.7+0.1*float64(i), 38), uint16(i+1))
		in.WorldFromObject = geom.Translate(geom.V(2*float64(i)-4, -3+1.5*float64(i%3), 1))
		f.Instances = append(f.Instances, in)
	}
	return f
}

func BenchmarkDraw(b *testing.B) {
	f := benchFrame(800, 600)
	b.ReportAllocs()
	for b.Loop() {
		Draw(f)
	}
}

// One object of 2,900 triangles over about 15,000 pixels, as the placement loop draws it.
func BenchmarkDrawAlone(b *testing.B) {
	f := benchFrame(800, 600)
	ball := sphere(geom.V(0, 0, 0), 1, 38)
	pose := geom.Translate(geom.V(0, -4, 1))
	b.ReportAllocs()
	for b.Loop() {
		w := DrawAlone(&f.Camera, pose, []*mesh.Mesh{ball})
		if n := w.PixelsPerPart(1)[0]; n < 15000 {
			b.Fatalf("%d pixels, want at least 15000", n)
		}
	}
}

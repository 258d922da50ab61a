package physics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mereo/engine/geom"
)

// queryWorld has shapes of every kind at random, static and moving ones, some of which have two colliders; it has been
// stepped and bodies have been removed.
func queryWorld(t testing.TB, r *rand.Rand, n int) *World {
	t.Helper()
	mesh := shaped(t)(NewTriMesh([]geom.Vec3{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1, Z: 0.5}, {X: -1, Y: 1}},
		[][3]uint32{{0, 1, 2}, {0, 2, 3}}))
	var corners []geom.Vec3
	for range 20 {
		corners = append(corners, randomVec(r).Unit().Scale(0.5))
	}
	shapes := []*Shape{
		shaped(t)(NewSphere(0.4)), shaped(t)(NewCapsule(0.4, 0.2)), shaped(t)(NewBox(geom.V(0.2, 0.3, 0.6))),
		shaped(t)(NewCylinder(0.3, 0.4)), shaped(t)(NewHull(corners)), mesh,
	}
	w := newWorld(t, WorldDef{})
	var ids []BodyID
	for i := range n {
		at := Pose{geom.V(10*r.Float64(), 10*r.Float64(), 10*r.Float64()), randomTurn(r)}
		def := BodyDef{Type: BodyType(i % 3), Pose: at}
		if def.Type != Static {
			def.Velocity, def.AngularVelocity = randomVec(r), randomVec(r)
		}
		for k := range 1 + i%2 {
			s := shapes[r.IntN(len(shapes))]
			for s == mesh && def.Type != Static {
				s = shapes[r.IntN(len(shapes))]
			}
			c := Collider{Shape: s, Density: 1, Pose: Pose{randomVec(r).Scale(0.5 * float64(k)), randomTurn(r)}}
			def.Colliders = append(def.Colliders, c)
		}
		ids = append(ids, addBody(t, w, def))
	}
	for i, id := range ids {
		if i%7 == 3 {
			w.RemoveBody(id)
		}
	}
	for range 20 {
		w.Step(1.0 / 60)
	}
	return w
}

// all lists the colliders of the world in the order of their bodies.
func (w *World) all() []int32 {
	var l []int32
	for i := range w.bodies {
		l = append(l, w.bodies[i].colliders...)
	}
	return l
}

func TestRayCastKnownAnswers(t *testing.T) {
	w := newWorld(t, WorldDef{})
	floor := ground(t, w, 0)
	box := boxAt(t, w, geom.V(1, 1, 1), geom.V(0, 0, 5), 0)
	for range 9 { // in the same place, but later
		boxAt(t, w, geom.V(1, 1, 1), geom.V(0, 0, 5), 0)
	}
	up, inf := geom.V(0, 0, 1), math.Inf(1)
	for _, c := range []struct {
		name string
		ray  geom.Ray
		maxT float64
		want RayHit
		ok   bool
	}{
		{"from above, the first of equals", geom.Ray{Origin: geom.V(0.5, 0, 10), Dir: geom.V(0, 0, -1)}, inf,
			RayHit{ShapeRef{box, 0}, 4, geom.V(0.5, 0, 6), up}, true},
		{"T counts in lengths of Dir", geom.Ray{Origin: geom.V(0.5, 0, 10), Dir: geom.V(0, 0, -2)}, 2,
			RayHit{ShapeRef{box, 0}, 2, geom.V(0.5, 0, 6), up}, true},
		{"too short", geom.Ray{Origin: geom.V(0.5, 0, 10), Dir: geom.V(0, 0, -2)}, 1.99, RayHit{}, false},
		{"past the box", geom.Ray{Origin: geom.V(3, 0, 10), Dir: geom.V(0, 0, -1)}, 20,
			RayHit{ShapeRef{floor, 0}, 10, geom.V(3, 0, 0), up}, true},
		{"from inside the box", geom.Ray{Origin: geom.V(0, 0, 5), Dir: geom.V(0, 0, -1)}, inf,
			RayHit{ShapeRef{floor, 0}, 5, geom.V(0, 0, 0), up}, true},
		{"away", geom.Ray{Origin: geom.V(0, 0, 10), Dir: geom.V(0, 0, 1)}, inf, RayHit{}, false},
		{"without direction", geom.Ray{Origin: geom.V(0, 0, 10)}, inf, RayHit{}, false},
		{"not finite", geom.Ray{Origin: geom.V(0, 0, math.NaN()), Dir: geom.V(0, 0, -1)}, inf, RayHit{}, false},
		{"backwards", geom.Ray{Origin: geom.V(0, 0, 10), Dir: geom.V(0, 0, -1)}, -1, RayHit{}, false},
	} {
		got, ok := w.RayCast(c.ray, c.maxT)
		if ok != c.ok || got.Shape != c.want.Shape || math.Abs(got.T-c.want.T) > 1e-12 ||
			got.Point.Sub(c.want.Point).Len() > 1e-12 || got.Normal.Sub(c.want.Normal).Len() > 1e-12 {
			t.Errorf("%s: got %v %t, want %v %t", c.name, got, ok, c.want, c.ok)
		}
	}
}

// A ray through the tree meets what the nearest of all colliders, each asked alone, says.
func TestRayCastAgainstAll(t *testing.T) {
	w := queryWorld(t, rand.New(rand.NewPCG(30, 0)), 120)
	hits := 0
	for i := range uint64(2000) {
		r := rand.New(rand.NewPCG(31, i))
		ray := geom.Ray{Origin: geom.V(12*r.Float64()-1, 12*r.Float64()-1, 12*r.Float64()-1)}
		ray.Dir = geom.V(10*r.Float64(), 10*r.Float64(), 10*r.Float64()).Sub(ray.Origin).Scale(0.2)
		maxT := []float64{1, 5, math.Inf(1)}[i%3]
		want, ok := RayHit{T: maxT}, false
		for _, k := range w.all() {
			c := &w.colliders[k]
			back := c.worldFromShape.Inverse()
			d, n, hit := c.shape.rayCast(geom.Ray{Origin: back.Point(ray.Origin), Dir: back.Dir(ray.Dir)}, maxT)
			if hit && d < want.T {
				want, ok = RayHit{w.ref(k), d, ray.At(d), c.worldFromShape.Normal(n)}, true
			}
		}
		got, gotOK := w.RayCast(ray, maxT)
		if gotOK != ok || got.Shape != want.Shape || ok && math.Abs(got.T-want.T) > 1e-9*(1+want.T) ||
			got.Normal.Sub(want.Normal).Len() > 1e-6 || got.Point.Sub(want.Point).Len() > 1e-8 {
			t.Fatalf("draw %d: ray %v to %g: got %v %t, want %v %t", i, ray, maxT, got, gotOK, want, ok)
		}
		if ok {
			hits++
			if got.Normal.Dot(ray.Dir) > 1e-9 {
				t.Fatalf("draw %d: normal %v lies along the ray %v", i, got.Normal, ray.Dir)
			}
		}
	}
	ray := geom.Ray{Origin: geom.V(-1, 5, 5), Dir: geom.V(1, 0.1, 0)}
	if n := testing.AllocsPerRun(20, func() { w.RayCast(ray, 100) }); n != 0 {
		t.Errorf("a ray allocates %g times, want 0", n)
	}
	if hits < 500 || hits > 1900 {
		t.Errorf("%d of 2000 rays hit, want 500 to 1900 or they test little", hits)
	}
}

// Overlap and Closest through the tree say what all colliders say, each asked alone.
func TestOverlapAndClosestAgainstAll(t *testing.T) {
	w := queryWorld(t, rand.New(rand.NewPCG(32, 0)), 120)
	sheet := []geom.Vec3{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1, Z: 0.5}}
	probes := []*Shape{shaped(t)(NewSphere(0.7)), shaped(t)(NewBox(geom.V(1, 0.5, 0.2))),
		shaped(t)(NewCylinder(0.5, 0.3)), shaped(t)(NewTriMesh(sheet, [][3]uint32{{0, 1, 2}}))}
	overlaps, misses := 0, 0
	for i := range uint64(300) {
		r := rand.New(rand.NewPCG(33, i))
		s := probes[i%4]
		at := Pose{geom.V(14*r.Float64()-2, 14*r.Float64()-2, 14*r.Float64()-2), randomTurn(r)}
		within := []float64{0, 0.5, math.Inf(1)}[r.IntN(3)]
		var want []ShapeRef
		closest, found := ClosestHit{Distance: within}, false
		for _, k := range w.all() {
			c := &w.colliders[k]
			if Overlaps(s, at.rigid(), c.shape, c.worldFromShape) {
				want = append(want, w.ref(k))
			}
			d, on, p := Distance(s, at.rigid(), c.shape, c.worldFromShape)
			if d < closest.Distance || d == closest.Distance && !found {
				closest, found = ClosestHit{w.ref(k), d, on, p}, true
			}
		}
		if got := w.Overlap(s, at); !slices.Equal(got, want) {
			t.Fatalf("draw %d: overlaps: got %v, want %v", i, got, want)
		}
		got, ok := w.Closest(s, at, within)
		if ok != found || ok && got != closest {
			t.Fatalf("draw %d: closest within %g: got %v %t, want %v %t", i, within, got, ok, closest, found)
		}
		overlaps += len(want)
		if !found {
			misses++
		}
	}
	if overlaps < 50 || misses < 20 {
		t.Errorf("%d overlaps and %d probes that are far from everything, want 50 and 20 or they test little", overlaps, misses)
	}
}

func TestClosestKnownAnswer(t *testing.T) {
	w := newWorld(t, WorldDef{})
	floor := ground(t, w, 0)
	box := boxAt(t, w, geom.V(1, 1, 1), geom.V(5, 0, 1), 0)
	ball := shaped(t)(NewSphere(0.5))
	got, ok := w.Closest(ball, Pose{Position: geom.V(3, 0, 1.25)}, 10)
	want := ClosestHit{ShapeRef{box, 0}, 0.5, geom.V(3.5, 0, 1.25), geom.V(4, 0, 1.25)}
	if !ok || got.Shape != want.Shape || math.Abs(got.Distance-want.Distance) > 1e-12 || got.On.Sub(want.On).Len() > 1e-9 ||
		got.Point.Sub(want.Point).Len() > 1e-9 {
		t.Errorf("ball beside a box: got %v %t, want %v", got, ok, want)
	}
	got, ok = w.Closest(ball, Pose{Position: geom.V(3, 0, 1.2)}, 10) // 0.7 above the floor, 0.5 beside the box
	if !ok || got.Shape.Body != box {
		t.Errorf("ball between box and floor: got %v %t, want the box", got, ok)
	}
	if got, ok = w.Closest(ball, Pose{Position: geom.V(-9, 0, 1.2)}, 0.6); ok {
		t.Errorf("ball 0.7 m above the floor: got %v within 0.6 m, want nothing", got)
	}
	if got := w.Overlap(ball, Pose{Position: geom.V(4.2, 0, 0.2)}); !slices.Equal(got, []ShapeRef{{floor, 0}, {box, 0}}) {
		t.Errorf("ball in the edge of box and floor: overlaps %v, want both", got)
	}
	defer func() {
		if got := recover(); got != "physics: query: rotation has length 2, want 1" {
			t.Errorf("a pose that is none: got panic %v", got)
		}
	}()
	w.Overlap(ball, Pose{Rotation: geom.Quat{W: 2}})
}

func BenchmarkRayCast(b *testing.B) {
	w := queryWorld(b, rand.New(rand.NewPCG(34, 0)), 200)
	for i := range b.N {
		w.RayCast(geom.Ray{Origin: geom.V(-1, float64(i%10), float64(i/10%10)), Dir: geom.V(1, 0.1, -0.1)}, 20)
	}
}

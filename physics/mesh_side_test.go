package physics_test

import (
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/fixture"
	"mereo/physics"
)

// sheet is a floor of triangles at height 0, n by n squares of two.
func sheet(n int, half float64) *physics.Shape {
	var vertices []geom.Vec3
	var triangles [][3]uint32
	at := func(i, j int) uint32 { return uint32(i*(n+1) + j) }
	for i := range n + 1 {
		for j := range n + 1 {
			vertices = append(vertices, geom.V(half*(2*float64(i)/float64(n)-1), half*(2*float64(j)/float64(n)-1), 0))
		}
	}
	for i := range n {
		for j := range n {
			triangles = append(triangles, [3]uint32{at(i, j), at(i+1, j), at(i+1, j+1)}, [3]uint32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	mesh, err := physics.NewTriMesh(vertices, triangles)
	if err != nil {
		panic(err)
	}
	return mesh
}

// What is created with its center below a floor of triangles, but not wholly, comes out.
func TestSunkInMesh(t *testing.T) {
	shapes := map[string]*physics.Shape{
		"box": fixture.Box(geom.V(0.1, 0.1, 0.1)), "ball": fixture.Sphere(0.1), "cylinder": fixture.Cylinder(0.1, 0.1),
		"capsule": fixture.Capsule(0.05, 0.1),
		"hull":    fixture.Hull([]geom.Vec3{{X: -0.1, Y: -0.1, Z: -0.1}, {X: 0.1, Y: -0.1, Z: -0.1}, {Y: 0.1, Z: -0.1}, {X: -0.1, Y: -0.1, Z: 0.1}, {X: 0.1, Y: -0.1, Z: 0.1}, {Y: 0.1, Z: 0.1}}),
	}
	for name, shape := range shapes {
		for _, n := range []int{1, 80} { // triangles of 8 m and of 0.1 m
			for _, depth := range []float64{0.05, 0.11, 0.15, 0.19} {
				s := fixture.Earth()
				s.Fix(sheet(n, 4), fixture.At(0, 0, 0))
				i := s.Add(shape, fixture.At(0.03, 0.01, 0.1-depth))
				w, ids := s.Build()
				top := 0.0
				for range seconds(2) {
					w.Step(fixture.Dt)
					top = max(top, w.Center(ids[i]).Z)
				}
				if z := w.Center(ids[i]).Z; z < 0.03 || top > 0.2 {
					t.Errorf("%s on %d triangles, sunk by %g m: height of the center is %.3f m in the end, at most %.3f, want 0.03 to 0.2", name, 2*n*n, depth, z, top)
				}
			}
		}
	}
}

// Many bodies created at one place of a floor of triangles push each other apart, and none through it.
func TestBurstOnMesh(t *testing.T) {
	s := fixture.Earth()
	s.Fix(sheet(1, 50), fixture.At(0, 0, 0))
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		axis := geom.V(r.Float64()-0.5, r.Float64()-0.5, r.Float64()-0.5).Unit()
		s.Add(fixture.Box(geom.V(0.05, 0.05, 0.05)), fixture.Turned(fixture.At(0.3, 0.2, 0), axis, 3*r.Float64()))
	}
	w, ids := s.Build()
	for range seconds(1) {
		w.Step(fixture.Dt)
	}
	below := 0
	for _, id := range ids[1:] {
		if w.Center(id).Z < 0 {
			below++
		}
	}
	if below > 0 {
		t.Errorf("%d of 100 boxes are below the floor", below)
	}
}

// A body below a sheet of triangles, or one that comes from behind, is not pushed.
func TestBehindMesh(t *testing.T) {
	s := fixture.Setup{}
	s.Fix(sheet(4, 2), fixture.At(0, 0, 0))
	below := s.Add(fixture.Box(geom.V(0.1, 0.1, 0.1)), fixture.At(0.3, 0.2, -0.1001))
	rises := s.Add(fixture.Box(geom.V(0.1, 0.1, 0.1)), fixture.At(-0.7, 0.2, -0.5))
	s.Bodies[rises].Velocity = geom.V(0, 0, 1)
	w, ids := s.Build()
	for range seconds(0.45) {
		w.Step(fixture.Dt)
	}
	if v := w.Velocity(ids[below]); v != (geom.Vec3{}) {
		t.Errorf("a box below is pushed: %v", v)
	}
	if v := w.Velocity(ids[rises]).Sub(geom.V(0, 0, 1)).Len(); v > 1e-9 {
		t.Errorf("a box that comes from behind is pushed while its center is behind: by %g m/s", v)
	}
}

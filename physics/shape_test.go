package physics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// anyShape is a solid of the given kind and random size.
func anyShape(t testing.TB, k kind, r *rand.Rand) *Shape {
	t.Helper()
	size := func() float64 { return 0.05 + 2*r.Float64() }
	switch k {
	case kindSphere:
		return shaped(t)(NewSphere(size()))
	case kindCapsule:
		return shaped(t)(NewCapsule(size(), size()))
	case kindBox:
		return shaped(t)(NewBox(geom.V(size(), size(), size())))
	case kindCylinder:
		return shaped(t)(NewCylinder(size(), size()))
	}
	points := make([]geom.Vec3, 4+r.IntN(40))
	for i := range points {
		points[i] = geom.V(size(), size(), size())
	}
	return shaped(t)(NewHull(points))
}

var solidKinds = []kind{kindSphere, kindCapsule, kindBox, kindCylinder, kindHull}

// depth is how far p is inside a solid, negative outside, up to a factor there.
func depth(s *Shape, p geom.Vec3) float64 {
	switch s.kind {
	case kindSphere:
		return s.radius - p.Len()
	case kindCapsule:
		p.Z -= max(-s.halfHeight, min(p.Z, s.halfHeight))
		return s.radius - p.Len()
	case kindBox:
		return min(s.half.X-math.Abs(p.X), s.half.Y-math.Abs(p.Y), s.half.Z-math.Abs(p.Z))
	case kindCylinder:
		return min(s.halfHeight-math.Abs(p.Z), s.radius-math.Hypot(p.X, p.Y))
	}
	d := math.Inf(1)
	for _, q := range s.hull.planes {
		d = min(d, q.d-q.n.Dot(p))
	}
	return d
}

func TestShapesRefuse(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	of := func(s *Shape, err error) error {
		if s != nil && err != nil {
			t.Errorf("a shape came with the error %v", err)
		}
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{of(NewSphere(0)), "physics: sphere: radius is 0 m, want 1e-06 to 1e+06"},
		{of(NewSphere(-1)), "physics: sphere: radius is -1 m, want 1e-06 to 1e+06"},
		{of(NewSphere(nan)), "physics: sphere: radius is NaN m, want 1e-06 to 1e+06"},
		{of(NewSphere(inf)), "physics: sphere: radius is +Inf m, want 1e-06 to 1e+06"},
		{of(NewCapsule(0, 1)), "physics: capsule: half height is 0 m, want 1e-06 to 1e+06"},
		{of(NewCapsule(1, nan)), "physics: capsule: radius is NaN m, want 1e-06 to 1e+06"},
		{of(NewCylinder(-2, 1)), "physics: cylinder: half height is -2 m, want 1e-06 to 1e+06"},
		{of(NewCylinder(2, 0)), "physics: cylinder: radius is 0 m, want 1e-06 to 1e+06"},
		{of(NewBox(geom.V(1, 0, 1))), "physics: box: half extent along y is 0 m, want 1e-06 to 1e+06"},
		{of(NewBox(geom.V(1, 1, 1e7))), "physics: box: half extent along z is 1e+07 m, want 1e-06 to 1e+06"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("got error %v, want %q", c.err, c.want)
		}
	}
}

// Bounds are as small as they can be: the surface touches each side.
func TestBounds(t *testing.T) {
	for _, k := range solidKinds {
		for seed := range uint64(10) {
			s := anyShape(t, k, rand.New(rand.NewPCG(seed, uint64(k))))
			vertices, _ := s.Surface()
			got, want := s.Bounds(), geom.Bounds(vertices)
			if d := max(got.Min.Sub(want.Min).Len(), got.Max.Sub(want.Max).Len()); d > 1e-12 {
				t.Errorf("%s, seed %d: bounds %v, want %v", s.Kind(), seed, got, want)
			}
		}
	}
}

// checkClosed returns the volume within triangles and fails unless they close a surface.
func checkClosed(t *testing.T, name string, vertices []geom.Vec3, triangles [][3]uint32) float64 {
	t.Helper()
	sides := map[[2]uint32]int{}
	volume := 0.0
	for _, c := range triangles {
		for k := range 3 {
			sides[[2]uint32{c[k], c[(k+1)%3]}]++
		}
		volume += vertices[c[0]].Dot(vertices[c[1]].Cross(vertices[c[2]])) / 6
	}
	for s, n := range sides {
		if n != 1 || sides[[2]uint32{s[1], s[0]}] != 1 {
			t.Errorf("%s: side %v comes %d times, its twin %d times", name, s, n, sides[[2]uint32{s[1], s[0]}])
			break
		}
	}
	return volume
}

// Surfaces are closed, face outward and lie on the shape; those of polyhedra have its volume.
func TestSurface(t *testing.T) {
	for _, k := range solidKinds {
		for seed := range uint64(20) {
			s := anyShape(t, k, rand.New(rand.NewPCG(seed, uint64(k))))
			name := fmt.Sprintf("%s, seed %d", s.Kind(), seed)
			vertices, triangles := s.Surface()
			most := 1e-12
			if s.hull == nil {
				most = 0.01
			}
			volume := checkClosed(t, name, vertices, triangles)
			if missing := 1 - volume/s.Volume(); missing < -1e-12 || missing > most {
				t.Errorf("%s: volume %g, want %g", name, volume, s.Volume())
			}
			for i, v := range vertices {
				if d := depth(s, v); math.Abs(d) > 1e-4 {
					t.Errorf("%s: vertex %d is %g deep", name, i, d)
				}
			}
		}
	}
}

func TestKinds(t *testing.T) {
	for k, want := range []string{"sphere", "capsule", "box", "cylinder", "hull"} {
		if got := anyShape(t, kind(k), rand.New(rand.NewPCG(0, 0))).Kind(); got != want {
			t.Errorf("kind %d is %q, want %q", k, got, want)
		}
	}
	if got := gridMesh(t, 1, nil).Kind(); got != "mesh" {
		t.Errorf("a triangle mesh is %q", got)
	}
}

package physics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mereo/engine/geom"
)

// anyRay starts somewhere around a shape and passes through its bounds or close by.
func anyRay(s *Shape, r *rand.Rand) geom.Ray {
	b := s.Bounds()
	within := func(pad float64) geom.Vec3 {
		p := b.Min.Add(geom.V(r.Float64(), r.Float64(), r.Float64()).Mul(b.Size()))
		return p.AddScaled(pad, geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()))
	}
	o := within(b.Size().Len())
	return geom.Ray{Origin: o, Dir: within(0.1).Sub(o).Scale(0.1 + 2*r.Float64())}
}

// Rays against steps along them: nothing before the hit is inside, a little behind it is, and the normal is that of the
// surface.
func TestRayCastSolids(t *testing.T) {
	for _, k := range solidKinds {
		hits := 0
		for seed := range uint64(1500) {
			r := rand.New(rand.NewPCG(seed, uint64(k)))
			s := anyShape(t, k, r)
			ray := anyRay(s, r)
			hit, n, ok := s.rayCast(ray, 3)
			if depth(s, ray.Origin) > 0 {
				if ok {
					t.Errorf("%s, seed %d: hit at %g from inside", s.Kind(), seed, hit)
				}
				continue
			}
			const steps = 4000
			first := math.Inf(1)
			for i := range steps {
				if x := 3 * float64(i) / steps; depth(s, ray.At(x)) > 1e-9 {
					first = x
					break
				}
			}
			if !ok {
				if !math.IsInf(first, 1) {
					t.Errorf("%s, seed %d: no hit, but inside at %g", s.Kind(), seed, first)
				}
				continue
			}
			hits++
			p := ray.At(hit)
			if d := depth(s, p); math.Abs(d) > 1e-9 || hit > first || hit < 0 {
				t.Errorf("%s, seed %d: the hit at %g is %g deep; first inside at %g", s.Kind(), seed, hit, d, first)
			}
			up, down := depth(s, p.AddScaled(1e-5, n)), depth(s, p.AddScaled(-1e-5, n))
			if math.Abs(n.Len()-1) > 1e-12 || n.Dot(ray.Dir) > 0 || math.Abs(up+1e-5) > 2e-9 || down < 0 {
				t.Errorf("%s, seed %d: normal %v of length %g, depth %g and %g", s.Kind(), seed, n, n.Len(), up, down)
			}
			if _, _, ok := s.rayCast(ray, 0.999*hit); ok {
				t.Errorf("%s, seed %d: a ray that ends before the hit at %g hits", s.Kind(), seed, hit)
			}
		}
		if hits < 300 {
			t.Errorf("%s: %d hits of 1500 rays", kindNames[k], hits)
		}
	}
}

// From far away and along the axes, where formulas lose digits or divide by zero.
func TestRayCastKnown(t *testing.T) {
	capsule, cylinder := shaped(t)(NewCapsule(2, 0.5)), shaped(t)(NewCylinder(2, 0.5))
	sphere, box := shaped(t)(NewSphere(0.01)), shaped(t)(NewBox(geom.V(1, 2, 3)))
	for _, c := range []struct {
		name   string
		shape  *Shape
		origin geom.Vec3
		dir    geom.Vec3
		t      float64
		normal geom.Vec3
	}{
		{"a small ball from 1 km", sphere, geom.V(1000, 0, 0), geom.V(-1, 0, 0), 999.99, geom.V(1, 0, 0)},
		{"beside the ball", sphere, geom.V(1000, 0.011, 0), geom.V(-1, 0, 0), -1, geom.Vec3{}},
		{"along the capsule's axis", capsule, geom.V(0, 0, 9), geom.V(0, 0, -2), 3.25, geom.V(0, 0, 1)},
		{"along the capsule's side", capsule, geom.V(0.3, 0, 9), geom.V(0, 0, -1), 6.6, geom.V(0.6, 0, 0.8)},
		{"across the capsule", capsule, geom.V(0, 5, 1), geom.V(0, -1, 0), 4.5, geom.V(0, 1, 0)},
		{"across the capsule's cap", capsule, geom.V(0, 5, 2.3), geom.V(0, -1, 0), 4.6, geom.V(0, 0.8, 0.6)},
		{"along the cylinder's axis", cylinder, geom.V(0, 0, -9), geom.V(0, 0, 1), 7, geom.V(0, 0, -1)},
		{"along the cylinder's side, outside", cylinder, geom.V(0.51, 0, -9), geom.V(0, 0, 1), -1, geom.Vec3{}},
		{"above the cylinder", cylinder, geom.V(5, 0, 2.01), geom.V(-1, 0, 0), -1, geom.Vec3{}},
		{"across the cylinder", cylinder, geom.V(5, 0, 1.99), geom.V(-1, 0, 0), 4.5, geom.V(1, 0, 0)},
		{"almost along the cylinder's axis", cylinder, geom.V(0.4, 0, 9), geom.V(1e-300, 0, -1), 7, geom.V(0, 0, 1)},
		{"onto the box", box, geom.V(0, -5, 0), geom.V(0, 4, 0), 0.75, geom.V(0, -1, 0)},
		{"beside the box", box, geom.V(1.001, -5, 0), geom.V(0, 4, 0), -1, geom.Vec3{}},
		{"away from the box", box, geom.V(0, -5, 0), geom.V(0, -4, 0), -1, geom.Vec3{}},
		{"from its surface inwards", box, geom.V(0, -2, 0), geom.V(0, 1, 0), 0, geom.V(0, -1, 0)},
		{"without a direction", box, geom.V(0, -5, 0), geom.Vec3{}, -1, geom.Vec3{}},
		{"without a direction, a ball", sphere, geom.V(0, -5, 0), geom.Vec3{}, -1, geom.Vec3{}},
		{"without a direction, a cylinder", cylinder, geom.V(0, -5, 0), geom.Vec3{}, -1, geom.Vec3{}},
		{"without a direction, a capsule", capsule, geom.V(0, -5, 0), geom.Vec3{}, -1, geom.Vec3{}},
		{"without a direction, a mesh", gridMesh(t, 1, nil), geom.V(0.4, 0.5, 0), geom.Vec3{}, -1, geom.Vec3{}},
		{"a mesh from above", gridMesh(t, 2, nil), geom.V(0.4, 0.3, 1), geom.V(0, 0, -1), 1, geom.V(0, 0, 1)},
		{"a mesh from below", gridMesh(t, 2, nil), geom.V(0.4, 0.3, -1), geom.V(0, 0, 1), 1, geom.V(0, 0, -1)},
		{"a mesh from its surface", gridMesh(t, 2, nil), geom.V(0.4, 0.3, 0), geom.V(0, 0, -1), 0, geom.V(0, 0, 1)},
		{"within the plane of a mesh", gridMesh(t, 2, nil), geom.V(-0.4, 0.3, 0), geom.V(1, 0, 0), -1, geom.Vec3{}},
	} {
		d, n, ok := c.shape.rayCast(geom.Ray{Origin: c.origin, Dir: c.dir}, 2000)
		if ok != (c.t >= 0) || ok && (math.Abs(d-c.t) > 1e-12*max(1, c.t) || n.Sub(c.normal).Len() > 1e-9) {
			t.Errorf("%s: got %g, %v, %t, want %g, %v", c.name, d, n, ok, c.t, c.normal)
		}
	}
}

// The surface of a polyhedron as a mesh is hit where the solid is, and from inside where it is left.
func TestRayCastMeshOfSolid(t *testing.T) {
	hits := 0
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := anyShape(t, kindHull, r)
		mesh := shaped(t)(NewTriMesh(s.Surface()))
		ray := anyRay(s, r)
		t1, n1, ok1 := s.rayCast(ray, 2)
		t2, n2, ok2 := mesh.rayCast(ray, 2)
		if depth(s, ray.Origin) > 0 {
			if ok2 && math.Abs(depth(s, ray.At(t2))) > 1e-5 {
				t.Errorf("seed %d: from inside: hit at %g, which is %g deep", seed, t2, depth(s, ray.At(t2)))
			}
			continue
		}
		if ok1 != ok2 || ok1 && (math.Abs(t1-t2) > 1e-4 || n1.Sub(n2).Len() > 1e-2) {
			t.Errorf("seed %d: solid %g, %v, %t, mesh %g, %v, %t", seed, t1, n1, ok1, t2, n2, ok2)
		}
		if ok1 {
			hits++
		}
	}
	if hits < 100 {
		t.Errorf("%d hits of 500 rays", hits)
	}
}

// Rays against every triangle, and exactly onto vertices and sides, through which nothing slips.
func TestRayCastMesh(t *testing.T) {
	s := gridMesh(t, 30, hills)
	m := s.mesh
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		o := geom.V(r.Float64(), r.Float64(), 1+r.Float64())
		target := geom.V(0.1+0.8*r.Float64(), 0.1+0.8*r.Float64(), 0)
		if seed%2 == 0 {
			c := m.triangles[r.IntN(len(m.triangles))]
			target = m.vertices[c[0]]
			if seed%4 == 0 {
				target = target.Lerp(m.vertices[c[1]], r.Float64())
			}
			if min(target.X, target.Y, 1-target.X, 1-target.Y) < 1e-3 {
				continue // on the border
			}
		}
		ray := geom.Ray{Origin: o, Dir: target.Sub(o).Scale(2)}
		sheared := newShearedRay(ray)
		want := math.Inf(1)
		all := make([]float64, len(m.triangles))
		for i := range m.triangles {
			a, b, c := m.corners(i)
			all[i] = math.Inf(1)
			if d, ok := sheared.meet(&a, &b, &c); ok && d >= 0 {
				all[i] = d
				want = min(want, d)
			}
		}
		d, n, ok := s.rayCast(ray, 10)
		// At a vertex rounding decides which of its triangles is first.
		if at := slices.Index(m.normals, n); !ok || at < 0 || all[at] != d || d > want+1e-14 {
			t.Fatalf("seed %d: got %g, %v, %t, want %g", seed, d, n, ok, want)
		}
		if p := ray.At(d); p.Z > 0.18 || seed%2 == 0 && d > 0.5+1e-9 {
			t.Errorf("seed %d: hit %v at %g", seed, p, d)
		}
	}
}

// Moeller and Trumbore's test agrees with ours away from the sides.
func TestShearedRay(t *testing.T) {
	met := 0
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 3))
		v := func() geom.Vec3 { return geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()) }
		a, b, c, ray := v(), v(), v(), geom.Ray{Origin: v(), Dir: v()}
		ab, ac, from := b.Sub(a), c.Sub(a), ray.Origin.Sub(a)
		p, q := ray.Dir.Cross(ac), from.Cross(ab)
		det := ab.Dot(p)
		u, w := from.Dot(p)/det, ray.Dir.Dot(q)/det
		want := u >= 0 && w >= 0 && u+w <= 1
		sheared := newShearedRay(ray)
		d, ok := sheared.meet(&a, &b, &c)
		if near := min(math.Abs(u), math.Abs(w), math.Abs(1-u-w)); near < 1e-9 {
			continue
		}
		if x := ac.Dot(q) / det; ok != want || ok && math.Abs(d-x) > 1e-9*max(1, math.Abs(x)) {
			t.Errorf("seed %d: got %g, %t, want %g, %t", seed, d, ok, x, want)
		}
		if ok {
			met++
		}
	}
	if met < 300 {
		t.Errorf("%d rays of 5000 met their triangle", met)
	}
}

func TestRayCastAllocates(t *testing.T) {
	mesh := gridMesh(t, 20, hills)
	ray := geom.Ray{Origin: geom.V(0.3, 0.4, 1), Dir: geom.V(0, 0.1, -1)}
	if n := testing.AllocsPerRun(20, func() { mesh.rayCast(ray, 10) }); n != 0 {
		t.Errorf("a ray against a mesh allocates %g times", n)
	}
}

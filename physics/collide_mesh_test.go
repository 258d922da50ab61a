package physics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// grid is a flat surface of n*n cells of the given size around the origin, each of two triangles, at the heights h.
func grid(t testing.TB, n int, cell float64, h func(x, y float64) float64) *Shape {
	t.Helper()
	var v []geom.Vec3
	var tri [][3]uint32
	for i := range n + 1 {
		for j := range n + 1 {
			x, y := cell*(float64(i)-float64(n)/2), cell*(float64(j)-float64(n)/2)
			v = append(v, geom.V(x, y, h(x, y)))
		}
	}
	for i := range n {
		for j := range n {
			a := uint32(i*(n+1) + j)
			b, c, d := a+uint32(n+1), a+uint32(n+2), a+1
			if (i+j)%2 == 0 {
				tri = append(tri, [3]uint32{a, b, c}, [3]uint32{a, c, d})
			} else {
				tri = append(tri, [3]uint32{a, b, d}, [3]uint32{b, c, d})
			}
		}
	}
	s, err := NewTriMesh(v, tri)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// touchMesh collides every triangle and returns the patches that have points.
func touchMesh(mesh *Shape, ta *geom.Transform, b *Shape, tb *geom.Transform, margin float64) []manifold {
	var all []manifold
	for i := range mesh.mesh.triangles {
		var m manifold
		var c pairCache
		collideTriangle(&m, mesh, i, ta, b, tb, margin, &c)
		if m.count > 0 {
			all = append(all, m)
		}
	}
	return all
}

// Over a flat surface of many triangles every normal is that of the surface, and the depth is that over a plane.
func TestFlatMesh(t *testing.T) {
	mesh := grid(t, 8, 0.25, func(x, y float64) float64 { return 0 })
	for i, b := range solids(t) {
		t.Run(b.name, func(t *testing.T) {
			for seed := range 300*more {
				rng := rand.New(rand.NewPCG(seed, uint64(i)))
				ta := geom.Transform{M: rotation(rng), T: direction(rng)}
				local := geom.Transform{M: rotation(rng)}
				depth := 0.03 * (rng.Float64() - 0.2)
				local.T = geom.V(0.3*rng.Float64()-0.15, 0.3*rng.Float64()-0.15, 0)
				local.T.Z = extent(b.Shape, &local, geom.V(0, 0, -1)) - depth
				if b.kind == kindHull && local.Point(b.hull.center).Z < 0 || local.T.Z < 0 {
					continue
				}
				tb := ta.Mul(local)
				low := math.Inf(1)
				for _, m := range touchMesh(mesh, &ta, b.Shape, &tb, 0.01) {
					if n := ta.M.Transpose().MulVec(m.normal); n.Z < 1-1e-6 {
						t.Errorf("seed %d: normal %v, want z", seed, n)
					}
					low = min(low, lowestPoint(&m))
				}
				if math.Abs(low+depth) > 3e-5 {
					t.Errorf("seed %d: separation %g, want %g", seed, low, -depth)
				}
			}
		})
	}
}

// The triangles of a convex solid push like the solid.
func TestConvexMesh(t *testing.T) {
	all := solids(t)
	for i, a := range all {
		if a.hull == nil {
			continue
		}
		v, tri := a.Surface()
		mesh, err := NewTriMesh(v, tri)
		if err != nil {
			t.Fatal(err)
		}
		for j, b := range all {
			t.Run(fmt.Sprintf("%s-%s", a.name, b.name), func(t *testing.T) {
				for seed := range 100*more {
					rng := rand.New(rand.NewPCG(seed, uint64(100*i+j)))
					ta, tb := near(rng, a.Shape, b.Shape, 0.01*(2*rng.Float64()-1))
					const margin = 0.01
					var want manifold
					var cache pairCache
					collide(&want, a.Shape, &ta, b.Shape, &tb, margin, &cache)
					low := math.Inf(1)
					var normal geom.Vec3
					for _, m := range touchMesh(mesh, &ta, b.Shape, &tb, margin) {
						if s := lowestPoint(&m); s < low {
							low, normal = s, m.normal
						}
					}
					if want.count == 0 {
						if low < margin-1e-5 {
							t.Errorf("seed %d: separation %g along %v, want none", seed, low, normal)
						}
						continue
					}
					s := lowestPoint(&want)
					if math.Abs(low-s) > 1e-4+0.05*math.Abs(s) {
						t.Errorf("seed %d: separation %g along %v, want %g along %v", seed, low, normal, s, want.normal)
					}
				}
			})
		}
	}
}

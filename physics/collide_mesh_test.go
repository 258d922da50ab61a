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
			for seed := range 300 * more {
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
				for seed := range 100 * more {
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

// A step: two levels and the wall between them, the upper one of small triangles. What stands on the lower level and
// touches the wall is held by the level and pushed by the wall, and never lifted.
func TestStepMesh(t *testing.T) {
	var v []geom.Vec3
	var tri [][3]uint32
	quad := func(a, b, c, d geom.Vec3) {
		n := uint32(len(v))
		v = append(v, a, b, c, d)
		tri = append(tri, [3]uint32{n, n + 1, n + 2}, [3]uint32{n, n + 2, n + 3})
	}
	const h, cell = 0.2, 0.1
	for j := range 10 {
		y, z := cell*float64(j), cell*float64(j+1) // the same bits for neighbors
		quad(geom.V(0, y, 0), geom.V(1, y, 0), geom.V(1, z, 0), geom.V(0, z, 0))
		quad(geom.V(0, y, h), geom.V(0, y, 0), geom.V(0, z, 0), geom.V(0, z, h))
		for i := range 5 {
			x, w := -cell*float64(i), -cell*float64(i+1)
			quad(geom.V(w, y, h), geom.V(x, y, h), geom.V(x, z, h), geom.V(w, z, h))
		}
	}
	mesh := shapeOf(t)(NewTriMesh(v, tri))
	const deep = 0.001
	box := shapeOf(t)(NewBox(geom.V(0.1, 0.15, 0.3)))
	pole := shapeOf(t)(NewCylinder(0.3, 0.1))
	capsule := shapeOf(t)(NewCapsule(0.2, 0.1))
	hull := shapeOf(t)(NewHull(pillar(7, 0.3, 0.1)))
	for name, s := range map[string]*Shape{"box": box, "cylinder": pole, "capsule": capsule, "hull": hull} {
		for seed := range uint64(200) {
			rng := rand.New(rand.NewPCG(seed, 1))
			at := geom.Transform{M: geom.RotZ(6 * rng.Float64())}
			at.T.X = extent(s, &at, geom.V(-1, 0, 0)) - deep
			at.T.Y = 0.3 + 0.4*rng.Float64()
			at.T.Z = extent(s, &at, geom.V(0, 0, -1)) - deep
			var floor, wall int
			for _, m := range touchMesh(mesh, &geom.Identity, s, &at, 0.0005) {
				switch {
				case m.normal.Sub(geom.V(0, 0, 1)).Len() < 1e-9:
					floor++
				case m.normal.Sub(geom.V(1, 0, 0)).Len() < 1e-9:
					wall++
				default:
					t.Errorf("%s, seed %d: normal %v", name, seed, m.normal)
				}
				if low := lowestPoint(&m); low < -deep-1e-4 {
					t.Errorf("%s, seed %d: separation %g along %v, want %g at least", name, seed, low, m.normal, -deep)
				}
			}
			if floor == 0 || wall == 0 {
				t.Errorf("%s, seed %d: %d triangles hold it and %d push it, want some of both", name, seed, floor, wall)
			}
		}
	}
}

// On waves what is remembered gives about the patches that a full search gives.
func TestCachedMesh(t *testing.T) {
	mesh := grid(t, 10, 0.2, func(x, y float64) float64 { return 0.05 * math.Sin(5*x) * math.Cos(4*y) })
	caches := make([]pairCache, len(mesh.mesh.triangles))
	for i, b := range solids(t) {
		for seed := range uint64(10) {
			rng := rand.New(rand.NewPCG(seed, uint64(i)))
			at := geom.Transform{M: rotation(rng)}
			at.T = geom.V(0.2*rng.Float64(), 0.2*rng.Float64(), extent(b.Shape, &at, geom.V(0, 0, -1))+0.03*rng.Float64())
			w := direction(rng)
			clear(caches)
			for step := range 40 {
				got, want := math.Inf(1), math.Inf(1)
				for k := range caches {
					var m manifold
					collideTriangle(&m, mesh, k, &geom.Identity, b.Shape, &at, 0.01, &caches[k])
					got = min(got, lowestPoint(&m))
				}
				for _, m := range touchMesh(mesh, &geom.Identity, b.Shape, &at, 0.01) {
					want = min(want, lowestPoint(&m))
				}
				if min(got, 0.007) > min(want, 0.007)+2.5e-3 || min(got, 0.007) < min(want, 0.007)-2.5e-3 {
					t.Fatalf("%s, seed %d, step %d: separation %g, without memory %g", b.name, seed, step, got, want)
				}
				at.T = at.T.Add(geom.V(3e-4*rng.Float64(), 0, -1e-4))
				at.M = geom.AxisAngle(w, 1e-4).Mul(at.M)
			}
		}
	}
}

package physics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// outside is how far p lies outside a convex shape, along the best of many directions: a lower bound.
func outside(s *Shape, t *geom.Transform, p geom.Vec3, more ...geom.Vec3) float64 {
	most := math.Inf(-1)
	for _, n := range append(more, globe...) {
		most = max(most, n.Dot(p)-extent(s, t, n))
	}
	return most
}

// The distance is that between two points of the shapes, and a plane between them proves that there are no nearer ones.
func TestDistance(t *testing.T) {
	all := solids(t)
	for i, a := range all {
		for j, b := range all {
			t.Run(fmt.Sprintf("%s-%s", a.name, b.name), func(t *testing.T) {
				for seed := range 50 * more {
					rng := rand.New(rand.NewPCG(seed, uint64(100*i+j)))
					ta, tb := near(rng, a.Shape, b.Shape, 0.3*(rng.Float64()-0.3))
					d, pa, pb := Distance(a.Shape, ta, b.Shape, tb)
					if out := max(outside(a.Shape, &ta, pa), outside(b.Shape, &tb, pb)); out > 1e-9 {
						t.Fatalf("seed %d: points %v and %v lie %g outside their shapes", seed, pa, pb, out)
					}
					if got := Overlaps(a.Shape, ta, b.Shape, tb); got != (d == 0) {
						t.Errorf("seed %d: overlaps is %v at distance %g", seed, got, d)
					}
					if d == 0 {
						if pa != pb {
							t.Errorf("seed %d: overlapping, but points are %v and %v", seed, pa, pb)
						}
						continue
					}
					if l := pb.Sub(pa).Len(); math.Abs(l-d) > 1e-12 {
						t.Errorf("seed %d: distance %g, but the points are %g apart", seed, d, l)
					}
					n := pb.Sub(pa).Unit()
					if s := separationAlong(a.Shape, &ta, b.Shape, &tb, n); math.Abs(s-d) > 1e-12+1e-4*d {
						t.Errorf("seed %d: distance %g, but the shapes are %g apart along %v", seed, d, s, n)
					}
				}
			})
		}
	}
}

// Contacts and distances agree on which shapes overlap; the depth is that of the shallowest direction.
func TestPenetration(t *testing.T) {
	all := solids(t)
	for i, a := range all {
		for j, b := range all {
			for seed := range 100 * more {
				rng := rand.New(rand.NewPCG(seed, uint64(100*i+j)))
				ta, tb := near(rng, a.Shape, b.Shape, 0.05*(2*rng.Float64()-1))
				d, _, _ := Distance(a.Shape, ta, b.Shape, tb)
				p := Penetration(a.Shape, ta, b.Shape, tb)
				q := Penetration(b.Shape, tb, a.Shape, ta)
				if math.Abs(p-q) > 5e-5+0.02*p {
					t.Errorf("%s-%s, seed %d: depth %g one way, %g the other", a.name, b.name, seed, p, q)
				}
				if d > 0 && p > 0 || d == 0 && p == 0 {
					if d > 1e-9 || p > 5e-5 {
						t.Errorf("%s-%s, seed %d: distance %g, depth %g", a.name, b.name, seed, d, p)
					}
				}
			}
		}
	}
}

// The distance to a mesh is the smallest one to its triangles.
func TestMeshDistance(t *testing.T) {
	mesh := grid(t, 6, 0.3, func(x, y float64) float64 { return 0.2 * math.Sin(4*x) * math.Cos(3*y) })
	for i, b := range solids(t) {
		for seed := range uint64(40) {
			rng := rand.New(rand.NewPCG(seed, uint64(i)))
			ta := geom.Transform{M: rotation(rng), T: direction(rng)}
			tb := ta.Mul(geom.Transform{M: rotation(rng), T: geom.V(2*rng.Float64()-1, 2*rng.Float64()-1, 1.5*rng.Float64())})
			want := math.Inf(1)
			for k := range mesh.mesh.triangles {
				p, q, r := mesh.mesh.corners(k)
				s := &Shape{kind: kindHull, hull: &hull{vertices: []geom.Vec3{p, q, r}, center: p}}
				d, _, _ := Distance(s, ta, b.Shape, tb)
				want = min(want, d)
			}
			got, pa, pb := Distance(mesh, ta, b.Shape, tb)
			back, qb, qa := Distance(b.Shape, tb, mesh, ta)
			if got != want || back != got || qa != pa || qb != pb {
				t.Errorf("%s, seed %d: distance %g (%v, %v), backwards %g (%v, %v), want %g", b.name, seed, got, pa, pb, back, qa, qb,
					want)
			}
			if math.Abs(pb.Sub(pa).Len()-got) > 1e-12 {
				t.Errorf("%s, seed %d: distance %g, points %v and %v", b.name, seed, got, pa, pb)
			}
		}
	}
	// Two sheets.
	other := geom.Translate(geom.V(0.1, 0.2, 0.7))
	want := math.Inf(1)
	for i := range mesh.mesh.triangles {
		for k := range mesh.mesh.triangles {
			p, q, r := mesh.mesh.corners(i)
			s := &Shape{kind: kindHull, hull: &hull{vertices: []geom.Vec3{p, q, r}, center: p}}
			p, q, r = mesh.mesh.corners(k)
			u := &Shape{kind: kindHull, hull: &hull{vertices: []geom.Vec3{p, q, r}, center: p}}
			d, _, _ := Distance(s, geom.Identity, u, other)
			want = min(want, d)
		}
	}
	if got, _, _ := Distance(mesh, geom.Identity, mesh, other); math.Abs(got-want) > 1e-12 {
		t.Errorf("two meshes are %g apart, want %g", got, want)
	}
}

package bvh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// uniform draws from [lo, hi).
func uniform(s *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*s.Float64() }

func random(s *rand.Rand, n int) []Triangle {
	tris := make([]Triangle, n)
	for i := range tris {
		c := geom.V(uniform(s, -5, 5), uniform(s, -5, 5), uniform(s, -5, 5))
		d := func() geom.Vec3 {
			return c.Add(geom.V(uniform(s, -.5, .5), uniform(s, -.5, .5), uniform(s, -.5, .5)))
		}
		tris[i] = Triangle{d(), d(), d()}
	}
	return tris
}

func TestIntersectAgreesWithTestingEveryTriangle(t *testing.T) {
	for seed := range 5 {
		s := rand.New(rand.NewPCG(uint64(seed), 0))
		tris := random(s, 1+seed*200)
		tree := Build(tris)
		hits := 0
		for k := range 300 {
			r := geom.Ray{Origin: geom.V(uniform(s, -8, 8), uniform(s, -8, 8), uniform(s, -8, 8)), Dir: geom.V(uniform(s, -1, 1), uniform(s, -1, 1), uniform(s, -1, 1))}
			if k%10 == 0 {
				r.Dir.X = 0
			}
			want, found := Hit{T: math.Inf(1)}, false
			for i := range tris {
				if h, ok := tris[i].intersect(r, 1e-9, want.T); ok {
					h.Index = i
					want, found = h, true
				}
			}
			got, ok := tree.Intersect(r, 1e-9, math.Inf(1))
			if ok != found || ok && got != want {
				t.Fatalf("seed %d ray %d: got %v %v, want %v %v", seed, k, got, ok, want, found)
			}
			if ok {
				hits++
			}
		}
		if seed > 2 && hits < 20 {
			t.Errorf("seed %d: only %d of 300 rays hit anything", seed, hits)
		}
	}
}

func TestBuildOfCoincidentTrianglesKeepsLeavesSmall(t *testing.T) {
	one := Triangle{geom.V(0, 0, 0), geom.V(1, 0, 0), geom.V(0, 1, 0)}
	tris := make([]Triangle, 100)
	for i := range tris {
		tris[i] = one
	}
	tree := Build(tris)
	total := 0
	for i, n := range tree.Nodes {
		if c := int(n.First & 7); c > leafSize {
			t.Errorf("node %d has %d triangles, want at most %d", i, c, leafSize)
		} else {
			total += c
		}
	}
	if total != len(tris) {
		t.Errorf("leaves hold %d triangles, want %d", total, len(tris))
	}
	if h, ok := tree.Intersect(geom.Ray{Origin: geom.V(.2, .2, 2), Dir: geom.V(0, 0, -1)}, 0, 10); !ok || h.T != 2 {
		t.Errorf("got %v %v, want a hit at 2", h, ok)
	}
}

func TestEmptyTreeIsMissed(t *testing.T) {
	if _, ok := Build(nil).Intersect(geom.Ray{Dir: geom.V(0, 0, 1)}, 0, 1); ok {
		t.Error("an empty tree was hit")
	}
}

func ExampleTree_Intersect() {
	tree := Build([]Triangle{{A: geom.V(-1, -1, 3), B: geom.V(1, -1, 3), C: geom.V(0, 1, 3)}})
	hit, ok := tree.Intersect(geom.Ray{Dir: geom.V(0, 0, 1)}, 0, math.Inf(1))
	fmt.Println(ok, hit.T, hit.Index)
	// Output: true 3 0
}

func BenchmarkBuild30k(b *testing.B) {
	tris := random(rand.New(rand.NewPCG(0, 0)), 30000)
	b.ReportAllocs()
	for b.Loop() {
		Build(tris)
	}
}

func BenchmarkIntersect(b *testing.B) {
	s := rand.New(rand.NewPCG(0, 0))
	tree := Build(random(s, 30000))
	for b.Loop() {
		r := geom.Ray{Origin: geom.V(uniform(s, -8, 8), uniform(s, -8, 8), uniform(s, -8, 8)), Dir: geom.V(uniform(s, -1, 1), uniform(s, -1, 1), uniform(s, -1, 1))}
		tree.Intersect(r, 1e-9, math.Inf(1))
	}
}

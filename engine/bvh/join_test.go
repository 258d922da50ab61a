package bvh

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mereo/engine/geom"
)

// moved are parts of several sizes, and their triangles turned, stretched and moved.
func moved(s *rand.Rand, sizes ...int) (parts []Part, tris []Triangle) {
	for _, n := range sizes {
		own := random(s, n)
		parts = append(parts, Part{Build(own), len(tris)})
		to := geom.Transform{
			M: geom.AxisAngle(geom.V(uniform(s, -1, 1), uniform(s, -1, 1), 1).Unit(), uniform(s, 0, 6)),
			T: geom.V(uniform(s, -9, 9), uniform(s, -9, 9), uniform(s, -9, 9)),
		}
		to.M.Z = to.M.Z.Scale(-0.5) // mirrored, too
		for _, t := range own {
			tris = append(tris, Triangle{to.Point(t.A), to.Point(t.B), to.Point(t.C)})
		}
	}
	return parts, tris
}

func TestJoinedPartsAreHitAsOneTree(t *testing.T) {
	for seed, sizes := range [][]int{{}, {0}, {1}, {300}, {1, 2}, {0, 5, 0, 40, 1, 700, 0, 3}, {90, 90, 90, 90, 90, 90, 90}} {
		s := rand.New(rand.NewPCG(uint64(seed), 9))
		parts, tris := moved(s, sizes...)
		joined, whole := Join(parts, tris), Build(tris)
		for k := range 500 {
			r := geom.Ray{Origin: geom.V(uniform(s, -12, 12), uniform(s, -12, 12), uniform(s, -12, 12)), Dir: geom.V(uniform(s, -1, 1), uniform(s, -1, 1), uniform(s, -1, 1))}
			got, ok := joined.Intersect(r, 1e-9, math.Inf(1))
			want, found := whole.Intersect(r, 1e-9, math.Inf(1))
			if got != want && ok || ok != found {
				t.Fatalf("%v: ray %d meets %v %v, want %v %v", sizes, k, got, ok, want, found)
			}
		}
	}
}

// Every box holds what is below it and no more, every triangle is in one leaf, and the parts' triangles stay together.
func TestJoinFitsBoxes(t *testing.T) {
	parts, tris := moved(rand.New(rand.NewPCG(4, 9)), 20, 1, 0, 333)
	tree := Join(parts, tris)
	seen := make([]int, len(tris))
	for i, n := range tree.Nodes {
		all := emptyBox
		for k := i; k < int(n.Skip); k++ {
			if b := tree.Nodes[k].First; k == i || b != 0 {
				for _, at := range tree.Order[b>>3:][:b&7] {
					one := around(&tris[at])
					all.add(&one.low, &one.high)
					if k == i {
						seen[at]++
					}
				}
			}
		}
		if n.Min != all.low || n.Max != all.high {
			t.Errorf("node %d is %v to %v, want %v to %v", i, n.Min, n.Max, all.low, all.high)
		}
	}
	if slices.ContainsFunc(seen, func(n int) bool { return n != 1 }) {
		t.Error("some triangles are not in one leaf")
	}
	for i, p := range parts {
		for k, at := range p.Tree.Order {
			if got := tree.Order[p.First+k]; got != int32(p.First)+at {
				t.Fatalf("part %d: triangle %d of the order is %d, want %d", i, k, got, p.First+int(at))
			}
		}
	}
}

func BenchmarkJoin30k(b *testing.B) {
	parts, tris := moved(rand.New(rand.NewPCG(0, 0)), slices.Repeat([]int{1000}, 30)...)
	b.ReportAllocs()
	for b.Loop() {
		Join(parts, tris)
	}
}

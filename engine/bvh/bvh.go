// Package bvh finds what a ray hits: a bounding-volume hierarchy over world-space triangles.
//
// The tree is threaded: nodes lie in depth-first order, and each knows the node that follows its subtree. A walk needs
// no stack, on the CPU here or in a shader over the same arrays (shaders/common/trace.glsl must match).
package bvh

import (
	"math"

	"mereo/engine/geom"
)

// Triangle is one triangle in the world frame.
type Triangle struct{ A, B, C geom.Vec3 }

// Node is one box of the tree. A leaf has Count > 0 triangles Order[First:First+Count]; after a leaf, and after an
// inner node whose box is missed, the walk goes on at Skip; after an inner node whose box is hit, at the next node.
type Node struct {
	Min   [3]float32
	Skip  int32
	Max   [3]float32
	First int32 // for a leaf First<<3 | Count; for an inner node 0
}

// Tree is an immutable hierarchy, safe for use from several goroutines.
type Tree struct {
	Nodes []Node
	Order []int32 // triangle indices, leaves point into it
	tris  []Triangle
}

const (
	leafSize = 4
	bins     = 12
)

type builder struct {
	tree   *Tree
	boxes  []geom.AABB
	center []geom.Vec3
}

// Build makes the tree by binned surface-area splits (Wald 2007, "On fast Construction of SAH-based Bounding Volume
// Hierarchies"). It keeps the slice. Equal input gives an equal tree.
func Build(tris []Triangle) *Tree {
	t := &Tree{tris: tris, Order: make([]int32, len(tris)), Nodes: make([]Node, 0, len(tris))}
	b := &builder{tree: t, boxes: make([]geom.AABB, len(tris)), center: make([]geom.Vec3, len(tris))}
	for i, tri := range tris {
		t.Order[i] = int32(i)
		b.boxes[i] = geom.AABB{Min: tri.A.Min(tri.B).Min(tri.C), Max: tri.A.Max(tri.B).Max(tri.C)}
		b.center[i] = b.boxes[i].Center()
	}
	if len(tris) > 0 {
		b.split(0, len(tris))
	}
	return t
}

func halfArea(b geom.AABB) float64 {
	s := b.Size()
	return s.X*s.Y + s.Y*s.Z + s.Z*s.X
}

func (b *builder) split(first, end int) {
	t := b.tree
	box, centers := geom.EmptyAABB(), geom.EmptyAABB()
	for _, i := range t.Order[first:end] {
		box, centers = box.Union(b.boxes[i]), centers.Grow(b.center[i])
	}
	at := len(t.Nodes)
	n := Node{}
	// Boxes are rounded outwards, so that no triangle is lost in float32.
	for k := range 3 {
		n.Min[k] = math.Nextafter32(float32(box.Min.At(k)), float32(math.Inf(-1)))
		n.Max[k] = math.Nextafter32(float32(box.Max.At(k)), float32(math.Inf(1)))
	}
	t.Nodes = append(t.Nodes, n)
	mid := -1
	if end-first > leafSize {
		mid = b.partition(first, end, centers)
	}
	if mid < 0 {
		t.Nodes[at].First = int32(first<<3 | (end - first))
	} else {
		b.split(first, mid)
		b.split(mid, end)
	}
	t.Nodes[at].Skip = int32(len(t.Nodes))
}

// partition reorders and returns the first index of the right half.
func (b *builder) partition(first, end int, centers geom.AABB) int {
	type bin struct {
		box   geom.AABB
		count int
	}
	order := b.tree.Order
	bestCost, bestAxis, bestBin := math.Inf(1), -1, 0
	size := centers.Size()
	for axis := range 3 {
		extent := size.At(axis)
		if extent <= 0 {
			continue
		}
		var all [bins]bin
		for i := range all {
			all[i].box = geom.EmptyAABB()
		}
		scale, low := bins/extent, centers.Min.At(axis)
		for _, i := range order[first:end] {
			k := min(bins-1, int((b.center[i].At(axis)-low)*scale))
			all[k].box = all[k].box.Union(b.boxes[i])
			all[k].count++
		}
		var right [bins]float64
		box, count := geom.EmptyAABB(), 0
		for k := bins - 1; k > 0; k-- {
			box, count = box.Union(all[k].box), count+all[k].count
			if count > 0 {
				right[k] = halfArea(box) * float64(count)
			}
		}
		box, count = geom.EmptyAABB(), 0
		for k := 0; k < bins-1; k++ {
			box, count = box.Union(all[k].box), count+all[k].count
			if count == 0 || count == end-first {
				continue
			}
			if cost := halfArea(box)*float64(count) + right[k+1]; cost < bestCost {
				bestCost, bestAxis, bestBin = cost, axis, k
			}
		}
	}
	if bestAxis < 0 {
		// All centres coincide: halve, so that leaves stay small.
		return (first + end) / 2
	}
	scale, low := bins/size.At(bestAxis), centers.Min.At(bestAxis)
	left, right := first, end-1
	for left <= right {
		k := min(bins-1, int((b.center[order[left]].At(bestAxis)-low)*scale))
		if k <= bestBin {
			left++
		} else {
			order[left], order[right] = order[right], order[left]
			right--
		}
	}
	return left
}

// Hit is where a ray meets a triangle: at ray.At(T), on triangle Index, with barycentric weights U of B and V of C.
type Hit struct {
	T, U, V float64
	Index   int
}

// Intersect returns the nearest hit with tMin < T < tMax. Both sides of a triangle are hit.
func (t *Tree) Intersect(r geom.Ray, tMin, tMax float64) (Hit, bool) {
	inv := geom.V(1/r.Dir.X, 1/r.Dir.Y, 1/r.Dir.Z)
	best, found := Hit{T: tMax}, false
	for i := int32(0); int(i) < len(t.Nodes); {
		n := &t.Nodes[i]
		if !n.meets(r.Origin, inv, tMin, best.T) {
			i = n.Skip
			continue
		}
		for k := n.First >> 3; k < n.First>>3+n.First&7; k++ {
			if h, ok := t.tris[t.Order[k]].intersect(r, tMin, best.T); ok {
				h.Index = int(t.Order[k])
				best, found = h, true
			}
		}
		i++
		if n.First != 0 {
			i = n.Skip
		}
	}
	return best, found
}

func (n *Node) meets(o, inv geom.Vec3, t0, t1 float64) bool {
	for k := range 3 {
		a := (float64(n.Min[k]) - o.At(k)) * inv.At(k)
		b := (float64(n.Max[k]) - o.At(k)) * inv.At(k)
		if a > b {
			a, b = b, a
		}
		// NaN (a ray in the plane of a side) fails both comparisons and leaves the interval alone.
		if a > t0 {
			t0 = a
		}
		if b < t1 {
			t1 = b
		}
	}
	return t0 <= t1
}

// intersect is Möller and Trumbore 1997, "Fast, Minimum Storage Ray/Triangle Intersection".
func (t *Triangle) intersect(r geom.Ray, tMin, tMax float64) (Hit, bool) {
	e1, e2 := t.B.Sub(t.A), t.C.Sub(t.A)
	p := r.Dir.Cross(e2)
	det := e1.Dot(p)
	if det == 0 {
		return Hit{}, false
	}
	s := r.Origin.Sub(t.A)
	u := s.Dot(p) / det
	if u < 0 || u > 1 {
		return Hit{}, false
	}
	q := s.Cross(e1)
	v := r.Dir.Dot(q) / det
	if v < 0 || u+v > 1 {
		return Hit{}, false
	}
	d := e2.Dot(q) / det
	if !(d > tMin && d < tMax) {
		return Hit{}, false
	}
	return Hit{T: d, U: u, V: v}, true
}

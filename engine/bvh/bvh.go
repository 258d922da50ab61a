// Package bvh finds what a ray hits: a bounding-volume hierarchy over triangles. The tree of a mesh is built once in the mesh's
// own frame, and joined with others to one in the world wherever its instances are.
//
// The tree is threaded: nodes lie in depth-first order, and each knows the node that follows its subtree. A walk needs
// no stack, on the CPU here or in a shader over the same arrays (shaders/common/tree.glsl must match).
package bvh

import (
	"math"

	"mereo/engine/geom"
)

// Triangle is one triangle, in the frame of the tree.
type Triangle struct{ A, B, C geom.Vec3 }

// Node is one box of the tree. A leaf has Count > 0 triangles Order[First:First+Count]; after a leaf, and after an
// inner node whose box is missed, the walk goes on at Skip; after an inner node whose box is hit, at the next node.
// Shaders read it as it is, as two times four floats.
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

// prim is what a tree is built of, a triangle or a tree: its box, rounded outwards, so that nothing is lost in float32.
type prim struct {
	box
	index  int32
	weight float32 // how many triangles it has
}

// center is twice the middle of the box along an axis.
func (p *prim) center(axis int) float32 { return p.low[axis] + p.high[axis] }

// box is that of several.
type box struct{ low, high [3]float32 }

var (
	far      = float32(math.Inf(1))
	emptyBox = box{[3]float32{far, far, far}, [3]float32{-far, -far, -far}}
)

func (b *box) add(low, high *[3]float32) {
	for k := range 3 { // without branches, which nobody could foresee
		b.low[k], b.high[k] = min(b.low[k], low[k]), max(b.high[k], high[k])
	}
}

func (b *box) halfArea() float32 {
	x, y, z := b.high[0]-b.low[0], b.high[1]-b.low[1], b.high[2]-b.low[2]
	return float32(x*y) + float32(y*z) + float32(z*x)
}

// around is the box of a triangle.
func around(t *Triangle) box {
	low, high := t.A.Min(t.B).Min(t.C), t.A.Max(t.B).Max(t.C)
	return box{
		[3]float32{below(low.X), below(low.Y), below(low.Z)},
		[3]float32{-below(-high.X), -below(-high.Y), -below(-high.Z)},
	}
}

// below is the largest float32 that is not above x.
func below(x float64) float32 {
	f := float32(x)
	if float64(f) > x {
		f = math.Nextafter32(f, -far)
	}
	return f
}

type builder struct {
	nodes []Node
	prims []prim
	small int                              // so many prims are not split
	leaf  func(b *builder, first, end int) // appends the nodes of prims that are not split
}

// Build makes the tree by binned surface-area splits (Wald 2007, "On fast Construction of SAH-based Bounding Volume
// Hierarchies"). It keeps the slice. Equal input gives an equal tree.
func Build(tris []Triangle) *Tree {
	t := &Tree{tris: tris, Order: make([]int32, len(tris))}
	b := &builder{nodes: make([]Node, 0, len(tris)), prims: make([]prim, len(tris)), small: leafSize, leaf: (*builder).triangles}
	for i := range tris {
		b.prims[i] = prim{around(&tris[i]), int32(i), 1}
	}
	if len(tris) > 0 {
		b.split(0, len(tris))
	}
	for i := range b.prims {
		t.Order[i] = b.prims[i].index
	}
	t.Nodes = b.nodes
	return t
}

// triangles is a leaf of triangles.
func (b *builder) triangles(first, end int) {
	all := emptyBox
	for i := first; i < end; i++ {
		all.add(&b.prims[i].low, &b.prims[i].high)
	}
	b.nodes = append(b.nodes, Node{all.low, int32(len(b.nodes) + 1), all.high, int32(first<<3 | (end - first))})
}

// split appends the nodes of some prims, which it reorders.
func (b *builder) split(first, end int) {
	if end-first <= b.small {
		b.leaf(b, first, end)
		return
	}
	all, centers := emptyBox, emptyBox
	for i := first; i < end; i++ {
		p := &b.prims[i]
		c := [3]float32{p.center(0), p.center(1), p.center(2)}
		all.add(&p.low, &p.high)
		centers.add(&c, &c)
	}
	at := len(b.nodes)
	b.nodes = append(b.nodes, Node{Min: all.low, Max: all.high})
	mid := b.partition(first, end, &centers)
	b.split(first, mid)
	b.split(mid, end)
	b.nodes[at].Skip = int32(len(b.nodes))
}

// partition reorders and returns the first index of the right half.
func (b *builder) partition(first, end int, centers *box) int {
	// Sort into bins along all axes.
	var all [3][bins]struct {
		box    box
		weight float32
	}
	var scale [3]float32
	for axis := range 3 {
		if extent := centers.high[axis] - centers.low[axis]; extent > 0 {
			scale[axis] = bins / extent
		}
		for k := range bins {
			all[axis][k].box = emptyBox
		}
	}
	for i := first; i < end; i++ {
		p := &b.prims[i]
		for axis := range 3 {
			into := &all[axis][binOf(p.center(axis), centers.low[axis], scale[axis])]
			into.box.add(&p.low, &p.high)
			into.weight += p.weight
		}
	}

	// Find the cheapest place to split.
	bestCost, bestAxis, bestBin := far, -1, 0
	for axis := range 3 {
		if scale[axis] == 0 {
			continue
		}
		var right [bins]float32
		sum, weight := emptyBox, float32(0)
		for k := bins - 1; k > 0; k-- {
			if e := &all[axis][k]; e.weight > 0 {
				sum.add(&e.box.low, &e.box.high)
				weight += e.weight
				right[k] = sum.halfArea() * weight
			} else if k+1 < bins {
				right[k] = right[k+1]
			}
		}
		total := weight + all[axis][0].weight
		sum, weight = emptyBox, 0
		for k := 0; k < bins-1; k++ {
			e := &all[axis][k]
			if e.weight == 0 {
				continue
			}
			sum.add(&e.box.low, &e.box.high)
			if weight += e.weight; weight == total {
				break
			}
			if cost := float32(sum.halfArea()*weight) + right[k+1]; cost < bestCost {
				bestCost, bestAxis, bestBin = cost, axis, k
			}
		}
	}
	if bestAxis < 0 {
		// All centers coincide: halve, so that leaves stay small.
		return (first + end) / 2
	}
	low, s := centers.low[bestAxis], scale[bestAxis]
	left, right := first, end-1
	for left <= right {
		if binOf(b.prims[left].center(bestAxis), low, s) <= bestBin {
			left++
		} else {
			b.prims[left], b.prims[right] = b.prims[right], b.prims[left]
			right--
		}
	}
	return left
}

// binOf is the bin of a center; all are in the first where there is no extent.
func binOf(center, low, scale float32) int { return min(bins-1, int((center-low)*scale)) }

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

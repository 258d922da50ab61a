package physics

import (
	"math"

	"mereo/engine/geom"
)

// tree is a binary tree of bounding boxes whose leaves are the boxes of items. The zero value is an empty tree.
//
// A box goes to where it enlarges the surface of the boxes above it least, because the surface of a box is the chance
// that a ray or a small box meets it; on the way back each node exchanges a child with a grandchild where that shrinks
// surface or height. Goldsmith & Salmon 1987, "Automatic Creation of Object Hierarchies for Ray Tracing"; Catto 2019,
// "Dynamic Bounding Volume Hierarchies" (GDC).
//
// The shape of the tree follows from the calls alone.
type tree struct {
	nodes []treeNode // 0 stands for none
	root  int32
	free  int32 // first of a list through parent
}

// treeNode fills a cache line.
type treeNode struct {
	box    geom.AABB
	parent int32
	height int32    // 0 for a leaf
	child  [2]int32 // of a leaf: {item, 0}
}

// maxImbalance is by how much the heights of two siblings may differ before height counts more than surface. Some
// levels let a lone far box stay near the root; without a bound, boxes that lie around each other would become a list.
const maxImbalance = 2

// insert adds an item and returns its node, which stays its until it is removed.
func (t *tree) insert(box geom.AABB, item int32) int32 {
	node := t.allocate()
	n := &t.nodes[node]
	n.box, n.child = box, [2]int32{item, 0}
	t.insertLeaf(node)
	return node
}

// remove takes out a leaf.
func (t *tree) remove(node int32) {
	t.removeLeaf(node)
	t.release(node)
}

// move gives a leaf another box. One that overlaps the old box stays where it is in the tree, whose rotations follow what drifts: the
// pieces of a body move together and stay neighbors. Kopta et al. 2012, "Fast, Effective BVH Updates for Animated Scenes".
func (t *tree) move(node int32, box geom.AABB) {
	if n := &t.nodes[node]; n.parent != 0 && overlap(&n.box, &box) {
		n.box = box
		t.refit(n.parent)
		return
	}
	t.removeLeaf(node)
	t.nodes[node].box = box
	t.insertLeaf(node)
}

// allocate returns an unused node, a leaf.
func (t *tree) allocate() int32 {
	if t.free == 0 {
		if len(t.nodes) == 0 {
			t.nodes = append(t.nodes, treeNode{})
		}
		t.nodes = append(t.nodes, treeNode{})
		return int32(len(t.nodes) - 1)
	}
	i := t.free
	t.free = t.nodes[i].parent
	t.nodes[i] = treeNode{}
	return i
}

func (t *tree) release(node int32) {
	t.nodes[node] = treeNode{parent: t.free}
	t.free = node
}

// insertLeaf puts a leaf that is not in the tree beside its best sibling, under a new parent.
func (t *tree) insertLeaf(leaf int32) {
	if t.root == 0 {
		t.root = leaf
		t.nodes[leaf].parent = 0
		return
	}
	sibling := t.bestSibling(&t.nodes[leaf].box)
	p := t.allocate()
	above := t.nodes[sibling].parent
	t.nodes[p] = treeNode{parent: above, child: [2]int32{sibling, leaf}}
	t.nodes[sibling].parent, t.nodes[leaf].parent = p, p
	t.replace(above, sibling, p)
	t.refit(p)
}

// removeLeaf takes a leaf out of the tree and leaves the node itself.
func (t *tree) removeLeaf(leaf int32) {
	p := t.nodes[leaf].parent
	if p == 0 {
		t.root = 0
		return
	}
	n := &t.nodes[p]
	sibling, above := n.child[0], n.parent
	if sibling == leaf {
		sibling = n.child[1]
	}
	t.nodes[sibling].parent = above
	t.replace(above, p, sibling)
	t.release(p)
	t.refit(above)
}

// replace makes node to what node from was below its parent; parent 0 stands above the root.
func (t *tree) replace(parent, from, to int32) {
	switch {
	case parent == 0:
		t.root = to
	case t.nodes[parent].child[0] == from:
		t.nodes[parent].child[0] = to
	default:
		t.nodes[parent].child[1] = to
	}
}

// bestSibling finds the node next to which a new box adds the least surface: that of the new parent and what the boxes
// above it grow. The search goes down one way, to the child below which the least is possible, and ends where no
// descendant can be better.
func (t *tree) bestSibling(box *geom.AABB) int32 {
	own := surface(box)
	best, node := t.root, t.root
	n := &t.nodes[node]
	parentSurface := unionSurface(&n.box, box) // of a new parent above node
	bestCost := parentSurface
	grown := 0.0 // by how much the boxes above node grow
	for n.height > 0 {
		grown += parentSurface - surface(&n.box)
		var direct, bound [2]float64
		for k, c := range n.child {
			m := &t.nodes[c]
			direct[k] = unionSurface(&m.box, box)
			cost := direct[k] + grown
			if cost <= bestCost { // of equals the lower one, or equal boxes would make a list
				best, bestCost = c, cost
			}
			if bound[k] = cost + min(0, own-surface(&m.box)); m.height == 0 {
				bound[k] = math.Inf(1)
			}
		}
		if bestCost < bound[0] && bestCost < bound[1] {
			break
		}
		k := 0
		if bound[1] < bound[0] || bound[1] == bound[0] && t.nearer(n.child[1], n.child[0], box) {
			k = 1
		}
		node, parentSurface = n.child[k], direct[k]
		n = &t.nodes[node]
	}
	return best
}

// nearer decides between two nodes that cost the same: the one with the nearer middle, then the one that is less high.
func (t *tree) nearer(a, b int32, box *geom.AABB) bool {
	distance := func(n int32) float64 {
		c := &t.nodes[n].box
		return c.Min.Add(c.Max).Sub(box.Min.Add(box.Max)).Len2()
	}
	if da, db := distance(a), distance(b); da != db {
		return da < db
	}
	return t.nodes[a].height < t.nodes[b].height
}

// refit brings boxes and heights up to date from node to the root, or to where they were right, and rotates on the way.
func (t *tree) refit(node int32) {
	for node != 0 {
		n := &t.nodes[node]
		a, b := &t.nodes[n.child[0]], &t.nodes[n.child[1]]
		box, height := n.box, n.height
		join(&n.box, &a.box, &b.box)
		n.height = 1 + max(a.height, b.height)
		if n.height > 1 {
			t.rotate(n, node)
		}
		if n.box == box && n.height == height {
			return
		}
		node = n.parent
	}
}

// rotate exchanges a child of n with a grandchild on the other side where that helps. Only the box between changes, and
// as its node has new children, it is rotated in turn.
func (t *tree) rotate(n *treeNode, node int32) {
	h := [2]int32{t.nodes[n.child[0]].height, t.nodes[n.child[1]].height}
	lopsided := h[0]-h[1] > maxImbalance || h[1]-h[0] > maxImbalance

	// Compare surfaces, then heights.
	from, swap := -1, 0 // exchange child from with child swap of the other
	bestGain, bestHeight := 0.0, n.height
	if lopsided {
		bestGain = math.Inf(-1)
	}
	for i := range 2 {
		o := &t.nodes[n.child[1-i]]
		if o.height == 0 {
			continue
		}
		up, s := &t.nodes[n.child[i]], surface(&o.box)
		for k := range 2 {
			lifted, stays := &t.nodes[o.child[k]], &t.nodes[o.child[1-k]]
			gain := s - unionSurface(&up.box, &stays.box)
			height := 1 + max(lifted.height, 1+max(up.height, stays.height))
			if lopsided && height >= n.height {
				continue
			}
			if gain > bestGain || gain == bestGain && height < bestHeight {
				from, swap, bestGain, bestHeight = i, k, gain, height
			}
		}
	}
	if from < 0 {
		return
	}

	// Exchange.
	down, other := n.child[from], n.child[1-from]
	o := &t.nodes[other]
	lifted := o.child[swap]
	n.child[from], o.child[swap] = lifted, down
	t.nodes[lifted].parent, t.nodes[down].parent = node, other
	c, d := &t.nodes[o.child[0]], &t.nodes[o.child[1]]
	join(&o.box, &c.box, &d.box)
	o.height = 1 + max(c.height, d.height)
	t.rotate(o, other)
	n.height = 1 + max(t.nodes[lifted].height, o.height)
}

// query appends the items whose boxes share a point with box, in the order of the tree.
func (t *tree) query(box *geom.AABB, dst []int32) []int32 {
	if t.root == 0 {
		return dst
	}
	var room [64]int32
	stack := append(room[:0], t.root)
	for len(stack) > 0 {
		n := &t.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		for overlap(&n.box, box) {
			if n.height == 0 {
				dst = append(dst, n.child[0])
				break
			}
			stack = append(stack, n.child[1])
			n = &t.nodes[n.child[0]]
		}
	}
	return dst
}

// rayCast calls f for the items whose boxes the ray meets at a parameter from 0 to maxT, a nearer box before a farther
// one where neither lies in the way of the other in the tree. f returns the new maxT, below 0 to end.
func (t *tree) rayCast(r geom.Ray, maxT float64, f func(item int32, maxT float64) float64) {
	type visit struct {
		node  int32
		enter float64
	}
	var room [64]visit
	stack := room[:0]
	slabs := newSlabs(r)
	maxT = min(maxT, math.MaxFloat64) // where a ray that runs beside a box enters it never
	if t.root != 0 {
		if enter, ok := slabs.enter(&t.nodes[t.root].box, maxT); ok {
			stack = append(stack, visit{t.root, enter})
		}
	}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v.enter > maxT {
			continue
		}
		n := &t.nodes[v.node]
		if n.height == 0 {
			maxT = f(n.child[0], maxT)
			continue
		}
		ta, okA := slabs.enter(&t.nodes[n.child[0]].box, maxT)
		tb, okB := slabs.enter(&t.nodes[n.child[1]].box, maxT)
		if okB && !(okA && tb < ta) {
			stack = append(stack, visit{n.child[1], tb})
			okB = false
		}
		if okA {
			stack = append(stack, visit{n.child[0], ta})
		}
		if okB {
			stack = append(stack, visit{n.child[1], tb})
		}
	}
}

// slabs is a ray prepared for tests against boxes.
type slabs struct {
	origin, inverse geom.Vec3 // inverse of the direction, +Inf where that is 0 of either sign
}

func newSlabs(r geom.Ray) slabs {
	zero := geom.Vec3{} // x + 0 is never -0
	d := r.Dir.Add(zero)
	return slabs{r.Origin, geom.Vec3{X: 1 / d.X, Y: 1 / d.Y, Z: 1 / d.Z}}
}

// enter returns where the ray enters the box, at 0 or later, if it does so up to maxT. Rounding never loses a box: the
// far end is moved by more than the 3 roundings of either end can have cost (Ize 2013, "Robust BVH Ray Traversal").
func (s *slabs) enter(b *geom.AABB, maxT float64) (float64, bool) {
	near, far := 0.0, maxT
	near, far = clipSlab(b.Min.X-s.origin.X, b.Max.X-s.origin.X, s.inverse.X, near, far)
	near, far = clipSlab(b.Min.Y-s.origin.Y, b.Max.Y-s.origin.Y, s.inverse.Y, near, far)
	near, far = clipSlab(b.Min.Z-s.origin.Z, b.Max.Z-s.origin.Z, s.inverse.Z, near, far)
	return near, near <= far
}

// clipSlab narrows [near, far] to where lo <= t/inverse <= hi. A ray within a border plane makes 0*Inf, which is no
// number and narrows nothing.
func clipSlab(lo, hi, inverse, near, far float64) (float64, float64) {
	a, b := lo*inverse, hi*inverse
	if a > b {
		a, b = b, a
	}
	if a > near {
		near = a
	}
	if b *= 1 + 0x1p-50; b < far {
		far = b
	}
	return near, far
}

func overlap(a, b *geom.AABB) bool {
	return a.Min.X <= b.Max.X && b.Min.X <= a.Max.X && a.Min.Y <= b.Max.Y && b.Min.Y <= a.Max.Y &&
		a.Min.Z <= b.Max.Z && b.Min.Z <= a.Max.Z
}

// join sets u to the smallest box around a and b.
func join(u, a, b *geom.AABB) {
	u.Min, u.Max = a.Min.Min(b.Min), a.Max.Max(b.Max)
}

// surface is half the area of a box.
func surface(b *geom.AABB) float64 {
	x, y, z := b.Max.X-b.Min.X, b.Max.Y-b.Min.Y, b.Max.Z-b.Min.Z
	return float64(x*y) + float64(y*z) + float64(z*x)
}

// unionSurface is half the area of the box around a and b.
func unionSurface(a, b *geom.AABB) float64 {
	x := max(a.Max.X, b.Max.X) - min(a.Min.X, b.Min.X)
	y := max(a.Max.Y, b.Max.Y) - min(a.Min.Y, b.Min.Y)
	z := max(a.Max.Z, b.Max.Z) - min(a.Min.Z, b.Min.Z)
	return float64(x*y) + float64(y*z) + float64(z*x)
}

package bvh

// Part is a tree that was built once, put somewhere.
type Part struct {
	Tree  *Tree // of the triangles where they were
	First int   // its first triangle where it is now
}

// Join makes one tree of parts. tris holds the triangles of all parts, of one after the other, wherever they have been moved: boxes are
// fitted to them, at a small part of the cost of Build. Only what the parts make a tree of is kept of them, and which box holds which
// triangle stays as it was; so that a mesh that is turned, scaled and moved has a tree almost as good as its own. Order has the parts'
// triangles in the parts' order. Join keeps tris. Equal input gives an equal tree.
func Join(parts []Part, tris []Triangle) *Tree {
	t := &Tree{tris: tris, Order: make([]int32, 0, len(tris))}
	nodes := 0
	for _, p := range parts {
		nodes += len(p.Tree.Nodes)
	}
	fitted := make([]Node, 0, nodes)
	j := &builder{nodes: make([]Node, 0, nodes+len(parts)), small: 1}
	begins := make([]int, len(parts))
	for i, p := range parts {
		begins[i] = len(fitted)
		if len(p.Tree.Nodes) == 0 {
			continue
		}
		fitted = p.fit(fitted, tris)
		root := &fitted[begins[i]]
		j.prims = append(j.prims, prim{box{root.Min, root.Max}, int32(i), float32(len(p.Tree.Order))})
		for _, k := range p.Tree.Order {
			t.Order = append(t.Order, int32(p.First)+k)
		}
	}
	j.leaf = func(b *builder, first, _ int) {
		i := b.prims[first].index
		base := int32(len(b.nodes))
		for _, n := range fitted[begins[i]:][:len(parts[i].Tree.Nodes)] {
			n.Skip += base
			b.nodes = append(b.nodes, n)
		}
	}
	if len(j.prims) > 0 {
		j.split(0, len(j.prims))
	}
	t.Nodes = j.nodes
	return t
}

// fit appends the part's nodes with the boxes of where its triangles are. Skips count from the part's first node.
func (p *Part) fit(nodes []Node, tris []Triangle) []Node {
	first := len(nodes)
	nodes = append(nodes, p.Tree.Nodes...)
	mine := nodes[first:]
	for i := len(mine) - 1; i >= 0; i-- { // what is inside comes before what it is in
		n := &mine[i]
		all := emptyBox
		if n.First != 0 {
			for k := n.First >> 3; k < n.First>>3+n.First&7; k++ {
				one := around(&tris[p.First+int(p.Tree.Order[k])])
				all.add(&one.low, &one.high)
			}
			n.First += int32(p.First << 3)
		} else {
			left, right := &mine[i+1], &mine[mine[i+1].Skip]
			all = box{left.Min, left.Max}
			all.add(&right.Min, &right.Max)
		}
		n.Min, n.Max = all.low, all.high
	}
	return nodes
}

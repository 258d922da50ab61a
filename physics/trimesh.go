package physics

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
)

// triMesh is a triangle surface with a tree of boxes over it. The front of a triangle is the side from which its
// corners run counter-clockwise; side k runs from corner k to corner k+1.
type triMesh struct {
	vertices  []geom.Vec3
	triangles [][3]uint32        // of vertices at one place only the first is used
	normals   []geom.Vec3        // of the fronts, unit
	neighbors [][3]int32         // the triangle beyond each side, -1 for none
	bends     [][3]edgeConvexity // how the surface goes on there
	nodes     []meshNode         // 0 is the root
	order     []int32            // triangles as the leaves list them
}

// edgeConvexity says how a surface goes on beyond a side, seen from the front.
type edgeConvexity uint8

const (
	flat    edgeConvexity = iota // straight on
	convex                       // away: a ridge
	concave                      // towards the viewer: a valley
)

// flatSine is the sine of the largest angle between neighbors that counts as flat: what rounding does to surfaces that
// are meant to be flat or evenly curved.
const flatSine = 1e-3

// meshNode is a node of the tree. A leaf holds the triangles order[first:first+count]. count is 0 in others, whose
// children are the next node and node first.
type meshNode struct {
	box          geom.AABB
	first, count int32
}

const (
	// leafTriangles is how many triangles a leaf holds at most.
	leafTriangles = 4
	// meshDepth is more than any tree is deep: each level halves the triangles.
	meshDepth = 64
	// minTriangle is the least height of a triangle as a share of its longest side. Below it the direction of its
	// normal would be known to less than six digits.
	minTriangle = 1e-9
)

// NewTriMesh returns a surface of triangles, three indices of vertices each, counter-clockwise seen from the side on
// which things are. It is no solid: it belongs to static bodies and has neither volume nor mass. Triangles whose
// corners are at the same places are neighbors, whatever their indices, if they are wound alike and are the only two.
// A triangle without area is an error.
func NewTriMesh(vertices []geom.Vec3, triangles [][3]uint32) (*Shape, error) {
	if len(triangles) == 0 || len(triangles) > math.MaxInt32/3 {
		return nil, fmt.Errorf("physics: mesh has %d triangles, want 1 to %d", len(triangles), math.MaxInt32/3)
	}
	if err := checkPoints("mesh", vertices); err != nil {
		return nil, err
	}
	m := &triMesh{vertices: slices.Clone(vertices), triangles: slices.Clone(triangles)}
	m.normals = make([]geom.Vec3, len(triangles))
	first := make(map[geom.Vec3]uint32, len(vertices))
	for i := range m.triangles {
		for k, v := range m.triangles[i] {
			if int64(v) >= int64(len(vertices)) {
				return nil, fmt.Errorf("physics: mesh: triangle %d has vertex %d, there are %d", i, v, len(vertices))
			}
			p := vertices[v]
			if _, ok := first[p]; !ok {
				first[p] = v
			}
			m.triangles[i][k] = first[p]
		}
		a, b, c := m.corners(i)
		n := b.Sub(a).Cross(c.Sub(a))
		longest := max(b.Sub(a).Len2(), c.Sub(b).Len2(), a.Sub(c).Len2())
		if !(n.Len() > float64(minTriangle*longest)) {
			return nil, fmt.Errorf("physics: mesh: triangle %d has no area: %v, %v, %v", i, a, b, c)
		}
		m.normals[i] = n.Unit()
	}
	m.findNeighbors()
	m.buildTree()
	return &Shape{kind: kindTriMesh, mesh: m, bounds: m.nodes[0].box}, nil
}

func (m *triMesh) corners(i int) (a, b, c geom.Vec3) {
	t := &m.triangles[i]
	return m.vertices[t[0]], m.vertices[t[1]], m.vertices[t[2]]
}

// box is that of triangle i.
func (m *triMesh) box(i int32) geom.AABB {
	a, b, c := m.corners(int(i))
	return geom.AABB{Min: a.Min(b).Min(c), Max: a.Max(b).Max(c)}
}

func (m *triMesh) findNeighbors() {
	// Sort the sides by their ends, so that those between the same vertices come together.
	type meshSide struct {
		low, high uint32
		triangle  int32
		k         uint8
		up        bool // runs from low to high
	}
	sides := make([]meshSide, 0, 3*len(m.triangles))
	for i, t := range m.triangles {
		for k := range 3 {
			a, b := t[k], t[(k+1)%3]
			sides = append(sides, meshSide{min(a, b), max(a, b), int32(i), uint8(k), a < b})
		}
	}
	slices.SortFunc(sides, func(a, b meshSide) int {
		return cmp.Or(cmp.Compare(a.low, b.low), cmp.Compare(a.high, b.high), cmp.Compare(a.triangle, b.triangle))
	})

	m.neighbors = make([][3]int32, len(m.triangles))
	m.bends = make([][3]edgeConvexity, len(m.triangles))
	for i := range m.neighbors {
		m.neighbors[i] = [3]int32{-1, -1, -1}
	}
	for i := 0; i < len(sides); {
		end := i + 1
		for end < len(sides) && sides[end].low == sides[i].low && sides[end].high == sides[i].high {
			end++
		}
		if s, t := sides[i], sides[end-1]; end-i == 2 && s.up != t.up {
			m.neighbors[s.triangle][s.k], m.neighbors[t.triangle][t.k] = t.triangle, s.triangle
			along := m.vertices[s.high].Sub(m.vertices[s.low]).Unit()
			if !s.up {
				along = along.Neg()
			}
			b := convexityOf(m.normals[s.triangle], m.normals[t.triangle], along)
			m.bends[s.triangle][s.k], m.bends[t.triangle][t.k] = b, b
		}
		i = end
	}
}

// convexityOf says how a surface with the normal n goes on with the normal beyond, across a side in the direction along.
func convexityOf(n, beyond, along geom.Vec3) edgeConvexity {
	sine := n.Cross(beyond).Dot(along)
	switch {
	case n.Dot(beyond) > 0 && abs(sine) <= flatSine:
		return flat
	case sine >= -flatSine: // both sides of a sheet are a ridge
		return convex
	}
	return concave
}

// buildTree halves the triangles at the median of the longest extent of their middles, and so on.
func (m *triMesh) buildTree() {
	n := len(m.triangles)
	m.order = make([]int32, n)
	boxes, middles := make([]geom.AABB, n), make([]geom.Vec3, n)
	for i := range m.order {
		m.order[i] = int32(i)
		boxes[i] = m.box(int32(i))
		middles[i] = boxes[i].Min.Add(boxes[i].Max)
	}
	var split func(first, end int)
	split = func(first, end int) {
		box, spread := geom.EmptyAABB(), geom.EmptyAABB()
		for _, i := range m.order[first:end] {
			box, spread = box.Union(boxes[i]), spread.Grow(middles[i])
		}
		at := len(m.nodes)
		m.nodes = append(m.nodes, meshNode{box, int32(first), int32(end - first)})
		if end-first <= leafTriangles {
			return
		}
		size, axis := spread.Size(), 0
		for k := 1; k < 3; k++ {
			if size.At(k) > size.At(axis) {
				axis = k
			}
		}
		slices.SortFunc(m.order[first:end], func(i, j int32) int {
			return cmp.Or(cmp.Compare(middles[i].At(axis), middles[j].At(axis)), cmp.Compare(i, j))
		})
		half := (first + end) / 2
		split(first, half)
		m.nodes[at].first, m.nodes[at].count = int32(len(m.nodes)), 0
		split(half, end)
	}
	split(0, n)
}

// query appends the triangles whose boxes overlap box, ascending.
func (m *triMesh) query(box geom.AABB, dst []int32) []int32 {
	begin := len(dst)
	var stack [meshDepth]int32
	for n := 1; n > 0; {
		n--
		at := stack[n]
		node := &m.nodes[at]
		if !overlap(&node.box, &box) {
			continue
		}
		if node.count == 0 {
			stack[n], stack[n+1] = node.first, at+1
			n += 2
			continue
		}
		for _, i := range m.order[node.first : node.first+node.count] {
			if b := m.box(i); overlap(&b, &box) {
				dst = append(dst, i)
			}
		}
	}
	slices.Sort(dst[begin:])
	return dst
}

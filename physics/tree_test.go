package physics

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"mereo/engine/geom"
)

// randomBox is somewhere in a room of 10 m, from a point to 2 m wide; every fourth lies on a grid, so that borders
// touch.
func randomBox(r *rand.Rand) geom.AABB {
	p := geom.V(10*r.Float64(), 10*r.Float64(), 10*r.Float64())
	d := geom.V(r.Float64(), r.Float64(), r.Float64()).Scale(2 * r.Float64())
	if r.IntN(4) == 0 {
		p, d = geom.V(math.Floor(p.X), math.Floor(p.Y), math.Floor(p.Z)), geom.V(1, 1, float64(r.IntN(2)))
	}
	return geom.AABB{Min: p, Max: p.Add(d)}
}

// check walks through the tree and compares every node with its children.
func (t *tree) check(tb testing.TB, wantLeaves int) {
	tb.Helper()
	leaves, inner := 0, 0
	var walk func(node, parent int32)
	walk = func(node, parent int32) {
		n := &t.nodes[node]
		if n.parent != parent {
			tb.Fatalf("node %d has parent %d, want %d", node, n.parent, parent)
		}
		if n.height == 0 {
			leaves++
			return
		}
		inner++
		a, b := &t.nodes[n.child[0]], &t.nodes[n.child[1]]
		if want := a.box.Union(b.box); n.box != want {
			tb.Fatalf("node %d has box %v, its children have %v", node, n.box, want)
		}
		if want := 1 + max(a.height, b.height); n.height != want {
			tb.Fatalf("node %d has height %d, want %d", node, n.height, want)
		}
		walk(n.child[0], node)
		walk(n.child[1], node)
	}
	if t.root != 0 {
		walk(t.root, 0)
	}
	free := 0
	for i := t.free; i != 0; i = t.nodes[i].parent {
		free++
	}
	if leaves != wantLeaves || inner != max(0, wantLeaves-1) || leaves+inner+free != max(1, len(t.nodes))-1 {
		tb.Fatalf("tree has %d leaves, %d inner nodes and %d free ones of %d, want %d leaves",
			leaves, inner, free, len(t.nodes), wantLeaves)
	}
}

func (t *tree) height() int {
	if t.root == 0 {
		return 0
	}
	return int(t.nodes[t.root].height)
}

// slowRay is the parameter where a ray enters a box, by interval arithmetic on each axis.
func slowRay(r geom.Ray, b geom.AABB, maxT float64) (float64, bool) {
	near, far := 0.0, maxT
	for i := range 3 {
		o, d, lo, hi := r.Origin.At(i), r.Dir.At(i), b.Min.At(i), b.Max.At(i)
		if d == 0 {
			if o < lo || o > hi {
				return 0, false
			}
			continue
		}
		near = max(near, min((lo-o)/d, (hi-o)/d))
		far = min(far, max((lo-o)/d, (hi-o)/d))
	}
	return near, near <= far
}

// Random changes and queries give what a list of boxes gives.
func TestTreeAgainstList(t *testing.T) {
	var tr tree
	boxes, nodes := map[int32]geom.AABB{}, map[int32]int32{}
	items := func(keep func(geom.AABB) bool) []int32 {
		var l []int32
		for i, b := range boxes {
			if keep(b) {
				l = append(l, i)
			}
		}
		slices.Sort(l)
		return l
	}
	found := 0
	for i := range int32(6000) {
		r := rand.New(rand.NewPCG(1, uint64(i)))
		// Grow, hold, shrink to nothing.
		add := r.IntN(10) < 7
		if i >= 2000 {
			add = r.IntN(2) == 0
		}
		if i >= 4000 {
			add = r.IntN(10) < 2
		}
		all := items(func(geom.AABB) bool { return true })
		if add || len(all) == 0 {
			boxes[i] = randomBox(r)
			nodes[i] = tr.insert(boxes[i], i)
		} else {
			k := all[r.IntN(len(all))]
			tr.remove(nodes[k])
			delete(boxes, k)
			delete(nodes, k)
		}
		if all = items(func(geom.AABB) bool { return true }); len(all) > 0 {
			k := all[r.IntN(len(all))]
			boxes[k] = randomBox(r)
			tr.move(nodes[k], boxes[k])
		}
		if i%50 == 0 {
			tr.check(t, len(boxes))
		}
		for k, n := range nodes {
			if tr.nodes[n].box != boxes[k] {
				t.Fatalf("change %d: box of item %d is %v, want %v", i, k, tr.nodes[n].box, boxes[k])
			}
			break
		}

		q := randomBox(r)
		got, want := tr.query(&q, nil), items(q.Overlaps)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("change %d: items in %v: got %v, want %v", i, q, got, want)
		}
		found += len(got)

		ray := geom.Ray{Origin: randomBox(r).Min, Dir: randomBox(r).Min.Sub(geom.V(5, 5, 5))}
		if r.IntN(3) == 0 {
			ray.Dir = geom.V(0, float64(r.IntN(3)-1), math.Copysign(0, -1))
		}
		maxT := []float64{0.5, 3, math.Inf(1)}[r.IntN(3)]
		got = got[:0]
		tr.rayCast(ray, maxT, func(item int32, maxT float64) float64 {
			got = append(got, item)
			return maxT
		})
		slices.Sort(got)
		sure := items(func(b geom.AABB) bool { _, ok := slowRay(ray, b, maxT); return ok })
		near := items(func(b geom.AABB) bool { _, ok := slowRay(ray, b.Pad(1e-9), maxT+1e-9); return ok })
		for _, k := range sure {
			if !slices.Contains(got, k) {
				t.Fatalf("change %d: ray %v to %g misses the box %v of item %d", i, ray, maxT, boxes[k], k)
			}
		}
		for _, k := range got {
			if !slices.Contains(near, k) {
				t.Fatalf("change %d: ray %v to %g meets the box %v of item %d, want not", i, ray, maxT, boxes[k], k)
			}
		}
	}
	if found < 1000 {
		t.Errorf("queries found %d items in all, want 1000 or more or they test nothing", found)
	}
	for _, n := range nodes {
		tr.remove(n)
	}
	tr.check(t, 0)
}

// The first box that is met is the nearest, and shortening the ray to it leaves few others to look at.
func TestTreeRayGoesFrontToBack(t *testing.T) {
	var tr tree
	boxes := make([]geom.AABB, 1000)
	r := rand.New(rand.NewPCG(2, 0))
	for i := range boxes {
		p := geom.V(10*r.Float64(), 10*r.Float64(), 10*r.Float64())
		boxes[i] = geom.AABB{Min: p, Max: p.Add(geom.V(0.3, 0.3, 0.3))}
		tr.insert(boxes[i], int32(i))
	}
	looked := 0
	for i := range 500 {
		ray := geom.Ray{Origin: geom.V(-1, 10*r.Float64(), 10*r.Float64()), Dir: geom.V(1, r.Float64()-0.5, r.Float64()-0.5)}
		want, wantT := int32(-1), 20.0
		for k, b := range boxes {
			if e, ok := slowRay(ray, b, wantT); ok && e < wantT {
				want, wantT = int32(k), e
			}
		}
		got := int32(-1)
		tr.rayCast(ray, 20, func(item int32, maxT float64) float64 {
			looked++
			if e, ok := slowRay(ray, boxes[item], maxT); ok && e < maxT {
				got, maxT = item, e
			}
			return maxT
		})
		if got != want {
			t.Fatalf("ray %d: first box is %d, want %d", i, got, want)
		}
		calls := 0
		tr.rayCast(ray, 20, func(int32, float64) float64 {
			calls++
			return -1
		})
		if calls > 1 {
			t.Fatalf("ray %d: goes on to %d boxes after it was ended at the first", i, calls)
		}
	}
	if mean := float64(looked) / 500; mean > 0.6 {
		t.Errorf("a ray looks at %.2f boxes of 1000 on average, want at most 0.6, hardly more than the one it meets", mean)
	}
}

// A ray that meets a point exactly is not lost to rounding: it goes in whole steps, and the box is one of its points.
func TestTreeRayMeetsPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	whole := func() geom.Vec3 {
		return geom.V(float64(r.IntN(199)-99), float64(r.IntN(199)-99), float64(r.IntN(199)-99))
	}
	for i := range 5000 {
		ray := geom.Ray{Origin: whole(), Dir: whole()}
		p := ray.At(float64(1 + r.IntN(50)))
		var tr tree
		tr.insert(geom.AABB{Min: p, Max: p}, 7)
		met := false
		tr.rayCast(ray, math.Inf(1), func(item int32, maxT float64) float64 {
			met = item == 7
			return maxT
		})
		if !met {
			t.Fatalf("draw %d: ray %v misses its point %v", i, ray, p)
		}
	}
}

// However boxes arrive, the tree is at most four times as high as a full one.
func TestTreeHeight(t *testing.T) {
	cube := func(x, y, z, d float64) geom.AABB {
		return geom.AABB{Min: geom.V(x, y, z), Max: geom.V(x+d, y+d, z+d)}
	}
	r := rand.New(rand.NewPCG(3, 0))
	for _, c := range []struct {
		name string
		box  func(i int) geom.AABB
	}{
		{"in a row", func(i int) geom.AABB { return cube(float64(i), 0, 0, 0.5) }},
		{"in a row from the far end", func(i int) geom.AABB { return cube(float64(-i), 0, 0, 0.5) }},
		{"each farther by a tenth", func(i int) geom.AABB { return cube(math.Pow(1.1, float64(i)), 0, 0, 0.5) }},
		{"each inside the last", func(i int) geom.AABB { return cube(0, 0, 0, 1/float64(i+1)) }},
		{"each around the last", func(i int) geom.AABB { return cube(-float64(i), -float64(i), -float64(i), float64(2*i)) }},
		{"all the same", func(i int) geom.AABB { return cube(1, 2, 3, 0.5) }},
		{"all the same point", func(i int) geom.AABB { return cube(1, 2, 3, 0) }},
		{"points on a line", func(i int) geom.AABB { return cube(float64(i), 0, 0, 0) }},
		{"on a grid", func(i int) geom.AABB { return cube(float64(i%16), float64(i/16%16), float64(i/256), 1) }},
		{"at random", func(i int) geom.AABB { return randomBox(r) }},
		{"a heap and one far away", func(i int) geom.AABB {
			if i == 0 {
				return cube(1e6, 0, 0, 1)
			}
			return randomBox(r)
		}},
	} {
		var tr tree
		var nodes []int32
		for i := range 4096 {
			nodes = append(nodes, tr.insert(c.box(i), int32(i)))
			if most := 4 * bits.Len(uint(i)); i%64 == 63 && tr.height() > most {
				t.Fatalf("%s: %d boxes make a tree of height %d, want at most %d", c.name, i+1, tr.height(), most)
			}
		}
		tr.check(t, 4096)
		for _, n := range nodes[64:] {
			tr.remove(n)
		}
		tr.check(t, 64)
		if got := tr.height(); got > 18 {
			t.Errorf("%s: 64 boxes left of 4096 make a tree of height %d, want at most 18", c.name, got)
		}
	}
}

func TestTreeDoesNotAllocate(t *testing.T) {
	var tr tree
	r := rand.New(rand.NewPCG(4, 0))
	var nodes []int32
	for i := range int32(500) {
		nodes = append(nodes, tr.insert(randomBox(r), i))
	}
	dst := make([]int32, 0, 500)
	sum := 0
	if n := testing.AllocsPerRun(50, func() {
		k := r.IntN(len(nodes))
		tr.remove(nodes[k])
		nodes[k] = tr.insert(randomBox(r), int32(k))
		tr.move(nodes[r.IntN(len(nodes))], randomBox(r))
		b := randomBox(r)
		dst = tr.query(&b, dst[:0])
		tr.rayCast(geom.Ray{Origin: b.Min, Dir: b.Max}, 9, func(item int32, maxT float64) float64 {
			sum += int(item)
			return maxT
		})
	}); n != 0 {
		t.Errorf("changes and queries of a grown tree allocate %g times, want 0", n)
	}
}

func BenchmarkTree(b *testing.B) {
	var tr tree
	r := rand.New(rand.NewPCG(5, 0))
	boxes := make([]geom.AABB, 1000)
	var nodes []int32
	for i := range boxes {
		p := geom.V(20*r.Float64(), 20*r.Float64(), 5*r.Float64())
		boxes[i] = geom.AABB{Min: p, Max: p.Add(geom.V(0.5, 0.5, 0.5))}
		nodes = append(nodes, tr.insert(boxes[i], int32(i)))
	}
	dst := make([]int32, 0, 1000)
	b.Run("query", func(b *testing.B) {
		for i := range b.N {
			dst = tr.query(&boxes[i%1000], dst[:0])
		}
	})
	b.Run("move", func(b *testing.B) {
		for i := range b.N {
			k := i % 1000
			d := geom.V(0.1, 0, 0)
			boxes[k] = geom.AABB{Min: boxes[k].Min.Add(d), Max: boxes[k].Max.Add(d)}
			if boxes[k].Min.X > 20 {
				boxes[k] = geom.AABB{Min: boxes[k].Min.Sub(geom.V(20, 0, 0)), Max: boxes[k].Max.Sub(geom.V(20, 0, 0))}
			}
			tr.move(nodes[k], boxes[k])
		}
	})
	b.Run("ray", func(b *testing.B) {
		for i := range b.N {
			ray := geom.Ray{Origin: geom.V(-1, float64(i%20), 2), Dir: geom.V(1, 0.1, 0)}
			tr.rayCast(ray, 30, func(item int32, maxT float64) float64 {
				if t, ok := slowRay(ray, boxes[item], maxT); ok {
					return t
				}
				return maxT
			})
		}
	})
}

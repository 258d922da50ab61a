package physics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mereo/engine/geom"
)

// gridMesh is n*n squares of two triangles over the unit square, at the heights of h.
func gridMesh(t testing.TB, n int, h func(x, y float64) float64) *Shape {
	t.Helper()
	var vertices []geom.Vec3
	var triangles [][3]uint32
	for k := range (n + 1) * (n + 1) {
		p := geom.V(float64(k%(n+1))/float64(n), float64(k/(n+1))/float64(n), 0)
		if h != nil {
			p.Z = h(p.X, p.Y)
		}
		vertices = append(vertices, p)
	}
	for k := range n * n {
		a := uint32(k/n*(n+1) + k%n)
		b, c, d := a+1, a+uint32(n)+2, a+uint32(n)+1
		triangles = append(triangles, [3]uint32{a, b, c}, [3]uint32{a, c, d})
	}
	return shaped(t)(NewTriMesh(vertices, triangles))
}

func hills(x, y float64) float64 { return 0.1*math.Sin(9*x) + 0.07*math.Cos(11*y+x) }

func TestTriMeshRefuses(t *testing.T) {
	vertices := []geom.Vec3{{}, {X: 1}, {Y: 1}, {X: 2}, {X: 1}}
	for _, c := range []struct {
		name      string
		vertices  []geom.Vec3
		triangles [][3]uint32
		want      string
	}{
		{"nothing", vertices, nil, "physics: mesh has 0 triangles, want 1 to 715827882"},
		{"index", vertices, [][3]uint32{{0, 1, 2}, {0, 1, 5}}, "physics: mesh: triangle 1 has vertex 5, there are 5"},
		{"large index", vertices, [][3]uint32{{0, 1, 1<<32 - 1}}, "physics: mesh: triangle 0 has vertex 4294967295, there are 5"},
		{"no number", []geom.Vec3{{}, {X: math.NaN()}}, [][3]uint32{{0, 1, 2}}, "physics: mesh: point 1 is {NaN 0 0}, want numbers up to 1e+06 m"},
		{"a vertex twice", vertices, [][3]uint32{{0, 1, 2}, {0, 0, 1}}, "physics: mesh: triangle 1 has no area: {0 0 0}, {0 0 0}, {1 0 0}"},
		{"a place twice", vertices, [][3]uint32{{1, 2, 4}}, "physics: mesh: triangle 0 has no area: {1 0 0}, {0 1 0}, {1 0 0}"},
		{"a line", vertices, [][3]uint32{{0, 1, 3}}, "physics: mesh: triangle 0 has no area: {0 0 0}, {1 0 0}, {2 0 0}"},
	} {
		if s, err := NewTriMesh(c.vertices, c.triangles); err == nil || err.Error() != c.want || s != nil {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestTriMeshKeepsItsOwn(t *testing.T) {
	vertices, triangles := []geom.Vec3{{}, {X: 1}, {Y: 1}}, [][3]uint32{{0, 1, 2}}
	s := shaped(t)(NewTriMesh(vertices, triangles))
	vertices[1], triangles[0] = geom.V(5, 5, 5), [3]uint32{2, 2, 2}
	v, tri := s.Surface()
	if v[1] != (geom.Vec3{X: 1}) || tri[0] != [3]uint32{0, 1, 2} {
		t.Errorf("the shape changed with the caller's slices: %v, %v", v, tri)
	}
	if s.Volume() != 0 || s.unit != (MassProperties{}) {
		t.Errorf("volume %g, mass %v, want none", s.Volume(), s.unit)
	}
	if want := (geom.AABB{Max: geom.V(1, 1, 0)}); s.Bounds() != want {
		t.Errorf("bounds %v, want %v", s.Bounds(), want)
	}
}

// Queries find what a look at every triangle finds, in ascending order.
func TestMeshQuery(t *testing.T) {
	m := gridMesh(t, 40, hills).mesh
	found := 0
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 0))
		box := geom.Bounds([]geom.Vec3{geom.V(r.Float64(), r.Float64(), 0.2*r.NormFloat64())})
		box = box.Pad(math.Pow(10, -3*r.Float64()))
		want := []int32{-7}
		for i := range m.triangles {
			if m.box(int32(i)).Overlaps(box) {
				want = append(want, int32(i))
			}
		}
		got := m.query(box, []int32{-7})
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, want)
		}
		found += len(got) - 1
	}
	if found < 1000 {
		t.Errorf("%d triangles were found in all", found)
	}
	box := m.nodes[0].box
	buffer := make([]int32, 0, len(m.triangles))
	if n := testing.AllocsPerRun(10, func() { m.query(box, buffer) }); n != 0 {
		t.Errorf("a query allocates %g times", n)
	}
}

// The tree holds every triangle once, within the boxes of all nodes above it.
func TestMeshTree(t *testing.T) {
	for _, n := range []int{1, 2, 5, 33} {
		m := gridMesh(t, n, hills).mesh
		seen := make([]int, len(m.triangles))
		var visit func(at int32, above geom.AABB, depth int)
		visit = func(at int32, above geom.AABB, depth int) {
			node := &m.nodes[at]
			if above.Union(node.box) != above || depth > 2+int(math.Log2(float64(len(m.triangles)))) {
				t.Fatalf("node %d at depth %d has the box %v, in %v", at, depth, node.box, above)
			}
			if node.count == 0 {
				visit(at+1, node.box, depth+1)
				visit(node.first, node.box, depth+1)
				return
			}
			for _, i := range m.order[node.first : node.first+node.count] {
				seen[i]++
				if node.box.Union(m.box(i)) != node.box {
					t.Errorf("triangle %d sticks out of node %d", i, at)
				}
			}
		}
		visit(0, m.nodes[0].box, 0)
		for i, k := range seen {
			if k != 1 {
				t.Errorf("triangle %d is in %d leaves", i, k)
			}
		}
	}
}

// bendsOf counts the sides of a mesh: open, flat, convex, concave.
func bendsOf(m *triMesh) (count [4]int) {
	for i := range m.neighbors {
		for k, other := range m.neighbors[i] {
			if other < 0 {
				count[0]++
			} else {
				count[1+m.bends[i][k]]++
			}
		}
	}
	return count
}

func TestMeshNeighbors(t *testing.T) {
	cube, cubeTriangles := shaped(t)(NewBox(geom.V(1, 1, 1))).Surface()
	inside := slices.Clone(cubeTriangles)
	for i := range inside {
		inside[i][0], inside[i][1] = inside[i][1], inside[i][0]
	}
	// Every triangle with vertices of its own, as many files have them.
	var loose []geom.Vec3
	var looseTriangles [][3]uint32
	for i, c := range cubeTriangles {
		loose = append(loose, cube[c[0]], cube[c[1]], cube[c[2]])
		looseTriangles = append(looseTriangles, [3]uint32{uint32(3 * i), uint32(3*i + 1), uint32(3*i + 2)})
	}
	roof := []geom.Vec3{{}, {Y: 1}, {X: 1, Z: -1}, {X: -1, Z: -1}, {X: -1, Z: 1}}
	for _, c := range []struct {
		name      string
		vertices  []geom.Vec3
		triangles [][3]uint32
		want      [4]int // open, flat, convex, concave
	}{
		{"cube", cube, cubeTriangles, [4]int{0, 12, 24, 0}},
		{"cube of loose triangles", loose, looseTriangles, [4]int{0, 12, 24, 0}},
		{"room", cube, inside, [4]int{0, 12, 0, 24}},
		{"triangle", roof, [][3]uint32{{0, 2, 1}}, [4]int{3, 0, 0, 0}},
		{"ridge", roof, [][3]uint32{{0, 2, 1}, {0, 1, 3}}, [4]int{4, 0, 2, 0}},
		{"valley", roof, [][3]uint32{{0, 1, 2}, {0, 3, 1}}, [4]int{4, 0, 0, 2}},
		{"straight on", roof, [][3]uint32{{0, 2, 1}, {0, 1, 4}}, [4]int{4, 2, 0, 0}},
		{"wound otherwise", roof, [][3]uint32{{0, 2, 1}, {0, 3, 1}}, [4]int{6, 0, 0, 0}},
		{"three at a side", roof, [][3]uint32{{0, 2, 1}, {0, 1, 3}, {0, 1, 4}}, [4]int{9, 0, 0, 0}},
		{"sheet with two fronts", roof, [][3]uint32{{0, 2, 1}, {0, 1, 2}}, [4]int{0, 0, 6, 0}},
	} {
		m := shaped(t)(NewTriMesh(c.vertices, c.triangles)).mesh
		if got := bendsOf(m); got != c.want {
			t.Errorf("%s: open, flat, convex, concave sides: got %v, want %v", c.name, got, c.want)
		}
		for i, sides := range m.neighbors {
			for k, other := range sides {
				if other < 0 {
					continue
				}
				a, b := m.triangles[i][k], m.triangles[i][(k+1)%3]
				back := slices.Index(m.triangles[other][:], b)
				if back < 0 || m.triangles[other][(back+1)%3] != a || m.neighbors[other][back] != int32(i) ||
					m.bends[other][back] != m.bends[i][k] {
					t.Errorf("%s: side %d of triangle %d is not a side of %d", c.name, k, i, other)
				}
			}
		}
	}
	m := gridMesh(t, 20, hills).mesh
	got := bendsOf(m)
	if want := 4 * 20; got[0] != want || got[2] < 100 || got[3] < 100 {
		t.Errorf("hills: open, flat, convex, concave sides: %v, want %d open and many convex and concave", got, want)
	}
}

func BenchmarkTriMesh(b *testing.B) {
	s := gridMesh(b, 100, hills)
	vertices, triangles := s.Surface()
	b.Run("make20000", func(b *testing.B) {
		for range b.N {
			shaped(b)(NewTriMesh(vertices, triangles))
		}
	})
	buffer := make([]int32, 0, 64)
	b.Run("query", func(b *testing.B) {
		for i := range b.N {
			x := float64(i%97) / 97
			buffer = s.mesh.query(geom.AABB{Min: geom.V(x, x, -1), Max: geom.V(x+0.02, x+0.02, 1)}, buffer[:0])
		}
	})
	b.Run("ray", func(b *testing.B) {
		for i := range b.N {
			s.rayCast(geom.Ray{Origin: geom.V(float64(i%97)/97, 0.5, 1), Dir: geom.V(0, 0.1, -1)}, 10)
		}
	})
}

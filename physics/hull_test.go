package physics

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mereo/engine/geom"
)

// checkHull fails the test unless h is a closed, convex surface around the points.
func checkHull(t *testing.T, name string, h *hull, points []geom.Vec3) {
	t.Helper()
	if bad := hullFault(h, points); bad != "" {
		t.Errorf("%s: %s", name, bad)
	}
}

// hullFault says what is wrong with h, if anything.
func hullFault(h *hull, points []geom.Vec3) string {
	size := geom.Bounds(points).Size()
	tolerance := 3 * hullTolerance * max(size.X, size.Y, size.Z)

	// The surface: every half-edge in one loop, twins against each other, Euler.
	seen := make([]bool, len(h.edges))
	for f, first := range h.faces {
		corners := map[uint16]bool{}
		for e := first; ; e = h.edges[e].next {
			a, b, c := h.edges[e], h.edges[twin(e)], h.edges[h.edges[e].next]
			switch {
			case seen[e]:
				return fmt.Sprintf("half-edge %d is in two loops", e)
			case int(a.face) != f:
				return fmt.Sprintf("half-edge %d is of face %d, want %d", e, a.face, f)
			case b.origin != c.origin || b.face == a.face:
				return fmt.Sprintf("half-edge %d: next starts at %d, twin at %d, faces %d and %d",
					e, c.origin, b.origin, a.face, b.face)
			case corners[a.origin]:
				return fmt.Sprintf("face %d passes vertex %d twice", f, a.origin)
			}
			seen[e], corners[a.origin] = true, true
			if a.next == first {
				break
			}
		}
		if len(corners) < 3 {
			return fmt.Sprintf("face %d has %d corners", f, len(corners))
		}
	}
	degree := make([]int, len(h.vertices))
	for e := range h.edges {
		if !seen[e] {
			return fmt.Sprintf("half-edge %d is in no loop", e)
		}
		degree[h.edges[e].origin]++
	}
	for v, d := range degree {
		if d < 3 {
			return fmt.Sprintf("vertex %d has %d edges", v, d)
		}
	}
	if v, e, f := len(h.vertices), len(h.edges)/2, len(h.faces); v-e+f != 2 || len(h.planes) != f {
		return fmt.Sprintf("%d vertices, %d edges, %d faces, %d planes", v, e, f, len(h.planes))
	}

	// The shape: faces flat and facing outward, everything below every face.
	for f, p := range h.planes {
		if l := p.n.Len(); math.Abs(l-1) > 1e-12 {
			return fmt.Sprintf("normal %d has length %g", f, l)
		}
		if p.n.Dot(h.center) >= p.d {
			return fmt.Sprintf("the center is outside face %d", f)
		}
		for _, v := range points {
			if above := p.n.Dot(v) - p.d; above > tolerance {
				return fmt.Sprintf("point %v is %g above face %d, more than %g", v, above, f, tolerance)
			}
		}
		for e := h.faces[f]; ; {
			if off := p.n.Dot(h.vertices[h.edges[e].origin]) - p.d; off > 0 || off < -tolerance {
				return fmt.Sprintf("corner of face %d is %g above it, want 0 to %g", f, off, -tolerance)
			}
			if e = h.edges[e].next; e == h.faces[f] {
				break
			}
		}
	}

	// Vertices are points.
	have := map[geom.Vec3]bool{}
	for _, p := range points {
		have[p] = true
	}
	for i, v := range h.vertices {
		if !have[v] {
			return fmt.Sprintf("vertex %d, %v, is none of the points", i, v)
		}
	}
	return ""
}

func mustHull(t testing.TB, points []geom.Vec3) *hull {
	t.Helper()
	s, err := NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	return s.hull
}

// knownHulls are point sets of known hulls.
var knownHulls = []struct {
	name                   string
	points                 []geom.Vec3
	vertices, edges, faces int
	volume                 float64
}{
	{"tetrahedron", []geom.Vec3{{}, {X: 1}, {Y: 1}, {Z: 1}}, 4, 6, 4, 1.0 / 6},
	{"octahedron", []geom.Vec3{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}, 6, 12, 8, 4.0 / 3},
	{"box", boxPoints(2, geom.V(1, 2, 3)), 8, 12, 6, 48},
	{"box of 26 points", boxPoints(3, geom.V(1, 2, 3)), 8, 12, 6, 48},
	{"box of 1331 points", boxPoints(11, geom.V(1, 2, 3)), 8, 12, 6, 48},
	{"plate of 343 points", boxPoints(7, geom.V(20, 20, 0.005)), 8, 12, 6, 16},
	{"rod of 343 points", boxPoints(7, geom.V(0.001, 0.002, 5)), 8, 12, 6, 8e-5},
	{"box of 8 points, each three times", repeated(3, boxPoints(2, geom.V(1, 1, 1))), 8, 12, 6, 8},
	{"prism on 16 corners", prismPoints(16, 1, 2), 32, 48, 18, 2 * 16 * math.Sin(math.Pi/8) / 2},
	{"prism on 3 corners, 10 rings", lathePoints(3, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}), 6, 9, 5, 0.9 * 3 * math.Sin(2*math.Pi/3) / 2},
	{"double pyramid", append(ringPoints(12, 1, 0), geom.V(0, 0, 1), geom.V(0, 0, -1)), 14, 36, 24, 2},
	{"icosahedron", icosahedron(), 12, 30, 20, 10.0 / 3 * (3 + math.Sqrt(5))}, // of edge 2
}

// boxPoints is a grid of n^3 points over a box.
func boxPoints(n int, half geom.Vec3) (out []geom.Vec3) {
	for i := range n * n * n {
		f := func(k int) float64 { return 2*float64(k%n)/float64(n-1) - 1 }
		out = append(out, half.Mul(geom.V(f(i), f(i/n), f(i/n/n))))
	}
	return out
}

func repeated(n int, points []geom.Vec3) (out []geom.Vec3) {
	for range n {
		out = append(out, points...)
	}
	return out
}

// ringPoints is n points on a circle.
func ringPoints(n int, radius, z float64) (out []geom.Vec3) {
	for i := range n {
		a := 2 * math.Pi * float64(i) / float64(n)
		out = append(out, geom.V(radius*math.Cos(a), radius*math.Sin(a), z))
	}
	return out
}

// lathePoints are circles of the given radii, 0.1 above each other.
func lathePoints(n int, radii []float64) (out []geom.Vec3) {
	for i, r := range radii {
		out = append(out, ringPoints(n, r, 0.1*float64(i))...)
	}
	return out
}

func prismPoints(n int, radius, height float64) []geom.Vec3 {
	return append(ringPoints(n, radius, -height/2), ringPoints(n, radius, height/2)...)
}

func icosahedron() (out []geom.Vec3) {
	golden := (1 + math.Sqrt(5)) / 2
	for _, s := range []float64{-1, 1} {
		for _, t := range []float64{-golden, golden} {
			out = append(out, geom.V(0, s, t), geom.V(s, t, 0), geom.V(t, 0, s))
		}
	}
	return out
}

// scattered are the points turned and moved, and rounded to a micrometer if so asked.
func scattered(points []geom.Vec3, r *rand.Rand, round bool) []geom.Vec3 {
	m := randomTurn(r).Mat3()
	d := geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
	out := make([]geom.Vec3, len(points))
	for i, p := range points {
		q := m.MulVec(p).Add(d)
		if round {
			const unit = 1 << 20
			q = geom.V(math.Round(q.X*unit)/unit, math.Round(q.Y*unit)/unit, math.Round(q.Z*unit)/unit)
		}
		out[i] = q
	}
	return out
}

// Hulls of known knownHulls, however they lie and in whatever order their points come.
func TestHullKnown(t *testing.T) {
	for _, c := range knownHulls {
		for seed := range uint64(20) {
			r := rand.New(rand.NewPCG(seed, 0))
			points := slices.Clone(c.points)
			if seed > 0 {
				points = scattered(points, r, seed%2 == 0)
				r.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
			}
			h := mustHull(t, points)
			name := fmt.Sprintf("%s, seed %d", c.name, seed)
			checkHull(t, name, h, points)
			if v, e, f := len(h.vertices), len(h.edges)/2, len(h.faces); v != c.vertices || e != c.edges || f != c.faces {
				t.Errorf("%s: got %d vertices, %d edges, %d faces, want %d, %d, %d", name, v, e, f, c.vertices, c.edges, c.faces)
			}
			tolerance := 1e-10
			if seed > 0 && seed%2 == 0 {
				tolerance = 2e-3 // a micrometer of the thinnest rod
			}
			if got := h.mass().Mass; math.Abs(got-c.volume) > tolerance*c.volume {
				t.Errorf("%s: volume %.15g, want %.15g", name, got, c.volume)
			}
		}
	}
}

// A box gives planes without any rounding, as a hull and as a box.
func TestBoxHull(t *testing.T) {
	half := geom.V(0.1, 0.7, 1.3)
	box := shaped(t)(NewBox(half))
	checkHull(t, "box", box.hull, box.hull.vertices)
	for i, v := range box.hull.vertices {
		for axis := range 3 {
			if want := math.Copysign(half.At(axis), float64(i>>axis&1)-0.5); v.At(axis) != want {
				t.Errorf("vertex %d is %v, want %g on axis %d", i, v, want, axis)
			}
		}
	}
	h := mustHull(t, box.hull.vertices)
	for i, p := range box.hull.planes {
		var n geom.Vec3
		want := plane{n, half.At(i / 2)}
		switch i / 2 {
		case 0:
			want.n.X = float64(2*(i%2) - 1)
		case 1:
			want.n.Y = float64(2*(i%2) - 1)
		default:
			want.n.Z = float64(2*(i%2) - 1)
		}
		if p != want {
			t.Errorf("face %d of a box has the plane %v, want %v", i, p, want)
		}
		if !slices.Contains(h.planes, want) {
			t.Errorf("the hull of a box has no plane %v", want)
		}
	}
}

// The vertices and planes of random hulls are those that a search through all triples of points finds.
func TestHullAgainstAll(t *testing.T) {
	tested := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		points := make([]geom.Vec3, 4+r.IntN(20))
		for i := range points {
			points[i] = geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
		}
		corners := map[geom.Vec3]bool{}
		var planes []plane
		clear := true // no fourth point is almost in the plane of a face
		for i, a := range points {
			for j, b := range points[:i] {
				for _, c := range points[:j] {
					n := b.Sub(a).Cross(c.Sub(a)).Unit()
					over, under, in := 0, 0, 0
					for _, p := range points {
						switch d := n.Dot(p.Sub(a)); {
						case d > 1e-9:
							over++
						case d < -1e-9:
							under++
						}
						if math.Abs(n.Dot(p.Sub(a))) < 1e-3 {
							in++
						}
					}
					if over > 0 && under > 0 {
						continue
					}
					if over > 0 {
						n = n.Neg()
					}
					clear = clear && in == 3
					planes = append(planes, plane{n, n.Dot(a)})
					corners[a], corners[b], corners[c] = true, true, true
				}
			}
		}
		if !clear {
			continue
		}
		tested++
		h := mustHull(t, points)
		if len(h.vertices) != len(corners) || len(h.planes) != len(planes) {
			t.Errorf("seed %d: %d vertices and %d faces, want %d and %d",
				seed, len(h.vertices), len(h.planes), len(corners), len(planes))
		}
		for _, v := range h.vertices {
			if !corners[v] {
				t.Errorf("seed %d: vertex %v lies inside", seed, v)
			}
		}
		for _, p := range h.planes {
			same := func(q plane) bool { return p.n.Sub(q.n).Len() < 1e-10 && math.Abs(p.d-q.d) < 1e-10 }
			if !slices.ContainsFunc(planes, same) {
				t.Errorf("seed %d: plane %v is none of a face", seed, p)
			}
		}
	}
	if tested < 150 {
		t.Errorf("%d sets were tested, want 150 of 200", tested)
	}
}

// Shapes like those of furniture and worse, exact or rounded to a micrometer, give closed convex hulls around all
// points.
func TestHullIsValid(t *testing.T) {
	makers := []struct {
		name string
		make func(r *rand.Rand) []geom.Vec3
	}{
		{"prism", func(r *rand.Rand) []geom.Vec3 {
			return prismPoints(3+r.IntN(30), 0.01+r.Float64(), 0.003+r.Float64())
		}},
		{"lathe", func(r *rand.Rand) []geom.Vec3 {
			radii := make([]float64, 2+r.IntN(8))
			for i := range radii {
				radii[i] = 0.02 + 0.2*r.Float64()
			}
			return lathePoints(6+r.IntN(18), radii)
		}},
		{"rounded box", func(r *rand.Rand) (out []geom.Vec3) {
			half := geom.V(0.05+r.Float64(), 0.05+r.Float64(), 0.02+0.1*r.Float64())
			radius := 0.02 * r.Float64()
			for _, c := range boxPoints(2, half) {
				for _, d := range boxPoints(4, geom.V(1, 1, 1)) {
					if d.Mul(c).Min(geom.Vec3{}) == (geom.Vec3{}) {
						out = append(out, c.AddScaled(radius, d.Unit()))
					}
				}
			}
			return out
		}},
		{"sphere", func(r *rand.Rand) []geom.Vec3 { return onSphere(r, 10+r.IntN(500)) }},
		{"cloud", func(r *rand.Rand) (out []geom.Vec3) {
			for range 4 + r.IntN(100) {
				out = append(out, geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()))
			}
			return out
		}},
		{"coarse grid", func(r *rand.Rand) (out []geom.Vec3) {
			for range 12 + r.IntN(100) {
				out = append(out, geom.V(float64(r.IntN(5)), float64(r.IntN(5)), float64(r.IntN(5))))
			}
			return out
		}},
		{"low dome", func(r *rand.Rand) (out []geom.Vec3) { // flat within the tolerance in places
			height := math.Pow(10, -4.5*r.Float64())
			for _, p := range onSphere(r, 300) {
				out = append(out, geom.V(p.X, p.Y, height*math.Abs(p.Z)))
			}
			return append(out, geom.V(0, 0, -0.01))
		}},
		{"crowded corners", func(r *rand.Rand) (out []geom.Vec3) {
			spread := math.Pow(10, -3-5*r.Float64())
			for _, c := range boxPoints(2, geom.V(1, 0.6, 0.3)) {
				for range 6 {
					out = append(out, c.Add(geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Scale(spread)))
				}
			}
			return out
		}},
		{"wedge", func(r *rand.Rand) []geom.Vec3 {
			a := math.Pow(10, -4*r.Float64())
			return append(ringPoints(8, 1, 0), ringPoints(8, 1, a)[:4]...)
		}},
	}
	for _, c := range makers {
		for seed := range uint64(150) {
			r := rand.New(rand.NewPCG(seed, 2))
			points := c.make(r)
			if seed%3 > 0 {
				points = scattered(points, r, seed%3 == 1)
			}
			h := mustHull(t, points)
			checkHull(t, fmt.Sprintf("%s, seed %d", c.name, seed), h, points)
		}
	}
}

// With nothing counted as flat, which is what is left when regions are no polygons, hulls are valid all the same.
func TestHullOfTriangles(t *testing.T) {
	for _, c := range knownHulls {
		for seed := range uint64(4) {
			points := scattered(c.points, rand.New(rand.NewPCG(seed, 0)), seed%2 == 0)
			if seed == 0 {
				points = c.points
			}
			q := quickhull{points: toGrid(points)}
			h, err := q.polyhedron(points, -1)
			if err != nil {
				t.Fatal(err)
			}
			h.center = h.mass().Center
			name := fmt.Sprintf("%s, seed %d", c.name, seed)
			checkHull(t, name, h, points)
			if len(h.faces) != 2*len(h.vertices)-4 {
				t.Errorf("%s: %d faces on %d vertices, want triangles", name, len(h.faces), len(h.vertices))
			}
		}
	}
}

func onSphere(r *rand.Rand, n int) []geom.Vec3 {
	out := make([]geom.Vec3, n)
	for i := range out {
		out[i] = geom.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit()
	}
	return out
}

func TestHullRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	line, face := make([]geom.Vec3, 12), make([]geom.Vec3, 12)
	for i := range line {
		line[i] = geom.V(1, 2, 3).Scale(r.Float64())
		face[i] = geom.V(1, 2, 3).Scale(r.Float64()).Add(geom.V(-3, 1, 1).Scale(r.Float64()))
	}
	for _, c := range []struct {
		name   string
		points []geom.Vec3
		want   string
	}{
		{"none", nil, "physics: hull has 0 points, need at least 4"},
		{"three", line[:3], "physics: hull has 3 points, need at least 4"},
		{"one place", make([]geom.Vec3, 5), "physics: hull: largest extent is 0 m, want 1e-06 to 1e+06"},
		{"small", []geom.Vec3{{}, {X: 1e-7}, {Y: 1e-7}, {Z: 1e-7}}, "physics: hull: largest extent is 1e-07 m, want 1e-06 to 1e+06"},
		{"line", line, "physics: hull of 12 points is flat: they lie in a line"},
		{"plane", face, "physics: hull of 12 points is flat: they lie in a plane"},
		{"thin", boxPoints(2, geom.V(1, 1, 1e-5)), "physics: hull of 8 points is flat: they lie in a plane"},
		{"no number", []geom.Vec3{{}, {X: 1}, {Y: math.NaN()}, {Z: 1}}, "physics: hull: point 2 is {0 NaN 0}, want numbers up to 1e+06 m"},
		{"infinite", []geom.Vec3{{}, {X: math.Inf(-1)}, {Y: 1}, {Z: 1}}, "physics: hull: point 1 is {-Inf 0 0}, want numbers up to 1e+06 m"},
		{"far", []geom.Vec3{{}, {X: 2e6}, {Y: 1}, {Z: 1}}, "physics: hull: point 1 is {2e+06 0 0}, want numbers up to 1e+06 m"},
		{"too many", onSphere(r, 15_000), "half-edges, at most 65536"},
	} {
		if s, err := NewHull(c.points); err == nil || !strings.HasSuffix(err.Error(), c.want) || s != nil {
			t.Errorf("%s: got error %v, want %q", c.name, err, c.want)
		}
	}
}

// topology refuses what is no closed surface.
func TestTopologyRefuses(t *testing.T) {
	for _, c := range []struct {
		name     string
		vertices int
		loops    [][]uint16
		want     bool
	}{
		{"tetrahedron", 4, [][]uint16{{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}}, true},
		{"a hole", 4, [][]uint16{{0, 1, 2}, {1, 0, 3}, {2, 1, 3}}, false},
		{"a face turned over", 4, [][]uint16{{0, 2, 1}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}}, false},
		{"a face twice", 4, [][]uint16{{0, 1, 2}, {0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}}, false},
		{"a corner twice", 5, [][]uint16{{0, 1, 2, 0, 3, 4}, {0, 2, 1}, {0, 4, 3}}, false},
		{"a corner without faces", 5, [][]uint16{{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}}, false},
		{"two bodies", 8, [][]uint16{{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}, {4, 5, 6}, {5, 4, 7}, {6, 5, 7}, {4, 6, 7}}, false},
	} {
		if _, _, ok := topology(c.vertices, c.loops); ok != c.want {
			t.Errorf("%s: got %t, want %t", c.name, ok, c.want)
		}
	}
}

// The exact products agree with big integers, at the largest numbers there are.
func TestDotPositive(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	for i := range 20_000 {
		bits := func(n int) int64 { return r.Int64N(1<<n+1) * int64(2*r.IntN(2)-1) }
		a, b := gridVec{bits(61), bits(61), bits(61)}, gridVec{bits(30), bits(30), bits(30)}
		if i%2 == 0 { // almost perpendicular
			b = gridVec{bits(2), bits(2), bits(2)}
			a = gridVec{bits(58), bits(58), bits(58)}.cross1(b, bits(1))
		}
		sum := new(big.Int)
		for _, p := range [][2]int64{{a.x, b.x}, {a.y, b.y}, {a.z, b.z}} {
			sum.Add(sum, new(big.Int).Mul(big.NewInt(p[0]), big.NewInt(p[1])))
		}
		if got, want := a.dotPositive(b), sum.Sign() > 0; got != want {
			t.Fatalf("draw %d: %v.%v > 0 is %t, want %t", i, a, b, got, want)
		}
	}
}

// cross1 is a x b with 1 added to a component or not.
func (a gridVec) cross1(b gridVec, one int64) gridVec {
	c := a.cross(b)
	c.x += one
	return c
}

func BenchmarkHull(b *testing.B) {
	for _, c := range []struct {
		name   string
		points []geom.Vec3
	}{
		{"box8", boxPoints(2, geom.V(1, 2, 3))},
		{"box125", boxPoints(5, geom.V(1, 2, 3))},
		{"prism32", prismPoints(16, 1, 2)},
		{"sphere32", onSphere(rand.New(rand.NewPCG(5, 0)), 32)},
		{"sphere150", onSphere(rand.New(rand.NewPCG(5, 0)), 150)},
		{"sphere10000", onSphere(rand.New(rand.NewPCG(5, 0)), 10_000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				mustHull(b, c.points)
			}
		})
	}
}

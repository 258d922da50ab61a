package physics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"sort"
	"strconv"
	"testing"

	"mereo/engine/geom"
)

// solid is a shape with a name for messages.
type solid struct {
	name string
	*Shape
}

// pillar is a hull with n corners around the z axis.
func pillar(n int, h, r float64) []geom.Vec3 {
	var p []geom.Vec3
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		p = append(p, geom.V(r*c, r*s, -h), geom.V(r*c, r*s, h))
	}
	return p
}

// boulder is a hull of n random points near a sphere.
func boulder(seed uint64, n int, r float64) []geom.Vec3 {
	rng := rand.New(rand.NewPCG(seed, 1))
	var p []geom.Vec3
	for range n {
		p = append(p, direction(rng).Scale(r*(0.7+0.3*rng.Float64())))
	}
	return p
}

func solids(t testing.TB) []solid {
	t.Helper()
	made := func(name string, s *Shape, err error) solid {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return solid{name, s}
	}
	box, e0 := NewBox(geom.V(0.2, 0.3, 0.15))
	plate, e1 := NewBox(geom.V(0.5, 0.4, 0.02))
	sphere, e2 := NewSphere(0.12)
	capsule, e3 := NewCapsule(0.25, 0.07)
	drum, e4 := NewCylinder(0.1, 0.2)
	pole, e5 := NewCylinder(0.4, 0.05)
	tube, e6 := NewHull(pillar(9, 0.2, 0.15))
	rock, e7 := NewHull(boulder(1, 14, 0.25))
	wedge, e8 := NewHull([]geom.Vec3{{X: -0.3}, {X: 0.3}, {Y: 0.4}, {Z: 0.3}})
	return []solid{
		made("box", box, e0), made("plate", plate, e1), made("sphere", sphere, e2), made("capsule", capsule, e3),
		made("drum", drum, e4), made("pole", pole, e5), made("tube", tube, e6), made("rock", rock, e7), made("wedge", wedge, e8),
	}
}

// direction is a random unit vector.
func direction(rng *rand.Rand) geom.Vec3 {
	for {
		v := geom.V(2*rng.Float64()-1, 2*rng.Float64()-1, 2*rng.Float64()-1)
		if l := v.Len(); l > 0.1 && l < 1 {
			return v.Scale(1 / l)
		}
	}
}

// rotation is a random rotation; one in three is a product of turns by multiples of 45 degrees, for the cases in which
// faces and edges are parallel, and one in three such a one and a small turn.
func rotation(rng *rand.Rand) geom.Mat3 {
	if k := rng.IntN(3); k > 0 {
		r := geom.Identity3
		for range 2 {
			a := float64(rng.IntN(8)) * math.Pi / 4
			switch rng.IntN(3) {
			case 0:
				r = r.Mul(geom.RotX(a))
			case 1:
				r = r.Mul(geom.RotY(a))
			default:
				r = r.Mul(geom.RotZ(a))
			}
		}
		if k == 2 {
			r = r.Mul(geom.AxisAngle(direction(rng), math.Pow(10, -6+5*rng.Float64())))
		}
		return r
	}
	return geom.AxisAngle(direction(rng), 2*math.Pi*rng.Float64())
}

// extent is the largest n.x of a shape in the world: the definition, written apart from the code under test.
func extent(s *Shape, t *geom.Transform, n geom.Vec3) float64 {
	d := t.M.Transpose().MulVec(n)
	e := n.Dot(t.T)
	switch s.kind {
	case kindSphere:
		return e + s.radius
	case kindCapsule:
		return e + s.halfHeight*math.Abs(d.Z) + s.radius
	case kindCylinder:
		return e + s.halfHeight*math.Abs(d.Z) + s.radius*math.Hypot(d.X, d.Y)
	}
	m := math.Inf(-1)
	for _, v := range s.hull.vertices {
		m = math.Max(m, v.Dot(d))
	}
	return e + m
}

func separationAlong(a *Shape, ta *geom.Transform, b *Shape, tb *geom.Transform, n geom.Vec3) float64 {
	return -extent(b, tb, n.Neg()) - extent(a, ta, n)
}

var globe = func() []geom.Vec3 {
	const n = 1500
	var g []geom.Vec3
	for i := range n {
		z := 1 - (2*float64(i)+1)/n
		s, c := math.Sincos(math.Pi * (3 - math.Sqrt(5)) * float64(i))
		r := math.Sqrt(1 - z*z)
		g = append(g, geom.V(r*c, r*s, z))
	}
	return g
}()

// bestSeparation is the largest separation over all directions, by brute force: a grid, and random steps from the best.
func bestSeparation(rng *rand.Rand, a *Shape, ta *geom.Transform, b *Shape, tb *geom.Transform, more ...geom.Vec3) (float64, geom.Vec3) {
	type cand struct {
		s float64
		n geom.Vec3
	}
	var cs []cand
	more = append(more, globe...)
	if a.hull != nil && b.hull != nil {
		// All axes that can be the best of overlapping polyhedra.
		for i := range len(a.hull.edges) / 2 {
			for j := range len(b.hull.edges) / 2 {
				_, u := edgeOf(a.hull, i)
				_, v := edgeOf(b.hull, j)
				if n := ta.Dir(u.Unit()).Cross(tb.Dir(v.Unit())); n.Len() > 1e-9 {
					more = append(more, n.Unit(), n.Unit().Neg())
				}
			}
		}
	}
	for _, n := range more {
		cs = append(cs, cand{separationAlong(a, ta, b, tb, n), n})
	}
	sort.Slice(cs, func(i, j int) bool { return cs[i].s > cs[j].s })
	best := cs[0]
	for _, c := range cs[:8] {
		for step := 0.05; step > 1e-9; {
			moved := false
			for range 14 {
				n := c.n.AddScaled(step, direction(rng)).Unit()
				if s := separationAlong(a, ta, b, tb, n); s > c.s {
					c.s, c.n, moved = s, n, true
				}
			}
			if !moved {
				step *= 0.5
			}
		}
		if c.s > best.s {
			best = c
		}
	}
	return best.s, best.n
}

// near places b so that it is about s away from a, in a random direction.
func near(rng *rand.Rand, a *Shape, b *Shape, s float64) (ta, tb geom.Transform) {
	ta = geom.Transform{M: rotation(rng), T: geom.V(rng.Float64(), rng.Float64(), rng.Float64())}
	tb = geom.Transform{M: rotation(rng)}
	n := direction(rng)
	if rng.IntN(2) == 0 { // along an axis of a, in the middle or a little aside
		n = [3]geom.Vec3{ta.M.X, ta.M.Y, ta.M.Z}[rng.IntN(3)]
	}
	tb.T = ta.T.AddScaled(extent(a, &ta, n)-n.Dot(ta.T)+extent(b, &tb, n.Neg())+s, n)
	side := direction(rng)
	side = side.AddScaled(-side.Dot(n), n).Scale(0.3 * float64(rng.IntN(2)))
	tb.T = tb.T.Add(side)
	return ta, tb
}

func lowestPoint(m *manifold) float64 {
	low := math.Inf(1)
	for _, p := range m.points[:m.count] {
		low = min(low, p.separation)
	}
	return low
}

// more multiplies the draws of the tests below: MORE=20 go test ./physics -run Collide.
var more = func() uint64 { n, _ := strconv.ParseUint(os.Getenv("MORE"), 10, 64); return max(n, 1) }()

// The patch has the depth, or distance, that a search over all directions finds.
func TestCollideDepth(t *testing.T) {
	all := solids(t)
	for i, a := range all {
		for j, b := range all {
			t.Run(fmt.Sprintf("%s-%s", a.name, b.name), func(t *testing.T) {
				for seed := range 60 * more {
					rng := rand.New(rand.NewPCG(seed, uint64(100*i+j)))
					ta, tb := near(rng, a.Shape, b.Shape, 0.04*(2*rng.Float64()-1.2))
					const margin = 0.02
					var m manifold
					var cache pairCache
					collide(&m, a.Shape, &ta, b.Shape, &tb, margin, &cache)
					var extra []geom.Vec3
					if m.count > 0 {
						extra = append(extra, m.normal)
					}
					want, n := bestSeparation(rng, a.Shape, &ta, b.Shape, &tb, extra...)
					if m.count == 0 {
						// The search may end short of the best of shapes that are apart.
						if d, _, _ := Distance(a.Shape, ta, b.Shape, tb); want < margin && d < margin-1e-9 {
							t.Errorf("seed %d: no points, want separation %g along %v", seed, want, n)
						}
						continue
					}
					got := lowestPoint(&m)
					tol := 5e-5 + 0.02*math.Abs(want)
					if math.Abs(got-want) > tol {
						t.Errorf("seed %d: separation %g along %v (%g by its normal), want %g along %v", seed, got, m.normal,
							separationAlong(a.Shape, &ta, b.Shape, &tb, m.normal), want, n)
					}
					if l := m.normal.Len(); math.Abs(l-1) > 1e-12 {
						t.Errorf("seed %d: normal has length %v", seed, l)
					}
					along := separationAlong(a.Shape, &ta, b.Shape, &tb, m.normal)
					if math.Abs(along-got) > tol {
						t.Errorf("seed %d: separation %g along the normal %v, but %g of the points", seed, along, m.normal, got)
					}
				}
			})
		}
	}
}

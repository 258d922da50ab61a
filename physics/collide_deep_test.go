package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"mereo/engine/geom"
)

// thinOrLong makes a solid from a disc or plate a thousand times as wide as high to a needle.
func thinOrLong(t *testing.T, rng *rand.Rand, k kind) *Shape {
	t.Helper()
	size := func() float64 { return math.Pow(10, -3*rng.Float64()) }
	switch k {
	case kindCylinder:
		return shapeOf(t)(NewCylinder(size(), size()))
	case kindCapsule:
		return shapeOf(t)(NewCapsule(size(), size()))
	case kindBox:
		return shapeOf(t)(NewBox(geom.V(size(), size(), size())))
	}
	points := boulder(rng.Uint64(), 6+rng.IntN(20), 1)
	sizes := geom.V(size(), size(), size())
	for i := range points {
		points[i] = points[i].Mul(sizes)
	}
	return shapeOf(t)(NewHull(points))
}

// Discs, needles and all between, from side by side to one within the other, and some in one pose: the normal is the best axis that
// a search over all directions finds, and what is kept from a pose nearby changes nothing.
func TestInEachOther(t *testing.T) {
	for seed := range 900 * more {
		rng := rand.New(rand.NewPCG(seed, 3))
		kinds := [2]kind{kindCylinder, kindCylinder}
		switch seed % 6 {
		case 0:
			kinds[1] = kindCapsule
		case 1, 2:
			kinds = [2]kind{[]kind{kindBox, kindHull}[rng.IntN(2)], []kind{kindBox, kindHull, kindCylinder}[rng.IntN(3)]}
		}
		a, b := thinOrLong(t, rng, kinds[0]), thinOrLong(t, rng, kinds[1])
		ta := geom.Transform{M: rotation(rng), T: direction(rng)}
		tb := geom.Transform{M: rotation(rng), T: ta.T}
		if rng.IntN(3) == 0 {
			tb.M = ta.M
		}
		if rng.IntN(8) > 0 {
			n := direction(rng)
			tb.T = ta.T.AddScaled(rng.Float64()*(extent(a, &geom.Transform{M: ta.M}, n)+extent(b, &geom.Transform{M: tb.M}, n.Neg())), n)
		}
		m := touch(a, ta, b, tb, 0.005)
		var flats []geom.Vec3
		for _, s := range []struct {
			shape *Shape
			at    *geom.Transform
		}{{a, &ta}, {b, &tb}} {
			flats = append(flats, s.at.M.Z, s.at.M.Z.Neg())
			if s.shape.hull != nil {
				for _, p := range s.shape.hull.planes {
					flats = append(flats, s.at.Dir(p.n), s.at.Dir(p.n).Neg())
				}
			}
		}
		want, n := bestSeparation(rng, a, &ta, b, &tb, flats...)
		if m.count == 0 {
			if d, _, _ := Distance(a, ta, b, tb); d < 0.005-1e-9 {
				t.Errorf("seed %d: no points, want separation %g along %v", seed, want, n)
			}
			continue
		}
		for _, p := range m.points[:m.count] {
			if !p.at.IsFinite() || math.IsNaN(p.separation) {
				t.Fatalf("seed %d: point %v", seed, p)
			}
		}
		tol := 5e-5 + 0.02*math.Abs(want)
		if along := separationAlong(a, &ta, b, &tb, m.normal); !(along >= want-tol) || math.Abs(lowestPoint(&m)-along) > tol {
			t.Errorf("seed %d: separation %g, along the normal %v %g, want %g along %v", seed, lowestPoint(&m), m.normal, along, want, n)
		}
		var cache pairCache
		moved := tb
		moved.T = moved.T.AddScaled(1e-5*rng.Float64(), direction(rng))
		var k manifold
		collide(&k, a, &ta, b, &moved, 0.005, &cache)
		collide(&k, a, &ta, b, &tb, 0.005, &cache)
		if math.Abs(lowestPoint(&k)-lowestPoint(&m)) > 2*1e-5+tol {
			t.Errorf("seed %d: separation %g after %g", seed, lowestPoint(&k), lowestPoint(&m))
		}
	}
}

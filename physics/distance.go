package physics

import "mereo/engine/geom"

// Distance stands in.
func Distance(a *Shape, worldFromA geom.Transform, b *Shape, worldFromB geom.Transform) (d float64, pA, pB geom.Vec3) {
	rel := worldFromA.RigidInverse().Mul(worldFromB)
	n := gjk(a, b, &rel)
	return max(0, n.distance-a.coreRadius()-b.coreRadius()), worldFromA.Point(n.a), worldFromA.Point(n.b)
}

// Overlaps stands in.
func Overlaps(a *Shape, worldFromA geom.Transform, b *Shape, worldFromB geom.Transform) bool {
	d, _, _ := Distance(a, worldFromA, b, worldFromB)
	return d == 0
}

// Penetration stands in.
func Penetration(a *Shape, worldFromA geom.Transform, b *Shape, worldFromB geom.Transform) float64 {
	var m manifold
	var c pairCache
	collide(&m, a, &worldFromA, b, &worldFromB, 0, &c)
	depth := 0.0
	for _, p := range m.points[:m.count] {
		depth = max(depth, -p.separation)
	}
	return depth
}

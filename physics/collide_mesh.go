package physics

import "mereo/engine/geom"

// triangle stands in until triMesh exists.
type triangle struct {
	shape  Shape
	hull   hull
	planes [4]plane
}

func (t *triangle) allows(n geom.Vec3) bool { return true }

func (e *encounter) rest(low, best float64) {}

func (e *encounter) localNormal() geom.Vec3 {
	n := mulTransposed(&e.worldFromFirst.M, e.m.normal)
	if e.flipped {
		n = n.Neg()
	}
	return n
}

func collideTriangle(m *manifold, a *Shape, tri int, worldFromA *geom.Transform, b *Shape, worldFromB *geom.Transform,
	margin float64, cache *pairCache) {
	panic("physics: triangle meshes are not there yet")
}

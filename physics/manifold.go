package physics

import "mereo/engine/geom"

// maxPoints is how many points a manifold holds. Four would carry any polygon, but which four is decided anew in every step,
// and what lies on others that come and go trembles; two quadrilaterals share no more than eight corners. A cylinder that
// stands on its rim has eight so that it does not rock on the corners of a square. Of a patch of several contacts the solver takes
// fewer; see prunePatch.
const maxPoints = 8

// manifold is the points in which two shapes touch and their normal, in the world frame.
type manifold struct {
	normal geom.Vec3 // unit, from A to B
	count  int
	points [maxPoints]manifoldPoint
}

type manifoldPoint struct {
	at         geom.Vec3 // midway between the two surfaces
	separation float64   // along the normal, meters; negative where the shapes overlap
	id         uint32    // names the pair of features, so that the point is recognized in the next step
}

// samePoints reports whether the points of two manifolds have the same names in the same order.
func (m *manifold) samePoints(o *manifold) bool {
	if m.count != o.count {
		return false
	}
	for k := range m.count {
		if m.points[k].id != o.points[k].id {
			return false
		}
	}
	return true
}

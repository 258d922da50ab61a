package physics

import (
	"math"

	"mereo/engine/geom"
)

// pairCache is what is remembered of a pair of shapes from step to step. The zero pairCache remembers nothing. It depends
// on nothing but what collide was given for this pair before.
type pairCache struct {
	kind     cacheKind
	side     meshSide // of a triangle of a mesh
	featureA uint16   // of the shape that is tested first: a face or a half-edge
	featureB uint16   // of the other one
	// Of a contact: how far the second shape may move (m2) and turn (squared Frobenius norm of the change of its rotation
	// matrix) in the frame of the first before the contact is searched anew.
	maxMove2, maxTurn2 float32
	turn               [9]float32 // columns of the rotation, at the last search
	start              [3]float32 // of cacheAxis: about the axis, from first to second, in first's frame
	// Where second's origin was at the last search of a contact; the axis that separates the shapes, a unit vector from
	// first to second. Both in first's frame.
	vector  geom.Vec3
	support float64 // of first along a separating axis, from its origin
}

// cacheKind says what a pairCache holds.
type cacheKind uint8

const (
	cacheNothing    cacheKind = iota
	cacheSeparated            // an axis along which the shapes were farther apart than the margin
	cacheFaceFirst            // face featureA of first is the reference face, featureB of second the incident one
	cacheFaceSecond           // face featureB of second is the reference face, featureA of first the incident one
	cacheEdges                // edges featureA and featureB cross
	cacheAxis                 // cylinders or capsules touch along an axis that is not that of a cap
	cacheNeighbor             // a triangle that leaves the contact to others
)

// shapePair is two convex shapes that are tested against each other. The work is done in the frame of first.
type shapePair struct {
	m                                *manifold
	first, second                    *Shape
	worldFromFirst, worldFromSecond  *geom.Transform
	firstFromSecond, secondFromFirst geom.Transform
	margin                           float64
	cache                            *pairCache
	tri                              *triangle // what first is, where it is a triangle of a mesh
	flipped                          bool      // first is the B of the manifold
	incident                         int       // the incident face: that of second which was clipped last
}

// Contacts between faces are preferred to those between edges that are not deeper by more than this, in meters and as a
// share of the depth: of several almost equal answers the same one is given in every step, and it is one with several
// points. With less, bodies at rest flicker between answers; the depth is overestimated by as much.
const (
	preferAbs = 2e-5
	preferRel = 0.01
)

// preferBy is how much better than an answer with this separation another one must be.
func preferBy(separation float64) float64 { return preferAbs + float64(preferRel*math.Abs(separation)) }

// featureTolerance says how far, in meters, the nearest points of a manifold may lie from the separation that their axis promised.
const featureTolerance = 1e-5

// collide computes the manifold of the convex shapes a and b where they touch or are nearer than margin. It leaves count 0 when
// they are farther apart. The transforms are rigid; cache belongs to this pair in this order.
func collide(m *manifold, a *Shape, worldFromA *geom.Transform, b *Shape, worldFromB *geom.Transform, margin float64,
	cache *pairCache) {
	m.count = 0
	var e shapePair
	e.m, e.margin, e.cache = m, margin, cache
	e.first, e.second, e.worldFromFirst, e.worldFromSecond = a, b, worldFromA, worldFromB
	if goesFirst(b, a) {
		e.first, e.second, e.worldFromFirst, e.worldFromSecond, e.flipped = b, a, worldFromB, worldFromA, true
	}
	if cache.kind == cacheSeparated && e.stillSeparated() {
		return
	}
	e.computeTransforms()
	switch e.first.kind {
	case kindBox, kindHull:
		switch e.second.kind {
		case kindSphere:
			e.polySphere()
		case kindCapsule, kindCylinder:
			e.polyCylinder()
		case kindBox:
			if e.first.kind == kindBox {
				e.boxBox()
			} else {
				e.polyPoly()
			}
		default:
			e.polyPoly()
		}
	case kindCylinder:
		if e.second.kind == kindSphere {
			e.cylinderSphere()
		} else {
			e.cylinderCylinder()
		}
	case kindCapsule, kindSphere:
		e.roundRound()
	default:
		panic("physics: collide is given a triangle mesh")
	}
}

// testOrder puts the kinds that are tested first in front. Of two shapes of the same order the larger one is first, so that
// the numbers stay small in its frame only where they belong to the smaller shape.
var testOrder = [...]uint8{kindSphere: 3, kindCapsule: 2, kindCylinder: 1, kindBox: 0, kindHull: 0, kindTriMesh: 0}

// goesFirst reports whether b must be tested first.
func goesFirst(b, a *Shape) bool {
	if oa, ob := testOrder[a.kind], testOrder[b.kind]; oa != ob {
		return ob < oa
	}
	return size2(&b.bounds) > size2(&a.bounds)
}

// size2 is the squared diagonal of a box.
func size2(b *geom.AABB) float64 { return b.Max.Sub(b.Min).Len2() }

// computeTransforms computes the transforms between the shapes.
func (sp *shapePair) computeTransforms() {
	a, b, r := &sp.worldFromFirst.M, &sp.worldFromSecond.M, &sp.firstFromSecond
	r.M.X = mulTransposed(a, b.X)
	r.M.Y = mulTransposed(a, b.Y)
	r.M.Z = mulTransposed(a, b.Z)
	r.T = mulTransposed(a, sp.worldFromSecond.T.Sub(sp.worldFromFirst.T))
	i := &sp.secondFromFirst
	i.M.X = geom.Vec3{X: r.M.X.X, Y: r.M.Y.X, Z: r.M.Z.X}
	i.M.Y = geom.Vec3{X: r.M.X.Y, Y: r.M.Y.Y, Z: r.M.Z.Y}
	i.M.Z = geom.Vec3{X: r.M.X.Z, Y: r.M.Y.Z, Z: r.M.Z.Z}
	i.T = mulTransposed(&r.M, r.T).Neg()
}

// reversed is the same pair with the roles changed. By value: through a pointer all that it refers to would escape to the heap.
func (sp *shapePair) reversed() shapePair {
	return shapePair{
		m: sp.m, first: sp.second, second: sp.first, worldFromFirst: sp.worldFromSecond, worldFromSecond: sp.worldFromFirst,
		firstFromSecond: sp.secondFromFirst, secondFromFirst: sp.firstFromSecond, margin: sp.margin, cache: sp.cache, tri: sp.tri,
		flipped: !sp.flipped,
	}
}

// mulTransposed returns the product of the transpose of m and v.
func mulTransposed(m *geom.Mat3, v geom.Vec3) geom.Vec3 {
	return geom.Vec3{X: m.X.Dot(v), Y: m.Y.Dot(v), Z: m.Z.Dot(v)}
}

// mulVec returns m*v.
func mulVec(m *geom.Mat3, v geom.Vec3) geom.Vec3 {
	return geom.Vec3{
		X: float64(m.X.X*v.X) + float64(m.Y.X*v.Y) + float64(m.Z.X*v.Z),
		Y: float64(m.X.Y*v.X) + float64(m.Y.Y*v.Y) + float64(m.Z.Y*v.Z),
		Z: float64(m.X.Z*v.X) + float64(m.Y.Z*v.Y) + float64(m.Z.Z*v.Z),
	}
}

// mapPoint returns t applied to p.
func mapPoint(t *geom.Transform, p geom.Vec3) geom.Vec3 { return mulVec(&t.M, p).Add(t.T) }

// cacheSeparation remembers a unit axis from first to second, in first's frame, that separates the shapes by more than the margin;
// reach is how far first reaches along it.
func (sp *shapePair) cacheSeparation(axis geom.Vec3, reach float64) {
	c := sp.cache
	c.kind, c.vector, c.support = cacheSeparated, axis, reach
}

// stillSeparated reports whether the axis of the cache still separates the shapes by more than the margin.
func (sp *shapePair) stillSeparated() bool {
	c := sp.cache
	axis := mulVec(&sp.worldFromFirst.M, c.vector)
	between := axis.Dot(sp.worldFromSecond.T.Sub(sp.worldFromFirst.T)) - c.support - sp.margin
	back := mulTransposed(&sp.worldFromSecond.M, axis).Neg()
	s := sp.second
	if s.kind == kindHull {
		// The box around the vertices often decides.
		if boxSupport(&s.bounds, back) < between {
			return true
		}
	}
	return s.supportValue(back) < between
}

// boxSupport is how far a box reaches along d, from the origin of its frame.
func boxSupport(b *geom.AABB, d geom.Vec3) float64 {
	x, y, z := b.Max.X, b.Max.Y, b.Max.Z
	if d.X < 0 {
		x = b.Min.X
	}
	if d.Y < 0 {
		y = b.Min.Y
	}
	if d.Z < 0 {
		z = b.Min.Z
	}
	return float64(d.X*x) + float64(d.Y*y) + float64(d.Z*z)
}

// supportValue is how far a convex shape reaches along the unit vector d, from the origin of its frame.
func (s *Shape) supportValue(d geom.Vec3) float64 {
	switch s.kind {
	case kindSphere:
		return s.radius
	case kindCapsule:
		return float64(s.halfHeight*math.Abs(d.Z)) + s.radius
	case kindBox:
		return float64(s.half.X*math.Abs(d.X)) + float64(s.half.Y*math.Abs(d.Y)) + float64(s.half.Z*math.Abs(d.Z))
	case kindCylinder:
		across := math.Sqrt(float64(d.X*d.X) + float64(d.Y*d.Y))
		return float64(s.halfHeight*math.Abs(d.Z)) + float64(s.radius*across)
	}
	return -lowest(s.hull.vertices, d.Neg(), math.Inf(-1))
}

// lowest is the smallest d.v of the points v. It stops early with what it has below stop.
func lowest(vs []geom.Vec3, d geom.Vec3, stop float64) float64 {
	low := math.Inf(1)
	for i := range vs {
		v := &vs[i]
		h := float64(d.X*v.X) + float64(d.Y*v.Y) + float64(d.Z*v.Z)
		if h < low {
			low = h
			if h < stop {
				break
			}
		}
	}
	return low
}

// highestVertex is the index of the point with the largest d.v, and that value.
func highestVertex(vs []geom.Vec3, d geom.Vec3) (int, float64) {
	high, index := math.Inf(-1), 0
	for i := range vs {
		v := &vs[i]
		h := float64(d.X*v.X) + float64(d.Y*v.Y) + float64(d.Z*v.Z)
		if h > high {
			high, index = h, i
		}
	}
	return index, high
}

// cacheFeatures notes which features touch and how far the pair may move before the search is done again.
//
// Let the points of second move by at most eps in the frame of first. The separation along every axis changes by at most
// eps, so that an axis that was best is worse than the best by at most 2*eps. eps is a hundredth of the smallest extent
// of both shapes, at most 1 mm, half of it for moving and half for turning: a turn by the angle t moves a point at the
// distance r by 2r*sin(t/2), and the Frobenius norm of the change of the rotation matrix is sqrt(8)*sin(t/2).
func (sp *shapePair) cacheFeatures(kind cacheKind, featureA, featureB int) {
	c := sp.cache
	c.kind, c.featureA, c.featureB = kind, uint16(featureA), uint16(featureB)
	c.vector = sp.firstFromSecond.T
	m := &sp.firstFromSecond.M
	c.turn = [9]float32{
		float32(m.X.X), float32(m.X.Y), float32(m.X.Z), float32(m.Y.X), float32(m.Y.Y), float32(m.Y.Z),
		float32(m.Z.X), float32(m.Z.Y), float32(m.Z.Z),
	}
	a, b := &sp.first.bounds, &sp.second.bounds
	sa, sb := a.Max.Sub(a.Min), b.Max.Sub(b.Min)
	eps := float64(0.01 * min(sb.X, sb.Y, sb.Z))
	if sp.tri == nil {
		eps = min(eps, float64(0.01*min(sa.X, sa.Y, sa.Z)))
	}
	eps = min(eps, 1e-3)
	far := b.Max.Max(b.Min.Neg())
	move2 := float64(0.25 * eps * eps)
	c.maxMove2 = float32(move2)
	c.maxTurn2 = float32(float64(2*move2) / far.Len2())
}

// unmoved reports whether the pair moved so little since the last search that its features still hold.
func (sp *shapePair) unmoved() bool {
	c := sp.cache
	if c.kind < cacheFaceFirst || sp.firstFromSecond.T.Sub(c.vector).Len2() > float64(c.maxMove2) {
		return false
	}
	m, t := &sp.firstFromSecond.M, &c.turn
	dx := geom.Vec3{X: m.X.X - float64(t[0]), Y: m.X.Y - float64(t[1]), Z: m.X.Z - float64(t[2])}
	dy := geom.Vec3{X: m.Y.X - float64(t[3]), Y: m.Y.Y - float64(t[4]), Z: m.Y.Z - float64(t[5])}
	dz := geom.Vec3{X: m.Z.X - float64(t[6]), Y: m.Z.Y - float64(t[7]), Z: m.Z.Z - float64(t[8])}
	return dx.Len2()+dy.Len2()+dz.Len2() <= float64(c.maxTurn2)
}

// setNormal gives the manifold the normal n, a unit vector from first to second in first's frame.
func (sp *shapePair) setNormal(n geom.Vec3) {
	w := mulVec(&sp.worldFromFirst.M, n)
	if sp.flipped {
		w = w.Neg()
	}
	sp.m.normal = w
}

// add appends the point at, in first's frame, midway between the surfaces.
func (sp *shapePair) add(at geom.Vec3, separation float64, id uint32) {
	m := sp.m
	p := &m.points[m.count]
	m.count++
	p.at, p.separation, p.id = mapPoint(sp.worldFromFirst, at), separation, id
}

// setPoint makes the manifold one point, all in first's frame.
func (sp *shapePair) setPoint(n, at geom.Vec3, separation float64, id uint32) {
	sp.m.count = 0
	if separation <= sp.margin {
		sp.setNormal(n)
		sp.add(at, separation, id)
	}
}

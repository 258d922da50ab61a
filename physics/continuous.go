package physics

import (
	"math"

	"mereo/engine/geom"
)

// What a body may meet in a step is found before the step, from its velocity, and contacts at a distance stop it at the surface. Two
// things they do not stop: what turns so far that its path is no straight line, and what was given its speed within the step, by
// another body. So the paths of the bodies that moved by a part of their own thickness are looked at afterwards, and one that ends
// behind a static surface is put back to where it first met it, with its velocity; the contact of the next step stops it there. The rest
// of that step is lost to it.

const (
	// fastWay is how far a collider moves, as a share of its thickness, before its path is looked at.
	fastWay = 0.25
	// stopDepth is how deep, as a share of that thickness, a body may end in a surface that it met: contacts push it out again the way it
	// came.
	stopDepth = 0.25
	// stopDistance is the distance, as a share of that thickness, that counts as touching. It is at most maxStopDistance, in meters.
	stopDistance    = 0.02
	maxStopDistance = 0.0005
	// maxAdvances bounds the steps to a time of impact.
	maxAdvances = 100
)

// sweep is the path of a body in a step: its center of mass on a straight line, its axes about a fixed direction.
type sweep struct {
	center, moved geom.Vec3
	rot           geom.Quat
	turned        geom.Vec3 // radians
}

// at is where the frame of the center of mass is when the share t of the step is over.
func (s *sweep) at(t float64) geom.Transform {
	q := s.rot
	if angle := float64(t * s.turned.Len()); angle > 0 {
		sin, cos := geom.SinCos(0.5 * angle)
		u := s.turned.Scale(float64(t*sin) / angle)
		q = geom.Quat{W: cos, X: u.X, Y: u.Y, Z: u.Z}.Mul(q)
	}
	return geom.Transform{M: q.Mat3(), T: s.center.AddScaled(t, s.moved)}
}

// timeOfImpact is where a shape on its path first meets another one.
type timeOfImpact struct {
	t      float64   // share of the step
	normal geom.Vec3 // unit, towards the other shape, world
	at     geom.Vec3 // on the other shape, world
}

// timeOfImpact finds when a shape, fixed to the moving frame and at most reach from its origin, comes within tolerance of a convex shape
// that stands still, or within half of their distance at the start where that is less. There is none where they touch at the start.
//
// Conservative advancement, Mirtich 1996, "Impulse-based Dynamic Simulation of Rigid Body Systems", section 2.3: along the direction n
// between the nearest points the shapes approach by (moved + turned x r).n, for any point r no more than
// moved.n + |turned x n| reach.
func (s *sweep) timeOfImpact(a *Shape, centerFromA *geom.Transform, reach float64, b *Shape, worldFromB *geom.Transform,
	tolerance float64) (timeOfImpact, bool) {
	t, n := 0.0, geom.Vec3{}
	for range maxAdvances {
		d, onA, onB := Distance(a, s.at(t).Mul(*centerFromA), b, *worldFromB)
		if t == 0 {
			tolerance = min(tolerance, float64(0.5*d))
		}
		if d == 0 {
			return timeOfImpact{t, n, onB}, t > 0
		}
		n = onB.Sub(onA).Scale(1 / d)
		if d <= tolerance {
			return timeOfImpact{t, n, onB}, true
		}
		approach := s.moved.Dot(n) + float64(s.turned.Cross(n).Len()*reach)
		if approach <= 0 || float64((1-t)*approach) <= d-tolerance {
			return timeOfImpact{}, false
		}
		t += (d - float64(0.5*tolerance)) / approach
	}
	return timeOfImpact{}, false
}

// depth is how far the shape gets behind the plane of an impact on the rest of its path.
func (s *sweep) depth(a *Shape, centerFromA *geom.Transform, hit timeOfImpact) float64 {
	const looks = 4
	deepest := math.Inf(-1)
	for k := range looks {
		worldFromA := s.at(hit.t + float64((1-hit.t)*float64(k+1)/looks)).Mul(*centerFromA)
		reach := worldFromA.T.Dot(hit.normal) + a.supportValue(mulTransposed(&worldFromA.M, hit.normal))
		deepest = max(deepest, reach-hit.at.Dot(hit.normal))
	}
	return deepest
}

// staysSeparated tells whether the plane that separates the shapes at the start does so on all of the path, to a depth. What slides or
// rolls on something is left alone by that.
func (s *sweep) staysSeparated(a *Shape, centerFromA *geom.Transform, b *Shape, worldFromB *geom.Transform, depth float64) bool {
	d, onA, onB := Distance(a, s.at(0).Mul(*centerFromA), b, *worldFromB)
	return d > 0 && s.depth(a, centerFromA, timeOfImpact{0, onB.Sub(onA).Scale(1 / d), onB}) <= depth
}

// solveContinuous puts bodies that went through static surfaces back to where they met them.
func (w *World) solveContinuous() {
	for _, i := range w.awake {
		b, m := &w.bodies[i], &w.motions[i]
		if b.typ != Dynamic {
			continue
		}
		if way := m.moved.Len() + float64(b.maxExtent*m.turned.Len()); !(way > float64(fastWay*b.thinnest)) {
			continue
		}
		path := sweep{center: b.pose.Transform().Point(b.center), moved: m.moved, rot: b.pose.Rotation, turned: m.turned}
		around := b.maxExtent + m.moved.Len() + speculative
		pad := geom.Vec3{X: around, Y: around, Z: around}
		w.hits = w.trees[0].query(&geom.AABB{Min: path.center.Sub(pad), Max: path.center.Add(pad)}, w.hits[:0])
		if len(w.hits) == 0 {
			continue
		}
		start, end := path.at(0), path.at(1)
		first := 1.0
		far, angle := m.moved.Len(), m.turned.Len()
		for _, i := range b.colliders {
			c := &w.colliders[i]
			if far+float64(c.maxExtent*angle) > float64(fastWay*c.shape.thickness()) &&
				w.mayHit(i, far+float64(c.maxExtent*(angle+min(float64(angle*angle)/8, 2)))) {
				first = min(first, w.firstTimeOfImpact(&path, &start, &end, c))
			}
		}
		if first < 1 {
			at := path.at(first)
			m.center, m.rot = at.T, at.M.Quat()
		}
	}
}

// mayHit reports whether a collider whose points go no farther than way comes near one of the static colliders in World.hits. It spares
// most pieces of a body the box around their path.
func (w *World) mayHit(i int32, way float64) bool {
	const near = 2 * maxStopDistance // more than is asked of the box around the path
	for _, k := range w.hits {
		if boxesWithin(&w.nearby[i].box, &w.nearby[k].box, way+near) {
			return true
		}
	}
	return false
}

// firstTimeOfImpact is the share of the step after which a collider must be stopped by one of the static colliders in World.hits, 1 for
// none. The path is from start to end.
func (w *World) firstTimeOfImpact(path *sweep, start, end *geom.Transform, c *collider) float64 {
	thickness := c.shape.thickness()
	tolerance := min(float64(stopDistance*thickness), maxStopDistance)
	swept := path.box(start, end, c)
	first := 1.0
	look := func(s *Shape, worldFromShape *geom.Transform, front geom.Vec3) {
		if path.staysSeparated(c.shape, &c.centerFromShape, s, worldFromShape, float64(stopDepth*thickness)) {
			return
		}
		hit, ok := path.timeOfImpact(c.shape, &c.centerFromShape, c.maxExtent, s, worldFromShape, tolerance)
		if ok && hit.t < first && hit.normal.Dot(front) <= 0 && path.depth(c.shape, &c.centerFromShape, hit) > float64(stopDepth*thickness) {
			first = hit.t
		}
	}
	for _, k := range w.hits {
		o := &w.colliders[k]
		if !overlap(&swept, &o.fat) || c.sensor || o.sensor || !w.meet(c, o) {
			continue
		}
		if o.shape.kind != kindTriMesh {
			// What keeps farther off than the tolerance meets nothing.
			pad := geom.Vec3{X: maxStopDistance, Y: maxStopDistance, Z: maxStopDistance}
			box := boxOf(&o.shape.bounds, &o.worldFromShape)
			box.Min, box.Max = box.Min.Sub(pad), box.Max.Add(pad)
			if !overlap(&swept, &box) {
				continue
			}
			look(o.shape, &o.worldFromShape, geom.Vec3{})
			continue
		}
		m := o.shape.mesh
		meshFromWorld := o.worldFromShape.RigidInverse()
		w.tris = m.query(boxOf(&swept, &meshFromWorld), w.tris[:0])
		for _, i := range w.tris {
			p, q, r := m.corners(int(i))
			corners := [3]geom.Vec3{p, q, r}
			h := hull{vertices: corners[:], center: p}
			look(&Shape{kind: kindHull, hull: &h}, &o.worldFromShape, mulVec(&o.worldFromShape.M, m.normals[i]))
		}
	}
	return first
}

// box is around all of the path of a collider, from start to end.
func (s *sweep) box(start, end *geom.Transform, c *collider) geom.AABB {
	first, last := start.Mul(c.centerFromShape), end.Mul(c.centerFromShape)
	box := boxOf(&c.shape.bounds, &first).Union(boxOf(&c.shape.bounds, &last))
	// Between both a point is no farther from the chord of its arc than the arc's height, reach*(1 - cos(angle/2)) <= reach*angle^2/8,
	// and no farther than twice its reach.
	angle2 := s.turned.Len2()
	swing := float64(c.maxExtent * min(angle2/8, 2))
	pad := geom.Vec3{X: swing, Y: swing, Z: swing}
	return geom.AABB{Min: box.Min.Sub(pad), Max: box.Max.Add(pad)}
}

package physics

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
)

// RayHit is where a ray meets a collider.
type RayHit struct {
	Shape  ShapeRef
	T      float64   // the point is Origin + T*Dir
	Point  geom.Vec3 // world
	Normal geom.Vec3 // unit, of the surface, world, against the ray
}

// RayCast returns the first collider that a ray meets at a T from 0 to maxT, which may be +Inf. A ray that begins
// inside a solid does not see that solid. Of colliders that are met at the same T the first in the order of Bodies is
// returned. A ray without direction, or one that is not finite, meets nothing.
func (w *World) RayCast(r geom.Ray, maxT float64) (RayHit, bool) {
	if !r.Origin.IsFinite() || !r.Dir.IsFinite() || r.Dir == (geom.Vec3{}) || !(maxT >= 0) {
		return RayHit{}, false
	}
	best, hit := int32(-1), RayHit{T: maxT}
	look := func(item int32, most float64) float64 {
		c := &w.colliders[item]
		if c.sensor {
			return most
		}
		shapeFromWorld := c.worldFromShape.RigidInverse()
		local := geom.Ray{Origin: shapeFromWorld.Point(r.Origin), Dir: shapeFromWorld.Dir(r.Dir)}
		t, n, ok := c.shape.rayCast(local, most)
		if !ok || t > most || t == most && best >= 0 && compareRefs(w.ref(item), w.ref(best)) > 0 {
			return most
		}
		best, hit.T, hit.Normal = item, t, c.worldFromShape.Dir(n)
		return t
	}
	for i := range w.trees {
		w.trees[i].rayCast(r, hit.T, look)
	}
	if best < 0 {
		return RayHit{}, false
	}
	hit.Shape, hit.Point = w.ref(best), r.At(hit.T)
	return hit, true
}

// Overlap returns the colliders that share a point with a shape, in the order of Bodies and of their colliders.
func (w *World) Overlap(s *Shape, worldFromShape Pose) []ShapeRef {
	t := worldFromShape.rigid()
	box := boxOf(&s.bounds, &t)
	var refs []ShapeRef
	for _, i := range w.near(&box) {
		if c := &w.colliders[i]; Overlaps(s, t, c.shape, c.worldFromShape) {
			refs = append(refs, w.ref(i))
		}
	}
	slices.SortFunc(refs, compareRefs)
	return refs
}

// ClosestHit is the collider that is closest to a shape.
type ClosestHit struct {
	Shape    ShapeRef
	Distance float64   // meters, 0 where they overlap
	On       geom.Vec3 // the point of the given shape, world
	Point    geom.Vec3 // the point of the collider, world
}

// Closest returns the collider that is closest to a shape, at most within meters away; within may be +Inf. Of colliders
// that are equally close the first in the order of Bodies is returned.
func (w *World) Closest(s *Shape, worldFromShape Pose, within float64) (ClosestHit, bool) {
	t := worldFromShape.rigid()
	box := boxOf(&s.bounds, &t)
	reach := geom.Vec3{X: within, Y: within, Z: within}
	wide := geom.AABB{Min: box.Min.Sub(reach), Max: box.Max.Add(reach)}
	best, hit := int32(-1), ClosestHit{Distance: within}
	for _, i := range w.near(&wide) {
		c := &w.colliders[i]
		if boxDistance(&box, &c.fat) > hit.Distance {
			continue
		}
		d, on, point := Distance(s, t, c.shape, c.worldFromShape)
		if d < hit.Distance || d == hit.Distance && (best < 0 || compareRefs(w.ref(i), w.ref(best)) < 0) {
			best, hit.Distance, hit.On, hit.Point = i, d, on, point
		}
	}
	if best < 0 {
		return ClosestHit{}, false
	}
	hit.Shape = w.ref(best)
	return hit, true
}

// near lists the colliders, but sensors, whose boxes in the trees overlap box. The list holds until the next call or step.
func (w *World) near(box *geom.AABB) []int32 {
	w.hits = w.hits[:0]
	for i := range w.trees {
		w.hits = w.trees[i].query(box, w.hits)
	}
	w.hits = slices.DeleteFunc(w.hits, func(i int32) bool { return w.colliders[i].sensor })
	return w.hits
}

// ref names collider i.
func (w *World) ref(i int32) ShapeRef {
	c := &w.colliders[i]
	return ShapeRef{w.id(c.body), c.number}
}

func compareRefs(a, b ShapeRef) int {
	return cmp.Or(cmp.Compare(a.Body.index, b.Body.index), cmp.Compare(a.Collider, b.Collider))
}

// rigid is p as a transform; a caller's pose that is none panics.
func (p Pose) rigid() geom.Transform {
	q, err := p.valid()
	if err != nil {
		panic(fmt.Sprintf("physics: query: %v", err))
	}
	return q.Transform()
}

// boxDistance is how far apart two boxes are.
func boxDistance(a, b *geom.AABB) float64 {
	x := max(0, a.Min.X-b.Max.X, b.Min.X-a.Max.X)
	y := max(0, a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y)
	z := max(0, a.Min.Z-b.Max.Z, b.Min.Z-a.Max.Z)
	return math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
}

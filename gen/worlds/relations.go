package worlds

import (
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/scenes/settle"
)

// onGround are the relations along the ground, as the first camera sees it.
var onGround = []string{"left", "right", "front", "behind"}

// Relations of things that touch.
const (
	relationOn       = "on"       // it touches the other and is above its middle, which is below it
	relationUnder    = "under"    // the other is on it
	relationInside   = "inside"   // the other is below its middle and around it
	relationTouching = "touching" // they are nearer than a hundredth of the smaller one's radius
)

// touch is how near things are that touch, as a share of the smaller one's radius.
const touch = 0.01

// between lists for each thing the others that have a relation to it, one of those of touching things.
func (w *World) between(things []*thing, kind string) ([][]int, error) {
	out := make([][]int, len(things))
	solids := make([]settle.Thing, len(things))
	for i, t := range things {
		out[i] = []int{}
		var err error
		if solids[i], err = w.solidOf(t); err != nil {
			return nil, err
		}
	}
	for i, a := range things {
		for j, b := range things {
			if i == j {
				continue
			}
			holds := false
			switch kind {
			case relationInside:
				holds = b.inside(a)
			case relationTouching:
				holds = touches(a, b, &solids[i], &solids[j])
			case relationOn:
				holds = b.above(a) && touches(a, b, &solids[i], &solids[j])
			case relationUnder:
				holds = a.above(b) && touches(a, b, &solids[i], &solids[j])
			}
			if holds {
				out[i] = append(out[i], j)
			}
		}
	}
	return out, nil
}

// touches tells whether two things are as near as touching ones.
func touches(a, b *thing, as, bs *settle.Thing) bool {
	reach := float64(touch * min(a.claim, b.claim))
	return settle.Distance(*as, *bs, float64(2*reach)) <= reach
}

// bounds are those of the thing's box as it lies.
func (t *thing) bounds() geom.AABB { return t.box.Transformed(t.pose) }

// above tells whether a thing is above another: its middle is above the other one's circle, and its lowest point is higher than the
// other one's middle.
func (t *thing) above(o *thing) bool {
	at, under := t.at(), o.at()
	off := geom.V(at.X-under.X, at.Y-under.Y, 0).Len()
	return off < o.claim && t.bounds().Min.Z > under.Z
}

// inside tells whether a thing lies in another, which is larger and has its middle.
func (t *thing) inside(o *thing) bool {
	own, around := t.bounds(), o.bounds()
	size, room := own.Size(), around.Size()
	return around.Contains(t.at()) && size.X < room.X && size.Y < room.Y && own.Min.Z > around.Min.Z-float64(0.01*room.Z) && o.encloses(t.at())
}

// walls is how many of the eight ways on the level must end at a thing that is around a place: a jug has a spout.
const walls = 7

// encloses tells whether a thing is below a place and around it.
func (t *thing) encloses(at geom.Vec3) bool {
	own := t.pose.Inverse()
	from := own.Point(at)
	hits := func(way geom.Vec3) bool {
		r := geom.Ray{Origin: from, Dir: own.Dir(way)}
		return slices.ContainsFunc(t.parts, func(p part) bool { return meets(&r, p.mesh) })
	}
	if !hits(geom.V(0, 0, -1)) {
		return false
	}
	around := 0
	for i := range 8 {
		sin, cos := geom.SinCos(float64(i) * (math.Pi / 4))
		if hits(geom.V(cos, sin, 0)) {
			around++
		}
	}
	return around >= walls
}

// meets tells whether a ray meets a mesh (Möller and Trumbore 1997, "Fast, Minimum Storage Ray/Triangle Intersection").
func meets(r *geom.Ray, m *mesh.Mesh) bool {
	for _, t := range m.Triangles {
		a := m.Positions[t[0]]
		u, v := m.Positions[t[1]].Sub(a), m.Positions[t[2]].Sub(a)
		p := r.Dir.Cross(v)
		det := u.Dot(p)
		if det == 0 {
			continue
		}
		off := r.Origin.Sub(a)
		q := off.Cross(u)
		if x, y := off.Dot(p)/det, r.Dir.Dot(q)/det; x >= 0 && y >= 0 && x+y <= 1 && v.Dot(q)/det > 0 {
			return true
		}
	}
	return false
}

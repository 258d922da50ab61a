package worlds

import (
	"mereo/engine/geom"
	"mereo/scenes/settle"
)

// Relations of things that touch.
const (
	relationOn       = "on"       // it touches the other and is above its middle, which is below it
	relationUnder    = "under"    // the other is on it
	relationInside   = "inside"   // its middle is in the other's box, which is larger
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
				holds = b.in(a)
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

// in tells whether a thing lies in another: its middle is in the other's box, which is larger in all directions.
func (t *thing) in(o *thing) bool {
	own, around := t.bounds(), o.bounds()
	size, room := own.Size(), around.Size()
	return around.Contains(t.at()) && size.X < room.X && size.Y < room.Y && own.Min.Z > around.Min.Z-float64(0.01*room.Z)
}

package ptr

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/scenes/settle"
)

// Steps besides the moves of the labels.
const (
	stepStand = "stand" // upright where it is, its lowest point as high as before, or set down
	stepOnto  = "onto"  // let down on another one, as it is turned, the middle of its box above that of the other's
)

// stepped is object i after a step, and what it is stacked on then, -1 for nothing. Steps are tried where everything is now, before anything
// falls. published are the distances of moves.
func (m *plan) stepped(i int, change string, published bool) (t settle.Thing, supporter int, err error) {
	p, all := &m.Objects[i], m.things()
	var others []settle.Thing
	for n := range all {
		if n != i && !m.gone[n] {
			others = append(others, all[n])
		}
	}
	t = p.thing
	how, far, _ := strings.Cut(change, ".")
	if how == stepOnto {
		n, err := strconv.Atoi(far)
		switch {
		case err != nil || n < 0 || n >= len(all) || m.gone[n]:
			return t, 0, fmt.Errorf("the change is %q, want onto and the number of an object, 0 to %d, such as onto.0", change, len(all)-1)
		case n == i:
			return t, 0, &show.Refused{Why: "it cannot stand on itself"}
		}
		t, err = m.onto(t, n, others)
		return t, n, err
	}
	var by geom.Vec3
	if change == stepStand {
		lowest := t.Solid.Bounds(&t.WorldFromSolid.M).Min.Z
		t.WorldFromSolid.M = geom.RotZ(p.Yaw)
		by.Z = lowest - t.Solid.Bounds(&t.WorldFromSolid.M).Min.Z
	} else {
		distance, err := strconv.ParseFloat(far, 64)
		distances := moveDistances(published)
		k := slices.Index(show.Directions, how)
		if k < 0 || err != nil || !slices.Contains(distances, distance) {
			return t, 0, fmt.Errorf("the change is %q, want stand, onto and the number of an object, or left, right, front or behind and one of "+
				"%v meters, such as left.0.5", change, distances)
		}
		by = moveDirections[k].to.Scale(distance)
	}
	t, blocked := push(t, others, by, published)
	if blocked {
		return t, 0, errBlocked
	}
	return t, p.Supporter, nil
}

var errBlocked = &show.Refused{Why: "there it would be in a wall or in another object"}

// onto lets a thing down on object n.
func (m *plan) onto(t settle.Thing, n int, others []settle.Thing) (settle.Thing, error) {
	box, base := t.Solid.Bounds(&t.WorldFromSolid.M), m.bounds(n)
	to := base.Center().Sub(box.Center())
	to.Z = base.Max.Z + stackGap - box.Min.Z
	t.WorldFromSolid.T = to
	if judgeStage().Blocked(t, others, touching) {
		return t, errBlocked
	}
	below := []settle.Thing{m.Objects[n].thing}
	deep := base.Max.Z + stackGap - floorZ
	if settle.Drop(t, below, deep, touching) >= deep {
		return t, &show.Refused{Why: "it would come down beside the other object"}
	}
	t.WorldFromSolid.T.Z -= settle.Drop(t, others, deep, touching)
	return t, nil
}

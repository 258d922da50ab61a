package trance

// actors are what is known of the objects of a sample while its steps are planned: nothing, before a step is about them.
type actors [ObjectCount]actor

type actor struct {
	used    bool
	starts  bool // visible at first
	visible bool // now
	values  [attributeCount]int8
	moves   []plannedMove
}

// plannedMove is a move of an object and the area in which it ends.
type plannedMove struct {
	delta   Point
	visible bool
}

// assign lets object o take step i of a plan, and says whether it can by the rules of the generator, as if no other object
// were in the way. If not, what is known of the object is no longer right.
func (a *actors) assign(p *plan, i, o int) bool {
	pair, t := p.steps[i].Pair, p.types[i]
	me := &a[o]
	if !me.used {
		me.used, me.starts, me.visible = true, t != inMove, t != inMove
		if !a.areasSuffice(p.visible) {
			return false
		}
	} else if t == outMove {
		return false // it was changed before
	}
	if me.visible != (t != inMove) {
		return false
	}
	if attribute := pair.Attribute(); attribute != Position {
		value := int8(pair.value()) + 1 // 0 is an unknown value
		if me.values[attribute] == value {
			return false
		}
		me.values[attribute] = value
		return true
	}
	me.visible = t != outMove
	me.moves = append(me.moves[:len(me.moves):len(me.moves)], plannedMove{pair.Move().Delta(), me.visible})
	return len(me.moves) == 1 || len(me.startingPoints()) > 0
}

// areasSuffice tells whether there are as many objects in both areas at first as are needed.
func (a *actors) areasSuffice(visible int) bool {
	in, out := 0, 0
	for i := range a {
		switch {
		case a[i].used && a[i].starts:
			in++
		case a[i].used:
			out++
		}
	}
	return in <= visible && out <= ObjectCount-visible
}

// startingPoints are the points from which the object's moves lead to the areas that they shall.
func (me *actor) startingPoints() (points []Point) {
	for _, at := range areas[me.starts] {
		if me.reachesAreas(at) {
			points = append(points, at)
		}
	}
	return points
}

func (me *actor) reachesAreas(at Point) bool {
	for _, m := range me.moves {
		at = at.add(m.delta)
		if !at.Valid() || at.Visible() != m.visible {
			return false
		}
	}
	return true
}

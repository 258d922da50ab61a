package ptr

import (
	"slices"

	"mereo/gen/qa"
)

// addConstraints adds PTR's own kinds of constraints.
func addConstraints(l *qa.Library[*known]) {
	// COMMON_CAT p q: one part is a door or body and the other is not; of such parts the category can be told.
	l.AddConstraint(qa.Constraint[*known]{Name: "COMMON_CAT", Params: "ss", Violated: func(q *search, params []int) bool {
		p, r := text(q.Slot(params[0])), text(q.Slot(params[1]))
		if telling(p) {
			return r != "" && !telling(r)
		}
		return telling(r)
	}})
	// COMMON_CAT2 s p: objects of category s never have part p.
	l.AddConstraint(qa.Constraint[*known]{Name: "COMMON_CAT2", Params: "ss", Violated: func(q *search, params []int) bool {
		s, p := text(q.Slot(params[0])), text(q.Slot(params[1]))
		return p != "" && s != "" && s != qa.Thing && !slices.Contains(partsOf[s], p)
	}})
	// ANALOGY a b c d: a part is compared with one of its own object, so the analogy is no step from one object to another.
	l.AddConstraint(qa.Constraint[*known]{Name: "ANALOGY", Params: "nnnn", Violated: func(q *search, params []int) bool {
		d, ok := q.Output(params[3]).(qa.Object)
		if !ok {
			return false // it is placed last
		}
		a, okA := q.Output(params[0]).(geometry)
		b, okB := q.Output(params[1]).(geometry)
		c, okC := q.Output(params[2]).(geometry)
		if !okA || !okB || !okC {
			return false
		}
		alike := func(x, y geometry) bool { return x.Object == y.Object && x.Kind == y.Kind }
		return alike(a, b) || c.Object == int(d) || alike(a, c) && b.Object == int(d) || alike(b, c) && a.Object == int(d)
	}})
	// LINES n and PLANES n: straight, or flat, parts of object n are looked for, and a reader would count other ones, too.
	for name, kind := range map[string]string{"LINES": kindLine, "PLANES": kindPlane} {
		l.AddConstraint(qa.Constraint[*known]{Name: name, Params: "n", Violated: func(q *search, params []int) bool {
			o, ok := q.Output(params[0]).(qa.Object)
			if !ok || q.Scene.exhaustive {
				return false
			}
			last := &q.Template.Nodes[len(q.Template.Nodes)-1]
			g, _ := q.Output(last.Inputs[1]).(geometry)
			relation, _, _ := partSearch(last.Type)
			return q.Scene.objects[o].unsure(kind, geometricRelation{g.Kind, kind, relation}, g)
		}})
	}
	// RELATED r n: the same for an object n in which the second kind of a geometric relation r is looked for.
	l.AddConstraint(qa.Constraint[*known]{Name: "RELATED", Params: "nn", Violated: func(q *search, params []int) bool {
		r, okR := q.Output(params[0]).(geometricRelation)
		o, okO := q.Output(params[1]).(qa.Object)
		if !okR || !okO || q.Scene.exhaustive {
			return false
		}
		g, _ := q.Output(q.Template.Nodes[len(q.Template.Nodes)-1].Inputs[1]).(geometry)
		return q.Scene.objects[o].unsure(r.B, r, g)
	}})
}

// unsure tells whether a reader may find other parts than the labels have when those of a kind are looked for that are in a
// relation to g: the object has pieces of that kind that are not labelled, or straight parts that run in several directions,
// which the labels give none. Such are level bars, so they do no harm where upright parts are looked for.
func (o *knownObject) unsure(kind string, r geometricRelation, g geometry) bool {
	upright := (r.Relation == parallel) == (g.Kind == kind) && near(g.Vector, up)
	return o.unnamed[kind] || kind == kindLine && !upright && o.scattered()
}

// up is the direction of what stands upright.
var up = [3]float64{0, 0, 1}

// scattered tells whether the object has straight parts without a common direction.
func (o *knownObject) scattered() bool {
	for i := range o.lines {
		if !valid(o.lines[i].vector) {
			return true
		}
	}
	return false
}

// telling parts give their object's category away more than others.
func telling(part string) bool { return part == "door" || part == "body" }

// text is a slot's word, "" while it is not filled.
func text(v qa.Value) string {
	s, _ := v.(string)
	return s
}

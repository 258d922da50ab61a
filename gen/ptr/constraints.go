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
	// LINES n and PLANES n: straight, or flat, parts of object n are looked for, and it has pieces of that kind that are not in
	// the labels, so that a reader would count more.
	for name, kind := range map[string]string{"LINES": kindLine, "PLANES": kindPlane} {
		l.AddConstraint(qa.Constraint[*known]{Name: name, Params: "n", Violated: func(q *search, params []int) bool {
			o, ok := q.Output(params[0]).(qa.Object)
			return ok && !q.Scene.exhaustive && q.Scene.objects[o].unnamed[kind]
		}})
	}
	// RELATED r n: the same for an object n in which the second kind of a geometric relation r is looked for.
	l.AddConstraint(qa.Constraint[*known]{Name: "RELATED", Params: "nn", Violated: func(q *search, params []int) bool {
		r, okR := q.Output(params[0]).(geometricRelation)
		o, okO := q.Output(params[1]).(qa.Object)
		return okR && okO && !q.Scene.exhaustive && q.Scene.objects[o].unnamed[r.B]
	}})
}

// telling parts give their object's category away more than others.
func telling(part string) bool { return part == "door" || part == "body" }

// text is a slot's word, "" while it is not filled.
func text(v qa.Value) string {
	s, _ := v.(string)
	return s
}

package ptr

import (
	"math"
	"slices"

	"mereo/gen/ask"
)

// addConstraints adds PTR's own kinds of constraints.
func addConstraints(l *ask.Library[*known]) {
	// COMMON_CAT p q: one part is a door or body and the other is not; of such parts the category can be told.
	l.AddConstraint(ask.Constraint[*known]{Name: "COMMON_CAT", Params: "ss", Violated: func(q *search, params []int) bool {
		p, r := text(q.Slot(params[0])), text(q.Slot(params[1]))
		if telling(p) {
			return r != "" && !telling(r)
		}
		return telling(r)
	}})
	// COMMON_CAT2 s p: objects of category s never have part p.
	l.AddConstraint(ask.Constraint[*known]{Name: "COMMON_CAT2", Params: "ss", Violated: func(q *search, params []int) bool {
		s, p := text(q.Slot(params[0])), text(q.Slot(params[1]))
		return p != "" && s != "" && s != ask.Thing && !slices.Contains(partsOf[s], p)
	}})
	// ANALOGY a b c d: a part is compared with one of its own object, so the analogy is no step from one object to another.
	l.AddConstraint(ask.Constraint[*known]{Name: "ANALOGY", Params: "nnnn", Violated: func(q *search, params []int) bool {
		a, okA := q.Output(params[0]).(geometry)
		b, okB := q.Output(params[1]).(geometry)
		c, okC := q.Output(params[2]).(geometry)
		d, okD := q.Output(params[3]).(ask.Object)
		alike := func(x, y geometry) bool { return x.Object == y.Object && x.Kind == y.Kind }
		switch {
		case okA && okB && alike(a, b), okC && okD && c.Object == int(d):
			return true
		}
		return okA && okB && okC && okD && (alike(a, c) && b.Object == int(d) || alike(b, c) && a.Object == int(d))
	}})
	// LINES n and PLANES n: straight, or flat, parts of object n are looked for, and a reader would count other ones, too.
	for name, kind := range map[string]string{"LINES": kindLine, "PLANES": kindPlane} {
		l.AddConstraint(ask.Constraint[*known]{Name: name, Params: "n", Violated: func(q *search, params []int) bool {
			last := &q.Template.Nodes[len(q.Template.Nodes)-1]
			o, okO := q.Output(params[0]).(ask.Object)
			g, okG := q.Output(last.Inputs[1]).(geometry)
			if !okO || !okG || q.Scene.exhaustive {
				return false
			}
			relation, _, _ := partSearch(last.Type)
			return q.Scene.objects[o].unsure(kind, geometricRelation{g.Kind, kind, relation}, g)
		}})
	}
	// RELATED r n: the same for an object n in which the second kind of a geometric relation r is looked for.
	l.AddConstraint(ask.Constraint[*known]{Name: "RELATED", Params: "nn", Violated: func(q *search, params []int) bool {
		r, okR := q.Output(params[0]).(geometricRelation)
		o, okO := q.Output(params[1]).(ask.Object)
		g, okG := q.Output(q.Template.Nodes[len(q.Template.Nodes)-1].Inputs[1]).(geometry)
		if !okR || !okO || !okG || q.Scene.exhaustive {
			return false
		}
		return q.Scene.objects[o].unsure(r.B, r, g)
	}})
}

// A reader takes directions for parallel, or for being at right angles, that are surely within sureBound of it, and perhaps
// if they are within doubtBound: sines of about 5 and 25 degrees.
const (
	sureBound  = 0.08
	doubtBound = 0.42
)

// unsure tells whether a reader may find other parts than the labels have when those of a kind are looked for that are in a
// relation to g: the object has pieces of that kind that are not labeled, or parts that the labels give no direction since
// they run in several or are bent, or parts so tilted that one person counts them and the next does not. Leg bars without
// direction lie level, so nobody counts them among upright parts.
func (o *knownObject) unsure(kind string, r geometricRelation, g geometry) bool {
	along := sameWay(r.Relation, g.Kind, kind)
	upright := along && near(g.Vector, up, 1)
	return o.unnamed[kind] || slices.ContainsFunc(o.vectors(kind), func(d directedPart) bool {
		if !valid(d.vector) {
			return !(upright && d.part == "leg bar")
		}
		off := math.Abs(vec3(g.Vector).Dot(vec3(d.vector)))
		if along {
			off = vec3(g.Vector).Cross(vec3(d.vector)).Len()
		}
		return off < doubtBound && !(off < sureBound && lies(r.Relation, g.Kind, kind, g.Vector, d.vector, 1))
	})
}

// rails tells whether a reader may count aprons and the like among the parts of a kind in a relation to g. They are level boards and bars,
// so nobody counts them among upright bars and plates that lie; but posts of a back are almost upright, and slats lie.
func (o *knownObject) rails(kind, relation string, g geometry) bool {
	if o.slatted && kind == kindPlane {
		return true
	}
	posts := kind == kindLine && o.category == "Chair"
	return o.railed && (posts || !(sameWay(relation, g.Kind, kind) && near(g.Vector, up, 1)))
}

// up is the direction of what stands upright.
var up = [3]float64{0, 0, 1}

// telling parts give their object's category away more than others.
func telling(part string) bool { return part == "door" || part == "body" }

// text is a slot's word, "" while it is not filled.
func text(v ask.Value) string {
	s, _ := v.(string)
	return s
}

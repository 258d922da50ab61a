package closed

import (
	"math"
	"math/bits"
	"slices"

	"mereo/gen/ask"
)

// Graphed is a scene with a Graph.
type Graphed interface {
	Attributed
	AsGraph() *Graph
}

// AsGraph is the graph itself.
func (g *Graph) AsGraph() *Graph { return g }

// Ending is what a filter ends with.
type Ending int

// Endings of filters.
const (
	EndSet Ending = iota
	EndUnique
	EndCount
	EndExist
)

// Endings are the suffixes of macros, the functions that they end with, and what these yield.
var Endings = [...]struct {
	Suffix, Function string
	Out              ask.Type
}{
	EndSet: {"", "", ask.TypeSet}, EndUnique: {"_unique", "unique", ask.TypeObject},
	EndCount: {"_count", "count", ask.TypeInteger}, EndExist: {"_exist", "exist", ask.TypeBool},
}

// said are the objects that what fills a group fits.
func said[S Graphed](q *ask.Search[S], slots []int) uint64 {
	g := q.Scene.AsGraph()
	fit := g.all()
	for a, slot := range slots {
		if v := q.Slot(slot); v != "" {
			fit &= g.holders[a][v.(string)]
		}
	}
	return fit
}

// namingOf is what the rules of a search leave to a group.
func namingOf[S Graphed](q *ask.Search[S], slots []int) Naming {
	n := Naming{Slots: len(slots)}
	for a, slot := range slots {
		switch q.Rule(slot) {
		case ask.Filled:
			n.Shall |= 1 << a
			n.May |= 1 << a
		case ask.Free:
			n.May |= 1 << a
		}
	}
	return n
}

// Groups adds the nodes of templates that filter by a group of slots, one for each attribute in their order: filter, filter_unique,
// filter_count and filter_exist of a set, and relate_filter, relate_filter_unique and so on behind a relation, whose slot comes first. A
// scene has one Graph with these attributes and the relations of a type.
//
// What fills a group is found as CLEVR's generator finds it (Johnson et al. 2017, supplement): descriptions that fit objects of the scene,
// and for counts and existence as many that are drawn and may fit none; of relations that leave out none of what is described, one in ten.
func Groups[S Graphed](l *ask.Library[S], attributes []Attribute, relation ask.Type) {
	var group []ask.Type
	for _, a := range attributes {
		group = append(group, a.Type)
	}
	type search = ask.Search[S]
	steps := func(q *search, n *ask.TemplateNode, slots []int, end Ending, before []ask.Step) []ask.Step {
		from := q.Output(n.Inputs[0])
		if len(before) > 0 {
			from = before[len(before)-1].Output
		}
		call := func(function string, side []ask.Value) {
			from = q.Library.Function(function).Eval(q.Scene, []ask.Value{from}, side)
			before = append(before, ask.Step{Function: function, Side: side, Output: from})
		}
		for a, slot := range slots {
			if v := q.Slot(slot); v != "" {
				call("filter_"+attributes[a].Key, []ask.Value{v})
			}
		}
		if end != EndSet {
			call(Endings[end].Function, nil)
		}
		return before
	}
	for e, end := range Endings {
		l.AddMacro(ask.Macro[S]{
			Name: "filter" + end.Suffix, In: []ask.Type{ask.TypeSet}, Slots: group, Out: end.Out,
			Expand: func(q *search, n *ask.TemplateNode, room *[]ask.Branch) []ask.Branch {
				g := q.Scene.AsGraph()
				b := branchKey{Naming: namingOf(q, n.Slots), end: Ending(e), from: members(q.Output(n.Inputs[0]))}
				// What is told from what is the result of the node before, which is the set itself but where two sets are made before
				// both are filtered.
				b.current = b.from
				if before := q.Output(placed(q, n) - 1); before != nil {
					b.current = members(before)
				}
				t := g.table(b.Naming)
				found := g.filters(t, b)
				switch {
				case q.Wide():
					*room = (*room)[:0]
					for _, fit := range t.fits {
						*room = g.addResult(*room, b.end, fit&b.from)
					}
					*room = g.addResult(*room, b.end, 0)
					return *room
				case b.end == EndUnique || g.Exhaustive:
					return found
				}
				*room = append((*room)[:0], found...)
				drawn := make([]ask.Value, t.Slots*g.draws(t, b.end, b.current))
				for ; len(drawn) > 0; drawn = drawn[t.Slots:] {
					values := drawn[:t.Slots:t.Slots]
					fit := g.drawKey(q.Stream, t.Naming, values)
					*room = append(*room, ask.Branch{Slots: values, Output: g.result(b.end, fit&b.from)})
				}
				return *room
			},
			Steps: func(q *search, n *ask.TemplateNode) []ask.Step { return steps(q, n, n.Slots, Ending(e), nil) },
			Result: func(q *search, n *ask.TemplateNode) ask.Value {
				return q.Scene.AsGraph().result(Ending(e), members(q.Output(n.Inputs[0]))&said(q, n.Slots))
			},
		})
		l.AddMacro(ask.Macro[S]{
			Name: "relate_filter" + end.Suffix, In: []ask.Type{ask.TypeObject},
			Slots: append([]ask.Type{relation}, group...), Out: end.Out,
			Expand: func(q *search, n *ask.TemplateNode, room *[]ask.Branch) []ask.Branch {
				g := q.Scene.AsGraph()
				b := relateKey{namingOf(q, n.Slots[1:]), Ending(e), q.Output(n.Inputs[0]).(ask.Object)}
				if q.Wide() {
					*room = (*room)[:0]
					for r := range g.Others {
						for _, fit := range g.table(b.Naming).fits {
							if m := fit & g.Others[r][b.object]; m != 0 || b.end == EndCount || b.end == EndExist {
								*room = g.addResult(*room, b.end, m)
							}
						}
					}
					return *room
				}
				telling, trivial := g.Relatives(b.Naming, b.end, b.object)
				*room = append((*room)[:0], telling...)
				if g.Exhaustive {
					*room = append(*room, trivial...)
				} else if keep := min(TrivialCount(len(telling)), len(trivial)); keep > 0 {
					for _, i := range q.Stream.Perm(len(trivial))[:keep] {
						*room = append(*room, trivial[i])
					}
				}
				return *room
			},
			Steps: func(q *search, n *ask.TemplateNode) []ask.Step {
				relation := []ask.Value{q.Slot(n.Slots[0])}
				from := l.Function("relate").Eval(q.Scene, []ask.Value{q.Output(n.Inputs[0])}, relation)
				return steps(q, n, n.Slots[1:], Ending(e), []ask.Step{{Function: "relate", Side: relation, Output: from}})
			},
			Result: func(q *search, n *ask.TemplateNode) ask.Value {
				related, _ := q.Scene.Related(q.Slot(n.Slots[0]).(string), q.Output(n.Inputs[0]).(ask.Object))
				return q.Scene.AsGraph().result(Ending(e), members(related)&said(q, n.Slots[1:]))
			},
		})
	}
}

// members are the objects of a set as bits.
func members(v ask.Value) uint64 { return v.(ask.Set)[0] }

// placed is the position of a node in its template.
func placed[S any](q *ask.Search[S], n *ask.TemplateNode) int {
	for i := range q.Template.Nodes {
		if &q.Template.Nodes[i] == n {
			return i
		}
	}
	panic("closed: a node of another template")
}

// branchKey is what the branches of a filter depend on.
type branchKey struct {
	Naming
	end           Ending
	from, current uint64
}

// filters lists the descriptions as branches: all of them, or those that fit one object.
func (g *Graph) filters(t *keyTable, b branchKey) []ask.Branch {
	if found, ok := g.branches[b]; ok {
		return found
	}
	out := make([]ask.Branch, 0, len(t.keys))
	for i := range t.keys {
		key := &t.keys[i]
		if b.end == EndUnique && bits.OnesCount64(key.Fit&b.current) != 1 {
			continue
		}
		if v := g.result(b.end, key.Fit&b.from); v != ask.Invalid {
			out = append(out, ask.Branch{Slots: key.Values, Output: v})
		}
	}
	g.branches[b] = out
	return out
}

// draws is how many descriptions are drawn that may fit nothing: for existence as many as there are keys, else as many as there are
// keys that fit one object.
func (g *Graph) draws(t *keyTable, end Ending, current uint64) int {
	if end == EndExist {
		return len(t.keys)
	}
	return g.Single(t.Naming, current)
}

// Single is how many descriptions fit a single object of a set.
func (g *Graph) Single(n Naming, of uint64) (single int) {
	for _, key := range g.Keys(n) {
		if bits.OnesCount64(key.Fit&of) == 1 {
			single++
		}
	}
	return single
}

// result is what a filter yields that leaves a set of objects.
func (g *Graph) result(end Ending, m uint64) ask.Value {
	switch end {
	case EndUnique:
		return only(m)
	case EndCount:
		return bits.OnesCount64(m)
	case EndExist:
		return m != 0
	}
	return g.set(m)
}

// addResult adds a branch with a result alone, unless it is Invalid.
func (g *Graph) addResult(room []ask.Branch, end Ending, m uint64) []ask.Branch {
	if v := g.result(end, m); v != ask.Invalid {
		room = append(room, ask.Branch{Output: v})
	}
	return room
}

// relateKey is what the branches of a relation with a filter depend on.
type relateKey struct {
	Naming
	end    Ending
	object ask.Object
}

// relateBranches are the ways to fill a relation and a group.
type relateBranches struct{ telling, trivial []ask.Branch }

// Relatives lists the ways to fill a relation and a group that filters what is related to an object. Trivial ones have a group that fits
// the same objects without the relation.
func (g *Graph) Relatives(n Naming, end Ending, object ask.Object) (telling, trivial []ask.Branch) {
	key := relateKey{n, end, object}
	if found := g.relates[key]; found != nil {
		return found.telling, found.trivial
	}
	t := g.table(n)
	for r := range g.Relations {
		related := g.Others[r][object]
		values := t.relation(g, r)
		for i := range t.keys {
			fit := t.keys[i].Fit
			m := fit & related
			if m == 0 && end != EndCount && end != EndExist {
				continue
			}
			v := g.result(end, m)
			if v == ask.Invalid {
				continue
			}
			branch := ask.Branch{Slots: values[i], Output: v}
			if m == fit {
				trivial = append(trivial, branch)
			} else {
				telling = append(telling, branch)
			}
		}
	}
	g.relates[key] = &relateBranches{telling, trivial}
	return telling, trivial
}

// TrivialCount is how many trivial branches go with others: a tenth of all, rounded to even.
func TrivialCount(telling int) int { return int(math.RoundToEven(float64(telling) * 0.1 / 0.9)) }

// Rules adds the constraints on single slots of groups, which hold before a search: NULL and NONE_OF leave slots empty, ONE_OF all but one
// that is drawn, which ONE_OF_FORCE fills. SAID wants one of some slots filled. NEQ wants that two slots say the same, or both nothing, whatever its name says;
// DIFFER that they do not.
func Rules[S Graphed](l *ask.Library[S]) {
	type search = ask.Search[S]
	empty := func(q *search, slots []int) {
		for _, slot := range slots {
			q.SetRule(slot, ask.Empty)
		}
	}
	// one leaves one slot as it is, the last where nothing is drawn, and returns it.
	one := func(q *search, slots []int) int {
		left := len(slots) - 1
		if !q.Scene.AsGraph().Exhaustive {
			left = q.Stream.IntN(len(slots))
		}
		empty(q, slices.Concat(slots[:left], slots[left+1:]))
		return slots[left]
	}
	l.AddConstraint(ask.Constraint[S]{Name: "NULL", Params: "s", Rule: empty})
	l.AddConstraint(ask.Constraint[S]{Name: "NONE_OF", Params: "s+", Rule: empty})
	l.AddConstraint(ask.Constraint[S]{Name: "ONE_OF", Params: "s+", Rule: func(q *search, slots []int) { one(q, slots) }})
	l.AddConstraint(ask.Constraint[S]{Name: "ONE_OF_FORCE", Params: "s+", Rule: func(q *search, slots []int) { q.SetRule(one(q, slots), ask.Filled) }})
	l.AddConstraint(ask.Constraint[S]{Name: "SAID", Params: "s+", Violated: func(q *search, slots []int) bool {
		return !slices.ContainsFunc(slots, func(slot int) bool { return q.Slot(slot) != "" }) // nil is not filled yet
	}})
	l.AddConstraint(ask.Constraint[S]{Name: "DIFFER", Params: "ss", Violated: func(q *search, slots []int) bool {
		a := q.Slot(slots[0])
		return a != nil && a == q.Slot(slots[1])
	}})
	l.AddConstraint(ask.Constraint[S]{Name: "NEQ", Params: "ss", Violated: func(q *search, slots []int) bool {
		a, b := q.Slot(slots[0]), q.Slot(slots[1])
		return a != nil && b != nil && a != b
	}})
}

package ptr

import (
	"slices"

	"mereo/gen/ask"
	"mereo/scenes/rng"
)

type (
	search = ask.Search[*known]
	branch = ask.Branch
)

// flagNumber marks families that ask about a number: they describe no object by numbers of parts.
const flagNumber = "number"

// addMacros adds the nodes of templates that stand for several calls, and those that propose side inputs.
func addMacros(l *ask.Library[*known]) {
	group := []ask.Type{typeCategory, typePart, typePartNumber, typePartColor}
	ends := []struct {
		suffix string
		end    ending
		out    ask.Type
	}{{"_unique", endUnique, ask.TypeObject}, {"_count", endCount, ask.TypeInteger}, {"_exist", endExist, ask.TypeBool}}
	for _, e := range ends {
		l.AddMacro(ask.Macro[*known]{
			Name: "filter_object" + e.suffix, In: []ask.Type{ask.TypeSet}, Slots: group, Out: e.out,
			Expand: func(q *search, n *ask.TemplateNode, room *[]branch) []branch {
				from := q.Output(n.Inputs[0]).(ask.Set)
				key := filterKey{from: from, end: e.end, slots: len(n.Slots), number: q.Template.Flag(flagNumber)}
				// "How many things are there?" is no question about a part.
				key.nothing = e.end == endCount && q.Template.Nodes[n.Inputs[0]].Type == "scene"
				found := q.Scene.options(l, key).branches
				switch {
				case e.end == endUnique || q.Scene.exhaustive:
				case q.Wide():
					*room = inventable(q.Scene, l, key, append((*room)[:0], found...))
					return *room
				default:
					*room = invent(q, l, key, append((*room)[:0], found...))
					return *room
				}
				return found
			},
		})
	}
	for _, e := range append(ends, struct {
		suffix string
		end    ending
		out    ask.Type
	}{"", endNone, ask.TypeSet}) {
		l.AddMacro(ask.Macro[*known]{
			Name: "relate_filter" + e.suffix, In: []ask.Type{ask.TypeObject}, Slots: append([]ask.Type{typeRelation}, group...), Out: e.out,
			Expand: func(q *search, n *ask.TemplateNode, room *[]branch) []branch {
				key := filterKey{end: e.end, slots: len(n.Slots) - 1, number: q.Template.Flag(flagNumber)}
				o := q.Scene.relateOptions(l, q.Output(n.Inputs[0]).(ask.Object), key)
				switch {
				case q.Scene.exhaustive:
					return o.telling
				case q.Wide():
					*room = slices.Concat(o.telling, o.trivial, o.empty)
					return *room
				}
				out := drawSome(q.Stream, o.trivial, o.keep, append((*room)[:0], o.telling...))
				if e.end == endExist {
					out = drawSome(q.Stream, o.empty, len(out), out) // as many as there are others
				}
				*room = out
				return out
			},
		})
	}
	for _, name := range []string{"query_part-color", "query_part-count", "query_part-category", "query_part-geometry", "same_part-color", "same_part-count"} {
		f := l.Function(name)
		l.AddMacro(ask.Macro[*known]{
			Name: name, In: f.In, Slots: f.Side, Out: f.Out,
			Expand: func(q *search, n *ask.TemplateNode, room *[]branch) []branch {
				*room = propose(q, q.Scene.candidates(l, name, q.Output(n.Inputs[0]).(ask.Object)), (*room)[:0])
				return *room
			},
		})
	}
}

// drawSome appends n of some branches, all of them where there are fewer.
func drawSome(s *rng.Stream, from []branch, n int, room []branch) []branch {
	if n == 0 || len(from) == 0 {
		return room
	}
	for _, i := range s.Perm(len(from))[:min(n, len(from))] {
		room = append(room, from[i])
	}
	return room
}

// inventTries is how many descriptions are drawn at most.
const inventTries = 1000

// invent appends descriptions that were drawn and may fit nothing, for questions whose answer may be none.
func invent(q *search, l *ask.Library[*known], key filterKey, room []branch) []branch {
	t := q.Scene.table(key.number)
	want := len(t.entries) / 3
	if key.end == endCount {
		want = 0
		for _, e := range t.entries {
			if e.fit.Len() == 1 {
				want++
			}
		}
		want /= 2
	}
	added := map[filterDescription]bool{}
	for tries := 0; tries < inventTries && len(added) < want; tries++ {
		d := inventOne(q.Stream, t)
		if t.known[d] || added[d] {
			continue
		}
		added[d] = true
		said := q.Scene.project(q.Scene.describe(d), key.slots)
		if steps := q.Scene.chain(l, key.from, said, key.end); steps != nil {
			room = append(room, branch{Slots: said.slots[:key.slots], Steps: steps})
		}
	}
	return room
}

// inventable appends branches with every result that an invented description can have: those of parts that cannot be named
// without a category are in no table, whatever they fit; others fit nothing.
func inventable(k *known, l *ask.Library[*known], key filterKey, room []branch) []branch {
	for _, part := range commonParts {
		for i := range len(colorNames) + 1 {
			d := filterDescription{part: part}
			if i > 0 {
				d.color = colorNames[i-1]
			}
			if steps := k.chain(l, key.from, k.project(k.describe(d), key.slots), key.end); steps != nil {
				room = append(room, branch{Steps: steps})
			}
		}
	}
	nothing := l.Function(endFunctions[key.end]).Eval(k, []ask.Value{ask.Set{}}, nil)
	return append(room, branch{Steps: []ask.Step{{Function: endFunctions[key.end], Output: nothing}}})
}

// inventOne draws a category alone, or changes an existing description: another part and color for its category, or another
// color for its part.
func inventOne(s *rng.Stream, t *filterTable) filterDescription {
	color := rng.Choose(s, colorNames)
	i := s.IntN(len(askedCategories) + 1 + 2*len(t.entries))
	switch e := len(askedCategories) + 1; {
	case i < len(askedCategories):
		return filterDescription{category: askedCategories[i]}
	case i < e:
		return filterDescription{}
	case i < e+len(t.entries):
		d := t.entries[i-e].filterDescription
		parts := commonParts
		if d.category != "" {
			parts = partsOf[d.category]
		}
		return filterDescription{category: d.category, part: rng.Choose(s, parts), color: color}
	default:
		d := t.entries[i-e-len(t.entries)].filterDescription
		if d.part != "" {
			d.color = color
		}
		return d
	}
}

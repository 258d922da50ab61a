package shopvrb

import (
	"math/bits"
	"slices"

	"mereo/gen/ask"
)

type (
	template = ask.Template[*known]
	instance = ask.Instance[*known]
	search   = ask.Search[*known]
)

// ending is what a filter ends with.
type ending int

const (
	endSet ending = iota
	endUnique
	endCount
	endExist
)

// endings are the suffixes of macros, the functions that they end with, and what these yield.
var endings = [...]struct {
	suffix, function string
	out              ask.Type
}{
	endSet: {"", "", ask.TypeSet}, endUnique: {"_unique", "unique", ask.TypeObject},
	endCount: {"_count", "count", ask.TypeInteger}, endExist: {"_exist", "exist", ask.TypeBool},
}

// Groups of slots: those of a phrase about what is seen, and those with what must be read up.
const (
	visualGroup  = "G"
	textualGroup = "E"
)

// slotLetters are the names of a group's slots without its number, in the order of attributes.
var slotLetters = []string{"Z", "W", "C", "M", "V", "S", "N", "P", "D", "K", "A"}

// addMacros adds the nodes of templates that stand for several calls.
func addMacros(l *ask.Library[*known]) {
	l.Groups = map[string][]string{visualGroup: slotLetters[:visualCount], textualGroup: slotLetters}
	var group []ask.Type
	for a := range attributes {
		group = append(group, typeOf(a))
	}
	for e, end := range endings {
		l.AddMacro(ask.Macro[*known]{
			Name: "filter" + end.suffix, In: []ask.Type{ask.TypeSet}, Slots: group, Out: end.out,
			Expand: func(q *search, n *ask.TemplateNode, room *[]ask.Branch) []ask.Branch {
				return q.Scene.filters(q, n, ending(e), room)
			},
			Steps: func(q *search, n *ask.TemplateNode) []ask.Step { return steps(q, n, n.Slots, ending(e), nil) },
			Result: func(q *search, n *ask.TemplateNode) ask.Value {
				return q.Scene.result(ending(e), members(q.Output(n.Inputs[0]))&q.Scene.said(q, n.Slots))
			},
		})
		l.AddMacro(ask.Macro[*known]{
			Name: "relate_filter" + end.suffix, In: []ask.Type{ask.TypeObject},
			Slots: append([]ask.Type{typeRelation}, group...), Out: end.out,
			Expand: func(q *search, n *ask.TemplateNode, room *[]ask.Branch) []ask.Branch {
				return q.Scene.relatives(q, n, ending(e), room)
			},
			Steps: func(q *search, n *ask.TemplateNode) []ask.Step {
				relation := []ask.Value{q.Slot(n.Slots[0])}
				from := l.Function("relate").Eval(q.Scene, []ask.Value{q.Output(n.Inputs[0])}, relation)
				return steps(q, n, n.Slots[1:], ending(e), []ask.Step{{Function: "relate", Side: relation, Output: from}})
			},
			Result: func(q *search, n *ask.TemplateNode) ask.Value {
				r := slices.Index(Relations, q.Slot(n.Slots[0]).(string))
				related := q.Scene.related[r][q.Output(n.Inputs[0]).(ask.Object)]
				return q.Scene.result(ending(e), related&q.Scene.said(q, n.Slots[1:]))
			},
		})
	}
}

// steps are the calls of a filled group: filters for what is said, and the ending, behind those before.
func steps(q *search, n *ask.TemplateNode, slots []int, end ending, before []ask.Step) []ask.Step {
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
	if end != endSet {
		call(endings[end].function, nil)
	}
	return before
}

// said are the things that what fills a group fits.
func (k *known) said(q *search, slots []int) uint64 {
	fit := k.all()
	for a, slot := range slots {
		if v := q.Slot(slot); v != "" {
			fit &= k.holders[a][v.(string)]
		}
	}
	return fit
}

// result is what a filter yields that leaves a set of things.
func (k *known) result(end ending, m uint64) ask.Value {
	switch end {
	case endUnique:
		return only(m)
	case endCount:
		return bits.OnesCount64(m)
	case endExist:
		return m != 0
	}
	return k.set(m)
}

// namingOf says what the rules of a search leave to a group.
func namingOf(q *search, slots []int) naming {
	n := naming{slots: len(slots)}
	for a, slot := range slots {
		switch q.Rule(slot) {
		case ask.Filled:
			n.shall |= 1 << a
			n.may |= 1 << a
		case ask.Free:
			n.may |= 1 << a
		}
	}
	return n
}

// branchKey is what the branches of a filter depend on.
type branchKey struct {
	naming
	end           ending
	from, current uint64
}

// filters lists the ways to fill a group that filters a set. What is told from what is the result of the node before, which is
// the set itself but where two sets are made before both are filtered.
func (k *known) filters(q *search, n *ask.TemplateNode, end ending, room *[]ask.Branch) []ask.Branch {
	t := k.table(namingOf(q, n.Slots))
	key := branchKey{naming: t.naming, end: end, from: members(q.Output(n.Inputs[0]))}
	key.current = key.from
	if before := q.Output(placed(q, n) - 1); before != nil {
		key.current = members(before)
	}
	found, ok := k.branches[key]
	if !ok {
		found = k.findFilters(t, key)
		k.branches[key] = found
	}
	switch {
	case q.Wide():
		*room = (*room)[:0]
		for _, fit := range t.fits {
			*room = k.addResult(*room, end, fit&key.from)
		}
		*room = k.addResult(*room, end, 0)
		return *room
	case end == endUnique || k.exhaustive:
		return found
	}
	*room = append((*room)[:0], found...)
	drawn := make([]ask.Value, t.slots*k.draws(t, end, key.current))
	for ; len(drawn) > 0; drawn = drawn[t.slots:] {
		values := drawn[:t.slots:t.slots]
		fit := k.drawKey(q.Stream, t.naming, values)
		*room = append(*room, ask.Branch{Slots: values, Output: k.result(end, fit&key.from)})
	}
	return *room
}

// placed is the position of a node in its template.
func placed(q *search, n *ask.TemplateNode) int {
	for i := range q.Template.Nodes {
		if &q.Template.Nodes[i] == n {
			return i
		}
	}
	panic("shopvrb: a node of another template")
}

// findFilters lists the keys as branches: all of them, or those that fit one thing.
func (k *known) findFilters(t *keyTable, b branchKey) []ask.Branch {
	out := make([]ask.Branch, 0, len(t.keys))
	for i := range t.keys {
		key := &t.keys[i]
		if b.end == endUnique && bits.OnesCount64(key.fit&b.current) != 1 {
			continue
		}
		if v := k.result(b.end, key.fit&b.from); v != ask.Invalid {
			out = append(out, ask.Branch{Slots: key.values, Output: v})
		}
	}
	return out
}

// draws is how many keys are drawn that may fit nothing: for existence as many as there are keys, else as many as there are
// keys that fit one thing.
func (k *known) draws(t *keyTable, end ending, current uint64) int {
	if end == endExist {
		return len(t.keys)
	}
	n := 0
	for i := range t.keys {
		if bits.OnesCount64(t.keys[i].fit&current) == 1 {
			n++
		}
	}
	return n
}

// addResult adds a branch with a result alone, unless it is Invalid.
func (k *known) addResult(room []ask.Branch, end ending, m uint64) []ask.Branch {
	if v := k.result(end, m); v != ask.Invalid {
		room = append(room, ask.Branch{Output: v})
	}
	return room
}

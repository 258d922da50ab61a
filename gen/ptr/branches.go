package ptr

import (
	"mereo/gen/ask"
)

// How a filter macro ends.
type ending uint8

const (
	endNone ending = iota
	endUnique
	endCount
	endExist
)

var endFunctions = [...]string{endUnique: "unique", endCount: "count", endExist: "exist"}

type chainKey struct {
	from ask.Set
	d    *description
	end  ending
}

// chain are the calls that filter a set by a description, with their results; nil when one of them is Invalid or the
// condition on the part changes nothing.
func (k *known) chain(l *ask.Library[*known], from ask.Set, d *description, end ending) []ask.Step {
	key := chainKey{from, d, end}
	if steps, ok := k.cache.chains[key]; ok {
		return steps
	}
	steps := k.newChain(l, from, d, end)
	k.cache.chains[key] = steps
	return steps
}

func (k *known) newChain(l *ask.Library[*known], from ask.Set, d *description, end ending) []ask.Step {
	steps := make([]ask.Step, 0, 1+len(d.slots))
	var at ask.Value = from
	call := func(name string, side []ask.Value) bool {
		at = l.Function(name).Eval(k, []ask.Value{at}, side)
		steps = append(steps, ask.Step{Function: name, Side: side, Output: at})
		return at != ask.Invalid
	}
	var byCategory, byPart ask.Set
	if d.category != "" {
		if !call("filter_object-category", d.slots[0:1]) {
			return nil
		}
		byCategory = at.(ask.Set)
	}
	if d.part != "" {
		call("filter_part-category", d.slots[1:2])
		if d.n > 0 {
			call("filter_part-count", d.slots[2:3])
		}
		if d.color != "" {
			call("filter_color", d.slots[3:4])
		}
		byPart = at.(ask.Set)
	}
	if !byCategory.Empty() && byCategory == byPart {
		return nil
	}
	if end != endNone && !call(endFunctions[end], nil) {
		return nil
	}
	return steps
}

type filterKey struct {
	from    ask.Set
	end     ending
	slots   int
	number  bool
	nothing bool // the description that says nothing is left out
}

// filterOptions are the branches of a filter on one set.
type filterOptions struct{ branches []branch }

// options lists how a filter macro can be filled on a set: with every description that fits exactly one object of it, or,
// where it ends in a number or in whether there are any, with every description.
func (k *known) options(l *ask.Library[*known], key filterKey) *filterOptions {
	// Nearly all questions are about filters for one object of the whole scene: these are found without a map.
	whole := &k.cache.whole[at(key.number)]
	if key == (filterKey{from: ask.AllOf(len(k.objects)), end: endUnique, slots: 4, number: key.number}) {
		if *whole == nil {
			*whole = k.newOptions(l, key)
		}
		return *whole
	}
	if o := k.cache.filters[key]; o != nil {
		return o
	}
	o := k.newOptions(l, key)
	k.cache.filters[key] = o
	return o
}

func (k *known) newOptions(l *ask.Library[*known], key filterKey) *filterOptions {
	o := &filterOptions{}
	seen := map[*description]bool{}
	for _, e := range k.table(key.number).entries {
		if key.end == endUnique && e.fit.And(key.from).Len() != 1 || key.nothing && e.filterDescription == (filterDescription{}) {
			continue
		}
		d := k.project(e.description, key.slots)
		if seen[d] {
			continue
		}
		seen[d] = true
		if steps := k.chain(l, key.from, d, key.end); steps != nil {
			o.branches = append(o.branches, branch{Slots: d.slots[:key.slots], Steps: steps})
		}
	}
	return o
}

// at is the place of what is about numbers in tables of two.
func at(number bool) int {
	if number {
		return 1
	}
	return 0
}

type relateKey struct {
	object ask.Object
	filterKey
}

// relateOptions are the branches of a filter behind a relation.
type relateOptions struct {
	telling []branch // the relation leaves some of the described objects out
	trivial []branch // it leaves out none
	keep    int      // how many of the trivial ones are offered
	empty   []branch // no object is in the relation
}

// relatedEntry is a description of objects in a relation; fit are those of them that it fits.
type relatedEntry struct {
	relation int // in relationNames
	filterEntry
}

// relatedEntries lists the descriptions that fit objects in a relation to one: telling ones, of which the relation leaves
// some objects out, and trivial ones. Where nothing is telling, nothing trivial is offered either. Empty ones fit no object.
func (k *known) relatedEntries(object ask.Object, number bool, end ending) (telling, trivial, empty []relatedEntry) {
	for r := range relationNames {
		for _, e := range k.table(number).entries {
			switch left := e.fit.And(k.related[r][object]); {
			case left.Empty():
				empty = append(empty, relatedEntry{r, filterEntry{e.description, left}})
			case end == endUnique && left.Len() != 1:
			case left == e.fit:
				trivial = append(trivial, relatedEntry{r, filterEntry{e.description, left}})
			default:
				telling = append(telling, relatedEntry{r, filterEntry{e.description, left}})
			}
		}
	}
	if len(telling) == 0 {
		trivial = nil
	}
	return telling, trivial, empty
}

// relateOptions lists how a relation and a filter can be filled from one object.
func (k *known) relateOptions(l *ask.Library[*known], object ask.Object, key filterKey) *relateOptions {
	if o := k.cache.relates[relateKey{object, key}]; o != nil {
		return o
	}
	telling, trivial, empty := k.relatedEntries(object, key.number, key.end)
	type said struct {
		relation int
		d        *description
	}
	seen := map[said]bool{}
	var relate [relationCount]ask.Step
	for r, name := range relationNames {
		relate[r] = ask.Step{Function: "relate", Side: []ask.Value{name}, Output: k.related[r][object]}
	}
	branches := func(entries []relatedEntry) []branch {
		out := make([]branch, 0, len(entries))
		slots := make([]ask.Value, 0, len(entries)*(1+key.slots)) // of all branches, in one piece
		for _, e := range entries {
			d := k.project(e.description, key.slots)
			if seen[said{e.relation, d}] {
				continue
			}
			seen[said{e.relation, d}] = true
			if steps := k.chain(l, k.related[e.relation][object], d, key.end); steps != nil {
				at, r := len(slots), &relate[e.relation]
				slots = append(append(slots, r.Side[0]), d.slots[:key.slots]...)
				out = append(out, branch{
					Slots: slots[at:len(slots):len(slots)],
					Steps: append(append(make([]ask.Step, 0, 1+len(steps)), *r), steps...),
				})
			}
		}
		return out
	}
	// Telling ones first: where only the category is said, a description that is trivial in full may not be so.
	o := &relateOptions{telling: branches(telling)}
	o.trivial = branches(trivial)
	if key.end == endExist {
		o.empty = branches(empty)
	}
	// A tenth of what is offered may be trivial.
	o.keep = min((2*len(telling)+9)/18, len(o.trivial))
	k.cache.relates[relateKey{object, key}] = o
	return o
}

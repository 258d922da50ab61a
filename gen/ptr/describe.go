package ptr

import (
	"slices"

	"mereo/gen/ask"
)

// filterEntry is a way to describe objects and the objects it fits.
type filterEntry struct {
	*description
	fit ask.Set
}

// description is a filterDescription with the values of a group's slots: category, part, number, color.
type description struct {
	filterDescription
	slots [4]ask.Value
}

// filterDescription names a category, a part, how many there are of it, and its color; empty where it says nothing.
type filterDescription struct {
	category, part string
	n              int
	color          string
}

// filterTable lists the descriptions that fit an object of the scene.
type filterTable struct {
	entries []filterEntry
	known   map[filterDescription]bool
}

// withoutColor are parts that every object of their category has, so naming one says nothing unless its color is named.
var withoutColor = []string{"seat", "body", "back", "sleep area", "top"}

// commonParts are parts that can be named without a category. Some of them are only for scenes in which no or several
// categories have them.
var commonParts = []string{"leg", "back", "central support", "pedestal", "leg bar", "wheel", "door", "body"}

var giveAway = map[string][2]string{
	"back": {"Chair", "Bed"}, "central support": {"Chair", "Table"}, "pedestal": {"Chair", "Table"},
	"body": {"Cart", "Refrigerator"}, "door": {"Table", "Refrigerator"}, "wheel": {"Cart", "Chair"},
}

// common tells whether a part can be named in this scene without a category: that must not give the category away.
func (k *known) common(part string) bool {
	if !slices.Contains(commonParts, part) {
		return false
	}
	two, ok := giveAway[part]
	return !ok || k.has(two[0]) == k.has(two[1])
}

func (k *known) has(category string) bool {
	return slices.ContainsFunc(k.objects, func(o knownObject) bool { return o.category == category })
}

// cache keeps what the searches on one scene have in common.
type cache struct {
	tables       [2]*filterTable   // for families that do not, and do, ask about a number
	whole        [2]*filterOptions // for one object of the whole scene, likewise
	descriptions map[filterDescription]*description
	filters      map[filterKey]*filterOptions
	relates      map[relateKey]*relateOptions
	queries      map[queryKey][]candidate
	chains       map[chainKey][]ask.Step
}

func newCache() *cache {
	return &cache{
		descriptions: map[filterDescription]*description{}, filters: map[filterKey]*filterOptions{},
		relates: map[relateKey]*relateOptions{}, queries: map[queryKey][]candidate{}, chains: map[chainKey][]ask.Step{},
	}
}

// clear makes the cache ready for another scene; its maps keep their size.
func (c *cache) clear() {
	c.tables, c.whole = [2]*filterTable{}, [2]*filterOptions{}
	clear(c.descriptions)
	clear(c.filters)
	clear(c.relates)
	clear(c.queries)
	clear(c.chains)
}

// table returns the descriptions for families that do not, or do, ask about a number.
func (k *known) table(number bool) *filterTable {
	t := &k.cache.tables[at(number)]
	if *t == nil {
		*t = k.newTable(number)
	}
	return *t
}

func (k *known) newTable(number bool) *filterTable {
	t := &filterTable{known: map[filterDescription]bool{}}
	index := map[filterDescription]int{}
	add := func(d filterDescription, o ask.Object) {
		at, ok := index[d]
		if !ok {
			at = len(t.entries)
			index[d], t.known[d] = at, true
			t.entries = append(t.entries, filterEntry{description: k.describe(d)})
		}
		t.entries[at].fit = t.entries[at].fit.With(o)
	}
	for i := range k.objects {
		o := &k.objects[i]
		for _, category := range []string{o.category, ""} {
			for _, p := range o.parts { // of an object without visible parts nothing is said
				add(filterDescription{category: category}, ask.Object(i))
				if category == "" && !k.common(p) {
					continue
				}
				for _, n := range []int{0, o.number(p)} {
					for _, color := range []string{"", o.color[p].Name} {
						d := filterDescription{category, p, n, color}
						if d.sayable(number) {
							add(d, ask.Object(i))
						}
					}
				}
			}
		}
	}
	return t
}

// sayable tells whether a description with a part is one that people would use.
func (d filterDescription) sayable(number bool) bool {
	switch {
	case d.n > 0 && (number || d.part == "arm horizontal bar"):
		return false
	case d.category == "" || d.color != "":
		return true
	case slices.Contains(withoutColor, d.part):
		return false
	}
	return d.part != "wheel" || d.n > 0
}

// describe returns the description of d, the same one for equal d.
func (k *known) describe(d filterDescription) *description {
	if at := k.cache.descriptions[d]; at != nil {
		return at
	}
	out := &description{d, [4]ask.Value{ask.Thing, d.part, "", ""}}
	if d.category != "" {
		out.slots[0] = d.category
	}
	if d.n > 0 {
		out.slots[2] = partNumber{d.part, d.n}
	}
	if d.color != "" {
		out.slots[3] = partColor{d.part, d.color}
	}
	k.cache.descriptions[d] = out
	return out
}

// project keeps what a node's slots can say: the first of category, part, number and color.
func (k *known) project(d *description, slots int) *description {
	if slots == len(d.slots) {
		return d
	}
	said := d.filterDescription
	said.color = ""
	if slots < 3 {
		said.n = 0
	}
	if slots < 2 {
		said.part = ""
	}
	if slots < 1 {
		said.category = ""
	}
	return k.describe(said)
}

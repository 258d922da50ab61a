package ptr

import (
	"maps"
	"slices"

	"mereo/gen/qa"
	"mereo/scenes/rng"
)

type (
	search = qa.Search[*known]
	branch = qa.Branch
)

// flagNumber marks families that ask about a number: they describe no object by numbers of parts.
const flagNumber = "number"

// filterEntry is a way to describe objects and the objects it fits.
type filterEntry struct {
	*description
	fit qa.Set
}

// description is a filterDescription with the values of a group's slots: category, part, number, colour.
type description struct {
	filterDescription
	slots [4]qa.Value
}

// filterDescription names a category, a part, how many there are of it, and its colour; empty where it says nothing.
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

// withoutColor are parts that every object of their category has, so naming one says nothing unless its colour is named.
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
	chains       map[chainKey][]qa.Step
}

func newCache() *cache {
	return &cache{
		descriptions: map[filterDescription]*description{}, filters: map[filterKey]*filterOptions{},
		relates: map[relateKey]*relateOptions{}, queries: map[queryKey][]candidate{}, chains: map[chainKey][]qa.Step{},
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
	add := func(d filterDescription, o qa.Object) {
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
				add(filterDescription{category: category}, qa.Object(i))
				if category == "" && !k.common(p) {
					continue
				}
				for _, n := range []int{0, o.number(p)} {
					for _, color := range []string{"", o.color[p].Name} {
						d := filterDescription{category, p, n, color}
						if d.sayable(number) {
							add(d, qa.Object(i))
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
	out := &description{d, [4]qa.Value{qa.Thing, d.part, "", ""}}
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

// project keeps what a node's slots can say: the first of category, part, number and colour.
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
	from qa.Set
	d    *description
	end  ending
}

// chain are the calls that filter a set by a description, with their results; nil when one of them is Invalid or the
// condition on the part changes nothing.
func (k *known) chain(l *qa.Library[*known], from qa.Set, d *description, end ending) []qa.Step {
	key := chainKey{from, d, end}
	if steps, ok := k.cache.chains[key]; ok {
		return steps
	}
	steps := k.newChain(l, from, d, end)
	k.cache.chains[key] = steps
	return steps
}

func (k *known) newChain(l *qa.Library[*known], from qa.Set, d *description, end ending) []qa.Step {
	steps := make([]qa.Step, 0, 1+len(d.slots))
	var at qa.Value = from
	call := func(name string, side []qa.Value) bool {
		at = l.Function(name).Eval(k, []qa.Value{at}, side)
		steps = append(steps, qa.Step{Function: name, Side: side, Output: at})
		return at != qa.Invalid
	}
	var byCategory, byPart qa.Set
	if d.category != "" {
		if !call("filter_object-category", d.slots[0:1]) {
			return nil
		}
		byCategory = at.(qa.Set)
	}
	if d.part != "" {
		call("filter_part-category", d.slots[1:2])
		if d.n > 0 {
			call("filter_part-count", d.slots[2:3])
		}
		if d.color != "" {
			call("filter_color", d.slots[3:4])
		}
		byPart = at.(qa.Set)
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
	from    qa.Set
	end     ending
	slots   int
	number  bool
	nothing bool // the description that says nothing is left out
}

// filterOptions are the branches of a filter on one set.
type filterOptions struct{ branches []branch }

// options lists how a filter macro can be filled on a set: with every description that fits exactly one object of it, or,
// where it ends in a number or in whether there are any, with every description.
func (k *known) options(l *qa.Library[*known], key filterKey) *filterOptions {
	// Nearly all questions are about filters for one object of the whole scene: these are found without a map.
	whole := &k.cache.whole[at(key.number)]
	if key == (filterKey{from: qa.AllOf(len(k.objects)), end: endUnique, slots: 4, number: key.number}) {
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

func (k *known) newOptions(l *qa.Library[*known], key filterKey) *filterOptions {
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
	object qa.Object
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
func (k *known) relatedEntries(object qa.Object, number bool, end ending) (telling, trivial, empty []relatedEntry) {
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
func (k *known) relateOptions(l *qa.Library[*known], object qa.Object, key filterKey) *relateOptions {
	if o := k.cache.relates[relateKey{object, key}]; o != nil {
		return o
	}
	telling, trivial, empty := k.relatedEntries(object, key.number, key.end)
	type said struct {
		relation int
		d        *description
	}
	seen := map[said]bool{}
	branches := func(entries []relatedEntry) (out []branch) {
		for _, e := range entries {
			d := k.project(e.description, key.slots)
			if seen[said{e.relation, d}] {
				continue
			}
			seen[said{e.relation, d}] = true
			name, from := relationNames[e.relation], k.related[e.relation][object]
			if steps := k.chain(l, from, d, key.end); steps != nil {
				relate := qa.Step{Function: "relate", Side: []qa.Value{name}, Output: from}
				out = append(out, branch{
					Slots: append([]qa.Value{name}, d.slots[:key.slots]...),
					Steps: append([]qa.Step{relate}, steps...),
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

// addMacros adds the nodes of templates that stand for several calls, and those that propose side inputs.
func addMacros(l *qa.Library[*known]) {
	group := []qa.Type{typeCategory, typePart, typePartNumber, typePartColor}
	ends := []struct {
		suffix string
		end    ending
		out    qa.Type
	}{{"_unique", endUnique, qa.TypeObject}, {"_count", endCount, qa.TypeInteger}, {"_exist", endExist, qa.TypeBool}}
	for _, e := range ends {
		l.AddMacro(qa.Macro[*known]{
			Name: "filter_object" + e.suffix, In: []qa.Type{qa.TypeSet}, Slots: group, Out: e.out,
			Expand: func(q *search, n *qa.TemplateNode, room *[]branch) []branch {
				from := q.Output(n.Inputs[0]).(qa.Set)
				key := filterKey{from: from, end: e.end, slots: len(n.Slots), number: q.Template.Flag(flagNumber)}
				// "How many things are there?" is no question about a part.
				key.nothing = e.end == endCount && q.Template.Nodes[n.Inputs[0]].Type == "scene"
				found := q.Scene.options(l, key).branches
				if e.end != endUnique && !q.Scene.exhaustive {
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
		out    qa.Type
	}{"", endNone, qa.TypeSet}) {
		l.AddMacro(qa.Macro[*known]{
			Name: "relate_filter" + e.suffix, In: []qa.Type{qa.TypeObject}, Slots: append([]qa.Type{typeRelation}, group...), Out: e.out,
			Expand: func(q *search, n *qa.TemplateNode, room *[]branch) []branch {
				key := filterKey{end: e.end, slots: len(n.Slots) - 1, number: q.Template.Flag(flagNumber)}
				o := q.Scene.relateOptions(l, q.Output(n.Inputs[0]).(qa.Object), key)
				if q.Scene.exhaustive {
					return o.telling
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
		l.AddMacro(qa.Macro[*known]{
			Name: name, In: f.In, Slots: f.Side, Out: f.Out,
			Expand: func(q *search, n *qa.TemplateNode, room *[]branch) []branch {
				*room = propose(q, q.Scene.candidates(l, name, q.Output(n.Inputs[0]).(qa.Object)), (*room)[:0])
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
func invent(q *search, l *qa.Library[*known], key filterKey, room []branch) []branch {
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

// inventOne draws a category alone, or changes an existing description: another part and colour for its category, or another
// colour for its part.
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

// candidate is a side input that a node may have for an object.
type candidate struct {
	value     qa.Value
	words     [2]string // of value, and of the part or colour that goes with it; "" for none
	uncertain string    // a part that needs a category beside it unless it is common; "" for none
	branch    branch
}

type queryKey struct {
	function string
	object   qa.Object
}

// candidates lists what can be asked of an object, with the answers.
func (k *known) candidates(l *qa.Library[*known], function string, i qa.Object) []candidate {
	key := queryKey{function, i}
	if c, ok := k.cache.queries[key]; ok {
		return c
	}
	var out []candidate
	add := func(c candidate) {
		side := []qa.Value{c.value}
		v := l.Function(function).Eval(k, []qa.Value{i}, side)
		if v == qa.Invalid {
			return
		}
		c.branch = branch{Slots: side, Steps: []qa.Step{{Function: function, Side: side, Output: v}}}
		out = append(out, c)
	}
	o := &k.objects[i]
	switch function {
	case "query_part-color", "same_part-color":
		for _, p := range o.parts {
			add(candidate{value: p, words: [2]string{p, o.color[p].Name}, uncertain: p})
		}
	case "query_part-count", "same_part-count":
		for _, p := range slices.Sorted(maps.Keys(o.count)) {
			if p != "arm" && p != "arm horizontal bar" { // nobody counts these
				add(candidate{value: p, words: [2]string{p}, uncertain: p})
			}
		}
	case "query_part-category":
		for _, p := range o.parts {
			add(candidate{value: o.color[p].Name, words: [2]string{o.color[p].Name, p}, uncertain: p})
		}
	case "query_part-geometry":
		for _, p := range o.parts {
			line, isLine := o.lines.of(p)
			plane, isPlane := o.planes.of(p)
			if o.geometry && (isLine && short(line) || !isLine && isPlane && short(plane)) {
				add(candidate{value: o.color[p], words: [2]string{o.color[p].Name, p}})
			}
		}
	}
	k.cache.queries[key] = out
	return out
}

// short tells a direction from a vector that stands for none, by the size of its components.
func short(v [3]float64) bool {
	for _, x := range v {
		if x >= noVector || x <= -noVector {
			return false
		}
	}
	return true
}

// propose leaves out candidates that the question already mentions, and those that a question without a category must not
// mention.
func propose(q *search, all []candidate, room []branch) []branch {
	var mentioned [32]string
	n, anyThing := 0, false
	for slot, name := range q.Template.Slots {
		v := q.Slot(slot)
		if v == nil || n == len(mentioned) {
			continue
		}
		if s, ok := v.(qa.Sayer); ok {
			v = s.Says()
		}
		if word, ok := v.(string); ok && word != "" {
			mentioned[n] = word
			n++
			anyThing = anyThing || word == qa.Thing && name[0] == 'S'
		}
	}
next:
	for i := range all {
		c := &all[i]
		if anyThing && c.uncertain != "" && !q.Scene.common(c.uncertain) {
			continue
		}
		for _, word := range mentioned[:n] {
			if word == c.words[0] || word == c.words[1] {
				continue next
			}
		}
		room = append(room, c.branch)
	}
	return room
}

// mostAlike is the largest number of objects that a function finds to be like some object.
func (k *known) mostAlike(l *qa.Library[*known], function string) int {
	most, f := 0, l.Function(function)
	for i := range k.objects {
		if len(f.Side) == 0 {
			most = max(most, f.Eval(k, []qa.Value{qa.Object(i)}, nil).(qa.Set).Len())
			continue
		}
		for _, c := range k.candidates(l, function, qa.Object(i)) {
			most = max(most, c.branch.Steps[0].Output.(qa.Set).Len())
		}
	}
	return most
}

// numbers are the numbers of parts that can be seen.
func (k *known) numbers() []qa.Value {
	var out []qa.Value
	for i := range k.objects {
		for _, n := range k.objects[i].count {
			if v := digit(n); v != qa.Invalid && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// categories are those of the scene's objects.
func (k *known) categories() []qa.Value {
	var out []qa.Value
	for i := range k.objects {
		if v := qa.Value(k.objects[i].category); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

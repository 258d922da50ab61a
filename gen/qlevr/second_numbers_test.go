package qlevr

import (
	"slices"
	"strings"

	"mereo/gen/ask"
)

// Which numbers a question may name. What a number beyond these would say is clear, but its answer could be known without
// looking at the picture.

// secondBounds limit the numbers of a quantifier.
type secondBounds struct {
	least, most int
	// known tells that the words for the planes say that there are most things.
	known bool
	// firstLeast and firstMost limit the number of "between" that is drawn first, which may be either; 0: as the other.
	firstLeast, firstMost int
}

// numbersFault tells which node of a question that was run and not rejected has a number that is never drawn, -1 for none.
func (r *secondRun) numbersFault(s *Scene) int {
	last := len(r.at) - 1
	for i := range r.at {
		if n := &r.template.Nodes[i]; n.Kind == "plane" && strings.Contains(n.Type, "contain_") && !r.planeNumbersDrawn(s, i) {
			return i
		}
	}
	bounds := r.bounds(s)
	for _, at := range r.at[last] {
		call := r.program[at]
		if len(call.Inputs) == 0 {
			continue
		}
		tally, ok := r.results[call.Inputs[0]].(secondTally)
		if ok && len(call.Side) > 0 {
			b := bounds
			if _, _, _, sizes := secondSizes(r.template.Nodes[last].Type); sizes {
				b = secondBounds{least: 1, most: tally.all.Len()}
			}
			if !secondDrawn(call.Function, tally.those.Len(), tally.all.Len(), b, call.Side) {
				return last
			}
		}
	}
	return -1
}

// planeNumbersDrawn tells whether a counting node's numbers are near those that planes have.
func (r *secondRun) planeNumbersDrawn(s *Scene, node int) bool {
	at := r.at[node][0]
	call := r.program[at]
	side := call.Side
	numbers := len(side) - len(secondObjectKeyTypes)
	k := secondObjectKeyOf(side[numbers:])
	least, most := ask.MaxObjects, 0
	for p := range r.results[call.Inputs[0]].(secondState).planes.All() {
		c := secondCount(s, p, k)
		least, most = min(least, c), max(most, c)
	}
	switch numbers {
	case 1:
		return side[0].(int) != 0
	case 2:
		low, high := side[0].(int), side[1].(int)
		return max(0, least-1) <= low && low <= most && high <= most+1 &&
			(low > 0 || !strings.HasPrefix(call.Function, "not_"))
	}
	return true
}

// bounds are those of the last node's numbers, unless it compares sizes.
func (r *secondRun) bounds(s *Scene) secondBounds {
	last := len(r.at) - 1
	n := &r.template.Nodes[last]
	b := secondBounds{least: 1}
	tally, ok := r.results[r.at[last][0]].(secondTally)
	if !ok {
		return b
	}
	state := func(input int) secondState {
		state, _ := r.result(n.Inputs[input]).(secondState)
		return state
	}
	b.most = tally.all.Len()
	between := strings.Contains(n.Type, "between")
	limit := func(most int) {
		b.known = true
		if between {
			b.firstMost = most
		} else {
			b.most = min(b.most, most)
		}
	}
	each := []string{"contain_total_multiple_filter", "contain_each_unique_filter"}
	wide := append([]string{"contain_each_at_most_unique_filter", "contain_between_unique_filter"}, each...)
	switch secondLasts[n.Type].count {
	case "count_on_planes":
		there, named := state(0), state(1)
		b.most = min(b.most, secondOnPlanes(s, there.planes).objects.Len())
		number, ok := r.planeNumber(n.Inputs[0], each)
		switch {
		case ok && there.key.within(named.key) && between:
			b.firstLeast = number
		case ok && there.key.within(named.key):
			b.least = number
		case ok && named.key.within(there.key):
			limit(min(b.most, number))
		}
	case "count_alike", "count_alike_if_any":
		if len(n.Inputs) < 3 {
			break
		}
		if number, ok := r.planeNumber(n.Inputs[2], wide); ok && state(1).key.within(state(2).key) {
			limit(min(b.most, number))
		}
	case "count_related":
		related := state(len(n.Inputs) - 1)
		there := secondRelated(&s.ObjectRelations, related.direction, related.reference)
		b.most = min(b.most, secondOnPlanes(s, related.planes).objects.And(there).Len())
		if len(n.Inputs) < 3 {
			break
		}
		number, ok := r.planeNumber(n.Inputs[0], wide)
		planes, reference := state(0), state(1)
		if !ok || !related.key.within(planes.key) {
			break
		}
		less := 1
		if reference.key.within(planes.key) {
			less = 2 // the reference is one of them
		}
		limit(min(b.most, number-less))
	}
	return b
}

// planeNumber is the larger number of a counting node of some types.
func (r *secondRun) planeNumber(node int, types []string) (int, bool) {
	if !slices.Contains(types, r.template.Nodes[node].Type) {
		return 0, false
	}
	side := r.program[r.at[node][0]].Side
	return side[len(side)-len(secondObjectKeyTypes)-1].(int), true
}

// secondDrawn tells whether numbers are ever drawn for num of total.
func secondDrawn(label string, num, total int, b secondBounds, numbers []ask.Value) bool {
	if f, ok := numbers[0].(secondFraction); ok {
		return secondFractionDrawn(num, total, f)
	}
	n := numbers[0].(int)
	switch label {
	case "exactly_number":
		near := min(b.most+2, num+4)
		if b.known {
			near = min(b.most, num+4)
		}
		return max(b.least, num-4) <= n && n <= near || b.least <= n && n <= b.most
	case "more_than_number", "at_most_number":
		return b.least <= n && n <= b.most-1
	case "fewer_than_number", "at_least_number":
		return b.least+1 <= n && n <= b.most
	case "all_but_at_most", "all_but_at_least":
		return 1 <= n && n <= total-1
	}
	// between: any order, but not both ends of the range.
	low, high := n, numbers[1].(int)
	drawnFirst := func(n int) bool {
		most := b.most
		if b.known {
			most = b.firstMost
		}
		return max(1, b.firstLeast) <= n && n <= most
	}
	return b.most-1 > 2 && 1 <= low && high <= b.most && low+2 <= high && (low != 1 || high != b.most) &&
		(drawnFirst(low) || drawnFirst(high))
}

// secondFractionDrawn tells whether a fraction is in lowest terms and can be expanded to a denominator that is drawn.
func secondFractionDrawn(num, total int, f secondFraction) bool {
	least, most := 2, 10
	switch {
	case num == total:
	case total > 5:
		least, most = max(num+1, total-3), total+3
	default:
		least, most = max(2*num+1, 2*total-3), 2*total+3
	}
	return 0 < f.over && f.over < f.under && f.lowest() && most/f.under*f.under >= least
}

// lowest tells whether a fraction is in lowest terms.
func (f secondFraction) lowest() bool {
	for n := 2; n <= f.over; n++ {
		if f.over%n == 0 && f.under%n == 0 {
			return false
		}
	}
	return true
}

// within tells whether everything that fits k fits wide by its words alone.
func (k secondObjectKey) within(wide secondObjectKey) bool {
	for i, v := range wide {
		if v.Said && v != k[i] {
			return false
		}
	}
	return true
}

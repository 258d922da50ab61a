package robots

import "slices"

// filter is what Collider.Category and Collider.Mask become; zeros are the engine's own: everything touches everything.
type filter struct{ category, mask uint32 }

// everybody is the bit of things that are no part of the file: those touch all parts.
const everybody = 1

// maxGroups is how many bits are left.
const maxGroups = 31

// group is all parts that touch the same others: those of one kind, in one body if that body is apart from another.
type group struct {
	body       int // -1: of all others
	kind, with uint32
}

// filters gives every part of every body its bits: a bit for each group, and masks without the bits of groups from which
// it is apart. Groups that touch the same others share a bit.
func (a *assembly) filters() [][]filter {
	apart := a.bodiesApart()
	named := map[int]bool{}
	for _, p := range apart {
		named[p[0]], named[p[1]] = true, true
	}
	var groups []group
	member := make([][]int, len(a.bodies))
	number := map[group]int{}
	for i := range a.bodies {
		for _, p := range a.bodies[i].parts {
			g := group{-1, p.kind, p.with}
			if named[i] {
				g.body = i
			}
			if _, ok := number[g]; !ok {
				number[g] = len(groups)
				groups = append(groups, g)
			}
			member[i] = append(member[i], number[g])
		}
	}
	out := make([][]filter, len(a.bodies))
	for i := range out {
		out[i] = make([]filter, len(member[i]))
	}
	bits, masks, ok := groupBits(groups, apart)
	if !ok {
		a.r.note("what touches what is left out: it takes more than %d groups of shapes", maxGroups)
		return out
	}
	if bits == nil {
		return out
	}
	for i := range out {
		for k, g := range member[i] {
			out[i][k] = filter{bits[g], masks[g]}
		}
	}
	return out
}

// groupBits finds the bits and masks, nil where all touch all, and not ok where there are too few bits.
func groupBits(groups []group, apart [][2]int) (bits, masks []uint32, ok bool) {
	if len(groups) > 256 { // far more than there are bits for
		return nil, nil, false
	}
	isApart := map[[2]int]bool{}
	for _, p := range apart {
		isApart[p], isApart[[2]int{p[1], p[0]}] = true, true
	}
	rows, all := make([][]bool, len(groups)), true
	for i, g := range groups {
		rows[i] = make([]bool, len(groups))
		for k, h := range groups {
			rows[i][k] = (g.kind&h.with != 0 || h.kind&g.with != 0) && !isApart[[2]int{g.body, h.body}]
			all = all && rows[i][k]
		}
	}
	if all {
		return nil, nil, true
	}
	bits, masks = make([]uint32, len(groups)), make([]uint32, len(groups))
	n := 0
	for i := range groups {
		if same := slices.IndexFunc(rows[:i], func(row []bool) bool { return slices.Equal(row, rows[i]) }); same >= 0 {
			bits[i] = bits[same]
			continue
		}
		if n++; n > maxGroups {
			return nil, nil, false
		}
		bits[i] = 1 << n
	}
	for i := range groups {
		masks[i] = everybody
		for k, touch := range rows[i] {
			if touch {
				masks[i] |= bits[k]
			}
		}
	}
	return bits, masks, true
}

// bodiesApart are pairs of bodies that do not touch for another reason than a joint between them.
func (a *assembly) bodiesApart() [][2]int {
	byName := map[string]int{}
	for i := range a.links {
		byName[a.links[i].name] = a.where[i]
	}
	var out [][2]int
	add := func(i, k int) {
		if i != k && !(a.bodies[i].static && a.bodies[k].static) {
			out = append(out, [2]int{i, k})
		}
	}
	for _, p := range a.apart {
		if i, ok := byName[p[0]]; ok {
			if k, ok := byName[p[1]]; ok {
				add(i, k)
			}
		}
	}
	// A link and its parent, where bodies between the joints stand between them.
	for i := range a.links {
		if l := &a.links[i]; len(l.joints) > 1 && l.parent >= 0 {
			if parent := a.where[l.parent]; !(a.parentsTouch && a.bodies[parent].static) {
				add(a.where[i], parent)
			}
		}
	}
	return out
}

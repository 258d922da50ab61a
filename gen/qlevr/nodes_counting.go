package qlevr

import "math/bits"

// countingKind is a way of picking planes by how many objects of a key lie on each, or on all of them together.
type countingKind uint8

const (
	notCounting countingKind = iota
	countingExactly
	countingAtLeast
	countingAtMost
	countingBetween
	countingNotExactly
	countingNotBetween
	countingNone
	countingTogether
	countingEnd
)

// countingKinds is the number of tables: one for single planes and one for several of each kind.
const countingKinds = 2 * int(countingEnd)

// oneNumber reports whether the phrase has a number, and not two or none.
func (k countingKind) oneNumber() bool {
	return k != notCounting && k != countingBetween && k != countingNotBetween && k != countingNone
}

// countingNodes are the nodes that pick planes by counts.
func countingNodes() map[string]compiledNode {
	nodes := map[string]compiledNode{}
	for kind, name := range map[countingKind]string{
		countingExactly: "contain_each", countingAtLeast: "contain_each_at_least", countingAtMost: "contain_each_at_most",
		countingBetween: "contain_between", countingNotExactly: "not_contain_each", countingNotBetween: "not_contain_between",
		countingNone: "not_contain_any",
	} {
		n := compiledNode{
			run: (*attempt).countOnPlanes, again: (*reader).countOnPlanes, candidate: (*attempt).countingCandidate, counting: kind,
		}
		n.size, n.planes = oneThing, 2
		nodes[name+"_unique_filter"] = n
		n.size, n.planes = manyThings, 3
		nodes[name+"_multiple_filter"] = n
	}
	nodes["contain_total_multiple_filter"] = compiledNode{
		run: (*attempt).countOnPlanes, again: (*reader).countOnPlanes, candidate: (*attempt).countingCandidate,
		counting: countingTogether, size: manyThings, planes: 3,
	}
	return nodes
}

func (a *attempt) countOnPlanes(n *compiledNode, r *nodeResult) bool {
	a.table = a.scene.countingTable(n.counting, n.size, a.planes)
	c, ok := a.choose(n, len(a.table), 0)
	if ok {
		a.leavePlanes(r, c)
	}
	return ok
}

func (a *attempt) countingCandidate(_ *compiledNode, at int) (keyCandidate, bool) {
	return a.table[at], true
}

// countingTable is all that a counting phrase can say of some of the planes, and of which. It says it of one plane, or of
// several, and never of all.
func (x *sceneIndex) countingTable(kind countingKind, size sizeTest, planes uint64) []keyCandidate {
	table := 2 * int(kind)
	if size == manyThings {
		table++
	}
	part := &x.counting[table][planes]
	if !part.made {
		part.made, part.from = true, int32(len(x.countingStore))
		if all := setSize(planes); all > 1 {
			m := planeCounts{scene: x, kind: kind, size: size, planes: planes}
			for _, k := range x.objectKeys {
				m.addKey(k)
			}
		}
		part.to = int32(len(x.countingStore))
	}
	return x.countingStore[part.from:part.to]
}

// planeCounts makes a counting table.
type planeCounts struct {
	scene  *sceneIndex
	kind   countingKind
	size   sizeTest
	planes uint64

	key packedKey
	// upTo[t] are the planes with fewer than t objects of the key, t up to two more than the greatest count.
	upTo        [indexObjects + 3]uint64
	least, most int
}

// add adds a candidate if it picks out enough planes, and not all.
func (m *planeCounts) add(low, high int, set uint64) {
	if m.size.passes(set) && set != m.planes {
		c := keyCandidate{set: set, key: m.key, low: uint8(low), high: uint8(high)}
		m.scene.countingStore = append(m.scene.countingStore, c)
	}
}

// count counts the objects of a set on each plane.
func (m *planeCounts) count(objects uint64) {
	m.least, m.most = indexObjects, 0
	var counts [indexPlanes]int
	for rest := m.planes; rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros64(rest)
		c := setSize(m.scene.on[1<<p] & objects)
		counts[p] = c
		m.least, m.most = min(m.least, c), max(m.most, c)
	}
	clear(m.upTo[:m.most+3])
	for rest := m.planes; rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros64(rest)
		m.upTo[counts[p]+1] |= 1 << p
	}
	for t := range m.most + 2 {
		m.upTo[t+1] |= m.upTo[t]
	}
}

// within are the planes with low to high objects of the key.
func (m *planeCounts) within(low, high int) uint64 { return m.upTo[high+1] &^ m.upTo[low] }

// addKey adds what can be said with a key.
func (m *planeCounts) addKey(k keyedSet) {
	m.key = k.key
	if m.kind == countingTogether {
		m.addTotals(k.set)
		return
	}
	m.count(k.set)
	if m.most == 0 {
		return
	}
	switch m.kind {
	case countingExactly, countingNotExactly:
		for t := max(1, m.least); t <= m.most; t++ {
			set := m.within(t, t)
			switch {
			case set == 0:
			case m.kind == countingExactly:
				m.add(t, 0, set)
			default:
				m.add(t, 0, m.planes&^set)
			}
		}
	case countingAtLeast, countingAtMost:
		for t := max(1, m.least); t <= m.most; t++ {
			if m.kind == countingAtLeast {
				m.add(t, 0, m.within(t, m.most))
			} else {
				m.add(t, 0, m.within(0, t))
			}
		}
	case countingBetween, countingNotBetween:
		low := max(0, m.least-1)
		if m.kind == countingNotBetween {
			low = max(1, low)
		}
		for ; low <= m.most; low++ {
			for high := low + 2; high <= m.most+1; high++ {
				set := m.within(low, high)
				switch {
				case set == 0:
				case m.kind == countingBetween:
					m.add(low, high, set)
				default:
					m.add(low, high, m.planes&^set)
				}
			}
		}
	case countingNone:
		m.add(0, 0, m.within(0, 0))
	}
}

// addTotals adds the sums of counts that only one choice of planes has.
func (m *planeCounts) addTotals(objects uint64) {
	var choices [indexObjects + 1]uint8 // of each total: none, one, more
	for set := m.planes; set != 0; set = (set - 1) & m.planes {
		if t := setSize(m.scene.on[set] & objects); choices[t] < 2 {
			choices[t]++
		}
	}
	for set := m.planes; set != 0; set = (set - 1) & m.planes {
		if t := setSize(m.scene.on[set] & objects); t > 0 && choices[t] == 1 {
			m.add(t, 0, set)
		}
	}
}

// planeNumber is the number that a counting phrase gives for planes, the greater of two, and whether it bounds questions about
// objects of its key: phrases about one plane, or about several together.
func (n *compiledNode) planeNumber(r *nodeResult) (number int, bounds bool) {
	if n.counting == countingBetween {
		return int(r.high), n.size == oneThing
	}
	switch n.counting {
	case countingExactly, countingAtMost:
		return int(r.low), n.size == oneThing
	case countingTogether:
		return int(r.low), true
	}
	return 0, false
}

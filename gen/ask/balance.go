package ask

import "slices"

// Balance counts a family's answers and says which ones may still be given. The rule is that of CLEVR's generator (Johnson
// et al. 2017, "CLEVR: A Diagnostic Dataset for Compositional Language and Elementary Visual Reasoning", supplement) as the
// sets here use it: an answer that was given k times is closed while k > 1.1 times the second largest count, or
// k > 1.5 times the larger of 5 and the median count (the upper one of two).
type Balance struct {
	rule     BalanceRule
	counts   map[Value]int
	sorted   []int // counts, ascending
	unlisted bool  // answers outside of the domain may be given
}

// BalanceRule is what a set may change of the rule.
type BalanceRule struct {
	// Medians stands in place of 1.5, unless it is 0.
	Medians float64
	// Tight closes an answer, too, that would then have been given more than 1.1 times as often as the second, and more than one
	// time more often.
	Tight bool
}

// NewBalance counts answers of a type.
func NewBalance(t TypeInfo, rule BalanceRule) *Balance {
	if rule.Medians == 0 {
		rule.Medians = 1.5
	}
	b := &Balance{counts: map[Value]int{}, sorted: make([]int, len(t.Domain)), unlisted: t.Open, rule: rule}
	for _, v := range t.Domain {
		b.counts[v] = 0
	}
	return b
}

// Open tells whether an answer may be given now. Answers outside of the domain are closed unless the type is open.
func (b *Balance) Open(answer Value) bool {
	k, known := b.counts[answer]
	n := len(b.sorted)
	if !known || n < 2 {
		return known || b.unlisted
	}
	second := b.sorted[n-2]
	if k == b.sorted[n-1] && b.rule.Tight && 10*(k+1) > max(11*second, 10*(second+1)) {
		return false
	}
	return 10*k <= 11*second && float64(k) <= b.rule.Medians*float64(max(5, b.sorted[n/2]))
}

// Add counts an answer.
func (b *Balance) Add(answer Value) {
	k, known := b.counts[answer]
	if !known {
		b.sorted = slices.Insert(b.sorted, 0, 0)
	}
	b.counts[answer] = k + 1
	// The last of equal counts grows, so the order stays.
	at, _ := slices.BinarySearch(b.sorted, k+1)
	b.sorted[at-1]++
}

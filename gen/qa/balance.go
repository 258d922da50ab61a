package qa

import "slices"

// Balance counts a family's answers and says which ones may still be given. The rule is that of CLEVR's generator (Johnson
// et al. 2017, "CLEVR: A Diagnostic Dataset for Compositional Language and Elementary Visual Reasoning", supplement) as the
// sets here use it: an answer that was given k times is closed while k > 1.1 times the second largest count, or
// k > 1.5 times the larger of 5 and the median count (the upper one of two).
type Balance struct {
	counts map[Value]int
	sorted []int // counts, ascending
}

// NewBalance counts answers out of a domain.
func NewBalance(domain []Value) *Balance {
	b := &Balance{counts: map[Value]int{}, sorted: make([]int, len(domain))}
	for _, v := range domain {
		b.counts[v] = 0
	}
	return b
}

// Open tells whether an answer may be given now. Answers outside of the domain are closed.
func (b *Balance) Open(answer Value) bool {
	k, known := b.counts[answer]
	n := len(b.sorted)
	if !known || n < 2 {
		return known
	}
	return 10*k <= 11*b.sorted[n-2] && 2*k <= 3*max(5, b.sorted[n/2])
}

// Add counts an answer.
func (b *Balance) Add(answer Value) {
	k := b.counts[answer]
	b.counts[answer] = k + 1
	// The last of equal counts grows, so the order stays.
	at, _ := slices.BinarySearch(b.sorted, k+1)
	b.sorted[at-1]++
}

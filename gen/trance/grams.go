package trance

import "math"

// maxSequence is how many steps a sample has at most, and how long counted sequences of pairs are.
const maxSequence = 4

// Grams counts how often each sequence of one to four pairs occurred in accepted samples.
type Grams struct {
	pairs  int // how many pairs there are
	orders [maxSequence]gramTable
}

// gramTable holds the sequences of one length that occurred.
type gramTable struct {
	counts map[uint32]int // by the pairs, six bits each, the first one highest
	having []int          // how many sequences occurred so often, by that number; what is unseen is not in it
	seen   int            // sequences that occurred
}

// NewGrams counts sequences out of so many pairs.
func NewGrams(pairs int) *Grams {
	g := &Grams{pairs: pairs}
	for i := range g.orders {
		g.orders[i].counts = map[uint32]int{}
	}
	return g
}

// Add counts the sequences that end with the last of the pairs of a sample: n is 1, or -1 to take them back, for which
// the same pairs must be given.
func (g *Grams) Add(pairs []Pair, n int) {
	for order := 1; order <= min(len(pairs), maxSequence); order++ {
		g.orders[order-1].add(key(pairs[len(pairs)-order:]), n)
	}
}

// AddAll counts all sequences of a sample.
func (g *Grams) AddAll(pairs []Pair, n int) {
	for i := range pairs {
		g.Add(pairs[:i+1], n)
	}
}

func (t *gramTable) add(k uint32, n int) {
	old := t.counts[k]
	count := old + n
	for len(t.having) <= count {
		t.having = append(t.having, 0)
	}
	if old > 0 {
		t.having[old]--
	} else {
		t.seen++
	}
	if count > 0 {
		t.having[count]++
		t.counts[k] = count
		return
	}
	t.seen--
	delete(t.counts, k)
}

// least is the smallest count of all possible sequences.
func (t *gramTable) least(possible float64) int {
	if float64(t.seen) < possible {
		return 0
	}
	for count, n := range t.having {
		if n > 0 {
			return count
		}
	}
	return 0
}

// Scores say how often the sequences occurred that each pair would end behind the pairs of a running sample: the sum over the
// lengths of what is above the least count of that length. The running sample's own sequences are counted like others.
func (g *Grams) Scores(prefix []Pair) (scores [PairCount]int) {
	possible := 1.0
	for order := 1; order <= min(len(prefix)+1, maxSequence); order++ {
		possible *= float64(g.pairs)
		t := &g.orders[order-1]
		least := t.least(possible)
		head := key(prefix[len(prefix)-order+1:]) << 6
		for p := range scores {
			scores[p] += t.counts[head|uint32(p)] - least
		}
	}
	return scores
}

// key packs pairs.
func key(pairs []Pair) (k uint32) {
	for _, p := range pairs {
		k = k<<6 | uint32(p)
	}
	return k
}

// Spread is how evenly the sequences of a length are used.
type Spread struct {
	Possible, Seen int
	Min, Max       int
	Median         float64
	Mean, Std      float64
}

// Spread of the sequences of so many pairs, those that never occurred among them.
func (g *Grams) Spread(order int) Spread {
	t := &g.orders[order-1]
	s := Spread{Possible: 1, Seen: t.seen}
	for range order {
		s.Possible *= g.pairs
	}
	having := append([]int{}, t.having...)
	if len(having) == 0 {
		having = []int{0}
	}
	having[0] = s.Possible - t.seen
	sum, squares := 0, 0
	first := true
	for count, n := range having {
		if n == 0 {
			continue
		}
		if first {
			s.Min, first = count, false
		}
		s.Max = count
		sum += n * count
		squares += n * count * count
	}
	s.Median = float64(rank(having, (s.Possible-1)/2)+rank(having, s.Possible/2)) / 2
	s.Mean = float64(sum) / float64(s.Possible)
	s.Std = math.Sqrt(max(0, float64(squares)/float64(s.Possible)-float64(s.Mean*s.Mean)))
	return s
}

// rank is the count of the sequence at a place, when all are sorted by their counts.
func rank(having []int, place int) int {
	for count, n := range having {
		if place < n {
			return count
		}
		place -= n
	}
	return len(having) - 1
}

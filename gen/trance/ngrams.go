package trance

import "math"

// maxSequence is how many steps a sample has at most, and how long counted sequences of pairs are.
const maxSequence = 4

// ngrams counts how often each sequence of one to four pairs occurs in samples.
type ngrams struct {
	pairs  int // how many pairs there are
	orders [maxSequence]ngramTable
}

// ngramTable holds the sequences of one length that occurred.
type ngramTable struct {
	counts    map[uint32]int // by ngramKey
	histogram []int          // how many sequences occurred so often, by that number; what is unseen is not in it
}

// newNgrams counts sequences out of so many pairs.
func newNgrams(pairs int) *ngrams {
	g := &ngrams{pairs: pairs}
	for i := range g.orders {
		g.orders[i].counts = map[uint32]int{}
	}
	return g
}

// add counts the sequences that end with the last of the pairs of a sample.
func (g *ngrams) add(pairs []Pair) {
	for order := 1; order <= min(len(pairs), maxSequence); order++ {
		g.orders[order-1].add(ngramKey(pairs[len(pairs)-order:]))
	}
}

// addAll counts all sequences of a sample.
func (g *ngrams) addAll(pairs []Pair) {
	for i := range pairs {
		g.add(pairs[:i+1])
	}
}

func (t *ngramTable) add(key uint32) {
	count := t.counts[key] + 1
	t.counts[key] = count
	for len(t.histogram) <= count {
		t.histogram = append(t.histogram, 0)
	}
	if count > 1 {
		t.histogram[count-1]--
	}
	t.histogram[count]++
}

// ngramKey packs pairs, six bits each, the first one highest.
func ngramKey(pairs []Pair) (key uint32) {
	for _, p := range pairs {
		key = key<<6 | uint32(p)
	}
	return key
}

// spread is how evenly the sequences of a length are used.
type spread struct {
	possible, seen int
	min, max       int
	median         float64
	mean, std      float64
}

// spread of the sequences of so many pairs, those that never occurred among them.
func (g *ngrams) spread(order int) spread {
	t := &g.orders[order-1]
	s := spread{possible: 1, seen: len(t.counts)}
	for range order {
		s.possible *= g.pairs
	}
	histogram := append([]int{}, t.histogram...)
	if len(histogram) == 0 {
		histogram = []int{0}
	}
	histogram[0] = s.possible - s.seen
	sum, squares := 0, 0
	first := true
	for count, n := range histogram {
		if n == 0 {
			continue
		}
		if first {
			s.min, first = count, false
		}
		s.max = count
		sum += n * count
		squares += n * count * count
	}
	s.median = float64(nthCount(histogram, (s.possible-1)/2)+nthCount(histogram, s.possible/2)) / 2
	s.mean = float64(sum) / float64(s.possible)
	s.std = math.Sqrt(max(0, float64(squares)/float64(s.possible)-float64(s.mean*s.mean)))
	return s
}

// nthCount is the count of the sequence at a place, when all are sorted by their counts.
func nthCount(histogram []int, place int) int {
	for count, n := range histogram {
		if place < n {
			return count
		}
		place -= n
	}
	return len(histogram) - 1
}

// total is how many sequences of a length were counted.
func (g *ngrams) total(order int) (n int) {
	for count, sequences := range g.orders[order-1].histogram {
		n += count * sequences
	}
	return n
}

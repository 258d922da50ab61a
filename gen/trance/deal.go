package trance

import (
	"fmt"

	"mereo/scenes/rng"
)

// A round is four sequences, of one to four pairs, for every pair that there is. In it each pair stands once at each of the
// ten places that the four lengths have, so a pair is used ten times.
//
// The sequences of a length are walks over the pairs: each step goes on by a difference, and each difference is the one
// before plus a difference of second order. All sequences of a round begin with another pair and have the same differences.
// From round to round the first difference grows by one, and when it has had all values the second one does, and then the
// third. So a sequence of two, three or four pairs comes back at its place only when all others were there: they are dealt
// without any memory of what was dealt before, and every round can be made alone.
type round struct {
	pairs     int                     // how many pairs there are
	sequences [maxSequence][][]Pair   // by length - 1
	order     [][maxSequence]sequence // in which they are used: four samples in a row have four lengths
}

// sequence is one of a round's.
type sequence struct{ length, at int }

// Where differences begin, in shares of 1/33 of the pairs, so that the six places of two pairs in a row, and the three of
// three, are far from each other in what they deal: together they have had all sequences after a sixth, or a third, of the
// time. The six are 0, 5 and 21 (four pairs), 16 and 10 (three) and 27 (two); the three are 5, 16 and 27.
const (
	fourFirst, fourSecond, fourThird = 0, 5, 11
	threeFirst, threeSecond          = 16, 27
	twoFirst                         = 27
)

// newRound deals round r of pairs, which are in an order that the whole split shares.
func newRound(pairs []Pair, r int, s *rng.Stream) *round {
	n := len(pairs)
	from := func(share int) int { return (share*n + 16) / 33 }
	first, second, third := r%n, r/n%n, r/(n*n)%n
	// The differences of a length's steps, from the differences of higher order.
	four := [3]int{first + from(fourFirst)}
	four[1] = four[0] + second + from(fourSecond)
	four[2] = four[1] + second + from(fourSecond) + third + from(fourThird)
	three := [2]int{first + from(threeFirst)}
	three[1] = three[0] + second + from(threeSecond)
	differences := [maxSequence][]int{nil, {first + from(twoFirst)}, three[:], four[:]}

	out := &round{pairs: n}
	for length, steps := range differences {
		for begin := range n {
			at, walk := begin, []Pair{pairs[begin]}
			for _, d := range steps {
				at = (at + d) % n
				walk = append(walk, pairs[at])
			}
			out.sequences[length] = append(out.sequences[length], walk)
		}
	}
	out.arrange(s)
	return out
}

const (
	// imbalanceBound is by how much the pair that was used most may be ahead of the one used least, after any sample.
	imbalanceBound = 3
	// arrangements is how many are tried. Nearly always one of the first keeps the bound.
	arrangements = 10_000
)

// arrange finds an order in which, after any number of samples, all pairs were used about equally often.
func (r *round) arrange(s *rng.Stream) {
	for range arrangements {
		r.order = r.arrangement(s)
		if r.imbalance(r.order) <= imbalanceBound {
			return
		}
	}
	panic(fmt.Sprintf("trance: no order of %d in which pairs differ by at most %d", arrangements, imbalanceBound))
}

// arrangement takes those sequences next that keep pairs most even, in turn at both ends of the round: what is left over
// ends up in its middle, where it does least harm.
func (r *round) arrangement(s *rng.Stream) [][maxSequence]sequence {
	var left [maxSequence][]int
	for length := range left {
		left[length] = s.Perm(r.pairs)
	}
	order := make([][maxSequence]sequence, r.pairs)
	var used [2][PairCount]int // at the beginning, at the end
	for i := range order {
		end := i % 2
		at := i / 2
		if end == 1 {
			at = len(order) - 1 - i/2
		}
		place := s.Perm(maxSequence)
		for length := maxSequence - 1; length >= 0; length-- {
			best, cost := 0, 1<<30
			for k, t := range left[length] {
				if c := costOf(&used[end], r.sequences[length][t]); c < cost {
					best, cost = k, c
				}
			}
			t := left[length][best]
			left[length] = append(left[length][:best], left[length][best+1:]...)
			for _, p := range r.sequences[length][t] {
				used[end][p]++
			}
			order[at][place[length]] = sequence{length, t}
		}
	}
	return order
}

// costOf is by how much a sequence makes the sum of the squares of what is used grow.
func costOf(used *[PairCount]int, walk []Pair) (cost int) {
	for _, p := range walk {
		cost += 2*used[p] + 1
		used[p]++
	}
	for _, p := range walk {
		used[p]--
	}
	return cost
}

// imbalance is the largest difference between pairs that an order has after any of its samples.
func (r *round) imbalance(order [][maxSequence]sequence) (worst int) {
	var used [PairCount]int
	for _, four := range order {
		for _, q := range four {
			for _, p := range r.sequences[q.length][q.at] {
				used[p]++
			}
			low, high := 1<<30, 0
			for _, walk := range r.sequences[0] {
				low, high = min(low, used[walk[0]]), max(high, used[walk[0]])
			}
			worst = max(worst, high-low)
		}
	}
	return worst
}

// walk is the i-th sequence of a round, 0 <= i < 4 * pairs.
func (r *round) walk(i int) []Pair {
	q := r.order[i/maxSequence][i%maxSequence]
	return r.sequences[q.length][q.at]
}

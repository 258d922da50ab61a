package qlevr

import "mereo/scenes/rng"

// quantifier compares how many of some things are as described with how many there are, and perhaps with numbers of its own.
type quantifier uint8

const (
	noQuantifier quantifier = iota
	quantifierAll
	quantifierNotAll
	quantifierSome
	quantifierNo
	quantifierSomeButNotAll
	quantifierMost
	quantifierExactly
	quantifierMoreThan
	quantifierFewerThan
	quantifierAtMost
	quantifierAtLeast
	quantifierAllButAtMost
	quantifierAllButAtLeast
	quantifierBetween
	quantifierMoreThanFraction
	quantifierFewerThanFraction
	quantifierAtMostFraction
	quantifierAtLeastFraction
)

// quantifierWords are what quantifiers are called.
var quantifierWords = [...]struct {
	label string // in programs
	node  string // in nodes that count on planes or in a direction, whether_... and ..._relate
	alike string // in nodes that count what is alike, exist_...; "" where there is none
	size  string // in nodes that compare sizes, ..._larger_...; "" where it is in none
}{
	quantifierAll:               {"all", "all", "", "all"},
	quantifierNotAll:            {"not_all", "not_all", "", ""},
	quantifierSome:              {"some", "some", "some", "some"},
	quantifierNo:                {"no", "no", "", ""},
	quantifierSomeButNotAll:     {"some_but_not_all", "some_but_not_all", "", "someButNotAll"},
	quantifierMost:              {"most", "most", "", ""},
	quantifierExactly:           {"exactly_number", "exact", "exact", "exact"},
	quantifierMoreThan:          {"more_than_number", "more_than_number", "", "moreThanNumber"},
	quantifierFewerThan:         {"fewer_than_number", "fewer_than_number", "", "fewerThanNumber"},
	quantifierAtMost:            {"at_most_number", "at_most_number", "at_most", "atMostNum"},
	quantifierAtLeast:           {"at_least_number", "at_least_number", "at_least", "atLeastNum"},
	quantifierAllButAtMost:      {"all_but_at_most", "but_most", "but_most", ""},
	quantifierAllButAtLeast:     {"all_but_at_least", "but_least", "but_least", ""},
	quantifierBetween:           {"between", "between", "between", "between"},
	quantifierMoreThanFraction:  {"more_than_fractions", "more_than_fractions", "more_than", "moreThanFractions"},
	quantifierFewerThanFraction: {"fewer_than_fractions", "fewer_than_fractions", "fewer_than", "fewerThanFractions"},
	quantifierAtMostFraction:    {"at_most_fractions", "at_most_fractions", "", "atMostFractions"},
	quantifierAtLeastFraction:   {"at_least_fractions", "at_least_fractions", "", "atLeastFractions"},
}

// relateNode is the node that counts in a direction. In the published files a word of some is doubled.
func (q quantifier) relateNode() string {
	name := quantifierWords[q].node
	if q == quantifierAtMostFraction || q == quantifierAtLeastFraction {
		name += "_fractions"
	}
	return name + "_relate"
}

// sizeQuantifier is the quantifier of a word in a node that compares sizes, or noQuantifier.
func sizeQuantifier(word string) quantifier {
	for q, words := range quantifierWords {
		if words.size == word && word != "" {
			return quantifier(q)
		}
	}
	return noQuantifier
}

// takesNumber, takesTwo and takesFraction say what a quantifier compares with: a number, a lower and an upper one, a fraction.
func (q quantifier) takesNumber() bool   { return q >= quantifierExactly && q <= quantifierAllButAtLeast }
func (q quantifier) takesTwo() bool      { return q == quantifierBetween }
func (q quantifier) takesFraction() bool { return q >= quantifierMoreThanFraction }

// slots is how many values a quantifier takes.
func (q quantifier) slots() int {
	switch {
	case q.takesTwo():
		return 2
	case q.takesNumber(), q.takesFraction():
		return 1
	}
	return 0
}

// quantity is what a quantifier compares with: a number and 0, a lower and an upper number, or numerator and denominator.
type quantity [2]uint8

// holds is the truth of a quantifier for num of total things.
func (q quantifier) holds(num, total int, with quantity) bool {
	a, b := int(with[0]), int(with[1])
	switch q {
	case quantifierAll:
		return num == total
	case quantifierNotAll:
		return num < total
	case quantifierSome:
		return num > 0
	case quantifierNo:
		return num == 0
	case quantifierSomeButNotAll:
		return 0 < num && num < total
	case quantifierMost:
		return num > total-num
	case quantifierExactly:
		return num == a
	case quantifierMoreThan:
		return num > a
	case quantifierFewerThan:
		return num < a
	case quantifierAtMost:
		return num <= a
	case quantifierAtLeast:
		return num >= a
	case quantifierAllButAtMost:
		return total-num <= a
	case quantifierAllButAtLeast:
		return total-num >= a
	case quantifierBetween:
		return a <= num && num <= b
	case quantifierMoreThanFraction:
		return num*b > a*total
	case quantifierFewerThanFraction:
		return num*b < a*total
	case quantifierAtMostFraction:
		return num*b <= a*total
	case quantifierAtLeastFraction:
		return num*b >= a*total
	}
	panic("qlevr: no quantifier")
}

// numberSpan is the whole numbers from lo to hi, none if lo > hi.
type numberSpan struct{ lo, hi int }

// numberMixture is how a number is drawn: one of the spans, each as likely as the others, then a number of it. From an empty
// span none can be drawn.
type numberMixture struct {
	spans [4]numberSpan
	count int
}

func oneSpan(s numberSpan) numberMixture     { return numberMixture{[4]numberSpan{s}, 1} }
func twoSpans(a, b numberSpan) numberMixture { return numberMixture{[4]numberSpan{a, b}, 2} }

// possible reports whether anything can be drawn.
func (m *numberMixture) possible() bool {
	for _, s := range m.spans[:m.count] {
		if s.lo <= s.hi {
			return true
		}
	}
	return false
}

func (m *numberMixture) draw(stream *rng.Stream) (int, bool) {
	s := m.spans[0]
	if m.count > 1 {
		s = m.spans[stream.IntN(m.count)]
	}
	if s.lo > s.hi {
		return 0, false
	}
	return s.lo + stream.IntN(s.hi-s.lo+1), true
}

// numberBounds limit what is drawn where another part of the question speaks of the same objects.
type numberBounds struct {
	least    int  // the smallest number
	inside   bool // of exactly: no number above the total
	maxLeft  int  // of between, if not negative: the greatest of the number that is drawn first
	minRight int  // of between, if not negative: the smallest of it
}

// freeBounds limit nothing.
var freeBounds = numberBounds{least: 1, maxLeft: -1, minRight: -1}

// numberDraw is how the numbers of a quantifier are drawn. Without any it draws 0 and 0.
type numberDraw struct {
	quantifier quantifier
	first      numberMixture
	second     numberMixture // of between
	ends       numberSpan    // of between: both of them at once are not drawn
	fraction   fractionDraw
}

// numberDraw describes the draw for num of total things; false if nothing can be drawn. The total may be less than there are
// where the question itself bounds the numbers.
func (q quantifier) numberDraw(num, total int, bounds numberBounds) (d numberDraw, ok bool) {
	d.quantifier = q
	least := bounds.least
	ok = true
	switch q {
	case quantifierExactly:
		near, wide := numberSpan{max(least, num-4), min(total, num+4)}, numberSpan{least, total}
		beyond := numberSpan{near.lo, min(total+2, num+4)}
		if bounds.inside {
			d.first = twoSpans(near, wide)
		} else {
			d.first = numberMixture{[4]numberSpan{beyond, near, wide, wide}, 4}
		}
	case quantifierMoreThan, quantifierAtMost:
		d.first = twoSpans(numberSpan{max(least, num-4), min(total-1, num+4)}, numberSpan{least, total - 1})
		ok = num > 0 || q == quantifierAtMost
	case quantifierFewerThan, quantifierAtLeast:
		d.first = twoSpans(numberSpan{max(least+1, num-4), min(total, num+4)}, numberSpan{least + 1, total})
		ok = num > 0 || q == quantifierAtLeast
	case quantifierAllButAtMost, quantifierAllButAtLeast:
		d.first = oneSpan(numberSpan{least, total - 1})
		ok = total > num
	case quantifierBetween:
		lo, hi := least, total
		if bounds.minRight >= 0 {
			lo = bounds.minRight
		}
		if bounds.maxLeft >= 0 {
			hi = bounds.maxLeft
		}
		d.first = twoSpans(numberSpan{max(lo, num/2), min(hi, 2*num)}, numberSpan{lo, hi})
		d.second = twoSpans(numberSpan{max(1, num/2), min(total, 2*num)}, numberSpan{1, total})
		d.ends = numberSpan{least, total}
		ok = num > 0 && total-least > 2 && d.second.possible()
	case quantifierMoreThanFraction, quantifierFewerThanFraction, quantifierAtMostFraction, quantifierAtLeastFraction:
		d.fraction = fractionDraw{num, total}
		return d, num > 0
	default:
		return d, true
	}
	return d, ok && d.first.possible()
}

// goodPair reports whether two numbers can be those of a between: it says more than a number, and less than all there is.
func (d *numberDraw) goodPair(a, b int) bool {
	atEnd := func(n int) bool { return n == d.ends.lo || n == d.ends.hi }
	return max(a-b, b-a) >= 2 && !(atEnd(a) && atEnd(b))
}

// draw draws the numbers; false if the attempt fails.
func (d *numberDraw) draw(stream *rng.Stream) (quantity, bool) {
	switch {
	case d.quantifier.takesNumber():
		n, ok := d.first.draw(stream)
		return quantity{uint8(n)}, ok
	case d.quantifier.takesTwo():
		a, ok := d.first.draw(stream)
		for ok {
			var b int
			if b, ok = d.second.draw(stream); ok && d.goodPair(a, b) {
				return quantity{uint8(min(a, b)), uint8(max(a, b))}, true
			}
		}
		return quantity{}, false
	case d.quantifier.takesFraction():
		return d.fraction.draw(stream)
	}
	return quantity{}, true
}

package qlevr

import "mereo/scenes/rng"

// fractionDraw is how a fraction is drawn that num of total things are compared with: a denominator, then a numerator, reduced.
// It is greater than 0 and less than 1, and near num/total half of the time.
type fractionDraw struct{ num, total int }

// denominators are all equally likely.
func (f fractionDraw) denominators() numberSpan {
	switch num, total := f.num, f.total; {
	case num == total:
		return numberSpan{2, 10}
	case total > 5:
		return numberSpan{max(num+1, total-3), total + 3}
	default:
		return numberSpan{max(2*num+1, 2*total-3), 2*total + 3}
	}
}

// numerators are how the numerator over a denominator is drawn.
func (f fractionDraw) numerators(denominator int) numberMixture {
	wide := numberSpan{1, denominator - 1}
	if f.num == f.total {
		return twoSpans(numberSpan{denominator / 2, denominator - 1}, wide)
	}
	near := f.num // that num of total things are of the denominator, about
	if f.total <= 5 {
		near *= 2
	}
	return twoSpans(numberSpan{max(1, near/2), min(denominator-1, 2*near)}, wide)
}

func (f fractionDraw) draw(stream *rng.Stream) (quantity, bool) {
	s := f.denominators()
	d := s.lo + stream.IntN(s.hi-s.lo+1)
	numerators := f.numerators(d)
	n, ok := numerators.draw(stream)
	return reducedFraction(n, d), ok
}

// reducedFraction is n/d in lowest terms.
func reducedFraction(n, d int) quantity {
	a, b := n, d
	for b != 0 {
		a, b = b, a%b
	}
	return quantity{uint8(n / a), uint8(d / a)}
}

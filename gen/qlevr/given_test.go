package qlevr

// givenTaker takes the given values of an attempt.
type givenTaker struct{}

// key takes the given key if it is allowed.
func (givenTaker) key(a *attempt, n *compiledNode, places int) (keyCandidate, bool) {
	passing := a.findPassing(n, places)
	if len(passing) == 0 {
		return keyCandidate{}, false
	}
	wanted, ok := a.givenKey(n)
	for _, i := range passing {
		c, _ := n.candidate(a, n, int(i))
		wanted.set = c.set
		if ok && c == wanted {
			return c, true
		}
	}
	return keyCandidate{}, false
}

// exception looks for a pair that is given.
func (givenTaker) exception(a *attempt, n *compiledNode, r *nodeResult, keys []keyedSet) bool {
	some := false
	for _, k := range keys {
		n.pairs(a, n, k)
		some = some || len(a.exceptions) > 0
	}
	if !some {
		return false
	}
	if a.readException(n, r) != nil {
		return false
	}
	for _, k := range keys {
		n.pairs(a, n, k)
		for _, pair := range a.exceptions {
			if pair == (exceptionPair{r.key, r.second}) {
				return true
			}
		}
	}
	return false
}

// quantity reads what a quantifier compares with.
func (givenTaker) quantity(a *attempt, n *compiledNode, side int, draw numberDraw) (quantity, bool) {
	with, ok := a.givenQuantity(n, side)
	return with, ok && draw.allows(with)
}

func (s numberSpan) has(n int) bool { return s.lo <= n && n <= s.hi }

// has reports whether a number can be drawn.
func (m *numberMixture) has(n int) bool {
	for _, s := range m.spans[:m.count] {
		if s.has(n) {
			return true
		}
	}
	return false
}

// allows reports whether numbers can be drawn.
func (d *numberDraw) allows(with quantity) bool {
	a, b := int(with[0]), int(with[1])
	switch {
	case d.quantifier.takesNumber():
		return d.first.has(a)
	case d.quantifier.takesTwo():
		return a < b && d.goodPair(a, b) && (d.first.has(a) && d.second.has(b) || d.first.has(b) && d.second.has(a))
	case d.quantifier.takesFraction():
		return d.fraction.allows(with)
	}
	return true
}

// allows reports whether a fraction, reduced, can be drawn.
func (f fractionDraw) allows(with quantity) bool {
	s := f.denominators()
	for d := s.lo; d <= s.hi; d++ {
		if with[1] == 0 || d%int(with[1]) != 0 {
			continue
		}
		n := int(with[0]) * (d / int(with[1]))
		if numerators := f.numerators(d); numerators.has(n) && reducedFraction(n, d) == with {
			return true
		}
	}
	return false
}

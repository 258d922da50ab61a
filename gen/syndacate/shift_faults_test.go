package syndacate

import (
	"fmt"
	"math"

	"mereo/gen/write/npz"
)

// ruled is a source that can tell what is wrong with finished elements, in the words of the first that break a rule; none is fine.
// Arrays are of the kinds and shapes that elements makes.
type ruled interface {
	rules(first int, arrays []npz.Array) []string
}

// rules are those of rows, and that of the split for every element.
func (s *shiftSource) rules(first int, arrays []npz.Array) []string {
	var faults []string
	for _, prefix := range []string{"", testPrefix} {
		for _, fault := range s.rulesOf(first, prefix, arrays) {
			faults = append(faults, prefix+fault)
		}
	}
	return faults
}

// rulesOf looks at the arrays with a prefix.
func (s *shiftSource) rulesOf(first int, prefix string, arrays []npz.Array) []string {
	c := s.config
	var parts, objects []float32
	n := 0
	for _, a := range arrays {
		switch a.Key {
		case prefix + keyParts:
			parts, _ = a.Data.([]float32)
		case prefix + keyObjects:
			objects, _ = a.Data.([]float32)
			n = a.Shape[0]
		}
	}
	partSize, objectSize := 0, c.objectRows()*s.config.objectWidth()
	if c.parts() > 0 {
		partSize = c.partRows() * partWidth
	}
	if len(objects) != n*objectSize || len(parts) != n*partSize {
		return []string{fmt.Sprintf("arrays of poses have %d and %d numbers, want %d and %d of each of %d elements",
			len(parts), len(objects), partSize, objectSize, n)}
	}
	faults := newRowFaults(c)
	usual, wide := faults.ranges, *faults.ranges
	wide[2] = [2]float64{-math.Pi, math.Pi}
	broken, at, says := 0, 0, ""
	for i := range n {
		rule := &s.split.train
		if prefix == "" && first+i < s.testElements {
			rule = &s.split.test
		}
		if faults.ranges = usual; rule.wide {
			faults.ranges = &wide
		}
		e, o := tiled(parts, i, partSize), tiled(objects, i, objectSize)
		faults.element(e, o)
		if !s.keepsRule(rule, e, o) {
			if broken++; broken == 1 {
				at, says = first+i, rule.says
			}
		}
	}
	out := faults.said()
	if broken > 0 {
		out = append(out, fmt.Sprintf("%d elements that break the rule of the split %s; element %d has not %s",
			broken, s.split.name, at, says))
	}
	return out
}

// keepsRule tells whether the rows of an element keep a rule.
func (s *shiftSource) keepsRule(rule *shiftRule, parts, objects []float32) bool {
	classes, poses := s.storedObjects(objects)
	lines := 0
	for _, class := range classes {
		lines += s.config.list.len(class)
	}
	if len(classes) == 0 || !rule.holds(s, classes, poses) {
		return false
	}
	if s.config.sampler == wordsSampler {
		return true
	}
	if rule.drop {
		lines--
	}
	if s.config.flipParts {
		lines *= 2
	}
	for _, row := range rowsOfWidth(parts, partWidth) {
		if !zeroRow(row) {
			lines--
		}
	}
	return lines == 0
}

package syndacate

import (
	"fmt"
	"math"
	"slices"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
)

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
	partSize, objectSize := 0, c.objectRows()*s.width()
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
		e, o := tile(parts, i, partSize), tile(objects, i, objectSize)
		if s.split.sampler == wordsSampler {
			rows := rowsOfWidth(o, s.width())
			faults.freeRow(first+i, keyObjects, rows)
			for r, row := range rows {
				if !zeroRow(row) {
					faults.object(first+i, r, row)
				}
			}
		} else {
			faults.element(first+i, e, o)
		}
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
		lines += s.shapes[class].Len()
	}
	if len(classes) == 0 || !rule.holds(s, classes, poses) {
		return false
	}
	if s.split.sampler == wordsSampler {
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

// storedObjects are the objects of an element's rows, each once: in aligned sets that of several lines has equal rows.
func (s *shiftSource) storedObjects(objects []float32) (classes []int, poses []glyph.Pose) {
	rows := rowsOfWidth(objects, s.width())
	for r, row := range rows {
		again := func(o []float32) bool { return slices.Equal(o, row) }
		if zeroRow(row) || s.config.aligned() && slices.ContainsFunc(rows[:r], again) {
			continue
		}
		class, pose := objectOfRow(row)
		classes, poses = append(classes, class), append(poses, pose)
	}
	return classes, poses
}

// about says what the split is.
func (s *shiftSource) about() sidecarSource {
	out := (&standardSource{config: s.config}).about()
	arguments := samplerArguments(s.config)
	arguments["split"], arguments["test_elements"] = s.split.name, s.testElements
	out.Sampler, out.Classes = arguments, s.classes
	out.Notes = append(slices.Clone(out.Notes),
		"an element of test has "+s.split.test.says,
		"an element of train and of "+testPrefix+"* has "+s.split.train.says,
		s.split.common,
		fmt.Sprintf("%s* are as many elements as test has, of the distribution of train; report test, %s* and the difference",
			testPrefix, testPrefix))
	if s.config.maxObjects > 1 && s.split.least < s.split.most {
		out.Notes = append(out.Notes, "elements are drawn again as a whole, so that those with few objects keep a rule more often, "+
			"in test and train to different degrees: compare elements with equally many objects, too")
	}
	return out
}

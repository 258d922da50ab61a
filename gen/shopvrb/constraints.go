package shopvrb

import "mereo/gen/ask"

// addConstraints adds the kinds of constraints. Those about single slots are rules: they hold before a search, not in it.
func addConstraints(l *ask.Library[*known]) {
	allEmpty := func(q *search, slots []int) {
		for _, slot := range slots {
			q.SetRule(slot, ask.Empty)
		}
	}
	l.AddConstraint(ask.Constraint[*known]{Name: "NULL", Params: "s", Rule: allEmpty})
	l.AddConstraint(ask.Constraint[*known]{Name: "NONE_OF", Params: "s+", Rule: allEmpty})
	// ONE_OF: all but one slot, drawn by chance, stay empty. ONE_OF_FORCE: that one is filled.
	l.AddConstraint(ask.Constraint[*known]{Name: "ONE_OF", Params: "s+", Rule: func(q *search, slots []int) {
		oneOf(q, slots)
	}})
	l.AddConstraint(ask.Constraint[*known]{Name: "ONE_OF_FORCE", Params: "s+", Rule: func(q *search, slots []int) {
		q.SetRule(oneOf(q, slots), ask.Filled)
	}})
	// NEQ: two slots say the same, or both nothing, whatever the name of the constraint.
	l.AddConstraint(ask.Constraint[*known]{Name: "NEQ", Params: "ss", Violated: func(q *search, slots []int) bool {
		a, b := q.Slot(slots[0]), q.Slot(slots[1])
		return a != nil && b != nil && a != b
	}})
}

// oneOf leaves one slot as it is, the last where nothing is drawn, and returns it.
func oneOf(q *search, slots []int) int {
	left := len(slots) - 1
	if !q.Scene.exhaustive {
		left = q.Stream.IntN(len(slots))
	}
	for i, slot := range slots {
		if i != left {
			q.SetRule(slot, ask.Empty)
		}
	}
	return slots[left]
}

package qlevr

import (
	"slices"

	"mereo/gen/ask"
)

// secondTallyFunctions count what a quantifier is about.
func secondTallyFunctions() []secondFunction {
	of := func(name string, in []ask.Type, count func(s *Scene, in []ask.Value) secondTally) secondFunction {
		return secondFunction{
			Name: name, In: in, Out: secondTypeTally,
			Eval: func(s *Scene, in, side []ask.Value) ask.Value {
				t := count(s, in)
				if t.all.Empty() || name == "count_alike" && t.those.Empty() {
					return ask.Invalid
				}
				return t
			},
		}
	}
	state, states := []ask.Type{secondTypeState}, []ask.Type{secondTypeState, secondTypeState}
	alike := func(s *Scene, in []ask.Value) secondTally {
		m, of := in[0].(secondMajority), in[1].(secondState)
		return secondTally{of.planes, of.objects, secondHaving(s, of.objects, m.attribute, m.value)}
	}
	sized := func(size string) func(s *Scene, in []ask.Value) secondTally {
		return func(s *Scene, in []ask.Value) secondTally {
			of := in[0].(secondState)
			return secondTally{of.planes, of.objects, secondHaving(s, of.objects, "Z", size)}
		}
	}
	exceptions := []secondFunction{
		secondExcept("attributes_subset_no_except", func(s *Scene, e secondException, except, predicate secondObjectKey) bool {
			return secondMinus(e.exception, e.predicate).Empty()
		}),
		secondExcept("attributes_subset_every_except", secondAllButAlike),
	}
	return append(exceptions,
		// Of the scene's things of a key those on the planes.
		of("count_on_planes", states, func(s *Scene, in []ask.Value) secondTally {
			there, named := in[0].(secondState), in[1].(secondState)
			all := secondObjectsOf(s, ask.AllOf(len(s.Objects)), named.key)
			return secondTally{there.planes, all, all.And(secondOnPlanes(s, there.planes).objects)}
		}),
		// Of the objects those with the value of the majority; only count_alike_if_any also where there are none.
		of("count_alike", []ask.Type{secondTypeMajority, secondTypeState}, alike),
		of("count_alike_if_any", []ask.Type{secondTypeMajority, secondTypeState}, alike),
		// Of the things of the key on the planes, without the reference, those in the direction.
		of("count_related", state, func(s *Scene, in []ask.Value) secondTally {
			r := in[0].(secondState)
			all := secondObjectsOf(s, secondOnPlanes(s, r.planes).objects, r.key).Without(r.reference)
			return secondTally{r.planes, all, r.objects}
		}),
		of("count_large", state, sized("large")),
		of("count_small", state, sized("small")),
	)
}

// secondExcept finds an exception that is some, not all objects of the planes, and a predicate of other attributes.
func secondExcept(
	name string, fits func(s *Scene, e secondException, except, predicate secondObjectKey) bool,
) secondFunction {
	return secondFunction{
		Name: name, In: []ask.Type{secondTypeState}, Side: []ask.Type{secondTypeObjectKey, secondTypeObjectKey},
		Out: secondTypeException,
		Eval: func(s *Scene, in, side []ask.Value) ask.Value {
			planes := in[0].(secondState).planes
			all := secondOnPlanes(s, planes).objects
			except, predicate := side[0].(secondObjectKey), side[1].(secondObjectKey)
			e := secondException{planes, all, secondObjectsOf(s, all, except), secondObjectsOf(s, all, predicate)}
			overlap := false
			for i := range except {
				overlap = overlap || except[i].Said && predicate[i].Said
			}
			none := secondObjectKey{}
			if overlap || except == none || predicate == none || e.exception.Empty() || e.exception == all ||
				e.predicate.Empty() || !fits(s, e, except, predicate) {
				return ask.Invalid
			}
			return e
		},
	}
}

// secondAllButAlike tells whether the objects of the exception are alike in what the predicate is about, but not as it says.
func secondAllButAlike(s *Scene, e secondException, except, predicate secondObjectKey) bool {
	for i, v := range predicate {
		if !v.Said {
			continue
		}
		for o := range e.exception.All() {
			value := secondObjectValue(&s.Objects[o], secondAttributes[i])
			if secondHaving(s, e.exception, secondAttributes[i], value) != e.exception {
				return false
			}
		}
	}
	return e.exception.And(e.predicate).Empty()
}

// secondFraction is a share.
type secondFraction struct{ over, under int }

// secondQuantifier is a word for how many of all, by its label.
type secondQuantifier struct {
	label string
	side  []ask.Type // of its numbers
	// needs is what it presupposes: "some" among all, or "not all".
	needs string
	// holds tells whether num of total are so many; total is not 0.
	holds func(num, total int, side []ask.Value) bool
}

// secondQuantifiers are the words for how many of all.
var secondQuantifiers = func() []secondQuantifier {
	one, two, share := []ask.Type{ask.TypeInteger}, []ask.Type{ask.TypeInteger, ask.TypeInteger}, []ask.Type{secondTypeFraction}
	n := func(side []ask.Value) int { return side[0].(int) }
	// beyond is positive for more than the share, negative for less.
	beyond := func(num, total int, side []ask.Value) int {
		f := side[0].(secondFraction)
		return num*f.under - total*f.over
	}
	return []secondQuantifier{
		{"all", nil, "", func(num, total int, side []ask.Value) bool { return num == total }},
		{"not_all", nil, "", func(num, total int, side []ask.Value) bool { return num < total }},
		{"some", nil, "", func(num, total int, side []ask.Value) bool { return num > 0 }},
		{"no", nil, "", func(num, total int, side []ask.Value) bool { return num == 0 }},
		{"some_but_not_all", nil, "", func(num, total int, side []ask.Value) bool { return 0 < num && num < total }},
		{"most", nil, "", func(num, total int, side []ask.Value) bool { return num > total-num }},
		{"exactly_number", one, "", func(num, total int, side []ask.Value) bool { return num == n(side) }},
		{"more_than_number", one, "some", func(num, total int, side []ask.Value) bool { return num > n(side) }},
		{"fewer_than_number", one, "some", func(num, total int, side []ask.Value) bool { return num < n(side) }},
		{"at_most_number", one, "", func(num, total int, side []ask.Value) bool { return num <= n(side) }},
		{"at_least_number", one, "", func(num, total int, side []ask.Value) bool { return num >= n(side) }},
		{"between", two, "some", func(num, total int, side []ask.Value) bool {
			return n(side) <= num && num <= side[1].(int)
		}},
		{"all_but_at_most", one, "not all", func(num, total int, side []ask.Value) bool { return total-num <= n(side) }},
		{"all_but_at_least", one, "not all", func(num, total int, side []ask.Value) bool { return total-num >= n(side) }},
		{"more_than_fractions", share, "some", func(num, total int, side []ask.Value) bool { return beyond(num, total, side) > 0 }},
		{"fewer_than_fractions", share, "some", func(num, total int, side []ask.Value) bool { return beyond(num, total, side) < 0 }},
		{"at_least_fractions", share, "some", func(num, total int, side []ask.Value) bool { return beyond(num, total, side) >= 0 }},
		{"at_most_fractions", share, "some", func(num, total int, side []ask.Value) bool { return beyond(num, total, side) <= 0 }},
	}
}()

// secondQuantifierOf is the quantifier of a label.
func secondQuantifierOf(label string) *secondQuantifier {
	i := slices.IndexFunc(secondQuantifiers, func(q secondQuantifier) bool { return q.label == label })
	return &secondQuantifiers[i]
}

// secondQuantifierFunctions give answers.
func secondQuantifierFunctions() []secondFunction {
	var out []secondFunction
	for _, q := range secondQuantifiers {
		out = append(out, secondFunction{
			Name: q.label, In: []ask.Type{secondTypeTally}, Side: q.side, Out: ask.TypeBool,
			Eval: func(s *Scene, in, side []ask.Value) ask.Value {
				t := in[0].(secondTally)
				num, total := t.those.Len(), t.all.Len()
				if q.needs == "some" && num == 0 || q.needs == "not all" && num == total {
					return ask.Invalid
				}
				return q.holds(num, total, side)
			},
		})
	}
	compare := func(name string, holds func(a, b int) bool) {
		out = append(out, secondFunction{
			Name: name, In: []ask.Type{secondTypeState, secondTypeState}, Out: ask.TypeBool,
			Eval: func(s *Scene, in, side []ask.Value) ask.Value {
				return holds(in[0].(secondState).objects.Len(), in[1].(secondState).objects.Len())
			},
		})
	}
	compare("more_A_than_B", func(a, b int) bool { return a > b })
	compare("fewer_A_than_B", func(a, b int) bool { return a < b })
	compare("equal_A_and_B", func(a, b int) bool { return a == b })
	except := func(name string, holds func(e secondException) bool) {
		out = append(out, secondFunction{
			Name: name, In: []ask.Type{secondTypeException}, Out: ask.TypeBool,
			Eval: func(s *Scene, in, side []ask.Value) ask.Value { return holds(in[0].(secondException)) },
		})
	}
	except("no_except", func(e secondException) bool { return e.predicate == e.exception })
	except("every_except", func(e secondException) bool { return secondMinus(e.all, e.predicate) == e.exception })
	return append(out, secondFunction{
		Name: "and", In: []ask.Type{ask.TypeBool, ask.TypeBool}, Out: ask.TypeBool,
		Eval: func(s *Scene, in, side []ask.Value) ask.Value { return in[0].(bool) && in[1].(bool) },
	})
}

package qlevr

import (
	"slices"
	"strconv"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// secondTallyFunctions count what a quantifier is about.
func secondTallyFunctions() []secondFunction {
	of := func(name string, in []ask.Type, help string, count func(s *Scene, in []ask.Value) secondTally) secondFunction {
		return secondFunction{
			Name: name, In: in, Out: secondTypeTally, Help: help,
			Eval: func(s *Scene, in, side []ask.Value) ask.Value {
				if name == "count_related" && in[0].(secondState).direction == "" {
					return ask.Because("the objects lie in no direction, want those of a function that begins with relate_filter")
				}
				t := count(s, in)
				switch {
				case t.all.Empty():
					return ask.Because("there is nothing to count")
				case name == "count_alike" && t.those.Empty():
					return ask.Because("none of the %s has the value, want some", show.Count(t.all.Len(), "object"))
				}
				return t
			},
		}
	}
	majority := []ask.Type{secondTypeMajority, secondTypeObjects}
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
		secondExcept("attributes_subset_no_except", "All objects on the planes, those of them that are excepted (the first four values), "+
			"and those of which something is said (the other four).",
			"not all of the excepted (%s) are what is said (%s)", func(s *Scene, e secondException, except, predicate secondObjectKey) bool {
				return secondMinus(e.exception, e.predicate).Empty()
			}),
		secondExcept("attributes_subset_every_except", "All objects on the planes, those of them that are excepted (the first four values), "+
			"and those of which something is said (the other four), which the excepted are not.",
			"the excepted (%s) are not alike in what is said of the others (%s), or are like them", secondAllButAlike),
	}
	return append(exceptions,
		of("count_on_planes", []ask.Type{secondTypePlanes, secondTypeObjects},
			"Of all objects of the scene that match as the given ones do, those on the planes.",
			func(s *Scene, in []ask.Value) secondTally {
				there, named := in[0].(secondState), in[1].(secondState)
				all := secondObjectsOf(s, ask.AllOf(len(s.Objects)), named.key)
				return secondTally{there.planes, all, all.And(secondOnPlanes(s, there.planes).objects)}
			}),
		of("count_alike", majority, "Of the objects those that have the value, at least one.", alike),
		of("count_alike_if_any", majority, "Of the objects those that have the value.", alike),
		of("count_related", secondObjects,
			"Of the objects on the planes that match, without the one from which the direction goes, those in the direction.",
			func(s *Scene, in []ask.Value) secondTally {
				r := in[0].(secondState)
				all := secondObjectsOf(s, secondOnPlanes(s, r.planes).objects, r.key).Without(r.reference)
				return secondTally{r.planes, all, r.objects}
			}),
		of("count_large", secondObjects, "Of the objects the large ones.", sized("large")),
		of("count_small", secondObjects, "Of the objects the small ones.", sized("small")),
	)
}

// secondExcept finds an exception that is some, not all objects of the planes, and a predicate of other attributes.
func secondExcept(
	name, help, unfit string, fits func(s *Scene, e secondException, except, predicate secondObjectKey) bool,
) secondFunction {
	return secondFunction{
		Name: name, In: secondPlanes, Side: slices.Repeat(secondObjectKeyTypes, 2), Out: secondTypeException, Help: help,
		Eval: func(s *Scene, in, side []ask.Value) ask.Value {
			planes := in[0].(secondState).planes
			all := secondOnPlanes(s, planes).objects
			except, predicate := secondObjectKeyOf(side), secondObjectKeyOf(side[4:])
			e := secondException{planes, all, secondObjectsOf(s, all, except), secondObjectsOf(s, all, predicate)}
			for i := range except {
				if except[i].Said && predicate[i].Said {
					return ask.Because("the %s is said of the excepted and of the others, want it once", secondAttributeNames[i])
				}
			}
			none := secondObjectKey{}
			switch {
			case except == none || predicate == none:
				return ask.Because("nothing is said of the excepted or of the others, want a value for both")
			case e.exception.Empty():
				return ask.Because("there is no %s here that could be excepted", objectWords(except))
			case e.exception == all:
				return ask.Because("all objects here are of the excepted kind (%s)", objectWords(except))
			case e.predicate.Empty():
				return ask.Because("there is no %s here", objectWords(predicate))
			case !fits(s, e, except, predicate):
				return ask.Because(unfit, objectWords(except), objectWords(predicate))
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

// secondQuantifier is a word for how many of all, by its label.
type secondQuantifier struct {
	label string
	side  []ask.Type // of its numbers
	// needs is what it presupposes: "some" among all, or "not all".
	needs string
	help  string
	// holds tells whether num of total are so many; total is not 0.
	holds func(num, total int, side []ask.Value) bool
}

// secondQuantifiers are the words for how many of all.
var secondQuantifiers = func() (out []secondQuantifier) {
	plain := func(label, help string, holds func(num, total int) bool) {
		out = append(out, secondQuantifier{label, nil, "", help, func(num, total int, _ []ask.Value) bool { return holds(num, total) }})
	}
	number := func(label, needs, help string, holds func(num, total, n int) bool) {
		out = append(out, secondQuantifier{label, []ask.Type{secondTypeNumber}, needs, help,
			func(num, total int, side []ask.Value) bool { return holds(num, total, side[0].(int)) }})
	}
	// Beyond is positive for more than the share, negative for less.
	share := func(label, help string, holds func(beyond int) bool) {
		out = append(out, secondQuantifier{label, []ask.Type{secondTypeFraction}, "some", help,
			func(num, total int, side []ask.Value) bool {
				f := side[0].(secondFraction)
				return holds(num*f.under - total*f.over)
			}})
	}
	plain("all", "Yes if all were counted", func(num, total int) bool { return num == total })
	plain("not_all", "Yes if not all were counted", func(num, total int) bool { return num < total })
	plain("some", "Yes if any were counted", func(num, _ int) bool { return num > 0 })
	plain("no", "Yes if none were counted", func(num, _ int) bool { return num == 0 })
	plain("some_but_not_all", "Yes if some were counted, and not all", func(num, total int) bool { return 0 < num && num < total })
	plain("most", "Yes if more than half were counted", func(num, total int) bool { return num > total-num })
	number("exactly_number", "", "Yes if exactly so many were counted", func(num, _, n int) bool { return num == n })
	number("more_than_number", "some", "Yes if more than so many were counted", func(num, _, n int) bool { return num > n })
	number("fewer_than_number", "some", "Yes if fewer than so many were counted", func(num, _, n int) bool { return num < n })
	number("at_most_number", "", "Yes if at most so many were counted", func(num, _, n int) bool { return num <= n })
	number("at_least_number", "", "Yes if at least so many were counted", func(num, _, n int) bool { return num >= n })
	out = append(out, secondQuantifier{"between", []ask.Type{secondTypeNumber, secondTypeNumber}, "some",
		"Yes if a number from the first to the second was counted", func(num, _ int, side []ask.Value) bool {
			return side[0].(int) <= num && num <= side[1].(int)
		}})
	number("all_but_at_most", "not all", "Yes if all but at most so many were counted",
		func(num, total, n int) bool { return total-num <= n })
	number("all_but_at_least", "not all", "Yes if all but at least so many were counted",
		func(num, total, n int) bool { return total-num >= n })
	share("more_than_fractions", "Yes if more than this share was counted", func(beyond int) bool { return beyond > 0 })
	share("fewer_than_fractions", "Yes if less than this share was counted", func(beyond int) bool { return beyond < 0 })
	share("at_least_fractions", "Yes if at least this share was counted", func(beyond int) bool { return beyond >= 0 })
	share("at_most_fractions", "Yes if at most this share was counted", func(beyond int) bool { return beyond <= 0 })
	return out
}()

// secondQuantifierOf is the quantifier of a label.
func secondQuantifierOf(label string) *secondQuantifier {
	i := slices.IndexFunc(secondQuantifiers, func(q secondQuantifier) bool { return q.label == label })
	return &secondQuantifiers[i]
}

// secondQuantifierFunctions give answers.
func secondQuantifierFunctions() []secondFunction {
	var out []secondFunction
	add := func(name string, in, side []ask.Type, help string, eval func(in, side []ask.Value) ask.Value) {
		out = append(out, secondFunction{
			Name: name, In: in, Side: side, Out: ask.TypeBool, Help: help,
			Eval: func(_ *Scene, in, side []ask.Value) ask.Value { return eval(in, side) },
		})
	}
	for _, q := range secondQuantifiers {
		help := q.help + map[string]string{"some": "; none is no answer", "not all": "; all is no answer"}[q.needs] + "."
		add(q.label, []ask.Type{secondTypeTally}, q.side, help, func(in, side []ask.Value) ask.Value {
			t := in[0].(secondTally)
			num, total := t.those.Len(), t.all.Len()
			switch {
			case q.needs == "not all" && num == total:
				return ask.Because("all %s of them were counted, but the question supposes that some were not", strconv.Itoa(total))
			case q.needs == "some" && num == 0:
				return ask.Because("none of the %s were counted, but the question supposes that some were", strconv.Itoa(total))
			}
			return q.holds(num, total, side)
		})
	}
	compare := func(name, help string, holds func(a, b int) bool) {
		add(name, slices.Repeat(secondObjects, 2), nil, help, func(in, _ []ask.Value) ask.Value {
			return holds(in[0].(secondState).objects.Len(), in[1].(secondState).objects.Len())
		})
	}
	compare("more_A_than_B", "Yes if the first are more than the second.", func(a, b int) bool { return a > b })
	compare("fewer_A_than_B", "Yes if the first are fewer than the second.", func(a, b int) bool { return a < b })
	compare("equal_A_and_B", "Yes if the first are as many as the second.", func(a, b int) bool { return a == b })
	except := func(name, help string, holds func(e secondException) bool) {
		add(name, []ask.Type{secondTypeException}, nil, help, func(in, _ []ask.Value) ask.Value { return holds(in[0].(secondException)) })
	}
	except("no_except", "Yes if what is said is true of the excepted objects and of no others.",
		func(e secondException) bool { return e.predicate == e.exception })
	except("every_except", "Yes if what is said is true of all objects but the excepted.",
		func(e secondException) bool { return secondMinus(e.all, e.predicate) == e.exception })
	add("and", []ask.Type{ask.TypeBool, ask.TypeBool}, nil, "Yes if both answers are yes.",
		func(in, _ []ask.Value) ask.Value { return in[0].(bool) && in[1].(bool) })
	return out
}

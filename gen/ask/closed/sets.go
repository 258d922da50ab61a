package closed

import (
	"slices"
	"strconv"

	"mereo/gen/ask"
)

// Scene is what the first meanings ask of a scene.
type Scene interface {
	// Len is the number of objects.
	Len() int
	// Related are the objects in a relation to o; not ok where the scene does not know the relation.
	Related(relation string, o ask.Object) (s ask.Set, ok bool)
}

// Signatures that several functions have.
var (
	oneSet    = []ask.Type{ask.TypeSet}
	twoSets   = []ask.Type{ask.TypeSet, ask.TypeSet}
	oneObject = []ask.Type{ask.TypeObject}
	integers  = []ask.Type{ask.TypeInteger, ask.TypeInteger}
)

// Sets adds what makes, joins and measures sets. Relation is the type of names of relations, and most the largest number that is an
// answer: more objects cannot be counted.
func Sets[S Scene](l *ask.Library[S], relation ask.Type, most int) {
	l.Relate, l.Scene = "relate", "scene"
	l.Add(
		ask.Function[S]{
			Name: "scene", Out: ask.TypeSet,
			Help:  "All objects.",
			Eval:  func(s S, _, _ []ask.Value) ask.Value { return ask.AllOf(s.Len()) },
			Plain: func(s *ask.Plain, _, _ []ask.Value) ask.Value { return s.All() },
		},
		ask.Function[S]{
			Name: "unique", In: oneSet, Out: ask.TypeObject,
			Help: "The only object of a set; there is no answer if there are none or several.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value {
				if o, ok := in[0].(ask.Set).Only(); ok {
					return o
				}
				return ask.Invalid
			},
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				if set := in[0].([]ask.Object); len(set) == 1 {
					return set[0]
				}
				return ask.Because("it needs exactly one object and has %s", in[0])
			},
		},
		ask.Function[S]{
			Name: "relate", In: oneObject, Side: []ask.Type{relation}, Out: ask.TypeSet,
			Help: "The objects that lie in a direction from an object.",
			Eval: func(s S, in, side []ask.Value) ask.Value {
				if set, ok := s.Related(side[0].(string), in[0].(ask.Object)); ok {
					return set
				}
				return ask.Invalid
			},
			Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
				return s.Related(side[0].(string), in[0].(ask.Object))
			},
		},
		ask.Function[S]{
			Name: "union", In: twoSets, Out: ask.TypeSet,
			Help: "The objects of either set.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value { return in[0].(ask.Set).Or(in[1].(ask.Set)) },
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				a, b := in[0].([]ask.Object), in[1].([]ask.Object)
				return ask.Keep(s.All(), func(o ask.Object) bool { return slices.Contains(a, o) || slices.Contains(b, o) })
			},
		},
		ask.Function[S]{
			Name: "intersect", In: twoSets, Out: ask.TypeSet,
			Help: "The objects that are in both sets.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value { return in[0].(ask.Set).And(in[1].(ask.Set)) },
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				return ask.Keep(in[0].([]ask.Object), func(o ask.Object) bool { return slices.Contains(in[1].([]ask.Object), o) })
			},
		},
		ask.Function[S]{
			Name: "count", In: oneSet, Out: ask.TypeInteger,
			Help: "How many objects there are.",
			Eval: func(_ S, in, _ []ask.Value) ask.Value { return UpTo(most, in[0].(ask.Set).Len()) },
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
				if n := len(in[0].([]ask.Object)); n <= most {
					return n
				}
				return ask.Because("the result is no number from 0 to %s", strconv.Itoa(most))
			},
		},
		ask.Function[S]{
			Name: "exist", In: oneSet, Out: ask.TypeBool,
			Help:  "Whether there is any object.",
			Eval:  func(_ S, in, _ []ask.Value) ask.Value { return !in[0].(ask.Set).Empty() },
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value { return len(in[0].([]ask.Object)) > 0 },
		},
	)
}

// UpTo is n where it is an answer: 0 to most.
func UpTo(most, n int) ask.Value {
	if n < 0 || n > most {
		return ask.Invalid
	}
	return n
}

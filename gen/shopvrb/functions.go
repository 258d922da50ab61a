package shopvrb

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"

	"mereo/gen/qa"
)

// typeRelation is that of the relations between things; the types of properties have the properties' names.
const typeRelation qa.Type = "relation"

// newLibrary returns the functions, types, macros and constraints of both kinds of questions. classes are those of things beside
// the published ones.
func newLibrary(classes ...string) *qa.Library[*known] {
	words := newVocabulary(classes...)
	l := qa.NewLibrary[*known]("shopvrb")
	l.Relate, l.Scene = "relate", "scene"
	l.AddType(qa.TypeInteger, qa.TypeInfo{Domain: counted()})
	l.AddType(typeRelation, qa.TypeInfo{Domain: domain(Relations)})
	for a := range attributes {
		l.AddType(typeOf(a), qa.TypeInfo{Domain: words[a], Open: a == listAttribute, Parse: parseWord})
	}
	addSets(l)
	addProperties(l)
	addComparisons(l)
	addMacros(l)
	addConstraints(l)
	return l
}

// typeOf is the type of a property's values.
func typeOf(attribute int) qa.Type { return qa.Type(attributes[attribute].Key) }

// domain makes values of words.
func domain(words []string) (out []qa.Value) {
	for _, w := range words {
		out = append(out, w)
	}
	return out
}

// counted are the numbers that are answers.
func counted() (out []qa.Value) {
	for n := range mostCounted + 1 {
		out = append(out, n)
	}
	return out
}

// parseWord reads any word: one that is no value fits nothing.
func parseWord(raw json.RawMessage) (qa.Value, error) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("%s is no string", raw)
	}
	return s, nil
}

type function = qa.Function[*known]

func define(name string, in, side []qa.Type, out qa.Type, eval func(k *known, in, side []qa.Value) qa.Value) function {
	return function{Name: name, In: in, Side: side, Out: out, Eval: eval}
}

// addSets adds what makes, joins and measures sets.
func addSets(l *qa.Library[*known]) {
	set, sets, object := []qa.Type{qa.TypeSet}, []qa.Type{qa.TypeSet, qa.TypeSet}, []qa.Type{qa.TypeObject}
	l.Add(
		define("scene", nil, nil, qa.TypeSet, func(k *known, _, _ []qa.Value) qa.Value { return k.set(k.all()) }),
		define("unique", set, nil, qa.TypeObject, func(_ *known, in, _ []qa.Value) qa.Value { return only(members(in[0])) }),
		define("relate", object, []qa.Type{typeRelation}, qa.TypeSet, func(k *known, in, side []qa.Value) qa.Value {
			return k.set(k.related[slices.Index(Relations, side[0].(string))][in[0].(qa.Object)])
		}),
		define("union", sets, nil, qa.TypeSet, func(k *known, in, _ []qa.Value) qa.Value {
			return k.set(members(in[0]) | members(in[1]))
		}),
		define("intersect", sets, nil, qa.TypeSet, func(k *known, in, _ []qa.Value) qa.Value {
			return k.set(members(in[0]) & members(in[1]))
		}),
		define("count", set, nil, qa.TypeInteger, func(_ *known, in, _ []qa.Value) qa.Value {
			return bits.OnesCount64(members(in[0]))
		}),
		define("exist", set, nil, qa.TypeBool, func(_ *known, in, _ []qa.Value) qa.Value { return members(in[0]) != 0 }),
	)
}

// addProperties adds what is about one property.
func addProperties(l *qa.Library[*known]) {
	set, object := []qa.Type{qa.TypeSet}, []qa.Type{qa.TypeObject}
	for a := range attributes {
		key, kind := attributes[a].Key, typeOf(a)
		l.Add(
			define("filter_"+key, set, []qa.Type{kind}, qa.TypeSet, func(k *known, in, side []qa.Value) qa.Value {
				return k.set(members(in[0]) & k.holders[a][side[0].(string)])
			}),
			define("query_"+key, object, nil, kind, func(k *known, in, _ []qa.Value) qa.Value {
				return queried(a, k.properties[in[0].(qa.Object)][a])
			}),
			define("same_"+key, object, nil, qa.TypeSet, func(k *known, in, _ []qa.Value) qa.Value {
				o := in[0].(qa.Object)
				return k.set(k.same[a][o] &^ (1 << o))
			}),
		)
	}
}

// queried is the answer to a question for a property. A list of one is its item; other lists are answers only where things
// have lists.
func queried(attribute int, property qa.Value) qa.Value {
	l, ok := property.(list)
	if !ok {
		if property == nil {
			return qa.Invalid
		}
		return property
	}
	switch items := l.items(); {
	case len(items) == 1:
		return items[0]
	case attribute == listAttribute:
		return l
	}
	return qa.Invalid
}

// addComparisons adds what compares two values.
func addComparisons(l *qa.Library[*known]) {
	equal := func(name string, t qa.Type) function {
		return define("equal_"+name, []qa.Type{t, t}, nil, qa.TypeBool, func(_ *known, in, _ []qa.Value) qa.Value {
			return in[0] == in[1]
		})
	}
	for a := range attributes {
		l.Add(equal(attributes[a].Key, typeOf(a)))
	}
	numbers := []qa.Type{qa.TypeInteger, qa.TypeInteger}
	l.Add(
		equal("integer", qa.TypeInteger),
		equal("object", qa.TypeObject),
		define("less_than", numbers, nil, qa.TypeBool, func(_ *known, in, _ []qa.Value) qa.Value {
			return in[0].(int) < in[1].(int)
		}),
		define("greater_than", numbers, nil, qa.TypeBool, func(_ *known, in, _ []qa.Value) qa.Value {
			return in[0].(int) > in[1].(int)
		}),
	)
}

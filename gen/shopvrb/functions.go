package shopvrb

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"

	"mereo/gen/ask"
)

// typeRelation is that of the relations between things; the types of properties have the properties' names.
const typeRelation ask.Type = "relation"

// newLibrary returns the functions, types, macros and constraints of both kinds of questions. classes are those of things beside
// the published ones.
func newLibrary(classes ...string) *ask.Library[*known] {
	words := newVocabulary(classes...)
	l := ask.NewLibrary[*known]("shopvrb")
	l.Relate, l.Scene = "relate", "scene"
	l.AddType(ask.TypeInteger, ask.TypeInfo{Domain: counted()})
	l.AddType(typeRelation, ask.TypeInfo{Domain: domain(Relations)})
	for a := range attributes {
		l.AddType(typeOf(a), ask.TypeInfo{Domain: words[a], Open: a == listAttribute, Parse: parseWord})
	}
	addSets(l)
	addProperties(l)
	addComparisons(l)
	addMacros(l)
	addConstraints(l)
	return l
}

// typeOf is the type of a property's values.
func typeOf(attribute int) ask.Type { return ask.Type(attributes[attribute].Key) }

// domain makes values of words.
func domain(words []string) (out []ask.Value) {
	for _, w := range words {
		out = append(out, w)
	}
	return out
}

// counted are the numbers that are answers.
func counted() (out []ask.Value) {
	for n := range mostCounted + 1 {
		out = append(out, n)
	}
	return out
}

// parseWord reads any word: one that is no value fits nothing.
func parseWord(raw json.RawMessage) (ask.Value, error) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("%s is no string", raw)
	}
	return s, nil
}

type function = ask.Function[*known]

func define(name string, in, side []ask.Type, out ask.Type, eval func(k *known, in, side []ask.Value) ask.Value) function {
	return function{Name: name, In: in, Side: side, Out: out, Eval: eval}
}

// addSets adds what makes, joins and measures sets.
func addSets(l *ask.Library[*known]) {
	set, sets, object := []ask.Type{ask.TypeSet}, []ask.Type{ask.TypeSet, ask.TypeSet}, []ask.Type{ask.TypeObject}
	l.Add(
		define("scene", nil, nil, ask.TypeSet, func(k *known, _, _ []ask.Value) ask.Value { return k.set(k.all()) }),
		define("unique", set, nil, ask.TypeObject, func(_ *known, in, _ []ask.Value) ask.Value { return only(members(in[0])) }),
		define("relate", object, []ask.Type{typeRelation}, ask.TypeSet, func(k *known, in, side []ask.Value) ask.Value {
			return k.set(k.related[slices.Index(Relations, side[0].(string))][in[0].(ask.Object)])
		}),
		define("union", sets, nil, ask.TypeSet, func(k *known, in, _ []ask.Value) ask.Value {
			return k.set(members(in[0]) | members(in[1]))
		}),
		define("intersect", sets, nil, ask.TypeSet, func(k *known, in, _ []ask.Value) ask.Value {
			return k.set(members(in[0]) & members(in[1]))
		}),
		define("count", set, nil, ask.TypeInteger, func(_ *known, in, _ []ask.Value) ask.Value {
			return bits.OnesCount64(members(in[0]))
		}),
		define("exist", set, nil, ask.TypeBool, func(_ *known, in, _ []ask.Value) ask.Value { return members(in[0]) != 0 }),
	)
}

// addProperties adds what is about one property.
func addProperties(l *ask.Library[*known]) {
	set, object := []ask.Type{ask.TypeSet}, []ask.Type{ask.TypeObject}
	for a := range attributes {
		key, kind := attributes[a].Key, typeOf(a)
		l.Add(
			define("filter_"+key, set, []ask.Type{kind}, ask.TypeSet, func(k *known, in, side []ask.Value) ask.Value {
				return k.set(members(in[0]) & k.holders[a][side[0].(string)])
			}),
			define("query_"+key, object, nil, kind, func(k *known, in, _ []ask.Value) ask.Value {
				return queried(a, k.properties[in[0].(ask.Object)][a])
			}),
			define("same_"+key, object, nil, ask.TypeSet, func(k *known, in, _ []ask.Value) ask.Value {
				o := in[0].(ask.Object)
				return k.set(k.same[a][o] &^ (1 << o))
			}),
		)
	}
}

// queried is the answer to a question for a property. A list of one is its item; other lists are answers only where things
// have lists.
func queried(attribute int, property ask.Value) ask.Value {
	l, ok := property.(list)
	if !ok {
		if property == nil {
			return ask.Invalid
		}
		return property
	}
	switch items := l.items(); {
	case len(items) == 1:
		return items[0]
	case attribute == listAttribute:
		return l
	}
	return ask.Invalid
}

// addComparisons adds what compares two values.
func addComparisons(l *ask.Library[*known]) {
	equal := func(name string, t ask.Type) function {
		return define("equal_"+name, []ask.Type{t, t}, nil, ask.TypeBool, func(_ *known, in, _ []ask.Value) ask.Value {
			return in[0] == in[1]
		})
	}
	for a := range attributes {
		l.Add(equal(attributes[a].Key, typeOf(a)))
	}
	numbers := []ask.Type{ask.TypeInteger, ask.TypeInteger}
	l.Add(
		equal("integer", ask.TypeInteger),
		equal("object", ask.TypeObject),
		define("less_than", numbers, nil, ask.TypeBool, func(_ *known, in, _ []ask.Value) ask.Value {
			return in[0].(int) < in[1].(int)
		}),
		define("greater_than", numbers, nil, ask.TypeBool, func(_ *known, in, _ []ask.Value) ask.Value {
			return in[0].(int) > in[1].(int)
		}),
	)
}

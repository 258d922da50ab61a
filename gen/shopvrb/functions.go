package shopvrb

import (
	"encoding/json"
	"fmt"
	"slices"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
)

// typeRelation is that of the relations between things; the types of properties have the properties' names.
const typeRelation ask.Type = "relation"

// newLibrary returns the functions, types, macros and constraints of both kinds of questions. classes are those of things beside
// the published ones. All functions are those of every scene graph.
func newLibrary(classes ...string) *ask.Library[*known] {
	words := newVocabulary(classes...)
	l := ask.NewLibrary[*known]("shopvrb")
	l.AddType(ask.TypeInteger, ask.TypeInfo{Domain: counted()})
	l.AddType(typeRelation, ask.TypeInfo{Domain: domain(Relations)})
	var declared []closed.Attribute
	for a := range attributes {
		l.AddType(typeOf(a), ask.TypeInfo{Domain: words[a], Open: a == listAttribute, Parse: parseWord})
		declared = append(declared, closed.Attribute{Key: attributes[a].Key, Type: typeOf(a), Listed: a == listAttribute})
	}
	closed.Sets(l, typeRelation, mostKnown)
	closed.Numbers(l)
	closed.Equal(l, "equal_object", ask.TypeObject, "Whether two objects are the same one.")
	closed.Attributes(l, declared)
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

// Len is the number of things.
func (k *known) Len() int { return k.count }

// Related are the things in one of Relations to another.
func (k *known) Related(relation string, o ask.Object) (ask.Set, bool) {
	r := slices.Index(Relations, relation)
	if r < 0 {
		return ask.Set{}, false
	}
	return ask.Set{k.related[r][o]}, true
}

// Having are the things with a value.
func (k *known) Having(attribute int, value string) ask.Set {
	return ask.Set{k.holders[attribute][value]}
}

// Alike are the things with the same property as another, or none.
func (k *known) Alike(attribute int, o ask.Object) ask.Set { return ask.Set{k.same[attribute][o]} }

// Property is the answer to a question for a property. A list of one is its item; other lists are answers only where things have
// lists.
func (k *known) Property(attribute int, o ask.Object) ask.Value {
	property := k.properties[o][attribute]
	if property == nil {
		return ask.Invalid
	}
	l, ok := property.(list)
	if !ok {
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

package shopvrb

import (
	"encoding/json"
	"fmt"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
)

// typeRelation is that of the relations between things; the types of properties have the properties' names.
const typeRelation ask.Type = "relation"

// newLibrary returns the functions, types, macros and constraints of both kinds of questions. classes are those of things beside
// the published ones. All functions are those of every scene graph.
func newLibrary(classes ...string) *ask.Library[*known] {
	words := newVocabulary(classes...).Words
	l := ask.NewLibrary[*known]("shopvrb")
	l.Groups = map[string][]string{visualGroup: slotLetters[:visualCount], textualGroup: slotLetters}
	l.AddType(ask.TypeInteger, ask.TypeInfo{Domain: counted()})
	l.AddType(typeRelation, ask.TypeInfo{Domain: domain(Relations)})
	for a := range attributes {
		l.AddType(typeOf(a), ask.TypeInfo{Domain: words[a], Open: a == listAttribute, Parse: parseWord})
	}
	closed.Sets(l, typeRelation, closed.MostObjects)
	closed.Numbers(l)
	closed.Equal(l, "equal_object", ask.TypeObject, "Whether two objects are the same one.")
	closed.Attributes(l, declared)
	closed.Groups(l, declared, typeRelation)
	closed.Rules(l)
	return l
}

// Groups of slots: those of a phrase about what is seen, and those with what must be read up.
const (
	visualGroup  = "G"
	textualGroup = "E"
)

// slotLetters are the names of a group's slots without its number, in the order of attributes.
var slotLetters = []string{"Z", "W", "C", "M", "V", "S", "N", "P", "D", "K", "A"}

// declared are the attributes as the functions of scene graphs want them.
var declared = func() (out []closed.Attribute) {
	for a := range attributes {
		out = append(out, closed.Attribute{Key: attributes[a].Key, Type: typeOf(a), Listed: a == listAttribute})
	}
	return out
}()

// newVocabulary are the published values, and classes beside the published ones.
func newVocabulary(classes ...string) *closed.Vocabulary {
	out := &closed.Vocabulary{Attributes: declared, Relations: Relations}
	for a := range attributes {
		out.Words = append(out.Words, domain(attributes[a].Values))
	}
	out.Words[nameAttribute] = append(out.Words[nameAttribute], domain(classes)...)
	return out
}

// vocabularyOf are the values that questions of a library know.
func vocabularyOf(l *ask.Library[*known]) *closed.Vocabulary {
	out := &closed.Vocabulary{Attributes: declared, Relations: Relations}
	for a := range attributes {
		out.Words = append(out.Words, l.Domain(typeOf(a)))
	}
	return out
}

// published are the published values.
var published = newVocabulary()

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

package qlevr

import (
	"slices"
	"strconv"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// secondObjectFunctions choose objects on the planes of the state.
func secondObjectFunctions() []secondFunction {
	var out []secondFunction
	for _, name := range []string{
		"filter", "filter_valid", "filter_multiple", "filter_multiple_valid", "filter_unique", "filter_unique_valid",
	} {
		out = append(out, secondFunction{
			Name: name, In: secondPlanes, Side: secondObjectKeyTypes, Out: secondTypeObjects, Help: secondObjectHelp(name),
			Eval: func(s *Scene, in, side []ask.Value) ask.Value {
				state, k := in[0].(secondState), secondObjectKeyOf(side)
				found := secondObjectsOf(s, secondOnPlanes(s, state.planes).objects, k)
				if fault := wordsFault(name, found.Len(), "object", objectWords(k), k == secondObjectKey{}); fault != nil {
					return fault
				}
				return secondState{planes: state.planes, objects: found, key: k}
			},
		})
	}
	for _, name := range []string{
		"relate_filter", "relate_filter_valid", "relate_filter_multiple", "relate_filter_multiple_valid",
		"relate_filter_unlimited", "relate_filter_valid_unlimited", "relate_filter_multiple_unlimited",
		"relate_filter_multiple_valid_unlimited",
	} {
		out = append(out, secondFunction{
			Name: name, In: secondObjects, Side: append([]ask.Type{secondTypeDirection}, secondObjectKeyTypes...),
			Out: secondTypeObjects, Help: secondObjectHelp(name),
			Eval: func(s *Scene, in, side []ask.Value) ask.Value {
				state := in[0].(secondState)
				reference, ok := state.objects.Only()
				if !ok {
					return ask.Because("the direction goes from %s, want one", show.Count(state.objects.Len(), "object"))
				}
				return secondRelate(s, name, state.planes, reference, side[0].(string), secondObjectKeyOf(side[1:]))
			},
		})
	}
	majority := secondFunction{
		Name: "query_attribute_most", In: secondObjects, Side: []ask.Type{secondTypeAttribute}, Out: secondTypeMajority,
		Help: "The value of the attribute that more than half of the objects have.",
		Eval: func(s *Scene, in, side []ask.Value) ask.Value {
			set, attribute := in[0].(secondState).objects, side[0].(string)
			for o := range set.All() {
				value := secondObjectValue(&s.Objects[o], attribute)
				if 2*secondHaving(s, set, attribute, value).Len() > set.Len() {
					return secondMajority{attribute, value}
				}
			}
			return ask.Because("no %s is that of more than half of the %s", secondAttributeName(attribute), show.Count(set.Len(), "object"))
		},
	}
	return append(out, majority)
}

// relates tells whether a function chooses objects by where they lie from another.
func relates(name string) bool { return strings.HasPrefix(name, "relate_filter") }

// secondObjectHelp says what the words of the name of a function ask for.
func secondObjectHelp(name string) string {
	what, many := "The objects on the planes that match", "at least one"
	switch {
	case strings.Contains(name, "unique"):
		what, many = "The only object on the planes that matches", ""
	case strings.Contains(name, "multiple"):
		many = "at least two"
	}
	var conditions []string
	if relates(name) {
		what = "The objects on the planes that match and lie in a direction from the one object given"
		if strings.Contains(name, "unlimited") {
			if many == "at least one" {
				many = "perhaps none"
			}
			conditions = append(conditions, "something of any kind lies there and in the opposite direction")
		} else {
			conditions = append(conditions, "some that match lie in the opposite direction, too")
		}
	}
	if strings.Contains(name, "valid") {
		conditions = append(conditions, "a value must be said")
	}
	if many != "" {
		what += ", " + many
	}
	if len(conditions) > 0 {
		what += "; " + strings.Join(conditions, ", and ")
	}
	return what + "."
}

// secondRelate are the objects of a key in a direction from a reference, on planes; Invalid where they are too few, or where
// the direction leaves none out.
func secondRelate(
	s *Scene, name string, planes ask.Set, reference ask.Object, direction string, k secondObjectKey,
) ask.Value {
	all := secondOnPlanes(s, planes).objects
	towards := func(direction string, k secondObjectKey) ask.Set {
		return secondObjectsOf(s, all.And(secondRelated(&s.ObjectRelations, direction, reference)), k)
	}
	found, any, there := towards(direction, k), secondObjectKey{}, strconv.Quote(direction)
	n, unlimited := found.Len(), strings.Contains(name, "unlimited")
	// There must be something in this direction and in its opposites; unless it is unlimited, enough of the key.
	opposites := func(fits func(d string) bool) bool { return slices.ContainsFunc(secondOpposites[direction], fits) }
	switch {
	case secondObjectsOf(s, all, k).Empty():
		return ask.Because("there is no %s here", objectWords(k))
	case unlimited && towards(direction, any).Empty():
		return ask.Because("there is nothing in the direction %s", there)
	case k == any && strings.Contains(name, "valid"):
		return ask.Because("nothing is said of the objects, want a value")
	case n == 0 && !(unlimited && secondWordsFit(name, n, k)):
		return ask.Because("there is no %s in the direction %s", objectWords(k), there)
	case !secondWordsFit(name, n, k):
		return ask.Because("there is only one %s in the direction %s, want at least two", objectWords(k), there)
	case unlimited && opposites(func(d string) bool { return towards(d, any).Empty() }):
		return ask.Because("there is nothing in the direction opposite to %s, so the direction would say nothing", there)
	case !unlimited && !opposites(func(d string) bool {
		n := towards(d, k).Len()
		return n > 0 && secondWordsFit(name, n, k)
	}):
		return ask.Because("there are not enough of %s in the direction opposite to %s, so the direction would say nothing",
			objectWords(k), there)
	}
	return secondState{planes: planes, objects: found, key: k, direction: direction, reference: reference}
}

// secondWordsFit tells whether n objects of a key are what the words of a node's name ask for.
func secondWordsFit(name string, n int, k secondObjectKey) bool {
	for _, word := range strings.Split(name, "_") {
		if word == "multiple" && n < 2 || word == "unique" && n != 1 || word == "valid" && k == (secondObjectKey{}) {
			return false
		}
	}
	return true
}

// objectWords is what a key says of an object: "large red object".
func objectWords(k secondObjectKey) string {
	shape := k[3].Word
	if shape == "" {
		shape = "object"
	}
	return joinWords(k[0].Word, k[1].Word, k[2].Word, shape)
}

func planeWords(k secondPlaneKey) string { return joinWords(k[0].Word, k[1].Word, k[2].Word, "plane") }

// joinWords puts spaces between the words that are not empty.
func joinWords(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// wordsFault says why n things of a kind are not what the words of a function's name ask for, nil where they are.
func wordsFault(name string, n int, kind, words string, unsaid bool) ask.Value {
	switch {
	case n == 0:
		return ask.Because("there is no %s here", words)
	case unsaid && strings.Contains(name, "valid"):
		return ask.Because("nothing is said of the %ss, want a value", kind)
	case n != 1 && strings.Contains(name, "unique"):
		return ask.Because("there are %s such things here (%s), want one", strconv.Itoa(n), words)
	case n < 2 && strings.Contains(name, "multiple"):
		return ask.Because("there is only one %s here, want at least two", words)
	}
	return nil
}

// secondObjectsOf is the part of a set that fits a key.
func secondObjectsOf(s *Scene, set ask.Set, k secondObjectKey) ask.Set {
	return secondWhere(set, func(o ask.Object) bool { return k.fits(&s.Objects[o]) })
}

// secondHaving is the part of a set that has a value of an attribute.
func secondHaving(s *Scene, set ask.Set, attribute, value string) ask.Set {
	return secondWhere(set, func(o ask.Object) bool { return secondObjectValue(&s.Objects[o], attribute) == value })
}

// secondAttributes are the letters of attributes, in the order of keys.
var secondAttributes = []string{"Z", "C", "M", "S"}

// secondObjectValue is an object's value of the attribute of a letter.
func secondObjectValue(o *Object, attribute string) string {
	switch attribute {
	case "Z":
		return o.Size
	case "C":
		return o.Color
	case "M":
		return o.Material
	}
	return o.Shape
}

func secondMinus(a, b ask.Set) ask.Set {
	return secondWhere(a, func(o ask.Object) bool { return !b.Has(o) })
}

package closed

import (
	"fmt"
	"reflect"
	"slices"

	"mereo/gen/ask"
)

// Attribute is a property that objects have under a name: one value of a closed list, or of one that is listed several values.
type Attribute struct {
	Key    string   // in records, and behind the verb in names of functions
	Type   ask.Type // of its values
	Listed bool     // an object has a list of values, which is also an answer
}

// Attributed is a Scene whose objects have attributes, which are named by their number.
type Attributed interface {
	Scene
	// Having are the objects with a value, or with it in their list.
	Having(attribute int, value string) ask.Set
	// Alike are the objects with the same property as o, itself among them; none where o has no such property.
	Alike(attribute int, o ask.Object) ask.Set
	// Property is what an object is asked for: a value, for listed attributes the whole list unless it has a single value, Invalid
	// where there is no such property.
	Property(attribute int, o ask.Object) ask.Value
}

// Attributes adds for each attribute what filters by it, asks for it, compares objects by it and compares answers about it.
func Attributes[S Attributed](l *ask.Library[S], attributes []Attribute) {
	for i, a := range attributes {
		l.Add(ask.Function[S]{
			Name: "filter_" + a.Key, In: oneSet, Side: []ask.Type{a.Type}, Out: ask.TypeSet,
			Help: a.help("The objects of a set that have this %s.", "The objects of a set that have this among their %ss."),
			Eval: func(s S, in, side []ask.Value) ask.Value { return in[0].(ask.Set).And(s.Having(i, side[0].(string))) },
			Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
				return ask.Keep(in[0].([]ask.Object), func(o ask.Object) bool {
					if items, ok := a.of(s, o).([]any); ok && a.Listed {
						return slices.Contains(items, side[0])
					}
					return a.of(s, o) == side[0]
				})
			},
		})
	}
	for i, a := range attributes {
		l.Add(ask.Function[S]{
			Name: "query_" + a.Key, In: oneObject, Out: a.Type,
			Help: a.help("The %s of an object.", "All %ss of an object."),
			Eval: func(s S, in, _ []ask.Value) ask.Value { return s.Property(i, in[0].(ask.Object)) },
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				property := a.of(s, in[0].(ask.Object))
				items, isList := property.([]any)
				switch {
				case property == nil || isList && len(items) != 1 && !a.Listed:
					return ask.Because("the %s has no such value", in[0])
				case len(items) == 1:
					return items[0]
				}
				return property
			},
		})
	}
	for i, a := range attributes {
		l.Add(ask.Function[S]{
			Name: "same_" + a.Key, In: oneObject, Out: ask.TypeSet,
			Help: a.help("The other objects with the same %s; there is no answer if the object has none.", "The other objects with exactly the same %ss; there is no answer if the object has none."),
			Eval: func(s S, in, _ []ask.Value) ask.Value {
				o := in[0].(ask.Object)
				alike := s.Alike(i, o)
				if !alike.Has(o) {
					return ask.Invalid
				}
				return alike.Without(o)
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				as := in[0].(ask.Object)
				if a.of(s, as) == nil {
					return ask.Because("the %s has no such value", as)
				}
				return ask.Keep(s.Others(as), func(o ask.Object) bool {
					return a.of(s, o) != nil && reflect.DeepEqual(a.of(s, o), a.of(s, as))
				})
			},
		})
	}
	for _, a := range attributes {
		Equal(l, "equal_"+a.Key, a.Type, a.help("Whether two answers about the %s are the same.", "Whether two answers about %ss are the same."))
	}
}

// help fills in one of two sentences: one for a value, one for lists.
func (a *Attribute) help(single, listed string) string {
	if a.Listed {
		return fmt.Sprintf(listed, a.Key)
	}
	return fmt.Sprintf(single, a.Key)
}

// of is the property of an object in its record, nil where it has none.
func (a *Attribute) of(s *ask.Plain, o ask.Object) any {
	return ask.At[map[string]any](s.Objects, int(o))[a.Key]
}

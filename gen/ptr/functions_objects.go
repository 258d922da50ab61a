package ptr

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"mereo/gen/ask"
)

type function = ask.Function[*known]

// keep is the members of a set that pass a test.
func keep(k *known, s ask.Set, test func(o *knownObject) bool) ask.Set {
	var out ask.Set
	for i := range s.All() {
		if test(&k.objects[i]) {
			out = out.With(i)
		}
	}
	return out
}

// keepPlain is keep for second meanings.
func keepPlain(s *ask.Plain, set []ask.Object, test func(o plainObject) bool) []ask.Object {
	return ask.Keep(set, func(o ask.Object) bool { return test(plainOf(s, o)) })
}

// addFilters adds what takes and yields sets.
func addFilters(l *ask.Library[*known]) {
	set := []ask.Type{ask.TypeSet}
	filter := func(name string, side ask.Type, help string,
		eval func(o *knownObject, side ask.Value) bool, plain func(o plainObject, side ask.Value) bool) {
		l.Add(function{
			Name: name, In: set, Side: []ask.Type{side}, Out: ask.TypeSet, Help: help,
			Eval: func(k *known, in, side []ask.Value) ask.Value {
				return keep(k, in[0].(ask.Set), func(o *knownObject) bool { return eval(o, side[0]) })
			},
			Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
				return keepPlain(s, in[0].([]ask.Object), func(o plainObject) bool { return plain(o, side[0]) })
			},
		})
	}
	judged := func(name, verdict, help string) {
		l.Add(function{
			Name: name, In: set, Out: ask.TypeSet, Help: help,
			Eval: func(k *known, in, _ []ask.Value) ask.Value {
				s := in[0].(ask.Set)
				for i := range s.All() {
					if k.objects[i].stability == "" {
						return ask.Invalid
					}
				}
				return keep(k, s, func(o *knownObject) bool { return o.stability == verdict })
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				return keepPlain(s, in[0].([]ask.Object), func(o plainObject) bool { return o.stability() == verdict })
			},
		})
	}
	l.Add(function{
		Name: "filter_object-category", In: set, Side: []ask.Type{typeCategory}, Out: ask.TypeSet,
		Help: "Keeps the objects of a category; it must not keep all of them.",
		Eval: func(k *known, in, side []ask.Value) ask.Value {
			s, c := in[0].(ask.Set), side[0].(string)
			out := keep(k, s, func(o *knownObject) bool { return strings.Contains(o.category, c) })
			if out == s && c != ask.Thing && c != "object" {
				return ask.Invalid // the filter did nothing
			}
			return out
		},
		Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
			all, category := in[0].([]ask.Object), side[0].(string)
			kept := keepPlain(s, all, func(o plainObject) bool { return strings.Contains(o.category(), category) })
			switch {
			case category == "thing" || category == "object" || !slices.Equal(kept, all):
				return kept
			case len(all) == 0:
				return ask.Because("there is no object to choose from")
			}
			return ask.Because("every object here is a %s, so the filter says nothing", strings.ToLower(category))
		},
	})
	filter("filter_part-category", typePart, "Keeps the objects that show a part.",
		func(o *knownObject, part ask.Value) bool { return o.visible(part.(string)) },
		func(o plainObject, part ask.Value) bool { return o.shows(part.(string)) })
	filter("filter_part-count", typePartNumber, "Keeps the objects that show a part so many times.",
		func(o *knownObject, side ask.Value) bool {
			want := side.(partNumber)
			return o.visible(want.Part) && o.number(want.Part) == want.N
		},
		func(o plainObject, side ask.Value) bool {
			want := side.(partNumber)
			return o.shows(want.Part) && o.countOrOne(want.Part) == want.N
		})
	filter("filter_color", typePartColor, "Keeps the objects that show a part in a color.",
		func(o *knownObject, side ask.Value) bool {
			want := side.(partColor)
			return o.color[want.Part].Name == want.Color && o.visible(want.Part)
		},
		func(o plainObject, side ask.Value) bool {
			want := side.(partColor)
			return o.shows(want.Part) && o.colorName(want.Part) == want.Color
		})
	judged("filter_stability", "yes", "Keeps the objects that stay where they are.")
	judged("filter_unstability", "no", "Keeps the objects that do not stay where they are.")
}

// addSame adds what finds the others that are like an object.
func addSame(l *ask.Library[*known]) {
	same := func(name string, side []ask.Type, help string, has func(a *knownObject, part string) bool,
		eval func(a, b *knownObject, part string) bool, plain func(a, b plainObject, part string) bool) {
		partOf := func(side []ask.Value) string {
			if len(side) == 0 {
				return ""
			}
			return side[0].(string)
		}
		l.Add(function{
			Name: name, In: []ask.Type{ask.TypeObject}, Side: side, Out: ask.TypeSet, Help: help,
			Eval: func(k *known, in, side []ask.Value) ask.Value {
				i, part := in[0].(ask.Object), partOf(side)
				a := &k.objects[i]
				if !has(a, part) {
					return ask.Invalid
				}
				return keep(k, ask.AllOf(len(k.objects)).Without(i), func(b *knownObject) bool { return eval(a, b, part) })
			},
			Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
				i, part := in[0].(ask.Object), partOf(side)
				a := plainOf(s, i)
				plain(a, a, part) // what it is compared by must be there, whether there are others or not
				return keepPlain(s, s.Others(i), func(b plainObject) bool { return plain(a, b, part) })
			},
		})
	}
	same("same_object-category", nil, "The other objects of the same category.",
		func(*knownObject, string) bool { return true },
		func(a, b *knownObject, _ string) bool { return a.category == b.category },
		func(a, b plainObject, _ string) bool { return a.category() == b.category() })
	same("same_part-color", []ask.Type{typePart}, "The other objects whose part has the same color.",
		(*knownObject).visible,
		func(a, b *knownObject, part string) bool { return b.visible(part) && a.color[part] == b.color[part] },
		func(a, b plainObject, part string) bool {
			color := a.color(part)
			return b.shows(part) && reflect.DeepEqual(b.color(part), color)
		})
	same("same_part-count", []ask.Type{typePart}, "The other objects that show as many of a part.",
		func(a *knownObject, part string) bool { _, ok := a.count[part]; return ok },
		func(a, b *knownObject, part string) bool {
			n, ok := b.count[part]
			return ok && n == a.count[part]
		},
		func(a, b plainObject, part string) bool {
			n := a.count(part)
			return has(b.counts(), part) && b.count(part) == n
		})
}

// addQueries adds what asks something of one object.
func addQueries(l *ask.Library[*known]) {
	query := func(name string, side []ask.Type, out ask.Type, help string,
		eval func(o *knownObject, side ask.Value) ask.Value, plain func(o plainObject, side ask.Value) ask.Value) {
		// A side input of null, which some published programs have, has no answer.
		said := func(side []ask.Value) (ask.Value, bool) {
			if len(side) == 0 {
				return nil, true
			}
			return side[0], side[0] != ""
		}
		l.Add(function{
			Name: name, In: []ask.Type{ask.TypeObject}, Side: side, Out: out, Help: help,
			Eval: func(k *known, in, side []ask.Value) ask.Value {
				v, ok := said(side)
				if !ok {
					return ask.Invalid
				}
				return eval(&k.objects[in[0].(ask.Object)], v)
			},
			Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
				v, ok := said(side)
				if !ok {
					return ask.Invalid
				}
				return plain(plainOf(s, in[0].(ask.Object)), v)
			},
		})
	}
	query("query_object-category", nil, typeCategory, "The category of an object.",
		func(o *knownObject, _ ask.Value) ask.Value { return o.category },
		func(o plainObject, _ ask.Value) ask.Value { return o.category() })
	query("query_part-color", []ask.Type{typePart}, typeColor, "The color of a part of an object.",
		func(o *knownObject, part ask.Value) ask.Value {
			if c, ok := o.color[part.(string)]; ok {
				return c.Name
			}
			return ask.Invalid
		},
		func(o plainObject, part ask.Value) ask.Value { return o.colorName(part.(string)) })
	query("query_part-count", []ask.Type{typePart}, ask.TypeInteger, "How many of a part an object shows.",
		func(o *knownObject, part ask.Value) ask.Value {
			if n, ok := o.count[part.(string)]; ok {
				return digit(n)
			}
			return ask.Invalid
		},
		func(o plainObject, part ask.Value) ask.Value {
			n := o.count(part.(string))
			if n >= 10 {
				return ask.Because("the %s has %s, and answers go up to 9", o.id, strconv.Itoa(n))
			}
			return n
		})
	query("query_part-category", []ask.Type{typeColor}, typePart, "The part of an object that has a color.",
		func(o *knownObject, color ask.Value) ask.Value {
			labels := o.labels(color.(string))
			var found ask.Value = ask.Invalid
			for _, p := range o.parts {
				switch {
				case o.color[p].Name != color:
				case found != ask.Invalid || labels > 1:
					return ask.Invalid
				default:
					found = p
				}
			}
			return found
		},
		func(o plainObject, color ask.Value) ask.Value { return o.partOfColor(color.(string)) })
	query("query_stability", nil, ask.TypeBool, "Whether an object stays where it is.",
		func(o *knownObject, _ ask.Value) ask.Value { return verdict(o, "yes") },
		func(o plainObject, _ ask.Value) ask.Value { return o.stability() == "yes" })
	query("query_unstability", nil, ask.TypeBool, "Whether an object does not stay where it is.",
		func(o *knownObject, _ ask.Value) ask.Value { return verdict(o, "no") },
		func(o plainObject, _ ask.Value) ask.Value { return o.stability() == "no" })
	query("query_change", []ask.Type{typeDirection}, ask.TypeBool,
		"Whether an unstable object would stay after a move in a direction.",
		func(o *knownObject, d ask.Value) ask.Value { return slices.Contains(o.changes, d.(string)) },
		func(o plainObject, d ask.Value) ask.Value {
			return slices.Contains(o.changes(), d)
		})
	query("query_direction", nil, typeDirection, "The only direction in which a move makes an unstable object stay.",
		func(o *knownObject, _ ask.Value) ask.Value {
			if len(o.changes) != 1 {
				return ask.Invalid
			}
			return o.changes[0]
		},
		func(o plainObject, _ ask.Value) ask.Value {
			if n := len(o.changes()); n != 1 {
				return ask.Because("the %s has %s directions that help, not one", o.id, strconv.Itoa(n))
			}
			return ask.At[string](o.changes(), 0)
		})
}

func verdict(o *knownObject, want string) ask.Value {
	if o.stability == "" {
		return ask.Invalid
	}
	return o.stability == want
}

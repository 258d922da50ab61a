package ptr

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"mereo/assets/palette"
	"mereo/gen/ask"
)

// Types of values beside ask's.
const (
	typeCategory   ask.Type = "Category"
	typePart       ask.Type = "Part"
	typeColor      ask.Type = "Color"
	typeRelation   ask.Type = "Relation"
	typeDirection  ask.Type = "Direction"
	typePartColor  ask.Type = "PartColor"         // partColor
	typePartNumber ask.Type = "PartNumber"        // partNumber
	typePaint      ask.Type = "Paint"             // paint
	typeGeometry   ask.Type = "Geometry"          // geometry
	typeGeoRel     ask.Type = "GeometricRelation" // geometricRelation
	typeBearing    ask.Type = "Bearing"           // bearing
)

// Relations, in the order of their bits in a bearing.
const relationCount = 4

var relationNames = [relationCount]string{"left", "right", "behind", "front"}

// partNames is the domain of answers that are parts.
var partNames = []string{
	"arm", "leg", "back", "seat", "central support", "pedestal", "leg bar", "wheel", "arm vertical bar", "arm horizontal bar",
	"back vertical bar", "back horizontal bar", "door", "frame", "sleep area", "top", "drawer", "shelf", "body",
}

// partsOf are the parts that an object of a category can have, as far as constraints and invented filters go.
var partsOf = map[string][]string{
	"Chair": {
		"arm", "leg", "back", "seat", "central support", "pedestal", "leg bar", "wheel", "arm vertical bar",
		"arm horizontal bar", "back vertical bar", "back horizontal bar",
	},
	"Bed":          {"sleep area", "back", "leg", "leg bar"},
	"Table":        {"top", "drawer", "shelf", "leg", "pedestal", "leg bar", "door", "central support"},
	"Refrigerator": {"body", "door"},
	"Cart":         {"body", "wheel"},
}

// askedCategories is the domain of answers that are categories, in the order of the published metadata.
var askedCategories = []string{"Chair", "Bed", "Table", "Refrigerator", "Cart"}

// colorNames is the domain of answers that are colours.
var colorNames = func() (names []string) {
	for _, c := range palette.All() {
		names = append(names, c.Name)
	}
	return names
}()

// partColor says that a part has a colour. In JSON it is {part: colour}.
type partColor struct{ Part, Color string }

func (v partColor) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{v.Part: v.Color})
}

// Says is the colour.
func (v partColor) Says() ask.Value { return v.Color }

// partNumber says how many of a part there are. In JSON it is {part: number}.
type partNumber struct {
	Part string
	N    int
}

func (v partNumber) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]int{v.Part: v.N}) }

// one reads {key: value} with one key.
func one[T any](raw json.RawMessage) (key string, value T, err error) {
	var m map[string]T
	if err := json.Unmarshal(raw, &m); err != nil || len(m) != 1 {
		return "", value, fmt.Errorf("%s is no object with one key", raw)
	}
	for k, v := range m {
		key, value = k, v
	}
	return key, value, nil
}

// words makes a domain of strings.
func words(names []string) []ask.Value {
	var out []ask.Value
	for _, n := range names {
		out = append(out, n)
	}
	return out
}

// wordOrNull reads one of some words, or null, which is "".
func wordOrNull(kind ask.Type, names []string) func(json.RawMessage) (ask.Value, error) {
	return func(raw json.RawMessage) (ask.Value, error) {
		var s *string
		if err := json.Unmarshal(raw, &s); err != nil || s != nil && !slices.Contains(names, *s) {
			return nil, fmt.Errorf("%s is no %s, want null or one of %s", raw, kind, strings.Join(names, ", "))
		}
		if s == nil {
			return "", nil
		}
		return *s, nil
	}
}

// newLibrary returns PTR's functions, types, macros and constraints.
func newLibrary() *ask.Library[*known] {
	l := ask.NewLibrary[*known]("ptr")
	l.Labels = []string{"type1", "type2"}
	l.Flags = []string{flagNumber}
	l.Cues = []ask.Type{typeCategory, typePart, typePartNumber}
	l.Relate, l.Scene, l.Redundant = "relate", "scene", redundant

	things := append(slices.Clone(askedCategories), ask.Thing, "object")
	l.AddType(typeCategory, ask.TypeInfo{Domain: words(askedCategories), Parse: wordOrNull(typeCategory, things)})
	l.AddType(typePart, ask.TypeInfo{Domain: words(partNames), Parse: wordOrNull(typePart, partNames)})
	l.AddType(typeColor, ask.TypeInfo{Domain: words(colorNames), Parse: wordOrNull(typeColor, colorNames)})
	l.AddType(typeRelation, ask.TypeInfo{Domain: words(relationNames[:])})
	l.AddType(typeDirection, ask.TypeInfo{Domain: words([]string{"left", "right", "behind", "front"})})
	l.AddType(typePartColor, ask.TypeInfo{Parse: func(raw json.RawMessage) (ask.Value, error) {
		part, color, err := one[string](raw)
		return partColor{part, color}, err
	}})
	l.AddType(typePartNumber, ask.TypeInfo{Parse: func(raw json.RawMessage) (ask.Value, error) {
		part, n, err := one[int](raw)
		return partNumber{part, n}, err
	}})
	l.AddType(typePaint, ask.TypeInfo{Parse: func(raw json.RawMessage) (ask.Value, error) {
		if string(raw) == "null" {
			return "", nil
		}
		var p paint
		err := p.UnmarshalJSON(raw)
		return p, err
	}})
	for _, t := range []ask.Type{typeGeometry, typeGeoRel, typeBearing} {
		l.AddType(t, ask.TypeInfo{})
	}

	addFilters(l)
	addQueries(l)
	addComparisons(l)
	addGeometry(l)
	addPositions(l)
	addMacros(l)
	addConstraints(l)
	return l
}

type function = ask.Function[*known]

func define(name string, in, side []ask.Type, out ask.Type, eval func(k *known, in, side []ask.Value) ask.Value) function {
	return function{Name: name, In: in, Side: side, Out: out, Eval: eval}
}

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

// addFilters adds what takes and yields sets.
func addFilters(l *ask.Library[*known]) {
	set, object := []ask.Type{ask.TypeSet}, []ask.Type{ask.TypeObject}
	filter := func(name string, side []ask.Type, test func(o *knownObject, side []ask.Value) bool) function {
		return define(name, set, side, ask.TypeSet, func(k *known, in, side []ask.Value) ask.Value {
			return keep(k, in[0].(ask.Set), func(o *knownObject) bool { return test(o, side) })
		})
	}
	judged := func(name, verdict string) function {
		return define(name, set, nil, ask.TypeSet, func(k *known, in, _ []ask.Value) ask.Value {
			s := in[0].(ask.Set)
			for i := range s.All() {
				if k.objects[i].stability == "" {
					return ask.Invalid
				}
			}
			return keep(k, s, func(o *knownObject) bool { return o.stability == verdict })
		})
	}
	same := func(name string, side []ask.Type, test func(a, b *knownObject, part string) bool, has func(a *knownObject, part string) bool) function {
		return define(name, object, side, ask.TypeSet, func(k *known, in, side []ask.Value) ask.Value {
			i, part := in[0].(ask.Object), ""
			if len(side) > 0 {
				part = side[0].(string)
			}
			a := &k.objects[i]
			if has != nil && !has(a, part) {
				return ask.Invalid
			}
			return keep(k, ask.AllOf(len(k.objects)).Without(i), func(b *knownObject) bool { return test(a, b, part) })
		})
	}
	l.Add(
		define("scene", nil, nil, ask.TypeSet, func(k *known, _, _ []ask.Value) ask.Value { return ask.AllOf(len(k.objects)) }),
		define("filter_object-category", set, []ask.Type{typeCategory}, ask.TypeSet, func(k *known, in, side []ask.Value) ask.Value {
			s, c := in[0].(ask.Set), side[0].(string)
			out := keep(k, s, func(o *knownObject) bool { return strings.Contains(o.category, c) })
			if out == s && c != ask.Thing && c != "object" {
				return ask.Invalid // the filter did nothing
			}
			return out
		}),
		filter("filter_part-category", []ask.Type{typePart}, func(o *knownObject, side []ask.Value) bool {
			return o.visible(side[0].(string))
		}),
		filter("filter_color", []ask.Type{typePartColor}, func(o *knownObject, side []ask.Value) bool {
			want := side[0].(partColor)
			return o.color[want.Part].Name == want.Color && o.visible(want.Part)
		}),
		filter("filter_part-count", []ask.Type{typePartNumber}, func(o *knownObject, side []ask.Value) bool {
			want := side[0].(partNumber)
			return o.visible(want.Part) && o.number(want.Part) == want.N
		}),
		judged("filter_stability", "yes"),
		judged("filter_unstability", "no"),
		define("unique", set, nil, ask.TypeObject, func(_ *known, in, _ []ask.Value) ask.Value {
			if o, ok := in[0].(ask.Set).Only(); ok {
				return o
			}
			return ask.Invalid
		}),
		define("relate", object, []ask.Type{typeRelation}, ask.TypeSet, func(k *known, in, side []ask.Value) ask.Value {
			r := slices.Index(relationNames[:], side[0].(string))
			if r < 0 {
				return ask.Invalid // above and below are named by the published files and never known
			}
			return k.related[r][in[0].(ask.Object)]
		}),
		define("union", []ask.Type{ask.TypeSet, ask.TypeSet}, nil, ask.TypeSet, func(_ *known, in, _ []ask.Value) ask.Value {
			return in[0].(ask.Set).Or(in[1].(ask.Set))
		}),
		define("intersect", []ask.Type{ask.TypeSet, ask.TypeSet}, nil, ask.TypeSet, func(_ *known, in, _ []ask.Value) ask.Value {
			return in[0].(ask.Set).And(in[1].(ask.Set))
		}),
		define("count", set, nil, ask.TypeInteger, func(_ *known, in, _ []ask.Value) ask.Value { return digit(in[0].(ask.Set).Len()) }),
		define("exist", set, nil, ask.TypeBool, func(_ *known, in, _ []ask.Value) ask.Value { return !in[0].(ask.Set).Empty() }),
		same("same_object-category", nil, func(a, b *knownObject, _ string) bool { return a.category == b.category }, nil),
		same("same_part-color", []ask.Type{typePart}, func(a, b *knownObject, p string) bool {
			return b.visible(p) && a.color[p] == b.color[p]
		}, (*knownObject).visible),
		same("same_part-count", []ask.Type{typePart}, func(a, b *knownObject, p string) bool {
			n, ok := b.count[p]
			return ok && n == a.count[p]
		}, func(a *knownObject, p string) bool { _, ok := a.count[p]; return ok }),
	)
}

// digit is n where it is an answer: 0 to 9.
func digit(n int) ask.Value {
	if n < 0 || n > 9 {
		return ask.Invalid
	}
	return n
}

// addQueries adds what asks something of one object.
func addQueries(l *ask.Library[*known]) {
	query := func(name string, side []ask.Type, out ask.Type, f func(o *knownObject, side ask.Value) ask.Value) function {
		return define(name, []ask.Type{ask.TypeObject}, side, out, func(k *known, in, side []ask.Value) ask.Value {
			var v ask.Value
			if len(side) > 0 {
				if v = side[0]; v == "" {
					return ask.Invalid
				}
			}
			return f(&k.objects[in[0].(ask.Object)], v)
		})
	}
	l.Add(
		query("query_object-category", nil, typeCategory, func(o *knownObject, _ ask.Value) ask.Value { return o.category }),
		query("query_part-color", []ask.Type{typePart}, typeColor, func(o *knownObject, part ask.Value) ask.Value {
			if c, ok := o.color[part.(string)]; ok {
				return c.Name
			}
			return ask.Invalid
		}),
		query("query_part-count", []ask.Type{typePart}, ask.TypeInteger, func(o *knownObject, part ask.Value) ask.Value {
			if n, ok := o.count[part.(string)]; ok {
				return digit(n)
			}
			return ask.Invalid
		}),
		query("query_part-category", []ask.Type{typeColor}, typePart, func(o *knownObject, color ask.Value) ask.Value {
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
		}),
		query("query_stability", nil, ask.TypeBool, func(o *knownObject, _ ask.Value) ask.Value { return verdict(o, "yes") }),
		query("query_unstability", nil, ask.TypeBool, func(o *knownObject, _ ask.Value) ask.Value { return verdict(o, "no") }),
		query("query_change", []ask.Type{typeDirection}, ask.TypeBool, func(o *knownObject, d ask.Value) ask.Value {
			return slices.Contains(o.changes, d.(string))
		}),
		query("query_direction", nil, typeDirection, func(o *knownObject, _ ask.Value) ask.Value {
			if len(o.changes) != 1 {
				return ask.Invalid
			}
			return o.changes[0]
		}),
	)
}

func verdict(o *knownObject, want string) ask.Value {
	if o.stability == "" {
		return ask.Invalid
	}
	return o.stability == want
}

// addComparisons adds what compares values and calculates with numbers.
func addComparisons(l *ask.Library[*known]) {
	for name, t := range map[string]ask.Type{
		"equal_part-color": typeColor, "equal_part-count": ask.TypeInteger, "equal_integer": ask.TypeInteger,
		"equal_part-category": typePart, "equal_object-category": typeCategory, "equal_object": ask.TypeObject,
	} {
		l.Add(define(name, []ask.Type{t, t}, nil, ask.TypeBool, func(_ *known, in, _ []ask.Value) ask.Value { return in[0] == in[1] }))
	}
	numbers := func(name string, out ask.Type, f func(a, b int) ask.Value) {
		l.Add(define(name, []ask.Type{ask.TypeInteger, ask.TypeInteger}, nil, out, func(_ *known, in, _ []ask.Value) ask.Value {
			return f(in[0].(int), in[1].(int))
		}))
	}
	numbers("less_than", ask.TypeBool, func(a, b int) ask.Value { return a < b })
	numbers("greater_than", ask.TypeBool, func(a, b int) ask.Value { return a > b })
	numbers("sum", ask.TypeInteger, func(a, b int) ask.Value { return digit(a + b) })
	numbers("minus_more", ask.TypeInteger, func(a, b int) ask.Value { return digit(a - b) })
	numbers("minus_less", ask.TypeInteger, func(a, b int) ask.Value { return digit(b - a) })
}

// redundant tells that the last category filter of a program and the last filter by parts let the same objects through: the
// condition on parts adds nothing.
func redundant(p ask.Program, outputs []ask.Value) bool {
	var byCategory, byPart ask.Set
	for i, n := range p {
		switch n.Function {
		case "filter_object-category":
			byCategory = outputs[i].(ask.Set)
		case "filter_part-category", "filter_part-count", "filter_color":
			byPart = outputs[i].(ask.Set)
		}
	}
	return !byCategory.Empty() && byCategory == byPart
}

package ptr

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"mereo/assets/palette"
	"mereo/gen/qa"
)

// Types of values beside qa's.
const (
	typeCategory   qa.Type = "Category"
	typePart       qa.Type = "Part"
	typeColor      qa.Type = "Color"
	typeRelation   qa.Type = "Relation"
	typeDirection  qa.Type = "Direction"
	typePartColor  qa.Type = "PartColor"         // partColor
	typePartNumber qa.Type = "PartNumber"        // partNumber
	typePaint      qa.Type = "Paint"             // paint
	typeGeometry   qa.Type = "Geometry"          // geometry
	typeGeoRel     qa.Type = "GeometricRelation" // geometricRelation
	typeBearing    qa.Type = "Bearing"           // bearing
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

// colorNames is the domain of answers that are colors.
var colorNames = func() (names []string) {
	for _, c := range palette.All() {
		names = append(names, c.Name)
	}
	return names
}()

// partColor says that a part has a color. In JSON it is {part: color}.
type partColor struct{ Part, Color string }

func (v partColor) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{v.Part: v.Color})
}

// Says is the color.
func (v partColor) Says() qa.Value { return v.Color }

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
func words(names []string) []qa.Value {
	var out []qa.Value
	for _, n := range names {
		out = append(out, n)
	}
	return out
}

// wordOrNull reads one of some words, or null, which is "".
func wordOrNull(kind qa.Type, names []string) func(json.RawMessage) (qa.Value, error) {
	return func(raw json.RawMessage) (qa.Value, error) {
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
func newLibrary() *qa.Library[*known] {
	l := qa.NewLibrary[*known]("ptr")
	l.Labels = []string{"type1", "type2"}
	l.Flags = []string{flagNumber}
	l.Cues = []qa.Type{typeCategory, typePart, typePartNumber}
	l.Relate, l.Scene, l.Redundant = "relate", "scene", redundant

	things := append(slices.Clone(askedCategories), qa.Thing, "object")
	l.AddType(typeCategory, qa.TypeInfo{Domain: words(askedCategories), Parse: wordOrNull(typeCategory, things)})
	l.AddType(typePart, qa.TypeInfo{Domain: words(partNames), Parse: wordOrNull(typePart, partNames)})
	l.AddType(typeColor, qa.TypeInfo{Domain: words(colorNames), Parse: wordOrNull(typeColor, colorNames)})
	l.AddType(typeRelation, qa.TypeInfo{Domain: words(relationNames[:])})
	l.AddType(typeDirection, qa.TypeInfo{Domain: words([]string{"left", "right", "behind", "front"})})
	l.AddType(typePartColor, qa.TypeInfo{Parse: func(raw json.RawMessage) (qa.Value, error) {
		part, color, err := one[string](raw)
		return partColor{part, color}, err
	}})
	l.AddType(typePartNumber, qa.TypeInfo{Parse: func(raw json.RawMessage) (qa.Value, error) {
		part, n, err := one[int](raw)
		return partNumber{part, n}, err
	}})
	l.AddType(typePaint, qa.TypeInfo{Parse: func(raw json.RawMessage) (qa.Value, error) {
		if string(raw) == "null" {
			return "", nil
		}
		var p paint
		err := p.UnmarshalJSON(raw)
		return p, err
	}})
	for _, t := range []qa.Type{typeGeometry, typeGeoRel, typeBearing} {
		l.AddType(t, qa.TypeInfo{})
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

type function = qa.Function[*known]

func define(name string, in, side []qa.Type, out qa.Type, eval func(k *known, in, side []qa.Value) qa.Value) function {
	return function{Name: name, In: in, Side: side, Out: out, Eval: eval}
}

// keep is the members of a set that pass a test.
func keep(k *known, s qa.Set, test func(o *knownObject) bool) qa.Set {
	var out qa.Set
	for i := range s.All() {
		if test(&k.objects[i]) {
			out = out.With(i)
		}
	}
	return out
}

// addFilters adds what takes and yields sets.
func addFilters(l *qa.Library[*known]) {
	set, object := []qa.Type{qa.TypeSet}, []qa.Type{qa.TypeObject}
	filter := func(name string, side []qa.Type, test func(o *knownObject, side []qa.Value) bool) function {
		return define(name, set, side, qa.TypeSet, func(k *known, in, side []qa.Value) qa.Value {
			return keep(k, in[0].(qa.Set), func(o *knownObject) bool { return test(o, side) })
		})
	}
	judged := func(name, verdict string) function {
		return define(name, set, nil, qa.TypeSet, func(k *known, in, _ []qa.Value) qa.Value {
			s := in[0].(qa.Set)
			for i := range s.All() {
				if k.objects[i].stability == "" {
					return qa.Invalid
				}
			}
			return keep(k, s, func(o *knownObject) bool { return o.stability == verdict })
		})
	}
	same := func(name string, side []qa.Type, test func(a, b *knownObject, part string) bool, has func(a *knownObject, part string) bool) function {
		return define(name, object, side, qa.TypeSet, func(k *known, in, side []qa.Value) qa.Value {
			i, part := in[0].(qa.Object), ""
			if len(side) > 0 {
				part = side[0].(string)
			}
			a := &k.objects[i]
			if has != nil && !has(a, part) {
				return qa.Invalid
			}
			return keep(k, qa.AllOf(len(k.objects)).Without(i), func(b *knownObject) bool { return test(a, b, part) })
		})
	}
	l.Add(
		define("scene", nil, nil, qa.TypeSet, func(k *known, _, _ []qa.Value) qa.Value { return qa.AllOf(len(k.objects)) }),
		define("filter_object-category", set, []qa.Type{typeCategory}, qa.TypeSet, func(k *known, in, side []qa.Value) qa.Value {
			s, c := in[0].(qa.Set), side[0].(string)
			out := keep(k, s, func(o *knownObject) bool { return strings.Contains(o.category, c) })
			if out == s && c != qa.Thing && c != "object" {
				return qa.Invalid // the filter did nothing
			}
			return out
		}),
		filter("filter_part-category", []qa.Type{typePart}, func(o *knownObject, side []qa.Value) bool {
			return o.visible(side[0].(string))
		}),
		filter("filter_color", []qa.Type{typePartColor}, func(o *knownObject, side []qa.Value) bool {
			want := side[0].(partColor)
			return o.color[want.Part].Name == want.Color && o.visible(want.Part)
		}),
		filter("filter_part-count", []qa.Type{typePartNumber}, func(o *knownObject, side []qa.Value) bool {
			want := side[0].(partNumber)
			return o.visible(want.Part) && o.number(want.Part) == want.N
		}),
		judged("filter_stability", "yes"),
		judged("filter_unstability", "no"),
		define("unique", set, nil, qa.TypeObject, func(_ *known, in, _ []qa.Value) qa.Value {
			if o, ok := in[0].(qa.Set).Only(); ok {
				return o
			}
			return qa.Invalid
		}),
		define("relate", object, []qa.Type{typeRelation}, qa.TypeSet, func(k *known, in, side []qa.Value) qa.Value {
			r := slices.Index(relationNames[:], side[0].(string))
			if r < 0 {
				return qa.Invalid // above and below are named by the published files and never known
			}
			return k.related[r][in[0].(qa.Object)]
		}),
		define("union", []qa.Type{qa.TypeSet, qa.TypeSet}, nil, qa.TypeSet, func(_ *known, in, _ []qa.Value) qa.Value {
			return in[0].(qa.Set).Or(in[1].(qa.Set))
		}),
		define("intersect", []qa.Type{qa.TypeSet, qa.TypeSet}, nil, qa.TypeSet, func(_ *known, in, _ []qa.Value) qa.Value {
			return in[0].(qa.Set).And(in[1].(qa.Set))
		}),
		define("count", set, nil, qa.TypeInteger, func(_ *known, in, _ []qa.Value) qa.Value { return digit(in[0].(qa.Set).Len()) }),
		define("exist", set, nil, qa.TypeBool, func(_ *known, in, _ []qa.Value) qa.Value { return !in[0].(qa.Set).Empty() }),
		same("same_object-category", nil, func(a, b *knownObject, _ string) bool { return a.category == b.category }, nil),
		same("same_part-color", []qa.Type{typePart}, func(a, b *knownObject, p string) bool {
			return b.visible(p) && a.color[p] == b.color[p]
		}, (*knownObject).visible),
		same("same_part-count", []qa.Type{typePart}, func(a, b *knownObject, p string) bool {
			n, ok := b.count[p]
			return ok && n == a.count[p]
		}, func(a *knownObject, p string) bool { _, ok := a.count[p]; return ok }),
	)
}

// digit is n where it is an answer: 0 to 9.
func digit(n int) qa.Value {
	if n < 0 || n > 9 {
		return qa.Invalid
	}
	return n
}

// addQueries adds what asks something of one object.
func addQueries(l *qa.Library[*known]) {
	query := func(name string, side []qa.Type, out qa.Type, f func(o *knownObject, side qa.Value) qa.Value) function {
		return define(name, []qa.Type{qa.TypeObject}, side, out, func(k *known, in, side []qa.Value) qa.Value {
			var v qa.Value
			if len(side) > 0 {
				if v = side[0]; v == "" {
					return qa.Invalid
				}
			}
			return f(&k.objects[in[0].(qa.Object)], v)
		})
	}
	l.Add(
		query("query_object-category", nil, typeCategory, func(o *knownObject, _ qa.Value) qa.Value { return o.category }),
		query("query_part-color", []qa.Type{typePart}, typeColor, func(o *knownObject, part qa.Value) qa.Value {
			if c, ok := o.color[part.(string)]; ok {
				return c.Name
			}
			return qa.Invalid
		}),
		query("query_part-count", []qa.Type{typePart}, qa.TypeInteger, func(o *knownObject, part qa.Value) qa.Value {
			if n, ok := o.count[part.(string)]; ok {
				return digit(n)
			}
			return qa.Invalid
		}),
		query("query_part-category", []qa.Type{typeColor}, typePart, func(o *knownObject, color qa.Value) qa.Value {
			labels := o.labels(color.(string))
			var found qa.Value = qa.Invalid
			for _, p := range o.parts {
				switch {
				case o.color[p].Name != color:
				case found != qa.Invalid || labels > 1:
					return qa.Invalid
				default:
					found = p
				}
			}
			return found
		}),
		query("query_stability", nil, qa.TypeBool, func(o *knownObject, _ qa.Value) qa.Value { return verdict(o, "yes") }),
		query("query_unstability", nil, qa.TypeBool, func(o *knownObject, _ qa.Value) qa.Value { return verdict(o, "no") }),
		query("query_change", []qa.Type{typeDirection}, qa.TypeBool, func(o *knownObject, d qa.Value) qa.Value {
			return slices.Contains(o.changes, d.(string))
		}),
		query("query_direction", nil, typeDirection, func(o *knownObject, _ qa.Value) qa.Value {
			if len(o.changes) != 1 {
				return qa.Invalid
			}
			return o.changes[0]
		}),
	)
}

func verdict(o *knownObject, want string) qa.Value {
	if o.stability == "" {
		return qa.Invalid
	}
	return o.stability == want
}

// addComparisons adds what compares values and calculates with numbers.
func addComparisons(l *qa.Library[*known]) {
	for name, t := range map[string]qa.Type{
		"equal_part-color": typeColor, "equal_part-count": qa.TypeInteger, "equal_integer": qa.TypeInteger,
		"equal_part-category": typePart, "equal_object-category": typeCategory, "equal_object": qa.TypeObject,
	} {
		l.Add(define(name, []qa.Type{t, t}, nil, qa.TypeBool, func(_ *known, in, _ []qa.Value) qa.Value { return in[0] == in[1] }))
	}
	numbers := func(name string, out qa.Type, f func(a, b int) qa.Value) {
		l.Add(define(name, []qa.Type{qa.TypeInteger, qa.TypeInteger}, nil, out, func(_ *known, in, _ []qa.Value) qa.Value {
			return f(in[0].(int), in[1].(int))
		}))
	}
	numbers("less_than", qa.TypeBool, func(a, b int) qa.Value { return a < b })
	numbers("greater_than", qa.TypeBool, func(a, b int) qa.Value { return a > b })
	numbers("sum", qa.TypeInteger, func(a, b int) qa.Value { return digit(a + b) })
	numbers("minus_more", qa.TypeInteger, func(a, b int) qa.Value { return digit(a - b) })
	numbers("minus_less", qa.TypeInteger, func(a, b int) qa.Value { return digit(b - a) })
}

// redundant tells that the last category filter of a program and the last filter by parts let the same objects through: the
// condition on parts adds nothing.
func redundant(p qa.Program, outputs []qa.Value) bool {
	var byCategory, byPart qa.Set
	for i, n := range p {
		switch n.Function {
		case "filter_object-category":
			byCategory = outputs[i].(qa.Set)
		case "filter_part-category", "filter_part-count", "filter_color":
			byPart = outputs[i].(qa.Set)
		}
	}
	return !byCategory.Empty() && byCategory == byPart
}

package ptr

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/assets/palette"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/record"
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

// mostParts is the largest number of a part that people can choose.
const mostParts = 12

// ofParts are the values that say something of a part: one for each part and each of what can be said.
func ofParts[T any](said []T, value func(part string, said T) ask.Value) (out []ask.Value) {
	for _, part := range partNames {
		for _, v := range said {
			out = append(out, value(part, v))
		}
	}
	return out
}

// numbersTo are the numbers from 1 to n.
func numbersTo(n int) (out []int) {
	for i := range n {
		out = append(out, i+1)
	}
	return out
}

// newLibrary returns PTR's functions, types, macros and constraints.
func newLibrary() *ask.Library[*known] {
	l := ask.NewLibrary[*known]("ptr")
	l.Labels = []string{"type1", "type2"}
	l.Flags = []string{flagNumber}
	l.Groups = map[string][]string{"G": {"S", "P", "CT", "CL"}}
	l.Cues = []ask.Type{typeCategory, typePart, typePartNumber}
	l.Redundant = redundant

	things := append(slices.Clone(askedCategories), ask.Thing, "object")
	l.AddType(typeCategory, ask.TypeInfo{
		Domain: words(askedCategories), Parse: wordOrNull(typeCategory, things), Offered: append(words(askedCategories), ask.Thing),
	})
	l.AddType(typePart, ask.TypeInfo{Domain: words(partNames), Parse: wordOrNull(typePart, partNames)})
	l.AddType(typeColor, ask.TypeInfo{Domain: words(colorNames), Parse: wordOrNull(typeColor, colorNames)})
	l.AddType(typeRelation, ask.TypeInfo{Domain: words(relationNames[:])})
	l.AddType(typeDirection, ask.TypeInfo{Domain: words([]string{"left", "right", "behind", "front"})})
	l.AddType(typePartColor, ask.TypeInfo{
		Parse: func(raw json.RawMessage) (ask.Value, error) {
			part, color, err := one[string](raw)
			return partColor{part, color}, err
		},
		Offered: ofParts(colorNames, func(part, color string) ask.Value { return partColor{part, color} }),
		Example: `"leg: red"`,
		Say:     func(v ask.Value) string { return v.(partColor).Part + ": " + v.(partColor).Color },
	})
	l.AddType(typePartNumber, ask.TypeInfo{
		Parse: func(raw json.RawMessage) (ask.Value, error) {
			part, n, err := one[int](raw)
			return partNumber{part, n}, err
		},
		Offered: ofParts(numbersTo(mostParts), func(part string, n int) ask.Value { return partNumber{part, n} }),
		Example: `"leg: 4"`,
		Say:     func(v ask.Value) string { return v.(partNumber).Part + ": " + strconv.Itoa(v.(partNumber).N) },
		Read: func(text string) (ask.Value, bool) {
			part, number, _ := strings.Cut(text, ": ")
			n, err := strconv.Atoi(number)
			return partNumber{part, n}, err == nil && n >= 0 && slices.Contains(partNames, part)
		},
	})
	var paints []ask.Value
	for _, c := range palette.All() {
		paints = append(paints, paint{c.Name, [3]int{int(c.RGB[0]), int(c.RGB[1]), int(c.RGB[2])}})
	}
	l.AddType(typePaint, ask.TypeInfo{
		Parse: func(raw json.RawMessage) (ask.Value, error) {
			if string(raw) == "null" {
				return "", nil
			}
			var p paint
			err := record.Read(raw, &p, record.Item)
			return p, err
		},
		Offered: paints,
		Say: func(v ask.Value) string {
			p, _ := v.(paint)
			return p.Name
		},
	})
	for _, t := range []ask.Type{typeGeometry, typeGeoRel, typeBearing} {
		l.AddType(t, ask.TypeInfo{})
	}

	closed.Sets(l, typeRelation, mostNumber)
	addFilters(l)
	addSame(l)
	addQueries(l)
	addComparisons(l)
	addGeometry(l)
	addPositions(l)
	addMacros(l)
	addConstraints(l)
	return l
}

// mostNumber is the largest number that is an answer.
const mostNumber = 9

// digit is n where it is an answer.
func digit(n int) ask.Value { return closed.UpTo(mostNumber, n) }

// Len is the number of objects.
func (k *known) Len() int { return len(k.objects) }

// Related are the objects in a relation to another. Above and below are named by the published files and never known.
func (k *known) Related(relation string, o ask.Object) (ask.Set, bool) {
	r := slices.Index(relationNames[:], relation)
	if r < 0 {
		return ask.Set{}, false
	}
	return k.related[r][o], true
}

// addComparisons adds what compares values and calculates with numbers.
func addComparisons(l *ask.Library[*known]) {
	closed.Equal(l, "equal_object", ask.TypeObject, "Whether two objects are the same one.")
	closed.Equal(l, "equal_object-category", typeCategory, "Whether two categories are equal.")
	closed.Equal(l, "equal_part-category", typePart, "Whether two parts have the same name.")
	closed.Equal(l, "equal_part-color", typeColor, "Whether two colors are equal.")
	closed.Equal(l, "equal_part-count", ask.TypeInteger, "Whether two numbers of parts are equal.")
	closed.Numbers(l)
	closed.Calculate(l, "sum", ask.TypeInteger, "The sum of two numbers.",
		func(a, b int) ask.Value { return digit(a + b) }, func(a, b int) ask.Value { return plainNumber(a + b) })
	closed.Calculate(l, "minus_more", ask.TypeInteger, "The first number less the second.",
		func(a, b int) ask.Value { return digit(a - b) }, func(a, b int) ask.Value { return plainNumber(a - b) })
	closed.Calculate(l, "minus_less", ask.TypeInteger, "The second number less the first.",
		func(a, b int) ask.Value { return digit(b - a) }, func(a, b int) ask.Value { return plainNumber(b - a) })
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

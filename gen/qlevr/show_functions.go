package qlevr

import (
	"slices"
	"strings"
	"sync"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// Programs that people see are those of the second executor, in which every step of a template is a call and what a quantifier
// counts is one of its own. Calls that choose objects take the planes that they choose them on, so that programs are trees. What
// the second executor calls a state is either planes or objects here, and a key is as many side values as it has attributes, ""
// for those that are not said.

// Types of what calls take and yield.
const (
	shownPlanes    = "planes"
	shownObjects   = "objects"
	shownCount     = "count"
	shownException = "exception"
	shownValue     = "value"
	shownAnswer    = "answer"
)

// shownFunction is a function that programs may call.
type shownFunction struct {
	show.Function
	second *secondFunction
}

// shownFunctions are all of them, in the order of programs.
var shownFunctions = sync.OnceValue(func() (out []shownFunction) {
	for _, list := range [][]secondFunction{
		secondPlaneFunctions(), secondCountingFunctions(), secondObjectFunctions(), secondTallyFunctions(), secondQuantifierFunctions(),
	} {
		for i := range list {
			out = append(out, newShownFunction(&list[i]))
		}
	}
	return out
})

// shownFunctionOf is the function of a name, or nil.
func shownFunctionOf(name string) *shownFunction {
	list := shownFunctions()
	if i := slices.IndexFunc(list, func(f shownFunction) bool { return f.Name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// Functions are those that programs may call.
func (r *shownSplit) Functions() (out []show.Function) {
	for _, f := range shownFunctions() {
		out = append(out, f.Function)
	}
	return out
}

// newShownFunction describes a function of the second executor.
func newShownFunction(f *secondFunction) shownFunction {
	out := shownFunction{show.Function{Name: f.Name, In: []string{}, Side: []show.Side{}, Help: shownHelp(f.Name)}, f}
	for i, t := range f.In {
		in := shownTypes[t]
		if t == secondTypeState && !takesPlanes(f.Name, i) {
			in = shownObjects
		}
		out.In = append(out.In, in)
	}
	for _, t := range f.Side {
		switch {
		case t == secondTypeAttribute && f.Name == "different_attribute":
			out.Side = append(out.Side, show.Side{Type: "attribute", Options: shownAttributes[1:]})
		default:
			out.Side = append(out.Side, shownSides[t]...)
		}
	}
	out.Out = shownTypes[f.Out]
	if f.Out == secondTypeState && choosesObjects(f.Name) {
		out.Out = shownObjects
	}
	return out
}

// choosesObjects tells whether a function that yields a state chooses objects, not planes.
func choosesObjects(name string) bool {
	return strings.HasPrefix(name, "filter") || relates(name)
}

// relates tells whether a function chooses objects by where they lie from another.
func relates(name string) bool { return strings.HasPrefix(name, "relate_filter") }

// takesPlanes tells whether an input that is a state is there for its planes.
func takesPlanes(name string, input int) bool {
	switch name {
	case "count_on_planes":
		return input == 0
	case "query_attribute_most", "count_alike", "count_alike_if_any", "count_related", "count_large", "count_small",
		"more_A_than_B", "fewer_A_than_B", "equal_A_and_B":
		return false
	}
	return !relates(name)
}

var shownTypes = map[ask.Type]string{
	secondTypeState: shownPlanes, secondTypeTally: shownCount, secondTypeException: shownException,
	secondTypeMajority: shownValue, ask.TypeBool: shownAnswer,
}

// shownAttributes are what attributes are called, in the order of secondAttributes.
var shownAttributes = []string{"size", "color", "material", "shape"}

// unsaidOr puts "not said" before values.
func unsaidOr(lists ...[]string) []string {
	return slices.Concat(append([][]string{{""}}, lists...)...)
}

// shownSides are the side values that stand for one of the second executor.
var shownSides = map[ask.Type][]show.Side{
	secondTypePlaneKey: {
		{Type: "plane color", Options: unsaidOr(planeColors, []string{deskColor})},
		{Type: "plane material", Options: unsaidOr(planeMaterials)},
		{Type: "plane shape", Options: unsaidOr(planeShapes, []string{deskShape})},
	},
	secondTypeObjectKey: {
		{Type: "size", Options: unsaidOr(objectSizes)},
		{Type: "color", Options: unsaidOr(objectColors)},
		{Type: "material", Options: unsaidOr(objectMaterials)},
		{Type: "shape", Options: unsaidOr(objectShapes)},
	},
	secondTypeDirection: {{Type: "direction", Options: directionWords[:]}},
	secondTypeAttribute: {{Type: "attribute", Options: shownAttributes}},
	secondTypeFraction:  {{Type: "fraction"}},
	ask.TypeInteger:     {{Type: "number"}},
}

// shownHelp says in a sentence what a function does.
func shownHelp(name string) string {
	if help, ok := shownHelps[name]; ok {
		return help
	}
	if help, ok := shownQuantifiers[name]; ok {
		switch secondQuantifierOf(name).needs {
		case "some":
			help += "; none is no answer"
		case "not all":
			help += "; all is no answer"
		}
		return help + "."
	}
	if counting, ok := strings.CutSuffix(name, "_unique_filter"); ok {
		return "The only plane " + shownCountings[counting] + "."
	}
	if counting, ok := strings.CutSuffix(name, "_multiple_filter"); ok {
		return "The planes, several but not all, each " + shownCountings[counting] + "."
	}
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

// shownCountings are what planes are chosen by, behind "plane" and "each".
var shownCountings = map[string]string{
	"contain_each":          "with exactly so many matching objects on it",
	"contain_each_at_least": "with so many matching objects or more on it",
	"contain_each_at_most":  "with so many matching objects or fewer on it",
	"contain_between":       "with a number of matching objects on it that lies between the two, which are at least 2 apart",
	"not_contain_each":      "with another number of matching objects on it",
	"not_contain_between":   "with a number of matching objects on it that does not lie between the two, which are at least 2 apart",
	"not_contain_any":       "with no matching object on it",
}

var shownHelps = map[string]string{
	"scene":                  "All planes, the desk among them, with all objects.",
	"plane filter_all":       "The planes that match, at least one; the desk may be one of them.",
	"plane filter_all_valid": "The planes that match, at least one; the desk may be one of them, and a value must be said.",
	"plane filter_multiple":  "The planes that match, at least two; the desk must not be named.",
	"plane filter_unique":    "The only plane that matches; the desk must not be named.",
	"plane relate_filter":    "The planes that match and lie in a direction from the one plane given; some that match lie in the opposite direction, too.",
	"different_attribute":    "The only plane whose value of the attribute no other plane has, among more than two planes beside the desk.",

	"contain_total_multiple_filter": "The planes, several but not all, that together have so many matching objects, as no other planes have.",

	"query_attribute_most": "The value of the attribute that more than half of the objects have.",
	"attributes_subset_no_except": "All objects on the planes, those of them that are excepted (the first four values), and those of " +
		"which something is said (the other four).",
	"attributes_subset_every_except": "All objects on the planes, those of them that are excepted (the first four values), and those " +
		"of which something is said (the other four), which the excepted are not.",

	"count_on_planes":    "Of all objects of the scene that match as the given ones do, those on the planes.",
	"count_alike":        "Of the objects those that have the value, at least one.",
	"count_alike_if_any": "Of the objects those that have the value.",
	"count_related":      "Of the objects on the planes that match, without the one from which the direction goes, those in the direction.",
	"count_large":        "Of the objects the large ones.",
	"count_small":        "Of the objects the small ones.",

	"more_A_than_B":  "Yes if the first are more than the second.",
	"fewer_A_than_B": "Yes if the first are fewer than the second.",
	"equal_A_and_B":  "Yes if the first are as many as the second.",
	"no_except":      "Yes if what is said is true of the excepted objects and of no others.",
	"every_except":   "Yes if what is said is true of all objects but the excepted.",
	"and":            "Yes if both answers are yes.",
}

// shownQuantifiers are what quantifiers say of a count.
var shownQuantifiers = map[string]string{
	"all":                  "Yes if all were counted",
	"not_all":              "Yes if not all were counted",
	"some":                 "Yes if any were counted",
	"no":                   "Yes if none were counted",
	"some_but_not_all":     "Yes if some were counted, and not all",
	"most":                 "Yes if more than half were counted",
	"exactly_number":       "Yes if exactly so many were counted",
	"more_than_number":     "Yes if more than so many were counted",
	"fewer_than_number":    "Yes if fewer than so many were counted",
	"at_most_number":       "Yes if at most so many were counted",
	"at_least_number":      "Yes if at least so many were counted",
	"between":              "Yes if a number from the first to the second was counted",
	"all_but_at_most":      "Yes if all but at most so many were counted",
	"all_but_at_least":     "Yes if all but at least so many were counted",
	"more_than_fractions":  "Yes if more than this share was counted",
	"fewer_than_fractions": "Yes if less than this share was counted",
	"at_least_fractions":   "Yes if at least this share was counted",
	"at_most_fractions":    "Yes if at most this share was counted",
}

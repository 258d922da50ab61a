package ptr

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// secondScene executes programs a second time, to check the executor that makes the questions. It shares no code with
// that one and none with the reader of scene files: it takes plain JSON values, evaluates one node at a time and
// prefers the obvious to the fast.
//
// A value that a function needs and the scene does not have (a missing key, an index out of range, a string in place of
// a number) makes the result invalid, since the published engine crashes there.
type secondScene struct {
	objects       []any
	relationships map[string]any
}

// secondInvalid is the result of a function that has no answer.
const secondInvalid = "__INVALID__"

// newSecondScene reads a scene file.
func newSecondScene(scene []byte) (*secondScene, error) {
	var file map[string]any
	if err := json.Unmarshal(scene, &file); err != nil {
		return nil, fmt.Errorf("ptr: scene is not a JSON object: %w", err)
	}
	objects, ok := file["objects"].([]any)
	if !ok {
		return nil, fmt.Errorf("ptr: objects of the scene: %s, want a list", jsonText(file["objects"]))
	}
	relationships, ok := file["relationships"].(map[string]any)
	if !ok {
		return nil, fmt.Errorf("ptr: relationships of the scene: %s, want lists by name", jsonText(file["relationships"]))
	}
	return &secondScene{objects, relationships}, nil
}

// run evaluates a stored program: a JSON list of {"type", "inputs", "side_inputs" or "value_inputs"}, other keys
// ignored. It stops at the first invalid result. Outputs are those of the nodes that were run; the last one is the
// answer:
//
//	set        []int, ascending
//	object     int
//	number     int
//	bool       bool
//	text       string
//	geometry   []any{"line" or "plane", [3]float64, object int}
//	relation   []string{kind, kind, "parallel" or "perpendicular"}
//	relations  []string, ascending
//	(invalid)  "__INVALID__"
//
// A malformed program is an error before anything is evaluated, whatever the scene.
func (s *secondScene) run(program []byte) (outputs []any, answer any, err error) {
	nodes, err := secondNodes(program)
	if err != nil {
		return nil, nil, err
	}
	for _, n := range nodes {
		inputs := make([]any, len(n.inputs))
		for i, from := range n.inputs {
			inputs[i] = outputs[from]
		}
		answer = s.call(n.function, inputs, n.sides)
		outputs = append(outputs, answer)
		if answer == any(secondInvalid) {
			break
		}
	}
	return outputs, answer, nil
}

// call evaluates one function on values of the kinds in its signature. Inputs of kind geometry may also be the name of
// a plane of the room. A side input of null, where it may be that, has no answer.
func (s *secondScene) call(function string, in, sides []any) (out any) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case secondMissing:
			out = secondInvalid
		default:
			panic(r)
		}
	}()
	if len(in) == 0 && secondSignatures[function].optional {
		return secondInvalid
	}
	if len(sides) == 1 && sides[0] == nil {
		return secondInvalid
	}
	set := func(i int) []int { return in[i].([]int) }
	object := func(i int) int { return in[i].(int) }
	number := object
	text := func() string { return sides[0].(string) }

	switch function {
	case "scene":
		return s.all()
	case "filter_object-category":
		return s.filterCategory(set(0), text())
	case "filter_part-category":
		return secondFilter(set(0), func(o int) bool { return jsonHas(s.colors(o), text()) })
	case "filter_color":
		part, color := jsonOnly(sides[0])
		return secondFilter(set(0), func(o int) bool {
			return jsonHas(s.colors(o), part) && s.colorName(o, part) == color
		})
	case "filter_part-count":
		part, want := jsonOnly(sides[0])
		return secondFilter(set(0), func(o int) bool {
			return jsonHas(s.colors(o), part) && float64(s.countOrOne(o, part)) == want
		})
	case "filter_stability":
		return secondFilter(set(0), func(o int) bool { return s.stability(o) == "yes" })
	case "filter_unstability":
		return secondFilter(set(0), func(o int) bool { return s.stability(o) == "no" })
	case "unique":
		if len(set(0)) != 1 {
			return secondInvalid
		}
		return set(0)[0]
	case "relate":
		return s.related(text(), object(0))
	case "union":
		both := slices.Sorted(slices.Values(slices.Concat(set(0), set(1))))
		return append([]int{}, slices.Compact(both)...)
	case "intersect":
		return secondFilter(set(0), func(o int) bool { return slices.Contains(set(1), o) })
	case "count":
		return secondBelowTen(len(set(0)))
	case "exist":
		return len(set(0)) > 0

	case "same_object-category":
		category := s.category(object(0))
		return secondFilter(s.others(object(0)), func(o int) bool { return s.category(o) == category })
	case "same_part-color":
		color := s.color(object(0), text())
		return secondFilter(s.others(object(0)), func(o int) bool {
			return jsonHas(s.colors(o), text()) && reflect.DeepEqual(s.color(o, text()), color)
		})
	case "same_part-count":
		count := s.count(object(0), text())
		return secondFilter(s.others(object(0)), func(o int) bool {
			return jsonHas(s.counts(o), text()) && s.count(o, text()) == count
		})

	case "query_object-category":
		return s.category(object(0))
	case "query_part-color":
		return s.colorName(object(0), text())
	case "query_part-count":
		return secondBelowTen(s.count(object(0), text()))
	case "query_part-category":
		return s.partOfColor(object(0), text())
	case "query_part-geometry":
		return s.geometryOfColor(object(0), sides[0])
	case "query_stability":
		return s.stability(object(0)) == "yes"
	case "query_unstability":
		return s.stability(object(0)) == "no"
	case "query_change":
		o := jsonAt[map[string]any](s.objects, object(0))
		return jsonHas(o, "possible_change") && slices.Contains(jsonAt[[]any](o, "possible_change", 0), sides[0])
	case "query_direction":
		directions := jsonAt[[]any](s.objects, object(0), "possible_change", 0)
		if len(directions) != 1 {
			return secondInvalid
		}
		return jsonAt[string](directions, 0)

	case "equal_part-color", "equal_part-count", "equal_integer", "equal_part-category", "equal_object-category",
		"equal_object":
		return in[0] == in[1]
	case "less_than":
		return number(0) < number(1)
	case "greater_than":
		return number(0) > number(1)
	case "sum":
		return secondBelowTen(number(0) + number(1))
	case "minus_more":
		return secondNotNegative(number(0) - number(1))
	case "minus_less":
		return secondNotNegative(number(1) - number(0))

	case "query_geometric-relation":
		return secondGeometricRelation(secondGeometryOf(in[0]), secondGeometryOf(in[1]))
	case "parallel", "perpendicular":
		return in[0].([]string)[2] == function
	case "query_geometric-analogy-count":
		return s.geometricAnalogy("count", in[0].([]string), secondGeometryOf(in[1]), object(2))
	case "query_geometric-analogy-color":
		return s.geometricAnalogy("color", in[0].([]string), secondGeometryOf(in[1]), object(2))

	case "query_positional-relation":
		return s.positionalRelation(object(0), object(1))
	case "query_positional-analogy-category":
		found := s.positionalAnalogy(in[0].([]string), object(1))
		if len(found) != 1 {
			return secondInvalid
		}
		return s.category(found[0])
	case "query_positional-analogy-count":
		return len(s.positionalAnalogy(in[0].([]string), object(1)))
	case "query_positional-analogy-exist":
		return len(s.positionalAnalogy(in[0].([]string), object(1))) > 0
	}

	// count_parallel_line, ..., query_perpendicular_plane_color
	words := strings.Split(function, "_")
	if _, ok := secondSignatures[function]; !ok || len(words) < 3 {
		panic(fmt.Sprintf("ptr: second executor: function %q has no code", function))
	}
	return s.partSearch(words[0], words[1], words[2], object(0), secondGeometryOf(in[1]))
}

// filterCategory is invalid when it filters nothing. No category contains "thing".
func (s *secondScene) filterCategory(set []int, category string) any {
	result := secondFilter(set, func(o int) bool { return strings.Contains(s.category(o), category) })
	if category != "thing" && category != "object" && slices.Equal(result, set) {
		return secondInvalid
	}
	return result
}

// partOfColor is the only visible part of a color. It is invalid when any other colored mesh of the object shares it,
// since a picture does not show which of them is a part with a name.
func (s *secondScene) partOfColor(o int, color string) any {
	labels := 0
	for _, c := range jsonAt[map[string]any](s.objects, o, "part_color_all") {
		if jsonAt[string](c, 0) == color {
			labels++
		}
	}
	var parts []string
	for _, part := range jsonKeys(s.colors(o)) {
		if s.colorName(o, part) == color {
			parts = append(parts, part)
		}
	}
	if len(parts) != 1 || labels > 1 {
		return secondInvalid
	}
	return parts[0]
}

// related are the objects in a relation to o.
func (s *secondScene) related(relation string, o int) []int {
	set := []int{}
	for _, v := range jsonAt[[]any](s.relationships, relation, o) {
		set = append(set, jsonWhole(v))
	}
	slices.Sort(set)
	return set
}

// positionalRelation names all relations of b to a.
func (s *secondScene) positionalRelation(a, b int) []string {
	names := []string{}
	for _, relation := range jsonKeys(s.relationships) {
		if slices.Contains(s.related(relation, a), b) {
			names = append(names, relation)
		}
	}
	return names
}

// positionalAnalogy are the objects in all of the relations to c.
func (s *secondScene) positionalAnalogy(relations []string, c int) []int {
	return secondFilter(s.others(c), func(o int) bool {
		for _, relation := range relations {
			if !slices.Contains(s.related(relation, c), o) {
				return false
			}
		}
		return true
	})
}

// What the scene says of an object o and its part. Colors and counts are the "occluded" ones: those of visible parts.

func (s *secondScene) category(o int) string  { return jsonAt[string](s.objects, o, "category") }
func (s *secondScene) stability(o int) string { return jsonAt[string](s.objects, o, "stability") }

func (s *secondScene) colors(o int) map[string]any {
	return jsonAt[map[string]any](s.objects, o, "part_color_occluded")
}

// color is [name, [r, g, b]].
func (s *secondScene) color(o int, part string) any { return jsonAt[any](s.colors(o), part) }

func (s *secondScene) colorName(o int, part string) string {
	return jsonAt[string](s.color(o, part), 0)
}

func (s *secondScene) counts(o int) map[string]any {
	return jsonAt[map[string]any](s.objects, o, "part_count_occluded")
}

func (s *secondScene) count(o int, part string) int { return jsonWhole(jsonAt[any](s.counts(o), part)) }

// countOrOne is for parts that are there: not all of them are counted.
func (s *secondScene) countOrOne(o int, part string) int {
	if jsonHas(s.counts(o), part) {
		return s.count(o, part)
	}
	return 1
}

func (s *secondScene) all() []int {
	set := []int{}
	for o := range s.objects {
		set = append(set, o)
	}
	return set
}

func (s *secondScene) others(than int) []int {
	return secondFilter(s.all(), func(o int) bool { return o != than })
}

// secondBelowTen is n where it can be an answer.
func secondBelowTen(n int) any {
	if n >= 10 {
		return secondInvalid
	}
	return n
}

func secondNotNegative(n int) any {
	if n < 0 {
		return secondInvalid
	}
	return n
}

func secondFilter(set []int, keep func(o int) bool) []int {
	result := []int{}
	for _, o := range set {
		if keep(o) {
			result = append(result, o)
		}
	}
	return result
}

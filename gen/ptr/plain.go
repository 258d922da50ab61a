package ptr

import (
	"cmp"
	"maps"
	"slices"

	"mereo/gen/ask"
)

// plainObject is the record of an object, as second meanings of functions see it; see ask.Plain. A value that is needed and not there
// makes the result Invalid, since the published engine crashes there. Colors and counts are the "occluded" ones: those of visible
// parts.
type plainObject map[string]any

func plainOf(s *ask.Plain, o ask.Object) plainObject {
	return ask.At[map[string]any](s.Objects, int(o))
}

func (o plainObject) at(key string) any { return ask.At[any](map[string]any(o), key) }

func (o plainObject) category() string  { return ask.At[string](o.at("category")) }
func (o plainObject) stability() string { return ask.At[string](o.at("stability")) }
func (o plainObject) changes() []any    { return ask.At[[]any](o.at("possible_change"), 0) }
func (o plainObject) colors() map[string]any {
	return ask.At[map[string]any](o.at("part_color_occluded"))
}
func (o plainObject) counts() map[string]any {
	return ask.At[map[string]any](o.at("part_count_occluded"))
}

// shows tells whether a part can be seen.
func (o plainObject) shows(part string) bool { return has(o.colors(), part) }

// color is [name, [r, g, b]].
func (o plainObject) color(part string) any { return ask.At[any](o.colors(), part) }

func (o plainObject) colorName(part string) string { return ask.At[string](o.color(part), 0) }

func (o plainObject) count(part string) int { return ask.Whole(ask.At[any](o.counts(), part)) }

// countOrOne is for parts that are there: not all of them are counted.
func (o plainObject) countOrOne(part string) int {
	if has(o.counts(), part) {
		return o.count(part)
	}
	return 1
}

// colored are the visible parts whose color passes a test, sorted.
func (o plainObject) colored(test func(color any) bool) (parts []string) {
	for _, part := range sortedKeys(o.colors()) {
		if test(o.color(part)) {
			parts = append(parts, part)
		}
	}
	return parts
}

// partOfColor is the only visible part of a color. It is invalid when any other colored mesh of the object shares it, since a picture
// does not show which of them is a part with a name.
func (o plainObject) partOfColor(color string) ask.Value {
	labels := 0
	for _, c := range ask.At[map[string]any](o.at("part_color_all")) {
		if ask.At[string](c, 0) == color {
			labels++
		}
	}
	parts := o.colored(func(c any) bool { return ask.At[string](c, 0) == color })
	if len(parts) != 1 || labels > 1 {
		return ask.Invalid
	}
	return parts[0]
}

// plainNumber is n where it can be an answer.
func plainNumber(n int) ask.Value {
	if n < 0 || n >= 10 {
		return ask.Invalid
	}
	return n
}

func has(m map[string]any, key string) bool {
	_, ok := m[key]
	return ok
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

package ptr

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"mereo/gen/ask"
)

// plainObject is an object as second meanings of functions see it: its record; see ask.Plain. A value that is needed and not there makes
// the result Invalid, since the published engine crashes there. Colors and counts are the "occluded" ones: those of visible parts.
type plainObject struct {
	id     ask.Object
	record map[string]any
}

func plainOf(s *ask.Plain, o ask.Object) plainObject {
	return plainObject{o, ask.At[map[string]any](s.Objects, int(o))}
}

func (o plainObject) category() string { return ask.At[string](o.record, "category") }
func (o plainObject) colors() map[string]any {
	return ask.At[map[string]any](o.record, "part_color_occluded")
}
func (o plainObject) counts() map[string]any {
	return ask.At[map[string]any](o.record, "part_count_occluded")
}

// stability is the verdict on an object of a scene whose objects are judged.
func (o plainObject) stability() string {
	if !has(o.record, "stability") {
		ask.Missing("the objects of this scene are not judged")
	}
	return ask.At[string](o.record, "stability")
}

// changes are the directions in which a move helps.
func (o plainObject) changes() []any {
	if !has(o.record, "possible_change") {
		return nil
	}
	return ask.At[[]any](o.record, "possible_change", 0)
}

// shows tells whether a part can be seen.
func (o plainObject) shows(part string) bool { return has(o.colors(), part) }

// color is [name, [r, g, b]].
func (o plainObject) color(part string) any {
	if !o.shows(part) {
		ask.Missing("the %s shows no %s whose color is known", o.id, part)
	}
	return o.colors()[part]
}

func (o plainObject) colorName(part string) string { return ask.At[string](o.color(part), 0) }

func (o plainObject) count(part string) int {
	if !has(o.counts(), part) {
		ask.Missing("the %s shows no %s whose number is known", o.id, part)
	}
	return ask.Whole(o.counts()[part])
}

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

// onlyPart is the only one of some parts of a color.
func (o plainObject) onlyPart(parts []string, color string) (part string) {
	switch len(parts) {
	case 0:
		ask.Missing("the %s shows no %s part that has a name", o.id, color)
	case 1:
		return parts[0]
	}
	ask.Missing("the %s has several %s parts: %s", o.id, color, strings.Join(parts, ", "))
	return ""
}

// partOfColor is the only visible part of a color. It is invalid when any other colored mesh of the object shares it, since a picture
// does not show which of them is a part with a name.
func (o plainObject) partOfColor(color string) ask.Value {
	part := o.onlyPart(o.colored(func(c any) bool { return ask.At[string](c, 0) == color }), color)
	labels := 0
	for _, c := range ask.At[map[string]any](o.record, "part_color_all") {
		if ask.At[string](c, 0) == color {
			labels++
		}
	}
	if labels > 1 {
		return ask.Because("the %s has other %s pieces than the %s", o.id, color, part)
	}
	return part
}

// plainNumber is n where it can be an answer.
func plainNumber(n int) ask.Value {
	if n < 0 || n >= 10 {
		return ask.Because("the result is no number from 0 to 9")
	}
	return n
}

func has(m map[string]any, key string) bool {
	_, ok := m[key]
	return ok
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

package ptr

import (
	"math"
	"slices"

	"mereo/gen/ask"
)

// plainNoVector bounds the components of vectors that mean something: where a part is no line or plane, the scene has a vector with a
// component of at least that size.
const plainNoVector = 10000

// plainVector is [x, y, z] or, as in some published files, [[x, y, z]].
func plainVector(v any) [3]float64 {
	if len(ask.At[[]any](v)) == 1 {
		v = ask.At[[]any](v, 0)
	}
	if len(ask.At[[]any](v)) != 3 {
		ask.Missing("a vector has no three components")
	}
	return [3]float64{ask.At[float64](v, 0), ask.At[float64](v, 1), ask.At[float64](v, 2)}
}

// plainNear tells whether vectors are equal but for 0.2. Opposite ones are not.
func plainNear(a, b [3]float64) bool {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return math.Sqrt(float64(x*x)+float64(y*y)+float64(z*z)) < 0.2
}

func plainOrthogonal(a, b [3]float64) bool {
	return math.Abs(float64(a[0]*b[0])+float64(a[1]*b[1])+float64(a[2]*b[2])) < 0.2
}

func plainValid(v [3]float64) bool {
	return slices.Max(v[:]) < plainNoVector && slices.Min(v[:]) > -plainNoVector
}

// plainRelated tests two vectors of parts of two kinds for parallel or perpendicular. The vector of a plane is its
// normal, so of a line and a plane it is the other test.
func plainRelated(kindA, kindB, relation string, a, b [3]float64) bool {
	if kindA == kindB {
		if relation == "parallel" {
			return plainNear(a, b)
		}
		return plainOrthogonal(a, b)
	}
	if relation == "parallel" {
		return plainOrthogonal(a, b)
	}
	return plainNear(a, b)
}

// plainRelation is how two parts lie to each other. Orthogonal vectors count only if the largest component of b is 0. That is a slip
// of the published engine, but its answers depend on it.
func plainRelation(a, b geometry) ask.Value {
	maxA, maxB := slices.Max(a.Vector[:]), slices.Max(b.Vector[:])
	near := plainNear(a.Vector, b.Vector) && maxA < plainNoVector && maxB < plainNoVector
	orthogonal := plainOrthogonal(a.Vector, b.Vector) && maxB == 0 && maxA < plainNoVector
	switch {
	case a.Kind == b.Kind && near:
		return geometricRelation{a.Kind, b.Kind, "parallel"}
	case a.Kind == b.Kind && orthogonal:
		return geometricRelation{a.Kind, b.Kind, "perpendicular"}
	case a.Kind != b.Kind && near:
		return geometricRelation{a.Kind, b.Kind, "perpendicular"}
	case a.Kind != b.Kind && orthogonal:
		return geometricRelation{a.Kind, b.Kind, "parallel"}
	}
	return ask.Because("the two are neither parallel nor at right angles")
}

// plainGeometry is the line or plane of the only visible part of a color.
func plainGeometry(s *ask.Plain, i ask.Object, p paint) ask.Value {
	o := plainOf(s, i)
	part := o.onlyPart(o.colored(func(c any) bool {
		rgb := ask.At[[]any](c, 1)
		return ask.At[string](c, 0) == p.Name && len(rgb) == 3 && rgb[0] == float64(p.RGB[0]) && rgb[1] == float64(p.RGB[1]) &&
			rgb[2] == float64(p.RGB[2])
	}), p.Name)
	for _, kind := range []string{"line", "plane"} {
		if vectors := o.vectors(kind); has(vectors, part) {
			return geometry{kind, plainVector(vectors[part]), int(i)}
		}
	}
	return ask.Because("the %s of the %s is neither straight nor flat", part, i)
}

// vectors are those of all line or all plane parts.
func (o plainObject) vectors(kind string) map[string]any {
	return ask.At[map[string]any](o.record, kind+"_geo")
}

// needGeometry ends a function that asks about lines and planes of an object of which they are not all known.
func (o plainObject) needGeometry() {
	if !slices.Contains(ask.At[[]any](o.record, "question_type"), any("geometry")) {
		ask.Missing("not all lines of the %s are known", o.id)
	}
}

// matching are the parts of one kind, visible or not, that are in a relation to g.
func (o plainObject) matching(g geometry, kind, relation string) (parts []string) {
	vectors := o.vectors(kind)
	for _, part := range sortedKeys(vectors) {
		v := plainVector(vectors[part])
		if plainValid(v) && plainRelated(g.Kind, kind, relation, g.Vector, v) {
			parts = append(parts, part)
		}
	}
	return parts
}

// number is how many the parts are together, where it is an answer.
func (o plainObject) number(parts []string) ask.Value {
	n := o.total(parts)
	if n >= 10 {
		return ask.Because("more than 9 parts of the %s lie so", o.id)
	}
	return n
}

// total adds up the numbers of the parts. A part without a number is one if it is visible, else none.
func (o plainObject) total(parts []string) int {
	n := 0
	for _, part := range parts {
		if has(o.counts(), part) || o.shows(part) {
			n += o.countOrOne(part)
		}
	}
	return n
}

// onlyColor is the color of the only part of a list; invalid also where it is hidden.
func (o plainObject) onlyColor(parts []string) ask.Value {
	if len(parts) != 1 || !o.shows(parts[0]) {
		return ask.Because("not exactly one visible kind of part of the %s lies so", o.id)
	}
	return o.colorName(parts[0])
}

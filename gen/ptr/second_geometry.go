package ptr

import (
	"math"
	"reflect"
	"slices"
)

// secondGeometry is the direction of a line part or the normal of a plane part of an object.
type secondGeometry struct {
	kind   string // line or plane
	vector [3]float64
	object int
}

// secondRoom are the planes of the room, which belong to no object.
var secondRoom = map[string][3]float64{"ground": {0, 0, 1}, "left wall": {1, 0, 0}, "back wall": {0, 1, 0}}

const (
	secondRoomObject = 10000
	// secondNoVector bounds the components of vectors that mean something: where a part is no line or plane, the scene
	// has a vector with a component of at least that size.
	secondNoVector = 10000
)

// secondGeometryOf is a geometry that is a value: []any{kind, vector, object} or the name of a plane of the room.
func secondGeometryOf(v any) secondGeometry {
	if name, ok := v.(string); ok {
		normal, ok := secondRoom[name]
		if !ok {
			panic(secondMissing{})
		}
		return secondGeometry{"plane", normal, secondRoomObject}
	}
	list := v.([]any)
	return secondGeometry{list[0].(string), list[1].([3]float64), list[2].(int)}
}

// secondVector is [x, y, z] or, as in some published files, [[x, y, z]].
func secondVector(v any) [3]float64 {
	if len(jsonAt[[]any](v)) == 1 {
		v = jsonAt[[]any](v, 0)
	}
	if len(jsonAt[[]any](v)) != 3 {
		panic(secondMissing{})
	}
	return [3]float64{jsonAt[float64](v, 0), jsonAt[float64](v, 1), jsonAt[float64](v, 2)}
}

// secondNear tells whether vectors are equal but for 0.2. Opposite ones are not.
func secondNear(a, b [3]float64) bool {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return math.Sqrt(float64(x*x)+float64(y*y)+float64(z*z)) < 0.2
}

func secondOrthogonal(a, b [3]float64) bool {
	return math.Abs(float64(a[0]*b[0])+float64(a[1]*b[1])+float64(a[2]*b[2])) < 0.2
}

func secondValid(v [3]float64) bool {
	return slices.Max(v[:]) < secondNoVector && slices.Min(v[:]) > -secondNoVector
}

// secondRelated tests two vectors of parts of two kinds for parallel or perpendicular. The vector of a plane is its
// normal, so of a line and a plane it is the other test.
func secondRelated(kindA, kindB, relation string, a, b [3]float64) bool {
	if kindA == kindB {
		if relation == "parallel" {
			return secondNear(a, b)
		}
		return secondOrthogonal(a, b)
	}
	if relation == "parallel" {
		return secondOrthogonal(a, b)
	}
	return secondNear(a, b)
}

// secondGeometricRelation is [kind of a, kind of b, relation] or invalid. Orthogonal vectors count only if the largest
// component of b is 0. That is a slip of the published engine, but its answers depend on it.
func secondGeometricRelation(a, b secondGeometry) any {
	maxA, maxB := slices.Max(a.vector[:]), slices.Max(b.vector[:])
	near := secondNear(a.vector, b.vector) && maxA < secondNoVector && maxB < secondNoVector
	orthogonal := secondOrthogonal(a.vector, b.vector) && maxB == 0 && maxA < secondNoVector
	switch {
	case a.kind == b.kind && near:
		return []string{a.kind, b.kind, "parallel"}
	case a.kind == b.kind && orthogonal:
		return []string{a.kind, b.kind, "perpendicular"}
	case a.kind != b.kind && near:
		return []string{a.kind, b.kind, "perpendicular"}
	case a.kind != b.kind && orthogonal:
		return []string{a.kind, b.kind, "parallel"}
	}
	return secondInvalid
}

// geometryOfColor is the line or plane of the only visible part of a color [name, [r, g, b]].
func (s *secondScene) geometryOfColor(o int, color any) any {
	var parts []string
	for _, part := range jsonKeys(s.colors(o)) {
		if reflect.DeepEqual(s.color(o, part), color) {
			parts = append(parts, part)
		}
	}
	if len(parts) != 1 {
		return secondInvalid
	}
	for _, kind := range []string{"line", "plane"} {
		if vectors := s.vectors(o, kind); jsonHas(vectors, parts[0]) {
			return []any{kind, secondVector(vectors[parts[0]]), o}
		}
	}
	return secondInvalid
}

// partSearch looks for the lines or planes of an object that are parallel or perpendicular to g, and counts them, tells
// whether there are any or names the color of the only one.
func (s *secondScene) partSearch(ask, relation, kind string, o int, g secondGeometry) any {
	category := s.category(o)
	if category == "Cart" || kind == "line" && category == "Refrigerator" || !s.hasGeometry(o) {
		return secondInvalid
	}
	if g.object != secondRoomObject && (g.object == o || !s.hasGeometry(g.object)) {
		return secondInvalid
	}
	parts := s.matching(o, g, kind, relation)
	switch ask {
	case "count":
		return secondBelowTen(s.total(o, parts))
	case "exist":
		return s.total(o, parts) > 0
	}
	if len(parts) != 1 {
		return secondInvalid
	}
	return s.colorName(o, parts[0])
}

// geometricAnalogy looks for the parts of object d that are to c as the relation says: [kind of c, their kind, name].
func (s *secondScene) geometricAnalogy(ask string, relation []string, c secondGeometry, d int) any {
	if c.kind != relation[0] || !s.hasGeometry(d) {
		return secondInvalid
	}
	parts := s.matching(d, c, relation[1], relation[2])
	if ask == "count" {
		return secondBelowTen(s.total(d, parts))
	}
	var visible []string
	for _, part := range parts {
		if jsonHas(s.colors(d), part) {
			visible = append(visible, part)
		}
	}
	if len(visible) != 1 {
		return secondInvalid
	}
	return s.colorName(d, visible[0])
}

// matching are the parts of one kind of object o, visible or not, that are in a relation to g.
func (s *secondScene) matching(o int, g secondGeometry, kind, relation string) []string {
	var parts []string
	vectors := s.vectors(o, kind)
	for _, part := range jsonKeys(vectors) {
		v := secondVector(vectors[part])
		if secondValid(v) && secondRelated(g.kind, kind, relation, g.vector, v) {
			parts = append(parts, part)
		}
	}
	return parts
}

// total adds up the numbers of the parts. A part without a number is one if it is visible, else none.
func (s *secondScene) total(o int, parts []string) int {
	n := 0
	for _, part := range parts {
		if jsonHas(s.counts(o), part) || jsonHas(s.colors(o), part) {
			n += s.countOrOne(o, part)
		}
	}
	return n
}

// vectors are those of all line or all plane parts of an object.
func (s *secondScene) vectors(o int, kind string) map[string]any {
	return jsonAt[map[string]any](s.objects, o, kind+"_geo")
}

func (s *secondScene) hasGeometry(o int) bool {
	return slices.Contains(jsonAt[[]any](s.objects, o, "question_type"), any("geometry"))
}

package ptr

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"mereo/engine/geom"
	"mereo/gen/ask"
)

// geometry is a straight or flat part: its direction or normal, and the object it belongs to.
type geometry struct {
	Kind   string // line or plane
	Vector [3]float64
	Object int
}

// MarshalJSON writes [kind, [x, y, z], object].
func (g geometry) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{g.Kind, g.Vector, g.Object})
}

// ofRoom is the Object of floor and walls.
const ofRoom = 10000

// geometricRelation says how a part of kind A lies to one of kind B.
type geometricRelation struct{ A, B, Relation string }

// MarshalJSON writes [A, B, relation].
func (r geometricRelation) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{r.A, r.B, r.Relation})
}

const (
	kindLine      = "line"
	kindPlane     = "plane"
	parallel      = "parallel"
	perpendicular = "perpendicular"
)

// The published tests of directions: equal to within 0.2, opposite ones being different; at right angles to within 0.2; and
// a vector that stands for "no direction" is long.
const (
	nearBound  = 0.2
	orthBound  = 0.2
	noVector   = 10000.0
	cartsLack  = "Cart"         // carts have no askable lines and planes
	fridgeLack = "Refrigerator" // refrigerators have no askable lines
)

func near(a, b [3]float64, slack float64) bool {
	return geom.V(a[0]-b[0], a[1]-b[1], a[2]-b[2]).Len() < slack*nearBound
}

func orth(a, b [3]float64, slack float64) bool {
	return math.Abs(vec3(a).Dot(vec3(b))) < slack*orthBound
}

// bounds are what nearBound and orthBound are multiplied by.
func (k *known) bounds() float64 { return cmp.Or(k.slack, 1) }

// valid tells a direction from the long vector that stands for none.
func valid(v [3]float64) bool { return slices.Max(v[:]) < noVector && slices.Min(v[:]) > -noVector }

// sameWay tells whether the vectors of parts of two kinds that are in a relation are parallel; else they are at right angles. A plane's
// vector is its normal, so for one line and one plane the two change places.
func sameWay(relation, ka, kb string) bool { return (relation == parallel) == (ka == kb) }

// lies tells whether b, of kind kb, is in a relation to a, of kind ka.
func lies(relation, ka, kb string, a, b [3]float64, slack float64) bool {
	if sameWay(relation, ka, kb) {
		return near(a, b, slack)
	}
	return orth(a, b, slack)
}

// vectors are an object's lines or planes.
func (o *knownObject) vectors(kind string) directed {
	if kind == kindLine {
		return o.lines
	}
	return o.planes
}

// matching are the parts of a kind whose vectors pass a test, sorted; n is how many of them can be seen.
func (o *knownObject) matching(kind string, test func(v [3]float64) bool) (parts []string, n int) {
	for _, d := range o.vectors(kind) {
		if valid(d.vector) && test(d.vector) {
			parts = append(parts, d.part)
			n += o.number(d.part)
		}
	}
	return parts, n
}

// onlyColor is the color of the only part of a list, Invalid when there is not one or it is hidden.
func (o *knownObject) onlyColor(parts []string) ask.Value {
	if len(parts) == 1 && o.visible(parts[0]) {
		return o.color[parts[0]].Name
	}
	return ask.Invalid
}

// addGeometry adds what asks for lines and planes.
func addGeometry(l *ask.Library[*known]) {
	l.Add(function{
		Name: "query_part-geometry", In: []ask.Type{ask.TypeObject}, Side: []ask.Type{typePaint}, Out: typeGeometry,
		Help: "The straight or flat part of an object that has a color, as a line or a plane.",
		Eval: queryGeometry,
		Plain: func(s *ask.Plain, in, side []ask.Value) ask.Value {
			p, ok := side[0].(paint)
			if !ok {
				return ask.Invalid
			}
			return plainGeometry(s, in[0].(ask.Object), p)
		},
	})
	search := func(relation, kind, name string, out ask.Type, help string,
		eval func(o *knownObject, parts []string, n int) ask.Value, plain func(o plainObject, parts []string) ask.Value) {
		l.Add(function{
			Name: name, In: []ask.Type{ask.TypeObject, typeGeometry}, Out: out, Help: help,
			Eval: func(k *known, in, _ []ask.Value) ask.Value {
				i, g := in[0].(ask.Object), in[1].(geometry)
				o := &k.objects[i]
				if o.category == cartsLack || kind == kindLine && o.category == fridgeLack || !o.geometry {
					return ask.Invalid
				}
				if g.Object != ofRoom && (g.Object == int(i) || !k.objects[g.Object].geometry) {
					return ask.Invalid
				}
				parts, n := o.matching(kind, func(v [3]float64) bool { return lies(relation, g.Kind, kind, g.Vector, v, k.bounds()) })
				return eval(o, parts, n)
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				i, g := in[0].(ask.Object), in[1].(geometry)
				o := plainOf(s, i)
				if c := o.category(); c == "Cart" || kind == "line" && c == "Refrigerator" {
					return ask.Because("the %s has no %ss in the labels", i, kind)
				}
				o.needGeometry()
				if g.Object == int(i) {
					return ask.Because("the %s is one of the %s itself", g.Kind, i)
				}
				if g.Object != ofRoom {
					plainOf(s, ask.Object(g.Object)).needGeometry()
				}
				return plain(o, o.matching(g, kind, relation))
			},
		})
	}
	flat := map[string]string{kindLine: "straight", kindPlane: "flat"}
	lie := map[string]string{parallel: "parallel to", perpendicular: "at right angles to"}
	for _, relation := range []string{parallel, perpendicular} {
		for _, kind := range []string{kindLine, kindPlane} {
			suffix := relation + "_" + kind
			search(relation, kind, "count_"+suffix, ask.TypeInteger,
				fmt.Sprintf("How many %s parts of an object are %s a line or plane.", flat[kind], lie[relation]),
				func(_ *knownObject, _ []string, n int) ask.Value { return digit(n) },
				plainObject.number)
			search(relation, kind, "exist_"+suffix, ask.TypeBool,
				fmt.Sprintf("Whether an object has %s parts %s a line or plane.", flat[kind], lie[relation]),
				func(_ *knownObject, _ []string, n int) ask.Value { return n > 0 },
				func(o plainObject, parts []string) ask.Value { return o.total(parts) > 0 })
			search(relation, kind, "query_"+suffix+"_color", typeColor,
				fmt.Sprintf("The color of an object's only %s part %s a line or plane.", flat[kind], lie[relation]),
				func(o *knownObject, parts []string, _ int) ask.Value { return o.onlyColor(parts) }, plainObject.onlyColor)
		}
	}
	is := func(relation, help string) {
		l.Add(function{
			Name: relation, In: []ask.Type{typeGeoRel}, Out: ask.TypeBool, Help: help,
			Eval:  func(_ *known, in, _ []ask.Value) ask.Value { return in[0].(geometricRelation).Relation == relation },
			Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value { return in[0].(geometricRelation).Relation == relation },
		})
	}
	is(parallel, "Whether a relation of two parts is that they are parallel.")
	is(perpendicular, "Whether a relation of two parts is that they are at right angles.")
	l.Add(function{
		Name: "query_geometric-relation", In: []ask.Type{typeGeometry, typeGeometry}, Out: typeGeoRel,
		Help: "How two lines or planes lie to each other.",
		Eval: func(k *known, in, _ []ask.Value) ask.Value {
			return relationOf(in[0].(geometry), in[1].(geometry), k.bounds())
		},
		Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value {
			return plainRelation(in[0].(geometry), in[1].(geometry))
		},
	})
	analogy := func(name string, out ask.Type, help string,
		eval func(o *knownObject, parts []string, n int) ask.Value, plain func(o plainObject, parts []string) ask.Value) {
		l.Add(function{
			Name: name, In: []ask.Type{typeGeoRel, typeGeometry, ask.TypeObject}, Out: out, Help: help,
			Eval: func(k *known, in, _ []ask.Value) ask.Value {
				r, c, o := in[0].(geometricRelation), in[1].(geometry), &k.objects[in[2].(ask.Object)]
				if c.Kind != r.A || !o.geometry {
					return ask.Invalid
				}
				parts, n := o.matching(r.B, func(v [3]float64) bool { return lies(r.Relation, r.A, r.B, c.Vector, v, k.bounds()) })
				return eval(o, parts, n)
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				r, c, o := in[0].(geometricRelation), in[1].(geometry), plainOf(s, in[2].(ask.Object))
				if c.Kind != r.A {
					return ask.Because("the relation begins at a %s and the part is a %s", r.A, c.Kind)
				}
				o.needGeometry()
				return plain(o, o.matching(c, r.B, r.Relation))
			},
		})
	}
	analogy("query_geometric-analogy-count", ask.TypeInteger,
		"How many parts of an object lie to a line or plane as a relation says.",
		func(_ *knownObject, _ []string, n int) ask.Value { return digit(n) },
		plainObject.number)
	analogy("query_geometric-analogy-color", typeColor,
		"The color of the only part of an object that lies to a line or plane as a relation says.",
		func(o *knownObject, parts []string, _ int) ask.Value {
			return o.onlyColor(slices.DeleteFunc(parts, func(part string) bool { return !o.visible(part) }))
		},
		func(o plainObject, parts []string) ask.Value {
			return o.onlyColor(slices.DeleteFunc(parts, func(part string) bool { return !o.shows(part) }))
		})
}

// partSearch takes the name of a function apart that looks for the parts of an object that lie in a relation to a given part.
func partSearch(name string) (relation, kind string, ok bool) {
	words := strings.Split(name, "_")
	if len(words) < 3 || words[1] != parallel && words[1] != perpendicular {
		return "", "", false
	}
	return words[1], words[2], true
}

// queryGeometry is the only visible part of exactly this color, as a line if it is one, else as a plane.
func queryGeometry(k *known, in, side []ask.Value) ask.Value {
	i := in[0].(ask.Object)
	o := &k.objects[i]
	if side[0] == "" {
		return ask.Invalid
	}
	part := ""
	for _, p := range o.parts {
		if o.color[p] == side[0].(paint) {
			if part != "" {
				return ask.Invalid
			}
			part = p
		}
	}
	if v, ok := o.lines.of(part); ok {
		return geometry{kindLine, v, int(i)}
	}
	if v, ok := o.planes.of(part); ok {
		return geometry{kindPlane, v, int(i)}
	}
	return ask.Invalid
}

// relationOf is how two parts lie to each other. As in the published engine parts at right angles are known only where b's
// largest component is exactly 0, which hardly ever happens: such pairs are Invalid.
func relationOf(a, b geometry, slack float64) ask.Value {
	long := func(v [3]float64) bool { return slices.Max(v[:]) >= noVector }
	alike := near(a.Vector, b.Vector, slack) && !long(a.Vector) && !long(b.Vector)
	right := orth(a.Vector, b.Vector, slack) && slices.Max(b.Vector[:]) == 0 && !long(a.Vector)
	same := a.Kind == b.Kind
	switch {
	case alike && same, !alike && right && !same:
		return geometricRelation{a.Kind, b.Kind, parallel}
	case alike || right:
		return geometricRelation{a.Kind, b.Kind, perpendicular}
	}
	return ask.Invalid
}

// bearing is a set of relations, a bit for each of relationNames. In JSON it is the list of names.
type bearing uint8

// names are those of the relations, in the order of relationNames.
func (p bearing) names() []string {
	names := []string{}
	for r, name := range relationNames {
		if p>>r&1 == 1 {
			names = append(names, name)
		}
	}
	return names
}

// MarshalJSON writes the names.
func (p bearing) MarshalJSON() ([]byte, error) { return json.Marshal(p.names()) }

// addPositions adds analogies of positions.
func addPositions(l *ask.Library[*known]) {
	l.Add(function{
		Name: "query_positional-relation", In: []ask.Type{ask.TypeObject, ask.TypeObject}, Out: typeBearing,
		Help: "In which directions the second object lies from the first.",
		Eval: func(k *known, in, _ []ask.Value) ask.Value {
			a, b := in[0].(ask.Object), in[1].(ask.Object)
			var p bearing
			for r := range relationNames {
				if k.related[r][a].Has(b) {
					p |= 1 << r
				}
			}
			return p
		},
		Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
			var p bearing
			for r, name := range relationNames {
				if has(s.Relationships, name) && slices.Contains(s.Related(name, in[0].(ask.Object)), in[1].(ask.Object)) {
					p |= 1 << r
				}
			}
			return p
		},
	})
	analogy := func(name string, out ask.Type, help string, eval func(k *known, s ask.Set) ask.Value,
		plain func(s *ask.Plain, found []ask.Object) ask.Value) {
		l.Add(function{
			Name: name, In: []ask.Type{typeBearing, ask.TypeObject}, Out: out, Help: help,
			Eval: func(k *known, in, _ []ask.Value) ask.Value {
				p, c := in[0].(bearing), in[1].(ask.Object)
				if p == 0 && k.strict {
					return ask.Invalid
				}
				s := ask.AllOf(len(k.objects)).Without(c)
				for r := range relationNames {
					if p>>r&1 == 1 {
						s = s.And(k.related[r][c])
					}
				}
				return eval(k, s)
			},
			Plain: func(s *ask.Plain, in, _ []ask.Value) ask.Value {
				c := in[1].(ask.Object)
				return plain(s, ask.Keep(s.Others(c), func(o ask.Object) bool {
					return !slices.ContainsFunc(in[0].(bearing).names(), func(relation string) bool {
						return !slices.Contains(s.Related(relation, c), o)
					})
				}))
			},
		})
	}
	analogy("query_positional-analogy-count", ask.TypeInteger, "How many objects lie in these directions from an object.",
		func(_ *known, s ask.Set) ask.Value { return s.Len() },
		func(_ *ask.Plain, found []ask.Object) ask.Value { return len(found) })
	analogy("query_positional-analogy-exist", ask.TypeBool, "Whether an object lies in these directions from an object.",
		func(_ *known, s ask.Set) ask.Value { return !s.Empty() },
		func(_ *ask.Plain, found []ask.Object) ask.Value { return len(found) > 0 })
	analogy("query_positional-analogy-category", typeCategory,
		"The category of the only object that lies in these directions from an object.",
		func(k *known, s ask.Set) ask.Value {
			if o, ok := s.Only(); ok {
				return k.objects[o].category
			}
			return ask.Invalid
		},
		func(s *ask.Plain, found []ask.Object) ask.Value {
			if len(found) != 1 {
				return ask.Because("not exactly one object lies there")
			}
			return plainOf(s, found[0]).category()
		})
}

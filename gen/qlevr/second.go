package qlevr

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/record"
)

// The second executor runs questions a slow and plain way, to check the one that makes them: it shares with that one how things are
// called, and nothing of what they mean. A template with its values becomes a program of the question core, in which the state that a
// node takes over from the one before it is an input like any other, and what a quantifier counts is a node of its own. It knows what
// words mean and what they presuppose (the one plane, most of the cubes); which of the questions that make sense are worth asking it
// does not know, so constraints of templates are not looked at.

// secondState is what a node leaves to the next one, and by what it chose the objects.
type secondState struct {
	planes, objects ask.Set
	key             secondObjectKey // that the objects were chosen by; of a counting node the one that was counted
	direction       string          // in which the objects lie from reference, or ""
	reference       ask.Object
}

// MarshalJSON writes the ids, as question files do.
func (s secondState) MarshalJSON() ([]byte, error) {
	return secondSets(s.planes, s.objects).MarshalJSON()
}

// secondTally is what a quantifier speaks of: those among all.
type secondTally struct{ planes, all, those ask.Set }

// MarshalJSON writes how many there are.
func (t secondTally) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "\"%d of %d\"", t.those.Len(), t.all.Len()), nil
}

// secondException is what no_except and every_except speak of: the objects of the planes, the exception and the predicate.
type secondException struct{ planes, all, exception, predicate ask.Set }

// MarshalJSON writes how many there are.
func (e secondException) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "\"%d of %d, predicate %d\"", e.exception.Len(), e.all.Len(), e.predicate.Len()), nil
}

// secondMajority is what more than half of some objects have in common.
type secondMajority struct{ attribute, value string }

// MarshalJSON writes the value.
func (m secondMajority) MarshalJSON() ([]byte, error) { return record.JSON(m.value), nil }

// A key names things by some of their values: (color, material, shape) and (size, color, material, shape). In programs it is as many
// side inputs.
type (
	secondPlaneKey  [3]Value
	secondObjectKey [4]Value
)

// secondPlaneKeyOf and secondObjectKeyOf read a key from side inputs.
func secondPlaneKeyOf(side []ask.Value) (k secondPlaneKey) {
	for i := range k {
		k[i] = side[i].(Value)
	}
	return k
}

func secondObjectKeyOf(side []ask.Value) (k secondObjectKey) {
	for i := range k {
		k[i] = side[i].(Value)
	}
	return k
}

// Types of programs. Planes and objects are both a secondState, of which the planes count or the objects; what chooses objects takes
// the planes that it chooses them on, so that programs are trees.
const (
	secondTypePlanes    ask.Type = "planes"
	secondTypeObjects   ask.Type = "objects"
	secondTypeTally     ask.Type = "count"
	secondTypeException ask.Type = "exception"
	secondTypeMajority  ask.Type = "value"
	secondTypeDirection ask.Type = "direction"
	secondTypeAttribute ask.Type = "attribute"
	secondTypePlaneOdd  ask.Type = "attribute of planes"
	secondTypeNumber    ask.Type = "number"
	secondTypeFraction  ask.Type = "fraction"
)

// Types of the side inputs that make up a key.
var (
	secondPlaneKeyTypes  = []ask.Type{"plane color", "plane material", "plane shape"}
	secondObjectKeyTypes = []ask.Type{"size", "color", "material", "shape"}
)

// What functions take.
var (
	secondPlanes  = []ask.Type{secondTypePlanes}
	secondObjects = []ask.Type{secondTypeObjects}
)

type secondFunction = ask.Function[*Scene]

// mostOfShare limits the numbers of shares, which are multiplied.
const mostOfShare = 1000

// secondLibrary are all functions of programs. They have one meaning here: the other one is that of the engine.
var secondLibrary = newSecondLibrary()

func newSecondLibrary() *ask.Library[*Scene] {
	l := ask.NewLibrary[*Scene]("qlevr")
	for _, t := range []ask.Type{secondTypePlanes, secondTypeObjects, secondTypeTally, secondTypeException, secondTypeMajority} {
		l.AddType(t, ask.TypeInfo{})
	}
	for i, words := range [][]string{
		slices.Concat(planeColors, []string{deskColor}), planeMaterials, slices.Concat(planeShapes, []string{deskShape}),
	} {
		l.AddType(secondPlaneKeyTypes[i], secondWordType(words))
	}
	for i, words := range [][]string{objectSizes, objectColors, objectMaterials, objectShapes} {
		l.AddType(secondObjectKeyTypes[i], secondWordType(words))
	}
	var towards, attributes []ask.Value
	for _, d := range directionWords {
		towards = append(towards, d)
	}
	for _, a := range secondAttributes {
		attributes = append(attributes, a)
	}
	l.AddType(secondTypeDirection, ask.TypeInfo{Domain: towards})
	named := func(v ask.Value) string { return secondAttributeName(v.(string)) }
	l.AddType(secondTypeAttribute, ask.TypeInfo{Domain: attributes, Say: named})
	l.AddType(secondTypePlaneOdd, ask.TypeInfo{Domain: []ask.Value{"PC", "PM", "PS"}, Say: named})
	l.AddType(secondTypeNumber, ask.TypeInfo{Example: "2", Read: func(text string) (ask.Value, bool) {
		n, err := secondNumberOf(text)
		return n, err == nil
	}})
	l.AddType(secondTypeFraction, ask.TypeInfo{
		Example: "2/3 or two-thirds",
		Say:     func(v ask.Value) string { return v.(secondFraction).String() },
		Read: func(text string) (ask.Value, bool) {
			f, err := secondFractionOf(text)
			return f, err == nil && f.over <= mostOfShare && f.under <= mostOfShare
		},
	})
	l.Add(secondPlaneFunctions()...)
	l.Add(secondCountingFunctions()...)
	l.Add(secondObjectFunctions()...)
	l.Add(secondTallyFunctions()...)
	l.Add(secondQuantifierFunctions()...)
	return l
}

// secondAttributeNames are what attributes are called, in the order of secondAttributes.
var secondAttributeNames = []string{"size", "color", "material", "shape"}

// secondAttributeName is the name of an attribute by its letter, which for planes has a P before it.
func secondAttributeName(letter string) string {
	return secondAttributeNames[slices.Index(secondAttributes, strings.TrimPrefix(letter, "P"))]
}

// secondWordType is the type of a value in a key: one of some words, or nothing.
func secondWordType(words []string) ask.TypeInfo {
	values := []ask.Value{Value{}}
	for _, w := range words {
		values = append(values, saidValue(w))
	}
	return ask.TypeInfo{Domain: values, Say: func(v ask.Value) string { return v.(Value).Word }}
}

// secondRun is a question that was run.
type secondRun struct {
	template *Template
	program  ask.Program
	at       [][]int // for each node of the template the program's nodes that it stands for, the last one its result
	results  []ask.Value

	rejected int          // the template's node that has no result, -1 for none
	answer   bool         // if none was rejected
	outputs  []NodeOutput // of the nodes before rejected
}

// runSecond runs a question on a scene that secondSceneFault finds nothing wrong with. An error means that the values do not
// fit the template; a question that makes no sense on the scene is rejected instead.
func runSecond(s *Scene, in *Instance) (*secondRun, error) {
	r, err := newSecondProgram(in)
	if err != nil {
		return nil, err
	}
	r.results = secondLibrary.Run(s, r.program)
	r.rejected = -1
	done := len(r.results)
	if r.results[done-1] == ask.Invalid {
		done--
	}
	for i, nodes := range r.at {
		if nodes[len(nodes)-1] >= done {
			r.rejected = i
			return r, nil
		}
		r.outputs = append(r.outputs, r.output(s, i))
	}
	r.answer, _ = r.results[done-1].(bool)
	return r, nil
}

// result is what a node of the template yields.
func (r *secondRun) result(node int) ask.Value {
	nodes := r.at[node]
	return r.results[nodes[len(nodes)-1]]
}

// ExplainQuestion prints the program of a question as a tree, with the value at every node on a scene.
func ExplainQuestion(w io.Writer, s *Scene, in *Instance) error {
	if err := secondSceneFault(s); err != nil {
		return fmt.Errorf("qlevr: scene %d: %w", s.ImageIndex, err)
	}
	r, err := runSecond(s, in)
	if err != nil {
		return err
	}
	return ask.Explain(w, r.program, r.results)
}

// secondSceneFault finds what keeps questions from being run on a scene.
func secondSceneFault(s *Scene) error {
	objects, planes := len(s.Objects), len(s.Planes)
	switch {
	case planes == 0:
		return errors.New("there are no planes, want at least the desk")
	case objects > ask.MaxObjects || planes > ask.MaxObjects:
		return fmt.Errorf("there are %d objects on %d planes, want at most %d of each", objects, planes, ask.MaxObjects)
	}
	inside := func(what string, ids []int, n int) error {
		if i := slices.IndexFunc(ids, func(id int) bool { return id < 0 || id >= n }); i >= 0 {
			return fmt.Errorf("%s name number %d, want 0 to %d", what, ids[i], n-1)
		}
		return nil
	}
	for i, p := range s.Planes {
		if err := inside(fmt.Sprintf("internal_objs of plane %d", i), p.Objects, objects); err != nil {
			return err
		}
	}
	for _, r := range []struct {
		name string
		of   *Relations
		n    int
	}{{"plane_spatial_relations", &s.PlaneRelations, planes - 1}, {"obj_spatial_relations", &s.ObjectRelations, objects}} {
		for _, d := range directions {
			lists := secondRelation(r.of, d)
			if len(lists) != r.n {
				return fmt.Errorf("%s %s has %d lists, want %d", r.name, d, len(lists), r.n)
			}
			for _, ids := range lists {
				if err := inside(r.name+" "+d, ids, r.n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

package ask

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Type names what a value is. These four are common to all sets; a library adds its own.
type Type string

const (
	TypeBool    Type = "Bool"
	TypeInteger Type = "Integer"
	TypeObject  Type = "Object"
	TypeSet     Type = "ObjectSet"
)

// TypeInfo describes a type whose values are answers, side inputs or slots.
type TypeInfo struct {
	// Domain are all values, in a fixed order; nil for types whose values cannot be listed. Answers are balanced over it.
	Domain []Value
	// Open types have answers outside of the domain, too, each of which is as good as those inside.
	Open bool
	// Parse reads a side input. If nil, a value of the domain is read from its JSON.
	Parse func(raw json.RawMessage) (Value, error)
	// Offered are the side inputs that people may choose from. Nil: the domain.
	Offered []Value
	// Say is a side input in words, by which people choose it. Nil: as fmt.Sprint has it.
	Say func(v Value) string
	// Example is one in words, for messages about types of which too many are offered to be listed, or none.
	Example string
	// Read reads what Say says. Nil: only what is offered can be read.
	Read func(text string) (Value, bool)
}

// Choices are the side inputs that people may choose from.
func (t TypeInfo) Choices() []Value {
	if t.Offered != nil {
		return t.Offered
	}
	return t.Domain
}

// Said is a side input in words.
func (t TypeInfo) Said(v Value) string {
	if t.Say != nil {
		return t.Say(v)
	}
	return fmt.Sprint(v)
}

// Find is the side input that some words say.
func (t TypeInfo) Find(text string) (Value, bool) {
	if t.Read != nil {
		return t.Read(text)
	}
	for _, v := range t.Choices() {
		if t.Said(v) == text {
			return v, true
		}
	}
	return nil, false
}

// Function is one function of programs on scenes of type S: all that is said of it.
type Function[S any] struct {
	Name string
	In   []Type
	Side []Type
	Out  Type
	// Help is a sentence for people.
	Help string
	// Eval is given values of the types of In and Side, none of them Invalid. It must not change them.
	Eval func(s S, in, side []Value) Value
	// Plain is a second meaning, independent of Eval, to check it. Nil in libraries that run nothing by RunPlain. In place of Invalid
	// it yields Because, where people can be told why.
	Plain func(s *Plain, in, side []Value) Value
}

// Macro is a node of templates that is expanded while slots are filled. One with the name of a function takes its place in
// templates: it proposes side inputs.
type Macro[S any] struct {
	Name  string
	In    []Type
	Slots []Type // a node names the slots it uses; Slots of types it leaves out stay empty
	Out   Type
	// Expand lists the ways to fill a node's slots where q stands. The list is not changed, so it may be shared; one that is
	// made for the purpose should use the space of room, which belongs to the node.
	Expand func(q *Search[S], n *TemplateNode, room *[]Branch) []Branch
	// Steps, where it is not nil, makes the calls of what fills a node where q stands. Branches then come with their Output and
	// without Steps, which are made for instances alone.
	Steps func(q *Search[S], n *TemplateNode) []Step
	// Result is what the last of these calls yields. Nil: the degeneracy test makes whole programs to see it.
	Result func(q *Search[S], n *TemplateNode) Value
}

// Constraint is a kind of condition on templates. Either function may be nil.
type Constraint[S any] struct {
	Name string
	// Params says what the parameters are, one letter each: s a slot, n a node. "s+" is any number of slots.
	Params string
	// Rule is asked once before a search: it draws from the search's stream and sets rules for slots with Search.SetRule. To
	// keep them is the business of macros.
	Rule func(q *Search[S], params []int)
	// Violated is asked whenever a node was placed; what is not known yet must not count as a violation.
	Violated func(q *Search[S], params []int) bool
}

// Rule says how a slot may be filled in one search.
type Rule uint8

const (
	Free   Rule = iota
	Empty       // it stays empty
	Filled      // it does not stay empty
)

// Library is what a set brings: functions, types, macros, constraints. It is filled once and then only read.
type Library[S any] struct {
	// Name of the set, in errors.
	Name string
	// Labels are the keys that a template's labels must have.
	Labels []string
	// Flags are the words that a template's flags may have.
	Flags []string
	// Groups are names that stand for several slots in programs, constraints and phrasings of templates: with "G": {"S", "N"} the name
	// <G2> is <S2>, <N2>. In a phrasing a name that the Voice has a phrase for is that phrase.
	Groups map[string][]string
	// Variants are lists of words by which templates make several families of one, under names that "each" takes in place of a list.
	Variants map[string][]map[string]string
	// Cues are the types of slots whose values could give an answer away: a chair has four legs more often than not.
	Cues []Type
	// Relate and Scene name the functions of the degeneracy test: a question is degenerate when some Relate call, replaced
	// by a Scene call, changes nothing. Empty: no such test.
	Relate, Scene string
	// Redundant tells that results of a program, all of them valid, show a condition that changed nothing. It is asked in the
	// degeneracy test, for whole programs. Nil: never.
	Redundant func(p Program, outputs []Value) bool

	functions   map[string]*Function[S]
	order       []string // of functions, as they were added
	macros      map[string]*Macro[S]
	constraints map[string]*Constraint[S]
	types       map[Type]TypeInfo
}

// NewLibrary returns a library with the common types and constraints.
func NewLibrary[S any](name string) *Library[S] {
	l := &Library[S]{
		Name:        name,
		functions:   map[string]*Function[S]{},
		macros:      map[string]*Macro[S]{},
		constraints: map[string]*Constraint[S]{},
		types: map[Type]TypeInfo{
			TypeBool:    {Domain: []Value{false, true}},
			TypeInteger: {Domain: []Value{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
			TypeObject:  {},
			TypeSet:     {},
		},
	}
	l.AddConstraint(Constraint[S]{Name: "NULL", Params: "s", Violated: func(q *Search[S], p []int) bool {
		v := q.Slot(p[0])
		return v != nil && v != "" && v != Thing
	}})
	l.AddConstraint(Constraint[S]{Name: "OUT_NEQ", Params: "nn", Violated: func(q *Search[S], p []int) bool {
		a, b := q.Output(p[0]), q.Output(p[1])
		return a != nil && b != nil && a == b
	}})
	return l
}

// Thing is what a category slot holds when no category is named.
const Thing = "thing"

// AddType registers a type.
func (l *Library[S]) AddType(t Type, info TypeInfo) { l.types[t] = info }

// Add registers functions. It panics when a name or type is wrong: that is a mistake in the program.
func (l *Library[S]) Add(functions ...Function[S]) {
	for _, f := range functions {
		if l.functions[f.Name] != nil {
			panic(fmt.Sprintf("ask: function %s is registered twice", f.Name))
		}
		for _, t := range slices.Concat(f.In, f.Side, []Type{f.Out}) {
			if _, ok := l.types[t]; !ok {
				panic(fmt.Sprintf("ask: function %s: no type %s", f.Name, t))
			}
		}
		l.functions[f.Name] = &f
		l.order = append(l.order, f.Name)
	}
}

// Functions are all functions in the order in which they were added.
func (l *Library[S]) Functions() (out []*Function[S]) {
	for _, name := range l.order {
		out = append(out, l.functions[name])
	}
	return out
}

// AddMacro registers a macro.
func (l *Library[S]) AddMacro(m Macro[S]) { l.macros[m.Name] = &m }

// AddConstraint registers a kind of constraint.
func (l *Library[S]) AddConstraint(c Constraint[S]) { l.constraints[c.Name] = &c }

// Function returns the function of a name, or nil.
func (l *Library[S]) Function(name string) *Function[S] { return l.functions[name] }

// Domain are the values of a type, nil when they cannot be listed.
func (l *Library[S]) Domain(t Type) []Value { return l.types[t].Domain }

// Type describes a type.
func (l *Library[S]) Type(t Type) TypeInfo { return l.types[t] }

// AnswerType is the type of what a function of this name yields.
func (l *Library[S]) AnswerType(function string) (Type, bool) {
	f := l.functions[function]
	if f == nil {
		return "", false
	}
	return f.Out, true
}

// parse reads a value of a type.
func (l *Library[S]) parse(t Type, raw json.RawMessage) (Value, error) {
	info := l.types[t]
	if info.Parse != nil {
		return info.Parse(raw)
	}
	for _, v := range info.Domain {
		if text, err := json.Marshal(v); err == nil && string(text) == string(raw) {
			return v, nil
		}
	}
	return nil, fmt.Errorf("%s is no %s, want %s", raw, t, listed(info.Domain))
}

// listed names the values of a domain.
func listed(domain []Value) string {
	var words []string
	for _, v := range domain {
		words = append(words, fmt.Sprint(v))
	}
	if words == nil {
		return "none: such values cannot be written down"
	}
	return "one of " + strings.Join(words, ", ")
}

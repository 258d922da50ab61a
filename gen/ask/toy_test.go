package ask

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mereo/scenes/rng"
)

// A row is the scene of the toy set: colored shapes from left to right.
type row []block

type block struct{ color, shape string }

// rowOf reads "red cube, blue ball".
func rowOf(text string) row {
	var r row
	for part := range strings.SplitSeq(text, ", ") {
		color, shape, _ := strings.Cut(part, " ")
		r = append(r, block{color, shape})
	}
	return r
}

// Types of the toy set. A place is a type of the set's own that can be written down but not listed.
const (
	typeColor    Type = "Color"
	typeShape    Type = "Shape"
	typeRelation Type = "Relation"
	typePlace    Type = "Place"
)

type place int

var (
	colors    = []Value{"red", "green", "blue"}
	shapes    = []Value{"cube", "ball", "cone"}
	relations = []Value{"left", "right"}
)

// where is the set of the objects that a condition holds for.
func (r row) where(keep func(i int) bool) Set {
	var s Set
	for i := range r {
		if keep(i) {
			s = s.With(Object(i))
		}
	}
	return s
}

func toyFunction(name string, in, side []Type, out Type, eval func(r row, in, side []Value) Value) Function[row] {
	return Function[row]{Name: name, In: in, Side: side, Out: out, Eval: eval}
}

// newToy is the library of the toy set. filter_both takes more side inputs than a template can fill.
func newToy() *Library[row] {
	l := NewLibrary[row]("toy")
	l.Labels, l.Flags = []string{"kind"}, []string{"hard"}
	l.Relate, l.Scene = "relate", "scene"
	l.AddType(typeColor, TypeInfo{Domain: colors})
	l.AddType(typeShape, TypeInfo{Domain: shapes})
	l.AddType(typeRelation, TypeInfo{Domain: relations})
	l.AddType(typePlace, TypeInfo{Parse: func(raw json.RawMessage) (Value, error) {
		var p place
		if err := json.Unmarshal(raw, &p); err != nil || p < 1 {
			return nil, fmt.Errorf("%s is no Place, want a number from 1", raw)
		}
		return p, nil
	}})
	set, object := []Type{TypeSet}, []Type{TypeObject}
	l.Add(
		toyFunction("scene", nil, nil, TypeSet, func(r row, in, side []Value) Value { return AllOf(len(r)) }),
		toyFunction("filter_color", set, []Type{typeColor}, TypeSet, func(r row, in, side []Value) Value {
			return in[0].(Set).And(r.where(func(i int) bool { return r[i].color == side[0] }))
		}),
		toyFunction("filter_shape", set, []Type{typeShape}, TypeSet, func(r row, in, side []Value) Value {
			return in[0].(Set).And(r.where(func(i int) bool { return r[i].shape == side[0] }))
		}),
		toyFunction("filter_both", set, []Type{typeColor, typeShape}, TypeSet, func(r row, in, side []Value) Value {
			return in[0].(Set).And(r.where(func(i int) bool { return r[i] == block{side[0].(string), side[1].(string)} }))
		}),
		toyFunction("nth", nil, []Type{typePlace}, TypeObject, func(r row, in, side []Value) Value {
			if p := int(side[0].(place)); p <= len(r) {
				return Object(p - 1)
			}
			return Invalid
		}),
		toyFunction("unique", set, nil, TypeObject, func(r row, in, side []Value) Value {
			if o, ok := in[0].(Set).Only(); ok {
				return o
			}
			return Invalid
		}),
		toyFunction("relate", object, []Type{typeRelation}, TypeSet, func(r row, in, side []Value) Value {
			o := int(in[0].(Object))
			return r.where(func(i int) bool { return side[0] == "left" && i < o || side[0] == "right" && i > o })
		}),
		toyFunction("count", set, nil, TypeInteger, func(r row, in, side []Value) Value { return in[0].(Set).Len() }),
		toyFunction("exist", set, nil, TypeBool, func(r row, in, side []Value) Value { return !in[0].(Set).Empty() }),
		toyFunction("query_color", object, nil, typeColor, func(r row, in, side []Value) Value {
			return r[in[0].(Object)].color
		}),
		toyFunction("query_shape", object, nil, typeShape, func(r row, in, side []Value) Value {
			return r[in[0].(Object)].shape
		}),
		toyFunction("equal_color", []Type{typeColor, typeColor}, nil, TypeBool, func(r row, in, side []Value) Value {
			return in[0] == in[1]
		}),
	)
	for _, end := range []string{"", "unique", "count", "exist"} {
		out, suffix := TypeSet, ""
		if end != "" {
			out, suffix = l.Function(end).Out, "_"+end
		}
		l.AddMacro(Macro[row]{Name: "filter" + suffix, In: set, Slots: []Type{typeColor, typeShape}, Out: out,
			Expand: func(q *Search[row], n *TemplateNode, room *[]Branch) []Branch {
				*room = describe(q, q.Output(n.Inputs[0]), nil, end, len(n.Slots), (*room)[:0])
				return *room
			}})
		l.AddMacro(Macro[row]{Name: "relate_filter" + suffix, In: object, Slots: []Type{typeRelation, typeColor, typeShape}, Out: out,
			Expand: func(q *Search[row], n *TemplateNode, room *[]Branch) []Branch {
				*room = (*room)[:0]
				for _, r := range relations {
					side := []Value{r}
					related := l.Function("relate").Eval(q.Scene, []Value{q.Output(n.Inputs[0])}, side)
					*room = describe(q, related, []Step{{"relate", side, related}}, end, len(n.Slots)-1, *room)
				}
				return *room
			}})
	}
	return l
}

// describe appends the ways to filter a set: with a slot by a color or none, and with a second one by a shape or none.
func describe(q *Search[row], from Value, before []Step, end string, slots int, room []Branch) []Branch {
	for _, color := range append([]Value{""}, colors[:min(slots, 1)*len(colors)]...) {
	next:
		for _, shape := range append([]Value{Thing}, shapes[:slots/2*len(shapes)]...) {
			b := Branch{Steps: slices.Clone(before)}
			for _, s := range before {
				b.Slots = append(b.Slots, s.Side...)
			}
			b.Slots = append(b.Slots, []Value{color, shape}[:slots]...)
			at := from
			for _, call := range []struct {
				function string
				side     []Value
				made     bool
			}{
				{"filter_color", []Value{color}, color != ""}, {"filter_shape", []Value{shape}, shape != Thing}, {end, nil,
					end != ""},
			} {
				if !call.made {
					continue
				}
				if at = q.Library.Function(call.function).Eval(q.Scene, []Value{at}, call.side); at == Invalid {
					continue next
				}
				b.Steps = append(b.Steps, Step{call.function, call.side, at})
			}
			room = append(room, b)
		}
	}
	return room
}

// toyVoice says C as a color, S as a noun, and G as both.
type toyVoice struct{}

func (toyVoice) Anchor(phrase string) (slot string, ok bool) {
	suffix, ok := strings.CutPrefix(phrase, "G")
	return "S" + suffix, ok
}

func (v toyVoice) Say(s *Saying[row], name string, form Form) string {
	if suffix, ok := strings.CutPrefix(name, "G"); ok {
		return v.Say(s, "C"+suffix, One) + " " + v.Say(s, "S"+suffix, form)
	}
	key, _ := s.Slot(name).(string)
	if key == "" {
		return ""
	}
	word := s.Word(key)
	if form == Many || form == Natural && v.Many(s, name) {
		return word.Many
	}
	return word.One
}

// Many: where a slot's node yields a number, its words agree with it.
func (v toyVoice) Many(s *Saying[row], name string) bool {
	if suffix, ok := strings.CutPrefix(name, "G"); ok {
		name = "S" + suffix
	}
	n, ok := s.Outputs[s.At[s.Node(name)]].(int)
	return ok && n != 1
}

const toyWords = `{
  "thing": [["thing", "things"], ["object", "objects"]],
  "cube": [["cube", "cubes"], ["block", "blocks"]],
  "ball": [["ball", "balls"]],
  "cone": [["icicle", "icicles"]],
  "red": [["orange"]]
}`

// grammarOf reads a toy grammar from the text of one file.
func grammarOf(t testing.TB, l *Library[row], templates string) *Grammar[row] {
	t.Helper()
	g, err := ReadGrammar(l, toyVoice{}, nil, folder("toy.json", templates, WordsFile, toyWords))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// folder holds files: name, text, name, text.
func folder(files ...string) fstest.MapFS {
	fs := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		fs[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return fs
}

// family is the JSON of one template: nodes are separated by blanks, each "type", "type(0,1)", "type<C,S>" or
// "type(0)<C,S>"; constraints name the nodes n0, n1 and so on.
func family(nodes, text string, constraints ...string) string {
	var lines []string
	for i, node := range strings.Fields(nodes) {
		node, slots, _ := strings.Cut(strings.TrimSuffix(node, ">"), "<")
		name, inputs, _ := strings.Cut(strings.TrimSuffix(node, ")"), "(")
		var args []string
		for _, input := range strings.FieldsFunc(inputs, func(r rune) bool { return r == ',' }) {
			args = append(args, "n"+input)
		}
		if slots != "" {
			args = append(args, "<"+strings.ReplaceAll(slots, ",", ">, <")+">")
		}
		if args != nil {
			name += "(" + strings.Join(args, ", ") + ")"
		}
		lines = append(lines, fmt.Sprintf("n%d = %s", i, name))
	}
	out := map[string]any{"labels": map[string]string{"kind": "toy"}, "program": lines, "constraints": constraints, "text": []string{text}}
	if constraints == nil {
		delete(out, "constraints")
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(out); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

// families is the JSON of a file.
func families(list ...string) string { return "[" + strings.Join(list, ",\n") + "]" }

// streamOf is the i-th of a test's streams.
func streamOf(t testing.TB, i int) *rng.Stream { return rng.Named(fmt.Sprintf("%s/%d", t.Name(), i)) }

// streamsOf are the i-th streams of a test, one for each family.
func streamsOf(t testing.TB, i int) func(family string) *rng.Stream {
	return func(family string) *rng.Stream { return rng.Named(fmt.Sprintf("%s/%d/%s", t.Name(), i, family)) }
}

// drawRow draws a row of n shapes.
func drawRow(s *rng.Stream, n int) row {
	r := make(row, n)
	for i := range r {
		r[i] = block{rng.Choose(s, colors).(string), rng.Choose(s, shapes).(string)}
	}
	return r
}

// firstOf is the first instance of a template on a scene.
func firstOf(t testing.TB, g *Grammar[row], scene row, stream *rng.Stream) *Instance[row] {
	t.Helper()
	var in *Instance[row]
	q := &Search[row]{Library: g.Library, Template: g.Templates[0], Scene: scene, Stream: stream}
	q.Each(func(Value) bool { in = q.Instance(); return true })
	if in == nil {
		t.Fatalf("no instance of %s on %v", g.Templates[0].Name(), scene)
	}
	return in
}

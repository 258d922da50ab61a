package ask

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/scenes/rng"
)

// call is a node of a program.
func call(function string, inputs []int, side ...Value) Node { return Node{function, inputs, side} }

// stored writes a program as it lies in question files, in one of the two spellings.
func stored(t testing.TB, p Program, function, side string) string {
	t.Helper()
	list := make([]map[string]any, len(p))
	for i, n := range p {
		list[i] = map[string]any{function: n.Function, "inputs": n.Inputs, side: n.Side}
	}
	data, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestParseProgramNamesNodeAndFunction(t *testing.T) {
	l := newToy()
	for _, c := range []struct{ name, program, want string }{
		{"no JSON", `[{"type": scene}]`, "ask: program: line 1, column 11: [0].type is no JSON: invalid character 's' at start of value"},
		{"no list", `{"type": "scene"}`, "ask: program: line 1, column 1: is a group of keys, want a list"},
		{"more behind it", `[{"type": "scene"}] []`,
			"ask: program: line 1, column 21: something follows the end of the value"},
		{"input is no number", "[{\"type\": \"count\",\n  \"inputs\": [\"a\"]}]",
			"ask: program: line 2, column 14: [0].inputs[0] is a text, want a whole number"},
		{"no node", `[]`, "ask: program has no node"},
		{"unknown function", `[{"type": "seen"}]`, "ask: program: node 0 (seen) is no function of toy"},
		{"a macro", `[{"type": "scene"}, {"type": "filter_count", "inputs": [0]}]`,
			"ask: program: node 1 (filter_count) is no function of toy"},
		{"no function", `[{}]`, "ask: program: node 0 () is no function of toy"},
		{"too few inputs", `[{"type": "count"}]`, "ask: program: node 0 (count) has 0 inputs, want 1"},
		{"too many inputs", `[{"type": "scene"}, {"type": "count", "inputs": [0, 0]}]`,
			"ask: program: node 1 (count) has 2 inputs, want 1"},
		{"input is the node", `[{"type": "count", "inputs": [0]}]`,
			"ask: program: node 0 (count) input 0 is node 0, want an earlier one"},
		{"input behind", `[{"type": "scene"}, {"type": "count", "inputs": [2]}]`,
			"ask: program: node 1 (count) input 0 is node 2, want an earlier one"},
		{"negative input", `[{"type": "count", "inputs": [-1]}]`,
			"ask: program: node 0 (count) input 0 is node -1, want an earlier one"},
		{"input type", `[{"type": "scene"}, {"type": "query_color", "inputs": [0]}]`,
			"ask: program: node 1 (query_color) input 0 is a ObjectSet, want a Object"},
		{"no side input", `[{"type": "scene"}, {"type": "filter_color", "inputs": [0]}]`,
			"ask: program: node 1 (filter_color) has 0 side inputs, want 1"},
		{"side input too many", `[{"type": "scene", "side_inputs": ["red"]}]`,
			"ask: program: node 0 (scene) has 1 side inputs, want 0"},
		{"value not in the domain", `[{"type": "scene"}, {"type": "filter_color", "inputs": [0], "side_inputs": ["pink"]}]`,
			`ask: program: node 1 (filter_color) side input 0: "pink" is no Color, want one of red, green, blue`},
		{"value of another type", `[{"type": "scene"}, {"type": "filter_color", "inputs": [0], "side_inputs": [3]}]`,
			`ask: program: node 1 (filter_color) side input 0: 3 is no Color, want one of red, green, blue`},
		{"value that Parse refuses", `[{"type": "nth", "side_inputs": [0]}]`,
			"ask: program: node 0 (nth) side input 0: 0 is no Place, want a number from 1"},
	} {
		if _, err := l.ParseProgram([]byte(c.program)); err == nil || err.Error() != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, c.want)
		}
	}
}

func TestProgramRoundTrip(t *testing.T) {
	l := newToy()
	for i := range 200 {
		p := drawProgram(l, streamOf(t, i))
		for _, spelling := range [][2]string{{"type", "side_inputs"}, {"function", "value_inputs"}} {
			text := stored(t, p, spelling[0], spelling[1])
			got, err := l.ParseProgram([]byte(text))
			if err != nil {
				t.Fatalf("program %d: %v in %s", i, err, text)
			}
			if !reflect.DeepEqual(got, p) {
				t.Errorf("program %d: got %v, want %v", i, got, p)
			}
		}
	}
}

// drawProgram draws a valid program: every node takes earlier ones of its types.
func drawProgram(l *Library[row], s *rng.Stream) Program {
	names := []string{"scene", "filter_color", "filter_shape", "filter_both", "nth", "unique", "relate", "count", "exist",
		"query_color", "query_shape", "equal_color"}
	p := Program{call("scene", nil)}
	for size := 2 + s.IntN(12); len(p) < size; {
		f := l.Function(rng.Choose(s, names))
		n := Node{Function: f.Name}
		for _, in := range f.In {
			var fit []int
			for i := range p {
				if l.Function(p[i].Function).Out == in {
					fit = append(fit, i)
				}
			}
			if fit != nil {
				n.Inputs = append(n.Inputs, rng.Choose(s, fit))
			}
		}
		if len(n.Inputs) < len(f.In) {
			continue
		}
		for _, side := range f.Side {
			if side == typePlace {
				n.Side = append(n.Side, place(1+s.IntN(6)))
			} else {
				n.Side = append(n.Side, rng.Choose(s, l.Domain(side)))
			}
		}
		p = append(p, n)
	}
	return p
}

// slow evaluates one node in another way: from its inputs up, each as often as it is taken, on lists of positions. Nil
// stands for Invalid.
func slow(r row, p Program, at int) any {
	n := p[at]
	var in []any
	for _, from := range n.Inputs {
		v := slow(r, p, from)
		if v == nil {
			return nil
		}
		in = append(in, v)
	}
	return slowCall(r, n.Function, in, n.Side)
}

func slowCall(r row, function string, in, side []any) any {
	list := []int{}
	keep := func(from []int, is func(b block) bool) []int {
		for _, i := range from {
			if is(r[i]) {
				list = append(list, i)
			}
		}
		return list
	}
	switch function {
	case "scene":
		for i := range r {
			list = append(list, i)
		}
		return list
	case "filter_color":
		return keep(in[0].([]int), func(b block) bool { return b.color == side[0] })
	case "filter_shape":
		return keep(in[0].([]int), func(b block) bool { return b.shape == side[0] })
	case "filter_both":
		return keep(in[0].([]int), func(b block) bool { return b.color == side[0] && b.shape == side[1] })
	case "nth":
		if int(side[0].(place)) > len(r) {
			return nil
		}
		return "object " + fmt.Sprint(side[0].(place)-1)
	case "unique":
		if set := in[0].([]int); len(set) == 1 {
			return fmt.Sprint("object ", set[0])
		}
		return nil
	case "relate":
		o := slowObject(in[0])
		if side[0] == "left" {
			for i := 0; i < o; i++ {
				list = append(list, i)
			}
			return list
		}
		for i := o + 1; i < len(r); i++ {
			list = append(list, i)
		}
		return list
	case "count":
		return len(in[0].([]int))
	case "exist":
		return len(in[0].([]int)) > 0
	case "query_color":
		return r[slowObject(in[0])].color
	case "query_shape":
		return r[slowObject(in[0])].shape
	case "equal_color":
		return in[0].(string) == in[1].(string)
	}
	panic("no function " + function)
}

func slowObject(v any) (o int) {
	fmt.Sscanf(v.(string), "object %d", &o)
	return o
}

// plain turns a result into what slow yields for it.
func plain(v Value) any {
	switch v := v.(type) {
	case Set:
		list := []int{}
		for o := range v.All() {
			list = append(list, int(o))
		}
		return list
	case Object:
		return fmt.Sprint("object ", int(v))
	}
	if v == Invalid {
		return nil
	}
	return v
}

func TestRunAgainstSlowEvaluation(t *testing.T) {
	l := newToy()
	valid, invalid := 0, 0
	for i := range 2000 {
		s := streamOf(t, i)
		r, p := drawRow(s, 1+s.IntN(6)), drawProgram(l, s)
		if err := l.Check(p); err != nil {
			t.Fatalf("program %d: %v", i, err)
		}
		outputs := l.Run(r, p)
		for k, v := range outputs {
			if got, want := plain(v), slow(r, p, k); !reflect.DeepEqual(got, want) {
				t.Fatalf("program %d %v on %v: node %d: got %v, want %v", i, p, r, k, got, want)
			}
			if v == Invalid && k < len(outputs)-1 {
				t.Fatalf("program %d goes on behind an invalid node %d", i, k)
			}
		}
		last := outputs[len(outputs)-1]
		if answer := l.Answer(r, p); answer != last {
			t.Errorf("program %d: got the answer %v, want the last result %v", i, answer, last)
		}
		if last == Invalid {
			invalid++
		} else if valid++; len(outputs) != len(p) {
			t.Errorf("program %d: got %d results of %d nodes", i, len(outputs), len(p))
		}
	}
	// Both kinds must occur, or the test says nothing.
	if min(valid, invalid) < 300 {
		t.Errorf("got %d programs with an answer and %d without, want 300 of each", valid, invalid)
	}
}

// How many balls are right, or left, of what is left of the green ball?
func relateTwice(first, second string) Program {
	return Program{
		call("scene", nil), call("filter_color", []int{0}, "green"), call("unique", []int{1}),
		call("relate", []int{2}, first),
		call("filter_shape", []int{3}, "cube"), call("unique", []int{4}), call("relate", []int{5}, second),
		call("filter_shape", []int{6}, "ball"), call("count", []int{7}),
	}
}

func TestDegenerate(t *testing.T) {
	for _, c := range []struct {
		name    string
		scene   string
		program Program
		want    bool
	}{
		{"no relation", "red cube, green ball", Program{call("scene", nil), call("count", []int{0})}, false},
		// From the green ball to the cube left of it, from there to the balls right of it.
		{"both relations tell", "red ball, red cube, green ball, blue cube", relateTwice("left", "right"), false},
		{"the only cube", "red ball, red cube, green ball", relateTwice("left", "right"), true},
		{"all balls are right", "red cube, green ball, blue cube", relateTwice("left", "right"), true},
		{"no ball is left, but one is there", "red cube, green ball, blue cube", relateTwice("left", "left"), false},
	} {
		l, r := newToy(), rowOf(c.scene)
		answer := l.Answer(r, c.program)
		if answer == Invalid {
			t.Fatalf("%s: the program has no answer", c.name)
		}
		if got := l.Degenerate(r, c.program, answer); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		l.Relate = ""
		if l.Degenerate(r, c.program, answer) {
			t.Errorf("%s: degenerate, although no function relates", c.name)
		}
	}
}

// A replaced program in which a condition changes nothing has no answer, so it does not show that the relation is idle.
func TestDegenerateAsksRedundant(t *testing.T) {
	l, r, p := newToy(), rowOf("red cube, green ball, blue ball"), Program{
		call("scene", nil), call("filter_color", []int{0}, "red"), call("unique", []int{1}),
		call("relate", []int{2}, "right"),
		call("filter_shape", []int{3}, "ball"), call("count", []int{4}),
	}
	if !l.Degenerate(r, p, 2) {
		t.Error("not degenerate, although both balls are right of the cube")
	}
	var asked []Value
	l.Redundant = func(p Program, outputs []Value) bool {
		asked = outputs
		return true
	}
	if l.Degenerate(r, p, 2) {
		t.Error("degenerate, although the replaced program is redundant")
	}
	if want := []Value{AllOf(3), SetOf(1, 2), 2}; !slices.Equal(asked, want) {
		t.Errorf("Redundant saw %v, want %v", asked, want)
	}
}

// inWords writes a program in a line: "scene; filter_color 0 red; count 1".
func inWords(p Program) string {
	var calls []string
	for _, n := range p {
		words := n.Function
		for _, from := range n.Inputs {
			words += fmt.Sprint(" ", from)
		}
		for _, v := range n.Side {
			words += fmt.Sprint(" ", v)
		}
		calls = append(calls, words)
	}
	return strings.Join(calls, "; ")
}

func TestWithoutDropsWhatIsNotUsed(t *testing.T) {
	p := relateTwice("left", "right")
	for _, c := range []struct {
		at   int
		want string
	}{
		{3, "scene; filter_shape 0 cube; unique 1; relate 2 right; filter_shape 3 ball; count 4"},
		{6, "scene; filter_shape 0 ball; count 1"},
	} {
		if got := inWords(p.without(c.at, "scene")); got != c.want {
			t.Errorf("without node %d: got %q, want %q", c.at, got, c.want)
		}
	}
	if got, want := inWords(p), inWords(relateTwice("left", "right")); got != want {
		t.Errorf("the program itself changed: got %q, want %q", got, want)
	}
	// A node that two others take stays, once.
	twice := Program{
		call("scene", nil), call("unique", []int{0}), call("relate", []int{1}, "left"), call("unique", []int{2}),
		call("query_color", []int{1}), call("query_color", []int{3}), call("equal_color", []int{4, 5}),
	}
	want := "scene; unique 0; scene; unique 2; query_color 1; query_color 3; equal_color 4 5"
	if got := inWords(twice.without(2, "scene")); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

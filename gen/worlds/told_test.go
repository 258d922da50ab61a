package worlds

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
)

// What a category tells is neither said beside it nor asked: all balls are toys.
func TestCategoriesTellAttributes(t *testing.T) {
	w := open(t, `name: toys
attributes: {color: {red: red, blue: blue, green: green}, use: [toy, tool], size: {large: 0.5, small: 0.3}}
things:
  - {category: ball, use: toy, model: {primitive: sphere}, scale: size, look: {base: color}}
  - {category: block, use: toy, model: {primitive: box}, scale: size, look: {base: color}}
  - {category: peg, use: tool, model: {primitive: cylinder}, scale: size, look: {base: color}}
questions: {}
`)
	if got := w.fixed(); !slices.Equal(got, []bool{false, true, false, false}) {
		t.Errorf("fixed are %v of %v", got, w.attributeNames())
	}
	mixed := open(t, `name: mixed
attributes: {category: [ball, block], color: {red: red, blue: blue}, use: [toy, tool]}
things:
  - {category: [ball, block], use: toy, model: {primitive: sphere}, look: {base: color}}
  - {category: block, use: tool, model: {primitive: box}, look: {base: color}}
questions: {}
`)
	if slices.Contains(mixed.fixed(), true) {
		t.Errorf("fixed are %v of %v, but blocks are toys and tools", mixed.fixed(), mixed.attributeNames())
	}
	a := &asker{World: w, fixed: w.fixed()}
	for _, c := range []struct {
		program string
		want    bool // may be asked
	}{
		{"scene;filter_color 0;filter_category 1;count 2", true},
		{"scene;filter_use 0;filter_color 1;count 2", true},
		{"scene;filter_use 0;filter_category 1;count 2", false},
		{"scene;filter_category 0;filter_use 1;count 2", false},
		{"scene;filter_color 0;unique 1;query_use 2", true},
		{"scene;filter_category 0;unique 1;query_use 2", false},
		{"scene;filter_category 0;unique 1;relate 2;unique 3;query_use 4", true},
		{"scene;filter_use 0;unique 1;same_category 2;unique 3;query_use 4", false},
		{"scene;filter_color 0;unique 1;same_category 2;unique 3;query_use 4", true},
		{"scene;filter_category 0;unique 1;query_use 2;scene;filter_color 4;unique 5;query_use 6;equal_use 3 7", true},
		{"scene;filter_category 0;unique 1;query_use 2;scene;filter_category 4;unique 5;query_use 6;equal_use 3 7", false},
	} {
		var in ask.Instance[*known]
		for _, call := range strings.Split(c.program, ";") {
			f := strings.Fields(call)
			n := ask.Node{Function: f[0]}
			for _, from := range f[1:] {
				i, err := strconv.Atoi(from)
				if err != nil {
					t.Fatal(err)
				}
				n.Inputs = append(n.Inputs, i)
			}
			in.Program = append(in.Program, n)
		}
		if got := a.idle(&in) == ""; got != c.want {
			t.Errorf("%s: may be asked: %v, want %v", c.program, got, c.want)
		}
	}
}

// What words presuppose is not asked: the only green ball is no other one, ways do not come back, nobody chooses between things and everything, and
// nothing is on what carries nothing.
func TestHollowQuestions(t *testing.T) {
	w := open(t, `name: hollow
attributes: {color: {red: red, green: green}}
things:
  - {category: ball, model: {primitive: sphere}, look: {base: color}}
  - {category: block, model: {primitive: box}, look: {base: color}}
scene: {place: {on: {ball: [block]}}}
relations: {kinds: [left, right, on]}
questions: {}
`)
	a := &asker{World: w, fixed: w.fixed()}
	k := &known{Graph: &closed.Graph{Properties: [][]ask.Value{{"green", "ball"}, {"red", "block"}}}}
	for _, c := range []struct {
		program string
		things  map[int]ask.Object // that calls give
		want    string
	}{
		{"scene;filter_color=green 0;unique 1;same_color 2;filter_category=ball 3;count 4", nil, ""},
		{"scene;filter_color=green 0;unique 1;same_category 2;filter_color=green 3;count 4", nil, "the words say that it is the same thing"},
		{"scene;filter_color=green 0;unique 1;relate=left 2;filter_category=ball 3;filter_color=green 4;exist 5", nil, "the words say that it is the same thing"},
		{"scene;filter_color=green 0;unique 1;relate=left 2;filter_color=red 3;count 4", nil, ""},
		{"scene;filter_color=green 0;unique 1;relate=left 2;unique 3;relate=right 4;unique 5;query_color 6", map[int]ask.Object{2: 0, 4: 1, 6: 0}, "the way comes back to where it was"},
		{"scene;filter_color=green 0;scene;union 1 2;count 3", nil, "everything is one of the two"},
		{"scene;filter_color=green 0;scene;filter_color=red 2;union 1 3;count 4", nil, ""},
		{"scene;filter_color=green 0;unique 1;relate=on 2;count 3", map[int]ask.Object{2: 0}, "nothing can be on it"},
		{"scene;filter_color=red 0;unique 1;relate=on 2;count 3", map[int]ask.Object{2: 1}, ""},
	} {
		in := ask.Instance[*known]{Scene: k}
		for i, call := range strings.Split(c.program, ";") {
			f := strings.Fields(call)
			name, side, given := strings.Cut(f[0], "=")
			n := ask.Node{Function: name}
			if given {
				n.Side = []ask.Value{side}
			}
			for _, from := range f[1:] {
				n.Inputs = append(n.Inputs, int(from[0]-'0'))
			}
			var out ask.Value = i // of sets, which do not matter
			if name == "unique" {
				out = ask.Object(10 + i)
			}
			if o, ok := c.things[i]; ok {
				out = o
			}
			in.Program, in.Outputs = append(in.Program, n), append(in.Outputs, out)
		}
		if got := a.hollow(&in); got != c.want {
			t.Errorf("%s: got %q, want %q", c.program, got, c.want)
		}
	}
}

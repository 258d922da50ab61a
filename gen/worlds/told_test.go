package worlds

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"mereo/gen/ask"
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

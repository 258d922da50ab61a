package ask

import (
	"errors"
	"strings"
	"testing"
)

// Is the only cube as red as the cube is? The cube is taken twice.
var twice = Program{
	call("scene", nil), call("filter_shape", []int{0}, "cube"), call("unique", []int{1}), call("query_color", []int{2}),
	call("query_color", []int{2}), call("equal_color", []int{3, 4}),
}

func TestExplain(t *testing.T) {
	l := newToy()
	signs := Program{call("scene", nil), call("filter_both", []int{0}, "<&>", place(3))}
	for _, c := range []struct {
		name    string
		program Program
		outputs []Value
		want    string
	}{
		{"a node that is taken twice", twice, l.Run(rowOf("blue ball, red cube"), twice), `
5 equal_color                   = true
├─ 3 query_color                = "red"
│  └─ 2 unique                  = 1
│     └─ 1 filter_shape "cube"  = [1]
│        └─ 0 scene             = [0,1]
└─ 4 query_color                = "red"
   └─ 2 unique                  as above
`},
		{"a node without an answer", twice, l.Run(rowOf("red cube, blue cube"), twice), `
5 equal_color                   not reached
├─ 3 query_color                not reached
│  └─ 2 unique                  = "__INVALID__"
│     └─ 1 filter_shape "cube"  = [0,1]
│        └─ 0 scene             = [0,1]
└─ 4 query_color                not reached
   └─ 2 unique                  as above
`},
		{"two side inputs, signs as they are", signs, []Value{AllOf(1), Set{}}, `
1 filter_both "<&>" 3  = []
└─ 0 scene             = [0]
`},
		{"one node", Program{call("scene", nil)}, []Value{AllOf(1)}, `
0 scene  = [0]
`},
	} {
		var b strings.Builder
		if err := Explain(&b, c.program, c.outputs); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got, want := b.String(), c.want[1:]; got != want {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestExplainReportsErrors(t *testing.T) {
	if err := Explain(fullDisk{}, twice, nil); err == nil || err.Error() != "no space" {
		t.Errorf("got %v, want no space", err)
	}
}

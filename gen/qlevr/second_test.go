package qlevr

import (
	"strings"
	"testing"
)

// secondDesk is a scene of two planes and the desk: a red cube and two blue balls left, a red ball right, a blue cube on the
// desk. Left of a thing are all those with smaller numbers.
func secondDesk() *Scene {
	object := func(size, color, shape string) Object {
		return Object{Size: size, Color: color, Material: "metal", Shape: shape}
	}
	line := func(n int) Relations {
		r := Relations{make([][]int, n), make([][]int, n), make([][]int, n), make([][]int, n)}
		for i := range n {
			for j := range n {
				if j < i {
					r.Left[i] = append(r.Left[i], j)
				} else if j > i {
					r.Right[i] = append(r.Right[i], j)
				}
			}
		}
		return r
	}
	return &Scene{
		Planes: []Plane{
			{Shape: "circle", Material: "marble", Color: "black", Objects: []int{0, 1, 2}},
			{Shape: "circle", Material: "wooden", Color: "gray", Objects: []int{3}},
			{Shape: deskShape, Color: deskColor, Objects: []int{4}},
		},
		PlaneRelations: line(2),
		Objects: []Object{
			object("large", "red", "cube"), object("small", "blue", "sphere"), object("large", "blue", "sphere"),
			object("small", "red", "sphere"), object("small", "blue", "cube"),
		},
		ObjectRelations: line(5),
	}
}

func secondWords(words ...string) []Value {
	out := []Value{}
	for _, w := range words {
		out = append(out, Value{strings.Trim(w, "-"), w != "-"})
	}
	return out
}

// secondQuestion asks, of the balls of the scene, whether quantifier many lie on the round planes of a color.
func secondQuestion(color, quantifier string, slots []string, numbers ...string) *Instance {
	return &Instance{
		Template: &Template{File: "all.json", Family: 8, Nodes: []TemplateNode{
			{Type: "scene", Kind: "scene"},
			{Type: "filter_all", Kind: "plane", Inputs: []int{0}, Slots: []string{"<PC>", "<PM>", "<PS>", "<sp>"}},
			{Type: "filter", Kind: "object", Inputs: []int{1}, Slots: []string{"<Z>", "<C>", "<M>", "<S>"}},
			{Type: quantifier, Kind: "object", Inputs: []int{1, 2}, Slots: slots},
		}},
		Vals: [][]Value{
			{}, secondWords(color, "-", "circle", ""), secondWords("-", "-", "-", "sphere"), secondWords(numbers...),
		},
	}
}

func TestExplainQuestion(t *testing.T) {
	var b strings.Builder
	in := secondQuestion("black", "whether_at_least_number", []string{"<OC>", "<sa>", "<so>"}, "2", "are", "s")
	if err := ExplainQuestion(&b, secondDesk(), in); err != nil {
		t.Fatal(err)
	}
	want := `4 at_least_number 2                                = true
└─ 3 count_on_planes                               = "2 of 3"
   ├─ 1 plane filter_all "black" null "circle"     = {"plane":[0],"object":[0,1,2]}
   │  └─ 0 scene                                   = {"plane":[0,1,2],"object":[0,1,2,3,4]}
   └─ 2 filter null null null "sphere"             = {"plane":[0],"object":[1,2]}
      └─ 1 plane filter_all "black" null "circle"  as above
`
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if got := b.String(); squeeze(got) != squeeze(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSecondRunAnswers(t *testing.T) {
	number, share := []string{"<OC>", "<sa>", "<so>"}, []string{"<OP>"}
	for _, c := range []struct {
		color, node string
		slots       []string
		numbers     []string
		answer      bool
	}{
		{"black", "whether_all", nil, nil, false},
		{"black", "whether_most", nil, nil, true},
		{"-", "whether_all", nil, nil, true},
		{"gray", "whether_some_but_not_all", nil, nil, true},
		{"black", "whether_but_most", number, []string{"1", "is", ""}, true},
		{"black", "whether_more_than_fractions", share, []string{"2/3"}, false},
		{"black", "whether_at_least_fractions", share, []string{"two thirds"}, true},
	} {
		r, err := runSecond(secondDesk(), secondQuestion(c.color, c.node, c.slots, c.numbers...))
		if err != nil || r.rejected >= 0 || r.answer != c.answer {
			t.Errorf("%s on %s with %q: %+v, %v, want %v", c.node, c.color, c.numbers, r, err, c.answer)
		}
	}
}

// A template whose nodes have nothing to work on, or are unknown, is refused.
func TestSecondRunWithoutState(t *testing.T) {
	plane := TemplateNode{Type: "filter_all", Kind: "plane", Slots: []string{"<PC>", "<PM>", "<PS>"}}
	filter := TemplateNode{Type: "filter", Kind: "object", Slots: []string{"<Z>", "<C>", "<M>", "<S>"}}
	unknown := TemplateNode{Type: "whether_why", Kind: "object"}
	for _, nodes := range [][]TemplateNode{{filter, plane}, {unknown, filter}, {unknown, plane, filter}, {filter, filter}} {
		in := &Instance{Template: &Template{Nodes: nodes}}
		for _, n := range nodes {
			in.Vals = append(in.Vals, make([]Value, len(n.Slots)))
		}
		if _, err := runSecond(secondDesk(), in); err == nil {
			t.Errorf("%v: no error", nodes)
		}
	}
}

func TestSecondRunErrors(t *testing.T) {
	number := []string{"<OC>", "<sa>", "<so>"}
	for _, c := range []struct {
		in   *Instance
		want string
	}{
		{
			secondQuestion("gray", "whether_exact", number, "two", "are", "s"),
			`qlevr: node 3 (whether_exact): number is "two", want 0 or more in digits`,
		},
		{secondQuestion("gray", "whether_exact", number, "2"), `qlevr: node 3 (whether_exact): 1 values, want 3`},
		{
			secondQuestion("gray", "whether_more_than_fractions", []string{"<OP>"}, "much"),
			`qlevr: node 3 (whether_more_than_fractions): fraction is "much", want the like of 2/3 or two-thirds`,
		},
		{secondQuestion("gray", "whether_why", nil), `ask: program: node 3 (whether_why) is no function of qlevr`},
	} {
		if _, err := runSecond(secondDesk(), c.in); err == nil || err.Error() != c.want {
			t.Errorf("error is %v, want %s", err, c.want)
		}
	}
	s := secondDesk()
	s.ObjectRelations.Front[2] = []int{5}
	want := "obj_spatial_relations front name number 5, want 0 to 4"
	if err := secondSceneFault(s); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

func TestVectorsSecondFractionWords(t *testing.T) {
	file := readSecondVectors[struct {
		Words []struct {
			Fraction string
			Forms    []string
		}
	}](t, "fractions.json")
	for _, c := range file.Words {
		want, err := secondFractionOf(c.Fraction)
		if err != nil {
			t.Error(err)
		}
		for _, form := range c.Forms {
			if got, err := secondFractionOf(form); err != nil || got != want {
				t.Errorf("%q is %v, %v, want %v", form, got, err, want)
			}
		}
	}
	if len(file.Words) == 0 {
		t.Error("no words")
	}
}

func TestVectorsSecondDrawn(t *testing.T) {
	file := readSecondVectors[struct {
		Fractions []struct {
			Num, Total int
			Support    [][]any
		}
	}](t, "fractions.json")
	for _, c := range file.Fractions {
		if c.Num == 0 {
			continue
		}
		want := map[secondFraction]bool{}
		for _, row := range c.Support {
			want[secondFraction{int(row[0].(float64)), int(row[1].(float64))}] = true
		}
		for under := 1; under < 80; under++ {
			for over := range under + 1 {
				f := secondFraction{over, under}
				if got := secondFractionDrawn(c.Num, c.Total, f); got != want[f] {
					t.Errorf("%d of %d: %v is drawn: %v, want %v", c.Num, c.Total, f, got, want[f])
				}
			}
		}
	}
	if len(file.Fractions) == 0 {
		t.Error("no fractions")
	}
}

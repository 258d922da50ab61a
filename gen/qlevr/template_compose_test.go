package qlevr

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen/record"
)

// publishedProgram is a case of programs.json as far as templates and texts are concerned.
type publishedProgram struct {
	ID          string
	Template    []any
	Nodes       []any
	Constraints []struct {
		Type   string
		Params []any
	}
	Vals   [][]Value
	Expect struct{ Status string }
}

func (p *publishedProgram) tuple() string {
	t := Template{File: p.Template[0].(string), Family: int(p.Template[1].(float64))}
	for _, v := range p.Template[2:] {
		t.Variant = append(t.Variant, int(v.(float64)))
	}
	return t.name().String()
}

func templatesByTuple(list []Template) map[string]*Template {
	out := map[string]*Template{}
	for i := range list {
		out[list[i].name().String()] = &list[i]
	}
	return out
}

// asJSON is v as a JSON reader sees it.
func asJSON(t *testing.T, v any) any {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestVectorsTemplates(t *testing.T) {
	var cases []publishedProgram
	readVectors(t, "programs.json", &cases)
	known := templatesByTuple(publishedTemplates())
	for _, c := range cases {
		tm := known[c.tuple()]
		if tm == nil {
			t.Errorf("%s: no template %s", c.ID, c.tuple())
			continue
		}
		var nodes [][4]any
		for _, n := range tm.Nodes {
			nodes = append(nodes, [4]any{n.Type, n.Kind, n.Inputs, n.Slots})
		}
		if got, want := asJSON(t, nodes), any(c.Nodes); !reflect.DeepEqual(got, want) {
			t.Errorf("%s %s: nodes\n got %v\nwant %v", c.ID, c.tuple(), got, want)
		}
		var got, want []string
		for _, k := range tm.Constraints {
			params := []any{}
			for _, n := range k.Nodes {
				params = append(params, n)
			}
			for _, w := range k.Words {
				params = append(params, w)
			}
			got = append(got, fmt.Sprint(k.Type, params))
		}
		for _, k := range c.Constraints {
			want = append(want, fmt.Sprint(k.Type, k.Params))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s %s: constraints\n got %v\nwant %v", c.ID, c.tuple(), got, want)
		}
	}
}

func TestTemplateCounts(t *testing.T) {
	want := map[string]int{"all.json": 88, "relate.json": 88, "total.json": 88, "different_attr.json": 264,
		"each_at_least.json": 176, "each_at_most.json": 176, "each_between.json": 176, "each_exactly.json": 176, "each_no.json": 176,
		"each_not_between.json": 176, "each_not_exactly.json": 176}
	got, families := map[string]int{}, map[string]bool{}
	for _, list := range [][]Template{templates(), publishedTemplates()} {
		if len(list) != 1760 || len(templatesByTuple(list)) != 1760 {
			t.Errorf("%d templates with %d ids, want 1760 of each", len(list), len(templatesByTuple(list)))
		}
	}
	for i, tm := range templates() {
		got[tm.File]++
		families[fmt.Sprint(tm.File, tm.Family)] = true
		if i > 0 {
			a := &templates()[i-1]
			if cmp.Or(strings.Compare(a.File, tm.File), cmp.Compare(a.Family, tm.Family), slices.Compare(a.Variant, tm.Variant)) >= 0 {
				t.Errorf("%s stands before %s", a.name().String(), tm.name().String())
			}
		}
		for _, n := range tm.Nodes {
			for _, in := range n.Inputs {
				if in < 0 || in >= len(tm.Nodes) {
					t.Errorf("%s: %s refers to node %d of %d", tm.name().String(), n.Type, in, len(tm.Nodes))
				}
			}
		}
	}
	if !reflect.DeepEqual(got, want) || len(families) != 671 {
		t.Errorf("templates by file %v, %d families, want %v and 671", got, len(families), want)
	}
}

// The published orders of operands differ from ours in the four programs whose filters have exchanged slots.
func TestTemplateOperands(t *testing.T) {
	published := templatesByTuple(publishedTemplates())
	var differ []string
	for i := range templates() {
		a := &templates()[i]
		b := published[a.name().String()]
		if reflect.DeepEqual(a, b) {
			continue
		}
		differ = append(differ, a.name().String())
		left := a.Nodes[a.Nodes[len(a.Nodes)-1].Inputs[0]]
		if left.Slots[0] != "<Z>" {
			t.Errorf("%s: at least N counts %v, want the objects that are named first", a.name().String(), left.Slots)
		}
		left = b.Nodes[b.Nodes[len(b.Nodes)-1].Inputs[0]]
		if left.Slots[0] != "<Z2>" {
			t.Errorf("%s as published: at least N counts %v", a.name().String(), left.Slots)
		}
	}
	want := []string{"('each_at_most.json', 56, 0)", "('each_between.json', 56, 0)", "('each_exactly.json', 56, 0)",
		"('total.json', 56)"}
	if !slices.Equal(differ, want) {
		t.Errorf("programs that differ: %v, want %v", differ, want)
	}
}

// Every row of the table of changes is for as many programs as its files and families have: a misspelt file would be for none.
func TestTemplateChangesConcernTheirFiles(t *testing.T) {
	for _, change := range slices.Concat(familyChanges, operandChanges) {
		for _, file := range strings.Fields(change.files) {
			row, concerned := change, 0
			row.files = file
			for _, plane := range planePhrases {
				for family := range objectFamilies {
					if row.concerns(plane, family, change.attribute) {
						concerned++
					}
				}
			}
			if concerned == 0 {
				t.Errorf("families %s: no program of %s is changed", change.families, file)
			}
		}
	}
	// a row that no case of programs.json is about
	tm := templatesByTuple(templates())["('each_at_most.json', 15, 0)"]
	if got, want := fmt.Sprint(tm.Constraints), "[{OUT_NEQ [2 3] []}]"; got != want {
		t.Errorf("%s has the constraints %s, want %s", tm.name().String(), got, want)
	}
}

func TestTemplateNames(t *testing.T) {
	tm := Template{File: "each_no.json", Family: 20, Variant: []int{1, 3}}
	if got, want := tm.name().String(), "('each_no.json', 20, 1, 3)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := string(record.JSON(tm.name())), `["each_no.json",20,1,3]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Families are asked equally often, and the programs of a family too: the shares of labels of a large set follow from the
// table.
func TestTemplateLabelShares(t *testing.T) {
	perFamily := map[string]int{}
	for _, tm := range templates() {
		perFamily[fmt.Sprint(tm.File, tm.Family)]++
	}
	share, number := map[string]float64{}, map[int]float64{}
	for _, tm := range templates() {
		w := 100 / 671. / float64(perFamily[fmt.Sprint(tm.File, tm.Family)])
		number[len(tm.Quantifiers)] += w
		for _, label := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(tm.Quantifiers, tm.Types)))) {
			share[label] += w
		}
	}
	for n, want := range map[int]float64{1: 19.7, 2: 37.1, 3: 34.4, 4: 8.9} {
		if math.Abs(number[n]-want) > 0.06 {
			t.Errorf("%d quantifiers: %.2f %%, want %.1f", n, number[n], want)
		}
	}
	want := map[string]float64{"each": 31.8, "at_least_number": 18.0, "most": 18.0, "between": 16.5, "exactly_number": 16.5,
		"at_most_number": 13.6, "no": 12.1, "not_between": 9.1, "not_exactly_number": 9.1, "total": 9.1, "some": 8.2, "all": 6.6,
		"more_than_fractions": 6.6, "some_but_not_all": 6.6, "all_but_at_most": 4.9, "all_but_at_least": 4.9, "more_than_number": 4.9,
		"fewer_than_fractions": 4.9, "at_least_fractions": 4.9, "not_all": 3.3, "fewer_than_number": 3.3, "at_most_fractions": 3.3,
		"more_A_than_B": 3.3, "fewer_A_than_B": 3.3, "equal_A_and_B": 3.3, "no_except": 1.6, "every_except": 1.6,
		"existence1": 32.8, "existence2": 29.5, "compare_attr_size": 3.7, "compare_attr_color": 3.7, "compare_attr_material": 3.7,
		"compare_attr_shape": 3.7, "compare_size": 13.1, "compare_integer": 9.8, "spatial_relationship": 34.4}
	for label, w := range want {
		if math.Abs(share[label]-w) > 0.06 {
			t.Errorf("%s: %.2f %%, want %.1f", label, share[label], w)
		}
	}
	if len(share) != len(want) {
		t.Errorf("%d labels, want %d", len(share), len(want))
	}
}

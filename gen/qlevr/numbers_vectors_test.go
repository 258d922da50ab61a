package qlevr

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestVectorsConstraints(t *testing.T) {
	for _, c := range vectorsAs[[]struct {
		ID         string
		Constraint engineConstraint
		Node       struct {
			Index int
			Slots []string
		}
		Inputs []struct {
			Type    string
			Slots   []string
			Vals    []Value
			Objects []int
		}
		Options []engineOption
		Expect  struct{ Kept [][]any }
	}](t, "constraints.json") {
		// A scene in which the options are all that can be said, and nodes that have said what the inputs have.
		a := attempt{scene: &sceneIndex{planes: 1}}
		a.scene.forget()
		n := compiledNode{index: c.Node.Index, slots: c.Node.Slots}
		var nodes []TemplateNode
		for i, input := range c.Inputs {
			r := nodeResult{objects: engineSet(input.Objects)}
			values := input.Vals
			switch counting := strings.Contains(input.Type, "contain"); {
			case strings.HasPrefix(input.Type, "relate"):
				r.direction, values = uint8(slices.Index(directionWords[:], values[0].Word)), values[1:]
			case counting && strings.Contains(input.Type, "between"):
				values = values[2:]
			case counting && !strings.Contains(input.Type, "any"):
				values = values[1:]
			}
			r.key = enginePack(t, values[:4])
			a.results = append(a.results, r)
			n.inputs = append(n.inputs, i)
			nodes = append(nodes, TemplateNode{Slots: input.Slots})
		}
		var options []keyCandidate
		for _, o := range c.Options {
			options = append(options, readEngineCandidate(t, o))
			a.scene.objectKeys = append(a.scene.objectKeys, keyedSet{engineSet(o.Set), options[len(options)-1].key})
			a.scene.objectPlace[options[len(options)-1].key] = int16(len(a.scene.objectKeys))
		}
		compiled, applies, err := compileConstraint(c.Constraint.Constraint, &n, nodes)
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		want := map[string]bool{}
		for _, key := range c.Expect.Kept {
			want[engineText(key, nil)] = true
		}
		for i, o := range c.Options {
			keeps := !applies || a.meets([]compiledConstraint{compiled}, options[i])
			if text := engineText(o.Key, nil); keeps != want[text] {
				t.Errorf("%s: %s keeps %s: %t, want %t", c.ID, c.Constraint.Type, text, keeps, want[text])
			}
		}
	}
}

// readEngineCandidate reads an option whose key may begin with a direction.
func readEngineCandidate(t *testing.T, o engineOption) keyCandidate {
	t.Helper()
	c := keyCandidate{set: engineSet(o.Set)}
	var values []Value
	for _, word := range o.Key {
		v := Value{}
		if word != nil {
			v = saidValue(word.(string))
		}
		values = append(values, v)
	}
	if len(values) > int(attributeCount) {
		c.direction, values = uint8(slices.Index(directionWords[:], values[0].Word)), values[1:]
	}
	c.key = enginePack(t, values)
	return c
}

func enginePack(t *testing.T, values []Value) packedKey {
	t.Helper()
	k, err := packWords(values)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// engineQuantifiers are the quantifiers as vectors call them.
var engineQuantifiers = map[string]quantifier{
	"all_of": quantifierAll, "not_all_of": quantifierNotAll, "some_but_not_all": quantifierSomeButNotAll, "most": quantifierMost,
	"some": quantifierSome, "no": quantifierNo, "exact": quantifierExactly, "more_than_number": quantifierMoreThan,
	"fewer_than_number": quantifierFewerThan, "at_most": quantifierAtMost, "at_least": quantifierAtLeast,
	"all_but_at_most": quantifierAllButAtMost, "all_but_at_least": quantifierAllButAtLeast, "between": quantifierBetween,
}

func TestVectorsQuantifiers(t *testing.T) {
	for _, c := range vectorsAs[[]struct {
		ID, Func string
		Args     struct {
			Num, Total, First, Second int
			Flag                      *string
			MinNum                    int  `json:"min_num"`
			MaxLeft                   *int `json:"max_left"`
			MinRight                  *int `json:"min_right"`
		}
		Table   [][]any
		Support [][]any
		PReject float64 `json:"p_reject"`
	}](t, "quantifiers.json") {
		q, ok := engineQuantifiers[c.Func]
		if !ok {
			t.Errorf("%s: no quantifier %q", c.ID, c.Func)
			continue
		}
		for _, row := range c.Table {
			num, total := int(row[0].(float64)), indexObjects
			if len(row) == 3 {
				total = int(row[1].(float64))
			}
			if got, want := q.holds(num, total, quantity{}), row[len(row)-1]; got != want {
				t.Errorf("%s: %s of %d in %d is %t, want %t", c.ID, c.Func, num, total, got, want)
			}
		}
		if c.Table != nil {
			continue
		}
		bounds, total := freeBounds, c.Args.Total
		bounds.least, bounds.inside = c.Args.MinNum, c.Args.Flag != nil
		if q.takesTwo() {
			bounds.least, total = c.Args.First, c.Args.Second
			if c.Args.MaxLeft != nil {
				bounds.maxLeft = *c.Args.MaxLeft
			}
			if c.Args.MinRight != nil {
				bounds.minRight = *c.Args.MinRight
			}
		}
		d, ok := q.numberDraw(c.Args.Num, total, bounds)
		var want []string
		for _, row := range c.Support {
			with := quantity{uint8(row[0].(float64))}
			if q.takesTwo() {
				with[1] = uint8(row[1].(float64))
			}
			want = append(want, fmt.Sprintf("%v %v %.6f", with, row[len(row)-2], row[len(row)-1]))
		}
		checkEngineSupport(t, c.ID, &d, ok, want, c.PReject, func(with quantity) string {
			return fmt.Sprint(q.holds(c.Args.Num, total, with))
		})
	}
}

// checkEngineSupport compares all that can be drawn, as lines of numbers, answers and probabilities.
func checkEngineSupport(t *testing.T, id string, d *numberDraw, possible bool, want []string, refused float64,
	answers func(quantity) string) {
	t.Helper()
	var got []string
	left := 1.0
	if possible {
		for with, p := range d.support() {
			got = append(got, fmt.Sprintf("%v %s %.6f", with, answers(with), p))
			left -= p
			if !d.allows(with) {
				t.Errorf("%s: %v can be drawn but is not allowed", id, with)
			}
		}
	}
	if math.Abs(left-refused) > 1e-6 {
		t.Errorf("%s: draws fail with probability %.6f, want %.6f", id, left, refused)
	}
	// Probabilities in the files are rounded to nine places; comparing six, the last may be off by one.
	slices.Sort(got)
	slices.Sort(want)
	if !slices.EqualFunc(got, want, sameEngineProbability) {
		t.Errorf("%s: draws are\n%q, want\n%q", id, got, want)
	}
}

// sameEngineProbability compares lines that end in probabilities.
func sameEngineProbability(x, y string) bool {
	split := func(s string) (head string, p float64) {
		at := strings.LastIndexByte(s, ' ')
		if _, err := fmt.Sscan(s[at+1:], &p); err != nil {
			panic(err)
		}
		return s[:at], p
	}
	a, p := split(x)
	b, q := split(y)
	return a == b && math.Abs(p-q) < 1.5e-6
}

func TestVectorsFractionDraws(t *testing.T) {
	file := vectorsAs[struct {
		Fractions []struct {
			ID         string
			Num, Total int
			Support    [][]any
			PReject    float64 `json:"p_reject"`
		}
	}](t, "fractions.json")
	all := []quantifier{quantifierMoreThanFraction, quantifierFewerThanFraction, quantifierAtMostFraction,
		quantifierAtLeastFraction}
	for _, c := range file.Fractions {
		d, ok := quantifierMoreThanFraction.numberDraw(c.Num, c.Total, freeBounds)
		var want []string
		for _, row := range c.Support {
			with := quantity{uint8(row[0].(float64)), uint8(row[1].(float64))}
			want = append(want, fmt.Sprintf("%v %v %.6f", with, row[3:], row[2]))
		}
		checkEngineSupport(t, c.ID, &d, ok, want, c.PReject, func(with quantity) string {
			var answers []bool
			for _, q := range all {
				answers = append(answers, q.holds(c.Num, c.Total, with))
			}
			return fmt.Sprint(answers)
		})
	}
}

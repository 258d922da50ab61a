package shopvrb

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/scenes/rng"
)

// drawProgram draws calls whose inputs have the right types, of any function and with values that mostly fit the scene.
func drawProgram(s *rng.Stream, l *ask.Library[*known], k *known) []QuestionNode {
	names := strings.Fields("scene unique relate union intersect count exist less_than greater_than equal_integer equal_object")
	for _, a := range attributes {
		for _, verb := range []string{"filter_", "query_", "same_", "equal_"} {
			names = append(names, verb+a.Key)
		}
	}
	var out []QuestionNode
	at := map[ask.Type][]int{} // nodes by the type of their results
next:
	for range 10 + s.IntN(60) {
		name := rng.Choose(s, names)
		f := l.Function(name)
		n := QuestionNode{Function: name, Inputs: []int{}, ValueInputs: []string{}}
		for _, t := range f.In {
			if len(at[t]) == 0 {
				continue next
			}
			n.Inputs = append(n.Inputs, rng.Choose(s, at[t]))
		}
		for _, t := range f.Side {
			n.ValueInputs = append(n.ValueInputs, rng.Choose(s, l.Domain(t)).(string))
		}
		at[f.Out] = append(at[f.Out], len(out))
		out = append(out, n)
	}
	return append(out, QuestionNode{Function: "scene", Inputs: []int{}, ValueInputs: []string{}})
}

func TestExecutorsAgree(t *testing.T) {
	l, pool := newLibrary(), things(t)
	// Lists where there are words otherwise, and nothing at all.
	odd := map[string]any{
		"color": []string{"red", "blue"}, "material": []string{"metal"}, "shape": []string{}, "attribute": []string{"sharp"}, "name": "mug",
	}
	pool = append(pool, odd, odd, map[string]any{"attribute": []string{}}, map[string]any{})
	programs, invalid := 0, 0
	for i := range 200 {
		s := streamOf(t, i)
		scene := drawScene(t, s, pool, i)
		k := mustKnow(t, scene)
		plain, err := ask.ReadPlain(scene)
		if err != nil {
			t.Fatal(err)
		}
		for range 25 {
			stored := []byte(oneLine(t, drawProgram(s, l, k)))
			p, err := l.ParseProgram(stored)
			if err != nil {
				t.Fatal(err)
			}
			got := l.Run(k, p)
			outputs := l.RunPlain(plain, p)
			if a, b := decoded(t, got), decoded(t, outputs); !reflect.DeepEqual(a, b) {
				t.Fatalf("scene %s\nprogram %s\nresults %v, by second meanings %v", scene, stored, a, b)
			}
			programs++
			if got[len(got)-1] == ask.Invalid {
				invalid++
				continue
			}
			for j, v := range got {
				switch v.(type) {
				case bool, string, closed.List:
					if a, b := releasedAnswer(v), releasedAnswer(outputs[j]); a != b {
						t.Errorf("%v is released as %s and %s", v, a, b)
					}
				}
			}
		}
	}
	if invalid < programs/20 || invalid > programs*9/10 {
		t.Errorf("%d of %d programs have no answer, want some and not most", invalid, programs)
	}
}

// What a scene does not tell has no answer.
func TestPlainScenesMayLackThings(t *testing.T) {
	plain, err := ask.ReadPlain([]byte(`{"objects": [{"name": "mug"}], "relationships": {"left": [[]]}}`))
	if err != nil {
		t.Fatal(err)
	}
	l := newLibrary()
	for program, want := range map[string]any{
		`[{"function": "scene"}, {"function": "unique", "inputs": [0]}, {"function": "query_name", "inputs": [1]}]`:  "mug",
		`[{"function": "scene"}, {"function": "unique", "inputs": [0]}, {"function": "query_color", "inputs": [1]}]`: ask.Invalid,
		`[{"function": "scene"}, {"function": "unique", "inputs": [0]},
			{"function": "relate", "inputs": [1], "value_inputs": ["left"]}, {"function": "count", "inputs": [2]}]`: 0,
		`[{"function": "scene"}, {"function": "unique", "inputs": [0]},
			{"function": "relate", "inputs": [1], "value_inputs": ["right"]}, {"function": "count", "inputs": [2]}]`: ask.Invalid,
	} {
		p, err := l.ParseProgram([]byte(program))
		if err != nil {
			t.Fatal(err)
		}
		if outputs := l.RunPlain(plain, p); outputs[len(outputs)-1] != want {
			t.Errorf("%s: %v, want %v", program, outputs, want)
		}
	}
}

func TestListsAreReleasedAsPythonPrintsThem(t *testing.T) {
	for want, items := range map[string][]string{
		`[]`: {}, `['sharp']`: {"sharp"}, `['a', 'b c']`: {"a", "b c"}, `["it's"]`: {"it's"}, `['it\'s "x"']`: {`it's "x"`}, `['a\\b']`: {`a\b`},
	} {
		first, second := releasedAnswer(closed.ListOf(items)), releasedAnswer(ask.AsJSON(items))
		if first != want || second != want {
			t.Errorf("%q: %s and %s, want %s", items, first, second, want)
		}
	}
	if fmt.Sprint(releasedAnswer(true), releasedAnswer(false), releasedAnswer(3), releasedAnswer("red")) != "yesno3red" {
		t.Error("answers are not released as yes, no, digits and words")
	}
}

package ptr

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mereo/internal/vectors"
)

func TestVectorsFunctionsSecond(t *testing.T) {
	scenes := secondScenes(t)
	seen := map[string]bool{}
	cases, tolerated := load[struct {
		ID, Scene, Fn, Raises string
		Inputs                []any
		SideInputs            []any `json:"side_inputs"`
		Output                any
	}](t, "functions.json"), 0
	for _, c := range cases {
		signature, ok := secondSignatures[c.Fn]
		if !ok {
			t.Errorf("%s: no function %q", c.ID, c.Fn)
			continue
		}
		seen[c.Fn] = true
		for i, v := range c.Inputs {
			c.Inputs[i] = ofKind(t, c.ID, signature.in[i], v)
		}
		for _, v := range c.SideInputs {
			if !secondSideFits(v, signature.side) {
				t.Errorf("%s: side input %v is refused, want it taken for %s", c.ID, v, signature.side)
			}
		}
		got := scenes[c.Scene].call(c.Fn, c.Inputs, c.SideInputs)
		var want any = secondInvalid
		switch {
		case c.Raises != "":
		case isColor(c.Output):
			tolerated++
		default:
			want = ofKind(t, c.ID, signature.out, c.Output)
		}
		equal(t, c.ID, c.Fn, got, want)
	}
	for function := range secondSignatures {
		if !seen[function] {
			t.Errorf("no case for %s", function)
		}
	}
	t.Logf("%d cases, %d of them with the tolerated difference (geometry of a part that has none)", len(cases), tolerated)
}

func TestVectorsProgramsSecond(t *testing.T) {
	scenes := secondScenes(t)
	cases, tolerated := load[struct {
		ID, Scene   string
		Program     json.RawMessage
		NodeOutputs []any `json:"node_outputs"`
		Answer      any
	}](t, "programs.json"), 0
	for _, c := range cases {
		nodes, err := secondNodes(c.Program)
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		outputs, answer, err := scenes[c.Scene].run(c.Program)
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		// Where the published engine goes on with a color in place of a geometry, ours stops.
		if i := slices.IndexFunc(c.NodeOutputs, isColor); i >= 0 {
			tolerated++
			c.NodeOutputs = append(c.NodeOutputs[:i], secondInvalid)
			c.Answer = secondInvalid
		}
		if len(outputs) != len(c.NodeOutputs) {
			t.Errorf("%s: got outputs %v, want %v", c.ID, outputs, c.NodeOutputs)
			continue
		}
		for i, want := range c.NodeOutputs {
			equal(t, c.ID, nodes[i].function, outputs[i], ofKind(t, c.ID, secondSignatures[nodes[i].function].out, want))
		}
		last := secondSignatures[nodes[len(outputs)-1].function].out
		equal(t, c.ID, "answer", answer, ofKind(t, c.ID, last, c.Answer))
	}
	t.Logf("%d cases, %d of them with the tolerated difference (geometry of a part that has none)", len(cases), tolerated)
}

// secondScenes reads the scenes that the vectors are about.
func secondScenes(t *testing.T) map[string]*secondScene {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors.Dir(t, "ptr"), "scenes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files map[string]json.RawMessage
	decode(t, "scenes.json", data, &files)
	scenes := map[string]*secondScene{}
	for name, file := range files {
		if scenes[name], err = newSecondScene(file); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return scenes
}

// isColor recognizes the value without meaning that the published engine gives for a part without geometry: the color
// [name, [r, g, b]] of some part.
func isColor(v any) bool {
	pair, ok := v.([]any)
	if !ok || len(pair) != 2 {
		return false
	}
	_, isName := pair[0].(string)
	_, isRGB := pair[1].([]any)
	return isName && isRGB
}

// ofKind turns a JSON value of the vectors into a value of the executor.
func ofKind(t *testing.T, id, kind string, v any) (value any) {
	t.Helper()
	defer func() {
		if recover() != nil {
			t.Fatalf("%s: vectors have %v, want %s", id, v, kind)
		}
	}()
	if v == any(secondInvalid) {
		return v
	}
	switch kind {
	case "set":
		set := []int{}
		for _, o := range v.([]any) {
			set = append(set, jsonWhole(o))
		}
		return set
	case "object", "number":
		return jsonWhole(v)
	case "bool":
		return v.(bool)
	case "text":
		return v.(string)
	case "relation", "relations":
		names := []string{}
		for _, name := range v.([]any) {
			names = append(names, name.(string))
		}
		if kind == "relations" {
			slices.Sort(names)
		}
		return names
	case "geometry":
		if name, ok := v.(string); ok {
			return name
		}
		triple := v.([]any)
		return []any{triple[0].(string), secondVector(triple[1]), jsonWhole(triple[2])}
	}
	panic("no kind " + kind)
}

// secondTestScene has a chair, a table to the left of it whose legs are parallel to those of the chair, and an unstable
// bed. The table has hidden parts that are lines and visible ones with vectors that mean nothing.
const secondTestScene = `{
	"relationships": {"left": [[1], [], [1, 0]], "right": [[2], [0, 2], []], "front": [[], [], []]},
	"objects": [
		{"category": "Chair", "question_type": ["perception", "geometry"], "stability": "yes",
		"part_color_occluded": {"seat": ["red", [173, 35, 35]], "leg": ["blue", [42, 75, 215]]},
		"part_count_occluded": {"leg": 4},
		"part_color_all": {"chair_seat": ["red", [173, 35, 35]], "leg": ["blue", [42, 75, 215]]},
		"line_geo": {"leg": [0, 0, 1]}, "plane_geo": {"seat": [0, 0, 1]}},
		{"category": "Table", "question_type": ["perception", "geometry"], "stability": "yes",
		"part_color_occluded": {"top": ["red", [173, 35, 35]], "leg": ["gray", [87, 87, 87]], "shelf": ["red", [0, 0, 0]]},
		"part_count_occluded": {"leg": 3, "leg bar": 2},
		"part_color_all": {"tabletop": ["red", [173, 35, 35]], "leg": ["gray", [87, 87, 87]]},
		"line_geo": {"leg": [[0, 0.1, 0.99]], "leg bar": [0, 0, 1], "central support": [0, 0, 1]},
		"plane_geo": {"top": [10000, 10000, 10000], "shelf": [-10000, -10000, 10]}},
		{"category": "Bed", "question_type": ["perception"], "stability": "no", "possible_change": [["left"], [0, 0, 0]],
		"part_color_occluded": {}, "part_count_occluded": {}, "part_color_all": {}}]}`

// secondTestPrograms are programs on secondTestScene and their answers.
var secondTestPrograms = []struct {
	program string
	answer  any
}{
	// three objects
	{`[{"type": "scene"}, {"type": "count", "inputs": [0], "side_inputs": []}]`, 3},
	// the color of what is left of the chair
	{`[{"type": "scene", "inputs": []},
		{"type": "filter_part-category", "inputs": [0], "side_inputs": ["seat"]}, {"type": "unique", "inputs": [1]},
		{"type": "relate", "inputs": [2], "side_inputs": ["left"]}, {"type": "unique", "inputs": [3]},
		{"type": "query_part-color", "inputs": [4], "value_inputs": ["top"]}]`, "red"},
	// parts of the table along the legs of the chair: three legs, two leg bars, and a support that is not counted
	{`[{"type": "scene", "inputs": []},
		{"type": "filter_part-count", "inputs": [0], "value_inputs": [{"leg": 4}]}, {"type": "unique", "inputs": [1]},
		{"type": "query_part-geometry", "inputs": [2], "value_inputs": [["blue", [42, 75, 215]]]},
		{"type": "filter_color", "inputs": [0], "value_inputs": [{"leg": "gray"}]}, {"type": "unique", "inputs": [4]},
		{"type": "count_parallel_line", "inputs": [5, 3]}]`, 5},
	// the chair's leg is perpendicular to its seat: normal and line agree
	{`[{"type": "scene", "inputs": []},
		{"type": "filter_object-category", "inputs": [0], "value_inputs": ["Chair"]}, {"type": "unique", "inputs": [1]},
		{"type": "query_part-geometry", "inputs": [2], "value_inputs": [["blue", [42, 75, 215]]]},
		{"type": "query_part-geometry", "inputs": [2], "value_inputs": [["red", [173, 35, 35]]]},
		{"type": "query_geometric-relation", "inputs": [3, 4]}, {"type": "perpendicular", "inputs": [5]}]`, true},
	// the scene does not know what is above
	{`[{"type": "scene", "inputs": []}, {"type": "filter_unstability", "inputs": [0]}, {"type": "unique", "inputs": [1]},
		{"type": "relate", "inputs": [2], "value_inputs": ["above"]}, {"type": "exist", "inputs": [3]}]`, secondInvalid},
	{`[{"type": "scene", "inputs": []}, {"type": "filter_unstability", "inputs": [0]}, {"type": "unique", "inputs": [1]},
		{"type": "query_direction", "inputs": [2]}]`, "left"},
	{`[{"type": "scene", "inputs": []}, {"type": "unique", "inputs": [0]},
		{"type": "query_object-category", "inputs": [1]}]`, secondInvalid},
	{`[{"type": "query_stability", "inputs": []}]`, secondInvalid},
}

func TestSecondPrograms(t *testing.T) {
	s, err := newSecondScene([]byte(secondTestScene))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range secondTestPrograms {
		if _, got, err := s.run([]byte(c.program)); err != nil || got != c.answer {
			t.Errorf("%s: got %v, %v, want %v", c.program, got, err, c.answer)
		}
	}
}

// TestSecondCalls has what the vectors do not tell apart.
func TestSecondCalls(t *testing.T) {
	s, err := newSecondScene([]byte(secondTestScene))
	if err != nil {
		t.Fatal(err)
	}
	leg := func(object int) any { return []any{"line", [3]float64{0, 0, 1}, object} }
	parallel := []string{"line", "line", "parallel"}
	for _, c := range []struct {
		reason, function string
		in, sides        []any
		want             any
	}{
		{"a category is matched by a part of it", "filter_object-category", []any{[]int{0, 1}}, []any{"hai"}, []int{0}},
		{"sets ascend whatever the file says", "relate", []any{2}, []any{"left"}, []int{0, 1}},
		{"a hidden part counts if it has a number", "count_parallel_line", []any{1, leg(0)}, nil, 5},
		{"a hidden part makes the color ambiguous", "query_parallel_line_color", []any{1, leg(0)}, nil, secondInvalid},
		{"but not in analogies", "query_geometric-analogy-color", []any{parallel, leg(0), 1}, nil, "gray"},
		{"a part is not compared with its own object", "count_parallel_line", []any{1, leg(1)}, nil, secondInvalid},
		{"vectors that mean nothing match nothing, though both are orthogonal", "count_perpendicular_plane",
			[]any{1, []any{"plane", [3]float64{0.7, -0.7, 0}, 0}}, nil, 0},
		{"nor have they a relation", "query_geometric-relation",
			[]any{[]any{"line", [3]float64{10000, 0, 0}, 0}, []any{"line", [3]float64{0, -1, 0}, 1}}, nil, secondInvalid},
		{"one name is not one color", "query_part-geometry", []any{1}, []any{[]any{"red", []any{0.0, 0.0, 0.0}}},
			[]any{"plane", [3]float64{-10000, -10000, 10}, 1}},
	} {
		equal(t, c.function, c.reason, s.call(c.function, c.in, c.sides), c.want)
	}
}

func TestSecondMalformed(t *testing.T) {
	const scene = `{"type": "scene"}, `
	s, err := newSecondScene([]byte(secondTestScene))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ program, want string }{
		{`{}`, "ptr: program is not a JSON list: json: cannot unmarshal object into Go value of type []interface {}"},
		{`[]`, "ptr: program has no nodes"},
		{`[5]`, `ptr: program: node 0, "": 5, want an object with type and inputs`},
		{`[{"inputs": []}]`, `ptr: program: node 0, "": unknown function`},
		{`[{"type": "color"}]`, `ptr: program: node 0, "color": unknown function`},
		{`[` + scene + `{"type": "count", "inputs": 0}]`, `ptr: program: node 1, "count": inputs are 0, want a list`},
		{`[` + scene + `{"type": "count"}]`, `ptr: program: node 1, "count": 0 inputs, want 1`},
		{`[` + scene + `{"type": "union", "inputs": [0]}]`, `ptr: program: node 1, "union": 1 inputs, want 2`},
		{`[` + scene + `{"type": "count", "inputs": [1]}]`,
			`ptr: program: node 1, "count": input 0 is 1, want an earlier node`},
		{`[` + scene + `{"type": "count", "inputs": [-1]}]`,
			`ptr: program: node 1, "count": input 0 is -1, want an earlier node`},
		{`[` + scene + `{"type": "count", "inputs": [0.5]}]`,
			`ptr: program: node 1, "count": input 0 is 0.5, want an earlier node`},
		{`[` + scene + `{"type": "query_stability", "inputs": [0]}]`,
			`ptr: program: node 1, "query_stability": input 0 is set of node 0, "scene", want object`},
		{`[{"type": "scene", "side_inputs": "Chair"}]`,
			`ptr: program: node 0, "scene": side_inputs and value_inputs are "Chair" and null, want lists`},
		{`[{"type": "scene", "side_inputs": [1], "value_inputs": [1]}]`,
			`ptr: program: node 0, "scene": both side_inputs and value_inputs, want one of them`},
		{`[{"type": "scene", "side_inputs": [null]}]`, `ptr: program: node 0, "scene": 1 side inputs, want 0`},
		{`[` + scene + `{"type": "filter_part-category", "inputs": [0]}]`,
			`ptr: program: node 1, "filter_part-category": 0 side inputs, want 1`},
		{`[` + scene + `{"type": "filter_part-category", "inputs": [0], "side_inputs": [null]}]`,
			`ptr: program: node 1, "filter_part-category": side input is null, want text`},
		{`[` + scene + `{"type": "filter_color", "inputs": [0], "side_inputs": [{"leg": 4}]}]`,
			`ptr: program: node 1, "filter_color": side input is {"leg":4}, want {part: color}`},
		{`[` + scene + `{"type": "filter_part-count", "inputs": [0], "side_inputs": [{"leg": 4, "seat": 1}]}]`,
			`ptr: program: node 1, "filter_part-count": side input is {"leg":4,"seat":1}, want {part: number}`},
		{`[` + scene + `{"type": "unique", "inputs": [0]},
			{"type": "query_part-geometry", "inputs": [1], "side_inputs": ["red"]}]`,
			`ptr: program: node 2, "query_part-geometry": side input is "red", want [name, [r, g, b]] or null`},
	} {
		if _, _, err := s.run([]byte(c.program)); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.program, err, c.want)
		}
	}
	for _, c := range []struct{ scene, want string }{
		{`[]`, "ptr: scene is not a JSON object: json: cannot unmarshal array into Go value of type map[string]interface {}"},
		{`{}`, "ptr: objects of the scene: null, want a list"},
		{`{"objects": []}`, "ptr: relationships of the scene: null, want lists by name"},
	} {
		if _, err := newSecondScene([]byte(c.scene)); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.scene, err, c.want)
		}
	}
}

// FuzzSecond: whatever programs and scenes say, running ends in results of the kinds that the functions promise or in
// an error that names the place.
func FuzzSecond(f *testing.F) {
	for _, c := range secondTestPrograms {
		f.Add([]byte(secondTestScene), []byte(c.program))
	}
	f.Add([]byte(secondTestScene), []byte(`[{"type": "scene"}, {"type": "count", "inputs": [1]}]`))
	f.Add([]byte(strings.ReplaceAll(secondTestScene, "4", "null")), []byte(secondTestPrograms[2].program))
	place := regexp.MustCompile(`(?s)^ptr: program(: node \d+, ".*": .| is not a JSON list: .| has no nodes$)`)
	f.Fuzz(func(t *testing.T, scene, program []byte) {
		s, err := newSecondScene(scene)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "ptr: ") {
				t.Errorf("got %q, want an error of ptr", err)
			}
			return
		}
		outputs, answer, err := s.run(program)
		if err != nil {
			if !place.MatchString(err.Error()) {
				t.Errorf("got %q, want an error that names the place", err)
			}
			return
		}
		nodes, err := secondNodes(program)
		if err != nil || len(outputs) == 0 || len(outputs) > len(nodes) {
			t.Fatalf("got %d outputs of %d nodes, %v", len(outputs), len(nodes), err)
		}
		for i, output := range outputs {
			if output == any(secondInvalid) && i == len(outputs)-1 {
				break
			}
			var ok bool
			switch kind := secondSignatures[nodes[i].function].out; kind {
			case "set":
				_, ok = output.([]int)
			case "object", "number":
				_, ok = output.(int)
			case "bool":
				_, ok = output.(bool)
			case "text":
				_, ok = output.(string)
			case "geometry":
				_, ok = output.([]any)
			case "relation", "relations":
				_, ok = output.([]string)
			}
			if !ok {
				t.Errorf("node %d, %q: got %v", i, nodes[i].function, output)
			}
		}
		if !reflect.DeepEqual(outputs[len(outputs)-1], answer) {
			t.Errorf("got answer %v, want the last output %v", answer, outputs[len(outputs)-1])
		}
	})
}

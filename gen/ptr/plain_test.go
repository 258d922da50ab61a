package ptr

import (
	"strings"
	"testing"

	"mereo/gen/ask"
)

// plainTestScene has a chair, a table to the left of it whose legs are parallel to those of the chair, and an unstable
// bed. The table has hidden parts that are lines and visible ones with vectors that mean nothing.
const plainTestScene = `{
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

// plainTestPrograms are programs on plainTestScene and their answers.
var plainTestPrograms = []struct {
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
	{`[{"type": "scene", "inputs": []}, {"type": "filter_unstability", "inputs": [0]}, {"type": "unique", "inputs": [1]},
		{"type": "query_direction", "inputs": [2]}]`, "left"},
	{`[{"type": "scene", "inputs": []}, {"type": "unique", "inputs": [0]},
		{"type": "query_object-category", "inputs": [1]}]`, ask.Invalid},
}

func plainScene(t testing.TB, scene string) *ask.Plain {
	t.Helper()
	s, err := ask.ReadPlain([]byte(scene))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPlainPrograms(t *testing.T) {
	s, l := plainScene(t, plainTestScene), newLibrary()
	for _, c := range plainTestPrograms {
		p, err := l.ParseProgram([]byte(c.program))
		if err != nil {
			t.Fatal(err)
		}
		if outputs := l.RunPlain(s, p); outputs[len(outputs)-1] != c.answer {
			t.Errorf("%s: got %v, want %v", c.program, outputs, c.answer)
		}
	}
}

// TestPlainCalls has what the vectors do not tell apart.
func TestPlainCalls(t *testing.T) {
	s, l := plainScene(t, plainTestScene), newLibrary()
	leg := func(object int) any { return geometry{kindLine, [3]float64{0, 0, 1}, object} }
	along := geometricRelation{kindLine, kindLine, parallel}
	one, set := ask.Object(1), []ask.Object{0, 1}
	for _, c := range []struct {
		reason, function string
		in, side         []ask.Value
		want             ask.Value
	}{
		{"a category is matched by a part of it", "filter_object-category", []any{set}, []any{"hai"}, []ask.Object{0}},
		{"sets ascend whatever the file says", "relate", []any{ask.Object(2)}, []any{"left"}, set},
		{"the scene does not know what is above", "relate", []any{one}, []any{"above"}, ask.Invalid},
		{"a hidden part counts if it has a number", "count_parallel_line", []any{one, leg(0)}, nil, 5},
		{"a hidden part makes the color ambiguous", "query_parallel_line_color", []any{one, leg(0)}, nil, ask.Invalid},
		{"but not in analogies", "query_geometric-analogy-color", []any{along, leg(0), one}, nil, "gray"},
		{"a part is not compared with its own object", "count_parallel_line", []any{one, leg(1)}, nil, ask.Invalid},
		{"vectors that mean nothing match nothing, though both are orthogonal", "count_perpendicular_plane",
			[]any{one, geometry{kindPlane, [3]float64{0.7, -0.7, 0}, 0}}, nil, 0},
		{"nor have they a relation", "query_geometric-relation",
			[]any{geometry{kindLine, [3]float64{10000, 0, 0}, 0}, geometry{kindLine, [3]float64{0, -1, 0}, 1}}, nil, ask.Invalid},
		{"one name is not one color", "query_part-geometry", []any{one}, []any{paint{"red", [3]int{}}},
			geometry{kindPlane, [3]float64{-10000, -10000, 10}, 1}},
	} {
		equal(t, c.function, c.reason, l.Function(c.function).CallPlain(s, c.in, c.side), c.want)
	}
}

// Programs whose side inputs do not suit PTR's functions are refused before anything runs.
func TestProgramsRefused(t *testing.T) {
	l := newLibrary()
	const scene = `{"type": "scene"}, `
	for _, c := range []struct{ program, want string }{
		{`[{"type": "query_stability", "inputs": []}]`, `ask: program: node 0 (query_stability) has 0 inputs, want 1`},
		{`[` + scene + `{"type": "unique", "inputs": [0]}, {"type": "relate", "inputs": [1], "value_inputs": ["above"]}]`,
			`ask: program: node 2 (relate) side input 0: "above" is no Relation, want one of left, right, behind, front`},
		{`[` + scene + `{"type": "filter_color", "inputs": [0], "side_inputs": [{"leg": 4}]}]`,
			`ask: program: node 1 (filter_color) side input 0: {"leg": 4} is no object with one key`},
		{`[` + scene + `{"type": "filter_part-count", "inputs": [0], "side_inputs": [{"leg": 4, "seat": 1}]}]`,
			`ask: program: node 1 (filter_part-count) side input 0: {"leg": 4, "seat": 1} is no object with one key`},
		{`[` + scene + `{"type": "unique", "inputs": [0]}, {"type": "query_part-geometry", "inputs": [1], "side_inputs": ["red"]}]`,
			`ask: program: node 2 (query_part-geometry) side input 0: the value is a text, want a list`},
	} {
		if _, err := l.ParseProgram([]byte(c.program)); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.program, err, c.want)
		}
	}
}

// FuzzPlain: whatever scenes say, running a program ends in results of the types that the functions promise.
func FuzzPlain(f *testing.F) {
	for _, c := range plainTestPrograms {
		f.Add([]byte(plainTestScene), []byte(c.program))
	}
	f.Add([]byte(strings.ReplaceAll(plainTestScene, "4", "null")), []byte(plainTestPrograms[2].program))
	l := newLibrary()
	f.Fuzz(func(t *testing.T, scene, program []byte) {
		s, err := ask.ReadPlain(scene)
		if err != nil {
			return
		}
		p, err := l.ParseProgram(program)
		if err != nil {
			return
		}
		outputs := l.RunPlain(s, p)
		if len(outputs) == 0 || len(outputs) > len(p) {
			t.Fatalf("got %d outputs of %d nodes", len(outputs), len(p))
		}
		for i, v := range outputs {
			if v == ask.Invalid && i == len(outputs)-1 {
				break
			}
			ok := false
			switch l.Function(p[i].Function).Out {
			case ask.TypeSet:
				_, ok = v.([]ask.Object)
			case ask.TypeObject:
				_, ok = v.(ask.Object)
			case ask.TypeInteger:
				_, ok = v.(int)
			case ask.TypeBool:
				_, ok = v.(bool)
			case typeGeometry:
				_, ok = v.(geometry)
			case typeGeoRel:
				_, ok = v.(geometricRelation)
			case typeBearing:
				_, ok = v.(bearing)
			default:
				_, ok = v.(string)
			}
			if !ok {
				t.Errorf("node %d, %q: got %v", i, p[i].Function, v)
			}
		}
	})
}

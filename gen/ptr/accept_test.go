package ptr

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"mereo/assets/furniture"
	"mereo/gen/ask"
	"mereo/scenes/rng"
)

// acceptScene has a bed with leg bars that are only counted and rails in the color of its legs, a table, a chair, and a
// physical chair whose verdict is not clear.
const acceptScene = `{"objects": [
  {"category": "Bed", "question_type": ["perception", "geometry"], "part_count_occluded": {"leg": 4, "leg bar": 2},
   "part_color_occluded": {"leg": ["red", [173, 35, 35]], "sleep area": ["blue", [42, 75, 215]], "back": ["cyan", [41, 208, 208]]},
   "part_color_all": {"leg": ["red", [173, 35, 35]], "bed_sleep_area": ["blue", [42, 75, 215]], "headboard": ["cyan", [41, 208, 208]],
     "other": ["red", [0.6, 0.1, 0.1, 1]]}, "line_geo": {"leg": [0, 0, 1]}, "plane_geo": {"back": [0, 1, 0]}, "stability": "yes"},
  {"category": "Table", "question_type": ["perception", "geometry"], "part_count_occluded": {"leg": 4}, "part_count": {"leg": 4},
   "part_color_occluded": {"leg": ["green", [29, 105, 20]], "top": ["gray", [87, 87, 87]]},
   "part_color_all": {"leg": ["green", [29, 105, 20]], "tabletop": ["gray", [87, 87, 87]]},
   "line_geo": {"leg": [0, 0, 1]}, "plane_geo": {"top": [0, 0, 1]}, "stability": "no", "possible_change": [["left"], [0, 0, 0]]},
  {"category": "Chair", "question_type": ["perception", "geometry"], "part_count_occluded": {"leg": 3, "leg bar": 1}, "part_count": {"leg": 4, "leg bar": 1},
   "part_color_occluded": {"leg": ["brown", [129, 74, 25]], "leg bar": ["purple", [129, 38, 192]], "seat": ["yellow", [255, 238, 51]]},
   "part_color_all": {"leg": ["brown", [129, 74, 25]]}, "line_geo": {"leg": [0, 0, 1]}, "plane_geo": {"seat": [0, 0, 1]},
   "stability": "no", "possible_change": [["left", "front"], [0, 0, 0]], "simulation": {"margin": 0.875}}],
  "relationships": {"left": [[1], [], []], "right": [[], [0], []], "behind": [[], [], [0]], "front": [[2], [], []]},
  "physics": true}`

func acceptKnown(t *testing.T) *known {
	t.Helper()
	k, _, err := parseKnown([]byte(acceptScene))
	if err != nil {
		t.Fatal(err)
	}
	k.prepare(newCache())
	return k
}

const unclear = "other answers in readings"

// hesitation is why a program is not asked, "" where it is.
func hesitation(l *ask.Library[*known], k *known, p ask.Program) string {
	out := l.Run(k, p)
	for _, other := range k.readings {
		if l.Answer(other, p) != out[len(out)-1] {
			return unclear
		}
	}
	return accept(&ask.Instance[*known]{Scene: k, Program: p, Outputs: out})
}

// chainOf is a program whose nodes follow each other; steps are "function side".
func chainOf(t *testing.T, steps ...string) ask.Program {
	t.Helper()
	var nodes []string
	for i, s := range steps {
		name, side, _ := strings.Cut(s, " ")
		inputs := map[bool]string{true: "[]", false: "[" + line(t, i-1) + "]"}[name == "scene"]
		if at, rest, ok := strings.Cut(side, "@"); ok { // inputs of its own
			side, inputs = strings.TrimSpace(at), rest
		}
		if side != "" {
			side = `, "side_inputs": [` + side + "]"
		}
		nodes = append(nodes, `{"type": "`+name+`", "inputs": `+inputs+side+"}")
	}
	p, err := newLibrary().ParseProgram([]byte("[" + strings.Join(nodes, ",") + "]"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Every reason not to ask, beside a program that is like it and may be asked.
func TestAccept(t *testing.T) {
	k, l := acceptKnown(t), newLibrary()
	category := func(c string) []string { return []string{"scene", `filter_object-category "` + c + `"`, "unique"} }
	paintOf := func(c, rgb string) string { return `query_part-geometry ["` + c + `", ` + rgb + `]` }
	for _, c := range []struct {
		name  string
		steps []string
		want  string
	}{
		{"clear verdict", append(category("Table"), "query_stability"), ""},
		{"verdict on a hair", append(category("Chair"), "query_stability"), unclear},
		{"count with a verdict on a hair", []string{"scene", "filter_stability", "count"}, unclear},
		{"the one that falls beside one on a hair", []string{"scene", "filter_unstability", `filter_part-category "leg"`, `filter_color {"leg": "green"}`,
			"unique", `query_change "left"`}, ""},
		{"is there a thing", []string{"scene", "exist"}, rejectTold},
		{"a table like the table", append(category("Table"), `same_part-color "leg"`, `filter_object-category "Table"`, "exist"), rejectTold},
		{"tables left of the table", append(category("Table"), `relate "left"`, `filter_object-category "Table"`, "count"), rejectTold},
		{"a bed like the table", append(category("Table"), `same_part-color "leg"`, `filter_object-category "Bed"`, "exist"), ""},
		{"a table like the thing with green legs", []string{"scene", `filter_part-category "leg"`, `filter_color {"leg": "green"}`, "unique",
			`same_part-color "leg"`, `filter_object-category "Table"`, "exist"}, ""},
		{"is there a chair", []string{"scene", `filter_object-category "Chair"`, "exist"}, ""},
		{"leg bars that a bed has too", []string{"scene", `filter_part-category "leg bar"`, "count"}, rejectUnknown},
		{"leg bars of chairs", []string{"scene", `filter_object-category "Chair"`, `filter_part-category "leg bar"`, "count"}, ""},
		{"green legs", append(append(category("Table"), paintOf("green", "[29, 105, 20]")), "scene",
			`filter_object-category "Bed"`, "unique", "count_parallel_line @[6, 3]"), ""},
		{"nowhere to each other", []string{"scene", `filter_object-category "Table"`, "unique", "scene", `filter_object-category "Chair"`,
			"unique", "query_positional-relation @[2, 5]", "query_positional-analogy-count @[6, 2]"}, rejectNoPlace},
	} {
		p := chainOf(t, c.steps...)
		if got := hesitation(l, k, p); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestUnlabeledPieces: nothing straight or flat is looked for on a bed, which has rails and boards that no label knows; the
// exhaustive search of the published procedure does.
func TestUnlabeledPieces(t *testing.T) {
	g, err := readGrammar("")
	if err != nil {
		t.Fatal(err)
	}
	for _, exhaustive := range []bool{false, true} {
		k := acceptKnown(t)
		k.physics, k.exhaustive = false, exhaustive
		searched := map[string]int{}
		for _, template := range g.Templates {
			if template.Labels[labelType2] != typeGeometric {
				continue
			}
			q := search{Library: g.Library, Template: template, Scene: k, Stream: rng.Named("test")}
			last := len(template.Nodes) - 1
			q.Each(func(ask.Value) bool {
				for _, from := range template.Nodes[last].Inputs {
					if o, ok := q.Output(from).(ask.Object); ok {
						searched[k.objects[o].category]++
					}
				}
				return false
			})
		}
		if (searched["Bed"] > 0) != exhaustive || searched["Table"] == 0 {
			t.Errorf("exhaustive %v: searched on %v, want tables, and beds only if exhaustive", exhaustive, searched)
		}
	}
}

// TestUnsureLines: legs without a direction may be taken for whatever is looked for, leg bars only for level parts.
func TestUnsureLines(t *testing.T) {
	upright, level := [3]float64{0, 0, 1}, [3]float64{1, 0, 0}
	tilted := func(degrees float64) [3]float64 {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		return [3]float64{sin, 0, cos}
	}
	none := [3]float64{notGeometric.X, notGeometric.Y, notGeometric.Z}
	seat := geometry{Kind: kindPlane, Vector: upright}
	legs := geometry{Kind: kindLine, Vector: upright}
	bars := geometry{Kind: kindLine, Vector: level}
	for _, c := range []struct {
		name     string
		part     string
		vector   [3]float64
		relation string
		to       geometry
		want     bool
	}{
		{"straight legs", "leg", upright, parallel, legs, false},
		{"bent legs among upright parts", "leg", none, parallel, legs, true},
		{"bent legs at right angles to a level seat", "leg", none, perpendicular, seat, true},
		{"leg bars among upright parts", "leg bar", none, parallel, legs, false},
		{"leg bars at right angles to upright parts", "leg bar", none, perpendicular, legs, true},
		{"leg bars among level parts", "leg bar", none, parallel, bars, true},
		{"legs splayed by 4 degrees", "leg", tilted(4), parallel, legs, false},
		{"legs splayed by 15 degrees", "leg", tilted(15), parallel, legs, true},
		{"legs tilted by 40 degrees", "leg", tilted(40), parallel, legs, false},
		{"legs 15 degrees from lying level", "leg", tilted(75), perpendicular, legs, true},
		{"legs that point down", "leg", tilted(180), parallel, legs, true},
	} {
		o := knownObject{lines: newDirected(map[string]looseVector{c.part: c.vector})}
		if got := o.unsure(kindLine, geometricRelation{c.to.Kind, kindLine, c.relation}, c.to); got != c.want {
			t.Errorf("%s: unsure is %v, want %v", c.name, got, c.want)
		}
	}
}

// What is round and leans or lies on its rim may roll unseen, and nobody sees what leans a little lean. What is stacked and blocked at once where it is pushed may seem free there.
func TestUnseenMotion(t *testing.T) {
	const upright, lying, over = "[1.5707963267948966, 0, 2]", "[0, 0, 2]", "[-1.5707963267948966, 0, 2]"
	const leaning, tilted = "[-1.5946, -0.0408, -2.6128]", "[-1.8, -0.0408, -2.6128]" // by 3 and by 13 degrees
	move := func(direction, outcomes string) string {                                 // "bU" is blocked, then unstable and unsure
		var out []string
		for i, o := range outcomes {
			out = append(out, fmt.Sprintf(`{"direction": "%s", "distance": %g, "outcome": "%s", "unsure": %v}`, direction, 0.25*float64(i+1),
				map[rune]string{'b': moveBlocked, 'u': moveUnstable, 's': moveStable}[unicode.ToLower(o)], unicode.IsUpper(o)))
		}
		return strings.Join(out, ",")
	}
	l, moves := newLibrary(), `, "moves": [`+move("left", "bu")+","+move("front", "ss")+","+move("behind", "ub")+"]"
	unsure := `, "moves": [` + move("left", "uU") + "," + move("right", "uu") + "," + move("front", "Su") + "," + move("behind", "sU") + "]"
	for _, c := range []struct{ name, model, rotation, simulation, query, want string }{
		{"round, on the wall", "tulip-oval-1", lying, `"mode": "side wall"`, "query_stability", unclear},
		{"round, on its rim", "pedestal-round-1", lying, `"mode": "ground"`, "query_unstability", unclear},
		{"round and upside down", "pedestal-round-1", over, `"mode": "ground"`, "query_stability", ""},
		{"round and upright", "pedestal-round-1", upright, `"mode": "ground"`, "query_stability", ""},
		{"round and stacked", "pedestal-round-1", lying, `"mode": "support", "supporter": 1`, "query_stability", ""},
		{"square, on the wall", "trestle-1", lying, `"mode": "side wall"`, "query_stability", ""},
		{"square, hardly leaning on the wall", "trestle-1", leaning, `"mode": "side wall"`, "query_stability", unclear},
		{"square, leaning on the wall", "trestle-1", tilted, `"mode": "side wall"`, "query_stability", ""},
		{"square, tilted on the floor", "trestle-1", leaning, `"mode": "ground"`, "query_stability", ""},
		{"stacked, blocked at once", "trestle-1", upright, `"mode": "support", "supporter": 1` + moves, "query_direction", rejectHemmed},
		{"stacked, pushed where it is blocked", "trestle-1", upright, `"mode": "support", "supporter": 1` + moves, `query_change "left"`, rejectHemmed},
		{"stacked, pushed elsewhere", "trestle-1", upright, `"mode": "support", "supporter": 1` + moves, `query_change "front"`, ""},
		{"stacked, blocked far away", "trestle-1", upright, `"mode": "support", "supporter": 1` + moves, `query_change "behind"`, ""},
		{"stacked, its verdict", "trestle-1", upright, `"mode": "support", "supporter": 1` + moves, "query_stability", ""},
		{"at the wall", "trestle-1", lying, `"mode": "side wall"` + moves, "query_direction", ""},
		{"pushed to where it might stay", "trestle-1", upright, `"mode": "normal"` + unsure, `query_change "left"`, rejectHemmed},
		{"pushed to where it cannot", "trestle-1", upright, `"mode": "normal"` + unsure, `query_change "right"`, ""},
		{"pushed to where it might fall", "trestle-1", upright, `"mode": "normal"` + unsure, `query_change "front"`, rejectHemmed},
		{"pushed to where it stays, or farther", "trestle-1", upright, `"mode": "normal"` + unsure, `query_change "behind"`, ""},
		{"at the wall, pushed to a bed", "trestle-1", lying, `"mode": "side wall"` + moves, `query_change "behind"`, rejectHemmed},
		{"on the floor, pushed to a bed", "trestle-1", upright, `"mode": "normal"` + moves, `query_change "behind"`, ""},
	} {
		bed := 9.0 // meters behind
		if strings.HasSuffix(c.name, "to a bed") {
			bed = 2
		}
		k, _, err := parseKnown(fmt.Appendf(nil, `{"objects": [{"category": "Table", "partnet_id": "%s", "rotation": %s, "stability": "no",
			"possible_change": [["front"], [0, 0, 0]], "simulation": {"change": 1, "margin": 1, %s}}, {"category": "Bed", "3d_coords": [0, %g, 0]}],
			"relationships": {"left": [[], []], "right": [[], []], "behind": [[], []], "front": [[], []]}, "physics": true}`,
			c.model, c.rotation, c.simulation, bed))
		if err != nil {
			t.Fatal(err)
		}
		p := chainOf(t, "scene", `filter_object-category "Table"`, "unique", c.query)
		if got := hesitation(l, k, p); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Nobody sees how a thing lies on a chair, whether the chair moves with it, and small slips; a bed stays.
func TestUnsureVerdicts(t *testing.T) {
	l := newLibrary()
	for _, c := range []struct{ under, simulation, stability, asked, want string }{
		{"Chair", `"mode": "support", "supporter": 1, "change": 1`, "no", "Chair", unclear},
		{"Chair", `"mode": "support", "supporter": 1, "change": 0`, "yes", "Chair", ""},
		{"Chair", `"mode": "support", "supporter": 1, "change": 1`, "no", "Table", unclear},
		{"Bed", `"mode": "support", "supporter": 1, "change": 1`, "no", "Bed", ""},
		{"Bed", `"mode": "support", "supporter": 1, "change": 1`, "no", "Table", ""},
		{"Bed", `"mode": "side wall", "change": 0.49`, "no", "Table", unclear},
		{"Bed", `"mode": "ground", "change": 0.51`, "no", "Table", ""},
		{"Bed", `"mode": "normal", "change": 0.03`, "yes", "Table", unclear},
		{"Bed", `"mode": "normal", "change": 0.01`, "yes", "Table", ""},
	} {
		k, _, err := parseKnown(fmt.Appendf(nil, `{"objects": [{"category": "Table", "rotation": [0, 0, 0], "stability": "%s", "simulation": {"margin": 1, %s}},
			{"category": "%s", "rotation": [1.5707963267948966, 0, 2], "stability": "yes", "simulation": {"mode": "normal", "margin": 1}}],
			"relationships": {"left": [[], []], "right": [[], []], "behind": [[], []], "front": [[], []]}, "physics": true}`, c.stability, c.simulation, c.under))
		if err != nil {
			t.Fatal(err)
		}
		p := chainOf(t, "scene", `filter_object-category "`+c.asked+`"`, "unique", "query_stability")
		if got := hesitation(l, k, p); got != c.want {
			t.Errorf("%s of a table (%s) and a %s: got %q, want %q", c.asked, c.simulation, c.under, got, c.want)
		}
	}
}

// Aprons are level boards of a table that no label knows: who looks for flat parts counts them, but not among those that lie.
func TestRailedModels(t *testing.T) {
	l := newLibrary()
	painted := map[string]string{"red": `["red", [1, 0, 0]]`, "cyan": `["cyan", [0, 1, 1]]`}
	kinds := map[string]string{"red": kindLine, "cyan": kindPlane}
	const leg, area = "red", "cyan" // of a bed, upright and level
	for _, c := range []struct{ category, model, from, search, want string }{
		{"Table", "dining-tapered-3420", area, "count_perpendicular_plane", rejectRailed},
		{"Table", "dining-tapered-3420", area, "exist_parallel_plane", ""},
		{"Table", "dining-tapered-3420", leg, "exist_perpendicular_plane", ""},
		{"Table", "dining-tapered-3420", leg, "query_parallel_line_color", ""},
		{"Table", "dining-tapered-3420", leg, "count_perpendicular_line", rejectRailed},
		{"Table", "tulip-oval-1508", area, "count_perpendicular_plane", ""},
		{"Table", "tulip-oval-1508", leg, "count_parallel_plane", rejectMixed},
		{"Table", "3420", area, "count_perpendicular_plane", ""},
		{"Chair", "dining-17", leg, "count_parallel_line", rejectRailed}, // posts of the back
		{"Chair", "dining-17", leg, "count_perpendicular_plane", ""},
		{"Chair", "shell-17", leg, "count_parallel_line", ""},
	} {
		k, _, err := parseKnown(fmt.Appendf(nil, `{"objects": [
			{"category": "Bed", "question_type": ["geometry"], "part_color_occluded": {"leg": ["red", [1, 0, 0]], "sleep_area": ["cyan", [0, 1, 1]]},
			 "line_geo": {"leg": [0, 0, 1]}, "plane_geo": {"sleep_area": [0, 0, 1]}},
			{"category": "%s", "partnet_id": "%s", "question_type": ["geometry"], "part_color_occluded": {"leg": ["blue", [0, 0, 1]]},
			 "line_geo": {"leg": [0, 0, 1]}, "plane_geo": {"top": [0, 0, 1]}}],
			"relationships": {"left": [[], []], "right": [[], []], "behind": [[], []], "front": [[], []]}}`, c.category, c.model))
		if err != nil {
			t.Fatal(err)
		}
		steps := []string{"scene", `filter_object-category "Bed"`, "unique", `query_part-geometry ` + painted[c.from],
			"scene", `filter_object-category "` + c.category + `"`, "unique"}
		p := chainOf(t, append(steps, c.search+" @[6, 3]")...)
		if got := hesitation(l, k, p); got != c.want {
			t.Errorf("%s of %s: got %q, want %q", c.search, c.model, got, c.want)
		}
		if !strings.HasPrefix(c.search, "count") {
			continue
		}
		// The same as an analogy: the bed's part lies to what is looked for as the table's to another part.
		relation, kind, _ := partSearch(c.search)
		p = ask.Program{{Function: "query_geometric-analogy-count", Inputs: []int{1, 2, 3}}, {}, {}, {}}
		out := []ask.Value{nil, geometricRelation{kinds[c.from], kind, relation}, geometry{kinds[c.from], up, 0}, ask.Object(1)}
		if got := accept(&ask.Instance[*known]{Scene: k, Program: p, Outputs: out}); got != c.want {
			t.Errorf("%s of %s as an analogy: got %q, want %q", c.search, c.model, got, c.want)
		}
	}
	families := slices.Concat(furniture.Families(furniture.Table), furniture.Families(furniture.Chair))
	for _, name := range railedModels {
		if !slices.ContainsFunc(families, func(f furniture.Family) bool { return f.Name == name }) {
			t.Errorf("no family of tables or chairs is called %q", name)
		}
	}
}

// Two numbers are compared once, in whichever order and words.
func TestTopic(t *testing.T) {
	k, l := acceptKnown(t), newLibrary()
	of := func(c, part string) []string {
		return []string{"scene", `filter_object-category "` + c + `"`, "unique", `query_part-count "` + part + `"`}
	}
	topicOf := func(steps ...string) any {
		p := chainOf(t, steps...)
		return topic(&ask.Instance[*known]{Scene: k, Program: p, Outputs: l.Run(k, p)})
	}
	pair := func(a, b []string, function string) any {
		return topicOf(append(slices.Concat(a, b), function+" @[3, 7]")...)
	}
	bed, bars, table := of("Bed", "leg"), of("Bed", "leg bar"), of("Table", "leg")
	first := pair(bed, table, "minus_more")
	for _, c := range []struct {
		name  string
		topic any
		want  bool // it is the same
	}{
		{"the other way round", pair(table, bed, "minus_less"), true},
		{"of other parts", pair(table, bars, "minus_less"), false},
		{"which is greater", pair(table, bed, "less_than"), false},
		{"one number", topicOf(bed...), false},
	} {
		if got := c.topic == first; got != c.want {
			t.Errorf("%s: the same is %v, want %v: %v and %v", c.name, got, c.want, first, c.topic)
		}
	}
	if got := pair(bed, table, "equal_part-count"); got != pair(table, bed, "equal_integer") || topicOf(bed...) != nil {
		t.Errorf("equal numbers: got %v; one number: got %v, want nil", got, topicOf(bed...))
	}
}

// TestNSCLSequence rewrites programs as the paper's appendix writes them.
func TestNSCLSequence(t *testing.T) {
	for _, c := range []struct {
		steps []string
		want  string
	}{
		{[]string{"scene", `filter_object-category "Cart"`, `filter_part-category "body"`, `filter_color {"body": "yellow"}`, "unique", `query_part-count "wheel"`},
			`scene; filter_object_category 0 Cart; expand_parts 1; filter_part_category 2 body; filter_part_color 3 yellow; filter_part_exist 4; ` +
				`unique 5; expand_parts 6; filter_part_category 7 wheel; count_part 8`},
		{[]string{"scene", `filter_part-category "leg"`, `filter_part-count {"leg": 4}`, `filter_color {"leg": "red"}`, "count"},
			`scene; expand_parts 0; filter_part_category 1 leg; filter_part_color 2 red; count_part 3; filter_part_count 4 4; count_object 5`},
		{[]string{"scene", "unique", `relate "left"`, "exist"}, `scene; unique 0; relate_object 1 left; exist_object 2`},
		{[]string{"scene", "unique", `query_part-category "red"`}, `scene; unique 0; expand_parts 1; filter_part_color 2 red; query_part_category 3`},
		{[]string{"scene", "unique", `query_part-geometry ["red", [173, 35, 35]]`, "scene", "unique", "query_parallel_line_color @[4, 2]"},
			`scene; unique 0; expand_parts 1; filter_part_color 2 red; scene; unique 4; expand_parts 5; relate_part 6,3 parallel-line; query_part_color 7`},
		{[]string{"scene", "unique", "scene", "unique", "query_positional-relation @[1, 3]", "query_positional-analogy-count @[4, 1]"},
			`scene; unique 0; scene; unique 2; query_positional_relation 1,3; query_object_analogy 4,1 count`},
		{[]string{"scene", "filter_unstability", "unique", `query_change "left"`},
			`scene; filter_unstability 0; unique 1; query_is_possible_change 2 left`},
	} {
		var got []string
		for _, n := range nsclSequence(chainOf(t, c.steps...)) {
			s := n.Type
			if len(n.Inputs) > 0 {
				s += " " + strings.Trim(line(t, n.Inputs), "[]")
			}
			for _, side := range n.SideInputs {
				s += " " + strings.Trim(line(t, side), `"`)
			}
			got = append(got, s)
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%v:\ngot  %s\nwant %s", c.steps, text, c.want)
		}
	}
}

// sayings are all texts of a family on the scene whose filled slots are some values.
func sayings(t *testing.T, family string, values map[string]ask.Value) map[string]bool {
	t.Helper()
	g, k, out := builtin(t), acceptKnown(t), map[string]bool{}
	template := templateOf(t, g, family)
	q := &search{Library: g.Library, Template: template, Scene: k, Stream: streamOf("sayings")}
	q.Each(func(ask.Value) bool {
		in := q.Instance()
		for i, slot := range template.Slots {
			if want, ok := values[slot]; ok && !reflect.DeepEqual(want, in.Values[i]) || !ok && in.Values[i] != "" && in.Values[i] != ask.Thing {
				return false
			}
		}
		s := streamOf("words")
		for range 60 {
			out[g.Text(in, voice{}, s)] = true
		}
		return false
	})
	if len(out) == 0 {
		t.Fatalf("%s has no instance with %v", family, values)
	}
	return out
}

// Nouns, numbers and verbs agree with what the scene has.
func TestVoice(t *testing.T) {
	for _, c := range []struct {
		family string
		values map[string]ask.Value
		want   string
	}{
		{"zero_hop:3", map[string]ask.Value{"S1": "Chair", "P2": "leg bar"}, "what color is the leg bar of the chair?"},
		{"zero_hop:3", map[string]ask.Value{"S1": "Chair", "P2": "leg"}, "what color are the legs of the chair?"},
		{"zero_hop:2", map[string]ask.Value{"P": "leg", "CT": partNumber{"leg", 4}, "CL": partColor{"leg", "green"}},
			"what kind of furniture is the thing with four green legs?"},
		{"zero_hop:2", map[string]ask.Value{"P": "leg bar", "CT": partNumber{"leg bar", 1}}, "what kind of furniture is the thing with one leg bar?"},
		{"zero_hop:3", map[string]ask.Value{"P1": "leg bar", "CL1": partColor{"leg bar", "purple"}, "P2": "leg"},
			"what color are the legs of the object with a purple leg bar?"},
		{"zero_hop:4", map[string]ask.Value{"S1": "Chair", "P2": "leg"}, "how many legs does the chair have?"},
		{"one_hop:2", map[string]ask.Value{"S": "Bed", "R": "left"}, "to the left of the bed there is one thing; what kind of furniture is it?"},
	} {
		said := sayings(t, c.family, c.values)
		if !said[c.want] {
			t.Errorf("%s: %q is not among what can be said: %s", c.family, c.want, line(t, keysOf(said)))
		}
	}
}

func keysOf(m map[string]bool) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	return out
}

// An object that is named again is the same one; where something else was named that its noun fits, it is described again.
func TestAgain(t *testing.T) {
	scene := &known{objects: []knownObject{{category: "Bed"}, {category: "Chair"}, {category: "Chair"}}}
	for _, c := range []struct {
		mentioned      []ask.Mention
		noun, category string
		want           bool // of object 1
	}{
		{nil, "chair", "Chair", false},
		{[]ask.Mention{{Object: 1, Noun: "chair"}}, "chair", "Chair", true},
		{[]ask.Mention{{Object: 1, Noun: "chair"}}, "thing", ask.Thing, false},
		{[]ask.Mention{{Object: 1, Noun: "thing"}}, "thing", ask.Thing, true},
		{[]ask.Mention{{Object: 1, Noun: "chair"}, {Object: 0, Noun: "bed"}}, "chair", "Chair", true},
		{[]ask.Mention{{Object: 1, Noun: "thing"}, {Object: 0, Noun: "bed"}}, "thing", ask.Thing, false}, // a bed is a thing
		{[]ask.Mention{{Object: 1, Noun: "chair"}, {Object: 2, Noun: "thing"}}, "chair", "Chair", false},
		{[]ask.Mention{{Object: 2, Noun: "chair"}}, "chair", "Chair", false},
	} {
		s := &saying{Instance: &ask.Instance[*known]{Scene: scene}, Mentioned: c.mentioned}
		if got := again(s, 1, c.noun, c.category); got != c.want {
			t.Errorf("%v, %s: got %v, want %v", c.mentioned, c.noun, got, c.want)
		}
	}
}

// storedForm is a program as question files have it.
func storedForm(p ask.Program) []Node {
	nodes := []Node{}
	for _, n := range p {
		nodes = append(nodes, Node{Type: n.Function, Inputs: append([]int{}, n.Inputs...), SideInputs: n.Side})
	}
	return nodes
}

// What is stored can be read again: the values of side inputs survive a round trip.
func TestSideInputsSurvive(t *testing.T) {
	p := chainOf(t, "scene", `filter_part-count {"leg": 4}`, `filter_color {"leg": "red"}`, "unique", `query_part-geometry ["red", [173, 35, 35]]`,
		"scene", "unique", "exist_parallel_line @[6, 4]")
	data, err := json.Marshal(storedForm(p))
	if err != nil {
		t.Fatal(err)
	}
	again, err := newLibrary().ParseProgram(data)
	if err != nil || line(t, again) != line(t, p) {
		t.Errorf("got %s, %v\nwant %s", line(t, again), err, line(t, p))
	}
}

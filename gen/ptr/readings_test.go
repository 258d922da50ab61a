package ptr

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mereo/gen/ask"
	"mereo/gen/record"
)

// alongAxes are the directions of a camera that looks along +y. Without directions nothing is known of what is in doubt.
const alongAxes = `{"left": [-1, 0, 0], "right": [1, 0, 0], "behind": [0, 1, 0], "front": [0, -1, 0]}`

// readingsScene has a chair with the given legs, by pixels, and two beds at given places and columns.
func readingsScene(t *testing.T, legs []int, places [2][2]float64, columns [2]int, directions string) *known {
	t.Helper()
	var pieces []string
	for _, n := range legs {
		pieces = append(pieces, fmt.Sprintf(`{"name": "leg", "pixels": %d, "bbox": [0, 0, 9, 9]}`, n))
	}
	bed := func(k int, color string) string {
		return fmt.Sprintf(`{"category": "Bed", "3d_coords": [%g, %g, 0.5], "pixel_coords": [%d, 300, 9], "part_count_occluded": {},
			"part_color_occluded": {"sleep area": ["%s", [0, 0, 0]]}}`, places[k][0], places[k][1], columns[k], color)
	}
	k, _, err := parseKnown(fmt.Appendf(nil, `{"objects": [
		{"category": "Chair", "3d_coords": [9, 9, 0.5], "pixel_coords": [790, 300, 9], "parts": [%s],
		 "part_count_occluded": {"leg": %d}, "part_color_occluded": {"leg": ["red", [0, 0, 0]]}}, %s, %s],
		"directions": %s,
		"relationships": {"left": [[1, 2], [], []], "right": [[], [0], [0]], "behind": [[], [0], [0]], "front": [[1, 2], [], []]}}`,
		strings.Join(pieces, ","), len(legs), bed(0, "blue"), bed(1, "cyan"), directions))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// A leg may be overlooked when it is a speck, or a sliver beside the others; readings are told apart by what they answer.
func TestOverlookedPieces(t *testing.T) {
	l, far := newLibrary(), [2][2]float64{{0, 0}, {3, -3}}
	legs := chainOf(t, "scene", `filter_object-category "Chair"`, "unique", `query_part-count "leg"`)
	chairsWithLegs := chainOf(t, "scene", `filter_part-category "leg"`, "count")
	for _, c := range []struct {
		name   string
		pixels []int
		want   string // legs and things with legs in the readings
	}{
		{"all well seen", []int{200, 180, 90, 50}, ""},
		{"small, but like the others", []int{20, 18, 16}, ""},
		{"a sliver beside large ones", []int{200, 180, 21}, "2 1"},
		{"two slivers", []int{200, 12, 21}, "1 1"},
		{"a speck", []int{20, 19, 9}, "2 1"},
		{"nothing but specks", []int{6, 8, 7}, "_|_ 0"},
	} {
		got := ""
		for _, other := range readingsScene(t, c.pixels, far, [2]int{100, 500}, `{}`).readings {
			got += fmt.Sprint(l.Answer(other, legs), " ", l.Answer(other, chairsWithLegs))
		}
		if got = strings.ReplaceAll(got, fmt.Sprint(ask.Invalid), "_|_"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A sliver of a bar is overlooked where a larger piece has its color.
func TestSliversOfOneColor(t *testing.T) {
	for color, want := range map[string]bool{"red": true, "blue": false} {
		o := knownObject{parts: []string{"leg bar"}, color: map[string]paint{"leg bar": {}}, count: map[string]int{"leg bar": 1}}
		got := o.glimpsed([]partFile{{Name: "leg bar", Color: "red", Pixels: 25}, {Name: "foot", Color: color, Pixels: 92}}, minPixelsStatic)
		if (got != nil) != want || got != nil && got.number("leg bar") != 0 {
			t.Errorf("beside a %s foot: got %+v, want a reading %v", color, got, want)
		}
	}
}

// The cyan bed is right of the blue one, and in front of it, in so many readings.
func TestDoubtfulRelations(t *testing.T) {
	l := newLibrary()
	for _, c := range []struct {
		name                   string
		right, front           float64 // meters
		columns                int     // to the right
		mayBeRight, mayBeFront [2]int  // in the readings of what is sure and of what is possible
	}{
		{"clear", 2, 2, 200, [2]int{1, 1}, [2]int{1, 1}},
		{"beside each other", 2, 0.3, 200, [2]int{1, 1}, [2]int{0, 1}},
		{"just not in front", 2, 0.15, 200, [2]int{1, 1}, [2]int{0, 1}},
		{"just behind", 2, -0.15, 200, [2]int{1, 1}, [2]int{0, 1}},
		{"behind", 2, -0.35, 200, [2]int{1, 1}, [2]int{0, 0}},
		{"almost beside each other, and far apart", 6, 0.5, 300, [2]int{1, 1}, [2]int{0, 1}},
		{"one behind the other", 0.3, 2, 30, [2]int{0, 1}, [2]int{1, 1}},
		{"right on the floor, left in the picture", 2, 2, -40, [2]int{0, 1}, [2]int{1, 1}},
		{"left on the floor, right in the picture", -2, 2, 40, [2]int{0, 1}, [2]int{1, 1}},
		{"left on the floor and in the picture", -2, 2, -40, [2]int{0, 0}, [2]int{1, 1}},
	} {
		k := readingsScene(t, []int{200}, [2][2]float64{{0, 0}, {c.right, -c.front}}, [2]int{300, 300 + c.columns}, alongAxes)
		if len(k.readings) != 6 { // the file's own relations have nothing between the beds; the first two are about directions of parts
			t.Fatalf("%s: %d readings, want 6", c.name, len(k.readings))
		}
		right := [2]int{c.mayBeRight[0] + 1, c.mayBeRight[1] + 1} // the chair, too
		for r, want := range map[string][2]int{"right": right, "front": c.mayBeFront} {
			p := chainOf(t, "scene", `filter_part-category "sleep area"`, `filter_color {"sleep area": "blue"}`, "unique",
				`relate "`+r+`"`, "count")
			for i, other := range k.readings[2:4] {
				if got := l.Answer(other, p); got != want[i] {
					t.Errorf("%s: %v things %s in reading %d, want %d", c.name, got, r, i, want[i])
				}
			}
			// Possible to the sides alone, and in depth alone.
			for i, way := range []string{"right", "front"} {
				mixed := map[string]int{"right": 1}[r] // the chair
				if r == way {
					mixed = want[1]
				}
				if got := l.Answer(k.readings[4+i], p); got != mixed {
					t.Errorf("%s: %v things %s where %s is doubtful, want %d", c.name, got, r, way, mixed)
				}
			}
		}
	}
}

// An answer that hangs on what may be overlooked, or on pieces that are hidden, is another one in a reading; one about something else
// is not.
func TestReadingsAnswerOtherwise(t *testing.T) {
	l, far := newLibrary(), [2][2]float64{{0, 0}, {3, -3}}
	sliver := readingsScene(t, []int{200, 180, 21}, far, [2]int{100, 500}, `{}`)
	hidden := readingsScene(t, []int{200, 180, 190}, far, [2]int{100, 500}, `{}`)
	hidden.objects[0].total = map[string]int{"leg": 4}
	hidden.readings = readings(hidden, &sceneFile{Objects: make([]sceneObject, 3)})
	framed := readingsScene(t, []int{200, 180}, far, [2]int{100, 500}, `{}`)
	footed := readingsScene(t, []int{200, 180, 190}, far, [2]int{100, 500}, `{}`)
	footed.readings = readings(footed, &sceneFile{Objects: []sceneObject{{}, {PartColorAll: map[string]paint{"foot": {Name: "red"}}}, {}}})
	for _, c := range []struct {
		scene *known
		steps []string
		want  bool
	}{
		{framed, []string{"scene", `filter_object-category "Chair"`, "unique", `query_part-count "leg"`}, true},
		{framed, []string{"scene", `filter_part-category "leg"`, "count"}, false},
		{footed, []string{"scene", `filter_object-category "Chair"`, "unique", `query_part-count "leg"`}, false},
		{footed, []string{"scene", `filter_part-category "leg"`, "count"}, true},
		{sliver, []string{"scene", `filter_object-category "Chair"`, "unique", `query_part-count "leg"`}, true},
		{sliver, []string{"scene", `filter_object-category "Chair"`, "unique", `query_part-color "leg"`}, false},
		{sliver, []string{"scene", `filter_part-category "leg"`, `filter_part-count {"leg": 3}`, "exist"}, true},
		{sliver, []string{"scene", `filter_part-category "leg"`, `filter_part-count {"leg": 5}`, "exist"}, false},
		{hidden, []string{"scene", `filter_object-category "Chair"`, "unique", `query_part-count "leg"`}, true},
		{hidden, []string{"scene", `filter_object-category "Chair"`, "unique", `query_part-color "leg"`}, false},
		{hidden, []string{"scene", `filter_part-category "leg"`, `filter_part-count {"leg": 4}`, "exist"}, true},
		{hidden, []string{"scene", `filter_part-category "leg"`, `filter_part-count {"leg": 5}`, "exist"}, false},
	} {
		p := chainOf(t, c.steps...)
		answer := l.Answer(c.scene, p)
		got := slices.ContainsFunc(c.scene.readings, func(other *known) bool { return l.Answer(other, p) != answer })
		if got != c.want {
			t.Errorf("%v: other answers %v, want %v", c.steps, got, c.want)
		}
	}
}

// Who sees splayed legs knows no direction of them; legs that are almost parallel have one.
func TestSplayedLegs(t *testing.T) {
	l := newLibrary()
	for _, c := range []struct {
		apart string
		want  []string // how many parts of the chair lie along the leg of the table, how many of the table along the chair's
	}{
		{`{}`, []string{"4 4"}},
		{`{"leg": 4.9}`, []string{"4 4"}},
		{`{"leg": 5.1}`, []string{"4 4", "0 _|_"}},
		{`{"arm bar": 12, "leg": 12}`, []string{"4 4", "0 _|_"}},
	} {
		k, _, err := parseKnown(fmt.Appendf(nil, `{"objects": [
			{"category": "Chair", "question_type": ["geometry"], "part_count_occluded": {"leg": 4}, "line_geo": {"leg": [0, 0, 1]},
			 "line_spread_deg": %s, "part_color_occluded": {"leg": ["red", [1, 0, 0]]}},
			{"category": "Table", "question_type": ["geometry"], "part_count_occluded": {"leg": 4}, "line_geo": {"leg": [0, 0, 1]},
			 "part_color_occluded": {"leg": ["blue", [0, 0, 1]]}}],
			"relationships": {"left": [[], []], "right": [[], []], "behind": [[], []], "front": [[], []]}}`, c.apart))
		if err != nil {
			t.Fatal(err)
		}
		along := func(one, color, other string) ask.Program {
			return chainOf(t, "scene", `filter_object-category "`+one+`"`, "unique", "query_part-geometry "+color, "scene",
				`filter_object-category "`+other+`"`, "unique", "count_parallel_line @[6, 3]")
		}
		var got []string
		for _, seen := range append([]*known{k}, k.readings...) {
			answers := fmt.Sprint(l.Answer(seen, along("Table", `["blue", [0, 0, 1]]`, "Chair")), " ",
				l.Answer(seen, along("Chair", `["red", [1, 0, 0]]`, "Table")))
			got = append(got, strings.ReplaceAll(answers, fmt.Sprint(ask.Invalid), "_|_"))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s degrees apart: got %q, want %q", c.apart, got, c.want)
		}
	}
}

// A panel has one run in each column of its mask, a slatted back several.
func TestBarred(t *testing.T) {
	pieces := []partFile{{Name: "seat", BBox: [4]int{0, 0, 99, 9}}, {Name: "back", BBox: [4]int{10, 0, 14, 9}}}
	panel := []int{12, 5, 3, 5, 3, 5, 3, 5, 20}
	slats := []int{12, 2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 20}
	if barred(panel, pieces) || !barred(slats, pieces) || barred(slats, pieces[:1]) {
		t.Errorf("panel %v, slats %v, no back %v; want false, true, false", barred(panel, pieces), barred(slats, pieces), barred(slats, pieces[:1]))
	}
}

// What a reader calls otherwise, or does not tell apart, has another number in a reading, or none.
func TestPartsToldOtherwise(t *testing.T) {
	l := newLibrary()
	pieces := func(list ...string) string { // "name mesh label width height pixels"
		var out []string
		for _, p := range list {
			f := strings.Split(p, ",")
			out = append(out, fmt.Sprintf(`{"name": "%s", "mesh": "%s", "label": "%s", "bbox": [5, 5, %s, %s], "pixels": %s}`, f[0], f[1], f[2], f[3], f[4], f[5]))
		}
		return "[" + strings.Join(out, ",") + "]"
	}
	bar := func(mesh string) string { return "leg bar," + mesh + ",leg bar,45,15,200" }
	door := func(width, pixels int) string {
		return fmt.Sprintf("door,door,cabinet_door_surface,%d,75,%d", 5+width, pixels)
	}
	const ring, column, prop = `"footrest": ["red", [1, 0, 0]]`, `"central_support": ["blue", [0, 0, 1]]`, `"other": ["red", [1, 0, 0, 1]]`
	for _, c := range []struct {
		name, model, part string
		n                 int
		all, pieces       string
		want              string // how many of the part there are and how many things with it, in each reading
	}{
		{"foot ring around a column", "bar-stool-1", "leg bar", 0, ring + "," + column, "[]", "_|_ 1"},
		{"foot ring among leg bars", "bar-stool-1", "leg bar", 4, ring + "," + column, "[]", "_|_ 1"},
		{"footrest of a lounger", "recliner-1", "leg bar", 0, ring, "[]", ""},
		{"stretchers and runners", "rocking-1", "leg bar", 3, "", pieces(bar("bar-1"), bar("runner-left"), bar("runner-right")), "1 1"},
		{"nothing but runners", "sled-1", "leg bar", 2, "", pieces(bar("runner-left"), bar("runner-right")), "_|_ 0"},
		{"a hidden runner", "sled-1", "leg bar", 1, "", pieces(bar("runner-left"), "leg bar,runner-right,leg bar,0,0,0"), "_|_ 0"},
		{"rockers of PartNet", "4711", "leg bar", 3, "", pieces(bar("a"), "leg bar,b,rocker,45,15,200", "leg bar,c,rocker,45,15,200"), "1 1"},
		{"rails under a director", "director-1", "leg bar", 4, "", pieces(bar("bar-1"), bar("bar-2"), bar("bar-3"), bar("bar-4")), "2 1"},
		{"stretchers", "dining-1", "leg bar", 4, "", pieces(bar("bar-1"), bar("bar-2"), bar("bar-3"), bar("bar-4")), ""},
		{"doors at a grazing angle", "sideboard-1", "door", 4, "", pieces(door(11, 457), door(9, 308), door(9, 286), door(8, 246)), "2 18 1"},
		{"three doors at such an angle", "sideboard-1", "door", 3, "", pieces(door(11, 457), door(9, 308), door(9, 286)), "2 16 1"},
		{"one of two doors at such an angle", "sideboard-1", "door", 2, "", pieces(door(30, 2100), door(9, 308)), "1 13 1"},
		{"doors one can tell apart", "sideboard-1", "door", 4, "", pieces(door(28, 1900), door(30, 2100), door(12, 720), door(12, 720)), ""},
		{"rails under a lounger", "lounge-1", "leg bar", 4, "", pieces("leg bar,rail-1,leg bar,45,15,200", "leg bar,rail-2,leg bar,45,15,200"), "2 1"},
		{"rails of others", "dining-1", "leg bar", 4, "", pieces("leg bar,rail-1,leg bar,45,15,200", "leg bar,rail-2,leg bar,45,15,200"), ""},
		{"slats behind a cushion", "lounge-1", "back", 1, "", "[]", "1 1"},
		{"one door at such an angle", "sideboard-1", "door", 1, "", pieces(door(9, 286)), "2 1"},
		{"one door", "sideboard-1", "door", 1, "", pieces(door(29, 1286)), ""},
		{"props of a cart", "farm-cart-1", "leg", 0, prop, pieces("other,undercarriage,other,45,75,123"), "2 1"},
		{"props that are hidden", "farm-cart-1", "leg", 0, prop, pieces("other,undercarriage,other,0,0,0"), ""},
		{"legs of a barrow", "wheelbarrow-1", "leg", 0, prop, pieces("other,legs,other,45,75,123", "other,shafts,other,45,75,123"), "2 1"},
		{"a wagon's undercarriage", "garden-wagon-1", "leg", 0, prop, pieces("other,undercarriage,other,45,75,123"), ""},
		{"a beam and a panel", "office-frame-1", "leg bar", 1, "", pieces(bar("leg-bar-1"), "frame,panel-1,frame,45,75,123"), "_|_ 02 1"},
		{"a beam and a hidden panel", "office-frame-1", "leg bar", 1, "", pieces(bar("leg-bar-1"), "frame,panel-1,frame,0,0,0"), "_|_ 0"},
		{"braces of a picnic table", "picnic-1", "leg bar", 4, "", pieces(bar("leg-bar-1"), bar("leg-bar-2"), bar("leg-bar-3"), bar("leg-bar-4")), "2 1"},
		{"beams of a picnic table", "picnic-1", "leg bar", 2, "", pieces(bar("leg-bar-1"), bar("leg-bar-2")), ""},
		{"runners of a tube", "sled-tube-1", "leg bar", 2, "", pieces(bar("leg-bar-1"), bar("leg-bar-2"), "leg,leg-1,leg,45,15,200", "leg,leg-2,leg,45,15,200"), "4 1"},
		{"braces of trestles", "trestle-1", "leg bar", 3, "", pieces(bar("leg-bar-1"), bar("leg-bar-2"), bar("leg-bar-3")), "1 1"},
		{"feet of a frame", "office-frame-1", "leg bar", 0, `"foot": ["green", [0, 1, 0]]`, pieces("foot,foot-1,foot,45,15,200", "foot,foot-2,foot,45,15,200"), "_|_ 02 1"},
		{"tubes of a cantilever", "cantilever-1", "leg bar", 1, "", pieces(bar("bar-back"), "leg,leg-right,leg,45,15,200", "leg,leg-left,leg,45,15,200"), "3 1"},
		{"the long bar of a bench", "bench-1", "leg bar", 4, "", pieces(bar("bar-1"), bar("bar-2"), bar("bar-3"), bar("bar-4")), "_|_ 15 1"},
		{"frames of a sled", "sled-1", "leg", 4, "", "[]", "2 1"},
		{"a tray over drawers", "desk-drawers-1", "drawer", 4, "", pieces("keyboard tray,tray,keyboard_tray,45,15,200"), "5 1"},
		{"a bottom under a shelf", "tv-stand-1", "shelf", 2, "", pieces("frame,bottom-1,frame,45,15,200"), "1 13 1"},
		{"drawers under doors", "french-door-1", "door", 4, "", "[]", "2 1"},
		{"a drawer under doors, one of them hidden", "french-door-1", "door", 2, "", "[]", ""},
		{"a door over a drawer", "bottom-freezer-1", "door", 2, "", "[]", "1 1"},
		{"arms with posts", "office-1", "arm", 2, `"chair_arm": ["green", [0, 1, 0]]`, "[]", "2 1"},
	} {
		shown, counts := "", ""
		if c.n > 0 {
			shown, counts = fmt.Sprintf(`"%s": ["green", [0, 1, 0]]`, c.part), fmt.Sprintf(`"%s": %d`, c.part, c.n)
		}
		k, _, err := parseKnown(fmt.Appendf(nil, `{"objects": [
			{"category": "Chair", "partnet_id": "%s", "part_count_occluded": {%s}, "part_color_occluded": {%s}, "part_color_all": {%s}, "parts": %s},
			{"category": "Bed"}], "relationships": {"left": [[], []], "right": [[], []], "behind": [[], []], "front": [[], []]}}`,
			c.model, counts, shown, c.all, c.pieces))
		if err != nil {
			t.Fatal(err)
		}
		number := chainOf(t, "scene", `filter_object-category "Chair"`, "unique", `query_part-count "`+c.part+`"`)
		things := chainOf(t, "scene", `filter_part-category "`+c.part+`"`, "count")
		got := ""
		for _, other := range k.readings {
			got += fmt.Sprint(l.Answer(other, number), " ", l.Answer(other, things))
		}
		if got = strings.ReplaceAll(got, fmt.Sprint(ask.Invalid), "_|_"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Who takes the runners of a tube for its leg bars says their color.
func TestRunnersForBars(t *testing.T) {
	red, blue := paint{Name: "red"}, paint{Name: "blue"}
	o := knownObject{parts: []string{"leg", "leg bar"}, color: map[string]paint{"leg": red, "leg bar": blue}, count: map[string]int{"leg": 2, "leg bar": 1}}
	pieces := []partFile{{Name: "leg", Label: "leg", Mesh: "leg-1", Pixels: 90}, {Name: "leg bar", Label: "leg bar", Mesh: "leg-bar-1", Pixels: 40}}
	var got []string
	for _, other := range o.miscounted("sled-tube", pieces, map[string]paint{"leg": red, "leg bar": blue}, 1) {
		got = append(got, fmt.Sprint(other.count["leg bar"], " ", other.color["leg bar"].Name))
	}
	if want := []string{"2 blue", "2 red"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Arm rests that are bars are arms to some readers.
func TestArmsThatAreBars(t *testing.T) {
	red := paint{Name: "red"}
	o := knownObject{parts: []string{armBar}, color: map[string]paint{armBar: red}, count: map[string]int{armBar: 2}}
	if got := o.armed(nil); got == nil || got.color[armRest] != red || got.number(armRest) != 2 || got.number(armBar) != 2 {
		t.Errorf("two bars: got %+v, want two red arms, too", got)
	}
	o.color[armPost], o.color["back"], o.count[armPost] = red, red, 4
	if got := o.armed(nil); got == nil || got.number(armPost) != 2 {
		t.Errorf("four posts in the color of the back: got %+v, want two", got)
	}
	o.color["back"] = paint{Name: "blue"}
	if got := o.armed(nil); got == nil || got.number(armPost) != 4 {
		t.Errorf("four posts in a color of their own: got %+v, want four", got)
	}
	o.color[armRest] = red
	if got := o.armed(nil); got != nil {
		t.Errorf("bars beside an arm: got %+v, want none", got)
	}
}

// inReadings are the answers of a program in a scene and in its readings.
func inReadings(l *ask.Library[*known], k *known, p ask.Program) (out string) {
	for _, other := range append([]*known{k}, k.readings...) {
		out += fmt.Sprint(l.Answer(other, p), " ")
	}
	return out
}

// Of what lies on a chair, and of the chair, one may miss a leg.
func TestTangledLegs(t *testing.T) {
	l := newLibrary()
	for under, want := range map[string]string{"Chair": "4 3 4 4 ", "Bed": "4 "} {
		k, _, err := parseKnown(fmt.Appendf(nil, `{"objects": [
			{"category": "Table", "part_color_occluded": {"leg": ["red", [1, 0, 0]]}, "part_count_occluded": {"leg": 4}, "rotation": [0, 0, 0],
			 "simulation": {"mode": "support", "supporter": 1, "margin": 1}}, {"category": "%s"}],
			"relationships": {"left": [[], []], "right": [[], []], "behind": [[], []], "front": [[], []]}, "physics": true}`, under))
		if err != nil {
			t.Fatal(err)
		}
		p := chainOf(t, "scene", `filter_object-category "Table"`, "unique", `query_part-count "leg"`)
		if got := inReadings(l, k, p); got != want {
			t.Errorf("on a %s: got %s, want %s of the scene and its readings", under, got, want)
		}
	}
}

// Nobody sees which of two things is in front where one lies on the other.
func TestStackedThingsAreInFrontOfNothing(t *testing.T) {
	l := newLibrary()
	for supporter, want := range map[string]string{"": "1 1 1 1 1 1 ", `, "supporter": 1`: "1 1 1 1 0 1 1 1 0 1 "} {
		k, _, err := parseKnown(fmt.Appendf(nil, `{"objects": [
			{"category": "Table", "3d_coords": [0, -2, 1], "pixel_coords": [0, 0, 9], "rotation": [0, 0, 0], "simulation": {"mode": "support" %s}},
			{"category": "Bed", "3d_coords": [0, 0, 0], "pixel_coords": [0, 0, 11]}],
			"directions": {"left": [-1, 0, 0], "right": [1, 0, 0], "front": [0, -1, 0], "behind": [0, 1, 0]},
			"relationships": {"left": [[], []], "right": [[], []], "behind": [[1], []], "front": [[], [0]]}, "physics": true}`, supporter))
		if err != nil {
			t.Fatal(err)
		}
		p := chainOf(t, "scene", `filter_object-category "Bed"`, "unique", `relate "front"`, "count")
		if got := inReadings(l, k, p); got != want {
			t.Errorf("supporter %q: got %s, want %s of the scene and its readings", supporter, got, want)
		}
	}
}

// Posts of a cart are two legs in their own color, unless it stands on four wheels.
func TestProppedCarts(t *testing.T) {
	in := &sceneObject{PartnetID: "street-stall-1", Parts: []partFile{{Mesh: "undercarriage", Pixels: 50}}, PartColorAll: map[string]paint{}}
	var posts paint
	if err := record.Read([]byte(`["green", [0.11372549019607843, 0.4117647058823529, 0.0784313725490196, 1]]`), &posts, record.Item); err != nil {
		t.Fatal(err)
	}
	in.PartColorAll[other] = posts
	for _, c := range []struct {
		wheels int
		want   bool
	}{{2, true}, {4, false}} {
		o := knownObject{category: "Cart", parts: []string{"wheel"}, color: map[string]paint{"wheel": {}}, count: map[string]int{}, total: map[string]int{"wheel": c.wheels}}
		got := o.propped(in, 1)
		if (got != nil) != c.want || got != nil && (got.color["leg"] != (paint{"green", [3]int{29, 105, 20}}) || got.count["leg"] != 2) {
			t.Errorf("%d wheels: got %+v, want legs %v", c.wheels, got, c.want)
		}
	}
}

// Nobody sees a plane in a back that curls; its legs are straight.
func TestCurvedBacks(t *testing.T) {
	l := newLibrary()
	for _, c := range []struct{ category, model, want string }{
		{"Bed", "sleigh-2861", "true,_|_"}, {"Chair", "tulip-4", "true,_|_"}, {"Table", "tulip-oval-4", "true"}, {"Bed", "platform-1", "true"}, {"Bed", "2861", "true"},
	} {
		k, _, err := parseKnown(fmt.Appendf(nil, `{"objects": [
			{"category": "%s", "partnet_id": "%s", "question_type": ["geometry"], "part_color_occluded": {"back": ["red", [1, 0, 0]]}, "plane_geo": {"back": [0, 1, 0]}},
			{"category": "Refrigerator", "question_type": ["geometry"], "part_color_occluded": {"door": ["blue", [0, 0, 1]]}, "plane_geo": {"door": [0, 1, 0]}}],
			"relationships": {"left": [[], []], "right": [[], []], "behind": [[], []], "front": [[], []]}}`, c.category, c.model))
		if err != nil {
			t.Fatal(err)
		}
		p := chainOf(t, "scene", `filter_object-category "Refrigerator"`, "unique", `query_part-geometry ["blue", [0, 0, 1]]`, "scene",
			`filter_object-category "`+c.category+`"`, "unique", `query_part-geometry ["red", [1, 0, 0]]`, "query_geometric-relation @[3, 7]", "parallel")
		var got []string
		for _, seen := range append([]*known{k}, k.readings...) {
			got = append(got, strings.ReplaceAll(fmt.Sprint(l.Answer(seen, p)), fmt.Sprint(ask.Invalid), "_|_"))
		}
		if g := strings.Join(got, ","); g != c.want {
			t.Errorf("%s: parallel is %s, want %s", c.model, g, c.want)
		}
	}
}

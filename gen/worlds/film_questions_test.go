package worlds

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/scenes/rng"
)

// toldFilm is a record of a film of 40 frames, 20 a second: the red cube comes in and hits the standing blue ball, which hits the green cylinder, which leaves;
// the yellow cube stands apart. After the film blue and yellow collide. Without red neither the blue ball nor the green cylinder moves; without yellow
// it is not sure that blue hits green.
const toldFilm = `{"split": "train", "image_index": 0, "image_filename": "a.png", "objects": [
	{"color": "red", "material": "metal", "shape": "cube"}, {"color": "blue", "material": "metal", "shape": "sphere"},
	{"color": "green", "material": "rubber", "shape": "cylinder"}, {"color": "yellow", "material": "rubber", "shape": "cube"}],
	"directions": {"right": [1, 0, 0], "behind": [0, 1, 0], "above": [0, 0, 1], "below": [0, 0, -1], "left": [-1, 0, 0], "front": [0, -1, 0]},
	"relationships": {"left": [[], [], [], []], "right": [[], [], [], []], "front": [[], [], [], []], "behind": [[], [], [], []]},
	"motion": {"fps": 20, "frames": 40, "states": %s,
	"collisions": [%s, %s, %s],
	"enters": [{"object_id": 0, "frame": 4}], "leaves": [{"object_id": 2, "frame": 30}, {"object_id": 1, "frame": 44}], "rests": [],
	"next": {"collisions": [[1, 3]], "leaves": [1], "unsure": {"collisions": [[0, 3]], "leaves": []}},
	"what_ifs": [
		{"without": [0], "collisions": [], "leaves": [], "unsure": {"collisions": [], "leaves": []}},
		{"without": [1], "collisions": [[0, 2]], "leaves": [2], "unsure": {"collisions": [], "leaves": []}},
		{"without": [2], "collisions": [[0, 1]], "leaves": [], "unsure": {"collisions": [], "leaves": []}},
		{"without": [3], "collisions": [[0, 1]], "leaves": [2], "unsure": {"collisions": [[1, 2]], "leaves": []}},
		{"apart": [0, 1], "collisions": [], "leaves": [2], "unsure": {"collisions": [], "leaves": []}},
		{"apart": [1, 2], "collisions": [[0, 1]], "leaves": [], "unsure": {"collisions": [], "leaves": []}}]}}`

// filmTold fills the record in. Red is in the picture from frame 4 on and moves right up to frame 15, in frame 12 slantingly; blue moves away from
// frame 15 on, slowly at the end; green moves left from frame 12 on and is out from frame 30 on; yellow is behind something in frame 9.
func filmTold(t *testing.T) string {
	t.Helper()
	var frames [][]map[string]any
	var at [4][2]float64
	for k := range 45 {
		state := func(in bool, x, y float64) map[string]any {
			return map[string]any{
				"location": []float64{0, 0, 0}, "rotation": []float64{1, 0, 0, 0}, "velocity": []float64{x, y, 0}, "angular_velocity": []float64{0, 0, 0}, "in_view": in,
			}
		}
		red, blue, green, yellow := state(k >= 4, 0, 0), state(k < 44, 0, 0), state(k < 30, 0, 0), state(true, 0, 0)
		switch {
		case k == 12:
			red = state(true, 1, 1)
		case k < 15:
			red = state(k >= 4, 2, 0.1)
		}
		switch {
		case k >= 38:
			blue = state(k < 44, 0, 0.05)
		case k >= 15:
			blue = state(true, 0.1, 1)
		}
		if k >= 12 {
			green = state(k < 30, -1, 0)
		}
		if k == 9 {
			yellow["unsure"] = true
		}
		row := []map[string]any{red, blue, green, yellow}
		for i, o := range row { // seen from above, 10 pixels a meter
			v := o["velocity"].([]float64)
			at[i][0] += 0.5 * v[0]
			at[i][1] -= 0.5 * v[1]
			o["pixel"] = at[i]
		}
		frames = append(frames, row)
	}
	states, err := json.Marshal(frames)
	if err != nil {
		t.Fatal(err)
	}
	hit := func(a, b, frame int) string {
		return fmt.Sprintf(`{"object_ids": [%d, %d], "time": %g, "frame": %d, "position": [0, 0, 0], "contact_normal": [1, 0, 0], "impulse": [1, 0, 0], "seen": true}`, a, b, float64(frame)/20, frame)
	}
	return fmt.Sprintf(toldFilm, states, hit(0, 1, 15), hit(1, 2, 20), hit(1, 3, 42))
}

// askerOf asks about the samples of a world.
func askerOf(t *testing.T, w *World) *asker {
	t.Helper()
	grammar, err := w.grammar()
	if err != nil {
		t.Fatal(err)
	}
	return &asker{w, grammar, w.vocabulary(), &split{World: w, job: gen.Job{Split: "train"}}, w.fixed()}
}

// wantMistakes changes a built-in document, each time one text for another, and wants a sentence of each.
func wantMistakes(t *testing.T, name string, changes [][3]string) {
	t.Helper()
	text, err := Text(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		if !strings.Contains(string(text), c[0]) {
			t.Errorf("%s has no %s", name, c[0])
		}
		_, err := Read("a.yaml", []byte(strings.Replace(string(text), c[0], c[1], 1)), Folder{}, nil)
		if err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: got %v, want %s", c[1], err, c[2])
		}
	}
}

// postfix reads calls in postfix order, each with its side input behind a colon.
func postfix(t *testing.T, l *ask.Library[*known], text string) (p ask.Program) {
	t.Helper()
	var stack []int
	for _, word := range strings.Fields(text) {
		name, side, _ := strings.Cut(word, ":")
		f := l.Function(name)
		if f == nil || len(stack) < len(f.In) {
			t.Fatalf("%q: no %s of what is there", text, name)
		}
		n := ask.Node{Function: name, Inputs: slices.Clone(stack[len(stack)-len(f.In):])}
		if side != "" {
			n.Side = []ask.Value{side}
		}
		stack = append(stack[:len(stack)-len(f.In)], len(p))
		p = append(p, n)
	}
	if err := l.Check(p); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return p
}

// Functions mean what they say, by both meanings.
func TestFilmFunctions(t *testing.T) {
	w := builtIn(t, "clevrer")
	l := w.library()
	data := filmTold(t)
	k, err := w.knownOf(w.vocabulary(), []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := ask.ReadPlain([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	const none = "invalid"
	of := func(color string) string { return "scene filter_color:" + color + " unique" }
	pair := func(from, a, b string) string {
		return from + " " + of(a) + " single filter_collision " + of(b) + " single filter_collision"
	}
	at := func(event string) string { return event + " query_frame" }
	ends := at("events filter_end")
	redIn := "events " + of("red") + " single filter_in unique_event"
	greenOut := "events " + of("green") + " single filter_out unique_event"
	hit := pair("events", "blue", "green") + " unique_event"
	causes := func(of string) string { return "events " + of + " filter_ancestor" }
	for text, want := range map[string]string{
		"events scene filter_collision count_events":                                                               "2",
		"events " + of("blue") + " single filter_collision count_events":                                           "2",
		pair("events", "red", "green") + " exist_event":                                                            "no",
		pair("events", "blue", "red") + " exist_event":                                                             "yes",
		"events scene filter_in count_events":                                                                      "1",
		"events scene filter_out filter_order:first query_object query_color":                                      "green",
		"events scene filter_collision filter_order:second " + of("blue") + " query_collision_partner query_shape": "cylinder",
		"events scene filter_collision filter_order:first " + of("green") + " query_collision_partner query_shape": none,
		"events scene filter_collision filter_order:last " + of("green") + " query_collision_partner query_color":  "blue",
		"events scene filter_in filter_order:second query_object query_color":                                      none,
		"events " + redIn + " filter_before scene filter_collision count_events":                                   "0",
		"events " + redIn + " filter_after scene filter_collision count_events":                                    "2",
		"events " + greenOut + " filter_before scene filter_collision count_events":                                "2",
		"scene events filter_start query_frame filter_moving count":                                                "0", // red is out
		"scene events filter_start query_frame filter_stationary count":                                            "3",
		of("red") + " single " + at(redIn) + " filter_moving count":                                                none, // it comes in
		of("blue") + " single " + ends + " filter_moving count":                                                    none, // hardly
		of("green") + " single " + ends + " filter_stationary count":                                               "0",
		of("yellow") + " single " + ends + " filter_stationary exist":                                              "yes",
		of("yellow") + " single whole_film filter_stationary exist":                                                none, // hidden once
		of("red") + " single whole_film filter_moving exist":                                                       "yes",
		of("red") + " " + at(redIn) + " query_direction":                                                           none,
		of("green") + " " + at(hit) + " query_direction":                                                           "left",
		of("blue") + " " + at(hit) + " query_direction":                                                            "up",
		of("yellow") + " " + at(hit) + " query_direction":                                                          none,
		pair("all_events", "blue", "yellow") + " unique_event unseen_events belong_to":                             "yes",
		pair("all_events", "red", "yellow") + " unique_event unseen_events belong_to":                              none,
		pair("all_events", "red", "blue") + " unique_event unseen_events belong_to":                                "no",
		pair("all_events", "red", "blue") + " unique_event unseen_events belong_to negate":                         "yes",
		"unseen_events scene filter_out count_events":                                                              "1",
		"unseen_events scene filter_collision count_events":                                                        none,
		pair("all_events", "red", "green") + " unique_event " + of("blue") + " counterfact_events belong_to":       "yes",
		pair("all_events", "red", "blue") + " unique_event " + of("green") + " counterfact_events belong_to":       "yes",
		pair("all_events", "blue", "green") + " unique_event " + of("red") + " counterfact_events belong_to":       "no",
		pair("all_events", "blue", "green") + " unique_event " + of("yellow") + " counterfact_events belong_to":    none,
		"events scene filter_collision " + of("red") + " filter_counterfact count_events":                          "0",
		"events scene filter_collision " + of("green") + " filter_counterfact count_events":                        "1",
		of("red") + " " + causes(hit) + " object_belong_to":                                                        "yes",
		of("yellow") + " " + causes(hit) + " object_belong_to":                                                     none,
		of("blue") + " " + causes(greenOut) + " object_belong_to":                                                  "no", // red would hit it
		of("yellow") + " " + causes(greenOut) + " object_belong_to":                                                "no",
		of("blue") + " events " + greenOut + " filter_ancestor_by_order object_belong_to":                          "yes",
		of("yellow") + " events " + greenOut + " filter_ancestor_by_order object_belong_to":                        "no",
		pair("events", "red", "blue") + " unique_event " + causes(hit) + " belong_to":                              "yes",
		pair("events", "red", "blue") + " unique_event " + causes(greenOut) + " belong_to":                         "no", // though it came before
		pair("events", "red", "blue") + " unique_event events " + greenOut + " filter_ancestor_by_order belong_to": "yes",
		pair("events", "blue", "green") + " unique_event " + causes(greenOut) + " belong_to":                       "yes",
		redIn + " " + causes(hit) + " belong_to":                                                                   "yes",
	} {
		p := postfix(t, l, text)
		for meaning, outputs := range map[string][]ask.Value{"first": l.Run(k, p), "second": l.RunPlain(plain, p)} {
			got := answerText(outputs[len(outputs)-1])
			if len(outputs) < len(p) {
				got = none
			}
			if got != want {
				t.Errorf("%s: the %s meaning is %s, want %s", text, meaning, got, want)
			}
		}
	}
}

// What is asked about films has the same answer by second meanings; choices of a question share a stem, are right and wrong, and no two are alike; all
// kinds are asked; and no text has marks left.
func TestFilmQuestions(t *testing.T) {
	w := builtIn(t, "clevrer")
	a := askerOf(t, w)
	s, grammar, session := a.split, a.grammar, a.session()
	kinds := map[string]int{}
	for i, p := range plans(t, w, "train", 24) {
		r, err := s.record(&world.Take[*plan]{Index: i, Plan: p})
		if err != nil {
			t.Fatal(err)
		}
		data := record.JSON(r)
		plain, err := ask.ReadPlain(data)
		if err != nil {
			t.Fatal(err)
		}
		k, err := w.knownOf(a.vocabulary, data)
		if err != nil {
			t.Fatal(err)
		}
		questions := session.Ask(k, func(family string) *rng.Stream { return rng.At(p.key, "questions "+family) })
		type group struct {
			stem    string
			answers map[string]int
			choices map[string]bool
		}
		groups := map[int]*group{}
		asked := 0
		for n := range questions {
			q := a.write(&questions[n], n)
			outputs := grammar.Library.RunPlain(plain, questions[n].Program)
			if got := answerText(outputs[len(outputs)-1]); got != q.Answer {
				t.Errorf("film %d: %q is answered by %s, the second meaning gives %s", i, q.Question, q.Answer, got)
			}
			if other, ok := byOrder(questions[n].Program); ok {
				outputs := grammar.Library.RunPlain(plain, other)
				if got := answerText(outputs[len(outputs)-1]); got != q.ByOrder {
					t.Errorf("film %d: %q is answered by order by %s, the second meaning gives %s", i, q.Question, q.ByOrder, got)
				}
			} else if q.ByOrder != "" {
				t.Errorf("film %d: %q has an answer by order", i, q.Question)
			}
			if text := q.Question + q.Stem + q.Choice; strings.ContainsAny(text, "<>[]{}$") || strings.Contains(text, "  ") || strings.Contains(text, "//") {
				t.Errorf("film %d: %q", i, text)
			}
			if kind := kindOf(q.Program); (q.Group == 0) != (kind == "descriptive") {
				t.Errorf("film %d: %q, which is %s, has group %d", i, q.Question, kind, q.Group)
			} else if g := groups[q.Group]; q.Group == 0 || g == nil {
				asked++
				kinds[kind]++
				groups[q.Group] = &group{q.Stem, map[string]int{q.Answer: 1}, map[string]bool{q.Choice: true}}
			} else {
				if g.stem != q.Stem || g.choices[q.Choice] {
					t.Errorf("film %d: choice %q of %q, want another choice of %q", i, q.Choice, q.Stem, g.stem)
				}
				g.answers[q.Answer]++
				g.choices[q.Choice] = true
			}
		}
		for n, g := range groups {
			if n > 0 && (g.answers["yes"] < 1 || g.answers["yes"] > 2 || g.answers["no"] < 1 || g.answers["no"] > 2) {
				t.Errorf("film %d: %q has answers %v", i, g.stem, g.answers)
			}
		}
		if asked > w.Questions.PerScene {
			t.Errorf("film %d has %d questions", i, asked)
		}
	}
	for _, kind := range filmKinds {
		if kinds[kind] == 0 {
			t.Errorf("nothing %s is asked", kind)
		}
	}
}

// A film of more events than sets have room for is asked about nothing.
func TestFullFilms(t *testing.T) {
	m := &motionRecord{FPS: 10, Frames: 200, States: make([][]moveState, 200)}
	for k := range m.States {
		m.States[k] = make([]moveState, 2)
	}
	for k := range 150 {
		m.Collisions = append(m.Collisions, collisionRecord{Objects: [2]int{0, 1}, Frame: k, Seen: true})
	}
	if f := m.known(2); f != nil {
		t.Errorf("a film of %d events is known", len(f.Events))
	}
	m.Collisions = m.Collisions[:100]
	if f := m.known(2); f == nil || f.Events[0].Kind != closed.EventStart {
		t.Error("a film of 100 events is not known")
	}
}

// A record that somebody changed is a sentence.
func TestTornFilms(t *testing.T) {
	w := builtIn(t, "clevrer")
	data := filmTold(t)
	for _, c := range [][3]string{
		{`"frames": 40`, `"frames": 400`, "motion.frames is 400, of 45 states"},
		{`"frames": 40, "states": [`, `"frames": 40, "states": [[],`, "motion.states[0] has 0 states, want those of 4 objects"},
		{`"object_id": 2, "frame": 30`, `"object_id": 9, "frame": 30`, "motion.enters and leaves has objects [9], want some of 4, ascending"},
		{`"object_ids": [0, 1]`, `"object_ids": [1, 0]`, "motion.collisions has objects [1 0], want some of 4, ascending"},
		{`"without": [3]`, `"without": [-1]`, "motion.what_ifs has objects [-1], want some of 4, ascending"},
		{`"collisions": [[1, 3]]`, `"collisions": [[3, 3]]`, "motion.what_ifs has objects [3 3], want some of 4, ascending"},
		{`"unsure": {"collisions": [], "leaves": []}}`, `"unsure": {"collisions": [], "leaves": [4]}}`, "motion.what_ifs has objects [4], want some of 4, ascending"},
	} {
		torn := strings.Replace(data, c[0], c[1], 1)
		if _, err := w.knownOf(w.vocabulary(), []byte(torn)); err == nil || err.Error() != c[2] {
			t.Errorf("%s for %s: got %v, want %s", c[1], c[0], err, c[2])
		}
	}
}

// Figures of films count collisions and choices.
func TestFilmFigures(t *testing.T) {
	w := builtIn(t, "clevrer")
	set, root := New(w), t.TempDir()
	job := gen.Job{Root: root, Seed: 7, Split: "train", Count: 6}
	m, err := set.NewMaker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var items []gen.Item
	for i := range job.Count {
		item, err := m.Make(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, *item)
	}
	a, err := set.NewAsker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.AskBlock(t.Context(), items, root); err != nil {
		t.Fatal(err)
	}
	rows, err := set.Figures(t.Context(), job, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, r := range rows {
		found[r.Name] = r.Value
		if strings.HasPrefix(r.Name, "films") && !r.Pass {
			t.Errorf("%+v", r)
		}
	}
	for _, name := range []string{
		"films with 0, 1, 2, 3 or more collisions", "descriptive questions of a film", "counterfactual questions of a film", "right choices of counterfactual questions",
		"counterfactual choices that words alone get right",
	} {
		if found[name] == "" || strings.HasPrefix(found[name], "0.0, 0.0, 0.0, 0.0") {
			t.Errorf("%s is %q, of %v", name, found[name], found)
		}
	}
}

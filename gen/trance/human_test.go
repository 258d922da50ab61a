package trance

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen/judge"
	"mereo/gen/show"
	"mereo/gen/write"
)

// humanSamples writes the records of samples of our own, whose first state is that of far, and opens them.
func humanSamples(t *testing.T, samples ...[]Step) *shownSplit {
	t.Helper()
	r := shownDataset(t, DefaultConfig())
	for index, steps := range samples {
		g := &generatedSample{sceneSetup: *atBases(), steps: steps}
		first := far()
		g.states, g.pixels = []State{first}, []pixelCounts{newCounter(&g.sceneSetup).pixels(&first)}
		g.replay(r.cfg, g)
		data := r.cfg.infoRecord(index, g).encode()
		if _, err := write.Bytes(r.job.Root, r.cfg.infoPath("test", index), data); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// answerOf writes steps as the page does.
func answerOf(steps []Step) []byte {
	list := []humanStep{}
	for _, s := range steps {
		list = append(list, humanStepOf(s))
	}
	data, err := stdjson.Marshal(list)
	if err != nil {
		panic(err)
	}
	return data
}

func judgedAnswer(t *testing.T, r show.Tester, problem string, index int, answer string) (show.Judgement, map[string]any) {
	t.Helper()
	j, err := r.Judge(problem, "anna", index, []byte(answer))
	if err != nil {
		t.Fatal(err)
	}
	var result map[string]any
	if err := stdjson.Unmarshal(j.Result, &result); err != nil {
		t.Fatal(err)
	}
	return j, result
}

// The reference is right, whatever is asked, and the solution comes back with it.
func TestReferencesAreRight(t *testing.T) {
	r := shownDataset(t, DefaultConfig())
	asked := map[string]int{}
	for index := range shownCount {
		m, err := r.readSample(index)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range r.Problems() {
			problem := row.Name
			_, err := r.Task(problem, "anna", index)
			if problem == "basic" && len(m.steps) != 1 {
				want := fmt.Sprintf("trance: test/%d is no sample of the problem basic, which asks about samples with one step: file does "+
					"not exist", index)
				if fmt.Sprint(err) != want || !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("task: %v, want %s", err, want)
				}
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			asked[problem]++
			answer := answerOf(m.steps)
			j, result := judgedAnswer(t, r, problem, index, string(answer))
			var truth []any
			if err := stdjson.Unmarshal(answer, &truth); err != nil {
				t.Fatal(err)
			}
			if !j.Correct || result["correct"] != true || result["dist"] != 0.0 || !reflect.DeepEqual(result["truth"], truth) ||
				!reflect.DeepEqual(result["errors"], []any{}) {
				t.Errorf("%s %d: the reference is judged as %s", problem, index, j.Result)
			}
		}
	}
	if want := map[string]int{"basic": 6, "event": shownCount, "view": shownCount}; !maps.Equal(asked, want) {
		t.Errorf("asked %v times, want %v", asked, want)
	}
}

// What is wrong with an answer is told by its reasons.
func TestJudgements(t *testing.T) {
	// Objects 0 to 4 stand at (-20, 0), (-10, 0) ... (20, 0); 5 to 9 far from them at (0, 35), (8, 35) ...
	r := humanSamples(t,
		[]Step{{0, pair(t, "position.front.1")}},
		[]Step{{0, pair(t, "color.red")}, {2, pair(t, "size.medium")}},
	)
	const front, red, medium = `{"obj_idx":0,"attr":"position","pair":"front.1"}`, `{"obj_idx":0,"attr":"color","pair":"red"}`,
		`{"obj_idx":2,"attr":"size","pair":"medium"}`
	for _, c := range []struct {
		name, problem string
		index         int
		answer        string
		correct       bool
		result        map[string]any // what is looked at of it
	}{
		{"another way out", "basic", 0, `[{"obj_idx":0,"attr":"position","pair":"front-left.2"}]`, true, map[string]any{
			"obj_correct": true, "attr_correct": true, "pair_correct": true, "dist": 0.0, "errors": []any{}, "view_final": "Camera_Center",
		}},
		{"with the attribute in the pair", "basic", 0, `[{"obj_idx":0,"attr":"position","pair":"position.front.1"}]`, true, nil},
		{"another object", "basic", 0, `[{"obj_idx":1,"attr":"position","pair":"right.1"}]`, false, map[string]any{
			"obj_correct": false, "attr_correct": true, "pair_correct": false, "dist": 2.0, "errors": []any{"incorrect final state"},
		}},
		{"the same as an event", "event", 0, `[{"obj_idx":1,"attr":"position","pair":"right.1"}]`, false, map[string]any{
			"obj_correct": nil, "dist": 2.0, "norm_dist": 2.0, "pred": []any{[]any{1.0, 17.0}}, "target": []any{[]any{0.0, 11.0}},
			"pred_step": 1.0, "target_step": 1.0, "sample_id": 0.0, "view_idx": nil,
		}},
		{"the order does not matter", "event", 1, `[` + medium + `,` + red + `]`, true, nil},
		{"nothing", "event", 1, `[]`, false, map[string]any{"dist": 2.0, "norm_dist": 1.0, "loose_correct": false, "errors": []any{wrongState}}},
		{"overlapping on the way", "event", 1, `[{"obj_idx":4,"attr":"position","pair":"front.1"},{"obj_idx":4,"attr":"position","pair":"behind.1"},` +
			red + `,` + medium + `]`, false, map[string]any{
			"dist": 0.0, "loose_correct": true, "err_overlap": true, "err_invalid_position": false, "errors": []any{"overlapping"},
		}},
		{"off the plane on the way", "event", 1, `[{"obj_idx":9,"attr":"position","pair":"right.1"},{"obj_idx":9,"attr":"position","pair":"left.1"},` +
			red + `,` + medium + `]`, false, map[string]any{
			"dist": 0.0, "loose_correct": true, "err_overlap": false, "err_invalid_position": true, "errors": []any{"invalid position"},
		}},
		{"everything at once", "view", 1, `[{"obj_idx":9,"attr":"position","pair":"right.1"},{"obj_idx":4,"attr":"position","pair":"front.1"}]`,
			false, map[string]any{"dist": 4.0, "errors": []any{"incorrect final state", "invalid position", "overlapping"}}},
		{"options of the truth", "event", 0, `[` + front + `]`, true, map[string]any{
			"options": []any{[]any{"front.1", "front.2", "front-right.1", "front-right.2", "front-left.1", "front-left.2"}},
			"truth":   []any{map[string]any{"obj_idx": 0.0, "attr": "position", "pair": "front.1"}},
		}},
	} {
		j, result := judgedAnswer(t, r, c.problem, c.index, c.answer)
		if j.Correct != c.correct || result["correct"] != c.correct {
			t.Errorf("%s: correct is %v, want %v: %s", c.name, j.Correct, c.correct, j.Result)
		}
		for key, want := range c.result {
			if !reflect.DeepEqual(result[key], want) {
				t.Errorf("%s: %s is %v, want %v", c.name, key, result[key], want)
			}
		}
	}
}

func TestBadAnswers(t *testing.T) {
	r := humanSamples(t, []Step{{0, pair(t, "position.front.1")}})
	const form = `; write [{"obj_idx": 0, "attr": "position", "pair": "front.1"}, ...]`
	const attrs = `["color" "material" "position" "shape" "size"]`
	five := strings.TrimSuffix(strings.Repeat(`{"obj_idx":0,"attr":"color","pair":"red"},`, 5), ",")
	for _, c := range []struct{ problem, answer, want string }{
		{"event", ``, "the answer is missing" + form},
		{"event", `null`, "the answer is missing" + form},
		{"event", `{}`, "the answer cannot be read: the value is a group of keys, want a list" + form},
		{"event", `[{"obj_idx":"0"}]`, "the answer cannot be read: [0].obj_idx is a text, want a whole number" + form},
		{"event", `[7]`, "the answer cannot be read: [0] is 7, want a group of keys" + form},
		{"event", `[`, "the answer cannot be read: the text ends within a value" + form},
		{"event", `[` + five + `]`, "the answer has 5 steps, problem event wants at most 4"},
		{"basic", `[]`, "the answer has 0 steps, problem basic wants 1"},
		{"event", `[{"attr":"color","pair":"red"}]`, "answer[0].obj_idx is missing, want 0 to 9"},
		{"event", `[{"obj_idx":10,"attr":"color","pair":"red"}]`, "answer[0].obj_idx is 10, want 0 to 9"},
		{"event", `[{"obj_idx":0,"pair":"red"}]`, "answer[0].attr is missing, want one of " + attrs},
		{"event", `[{"obj_idx":0,"attr":"weight","pair":"red"}]`, `answer[0].attr is "weight", want one of ` + attrs},
		{"event", `[{"obj_idx":0,"attr":"shape"}]`, "answer[0].pair is missing, want one such as cube"},
		{"event", `[{"obj_idx":0,"attr":"position","pair":"front.3"}]`, `answer[0].pair is "front.3", want one of position such as front.1`},
		{"event", `[{"obj_idx":0,"attr":"color","pair":"size.large"}]`, `answer[0].pair is "size.large", want one of color such as gray`},
		{"all", `[]`, `the problem is "all", want one of ["basic" "event" "view"]`},
	} {
		_, err := r.Judge(c.problem, "anna", 0, []byte(c.answer))
		if want := "trance: " + c.want; fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", c.answer, err, want)
		}
	}
}

// A task is a function of the first state: samples that differ in their steps alone have the same.
func TestTasksTellNoSolution(t *testing.T) {
	tasks := func(steps []Step) (out []string) {
		r := humanSamples(t, steps)
		for _, problem := range []string{"event", "view"} {
			task, err := r.Task(problem, "anna", 0)
			if err != nil {
				t.Fatal(err)
			}
			data, err := stdjson.Marshal(task)
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range []string{"transformation", "target", "truth", "options", "final\":{", r.job.Root} {
				if strings.Contains(string(data), word) {
					t.Errorf("the task has %q: %s", word, data)
				}
			}
			out = append(out, string(data))
		}
		return out
	}
	one, two := tasks([]Step{{0, pair(t, "color.red")}}), tasks([]Step{{2, pair(t, "size.large")}, {4, pair(t, "position.front-left.1")}})
	if !slices.Equal(one, two) {
		t.Errorf("tasks of samples with the same first state differ:\n%s\n%s", one, two)
	}
}

// What a task says, and where its pictures are.
func TestTask(t *testing.T) {
	r := humanSamples(t, []Step{{0, pair(t, "color.red")}})
	for _, camera := range []string{"initial.Camera_Center", "final.Camera_Center", "final.Camera_Left"} {
		file := filepath.Join(r.job.Root, "test", "image", "TRANCE_standard_img_000000-"+camera+".png")
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := func(problem, user string) *show.Task {
		task, err := r.Task(problem, user, 0)
		if err != nil {
			t.Fatal(err)
		}
		return task
	}
	task := got("basic", "anna")
	objects, attributes, pairs := task.Form.Fields[0], task.Form.Fields[1], task.Form.Fields[2]
	count := 0
	for _, values := range pairs.By {
		count += len(values)
	}
	if task.Form.Most != 1 || got("view", "anna").Form.Most != 4 || count != PairCount || len(objects.Values) != ObjectCount ||
		len(task.Table.Rows) != ObjectCount {
		t.Errorf("%d steps, %d pairs, %d objects, want 1, 33 and 10", task.Form.Most, count, len(objects.Values))
	}
	if want := []any{"color", "material", "position", "shape", "size"}; !slices.Equal(attributes.Values, want) ||
		pairs.By["position"][9] != "front-left.2" || len(pairs.By["color"]) != 8 || pairs.Of != attributes.Key {
		t.Errorf("attributes %q with %v, want %q", attributes.Values, pairs.By, want)
	}
	if got, want := task.Pictures[0].Path, "test/image/TRANCE_standard_img_000000-initial.Camera_Center.png"; got != want {
		t.Errorf("the first picture is %q, want %q", got, want)
	}
	if len(task.Pictures) != 2 || task.Pictures[1].Path == "" {
		t.Errorf("the pictures are %+v, want those of the first state and the last", task.Pictures)
	}
	want := show.DiagramObject{Name: "1", At: [2]float64{0, -10}, Radius: 1.5, Color: "#575757", Letter: "R", Seen: true}
	o := task.Diagram.Things[1]
	outline := o.Outline
	if o.Outline = nil; !reflect.DeepEqual(o, want) || len(outline) != 4 {
		t.Errorf("object 1 of the diagram is %+v with %v, want %+v", o, outline, want)
	}
	if task.Diagram.Things[7].Seen {
		t.Error("object 7 of the diagram is visible, want invisible at y = 35")
	}
	// The lot is the same each time, falls on all cameras, and depends on the sample as on the user.
	finals := map[string]int{}
	differ := 0
	for user := range 60 {
		name := fmt.Sprint("user ", user)
		task := got("view", name)
		camera := humanView(ViewSetting, name, "test", 0).camera().String()
		finals[camera]++
		last := task.Pictures[1]
		if again := got("view", name).Pictures[1]; again != last || got("event", name).Pictures[1].Caption != "after (center camera)" {
			t.Errorf("%s: the last picture is %+v, then %+v", name, last, again)
		}
		image := "test/image/TRANCE_standard_img_000000-final." + camera + ".png"
		if camera == "Camera_Right" {
			image = "" // is not there
		}
		if last.Path != image || last.Caption != "after ("+cameraWords(camera)+")" {
			t.Errorf("the last picture is %+v, want %q", last, image)
		}
		if humanView(ViewSetting, name, "test", 1).camera().String() != camera {
			differ++
		}
	}
	for _, c := range cameraNames {
		if finals[c] < 10 {
			t.Errorf("%s is chosen %d times of 60, want about 20", c, finals[c])
		}
	}
	if differ < 20 {
		t.Errorf("the lot differs between two samples for %d of 60 users, want about 40", differ)
	}
}

// Means, counted by hand.
func TestStatistics(t *testing.T) {
	r := humanSamples(t, []Step{{0, pair(t, "position.front.1")}}, []Step{{0, pair(t, "color.red")}, {2, pair(t, "size.medium")}})
	// By the titles of sums, "" for all, their figures by key.
	statistics := func(problem string, judged []show.Judgement) map[string]map[string]float64 {
		out := map[string]map[string]float64{}
		for _, sums := range r.Statistics(problem, judged) {
			of := map[string]float64{"count": float64(sums.Count)}
			for _, f := range sums.Figures {
				of[f.Key] = f.Value
				if f.Share != !strings.HasSuffix(f.Key, "dist") {
					t.Errorf("%s is a share: %v", f.Key, f.Share)
				}
			}
			out[sums.Title] = of
		}
		return out
	}
	list := func(problem string, index int, answers ...string) (out []show.Judgement) {
		for _, a := range answers {
			j, _ := judgedAnswer(t, r, problem, index, a)
			out = append(out, j)
		}
		return out
	}
	right, value, object, wrong := `[{"obj_idx":0,"attr":"position","pair":"front.2"}]`, `[{"obj_idx":5,"attr":"position","pair":"front.1"}]`,
		`[{"obj_idx":0,"attr":"color","pair":"red"}]`, `[{"obj_idx":1,"attr":"color","pair":"red"}]`
	// Object 5 moves about inside of the invisible area, so nothing differs but where object 0 is: distances are 0, 1, 2 and 2.
	want := map[string]map[string]float64{"": {
		"count": 4, "acc": 0.25, "loose_acc": 0.25, "dist": 1.25, "norm_dist": 1.25, "step.1": 0.25,
		"obj_acc": 0.5, "attr_acc": 0.5, "val_acc": 0.5,
	}}
	if got := statistics("basic", list("basic", 0, right, value, object, wrong)); !reflect.DeepEqual(got, want) {
		t.Errorf("basic: %v, want %v", got, want)
	}
	// One of two changes is right: distance 1, 0.5 for each step.
	events := append(list("event", 0, right, object), list("event", 1, object)...)
	want = map[string]map[string]float64{"": {
		"count": 3, "acc": 1.0 / 3, "loose_acc": 1.0 / 3, "dist": 1, "norm_dist": 2.5 / 3, "step.1": 0.5, "step.2": 0,
	}}
	if got := statistics("event", append(events, show.Judgement{Result: []byte(`{"other":1}`)})); !reflect.DeepEqual(got, want) {
		t.Errorf("event: %v, want %v", got, want)
	}
	// Of a view, by the camera of each answer.
	views := append(list("view", 0, right), list("view", 1, object)...)
	got := statistics("view", views)
	n := 0.0
	for _, c := range viewNames {
		title := c + " camera: 1 answer"
		of := got[title]
		n += of["count"] + got[c+" camera: 2 answers"]["count"]
		for index, acc := range []float64{1, 0} {
			if humanView(ViewSetting, "anna", "test", index).String() == c && of != nil && of["acc"] != acc {
				t.Errorf("%s: %v, want the accuracy %g", c, of, acc)
			}
		}
	}
	if all := got[""]; n != 2 || all["count"] != 2 || all["acc"] != 0.5 {
		t.Errorf("view: %v, want 2 answers in all and by camera", got)
	}
	if got := statistics("event", nil)[""]; got["count"] != 0 || got["acc"] != 0 {
		t.Errorf("no answers: %v, want 0", got)
	}
}

// humanFile writes lines as the test stores them.
func humanFile(t *testing.T, lines ...string) string {
	t.Helper()
	return filepath.Join(writeFile(t, "anna.jsonl", strings.Join(lines, "\n")), "anna.jsonl")
}

func storedLine(user, problem string, index int, seconds float64, answer string) string {
	return fmt.Sprintf(`{"user":%q,"problem":%q,"split":"test","index":%d,"answer":%s,"started":"2026-01-02T03:04:05Z","seconds":%g,`+
		`"mode":"blind","judgement":{"correct":true,"result":{}}}`, user, problem, index, answer, seconds)
}

// The file of answers has the scores that predictions have, over the samples that were answered.
func TestEvaluateHuman(t *testing.T) {
	dir := dataset(t)
	red, size := `{"obj_idx":0,"attr":"color","pair":"red"}`, `{"obj_idx":2,"attr":"size","pair":"medium"}`
	file := humanFile(t,
		storedLine("anna", "event", 2, 10, `[`+red+`]`),
		storedLine("anna", "event", 0, 20, `[`+red+`]`),
		storedLine("anna", "event", 2, 5, `[`+red+`,`+size+`]`), // again
		storedLine("bob", "event", 2, 60, `[`+red+`,`+size+`]`),
		`{"user":"bob","problem":"event","spl`,
	)
	got, err := evaluate(t, evalOptions{Data: dir, Human: file})
	if err != nil {
		t.Fatal(err)
	}
	// Right are that of anna to sample 0 and that of bob; distances are 0, 0 and 1 of two steps.
	wantTold := judge.Human{File: file, Users: []string{"anna", "bob"}, AvgSeconds: 30, Repeated: 1, Torn: 5}
	if !reflect.DeepEqual(*got.Human, wantTold) || got.Task != string(EventSetting) {
		t.Errorf("told is %+v of %s, want %+v of event", *got.Human, got.Task, wantTold)
	}
	all, two := got.all(), got.scores("steps", "2")
	if all.Count != 3 || all.Acc != 2.0/3 || all.AvgDist != 1.0/3 || all.AvgNormDist != 0.5/3 || two.Count != 2 || two.Acc != 0.5 {
		t.Errorf("rows are %+v", got.Rows)
	}

	// Basic: the value counts whichever object it is given to.
	file = humanFile(t, storedLine("anna", "basic", 0, 3, `[`+red+`]`), storedLine("anna", "basic", 1, 4, `[{"obj_idx":1,"attr":"position","pair":"front-left.2"}]`)+"\n")
	if got, err = evaluate(t, evalOptions{Data: dir, Human: file, Split: "test"}); err != nil {
		t.Fatal(err)
	}
	if want := (basicScores{Count: 2, ObjAcc: 0.5, AttrAcc: 1, ValAcc: 1, Acc: 0.5}); got.basic() != want || got.Human.Torn != 0 {
		t.Errorf("basic is %+v with %+v, want %+v", got.basic(), *got.Human, want)
	}
	// A whole last line without its end counts.
	file = humanFile(t, storedLine("anna", "view", 0, 3, `[`+red+`]`))
	if got, err = evaluate(t, evalOptions{Data: dir, Human: file}); err != nil {
		t.Fatal(err)
	}
	if v := humanView(ViewSetting, "anna", "test", 0).String(); got.row("view", v).Count != 1 || got.all().Acc != 1 {
		t.Errorf("view: rows are %+v, want one of %s", got.Rows, v)
	}
}

func TestBadHumanFiles(t *testing.T) {
	dir := dataset(t)
	red := `[{"obj_idx":0,"attr":"color","pair":"red"}]`
	good := storedLine("anna", "event", 0, 1, red)
	without := func(key string) string {
		var m map[string]any
		if err := stdjson.Unmarshal([]byte(good), &m); err != nil {
			t.Fatal(err)
		}
		delete(m, key)
		data, err := stdjson.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, c := range []struct{ line, want string }{
		{`{`, ":2: the text ends within a value; want an answer as mereo explore stores it"},
		{`[]`, ":2: the value is a list, want a group of keys; want an answer as mereo explore stores it"},
		{without("split"), `:2: the split is "", want the name of one`},
		{without("index"), ":2: has no index, want the number of a sample"},
		{without("answer"), ":2: has no answer"},
		{storedLine("anna", "event", 1, -1, red), ":2: seconds is -1, want 0 or more"},
		{storedLine("anna", "odd", 1, 1, red), `:2: the problem is "odd", that of the lines before "event"; score one problem at a time`},
		{storedLine("anna", "view", 1, 1, red), `:2: the problem is "view", that of the lines before "event"; score one problem at a time`},
		{strings.Replace(good, `"test"`, `"../test"`, 1), `:2: the split is "../test", want the name of one`},
		{storedLine("anna", "event", 1, 1, strings.Replace(red, `red`, `pink`, 1)), `:2: answer[0].pair is "pink", want one of color such as gray`},
		{storedLine("anna", "event", 9, 1, red), ":2: there is no sample 9 of split test in " + dir + " that the problem is about"},
	} {
		file := humanFile(t, good, c.line, storedLine("anna", "event", 3, 1, red))
		_, err := evaluate(t, evalOptions{Data: dir, Human: file})
		if want := "judge: " + file + c.want; fmt.Sprint(err) != want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.line, err, want)
		}
	}
	file := humanFile(t, storedLine("anna", "basic", 2, 1, red))
	_, err := evaluate(t, evalOptions{Data: dir, Human: file})
	if want := "judge: " + file + ":1: there is no sample 2 of split test in " + dir + " that the problem is about"; fmt.Sprint(err) != want {
		t.Errorf("basic:\ngot  %v\nwant %s", err, want)
	}
	for split, want := range map[string]string{"": " has no answers", "val": " has no answers to samples of split val"} {
		lines := []string{`{"user`}
		if split != "" {
			lines = []string{good}
		}
		file := humanFile(t, lines...)
		_, err := evaluate(t, evalOptions{Data: dir, Human: file, Split: split})
		if want := "judge: " + file + want; fmt.Sprint(err) != want {
			t.Errorf("split %q: %v, want %s", split, err, want)
		}
	}
}

// What is read as an answer is the same when it is written and read again.
func FuzzHumanAnswer(f *testing.F) {
	f.Add([]byte(`[{"obj_idx":0,"attr":"position","pair":"front.1"},{"obj_idx":9,"attr":"color","pair":"color.red","val":1}]`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, answer []byte) {
		steps, err := readHumanAnswer(answer, ViewSetting)
		if err != nil {
			return
		}
		if again, err := readHumanAnswer(answerOf(steps), ViewSetting); err != nil || !slices.Equal(again, steps) {
			t.Errorf("%v is read again as %v, %v", steps, again, err)
		}
	})
}
